/* The operator C = max(Y Y' + r, 0) * scale, by tiles that never leave the cache and serve both halves of C: n^2 (k + 2
 * p) flops a product with p vectors. */
#include "shifted.h"

#include "rounds.h"
#include "vector.h"

#include <stdlib.h>
#include <string.h>

enum { T = JSMF_TILE };

typedef struct rectified {
    jsmf_shifted t;
    double scale;
} rectified;

typedef struct product {
    const rectified *c;
    size_t p;
    const double *x;
    double *y;
    double *tiles; /* one a thread */
} product;

static jsmf_status add_tile(jsmf_context *ctx, void *arg, size_t row, size_t column)
{
    const product *a = arg;
    const jsmf_shifted *t = &a->c->t;
    const size_t i0 = row * T, j0 = column * T;
    const int m = (int)jsmf_chunk_length(t->n, T, row), w = (int)jsmf_chunk_length(t->n, T, column), p = (int)a->p;
    double *tile = a->tiles + (size_t)jsmf_thread(ctx) * T * T;
    jsmf_shifted_tile(t, i0, (size_t)m, j0, (size_t)w, tile, (size_t)w);
    jsmf_shift_clip((size_t)m * (size_t)w, t->r, a->c->scale, tile);
    jsmf_tile_times(m, w, p, tile, a->x + i0 * a->p, a->x + j0 * a->p, a->y + i0 * a->p, a->y + j0 * a->p);
    return JSMF_OK;
}

static jsmf_status multiply(jsmf_context *ctx, product *a)
{
    const size_t n = a->c->t.n, tiles = jsmf_chunks(n, T);
    jsmf_status status;
    a->tiles = jsmf_alloc(ctx, (size_t)jsmf_context_threads(ctx), T * T * sizeof *a->tiles);
    if (!a->tiles)
        return jsmf_context_status(ctx);
    memset(a->y, 0, n * a->p * sizeof *a->y);
    status = jsmf_rounds(ctx, tiles, tiles, add_tile, a);
    free(a->tiles);
    return status;
}

static jsmf_status apply(jsmf_context *ctx, const void *self, size_t p, const double *x, double *y)
{
    product a = { .c = self, .p = p, .x = x, .y = y };
    return p ? multiply(ctx, &a) : JSMF_OK;
}

static jsmf_status panel(jsmf_context *ctx, const void *self, size_t i0, size_t m, double *out)
{
    const rectified *c = self;
    (void)ctx;
    jsmf_shifted_tile(&c->t, i0, m, 0, c->t.n, out, c->t.n);
    jsmf_shift_clip(m * c->t.n, c->t.r, c->scale, out);
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
