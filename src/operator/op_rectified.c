/* The operator C = max(Y Y' + r, 0) * scale, by tiles that never leave the cache and serve both halves of C: n^2 (k + 2
 * p) flops a product with p vectors. */
#include "shifted.h"

#include "rounds.h"
#include "dense/vector.h"
#include "base/base_inner.h"
#include "operator_inner.h"

#include <stdlib.h>
#include <string.h>

enum { T = JSMF_TILE };

typedef struct rectified {
    jsmf_operator_shifted t;
    double scale;
} rectified;

typedef struct product {
    const rectified *c;
    size_t p;
    const double *x;
    double *y;
} product;

static jsmf_status add_tile(jsmf_context *ctx, void *arg, size_t row, size_t column, double *tile)
{
    const product *a = arg;
    const jsmf_operator_shifted *t = &a->c->t;
    const size_t i0 = row * T, j0 = column * T;
    const int m = (int)jsmf_chunk_length(t->n, T, row), w = (int)jsmf_chunk_length(t->n, T, column), p = (int)a->p;
    (void)ctx;
    jsmf_operator_shifted_tile(t, i0, (size_t)m, j0, (size_t)w, tile, (size_t)w);
    jsmf_dense_shift_clip((size_t)m * (size_t)w, t->r, a->c->scale, tile);
    jsmf_operator_tile_times(m, w, p, tile, a->x + i0 * a->p, a->x + j0 * a->p, a->y + i0 * a->p, a->y + j0 * a->p);
    return JSMF_OK;
}

static jsmf_status apply(jsmf_context *ctx, const void *self, size_t p, const double *x, double *y)
{
    product a = { .c = self, .p = p, .x = x, .y = y };
    const size_t n = a.c->t.n, tiles = jsmf_chunk_count(n, T);
    if (p == 0)
        return JSMF_OK;
    memset(y, 0, n * p * sizeof *y);
    return jsmf_operator_tile_rounds(ctx, tiles, tiles, T, add_tile, &a);
}

static jsmf_status panel(jsmf_context *ctx, const void *self, size_t i0, size_t m, double *out)
{
    const rectified *c = self;
    (void)ctx;
    jsmf_operator_shifted_tile(&c->t, i0, m, 0, c->t.n, out, c->t.n);
    jsmf_dense_shift_clip(m * c->t.n, c->t.r, c->scale, out);
    return JSMF_OK;
}

static const jsmf_operator_class rectified_class = {
    .name = "rectified", .apply = apply, .panel = panel, .free = free,
};

jsmf_status jsmf_operator_rectified(jsmf_context *ctx, size_t n, size_t k, const double *y, double r, double scale,
                                    jsmf_operator **out)
{
    rectified *c = jsmf_alloc(ctx, 1, sizeof *c);
    *out = NULL;
    if (!c)
        return jsmf_context_status(ctx);
    *c = (rectified){ .t = { .n = n, .k = k, .y = y, .r = r }, .scale = scale };
    return jsmf_operator_new(ctx, &rectified_class, c, n, out);
}
