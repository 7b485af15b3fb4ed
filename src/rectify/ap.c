/* Alternating projection (001 Algorithm 1): onto the positive semidefinite matrices of rank k, onto those that sum to
 * 1, onto those without negative entries, in turn. */
#include "jsmf/rectify.h"

#include "ap_iterate.h"
#include "jsmf/model.h"
#include "eigen/leading.h"
#include "results.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct ap {
    jsmf_context *ctx;
    const jsmf_rectify_ap_options *options;
    size_t n, k;
    jsmf_rectify_ap_iterate it;
    double *values; /* k */
    double *next;   /* n x k: the next iterate's Y */
    double change;
    double began; /* the present iteration, by jsmf_context_clock() */
    jsmf_eigen_report eigen;
} ap;

/* The change needs the old iterate beside the new Y and r: panel by panel of the old. */
typedef struct change_sums {
    const jsmf_operator_shifted *t;
    double *difference, *size; /* a chunk */
} change_sums;

static jsmf_status change_panel(jsmf_context *ctx, void *arg, size_t chunk, size_t i0, size_t m, const double *panel)
{
    const change_sums *s = arg;
    const size_t n = s->t->n;
    double *fresh = jsmf_alloc(ctx, jsmf_mul_sat(m, n), sizeof *fresh), difference = 0, size = 0;
    if (!fresh)
        return jsmf_context_status(ctx);
    jsmf_operator_shifted_tile(s->t, i0, m, 0, n, fresh, n);
    for (size_t i = 0; i < m * n; i++) {
        const double value = fmax(fresh[i] + s->t->r, 0);
        difference += (value - panel[i]) * (value - panel[i]);
        size += value * value;
    }
    s->difference[chunk] = difference;
    s->size[chunk] = size;
    free(fresh);
    return JSMF_OK;
}

/* a->change = |C_t - C_(t-1)|_F / |C_t|_F, old being C_(t-1). */
static jsmf_status measure_change(ap *a, const jsmf_operator *old, const jsmf_operator_shifted *t)
{
    const size_t chunks = jsmf_chunk_count(a->n, jsmf_operator_panel_height(old));
    double *sums = jsmf_alloc_zero(a->ctx, chunks, 2 * sizeof *sums), difference = 0, size = 0;
    change_sums s = { .t = t, .difference = sums, .size = sums + chunks };
    jsmf_status status = sums ? jsmf_operator_each_panel(a->ctx, old, change_panel, &s) : jsmf_context_status(a->ctx);
    for (size_t chunk = 0; chunk < chunks && status == JSMF_OK; chunk++) {
        difference += s.difference[chunk];
        size += s.size[chunk];
    }
    a->change = size > 0 ? sqrt(difference / size) : 0;
    free(sums);
    return status;
}

/* next = U sqrt(L) of c, the present iterate, from the span of Y's columns or, in the first iteration, the caller's. */
static jsmf_status decompose(ap *a, const jsmf_operator *c, bool first)
{
    const jsmf_rectify_ap_options *o = a->options;
    return jsmf_eigen_leading_factor_from(a->ctx, c, a->k, first ? o->start : a->it.y, first ? o->start_columns : a->k,
                                          a->values, a->next, &a->eigen);
}

static void report(ap *a, const jsmf_operator *c, size_t iteration)
{
    const double now = jsmf_context_clock();
    char change[40] = "", negative[40] = "";
    if (a->options->tolerance > 0)
        snprintf(change, sizeof change, ", change %.2g", a->change);
    if (iteration > 1)
        snprintf(negative, sizeof negative, " (%.2f %% corrected)",
                 100 * (double)a->it.negative / (double)a->n / (double)a->n);
    jsmf_message(a->ctx, JSMF_INFO, "iteration %zu: %s%s, %zu product%s (%s), residual %.1e%s, %.3f s", iteration,
                 jsmf_operator_name(c), negative, JSMF_COUNTED(a->eigen.products), a->eigen.method, a->eigen.residual,
                 change, now - a->began);
    a->began = now;
}

/* One iteration: next and *r out of c, the present iterate. */
static jsmf_status iterate(ap *a, const jsmf_operator *c, bool first, double *r)
{
    jsmf_operator_shifted t = { .n = a->n, .k = a->k, .y = a->next };
    jsmf_status status = decompose(a, c, first);
    if (status == JSMF_OK)
        status = jsmf_rectify_level(a->ctx, a->n, a->k, a->next, 0, r);
    t.r = *r;
    return status == JSMF_OK && a->options->tolerance > 0 ? measure_change(a, c, &t) : status;
}

static bool is_done(const ap *a, size_t iteration)
{
    const double tolerance = a->options->tolerance;
    return iteration == a->options->iterations || (tolerance > 0 && a->change >= 0 && a->change < tolerance);
}

