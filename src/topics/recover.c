/* p(topic | word), p(word | topic) and p(topic, topic) from the anchors (001 Algorithms 4 and 5). */
#include "anchors_parts.h"
#include "recover_parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double noise = 1e-14;

/* The anchors' Gram matrix, equal to its transpose to the bit. */
static double *gram(jsmf_context *ctx, size_t k, const int64_t *s, const double *products)
{
    double *g = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *g);
    for (size_t i = 0; g && i < k; i++)
        for (size_t j = 0; j < k; j++)
            g[i * k + j] = 0.5 * (products[(size_t)s[i] * k + j] + products[(size_t)s[j] * k + i]);
    return g;
}

jsmf_status recover_composition(jsmf_context *ctx, const jsmf_aw_options *options, size_t n, const double *sums,
                                const int64_t *s, const double *products, double *x, size_t *massless,
                                jsmf_simplex_report *report)
{
    size_t k = options->anchors.k;
    double *g = gram(ctx, k, s, products);
    jsmf_status status = jsmf_context_status(ctx);
    if (g)
        status = jsmf_simplex_solve(ctx, options->solver, k, g, n, products, options->tolerance, options->iterations, x,
                                    report);
    free(g);
    if (status != JSMF_OK)
        return status;
    *massless = 0;
    for (size_t i = 0; i < n; i++)
        if (!anchors_has_mass(sums[i])) {
            memset(x + i * k, 0, k * sizeof *x);
            ++*massless;
        }
    for (size_t j = 0; j < k; j++) {
        memset(x + (size_t)s[j] * k, 0, k * sizeof *x);
        x[(size_t)s[j] * k + j] = 1;
    }
    return JSMF_OK;
}

void recover_topics(size_t n, size_t k, const double *sums, const double *x, double *b, double *mass)
{
    memset(mass, 0, k * sizeof *mass);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++) {
            b[i * k + j] = x[i * k + j] * sums[i];
            mass[j] += b[i * k + j];
        }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++)
            b[i * k + j] /= mass[j];
}

/* C(s_i, s_j); 0 where it is negative, or nothing but what rounding leaves of a difference in a row of that sum (a
 * factored C's diagonal). */
static double anchor_entry(size_t k, const double *css, const double *sums, const int64_t *s, size_t i, size_t j)
{
    double c = 0.5 * (css[i * k + j] + css[j * k + i]);
    return c > noise * fmin(sums[s[i]], sums[s[j]]) ? c : 0;
}

jsmf_status recover_correlations(jsmf_context *ctx, size_t k, const double *css, const double *sums, const int64_t *s,
                                 const double *b, double *a, double *legality)
{
    double sum = 0;
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++) {
            double c = anchor_entry(k, css, sums, s, i, j);
            a[i * k + j] = c / (b[(size_t)s[i] * k + i] * b[(size_t)s[j] * k + j]);
            sum += a[i * k + j];
        }
    if (!(sum > 0) || !isfinite(sum))
        return jsmf_fail(ctx, JSMF_ENUMERIC, "the topics' correlations cannot be recovered: no anchor occurs together "
                         "with another or itself (rectify the co-occurrence first)");
    for (size_t i = 0; i < k * k; i++)
        a[i] /= sum;
    *legality = sum;
    return JSMF_OK;
}
