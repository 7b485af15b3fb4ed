/* Polishing on documents that are read once: every minibatch moves the topics, and is forgotten. */
#include "jsmf/polish.h"

#include "run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 10 };

typedef struct online_run {
    jsmf_polish_run run;
    double *states;   /* of JSMF_BATCH_DOCUMENTS documents */
    double *a;        /* k x k, faded like the topics */
    size_t documents; /* seen */
    size_t *places;   /* JSMF_BATCH_DOCUMENTS */
    jsmf_csr_rows picked;
    double began;
} online_run;

static jsmf_status prepare(jsmf_context *ctx, online_run *o, const jsmf_model *start, const jsmf_batches *source,
                           const jsmf_polish_options *options)
{
    const size_t k = start->k, rows = options->minibatch;
    if (rows == 0 || rows > JSMF_BATCH_DOCUMENTS)
        return jsmf_fail(ctx, JSMF_EUSAGE, "minibatches of %zu documents (expected 1 to %d)", rows,
                         JSMF_BATCH_DOCUMENTS);
    o->states = jsmf_alloc(ctx, jsmf_mul_sat(JSMF_BATCH_DOCUMENTS, jsmf_polish_prior_state(options->prior, k)),
                           sizeof *o->states);
    o->places = jsmf_alloc(ctx, JSMF_BATCH_DOCUMENTS, sizeof *o->places);
    o->a = jsmf_alloc_zero(ctx, jsmf_mul_sat(k, k), sizeof *o->a);
    return jsmf_polish_begin(ctx, start, options, false, source->documents, &o->run);
}

/* The tokens of all documents, as far as they are foreseen: what the pseudo-counts are parts of. */
static void foresee(online_run *o, const jsmf_batches *source, const jsmf_csr *batch, double tokens)
{
    double seen = o->run.report.tokens + tokens, documents = (double)(o->documents + batch->rows), expected;
    expected = source->documents > documents ? seen * (double)source->documents / documents : seen;
    jsmf_polish_set_tokens(&o->run, fmax(expected, 1));
}

static jsmf_status take(jsmf_context *ctx, online_run *o, const jsmf_csr *h)
{
    jsmf_polish_run *r = &o->run;
    const double rate = jsmf_polish_rate(r);
    jsmf_polish_sums sums;
    for (size_t m = 0; m < h->rows; m++)
        r->prior.class->document(&r->prior, jsmf_csr_row_sum(h, m), o->states + m * r->prior.state);
    if (jsmf_polish_stir(ctx, r, h, STEPS, o->states, &sums) != JSMF_OK)
        return jsmf_context_status(ctx);
    r->report.documents += sums.documents;
    r->report.tokens += sums.tokens;
    for (size_t i = 0; sums.documents > 0 && i < r->k * r->k; i++)
        o->a[i] *= 1 - rate;
    return sums.documents > 0
               ? jsmf_polish_add_moment(ctx, &r->prior, h->rows, rate / (double)sums.documents, o->states, o->a)
               : JSMF_OK;
}

/* The batch's documents in minibatches of neighbours far apart, which sorted documents need. */
static jsmf_status take_batch(jsmf_context *ctx, online_run *o, const jsmf_csr *batch, double tokens)
{
    const size_t minibatch = jsmf_polish_minibatch(o->run.options, batch->rows, tokens);
    const size_t turns = jsmf_chunk_count(batch->rows, minibatch);
    for (size_t turn = 0; turn < turns; turn++) {
        size_t rows = 0;
        for (size_t m = turn; m < batch->rows; m += turns)
            if (batch->indptr[m + 1] > batch->indptr[m])
                o->places[rows++] = m;
        if (jsmf_csr_pick(ctx, batch, o->places, rows, &o->picked) != JSMF_OK || take(ctx, o, &o->picked.m) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

static jsmf_status read_all(jsmf_context *ctx, online_run *o, const jsmf_batches *source)
{
    jsmf_csr batch;
    for (;;) {
        if (source->next(ctx, source->self, &batch) != JSMF_OK)
            return jsmf_context_status(ctx);
        if (batch.rows == 0)
            break;
        if (batch.cols != o->run.n)
            return jsmf_fail(ctx, JSMF_EDATA, "documents over %zu words, a model of %zu (map them with jsmf-bow "
                             "--match)", batch.cols, o->run.n);
        double tokens = 0;
        for (size_t p = 0; p < jsmf_csr_nnz(&batch); p++)
            tokens += jsmf_csr_value(&batch, p);
        foresee(o, source, &batch, tokens);
        if (tokens > 0 && take_batch(ctx, o, &batch, tokens) != JSMF_OK)
            return jsmf_context_status(ctx);
        o->documents += batch.rows;
        if (source->documents && jsmf_progress(ctx, "polishing", (double)o->documents / (double)source->documents,
                                               -1) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    if (o->run.report.documents == 0)
        return jsmf_fail(ctx, JSMF_EDATA, "no tokens to learn from in %zu document%s", JSMF_COUNTED(o->documents));
    o->run.report.passes = 1;
    jsmf_message(ctx, JSMF_INFO, "%zu document%s in %zu minibatch%s, %.3f s", JSMF_COUNTED(o->documents),
                 o->run.updates, o->run.updates == 1 ? "" : "es", jsmf_context_clock() - o->began);
    return JSMF_OK;
}

jsmf_status jsmf_polish_online(jsmf_context *ctx, const jsmf_model *start, const jsmf_batches *source,
                               const jsmf_polish_options *options, jsmf_model *out, jsmf_polish_report *report)
{
    online_run o = { .began = jsmf_context_clock() };
    *out = (jsmf_model){ 0 };
    if (prepare(ctx, &o, start, source, options) == JSMF_OK && read_all(ctx, &o, source) == JSMF_OK)
        (void)!jsmf_polish_finish(ctx, &o.run, o.a, out);
    if (report)
        *report = o.run.report;
    jsmf_polish_end(&o.run);
    free(o.states);
    free(o.places);
    jsmf_csr_free(&o.picked.m);
    free(o.a);
    return jsmf_context_status(ctx);
}
