#include "document_labels.h"

#include "jsmf/corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More classes than this are few documents each where they are more than half as many as the documents. */
enum { FEW_CLASSES = 50 };

void document_labels_free(document_labels *labels)
{
    free(labels->label);
    labels->label = NULL;
}

static jsmf_status check_count(tool_run *run, const char *name, size_t lines, size_t documents, const char *of)
{
    if (lines == documents)
        return JSMF_OK;
    return jsmf_fail(run->ctx, JSMF_EDATA, "%s: %zu label%s, but %zu in %s", name, JSMF_COUNTED(lines), documents, of);
}

/* Classes are numbered in the order of their first lines; an empty line is of none. */
static jsmf_status number_lines(tool_run *run, const jsmf_strings *lines, document_labels *out)
{
    jsmf_index *index;
    out->label = jsmf_alloc(run->ctx, lines->count, sizeof *out->label);
    if (!out->label || jsmf_index_new(run->ctx, lines, &index, NULL) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t d = 0; d < lines->count; d++) {
        const size_t length = jsmf_strings_length(lines, d);
        const size_t first = length ? jsmf_index_find(index, jsmf_strings_get(lines, d), length) : JSMF_NONE;
        out->label[d] = first == JSMF_NONE ? JSMF_NONE : first == d ? out->classes++ : out->label[first];
        out->without += length == 0;
    }
    jsmf_index_free(index);
    return JSMF_OK;
}

static jsmf_status read_lines(tool_run *run, const char *path, const char *of, jsmf_strings *lines,
                              document_labels *out)
{
    const char *name = tool_is_stdin(path) ? "standard input" : path;
    char things[128];
    const jsmf_corpus_list how = { .label = "a label", .empty = true, .most = out->documents, .things = things };
    snprintf(things, sizeof things, "documents in %.80s", of);
    if (jsmf_corpus_list_read(run->ctx, path, &how, lines) != JSMF_OK ||
        check_count(run, name, lines->count, out->documents, of) != JSMF_OK || number_lines(run, lines, out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (out->without && out->without == lines->count)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: all lines are empty, expected labels", name);
    if (out->without)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: %zu of %zu document%s without a label: left out of what labels judge",
                     name, out->without, JSMF_COUNTED(lines->count));
    if (out->classes > FEW_CLASSES && out->classes > (lines->count - out->without) / 2)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: %zu different labels of %zu documents (expected classes of several "
                         "documents each)", name, out->classes, lines->count - out->without);
    return JSMF_OK;
}

static bool is_judged(const document_labels *labels, size_t d)
{
    return labels->label[d] != JSMF_NONE && !(labels->empty && labels->empty[d]);
}

/* The composition of an empty document is the prior's mean, which says nothing of its label. */
static jsmf_status read_empty(tool_run *run, jsmf_stream *compositions, document_labels *out)
{
    int64_t *empty;
    size_t count = 0, judged = 0;
    if (!jsmf_stream_find(compositions, "infer.empty"))
        return JSMF_OK;
    if (jsmf_stream_integers(run->ctx, compositions, "infer.empty", out->documents, &empty, NULL) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    out->empty = empty;
    for (size_t d = 0; d < out->documents; d++) {
        count += empty[d] != 0;
        judged += is_judged(out, d);
    }
    if (judged == 0)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: all documents%s are without tokens (infer.empty): nothing to judge "
                         "by labels", compositions->name, out->without ? " with labels" : "");
    if (count)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: %zu of %zu document%s without tokens (infer.empty): left out of what "
                     "labels judge", compositions->name, count, JSMF_COUNTED(out->documents));
    return JSMF_OK;
}

jsmf_status document_labels_read(tool_run *run, const char *path, jsmf_stream *compositions, size_t documents,
                                 document_labels *out)
{
    jsmf_strings lines = { 0 };
    jsmf_status status;
    *out = (document_labels){ .documents = documents };
    status = read_lines(run, path, compositions->name, &lines, out);
    jsmf_strings_free(&lines);
    return status == JSMF_OK ? read_empty(run, compositions, out) : status;
}

jsmf_status document_labels_keep_judged(tool_run *run, document_labels *labels, size_t k, double *w)
{
    size_t *renamed = jsmf_alloc(run->ctx, labels->classes, sizeof *renamed), kept = 0, classes = 0;
    for (size_t c = 0; renamed && c < labels->classes; c++)
        renamed[c] = JSMF_NONE;
    for (size_t d = 0; renamed && d < labels->documents; d++) {
        const size_t class = labels->label[d];
        if (!is_judged(labels, d))
            continue;
        if (renamed[class] == JSMF_NONE)
            renamed[class] = classes++;
        labels->label[kept] = renamed[class];
        memmove(w + kept++ * k, w + d * k, k * sizeof *w);
    }
    if (!renamed)
        return jsmf_context_status(run->ctx);
    free(renamed);
    labels->documents = kept;
    labels->classes = classes;
    labels->empty = NULL;
    return JSMF_OK;
}
