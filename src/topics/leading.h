/* The leading eigenpairs of a co-occurrence as a factor. */
#ifndef JSMF_LEADING_H
#define JSMF_LEADING_H

#include "jsmf/linalg.h"

/* w (n x k) = U sqrt(L) of op's k largest eigenpairs, values (k) = L, descending. JSMF_ENUMERIC, saying how many there
 * are, where fewer than k lie above 1e-12 of the largest. */
jsmf_status jsmf_leading_factor(jsmf_context *ctx, const jsmf_operator *op, size_t k, double *values, double *w,
                                jsmf_eigen_report *report) JSMF_CHECKED;
/* The same, begun in the span of start (n x k). */
jsmf_status jsmf_leading_factor_from(jsmf_context *ctx, const jsmf_operator *op, size_t k, const double *start,
                                     double *values, double *w, jsmf_eigen_report *report) JSMF_CHECKED;

#endif
