/* A document under the logistic-normal prior of the moments A (jsmf_document_normal_fit): jsmf_document_normal_solve
 * with the prior's strength times Sigma^-1 for its precision. */
#include "method.h"

#include "dense/dense.h"
#include "document/normal.h"
#include "normal_moments.h"

#include <stdlib.h>

enum { MOST_ITERATIONS = 200 };

static jsmf_status check(jsmf_context *ctx, const jsmf_infer_options *o)
{
    if (o->prior == 0)
        return jsmf_fail(ctx, JSMF_EUSAGE, "normal with a prior of strength 0 (em has no prior)");
    return JSMF_OK;
}

/* ---- the prior: the matrix is its precision, strength (Sigma + ridge)^-1 ---- */

static jsmf_status new(jsmf_context *ctx, const jsmf_infer_given *given, const jsmf_infer_lambda *dual, void **state)
{
    const size_t k = given->k;
    jsmf_infer_normal *p;
    double *root;
    jsmf_status status = jsmf_infer_normal_new(ctx, given, true, &p);
    (void)dual;
    *state = p;
    if (status != JSMF_OK)
        return status;
    root = p->matrix;
    p->matrix = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *p->matrix);
    if (p->matrix)
        jsmf_recorded(jsmf_dense_cross(ctx, k, k, k, root, root, p->matrix));
    free(root);
    return jsmf_context_status(ctx);
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
    const jsmf_infer_normal *p = state;
    const size_t k = given->k;
    double *counts = scratch, *ratios = counts + d->words, *x = ratios + d->words, *e = x + 2 * k;
    const jsmf_document_words document = {
        .k = k, .words = d->words, .b = given->b, .indices = d->indices, .counts = counts, .tokens = d->tokens
    };
    const jsmf_document_normal normal = { .mu = p->mu, .precision = p->matrix };
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
                                                   .free = jsmf_infer_normal_free };
