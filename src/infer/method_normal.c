/* A document under the logistic-normal prior of the moments A (jsmf_document_normal_fit): jsmf_document_normal_solve
 * with the prior's strength times Sigma^-1 for its precision. */
#include "document/normal_prior.h"
#include "method.h"
#include "document/normal.h"

#include "jsmf/dense.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_ITERATIONS = 200 };

static const double ridge = 1e-6; /* of Sigma's mean diagonal */

/* ---- the prior ---- */

/* precision = strength (Sigma + ridge)^-1 */
static jsmf_status invert(jsmf_context *ctx, size_t k, const double *sigma, double strength, double *precision)
{
    double *vectors = jsmf_copy(ctx, sigma, jsmf_mul_sat(k, k), sizeof *sigma), mean = 0;
    double *values = jsmf_alloc(ctx, k, sizeof *values);
    double *root = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *root);
    jsmf_status status = jsmf_context_status(ctx);
    if (status == JSMF_OK)
        status = jsmf_dense_eigen(ctx, k, vectors, values);
    if (status == JSMF_OK) {
        for (size_t j = 0; j < k; j++)
            mean += values[j] / (double)k;
        for (size_t i = 0; i < k; i++)
            for (size_t j = 0; j < k; j++)
                root[j * k + i] = vectors[i * k + j] * sqrt(strength / (fmax(values[j], 0) + ridge * mean));
        status = jsmf_dense_cross(ctx, k, k, k, root, root, precision);
    }
    free(vectors);
    free(values);
    free(root);
    return status;
}

static jsmf_status prepare(jsmf_context *ctx, jsmf_infer *infer, const double *dual)
{
    const size_t k = infer->k;
    const double start = jsmf_context_clock();
    double *sigma = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *sigma), miss;
    (void)dual;
    infer->mu = jsmf_alloc(ctx, k, sizeof *infer->mu);
    infer->precision = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *infer->precision);
    if (sigma && infer->mu && infer->precision &&
        jsmf_document_normal_fit(ctx, k, infer->a, infer->mu, sigma, &miss) == JSMF_OK &&
        invert(ctx, k, sigma, infer->options.prior, infer->precision) == JSMF_OK)
        jsmf_message(ctx, JSMF_INFO, "a logistic-normal prior, its moments %.2g from A, %.3f s", miss,
                     jsmf_context_clock() - start);
    free(sigma);
    return jsmf_context_status(ctx);
}

/* ---- one document ---- */

static size_t scratch_size(const jsmf_infer *infer, size_t words)
{
    return 2 * words + 3 * infer->k + jsmf_document_normal_scratch(infer->k);
}

static jsmf_status solve_document(jsmf_context *ctx, const jsmf_infer *infer, const jsmf_document_frequencies *d,
                                  double *w, double *scratch, jsmf_document_outcome *outcome)
{
    const size_t k = infer->k;
    double *counts = scratch, *ratios = counts + d->words, *x = ratios + d->words, *e = x + 2 * k;
    const jsmf_document_words document = {
        .k = k, .words = d->words, .b = infer->b, .indices = d->indices, .counts = counts, .tokens = d->tokens
    };
    const jsmf_document_normal prior = { .mu = infer->mu, .precision = infer->precision };
    (void)ctx;
    *outcome = (jsmf_document_outcome){ .converged = false };
    for (size_t i = 0; i < d->words; i++)
        counts[i] = d->h[i] * d->tokens;
    jsmf_document_normal_begin(k, &prior, d->tokens, x);
    jsmf_document_normal_solve(&document, &prior, MOST_ITERATIONS, x, w, e, ratios, &outcome->converged, e + k);
    return JSMF_OK;
}

const jsmf_infer_class jsmf_infer_normal_class = { .prepare = prepare,
                                                   .scratch = scratch_size,
                                                   .solve = solve_document };
