/* A corpus's documents in batches, as they are read; kept for a second look where one is wanted. */
#include "jsmf/corpus.h"

#include "readers.h"
#include "match.h"
#include "io/io_inner.h"

#include <stdlib.h>

typedef struct corpus_documents {
    const jsmf_corpus_reader *format;
    void *reader;
    jsmf_index *index;   /* text: of the columns' words */
    int32_t *places;     /* all but text: the columns of the file's words */
    size_t cols;
    jsmf_corpus_report *report;
    int64_t *unknown;    /* the caller's: by document of the batch; or NULL */
    bool begun, ended;   /* reading */
    jsmf_spool *kept;    /* the batches so far, or NULL */
    bool replaying;      /* from kept, once all has been read */
    uint64_t at;         /* ... at */
    jsmf_csr batch;
} corpus_documents;

/* ---- reading ---- */

static jsmf_status read_batch(jsmf_context *ctx, corpus_documents *d)
{
    jsmf_csr *b = &d->batch;
    if (d->format->next(ctx, d->reader, JSMF_BATCH_DOCUMENTS, b) != JSMF_OK || !d->places)
        return jsmf_context_status(ctx);
    for (size_t i = 0; d->unknown && i < b->rows; i++)
        d->unknown[i] = (int64_t)jsmf_csr_row_sum(b, i);
    if (jsmf_corpus_match_rows(ctx, b, d->places, d->cols, &d->report->unknown) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; d->unknown && i < b->rows; i++)
        d->unknown[i] -= (int64_t)jsmf_csr_row_sum(b, i);
    return JSMF_OK;
}

/* ---- keeping ---- */

/* A batch as it is kept: rows, then their starts, indices and counts, and their unknown tokens where these are asked
 * for. */
