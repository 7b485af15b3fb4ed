/* Where PALM begins. W = U sqrt(L) is determined up to a rotation, as W Q (W Q)' = W W', and what max(W, 0) throws away
 * depends on it: half of every column but the first. So the rotation is looked for that leaves the least to clip, by
 * alternating between Y = max(W Q, 0) and the Q that brings W Q nearest to Y (orthogonal Procrustes; Huang,
 * Sidiropoulos, Swami, "Non-negative matrix factorization revisited", 2014). A round costs 4 n k^2 flops and no product
 * with C. */
#include "palm_parts.h"

#include "jsmf/linalg.h"
#include "linalg/polar.h"

#include <math.h>
#include <stdlib.h>

/* Rounds end when the distance falls by less than this part of itself. */
static const double still = 1e-4;

enum { MOST_ROUNDS = 300, CHUNK_ROWS = 256 };

typedef struct start {
    jsmf_context *ctx;
    size_t n, k;
    const double *w;
    double *y;
    double *m, *q;    /* k x k */
    double *clipped;  /* a chunk: the squares that max(., 0) took away */
    double size;      /* |W|_F */
} start;

/* The part of each column, positive or negative, that has more mass. */
static void keep_larger_parts(const start *s, double *balance)
{
    for (size_t j = 0; j < s->k; j++)
        balance[j] = 0;
    for (size_t i = 0; i < s->n; i++)
        for (size_t j = 0; j < s->k; j++)
            balance[j] += s->w[i * s->k + j] * fabs(s->w[i * s->k + j]);
    for (size_t i = 0; i < s->n; i++)
        for (size_t j = 0; j < s->k; j++)
            s->y[i * s->k + j] = fmax(balance[j] < 0 ? -s->w[i * s->k + j] : s->w[i * s->k + j], 0);
}

static jsmf_status clip_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const start *s = arg;
    const size_t count = jsmf_chunk_length(s->n, CHUNK_ROWS, chunk) * s->k;
    double *y = s->y + chunk * CHUNK_ROWS * s->k, squares = 0;
    (void)ctx;
    for (size_t i = 0; i < count; i++) {
        const double negative = fmin(y[i], 0);
        squares += negative * negative;
        y[i] -= negative;
    }
    s->clipped[chunk] = squares;
    return JSMF_OK;
}

/* Q for this Y, then Y for this Q. */
static jsmf_status rotate(start *s, double *distance)
{
    const size_t chunks = jsmf_chunks(s->n, CHUNK_ROWS);
    double squares = 0;
    if (jsmf_cross(s->ctx, s->n, s->k, s->k, s->w, s->y, s->m) != JSMF_OK ||
        jsmf_polar(s->ctx, s->k, s->m, s->q) != JSMF_OK ||
        jsmf_times(s->ctx, s->n, s->k, s->k, s->w, s->q, s->y) != JSMF_OK ||
        jsmf_parallel(s->ctx, chunks, clip_chunk, s) != JSMF_OK)
        return jsmf_context_status(s->ctx);
    for (size_t chunk = 0; chunk < chunks; chunk++)
        squares += s->clipped[chunk];
    *distance = sqrt(squares) / s->size;
    return JSMF_OK;
}

static jsmf_status rotate_until_still(start *s, size_t *rounds, double *distance)
{
    double last = INFINITY;
    jsmf_status status = JSMF_OK;
    *rounds = 0;
    *distance = 0;
    while (status == JSMF_OK && *rounds < MOST_ROUNDS) {
        status = rotate(s, distance);
        ++*rounds;
        if (last - *distance <= still * *distance)
            break;
        last = *distance;
        if (status == JSMF_OK)
            status = jsmf_progress(s->ctx, "start", (double)*rounds / MOST_ROUNDS, *distance);
    }
    return status;
}

jsmf_status jsmf_palm_start(jsmf_context *ctx, size_t n, size_t k, const double *w, double *y, size_t *rotations,
                            double *distance)
{
    start s = { .ctx = ctx, .n = n, .k = k, .w = w, .y = y };
    jsmf_status status;
    for (size_t i = 0; i < n * k; i++)
        s.size += w[i] * w[i];
    s.size = sqrt(s.size);
    s.m = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *s.m);
    s.q = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *s.q);
    s.clipped = jsmf_alloc(ctx, jsmf_chunks(n, CHUNK_ROWS), sizeof *s.clipped);
    status = jsmf_context_status(ctx);
    if (status == JSMF_OK) {
        keep_larger_parts(&s, s.m);
        status = rotate_until_still(&s, rotations, distance);
    }
    free(s.m);
    free(s.q);
    free(s.clipped);
    return status;
}
