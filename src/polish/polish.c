/* Polishing on documents that can be read again: stirred passes, then whole ones. */
#include "jsmf/polish.h"

#include "coherence.h"
#include "run.h"

#include "jsmf/base.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLD_STEPS = 20, WARM_STEPS = 5, PRIOR_ROWS = 512 };
static const size_t many = 5; /* passes of which the last two are whole; of fewer it is the last one */
/* That is more than what different priors make of the same topics: poliblog5k, K = 100, is at -6.82 by the start's, at
 * -6.84 by what is learned, at -6.87 and -6.81 by the normals of their A. */
static const double loss = 0.05;
static const uint64_t order_stream = UINT64_C(0x706f6c6f00000000);

/* After the pass that made held-out documents likeliest. */
typedef struct best_pass {
    double score;
    double *sums, scale, *columns, *prior; /* n x k, of sums, k, the prior's values; none without such documents */
    double *a; /* k x k: the sum of w w' */
} best_pass;

typedef struct stored_run {
    jsmf_polish_run run;
    const jsmf_batches *source;
    size_t *rows, count;  /* the documents that are learned from: not empty, not held out */
    size_t *order;        /* count: of a stirred pass, places in rows */
    size_t minibatch, *picked; /* documents; rows of one */
    double *states;       /* of count documents */
    double *batch_states; /* of minibatch documents */
    jsmf_polish_hold hold;
    double *partial;      /* chunks of words: the prior's part of F */
    jsmf_polish_unseen held;
    best_pass best;
    bool composed;        /* states have been moved */
} stored_run;

static void stored_free(stored_run *m)
{
    jsmf_polish_end(&m->run);
    free(m->rows);
    free(m->order);
    free(m->picked);
    free(m->states);
    free(m->batch_states);
    free(m->partial);
    free(m->best.sums);
    free(m->best.columns);
    free(m->best.prior);
    free(m->best.a);
    jsmf_polish_hold_free(&m->hold);
    jsmf_polish_unseen_free(&m->held);
}

/* ---- the beginning ---- */

/* A document that is learned from begins with the shares of the start. */
static void take_document(const jsmf_context *ctx, stored_run *m, const jsmf_csr *batch, size_t row, size_t place)
{
    jsmf_polish_run *r = &m->run;
    const double own = jsmf_csr_row_sum(batch, row);
    if (!(own > 0))
        return;
    if (jsmf_polish_unseen_takes(ctx, r->options->held_out, place)) {
        m->held.places[m->held.documents++] = place;
        return;
    }
    r->prior.class->document(&r->prior, own, m->states + m->count * r->prior.state);
    m->rows[m->count++] = place;
    if (m->hold.head)
        jsmf_polish_hold_add(&m->hold, batch, row);
    r->report.tokens += own;
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
        if (s->next(ctx, s->self, &batch) != JSMF_OK)
            return jsmf_context_status(ctx);
        if (batch.cols != m->run.n)
            return jsmf_fail(ctx, JSMF_EDATA, "documents over %zu words, a model of %zu (map them with jsmf-bow "
                             "--match)", batch.cols, m->run.n);
        for (size_t row = 0; row < batch.rows; row++)
            take_document(ctx, m, &batch, row, place++);
    } while (batch.rows > 0);
    if (!(m->run.report.tokens > 0))
        return jsmf_fail(ctx, JSMF_EDATA, "no tokens to learn from in %zu document%s%s", JSMF_COUNTED(place),
                         m->held.documents ? ": all that have any are held out" : "");
    if (m->run.options->held_out > 0 && m->held.documents == 0)
        jsmf_message(ctx, JSMF_WARNING, "none of %zu document%s %s held out: too few for a part of %g",
                     JSMF_COUNTED(place), place == 1 ? "is" : "are", m->run.options->held_out);
    if (m->hold.head)
        jsmf_polish_hold_weights(&m->hold, m->run.held);
    jsmf_polish_set_tokens(&m->run, m->run.report.tokens);
    m->run.report.held_documents = m->held.documents;
    return JSMF_OK;
}

/* The start as it is, whatever the passes begin with: what they are to improve on. Documents of which nothing can be
 * scored are of no use. */
