/* p(topic | word) by the Kullback-Leibler divergence of a word's row from the mix of the anchors' (004 Algorithm 3).
 *
 * A word's row is a document, the anchors' rows are the topics: its most likely composition is the divergence's
 * minimum, so that the solver of documents finds it, by Newton's method from the least squares. 004's exponentiated
 * gradient takes the rows of a panel at once: X Cbar_S, the ratios of the rows to it, their product with Cbar_S'. */
#include "document/likelihood.h"
#include "recovery.h"

#include "solve/simplex_job.h"
#include "model/probability.h"
#include "base/base_inner.h"
#include "operator/operator_inner.h"

#include <cblas.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An entry where no anchor's row is larger can be reached by no mix: the divergence is infinite for every x. */
static const double least_reach = 1e-15;
/* Negative entries beyond this part of a row's sum are no rounding. */
static const double largest_rounding = 1e-9;
static const double least_mix = 1e-100; /* what the ratios divide by at least */
static const double newton_tolerance = 1e-9;
enum { NEWTON_STEPS = 200 };

typedef struct task {
    const jsmf_anchors_aw_options *options;
    size_t n, k;
    const double *sums;
    const double *canchor;  /* k x n */
    double *anchors;        /* n x k: its transpose, for Newton's method */
    bool *is_reached;       /* n */
    double *x;              /* n x k */
    jsmf_solve_simplex_outcome *outcomes;
} task;

static jsmf_status check_row(jsmf_context *ctx, const task *t, size_t i, const double *row)
{
    for (size_t j = 0; j < t->n; j++)
        if (row[j] < -largest_rounding * t->sums[i])
            return jsmf_fail_remedy(ctx, JSMF_EDATA, JSMF_REMEDY_LEAST_SQUARES, 0,
                                    "the co-occurrence of words %zu and %zu is %g (the divergence needs entries that "
                                    "are not negative)", i, j, row[j]);
    return JSMF_OK;
}

/* ---- Newton's method, a word at a time ---- */

typedef struct word_scratch {
    int32_t *indices;  /* n */
    double *h, *block; /* n; the solver's */
} word_scratch;

static jsmf_status solve_word(jsmf_context *ctx, const task *t, const jsmf_document_likelihood *l, size_t i,
                              const double *row, const word_scratch *w, jsmf_solve_simplex_outcome *outcome)
{
    jsmf_document_frequencies d = { .indices = w->indices, .h = w->h };
    jsmf_document_outcome one;
    double sum = 0, loss;
    for (size_t j = 0; j < t->n; j++)
        if (row[j] > 0 && t->is_reached[j]) {
            w->indices[d.words] = (int32_t)j;
            w->h[d.words++] = row[j];
            sum += row[j];
        }
    if (d.words == 0)
        return JSMF_OK;
    cblas_dscal((int)d.words, 1 / sum, w->h, 1);
    if (jsmf_document_likelihood_solve(ctx, l, t->anchors, &d, t->x + i * t->k, w->block, &loss, &one) != JSMF_OK)
        return jsmf_context_status(ctx);
    jsmf_solve_simplex_count(outcome, one.kkt, one.steps, one.kkt <= l->tolerance || one.converged);
    return JSMF_OK;
}

static jsmf_status newton_panel(jsmf_context *ctx, void *arg, size_t chunk, size_t i0, size_t m, const double *panel)
{
    const task *t = arg;
    const jsmf_document_likelihood l = {
        .k = t->k,
        .tolerance = t->options->tolerance > 0 ? t->options->tolerance : newton_tolerance,
        .most_steps = t->options->iterations ? t->options->iterations : NEWTON_STEPS,
    };
    word_scratch w = { .indices = jsmf_alloc(ctx, t->n, sizeof *w.indices),
                       .h = jsmf_alloc(ctx, t->n, sizeof *w.h),
                       .block = jsmf_alloc(ctx, jsmf_document_likelihood_scratch(t->k, t->n), sizeof *w.block) };
    if (!w.indices || !w.h || !w.block)
        goto done;
    for (size_t i = i0; i < i0 + m; i++) {
        const double *row = panel + (i - i0) * t->n;
        if (jsmf_model_has_mass(t->sums[i]) && (check_row(ctx, t, i, row) != JSMF_OK ||
                                                solve_word(ctx, t, &l, i, row, &w, &t->outcomes[chunk]) != JSMF_OK))
            break;
    }
done:
    free(w.indices);
    free(w.h);
    free(w.block);
    return jsmf_context_status(ctx);
}

/* ---- exponentiated gradient, the words of a panel at once ---- */

typedef struct rows {
    const task *t;
    const double *p; /* m x n: the words' rows of Cbar, 0 where they are not reached */
    double *mix;     /* m x n */
} rows;

