/* Bbar h~ (where 002 Algorithm 1 starts): what the words say one by one, one step from the prior. */
#include "method.h"

static size_t bytes(size_t k, size_t words)
{
    (void)k;
    return words * sizeof(double);
}

static jsmf_status compose(jsmf_context *ctx, const jsmf_infer_given *given, const void *state,
                           const jsmf_document_frequencies *d, double *w, double *scratch,
                           jsmf_document_outcome *outcome)
{
    (void)ctx;
    (void)state;
    *outcome = (jsmf_document_outcome){ .converged = true };
    if (!jsmf_infer_bbar(given, d, w))
        jsmf_infer_bayes(given, d, scratch, w);
    return JSMF_OK;
}

const jsmf_infer_class jsmf_infer_init_class = { .own_prior = 1, .compose = compose, .bytes = bytes };
