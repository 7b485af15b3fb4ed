/* E = max(-Y Y', 0) on some rows and columns, added to row sums and to rows in the basis Q. E is symmetric, as Y Y' is:
 * the rows named get all of theirs, the others their columns among those named. */
#include "law_negative.h"

#include "dense/vector.h"
#include "base/base_inner.h"

#include <cblas.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROWS = 128,  /* of all, a chunk */
    NAMED = 16,  /* of those named, a chunk: they are few and long */
    COLUMNS = 512
};

typedef struct negative {
    size_t n, k, count;
    const double *y, *q;
    const size_t *index;
    bool *named;    /* n */
    double *yt, *qt; /* count x k: the named rows of y and q */
    double *d, *p;
} negative;

/* What a chunk computes: of m rows, E's sums (m) and E Q (m x k). */
typedef struct part {
    double *tile, *sums, *rows;
} part;

/* ya: m rows of Y; the columns are those of yb and qb, count x k. */
static void make_part(const negative *e, size_t m, const double *ya, size_t count, const double *yb, const double *qb,
                      part *out)
{
    const int k = (int)e->k;
    memset(out->sums, 0, m * sizeof *out->sums);
    memset(out->rows, 0, m * e->k * sizeof *out->rows);
    for (size_t j0 = 0; j0 < count; j0 += COLUMNS) {
        const size_t w = count - j0 < COLUMNS ? count - j0 : COLUMNS;
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, (int)m, (int)w, k, -1, ya, k, yb + j0 * e->k, k, 0,
                    out->tile, (int)w);
        jsmf_dense_shift_clip(m * w, 0, 1, out->tile);
        for (size_t i = 0; i < m; i++)
            out->sums[i] += jsmf_dense_sum(w, out->tile + i * w);
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)m, k, (int)w, 1, out->tile, (int)w,
                    qb + j0 * e->k, k, 1, out->rows, k);
    }
}

static void add_part(const negative *e, size_t row, size_t i, const part *from)
{
    e->d[row] += from->sums[i];
    cblas_daxpy((int)e->k, 1, from->rows + i * e->k, 1, e->p + row * e->k, 1);
}

static part part_new(jsmf_context *ctx, size_t m, size_t k)
{
    part p;
    p.tile = jsmf_alloc(ctx, m * (COLUMNS + 1 + k), sizeof *p.tile);
    p.sums = p.tile ? p.tile + m * COLUMNS : NULL;
    p.rows = p.tile ? p.sums + m : NULL;
    return p;
}

static jsmf_status other_rows(jsmf_context *ctx, void *arg, size_t chunk)
{
    const negative *e = arg;
    const size_t first = chunk * ROWS, m = jsmf_chunk_length(e->n, ROWS, chunk);
    part p = part_new(ctx, m, e->k);
    if (!p.tile)
        return jsmf_context_status(ctx);
    make_part(e, m, e->y + first * e->k, e->count, e->yt, e->qt, &p);
    for (size_t i = 0; i < m; i++)
        if (!e->named[first + i])
            add_part(e, first + i, i, &p);
    free(p.tile);
    return JSMF_OK;
}

static jsmf_status named_rows(jsmf_context *ctx, void *arg, size_t chunk)
{
    const negative *e = arg;
    const size_t first = chunk * NAMED, m = jsmf_chunk_length(e->count, NAMED, chunk);
    part p = part_new(ctx, m, e->k);
    if (!p.tile)
        return jsmf_context_status(ctx);
    make_part(e, m, e->yt + first * e->k, e->n, e->y, e->q, &p);
    for (size_t i = 0; i < m; i++)
        add_part(e, e->index[first + i], i, &p);
    free(p.tile);
    return JSMF_OK;
}

static void gather(negative *e)
{
    for (size_t i = 0; i < e->count; i++) {
        e->named[e->index[i]] = true;
        memcpy(e->yt + i * e->k, e->y + e->index[i] * e->k, e->k * sizeof *e->yt);
        memcpy(e->qt + i * e->k, e->q + e->index[i] * e->k, e->k * sizeof *e->qt);
    }
}

jsmf_status jsmf_anchors_law_add_negative(jsmf_context *ctx, size_t n, size_t k, const double *y, const double *q,
                                          size_t count, const size_t *index, double *d, double *p)
{
    negative e = { .n = n, .k = k, .count = count, .y = y, .q = q, .index = index, .d = d, .p = p };
    e.named = jsmf_alloc_zero(ctx, n, sizeof *e.named);
    e.yt = jsmf_alloc(ctx, jsmf_mul_sat(count, k), sizeof *e.yt);
    e.qt = jsmf_alloc(ctx, jsmf_mul_sat(count, k), sizeof *e.qt);
    if (jsmf_context_status(ctx) != JSMF_OK)
        goto done;
    gather(&e);
    if (jsmf_parallel(ctx, jsmf_chunk_count(n, ROWS), other_rows, &e) == JSMF_OK)
        jsmf_recorded(jsmf_parallel(ctx, jsmf_chunk_count(count, NAMED), named_rows, &e));
done:
    free(e.named);
    free(e.yt);
    free(e.qt);
    return jsmf_context_status(ctx);
}
