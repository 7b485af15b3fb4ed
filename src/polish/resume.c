/* A polishing that goes on from where a round by shards has left it. */
#include "polish_inner.h"
#include "run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HEAD = 2 }; /* of a state's values: the documents that the prior was learned from, and tau */

void jsmf_polish_state_free(jsmf_polish_state *state)
{
    if (!state)
        return;
    free(state->pseudo_counts);
    free(state->mean);
    free(state->values);
    *state = (jsmf_polish_state){ 0 };
}

size_t jsmf_polish_state_count(jsmf_polish_prior_kind prior, size_t k)
{
    return jsmf_add_sat(HEAD, jsmf_polish_prior_values(prior, k));
}

jsmf_status jsmf_polish_keep_prior(jsmf_context *ctx, const jsmf_polish_prior *p, jsmf_polish_state *state)
{
    double *values = jsmf_alloc(ctx, HEAD + p->count, sizeof *values);
    if (!values)
        return jsmf_context_status(ctx);
    values[0] = p->documents;
    values[1] = p->spread;
    memcpy(values + HEAD, p->values, p->count * sizeof *values);
    free(state->values);
    state->values = values;
    state->count = HEAD + p->count;
    return JSMF_OK;
}

static jsmf_status take_prior(jsmf_context *ctx, const jsmf_polish_state *state, jsmf_polish_run *run)
{
    jsmf_polish_prior *p = &run->prior;
    if (state->prior != run->options->prior || state->count != HEAD + p->count)
        return jsmf_fail(ctx, JSMF_EUSAGE, "another prior than that of the polishing that goes on");
    p->documents = state->values[0];
    p->spread = state->values[1];
    p->mean = run->mean;
    memcpy(p->values, state->values + HEAD, p->count * sizeof *p->values);
    if (!(p->documents > 0) || !(p->spread >= 0))
        return jsmf_fail(ctx, JSMF_EDATA, "a prior of %g documents and a variance of %g", p->documents, p->spread);
    return p->class->resume(ctx, p);
}

/* B as it is, without pseudo-counts; or the tokens that it makes, beside which pseudo-counts are. */
static void take_topics(const jsmf_model *model, bool whole, jsmf_polish_run *run)
{
    const size_t n = run->n, k = run->k;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++) {
            const double tokens = model->b[i * k + j] * (whole ? 1 : run->mean[j]);
            run->now.sums[i * k + j] = tokens;
            run->now.columns[j] += tokens;
        }
    run->now.start_counts = run->now.fixed = run->none;
}

static void take_pseudo_counts(const jsmf_polish_state *state, jsmf_polish_run *run, jsmf_polish_topics *to)
{
    to->beta = state->beta;
    to->start = state->pseudo_counts;
    to->start_counts = run->start_counts;
    to->fixed = run->fixed;
}

jsmf_status jsmf_polish_resume(jsmf_context *ctx, const jsmf_model *model, const jsmf_polish_state *state, bool whole,
                               jsmf_polish_run *run)
{
    const size_t n = run->n, k = run->k;
    if (state->n != n || state->k != k)
        return jsmf_fail(ctx, JSMF_EUSAGE, "a state of %zu words and %zu topics for a model of %zu and %zu", state->n,
                         state->k, n, k);
    run->state = state;
    run->start = model->b;
    memcpy(run->mean, state->mean, k * sizeof *run->mean);
    take_topics(model, whole, run);
    for (size_t j = 0; j < k; j++) {
        run->start_counts[j] = state->pseudo_counts ? 1 : 0;
        run->fixed[j] = (double)n * state->beta;
    }
    for (size_t i = 0; state->pseudo_counts && i < n; i++)
        for (size_t j = 0; j < k; j++)
            run->fixed[j] += state->pseudo_counts[i * k + j];
    take_pseudo_counts(state, run, &run->next);
    if (!whole)
        take_pseudo_counts(state, run, &run->now);
    jsmf_polish_topics_normalise(&run->now);
    return take_prior(ctx, state, run);
}
