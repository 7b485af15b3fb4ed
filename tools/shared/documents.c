/* What the tools ask of the documents that they are given. */
#include "documents.h"

#include "jsmf/corpus.h"

#include <stdio.h>

jsmf_status documents_ids(jsmf_context *ctx, const jsmf_stream *stream, size_t documents, const jsmf_array **ids)
{
    *ids = jsmf_stream_find(stream, "ids");
    if (*ids && ((*ids)->type != 'U' || (*ids)->dims != 1 || (*ids)->shape[0] != documents))
        return jsmf_fail(ctx, JSMF_EDATA, "%s: array ids: is not a name for each of %zu document%s", stream->name,
                         JSMF_COUNTED(documents));
    return JSMF_OK;
}

jsmf_status documents_words(jsmf_context *ctx, const jsmf_stream *bag, size_t n, const jsmf_stream *model,
                            const jsmf_strings *words, size_t model_words)
{
    const jsmf_strings *vocab;
    char advice[512];
    snprintf(advice, sizeof advice, "jsmf-bow --match %.200s %.200s makes a bag of the model's words", model->name,
             bag->name);
    if (jsmf_arrays_vocab(ctx, bag, n, &vocab) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_corpus_vocab_compare(ctx, &(jsmf_corpus_vocab){ bag->name, vocab, n },
                                     &(jsmf_corpus_vocab){ model->name, words, model_words }, advice);
}
