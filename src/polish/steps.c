/* The steps of polishing by shards: of the sums over all documents to the next topics. */
#include "coherence.h"
#include "polish_inner.h"
#include "run.h"

#include "sums/sums_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double value_of(const jsmf_polish_part *sum, int which) { return jsmf_sums_value(sum->reals[which][0]); }

/* What a way sums up must be there, and of the model's size. */
static jsmf_status check_sizes(jsmf_context *ctx, const jsmf_model *model, const jsmf_polish_part *sum,
                               jsmf_polish_prior_kind prior)
{
    const size_t n = model->n, k = model->k;
    const bool counts = sum->way == JSMF_POLISH_COUNT;
    size_t expected[JSMF_POLISH_REALS];
    jsmf_polish_part_sizes(sum->way, prior, n, k, expected);
    for (size_t i = 0; i < JSMF_POLISH_REALS; i++)
        if (sum->sizes[i] != expected[i])
            return jsmf_fail(ctx, JSMF_EDATA, "%zu sums of %s (expected %zu, for %zu word%s and %zu topic%s)",
                             sum->sizes[i], jsmf_polish_real_names[i], expected[i], JSMF_COUNTED(n), JSMF_COUNTED(k));
    if (counts && sum->leading_size != jsmf_polish_coherence_size(k))
        return jsmf_fail(ctx, JSMF_EDATA, "%zu numbers of leading words (expected %zu, for %zu topic%s)",
                         sum->leading_size, jsmf_polish_coherence_size(k), JSMF_COUNTED(k));
    if (sum->documents < 0 || sum->known < 0 || sum->known > sum->documents)
        return jsmf_fail(ctx, JSMF_EDATA, "%lld of %lld documents with known words", (long long)sum->known,
                         (long long)sum->documents);
    return JSMF_OK;
}

/* ---- the first round ---- */

static jsmf_status weigh_start(jsmf_context *ctx, const jsmf_polish_part *sum, jsmf_polish_run *run)
{
    jsmf_polish_coherence c = { .k = run->k, .documents = (double)sum->documents };
    c.joint = jsmf_alloc(ctx, sum->leading_size, sizeof *c.joint);
    for (size_t i = 0; c.joint && i < sum->leading_size; i++)
        c.joint[i] = (double)sum->leading[i];
    if (c.joint)
        jsmf_polish_coherence_weights(&c, run->start_weights);
    jsmf_polish_coherence_free(&c);
    return jsmf_context_status(ctx);
}

static void add_guide(const jsmf_polish_topics *t, double *pseudo_counts)
{
    for (size_t i = 0; i < t->n; i++)
        for (int64_t p = t->guide->indptr[i]; p < t->guide->indptr[i + 1]; p++)
            pseudo_counts[i * t->k + (size_t)t->guide->indices[p]] += jsmf_polish_topics_guide(t, p);
}

/* All pseudo-counts but beta, into one matrix. */
static jsmf_status keep_pseudo_counts(jsmf_context *ctx, const jsmf_polish_run *run, jsmf_polish_state *state)
{
    const jsmf_polish_topics *t = &run->now;
    const size_t n = run->n, k = run->k;
    state->beta = t->beta;
    if (!t->start && !t->guide)
        return JSMF_OK;
    state->pseudo_counts = jsmf_alloc_zero(ctx, jsmf_mul_sat(n, k), sizeof *state->pseudo_counts);
    if (!state->pseudo_counts)
        return jsmf_context_status(ctx);
    for (size_t i = 0; t->start && i < n * k; i++)
        state->pseudo_counts[i] = t->start_counts[i % k] * t->start[i];
    if (t->guide)
        add_guide(t, state->pseudo_counts);
    return JSMF_OK;
}

