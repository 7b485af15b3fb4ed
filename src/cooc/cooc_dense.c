/* C in full, row by row: word i's documents, one after the other, add their words into a row that stays in cache. Only
 * the upper half is computed; the lower is its copy. (The matrix product of a dense Hhat takes five times as long on
 * documents that hold 8 % of the words, and more on shorter ones.) */
#include "jsmf/cooc.h"

#include "base/pages.h"
#include "postings.h"

#include <stdlib.h>

enum { TILE = 64 };

typedef struct work {
    jsmf_cooc_postings postings;
    double *diagonal;
    size_t n;
    double *c; /* n x n */
} work;

static void add_upper(const work *w, size_t i, double *restrict row)
{
    const jsmf_csr *h = w->postings.hhat;
    for (int64_t e = w->postings.indptr[i]; e < w->postings.indptr[i + 1]; e++) {
        int64_t place = w->postings.place[e], end = h->indptr[w->postings.document[e] + 1];
        double value = h->values[place];
        for (int64_t p = place + 1; p < end; p++)
            row[h->indices[p]] += value * h->values[p];
    }
    row[i] = w->diagonal[i];
}

static jsmf_status upper_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    work *w = arg;
    (void)ctx;
    for (size_t i = w->postings.bounds[chunk]; i < w->postings.bounds[chunk + 1]; i++)
        add_upper(w, i, w->c + i * w->n);
    return JSMF_OK;
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
    size_t entries = jsmf_mul_sat(w.n, w.n);
    *c = NULL;
    if (jsmf_cooc_postings_build(ctx, hhat, &w.postings) == JSMF_OK)
        w.diagonal = jsmf_cooc_diagonal(ctx, hhat, hdiag);
    if (w.diagonal)
        w.c = jsmf_alloc_zero(ctx, entries, sizeof *w.c);
    if (w.c) {
        jsmf_alloc_large_pages(w.c, entries * sizeof *w.c);
        if (jsmf_parallel(ctx, w.postings.chunks, upper_chunk, &w) == JSMF_OK &&
            jsmf_parallel(ctx, jsmf_chunk_count(w.n, TILE), mirror_chunk, &w) == JSMF_OK)
            *c = w.c;
        else
            free(w.c);
    }
    jsmf_cooc_postings_free(&w.postings);
    free(w.diagonal);
    return jsmf_context_status(ctx);
}