static jsmf_status score_start(jsmf_context *ctx, stored_run *m, const jsmf_model *start)
{
    jsmf_polish_report *r = &m->run.report;
    jsmf_polish_run as_is;
    if (jsmf_polish_begin(ctx, start, m->run.options, false, m->count, &as_is) == JSMF_OK) {
        jsmf_polish_set_tokens(&as_is, r->tokens);
        (void)!jsmf_polish_unseen_score(ctx, &m->held, &as_is.block, &as_is.now, &as_is.prior, &r->start_held_out);
    }
    jsmf_polish_end(&as_is);
    if (jsmf_context_status(ctx) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (isnan(r->start_held_out)) {
        jsmf_message(ctx, JSMF_WARNING, "nothing of the %zu document%s held out can be scored: none has two tokens of "
                     "words that the model knows", JSMF_COUNTED(m->held.documents));
        m->held.documents = 0;
    } else {
        jsmf_message(ctx, JSMF_INFO, "the start: held out %.6f a token", r->start_held_out);
    }
    return JSMF_OK;
}

static jsmf_status prepare_best(jsmf_context *ctx, stored_run *m)
{
    const size_t k = m->run.k;
    m->best.score = -INFINITY;
    m->best.sums = jsmf_alloc(ctx, jsmf_mul_sat(m->run.n, k), sizeof *m->best.sums);
    m->best.columns = jsmf_alloc(ctx, k, sizeof *m->best.columns);
    m->best.prior = jsmf_alloc(ctx, m->run.prior.count, sizeof *m->best.prior);
    m->best.a = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *m->best.a);
    return jsmf_context_status(ctx);
}

static jsmf_status prepare(jsmf_context *ctx, stored_run *m, const jsmf_model *start, const jsmf_polish_options *o)
{
    const size_t documents = m->source->documents, k = start->k;
    if (!m->source->pick)
        return jsmf_fail(ctx, JSMF_EUSAGE, "documents that come in their order alone");
    m->rows = jsmf_alloc(ctx, documents, sizeof *m->rows);
    m->order = jsmf_alloc(ctx, documents, sizeof *m->order);
    m->states = jsmf_alloc(ctx, jsmf_mul_sat(documents, jsmf_polish_prior_state(o->prior, k)), sizeof *m->states);
    m->partial = jsmf_alloc(ctx, jsmf_chunk_count(start->n, PRIOR_ROWS), sizeof *m->partial);
    if (jsmf_context_status(ctx) != JSMF_OK || jsmf_polish_begin(ctx, start, o, true, documents, &m->run) != JSMF_OK ||
        jsmf_polish_unseen_new(ctx, m->source, o->held_out > 0 ? documents : 0, &m->run.prior, &m->held) != JSMF_OK ||
        (o->anchor_by_topic && !o->random && jsmf_polish_hold_new(ctx, start->n, k, start->b, &m->hold) != JSMF_OK) ||
        take_documents(ctx, m) != JSMF_OK || (m->held.documents && score_start(ctx, m, start) != JSMF_OK) ||
        (m->held.documents && prepare_best(ctx, m) != JSMF_OK))
        return jsmf_context_status(ctx);
    m->minibatch = jsmf_polish_minibatch(o, m->count, m->run.report.tokens);
    m->picked = jsmf_alloc(ctx, m->minibatch, sizeof *m->picked);
    m->batch_states = jsmf_alloc(ctx, jsmf_mul_sat(m->minibatch, m->run.prior.state), sizeof *m->batch_states);
    return jsmf_context_status(ctx);
}

/* ---- stirred passes ---- */

static void shuffle(const jsmf_context *ctx, const stored_run *m)
{
    const uint64_t stream = order_stream + m->run.report.passes;
    for (size_t i = 0; i < m->count; i++)
        m->order[i] = i;
    for (size_t i = m->count; i-- > 1;) {
        const size_t j = (size_t)(jsmf_random_uniform(jsmf_context_seed(ctx), stream, i) * (double)(i + 1));
        const size_t swapped = m->order[i];
        m->order[i] = m->order[j];
        m->order[j] = swapped;
    }
}

static jsmf_status stir_batch(jsmf_context *ctx, stored_run *m, size_t first, size_t rows)
{
    jsmf_polish_run *r = &m->run;
    const size_t state = r->prior.state, bytes = state * sizeof(double);
    jsmf_polish_sums sums;
    jsmf_csr batch;
    for (size_t i = 0; i < rows; i++) {
        m->picked[i] = m->rows[m->order[first + i]];
        memcpy(m->batch_states + i * state, m->states + m->order[first + i] * state, bytes);
    }
    if (m->source->pick(ctx, m->source->self, m->picked, rows, &batch) != JSMF_OK ||
        jsmf_polish_stir(ctx, r, &batch, WARM_STEPS, m->batch_states, &sums) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < rows; i++)
        memcpy(m->states + m->order[first + i] * state, m->batch_states + i * state, bytes);
    return JSMF_OK;
}

static jsmf_status stirred_pass(jsmf_context *ctx, stored_run *m)
{
    const size_t batch = m->minibatch;
    jsmf_status status = JSMF_OK;
    shuffle(ctx, m);
    for (size_t first = 0; first < m->count && status == JSMF_OK; first += batch)
        status = stir_batch(ctx, m, first, jsmf_least(batch, m->count - first));
    m->composed = true;
    return status;
}

