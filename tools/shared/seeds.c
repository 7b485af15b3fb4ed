#include "seeds.h"

#include "jsmf/corpus.h"
#include "jsmf/io.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void seeds_free(seeds *s)
{
    jsmf_strings_free(&s->lines);
    jsmf_strings_free(&s->names);
    free(s->first);
    free(s->words);
    *s = (seeds){ 0 };
}

size_t seeds_length(const seeds *s, size_t line) { return s->first[line + 1] - s->first[line]; }

/* ---- a line ---- */

/* What parts the words of a line. */
static bool is_blank(char c) { return c == ' ' || c == '\t'; }

/* The next word of a line, *length bytes from the start that is returned; NULL where there is none. */
static const char *next_word(const char *at, size_t *length)
{
    while (is_blank(*at))
        at++;
    for (*length = 0; at[*length] && !is_blank(at[*length]);)
        ++*length;
    return *length ? at : NULL;
}

/* The bytes of the line's name; SIZE_MAX where it has none. */
static size_t name_length(const char *line)
{
    for (const char *colon = strchr(line, ':'); colon; colon = strchr(colon + 1, ':'))
        if (is_blank(colon[1]))
            return (size_t)(colon - line);
    return SIZE_MAX;
}

/* The line behind its name. */
static const char *words_of(const char *line)
{
    const size_t name = name_length(line);
    return name == SIZE_MAX ? line : line + name + 1;
}

static jsmf_status find_name(tool_run *run, seeds *s, size_t line)
{
    const char *text = jsmf_strings_get(&s->lines, line);
    const size_t length = name_length(text);
    if (length == SIZE_MAX)
        return jsmf_strings_add(run->ctx, &s->names, "", 0);
    if (length == 0)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s:%zu: a colon without a name in front of it", s->path, line + 1);
    for (size_t l = 0; l < line; l++)
        if (jsmf_strings_length(&s->names, l) == length && memcmp(jsmf_strings_get(&s->names, l), text, length) == 0)
            return jsmf_fail(run->ctx, JSMF_EDATA, "%s:%zu: the name \"%.*s\" is on line %zu already", s->path,
                             line + 1, (int)length, text, l + 1);
    s->named++;
    return jsmf_strings_add(run->ctx, &s->names, text, length);
}

/* ---- its words in the vocabulary ---- */

enum { SHOWN = 5, SHOWN_BYTES = 100 }; /* of the words that are absent, and of each */

typedef struct search {
    seeds *s;
    const jsmf_index *index;
    bool shared;
    size_t *line_of;      /* of each word of the vocabulary: the last line that has it, from 1; 0: none */
    size_t total;         /* words of the file */
    jsmf_strings absent;
    char shown[160 * SHOWN]; /* the first of these */
} search;

/* The bytes of a word that are shown; no character is cut. */
static int shown_bytes(const char *word, size_t length)
{
    return (int)jsmf_utf8_valid(word, jsmf_least(length, SHOWN_BYTES));
}

static jsmf_status note_absent(tool_run *run, search *f, const char *word, size_t length)
{
    const size_t used = strlen(f->shown);
    if (f->absent.count < SHOWN)
        snprintf(f->shown + used, sizeof f->shown - used, "%s\"%.*s\"", used ? ", " : "", shown_bytes(word, length),
                 word);
    return jsmf_strings_add(run->ctx, &f->absent, word, length);
}

static jsmf_status find_word(tool_run *run, search *f, size_t line, const char *word, size_t length)
{
    seeds *s = f->s;
    const size_t at = jsmf_index_find(f->index, word, length), before = at == SIZE_MAX ? 0 : f->line_of[at];
    f->total++;
    if (at == SIZE_MAX)
        return note_absent(run, f, word, length);
    if (before == line + 1 || (before && !f->shared))
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s:%zu: \"%.*s\" is on line %zu already", s->path, line + 1,
                         (int)length, word, before);
    f->line_of[at] = line + 1;
    s->words[s->count++] = (int64_t)at;
    return JSMF_OK;
}

static jsmf_status find_words(tool_run *run, search *f)
{
    seeds *s = f->s;
    size_t length;
    for (size_t line = 0; line < s->lines.count; line++) {
        const char *w = next_word(words_of(jsmf_strings_get(&s->lines, line)), &length);
        for (; w; w = next_word(w + length, &length))
            if (find_word(run, f, line, w, length) != JSMF_OK)
                return jsmf_context_status(run->ctx);
        s->first[line + 1] = s->count;
    }
    return JSMF_OK;
}

/* ---- the absent ones ---- */

enum { HINT = 180 + SHOWN_BYTES };

