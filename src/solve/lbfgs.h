/* The two-loop recursion of L-BFGS (Nocedal, 1980): an estimate of the inverse Hessian from the last steps. */
#ifndef JSMF_SOLVE_LBFGS_H
#define JSMF_SOLVE_LBFGS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct jsmf_solve_lbfgs {
    size_t n;                 /* variables */
    size_t most;              /* pairs that are kept */
    double *steps, *changes;  /* most x n, a ring: differences of the variables, and of the gradient */
    double *products, *parts; /* most: of each pair, step times change; for work */
    size_t first, pairs;      /* where the oldest pair stands in the ring, and how many there are */
} jsmf_solve_lbfgs;

/* The doubles of the block that jsmf_solve_lbfgs_start takes. */
size_t jsmf_solve_lbfgs_doubles(size_t n, size_t most);
/* Makes *b without pairs. It borrows the block and owns nothing. */
void jsmf_solve_lbfgs_start(jsmf_solve_lbfgs *b, size_t n, size_t most, double *block);
/* direction (n) = the estimate of the inverse Hessian times the gradient (n). Without pairs the estimate is
 * diag(inverse); with pairs it begins with a multiple of that, which has the last pair's curvature. */
void jsmf_solve_lbfgs_direction(jsmf_solve_lbfgs *b, const double *inverse, const double *gradient, double *direction);
/* Takes the pair of the step x - x_before and the change g - g_before, in the place of the oldest one where there are
 * `most`; but only if their product is above `least` times the step's square divided by diag(inverse). Less is no
 * curvature. */
void jsmf_solve_lbfgs_remember(jsmf_solve_lbfgs *b, const double *inverse, double least, const double *x_before,
                               const double *x, const double *g_before, const double *g);

#endif
