/* Polishing on documents in memory: stirred passes, then whole ones. */
#include "jsmf/polish.h"

#include "dirichlet.h"
#include "polish_run.h"

#include "jsmf/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLD_STEPS = 20, WARM_STEPS = 5, FIT_STEPS = 20, PRIOR_ROWS = 512 };
static const size_t many = 5; /* passes of which the last two are whole; of fewer it is the last one */
static const uint64_t order_stream = UINT64_C(0x706f6c6f00000000);

typedef struct memory_run {
    polish_run run;
    const jsmf_csr *h;
    size_t *rows, count;  /* the documents that are learned from */
    size_t *order;        /* count: of a stirred pass, places in rows */
    size_t *picked;       /* rows of one batch */
    double *gamma;        /* count x k */
    double *batch_gamma;  /* minibatch x k */
    double *partial;      /* chunks of words: the prior's part of F */
    polish_held held;
    bool composed;        /* gamma has been moved */
} memory_run;

static void memory_free(memory_run *m)
{
    polish_end(&m->run);
    free(m->rows);
    free(m->order);
    free(m->picked);
    free(m->gamma);
    free(m->batch_gamma);
    free(m->partial);
    polish_held_free(&m->held);
}

/* ---- the beginning ---- */

/* Every document with the shares of the start. */
static void cold_gammas(const memory_run *m, double *tokens)
{
    const polish_run *r = &m->run;
    *tokens = 0;
    for (size_t i = 0; i < m->count; i++) {
        double own = 0;
        for (int64_t p = m->h->indptr[m->rows[i]]; p < m->h->indptr[m->rows[i] + 1]; p++)
            own += jsmf_csr_value(m->h, (size_t)p);
        for (size_t j = 0; j < r->k; j++)
            m->gamma[i * r->k + j] = r->alpha[j] + own * r->mean[j];
        *tokens += own;
    }
}

static jsmf_status prepare(jsmf_context *ctx, memory_run *m, const jsmf_model *start, const jsmf_polish_options *o)
{
    const size_t documents = m->h->rows, k = start->k, largest = o->minibatch > JSMF_DOCUMENT_BATCH
                                                                     ? o->minibatch : JSMF_DOCUMENT_BATCH;
    double tokens;
    if (m->h->cols != start->n)
        return jsmf_fail(ctx, JSMF_EDATA, "documents over %zu words, a model of %zu (map them with jsmf-bow --match)",
                         m->h->cols, start->n);
    m->rows = jsmf_alloc(ctx, documents, sizeof *m->rows);
    m->order = jsmf_alloc(ctx, documents, sizeof *m->order);
    m->picked = jsmf_alloc(ctx, jsmf_least(largest, documents), sizeof *m->picked);
    m->batch_gamma = jsmf_alloc(ctx, jsmf_mul_sat(jsmf_least(o->minibatch, documents), k), sizeof *m->batch_gamma);
    m->gamma = jsmf_alloc(ctx, jsmf_mul_sat(documents, k), sizeof *m->gamma);
    m->partial = jsmf_alloc(ctx, jsmf_chunks(start->n, PRIOR_ROWS), sizeof *m->partial);
    if (jsmf_context_status(ctx) != JSMF_OK || polish_begin(ctx, start, o, true, &m->run) != JSMF_OK ||
        polish_held_split(ctx, m->h, k, o->held_out, m->rows, &m->count, &m->held) != JSMF_OK)
        return jsmf_context_status(ctx);
    cold_gammas(m, &tokens);
    if (!(tokens > 0))
        return jsmf_fail(ctx, JSMF_EDATA, "no tokens to learn from in %zu document%s", JSMF_COUNTED(documents));
    polish_set_tokens(&m->run, tokens);
    m->run.report.tokens = tokens;
    m->run.report.held_documents = m->held.documents;
    return JSMF_OK;
}

/* ---- stirred passes ---- */

static void shuffle(const jsmf_context *ctx, const memory_run *m)
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