/* How many of them are in the vocabulary but for the case of their letters, and the first one. */
static jsmf_status count_other_case(tool_run *run, const search *f, const jsmf_strings *vocab, size_t *count,
                                    const char **first)
{
    unsigned char *marks = jsmf_alloc(run->ctx, f->absent.count, 1);
    *count = 0;
    if (marks && jsmf_corpus_listed(run->ctx, &f->absent, vocab, true, marks) == JSMF_OK)
        for (size_t i = f->absent.count; i-- > 0;) {
            *count += marks[i];
            *first = marks[i] ? jsmf_strings_get(&f->absent, i) : *first;
        }
    free(marks);
    return jsmf_context_status(run->ctx);
}

/* What is wrong with the file, by the words that are absent. */
static const char *hint(const search *f, size_t other_case, const char *first, char text[HINT])
{
    bool comment = false, colon = false;
    for (size_t i = 0; i < f->absent.count; i++) {
        const char *word = jsmf_strings_get(&f->absent, i);
        comment = comment || strcmp(word, "#") == 0;
        colon = colon || (*word != ':' && strchr(word, ':') && strchr(word, ':')[1]);
    }
    snprintf(text, HINT, "%s%s", colon ? "; a name's colon needs a blank behind it" : "",
             comment ? "; such a file has no comments" : "");
    if (other_case)
        snprintf(text + strlen(text), HINT - strlen(text), "; %zu of them %s there in another case (%.*s)", other_case,
                 other_case == 1 ? "is" : "are", shown_bytes(first, strlen(first)), first);
    return text;
}

static jsmf_status warn_of_absent(tool_run *run, const search *f, const jsmf_strings *vocab, const char *stream)
{
    char text[HINT];
    const char *first = "";
    size_t other_case;
    if (f->absent.count == 0 || count_other_case(run, f, vocab, &other_case, &first) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_message(run->ctx, JSMF_WARNING, "%s: %zu of %zu word%s %s not in the vocabulary of %s: left out (%s%s)%s",
                 f->s->path, f->absent.count, JSMF_COUNTED(f->total), f->absent.count == 1 ? "is" : "are", stream,
                 f->shown, f->absent.count > SHOWN ? ", ..." : "", hint(f, other_case, first, text));
    return JSMF_OK;
}

/* ---- the file ---- */

static size_t count_words(const jsmf_strings *lines)
{
    size_t count = 0, length;
    for (size_t line = 0; line < lines->count; line++)
        for (const char *w = next_word(jsmf_strings_get(lines, line), &length); w; w = next_word(w + length, &length))
            count++;
    return count;
}

static jsmf_status look_up(tool_run *run, seeds *s, const jsmf_strings *vocab, const char *stream, bool shared)
{
    search f = { .s = s, .shared = shared };
    jsmf_index *index = NULL;
    s->words = jsmf_alloc(run->ctx, count_words(&s->lines), sizeof *s->words);
    s->first = jsmf_alloc_zero(run->ctx, s->lines.count + 1, sizeof *s->first);
    f.line_of = jsmf_alloc_zero(run->ctx, vocab->count, sizeof *f.line_of);
    if (jsmf_context_status(run->ctx) == JSMF_OK && jsmf_index_new(run->ctx, vocab, &index, NULL) == JSMF_OK) {
        f.index = index;
        if (find_words(run, &f) == JSMF_OK)
            jsmf_recorded(warn_of_absent(run, &f, vocab, stream));
    }
    jsmf_index_free(index);
    free(f.line_of);
    jsmf_strings_free(&f.absent);
    return jsmf_context_status(run->ctx);
}

jsmf_status seeds_read(tool_run *run, const char *path, const jsmf_strings *vocab, const char *stream, bool shared,
                       seeds *s)
{
    const jsmf_corpus_list how = { .label = "one word or more", .bytes = JSMF_LINE_BYTES, .most = vocab->count,
                                   .things = "words in the vocabulary" };
    *s = (seeds){ .path = path };
    if (jsmf_corpus_list_read(run->ctx, path, &how, &s->lines) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (s->lines.count == 0)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: empty (expected the words of a topic a line)", path);
    for (size_t line = 0; line < s->lines.count; line++)
        if (find_name(run, s, line) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    return look_up(run, s, vocab, stream, shared);
}

jsmf_status seeds_names(tool_run *run, const seeds *s, size_t count, jsmf_strings *out)
{
    for (size_t j = 0; j < count; j++) {
        const bool known = j < s->lines.count && seeds_length(s, j) > 0;
        const char *name = known ? jsmf_strings_get(&s->names, j) : "";
        if (jsmf_strings_add(run->ctx, out, name, strlen(name)) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    }
    return JSMF_OK;
}
