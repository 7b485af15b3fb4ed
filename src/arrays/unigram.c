#include "unigram.h"

#include "cooc/cooc_scale.h"
#include "npz/stream.h"

jsmf_status jsmf_arrays_unigram_open(jsmf_context *ctx, jsmf_stream *stream, size_t n, double **out)
{
    char where[JSMF_WHERE];
    *out = NULL;
    if (!jsmf_stream_find(stream, "unigram"))
        return JSMF_OK;
    if (jsmf_stream_vector(ctx, stream, "unigram", n, out, NULL) != JSMF_OK)
        return jsmf_context_status(ctx);
    jsmf_stream_where(stream, "unigram", where);
    for (size_t i = 0; i < n; i++)
        if ((*out)[i] < 0)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: holds %g at [%zu] (expected probabilities of the words)", where,
                             (*out)[i], i);
    return jsmf_cooc_scale_unigram(ctx, where, n, *out);
}
