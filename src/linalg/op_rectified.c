/* The operator C = max(Y Y' + r, 0) * scale, by tiles that never leave the cache. */
#include "jsmf/operator.h"

#include "vector.h"

#include <cblas.h>
#include <stdlib.h>
#include <string.h>

/* A tile of 128 x 512 doubles is half a megabyte. */
enum { TILE_ROWS = 128, TILE_COLS = 512 };

typedef struct rectified {
    size_t n, k;
    const double *y;
    double r, scale;
} rectified;

typedef struct rectified_apply {
    const rectified *c;
    size_t p;
    const double *x;
    double *y;
    double *tiles; /* one a thread */
} rectified_apply;

/* tile (m x w) = rows i0 .. , columns j0 .. of C */
static void make_tile(const rectified *c, size_t i0, size_t m, size_t j0, size_t w, double *tile, size_t ld)
{
    const int k = (int)c->k;
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, (int)m, (int)w, k, 1, c->y + i0 * c->k, k, c->y + j0 * c->k,
                k, 0, tile, (int)ld);
    for (size_t i = 0; i < m; i++)
        jsmf_shift_clip(w, c->r, c->scale, tile + i * ld);
}

static jsmf_status apply_rows(jsmf_context *ctx, void *arg, size_t chunk)
{
    const rectified_apply *a = arg;
    const rectified *c = a->c;
    const size_t i0 = chunk * TILE_ROWS, m = jsmf_chunk_length(c->n, TILE_ROWS, chunk);
    const int p = (int)a->p;
    double *tile = a->tiles + (size_t)jsmf_thread(ctx) * TILE_ROWS * TILE_COLS;
    for (size_t j0 = 0; j0 < c->n; j0 += TILE_COLS) {
        size_t w = c->n - j0 < TILE_COLS ? c->n - j0 : TILE_COLS;
        make_tile(c, i0, m, j0, w, tile, w);
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)m, p, (int)w, 1, tile, (int)w, a->x + j0 * a->p, p,
                    j0 ? 1 : 0, a->y + i0 * a->p, p);
    }
    return JSMF_OK;
}

static jsmf_status apply(jsmf_context *ctx, const void *self, size_t p, const double *x, double *y)
{
    rectified_apply a = { .c = self, .p = p, .x = x, .y = y };
    jsmf_status status;
    if (p == 0)
        return JSMF_OK;
    a.tiles = jsmf_alloc(ctx, (size_t)jsmf_context_threads(ctx), TILE_ROWS * TILE_COLS * sizeof *a.tiles);
    if (!a.tiles)
        return jsmf_context_status(ctx);
    status = jsmf_parallel(ctx, jsmf_chunks(a.c->n, TILE_ROWS), apply_rows, &a);
    free(a.tiles);
    return status;
}

static jsmf_status panel(jsmf_context *ctx, const void *self, size_t i0, size_t m, double *out)
{
    const rectified *c = self;
    (void)ctx;
    make_tile(c, i0, m, 0, c->n, out, c->n);
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
    *c = (rectified){ .n = n, .k = k, .y = y, .r = r, .scale = scale };
    return jsmf_operator_new(ctx, &rectified_class, c, n, out);
}
