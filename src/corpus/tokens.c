/* Tokenised text, one document a line: words apart by white space. */
#include "jsmf/corpus.h"

#include "readers.h"
#include "blocks.h"
#include "io/intern.h"
#include "looks.h"
#include "rows.h"
#include "io/io_inner.h"

#include <stdlib.h>
#include <string.h>

typedef struct tokens {
    jsmf_context *ctx;
    jsmf_corpus_blocks blocks;
    size_t lines;      /* that have ended */
    jsmf_intern words;
    const jsmf_index *known; /* the words that count, instead, or NULL */
    size_t known_count;
    int32_t *counts;   /* by word: in the current document */
    size_t capacity;   /* of counts */
    int32_t *distinct; /* the current document's words, in the order of their first occurrence */
    size_t distinct_count, distinct_capacity;
    bool skipping;         /* the rest of a token that is longer than a word may be */
    size_t most;           /* documents of the batch */
    jsmf_corpus_rows rows; /* the batch */
    jsmf_corpus_report *report;
    int64_t *unknown, seen;  /* by document of the batch, or NULL; of those that have ended */
} tokens;

/* ---- documents ---- */

static jsmf_status end_document(tokens *t)
{
    size_t n = t->distinct_count;
    int32_t overflow;
    t->lines++;
    t->report->empty += n == 0;
    if (t->unknown)
        t->unknown[t->rows.rows] = t->report->unknown - t->seen;
    t->seen = t->report->unknown;
    if (jsmf_corpus_rows_reserve(t->ctx, &t->rows, n) != JSMF_OK ||
        jsmf_corpus_rows_keys(t->ctx, &t->rows, n) != JSMF_OK)
        return jsmf_context_status(t->ctx);
    for (size_t i = 0; i < n; i++) {
        int32_t word = t->distinct[i];
        t->rows.keys[i] = jsmf_corpus_rows_key(word, t->counts[word]);
        t->counts[word] = 0;
    }
    jsmf_corpus_rows_append(&t->rows, n, &overflow);
    t->distinct_count = 0;
    return jsmf_corpus_rows_end(t->ctx, &t->rows, t->rows.rows + 1);
}

static jsmf_status grow(jsmf_context *ctx, int32_t **list, size_t *capacity)
{
    size_t wanted = *capacity ? 2 * *capacity : 4096;
    int32_t *grown = jsmf_realloc(ctx, *list, wanted, sizeof *grown);
    if (!grown)
        return jsmf_context_status(ctx);
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
                         jsmf_text_name(t->blocks.text), t->lines + 1, INT32_MAX);
    t->counts[word]++;
    return JSMF_OK;
}

/* ---- words ---- */

static jsmf_status found(tokens *t, const char *at, const char *what, const char *expected)
{
    return jsmf_fail(t->ctx, JSMF_EDATA, "%s:%zu: found %s at byte %llu, expected %s", jsmf_text_name(t->blocks.text),
                     t->lines + 1, what, (unsigned long long)jsmf_corpus_blocks_offset(&t->blocks, at), expected);
}

/* Words are looked at closely once, when they are new. */
static jsmf_status check_word(tokens *t, const char *word, size_t length)
{
    size_t seen = length < JSMF_WORD_BYTES ? length : JSMF_WORD_BYTES, valid = jsmf_utf8_valid(word, length);
    const char *nul = memchr(word, '\0', seen), *cr = memchr(word, '\r', seen);
    if (nul)
        return found(t, nul, "a NUL", "text");
    if (cr)
        return found(t, cr, "a carriage return within the line", "it only before a line's end");
    if (valid < length && length <= JSMF_WORD_BYTES)
        return found(t, word + valid, "bytes that are not UTF-8", "UTF-8 (iconv converts other encodings)");
    return JSMF_OK;
}

static jsmf_status new_word(tokens *t, uint64_t hash, const char *word, size_t length)
{
    if (check_word(t, word, length) != JSMF_OK)
        return jsmf_context_status(t->ctx);
    if (t->words.list->count == INT32_MAX)
        return jsmf_fail(t->ctx, JSMF_EDATA, "%s:%zu: found more than %d different words, expected less",
                         jsmf_text_name(t->blocks.text), t->lines + 1, INT32_MAX);
    if (t->words.list->count == t->capacity && grow(t->ctx, &t->counts, &t->capacity) != JSMF_OK)
        return jsmf_context_status(t->ctx);
    return jsmf_intern_add(t->ctx, &t->words, hash, word, length);
}

