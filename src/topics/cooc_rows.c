/* C row by row: word i's documents, one after the other, add their words into a row that stays in cache. C_ij sums the
 * same products in the same order as C_ji, so that C equals its transpose bit for bit however it was computed. */
#include "jsmf/cooc.h"

#include "topics/postings.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { TILE = 64, WORD_BITS = 64, PAGE = 4096 };

typedef struct rows {
    jsmf_postings postings;
    double *diagonal;
    size_t n;
    double *dense;     /* n x n, or */
    jsmf_csr *sparse;  /* ... with its indptr known */
    size_t *counts;    /* n: entries of the rows */
    bool upper;        /* only columns >= the row */
    uint64_t *bits;    /* threads x (n + 63) / 64: columns met by the row */
    double *sums;      /* threads x n, zero between rows */
} rows;

/* A hint: with pages of 4 KiB the faults of a large C take longer than its arithmetic, and two threads wait for each
 * other in them. */
static void *prefer_large_pages(void *block, size_t bytes)
{
    uintptr_t start = ((uintptr_t)block + PAGE - 1) / PAGE * PAGE;
    if (block && bytes > (size_t)64 * PAGE)
        (void)madvise((void *)start, ((uintptr_t)block + bytes - start) / PAGE * PAGE, MADV_HUGEPAGE);
    return block;
}

static jsmf_status rows_open(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag, rows *r)
{
    *r = (rows){ .n = hhat->cols };
    if (jsmf_postings_build(ctx, hhat, &r->postings) != JSMF_OK)
        return jsmf_context_status(ctx);
    r->diagonal = jsmf_cooc_diagonal(ctx, hhat, hdiag);
    return jsmf_context_status(ctx);
}

static void rows_close(rows *r)
{
    jsmf_postings_free(&r->postings);
    free(r->diagonal);
    free(r->bits);
    free(r->sums);
}

/* ---- dense ---- */

static void add_upper(const rows *r, size_t i, double *restrict row)
{
    const jsmf_csr *h = r->postings.hhat;
    for (int64_t e = r->postings.indptr[i]; e < r->postings.indptr[i + 1]; e++) {
        int64_t place = r->postings.place[e], end = h->indptr[r->postings.document[e] + 1];
        double value = h->values[place];
        for (int64_t p = place + 1; p < end; p++)
            row[h->indices[p]] += value * h->values[p];
    }
    row[i] = r->diagonal[i];
}

static jsmf_status dense_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    rows *r = arg;
    (void)ctx;
    for (size_t i = r->postings.bounds[chunk]; i < r->postings.bounds[chunk + 1]; i++)
        add_upper(r, i, r->dense + i * r->n);
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
    rows *r = arg;
    (void)ctx;
    for (size_t j0 = 0; j0 <= chunk * TILE; j0 += TILE)
        mirror_tile(r->dense, r->n, chunk * TILE, j0);
    return JSMF_OK;
}

jsmf_status jsmf_cooc_dense(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag, double **c)
{
    rows r;
    *c = NULL;
    if (rows_open(ctx, hhat, hdiag, &r) == JSMF_OK &&
        (r.dense = jsmf_alloc_zero(ctx, jsmf_mul_sat(r.n, r.n), sizeof *r.dense)) != NULL &&
        prefer_large_pages(r.dense, r.n * r.n * sizeof *r.dense) != NULL &&
        jsmf_parallel(ctx, r.postings.chunks, dense_chunk, &r) == JSMF_OK &&
        jsmf_parallel(ctx, jsmf_chunks(r.n, TILE), mirror_chunk, &r) == JSMF_OK)
        *c = r.dense;
    else
        free(r.dense);
    rows_close(&r);
    return jsmf_context_status(ctx);
}

/* ---- which entries there are ---- */

static void mark(uint64_t *bits, int32_t j) { bits[j / WORD_BITS] |= UINT64_C(1) << (j % WORD_BITS); }

/* The columns of row i into bits, which were clear. */
static void mark_row(const rows *r, size_t i, uint64_t *bits)
{
    const jsmf_csr *h = r->postings.hhat;
    for (int64_t e = r->postings.indptr[i]; e < r->postings.indptr[i + 1]; e++) {
        size_t m = (size_t)r->postings.document[e];
        for (int64_t p = r->upper ? r->postings.place[e] : h->indptr[m]; p < h->indptr[m + 1]; p++)
            mark(bits, h->indices[p]);
    }
    bits[i / WORD_BITS] &= ~(UINT64_C(1) << (i % WORD_BITS));
    if (r->diagonal[i] > 0)
        mark(bits, (int32_t)i);
}

static jsmf_status count_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    rows *r = arg;
    size_t words = jsmf_chunks(r->n, WORD_BITS);
    uint64_t *bits = r->bits + (size_t)jsmf_thread(ctx) * words;
    for (size_t i = r->postings.bounds[chunk]; i < r->postings.bounds[chunk + 1]; i++) {
        mark_row(r, i, bits);
        r->counts[i] = 0;
        for (size_t w = 0; w < words; w++) {
            r->counts[i] += (size_t)__builtin_popcountll(bits[w]);
            bits[w] = 0;
        }
    }
    return JSMF_OK;
}

