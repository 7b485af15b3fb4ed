/* Bbar h (002 Algorithm 1's start): what the words say one by one. */
#include "method.h"

#include <string.h>

bool infer_bbar(const jsmf_infer *infer, const infer_document *d, double *w)
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

void infer_begin(const jsmf_infer *infer, const infer_document *d, double *values, double *w)
{
    double sum = 0;
    if (!infer->options.paper || !infer_bbar(infer, d, w)) {
        infer_bayes(infer, d, values, w);
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

static jsmf_status solve_document(jsmf_context *ctx, const jsmf_infer *infer, const infer_document *d, double *w,
                                  double *scratch, infer_outcome *outcome)
{
    (void)ctx;
    *outcome = (infer_outcome){ .converged = true };
    if (!infer_bbar(infer, d, w))
        infer_bayes(infer, d, scratch, w);
    return JSMF_OK;
}

const infer_class infer_init_class = { .scratch = scratch_size, .solve = solve_document };
