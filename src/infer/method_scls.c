/* SCLS and EM: the loss alone, w on the simplex, without a prior. */
#include "method_scls.h"

#include <stdlib.h>

/* ---- by least squares: min |D (B w - h~)|^2 + w' dual w ---- */

jsmf_status jsmf_infer_squares_new(jsmf_context *ctx, const jsmf_infer_given *given, const jsmf_infer_lambda *dual,
                                   void **state)
{
    jsmf_infer_squares *s = *state = jsmf_alloc_zero(ctx, 1, sizeof *s);
    return s ? jsmf_infer_squares_prepare(ctx, given->k, given->q, dual->values, s) : jsmf_context_status(ctx);
}

void jsmf_infer_squares_free(void *state)
{
    if (state)
        jsmf_infer_squares_release(state);
    free(state);
}

size_t jsmf_infer_squares_bytes(size_t k, size_t words) { return (words + 3 * k) * sizeof(double); }

jsmf_status jsmf_infer_squares_compose(jsmf_context *ctx, const jsmf_infer_given *given, const void *state,
                                       const jsmf_document_frequencies *d, double *w, double *scratch,
                                       jsmf_document_outcome *outcome)
{
    const jsmf_infer_squares *s = state;
    double *values = scratch, *f = values + d->words;
    if (s->lift > 0)
        jsmf_infer_bayes(given, d, values, w);
    jsmf_infer_coefficients(given, d, values, f);
    return jsmf_infer_squares_solve(ctx, s, f, false, w, f + given->k, outcome);
}

/* ---- by the likelihood: min -2 sum h~_i log (B w)_i + w' dual w ---- */

typedef struct both {
    jsmf_infer_squares squares;
    jsmf_document_likelihood likelihood;
} both;

enum { MOST_STEPS = 200 };
static const double kkt_tolerance = 1e-9; /* the gradient's mean is -2 */

jsmf_status jsmf_infer_likelihood_prepare(jsmf_context *ctx, size_t k, const double *dual, jsmf_document_likelihood *l)
{
    double least;
    *l = (jsmf_document_likelihood){ .k = k, .tolerance = kkt_tolerance, .most_steps = MOST_STEPS };
    if (!dual)
        return JSMF_OK;
    l->g = jsmf_copy(ctx, dual, jsmf_mul_sat(k, k), sizeof *dual);
    l->offset = jsmf_alloc(ctx, k, sizeof *l->offset);
    if (jsmf_context_status(ctx) != JSMF_OK ||
        jsmf_infer_squares_centre(ctx, k, l->g, l->offset, &least) != JSMF_OK)
        return jsmf_context_status(ctx);
    l->lift = -least;
    return JSMF_OK;
}

void jsmf_infer_likelihood_release(jsmf_document_likelihood *l)
{
    free(l->g);
    free(l->offset);
    *l = (jsmf_document_likelihood){ .k = 0 };
}

jsmf_status jsmf_infer_likelihood_new(jsmf_context *ctx, const jsmf_infer_given *given, const jsmf_infer_lambda *dual,
                                      void **state)
{
    both *s = *state = jsmf_alloc_zero(ctx, 1, sizeof *s);
    if (!s || jsmf_infer_squares_prepare(ctx, given->k, given->q, dual->values, &s->squares) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_infer_likelihood_prepare(ctx, given->k, dual->values, &s->likelihood);
}

void jsmf_infer_likelihood_free(void *state)
{
    both *s = state;
    if (s) {
        jsmf_infer_squares_release(&s->squares);
        jsmf_infer_likelihood_release(&s->likelihood);
    }
    free(s);
}

size_t jsmf_infer_likelihood_bytes(size_t k, size_t words)
{
    return jsmf_greatest(jsmf_infer_squares_bytes(k, words),
                         jsmf_document_likelihood_scratch(k, words) * sizeof(double));
}

/* Starts from the least squares' solution, which has nearly the same topics. */
jsmf_status jsmf_infer_likelihood_compose(jsmf_context *ctx, const jsmf_infer_given *given, const void *state,
                                          const jsmf_document_frequencies *d, double *w, double *scratch,
                                          jsmf_document_outcome *outcome)
{
    const both *s = state;
    double loss;
    if (jsmf_infer_squares_compose(ctx, given, &s->squares, d, w, scratch, outcome) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_document_likelihood_solve(ctx, &s->likelihood, given->b, d, w, scratch, &loss, outcome);
}

/* ---- the tables ---- */

static const jsmf_infer_class squares_class = { .new = jsmf_infer_squares_new,
                                                .compose = jsmf_infer_squares_compose,
                                                .bytes = jsmf_infer_squares_bytes,
                                                .free = jsmf_infer_squares_free };

static const jsmf_infer_class *scls_variant(const jsmf_infer_options *o)
{
    return o->loss == JSMF_LIKELIHOOD ? &jsmf_infer_em_class : &squares_class;
}

const jsmf_infer_class jsmf_infer_scls_class = { .has_loss = true, .own_prior = 1, .variant = scls_variant };

const jsmf_infer_class jsmf_infer_em_class = { .own_prior = 1,
                                               .chi_square = true,
                                               .new = jsmf_infer_likelihood_new,
                                               .compose = jsmf_infer_likelihood_compose,
                                               .bytes = jsmf_infer_likelihood_bytes,
                                               .free = jsmf_infer_likelihood_free };
