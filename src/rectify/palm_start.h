/* Where PALM begins. */
#ifndef JSMF_RECTIFY_PALM_START_H
#define JSMF_RECTIFY_PALM_START_H

#include "jsmf/base.h"

typedef struct jsmf_rectify_palm_rotation {
    size_t rows;    /* that the rotation was found on */
    size_t rounds;
    double clipped; /* |min(W Q, 0)|_F / |W|_F on these rows */
} jsmf_rectify_palm_rotation;

/* y (n x k) = max(W Q, 0), where W is w (n x k), at a rotation Q (k x k) that leaves little to clip, so that Y Y' is
 * near W W'. scratch: n x k. */
jsmf_status jsmf_rectify_palm_start(jsmf_context *ctx, size_t n, size_t k, const double *w, double *y, double *scratch,
                                    jsmf_rectify_palm_rotation *report) JSMF_CHECKED;

#endif
