/* The entries of C that are not 0: how many, and which. Whole rows are summed here, twice the products of a half, but
 * nothing needs to be transposed and no second copy is held. C_ij sums the same products in the same order as C_ji, so
 * that C equals its transpose bit for bit. */
#include "jsmf/cooc.h"

#include "base/pages.h"
#include "postings.h"
#include "base/base_inner.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_BITS = 64 };

typedef struct work {
    jsmf_cooc_postings postings;
    double *diagonal;
    size_t n;
    size_t words;      /* of a set of columns, a bit each */
    uint64_t *sets;    /* the columns of each long document; unions of these are cheaper than marks one by one */
    size_t *set_of;    /* rows of hhat: which of sets, or SIZE_MAX */
    size_t *counts;    /* n: entries of the rows */
    uint64_t *bits;    /* threads x words: columns of the row; clear between rows */
    double *sums;      /* threads x n; zero between rows */
    jsmf_csr *c;
} work;

static void mark(uint64_t *bits, size_t j) { bits[j / WORD_BITS] |= UINT64_C(1) << (j % WORD_BITS); }

static bool is_long(const work *w, size_t m)
{
    const jsmf_csr *h = w->postings.hhat;
    return (size_t)(h->indptr[m + 1] - h->indptr[m]) * 2 > w->words;
}

static jsmf_status make_sets(jsmf_context *ctx, work *w)
{
    const jsmf_csr *h = w->postings.hhat;
    size_t count = 0;
    w->set_of = jsmf_alloc(ctx, h->rows, sizeof *w->set_of);
    if (!w->set_of)
        return jsmf_context_status(ctx);
    for (size_t m = 0; m < h->rows; m++)
        w->set_of[m] = is_long(w, m) ? count++ : SIZE_MAX;
    w->sets = jsmf_alloc_zero(ctx, jsmf_mul_sat(count, w->words), sizeof *w->sets);
    if (!w->sets)
        return jsmf_context_status(ctx);
    for (size_t m = 0; m < h->rows; m++)
        for (int64_t p = h->indptr[m]; w->set_of[m] != SIZE_MAX && p < h->indptr[m + 1]; p++)
            mark(w->sets + w->set_of[m] * w->words, (size_t)h->indices[p]);
    return JSMF_OK;
}

static jsmf_status work_open(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag, work *w)
{
    size_t threads = (size_t)jsmf_context_threads(ctx);
    *w = (work){ .n = hhat->cols, .words = jsmf_chunk_count(hhat->cols, WORD_BITS) };
    if (jsmf_cooc_postings_build(ctx, hhat, &w->postings) != JSMF_OK || make_sets(ctx, w) != JSMF_OK)
        return jsmf_context_status(ctx);
    w->diagonal = jsmf_cooc_diagonal(ctx, hhat, hdiag);
    w->counts = jsmf_alloc(ctx, w->n, sizeof *w->counts);
    w->bits = jsmf_alloc_zero(ctx, jsmf_mul_sat(w->words, threads), sizeof *w->bits);
    return jsmf_context_status(ctx);
}

static void work_close(work *w)
{
    jsmf_cooc_postings_free(&w->postings);
    free(w->diagonal);
    free(w->sets);
    free(w->set_of);
    free(w->counts);
    free(w->bits);
    free(w->sums);
}

/* A word of no document: its row is passed over, or the work would grow with the square of such words' number. */
static bool is_absent(const work *w, size_t i) { return w->postings.indptr[i] == w->postings.indptr[i + 1]; }

/* ---- which entries there are ---- */

static void unite(uint64_t *restrict bits, const uint64_t *restrict set, size_t from, size_t words)
{
    for (size_t k = from; k < words; k++)
        bits[k] |= set[k];
}

/* The columns of row i at or behind the word of bits `from` into bits, which were clear. */
static void mark_row(const work *w, size_t i, size_t from, uint64_t *bits)
{
    const jsmf_csr *h = w->postings.hhat;
    for (int64_t e = w->postings.indptr[i]; e < w->postings.indptr[i + 1]; e++) {
        size_t m = (size_t)w->postings.document[e];
        if (w->set_of[m] != SIZE_MAX) {
            unite(bits, w->sets + w->set_of[m] * w->words, from, w->words);
            continue;
        }
        for (int64_t p = from ? w->postings.place[e] : h->indptr[m]; p < h->indptr[m + 1]; p++)
            mark(bits, (size_t)h->indices[p]);
    }
    bits[i / WORD_BITS] &= ~(UINT64_C(1) << (i % WORD_BITS));
    if (w->diagonal[i] > 0)
        mark(bits, i);
}

/* The bits of row i at or behind column i, cleared. */
static size_t take_upper(const work *w, size_t i, uint64_t *bits)
{
    size_t from = i / WORD_BITS, count = 0;
    bits[from] &= ~UINT64_C(0) << (i % WORD_BITS);
    for (size_t k = from; k < w->words; k++) {
        count += (size_t)__builtin_popcountll(bits[k]);
        bits[k] = 0;
    }
    return count;
}

