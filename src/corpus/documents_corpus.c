/* A corpus's documents in batches, as they are read; kept for a second look where one is wanted. */
#include "jsmf/corpus.h"

#include "readers.h"
#include "match.h"

#include <stdlib.h>

typedef struct corpus_documents {
    jsmf_corpus_uci *uci; /* one of the three */
    jsmf_corpus_pairs *pairs;
    jsmf_corpus_tokens *tokens;
    jsmf_index *index;   /* of the columns' words, for tokens */
    int32_t *places;     /* all but text: the columns of the file's words */
    size_t cols;
    jsmf_corpus_report *report;
    bool begun, ended;   /* reading */
    jsmf_spool *kept;    /* the batches so far, or NULL */
    bool replaying;      /* from kept, once all has been read */
    uint64_t at;         /* ... at */
    jsmf_csr batch;
} corpus_documents;

/* ---- reading ---- */

static jsmf_status read_batch(jsmf_context *ctx, corpus_documents *d)
{
    if (d->tokens)
        return jsmf_corpus_tokens_next(ctx, d->tokens, JSMF_BATCH_DOCUMENTS, &d->batch);
    if ((d->uci ? jsmf_corpus_uci_next(ctx, d->uci, JSMF_BATCH_DOCUMENTS, &d->batch)
                : jsmf_corpus_pairs_next(ctx, d->pairs, JSMF_BATCH_DOCUMENTS, &d->batch)) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_corpus_match_rows(ctx, &d->batch, d->places, d->cols, &d->report->unknown);
}

/* ---- keeping ---- */

/* A batch as it is kept: rows, then their starts, indices and counts. */
static jsmf_status keep_batch(jsmf_context *ctx, const corpus_documents *d)
{
    const jsmf_csr *b = &d->batch;
    size_t entries = jsmf_csr_nnz(b);
    if (jsmf_spool_append(ctx, d->kept, &b->rows, sizeof b->rows) != JSMF_OK ||
        jsmf_spool_append(ctx, d->kept, b->indptr, (b->rows + 1) * sizeof *b->indptr) != JSMF_OK ||
        jsmf_spool_append(ctx, d->kept, b->indices, entries * sizeof *b->indices) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_spool_append(ctx, d->kept, b->counts, entries * sizeof *b->counts);
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
    return take(ctx, d, b->counts, entries * sizeof *b->counts);
}

/* ---- the source ---- */

static jsmf_status next_batch(jsmf_context *ctx, void *self, jsmf_csr *batch)
{
    corpus_documents *d = self;
    jsmf_status status = JSMF_OK;
    jsmf_csr_free(&d->batch);
    if (d->replaying) {
        status = replay_batch(ctx, d);
    } else if (!d->ended) {
        d->begun = true;
        status = read_batch(ctx, d);
        d->ended = status == JSMF_OK && d->batch.rows == 0;
        if (status == JSMF_OK && d->kept && !d->ended)
            status = keep_batch(ctx, d);
    }
    d->batch.cols = d->cols;
    *batch = d->batch;
    return status;
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
    jsmf_corpus_uci_close(d->uci);
    jsmf_corpus_pairs_close(d->pairs);
    jsmf_corpus_tokens_close(d->tokens);
    jsmf_index_free(d->index);
    jsmf_spool_free(d->kept);
    jsmf_csr_free(&d->batch);
    free(d->places);
    free(d);
}

static jsmf_status open_numbered(jsmf_context *ctx, jsmf_input *in, const jsmf_corpus_options *o, corpus_documents *d)
{
    size_t dropped, words = o->vocab->count;
    d->places = jsmf_alloc(ctx, words, sizeof *d->places);
    if (!d->places || jsmf_corpus_match_words(ctx, o->vocab, o->words, d->places, &dropped) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (o->format == JSMF_FORMAT_UCI)
        return jsmf_corpus_uci_open(ctx, in, words, d->report, &d->uci);
    return jsmf_corpus_pairs_open(ctx, in, o->format == JSMF_FORMAT_LDAC, o->base, words, d->report, &d->pairs);
}

static jsmf_status open_text(jsmf_context *ctx, jsmf_input *in, const jsmf_corpus_options *o, corpus_documents *d)
{
    if (jsmf_index_new(ctx, o->words, &d->index, NULL) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_corpus_tokens_open(ctx, in, NULL, d->index, o->words->count, d->report, &d->tokens);
}

jsmf_status jsmf_corpus_batches_of_file(jsmf_context *ctx, jsmf_input *in, const jsmf_corpus_options *options,
                                        jsmf_corpus_report *report, jsmf_batches *out)
{
    corpus_documents *d = jsmf_alloc_zero(ctx, 1, sizeof *d);
    *out = (jsmf_batches){ .self = NULL };
    if (!d)
        return JSMF_ESYSTEM;
    d->report = report;
    d->cols = options->words->count;
    if ((options->again && jsmf_spool_new(ctx, jsmf_input_name(in), &d->kept) != JSMF_OK) ||
        (options->format == JSMF_FORMAT_TEXT ? open_text : open_numbered)(ctx, in, options, d) != JSMF_OK) {
        free_documents(d);
        return jsmf_context_status(ctx);
    }
    *out = (jsmf_batches){ .next = next_batch, .rewind = rewind_documents, .free = free_documents, .self = d };
    return JSMF_OK;
}
