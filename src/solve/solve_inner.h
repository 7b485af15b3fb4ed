/* What the library uses of this room beside jsmf/solve.h, and no program. */
#ifndef JSMF_SOLVE_INNER_H
#define JSMF_SOLVE_INNER_H

#include "jsmf/solve.h"

/* ---- least squares on the simplex: minimise 0.5 x'G x - f'x over x >= 0, sum x = 1, for many right-hand sides f and
 * one G (001 section 3.3, the equation for B-breve; 004 RecoverL2). For anchors G = Cbar_S Cbar_S', k x k and positive
 * semidefinite, so that a problem costs O(k^2) an iteration and knows nothing of the number of words. ---- */

typedef struct jsmf_solve_simplex_options {
    jsmf_solve_method solver;
    double tolerance;  /* 0: the solver's default */
    size_t iterations; /* the bound for one problem; 0: the solver's default */
    double step;       /* ADMM: gamma as it stands in 001; 0: 2.5 / mean of g's diagonal. Expgrad: x becomes
                        * x exp(-step (G x - f)) / its sum, without a line search; 0: with one. Active set: 0 */
} jsmf_solve_simplex_options;

/* Solves n problems. g: k x k, symmetric; it may be singular. f and x: n x k, problem i in row i; x receives the
 * solutions, feasible.
 * tolerance: on the KKT residual relative to max |f| (to the mean of g's diagonal where f is 0); of expgrad on the
 * duality gap x'g - min g, g being the gradient G x - f, which is no less than the distance of the objective from its
 * minimum. 0: the solver's default (active set 1e-13, ADMM 1e-8, expgrad 1e-7). iterations: the bound for one problem;
 * 0: the default (active set 20 k + 100, ADMM 2000, expgrad 20000).
 * Problems that did not converge are no error: report, which may be NULL, counts them. JSMF_EUSAGE where k is 0.
 * JSMF_ENUMERIC where g, f or a solution is not finite, and where g is indefinite, which expgrad does not see. */
jsmf_status jsmf_solve_simplex(jsmf_context *ctx, const jsmf_solve_simplex_options *options, size_t k, const double *g,
                               size_t n, const double *f, double *x, jsmf_solve_simplex_report *report) JSMF_CHECKED;
/* The KKT residual of one feasible x (k): with the gradient d = G x - f and its mean m = x'd, the largest of m - d_j
 * and |m - d_j| x_j over j. It is 0 at a minimum alone. */
double jsmf_solve_simplex_kkt(size_t k, const double *g, const double *f, const double *x);
/* Projects x (k) onto the simplex, in place: the nearest point by Euclidean distance. scratch: k doubles. */
void jsmf_solve_simplex_project(size_t k, double *x, double *scratch);

/* ---- k-means: Lloyd's iterations from k-means++ starts (Arthur, Vassilvitskii, 2007) ---- */

typedef struct jsmf_solve_kmeans_options {
    size_t k;          /* clusters, at least 1 */
    size_t restarts;   /* starts, at least 1; the one of least sum of squares is kept, the first among equals */
    size_t iterations; /* of each start, at most; at least 1 */
    size_t first;      /* the first start's number, from 0: others are drawn by other numbers */
} jsmf_solve_kmeans_options;

/* x: n points of d numbers, one point contiguous. cluster[i] (n) = the cluster of point i, 0 to k - 1, whose centre is
 * the nearest; the lowest number among equals. A cluster that loses all its points keeps its centre. *squares = the sum
 * of the squared distances to the centres; it may be NULL. The starts are drawn with the context's seed. JSMF_EUSAGE
 * where n, d or an option is 0. JSMF_ENUMERIC, naming the point, where a coordinate is no number, or so large that sums
 * of squared distances are none. */
jsmf_status jsmf_solve_kmeans(jsmf_context *ctx, size_t n, size_t d, const double *x,
                              const jsmf_solve_kmeans_options *options, size_t *cluster, double *squares) JSMF_CHECKED;
/* The bytes that jsmf_solve_kmeans allocates. */
size_t jsmf_solve_kmeans_bytes(const jsmf_context *ctx, size_t n, size_t d, size_t k);

#endif
