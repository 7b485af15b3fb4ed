#include "leading.h"

#include <math.h>

/* An eigenvalue below this part of the largest is none. */
static const double least_part = 1e-12;

jsmf_status jsmf_eigen_leading_check(jsmf_context *ctx, size_t k, size_t count, const double *values)
{
    size_t positive = 0;
    while (positive < count && values[positive] > 0 && values[positive] > least_part * values[0])
        positive++;
    if (positive >= k)
        return JSMF_OK;
    return jsmf_fail(ctx, JSMF_ENUMERIC, "the co-occurrence has only %zu positive eigenvalue%s, %zu %s asked for "
                     "(use -k %zu or less)", JSMF_COUNTED(positive), k, k == 1 ? "was" : "were",
                     positive ? positive : 1);
}

jsmf_status jsmf_eigen_leading_factor_from(jsmf_context *ctx, const jsmf_operator *op, size_t k, const double *start,
                                           size_t columns, double *values, double *w, jsmf_eigen_report *report)
{
    const size_t n = jsmf_operator_size(op);
    const jsmf_eigen_options with = { .start = start, .start_columns = start ? columns : 0 };
    if (jsmf_eigen_largest(ctx, op, k, &with, values, w, report) != JSMF_OK ||
        jsmf_eigen_leading_check(ctx, k, k, values) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++)
            w[i * k + j] *= sqrt(values[j]);
    return JSMF_OK;
}

jsmf_status jsmf_eigen_leading_factor(jsmf_context *ctx, const jsmf_operator *op, size_t k, double *values, double *w,
                                      jsmf_eigen_report *report)
{
    return jsmf_eigen_leading_factor_from(ctx, op, k, NULL, 0, values, w, report);
}
