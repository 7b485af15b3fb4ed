/* Thresholded linear inverse (Arora, Ge, Koehler, Ma, Moitra, 2016, as 002 section 3 has it): w = B^+ h~, where B^+ is
 * the left inverse of least entries, which keeps the variance small. Topics below delta + 2 lambda sqrt(log K / n) are
 * left out, lambda the largest entry; or, as that leaves nothing of many documents, w is projected to the simplex. */
#include "method.h"

#include "solve/left_inverse.h"
#include "dense/vector.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAMES = 5 };

void jsmf_infer_tli_release(jsmf_infer_tli *t)
{
    free(t->inverse);
    *t = (jsmf_infer_tli){ .largest = 0 };
}

/* The topics to blame are those that have none; others may fail with them. */
static jsmf_status refuse(jsmf_context *ctx, const jsmf_infer *infer, const jsmf_solve_left_inverse_row *rows)
{
    char names[MOST_NAMES * 24] = "";
    size_t count = 0, length = 0;
    bool any = false;
    for (size_t j = 0; j < infer->k; j++)
        any = any || rows[j].none;
    for (size_t j = 0; j < infer->k; j++) {
        if (any ? !rows[j].none : rows[j].found)
            continue;
        if (count++ < MOST_NAMES)
            length += (size_t)snprintf(names + length, sizeof names - length, "%s%zu", count > 1 ? ", " : "", j);
    }
    return jsmf_fail(ctx, JSMF_ENUMERIC, "%s left inverse of B within %g%s for topic%s %s%s (%zu of %zu)%s (try a "
                     "larger --delta, or learn fewer topics)", any ? "no" : "the", infer->options.delta,
                     any ? ", with entries below 1e8," : " did not converge", jsmf_plural(count), names,
                     count > MOST_NAMES ? " ..." : "", count, infer->k,
                     any ? ": their words are mixtures of other topics'" : "");
}

static jsmf_status judge(jsmf_context *ctx, jsmf_infer *infer, const jsmf_solve_left_inverse_row *rows, double start)
{
    double gap = 0, error = 0;
    size_t worst = 0;
    for (size_t j = 0; j < infer->k; j++) {
        if (!rows[j].found)
            return refuse(ctx, infer, rows);
        worst = rows[j].largest > rows[worst].largest ? j : worst;
        gap = fmax(gap, 1 - rows[j].bound / rows[j].largest);
        error = fmax(error, rows[j].error);
    }
    infer->tli.largest = rows[worst].largest;
    jsmf_message(ctx, JSMF_INFO,
                 "a left inverse: entries up to %.10g (topic %zu), the least but for %.1e of it, "
                 "|B^+ B - I| at most %.3g, %.3f s",
                 infer->tli.largest, worst, gap, error, jsmf_context_clock() - start);
    return JSMF_OK;
}

/* The rows of b with mass, or back. */
static size_t gather(const jsmf_infer *infer, double *known)
{
    size_t count = 0;
    for (size_t i = 0; i < infer->n; i++)
        if (infer->unigram[i] > 0)
            memcpy(known + infer->k * count++, infer->b + i * infer->k, infer->k * sizeof *known);
    return count;
}

static void scatter(const jsmf_infer *infer, const double *known, double *inverse)
{
    size_t count = 0;
    for (size_t i = 0; i < infer->n; i++)
        if (infer->unigram[i] > 0)
            memcpy(inverse + i * infer->k, known + infer->k * count++, infer->k * sizeof *known);
        else
            memset(inverse + i * infer->k, 0, infer->k * sizeof *inverse);
}

static jsmf_status invert(jsmf_context *ctx, jsmf_infer *infer)
{
    const size_t entries = jsmf_mul_sat(infer->n, infer->k);
    double *known = jsmf_alloc(ctx, entries, 2 * sizeof *known), *inverse = known ? known + entries : NULL;
    jsmf_solve_left_inverse_row *rows = jsmf_alloc_zero(ctx, infer->k, sizeof *rows);
    const double start = jsmf_context_clock();
    infer->tli.inverse = jsmf_alloc(ctx, entries, sizeof *infer->tli.inverse);
    if (known && rows && infer->tli.inverse &&
        jsmf_solve_left_inverse(ctx, gather(infer, known), infer->k, known, infer->options.delta, inverse, rows) ==
            JSMF_OK &&
        judge(ctx, infer, rows, start) == JSMF_OK)
        scatter(infer, inverse, infer->tli.inverse);
    free(known);
    free(rows);
    return jsmf_context_status(ctx);
}

static jsmf_status prepare(jsmf_context *ctx, jsmf_infer *infer, const double *dual)
{
    const size_t own = jsmf_mul_sat(jsmf_mul_sat(infer->n, infer->k), 3 * sizeof(double));
    (void)dual;
    jsmf_infer_tli_release(&infer->tli);
    if (jsmf_memory_check(ctx, jsmf_add_sat(own, jsmf_solve_left_inverse_bytes(ctx, infer->n, infer->k)),
                          "a left inverse of B", "give more with --memory, or take fewer threads") != JSMF_OK)
        return jsmf_context_status(ctx);
    return invert(ctx, infer);
}

static size_t scratch_size(const jsmf_infer *infer, size_t words)
{
    (void)words;
    return infer->k;
}

/* The likely topics; where none is, the mean. */
static void cut(const jsmf_infer *infer, double tokens, double *w, jsmf_document_outcome *outcome)
{
    const double least = infer->options.delta + 2 * infer->tli.largest * sqrt(log((double)infer->k) / tokens);
    outcome->cut = true;
    for (size_t j = 0; j < infer->k; j++) {
        if (!(w[j] >= least))
            w[j] = 0;
        outcome->cut = outcome->cut && !(w[j] > 0);
    }
    if (outcome->cut)
        memcpy(w, infer->mean, infer->k * sizeof *w);
}

static jsmf_status solve_document(jsmf_context *ctx, const jsmf_infer *infer, const jsmf_document_frequencies *d,
                                  double *w, double *scratch, jsmf_document_outcome *outcome)
{
    (void)ctx;
    *outcome = (jsmf_document_outcome){ .converged = true };
    jsmf_dense_combine_rows(infer->k, d->words, d->indices, d->h, infer->tli.inverse, w);
    if (infer->options.threshold)
        cut(infer, d->tokens, w, outcome);
    else
        jsmf_solve_simplex_project(infer->k, w, scratch);
    return JSMF_OK;
}

const jsmf_infer_class jsmf_infer_tli_class = { .prepare = prepare, .scratch = scratch_size, .solve = solve_document };
