/* The iterative solvers behind jsmf_eigen_largest. */
#ifndef JSMF_EIGEN_SOLVERS_H
#define JSMF_EIGEN_SOLVERS_H

#include "eigen_inner.h"

/* The k largest eigenpairs by block Krylov: values (k) descending, vectors n x k with orthonormal columns of either
 * sign. options: with the tolerance filled in. vectors may be the start. *found = false, and only the report is filled
 * in, where they do not converge. JSMF_ENUMERIC for NaN, and without found for no convergence. */
jsmf_status jsmf_eigen_block(jsmf_context *ctx, const jsmf_operator *op, size_t k, const jsmf_eigen_options *options,
                             double *values, double *vectors, bool *found, jsmf_eigen_report *report) JSMF_CHECKED;
/* vectors (n x k) = orthonormal vectors near those of the k largest eigenvalues, by Lanczos in narrow blocks. *found =
 * false, and vectors are untouched, where it does not find them or may have missed a multiple eigenvalue. *products =
 * the vectors multiplied by C, about `most` at most. */
jsmf_status jsmf_eigen_lanczos(jsmf_context *ctx, const jsmf_operator *op, size_t k, double tolerance, size_t most,
                               double *vectors, bool *found, size_t *products) JSMF_CHECKED;
/* The same, and values (k, descending), by ARPACK. *found = false, and nothing is written, where it does not converge,
 * comes to the end of the space, or meets NaN. Of a multiple eigenvalue it may find one vector only. */
jsmf_status jsmf_eigen_arpack(jsmf_context *ctx, const jsmf_operator *op, size_t k, double tolerance, double *values,
                              double *vectors, bool *found, size_t *products) JSMF_CHECKED;
/* *complete: values (k, descending) and vectors, eigenpairs to within the tolerance, are those of the k largest
 * eigenvalues. False where one is missing, and where that cannot be told soon. */
jsmf_status jsmf_eigen_missed(jsmf_context *ctx, const jsmf_operator *op, size_t k, double tolerance,
                              const double *values, const double *vectors, bool *complete,
                              size_t *products) JSMF_CHECKED;
/* The bytes that the first two allocate, the others need less than the first; start_columns: of the warm start, 0
 * without one. */
size_t jsmf_eigen_block_bytes(size_t n, size_t k, size_t start_columns);
size_t jsmf_eigen_lanczos_bytes(size_t n, size_t k);

#endif
