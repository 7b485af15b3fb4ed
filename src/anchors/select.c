/* The choice of anchors: by the rule asked for, among the rows of Cbar or among their projections. */
#include "selection.h"

#include "jsmf/model.h"
#include "anchors_inner.h"
#include "base/base_inner.h"
#include "operator/operator_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

jsmf_status jsmf_anchors_select_rows(jsmf_context *ctx, const jsmf_anchors_rows *rows, const double *sums,
                                     const jsmf_anchors_options *options, int64_t *s, double *residuals,
                                     double *products)
{
    const bool by_qr = options->select == JSMF_SELECT_QR || options->select == JSMF_SELECT_SPA;
    if (jsmf_model_check_topics(ctx, NULL, options->k, rows->n) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (by_qr)
        return jsmf_anchors_select_by_qr(ctx, rows, sums, options, NULL, s, residuals, products);
    return jsmf_anchors_select_greedily(ctx, rows, sums, options, s, residuals, products);
}

jsmf_status jsmf_anchors_select(jsmf_context *ctx, const jsmf_operator *op, const double *sums,
                                const jsmf_anchors_options *options, int64_t *s, double *residuals)
{
    const jsmf_anchors_rows rows = jsmf_anchors_rows_of_operator(op);
    jsmf_anchors_options settled;
    jsmf_anchors_limit limit;
    if (jsmf_model_check_topics(ctx, NULL, options->k, rows.n) != JSMF_OK ||
        jsmf_anchors_settle(ctx, &rows, sums, options, &settled, &limit) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_anchors_select_rows(ctx, &rows, sums, &settled, s, residuals, NULL);
}

/* ---- among rows projected at random to fewer dimensions (004 Algorithm 4): the distances of points survive it, by
 * Johnson and Lindenstrauss' lemma ---- */

enum { COLUMNS = 64, ROWS = 512 }; /* of C times a block at a time; of a chunk that draws */
static const uint64_t stream = UINT64_C(0x70726f6a656374); /* "project" */

typedef struct draw {
    uint64_t seed;
    size_t n, first, columns;
    double scale, *out; /* n x columns: the columns first, first + 1, ... */
} draw;

static jsmf_status draw_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const draw *d = arg;
    const size_t i0 = chunk * ROWS, last = i0 + jsmf_chunk_length(d->n, ROWS, chunk);
    (void)ctx;
    for (size_t i = i0; i < last; i++)
        for (size_t j = 0; j < d->columns; j++)
            d->out[i * d->columns + j] = d->scale * jsmf_random_normal(d->seed, stream + d->first + j, i);
    return JSMF_OK;
}

/* block (n x dimensions) = C G */
static jsmf_status project(jsmf_context *ctx, const jsmf_operator *op, size_t dimensions, double *block)
{
    const size_t n = jsmf_operator_size(op);
    double *x = jsmf_alloc(ctx, jsmf_mul_sat(n, 2 * COLUMNS), sizeof *x);
    draw d = { .seed = jsmf_context_seed(ctx), .n = n, .scale = 1 / sqrt((double)dimensions), .out = x };
    for (; x && d.first < dimensions; d.first += d.columns) {
        double *y = x + n * COLUMNS;
        d.columns = jsmf_least(COLUMNS, dimensions - d.first);
        if (jsmf_parallel(ctx, jsmf_chunk_count(n, ROWS), draw_chunk, &d) != JSMF_OK ||
            jsmf_operator_apply(ctx, op, d.columns, x, y) != JSMF_OK)
            break;
        for (size_t i = 0; i < n; i++)
            memcpy(block + i * dimensions + d.first, y + i * d.columns, d.columns * sizeof *y);
    }
    free(x);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_anchors_select_projected(jsmf_context *ctx, const jsmf_operator *op, const double *sums,
                                          const jsmf_anchors_options *options, int64_t *s, double *residuals)
{
    const size_t n = jsmf_operator_size(op), dimensions = options->project;
    double *block, *products;
    if (dimensions < options->k)
        return jsmf_fail(ctx, JSMF_EUSAGE, "%zu anchor%s among rows projected to %zu dimension%s (expected as many "
                         "dimensions or more)", JSMF_COUNTED(options->k), JSMF_COUNTED(dimensions));
    block = jsmf_alloc(ctx, jsmf_mul_sat(n, dimensions), sizeof *block);
    products = jsmf_alloc(ctx, jsmf_mul_sat(n, options->k), sizeof *products);
    if (jsmf_context_status(ctx) != JSMF_OK || project(ctx, op, dimensions, block) != JSMF_OK)
        goto done;
    jsmf_anchors_rows rows = jsmf_anchors_rows_of_block(n, dimensions, block);
    rows.compressed = false;
    if (jsmf_anchors_select_rows(ctx, &rows, sums, options, s, residuals, products) == JSMF_OK && options->clean_up)
        jsmf_recorded(jsmf_anchors_clean_up(ctx, &rows, sums, options, s, products));
done:
    free(block);
    free(products);
    return jsmf_context_status(ctx);
}
