/* What rectifiers share: their results, and the projection onto matrices of sum 1. */
#include "results.h"

#include "jsmf/rectify.h"

#include <math.h>
#include <stdlib.h>

void jsmf_rectified_free(jsmf_rectified *c)
{
    if (!c)
        return;
    free(c->y);
    *c = (jsmf_rectified){ 0 };
}

void jsmf_compressed_free(jsmf_compressed *c)
{
    if (!c)
        return;
    free(c->y);
    *c = (jsmf_compressed){ 0 };
}

jsmf_status jsmf_rectify_level(jsmf_context *ctx, size_t n, size_t k, const double *y, double excess, double *r)
{
    double squares = 0;
    for (size_t j = 0; j < k; j++) {
        double sum = 0;
        for (size_t i = 0; i < n; i++)
            sum += y[i * k + j];
        squares += sum * sum;
    }
    *r = (1 - squares - excess) / ((double)n * (double)n);
    return isfinite(*r) ? JSMF_OK : jsmf_fail(ctx, JSMF_ENUMERIC, "NaN in the projection onto matrices of sum 1");
}
