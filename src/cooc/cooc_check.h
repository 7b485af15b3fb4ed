/* Whether a matrix that was read can be a co-occurrence: symmetric, non-negative, not all 0. `where` names it in
 * messages, which also name the place. All of these fail with JSMF_EDATA where it cannot, and with JSMF_ESYSTEM for
 * lack of memory. */
#ifndef JSMF_COOC_CHECK_H
#define JSMF_COOC_CHECK_H

#include "jsmf/base.h"

/* Symmetric to this part of the largest entry; entries down to minus this part of it are taken for 0. */
#define JSMF_COOC_SLACK 1e-9

/* Fails where all values (count) are 0, or the largest by magnitude is above 1e100 or below 1e-100, so that squares and
 * sums of them would not be numbers. */
jsmf_status jsmf_cooc_check_magnitude(jsmf_context *ctx, const char *where, size_t count,
                                      const double *values) JSMF_CHECKED;
/* C = c, n x n; takes one parallel pass. */
jsmf_status jsmf_cooc_check_dense(jsmf_context *ctx, const char *where, size_t n, const double *c) JSMF_CHECKED;
/* C = c, which is square and has values. */
jsmf_status jsmf_cooc_check_sparse(jsmf_context *ctx, const char *where, const jsmf_csr *c) JSMF_CHECKED;
/* C = Hhat' Hhat - diag(hdiag): fails where Hhat or C's diagonal has a negative entry. */
jsmf_status jsmf_cooc_check_factors(jsmf_context *ctx, const char *where, const jsmf_csr *hhat,
                                    const double *hdiag) JSMF_CHECKED;
/* C = V diag(d) V': fails unless the columns of v (n x k) are orthonormal within 1e-6, and d (k) is positive. Here
 * `where` names the stream. */
jsmf_status jsmf_cooc_check_eigen(jsmf_context *ctx, const char *where, size_t n, size_t k, const double *v,
                                  const double *d) JSMF_CHECKED;

#endif
