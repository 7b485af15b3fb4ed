/* A text to its words: what goes the fast path and what to ICU, what is left out, and the rules for a word. */
#include "words_inner.h"

#include "cutter.h"

#include <string.h>

/* ---- the rules for a word ---- */

/* What is looked at of a piece. */
typedef struct part {
    const char *bytes;
    size_t length, characters;
} part;

/* The English possessive, and underscores at both ends, are no part of a word. */
static part trim(part p)
{
    const size_t before = p.length;
    while (p.length > 0 && *p.bytes == '_') {
        p.bytes++;
        p.length--;
    }
    while (p.length > 0 && p.bytes[p.length - 1] == '_')
        p.length--;
    if (p.length > 2 && p.bytes[p.length - 2] == '\'' && (p.bytes[p.length - 1] | 0x20) == 's')
        p.length -= 2;
    p.characters -= before - p.length;
    return p;
}

/* Gives the words that wait. */
static jsmf_status give_group(jsmf_context *ctx, jsmf_words_cutter *c)
{
    const size_t count = c->grouped;
    c->grouped = 0;
    if (c->each_group && count > 0)
        return c->each_group(ctx, c->arg, c->group, count);
    for (size_t i = 0; i < count; i++) {
        const jsmf_words_brief *word = &c->group[i];
        if (c->each(ctx, c->arg, word->bytes, jsmf_words_brief_length(word), word->follows) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

static jsmf_status give_found(jsmf_context *ctx, void *arg, const char *word, size_t length, bool follows)
{
    jsmf_words_cutter *c = arg;
    const bool brief = length <= JSMF_WORDS_BRIEF;
    if ((!brief || c->grouped == JSMF_WORDS_GROUP) && give_group(ctx, c) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (!brief)
        return c->each(ctx, c->arg, word, length, follows);
    jsmf_words_brief *last = &c->group[c->grouped++];
    *last = (jsmf_words_brief){ .bytes[JSMF_WORDS_BRIEF] = (char)length, .follows = follows };
    memcpy(last->bytes, word, length);
    return JSMF_OK;
}

static bool joins(const jsmf_words *words) { return words->known.index || words->options.ngrams > 1; }

static jsmf_words_join join_of(jsmf_words_cutter *c)
{
    return (jsmf_words_join){ .known = &c->words->known, .ngrams = c->words->options.ngrams,
                              .each = give_found, .arg = c, .too_long = &c->too_long };
}

static jsmf_status give(jsmf_context *ctx, jsmf_words_cutter *c, part p, bool follows)
{
    const bool too_long = p.length > JSMF_WORDS_BYTES;
    follows = follows && !c->dropped;
    c->dropped = too_long || p.length == 0 || p.characters < c->words->options.min_length;
    c->too_long += too_long;
    if (c->dropped)
        return JSMF_OK;
    if (!joins(c->words))
        return give_found(ctx, c, p.bytes, p.length, follows);
    const jsmf_words_join how = join_of(c);
    return jsmf_words_join_add(ctx, &how, &c->window, p.bytes, p.length, follows);
}

static size_t code_points(const char *bytes, size_t length)
{
    size_t count = 0;
    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)bytes[i] & 0xC0) != 0x80;
    return count;
}

/* Of a part of a piece that has one: digits beyond ASCII beside an apostrophe are taken for letters. */
static bool has_letter(part p)
{
    for (size_t i = 0; i < p.length; i++) {
        const char lower = (char)(p.bytes[i] | 0x20);
        if ((unsigned char)p.bytes[i] >= 0x80 || (lower >= 'a' && lower <= 'z'))
            return true;
    }
    return false;
}

/* The piece, or a part of it, unless it is a number where these are left out. */
static jsmf_status give_word(jsmf_context *ctx, jsmf_words_cutter *c, const jsmf_words_piece *piece, part p,
                             bool follows)
{
    p = trim(p);
    if (!c->words->options.numbers && (!piece->letters || (p.length < piece->length && !has_letter(p)))) {
        c->dropped = true;
        return JSMF_OK;
    }
    return give(ctx, c, p, follows);
}

/* The parts of a piece that apostrophes divide. */
static jsmf_status give_parts(jsmf_context *ctx, jsmf_words_cutter *c, const jsmf_words_piece *piece)
{
    const char *p = piece->bytes, *end = p + piece->length;
    for (bool follows = piece->follows; p < end; follows = false) {
        const char *apostrophe = memchr(p, '\'', (size_t)(end - p)), *stop = apostrophe ? apostrophe : end;
        const size_t length = (size_t)(stop - p);
        if (give_word(ctx, c, piece, (part){ p, length, code_points(p, length) }, follows) != JSMF_OK)
            return jsmf_context_status(ctx);
        p = stop + 1;
    }
    return JSMF_OK;
}

static jsmf_status take(jsmf_context *ctx, void *arg, const jsmf_words_piece *piece)
{
    jsmf_words_cutter *c = arg;
    const jsmf_words_options *o = &c->words->options;
    const part whole = { piece->bytes, piece->length, piece->characters };
    if (o->pattern || piece->length == SIZE_MAX)
        return give(ctx, c, whole, piece->follows);
    return o->split_apostrophes ? give_parts(ctx, c, piece) : give_word(ctx, c, piece, whole, piece->follows);
}

/* ---- where ICU's texts end ---- */

static inline bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Whether no word goes across a place, by the bytes before it: white space, or a comma or full stop of East Asia. */
static bool may_end(const char *end)
{
    static const char *const stops[] = { "\xE3\x80\x81", "\xE3\x80\x82", "\xEF\xBC\x8C" };
    if (is_space(end[-1]))
        return true;
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++)
        if (memcmp(end - 3, stops[i], 3) == 0)
            return true;
    return false;
}

/* The bytes of a text that go to ICU at once: all that fit, up to a place that no word goes across, or, in a text
 * without, to the end of a code point. */
static size_t run_length(const char *text, size_t length)
{
    size_t end = JSMF_WORDS_RUN;
    if (length <= JSMF_WORDS_RUN)
        return length;
    while (end > JSMF_WORDS_RUN / 2 && !may_end(text + end))
        end--;
    if (end > JSMF_WORDS_RUN / 2)
        return end;
    for (end = JSMF_WORDS_RUN; ((unsigned char)text[end] & 0xC0) == 0x80;)
        end--;
    return end;
}

static jsmf_status cut_slowly(jsmf_context *ctx, jsmf_words_cutter *c, const char *text, size_t length)
{
    for (size_t at = 0, run; at < length; at += run) {
        run = run_length(text + at, length - at);
        if (jsmf_words_icu_cut(ctx, c->icu, text + at, run, &c->blank, take, c) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

/* ---- stretches: what stands between white space ---- */

enum { HIGH = 1, ADDRESS = 2 };

/* What the byte at p says about its stretch: that it has more than ASCII, that there may be an address. */
static inline unsigned hints(const char *p, const char *end)
{
    static const unsigned char of_ascii[128] = { ['@'] = ADDRESS, [':'] = ADDRESS, ['w'] = ADDRESS, ['W'] = ADDRESS };
    if ((unsigned char)*p >= 0x80)
        return HIGH;
    if (!of_ascii[(unsigned char)*p])
        return 0;
    return (*p | 0x20) != 'w' || (end - p > 1 && (p[1] | 0x20) == 'w') ? ADDRESS : 0;
}

/* Stretches that go to ICU together: there is only white space between them. */
typedef struct waiting {
    const char *text;
    size_t length;
} waiting;

static jsmf_status flush(jsmf_context *ctx, jsmf_words_cutter *c, waiting *w)
{
    const waiting now = *w;
    w->length = 0;
    return now.length == 0 ? JSMF_OK : cut_slowly(ctx, c, now.text, now.length);
}

/* A stretch, or what there is of one around addresses. */
static jsmf_status cut_stretch(jsmf_context *ctx, jsmf_words_cutter *c, waiting *w, const char *text, size_t length,
                               bool high)
{
    if (length == 0)
        return JSMF_OK;
    if (c->slow || (high && !jsmf_words_plain_has(&c->words->plain, text, length))) {
        if (w->length == 0)
            w->text = text;
        w->length = (size_t)(text + length - w->text);
        return JSMF_OK;
    }
    if (w->length > 0 && flush(ctx, c, w) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_words_plain_cut(ctx, &c->words->plain, text, length, &c->blank, take, c);
}

static jsmf_status cut_around(jsmf_context *ctx, jsmf_words_cutter *c, waiting *w, const char *text, size_t length,
                              bool high)
{
    size_t done = 0, from = 0, to = 0;
    while (jsmf_words_next_address(text, length, &from, &to)) {
        if (cut_stretch(ctx, c, w, text + done, from - done, high) != JSMF_OK || flush(ctx, c, w) != JSMF_OK)
            return jsmf_context_status(ctx);
        c->blank = false;
        done = from = to;
    }
    return cut_stretch(ctx, c, w, text + done, length - done, high);
}

/* A stretch that the shortest way does not take. Returns its end. */
static const char *cut_next(jsmf_context *ctx, jsmf_words_cutter *c, waiting *w, const char *text, const char *end)
{
    const bool addresses = !c->words->options.urls;
    const char *p = text;
    unsigned found = 0;
    for (; p < end && !is_space(*p); p++)
        found |= hints(p, end);
    jsmf_recorded((found & ADDRESS && addresses ? cut_around : cut_stretch)(ctx, c, w, text, (size_t)(p - text),
                                                                            found & HIGH));
    return p;
}

/* What waits for ICU stands before what comes. */
static jsmf_status cut_between(jsmf_context *ctx, jsmf_words_cutter *c, const char *text, size_t length)
{
    const bool ascii = !c->slow && !joins(c->words);
    const char *p = text, *end = text + length;
    waiting w = { .length = 0 };
    while (p < end && jsmf_context_status(ctx) == JSMF_OK) {
        if (ascii && w.length == 0) {
            p = jsmf_words_ascii_cut(c, p, end);
            if (jsmf_words_ascii_full(c)) {
                jsmf_recorded(give_group(ctx, c));
                continue;
            }
        }
        if (p < end)
            p = cut_next(ctx, c, &w, p, end);
        p += p < end;
    }
    return jsmf_context_status(ctx) == JSMF_OK ? flush(ctx, c, &w) : jsmf_context_status(ctx);
}

/* ---- texts ---- */

/* A pattern sees a line at a time. */
static jsmf_status cut_by_pattern(jsmf_context *ctx, jsmf_words_cutter *c, const char *text, size_t length)
{
    for (size_t at = 0, run; at < length; at += run) {
        const char *end = memchr(text + at, '\n', length - at);
        run = run_length(text + at, end ? (size_t)(end + 1 - text) - at : length - at);
        if (jsmf_words_icu_match(ctx, c->icu, text + at, run, &c->blank, take, c) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

jsmf_status jsmf_words_cut_in_groups(jsmf_context *ctx, jsmf_words_cutter *c, const char *text, size_t length,
                                     jsmf_words_fn each, jsmf_words_group_fn group, void *arg)
{
    const jsmf_words_join how = join_of(c);
    c->each = each;
    c->each_group = group;
    c->arg = arg;
    c->blank = c->dropped = false;
    c->window.count = c->grouped = 0;
    if ((c->words->options.pattern ? cut_by_pattern : cut_between)(ctx, c, text, length) != JSMF_OK ||
        (joins(c->words) && jsmf_words_join_end(ctx, &how, &c->window) != JSMF_OK))
        return jsmf_context_status(ctx);
    return give_group(ctx, c);
}

jsmf_status jsmf_words_cut(jsmf_context *ctx, jsmf_words_cutter *c, const char *text, size_t length,
                           jsmf_words_fn each, void *arg)
{
    return jsmf_words_cut_in_groups(ctx, c, text, length, each, NULL, arg);
}
