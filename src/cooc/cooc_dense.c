/* C in full. Only the upper half is computed; the lower is its copy. */
#include "jsmf/cooc.h"

#include "base/pages.h"
#include "upper.h"
#include "base/base_inner.h"

#include <stdlib.h>

enum { TILE = 64 };

typedef struct work {
    size_t n;
    double *c; /* n x n */
} work;

static double *row_of(jsmf_context *ctx, void *arg, size_t i)
{
    const work *w = arg;
    (void)ctx;
    return w->c + i * w->n;
}

static void mirror_tile(double *c, size_t n, size_t i0, size_t j0)
{
    size_t i1 = i0 + TILE < n ? i0 + TILE : n, j1 = j0 + TILE < n ? j0 + TILE : n;
    for (size_t i = i0; i < i1; i++)
        for (size_t j = j0; j < j1 && j < i; j++)
            c[i * n + j] = c[j * n + i];
}

static jsmf_status mirror_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    work *w = arg;
    (void)ctx;
    for (size_t j0 = 0; j0 <= chunk * TILE; j0 += TILE)
        mirror_tile(w->c, w->n, chunk * TILE, j0);
    return JSMF_OK;
}

jsmf_status jsmf_cooc_dense(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag, double **c)
{
    work w = { .n = hhat->cols };
    const jsmf_cooc_rows rows = { .begin = row_of, .arg = &w };
    size_t entries = jsmf_mul_sat(w.n, w.n);
    *c = NULL;
    w.c = jsmf_alloc_zero(ctx, entries, sizeof *w.c);
    if (!w.c)
        return jsmf_context_status(ctx);
    jsmf_alloc_large_pages(w.c, entries * sizeof *w.c);
    if (jsmf_cooc_upper(ctx, hhat, hdiag, &rows) == JSMF_OK &&
        jsmf_parallel(ctx, jsmf_chunk_count(w.n, TILE), mirror_chunk, &w) == JSMF_OK)
        *c = w.c;
    else
        free(w.c);
    return jsmf_context_status(ctx);
}
