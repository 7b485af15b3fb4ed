/* Anchors that stand for the mean of several words' rows. */
#include "selection.h"

#include <cblas.h>
#include <stdlib.h>
#include <string.h>

size_t *jsmf_anchors_group_index(jsmf_context *ctx, const jsmf_anchors_groups *groups)
{
    size_t *index = jsmf_alloc(ctx, groups->count, sizeof *index);
    for (size_t j = 0; index && j < groups->count; j++)
        index[j] = (size_t)groups->words[j];
    return index;
}

size_t jsmf_anchors_group_first(const jsmf_anchors_groups *groups, size_t j)
{
    return groups->first ? groups->first[j] : j;
}

size_t jsmf_anchors_group_length(const jsmf_anchors_groups *groups, size_t j)
{
    return groups->first ? groups->first[j + 1] - groups->first[j] : 1;
}

double jsmf_anchors_group_weight(const jsmf_anchors_groups *groups, const double *sums, size_t j, size_t w)
{
    const size_t first = jsmf_anchors_group_first(groups, j), m = jsmf_anchors_group_length(groups, j);
    return m == 1 ? 1 : sums[groups->words[first]] / (double)m / sums[groups->words[first + w]];
}

/* means (n x k): for each group the mean of its words' columns (n x count). */
static void average_columns(const jsmf_anchors_groups *groups, size_t n, const double *columns, double *means)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < groups->k; j++) {
            const size_t m = jsmf_anchors_group_length(groups, j);
            const double *from = columns + i * groups->count + groups->first[j];
            double sum = 0;
            for (size_t w = 0; w < m; w++)
                sum += from[w];
            means[i * groups->k + j] = sum / (double)m;
        }
}

jsmf_status jsmf_anchors_group_products(jsmf_context *ctx, const jsmf_anchors_rows *rows, const double *sums,
                                        const jsmf_anchors_groups *groups, double *products)
{
    const size_t n = rows->n, count = groups->count;
    double *own = groups->first ? jsmf_alloc(ctx, jsmf_mul_sat(n, count), sizeof *own) : NULL;
    double *all = groups->first ? own : products;
    size_t *index = jsmf_anchors_group_index(ctx, groups);
    if (jsmf_context_status(ctx) != JSMF_OK || jsmf_anchors_rows_products(ctx, rows, count, index, all) != JSMF_OK)
        goto done;
    if (sums)
        jsmf_anchors_normalise(n, count, index, sums, all);
    if (groups->first)
        average_columns(groups, n, all, products);
done:
    free(own);
    free(index);
    return jsmf_context_status(ctx);
}

/* Row first of the group becomes the weighted sum of its rows, and goes to its place. */
static double *add_up(const jsmf_anchors_groups *groups, const double *sums, size_t n, size_t j, double *rows,
                      double *means)
{
    const size_t first = jsmf_anchors_group_first(groups, j), m = jsmf_anchors_group_length(groups, j);
    double *sum = rows + first * n;
    if (m > 1)
        cblas_dscal((int)n, jsmf_anchors_group_weight(groups, sums, j, 0), sum, 1);
    for (size_t w = 1; w < m; w++)
        cblas_daxpy((int)n, jsmf_anchors_group_weight(groups, sums, j, w), sum + w * n, 1, sum, 1);
    if (sum != means + j * n)
        memcpy(means + j * n, sum, n * sizeof *sum);
    return means + j * n;
}

void jsmf_anchors_group_rows(const jsmf_anchors_groups *groups, const double *sums, size_t n, double *rows,
                             double *means, double *css)
{
    for (size_t i = 0; i < groups->k; i++) {
        double *row = add_up(groups, sums, n, i, rows, means);
        for (size_t j = 0; j < groups->k; j++) {
            const size_t first = jsmf_anchors_group_first(groups, j);
            double sum = 0;
            for (size_t w = 0; w < jsmf_anchors_group_length(groups, j); w++)
                sum += jsmf_anchors_group_weight(groups, sums, j, w) * row[groups->words[first + w]];
            css[i * groups->k + j] = sum;
        }
        for (size_t j = 0; j < n; j++)
            row[j] /= sums[groups->words[jsmf_anchors_group_first(groups, i)]];
    }
}
