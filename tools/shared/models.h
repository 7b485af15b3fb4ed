/* Models that tools read, and what is compared with them. */
#ifndef JSMF_MODELS_H
#define JSMF_MODELS_H

#include "tool.h"

#include "jsmf/model.h"

typedef struct model_input {
    jsmf_stream stream;        /* it owns what the model borrows */
    jsmf_model model;
    const jsmf_strings *words; /* its vocabulary, or NULL */
    const jsmf_strings *names; /* of its topics, empty where one has none; or NULL */
} model_input;

void model_free(model_input *m);
/* The model in m->stream, which has been read. */
jsmf_status model_open(tool_run *run, model_input *m) JSMF_CHECKED;
/* The topic's name, or NULL where it has none. */
const char *model_topic_name(const model_input *m, size_t topic);
/* The model in the file at path, or on standard input where that is "-", with these arrays of it alone (count; "B" is
 * one). */
jsmf_status model_scan(tool_run *run, const char *path, const char *const *names, size_t count,
                       model_input *m) JSMF_CHECKED;

/* JSMF_EDATA, with the advice, unless the n words of another stream are the model's. */
jsmf_status model_check_words(tool_run *run, const model_input *m, const jsmf_stream *other, size_t n,
                              const char *advice) JSMF_CHECKED;
/* JSMF_EDATA where the compositions say, in infer.model, that they were made with a model of another mark than the
 * other stream's. Compositions of other programs say nothing, and are taken. */
jsmf_status model_check_mark(tool_run *run, jsmf_stream *compositions, const char *other_name,
                             double mark) JSMF_CHECKED;

#endif
