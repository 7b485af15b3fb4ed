/* What jsmf-synth reads instead of drawing it. */
#include "synth_given.h"

#include "jsmf/arrays.h"

#include <stdlib.h>

jsmf_status synth_given_model(tool_run *run, const char *path, synth_given *given, jsmf_synth_options *o)
{
    static const char *const names[] = { "B", "A", "vocab" };
    static const char *const others[] = { "Bbar", "Canchor", "S", "residuals", "legality", "unigram", "alpha" };
    jsmf_model model;
    if (tool_scan_file(run, path, JSMF_MODEL, names, sizeof names / sizeof *names, &given->stream) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        jsmf_stream_remove(&given->stream, others[i]);
    if (jsmf_arrays_model_load(run->ctx, &given->stream, &model) != JSMF_OK ||
        jsmf_arrays_vocab(run->ctx, &given->stream, model.n, &given->words) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    o->words = model.n + (o->given.add_anchors ? model.k : 0);
    o->topics = model.k;
    given->mark = jsmf_arrays_model_mark(&model);
    o->given.b = model.b;
    o->given.a = model.a;
    return JSMF_OK;
}

static jsmf_status take_moments(tool_run *run, const jsmf_stream *stream, size_t documents, const double *w,
                                synth_given *given, jsmf_synth_options *o)
{
    const size_t k = o->topics;
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
    static const char *const names[] = { "W", "infer.model" };
    jsmf_stream stream = { 0 };
    double *w;
    size_t k, documents;
    if (tool_scan_file(run, path, JSMF_COMPOSITIONS, names, sizeof names / sizeof *names, &stream) == JSMF_OK &&
        jsmf_arrays_compositions_load(run->ctx, &stream, &w, &k, &documents) == JSMF_OK) {
        if (k == o->topics && tool_check_mark(run, &stream, given->stream.name, given->mark) == JSMF_OK)
            (void)!take_moments(run, &stream, documents, w, given, o);
        else if (k != o->topics)
            (void)jsmf_fail(run->ctx, JSMF_EDATA, "%s: compositions of %zu topic%s, but %zu in %s", stream.name,
                            JSMF_COUNTED(k), o->topics, given->stream.name);
    }
    jsmf_stream_free(&stream);
    return jsmf_context_status(run->ctx);
}

/* Documents of fewer than two tokens have no co-occurrence: they are left out. */
static jsmf_status take_lengths(tool_run *run, const jsmf_stream *stream, const jsmf_csr *h, synth_given *given,
                                jsmf_synth_options *o)
{
    size_t count = 0;
    double sum = 0;
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
    const jsmf_strings *vocab;
    jsmf_stream stream = { 0 };
    jsmf_csr h = { 0 };
    if (tool_read_file(run, path, JSMF_BAG, &stream) == JSMF_OK &&
        jsmf_arrays_bag_open(run->ctx, &stream, &h, &vocab) == JSMF_OK)
        (void)!take_lengths(run, &stream, &h, given, o);
    jsmf_csr_free(&h);
    jsmf_stream_free(&stream);
    return jsmf_context_status(run->ctx);
}

void synth_given_drop(synth_given *given)
{
    jsmf_stream_free(&given->stream);
    free(given->moments);
    given->words = NULL;
    given->moments = NULL;
}

void synth_given_free(synth_given *given)
{
    synth_given_drop(given);
    free(given->lengths);
}