/* ---- whole passes ---- */

static jsmf_status prior_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const stored_run *m = arg;
    const jsmf_polish_topics *t = &m->run.now;
    const size_t k = t->k, first = chunk * PRIOR_ROWS, end = first + jsmf_chunk_length(t->n, PRIOR_ROWS, chunk);
    double *b = jsmf_alloc(ctx, k, sizeof *b), sum = 0;
    for (size_t i = first; b && i < end; i++) {
        jsmf_polish_topics_row(t, i, b);
        for (size_t j = 0; j < k; j++)
            if (b[j] > 0)
                sum += (t->beta + (t->start ? t->anchors[j] * t->start[i * k + j] : 0)) * log(b[j]);
    }
    free(b);
    m->partial[chunk] = sum;
    return jsmf_context_status(ctx);
}

/* What the pseudo-counts add to F, in units of the tokens. */
static jsmf_status prior_part(jsmf_context *ctx, stored_run *m, double *value)
{
    const size_t chunks = jsmf_chunk_count(m->run.n, PRIOR_ROWS);
    *value = 0;
    if (m->run.now.beta == 0 && !m->run.now.start)
        return JSMF_OK;
    if (jsmf_parallel(ctx, chunks, prior_chunk, m) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < chunks; i++)
        *value += m->partial[i];
    return JSMF_OK;
}

