/* The logistic-normal prior that a model's A implies, and documents under it. */
#ifndef JSMF_DOCUMENT_NORMAL_PRIOR_H
#define JSMF_DOCUMENT_NORMAL_PRIOR_H

#include "jsmf/base.h"

/* JSMF_EDATA unless a (k x k, or NULL: missing) is symmetric, finite and not negative, and has no row of zeros. */
jsmf_status jsmf_document_check_correlations(jsmf_context *ctx, size_t k, const double *a) JSMF_CHECKED;

/* The bytes that jsmf_document_normal_fit allocates. */
size_t jsmf_document_normal_fit_bytes(size_t k);

/* mu (k) and sigma (k x k): w = softmax(x), x ~ N(mu, sigma), has E w = A e and nearly E w w' = A; a is symmetric, not
 * negative and sums to 1, no row is 0. A function of a alone. *miss = |D^-1/2 (E w w' - A) D^-1/2|_F, D = diag(A e),
 * with A as it was aimed at. */
jsmf_status jsmf_document_normal_fit(jsmf_context *ctx, size_t k, const double *a, double *mu, double *sigma,
                                     double *miss) JSMF_CHECKED;

#endif