static jsmf_status upper_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    work *w = arg;
    uint64_t *bits = w->bits + (size_t)jsmf_context_thread(ctx) * w->words;
    for (size_t i = w->postings.bounds[chunk]; i < w->postings.bounds[chunk + 1]; i++) {
        w->counts[i] = 0;
        if (is_absent(w, i))
            continue;
        mark_row(w, i, i / WORD_BITS, bits);
        w->counts[i] = take_upper(w, i, bits);
    }
    return JSMF_OK;
}

jsmf_status jsmf_cooc_nnz(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag, size_t *nnz)
{
    work w;
    *nnz = 0;
    if (work_open(ctx, hhat, hdiag, &w) == JSMF_OK &&
        jsmf_parallel(ctx, w.postings.chunks, upper_chunk, &w) == JSMF_OK)
        for (size_t i = 0; i < w.n; i++)
            *nnz += 2 * w.counts[i] - (w.diagonal[i] > 0);
    work_close(&w);
    return jsmf_context_status(ctx);
}

/* ---- their values ---- */

static jsmf_status whole_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    work *w = arg;
    uint64_t *bits = w->bits + (size_t)jsmf_context_thread(ctx) * w->words;
    for (size_t i = w->postings.bounds[chunk]; i < w->postings.bounds[chunk + 1]; i++) {
        w->counts[i] = 0;
        if (is_absent(w, i))
            continue;
        mark_row(w, i, 0, bits);
        for (size_t k = 0; k < w->words; k++)
            w->counts[i] += (size_t)__builtin_popcountll(bits[k]);
        memset(bits, 0, w->words * sizeof *bits);
    }
    return JSMF_OK;
}

static void add_whole(const work *w, size_t i, double *restrict sums)
{
    const jsmf_csr *h = w->postings.hhat;
    for (int64_t e = w->postings.indptr[i]; e < w->postings.indptr[i + 1]; e++) {
        size_t m = (size_t)w->postings.document[e];
        double value = h->values[w->postings.place[e]];
        for (int64_t p = h->indptr[m]; p < h->indptr[m + 1]; p++)
            sums[h->indices[p]] += value * h->values[p];
    }
    sums[i] = w->diagonal[i];
}

/* Moves the row of the marked columns to its place and clears bits and sums. */
static void take_row(const work *w, size_t i, uint64_t *bits, double *sums)
{
    int64_t to = w->c->indptr[i];
    for (size_t k = 0; k < w->words; k++)
        for (; bits[k]; bits[k] &= bits[k] - 1, to++) {
            size_t j = k * WORD_BITS + (size_t)__builtin_ctzll(bits[k]);
            w->c->indices[to] = (int32_t)j;
            w->c->values[to] = sums[j];
            sums[j] = 0;
        }
}

static jsmf_status fill_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    work *w = arg;
    size_t thread = (size_t)jsmf_context_thread(ctx);
    uint64_t *bits = w->bits + thread * w->words;
    double *sums = w->sums + thread * w->n;
    for (size_t i = w->postings.bounds[chunk]; i < w->postings.bounds[chunk + 1]; i++) {
        if (is_absent(w, i))
            continue;
        mark_row(w, i, 0, bits);
        add_whole(w, i, sums);
        take_row(w, i, bits, sums);
    }
    return JSMF_OK;
}

static jsmf_status allocate(jsmf_context *ctx, work *w)
{
    jsmf_csr *c = w->c;
    *c = (jsmf_csr){ .rows = w->n, .cols = w->n, .indptr = jsmf_alloc(ctx, w->n + 1, sizeof *c->indptr) };
    if (!c->indptr)
        return jsmf_context_status(ctx);
    c->indptr[0] = 0;
    for (size_t i = 0; i < w->n; i++)
        c->indptr[i + 1] = c->indptr[i] + (int64_t)w->counts[i];
    c->indices = jsmf_alloc(ctx, jsmf_csr_nnz(c), sizeof *c->indices);
    c->values = jsmf_alloc(ctx, jsmf_csr_nnz(c), sizeof *c->values);
    w->sums = jsmf_alloc_zero(ctx, jsmf_mul_sat(w->n, (size_t)jsmf_context_threads(ctx)), sizeof *w->sums);
    if (c->indices && c->values) {
        jsmf_alloc_large_pages(c->indices, jsmf_csr_nnz(c) * sizeof *c->indices);
        jsmf_alloc_large_pages(c->values, jsmf_csr_nnz(c) * sizeof *c->values);
    }
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_cooc_sparse(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag, jsmf_csr *c)
{
    work w;
    *c = (jsmf_csr){ 0 };
    if (work_open(ctx, hhat, hdiag, &w) == JSMF_OK) {
        w.c = c;
        if (jsmf_parallel(ctx, w.postings.chunks, whole_chunk, &w) != JSMF_OK || allocate(ctx, &w) != JSMF_OK ||
            jsmf_parallel(ctx, w.postings.chunks, fill_chunk, &w) != JSMF_OK)
            jsmf_csr_free(c);
    }
    work_close(&w);
    return jsmf_context_status(ctx);
}
