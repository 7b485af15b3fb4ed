#include "normal_moments.h"

#include "dense/dense.h"
#include "document/normal_prior.h"

#include <math.h>
#include <stdlib.h>

static const double ridge = 1e-6; /* on Sigma's diagonal, as a part of its mean */

/* The rows of root are Sigma's eigenvectors, each times the root of what S, or its inverse, has for an eigenvalue.
 * sigma is lost. */
static jsmf_status find_root(jsmf_context *ctx, size_t k, double *sigma, double strength, bool inverse, double *root)
{
    double *values = jsmf_alloc(ctx, k, sizeof *values), mean = 0;
    if (!values || jsmf_dense_eigen(ctx, k, sigma, values) != JSMF_OK)
        goto done;
    for (size_t j = 0; j < k; j++)
        mean += values[j] / (double)k;
    for (size_t j = 0; j < k; j++) {
        const double value = fmax(values[j], 0) + ridge * mean;
        const double scale = sqrt(inverse ? strength / value : value / strength);
        for (size_t i = 0; i < k; i++)
            root[j * k + i] = sigma[i * k + j] * scale;
    }
done:
    free(values);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_infer_normal_new(jsmf_context *ctx, const jsmf_infer_given *given, bool inverse,
                                  jsmf_infer_normal **normal)
{
    const size_t k = given->k, entries = jsmf_mul_sat(k, k);
    const double start = jsmf_context_clock();
    jsmf_infer_normal *n = *normal = jsmf_alloc_zero(ctx, 1, sizeof *n);
    double *sigma, miss;
    if (!n)
        return jsmf_context_status(ctx);
    n->mu = jsmf_alloc(ctx, k, sizeof *n->mu);
    n->matrix = jsmf_alloc(ctx, entries, sizeof *n->matrix);
    sigma = jsmf_alloc(ctx, entries, sizeof *sigma);
    if (jsmf_context_status(ctx) == JSMF_OK &&
        jsmf_document_normal_fit(ctx, k, given->a, n->mu, sigma, &miss) == JSMF_OK &&
        find_root(ctx, k, sigma, given->options.prior, inverse, n->matrix) == JSMF_OK)
        jsmf_message(ctx, JSMF_INFO, "a logistic-normal prior, its moments %.2g from A, %.3f s", miss,
                     jsmf_context_clock() - start);
    free(sigma);
    return jsmf_context_status(ctx);
}

void jsmf_infer_normal_free(void *state)
{
    jsmf_infer_normal *n = state;
    if (n) {
        free(n->mu);
        free(n->matrix);
    }
    free(n);
}
