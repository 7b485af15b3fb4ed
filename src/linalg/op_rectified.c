/* The operator C = max(Y Y' + r, 0) * scale, by tiles that never leave the cache. */
#include "shifted.h"

#include "vector.h"

#include <cblas.h>
#include <stdlib.h>
#include <string.h>

/* A tile of 128 x 512 doubles is half a megabyte. */
enum { TILE_ROWS = 128, TILE_COLS = 512 };

typedef struct rectified {
    jsmf_shifted t;
    double scale;
} rectified;

typedef struct rectified_apply {
    const rectified *c;
    size_t p;
    const double *x;
    double *y;
    double *tiles; /* one a thread */
} rectified_apply;

/* tile (m x w, without gaps) = rows i0 .. , columns j0 .. of C */
static void make_tile(const rectified *c, size_t i0, size_t m, size_t j0, size_t w, double *tile)
{
    jsmf_shifted_tile(&c->t, i0, m, j0, w, tile, w);
    jsmf_shift_clip(m * w, c->t.r, c->scale, tile);
}

static jsmf_status apply_rows(jsmf_context *ctx, void *arg, size_t chunk)
{
    const rectified_apply *a = arg;
    const rectified *c = a->c;
    const size_t n = c->t.n, i0 = chunk * TILE_ROWS, m = jsmf_chunk_length(n, TILE_ROWS, chunk);
    const int p = (int)a->p;
    double *tile = a->tiles + (size_t)jsmf_thread(ctx) * TILE_ROWS * TILE_COLS;
    for (size_t j0 = 0; j0 < n; j0 += TILE_COLS) {
        size_t w = n - j0 < TILE_COLS ? n - j0 : TILE_COLS;
        make_tile(c, i0, m, j0, w, tile);
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
    status = jsmf_parallel(ctx, jsmf_chunks(a.c->t.n, TILE_ROWS), apply_rows, &a);
    free(a.tiles);
    return status;
}

static jsmf_status panel(jsmf_context *ctx, const void *self, size_t i0, size_t m, double *out)
{
    const rectified *c = self;
    (void)ctx;
    make_tile(c, i0, m, 0, c->t.n, out);
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
