/* Documents a second time, with their phrases joined: words that phrases alone still hold are gone. */
#include "tally_rows.h"
#include "words/words_inner.h"

#include <stdlib.h>
#include <string.h>

/* Entries that are put by together. */
enum { ENTRIES = 1 << 16 };

typedef struct joining {
    const jsmf_words_phrases *phrases;
    const jsmf_strings *old;
    jsmf_strings vocab;
    jsmf_intern table;
    int32_t *word_numbers, *phrase_numbers; /* in vocab; -1 of what was not met yet */
    jsmf_tally_worker worker;
    jsmf_tally_chunk chunk;
} joining;

static jsmf_status number_word(jsmf_context *ctx, joining *j, const char *word, size_t length, int32_t *number)
{
    const uint64_t hash = jsmf_intern_hash(word, length);
    int64_t found = jsmf_intern_find(&j->table, hash, word, length);
    if (found < 0) {
        found = (int64_t)j->vocab.count;
        if (jsmf_intern_add(ctx, &j->table, hash, word, length) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    *number = (int32_t)found;
    return JSMF_OK;
}

/* The words of phrase i with mark between them, into text; their length, 0 where it is more than a word may have. */
static size_t spell(const joining *j, size_t i, char mark, char text[JSMF_WORD_BYTES + 1])
{
    size_t count, used = 0;
    const int32_t *words = jsmf_words_phrases_get(j->phrases, i, &count);
    for (size_t w = 0; w < count; w++) {
        const size_t length = jsmf_strings_length(j->old, (size_t)words[w]);
        if (used + (w > 0) + length > JSMF_WORD_BYTES)
            return 0;
        if (w)
            text[used++] = mark;
        memcpy(text + used, jsmf_strings_get(j->old, (size_t)words[w]), length);
        used += length;
    }
    return used;
}

static jsmf_status count_word(jsmf_context *ctx, joining *j, int32_t word)
{
    int32_t *number = &j->word_numbers[word];
    if (*number < 0 && number_word(ctx, j, jsmf_strings_get(j->old, (size_t)word),
                                   jsmf_strings_length(j->old, (size_t)word), number) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_tally_chunk_add(ctx, &j->chunk, *number);
}

/* A phrase that is too long for a word counts as its words. */
static jsmf_status count_phrase(jsmf_context *ctx, joining *j, size_t phrase)
{
    int32_t *number = &j->phrase_numbers[phrase];
    char text[JSMF_WORD_BYTES + 1];
    size_t length = *number < 0 ? spell(j, phrase, '_', text) : 0, count;
    const int32_t *words = jsmf_words_phrases_get(j->phrases, phrase, &count);
    if (length && number_word(ctx, j, text, length, number) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (*number >= 0)
        return jsmf_tally_chunk_add(ctx, &j->chunk, *number);
    for (size_t i = 0; i < count; i++)
        if (count_word(ctx, j, words[i]) != JSMF_OK)
            return jsmf_context_status(ctx);
    return JSMF_OK;
}

/* What stands in a document: a word, -2 - i for phrase i, or -1 for nothing. */
static jsmf_status count(jsmf_context *ctx, joining *j, int32_t item)
{
    if (item == -1)
        return JSMF_OK;
    return item < 0 ? count_phrase(ctx, j, (size_t)(-2 - item)) : count_word(ctx, j, item);
}

static jsmf_status put_by(jsmf_context *ctx, joining *j, jsmf_tally_rows *r)
{
    if (jsmf_tally_chunk_count(ctx, &j->worker, &j->chunk, j->vocab.count) != JSMF_OK ||
        jsmf_tally_rows_add(ctx, r, &j->chunk, j->vocab.count) != JSMF_OK)
        return jsmf_context_status(ctx);
    jsmf_tally_chunk_reset(&j->chunk);
    return JSMF_OK;
}

static jsmf_status join_documents(jsmf_context *ctx, joining *j, jsmf_words_phrases *phrases, jsmf_tally_rows *r)
{
    for (;;) {
        const int32_t *items;
        size_t n;
        bool more;
        if (jsmf_words_phrases_next(ctx, phrases, &items, &n, &more) != JSMF_OK)
            return jsmf_context_status(ctx);
        if (!more)
            return put_by(ctx, j, r);
        for (size_t i = 0; i < n; i++)
            if (count(ctx, j, items[i]) != JSMF_OK)
                return jsmf_context_status(ctx);
        if (jsmf_tally_chunk_end(ctx, &j->chunk) != JSMF_OK ||
            (j->chunk.words.used >= ENTRIES && put_by(ctx, j, r) != JSMF_OK))
            return jsmf_context_status(ctx);
    }
}

static jsmf_status list_phrases(jsmf_context *ctx, const joining *j, size_t phrases, jsmf_strings *joined)
{
    char text[JSMF_WORD_BYTES + 1];
    for (size_t i = 0; i < phrases; i++) {
        const size_t length = spell(j, i, ' ', text);
        if (length && jsmf_strings_add(ctx, joined, text, length) != JSMF_OK)
            break;
    }
    return jsmf_context_status(ctx);
}

static jsmf_status start(jsmf_context *ctx, joining *j, jsmf_words_phrases *phrases)
{
    size_t count;
    if (jsmf_words_phrases_find(ctx, phrases) != JSMF_OK || jsmf_intern_start(ctx, &j->table, &j->vocab) != JSMF_OK)
        return jsmf_context_status(ctx);
    count = jsmf_words_phrases_count(phrases);
    j->word_numbers = jsmf_alloc(ctx, j->old->count, sizeof *j->word_numbers);
    j->phrase_numbers = jsmf_alloc(ctx, count, sizeof *j->phrase_numbers);
    if (jsmf_context_status(ctx) != JSMF_OK)
        return jsmf_context_status(ctx);
    memset(j->word_numbers, -1, j->old->count * sizeof *j->word_numbers);
    memset(j->phrase_numbers, -1, count * sizeof *j->phrase_numbers);
    return JSMF_OK;
}

jsmf_status jsmf_tally_rows_join(jsmf_context *ctx, jsmf_tally_rows *r, jsmf_words_phrases *phrases,
                                 jsmf_strings *vocab, jsmf_strings *joined)
{
    joining j = { .phrases = phrases, .old = vocab };
    if (start(ctx, &j, phrases) == JSMF_OK && join_documents(ctx, &j, phrases, r) == JSMF_OK &&
        list_phrases(ctx, &j, jsmf_words_phrases_count(phrases), joined) == JSMF_OK) {
        jsmf_strings_free(vocab);
        *vocab = j.vocab;
        j.vocab = (jsmf_strings){ 0 };
    }
    jsmf_intern_free(&j.table);
    jsmf_strings_free(&j.vocab);
    jsmf_tally_worker_free(&j.worker);
    jsmf_tally_chunk_free(&j.chunk);
    free(j.word_numbers);
    free(j.phrase_numbers);
    return jsmf_context_status(ctx);
}
