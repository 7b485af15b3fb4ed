/* Tokenised text, one document a line: words apart by spaces and tabs. */
#include "jsmf/corpus.h"
#include "jsmf/vocab.h"

#include "intern.h"
#include "rows.h"
#include "text.h"

#include <stdlib.h>
#include <string.h>

typedef struct tokens {
    jsmf_context *ctx;
    jsmf_text *text;
    const char *block; /* the block's start, for byte offsets */
    size_t lines;      /* that have ended */
    jsmf_intern words;
    int32_t *counts;   /* by word: in the current document */
    size_t capacity;   /* of counts */
    int32_t *distinct; /* the current document's words, in the order of their first occurrence */
    size_t distinct_count, distinct_capacity;
    jsmf_rows rows;
    jsmf_corpus_report *report;
} tokens;

/* ---- documents ---- */

static jsmf_status end_document(tokens *t)
{
    size_t n = t->distinct_count;
    int32_t overflow;
    t->lines++;
    t->report->empty += n == 0;
    if (jsmf_rows_reserve(t->ctx, &t->rows, n) != JSMF_OK || jsmf_rows_keys(t->ctx, &t->rows, n) != JSMF_OK)
        return jsmf_context_status(t->ctx);
    for (size_t i = 0; i < n; i++) {
        int32_t word = t->distinct[i];
        t->rows.keys[i] = jsmf_rows_key(word, t->counts[word]);
        t->counts[word] = 0;
    }
    jsmf_rows_append(&t->rows, n, &overflow);
    t->distinct_count = 0;
    return jsmf_rows_end(t->ctx, &t->rows, t->rows.rows + 1);
}

static jsmf_status grow(jsmf_context *ctx, int32_t **list, size_t *capacity)
{
    size_t wanted = *capacity ? 2 * *capacity : 4096;
    int32_t *grown = jsmf_realloc(ctx, *list, wanted, sizeof *grown);
    if (!grown)
        return JSMF_ESYSTEM;
    memset(grown + *capacity, 0, (wanted - *capacity) * sizeof *grown);
    *list = grown;
    *capacity = wanted;
    return JSMF_OK;
}

static jsmf_status count_word(tokens *t, size_t word)
{
    if (t->counts[word] == 0) {
        if (t->distinct_count == t->distinct_capacity &&
            grow(t->ctx, &t->distinct, &t->distinct_capacity) != JSMF_OK)
            return JSMF_ESYSTEM;
        t->distinct[t->distinct_count++] = (int32_t)word;
    }
    if (t->counts[word] == INT32_MAX)
        return jsmf_fail(t->ctx, JSMF_EDATA, "%s:%zu: found a word more than %d times, expected less",
                         jsmf_text_name(t->text), t->lines + 1, INT32_MAX);
    t->counts[word]++;
    return JSMF_OK;
}

/* ---- words ---- */

static jsmf_status found(tokens *t, const char *at, const char *what, const char *expected)
{
    return jsmf_fail(t->ctx, JSMF_EDATA, "%s:%zu: found %s at byte %llu, expected %s", jsmf_text_name(t->text),
                     t->lines + 1, what,
                     (unsigned long long)(jsmf_text_offset(t->text) + (uint64_t)(at - t->block)), expected);
}

/* Words are looked at closely once, when they are new. */
static jsmf_status check_word(tokens *t, const char *word, size_t length)
{
    size_t seen = length < JSMF_WORD_BYTES ? length : JSMF_WORD_BYTES, valid = jsmf_utf8_valid(word, length);
    const char *nul = memchr(word, '\0', seen), *cr = memchr(word, '\r', seen);
    if (nul)
        return found(t, nul, "a NUL", "text");
    if (length > JSMF_WORD_BYTES)
        return found(t, word, "a word of more than 255 bytes", "words apart by blanks, a document a line");
    if (cr)
        return found(t, cr, "a carriage return within the line", "it only before a line's end");
    if (valid < length)
        return found(t, word + valid, "bytes that are not UTF-8", "UTF-8 (iconv converts other encodings)");
    return JSMF_OK;
}

