/* Polishing on documents that can be read again: variational EM, in stirred passes, then whole ones. */
#include "jsmf/polish.h"

#include "coherence.h"
#include "run.h"
#include "unseen.h"

#include "base/base_inner.h"
#include "model/model_inner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Steps a document: the first time, and later, when it begins where it was left. */
enum { COLD_STEPS = JSMF_POLISH_COLD_STEPS, WARM_STEPS = 5 };
/* Of so many passes or more the last two are whole, of fewer the last one. */
static const size_t fewest_passes_for_two_whole = 5;
/* In log-probability a token held out, against the start, which may have been learned from these documents, too. */
static const double largest_loss = 0.05;
static const uint64_t order_stream = UINT64_C(0x706f6c6f00000000);

/* What the pass left that made the held-out documents likeliest. Without such documents there is none. */
typedef struct best_pass {
    double score;
    double *sums, scale, *columns; /* of topics: n x k, of sums, k */
    double *prior;                 /* the prior's values */
} best_pass;

typedef struct stored_run {
    jsmf_polish_run run;
    const jsmf_batches *source;
    size_t *rows, count;  /* the documents that are learned from, neither empty nor held out: their places */
    size_t *order;        /* count: a permutation of rows, in which a pass takes them */
    size_t stirred;       /* so many passes are stirred */
    size_t minibatch;     /* documents, of a stirred pass */
    size_t *picked;       /* places of a batch's documents */
    double *states;       /* of count documents */
    double *batch_states; /* of a batch's */
    jsmf_polish_coherence coherence;
    jsmf_polish_unseen unseen;
    best_pass best;
    double *a;            /* k x k: the sum of w w' after the best pass, or at the end */
    bool composed;        /* whether states have been moved */
} stored_run;

static void stored_free(stored_run *m)
{
    jsmf_polish_end(&m->run);
    free(m->rows);
    free(m->order);
    free(m->picked);
    free(m->states);
    free(m->batch_states);
    free(m->best.sums);
    free(m->best.columns);
    free(m->best.prior);
    free(m->a);
    jsmf_polish_coherence_free(&m->coherence);
    jsmf_polish_unseen_free(&m->unseen);
}

/* ---- the beginning ---- */

/* Of a document that is learned from the tokens stand in the place of its state until begin_states. */
static void take_document(const jsmf_context *ctx, stored_run *m, const jsmf_csr *batch, size_t row, size_t place)
{
    jsmf_polish_run *r = &m->run;
    const double own = jsmf_csr_row_sum(batch, row);
    if (!(own > 0))
        return;
    if (jsmf_polish_unseen_takes(ctx, r->options->held_out, place)) {
        m->unseen.places[m->unseen.documents++] = place;
        return;
    }
    m->states[m->count * r->prior.state] = own;
    m->rows[m->count++] = place;
    if (m->coherence.head)
        jsmf_polish_coherence_add(&m->coherence, batch, row);
    r->report.tokens += own;
}

/* A document begins with the shares of the start. */
static jsmf_status begin_states(jsmf_context *ctx, stored_run *m, const jsmf_model *start)
{
    const jsmf_polish_prior *p = &m->run.prior;
    if (jsmf_polish_begin_prior(ctx, &m->run, start, m->count) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < m->count; i++)
        p->class->begin_document(p, m->states[i * p->state], m->states + i * p->state);
    return JSMF_OK;
}

/* The first reading, which finds out what there is. */
static jsmf_status take_documents(jsmf_context *ctx, stored_run *m)
{
    const jsmf_batches *s = m->source;
    size_t place = 0;
    jsmf_csr batch;
    if (s->rewind(ctx, s->self) != JSMF_OK)
        return jsmf_context_status(ctx);
    do {
        if (s->next(ctx, s->self, &batch) != JSMF_OK || jsmf_model_check_words(ctx, m->run.n, batch.cols) != JSMF_OK)
            return jsmf_context_status(ctx);
        for (size_t row = 0; row < batch.rows; row++)
            take_document(ctx, m, &batch, row, place++);
    } while (batch.rows > 0);
    if (!(m->run.report.tokens > 0))
        return jsmf_fail(ctx, JSMF_EDATA, "no tokens to learn from in %zu document%s%s", JSMF_COUNTED(place),
                         m->unseen.documents ? ": all that have any are held out" : "");
    if (m->run.options->held_out > 0 && m->unseen.documents == 0)
        jsmf_message(ctx, JSMF_WARNING, "none of %zu document%s %s held out: too few for a part of %g",
                     JSMF_COUNTED(place), place == 1 ? "is" : "are", m->run.options->held_out);
    if (m->coherence.head)
        m->run.report.held_topics = jsmf_polish_coherence_weights(&m->coherence, m->run.start_weights);
    jsmf_polish_set_tokens(&m->run, m->run.report.tokens, (double)m->count);
    m->run.report.held_out_documents = m->unseen.documents;
    return JSMF_OK;
}

