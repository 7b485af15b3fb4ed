#include "packed.h"

#include "base/base_inner.h"
#include "base/instructions.h"
#include "base/pages.h"
#include "base/sort.h"

#include <stdlib.h>
#include <string.h>

/* A group more for so many entries a word, so that adding up the groups' sums stays a small part of the work. */
enum { ENTRIES_A_GROUP = 16, MOST_GROUPS = 16 };
enum { CHUNK_ROWS = 512 }; /* documents a chunk while packing */

void jsmf_operator_packed_free(jsmf_operator_packed *d)
{
    free(d->starts);
    free(d->entries);
    free(d->weights);
    free(d->words);
    free(d->bounds);
    *d = (jsmf_operator_packed){ 0 };
}

static size_t group_count(size_t n, size_t entries)
{
    const size_t groups = entries / ENTRIES_A_GROUP / (n ? n : 1);
    return groups < 1 ? 1 : groups > MOST_GROUPS ? MOST_GROUPS : groups;
}

/* The bits of an entry that hold its count; the others hold its word. With one word that takes none; 31 are enough for
 * any count. */
static unsigned count_bits(size_t n)
{
    const unsigned bits = 32 - (unsigned)jsmf_sort_width(n ? n - 1 : 0);
    return bits > 31 ? 31 : bits;
}

static size_t pieces(uint32_t count, uint32_t most) { return count <= most ? 1 : (count - 1) / most + 1; }

size_t jsmf_operator_packed_entries(const jsmf_csr *h)
{
    const uint32_t most = (UINT32_C(1) << count_bits(h->cols)) - 1;
    const size_t nnz = jsmf_csr_nnz(h);
    size_t entries = 0;
    for (size_t e = 0; e < nnz; e++)
        entries += pieces((uint32_t)h->counts[e], most);
    return entries;
}

size_t jsmf_operator_packed_bytes(size_t n, size_t entries)
{
    const size_t sums = jsmf_mul_sat(n, (1 + group_count(n, entries)) * JSMF_PACKED_LANES * sizeof(double));
    return jsmf_add_sat(jsmf_mul_sat(entries, sizeof(uint32_t)), sums);
}

/* ---- packing ---- */

typedef struct packing {
    const jsmf_csr *h;
    jsmf_operator_packed *d;
    uint32_t most;     /* the largest count of one entry */
    size_t *row_of;    /* rows of d: the document's place in h */
    uint32_t *rank_of; /* n */
    size_t longest;    /* entries of a document of d */
    uint32_t *scratch; /* longest a thread */
} packing;

static int by_key(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

/* The word of most documents first; of equals the first. frequency: n, overwritten. */
static void rank_words(packing *p, uint64_t *frequency)
{
    const size_t n = p->d->n;
    for (size_t i = 0; i < n; i++)
        frequency[i] = (UINT32_MAX - frequency[i]) << 32 | i;
    qsort(frequency, n, sizeof *frequency, by_key);
    for (size_t rank = 0; rank < n; rank++) {
        const uint32_t word = (uint32_t)frequency[rank];
        p->d->words[rank] = (int32_t)word;
        p->rank_of[word] = (uint32_t)rank;
    }
}

/* Entries that the document takes; its words are counted in frequency. */
static size_t measure_row(const packing *p, size_t row, uint64_t *frequency)
{
    const jsmf_csr *h = p->h;
    size_t length = 0;
    for (int64_t e = h->indptr[row]; e < h->indptr[row + 1]; e++) {
        const uint32_t count = (uint32_t)h->counts[e];
        frequency[h->indices[e]]++;
        length += pieces(count, p->most);
    }
    return length;
}

static void measure(packing *p, const double *weights, uint64_t *frequency)
{
    jsmf_operator_packed *d = p->d;
    d->starts[0] = 0;
    for (size_t row = 0; row < p->h->rows; row++) {
        size_t length;
        if (!(weights[row] > 0) || p->h->indptr[row] == p->h->indptr[row + 1])
            continue;
        length = measure_row(p, row, frequency);
        p->longest = length > p->longest ? length : p->longest;
        p->row_of[d->rows] = row;
        d->weights[d->rows++] = weights[row];
        d->starts[d->rows] = d->starts[d->rows - 1] + (int64_t)length;
    }
}

static void pack_row(const packing *p, size_t i, uint32_t *scratch)
{
    const jsmf_csr *h = p->h;
    const size_t row = p->row_of[i];
    uint32_t *to = p->d->entries + p->d->starts[i], *first = to, *sorted;
    for (int64_t e = h->indptr[row]; e < h->indptr[row + 1]; e++) {
        const uint32_t rank = p->rank_of[h->indices[e]] << p->d->shift;
        uint32_t count = (uint32_t)h->counts[e];
        for (; count > p->most; count -= p->most)
            *to++ = rank | p->most;
        *to++ = rank | count;
    }
    sorted = jsmf_sort_bits((size_t)(to - first), first, scratch, p->d->shift, 32);
    if (sorted != first)
        memcpy(first, sorted, (size_t)(to - first) * sizeof *first);
}

static jsmf_status pack_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const packing *p = arg;
    const size_t first = chunk * CHUNK_ROWS, end = first + jsmf_chunk_length(p->d->rows, CHUNK_ROWS, chunk);
    for (size_t i = first; i < end; i++)
        pack_row(p, i, p->scratch + (size_t)jsmf_context_thread(ctx) * p->longest);
    return JSMF_OK;
}