static jsmf_status stir_batch(jsmf_context *ctx, memory_run *m, size_t first, size_t rows)
{
    polish_run *r = &m->run;
    const size_t bytes = r->k * sizeof(double);
    polish_sums sums;
    for (size_t i = 0; i < rows; i++) {
        m->picked[i] = m->rows[m->order[first + i]];
        memcpy(m->batch_gamma + i * r->k, m->gamma + m->order[first + i] * r->k, bytes);
    }
    if (polish_gather(ctx, m->h, m->picked, rows, &r->capacity, &r->row_capacity, &r->batch) != JSMF_OK ||
        polish_stir(ctx, r, &r->batch, WARM_STEPS, m->batch_gamma, &sums) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < rows; i++)
        memcpy(m->gamma + m->order[first + i] * r->k, m->batch_gamma + i * r->k, bytes);
    return JSMF_OK;
}

static jsmf_status stirred_pass(jsmf_context *ctx, memory_run *m)
{
    const size_t batch = m->run.options->minibatch;
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
    const memory_run *m = arg;
    const polish_topics *t = &m->run.now;
    const size_t k = t->k, first = chunk * PRIOR_ROWS, end = first + jsmf_chunk_length(t->n, PRIOR_ROWS, chunk);
    double *b = jsmf_alloc(ctx, k, sizeof *b), sum = 0;
    for (size_t i = first; b && i < end; i++) {
        polish_topics_row(t, i, b);
        for (size_t j = 0; j < k; j++)
            if (b[j] > 0)
                sum += (t->beta + t->anchor * t->start[i * k + j]) * log(b[j]);
    }
    free(b);
    m->partial[chunk] = sum;
    return jsmf_context_status(ctx);
}

/* What the pseudo-counts add to F, in units of the tokens. */
static jsmf_status prior_part(jsmf_context *ctx, memory_run *m, double *value)
{
    const size_t chunks = jsmf_chunks(m->run.n, PRIOR_ROWS);
    *value = 0;
    if (m->run.now.beta == 0 && m->run.now.anchor == 0)
        return JSMF_OK;
    if (jsmf_parallel(ctx, chunks, prior_chunk, m) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < chunks; i++)
        *value += m->partial[i];
    return JSMF_OK;
}

static jsmf_status whole_batch(jsmf_context *ctx, memory_run *m, size_t first, size_t rows, polish_sums *sums)
{
    polish_run *r = &m->run;
    if (polish_gather(ctx, m->h, m->rows + first, rows, &r->capacity, &r->row_capacity, &r->batch) != JSMF_OK ||
        polish_block_load(ctx, &r->block, &r->batch, &r->now) != JSMF_OK ||
        polish_block_compose(ctx, &r->block, r->alpha, m->composed ? WARM_STEPS : COLD_STEPS,
                             m->gamma + first * r->k, sums) != JSMF_OK)
        return jsmf_context_status(ctx);
    return polish_block_add(ctx, &r->block, 1 / r->report.tokens, &r->next);
}

/* B and alpha of what was composed. */
static void take_step(polish_run *r, const polish_sums *sums)
{
    const polish_topics next = r->next;
    r->next = r->now;
    r->now = next;
    polish_topics_close(&r->now);
    for (size_t j = 0; j < r->k; j++)
        r->logs[j] = sums->logs[j] / (double)sums->documents;
    dirichlet_fit(r->k, r->logs, FIT_STEPS, r->alpha);
}

