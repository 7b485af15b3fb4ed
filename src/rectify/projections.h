/* The projections that rectifiers share, onto matrices that are known by a factor Y (n x k). The third one, onto the
 * non-negative matrices, is each rectifier's own. */
#ifndef JSMF_RECTIFY_PROJECTIONS_H
#define JSMF_RECTIFY_PROJECTIONS_H

#include "eigen/eigen_inner.h"

/* Y Y' = the projection of C onto the positive semidefinite matrices of rank k: y (n x k, n the size of c) =
 * U sqrt(L) of the k largest eigenpairs, and values (k) = L, descending. options are the eigensolver's. JSMF_ENUMERIC
 * where fewer than k eigenvalues are above 1e-12 of the largest, or where it does not converge. report may be NULL. */
jsmf_status jsmf_rectify_project_psd(jsmf_context *ctx, const jsmf_operator *c, size_t k,
                                     const jsmf_eigen_options *options, double *values, double *y,
                                     jsmf_eigen_report *report) JSMF_CHECKED;

/* Y Y' + E + r e e' = the projection of Y Y' + E onto the matrices of sum 1, as *r = (1 - |Y'e|^2 - e'E e) / n^2;
 * sum_e: e'E e. JSMF_ENUMERIC for NaN or infinity. */
jsmf_status jsmf_rectify_project_sum(jsmf_context *ctx, size_t n, size_t k, const double *y, double sum_e,
                                     double *r) JSMF_CHECKED;

/* JSMF_ENUMERIC unless the sum of a rectified co-occurrence, by which it is divided, is positive and finite. */
jsmf_status jsmf_rectify_check_total(jsmf_context *ctx, double total) JSMF_CHECKED;

#endif
