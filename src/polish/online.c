/* Polishing on documents that are read once: every minibatch moves the topics, and is forgotten. */
#include "jsmf/polish.h"

#include "online.h"

#include "model/model_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 10 }; /* a document */

jsmf_status jsmf_polish_online_begin(jsmf_context *ctx, jsmf_polish_online_pass *o, const jsmf_model *start,
                                     const jsmf_batches *source, const jsmf_polish_options *options)
{
    const size_t k = start->k, rows = options->minibatch;
    *o = (jsmf_polish_online_pass){ .began = jsmf_context_clock() };
    if (rows == 0 || rows > JSMF_BATCH_DOCUMENTS)
        return jsmf_fail(ctx, JSMF_EUSAGE, "minibatches of %zu documents (expected 1 to %d)", rows,
                         JSMF_BATCH_DOCUMENTS);
    o->states = jsmf_alloc(ctx, jsmf_mul_sat(JSMF_BATCH_DOCUMENTS, jsmf_polish_prior_state(options->prior, k)),
                           sizeof *o->states);
    o->places = jsmf_alloc(ctx, JSMF_BATCH_DOCUMENTS, sizeof *o->places);
    o->a = jsmf_alloc_zero(ctx, jsmf_mul_sat(k, k), sizeof *o->a);
    if (jsmf_context_status(ctx) != JSMF_OK || jsmf_polish_begin(ctx, start, options, false, &o->run) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_polish_begin_prior(ctx, &o->run, start, source->documents);
}

void jsmf_polish_online_end(jsmf_polish_online_pass *o)
{
    jsmf_polish_end(&o->run);
    free(o->states);
    free(o->places);
    jsmf_csr_free(&o->picked.m);
    free(o->a);
}

/* The tokens of all documents, and the documents that have some, as far as they are foreseen: what the pseudo-counts
 * are parts of. */
static void foresee(jsmf_polish_online_pass *o, const jsmf_batches *source, const jsmf_csr *batch, double tokens)
{
    const double seen = fmax(o->run.report.tokens + tokens, 1), documents = (double)(o->documents + batch->rows);
    const double worded = (double)(o->run.report.documents + batch->rows - jsmf_csr_empty_rows(batch));
    const double more = fmax((double)source->documents / documents, 1);
    jsmf_polish_set_tokens(&o->run, seen * more, fmax(worded, 1) * more);
}

/* *picked: the documents of turn `turn` of so many, those without words left out. Neighbours are taken far apart, which
 * sorted documents need. states: where they begin. */
static jsmf_status take_minibatch(jsmf_context *ctx, jsmf_polish_online_pass *o, const jsmf_csr *batch, size_t turn,
                                  size_t turns)
{
    const jsmf_polish_prior *prior = &o->run.prior;
    size_t rows = 0;
    for (size_t m = turn; m < batch->rows; m += turns)
        if (batch->indptr[m + 1] > batch->indptr[m])
            o->places[rows++] = m;
    if (jsmf_csr_pick(ctx, batch, o->places, rows, &o->picked) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t m = 0; m < rows; m++)
        prior->class->begin_document(prior, jsmf_csr_row_sum(&o->picked.m, m), o->states + m * prior->state);
    return JSMF_OK;
}

/* A = (1 - rho_t) A + rho_t (the minibatch's mean of w w'). */
static jsmf_status move_moment(jsmf_context *ctx, jsmf_polish_online_pass *o, const jsmf_polish_sums *sums, double rate)
{
    const size_t k = o->run.k;
    if (sums->documents == 0)
        return JSMF_OK;
    for (size_t i = 0; i < k * k; i++)
        o->a[i] *= 1 - rate;
    return jsmf_polish_add_moment(ctx, &o->run.prior, o->picked.m.rows, rate / (double)sums->documents, o->states,
                                  o->a);
}

static double token_count(const jsmf_csr *h)
{
    double tokens = 0;
    for (size_t p = 0; p < jsmf_csr_nnz(h); p++)
        tokens += jsmf_csr_value(h, p);
    return tokens;
}

static void say(jsmf_context *ctx, const jsmf_polish_online_pass *o)
{
    jsmf_message(ctx, JSMF_INFO, "%zu document%s in %zu minibatch%s, %.3f s", JSMF_COUNTED(o->documents),
                 o->run.updates, o->run.updates == 1 ? "" : "es", jsmf_context_clock() - o->began);
}

/* B, the prior and A move by rho_t = (4 + t)^-0.9 to those of each minibatch of the batch. */
static jsmf_status learn_batch(jsmf_context *ctx, jsmf_polish_online_pass *o, const jsmf_batches *source,
                               const jsmf_csr *batch)
{
    jsmf_polish_run *r = &o->run;
    jsmf_polish_sums sums;
    const double tokens = token_count(batch);
    const size_t turns =
        tokens > 0 ? jsmf_chunk_count(batch->rows, jsmf_polish_minibatch(r->options, batch->rows, tokens)) : 0;
    foresee(o, source, batch, tokens);
    for (size_t turn = 0; turn < turns; turn++) {
        /* E-step: each document's gamma, or l and v, which are not kept. */
        const double rate = jsmf_polish_rate(r);
        jsmf_polish_clear(r, &sums);
        if (take_minibatch(ctx, o, batch, turn, turns) != JSMF_OK ||
            jsmf_polish_e_step(ctx, r, &o->picked.m, STEPS, o->states, &sums) != JSMF_OK ||
            jsmf_polish_m_step_stirred(ctx, r, &sums) != JSMF_OK || move_moment(ctx, o, &sums, rate) != JSMF_OK)
            return jsmf_context_status(ctx);
        r->report.documents += sums.documents;
        r->report.tokens += sums.tokens;
    }
    o->documents += batch->rows;
    return source->documents
               ? jsmf_progress(ctx, "polishing", (double)o->documents / (double)source->documents, -1)
               : JSMF_OK;
}

/* Online variational EM (Hoffman, Blei, Bach, 2010, algorithm 2). */
jsmf_status jsmf_polish_online_learn(jsmf_context *ctx, jsmf_polish_online_pass *o, const jsmf_batches *source)
{
    jsmf_csr batch;
    for (;;) {
        if (source->next(ctx, source->self, &batch) != JSMF_OK || batch.rows == 0)
            return jsmf_context_status(ctx);
        if (jsmf_model_check_words(ctx, o->run.n, batch.cols) != JSMF_OK ||
            learn_batch(ctx, o, source, &batch) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
}

jsmf_status jsmf_polish_online(jsmf_context *ctx, const jsmf_model *start, const jsmf_batches *source,
                               const jsmf_polish_options *options, jsmf_model *out, jsmf_polish_report *report)
{
    jsmf_polish_online_pass o;
    jsmf_polish_run *r = &o.run;
    *out = (jsmf_model){ 0 };
    if (jsmf_polish_online_begin(ctx, &o, start, source, options) != JSMF_OK ||
        jsmf_polish_online_learn(ctx, &o, source) != JSMF_OK)
        goto done;
    if (r->report.documents == 0) {
        jsmf_fail(ctx, JSMF_EDATA, "no tokens to learn from in %zu document%s", JSMF_COUNTED(o.documents));
        goto done;
    }
    r->report.passes = 1;
    say(ctx, &o);
    jsmf_recorded(jsmf_polish_finish(ctx, r, start, o.a, out));
done:
    if (report)
        *report = r->report;
    jsmf_polish_online_end(&o);
    return jsmf_context_status(ctx);
}
