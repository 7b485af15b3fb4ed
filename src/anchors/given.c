/* Anchors that the user gives: checked, with their residuals in the order given. */
#include "selection.h"
#include "model/probability.h"

#include <stdlib.h>

static jsmf_status check(jsmf_context *ctx, size_t n, const double *sums, size_t k, const int64_t *s)
{
    for (size_t j = 0; j < k; j++) {
        if (s[j] < 0 || (size_t)s[j] >= n)
            return jsmf_fail(ctx, JSMF_EUSAGE, "anchor %zu is word %lld (expected 0 to %zu)", j, (long long)s[j],
                             n - 1);
        if (!jsmf_model_has_mass(sums[s[j]]))
            return jsmf_fail(ctx, JSMF_EUSAGE, "anchor %zu, word %lld, is in no pair with another", j, (long long)s[j]);
        for (size_t i = 0; i < j; i++)
            if (s[i] == s[j])
                return jsmf_fail(ctx, JSMF_EUSAGE, "anchors %zu and %zu are the same word, %lld", i, j,
                                 (long long)s[j]);
    }
    return JSMF_OK;
}

void jsmf_anchors_normalise(size_t n, size_t m, const size_t *index, const double *sums, double *products)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            products[i * m + j] = jsmf_model_has_mass(sums[i]) ? products[i * m + j] / sums[index[j]] / sums[i] : 0;
}

static jsmf_status measure(jsmf_context *ctx, jsmf_anchors_basis *basis, const jsmf_anchors_groups *groups,
                           const size_t *index, double *residuals)
{
    jsmf_status status = JSMF_OK;
    for (size_t j = 0; status == JSMF_OK && j < groups->k; j++)
        status = jsmf_anchors_basis_add_mean(ctx, basis, jsmf_anchors_group_length(groups, j),
                                             index + jsmf_anchors_group_first(groups, j), &residuals[j]);
    return status;
}

/* Products with all the words' rows, and their means. */
static jsmf_status multiply(jsmf_context *ctx, const jsmf_anchors_rows *rows, const double *sums,
                            const jsmf_anchors_groups *groups, const size_t *index, double *products)
{
    const size_t n = rows->n;
    double *own = groups->first ? jsmf_alloc(ctx, jsmf_mul_sat(n, groups->count), sizeof *own) : NULL;
    double *all = groups->first ? own : products;
    jsmf_status status = all ? jsmf_anchors_rows_products(ctx, rows, groups->count, index, all)
                             : jsmf_context_status(ctx);
    if (status == JSMF_OK) {
        jsmf_anchors_normalise(n, groups->count, index, sums, all);
        jsmf_anchors_group_columns(groups, n, all, products);
    }
    free(own);
    return status;
}

jsmf_status jsmf_anchors_given(jsmf_context *ctx, const jsmf_anchors_rows *rows, const double *sums,
                               const jsmf_anchors_groups *groups, double *residuals, double *products)
{
    jsmf_anchors_basis basis = { .rows = *rows, .sums = sums };
    size_t *index;
    jsmf_status status = check(ctx, rows->n, sums, groups->count, groups->words);
    if (status != JSMF_OK)
        return status;
    basis.q = jsmf_alloc(ctx, jsmf_mul_sat(groups->k, rows->width), sizeof *basis.q);
    index = jsmf_alloc(ctx, groups->count, sizeof *index);
    if (basis.q && index) {
        for (size_t j = 0; j < groups->count; j++)
            index[j] = (size_t)groups->words[j];
        status = measure(ctx, &basis, groups, index, residuals);
        if (status == JSMF_OK)
            status = multiply(ctx, rows, sums, groups, index, products);
    }
    free(basis.q);
    free(index);
    return status != JSMF_OK ? status : jsmf_context_status(ctx);
}
