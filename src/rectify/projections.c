/* The results that rectifiers share, and the projections onto the positive semidefinite matrices of rank k and onto the
 * matrices of sum 1 (001 Algorithm 1, lines 3 to 6). */
#include "projections.h"

#include "eigen/eigenpairs.h"
#include "jsmf/rectify.h"
#include "eigen/eigen_inner.h"
#include "operator/operator_inner.h"

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

jsmf_status jsmf_rectify_project_psd(jsmf_context *ctx, const jsmf_operator *c, size_t k,
                                     const jsmf_eigen_options *options, double *values, double *y,
                                     jsmf_eigen_report *report)
{
    const size_t n = jsmf_operator_size(c);
    if (jsmf_eigen_largest(ctx, c, k, options, values, y, report) != JSMF_OK ||
        jsmf_eigen_check_positive(ctx, k, k, values) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++)
            y[i * k + j] *= sqrt(values[j]);
    return JSMF_OK;
}

jsmf_status jsmf_rectify_project_sum(jsmf_context *ctx, size_t n, size_t k, const double *y, double sum_e,
                                     double *r)
{
    double *sums = jsmf_alloc_zero(ctx, k, sizeof *sums), squares = 0;
    if (!sums)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++)
            sums[j] += y[i * k + j];
    for (size_t j = 0; j < k; j++)
        squares += sums[j] * sums[j];
    free(sums);
    *r = (1 - squares - sum_e) / ((double)n * (double)n);
    return isfinite(*r) ? JSMF_OK : jsmf_fail(ctx, JSMF_ENUMERIC, "NaN in the projection onto matrices of sum 1");
}

jsmf_status jsmf_rectify_check_total(jsmf_context *ctx, double total)
{
    if (!(total > 0) || !isfinite(total))
        return jsmf_fail(ctx, JSMF_ENUMERIC, "the rectified co-occurrence sums to %g", total);
    return JSMF_OK;
}