static jsmf_status new_word(tokens *t, uint64_t hash, const char *word, size_t length)
{
    if (check_word(t, word, length) != JSMF_OK)
        return jsmf_context_status(t->ctx);
    if (t->words.list->count == INT32_MAX)
        return jsmf_fail(t->ctx, JSMF_EDATA, "%s:%zu: found more than %d different words, expected less",
                         jsmf_text_name(t->text), t->lines + 1, INT32_MAX);
    if (t->words.list->count == t->capacity && grow(t->ctx, &t->counts, &t->capacity) != JSMF_OK)
        return JSMF_ESYSTEM;
    return jsmf_intern_add(t->ctx, &t->words, hash, word, length);
}

static jsmf_status add_word(tokens *t, uint64_t hash, const char *word, size_t length)
{
    int64_t number = jsmf_intern_find(&t->words, hash, word, length);
    if (number >= 0)
        return count_word(t, (size_t)number);
    if (new_word(t, hash, word, length) != JSMF_OK)
        return jsmf_context_status(t->ctx);
    return count_word(t, t->words.list->count - 1);
}

/* What ends a word: blank, line end, and a carriage return in front of that. */
static inline bool ends_word(const char *p)
{
    return *p == ' ' || *p == '\n' || *p == '\t' || (*p == '\r' && p[1] == '\n');
}

/* Reads what ends before end, which follows a blank or a newline. */
static jsmf_status read_words(tokens *t, const char *p, const char *end)
{
    while (p < end) {
        const char *word = p;
        uint64_t hash = JSMF_INTERN_SEED;
        while (!ends_word(p))
            hash = jsmf_intern_fold(hash, *p++);
        if (p > word && add_word(t, hash, word, (size_t)(p - word)) != JSMF_OK)
            return jsmf_context_status(t->ctx);
        if (*p++ == '\n' && end_document(t) != JSMF_OK)
            return jsmf_context_status(t->ctx);
    }
    return JSMF_OK;
}

static const char *last_blank(const char *bytes, size_t length)
{
    while (length && bytes[length - 1] != ' ' && bytes[length - 1] != '\n' && bytes[length - 1] != '\t')
        length--;
    return bytes + length;
}

static jsmf_status read_blocks(tokens *t)
{
    const char *bytes, *end;
    size_t length, keep = 0;
    for (;;) {
        if (jsmf_text_next(t->ctx, t->text, keep, &bytes, &length) != JSMF_OK)
            return jsmf_context_status(t->ctx);
        if (length == 0)
            return JSMF_OK;
        t->block = bytes;
        end = last_blank(bytes, length);
        if (read_words(t, bytes, end) != JSMF_OK)
            return jsmf_context_status(t->ctx);
        keep = (size_t)(bytes + length - end);
        /* One byte more than a word may have: it may be a carriage return. */
        if (keep > JSMF_WORD_BYTES + 1)
            return check_word(t, end, keep);
    }
}

static void tokens_free(tokens *t)
{
    jsmf_text_close(t->text);
    jsmf_intern_free(&t->words);
    jsmf_rows_free(&t->rows);
    free(t->counts);
    free(t->distinct);
}

jsmf_status jsmf_corpus_read_text(jsmf_context *ctx, jsmf_input *in, jsmf_csr *h, jsmf_strings *vocab,
                                  jsmf_corpus_report *report)
{
    tokens t = { .ctx = ctx, .report = report };
    *h = (jsmf_csr){ 0 };
    *report = (jsmf_corpus_report){ 0 };
    jsmf_rows_start(&t.rows, SIZE_MAX);
    if (jsmf_intern_start(ctx, &t.words, vocab) == JSMF_OK && jsmf_text_open(ctx, in, &t.text) == JSMF_OK &&
        read_blocks(&t) == JSMF_OK && jsmf_rows_end(ctx, &t.rows, t.rows.rows) == JSMF_OK) {
        report->bytes = jsmf_text_offset(t.text);
        jsmf_rows_finish(&t.rows, vocab->count, h);
    }
    tokens_free(&t);
    return jsmf_context_status(ctx);
}
