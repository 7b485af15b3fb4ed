/* Variational inference of one document under a Dirichlet prior (Blei, Ng, Jordan, 2003, section 5.2): gamma_k =
 * alpha_k + n sum_i h_i B_ik e_k / (B e)_i, e_k = exp(digamma(gamma_k)), until it rests; w is gamma's mean. */
#include "method.h"

#include "document/dirichlet.h"

#include <string.h>

enum { MOST_ITERATIONS = 500 };
static const double largest_change = 1e-6; /* |w - w_before|_1 where w is at rest */

static size_t bytes(size_t k, size_t words) { return (2 * words + 3 * k) * sizeof(double); }

static jsmf_status compose(jsmf_context *ctx, const jsmf_infer_given *given, const void *state,
                           const jsmf_document_frequencies *d, double *w, double *scratch,
                           jsmf_document_outcome *outcome)
{
    const size_t k = given->k;
    double *counts = scratch, *ratios = counts + d->words, *gamma = ratios + d->words, *e = gamma + k, *r = e + k;
    const jsmf_document_words document = {
        .k = k, .words = d->words, .b = given->b, .indices = d->indices, .counts = counts, .tokens = d->tokens
    };
    size_t i = 0;
    (void)ctx;
    (void)state;
    for (size_t p = 0; p < d->words; p++)
        counts[p] = d->tokens * d->h[p];
    for (size_t j = 0; j < k; j++)
        gamma[j] = given->alpha[j] + d->tokens * given->mean[j];
    while (i < MOST_ITERATIONS &&
           jsmf_document_dirichlet_step(&document, given->alpha, gamma, e, ratios, r) > largest_change)
        i++;
    memcpy(w, gamma, k * sizeof *w);
    *outcome = (jsmf_document_outcome){ .converged = i < MOST_ITERATIONS };
    return JSMF_OK;
}

const jsmf_infer_class jsmf_infer_vb_class = { .own_prior = 1, .compose = compose, .bytes = bytes };
