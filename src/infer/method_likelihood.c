/* The methods that judge by the likelihood: em, which has no dual, and padd with its dual. */
#include "method_likelihood.h"

#include <stdlib.h>

enum { MOST_STEPS = 200 };

static const double tolerance = 1e-9; /* on the KKT residual; the gradient's mean is -2 */

/* ---- the dual's part ---- */

jsmf_status jsmf_infer_likelihood_prepare(jsmf_context *ctx, size_t k, const double *dual, jsmf_document_likelihood *l)
{
    *l = (jsmf_document_likelihood){ .k = k, .tolerance = tolerance, .most_steps = MOST_STEPS };
    if (!dual)
        return JSMF_OK;
    l->g = jsmf_copy(ctx, dual, jsmf_mul_sat(k, k), sizeof *dual);
    l->offset = jsmf_alloc(ctx, k, sizeof *l->offset);
    if (l->g && l->offset)
        l->lift = -jsmf_infer_centre(ctx, k, l->g, l->offset);
    return jsmf_context_status(ctx);
}

void jsmf_infer_likelihood_release(jsmf_document_likelihood *l)
{
    free(l->g);
    free(l->offset);
    *l = (jsmf_document_likelihood){ .k = 0 };
}

/* ---- the method ---- */

static jsmf_status prepare(jsmf_context *ctx, jsmf_infer *infer, const double *dual)
{
    jsmf_infer_squares_release(&infer->squares);
    jsmf_infer_likelihood_release(&infer->likelihood);
    if (jsmf_infer_squares_prepare(ctx, infer->k, infer->q, dual, &infer->squares) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_infer_likelihood_prepare(ctx, infer->k, dual, &infer->likelihood);
}

static size_t scratch_size(const jsmf_infer *infer, size_t words)
{
    const size_t squares = jsmf_infer_padd_class.scratch(infer, words),
                 own = jsmf_document_likelihood_scratch(infer->k, words);
    return squares > own ? squares : own;
}

/* From the least squares' solution, which has nearly the same topics. */
static jsmf_status solve_document(jsmf_context *ctx, const jsmf_infer *infer, const jsmf_document_frequencies *d,
                                  double *w, double *scratch, jsmf_document_outcome *outcome)
{
    double loss;
    if (jsmf_infer_padd_class.solve(ctx, infer, d, w, scratch, outcome) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_document_likelihood_solve(ctx, &infer->likelihood, infer->b, d, w, scratch, &loss, outcome);
}

static void dual_shape(const jsmf_infer *infer, size_t shape[2]) { shape[0] = shape[1] = infer->k; }

const jsmf_infer_class jsmf_infer_em_class = { .prepare = prepare, .scratch = scratch_size, .solve = solve_document };

const jsmf_infer_class jsmf_infer_padd_likelihood_class = { .prepare = prepare,
                                                            .scratch = scratch_size,
                                                            .solve = solve_document,
                                                            .fit = jsmf_infer_fit_likelihood,
                                                            .shape = dual_shape,
                                                            .symmetric = true };
