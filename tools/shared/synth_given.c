#include "synth_given.h"

#include "jsmf/arrays.h"

#include <stdlib.h>

jsmf_status synth_given_model(tool_run *run, const char *path, synth_given *given, jsmf_synth_options *o)
{
    static const char *const names[] = { "B", "A", "vocab" };
    const jsmf_model *model = &given->in.model;
    if (model_scan(run, path, names, sizeof names / sizeof *names, &given->in) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    o->words = model->n + (o->given.add_anchors ? model->k : 0);
    o->topics = model->k;
    given->mark = jsmf_arrays_model_mark(model);
    o->given.b = model->b;
    o->given.a = model->a;
    return JSMF_OK;
}

static jsmf_status take_moments(tool_run *run, const char *path, jsmf_stream *stream, synth_given *given,
                                jsmf_synth_options *o)
{
    static const char *const names[] = { "W", "infer.model" };
    const char *model_name = given->in.stream.name;
    double *w;
    size_t k, documents;
    if (tool_scan_file(run, path, JSMF_COMPOSITIONS, names, sizeof names / sizeof *names, stream) != JSMF_OK ||
        jsmf_arrays_compositions_load(run->ctx, stream, &w, &k, &documents) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (k != o->topics)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: compositions of %zu topic%s, but %zu in %s", stream->name,
                         JSMF_COUNTED(k), o->topics, model_name);
    if (model_check_mark(run, stream, model_name, given->mark) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    given->moments = jsmf_alloc(run->ctx, k, jsmf_mul_sat(k, sizeof *given->moments));
    if (!given->moments || jsmf_synth_empirical(run->ctx, documents, k, w, given->moments) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t i = 0; i < k; i++)
        if (given->moments[i * k + i] == 0)
            return jsmf_fail(run->ctx, JSMF_EDATA, "%s: topic %zu is in no document (leave --compositions out, or "
                             "compose more documents)", stream->name, i);
    o->given.a = given->moments;
    return JSMF_OK;
}

jsmf_status synth_given_compositions(tool_run *run, const char *path, synth_given *given, jsmf_synth_options *o)
{
    jsmf_stream stream = { 0 };
    const jsmf_status status = take_moments(run, path, &stream, given, o);
    jsmf_stream_free(&stream);
    return status;
}

/* Documents of fewer than two tokens have no co-occurrence: they are left out. */
static jsmf_status take_lengths(tool_run *run, const char *path, jsmf_stream *stream, jsmf_csr *h, synth_given *given,
                                jsmf_synth_options *o)
{
    const jsmf_strings *vocab;
    size_t count = 0;
    double sum = 0;
    if (tool_read_file(run, path, JSMF_BAG, stream) != JSMF_OK ||
        jsmf_arrays_bag_open(run->ctx, stream, h, &vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    given->lengths = jsmf_alloc(run->ctx, h->rows, sizeof *given->lengths);
    if (!given->lengths)
        return jsmf_context_status(run->ctx);
    for (size_t d = 0; d < h->rows; d++) {
        double tokens = 0;
        for (int64_t p = h->indptr[d]; p < h->indptr[d + 1]; p++)
            tokens += jsmf_csr_value(h, (size_t)p);
        if (tokens > JSMF_SYNTH_LONGEST)
            return jsmf_fail(run->ctx, JSMF_EDATA, "%s: document %zu has %.0f tokens (documents of at most 1e7 are "
                             "drawn)", stream->name, d, tokens);
        if (tokens < 2)
            continue;
        given->lengths[count++] = (size_t)tokens;
        sum += tokens;
    }
    if (count == 0)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no document has two tokens", stream->name);
    o->given.lengths = given->lengths;
    o->given.length_count = count;
    o->length = sum / (double)count;
    o->fixed = false;
    if (!o->documents)
        o->documents = count;
    return JSMF_OK;
}

jsmf_status synth_given_lengths(tool_run *run, const char *path, synth_given *given, jsmf_synth_options *o)
{
    jsmf_stream stream = { 0 };
    jsmf_csr h = { 0 };
    const jsmf_status status = take_lengths(run, path, &stream, &h, given, o);
    jsmf_csr_free(&h);
    jsmf_stream_free(&stream);
    return status;
}

void synth_given_drop(synth_given *given)
{
    model_free(&given->in);
    free(given->moments);
    given->moments = NULL;
}

void synth_given_free(synth_given *given)
{
    synth_given_drop(given);
    free(given->lengths);
}