static jsmf_status keep_state(jsmf_context *ctx, const jsmf_polish_run *run, const jsmf_polish_part *sum, double tokens,
                              jsmf_polish_state *state)
{
    *state = (jsmf_polish_state){ .n = run->n, .k = run->k, .prior = run->options->prior,
                                  .soft = run->options->minibatch > 0, .documents = sum->documents,
                                  .tokens = tokens };
    state->mean = jsmf_copy(ctx, run->mean, run->k, sizeof *state->mean);
    if (!state->mean || keep_pseudo_counts(ctx, run, state) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_polish_keep_prior(ctx, &run->prior, state);
}

static jsmf_status begin_topics(jsmf_context *ctx, const jsmf_polish_run *run, jsmf_model *out)
{
    double *columns = jsmf_alloc(ctx, run->k, sizeof *columns);
    *out = (jsmf_model){ .n = run->n, .k = run->k };
    out->b = jsmf_alloc(ctx, jsmf_mul_sat(run->n, run->k), sizeof *out->b);
    if (out->b && columns)
        jsmf_polish_fill_topics(run, out->b, columns);
    free(columns);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_polish_begin_rounds(jsmf_context *ctx, const jsmf_model *start, const jsmf_polish_options *options,
                                     const jsmf_polish_part *sum, size_t rows, jsmf_model *out,
                                     jsmf_polish_state *state)
{
    jsmf_polish_options o = *options;
    jsmf_polish_run run = { 0 };
    double tokens;
    *out = (jsmf_model){ 0 };
    *state = (jsmf_polish_state){ 0 };
    o.passes = 2; /* with one there would be no soft topics */
    o.state = NULL;
    if (sum->way != JSMF_POLISH_COUNT)
        return jsmf_fail(ctx, JSMF_EUSAGE, "sums of a round for a polishing that has not begun");
    if (check_sizes(ctx, start, sum, o.prior) != JSMF_OK)
        return jsmf_context_status(ctx);
    tokens = value_of(sum, JSMF_POLISH_TOKENS);
    if (!(tokens > 0) || sum->documents == 0)
        return jsmf_fail(ctx, JSMF_EDATA, "no tokens to learn from in %zu document%s%s", JSMF_COUNTED(rows),
                         sum->held_out ? ": all that have any are held out" : "");
    if (jsmf_polish_begin(ctx, start, &o, true, &run) == JSMF_OK &&
        jsmf_polish_begin_prior(ctx, &run, start, (size_t)sum->documents) == JSMF_OK &&
        (!o.start_by_topic || weigh_start(ctx, sum, &run) == JSMF_OK)) {
        jsmf_polish_set_tokens(&run, tokens, (double)sum->documents);
        if (begin_topics(ctx, &run, out) == JSMF_OK)
            jsmf_recorded(keep_state(ctx, &run, sum, tokens, state));
    }
    jsmf_polish_end(&run);
    if (jsmf_context_status(ctx) != JSMF_OK) {
        jsmf_model_free(out);
        jsmf_polish_state_free(state);
    }
    return jsmf_context_status(ctx);
}

/* ---- the others ---- */

static jsmf_status check_documents(jsmf_context *ctx, const jsmf_polish_state *state, const jsmf_polish_part *sum)
{
    const double tokens = value_of(sum, JSMF_POLISH_TOKENS);
    if (sum->documents == state->documents && tokens == state->tokens)
        return JSMF_OK;
    return jsmf_fail(ctx, JSMF_EDATA, "sums of %lld document%s of %.0f tokens (expected %lld of %.0f, as at the "
                     "beginning: are shards missing, or have they changed?)", JSMF_COUNTED((long long)sum->documents),
                     tokens, (long long)state->documents, state->tokens);
}

/* The tokens by word and topic into next, as parts of all tokens. */
static jsmf_status take_counts(jsmf_context *ctx, const jsmf_polish_part *sum, double tokens, jsmf_polish_run *run)
{
    const jsmf_sums_fixed *counts = sum->reals[JSMF_POLISH_COUNTS];
    jsmf_polish_clear_next(run);
    for (size_t i = 0; i < run->n * run->k; i++) {
        const double part = jsmf_sums_value(counts[i]) / tokens;
        if (!(part >= 0))
            return jsmf_fail(ctx, JSMF_EDATA, "%g tokens of word %zu and topic %zu", part * tokens, i / run->k,
                             i % run->k);
        run->next.sums[i] = part;
        run->next.columns[i % run->k] += part;
    }
    return JSMF_OK;
}

static jsmf_status take_sums(jsmf_context *ctx, const jsmf_polish_part *sum, jsmf_polish_run *run,
                             jsmf_polish_sums *sums)
{
    jsmf_polish_clear(run, sums);
    sums->documents = (size_t)sum->known;
    for (size_t i = 0; i < run->prior.learned; i++)
        sums->learned[i] = jsmf_sums_value(sum->reals[JSMF_POLISH_LEARNED][i]) / JSMF_POLISH_LEARNED_PART;
    if (sum->way == JSMF_POLISH_ONLINE)
        return sums->documents > 0 ? JSMF_OK
                                   : jsmf_fail(ctx, JSMF_EDATA, "no document has a word that the model knows");
    sums->bound = value_of(sum, JSMF_POLISH_BOUND);
    return jsmf_polish_find_bound(ctx, run, sums);
}

static double *take_moments(jsmf_context *ctx, const jsmf_polish_part *sum)
{
    double *a = jsmf_alloc(ctx, sum->sizes[JSMF_POLISH_MOMENTS], sizeof *a), total = 0;
    for (size_t i = 0; a && i < sum->sizes[JSMF_POLISH_MOMENTS]; i++) {
        total += a[i] = jsmf_sums_value(sum->reals[JSMF_POLISH_MOMENTS][i]);
        if (!(a[i] >= 0))
            total = NAN;
    }
    if (!a || total > 0)
        return a;
    jsmf_fail(ctx, JSMF_EDATA, "moments of compositions that are none");
    free(a);
    return NULL;
}

static void report_unseen(const jsmf_polish_part *sum, jsmf_polish_report *r)
{
    r->held_out_documents = (size_t)sum->held_out;
    if (sum->way == JSMF_POLISH_WHOLE && sum->reals[JSMF_POLISH_HELD_OUT][1] > 0)
        r->held_out = jsmf_sums_value(sum->reals[JSMF_POLISH_HELD_OUT][0]) /
                      jsmf_sums_value(sum->reals[JSMF_POLISH_HELD_OUT][1]);
}

static jsmf_status step(jsmf_context *ctx, const jsmf_model *model, const jsmf_polish_part *sum, jsmf_polish_run *run,
                        jsmf_polish_state *state, jsmf_model *out)
{
    jsmf_polish_sums sums;
    double *a;
    run->report.tokens = state->tokens;
    if (check_sizes(ctx, model, sum, state->prior) != JSMF_OK)
        return jsmf_context_status(ctx);
    report_unseen(sum, &run->report);
    if (check_documents(ctx, state, sum) != JSMF_OK ||
        take_counts(ctx, sum, state->tokens, run) != JSMF_OK || take_sums(ctx, sum, run, &sums) != JSMF_OK ||
        jsmf_polish_m_step_whole(ctx, run, &sums) != JSMF_OK || !(a = take_moments(ctx, sum)))
        return jsmf_context_status(ctx);
    if (jsmf_polish_keep_prior(ctx, &run->prior, state) == JSMF_OK &&
        jsmf_polish_finish(ctx, run, model, a, out) == JSMF_OK)
        run->report.passes = ++state->rounds;
    free(a);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_polish_next_round(jsmf_context *ctx, const jsmf_model *model, jsmf_polish_state *state,
                                   const jsmf_polish_part *sum, jsmf_model *out, jsmf_polish_report *report)
{
    const jsmf_polish_options o = { .prior = state->prior, .passes = 1, .state = state };
    jsmf_polish_run run = { 0 };
    *out = (jsmf_model){ 0 };
    if (sum->way == JSMF_POLISH_COUNT)
        return jsmf_fail(ctx, JSMF_EUSAGE, "counts for a polishing that has begun");
    if (jsmf_polish_begin(ctx, model, &o, true, &run) == JSMF_OK)
        jsmf_recorded(step(ctx, model, sum, &run, state, out));
    *report = run.report;
    jsmf_polish_end(&run);
    if (jsmf_context_status(ctx) != JSMF_OK)
        jsmf_model_free(out);
    return jsmf_context_status(ctx);
}
