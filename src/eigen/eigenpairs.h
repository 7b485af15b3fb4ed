/* Eigenpairs below the solvers: the random blocks that solvers begin with, the signs of vectors, and which eigenvalues
 * count. */
#ifndef JSMF_EIGEN_EIGENPAIRS_H
#define JSMF_EIGEN_EIGENPAIRS_H

#include "jsmf/operator.h"

/* x (n x p) = independent standard normal numbers of one stream of the context's seed. They are the same for every
 * number of threads. */
jsmf_status jsmf_eigen_normal(jsmf_context *ctx, size_t n, size_t p, uint64_t stream, double *x) JSMF_CHECKED;
/* x (n x p, n the size of op) = C times such a block: words whose rows in C are alike get rows that are alike.
 * scratch: n x p. */
jsmf_status jsmf_eigen_random(jsmf_context *ctx, const jsmf_operator *op, size_t p, uint64_t stream, double *scratch,
                              double *x) JSMF_CHECKED;

/* Makes the largest entry by magnitude of each column of vectors (n x k) positive. Among entries that are equal within
 * 1e-9 the first decides. */
jsmf_status jsmf_eigen_fix_signs(jsmf_context *ctx, size_t n, size_t k, double *vectors) JSMF_CHECKED;

/* How many of the values (descending) are positive, which means above 1e-12 of the largest. */
size_t jsmf_eigen_positive(size_t count, const double *values);
/* JSMF_OK where at least k of the `count` values are. Else JSMF_ENUMERIC, and the message says how many there are. */
jsmf_status jsmf_eigen_check_positive(jsmf_context *ctx, size_t k, size_t count, const double *values) JSMF_CHECKED;

#endif