static jsmf_status whole_pass(jsmf_context *ctx, memory_run *m)
{
    polish_run *r = &m->run;
    polish_sums sums = { .logs = r->batch_logs };
    double prior;
    memset(r->batch_logs, 0, r->k * sizeof *r->batch_logs);
    memset(r->next.sums, 0, r->n * r->k * sizeof *r->next.sums);
    memset(r->next.columns, 0, r->k * sizeof *r->next.columns);
    r->next.scale = 1;
    for (size_t first = 0; first < m->count; first += JSMF_DOCUMENT_BATCH)
        if (whole_batch(ctx, m, first, jsmf_least(JSMF_DOCUMENT_BATCH, m->count - first), &sums) != JSMF_OK)
            return jsmf_context_status(ctx);
    m->composed = true;
    if (sums.documents == 0)
        return jsmf_fail(ctx, JSMF_EDATA, "no document has a word that the model knows");
    if (prior_part(ctx, m, &prior) != JSMF_OK)
        return jsmf_context_status(ctx);
    r->report.documents = sums.documents;
    r->report.bound = sums.bound / r->report.tokens + prior;
    take_step(r, &sums);
    return JSMF_OK;
}

/* ---- pass by pass ---- */

static void say(jsmf_context *ctx, const memory_run *m, bool whole, double seconds)
{
    const jsmf_polish_report *r = &m->run.report;
    char bound[48] = "", held[48] = "";
    double total = 0;
    if (whole)
        snprintf(bound, sizeof bound, "bound %.9f a token, ", r->bound);
    if (m->held.documents)
        snprintf(held, sizeof held, "held out %.6f a token, ", r->held_out);
    for (size_t j = 0; j < m->run.k; j++)
        total += m->run.alpha[j];
    jsmf_message(ctx, JSMF_INFO, "pass %zu, %s: %s%salpha sums to %.4g, %.3f s", r->passes, whole ? "whole" : "stirred",
                 bound, held, total, seconds);
}

static jsmf_status one_pass(jsmf_context *ctx, memory_run *m, bool whole)
{
    const double start = jsmf_clock();
    jsmf_polish_report *r = &m->run.report;
    if ((whole ? whole_pass(ctx, m) : stirred_pass(ctx, m)) != JSMF_OK)
        return jsmf_context_status(ctx);
    r->passes++;
    if (m->held.documents && polish_held_score(ctx, &m->held, &m->run.block, &m->run.now, m->run.alpha,
                                               &r->held_out) != JSMF_OK)
        return jsmf_context_status(ctx);
    say(ctx, m, whole, jsmf_clock() - start);
    return jsmf_progress(ctx, "polishing", (double)r->passes / (double)m->run.options->passes, -1);
}

/* A stirred pass after which the held-out documents are no likelier is the last of its kind; a whole one the last. */
static jsmf_status all_passes(jsmf_context *ctx, memory_run *m)
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
        if (falls && !is_whole)
            stirred = r->passes;
        r->settled = is_whole && (falls || (o->tolerance > 0 && r->bound - bound < o->tolerance * fabs(r->bound)));
    }
    return JSMF_OK;
}

static jsmf_status finish(jsmf_context *ctx, memory_run *m, jsmf_model *out)
{
    polish_run *r = &m->run;
    double *a = jsmf_alloc_zero(ctx, jsmf_mul_sat(r->k, r->k), sizeof *a);
    for (size_t first = 0; a && first < m->count; first += JSMF_DOCUMENT_BATCH) {
        const size_t rows = jsmf_least(JSMF_DOCUMENT_BATCH, m->count - first);
        if (polish_gather(ctx, m->h, m->rows + first, rows, &r->capacity, &r->row_capacity, &r->batch) != JSMF_OK ||
            polish_add_moment(ctx, r, &r->batch, 1, m->gamma + first * r->k, a) != JSMF_OK)
            break;
    }
    if (jsmf_context_status(ctx) == JSMF_OK)
        (void)!polish_finish(ctx, r, a, out);
    free(a);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_polish(jsmf_context *ctx, const jsmf_model *start, const jsmf_csr *h,
                        const jsmf_polish_options *options, jsmf_model *out, jsmf_polish_report *report)
{
    memory_run m = { .h = h };
    *out = (jsmf_model){ 0 };
    if (prepare(ctx, &m, start, options) == JSMF_OK && all_passes(ctx, &m) == JSMF_OK)
        (void)!finish(ctx, &m, out);
    if (report)
        *report = m.run.report;
    memory_free(&m);
    return jsmf_context_status(ctx);
}