static jsmf_status count_rows(jsmf_context *ctx, rows *r)
{
    size_t words = jsmf_chunks(r->n, WORD_BITS);
    r->bits = jsmf_alloc_zero(ctx, jsmf_mul_sat(words, (size_t)jsmf_context_threads(ctx)), sizeof *r->bits);
    r->counts = jsmf_alloc(ctx, r->n, sizeof *r->counts);
    if (!r->bits || !r->counts)
        return jsmf_context_status(ctx);
    return jsmf_parallel(ctx, r->postings.chunks, count_chunk, r);
}

jsmf_status jsmf_cooc_nnz(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag, size_t *nnz)
{
    rows r;
    *nnz = 0;
    if (rows_open(ctx, hhat, hdiag, &r) == JSMF_OK) {
        r.upper = true;
        if (count_rows(ctx, &r) == JSMF_OK)
            for (size_t i = 0; i < r.n; i++)
                *nnz += 2 * r.counts[i] - (r.diagonal[i] > 0);
    }
    free(r.counts);
    rows_close(&r);
    return jsmf_context_status(ctx);
}

/* ---- sparse: whole rows, twice the products of a half, but no transposing and no second copy ---- */

static void add_whole(const rows *r, size_t i, double *restrict sums)
{
    const jsmf_csr *h = r->postings.hhat;
    for (int64_t e = r->postings.indptr[i]; e < r->postings.indptr[i + 1]; e++) {
        size_t m = (size_t)r->postings.document[e];
        double value = h->values[r->postings.place[e]];
        for (int64_t p = h->indptr[m]; p < h->indptr[m + 1]; p++)
            sums[h->indices[p]] += value * h->values[p];
    }
    sums[i] = r->diagonal[i];
}

/* Moves the row of the marked columns to its place and clears bits and sums. */
static void take_row(const rows *r, size_t i, uint64_t *bits, double *sums)
{
    int64_t to = r->sparse->indptr[i];
    for (size_t w = 0; w < jsmf_chunks(r->n, WORD_BITS); w++)
        for (; bits[w]; bits[w] &= bits[w] - 1, to++) {
            size_t j = w * WORD_BITS + (size_t)__builtin_ctzll(bits[w]);
            r->sparse->indices[to] = (int32_t)j;
            r->sparse->values[to] = sums[j];
            sums[j] = 0;
        }
}

static jsmf_status sparse_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    rows *r = arg;
    size_t thread = (size_t)jsmf_thread(ctx);
    uint64_t *bits = r->bits + thread * jsmf_chunks(r->n, WORD_BITS);
    double *sums = r->sums + thread * r->n;
    for (size_t i = r->postings.bounds[chunk]; i < r->postings.bounds[chunk + 1]; i++) {
        mark_row(r, i, bits);
        add_whole(r, i, sums);
        take_row(r, i, bits, sums);
    }
    return JSMF_OK;
}

static jsmf_status allocate_sparse(jsmf_context *ctx, rows *r)
{
    jsmf_csr *c = r->sparse;
    *c = (jsmf_csr){ .rows = r->n, .cols = r->n, .indptr = jsmf_alloc(ctx, r->n + 1, sizeof *c->indptr) };
    if (!c->indptr)
        return jsmf_context_status(ctx);
    c->indptr[0] = 0;
    for (size_t i = 0; i < r->n; i++)
        c->indptr[i + 1] = c->indptr[i] + (int64_t)r->counts[i];
    c->indices = jsmf_alloc(ctx, jsmf_csr_nnz(c), sizeof *c->indices);
    c->values = jsmf_alloc(ctx, jsmf_csr_nnz(c), sizeof *c->values);
    prefer_large_pages(c->indices, jsmf_csr_nnz(c) * sizeof *c->indices);
    prefer_large_pages(c->values, jsmf_csr_nnz(c) * sizeof *c->values);
    r->sums = jsmf_alloc_zero(ctx, jsmf_mul_sat(r->n, (size_t)jsmf_context_threads(ctx)), sizeof *r->sums);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_cooc_sparse(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag, jsmf_csr *c)
{
    rows r;
    *c = (jsmf_csr){ 0 };
    if (rows_open(ctx, hhat, hdiag, &r) == JSMF_OK) {
        r.sparse = c;
        if (count_rows(ctx, &r) != JSMF_OK || allocate_sparse(ctx, &r) != JSMF_OK ||
            jsmf_parallel(ctx, r.postings.chunks, sparse_chunk, &r) != JSMF_OK)
            jsmf_csr_free(c);
    }
    free(r.counts);
    rows_close(&r);
    return jsmf_context_status(ctx);
}