static jsmf_status count_known(tokens *t, const char *word, size_t length)
{
    size_t number = jsmf_index_find(t->known, word, length);
    if (number != SIZE_MAX)
        return count_word(t, number);
    t->report->unknown++;
    return check_word(t, word, length);
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

/* A token that no word can be, or the first part of one. */
static jsmf_status leave_out(tokens *t, const char *token, size_t length)
{
    *(t->known ? &t->report->unknown : &t->report->overlong) += 1;
    return check_word(t, token, length);
}

static jsmf_status take_token(tokens *t, uint64_t hash, const char *token, size_t length)
{
    if (t->skipping) {
        t->skipping = false;
        return JSMF_OK;
    }
    if (length == 0)
        return JSMF_OK;
    if (length > JSMF_WORD_BYTES)
        return leave_out(t, token, length);
    return t->known ? count_known(t, token, length) : add_word(t, hash, token, length);
}

/* What a byte is to a word's end: none, one for sure, or perhaps the first of one. */
enum { PERHAPS = 2 };
static const unsigned char ends[256] = { [' '] = 1, ['\n'] = 1, ['\t'] = 1, ['\v'] = 1, ['\f'] = 1,
                                         ['\r'] = PERHAPS, [0xC2] = PERHAPS, [0xE1] = PERHAPS, [0xE2] = PERHAPS,
                                         [0xE3] = PERHAPS };

/* Bytes of the white space at p, 0 where there is none; a carriage return is some in front of a line end alone. Behind
 * the block stands a NUL, which no white space goes beyond. */
static size_t word_end(const char *p)
{
    return *p == '\r' ? p[1] == '\n' : jsmf_utf8_space(p, p + 3);
}

/* The end of the token at p, and its hash. */
static inline const char *behind_token(const char *p, uint64_t *hash, size_t *space)
{
    uint64_t h = JSMF_INTERN_SEED;
    for (;; h = jsmf_intern_fold(h, *p++)) {
        while (!ends[(unsigned char)*p])
            h = jsmf_intern_fold(h, *p++);
        *space = ends[(unsigned char)*p] == PERHAPS ? word_end(p) : 1;
        if (*space)
            break;
    }
    *hash = h;
    return p;
}

/* Reads words until the batch is full. */
static jsmf_status read_words(tokens *t)
{
    const char *p = t->blocks.at;
    while (p < t->blocks.end && t->rows.rows < t->most) {
        const char *word = p;
        uint64_t hash;
        size_t space;
        p = behind_token(p, &hash, &space);
        if (take_token(t, hash, word, (size_t)(p - word)) != JSMF_OK ||
            (*p == '\n' && end_document(t) != JSMF_OK))
            return jsmf_context_status(t->ctx);
        p += space;
    }
    t->blocks.at = p;
    return JSMF_OK;
}

/* Behind the last white space of the bytes, at their start where there is none. */
static const char *behind_last_space(const char *bytes, size_t length)
{
    const char *end = bytes + length;
    for (const char *p = end; p-- > bytes;) {
        const size_t space = *p == '\r' ? 0 : jsmf_utf8_space(p, end);
        if (space)
            return p + space;
    }
    return bytes;
}

/* Words may have ended in what was kept, by other white space than blocks end with; or it is no word. */
static jsmf_status read_kept(tokens *t)
{
    enum { SPLIT = 2 }; /* bytes of white space that may stand at the end without its last one */
    jsmf_corpus_blocks *b = &t->blocks;
    const char *start = b->end, *space = behind_last_space(start, b->keep);
    b->at = start;
    b->end = space;
    b->keep -= (size_t)(space - start);
    if (space > start)
        return JSMF_OK;
    if (!t->skipping && leave_out(t, start, b->keep) != JSMF_OK)
        return jsmf_context_status(t->ctx);
    t->skipping = true;
    b->keep = SPLIT;
    return jsmf_corpus_blocks_next(t->ctx, b, true);
}

static jsmf_status next_block(tokens *t)
{
    /* One byte more than a word may have: it may be a carriage return. */
    return t->blocks.keep > JSMF_WORD_BYTES + 1 ? read_kept(t) : jsmf_corpus_blocks_next(t->ctx, &t->blocks, true);
}

/* ---- the reader ---- */

static jsmf_status start_words(tokens *t, jsmf_strings *vocab)
{
    if (!t->known)
        return jsmf_intern_start(t->ctx, &t->words, vocab);
    t->counts = jsmf_alloc_zero(t->ctx, t->known_count, sizeof *t->counts);
    return jsmf_context_status(t->ctx);
}

static jsmf_status open_reader(jsmf_context *ctx, jsmf_input *in, const jsmf_corpus_reading *how,
                               jsmf_corpus_report *report, void **out)
{
    tokens *t = *out = jsmf_alloc_zero(ctx, 1, sizeof *t);
    *report = (jsmf_corpus_report){ 0 };
    if (!t)
        return jsmf_context_status(ctx);
    *t = (tokens){ .ctx = ctx, .known = how->known, .known_count = how->words, .report = report,
                    .unknown = how->unknown };
    if (start_words(t, how->vocab) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_corpus_blocks_open(ctx, in, &t->blocks);
}

static jsmf_status next(jsmf_context *ctx, void *reader, size_t most, jsmf_csr *out)
{
    tokens *t = reader;
    *out = (jsmf_csr){ 0 };
    t->most = most;
    jsmf_corpus_rows_start(&t->rows, SIZE_MAX);
    if (jsmf_corpus_rows_end(ctx, &t->rows, 0) != JSMF_OK)
        goto done;
    while (t->rows.rows < most && !t->blocks.ended)
        if ((t->blocks.at < t->blocks.end ? read_words(t) : next_block(t)) != JSMF_OK)
            goto done;
    t->report->bytes = jsmf_text_offset(t->blocks.text);
    jsmf_corpus_rows_finish(&t->rows, t->known ? t->known_count : t->words.list->count, out);
done:
    jsmf_corpus_rows_free(&t->rows);
    return jsmf_context_status(ctx);
}

static void close_reader(void *reader)
{
    tokens *t = reader;
    if (!t)
        return;
    jsmf_corpus_blocks_close(&t->blocks);
    jsmf_intern_free(&t->words);
    free(t->counts);
    free(t->distinct);
    free(t);
}

const jsmf_corpus_reader jsmf_corpus_text = { .name = "text", .doubt = jsmf_corpus_doubt_text, .open = open_reader,
                                              .next = next, .close = close_reader };
