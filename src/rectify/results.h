/* What rectifiers share. */
#ifndef JSMF_RECTIFY_RESULTS_H
#define JSMF_RECTIFY_RESULTS_H

#include "jsmf/base.h"

/* *r = (1 - |Y'e|^2 - excess) / n^2, with which Y Y' + r e e' and what sums to the excess sum to 1; y n x k. */
jsmf_status jsmf_rectify_level(jsmf_context *ctx, size_t n, size_t k, const double *y, double excess,
                               double *r) JSMF_CHECKED;

#endif
