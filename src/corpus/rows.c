/* Growing rows of counts. */
#include "rows.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_ENTRIES = 1 << 14, LEAST_ROWS = 1 << 10, RADIX = 256, INSERTION = 24 };
/* A promise of how many entries there will be is believed, and checked as a whole, once so many have come. */
enum { CREDIBLE_ENTRIES = 1 << 23 };

size_t jsmf_corpus_rows_grown(size_t capacity, size_t need, size_t most)
{
    capacity += capacity / 2;
    capacity = jsmf_greatest(capacity, LEAST_ENTRIES);
    if (capacity > most || (capacity > CREDIBLE_ENTRIES && most < SIZE_MAX))
        capacity = most;
    return jsmf_greatest(capacity, need);
}

jsmf_status jsmf_corpus_rows_check(jsmf_context *ctx, size_t bytes)
{
    return jsmf_memory_check(ctx, bytes, "the corpus", JSMF_REMEDY_MORE_MEMORY_OR_SPLIT_CORPUS);
}

void jsmf_corpus_rows_start(jsmf_corpus_rows *r, size_t most) { *r = (jsmf_corpus_rows){ .most = most }; }

void jsmf_corpus_rows_free(jsmf_corpus_rows *r)
{
    free(r->indptr);
    free(r->indices);
    free(r->counts);
    free(r->keys);
    *r = (jsmf_corpus_rows){ 0 };
}

static jsmf_status check_size(jsmf_context *ctx, size_t entries, size_t rows)
{
    const size_t bytes = jsmf_mul_sat(entries, 2 * sizeof(int32_t)), indptr = jsmf_mul_sat(rows, sizeof(int64_t));
    return jsmf_corpus_rows_check(ctx, jsmf_add_sat(bytes, indptr));
}

jsmf_status jsmf_corpus_rows_reserve(jsmf_context *ctx, jsmf_corpus_rows *r, size_t more)
{
    size_t capacity;
    int32_t *indices, *counts;
    if (more <= r->capacity - r->used && r->indices && r->counts)
        return JSMF_OK;
    capacity = jsmf_corpus_rows_grown(r->capacity, jsmf_add_sat(r->used, more), r->most);
    if (check_size(ctx, capacity, r->rows_capacity) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (!(indices = jsmf_realloc(ctx, r->indices, capacity, sizeof *indices)))
        return jsmf_context_status(ctx);
    r->indices = indices;
    if (!(counts = jsmf_realloc(ctx, r->counts, capacity, sizeof *counts)))
        return jsmf_context_status(ctx);
    r->counts = counts;
    r->capacity = capacity;
    return JSMF_OK;
}

jsmf_status jsmf_corpus_rows_end(jsmf_context *ctx, jsmf_corpus_rows *r, size_t rows)
{
    if (!r->indptr || rows > r->rows_capacity) {
        size_t capacity = r->rows_capacity + r->rows_capacity / 2;
        int64_t *indptr;
        capacity = capacity < LEAST_ROWS ? LEAST_ROWS : capacity;
        capacity = capacity < rows ? rows : capacity;
        if (check_size(ctx, r->capacity, capacity) != JSMF_OK)
            return jsmf_context_status(ctx);
        if (!(indptr = jsmf_realloc(ctx, r->indptr, capacity + 1, sizeof *indptr)))
            return jsmf_context_status(ctx);
        indptr[0] = 0;
        r->indptr = indptr;
        r->rows_capacity = capacity;
    }
    while (r->rows < rows)
        r->indptr[++r->rows] = (int64_t)r->used;
    return JSMF_OK;
}

void jsmf_corpus_rows_finish(jsmf_corpus_rows *r, size_t cols, jsmf_csr *out)
{
    *out = (jsmf_csr){ .rows = r->rows, .cols = cols, .indptr = r->indptr, .indices = r->indices, .counts = r->counts };
    r->indptr = NULL;
    r->indices = r->counts = NULL;
    jsmf_corpus_rows_free(r);
}

jsmf_status jsmf_corpus_rows_keys(jsmf_context *ctx, jsmf_corpus_rows *r, size_t n)
{
    uint64_t *keys;
    size_t capacity = jsmf_mul_sat(n, 2);
    if (r->keys && capacity <= r->keys_capacity)
        return JSMF_OK;
    capacity = capacity < LEAST_ENTRIES ? LEAST_ENTRIES : capacity;
    if (!(keys = jsmf_realloc(ctx, r->keys, capacity, sizeof *keys)))
        return jsmf_context_status(ctx);
    r->keys = keys;
    r->keys_capacity = capacity;
    return JSMF_OK;
}

static void insertion_sort(uint64_t *keys, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        uint64_t key = keys[i];
        size_t at = i;
        for (; at > 0 && keys[at - 1] > key; at--)
            keys[at] = keys[at - 1];
        keys[at] = key;
    }
}

static void radix_pass(const uint64_t *from, uint64_t *to, size_t n, int shift)
{
    size_t starts[RADIX] = { 0 }, sum = 0;
    for (size_t i = 0; i < n; i++)
        starts[from[i] >> shift & (RADIX - 1)]++;
    for (int d = 0; d < RADIX; d++) {
        size_t here = starts[d];
        starts[d] = sum;
        sum += here;
    }
    for (size_t i = 0; i < n; i++)
        to[starts[from[i] >> shift & (RADIX - 1)]++] = from[i];
}

/* By word; returns where the sorted keys lie. Only the bytes of the words that differ from 0 are looked at. */
static const uint64_t *sort_keys(uint64_t *keys, uint64_t *scratch, size_t n)
{
    uint64_t bits = 0, *swap;
    if (n <= INSERTION) {
        insertion_sort(keys, n);
        return keys;
    }
    for (size_t i = 0; i < n; i++)
        bits |= keys[i];
    for (int shift = 32; shift < 64 && bits >> shift; shift += 8) {
        radix_pass(keys, scratch, n, shift);
        swap = keys;
        keys = scratch;
        scratch = swap;
    }
    return keys;
}

void jsmf_corpus_rows_append(jsmf_corpus_rows *r, size_t n, int32_t *overflow)
{
    const uint64_t *keys = sort_keys(r->keys, r->keys + n, n);
    size_t start = r->used;
    *overflow = -1;
    for (size_t i = 0; i < n; i++) {
        int32_t word = (int32_t)(keys[i] >> 32), count = (int32_t)(keys[i] & UINT32_MAX);
        if (r->used == start || r->indices[r->used - 1] != word) {
            r->indices[r->used] = word;
            r->counts[r->used++] = count;
        } else if (__builtin_add_overflow(r->counts[r->used - 1], count, &r->counts[r->used - 1])) {
            *overflow = word;
            return;
        }
    }
}

jsmf_status jsmf_corpus_rows_tidy(jsmf_context *ctx, jsmf_corpus_rows *r, size_t start, size_t *repeated,
                                  int32_t *overflow)
{
    size_t n = r->used - start;
    if (jsmf_corpus_rows_keys(ctx, r, n) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < n; i++)
        r->keys[i] = jsmf_corpus_rows_key(r->indices[start + i], r->counts[start + i]);
    r->used = start;
    jsmf_corpus_rows_append(r, n, overflow);
    *repeated = n - (r->used - start);
    return JSMF_OK;
}
