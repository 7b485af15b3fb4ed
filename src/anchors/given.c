/* Anchors that the user gives: checked, with their residuals in the order given; and the choice of the others. */
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

jsmf_status jsmf_anchors_given(jsmf_context *ctx, const jsmf_anchors_rows *rows, const double *sums,
                               const jsmf_anchors_groups *groups, double *residuals, double *products)
{
    jsmf_anchors_basis basis = { .rows = *rows, .sums = sums };
    size_t *index;
    if (check(ctx, rows->n, sums, groups->count, groups->words) != JSMF_OK)
        return jsmf_context_status(ctx);
    basis.q = jsmf_alloc(ctx, jsmf_mul_sat(groups->k, rows->width), sizeof *basis.q);
    index = jsmf_anchors_group_index(ctx, groups);
    if (jsmf_context_status(ctx) != JSMF_OK)
        goto done;
    for (size_t j = 0; j < groups->k; j++)
        if (jsmf_anchors_basis_add_mean(ctx, &basis, jsmf_anchors_group_length(groups, j),
                                        index + jsmf_anchors_group_first(groups, j), &residuals[j]) != JSMF_OK)
            goto done;
    jsmf_recorded(jsmf_anchors_group_products(ctx, rows, sums, groups, products));
done:
    free(basis.q);
    free(index);
    return jsmf_context_status(ctx);
}

/* ---- where some topics have none ---- */

size_t jsmf_anchors_open_groups(const jsmf_anchors_groups *groups)
{
    size_t open = 0;
    for (size_t j = 0; j < groups->k; j++)
        open += jsmf_anchors_group_length(groups, j) == 0;
    return open;
}

jsmf_status jsmf_anchors_select_rest(jsmf_context *ctx, const jsmf_anchors_rows *rows, const double *sums,
                                     const jsmf_anchors_options *options, const jsmf_anchors_groups *given, int64_t *s)
{
    jsmf_anchors_groups some = { .count = given->count, .words = given->words };
    size_t *first = jsmf_alloc_zero(ctx, given->k + 1, sizeof *first);
    double *residuals = jsmf_alloc(ctx, given->k, sizeof *residuals);
    if (jsmf_context_status(ctx) != JSMF_OK || check(ctx, rows->n, sums, given->count, given->words) != JSMF_OK)
        goto done;
    for (size_t j = 0; j < given->k; j++)
        if (jsmf_anchors_group_length(given, j) > 0)
            first[++some.k] = given->first[j + 1];
    some.first = first;
    jsmf_recorded(jsmf_anchors_select_by_qr(ctx, rows, sums, options, &some, s, residuals, NULL));
done:
    free(first);
    free(residuals);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_anchors_fill(jsmf_context *ctx, const jsmf_anchors_groups *given, const int64_t *s, int64_t **words,
                              size_t **first)
{
    size_t count = 0;
    *words = jsmf_alloc(ctx, given->count + given->k, sizeof **words);
    *first = jsmf_alloc_zero(ctx, given->k + 1, sizeof **first);
    for (size_t j = 0; jsmf_context_status(ctx) == JSMF_OK && j < given->k; j++) {
        for (size_t w = given->first[j]; w < given->first[j + 1]; w++)
            (*words)[count++] = given->words[w];
        if (given->first[j] == given->first[j + 1])
            (*words)[count++] = *s++;
        (*first)[j + 1] = count;
    }
    return jsmf_context_status(ctx);
}
