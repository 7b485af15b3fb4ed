#include "topic_documents.h"

#include "bags.h"

#include "jsmf/arrays.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jsmf_status read_compositions(tool_run *run, const char *path, const char *const *others, size_t other_count,
                                     jsmf_stream *stream)
{
    enum { OWN = 4 };
    const char *names[OWN + JSMF_MOST_OTHERS] = { "W", "ids", "infer.empty", "infer.model" };
    for (size_t i = 0; i < other_count; i++)
        names[OWN + i] = others[i];
    return tool_scan_file(run, path, JSMF_COMPOSITIONS, names, OWN + other_count, stream);
}

static jsmf_status check_model(tool_run *run, topic_documents *d, const model_input *m, size_t k)
{
    if (k != m->model.k)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: %zu topic%s, but %zu in %s (compositions are read with the model "
                         "that they were made with)", d->in.name, JSMF_COUNTED(k), m->model.k, m->stream.name);
    return model_check_mark(run, &d->in, m->stream.name, jsmf_arrays_model_mark(&m->model));
}

/* Empty documents are about nothing. */
static jsmf_status clear_empty(jsmf_context *ctx, topic_documents *d, size_t k, double *w)
{
    int64_t *empty;
    if (!jsmf_stream_find(&d->in, "infer.empty"))
        return JSMF_OK;
    if (jsmf_stream_integers(ctx, &d->in, "infer.empty", d->documents, &empty, NULL) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < d->documents; i++)
        if (empty[i])
            memset(w + i * k, 0, k * sizeof *w);
    return JSMF_OK;
}

jsmf_status topic_documents_read(tool_run *run, const char *path, const model_input *m, size_t count,
                                 double least, const char *const *others, size_t other_count, topic_documents *d)
{
    const jsmf_array *ids = NULL;
    double *w;
    size_t k;
    if (read_compositions(run, path, others, other_count, &d->in) != JSMF_OK ||
        jsmf_arrays_compositions_load(run->ctx, &d->in, &w, &k, &d->documents) != JSMF_OK ||
        check_model(run, d, m, k) != JSMF_OK ||
        bag_find_ids(run, &d->in, d->documents, &ids) != JSMF_OK || clear_empty(run->ctx, d, k, w) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    d->ids = ids ? &ids->strings : NULL;
    d->w = w;
    d->count = jsmf_least(count, d->documents);
    d->top = jsmf_alloc(run->ctx, jsmf_mul_sat(k, d->count), sizeof *d->top);
    for (size_t j = 0; d->top && j < k; j++)
        for (size_t i = jsmf_top(d->documents, w + j, k, least, d->count, d->top + j * d->count); i < d->count; i++)
            d->top[j * d->count + i] = JSMF_NONE;
    return jsmf_context_status(run->ctx);
}

void topic_documents_free(topic_documents *d)
{
    free(d->top);
    jsmf_stream_free(&d->in);
}

const char *topic_document_name(const topic_documents *d, size_t document, char number[32])
{
    if (d->ids)
        return jsmf_strings_get(d->ids, document);
    snprintf(number, 32, "%zu", document);
    return number;
}
