/* A document under the logistic-normal prior of the moments A (jsmf_document_normal_fit): jsmf_document_normal_solve
 * with the prior's strength times Sigma^-1 for its precision. */
#include "method.h"

#include "jsmf/dense.h"
#include "document/normal.h"
#include "document/normal_prior.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_ITERATIONS = 200 };

static const double ridge = 1e-6; /* on Sigma's diagonal, as a part of its mean */

static jsmf_status check(jsmf_context *ctx, const jsmf_infer_options *o)
{
    if (o->prior == 0)
        return jsmf_fail(ctx, JSMF_EUSAGE, "normal with a prior of strength 0 (em has no prior)");
    return JSMF_OK;
}

/* ---- the prior ---- */

typedef struct prior {
    double *mu, *precision; /* k, k x k */
} prior;

/* precision = strength (Sigma + ridge)^-1 */
static jsmf_status invert(jsmf_context *ctx, size_t k, const double *sigma, double strength, double *precision)
{
    double *vectors = jsmf_copy(ctx, sigma, jsmf_mul_sat(k, k), sizeof *sigma), mean = 0;
    double *values = jsmf_alloc(ctx, k, sizeof *values);
    double *root = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *root);
    if (jsmf_context_status(ctx) != JSMF_OK || jsmf_dense_eigen(ctx, k, vectors, values) != JSMF_OK)
        goto done;
    for (size_t j = 0; j < k; j++)
        mean += values[j] / (double)k;
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++)
            root[j * k + i] = vectors[i * k + j] * sqrt(strength / (fmax(values[j], 0) + ridge * mean));
    jsmf_recorded(jsmf_dense_cross(ctx, k, k, k, root, root, precision));
done:
    free(vectors);
    free(values);
    free(root);
    return jsmf_context_status(ctx);
}

static jsmf_status new(jsmf_context *ctx, const jsmf_infer_given *given, const jsmf_infer_lambda *dual, void **state)
{
    const size_t k = given->k, entries = jsmf_mul_sat(k, k);
    const double start = jsmf_context_clock();
    prior *p = *state = jsmf_alloc_zero(ctx, 1, sizeof *p);
    double *sigma, miss;
    (void)dual;
    if (!p)
        return jsmf_context_status(ctx);
    p->mu = jsmf_alloc(ctx, k, sizeof *p->mu);
    p->precision = jsmf_alloc(ctx, entries, sizeof *p->precision);
    sigma = jsmf_alloc(ctx, entries, sizeof *sigma);
    if (jsmf_context_status(ctx) == JSMF_OK &&
        jsmf_document_normal_fit(ctx, k, given->a, p->mu, sigma, &miss) == JSMF_OK &&
        invert(ctx, k, sigma, given->options.prior, p->precision) == JSMF_OK)
        jsmf_message(ctx, JSMF_INFO, "a logistic-normal prior, its moments %.2g from A, %.3f s", miss,
                     jsmf_context_clock() - start);
    free(sigma);
    return jsmf_context_status(ctx);
}

static void free_state(void *state)
{
    prior *p = state;
    if (p) {
        free(p->mu);
        free(p->precision);
    }
    free(p);
}

/* ---- one document ---- */

static size_t bytes(size_t k, size_t words)
{
    return (2 * words + 3 * k + jsmf_document_normal_scratch(k)) * sizeof(double);
}

static jsmf_status compose(jsmf_context *ctx, const jsmf_infer_given *given, const void *state,
                           const jsmf_document_frequencies *d, double *w, double *scratch,
                           jsmf_document_outcome *outcome)
{
    const prior *p = state;
    const size_t k = given->k;
    double *counts = scratch, *ratios = counts + d->words, *x = ratios + d->words, *e = x + 2 * k;
    const jsmf_document_words document = {
        .k = k, .words = d->words, .b = given->b, .indices = d->indices, .counts = counts, .tokens = d->tokens
    };
    const jsmf_document_normal normal = { .mu = p->mu, .precision = p->precision };
    (void)ctx;
    *outcome = (jsmf_document_outcome){ .converged = false };
    for (size_t i = 0; i < d->words; i++)
        counts[i] = d->h[i] * d->tokens;
    jsmf_document_normal_begin(k, &normal, d->tokens, x);
    jsmf_document_normal_solve(&document, &normal, MOST_ITERATIONS, x, w, e, ratios, &outcome->converged, e + k);
    return JSMF_OK;
}

const jsmf_infer_class jsmf_infer_normal_class = { .has_prior = true,
                                                   .needs_a = true,
                                                   .own_prior = JSMF_INFER_DEFAULT_PRIOR,
                                                   .check = check,
                                                   .new = new,
                                                   .compose = compose,
                                                   .bytes = bytes,
                                                   .free = free_state };
