/* Lists of words and labels: reading them, a word a line, and comparing them. */
#include "corpus_inner.h"

#include "fields.h"
#include "readers.h"
#include "io/intern.h"
#include "io/text.h"
#include "base/base_inner.h"
#include "io/io_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Lines between two looks at the memory. */
enum { LOOK_EVERY = 4096, MOST_LISTS = 100 };

typedef struct words {
    jsmf_context *ctx;
    const char *name;
    size_t lines;
    jsmf_corpus_list how;
    jsmf_strings *list;  /* or NULL */
    jsmf_intern seen;    /* where repeats matter: the list's */
    size_t *line_of;     /* ... and the lines of its words */
    size_t capacity;     /* of line_of */
    size_t repeats;      /* left out */
} words;

static jsmf_status found(words *w, const char *what)
{
    return jsmf_fail(w->ctx, JSMF_EDATA, "%s:%zu: found %s, expected %s", w->name, w->lines, what,
                     w->how.label ? w->how.label : "one word");
}

static jsmf_status found_word(words *w, const char *what, const char *word, size_t length)
{
    char text[JSMF_QUOTE_BYTES + 64], quoted[JSMF_QUOTE_BYTES];
    snprintf(text, sizeof text, "%s: %s", what, jsmf_text_quote(word, length, quoted));
    return found(w, text);
}

/* ---- the list ---- */

/* The table of words, with the next one where it grows to four times its size before memory is looked at again. */
static size_t table_bytes(const words *w)
{
    const size_t slots = w->seen.mask + 1;
    return (2 * (w->list->count + LOOK_EVERY) >= slots ? 5 * slots : slots) * sizeof *w->seen.slots +
           2 * w->capacity * sizeof *w->line_of;
}

/* Twice the list, as it is copied where it grows. */
static jsmf_status check_memory(words *w)
{
    char what[JSMF_QUOTE_BYTES + 64];
    size_t bytes = w->how.beside;
    if (w->list)
        bytes = jsmf_add_sat(bytes, 2 * (w->list->bytes_capacity + w->list->capacity * sizeof *w->list->offsets));
    if (w->seen.slots)
        bytes = jsmf_add_sat(bytes, table_bytes(w));
    snprintf(what, sizeof what, "%.100s, up to line %zu,", w->name, w->lines);
    return jsmf_memory_check(w->ctx, bytes, what, JSMF_REMEDY_MORE_MEMORY);
}

static jsmf_status repeat(words *w, size_t number, const char *line, size_t length)
{
    char quoted[JSMF_QUOTE_BYTES];
    if (w->how.repeats == JSMF_REPEATS_REFUSED)
        return jsmf_fail_remedy(w->ctx, JSMF_EDATA, w->how.label ? JSMF_REMEDY_NONE : JSMF_REMEDY_MERGE_WORDS, 0,
                                "%s:%zu: found the word %s of line %zu again, expected every word once", w->name,
                                w->lines, jsmf_text_quote(line, length, quoted), w->line_of[number]);
    if (++w->repeats <= MOST_LISTS * w->list->count)
        return JSMF_OK;
    return jsmf_fail(w->ctx, JSMF_EDATA, "%s:%zu: found %s after %zu lines that repeat %zu other%s, expected a list",
                     w->name, w->lines, jsmf_text_quote(line, length, quoted), w->repeats - 1,
                     JSMF_COUNTED(w->list->count));
}

static jsmf_status add_new(words *w, uint64_t hash, const char *line, size_t length)
{
    if (w->list->count == w->capacity) {
        const size_t capacity = w->capacity ? 2 * w->capacity : LOOK_EVERY;
        size_t *grown = jsmf_realloc(w->ctx, w->line_of, capacity, sizeof *grown);
        if (!grown)
            return jsmf_context_status(w->ctx);
        w->line_of = grown;
        w->capacity = capacity;
    }
    w->line_of[w->list->count] = w->lines;
    return jsmf_intern_add(w->ctx, &w->seen, hash, line, length);
}

