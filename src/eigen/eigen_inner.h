/* What the library uses of this room beside jsmf/eigen.h, and no program. */
#ifndef JSMF_EIGEN_INNER_H
#define JSMF_EIGEN_INNER_H

#include "jsmf/eigen.h"

typedef struct jsmf_eigen_options {
    double tolerance;     /* on the residuals |C u - l u|, relative to the largest eigenvalue; 0: 1e-10 */
    const double *start;  /* n x start_columns: a span near the eigenvectors (a warm start); NULL: a cold start */
    size_t start_columns;
    const double *image;  /* n x start_columns: C times start where that is known, or NULL; may be the output */
    jsmf_eigen_cold cold; /* looked at without a start and without a bound on blocks */
    size_t most_blocks;   /* blocks of vectors that are multiplied by C, at most, by the block Krylov method; 0: as
                           * many products as 500 wide blocks have, and in a cold start narrow blocks, which have a
                           * bound of their own, may go first */
    size_t most_products; /* vectors that are multiplied by C, at most, beside that, by blocks of either width; 0: any
                           * number */
} jsmf_eigen_options;

/* The k largest (algebraic) eigenpairs of an operator of size n: values (k) descending, vectors (n x k) with
 * orthonormal columns. In each vector the largest entry by magnitude is positive; of entries equal within 1e-9 the one
 * of lowest index decides. k <= n; options and report may be NULL.
 * Pairs that op holds itself are taken as they are (jsmf_operator_leading). Where n is small, or k near n, LAPACK
 * solves for the whole matrix. Otherwise Krylov methods do, from the start that is given or from C times random vectors
 * of the context's seed: they find eigenvalues of any multiplicity, and give equal rows of C entries that differ by
 * rounding only. Without a start, ARPACK or narrow blocks find the vectors; where ARPACK does not, or has missed one,
 * blocks do. Wide blocks with thick restarts check them, go on from a start, and find what the others do not.
 * Where that needs more products than a whole matrix of a few thousand rows costs, LAPACK solves for this.
 * ARPACK runs in one thread of the process at a time: a product of op must not ask for eigenpairs itself.
 * Where the largest eigenvalue is below 1e-3 of the most negative one's magnitude, tolerance and residual are relative
 * to that part of it.
 * JSMF_ENUMERIC for k > n, NaN, or no convergence within the bound on blocks. JSMF_ESYSTEM for lack of memory. */
jsmf_status jsmf_eigen_largest(jsmf_context *ctx, const jsmf_operator *op, size_t k, const jsmf_eigen_options *options,
                               double *values, double *vectors, jsmf_eigen_report *report) JSMF_CHECKED;
/* The bytes that jsmf_eigen_largest allocates, with the whole matrix where this may be solved; start_columns: 0 without
 * a start. */
size_t jsmf_eigen_largest_bytes(size_t n, size_t k, size_t start_columns);

#endif
