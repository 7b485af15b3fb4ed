/* Alternating projection (001 Algorithm 1): onto the positive semidefinite matrices of rank k, onto the matrices of sum
 * 1, and onto the matrices without negative entries, in turn. C_NOR is held as Y and r, and C_NN by ap_iterate.h. */
#include "jsmf/rectify.h"

#include "ap_iterate.h"
#include "jsmf/model.h"
#include "projections.h"
#include "eigen/eigen_inner.h"
#include "operator/operator_inner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct ap {
    jsmf_context *ctx;
    const jsmf_rectify_ap_options *options;
    size_t n, k;
    jsmf_rectify_ap_iterate c_nn; /* and the Y and r that it is made from */
    double *values;               /* k */
    double *y;                    /* n x k: the next Y; before that the product of C_NN with the last one */
    size_t iteration;             /* iterations done */
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

/* a->change = |C_t - C_(t-1)|_F / |C_t|_F, old being C_(t-1), and C_t = max(Y Y' + r, 0) with the next Y. */
static jsmf_status measure_change(ap *a, const jsmf_operator *old, double r)
{
    const jsmf_operator_shifted t = { .n = a->n, .k = a->k, .y = a->y, .r = r };
    const size_t chunks = jsmf_chunk_count(a->n, jsmf_operator_panel_height(old));
    double *sums = jsmf_alloc_zero(a->ctx, chunks, 2 * sizeof *sums), difference = 0, size = 0;
    change_sums s = { .t = &t, .difference = sums, .size = sums + chunks };
    if (!sums || jsmf_operator_each_panel(a->ctx, old, change_panel, &s) != JSMF_OK)
        goto done;
    for (size_t chunk = 0; chunk < chunks; chunk++) {
        difference += s.difference[chunk];
        size += s.size[chunk];
    }
    a->change = size > 0 ? sqrt(difference / size) : 0;
done:
    free(sums);
    return jsmf_context_status(a->ctx);
}

static void report(ap *a, const jsmf_operator *c)
{
    const double now = jsmf_context_clock();
    char change[40] = "", negative[40] = "";
    if (a->options->tolerance > 0)
        snprintf(change, sizeof change, ", change %.2g", a->change);
    if (a->iteration > 1)
        snprintf(negative, sizeof negative, " (%.2f %% corrected)",
                 100 * (double)a->c_nn.negative / (double)a->n / (double)a->n);
    jsmf_message(a->ctx, JSMF_INFO, "iteration %zu: %s%s, %zu product%s (%s), residual %.1e%s, %.3f s", a->iteration,
                 jsmf_operator_name(c), negative, JSMF_COUNTED(a->eigen.products), a->eigen.method, a->eigen.residual,
                 change, now - a->began);
    a->began = now;
}

static bool is_done(const ap *a)
{
    const double tolerance = a->options->tolerance;
    const bool converged = tolerance > 0 && a->change >= 0 && a->change < tolerance;
    return a->iteration == a->options->iterations || converged;
}

/* The caller's part of an iteration: progress, and what it does after each. */
static jsmf_status tell(ap *a)
{
    const jsmf_rectify_ap_options *o = a->options;
    const jsmf_rectify_ap_state state = { .iteration = a->iteration,
                                          .y = a->c_nn.y,
                                          .r = a->c_nn.r,
                                          .change = a->change,
                                          .negative = a->c_nn.negative,
                                          .storable = a->c_nn.storable };
    if (jsmf_progress(a->ctx, "rectification", (double)a->iteration / (double)o->iterations,
                      o->tolerance > 0 ? a->change : a->eigen.residual) != JSMF_OK)
        return jsmf_context_status(a->ctx);
    return o->each ? o->each(a->ctx, o->each_arg, &state) : JSMF_OK;
}

static jsmf_status resume(ap *a, const jsmf_rectify_ap_state *state)
{
    memcpy(a->c_nn.y, state->y, a->n * a->k * sizeof *state->y);
    a->c_nn.r = state->r;
    a->c_nn.negative = state->negative;
    a->c_nn.storable = state->storable;
    a->change = state->change;
    a->iteration = state->iteration;
    return is_done(a) ? JSMF_OK : jsmf_rectify_ap_project_nonnegative(a->ctx, &a->c_nn, a->y);
}