static void rows_gradient(const void *self, size_t m, const size_t *place, const double *x, double *gradient)
{
    const rows *r = self;
    const size_t n = r->t->n;
    const int k = (int)r->t->k;
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)m, (int)n, k, 1, x, k, r->t->canchor, (int)n, 0,
                r->mix, (int)n);
    for (size_t i = 0; i < m; i++) {
        const double *p = r->p + place[i] * n;
        double *mix = r->mix + i * n;
        for (size_t j = 0; j < n; j++)
            mix[j] = p[j] / (mix[j] > least_mix ? mix[j] : least_mix);
    }
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, (int)m, k, (int)n, -1, r->mix, (int)n, r->t->canchor, (int)n,
                0, gradient, k);
}

/* p = the row of Cbar where it is reached; all 0 for a word without mass. */
static jsmf_status take_row(jsmf_context *ctx, const task *t, size_t i, const double *row, double *p)
{
    double sum = 0;
    memset(p, 0, t->n * sizeof *p);
    if (!jsmf_model_has_mass(t->sums[i]))
        return JSMF_OK;
    for (size_t j = 0; j < t->n; j++)
        sum += row[j] > 0 && t->is_reached[j] ? row[j] : 0;
    for (size_t j = 0; j < t->n; j++)
        if (row[j] > 0 && t->is_reached[j])
            p[j] = row[j] / sum;
    return check_row(ctx, t, i, row);
}

static jsmf_status expgrad_panel(jsmf_context *ctx, void *arg, size_t chunk, size_t i0, size_t m, const double *panel)
{
    const task *t = arg;
    double *p = jsmf_alloc(ctx, jsmf_mul_sat(2 * m, t->n), sizeof *p);
    const rows r = { t, p, p ? p + m * t->n : NULL };
    const jsmf_solve_expgrad_problem problem = {
        .k = t->k,
        .count = m,
        .gradient = rows_gradient,
        .self = &r,
        .x = t->x + i0 * t->k,
        .tolerance = t->options->tolerance > 0 ? t->options->tolerance : jsmf_solve_expgrad_tolerance,
        .iterations = t->options->iterations ? t->options->iterations : jsmf_solve_expgrad_iterations,
    };
    if (!p)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < m; i++)
        if (take_row(ctx, t, i0 + i, panel + i * t->n, p + i * t->n) != JSMF_OK)
            goto done;
    jsmf_recorded(jsmf_solve_expgrad(ctx, &problem, &t->outcomes[chunk]));
done:
    free(p);
    return jsmf_context_status(ctx);
}

/* ---- all words ---- */

static size_t find_reached(task *t)
{
    size_t missed = 0;
    for (size_t j = 0; j < t->n; j++) {
        double most = 0;
        for (size_t l = 0; l < t->k; l++)
            most = fmax(most, t->canchor[l * t->n + j]);
        t->is_reached[j] = most > least_reach;
        missed += !t->is_reached[j];
    }
    return missed;
}

/* The anchors' rows with what rounding left of negative entries taken off. */
static void transpose(task *t)
{
    cblas_domatcopy(CblasRowMajor, CblasTrans, (int)t->k, (int)t->n, 1, t->canchor, (int)t->n, t->anchors, (int)t->k);
    for (size_t i = 0; i < t->n * t->k; i++)
        t->anchors[i] = fmax(t->anchors[i], 0);
}

jsmf_status jsmf_anchors_recover_kl(jsmf_context *ctx, const jsmf_anchors_aw_options *options, const jsmf_operator *op,
                                    const double *sums, const double *canchor, double *x,
                                    jsmf_solve_simplex_report *report)
{
    const size_t n = jsmf_operator_size(op), k = options->anchors.k;
    const size_t chunks = jsmf_chunk_count(n, jsmf_operator_panel_height(op));
    task t = { .options = options, .n = n, .k = k, .sums = sums, .canchor = canchor, .x = x };
    t.anchors = jsmf_alloc(ctx, jsmf_mul_sat(n, k), sizeof *t.anchors);
    t.is_reached = jsmf_alloc(ctx, n, sizeof *t.is_reached);
    t.outcomes = jsmf_alloc_zero(ctx, chunks, sizeof *t.outcomes);
    if (jsmf_context_status(ctx) != JSMF_OK)
        goto done;
    jsmf_message(ctx, JSMF_INFO, "words with which no anchor occurs: %zu", find_reached(&t));
    transpose(&t);
    if (jsmf_operator_each_panel(ctx, op, options->solver == JSMF_EXPGRAD ? expgrad_panel : newton_panel, &t) !=
        JSMF_OK)
        goto done;
    jsmf_solve_simplex_sum_up(t.outcomes, chunks, n, report);
done:
    free(t.anchors);
    free(t.is_reached);
    free(t.outcomes);
    return jsmf_context_status(ctx);
}
