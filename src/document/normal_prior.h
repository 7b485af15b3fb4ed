/* The logistic-normal prior that a model's A implies; normal.h has the documents under it. */
#ifndef JSMF_DOCUMENT_NORMAL_PRIOR_H
#define JSMF_DOCUMENT_NORMAL_PRIOR_H

#include "jsmf/base.h"

/* JSMF_EDATA unless a (k x k) can be the moments of compositions: it is there (not NULL), symmetric, finite and not
 * negative, and not 0 throughout. *massless: how many of its rows are 0. */
jsmf_status jsmf_document_check_correlations(jsmf_context *ctx, size_t k, const double *a,
                                             size_t *massless) JSMF_CHECKED;

/* The bytes that jsmf_document_normal_fit allocates. */
size_t jsmf_document_normal_fit_bytes(size_t k);

/* Finds mu (k) and sigma (k x k) such that w = softmax(x), x ~ N(mu, sigma), has E w = A e and nearly E w w' = A. a (k
 * x k) is symmetric and not negative, and sums to 1. Where a row of it is 0, mu is -1000, whose softmax is 0, and sigma
 * 0. The result is a function of a alone. *miss =
 * |D^-1/2 (E w w' - A~) D^-1/2|_F with D = diag(A e); A~, which the fit aims at, is A with a tenth of it replaced by
 * the moments of the Dirichlet of the same mean and trace. JSMF_ENUMERIC where no such distribution is found;
 * JSMF_ESYSTEM for lack of memory. */
jsmf_status jsmf_document_normal_fit(jsmf_context *ctx, size_t k, const double *a, double *mu, double *sigma,
                                     double *miss) JSMF_CHECKED;

#endif
