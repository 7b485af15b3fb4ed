/* Epsilon non-negative rectification (000 Algorithm 3): alternating projection on Y Y' + r e e' + E, in which E
 * corrects negative entries in the rows of the longest rows of Y alone. These come first in the order that all work is
 * done in, so that E is made and held in tiles of its rows and columns. */
#include "jsmf/base.h"
#include "dense/dense.h"
#include "jsmf/model.h"
#include "jsmf/rectify.h"

#include "projections.h"
#include "operator/shifted.h"
#include "dense/vector.h"
#include "eigen/eigen_inner.h"
#include "operator/operator_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Squared norms that differ by less than this part are equal: of these rows the first words' are taken. */
static const double equal_within = 1e-9;

/* Rows shorter than this part of the longest one are zeros, of words that are in no pair. */
static const double rounding = 1e-13;

typedef struct enn {
    jsmf_context *ctx;
    const jsmf_rectify_enn_options *options;
    size_t n, k;
    double *y;       /* n x k: the iterate, NULL while the next one is looked for; then that, its rows in order */
    double *sorted;  /* n x k: the iterate, its rows in order; NULL between the updates */
    double *norms;   /* n: the squared norms of the rows of y */
    double *values;  /* k */
    size_t *order;   /* n: the words, first those whose rows are corrected */
    size_t rows;     /* |I|: how many these are */
    jsmf_operator_negative e; /* E, of the present iteration */
    jsmf_operator *c_op;      /* C^op, of the present iteration */
    double change;
    jsmf_eigen_report eigen;
} enn;

/* ---- the index set ---- */

static size_t wanted_rows(size_t n, size_t k, size_t rows)
{
    if (rows == 0)
        rows = jsmf_mul_sat(k, 10) < SIZE_MAX - 1000 ? 10 * k + 1000 : SIZE_MAX;
    return rows < n ? rows : n;
}

static size_t count_above(const enn *e, double least)
{
    size_t count = 0;
    for (size_t i = 0; i < e->n; i++)
        count += e->norms[i] > least;
    return count;
}

/* All rows above the high mark and the first of those above the low one come first, e->rows in all; each part keeps the
 * words' order. */
static void split(enn *e, double high, double low)
{
    size_t ties = e->rows - count_above(e, high), first = 0, last = e->rows;
    for (size_t i = 0; i < e->n; i++) {
        bool in = e->norms[i] > high;
        if (!in && ties > 0 && e->norms[i] >= low) {
            in = true;
            ties--;
        }
        e->order[in ? first++ : last++] = i;
    }
}

static jsmf_status measure_rows(enn *e)
{
    for (size_t i = 0; i < e->n; i++)
        e->norms[i] = jsmf_dense_sum_squares(e->k, e->y + i * e->k);
    if (isfinite(jsmf_dense_sum(e->n, e->norms)))
        return JSMF_OK;
    return jsmf_fail(e->ctx, JSMF_ENUMERIC, "NaN or infinity in the norms of the rows of Y");
}

/* I: the first e->rows of e->order. */
static void choose_rows(enn *e)
{
    const jsmf_rectify_enn_options *o = e->options;
    double cut;
    if (o->epsilon > 0) {
        e->rows = count_above(e, o->epsilon);
        split(e, o->epsilon, INFINITY);
    } else if (wanted_rows(e->n, e->k, o->rows) == e->n) {
        e->rows = e->n;
        split(e, -1, INFINITY);
    } else {
        e->rows = jsmf_top(e->n, e->norms, 1, -1, wanted_rows(e->n, e->k, o->rows), e->order);
        cut = e->norms[e->order[e->rows - 1]];
        split(e, (1 + equal_within) * cut, (1 - equal_within) * cut);
    }
}

/* The largest squared norm of a row that is left out: Y Y' + E >= -epsilon, by Cauchy and Schwarz. */
static double epsilon(const enn *e)
{
    double most = 0;
    for (size_t i = e->rows; i < e->n; i++)
        most = fmax(most, e->norms[e->order[i]]);
    return most;
}

/* ---- one update ---- */

