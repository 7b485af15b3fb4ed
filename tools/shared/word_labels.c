#include "word_labels.h"

#include "jsmf/corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More classes than this are few words each where they are more than half as many as the words. */
enum { FEW_CLASSES = 50 };

/* What is read, and the model's words. */
typedef struct reading {
    const char *name;    /* of the file */
    const model_input *model;
    jsmf_strings labels; /* a line's each */
    jsmf_index *words, *firsts;
    size_t *class_of;    /* lines: of the label that stands there first, or JSMF_NONE */
    size_t labelled;     /* words of the model */
} reading;

void word_labels_free(word_labels *labels)
{
    free(labels->label);
    free(labels->name);
    jsmf_strings_free(&labels->names);
    *labels = (word_labels){ 0 };
}

static jsmf_status look(jsmf_context *ctx, void *arg, size_t number, const char *line, size_t length)
{
    reading *r = arg;
    const char *tab = memchr(line, '\t', length);
    if (tab && tab > line && tab + 1 < line + length && !memchr(tab + 1, '\t', (size_t)(line + length - tab - 1)))
        return jsmf_strings_add(ctx, &r->labels, tab + 1, (size_t)(line + length - tab - 1));
    return jsmf_fail(ctx, JSMF_EDATA, "%s:%zu: found \"%.*s\", expected a word, a tab and its label", r->name, number,
                     (int)jsmf_least(length, 40), line);
}

static jsmf_status add_class(tool_run *run, const char *label, word_labels *out)
{
    char name[JSMF_LINE_BYTES + 16];
    const int length = snprintf(name, sizeof name, "WordLabel:%s", label);
    out->labels.classes++;
    return jsmf_strings_add(run->ctx, &out->names, name, (size_t)length);
}

/* Classes are numbered in the order of their first words that the model has. */
static jsmf_status take_line(tool_run *run, reading *r, const char *line, size_t i, word_labels *out)
{
    const size_t word = jsmf_index_find(r->words, line, (size_t)(strchr(line, '\t') - line));
    const char *label = jsmf_strings_get(&r->labels, i);
    const size_t first = jsmf_index_find(r->firsts, label, strlen(label));
    if (word == SIZE_MAX)
        return JSMF_OK;
    if (out->label[word] != JSMF_NONE)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s:%zu: \"%s\" has a label already (expected one a word)", r->name,
                         i + 1, jsmf_strings_get(r->model->words, word));
    if (r->class_of[first] == JSMF_NONE) {
        r->class_of[first] = out->labels.classes;
        if (add_class(run, label, out) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    }
    out->label[word] = r->class_of[first];
    r->labelled++;
    return JSMF_OK;
}

static jsmf_status take_lines(tool_run *run, reading *r, const jsmf_strings *lines, word_labels *out)
{
    const size_t n = r->model->model.n;
    r->class_of = jsmf_alloc(run->ctx, lines->count, sizeof *r->class_of);
    out->label = jsmf_alloc(run->ctx, n, sizeof *out->label);
    if (jsmf_context_status(run->ctx) != JSMF_OK ||
        jsmf_index_new(run->ctx, r->model->words, &r->words, NULL) != JSMF_OK ||
        jsmf_index_new(run->ctx, &r->labels, &r->firsts, NULL) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t i = 0; i < n; i++)
        out->label[i] = JSMF_NONE;
    for (size_t i = 0; i < lines->count; i++)
        r->class_of[i] = JSMF_NONE;
    for (size_t i = 0; i < lines->count; i++)
        if (take_line(run, r, jsmf_strings_get(lines, i), i, out) != JSMF_OK)
            break;
    return jsmf_context_status(run->ctx);
}

static jsmf_status check_classes(tool_run *run, const reading *r, const word_labels *out)
{
    const size_t classes = out->labels.classes;
    if (r->labelled == 0)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no label for any of the %zu words of %s (expected lines of a word, "
                         "a tab and its label)", r->name, r->model->model.n, r->model->stream.name);
    if (classes > FEW_CLASSES && classes > r->labelled / 2)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: %zu different labels of %zu words (expected classes of several "
                         "words each)", r->name, classes, r->labelled);
    jsmf_message(run->ctx, JSMF_INFO, "%s: %zu label%s of %zu of %zu word%s", r->name, JSMF_COUNTED(classes),
                 r->labelled, JSMF_COUNTED(r->model->model.n));
    return JSMF_OK;
}

/* The list of names stays as it is from here on. */
static jsmf_status point_at_names(tool_run *run, word_labels *out)
{
    out->name = jsmf_alloc(run->ctx, out->names.count, sizeof *out->name);
    for (size_t c = 0; out->name && c < out->names.count; c++)
        out->name[c] = jsmf_strings_get(&out->names, c);
    out->labels.label = out->label;
    out->labels.name = out->name;
    return jsmf_context_status(run->ctx);
}

jsmf_status word_labels_read(tool_run *run, const char *path, const model_input *model, word_labels *out)
{
    reading r = { .name = tool_is_stdin(path) ? "standard input" : path, .model = model };
    const jsmf_corpus_list how = { .label = "a word, a tab and its label", .bytes = JSMF_LINE_BYTES, .look = look,
                                   .arg = &r };
    jsmf_strings lines = { 0 };
    *out = (word_labels){ 0 };
    if (!model->words)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no array vocab, by which --word-labels knows words",
                         model->stream.name);
    if (jsmf_corpus_list_read(run->ctx, path, &how, &lines) == JSMF_OK &&
        take_lines(run, &r, &lines, out) == JSMF_OK && check_classes(run, &r, out) == JSMF_OK)
        jsmf_recorded(point_at_names(run, out));
    jsmf_strings_free(&lines);
    jsmf_strings_free(&r.labels);
    jsmf_index_free(r.words);
    jsmf_index_free(r.firsts);
    free(r.class_of);
    return jsmf_context_status(run->ctx);
}
