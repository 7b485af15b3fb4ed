/* The negative part of Y Y' on some rows and columns, by tiles that are never stored. */
#ifndef JSMF_ANCHORS_LAW_NEGATIVE_H
#define JSMF_ANCHORS_LAW_NEGATIVE_H

#include "jsmf/base.h"

/* With E = max(-Y Y', 0) where row or column is among index[0 .. count - 1] (distinct), and 0 elsewhere:
 * d (n) += E e, p (n x k) += E Q. y and q: n x k. Fails for lack of memory only. */
jsmf_status jsmf_anchors_law_add_negative(jsmf_context *ctx, size_t n, size_t k, const double *y, const double *q,
                                          size_t count, const size_t *index, double *d, double *p) JSMF_CHECKED;

#endif
