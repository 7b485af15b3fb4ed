#include "leading.h"

#include <math.h>

/* An eigenvalue below this part of the largest is none. */
static const double least_part = 1e-12;

static jsmf_status check_values(jsmf_context *ctx, size_t k, const double *values)
{
    size_t positive = 0;
    while (positive < k && values[positive] > 0 && values[positive] > least_part * values[0])
        positive++;
    if (positive == k)
        return JSMF_OK;
    return jsmf_fail(ctx, JSMF_ENUMERIC,
                     "the co-occurrence has only %zu positive eigenvalues, %zu topics need as many "
                     "(use -k %zu or less)", positive, k, positive ? positive : 1);
}

jsmf_status jsmf_leading_factor_from(jsmf_context *ctx, const jsmf_operator *op, size_t k, const double *start,
                                     double *values, double *w, jsmf_eigen_report *report)
{
    const size_t n = jsmf_operator_size(op);
    const jsmf_eigen_options with = { .start = start, .start_columns = start ? k : 0 };
    if (jsmf_eigen_largest(ctx, op, k, &with, values, w, report) != JSMF_OK || check_values(ctx, k, values) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++)
            w[i * k + j] *= sqrt(values[j]);
    return JSMF_OK;
}

jsmf_status jsmf_leading_factor(jsmf_context *ctx, const jsmf_operator *op, size_t k, double *values, double *w,
                                jsmf_eigen_report *report)
{
    return jsmf_leading_factor_from(ctx, op, k, NULL, values, w, report);
}