static jsmf_status whole_batch(jsmf_context *ctx, stored_run *m, size_t first, size_t rows, jsmf_polish_sums *sums)
{
    jsmf_polish_run *r = &m->run;
    const size_t steps = m->composed ? WARM_STEPS : COLD_STEPS;
    jsmf_csr batch;
    if (m->source->pick(ctx, m->source->self, m->rows + first, rows, &batch) != JSMF_OK ||
        jsmf_polish_block_load(ctx, &r->block, &batch, &r->now) != JSMF_OK ||
        jsmf_polish_block_compose(ctx, &r->block, &r->prior, steps, m->states + first * r->prior.state, sums) !=
            JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_polish_block_add(ctx, &r->block, 1 / r->report.tokens, &r->next);
}

/* B and the prior of what was composed. */
static jsmf_status take_step(jsmf_context *ctx, jsmf_polish_run *r, const jsmf_polish_sums *sums)
{
    const jsmf_polish_topics next = r->next;
    r->next = r->now;
    r->now = next;
    jsmf_polish_topics_close(&r->now);
    return r->prior.class->learn(ctx, &r->prior, sums->learned, (double)sums->documents, 1);
}

static jsmf_status whole_pass(jsmf_context *ctx, stored_run *m)
{
    jsmf_polish_run *r = &m->run;
    jsmf_polish_sums sums = { .learned = r->learned };
    double prior;
    memset(r->learned, 0, r->prior.learned * sizeof *r->learned);
    memset(r->next.sums, 0, r->n * r->k * sizeof *r->next.sums);
    memset(r->next.columns, 0, r->k * sizeof *r->next.columns);
    r->next.scale = 1;
    for (size_t first = 0; first < m->count; first += JSMF_BATCH_DOCUMENTS)
        if (whole_batch(ctx, m, first, jsmf_least(JSMF_BATCH_DOCUMENTS, m->count - first), &sums) != JSMF_OK)
            return jsmf_context_status(ctx);
    m->composed = true;
    if (sums.documents == 0)
        return jsmf_fail(ctx, JSMF_EDATA, "no document has a word that the model knows");
    if (prior_part(ctx, m, &prior) != JSMF_OK)
        return jsmf_context_status(ctx);
    r->report.documents = sums.documents;
    r->report.bound = (sums.bound + r->prior.class->rest(&r->prior)) / r->report.tokens + prior;
    return take_step(ctx, r, &sums);
}

/* ---- pass by pass ---- */

static void say(jsmf_context *ctx, const stored_run *m, bool whole, double seconds)
{
    const jsmf_polish_report *r = &m->run.report;
    char bound[48] = "", held[48] = "", prior[48];
    if (whole)
        snprintf(bound, sizeof bound, "bound %.9f a token, ", r->bound);
    if (m->held.documents)
        snprintf(held, sizeof held, "held out %.6f a token, ", r->held_out);
    m->run.prior.class->describe(&m->run.prior, prior, sizeof prior);
    jsmf_message(ctx, JSMF_INFO, "pass %zu, %s: %s%s%s, %.3f s", r->passes, whole ? "whole" : "stirred", bound, held,
                 prior, seconds);
}

/* a (k x k) = the sum of w w'. */
static jsmf_status sum_moment(jsmf_context *ctx, const stored_run *m, double *a)
{
    const jsmf_polish_prior *p = &m->run.prior;
    memset(a, 0, p->k * p->k * sizeof *a);
    for (size_t first = 0; first < m->count; first += JSMF_BATCH_DOCUMENTS)
        if (jsmf_polish_add_moment(ctx, p, jsmf_least(JSMF_BATCH_DOCUMENTS, m->count - first), 1,
                                   m->states + first * p->state, a) != JSMF_OK)
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
    return sum_moment(ctx, m, m->best.a);
}

static void return_to_best(stored_run *m)
{
    jsmf_polish_run *r = &m->run;
    if (!m->best.sums)
        return;
    r->report.held_out = m->best.score;
    r->now.scale = m->best.scale;
    memcpy(r->now.sums, m->best.sums, r->n * r->k * sizeof *r->now.sums);
    memcpy(r->now.columns, m->best.columns, r->k * sizeof *r->now.columns);
    memcpy(r->prior.values, m->best.prior, r->prior.count * sizeof *r->prior.values);
    jsmf_polish_topics_close(&r->now);
}

/* What is learned of documents of a few words may be worse than nothing. */
static void warn_of_loss(jsmf_context *ctx, const jsmf_polish_run *r, double tokens)
{
    if (r->report.held_out < r->report.start_held_out - loss - 1 / sqrt(tokens)) /* chance: a token differs by 1, say */
        jsmf_message(ctx, JSMF_WARNING, "the documents held out are likelier by the start: %.4f a token, %.4f polished "
                     "(try %sfewer topics, or keep the start)", r->report.start_held_out, r->report.held_out,
                     r->options->prior == JSMF_POLISH_DIRICHLET ? "--prior matrix, " : "");
}

static jsmf_status one_pass(jsmf_context *ctx, stored_run *m, bool whole)
{
    const double start = jsmf_context_clock();
    jsmf_polish_report *r = &m->run.report;
    if ((whole ? whole_pass(ctx, m) : stirred_pass(ctx, m)) != JSMF_OK)
        return jsmf_context_status(ctx);
    r->passes++;
    if (m->held.documents &&
        jsmf_polish_unseen_score(ctx, &m->held, &m->run.block, &m->run.now, &m->run.prior, &r->held_out) != JSMF_OK)
        return jsmf_context_status(ctx);
    say(ctx, m, whole, jsmf_context_clock() - start);
    return jsmf_progress(ctx, "polishing", (double)r->passes / (double)m->run.options->passes, -1);
}

/* A stirred pass after which the held-out documents are no likelier is the last of its kind; a whole one the last. */
static jsmf_status all_passes(jsmf_context *ctx, stored_run *m)
{
    const jsmf_polish_options *o = m->run.options;
    const size_t whole = o->passes < many ? 1 : 2;
    size_t stirred = o->minibatch > 0 ? o->passes - whole : 0;
    jsmf_polish_report *r = &m->run.report;
    while (r->passes < o->passes && !r->settled) {
        const double held = r->held_out, bound = r->bound;
        const bool is_whole = r->passes >= stirred;
        if (one_pass(ctx, m, is_whole) != JSMF_OK)
            return jsmf_context_status(ctx);
        const bool falls = r->held_out <= held;
        if (m->best.sums && note_best(ctx, m) != JSMF_OK)
            return jsmf_context_status(ctx);
        if (falls && !is_whole)
            stirred = r->passes;
        r->settled = is_whole && (falls || (o->tolerance > 0 && r->bound - bound < o->tolerance * fabs(r->bound)));
    }
    return_to_best(m);
    warn_of_loss(ctx, &m->run, m->held.tokens);
    return JSMF_OK;
}

static jsmf_status finish(jsmf_context *ctx, stored_run *m, jsmf_model *out)
{
    jsmf_polish_run *r = &m->run;
    double *a = m->best.a ? m->best.a : jsmf_alloc(ctx, jsmf_mul_sat(r->k, r->k), sizeof *a);
    if (a && (m->best.a || sum_moment(ctx, m, a) == JSMF_OK))
        (void)!jsmf_polish_finish(ctx, r, a, out);
    if (a != m->best.a)
        free(a);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_polish(jsmf_context *ctx, const jsmf_model *start, const jsmf_batches *source,
                        const jsmf_polish_options *options, jsmf_model *out, jsmf_polish_report *report)
{
    stored_run m = { .source = source };
    *out = (jsmf_model){ 0 };
    if (prepare(ctx, &m, start, options) == JSMF_OK && all_passes(ctx, &m) == JSMF_OK)
        (void)!finish(ctx, &m, out);
    if (report)
        *report = m.run.report;
    stored_free(&m);
    return jsmf_context_status(ctx);
}
