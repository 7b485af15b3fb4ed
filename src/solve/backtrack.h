/* Backtracking line search by Armijo's condition (Nocedal, Wright, Numerical Optimization, 2006, Algorithm 3.1). The
 * caller evaluates the points, as in
 *
 *     jsmf_solve_backtrack line = jsmf_solve_backtrack_start(value, slope, 1, rounding, most_trials);
 *     do {
 *         next = the value at line.length along the direction;
 *     } while (jsmf_solve_backtrack_goes_on(&line, next));
 *     if (!line.accepted) ... */
#ifndef JSMF_SOLVE_BACKTRACK_H
#define JSMF_SOLVE_BACKTRACK_H

#include <stdbool.h>
#include <stddef.h>

typedef struct jsmf_solve_backtrack {
    double value;       /* of the function where the search starts; it is to become less */
    double slope;       /* of the function along the direction, at the start; negative */
    double rounding;    /* the value may rise by this part of its magnitude, which is rounding */
    double length;      /* of the step to try; after the search, of the last one that was tried */
    size_t trials_left;
    bool accepted;      /* the last step that was tried lowers the value enough */
} jsmf_solve_backtrack;

/* A search whose first step has the given length; most_trials is 1 or more. */
jsmf_solve_backtrack jsmf_solve_backtrack_start(double value, double slope, double length, double rounding,
                                                size_t most_trials);
/* Takes the value at line->length. Returns true, with a shorter length, where that is not low enough (as NaN never is)
 * and trials are left. */
bool jsmf_solve_backtrack_goes_on(jsmf_solve_backtrack *line, double next);

#endif