static jsmf_status tell(ap *a, size_t iteration)
{
    const jsmf_rectify_ap_state state = { .iteration = iteration,
                                          .y = a->it.y,
                                          .r = a->it.r,
                                          .change = a->change,
                                          .negative = a->it.negative,
                                          .storable = a->it.storable };
    return a->options->each ? a->options->each(a->ctx, a->options->each_arg, &state) : JSMF_OK;
}

static jsmf_status step(ap *a, const jsmf_operator *c, size_t iteration, bool *done)
{
    double r = 0, *old = a->it.y;
    jsmf_status status = iterate(a, c, iteration == 1, &r);
    if (status != JSMF_OK)
        return status;
    report(a, c, iteration);
    a->it.y = a->next;
    a->it.r = r;
    a->next = old;
    *done = is_done(a, iteration);
    status = jsmf_progress(a->ctx, "rectification", (double)iteration / (double)a->options->iterations,
                           a->options->tolerance > 0 ? a->change : a->eigen.residual);
    if (status == JSMF_OK)
        status = tell(a, iteration);
    return status == JSMF_OK && !*done ? jsmf_rectify_ap_iterate_set(a->ctx, &a->it) : status;
}

static jsmf_status resume(ap *a, const jsmf_rectify_ap_state *state, bool *done)
{
    memcpy(a->it.y, state->y, a->n * a->k * sizeof *state->y);
    a->it.r = state->r;
    a->it.negative = state->negative;
    a->it.storable = state->storable;
    a->change = state->change;
    *done = is_done(a, state->iteration);
    return *done ? JSMF_OK : jsmf_rectify_ap_iterate_set(a->ctx, &a->it);
}

static jsmf_status run(ap *a, const jsmf_operator *op, jsmf_rectified *out)
{
    const jsmf_rectify_ap_state *state = a->options->resume;
    jsmf_operator_shifted t;
    bool done = false;
    size_t iteration = state ? state->iteration : 0;
    if (state && resume(a, state, &done) != JSMF_OK)
        return jsmf_context_status(a->ctx);
    while (!done) {
        iteration++;
        if (step(a, a->it.op ? a->it.op : op, iteration, &done) != JSMF_OK)
            return jsmf_context_status(a->ctx);
    }
    t = (jsmf_operator_shifted){ .n = a->n, .k = a->k, .y = a->it.y, .r = a->it.r };
    *out = (jsmf_rectified){ .n = a->n, .k = a->k, .r = t.r, .iterations = iteration, .change = a->change };
    if (jsmf_operator_shifted_total(a->ctx, &t, &out->total) != JSMF_OK)
        return jsmf_context_status(a->ctx);
    if (!(out->total > 0) || !isfinite(out->total))
        return jsmf_fail(a->ctx, JSMF_ENUMERIC, "the rectified co-occurrence sums to %g", out->total);
    out->y = a->it.y;
    a->it.y = NULL;
    return JSMF_OK;
}

jsmf_status jsmf_rectify_ap(jsmf_context *ctx, const jsmf_operator *op, double *dense,
                            const jsmf_rectify_ap_options *options, jsmf_rectified *out)
{
    const size_t n = jsmf_operator_size(op), k = options->k;
    ap a = { .ctx = ctx, .options = options, .n = n, .k = k, .change = -1, .began = jsmf_context_clock() };
    jsmf_status status;
    *out = (jsmf_rectified){ 0 };
    if (jsmf_model_check_topics(ctx, NULL, k, n) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (options->iterations == 0)
        return jsmf_fail(ctx, JSMF_EUSAGE, "no iterations (at least 1)");
    if (options->resume && (options->resume->iteration == 0 || options->resume->iteration > options->iterations))
        return jsmf_fail(ctx, JSMF_EUSAGE, "%zu iteration%s, of which %zu are done (ask for as many or more)",
                         JSMF_COUNTED(options->iterations), options->resume->iteration);
    status = jsmf_rectify_ap_iterate_init(ctx, &a.it, n, k, dense);
    a.values = jsmf_alloc(ctx, k, sizeof *a.values);
    a.next = jsmf_alloc(ctx, jsmf_mul_sat(n, k), sizeof *a.next);
    if (a.values && a.next && status == JSMF_OK)
        status = run(&a, op, out);
    jsmf_rectify_ap_iterate_free(&a.it);
    free(a.values);
    free(a.next);
    return jsmf_context_status(ctx);
}

size_t jsmf_rectify_ap_bytes(const jsmf_context *ctx, size_t n, size_t k, bool in_place)
{
    const size_t tall = jsmf_mul_sat(jsmf_mul_sat(n, 2 * k), sizeof(double));
    return jsmf_add_sat(tall, jsmf_add_sat(jsmf_rectify_ap_iterate_bytes(ctx, n, k, in_place),
                                           jsmf_eigen_largest_bytes(n, k, k)));
}

jsmf_status jsmf_rectify_dense(jsmf_context *ctx, const jsmf_rectified *in, double *c)
{
    const jsmf_operator_shifted t = { .n = in->n, .k = in->k, .y = in->y, .r = in->r };
    return jsmf_operator_shifted_fill(ctx, &t, 1 / in->total, c, NULL);
}
