/* The solvers behind jsmf_eigen_largest. Each yields the k largest eigenpairs, values descending, vectors n x k with
 * orthonormal columns of any sign. */
#ifndef JSMF_EIGEN_SOLVERS_H
#define JSMF_EIGEN_SOLVERS_H

#include "jsmf/eigen.h"

/* The whole matrix by LAPACK. */
jsmf_status jsmf_eigen_dense(jsmf_context *ctx, const jsmf_operator *op, size_t k, double *values, double *vectors,
                             jsmf_eigen_report *report) JSMF_CHECKED;
/* Block Krylov, options with their defaults filled in. */
jsmf_status jsmf_eigen_block(jsmf_context *ctx, const jsmf_operator *op, size_t k, const jsmf_eigen_options *options,
                             double *values, double *vectors, jsmf_eigen_report *report) JSMF_CHECKED;
/* vectors: near the k largest; *found = false, vectors untouched, where it is better to begin otherwise. *products:
 * vectors multiplied. */
jsmf_status jsmf_eigen_lanczos(jsmf_context *ctx, const jsmf_operator *op, size_t k, double tolerance, double *vectors,
                               bool *found, size_t *products) JSMF_CHECKED;
/* The bytes that these allocate. */
size_t jsmf_eigen_block_bytes(size_t n, size_t k, size_t start_columns);
size_t jsmf_eigen_lanczos_bytes(size_t n, size_t k);
/* The largest entry by magnitude of a column of n x k becomes positive; of several that are equal but for rounding the
 * first decides. */
void jsmf_eigen_fix_sign(size_t n, size_t k, double *column);
/* x (n x p): normal numbers of a stream of the context's seed. */
jsmf_status jsmf_eigen_normal(jsmf_context *ctx, size_t n, size_t p, uint64_t stream, double *x) JSMF_CHECKED;
/* x (n x p) = C times a random block, which keeps the rows of words that are alike in C alike. scratch: n x p. */
jsmf_status jsmf_eigen_random(jsmf_context *ctx, const jsmf_operator *op, size_t p, uint64_t stream, double *scratch,
                              double *x) JSMF_CHECKED;

#endif
