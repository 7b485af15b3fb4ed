/* Anchors that the user gives: checked, with their residuals in the order given. */
#include "anchors_parts.h"

#include <stdlib.h>

static jsmf_status check(jsmf_context *ctx, size_t n, const double *sums, size_t k, const int64_t *s)
{
    for (size_t j = 0; j < k; j++) {
        if (s[j] < 0 || (size_t)s[j] >= n)
            return jsmf_fail(ctx, JSMF_EUSAGE, "anchor %zu is word %lld (expected 0 to %zu)", j, (long long)s[j],
                             n - 1);
        if (!anchors_has_mass(sums[s[j]]))
            return jsmf_fail(ctx, JSMF_EUSAGE, "anchor %zu, word %lld, is in no pair with another", j, (long long)s[j]);
        for (size_t i = 0; i < j; i++)
            if (s[i] == s[j])
                return jsmf_fail(ctx, JSMF_EUSAGE, "anchors %zu and %zu are the same word, %lld", i, j,
                                 (long long)s[j]);
    }
    return JSMF_OK;
}

static void normalise(size_t n, size_t k, const size_t *index, const double *sums, double *products)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++)
            products[i * k + j] = anchors_has_mass(sums[i]) ? products[i * k + j] / sums[index[j]] / sums[i] : 0;
}

static jsmf_status measure(jsmf_context *ctx, anchor_basis *basis, size_t k, const size_t *index, double *residuals)
{
    jsmf_status status = JSMF_OK;
    for (size_t j = 0; status == JSMF_OK && j < k; j++)
        status = anchor_basis_add(ctx, basis, index[j], &residuals[j]);
    return status;
}

jsmf_status anchors_given(jsmf_context *ctx, const anchor_rows *rows, const double *sums, size_t k, const int64_t *s,
                          double *residuals, double *products)
{
    anchor_basis basis = { .rows = *rows, .sums = sums };
    size_t *index;
    jsmf_status status = check(ctx, rows->n, sums, k, s);
    if (status != JSMF_OK)
        return status;
    basis.q = jsmf_alloc(ctx, jsmf_mul_sat(k, rows->width), sizeof *basis.q);
    index = jsmf_alloc(ctx, k, sizeof *index);
    if (basis.q && index) {
        for (size_t j = 0; j < k; j++)
            index[j] = (size_t)s[j];
        status = measure(ctx, &basis, k, index, residuals);
        if (status == JSMF_OK)
            status = anchor_rows_products(ctx, rows, k, index, products);
        if (status == JSMF_OK)
            normalise(rows->n, k, index, sums, products);
    }
    free(basis.q);
    free(index);
    return status != JSMF_OK ? status : jsmf_context_status(ctx);
}