static jsmf_status check(jsmf_context *ctx, size_t n, const jsmf_rectify_ap_options *options)
{
    if (jsmf_model_check_topics(ctx, NULL, options->k, n) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (options->iterations == 0)
        return jsmf_fail(ctx, JSMF_EUSAGE, "no iterations (at least 1)");
    if (options->resume && (options->resume->iteration == 0 || options->resume->iteration > options->iterations))
        return jsmf_fail(ctx, JSMF_EUSAGE, "%zu iteration%s, of which %zu are done (ask for as many or more)",
                         JSMF_COUNTED(options->iterations), options->resume->iteration);
    return JSMF_OK;
}

jsmf_status jsmf_rectify_ap(jsmf_context *ctx, const jsmf_operator *op, double *dense,
                            const jsmf_rectify_ap_options *options, jsmf_rectified *out)
{
    const size_t n = jsmf_operator_size(op), k = options->k;
    ap a = { .ctx = ctx, .options = options, .n = n, .k = k, .change = -1, .began = jsmf_context_clock() };
    jsmf_operator_shifted c_nor;
    double total;
    *out = (jsmf_rectified){ 0 };
    if (check(ctx, n, options) != JSMF_OK || jsmf_rectify_ap_iterate_init(ctx, &a.c_nn, n, k, dense) != JSMF_OK)
        goto done;
    a.values = jsmf_alloc(ctx, k, sizeof *a.values);
    a.y = jsmf_alloc(ctx, jsmf_mul_sat(n, k), sizeof *a.y);
    if (jsmf_context_status(ctx) != JSMF_OK || (options->resume && resume(&a, options->resume) != JSMF_OK))
        goto done;
    while (!is_done(&a)) {
        const bool first = a.iteration == 0;
        const jsmf_operator *c = first ? op : a.c_nn.op;
        double *old_y = a.c_nn.y, r;
        const jsmf_eigen_options eigen = { .start = first ? options->start : old_y,
                                           .start_columns = first ? options->start_columns : k,
                                           .image = first ? NULL : a.c_nn.image,
                                           .cold = options->cold };
        /* C_PSD = U L_K U' = Y Y' of C_NN's k largest eigenpairs, whose span the last Y nearly is. The paper's
         * max(L_K, 0) is L_K, as eigenvalues that are not positive are an error. */
        if (jsmf_rectify_project_psd(ctx, c, k, &eigen, a.values, a.y, &a.eigen) != JSMF_OK)
            goto done;
        /* C_NOR = C_PSD + r e e', r = (1 - e' C_PSD e) / n^2 */
        if (jsmf_rectify_project_sum(ctx, n, k, a.y, 0, &r) != JSMF_OK ||
            (options->tolerance > 0 && measure_change(&a, c, r) != JSMF_OK))
            goto done;
        a.iteration++;
        report(&a, c);
        a.c_nn.y = a.y;
        a.c_nn.r = r;
        a.y = old_y;
        if (tell(&a) != JSMF_OK)
            goto done;
        /* C_NN = max(C_NOR, 0); of the last one the sum alone is wanted. */
        if (!is_done(&a) && jsmf_rectify_ap_project_nonnegative(ctx, &a.c_nn, a.y) != JSMF_OK)
            goto done;
    }
    /* C = C_NN / e' C_NN e */
    c_nor = (jsmf_operator_shifted){ .n = n, .k = k, .y = a.c_nn.y, .r = a.c_nn.r };
    if (jsmf_operator_shifted_total(ctx, &c_nor, &total) != JSMF_OK || jsmf_rectify_check_total(ctx, total) != JSMF_OK)
        goto done;
    *out = (jsmf_rectified){ .n = n, .k = k, .r = c_nor.r, .total = total, .change = a.change };
    out->iterations = a.iteration;
    out->y = a.c_nn.y;
    a.c_nn.y = NULL;
done:
    jsmf_rectify_ap_iterate_free(&a.c_nn);
    free(a.values);
    free(a.y);
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
