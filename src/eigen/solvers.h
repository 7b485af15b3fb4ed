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

#endif