/* *size = |X'Y|_F^2 */
static jsmf_status inner_size(const enn *e, const double *x, const double *y, double *size)
{
    double *inner = jsmf_alloc(e->ctx, e->k, jsmf_mul_sat(e->k, sizeof *inner));
    if (inner && jsmf_dense_cross(e->ctx, e->n, e->k, e->k, x, y, inner) == JSMF_OK)
        *size = jsmf_dense_sum_squares(e->k * e->k, inner);
    free(inner);
    return jsmf_context_status(e->ctx);
}

/* |Y Y' - Z Z'|_F^2 = |Y'Y|_F^2 + |Z'Z|_F^2 - 2 |Y'Z|_F^2 */
static jsmf_status measure_change(enn *e)
{
    double fresh, old, both;
    if (inner_size(e, e->y, e->y, &fresh) != JSMF_OK || inner_size(e, e->sorted, e->sorted, &old) != JSMF_OK ||
        inner_size(e, e->y, e->sorted, &both) != JSMF_OK)
        return jsmf_context_status(e->ctx);
    e->change = sqrt(fmax(fresh + old - 2 * both, 0) / fresh);
    return JSMF_OK;
}

/* The iterate in order, the next one, the eigensolver, the words' norms and order. */
static size_t working_bytes(size_t n, size_t k)
{
    const size_t columns = jsmf_add_sat(jsmf_mul_sat(2, k), 4);
    return jsmf_add_sat(jsmf_mul_sat(jsmf_mul_sat(n, columns), sizeof(double)), jsmf_eigen_largest_bytes(n, k, k));
}

/* Entries of E that are worth storing, and for which the memory has room. */
static size_t most_corrections(const enn *e, const jsmf_operator_shifted *t)
{
    const size_t limit = jsmf_context_memory_rule(e->ctx), none = jsmf_operator_negative_bytes(t, 0);
    const size_t other = jsmf_add_sat(working_bytes(e->n, e->k), none);
    const double n = (double)e->n, exempt = (double)t->exempt, sample = 1e6;
    const double entry = (double)(jsmf_operator_negative_bytes(t, (size_t)sample) - none) / sample;
    return (size_t)fmin(JSMF_NEGATIVE_PART * (n * n - exempt * exempt),
                        limit > other ? (double)(limit - other) / entry : 0);
}

static jsmf_status report(const enn *e, size_t iteration, double began)
{
    jsmf_message(e->ctx, JSMF_INFO,
                 "iteration %zu: %zu row%s (epsilon %.2g), %zu %s corrected (%.2f %%, %s), %zu product%s (%s), "
                 "residual %.1e, change %.2g, %.3f s",
                 iteration, JSMF_COUNTED(e->rows), epsilon(e), JSMF_ENTRIES(e->e.nnz),
                 100 * (double)e->e.nnz / (double)e->n / (double)e->n,
                 e->e.stored ? "stored" : "in part made anew in every product", JSMF_COUNTED(e->eigen.products),
                 e->eigen.method, e->eigen.residual, e->change, jsmf_context_clock() - began);
    return jsmf_progress(e->ctx, "rectification", (double)iteration / (double)e->options->iterations, e->change);
}

/* The rows of y in order, in y's place. */
static jsmf_status sort_rows(enn *e)
{
    e->sorted = jsmf_alloc(e->ctx, jsmf_mul_sat(e->n, e->k), sizeof *e->sorted);
    if (!e->sorted)
        return jsmf_context_status(e->ctx);
    for (size_t i = 0; i < e->n; i++)
        memcpy(e->sorted + i * e->k, e->y + e->order[i] * e->k, e->k * sizeof *e->y);
    free(e->y);
    e->y = NULL;
    return JSMF_OK;
}

/* y goes back to the order of the words, in sorted's place. */
static void restore_rows(enn *e)
{
    for (size_t i = 0; i < e->n; i++)
        memcpy(e->sorted + e->order[i] * e->k, e->y + i * e->k, e->k * sizeof *e->y);
    free(e->y);
    e->y = e->sorted;
    e->sorted = NULL;
}