static jsmf_status add_once(words *w, const char *line, size_t length)
{
    uint64_t hash = JSMF_INTERN_SEED;
    int64_t number;
    for (size_t i = 0; i < length; i++)
        hash = jsmf_intern_fold(hash, line[i]);
    number = jsmf_intern_find(&w->seen, hash, line, length);
    return number < 0 ? add_new(w, hash, line, length) : repeat(w, (size_t)number, line, length);
}

static jsmf_status add_line(words *w, const char *line, size_t length)
{
    const jsmf_corpus_list *how = &w->how;
    char quoted[JSMF_QUOTE_BYTES];
    if (how->most && w->lines > how->most)
        return jsmf_fail(w->ctx, JSMF_EDATA, "%s:%zu: found %s, expected the end: there are %zu %s", w->name, w->lines,
                         jsmf_text_quote(line, length, quoted), how->most, how->things);
    if ((how->look && how->look(w->ctx, how->arg, w->lines, line, length) != JSMF_OK) ||
        (w->lines % LOOK_EVERY == 0 && check_memory(w) != JSMF_OK))
        return jsmf_context_status(w->ctx);
    if (!w->list)
        return JSMF_OK;
    return w->seen.slots ? add_once(w, line, length) : jsmf_strings_add(w->ctx, w->list, line, length);
}

/* ---- lines ---- */

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

static bool is_spaced(const words *w, const char *line, size_t length)
{
    if (w->how.label)
        return is_blank(line[0]);
    return memchr(line, ' ', length) || memchr(line, '\t', length);
}

static jsmf_status refuse_blank(words *w, const char *line, size_t length)
{
    char quoted[JSMF_QUOTE_BYTES];
    if (w->how.label)
        return found_word(w, "a blank in front", line, length);
    if (jsmf_corpus_fields_skip(line, length, 0, JSMF_CORPUS_DIGITS " \t") == length)
        return jsmf_fail(w->ctx, JSMF_EDATA, "%s:%zu: found numbers: %s, expected one word (lines of numbers are a "
                         "corpus; is the other file the list of words?)", w->name, w->lines,
                         jsmf_text_quote(line, length, quoted));
    return jsmf_fail(w->ctx, JSMF_EDATA, "%s:%zu: found a blank within: %s, expected one word (tr ' ' _ makes one of "
                     "several)", w->name, w->lines, jsmf_text_quote(line, length, quoted));
}

static size_t most_bytes(const words *w) { return w->how.bytes ? w->how.bytes : JSMF_WORD_BYTES; }

/* line ends before its newline. */
static jsmf_status read_line(words *w, const char *line, const char *end)
{
    size_t length;
    w->lines++;
    end -= end > line && end[-1] == '\r';
    while (end > line && is_blank(end[-1]))
        end--;
    length = (size_t)(end - line);
    if (length == 0)
        return w->how.empty ? add_line(w, line, 0) : found(w, "an empty line");
    if (memchr(line, '\0', length))
        return found_word(w, "a NUL", line, length);
    if (length > most_bytes(w)) {
        char text[48];
        snprintf(text, sizeof text, "more than %zu bytes", most_bytes(w));
        return found_word(w, text, line, length);
    }
    if (is_spaced(w, line, length))
        return refuse_blank(w, line, length);
    if (memchr(line, '\r', length))
        return found_word(w, "a carriage return within", line, length);
    if (jsmf_utf8_valid(line, length) < length)
        return found_word(w, "bytes that are not UTF-8", line, length);
    if (jsmf_utf8_blank(line, length))
        return found_word(w, "white space alone", line, length);
    return add_line(w, line, length);
}

