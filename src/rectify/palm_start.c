/* Where PALM begins. W = U sqrt(L) is determined up to a rotation, as W Q (W Q)' = W W', and what clipping at 0 throws
 * away depends on it: half of every column of W itself but the first. So the rotation is looked for that leaves the
 * least to clip, by alternating between R = W Q and the Q that brings W Q nearest to a non-negative matrix (orthogonal
 * Procrustes; Huang, Sidiropoulos, Swami, "Non-negative matrix factorization revisited", 2014). Aiming at |R| instead
 * of max(R, 0) is the same step made longer, as |R| = 2 max(R, 0) - R and |R|_F is fixed; it takes half the rounds. Q
 * is K x K: the rows of W that hold nearly all of it are enough to find it. No product with C is needed. */
#include "palm_start.h"

#include "dense/dense.h"
#include "dense/lapack.h"
#include "dense/vector.h"
#include "base/base_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rounds end when what would be clipped falls by less than this part of itself. */
static const double least_relative_fall = 1e-4;

/* Q is found on the largest rows of W, which together have this part of |W|_F^2. */
static const double heavy_part = 0.999, equal_within = 1e-9;

enum { MOST_ROUNDS = 300, CHUNK_ROWS = 256 };

typedef struct start {
    jsmf_context *ctx;
    size_t n, k;
    const double *w; /* n x k: the heavy rows */
    double *r;       /* n x k: |W Q| */
    double *m, *q;   /* k x k */
    double *clipped; /* a chunk: the squares of W Q's negative entries */
    double size;     /* |W|_F */
} start;

static int descending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* Copies the heavy rows of w (n x k) to heavy; rows of equal size go together. squares: 2 n doubles. */
static size_t gather_heavy(size_t n, size_t k, const double *w, double *squares, double *heavy)
{
    double *sorted = squares + n, total = 0, part = 0;
    size_t rows = 0, count = 0;
    for (size_t i = 0; i < n; i++)
        total += squares[i] = jsmf_dense_sum_squares(k, w + i * k);
    memcpy(sorted, squares, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, descending);
    while (rows < n - 1 && (part += sorted[rows]) < heavy_part * total)
        rows++;
    for (size_t i = 0; i < n; i++)
        if (squares[i] >= (1 - equal_within) * sorted[rows])
            memcpy(heavy + count++ * k, w + i * k, k * sizeof *heavy);
    return count;
}

/* r = the part of each column, positive or negative, that has more mass; balance: k doubles. */
static void keep_larger_parts(const start *s, double *balance)
{
    memset(balance, 0, s->k * sizeof *balance);
    for (size_t i = 0; i < s->n; i++)
        for (size_t j = 0; j < s->k; j++)
            balance[j] += s->w[i * s->k + j] * fabs(s->w[i * s->k + j]);
    for (size_t i = 0; i < s->n; i++)
        for (size_t j = 0; j < s->k; j++)
            s->r[i * s->k + j] = fmax(balance[j] < 0 ? -s->w[i * s->k + j] : s->w[i * s->k + j], 0);
}

static jsmf_status fold_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const start *s = arg;
    const size_t count = jsmf_chunk_length(s->n, CHUNK_ROWS, chunk) * s->k;
    double *r = s->r + chunk * CHUNK_ROWS * s->k, squares = 0;
    (void)ctx;
    for (size_t i = 0; i < count; i++) {
        const double negative = fmin(r[i], 0);
        squares += negative * negative;
        r[i] = fabs(r[i]);
    }
    s->clipped[chunk] = squares;
    return JSMF_OK;
}

/* Q for this |R|, then |R| for this Q. */
static jsmf_status rotate(start *s, double *distance)
{
    const size_t chunks = jsmf_chunk_count(s->n, CHUNK_ROWS);
    double squares = 0;
    if (jsmf_dense_cross(s->ctx, s->n, s->k, s->k, s->w, s->r, s->m) != JSMF_OK ||
        jsmf_dense_polar(s->ctx, s->k, s->m, s->q) != JSMF_OK ||
        jsmf_dense_times(s->ctx, s->n, s->k, s->k, s->w, s->q, s->r) != JSMF_OK ||
        jsmf_parallel(s->ctx, chunks, fold_chunk, s) != JSMF_OK)
        return jsmf_context_status(s->ctx);
    for (size_t chunk = 0; chunk < chunks; chunk++)
        squares += s->clipped[chunk];
    *distance = sqrt(squares) / s->size;
    return JSMF_OK;
}

jsmf_status jsmf_rectify_palm_start(jsmf_context *ctx, size_t n, size_t k, const double *w, double *y, double *scratch,
                                    jsmf_rectify_palm_rotation *report)
{
    double *squares = jsmf_alloc(ctx, n, 2 * sizeof *squares), last = INFINITY;
    start s = { .ctx = ctx, .k = k, .w = scratch, .r = y };
    *report = (jsmf_rectify_palm_rotation){ 0 };
    s.m = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *s.m);
    s.q = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *s.q);
    s.clipped = jsmf_alloc(ctx, jsmf_chunk_count(n, CHUNK_ROWS), sizeof *s.clipped);
    if (jsmf_context_status(ctx) != JSMF_OK)
        goto done;
    report->rows = s.n = gather_heavy(n, k, w, squares, scratch);
    s.size = sqrt(jsmf_dense_sum_squares(s.n * k, scratch));
    keep_larger_parts(&s, s.m);
    while (report->rounds < MOST_ROUNDS && last - report->clipped > least_relative_fall * report->clipped) {
        if (report->rounds > 0)
            last = report->clipped;
        if (rotate(&s, &report->clipped) != JSMF_OK)
            goto done;
        report->rounds++;
        if (jsmf_progress(ctx, "start", (double)report->rounds / MOST_ROUNDS, report->clipped) != JSMF_OK)
            goto done;
    }
    if (jsmf_dense_times(ctx, n, k, k, w, s.q, y) != JSMF_OK)
        goto done;
    for (size_t i = 0; i < n * k; i++)
        y[i] = fmax(y[i], 0);
done:
    free(squares);
    free(s.m);
    free(s.q);
    free(s.clipped);
    return jsmf_context_status(ctx);
}
