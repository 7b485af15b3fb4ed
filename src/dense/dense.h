/* Dense linear algebra that runs on the context's threads with the same bytes for every thread count: OpenBLAS on one
 * thread within chunks that depend on the shape alone. Row-major doubles without gaps. */
#ifndef JSMF_DENSE_H
#define JSMF_DENSE_H

#include "jsmf/base.h"

/* out (n x q) = x (n x p) times m (p x q). */
jsmf_status jsmf_dense_times(jsmf_context *ctx, size_t n, size_t p, size_t q, const double *x, const double *m,
                             double *out) JSMF_CHECKED;
/* out (p x q) = x' y, x n x p and y n x q: partial sums over chunks of rows, added in order. */
jsmf_status jsmf_dense_cross(jsmf_context *ctx, size_t n, size_t p, size_t q, const double *x, const double *y,
                             double *out) JSMF_CHECKED;
/* Orthonormalises the columns of x (n x p) in place (Cholesky QR twice, falling back to Householder QR where x is
 * nearly dependent); r (p x p upper triangular, x_old = x_new r) unless NULL. JSMF_EUSAGE where p > n, JSMF_ENUMERIC
 * for NaN. */
jsmf_status jsmf_dense_orthonormalise(jsmf_context *ctx, size_t n, size_t p, double *x, double *r) JSMF_CHECKED;
/* x (n x p) := x r^-1, r upper triangular. */
jsmf_status jsmf_dense_divide(jsmf_context *ctx, size_t n, size_t p, const double *r, double *x) JSMF_CHECKED;
/* All eigenpairs of the symmetric m (p x p; overwritten): values descending, vectors in the columns of m.
 * JSMF_ENUMERIC: NaN, no convergence. */
jsmf_status jsmf_dense_eigen(jsmf_context *ctx, size_t p, double *m, double *values) JSMF_CHECKED;

#endif