static jsmf_status read_blocks(words *w, jsmf_text *text)
{
    const char *bytes, *newline;
    size_t length, keep = 0;
    for (;;) {
        if (jsmf_text_next(w->ctx, text, keep, &bytes, &length) != JSMF_OK)
            return jsmf_context_status(w->ctx);
        if (length == 0)
            return JSMF_OK;
        for (const char *end = bytes + length; (newline = memchr(bytes, '\n', (size_t)(end - bytes)));
             bytes = newline + 1, length = (size_t)(end - bytes))
            if (read_line(w, bytes, newline) != JSMF_OK)
                return jsmf_context_status(w->ctx);
        keep = length;
        if (keep > most_bytes(w) + 1)
            return read_line(w, bytes, bytes + length);
    }
}

static jsmf_status parse(words *w, jsmf_input *in)
{
    jsmf_strings none = { 0 };
    jsmf_text *text = NULL;
    w->name = jsmf_input_name(in);
    if (w->list)
        *w->list = none;
    if ((w->how.repeats != JSMF_REPEATS_KEPT && jsmf_intern_start(w->ctx, &w->seen, w->list) != JSMF_OK) ||
        jsmf_text_open(w->ctx, in, &text) != JSMF_OK || read_blocks(w, text) != JSMF_OK)
        jsmf_strings_free(w->list);
    jsmf_text_close(text);
    jsmf_intern_free(&w->seen);
    free(w->line_of);
    return jsmf_context_status(w->ctx);
}

jsmf_status jsmf_corpus_list_read(jsmf_context *ctx, const char *path, const jsmf_corpus_list *how, jsmf_strings *out)
{
    words w = { .ctx = ctx, .how = *how, .list = out };
    jsmf_input *in;
    if (out)
        *out = (jsmf_strings){ 0 };
    if (jsmf_input_open(ctx, path, true, &in) != JSMF_OK)
        return jsmf_context_status(ctx);
    const jsmf_status status = parse(&w, in);
    jsmf_input_close(in);
    return status;
}

jsmf_status jsmf_corpus_words_parse(jsmf_context *ctx, jsmf_input *in, bool unique, jsmf_strings *out)
{
    words w = { .ctx = ctx, .list = out, .how = { .repeats = unique ? JSMF_REPEATS_REFUSED : JSMF_REPEATS_KEPT } };
    return parse(&w, in);
}

jsmf_status jsmf_corpus_words_read(jsmf_context *ctx, const char *path, bool unique, jsmf_strings *out)
{
    const jsmf_corpus_list how = { .repeats = unique ? JSMF_REPEATS_REFUSED : JSMF_REPEATS_KEPT };
    return jsmf_corpus_list_read(ctx, path, &how, out);
}

jsmf_status jsmf_corpus_labels_read(jsmf_context *ctx, const char *path, const char *label, jsmf_strings *out)
{
    return jsmf_corpus_list_read(ctx, path, &(jsmf_corpus_list){ .label = label }, out);
}

jsmf_status jsmf_corpus_vocab_compare(jsmf_context *ctx, const jsmf_corpus_vocab *vocab,
                                      const jsmf_corpus_vocab *other, const char *advice)
{
    const jsmf_strings *ours = vocab->words, *theirs = other->words;
    char quoted[JSMF_QUOTE_BYTES], other_quoted[JSMF_QUOTE_BYTES];
    for (size_t i = 0; ours && theirs && i < ours->count && i < theirs->count; i++)
        if (strcmp(jsmf_strings_get(ours, i), jsmf_strings_get(theirs, i)) != 0)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: word %zu is %s, but %s in %s (%s)", vocab->name, i,
                             jsmf_text_quote_string(ours, i, quoted), jsmf_text_quote_string(theirs, i, other_quoted),
                             other->name, advice);
    if (vocab->count != other->count)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: %zu word%s, but %zu in %s (%s)", vocab->name,
                         JSMF_COUNTED(vocab->count), other->count, other->name, advice);
    return JSMF_OK;
}
