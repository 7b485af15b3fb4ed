/* Polishing by shards: its sums, and the state between its rounds, to arrays and back. */
#include "jsmf/arrays.h"

#include "arrays_inner.h"
#include "npz/stream.h"
#include "polish/polish_inner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char kind[] = "polish";

/* ---- sums ---- */

static jsmf_status store_part(jsmf_context *ctx, jsmf_polish_part *part, jsmf_stream *s)
{
    int64_t *leading = part->leading;
    for (size_t i = 0; i < JSMF_POLISH_REALS; i++)
        if (part->reals[i] && jsmf_arrays_sums_give(ctx, s, jsmf_polish_real_names[i], &part->reals[i],
                                                    part->sizes[i]) != JSMF_OK)
            return jsmf_context_status(ctx);
    part->leading = NULL;
    if ((leading && jsmf_stream_add_i64(ctx, s, "whole.leading", leading, 1, part->leading_size) != JSMF_OK) ||
        jsmf_stream_add_count(ctx, s, "whole.documents", part->documents) != JSMF_OK ||
        jsmf_stream_add_count(ctx, s, "whole.known", part->known) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_stream_add_count(ctx, s, "whole.held_out", part->held_out);
}

jsmf_status jsmf_arrays_sums_of_polish(jsmf_context *ctx, jsmf_polish_part *part, const jsmf_strings *vocab,
                                       jsmf_arrays_sums *out)
{
    jsmf_strings words = { 0 };
    *out = (jsmf_arrays_sums){ .shards = { .of = -1 } };
    jsmf_arrays_mark(&out->stream, JSMF_SUMS);
    out->of = jsmf_copy(ctx, kind, 1, sizeof kind);
    if (out->of && store_part(ctx, part, &out->stream) == JSMF_OK && vocab &&
        jsmf_strings_copy(ctx, vocab, &words) == JSMF_OK)
        jsmf_recorded(jsmf_stream_add_strings(ctx, &out->stream, "vocab", &words));
    jsmf_polish_part_free(part);
    return jsmf_context_status(ctx);
}

static jsmf_status take_reals(jsmf_context *ctx, jsmf_arrays_sums *s, jsmf_polish_part *out)
{
    char name[64];
    for (size_t i = 0; i < JSMF_POLISH_REALS; i++) {
        jsmf_sums_fixed *values;
        snprintf(name, sizeof name, "real.%s", jsmf_polish_real_names[i]);
        if (!jsmf_stream_find(&s->stream, name))
            continue;
        if (jsmf_arrays_sums_real(ctx, s, jsmf_polish_real_names[i], &values, &out->sizes[i]) != JSMF_OK)
            return jsmf_context_status(ctx);
        out->reals[i] = jsmf_stream_take(&s->stream, name);
    }
    return JSMF_OK;
}

static jsmf_status take_part(jsmf_context *ctx, jsmf_arrays_sums *s, jsmf_polish_part *out)
{
    int64_t *leading;
    if (strcmp(s->of, kind) != 0)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: sums of %s (expected %s)", s->name, s->of, kind);
    if (take_reals(ctx, s, out) != JSMF_OK ||
        jsmf_stream_count(ctx, &s->stream, "whole.documents", &out->documents) != JSMF_OK ||
        jsmf_stream_count(ctx, &s->stream, "whole.known", &out->known) != JSMF_OK ||
        jsmf_stream_count(ctx, &s->stream, "whole.held_out", &out->held_out) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (out->way != JSMF_POLISH_COUNT)
        return JSMF_OK;
    if (jsmf_stream_integers(ctx, &s->stream, "whole.leading", 0, &leading, &out->leading_size) == JSMF_OK)
        out->leading = jsmf_stream_take(&s->stream, "whole.leading");
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_arrays_sums_to_polish(jsmf_context *ctx, jsmf_arrays_sums *s, jsmf_polish_way way, size_t n, size_t k,
                                       jsmf_polish_part *out)
{
    *out = (jsmf_polish_part){ .way = way, .n = n, .k = k };
    if (take_part(ctx, s, out) != JSMF_OK)
        jsmf_polish_part_free(out);
    return jsmf_context_status(ctx);
}

/* ---- between rounds ---- */

void jsmf_arrays_polishing_free(jsmf_arrays_polishing *p)
{
    if (!p)
        return;
    jsmf_polish_state_free(&p->state);
    jsmf_strings_free(&p->recipe);
    free(p->trace);
    *p = (jsmf_arrays_polishing){ .rounds = SIZE_MAX };
}

static jsmf_status store_state(jsmf_context *ctx, jsmf_arrays_polishing *p, jsmf_stream *s)
{
    jsmf_polish_state *state = &p->state;
    const size_t n = state->n, k = state->k;
    if (jsmf_stream_add_strings(ctx, s, "polish.recipe", &p->recipe) != JSMF_OK ||
        jsmf_stream_add_count(ctx, s, "polish.documents", state->documents) != JSMF_OK ||
        jsmf_stream_add_scalar(ctx, s, "polish.tokens", state->tokens) != JSMF_OK ||
        jsmf_stream_add_scalar(ctx, s, "polish.beta", state->beta) != JSMF_OK ||
        (state->pseudo_counts &&
         jsmf_stream_give_f64(ctx, s, "polish.counts", &state->pseudo_counts, 2, n, k) != JSMF_OK) ||
        jsmf_stream_give_f64(ctx, s, "polish.mean", &state->mean, 1, k, 1) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_stream_give_f64(ctx, s, "polish.prior", &state->values, 1, state->count, 1);
}

jsmf_status jsmf_arrays_polishing_store(jsmf_context *ctx, jsmf_arrays_polishing *p, bool trace_only, jsmf_stream *s)
{
    if (trace_only || store_state(ctx, p, s) == JSMF_OK)
        jsmf_recorded(jsmf_stream_give_f64(ctx, s, "polish.trace", &p->trace, 2, p->rounds, 2));
    jsmf_arrays_polishing_free(p);
    return jsmf_context_status(ctx);
}

/* Moves a vector (cols 0) or a matrix of this size out of the stream. negative: its numbers may be below 0. */
static jsmf_status take_numbers(jsmf_context *ctx, jsmf_stream *s, const char *name, size_t rows, size_t cols,
                                bool negative, double **out)
{
    char where[JSMF_WHERE];
    double *numbers;
    if ((cols ? jsmf_stream_matrix(ctx, s, name, rows, cols, &numbers, NULL)
              : jsmf_stream_vector(ctx, s, name, rows, &numbers, NULL)) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; !negative && i < rows * (cols ? cols : 1); i++)
        if (!(numbers[i] >= 0))
            return jsmf_fail(ctx, JSMF_EDATA, "%s: holds %g at [%zu] (expected 0 or more)",
                             jsmf_stream_where(s, name, where), numbers[i], i);
    *out = jsmf_stream_take(s, name);
    return JSMF_OK;
}

static jsmf_status load_trace(jsmf_context *ctx, jsmf_stream *s, jsmf_arrays_polishing *out)
{
    double *trace;
    size_t shape[2];
    if (jsmf_stream_matrix(ctx, s, "polish.trace", 0, 2, &trace, shape) != JSMF_OK)
        return jsmf_context_status(ctx);
    out->state.rounds = out->rounds = shape[0];
    out->trace = jsmf_stream_take(s, "polish.trace");
    return JSMF_OK;
}

static jsmf_status load_prior(jsmf_context *ctx, jsmf_stream *s, jsmf_arrays_polishing *out)
{
    jsmf_polish_state *state = &out->state;
    const char *prior = jsmf_sums_recipe_value(&out->recipe, "prior");
    if (!prior || (strcmp(prior, "matrix") != 0 && strcmp(prior, "dirichlet") != 0))
        return jsmf_fail(ctx, JSMF_EDATA, "%s: array polish.recipe: has a prior %.40s (expected dirichlet or matrix)",
                         s->name, prior ? prior : "nowhere");
    state->soft = jsmf_sums_recipe_value(&out->recipe, "topics") != NULL;
    state->prior = *prior == 'm' ? JSMF_POLISH_MATRIX : JSMF_POLISH_DIRICHLET;
    state->count = jsmf_polish_state_count(state->prior, state->k);
    return take_numbers(ctx, s, "polish.prior", state->count, 0, true, &state->values);
}

static jsmf_status load(jsmf_context *ctx, jsmf_stream *s, jsmf_arrays_polishing *out)
{
    jsmf_polish_state *state = &out->state;
    const jsmf_strings *recipe;
    if (jsmf_stream_strings(ctx, s, "polish.recipe", 0, &recipe) != JSMF_OK ||
        jsmf_strings_copy(ctx, recipe, &out->recipe) != JSMF_OK || load_trace(ctx, s, out) != JSMF_OK ||
        jsmf_stream_count(ctx, s, "polish.documents", &state->documents) != JSMF_OK ||
        jsmf_stream_scalar(ctx, s, "polish.tokens", &state->tokens) != JSMF_OK ||
        jsmf_stream_scalar(ctx, s, "polish.beta", &state->beta) != JSMF_OK ||
        take_numbers(ctx, s, "polish.mean", state->k, 0, false, &state->mean) != JSMF_OK ||
        (jsmf_stream_find(s, "polish.counts") &&
         take_numbers(ctx, s, "polish.counts", state->n, state->k, false, &state->pseudo_counts) != JSMF_OK) ||
        load_prior(ctx, s, out) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (!(state->tokens > 0) || !(state->beta >= 0))
        return jsmf_fail(ctx, JSMF_EDATA, "%s: a polishing of %g tokens with a pseudo-count of %g", s->name,
                         state->tokens, state->beta);
    return JSMF_OK;
}

jsmf_status jsmf_arrays_polishing_load(jsmf_context *ctx, jsmf_stream *s, jsmf_arrays_polishing *out)
{
    const jsmf_array *b = jsmf_stream_find(s, "B");
    *out = (jsmf_arrays_polishing){ .rounds = SIZE_MAX };
    if (!jsmf_stream_find(s, "polish.recipe") || !b || b->dims != 2)
        return JSMF_OK;
    out->state.n = b->shape[0];
    out->state.k = b->shape[1];
    if (load(ctx, s, out) != JSMF_OK)
        jsmf_arrays_polishing_free(out);
    return jsmf_context_status(ctx);
}