/* ---- the whole ---- */

jsmf_status jsmf_rectify_enn_start(jsmf_context *ctx, const jsmf_operator *op, size_t k, jsmf_eigen_cold cold,
                                   double **y)
{
    const jsmf_eigen_options options = { .cold = cold };
    const double began = jsmf_context_clock();
    const size_t n = jsmf_operator_size(op);
    double *values = jsmf_alloc(ctx, k, sizeof *values);
    jsmf_eigen_report report = { 0 };
    *y = NULL;
    if (!values || jsmf_model_check_topics(ctx, NULL, k, n) != JSMF_OK)
        goto done;
    *y = jsmf_alloc(ctx, jsmf_mul_sat(n, k), sizeof **y);
    if (!*y || jsmf_rectify_project_psd(ctx, op, k, &options, values, *y, &report) != JSMF_OK)
        goto done;
    jsmf_message(ctx, JSMF_INFO, "start: %zu product%s (%s), residual %.1e, %.3f s", JSMF_COUNTED(report.products),
                 report.method, report.residual, jsmf_context_clock() - began);
done:
    free(values);
    if (jsmf_context_status(ctx) != JSMF_OK) {
        free(*y);
        *y = NULL;
    }
    return jsmf_context_status(ctx);
}

static void end_iteration(enn *e)
{
    jsmf_operator_free(e->c_op);
    e->c_op = NULL;
    jsmf_operator_negative_free(&e->e);
}

static void release(enn *e)
{
    end_iteration(e);
    free(e->y);
    free(e->sorted);
    free(e->norms);
    free(e->values);
    free(e->order);
}

/* As jsmf_rectify_enn, for words that all have a row. */
static jsmf_status rectify_words(jsmf_context *ctx, size_t n, double **y, const jsmf_rectify_enn_options *options,
                                 jsmf_compressed *out)
{
    const size_t k = options->k;
    enn e = { .ctx = ctx, .options = options, .n = n, .k = k, .y = *y, .change = -1 };
    jsmf_eigen_options warm = { .start_columns = k };
    size_t iteration = 0;
    *y = NULL;
    *out = (jsmf_compressed){ 0 };
    if (jsmf_model_check_topics(ctx, NULL, k, n) != JSMF_OK)
        goto done;
    e.values = jsmf_alloc(ctx, k, sizeof *e.values);
    e.norms = jsmf_alloc(ctx, n, sizeof *e.norms);
    e.order = jsmf_alloc(ctx, n, sizeof *e.order);
    if (jsmf_context_status(ctx) != JSMF_OK)
        goto done;
    while (iteration < options->iterations && !(iteration > 0 && e.change < options->tolerance)) {
        const double began = jsmf_context_clock();
        jsmf_operator_shifted t = { .n = n, .k = k };
        iteration++;
        /* I: the rows of Y of largest norm. They come first from here to the end of the iteration. */
        if (measure_rows(&e) != JSMF_OK)
            goto done;
        choose_rows(&e);
        if (sort_rows(&e) != JSMF_OK)
            goto done;
        /* E_ij = max(-Y_i* Y_j*', 0) where i or j is in I */
        t.y = e.sorted;
        t.exempt = n - e.rows;
        if (jsmf_operator_negative_build(ctx, &t, most_corrections(&e, &t), NULL, 0, NULL, &e.e) != JSMF_OK)
            goto done;
        /* r = (1 - |Y'e|^2 - sum E_ij) / n^2, C^op x = Y (Y'x) + E x + r (e'x) e */
        if (jsmf_rectify_project_sum(ctx, n, k, e.sorted, e.e.sum, &t.r) != JSMF_OK ||
            jsmf_operator_patched(ctx, &t, &e.e, &e.c_op) != JSMF_OK)
            goto done;
        /* (U, L_K) = Truncated-Eig(C^op, K), Y = U L_K^(1/2), whose span the last Y nearly is. The paper's
         * max(L_K, 0) is L_K, as eigenvalues that are not positive are an error. */
        e.y = jsmf_alloc(ctx, jsmf_mul_sat(n, k), sizeof *e.y);
        warm.start = e.sorted;
        if (!e.y || jsmf_rectify_project_psd(ctx, e.c_op, k, &warm, e.values, e.y, &e.eigen) != JSMF_OK ||
            measure_change(&e) != JSMF_OK || report(&e, iteration, began) != JSMF_OK)
            goto done;
        restore_rows(&e);
        end_iteration(&e);
    }
    *out = (jsmf_compressed){ .n = n, .k = k, .y = e.y, .iterations = iteration, .change = e.change };
    e.y = NULL;
done:
    release(&e);
    return jsmf_context_status(ctx);
}

