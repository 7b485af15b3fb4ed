/* Thresholded linear inverse (Arora, Ge, Koehler, Ma, Moitra, 2016, as 002 section 3 has it): w = B^+ h~, where B^+ is
 * the left inverse of least entries, which keeps the variance small. Topics below delta + 2 lambda sqrt(log K / n) are
 * left out, lambda the largest entry; or, as that leaves nothing of many documents, w is projected to the simplex. */
#include "method.h"

#include "dense/vector.h"
#include "solve/left_inverse.h"
#include "solve/simplex_job.h"
#include "base/base_inner.h"
#include "solve/solve_inner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the left inverse ---- */

typedef struct tli {
    double *inverse; /* n x k: column j of it is row j of B^+ */
    double lambda;   /* |B^+|_inf */
} tli;

enum { MOST_NAMES = 5 };

/* The topics to blame are those that have none; others may fail with them. */
static jsmf_status refuse(jsmf_context *ctx, const jsmf_infer_given *given, const jsmf_solve_left_inverse_row *rows)
{
    char names[MOST_NAMES * 24] = "";
    size_t count = 0, length = 0;
    bool any = false;
    for (size_t j = 0; j < given->k; j++)
        any = any || rows[j].none;
    for (size_t j = 0; j < given->k; j++) {
        if (any ? !rows[j].none : rows[j].found)
            continue;
        if (count++ < MOST_NAMES)
            length += (size_t)snprintf(names + length, sizeof names - length, "%s%zu", count > 1 ? ", " : "", j);
    }
    return jsmf_fail_remedy(ctx, JSMF_ENUMERIC, JSMF_REMEDY_LARGER_DELTA, 0,
                            "%s left inverse of B within %g%s for topic%s %s%s (%zu of %zu)%s", any ? "no" : "the",
                            given->options.delta, any ? ", with entries below 1e8," : " did not converge",
                            jsmf_plural(count), names, count > MOST_NAMES ? " ..." : "", count, given->k,
                            any ? ": their words are mixtures of other topics'" : "");
}

static jsmf_status judge(jsmf_context *ctx, const jsmf_infer_given *given, const jsmf_solve_left_inverse_row *rows,
                         double start, double *lambda)
{
    double gap = 0, error = 0;
    size_t worst = 0;
    for (size_t j = 0; j < given->k; j++) {
        if (!rows[j].found)
            return refuse(ctx, given, rows);
        worst = rows[j].largest > rows[worst].largest ? j : worst;
        gap = fmax(gap, 1 - rows[j].bound / rows[j].largest);
        error = fmax(error, rows[j].error);
    }
    *lambda = rows[worst].largest;
    jsmf_message(ctx, JSMF_INFO,
                 "a left inverse: entries up to %.10g (topic %zu), the least but for %.1e of it, "
                 "|B^+ B - I| at most %.3g, %.3f s",
                 *lambda, worst, gap, error, jsmf_context_clock() - start);
    return JSMF_OK;
}

/* The rows of b with mass, or back. */
static size_t gather(const jsmf_infer_given *given, double *known)
{
    size_t count = 0;
    for (size_t i = 0; i < given->n; i++)
        if (given->unigram[i] > 0)
            memcpy(known + given->k * count++, given->b + i * given->k, given->k * sizeof *known);
    return count;
}

static void scatter(const jsmf_infer_given *given, const double *known, double *inverse)
{
    size_t count = 0;
    for (size_t i = 0; i < given->n; i++)
        if (given->unigram[i] > 0)
            memcpy(inverse + i * given->k, known + given->k * count++, given->k * sizeof *known);
        else
            memset(inverse + i * given->k, 0, given->k * sizeof *inverse);
}

/* B^+ = argmin |B^+|_inf subject to |B^+ B - I|_inf <= delta, over the words that the model knows. */
static jsmf_status invert(jsmf_context *ctx, const jsmf_infer_given *given, tli *t)
{
    const size_t n = given->n, k = given->k, entries = jsmf_mul_sat(n, k);
    const double start = jsmf_context_clock();
    double *known = jsmf_alloc(ctx, entries, 2 * sizeof *known), *inverse = known ? known + entries : NULL;
    jsmf_solve_left_inverse_row *rows = jsmf_alloc_zero(ctx, k, sizeof *rows);
    t->inverse = jsmf_alloc(ctx, entries, sizeof *t->inverse);
    if (jsmf_context_status(ctx) == JSMF_OK &&
        jsmf_solve_left_inverse(ctx, gather(given, known), k, known, given->options.delta, inverse, rows) == JSMF_OK &&
        judge(ctx, given, rows, start, &t->lambda) == JSMF_OK)
        scatter(given, inverse, t->inverse);
    free(known);
    free(rows);
    return jsmf_context_status(ctx);
}

static jsmf_status new(jsmf_context *ctx, const jsmf_infer_given *given, const jsmf_infer_lambda *dual, void **state)
{
    const size_t own = jsmf_mul_sat(jsmf_mul_sat(given->n, given->k), 3 * sizeof(double));
    (void)dual;
    if (jsmf_memory_check(ctx, jsmf_add_sat(own, jsmf_solve_left_inverse_bytes(ctx, given->n, given->k)),
                          "a left inverse of B", JSMF_REMEDY_MORE_MEMORY_OR_FEWER_THREADS) != JSMF_OK)
        return jsmf_context_status(ctx);
    tli *t = *state = jsmf_alloc_zero(ctx, 1, sizeof *t);
    return t ? invert(ctx, given, t) : jsmf_context_status(ctx);
}

static void free_state(void *state)
{
    tli *t = state;
    if (t)
        free(t->inverse);
    free(t);
}

/* ---- one document ---- */

static size_t bytes(size_t k, size_t words)
{
    (void)words;
    return k * sizeof(double);
}

/* TLI (002 section 3). */
static jsmf_status compose(jsmf_context *ctx, const jsmf_infer_given *given, const void *state,
                           const jsmf_document_frequencies *d, double *w, double *scratch,
                           jsmf_document_outcome *outcome)
{
    const tli *t = state;
    const size_t k = given->k;
    (void)ctx;
    *outcome = (jsmf_document_outcome){ .converged = true };
    /* w = B^+ h~ */
    jsmf_dense_combine_rows(k, d->words, d->indices, d->h, t->inverse, w);
    if (!given->options.threshold) {
        jsmf_solve_simplex_project(k, w, scratch);
        return JSMF_OK;
    }
    /* tau = delta + 2 lambda sqrt(log K / n): less than that is unlikely */
    const double tau = given->options.delta + 2 * t->lambda * sqrt(log((double)k) / d->tokens);
    bool any = false;
    for (size_t j = 0; j < k; j++) {
        if (!(w[j] >= tau))
            w[j] = 0;
        any = any || w[j] > 0;
    }
    if (!any)
        memcpy(w, given->mean, k * sizeof *w);
    outcome->cut = !any;
    return JSMF_OK;
}

const jsmf_infer_class jsmf_infer_tli_class = {
    .own_prior = 1, .new = new, .compose = compose, .bytes = bytes, .free = free_state
};
