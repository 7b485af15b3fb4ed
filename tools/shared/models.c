#include "models.h"

#include "jsmf/arrays.h"
#include "jsmf/corpus.h"

#include <string.h>

void model_free(model_input *m)
{
    jsmf_stream_free(&m->stream);
    *m = (model_input){ .words = NULL };
}

jsmf_status model_open(tool_run *run, model_input *m)
{
    if (jsmf_arrays_model_load(run->ctx, &m->stream, &m->model) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (jsmf_arrays_vocab(run->ctx, &m->stream, m->model.n, &m->words) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_stream_strings(run->ctx, &m->stream, "names", m->model.k, &m->names);
}

const char *model_topic_name(const model_input *m, size_t topic)
{
    return m->names && jsmf_strings_length(m->names, topic) > 0 ? jsmf_strings_get(m->names, topic) : NULL;
}

static bool is_one_of(const char *name, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

jsmf_status model_scan(tool_run *run, const char *path, const char *const *names, size_t count, model_input *m)
{
    static const char *const others[] = { "Bbar",      "Canchor",  "S",       "anchors.words", "anchors.topics",
                                          "residuals", "legality", "unigram", "alpha",         "names" };
    if (tool_scan_file(run, path, JSMF_MODEL, names, count, &m->stream) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!is_one_of(others[i], names, count))
            jsmf_stream_remove(&m->stream, others[i]);
    return model_open(run, m);
}

jsmf_status model_check_words(tool_run *run, const model_input *m, const jsmf_stream *other, size_t n,
                              const char *advice)
{
    const jsmf_strings *vocab;
    if (jsmf_arrays_vocab(run->ctx, other, n, &vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_corpus_vocab_compare(run->ctx, &(jsmf_corpus_vocab){ other->name, vocab, n },
                                     &(jsmf_corpus_vocab){ m->stream.name, m->words, m->model.n }, advice);
}

jsmf_status model_check_mark(tool_run *run, jsmf_stream *compositions, const char *other_name, double mark)
{
    double made;
    if (!jsmf_stream_find(compositions, "infer.model"))
        return JSMF_OK;
    if (jsmf_stream_scalar(run->ctx, compositions, "infer.model", &made) == JSMF_OK && made != mark)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: was made with another model than %s: their topics are not the "
                         "same, or were trimmed or polished since (use the model that made it; jsmf-infer composes the "
                         "documents again)", compositions->name, other_name);
    return jsmf_context_status(run->ctx);
}
