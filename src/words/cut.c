/* A text to its words: runs that ICU takes at once, what is left out of them, and the rules for a word. */
#include "jsmf/words.h"

#include "cutter.h"

#include <string.h>

/* ---- the rules for a word ---- */

static bool is_apostrophe(const char *p, const char *end, size_t *bytes)
{
    if (*p == '\'')
        *bytes = 1;
    else if (end - p >= 3 && memcmp(p, "\xE2\x80\x99", 3) == 0)
        *bytes = 3;
    else
        return false;
    return true;
}

/* A word is built here: apostrophes are typewriter's. */
typedef struct word {
    char bytes[JSMF_WORDS_BYTES];
    size_t length, characters;
    bool overlong;
} word;

static void put(word *w, const char *bytes, size_t length)
{
    if (w->length + length > JSMF_WORDS_BYTES) {
        w->overlong = true;
        return;
    }
    memcpy(w->bytes + w->length, bytes, length);
    w->length += length;
}

static size_t code_points(const char *bytes, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)bytes[i] & 0xC0) != 0x80;
    return count;
}

/* The English possessive, and underscores at both ends, are no part of a word. */
static void trim(const char **bytes, size_t *length)
{
    while (*length > 0 && **bytes == '_') {
        (*bytes)++;
        (*length)--;
    }
    while (*length > 0 && (*bytes)[*length - 1] == '_')
        (*length)--;
    if (*length > 2 && (*bytes)[*length - 2] == '\'' && ((*bytes)[*length - 1] | 0x20) == 's')
        *length -= 2;
}

static bool joins(const jsmf_words *words) { return words->known.index || words->options.ngrams > 1; }

static jsmf_words_join join_of(jsmf_words_cutter *c)
{
    return (jsmf_words_join){ .known = &c->words->known, .ngrams = c->words->options.ngrams, .each = c->each,
                              .arg = c->arg, .too_long = &c->too_long };
}

static jsmf_status give(jsmf_context *ctx, jsmf_words_cutter *c, const char *bytes, size_t length, bool overlong,
                        bool follows)
{
    const bool kept = length > 0 && !overlong && code_points(bytes, length) >= c->words->options.min_length;
    c->too_long += overlong;
    follows = follows && !c->dropped;
    c->dropped = !kept;
    if (!kept)
        return JSMF_OK;
    if (!joins(c->words))
        return c->each(ctx, c->arg, bytes, length, follows);
    const jsmf_words_join how = join_of(c);
    return jsmf_words_join_add(ctx, &how, &c->window, bytes, length, follows);
}

/* A word between boundaries. A part of it, where apostrophes divide, is one as well. */
static jsmf_status take_parts(jsmf_context *ctx, jsmf_words_cutter *c, const jsmf_words_piece *piece)
{
    const char *p = piece->bytes, *end = p + piece->length;
    bool follows = piece->follows;
    word w = { .length = 0 };
    while (p < end) {
        size_t bytes;
        if (is_apostrophe(p, end, &bytes)) {
            p += bytes;
            if (!c->words->options.split_apostrophes) {
                put(&w, "'", 1);
                continue;
            }
            if (give(ctx, c, w.bytes, w.length, w.overlong, follows) != JSMF_OK)
                return jsmf_context_status(ctx);
            w = (word){ .length = 0 };
            follows = false;
        } else {
            put(&w, p++, 1);
        }
    }
    const char *start = w.bytes;
    trim(&start, &w.length);
    return give(ctx, c, start, w.length, w.overlong, follows);
}

jsmf_status jsmf_words_take(jsmf_context *ctx, jsmf_words_cutter *c, const jsmf_words_piece *piece)
{
    if (piece->length == SIZE_MAX)
        return give(ctx, c, "", 0, true, false);
    if (c->words->options.pattern)
        return give(ctx, c, piece->bytes, piece->length, piece->length > JSMF_WORDS_BYTES, piece->follows);
    if (!piece->letters && !c->words->options.numbers) {
        c->dropped = true;
        return JSMF_OK;
    }
    return take_parts(ctx, c, piece);
}

static jsmf_status take_piece(jsmf_context *ctx, void *arg, const jsmf_words_piece *piece)
{
    return jsmf_words_take(ctx, arg, piece);
}

/* ---- runs ---- */

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* The bytes of a text that go to ICU at once: all that fit, up to white space, which no word goes across, or, in a text
 * without, to the end of a code point. */
static size_t run_length(const char *text, size_t length)
{
    size_t end = JSMF_WORDS_RUN;
    if (length <= JSMF_WORDS_RUN)
        return length;
    while (end > JSMF_WORDS_RUN / 2 && !is_space(text[end - 1]))
        end--;
    if (is_space(text[end - 1]))
        return end;
    for (end = JSMF_WORDS_RUN; ((unsigned char)text[end] & 0xC0) == 0x80;)
        end--;
    return end;
}

static jsmf_status cut_run(jsmf_context *ctx, jsmf_words_cutter *c, const char *text, size_t length)
{
    return length == 0 ? JSMF_OK : jsmf_words_icu_cut(ctx, c->icu, text, length, &c->blank, take_piece, c);
}

/* What stands around URLs and addresses. */
static jsmf_status cut_around(jsmf_context *ctx, jsmf_words_cutter *c, const char *text, size_t length)
{
    size_t done = 0, from = 0, to = 0;
    while (!c->words->options.urls && jsmf_words_next_address(text, length, &from, &to)) {
        if (cut_run(ctx, c, text + done, from - done) != JSMF_OK)
            return jsmf_context_status(ctx);
        c->blank = false;
        done = from = to;
    }
    return cut_run(ctx, c, text + done, length - done);
}

/* A pattern sees a line at a time. */
static size_t line_length(const char *text, size_t length)
{
    const char *end = memchr(text, '\n', length);
    return end ? (size_t)(end - text) + 1 : length;
}

jsmf_status jsmf_words_cut(jsmf_context *ctx, jsmf_words_cutter *c, const char *text, size_t length,
                           jsmf_words_fn each, void *arg)
{
    const bool pattern = c->words->options.pattern != NULL;
    c->each = each;
    c->arg = arg;
    c->blank = c->dropped = false;
    c->window.count = 0;
    for (size_t at = 0; at < length;) {
        const size_t left = pattern ? line_length(text + at, length - at) : length - at;
        const size_t run = run_length(text + at, left);
        jsmf_recorded(pattern ? jsmf_words_icu_match(ctx, c->icu, text + at, run, &c->blank, take_piece, c)
                              : cut_around(ctx, c, text + at, run));
        if (jsmf_context_status(ctx) != JSMF_OK)
            return jsmf_context_status(ctx);
        at += run;
    }
    const jsmf_words_join how = join_of(c);
    return joins(c->words) ? jsmf_words_join_end(ctx, &how, &c->window) : JSMF_OK;
}
