/* Variational inference of one document under a Dirichlet prior (Blei, Ng, Jordan, 2003, section 5.2): gamma_k =
 * alpha_k + n sum_i h_i B_ik e_k / (B e)_i, e_k = exp(digamma(gamma_k)), until it rests; w is gamma's mean. */
#include "infer_parts.h"

#include "linalg/vector.h"

#include <math.h>
#include <string.h>

enum { MOST_ITERATIONS = 500 };
static const double tolerance = 1e-6; /* on |w - w_before|_1 */

/* The recurrence up to 8, then the asymptotic series (Abramowitz, Stegun, 6.3.18): 12 digits. */
static double digamma(double x)
{
    double shift = 0;
    while (x < 8) {
        shift += 1 / x;
        x += 1;
    }
    const double y = 1 / (x * x);
    return log(x) - 0.5 / x - y * (1.0 / 12 - y * (1.0 / 120 - y * (1.0 / 252 - y * (1.0 / 240 - y / 132)))) - shift;
}

static size_t scratch_size(const jsmf_infer *infer, size_t words) { return words + 3 * infer->k; }

/* One iteration; returns the change of the mean. */
static double iterate(const jsmf_infer *infer, const infer_document *d, double *gamma, double *mix, double *e,
                      double *r)
{
    const size_t k = infer->k;
    double total = d->tokens, change = 0, top = -INFINITY;
    for (size_t j = 0; j < k; j++) {
        e[j] = digamma(gamma[j]);
        top = fmax(top, e[j]);
        total += infer->alpha[j];
    }
    for (size_t j = 0; j < k; j++)
        e[j] = exp(e[j] - top);
    jsmf_sparse_dots(k, d->words, d->indices, infer->b, e, mix);
    for (size_t i = 0; i < d->words; i++)
        mix[i] = d->tokens * d->h[i] / fmax(mix[i], 1e-300);
    jsmf_sparse_row(k, d->words, d->indices, mix, infer->b, r);
    for (size_t j = 0; j < k; j++) {
        const double next = infer->alpha[j] + e[j] * r[j];
        change += fabs(next - gamma[j]) / total;
        gamma[j] = next;
    }
    return change;
}

static jsmf_status solve_document(jsmf_context *ctx, const jsmf_infer *infer, const infer_document *d, double *w,
                                  double *scratch, infer_outcome *outcome)
{
    const size_t k = infer->k;
    double *mix = scratch, *gamma = mix + d->words, *e = gamma + k, *r = e + k;
    size_t i = 0;
    (void)ctx;
    for (size_t j = 0; j < k; j++)
        gamma[j] = infer->alpha[j] + d->tokens * infer->mean[j];
    while (i < MOST_ITERATIONS && iterate(infer, d, gamma, mix, e, r) > tolerance)
        i++;
    memcpy(w, gamma, k * sizeof *w);
    *outcome = (infer_outcome){ .converged = i < MOST_ITERATIONS };
    return JSMF_OK;
}

const infer_class infer_vb_class = { .scratch = scratch_size, .solve = solve_document };