/* What the passes are to improve on, unless they begin with random topics. Documents of which nothing can be scored are
 * of no use, and forgotten. */
static jsmf_status score_start(jsmf_context *ctx, stored_run *m, const jsmf_model *start)
{
    jsmf_polish_report *r = &m->run.report;
    if (jsmf_polish_unseen_complete(ctx, &m->unseen, start, &r->start_completed) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (m->unseen.tokens == 0) {
        jsmf_message(ctx, JSMF_WARNING, "nothing of the %zu document%s held out can be scored: none has two tokens of "
                     "words that the model knows", JSMF_COUNTED(m->unseen.documents));
        m->unseen.documents = 0;
    }
    if (m->run.options->random)
        r->start_completed = NAN;
    return JSMF_OK;
}

static jsmf_status prepare_best(jsmf_context *ctx, stored_run *m)
{
    const size_t k = m->run.k;
    m->best.score = -INFINITY;
    m->best.sums = jsmf_alloc(ctx, jsmf_mul_sat(m->run.n, k), sizeof *m->best.sums);
    m->best.columns = jsmf_alloc(ctx, k, sizeof *m->best.columns);
    m->best.prior = jsmf_alloc(ctx, m->run.prior.count, sizeof *m->best.prior);
    return jsmf_context_status(ctx);
}

static jsmf_status prepare(jsmf_context *ctx, stored_run *m, const jsmf_model *start, const jsmf_polish_options *o)
{
    const size_t documents = m->source->documents, k = start->k;
    const size_t whole_passes = o->passes < fewest_passes_for_two_whole ? 1 : 2;
    if (!m->source->pick)
        return jsmf_fail(ctx, JSMF_EUSAGE, "documents that come in their order alone");
    m->rows = jsmf_alloc(ctx, documents, sizeof *m->rows);
    m->order = jsmf_alloc(ctx, documents, sizeof *m->order);
    m->states = jsmf_alloc(ctx, jsmf_mul_sat(documents, jsmf_polish_prior_state(o->prior, k)), sizeof *m->states);
    m->a = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *m->a);
    if (jsmf_context_status(ctx) != JSMF_OK || jsmf_polish_begin(ctx, start, o, true, &m->run) != JSMF_OK ||
        jsmf_polish_unseen_new(ctx, m->source, o->held_out > 0 ? documents : 0, &m->run.prior, &m->unseen) != JSMF_OK ||
        (o->start_by_topic && !o->random && !m->run.state &&
         jsmf_polish_coherence_new(ctx, start->n, k, start->b, &m->coherence) != JSMF_OK) ||
        take_documents(ctx, m) != JSMF_OK || begin_states(ctx, m, start) != JSMF_OK ||
        (m->unseen.documents && score_start(ctx, m, start) != JSMF_OK) ||
        (m->unseen.documents && prepare_best(ctx, m) != JSMF_OK))
        return jsmf_context_status(ctx);
    const size_t most_rows = jsmf_least(m->count, JSMF_BATCH_DOCUMENTS);
    m->stirred = o->minibatch > 0 ? o->passes - whole_passes : 0;
    m->minibatch = jsmf_polish_minibatch(o, m->count, m->run.report.tokens);
    m->picked = jsmf_alloc(ctx, most_rows, sizeof *m->picked);
    m->batch_states = jsmf_alloc(ctx, jsmf_mul_sat(most_rows, m->run.prior.state), sizeof *m->batch_states);
    return jsmf_context_status(ctx);
}

/* ---- a pass ---- */

/* The documents in their order, or for a stirred pass in one that is drawn for this pass. */
static void order_documents(const jsmf_context *ctx, stored_run *m, bool whole)
{
    const uint64_t stream = order_stream + m->run.report.passes;
    for (size_t i = 0; i < m->count; i++)
        m->order[i] = i;
    for (size_t i = whole ? 0 : m->count; i > 1; i--) {
        const size_t j = (size_t)(jsmf_random_uniform(jsmf_context_seed(ctx), stream, i - 1) * (double)i);
        const size_t swapped = m->order[i - 1];
        m->order[i - 1] = m->order[j];
        m->order[j] = swapped;
    }
}

