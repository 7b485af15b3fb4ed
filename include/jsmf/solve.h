/* Problems with constraints: least squares on the simplex, the assignment of rows to columns, and k-means. Matrices are
 * row-major without gaps. All functions that can fail fail with JSMF_ESYSTEM for lack of memory. */
#ifndef JSMF_SOLVE_H
#define JSMF_SOLVE_H

#include "jsmf/base.h"

JSMF_BEGIN_DECLS

/* ---- least squares on the simplex: minimise 0.5 x'G x - f'x over x >= 0, sum x = 1, for many right-hand sides f and
 * one G (001 section 3.3, the equation for B-breve; 004 RecoverL2). For anchors G = Cbar_S Cbar_S', k x k and positive
 * semidefinite, so that a problem costs O(k^2) an iteration and knows nothing of the number of words. ---- */

typedef enum jsmf_solve_method {
    JSMF_ACTIVE_SET, /* exact but for rounding */
    JSMF_ADMM,       /* 001 Algorithm 4 */
    JSMF_EXPGRAD     /* exponentiated gradient with a line search (004 section 3) */
} jsmf_solve_method;

typedef struct jsmf_solve_simplex_report {
    size_t not_converged;   /* problems that the bound on iterations ended; their best iterate is returned, feasible */
    double worst_kkt;       /* the largest KKT residual of a problem, of expgrad the largest duality gap, relative to
                             * its max |f| */
    size_t most_iterations; /* of one problem */
    double mean_iterations; /* of a problem */
} jsmf_solve_simplex_report;

/* ---- the assignment problem: pairs of rows and columns of least total cost (Kuhn, 1955; by shortest augmenting
 * paths) ---- */

#define JSMF_UNMATCHED SIZE_MAX

/* cost: rows x cols. match[i] (rows) = the column of row i (0-based), or JSMF_UNMATCHED where there are more rows than
 * columns and i is left over. No column has two rows, min(rows, cols) pairs are made, and the sum of their costs is the
 * least. Takes O(rows cols min(rows, cols)). JSMF_ENUMERIC, naming the entry, where a cost is NaN or of a magnitude
 * above 1e300 / (rows + cols), up to which sums along paths are numbers. */
jsmf_status jsmf_solve_assignment(jsmf_context *ctx, size_t rows, size_t cols, const double *cost,
                                  size_t *match) JSMF_CHECKED;

JSMF_END_DECLS

#endif