static jsmf_status keep_batch(jsmf_context *ctx, const corpus_documents *d)
{
    const jsmf_csr *b = &d->batch;
    size_t entries = jsmf_csr_nnz(b);
    if (jsmf_spool_append(ctx, d->kept, &b->rows, sizeof b->rows) != JSMF_OK ||
        jsmf_spool_append(ctx, d->kept, b->indptr, (b->rows + 1) * sizeof *b->indptr) != JSMF_OK ||
        jsmf_spool_append(ctx, d->kept, b->indices, entries * sizeof *b->indices) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (jsmf_spool_append(ctx, d->kept, b->counts, entries * sizeof *b->counts) != JSMF_OK || !d->unknown)
        return jsmf_context_status(ctx);
    return jsmf_spool_append(ctx, d->kept, d->unknown, b->rows * sizeof *d->unknown);
}

static jsmf_status take(jsmf_context *ctx, corpus_documents *d, void *to, size_t bytes)
{
    jsmf_status status = jsmf_spool_read(ctx, d->kept, d->at, to, bytes);
    d->at += bytes;
    return status;
}

static jsmf_status replay_batch(jsmf_context *ctx, corpus_documents *d)
{
    jsmf_csr *b = &d->batch;
    size_t entries;
    b->cols = d->cols;
    if (d->at == jsmf_spool_size(d->kept))
        return JSMF_OK;
    if (take(ctx, d, &b->rows, sizeof b->rows) != JSMF_OK ||
        !(b->indptr = jsmf_alloc(ctx, b->rows + 1, sizeof *b->indptr)) ||
        take(ctx, d, b->indptr, (b->rows + 1) * sizeof *b->indptr) != JSMF_OK)
        return jsmf_context_status(ctx);
    entries = jsmf_csr_nnz(b);
    b->indices = jsmf_alloc(ctx, entries, sizeof *b->indices);
    b->counts = jsmf_alloc(ctx, entries, sizeof *b->counts);
    if (!b->indices || !b->counts || take(ctx, d, b->indices, entries * sizeof *b->indices) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (take(ctx, d, b->counts, entries * sizeof *b->counts) != JSMF_OK || !d->unknown)
        return jsmf_context_status(ctx);
    return take(ctx, d, d->unknown, b->rows * sizeof *d->unknown);
}

/* ---- the source ---- */

/* Kept where they are to be had again. */
static jsmf_status read_further(jsmf_context *ctx, corpus_documents *d)
{
    d->begun = true;
    if (read_batch(ctx, d) != JSMF_OK)
        return jsmf_context_status(ctx);
    d->ended = d->batch.rows == 0;
    return d->kept && !d->ended ? keep_batch(ctx, d) : JSMF_OK;
}

static jsmf_status next_batch(jsmf_context *ctx, void *self, jsmf_csr *batch)
{
    corpus_documents *d = self;
    jsmf_csr_free(&d->batch);
    if (d->replaying)
        jsmf_recorded(replay_batch(ctx, d));
    else if (!d->ended)
        jsmf_recorded(read_further(ctx, d));
    d->batch.cols = d->cols;
    *batch = d->batch;
    return jsmf_context_status(ctx);
}

static jsmf_status rewind_documents(jsmf_context *ctx, void *self)
{
    corpus_documents *d = self;
    jsmf_csr rest;
    if (!d->begun)
        return JSMF_OK;
    if (!d->kept)
        return jsmf_fail(ctx, JSMF_EUSAGE, "documents that are read as they come cannot be read again");
    while (!d->ended)
        if (next_batch(ctx, d, &rest) != JSMF_OK)
            return jsmf_context_status(ctx);
    d->replaying = true;
    d->at = 0;
    return JSMF_OK;
}

static void free_documents(void *self)
{
    corpus_documents *d = self;
    if (d->format)
        d->format->close(d->reader);
    jsmf_index_free(d->index);
    jsmf_spool_free(d->kept);
    jsmf_csr_free(&d->batch);
    free(d->places);
    free(d);
}

/* The file's words are numbers of its vocabulary's. */
static jsmf_status match_numbers(jsmf_context *ctx, const jsmf_corpus_options *o, corpus_documents *d)
{
    size_t dropped;
    d->places = jsmf_alloc(ctx, o->vocab->count, sizeof *d->places);
    if (!d->places)
        return jsmf_context_status(ctx);
    return jsmf_corpus_match_words(ctx, o->vocab, o->words, d->places, &dropped);
}

static jsmf_status open_file(jsmf_context *ctx, jsmf_input *in, const jsmf_corpus_options *o, corpus_documents *d)
{
    const bool text = o->format == JSMF_FORMAT_TEXT;
    jsmf_corpus_reading how = { .format = o->format, .base = o->base };
    if ((o->again && jsmf_spool_new(ctx, jsmf_input_name(in), &d->kept) != JSMF_OK) ||
        (text ? jsmf_index_new(ctx, o->words, &d->index, NULL) : match_numbers(ctx, o, d)) != JSMF_OK)
        return jsmf_context_status(ctx);
    how.words = text ? o->words->count : o->vocab->count;
    how.known = d->index;
    how.unknown = d->unknown;
    d->format = jsmf_corpus_reader_of(o->format);
    return d->format->open(ctx, in, &how, d->report, &d->reader);
}

jsmf_status jsmf_corpus_batches_of_file(jsmf_context *ctx, jsmf_input *in, const jsmf_corpus_options *options,
                                        jsmf_corpus_report *report, jsmf_batches *out)
{
    corpus_documents *d = jsmf_alloc_zero(ctx, 1, sizeof *d);
    *out = (jsmf_batches){ .self = NULL };
    if (!d)
        return jsmf_context_status(ctx);
    d->report = report;
    d->cols = options->words->count;
    d->unknown = options->unknown;
    if (open_file(ctx, in, options, d) != JSMF_OK) {
        free_documents(d);
        return jsmf_context_status(ctx);
    }
    *out = (jsmf_batches){ .next = next_batch, .rewind = rewind_documents, .free = free_documents, .self = d };
    return JSMF_OK;
}
