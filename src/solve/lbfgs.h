/* The two-loop recursion of L-BFGS (Nocedal, 1980): an estimate of the inverse Hessian from the last steps. */
#ifndef JSMF_SOLVE_LBFGS_H
#define JSMF_SOLVE_LBFGS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct jsmf_solve_lbfgs {
    size_t n, most;           /* variables, pairs kept */
    double *steps, *changes;  /* most x n, a ring: of the variables, of the gradient */
    double *products, *parts; /* most */
    size_t first, pairs;
} jsmf_solve_lbfgs;

/* The doubles that jsmf_solve_lbfgs_start takes. */
size_t jsmf_solve_lbfgs_doubles(size_t n, size_t most);
void jsmf_solve_lbfgs_start(jsmf_solve_lbfgs *b, size_t n, size_t most, double *block);
/* direction = the estimate times the gradient; without pairs it is diag(inverse) times it. The pairs scale it. */
void jsmf_solve_lbfgs_direction(jsmf_solve_lbfgs *b, const double *inverse, const double *gradient, double *direction);
/* Takes the pair x - x_before, g - g_before unless it has no curvature: its product must be positive beyond `least` of
 * that which diag(inverse) would give. */
void jsmf_solve_lbfgs_remember(jsmf_solve_lbfgs *b, const double *inverse, double least, const double *x_before,
                               const double *x, const double *g_before, const double *g);

#endif
