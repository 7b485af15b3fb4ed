#include "bow_documents.h"

#include "bow_shards.h"

#include <stdlib.h>
#include <string.h>

/* Of documents that were chosen before, else the bag's, or NULL. */
static const jsmf_strings *find_ids(const bow_corpus *c)
{
    const jsmf_array *a = jsmf_stream_find(&c->stream, "ids");
    return c->ids.count ? &c->ids : a ? &a->strings : NULL;
}

/* ---- arrays of the documents ---- */

/* The ids are a list of their own. */
static bool has_document_rows(const jsmf_array *a, size_t documents)
{
    return strcmp(a->name, "ids") != 0 && jsmf_arrays_is_of_documents(a, documents);
}

static jsmf_status add_rows(tool_run *run, const jsmf_array *a, const unsigned char *chosen, unsigned char which,
                            jsmf_stream *to)
{
    jsmf_array rows;
    jsmf_status status = jsmf_array_rows(run->ctx, a, chosen, which, &rows);
    if (status == JSMF_OK)
        status = jsmf_stream_add(run->ctx, to, a->name, &rows);
    jsmf_array_free(&rows);
    return status;
}

/* A square bag's arrays may be of its words as well. */
static void warn_of_words(tool_run *run, const bow_corpus *c, size_t found)
{
    if (found && c->h.cols == c->h.rows)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: as many words as documents: arrays of %zu rows are taken for the "
                     "documents'", c->name, c->h.rows);
}

/* The rows of the chosen documents, into a stream of their own. */
static jsmf_status take_rows(tool_run *run, const bow_corpus *c, const unsigned char *chosen, unsigned char which,
                             jsmf_stream *to)
{
    for (size_t i = 0; i < c->stream.count; i++)
        if (has_document_rows(&c->stream.arrays[i], c->h.rows) &&
            add_rows(run, &c->stream.arrays[i], chosen, which, to) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    return JSMF_OK;
}

/* They take the places of those of all documents. */
static void replace_rows(tool_run *run, bow_corpus *c, jsmf_stream *rows)
{
    warn_of_words(run, c, rows->count);
    for (size_t i = 0; i < rows->count; i++) {
        jsmf_array a = rows->arrays[i], *old = jsmf_stream_find(&c->stream, a.name);
        rows->arrays[i] = *old;
        *old = a;
    }
}

/* Columns of documents do not fit what is left of them. */
static void drop_truth(tool_run *run, bow_corpus *c)
{
    if (!jsmf_stream_find(&c->stream, "truth.W"))
        return;
    jsmf_stream_remove(&c->stream, "truth.W");
    jsmf_message(run->ctx, JSMF_WARNING, "%s: truth.W left out: it is of all documents", c->name);
}

/* ---- parts ---- */

jsmf_status bow_take_part(tool_run *run, const bow_corpus *c, const unsigned char *chosen, unsigned char which,
                          bow_corpus *part)
{
    part->name = c->name;
    if (jsmf_corpus_documents_part(run->ctx, &c->h, find_ids(c), chosen, which, &part->h, &part->ids) != JSMF_OK ||
        take_rows(run, c, chosen, which, &part->stream) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    part->report.empty = jsmf_csr_empty_rows(&part->h);
    return bow_shards_choose(run, c, chosen, which, part);
}

/* The same of documents that there must be some words in. */
static jsmf_status take_part(tool_run *run, const bow_corpus *c, const unsigned char *chosen, unsigned char which,
                             bow_corpus *part)
{
    if (bow_take_part(run, c, chosen, which, part) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (part->report.empty == part->h.rows)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no words in the %zu document%s chosen", c->name,
                         JSMF_COUNTED(part->h.rows));
    return JSMF_OK;
}

static jsmf_status keep_part(tool_run *run, bow_corpus *c, const unsigned char *chosen)
{
    bow_corpus part = { .name = c->name };
    jsmf_status status;
    drop_truth(run, c);
    status = take_part(run, c, chosen, 1, &part);
    if (status == JSMF_OK)
        replace_rows(run, c, &part.stream);
    jsmf_stream_free(&part.stream);
    jsmf_csr_free(&c->h);
    jsmf_strings_free(&c->ids);
    jsmf_sums_shards_free(&c->shards);
    c->h = part.h;
    c->ids = part.ids;
    c->shards = part.shards;
    c->report.empty = part.report.empty;
    return status;
}

static jsmf_status keep_listed(tool_run *run, bow_corpus *c, unsigned char *chosen)
{
    const bow_settings *s = run->settings;
    if (!s->documents)
        return JSMF_OK;
    if (jsmf_corpus_documents_listed(run->ctx, s->documents, find_ids(c), c->h.rows, chosen) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return keep_part(run, c, chosen);
}

static jsmf_status split(tool_run *run, bow_corpus *c, bow_corpus *rest, unsigned char *chosen)
{
    const bow_settings *s = run->settings;
    if (!s->rest)
        return JSMF_OK;
    if (jsmf_corpus_documents_drawn(run->ctx, s->split, c->h.rows, chosen) != JSMF_OK ||
        take_part(run, c, chosen, 0, rest) != JSMF_OK ||
        jsmf_arrays_recipe_copy(run->ctx, &c->stream, &rest->stream) != JSMF_OK ||
        jsmf_strings_copy(run->ctx, &c->vocab, &rest->vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return keep_part(run, c, chosen);
}

jsmf_status bow_choose(tool_run *run, bow_corpus *c, bow_corpus *rest)
{
    unsigned char *chosen = jsmf_alloc(run->ctx, c->h.rows, 1);
    if (chosen && keep_listed(run, c, chosen) == JSMF_OK)
        jsmf_recorded(split(run, c, rest, chosen));
    free(chosen);
    return jsmf_context_status(run->ctx);
}
