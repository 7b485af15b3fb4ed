/* The operator over a stored N x N matrix. */
#include "operator_inner.h"

#include "dense/vector.h"
#include "base/base_inner.h"

#include <cblas.h>
#include <stdlib.h>
#include <string.h>

/* Blocks of up to NARROW columns are multiplied as x' C' into a transposed piece of y: OpenBLAS then packs the rows of
 * C without transposing them, which is what such products cost. */
enum { APPLY_ROWS = 128, NARROW = 48, NARROW_ROWS = 256 };

typedef struct dense {
    size_t n;
    const double *c;
} dense;

typedef struct dense_apply {
    const dense *d;
    size_t p;
    const double *x;
    double *y;
    double *scratch; /* NARROW x NARROW_ROWS a thread */
} dense_apply;

static jsmf_status apply_rows(jsmf_context *ctx, void *arg, size_t chunk)
{
    const dense_apply *a = arg;
    const size_t n = a->d->n, i0 = chunk * APPLY_ROWS;
    const int m = (int)jsmf_chunk_length(n, APPLY_ROWS, chunk), p = (int)a->p;
    const double *rows = a->d->c + i0 * n;
    (void)ctx;
    if (p == 1)
        cblas_dgemv(CblasRowMajor, CblasNoTrans, m, (int)n, 1, rows, (int)n, a->x, 1, 0, a->y + i0, 1);
    else
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, p, (int)n, 1, rows, (int)n, a->x, p, 0,
                    a->y + i0 * a->p, p);
    return JSMF_OK;
}

static jsmf_status apply_narrow(jsmf_context *ctx, void *arg, size_t chunk)
{
    const dense_apply *a = arg;
    const size_t n = a->d->n, p = a->p, i0 = chunk * NARROW_ROWS, m = jsmf_chunk_length(n, NARROW_ROWS, chunk);
    double *transposed = a->scratch + (size_t)jsmf_context_thread(ctx) * NARROW * NARROW_ROWS;
    cblas_dgemm(CblasRowMajor, CblasTrans, CblasTrans, (int)p, (int)m, (int)n, 1, a->x, (int)p, a->d->c + i0 * n,
                (int)n, 0, transposed, (int)m);
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < p; j++)
            a->y[(i0 + i) * p + j] = transposed[j * m + i];
    return JSMF_OK;
}

static jsmf_status apply(jsmf_context *ctx, const void *self, size_t p, const double *x, double *y)
{
    dense_apply a = { .d = self, .p = p, .x = x, .y = y };
    jsmf_status status;
    if (p == 0)
        return JSMF_OK;
    if (p == 1 || p > NARROW)
        return jsmf_parallel(ctx, jsmf_chunk_count(a.d->n, APPLY_ROWS), apply_rows, &a);
    a.scratch = jsmf_alloc(ctx, (size_t)jsmf_context_threads(ctx), NARROW * NARROW_ROWS * sizeof *a.scratch);
    if (!a.scratch)
        return jsmf_context_status(ctx);
    status = jsmf_parallel(ctx, jsmf_chunk_count(a.d->n, NARROW_ROWS), apply_narrow, &a);
    free(a.scratch);
    return status;
}

static jsmf_status panel(jsmf_context *ctx, const void *self, size_t i0, size_t m, double *out)
{
    const dense *d = self;
    (void)ctx;
    memcpy(out, d->c + i0 * d->n, m * d->n * sizeof *out);
    return JSMF_OK;
}

static size_t single_bytes(const void *self)
{
    const dense *d = self;
    return jsmf_mul_sat(jsmf_mul_sat(d->n, d->n), sizeof *d->c);
}

static const jsmf_operator_class dense_class = {
    .name = "dense", .apply = apply, .panel = panel, .single_bytes = single_bytes, .free = free,
};

jsmf_status jsmf_operator_dense(jsmf_context *ctx, size_t n, const double *c, jsmf_operator **out)
{
    dense *d = jsmf_alloc(ctx, 1, sizeof *d);
    *out = NULL;
    if (!d)
        return jsmf_context_status(ctx);
    *d = (dense){ .n = n, .c = c };
    return jsmf_operator_new(ctx, &dense_class, d, n, out);
}
