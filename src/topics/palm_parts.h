/* The inside of PALM. */
#ifndef JSMF_PALM_PARTS_H
#define JSMF_PALM_PARTS_H

#include "jsmf/base.h"

/* y (n x k) >= 0 with Y Y' near W W', w n x k. *rotations: rounds that it took; *distance: |Y - W Q|_F / |W|_F at the
 * best rotation Q found. */
jsmf_status jsmf_palm_start(jsmf_context *ctx, size_t n, size_t k, const double *w, double *y, size_t *rotations,
                            double *distance) JSMF_CHECKED;

#endif