/* ---- words that are in no pair ---- */

/* Whether a row of y is longer than what rounding leaves of zeros; *count: how many are. */
static bool *find_present(jsmf_context *ctx, size_t n, size_t k, const double *y, size_t *count)
{
    bool *present = jsmf_alloc(ctx, n, sizeof *present);
    double most = 0;
    *count = 0;
    for (size_t i = 0; present && i < n; i++)
        most = fmax(most, jsmf_dense_sum_squares(k, y + i * k));
    for (size_t i = 0; present && i < n; i++) {
        present[i] = !(jsmf_dense_sum_squares(k, y + i * k) <= rounding * rounding * most);
        *count += present[i];
    }
    return present;
}

/* Out of y (n x k) go the rows of words that are not present. */
static void take_out_rows(size_t n, size_t k, const bool *present, double *y)
{
    for (size_t i = 0, to = 0; i < n; i++)
        if (present[i])
            memmove(y + to++ * k, y + i * k, k * sizeof *y);
}

/* They come back into out->y, as zeros. */
static jsmf_status put_back_rows(jsmf_context *ctx, size_t n, const bool *present, jsmf_compressed *out)
{
    const size_t k = out->k;
    double *y = jsmf_alloc_zero(ctx, jsmf_mul_sat(n, k), sizeof *y);
    if (!y)
        return jsmf_context_status(ctx);
    for (size_t i = 0, from = 0; i < n; i++)
        if (present[i])
            memcpy(y + i * k, out->y + from++ * k, k * sizeof *y);
    free(out->y);
    out->y = y;
    out->n = n;
    return JSMF_OK;
}

jsmf_status jsmf_rectify_enn(jsmf_context *ctx, size_t n, double **y, const jsmf_rectify_enn_options *options,
                             jsmf_compressed *out)
{
    size_t count;
    bool *present;
    if (options->k > n) /* is refused there, before anything of y is read */
        return rectify_words(ctx, n, y, options, out);
    present = find_present(ctx, n, options->k, *y, &count);
    *out = (jsmf_compressed){ 0 };
    if (!present) {
        free(*y);
        *y = NULL;
    } else if (count == n || count < options->k) {
        jsmf_recorded(rectify_words(ctx, n, y, options, out));
    } else {
        take_out_rows(n, options->k, present, *y);
        if (rectify_words(ctx, count, y, options, out) == JSMF_OK && put_back_rows(ctx, n, present, out) != JSMF_OK)
            jsmf_compressed_free(out);
    }
    free(present);
    return jsmf_context_status(ctx);
}

/* At the start, y beside the solver; later what an update needs, the tables of E, and a tile a thread. */
size_t jsmf_rectify_enn_bytes(const jsmf_context *ctx, size_t n, size_t k, size_t rows)
{
    const jsmf_operator_shifted t = { .n = n, .k = k, .exempt = n - wanted_rows(n, k, rows) };
    const size_t tiles = jsmf_mul_sat((size_t)jsmf_context_threads(ctx), JSMF_TILE * JSMF_TILE * sizeof(double));
    return jsmf_add_sat(jsmf_add_sat(working_bytes(n, k), jsmf_operator_negative_bytes(&t, 0)), tiles);
}

size_t jsmf_rectify_enn_start_bytes(size_t n, size_t k)
{
    return jsmf_add_sat(jsmf_mul_sat(n, jsmf_mul_sat(k, sizeof(double))), jsmf_eigen_largest_bytes(n, k, 0));
}
