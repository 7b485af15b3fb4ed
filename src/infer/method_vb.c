/* Variational inference of one document under a Dirichlet prior (Blei, Ng, Jordan, 2003, section 5.2): gamma_k =
 * alpha_k + n sum_i h_i B_ik e_k / (B e)_i, e_k = exp(digamma(gamma_k)), until it rests; w is gamma's mean. */
#include "document/dirichlet.h"
#include "method.h"

#include <string.h>

enum { MOST_ITERATIONS = 500 };
static const double tolerance = 1e-6; /* on |w - w_before|_1 */

static size_t scratch_size(const jsmf_infer *infer, size_t words) { return 2 * words + 3 * infer->k; }

static jsmf_status solve_document(jsmf_context *ctx, const jsmf_infer *infer, const jsmf_document_frequencies *d,
                                  double *w, double *scratch, jsmf_document_outcome *outcome)
{
    const size_t k = infer->k;
    double *counts = scratch, *ratios = counts + d->words, *gamma = ratios + d->words, *e = gamma + k, *r = e + k;
    const jsmf_document_words document = {
        .k = k, .words = d->words, .b = infer->b, .indices = d->indices, .counts = counts, .tokens = d->tokens
    };
    size_t i = 0;
    (void)ctx;
    for (size_t p = 0; p < d->words; p++)
        counts[p] = d->tokens * d->h[p];
    for (size_t j = 0; j < k; j++)
        gamma[j] = infer->alpha[j] + d->tokens * infer->mean[j];
    while (i < MOST_ITERATIONS &&
           jsmf_document_dirichlet_step(&document, infer->alpha, gamma, e, ratios, r) > tolerance)
        i++;
    memcpy(w, gamma, k * sizeof *w);
    *outcome = (jsmf_document_outcome){ .converged = i < MOST_ITERATIONS };
    return JSMF_OK;
}

const jsmf_infer_class jsmf_infer_vb_class = { .scratch = scratch_size, .solve = solve_document };
