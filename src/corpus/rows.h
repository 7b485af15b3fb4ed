/* A CSR of counts that grows row by row, for readers that learn its size as they go. */
#ifndef JSMF_CORPUS_ROWS_H
#define JSMF_CORPUS_ROWS_H

#include "jsmf/base.h"

typedef struct jsmf_corpus_rows {
    int64_t *indptr; /* rows + 1 */
    int32_t *indices, *counts;
    size_t rows, rows_capacity;
    size_t used, capacity; /* entries */
    size_t most;           /* entries that can come at all, where that is known; else SIZE_MAX */
    uint64_t *keys;        /* scratch for rows that arrive unsorted, and for sorting */
    size_t keys_capacity;
} jsmf_corpus_rows;

/* How many entries to make room for where so many are needed and capacity is too little; no more than most, where that
 * is known (else SIZE_MAX), will come. */
size_t jsmf_corpus_rows_grown(size_t capacity, size_t need, size_t most);
/* Compares what a corpus takes with the context's limit. */
jsmf_status jsmf_corpus_rows_check(jsmf_context *ctx, size_t bytes) JSMF_CHECKED;

void jsmf_corpus_rows_start(jsmf_corpus_rows *r, size_t most);
void jsmf_corpus_rows_free(jsmf_corpus_rows *r);
/* Room for further entries behind used; what it needs is compared with the context's limit before it is allocated. */
jsmf_status jsmf_corpus_rows_reserve(jsmf_context *ctx, jsmf_corpus_rows *r, size_t more) JSMF_CHECKED;
/* Closes rows until there are so many: the first of them holds what was added since the last, the others nothing. */
jsmf_status jsmf_corpus_rows_end(jsmf_context *ctx, jsmf_corpus_rows *r, size_t rows) JSMF_CHECKED;
/* Moves everything into *out and frees the rest. */
void jsmf_corpus_rows_finish(jsmf_corpus_rows *r, size_t cols, jsmf_csr *out);

/* A word and its count as one sortable number. */
static inline uint64_t jsmf_corpus_rows_key(int32_t word, int32_t count)
{
    return (uint64_t)(uint32_t)word << 32 | (uint32_t)count;
}
/* Room for keys[0 .. n - 1], and as much behind them for sorting. */
jsmf_status jsmf_corpus_rows_keys(jsmf_context *ctx, jsmf_corpus_rows *r, size_t n) JSMF_CHECKED;
/* Appends the n keys as entries in order of their words, one a word with the sum of its counts; room must have been
 * reserved. *overflow: a word whose sum exceeds INT32_MAX, or -1. */
void jsmf_corpus_rows_append(jsmf_corpus_rows *r, size_t n, int32_t *overflow);
/* Puts the entries from start on, which are in any order and may repeat, in order; *repeated of them were merged. */
jsmf_status jsmf_corpus_rows_tidy(jsmf_context *ctx, jsmf_corpus_rows *r, size_t start, size_t *repeated,
                                  int32_t *overflow) JSMF_CHECKED;

#endif
