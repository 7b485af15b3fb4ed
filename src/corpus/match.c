/* From one vocabulary to another. */
#include "jsmf/corpus.h"

#include "match.h"
#include "rows.h"

#include <stdlib.h>

static jsmf_status map_rows(jsmf_context *ctx, const jsmf_csr *h, const int32_t *places, jsmf_corpus_rows *rows,
                            int64_t *tokens)
{
    for (size_t row = 0; row < h->rows; row++) {
        size_t n = 0, most = (size_t)(h->indptr[row + 1] - h->indptr[row]);
        int32_t overflow;
        if (jsmf_corpus_rows_keys(ctx, rows, most) != JSMF_OK || jsmf_corpus_rows_reserve(ctx, rows, most) != JSMF_OK)
            return jsmf_context_status(ctx);
        for (int64_t p = h->indptr[row]; p < h->indptr[row + 1]; p++) {
            if (places[h->indices[p]] >= 0)
                rows->keys[n++] = jsmf_corpus_rows_key(places[h->indices[p]], h->counts[p]);
            else
                *tokens += h->counts[p];
        }
        jsmf_corpus_rows_append(rows, n, &overflow);
        if (overflow >= 0)
            return jsmf_fail(ctx, JSMF_EDATA, "document %zu: counts of one word add up to more than %d", row + 1,
                             INT32_MAX);
        if (jsmf_corpus_rows_end(ctx, rows, row + 1) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return jsmf_corpus_rows_end(ctx, rows, h->rows);
}

jsmf_status jsmf_corpus_match_words(jsmf_context *ctx, const jsmf_strings *vocab, const jsmf_strings *target,
                                    int32_t *places, size_t *dropped)
{
    jsmf_index *index;
    *dropped = 0;
    if (jsmf_index_new(ctx, target, &index, NULL) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < vocab->count; i++) {
        size_t at = jsmf_index_find(index, jsmf_strings_get(vocab, i), jsmf_strings_length(vocab, i));
        places[i] = at == SIZE_MAX ? -1 : (int32_t)at;
        *dropped += at == SIZE_MAX;
    }
    jsmf_index_free(index);
    return JSMF_OK;
}

jsmf_status jsmf_corpus_match_rows(jsmf_context *ctx, jsmf_csr *h, const int32_t *places, size_t cols, int64_t *tokens)
{
    jsmf_corpus_rows rows;
    jsmf_corpus_rows_start(&rows, jsmf_csr_nnz(h));
    if (map_rows(ctx, h, places, &rows, tokens) == JSMF_OK) {
        jsmf_csr_free(h);
        jsmf_corpus_rows_finish(&rows, cols, h);
    }
    jsmf_corpus_rows_free(&rows);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_corpus_match(jsmf_context *ctx, jsmf_csr *h, const jsmf_strings *vocab, const jsmf_strings *target,
                              size_t *dropped, int64_t *tokens)
{
    int32_t *places = jsmf_alloc(ctx, vocab->count, sizeof *places);
    *tokens = 0;
    if (places && jsmf_corpus_match_words(ctx, vocab, target, places, dropped) == JSMF_OK)
        jsmf_recorded(jsmf_corpus_match_rows(ctx, h, places, target->count, tokens));
    free(places);
    return jsmf_context_status(ctx);
}

/* ---- words that are alike ---- */

/* places[i]: where word i goes, the words of *once having each place; their memory is the caller's. */
static jsmf_status place_once(jsmf_context *ctx, const jsmf_strings *vocab, const jsmf_index *first, int32_t *places,
                              jsmf_strings *once)
{
    for (size_t i = 0; i < vocab->count; i++) {
        const char *word = jsmf_strings_get(vocab, i);
        const size_t length = jsmf_strings_length(vocab, i), at = jsmf_index_find(first, word, length);
        places[i] = at < i ? places[at] : (int32_t)once->count;
        if (at == i && jsmf_strings_add(ctx, once, word, length) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

jsmf_status jsmf_corpus_merge(jsmf_context *ctx, jsmf_csr *h, jsmf_strings *vocab, size_t *merged)
{
    int32_t *places = jsmf_alloc(ctx, vocab->count, sizeof *places);
    jsmf_strings once = { 0 };
    jsmf_index *first = NULL;
    int64_t tokens = 0;
    *merged = 0;
    if (!places || jsmf_index_new(ctx, vocab, &first, NULL) != JSMF_OK ||
        place_once(ctx, vocab, first, places, &once) != JSMF_OK ||
        jsmf_corpus_match_rows(ctx, h, places, once.count, &tokens) != JSMF_OK)
        goto done;
    *merged = vocab->count - once.count;
    jsmf_strings_free(vocab);
    *vocab = once;
    once = (jsmf_strings){ 0 };
done:
    jsmf_index_free(first);
    jsmf_strings_free(&once);
    free(places);
    return jsmf_context_status(ctx);
}
