#include "shifted.h"

#include "dense/dense.h"
#include "dense/vector.h"
#include "base/base_inner.h"

#include <cblas.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void jsmf_operator_shifted_tile(const jsmf_operator_shifted *t, size_t i0, size_t m, size_t j0, size_t w, double *tile,
                                size_t ld)
{
    const int k = (int)t->k;
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, (int)m, (int)w, k, 1, t->y + i0 * t->k, k, t->y + j0 * t->k,
                k, 0, tile, (int)ld);
}

void jsmf_operator_tile_times(int m, int w, int p, const double *tile, const double *xi, const double *xj, double *yi,
                              double *yj)
{
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, p, w, 1, tile, w, xj, p, 1, yi, p);
    if (xi != xj)
        cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, w, p, m, 1, tile, w, xi, p, 1, yj, p);
}

size_t jsmf_operator_shifted_count(const jsmf_operator_shifted *t)
{
    const size_t tiles = jsmf_chunk_count(t->n, JSMF_TILE), wide = jsmf_chunk_count(t->n - t->exempt, JSMF_TILE);
    return wide * (2 * tiles - wide + 1) / 2;
}

typedef struct tile_loop {
    const jsmf_operator_shifted *t;
    jsmf_operator_tile_fn fn;
    void *arg;
    double *scratch; /* a tile a thread */
} tile_loop;

static jsmf_status tile_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const tile_loop *l = arg;
    const size_t n = l->t->n;
    double *tile = l->scratch + (size_t)jsmf_context_thread(ctx) * JSMF_TILE * JSMF_TILE;
    size_t row, column, m, w;
    jsmf_operator_tiles_pair(n, chunk, &row, &column);
    m = jsmf_chunk_length(n, JSMF_TILE, row);
    w = jsmf_chunk_length(n, JSMF_TILE, column);
    jsmf_operator_shifted_tile(l->t, row * JSMF_TILE, m, column * JSMF_TILE, w, tile, w);
    return l->fn(ctx, l->arg, chunk, row * JSMF_TILE, m, column * JSMF_TILE, w, tile);
}

jsmf_status jsmf_operator_shifted_each_tile(jsmf_context *ctx, const jsmf_operator_shifted *t, jsmf_operator_tile_fn fn,
                                            void *arg)
{
    tile_loop l = { .t = t, .fn = fn, .arg = arg };
    jsmf_status status;
    l.scratch = jsmf_alloc(ctx, (size_t)jsmf_context_threads(ctx), JSMF_TILE * JSMF_TILE * sizeof *l.scratch);
    if (!l.scratch)
        return jsmf_context_status(ctx);
    status = jsmf_parallel(ctx, jsmf_operator_shifted_count(t), tile_chunk, &l);
    free(l.scratch);
    return status;
}

enum { CHUNK_ROWS = 256 };

typedef struct expansion {
    const jsmf_operator_shifted *t;
    size_t p;
    const double *inner, *level; /* k x p: Y'X; p: r e'X */
    double *y;
} expansion;

/* y = Y (Y'X) + e (r e'X) */
static jsmf_status expand(jsmf_context *ctx, void *arg, size_t chunk)
{
    const expansion *a = arg;
    const size_t first = chunk * CHUNK_ROWS, rows = jsmf_chunk_length(a->t->n, CHUNK_ROWS, chunk), k = a->t->k;
    double *y = a->y + first * a->p;
    jsmf_status status = jsmf_dense_times(ctx, rows, k, a->p, a->t->y + first * k, a->inner, y);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < a->p; j++)
            y[i * a->p + j] += a->level[j];
    return status;
}

jsmf_status jsmf_operator_shifted_times(jsmf_context *ctx, const jsmf_operator_shifted *t, size_t p, const double *x,
                                        double *y)
{
    const size_t n = t->n, k = t->k;
    double *inner = jsmf_alloc(ctx, k + 1, jsmf_mul_sat(p, sizeof *inner)), *ones = jsmf_alloc(ctx, n, sizeof *ones);
    expansion a = { .t = t, .p = p, .inner = inner, .level = inner + k * p, .y = y };
    if (jsmf_context_status(ctx) != JSMF_OK)
        goto done;
    for (size_t i = 0; i < n; i++)
        ones[i] = 1;
    if (jsmf_dense_cross(ctx, n, k, p, t->y, x, inner) != JSMF_OK ||
        jsmf_dense_cross(ctx, n, 1, p, ones, x, inner + k * p) != JSMF_OK)
        goto done;
    for (size_t j = 0; j < p; j++)
        inner[k * p + j] *= t->r;
    jsmf_recorded(jsmf_parallel(ctx, jsmf_chunk_count(n, CHUNK_ROWS), expand, &a));
done:
    free(inner);
    free(ones);
    return jsmf_context_status(ctx);
}

typedef struct fill {
    size_t n;
    double r, scale;
    double *c;
    size_t *negative; /* a pair */
} fill;

static jsmf_status fill_tile(jsmf_context *ctx, void *arg, size_t pair, size_t i0, size_t m, size_t j0, size_t w,
                             double *tile)
{
    const fill *f = arg;
    const size_t below = jsmf_dense_count_below(m * w, -f->r, tile);
    (void)ctx;
    f->negative[pair] = i0 == j0 ? below : 2 * below;
    jsmf_dense_shift_clip(m * w, f->r, f->scale, tile);
    for (size_t i = 0; i < m; i++)
        memcpy(f->c + (i0 + i) * f->n + j0, tile + i * w, w * sizeof *tile);
    for (size_t j = 0; j < w && i0 != j0; j++)
        for (size_t i = 0; i < m; i++)
            f->c[(j0 + j) * f->n + i0 + i] = tile[i * w + j];
    return JSMF_OK;
}

jsmf_status jsmf_operator_shifted_fill(jsmf_context *ctx, const jsmf_operator_shifted *t, double scale, double *c,
                                       size_t *negative)
{
    const size_t pairs = jsmf_operator_shifted_count(t);
    fill f = { .n = t->n, .r = t->r, .scale = scale, .c = c };
    f.negative = jsmf_alloc(ctx, pairs, sizeof *f.negative);
    if (f.negative && jsmf_operator_shifted_each_tile(ctx, t, fill_tile, &f) == JSMF_OK && negative) {
        *negative = 0;
        for (size_t pair = 0; pair < pairs; pair++)
            *negative += f.negative[pair];
    }
    free(f.negative);
    return jsmf_context_status(ctx);
}

typedef struct tile_sums {
    double r;
    double *sums; /* a pair */
} tile_sums;

static jsmf_status sum_tile(jsmf_context *ctx, void *arg, size_t pair, size_t i0, size_t m, size_t j0, size_t w,
                            double *tile)
{
    const tile_sums *s = arg;
    (void)ctx;
    jsmf_dense_shift_clip(m * w, s->r, i0 == j0 ? 1 : 2, tile);
    s->sums[pair] = jsmf_dense_sum(m * w, tile);
    return JSMF_OK;
}

jsmf_status jsmf_operator_shifted_total(jsmf_context *ctx, const jsmf_operator_shifted *t, double *total)
{
    const size_t pairs = jsmf_operator_shifted_count(t);
    tile_sums s = { .r = t->r, .sums = jsmf_alloc(ctx, pairs, sizeof(double)) };
    if (s.sums && jsmf_operator_shifted_each_tile(ctx, t, sum_tile, &s) == JSMF_OK)
        *total = jsmf_dense_sum(pairs, s.sums);
    free(s.sums);
    return jsmf_context_status(ctx);
}
