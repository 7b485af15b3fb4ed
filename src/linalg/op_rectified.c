/* The operator C = max(Y Y' + r, 0) * scale, by tiles that never leave the cache and serve both halves of C: n^2 (k + 2
 * p) flops a product with p vectors. */
#include "shifted.h"

#include "vector.h"

#include <cblas.h>
#include <stdlib.h>
#include <string.h>

enum { T = JSMF_TILE };

typedef struct rectified {
    jsmf_shifted t;
    double scale;
} rectified;

typedef struct product {
    const rectified *c;
    size_t p, teams, round; /* teams: rows of tiles, and one that is nobody's where they are odd in number */
    const double *x;
    double *y;
    double *tiles; /* one a thread */
} product;

static void add_tile(const product *a, size_t row, size_t column, double *tile)
{
    const jsmf_shifted *t = &a->c->t;
    const size_t i0 = row * T, j0 = column * T;
    const int m = (int)jsmf_chunk_length(t->n, T, row), w = (int)jsmf_chunk_length(t->n, T, column), p = (int)a->p;
    jsmf_shifted_tile(t, i0, (size_t)m, j0, (size_t)w, tile, (size_t)w);
    jsmf_shift_clip((size_t)m * (size_t)w, t->r, a->c->scale, tile);
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, p, w, 1, tile, w, a->x + j0 * a->p, p, 1,
                a->y + i0 * a->p, p);
    if (row != column)
        cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, w, p, m, 1, tile, w, a->x + i0 * a->p, p, 1,
                    a->y + j0 * a->p, p);
}

/* One meeting of two rows of tiles. Within a round no row meets twice, so that chunks never write to the same rows of
 * y, and the order of the rounds fixes that of the sums. */
static jsmf_status meet(jsmf_context *ctx, void *arg, size_t chunk)
{
    const product *a = arg;
    const size_t others = a->teams - 1, tiles = jsmf_chunks(a->c->t.n, T);
    size_t one = chunk, other = chunk;
    if (a->round < others) { /* the circle method: the last stays, the others turn */
        one = chunk ? (a->round + chunk) % others : others;
        other = (a->round + others - chunk) % others;
    }
    if (one < tiles && other < tiles)
        add_tile(a, one < other ? one : other, one < other ? other : one,
                 a->tiles + (size_t)jsmf_thread(ctx) * T * T);
    return JSMF_OK;
}

static jsmf_status multiply(jsmf_context *ctx, product *a)
{
    const size_t tiles = jsmf_chunks(a->c->t.n, T);
    jsmf_status status = JSMF_OK;
    a->tiles = jsmf_alloc(ctx, (size_t)jsmf_context_threads(ctx), T * T * sizeof *a->tiles);
    if (!a->tiles)
        return jsmf_context_status(ctx);
    memset(a->y, 0, a->c->t.n * a->p * sizeof *a->y);
    a->teams = tiles + tiles % 2;
    for (a->round = 0; a->round < a->teams && status == JSMF_OK; a->round++)
        status = jsmf_parallel(ctx, a->round < a->teams - 1 ? a->teams / 2 : tiles, meet, a);
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
