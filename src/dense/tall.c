#include "tall.h"

#include "skinny.h"
#include "base/base_inner.h"

#include <cblas.h>
#include <stdlib.h>
#include <string.h>

/* Rows a chunk; sums over rows keep a partial sum a chunk, so that there are at most SUM_CHUNKS. */
enum { CHUNK_ROWS = 256, SUM_CHUNKS = 32 };

static jsmf_status times_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const jsmf_dense_tall_product *t = arg;
    const size_t i0 = chunk * CHUNK_ROWS, rows = jsmf_chunk_length(t->n, CHUNK_ROWS, chunk);
    const double *x = t->x + i0 * t->ldx;
    double *out = t->out + i0 * t->ldo;
    (void)ctx;
    if (t->q == JSMF_SKINNY)
        jsmf_dense_skinny_times(rows, t->p, t->alpha, x, t->ldx, t->m, t->ldm, t->beta, out, t->ldo);
    else
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)rows, (int)t->q, (int)t->p, t->alpha, x,
                    (int)t->ldx, t->m, (int)t->ldm, t->beta, out, (int)t->ldo);
    return JSMF_OK;
}

jsmf_status jsmf_dense_tall_times(jsmf_context *ctx, const jsmf_dense_tall_product *product)
{
    jsmf_dense_tall_product t = *product;
    return jsmf_parallel(ctx, jsmf_chunk_count(t.n, CHUNK_ROWS), times_chunk, &t);
}

typedef struct cross {
    size_t n, p, q, rows;
    const double *x;
    size_t ldx;
    const double *y;
    size_t ldy;
    double *partial; /* p x q a chunk */
} cross;

static jsmf_status cross_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const cross *c = arg;
    const size_t i0 = chunk * c->rows, rows = jsmf_chunk_length(c->n, c->rows, chunk);
    const double *x = c->x + i0 * c->ldx, *y = c->y + i0 * c->ldy;
    double *out = c->partial + chunk * c->p * c->q;
    (void)ctx;
    if (c->q == JSMF_SKINNY)
        jsmf_dense_skinny_cross(rows, c->p, x, c->ldx, y, c->ldy, out);
    else
        cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, (int)c->p, (int)c->q, (int)rows, 1, x, (int)c->ldx, y,
                    (int)c->ldy, 0, out, (int)c->q);
    return JSMF_OK;
}

static size_t sum_rows(size_t n)
{
    const size_t fair = jsmf_chunk_count(n, SUM_CHUNKS);
    return fair > CHUNK_ROWS ? fair : CHUNK_ROWS;
}

static void add_partials(size_t chunks, size_t size, const double *partial, double *out)
{
    memset(out, 0, size * sizeof *out);
    for (size_t chunk = 0; chunk < chunks; chunk++)
        for (size_t i = 0; i < size; i++)
            out[i] += partial[chunk * size + i];
}

/* Of a Gram matrix some kernels of BLAS round the two halves differently. */
static void mirror(size_t p, double *out)
{
    for (size_t i = 0; i < p; i++)
        for (size_t j = 0; j < i; j++)
            out[j * p + i] = out[i * p + j];
}

jsmf_status jsmf_dense_tall_cross(jsmf_context *ctx, size_t n, size_t p, const double *x, size_t ldx, size_t q,
                                  const double *y, size_t ldy, double *out)
{
    cross c = { .n = n, .p = p, .q = q, .rows = sum_rows(n), .x = x, .ldx = ldx, .y = y, .ldy = ldy };
    const size_t chunks = jsmf_chunk_count(n, c.rows);
    c.partial = jsmf_alloc(ctx, chunks, jsmf_mul_sat(jsmf_mul_sat(p, q), sizeof *out));
    if (!c.partial || jsmf_parallel(ctx, chunks, cross_chunk, &c) != JSMF_OK)
        goto done;
    add_partials(chunks, p * q, c.partial, out);
    if (x == y && ldx == ldy && p == q)
        mirror(p, out);
done:
    free(c.partial);
    return jsmf_context_status(ctx);
}

size_t jsmf_dense_tall_cross_bytes(size_t n, size_t p, size_t q)
{
    return jsmf_mul_sat(jsmf_chunk_count(n, sum_rows(n)), jsmf_mul_sat(jsmf_mul_sat(p, q), sizeof(double)));
}

typedef struct rotation {
    size_t n, p, q;
    double *v;
    size_t ld;
    const double *m;
    double *scratch; /* a chunk a thread */
} rotation;

static jsmf_status rotate_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const rotation *r = arg;
    const size_t rows = jsmf_chunk_length(r->n, CHUNK_ROWS, chunk);
    double *v = r->v + chunk * CHUNK_ROWS * r->ld;
    double *scratch = r->scratch + (size_t)jsmf_context_thread(ctx) * CHUNK_ROWS * r->q;
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)rows, (int)r->q, (int)r->p, 1, v, (int)r->ld, r->m,
                (int)r->q, 0, scratch, (int)r->q);
    jsmf_dense_tall_copy(rows, r->q, scratch, r->q, v, r->ld);
    return JSMF_OK;
}

jsmf_status jsmf_dense_tall_rotate(jsmf_context *ctx, size_t n, size_t p, size_t q, double *v, size_t ld,
                                   const double *m)
{
    rotation r = { .n = n, .p = p, .q = q, .v = v, .ld = ld, .m = m };
    jsmf_status status;
    r.scratch = jsmf_alloc(ctx, jsmf_mul_sat((size_t)jsmf_context_threads(ctx), q), CHUNK_ROWS * sizeof *v);
    if (!r.scratch)
        return jsmf_context_status(ctx);
    status = jsmf_parallel(ctx, jsmf_chunk_count(n, CHUNK_ROWS), rotate_chunk, &r);
    free(r.scratch);
    return status;
}

void jsmf_dense_tall_copy(size_t n, size_t q, const double *from, size_t ldf, double *to, size_t ldt)
{
    for (size_t i = 0; i < n; i++)
        memcpy(to + i * ldt, from + i * ldf, q * sizeof *to);
}
