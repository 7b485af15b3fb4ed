/* The leading eigenpairs of a co-occurrence as a factor, and which eigenvalues count. */
#ifndef JSMF_EIGEN_LEADING_H
#define JSMF_EIGEN_LEADING_H

#include "jsmf/eigen.h"

/* JSMF_ENUMERIC, saying how many there are, where fewer than k of the values (descending, count of them) are positive:
 * above 1e-12 of the largest. */
jsmf_status jsmf_eigen_leading_check(jsmf_context *ctx, size_t k, size_t count, const double *values) JSMF_CHECKED;

/* w (n x k) = U sqrt(L) of op's k largest eigenpairs, values (k) = L, descending, all of them positive
 * (jsmf_eigen_leading_check). */
jsmf_status jsmf_eigen_leading_factor(jsmf_context *ctx, const jsmf_operator *op, size_t k, double *values, double *w,
                                      jsmf_eigen_report *report) JSMF_CHECKED;
/* The same, begun in the span of start (n x columns), unless that is NULL. */
jsmf_status jsmf_eigen_leading_factor_from(jsmf_context *ctx, const jsmf_operator *op, size_t k, const double *start,
                                           size_t columns, double *values, double *w,
                                           jsmf_eigen_report *report) JSMF_CHECKED;

#endif
