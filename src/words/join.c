#include "join.h"

#include <stdlib.h>
#include <string.h>

/* ---- known phrases ---- */

/* The number of words of a phrase; 0 where one is empty or too long. */
static size_t words_of(const char *phrase, size_t length)
{
    size_t words = 1, bytes = 0;
    for (size_t i = 0; i < length; i++) {
        bytes = phrase[i] == ' ' ? 0 : bytes + 1;
        words += phrase[i] == ' ';
        if (bytes > JSMF_WORDS_BYTES || (bytes == 0 && (i == 0 || i + 1 == length || phrase[i - 1] == ' ')))
            return 0;
    }
    return length > 0 ? words : 0;
}

static jsmf_status add_beginnings(jsmf_context *ctx, jsmf_strings *list, size_t i)
{
    const size_t length = jsmf_strings_length(list, i);
    for (size_t at = 1; at < length; at++) {
        const char *phrase = jsmf_strings_get(list, i);
        char *copy;
        if (phrase[at] != ' ')
            continue;
        if (!(copy = jsmf_copy(ctx, phrase, at, 1))) /* the list moves its strings */
            return jsmf_context_status(ctx);
        jsmf_recorded(jsmf_strings_add(ctx, list, copy, at));
        free(copy);
        if (jsmf_context_status(ctx) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

jsmf_status jsmf_words_known_set(jsmf_context *ctx, jsmf_words_known *known, const jsmf_strings *phrases)
{
    jsmf_words_known_free(known);
    for (size_t i = 0; i < phrases->count; i++) {
        const char *phrase = jsmf_strings_get(phrases, i);
        const size_t words = words_of(phrase, jsmf_strings_length(phrases, i));
        if (words < 2 || words > JSMF_WORDS_JOINED)
            return jsmf_fail(ctx, JSMF_EDATA, "phrase %zu: found \"%.255s\", expected 2 to %d words with a space "
                             "between", i + 1, phrase, JSMF_WORDS_JOINED);
    }
    if (phrases->count == 0)
        return JSMF_OK;
    if (jsmf_strings_copy(ctx, phrases, &known->list) != JSMF_OK)
        return jsmf_context_status(ctx);
    known->count = phrases->count;
    for (size_t i = 0; i < known->count; i++)
        if (add_beginnings(ctx, &known->list, i) != JSMF_OK)
            return jsmf_context_status(ctx);
    return jsmf_index_new(ctx, &known->list, &known->index, NULL);
}

void jsmf_words_known_free(jsmf_words_known *known)
{
    jsmf_index_free(known->index);
    jsmf_strings_free(&known->list);
    *known = (jsmf_words_known){ .count = 0 };
}

/* ---- the window ---- */

static size_t start_of(const jsmf_words_window *w, size_t i) { return i == 0 ? 0 : w->ends[i - 1] + 1; }

static void append(jsmf_words_window *w, const char *word, size_t length)
{
    const size_t start = start_of(w, w->count);
    if (start > 0)
        w->bytes[start - 1] = ' ';
    memcpy(w->bytes + start, word, length);
    w->ends[w->count++] = start + length;
}

static void drop_first(jsmf_words_window *w, size_t words)
{
    const size_t bytes = words < w->count ? start_of(w, words) : 0;
    if (bytes > 0)
        memmove(w->bytes, w->bytes + bytes, w->ends[w->count - 1] - bytes);
    for (size_t i = words; i < w->count; i++)
        w->ends[i - words] = w->ends[i] - bytes;
    w->count -= words;
}

/* Gives words first to last of the window as one. */
static jsmf_status give(jsmf_context *ctx, const jsmf_words_join *how, const jsmf_words_window *w, size_t first,
                        size_t last)
{
    const size_t start = start_of(w, first), length = w->ends[last] - start;
    char joined[JSMF_WORDS_BYTES];
    if (length > sizeof joined) {
        ++*how->too_long;
        return JSMF_OK;
    }
    memcpy(joined, w->bytes + start, length);
    for (size_t i = first; i < last; i++)
        joined[w->ends[i] - start] = '_';
    return how->each(ctx, how->arg, joined, length, false);
}

/* ---- phrases ---- */

/* The words of the longest phrase that the window begins with, 1 where none does; 0: what comes may decide it. */
static size_t longest(const jsmf_words_join *how, const jsmf_words_window *w, bool more)
{
    size_t best = 1;
    for (size_t words = 1; words <= w->count; words++) {
        const size_t found = jsmf_index_find(how->known->index, w->bytes, w->ends[words - 1]);
        if (found == SIZE_MAX)
            return best;
        if (found < how->known->count)
            best = words;
    }
    return more && w->count < JSMF_WORDS_JOINED ? 0 : best;
}

static jsmf_status give_decided(jsmf_context *ctx, const jsmf_words_join *how, jsmf_words_window *w, bool more)
{
    while (w->count > 0) {
        const size_t words = longest(how, w, more);
        if (words == 0)
            return JSMF_OK;
        if (give(ctx, how, w, 0, words - 1) != JSMF_OK)
            return jsmf_context_status(ctx);
        drop_first(w, words);
    }
    return JSMF_OK;
}

/* ---- n-grams ---- */

/* The word that came last, and the n-grams that end with it. */
static jsmf_status give_ngrams(jsmf_context *ctx, const jsmf_words_join *how, jsmf_words_window *w)
{
    for (size_t n = 1; n <= w->count; n++)
        if (give(ctx, how, w, w->count - n, w->count - 1) != JSMF_OK)
            return jsmf_context_status(ctx);
    if (w->count == how->ngrams)
        drop_first(w, 1);
    return JSMF_OK;
}

jsmf_status jsmf_words_join_add(jsmf_context *ctx, const jsmf_words_join *how, jsmf_words_window *window,
                                const char *word, size_t length, bool follows)
{
    if (!follows && jsmf_words_join_end(ctx, how, window) != JSMF_OK)
        return jsmf_context_status(ctx);
    append(window, word, length);
    return how->known->index ? give_decided(ctx, how, window, true) : give_ngrams(ctx, how, window);
}

jsmf_status jsmf_words_join_end(jsmf_context *ctx, const jsmf_words_join *how, jsmf_words_window *window)
{
    if (how->known->index && give_decided(ctx, how, window, false) != JSMF_OK)
        return jsmf_context_status(ctx);
    window->count = 0;
    return JSMF_OK;
}
