/* Word lists: reading them, a word a line, and comparing them. */
#include "jsmf/corpus.h"

#include "readers.h"
#include "io/text.h"

#include <stdio.h>
#include <string.h>

typedef struct words {
    jsmf_context *ctx;
    const char *name;
    size_t lines;
    const char *label; /* what a line is, which may have blanks within; NULL: a word */
    jsmf_strings *list;
} words;

static jsmf_status found(words *w, const char *what)
{
    return jsmf_fail(w->ctx, JSMF_EDATA, "%s:%zu: found %s, expected %s", w->name, w->lines, what,
                     w->label ? w->label : "one word");
}

static jsmf_status found_word(words *w, const char *what, const char *word, size_t length)
{
    char text[JSMF_QUOTE_BYTES + 64], quoted[JSMF_QUOTE_BYTES];
    snprintf(text, sizeof text, "%s: %s", what, jsmf_text_quote(word, length, quoted));
    return found(w, text);
}

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

static bool is_spaced(const words *w, const char *line, size_t length)
{
    if (w->label)
        return is_blank(line[0]);
    return memchr(line, ' ', length) || memchr(line, '\t', length);
}

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
        return found(w, "an empty line");
    if (memchr(line, '\0', length))
        return found_word(w, "a NUL", line, length);
    if (length > JSMF_WORD_BYTES)
        return found_word(w, "more than 255 bytes", line, length);
    if (is_spaced(w, line, length))
        return found_word(w, w->label ? "a blank in front" : "a blank within", line, length);
    if (memchr(line, '\r', length))
        return found_word(w, "a carriage return within", line, length);
    if (jsmf_utf8_valid(line, length) < length)
        return found_word(w, "bytes that are not UTF-8", line, length);
    if (jsmf_utf8_blank(line, length))
        return found_word(w, "white space alone", line, length);
    return jsmf_strings_add(w->ctx, w->list, line, length);
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
        if (keep > JSMF_WORD_BYTES + 1)
            return read_line(w, bytes, bytes + length);
    }
}

static jsmf_status check_unique(words *w)
{
    char quoted[JSMF_QUOTE_BYTES];
    size_t first, again;
    if (jsmf_strings_repeat(w->ctx, w->list, &first, &again) != JSMF_OK || again == SIZE_MAX)
        return jsmf_context_status(w->ctx);
    return jsmf_fail(w->ctx, JSMF_EDATA, "%s:%zu: found the word %s of line %zu again, expected every word once",
                     w->name, again + 1, jsmf_text_quote_string(w->list, again, quoted), first + 1);
}

static jsmf_status parse(words *w, jsmf_input *in, bool unique)
{
    jsmf_text *text;
    w->name = jsmf_input_name(in);
    *w->list = (jsmf_strings){ 0 };
    if (jsmf_text_open(w->ctx, in, &text) != JSMF_OK)
        return jsmf_context_status(w->ctx);
    if (read_blocks(w, text) != JSMF_OK || (unique && check_unique(w) != JSMF_OK))
        jsmf_strings_free(w->list);
    jsmf_text_close(text);
    return jsmf_context_status(w->ctx);
}

static jsmf_status read_file(words *w, const char *path, bool unique)
{
    jsmf_input *in;
    *w->list = (jsmf_strings){ 0 };
    if (jsmf_input_open(w->ctx, path, true, &in) != JSMF_OK)
        return jsmf_context_status(w->ctx);
    const jsmf_status status = parse(w, in, unique);
    jsmf_input_close(in);
    return status;
}

jsmf_status jsmf_corpus_words_parse(jsmf_context *ctx, jsmf_input *in, bool unique, jsmf_strings *out)
{
    words w = { .ctx = ctx, .list = out };
    return parse(&w, in, unique);
}

jsmf_status jsmf_corpus_words_read(jsmf_context *ctx, const char *path, bool unique, jsmf_strings *out)
{
    words w = { .ctx = ctx, .list = out };
    return read_file(&w, path, unique);
}

jsmf_status jsmf_corpus_labels_read(jsmf_context *ctx, const char *path, const char *label, jsmf_strings *out)
{
    words w = { .ctx = ctx, .label = label, .list = out };
    return read_file(&w, path, false);
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
