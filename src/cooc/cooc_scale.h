/* A co-occurrence is a joint distribution, to the projections and to the correlations: its entries sum to 1. What was
 * counted or scaled by hand is divided by its sum, with a warning. Every representation that is read passes here.
 *
 * What holds all of C sums to 1 to 1e-6. Approximations (V D V', Y Y', max(Y Y' + r, 0)) have sums of their own: they
 * are taken for what they are within a factor of 2 of 1, or of that part of the original's sum that lies in the span of
 * their columns, which the original's row sums tell. Nothing that the tools write is off by more. */
#ifndef JSMF_COOC_SCALE_H
#define JSMF_COOC_SCALE_H

#include "jsmf/base.h"

/* In all of these, `where` names the arrays in messages, and unigram (n, of any scale) has the row sums of the
 * original, or is NULL. JSMF_EDATA where the sum is not positive or not finite. */

/* The entries of C (count; of a sparse C those that are stored), of which the sum is taken. */
jsmf_status jsmf_cooc_scale_values(jsmf_context *ctx, const char *where, size_t count, double *values) JSMF_CHECKED;
/* Hhat' Hhat - diag(hdiag): both are divided. */
jsmf_status jsmf_cooc_scale_factors(jsmf_context *ctx, const char *where, jsmf_csr *hhat, double *hdiag) JSMF_CHECKED;
/* V diag(d) V', v n x k with orthonormal columns: d (k) is divided. */
jsmf_status jsmf_cooc_scale_eigen(jsmf_context *ctx, const char *where, size_t n, size_t k, const double *v, double *d,
                                  const double *unigram) JSMF_CHECKED;
/* Y Y', y n x k: y is divided by the sum's root. */
jsmf_status jsmf_cooc_scale_y(jsmf_context *ctx, const char *where, size_t n, size_t k, double *y,
                              const double *unigram) JSMF_CHECKED;
/* max(Y Y' + r, 0), y n x k, whose sum is *total: y and r are divided, and *total is 1 afterwards. All three stay where
 * *total is within a factor of 2 of 1, and where Y Y' + r sums to 1, as a projection leaves it. */
jsmf_status jsmf_cooc_scale_rectified(jsmf_context *ctx, const char *where, size_t n, size_t k, double *y, double *r,
                                      double *total) JSMF_CHECKED;
/* Row sums (n) of a co-occurrence in any of these forms: taken for what they are within a factor of 2 of sum 1. */
jsmf_status jsmf_cooc_scale_unigram(jsmf_context *ctx, const char *where, size_t n, double *unigram) JSMF_CHECKED;

#endif
