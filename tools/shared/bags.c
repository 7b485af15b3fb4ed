#include "bags.h"

#include "jsmf/corpus.h"

#include <stdio.h>

void bag_free(bag_input *bag)
{
    jsmf_batches_free(&bag->source);
    jsmf_stream_free(&bag->stream);
    *bag = (bag_input){ .words = 0 };
}

static jsmf_status check_words(tool_run *run, const model_input *m, const bag_input *bag)
{
    char advice[512];
    snprintf(advice, sizeof advice, "jsmf-bow --match %.200s %.200s makes a bag of the model's words", m->stream.name,
             bag->stream.name);
    return model_check_words(run, m, &bag->stream, bag->words, advice);
}

jsmf_status bag_open(tool_run *run, const model_input *m, bag_input *bag)
{
    const jsmf_strings *vocab;
    size_t rows;
    if (jsmf_stream_csr_shape(run->ctx, &bag->stream, "H", &rows, &bag->words) != JSMF_OK ||
        jsmf_arrays_vocab(run->ctx, &bag->stream, bag->words, &vocab) != JSMF_OK ||
        (m && check_words(run, m, bag) != JSMF_OK))
        return jsmf_context_status(run->ctx);
    return jsmf_corpus_batches_of_bag(run->ctx, &bag->stream, "H", &bag->source);
}

jsmf_status bag_take_df(tool_run *run, jsmf_stream *stream, size_t words, int64_t **df)
{
    int64_t *counts;
    if (!jsmf_stream_find(stream, "df"))
        return JSMF_OK;
    if (jsmf_stream_integers(run->ctx, stream, "df", words, &counts, NULL) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    *df = jsmf_stream_take(stream, "df");
    return JSMF_OK;
}

jsmf_status bag_find_ids(tool_run *run, const jsmf_stream *stream, size_t documents, const jsmf_array **ids)
{
    *ids = jsmf_stream_find(stream, "ids");
    if (*ids && ((*ids)->type != 'U' || (*ids)->dims != 1 || (*ids)->shape[0] != documents))
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: array ids: is not a name for each of %zu document%s", stream->name,
                         JSMF_COUNTED(documents));
    return JSMF_OK;
}