static void make_groups(jsmf_operator_packed *d)
{
    const int64_t total = d->starts[d->rows];
    size_t row = 0;
    d->bounds[0] = 0;
    for (size_t group = 1; group <= d->groups; group++) {
        const int64_t share = (int64_t)((double)total * (double)group / (double)d->groups);
        while (row < d->rows && d->starts[row] < share)
            row++;
        d->bounds[group] = group == d->groups ? d->rows : row;
    }
}

static jsmf_status fill(jsmf_context *ctx, packing *p)
{
    jsmf_operator_packed *d = p->d;
    const size_t total = (size_t)d->starts[d->rows];
    jsmf_status status;
    d->groups = group_count(d->n, total);
    d->bounds = jsmf_alloc(ctx, d->groups + 1, sizeof *d->bounds);
    d->entries = jsmf_alloc_lines(ctx, total + p->longest, sizeof *d->entries);
    p->scratch = jsmf_alloc(ctx, jsmf_mul_sat((size_t)jsmf_context_threads(ctx), p->longest), sizeof *p->scratch);
    if (!d->bounds || !d->entries || !p->scratch)
        return jsmf_context_status(ctx);
    make_groups(d);
    status = jsmf_parallel(ctx, jsmf_chunk_count(d->rows, CHUNK_ROWS), pack_chunk, p);
    memset(d->entries + total, 0, p->longest * sizeof *d->entries);
    return status;
}

jsmf_status jsmf_operator_packed_make(jsmf_context *ctx, const jsmf_csr *h, const double *weights,
                                      jsmf_operator_packed *out)
{
    packing p = { .h = h, .d = out };
    uint64_t *frequency = jsmf_alloc_zero(ctx, h->cols, sizeof *frequency);
    *out = (jsmf_operator_packed){ .n = h->cols, .shift = count_bits(h->cols) };
    p.most = (UINT32_C(1) << out->shift) - 1;
    out->starts = jsmf_alloc(ctx, h->rows + 1, sizeof *out->starts);
    out->weights = jsmf_alloc(ctx, h->rows, sizeof *out->weights);
    out->words = jsmf_alloc(ctx, h->cols, sizeof *out->words);
    p.row_of = jsmf_alloc(ctx, h->rows, sizeof *p.row_of);
    p.rank_of = jsmf_alloc(ctx, h->cols, sizeof *p.rank_of);
    if (frequency && out->starts && out->weights && out->words && p.row_of && p.rank_of) {
        measure(&p, weights, frequency);
        rank_words(&p, frequency);
        jsmf_recorded(fill(ctx, &p));
    }
    free(frequency);
    free(p.row_of);
    free(p.rank_of);
    free(p.scratch);
    if (jsmf_context_status(ctx) != JSMF_OK)
        jsmf_operator_packed_free(out);
    return jsmf_context_status(ctx);
}

/* ---- products ---- */

#define JSMF_KERNELS_FILE "operator/packed_kernels.h"
#include "base/each_set.h"

void jsmf_operator_packed_sweep(const jsmf_operator_packed *d, size_t first, size_t end, const double *x, double *y)
{
    JSMF_KERNEL(sweep)(d->entries, d->starts + first, d->weights + first, d->shift, end - first, x, y);
}
