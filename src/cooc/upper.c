/* C's upper half, row by row: word i's documents, one after the other, add their words into a row that stays in cache.
 * (The matrix product of a dense Hhat takes five times as long on documents that hold 8 % of the words, and more on
 * shorter ones.) */
#include "upper.h"
#include "base/base_inner.h"

#include <stdlib.h>

typedef struct work {
    jsmf_cooc_postings postings;
    double *diagonal;
    const jsmf_cooc_rows *rows;
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
    const work *w = arg;
    const jsmf_cooc_rows *rows = w->rows;
    for (size_t i = w->postings.bounds[chunk]; i < w->postings.bounds[chunk + 1]; i++) {
        double *row = rows->begin(ctx, rows->arg, i);
        add_upper(w, i, row);
        if (rows->end && rows->end(ctx, rows->arg, i, row) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

jsmf_status jsmf_cooc_upper(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag, const jsmf_cooc_rows *rows)
{
    work w = { .rows = rows };
    if (jsmf_cooc_postings_build(ctx, hhat, &w.postings) == JSMF_OK &&
        (w.diagonal = jsmf_cooc_diagonal(ctx, hhat, hdiag)))
        jsmf_recorded(jsmf_parallel(ctx, w.postings.chunks, upper_chunk, &w));
    jsmf_cooc_postings_free(&w.postings);
    free(w.diagonal);
    return jsmf_context_status(ctx);
}