/* *batch: the documents of so many places in the order; batch_states: their states. */
static jsmf_status take_batch(jsmf_context *ctx, stored_run *m, size_t first, size_t rows, jsmf_csr *batch)
{
    const size_t state = m->run.prior.state;
    for (size_t i = 0; i < rows; i++) {
        m->picked[i] = m->rows[m->order[first + i]];
        memcpy(m->batch_states + i * state, m->states + m->order[first + i] * state, state * sizeof *m->states);
    }
    return m->source->pick(ctx, m->source->self, m->picked, rows, batch);
}

static void keep_states(stored_run *m, size_t first, size_t rows)
{
    const size_t state = m->run.prior.state;
    for (size_t i = 0; i < rows; i++)
        memcpy(m->states + m->order[first + i] * state, m->batch_states + i * state, state * sizeof *m->states);
}

static jsmf_status stir(jsmf_context *ctx, jsmf_polish_run *r, const jsmf_csr *batch, size_t steps, double *states,
                        jsmf_polish_sums *sums)
{
    if (jsmf_polish_e_step(ctx, r, batch, steps, states, sums) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_polish_m_step_stirred(ctx, r, sums);
}

/* ---- what comes of a pass ---- */

static void say(jsmf_context *ctx, const stored_run *m, bool whole, double seconds)
{
    const jsmf_polish_report *r = &m->run.report;
    char bound[48] = "", held_out[48] = "", prior[48];
    if (whole)
        snprintf(bound, sizeof bound, "bound %.9f a token, ", r->bound);
    if (m->unseen.documents)
        snprintf(held_out, sizeof held_out, "held out %.6f a token, ", r->held_out);
    m->run.prior.class->describe(&m->run.prior, prior, sizeof prior);
    jsmf_message(ctx, JSMF_INFO, "pass %zu, %s: %s%s%s, %.3f s", r->passes, whole ? "whole" : "stirred", bound,
                 held_out, prior, seconds);
}

/* a = the sum of w w' over the documents. */
static jsmf_status sum_moment(jsmf_context *ctx, stored_run *m)
{
    const jsmf_polish_prior *p = &m->run.prior;
    memset(m->a, 0, p->k * p->k * sizeof *m->a);
    for (size_t first = 0; first < m->count; first += JSMF_BATCH_DOCUMENTS)
        if (jsmf_polish_add_moment(ctx, p, jsmf_least(JSMF_BATCH_DOCUMENTS, m->count - first), 1,
                                   m->states + first * p->state, m->a) != JSMF_OK)
            return jsmf_context_status(ctx);
    return JSMF_OK;
}

/* Where nothing can be scored, the last pass is the best. */
static jsmf_status note_best(jsmf_context *ctx, stored_run *m)
{
    const jsmf_polish_run *r = &m->run;
    if (r->report.passes > 1 && r->report.held_out <= m->best.score)
        return JSMF_OK;
    m->best.score = r->report.held_out;
    m->best.scale = r->now.scale;
    memcpy(m->best.sums, r->now.sums, r->n * r->k * sizeof *r->now.sums);
    memcpy(m->best.columns, r->now.columns, r->k * sizeof *r->now.columns);
    memcpy(m->best.prior, r->prior.values, r->prior.count * sizeof *r->prior.values);
    return sum_moment(ctx, m);
}

static void return_to_best(stored_run *m)
{
    jsmf_polish_run *r = &m->run;
    r->report.held_out = m->best.score;
    r->now.scale = m->best.scale;
    memcpy(r->now.sums, m->best.sums, r->n * r->k * sizeof *r->now.sums);
    memcpy(r->now.columns, m->best.columns, r->k * sizeof *r->now.columns);
    memcpy(r->prior.values, m->best.prior, r->prior.count * sizeof *r->prior.values);
    jsmf_polish_topics_normalise(&r->now);
}

/* Scores the held-out documents, tells of the pass, and keeps what it made if it is the best so far. */
static jsmf_status judge_pass(jsmf_context *ctx, stored_run *m, bool whole, double began)
{
    jsmf_polish_run *r = &m->run;
    r->report.passes++;
    if (m->unseen.documents && jsmf_polish_unseen_score(ctx, &m->unseen, &r->block, &r->now, &r->prior,
                                                        &r->report.held_out) != JSMF_OK)
        return jsmf_context_status(ctx);
    say(ctx, m, whole, jsmf_context_clock() - began);
    if (jsmf_progress(ctx, "polishing", (double)r->report.passes / (double)r->options->passes, -1) != JSMF_OK)
        return jsmf_context_status(ctx);
    return m->best.sums ? note_best(ctx, m) : JSMF_OK;
}

/* Both by jsmf-eval's measure. What is learned of documents of a few words may be worse than nothing. */
static jsmf_status compare_with_start(jsmf_context *ctx, stored_run *m, const jsmf_model *out)
{
    jsmf_polish_report *r = &m->run.report;
    if (m->unseen.documents == 0)
        return JSMF_OK;
    if (jsmf_polish_unseen_complete(ctx, &m->unseen, out, &r->completed) != JSMF_OK)
        return jsmf_context_status(ctx);
    const double chance = 1 / sqrt(m->unseen.tokens); /* a token differs by 1, say */
    if (isnan(r->start_completed)) /* of random topics */
        jsmf_message(ctx, JSMF_INFO, "documents completed from their halves: %.6f a token", r->completed);
    else
        jsmf_message(ctx, JSMF_INFO, "documents completed from their halves: %.6f a token by the start, %.6f polished",
                     r->start_completed, r->completed);
    if (r->completed < r->start_completed - largest_loss - chance)
        jsmf_warn_remedy(ctx, m->run.options->prior == JSMF_POLISH_DIRICHLET ? JSMF_REMEDY_MATRIX_PRIOR_OR_KEEP_START
                                                                             : JSMF_REMEDY_KEEP_START, 0,
                         "the documents held out are likelier by the start: %.4f a token, %.4f polished",
                         r->start_completed, r->completed);
    return JSMF_OK;
}

/* ---- variational EM ---- */

jsmf_status jsmf_polish(jsmf_context *ctx, const jsmf_model *start, const jsmf_batches *source,
                        const jsmf_polish_options *options, jsmf_model *out, jsmf_polish_report *report)
{
    stored_run m = { .source = source };
    jsmf_polish_run *r = &m.run;
    jsmf_polish_sums sums;
    jsmf_csr batch;
    *out = (jsmf_model){ 0 };
    if (prepare(ctx, &m, start, options) != JSMF_OK)
        goto done;
    while (r->report.passes < options->passes && !r->report.settled) {
        const double began = jsmf_context_clock(), bound = r->report.bound, held_out = r->report.held_out;
        const bool whole = r->report.passes >= m.stirred;
        const size_t size = whole ? JSMF_BATCH_DOCUMENTS : m.minibatch;
        const size_t steps = whole && !m.composed ? COLD_STEPS : WARM_STEPS;
        order_documents(ctx, &m, whole);
        if (whole)
            jsmf_polish_clear_next(r);
        for (size_t first = 0; first < m.count; first += size) {
            const size_t rows = jsmf_least(size, m.count - first);
            /* E-step: every document's gamma, or l and v, that raise F, and e_k = exp(E log w_k). */
            if (first == 0 || !whole)
                jsmf_polish_clear(r, &sums);
            /* Whole: the tokens by word and topic are summed up, sum h_i B_ik e_k / sum_l B_il e_l. Stirred: M-step, in
             * which they, and with them B and the prior, move by rho_t to those of the minibatch. */
            if (take_batch(ctx, &m, first, rows, &batch) != JSMF_OK ||
                (whole ? jsmf_polish_gather(ctx, r, &batch, steps, 1 / r->report.tokens, m.batch_states, &sums)
                       : stir(ctx, r, &batch, steps, m.batch_states, &sums)) != JSMF_OK)
                goto done;
            keep_states(&m, first, rows);
        }
        m.composed = true;
        /* Whole: M-step, B_ik ~ tokens_ik + beta + s_k B0_ik + g_ik, and alpha, or mu and Sigma, that raise F. */
        if (whole && (jsmf_polish_find_bound(ctx, r, &sums) != JSMF_OK ||
                      jsmf_polish_m_step_whole(ctx, r, &sums) != JSMF_OK))
            goto done;
        if (judge_pass(ctx, &m, whole, began) != JSMF_OK)
            goto done;
        /* A stirred pass that made the held-out documents no likelier is the last of its kind; a whole one, or one that
         * raised F by little, ends it. */
        const bool no_likelier = r->report.held_out <= held_out;
        const bool raised_little = options->tolerance > 0 &&
                                   r->report.bound - bound < options->tolerance * fabs(r->report.bound);
        if (no_likelier && !whole)
            m.stirred = r->report.passes;
        r->report.settled = whole && (no_likelier || raised_little);
    }
    if (m.best.sums)
        return_to_best(&m);
    if ((m.best.sums || sum_moment(ctx, &m) == JSMF_OK) && jsmf_polish_finish(ctx, r, start, m.a, out) == JSMF_OK)
        jsmf_recorded(compare_with_start(ctx, &m, out));
done:
    if (jsmf_context_status(ctx) != JSMF_OK)
        jsmf_model_free(out);
    if (report)
        *report = r->report;
    stored_free(&m);
    return jsmf_context_status(ctx);
}
