/* Bbar h (002 Algorithm 1's start): what the words say one by one. */
#include "method.h"

#include <string.h>

bool jsmf_infer_bbar(const jsmf_infer *infer, const jsmf_document_frequencies *d, double *w)
{
    const size_t n = infer->n, k = infer->k;
    double sum = 0;
    memset(w, 0, k * sizeof *w);
    for (size_t i = 0; infer->bbar && i < d->words; i++)
        for (size_t j = 0; j < k; j++)
            w[j] += d->h[i] * infer->bbar[j * n + (size_t)d->indices[i]];
    for (size_t j = 0; j < k; j++)
        sum += w[j];
    return sum > 0;
}

void jsmf_infer_begin(const jsmf_infer *infer, const jsmf_document_frequencies *d, double *values, double *w)
{
    double sum = 0;
    if (!infer->options.paper || !jsmf_infer_bbar(infer, d, w)) {
        jsmf_infer_bayes(infer, d, values, w);
        return;
    }
    for (size_t j = 0; j < infer->k; j++)
        sum += w[j];
    for (size_t j = 0; j < infer->k; j++)
        w[j] /= sum;
}

static size_t scratch_size(const jsmf_infer *infer, size_t words)
{
    (void)infer;
    return words;
}

static jsmf_status solve_document(jsmf_context *ctx, const jsmf_infer *infer, const jsmf_document_frequencies *d,
                                  double *w, double *scratch, jsmf_document_outcome *outcome)
{
    (void)ctx;
    *outcome = (jsmf_document_outcome){ .converged = true };
    if (!jsmf_infer_bbar(infer, d, w))
        jsmf_infer_bayes(infer, d, scratch, w);
    return JSMF_OK;
}

const jsmf_infer_class jsmf_infer_init_class = { .scratch = scratch_size, .solve = solve_document };
