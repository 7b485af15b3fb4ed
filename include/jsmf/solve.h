/* Least squares over the simplex: for many right-hand sides f at once, minimise 0.5 x'G x - f'x over x >= 0, sum x = 1
 * (001 equation for B-breve, section 3.3; 004 RecoverL2). G = Cbar_S Cbar_S' is K x K positive semidefinite, so a
 * problem costs O(K^2) an iteration and knows nothing of N. */
#ifndef JSMF_SOLVE_H
#define JSMF_SOLVE_H

#include "jsmf/base.h"

typedef enum jsmf_solve_method { JSMF_ACTIVE_SET, JSMF_ADMM, JSMF_EXPGRAD } jsmf_solve_method;

typedef struct jsmf_solve_simplex_report {
    size_t not_converged; /* problems stopped by the iteration bound (their best iterate is returned, feasible) */
    double worst_kkt;     /* largest KKT residual, for expgrad duality gap, relative to max |f| of its problem */
    size_t most_iterations;
    double mean_iterations;
} jsmf_solve_simplex_report;

/* g: k x k, symmetric. f and x: n x k, problem i in row i. tolerance: on the KKT residual relative to max |f|, for
 * expgrad on the duality gap x'g - min g with g = G x - f, which the objective is no farther from its minimum than; 0:
 * the solver's default (active set 1e-13, ADMM 1e-8, expgrad 1e-7); iterations: the bound for one problem, 0: the
 * default (active set 20 k + 100, ADMM 2000, expgrad 20000). A singular G is fine. report may be NULL. JSMF_ENUMERIC
 * where g or f is not finite or g is indefinite (which expgrad does not see), JSMF_EUSAGE where k is 0; problems that
 * did not converge are no error: see the report. */
jsmf_status jsmf_solve_simplex(jsmf_context *ctx, jsmf_solve_method solver, size_t k, const double *g, size_t n,
                               const double *f, double tolerance, size_t iterations, double *x,
                               jsmf_solve_simplex_report *report) JSMF_CHECKED;
/* The KKT residual of one feasible x: max over j of the violation of g_j >= m, |g_j - m| x_j = 0 with g = G x - f. */
double jsmf_solve_simplex_kkt(size_t k, const double *g, const double *f, const double *x);
/* Euclidean projection onto the simplex, in place; scratch: k doubles. */
void jsmf_solve_simplex_project(size_t k, double *x, double *scratch);

/* The assignment problem: pairs of rows and columns of least total cost (Kuhn, 1955; by shortest augmenting paths). */

#define JSMF_UNMATCHED SIZE_MAX

/* cost: rows x cols, row-major, of magnitude 1e300 / (rows + cols) at most, so that sums along paths are numbers;
 * JSMF_ENUMERIC names the first that is not. match[i] (rows): the column of row i; every column has one row at most,
 * and min(rows, cols) pairs are made, the sum of whose costs is the least. Rows left over: JSMF_UNMATCHED. O(rows cols
 * min(rows, cols)). */
jsmf_status jsmf_solve_assignment(jsmf_context *ctx, size_t rows, size_t cols, const double *cost,
                                  size_t *match) JSMF_CHECKED;

/* ---- k-means: Lloyd's iterations from k-means++ starts (Arthur, Vassilvitskii, 2007). ---- */

typedef struct jsmf_solve_kmeans_options {
    size_t k;          /* clusters, at least 1 */
    size_t restarts;   /* starts, at least 1; the one of least sum of squares is kept, the first among equals */
    size_t iterations; /* most of each, at least 1 */
} jsmf_solve_kmeans_options;

/* x: n points of d numbers, one point contiguous. cluster (n): 0 .. k - 1, the nearest centre, the lowest number among
 * equals; a cluster that loses all its points keeps its centre. *squares: the sum of squared distances to the centres;
 * may be NULL. The starts are drawn with the context's seed. JSMF_EUSAGE where n is 0 or an option out of range;
 * JSMF_ENUMERIC where a coordinate is no number, or so large that squares of distances are none. */
jsmf_status jsmf_solve_kmeans(jsmf_context *ctx, size_t n, size_t d, const double *x,
                              const jsmf_solve_kmeans_options *options, size_t *cluster, double *squares) JSMF_CHECKED;
/* The bytes that it allocates. */
size_t jsmf_solve_kmeans_bytes(const jsmf_context *ctx, size_t n, size_t d, size_t k);

#endif
