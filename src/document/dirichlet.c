#include "dirichlet.h"

#include "base/instructions.h"
#include "dense/vector.h"

#include <math.h>
#include <string.h>

enum { INVERSE_STEPS = 5 };
/* Bounds of an alpha that is learned: a topic that no document has keeps a part. */
static const double least_alpha = 1e-6, most_alpha = 1e6;
/* The least log e - top. What is less counts for nothing, but its products with small entries of B would be denormal
 * numbers, each of which takes a hundred times as long. */
static const double least_log = -500;
/* From this x on 6 / x says nothing beside log x, but the powers of x below would overflow: they are taken of this. */
static const double most_of_powers = 1e40;
/* Stirling's series of log gamma has 13 digits from this x on. */
static const double least_for_series = 100;

/* ---- digamma ---- */

/* digamma(x) = log(x + 6) - this: Stirling's series at x + 6 (Abramowitz, Stegun, 6.3.18), and the recurrence's sum of
 * 1 / (x + i), i < 6, as one fraction p' / p, p = x (x + 1) .. (x + 5); 12 digits. */
static inline double below_log(double x)
{
    const double y = 1 / (x + 6), z = y * y, s = x < most_of_powers ? x : most_of_powers;
    const double p = s * (120 + s * (274 + s * (225 + s * (85 + s * (15 + s)))));
    const double slope = 120 + s * (548 + s * (675 + s * (340 + s * (75 + 6 * s))));
    const double series = 1.0 / 12 - z * (1.0 / 120 - z * (1.0 / 252 - z * (1.0 / 240 - z * (1.0 / 132 -
                          z * (691.0 / 32760 - z / 12)))));
    return 0.5 * y + z * series + slope / p;
}

double jsmf_document_dirichlet_digamma(double x) { return log(x + 6) - below_log(x); }

#define JSMF_KERNELS_FILE "document/dirichlet_kernels.h"
#include "base/each_set.h"

double jsmf_document_dirichlet_weights(size_t k, const double *gamma, double *e)
{
    double top;
    JSMF_KERNEL(fill_below)(k, gamma, e);
    top = jsmf_dense_largest(k, e);
    JSMF_KERNEL(shift)(k, top, e);
    jsmf_dense_exp(k, 0, e, e);
    for (size_t j = 0; j < k; j++)
        e[j] *= gamma[j] + 6;
    return top;
}

/* ---- a document ---- */

double jsmf_document_dirichlet_step(const jsmf_document_words *d, const double *alpha, double *gamma, double *e,
                                    double *ratios, double *r)
{
    double change = 0, total = 0;
    (void)jsmf_document_dirichlet_weights(d->k, gamma, e);
    jsmf_dense_dot_rows(d->k, d->words, d->indices, d->b, e, ratios);
    for (size_t i = 0; i < d->words; i++)
        ratios[i] = ratios[i] > 0 ? d->counts[i] / ratios[i] : 0;
    jsmf_dense_combine_rows(d->k, d->words, d->indices, ratios, d->b, r);
    for (size_t j = 0; j < d->k; j++) {
        const double next = alpha[j] + e[j] * r[j];
        change += fabs(next - gamma[j]);
        total += next;
        gamma[j] = next;
    }
    return change / total;
}

double jsmf_document_dirichlet_tokens(const jsmf_document_words *d, const double *gamma, double *e, double *ratios)
{
    const double top = jsmf_document_dirichlet_weights(d->k, gamma, e);
    double sum = 0, total = 0;
    for (size_t j = 0; j < d->k; j++)
        total += gamma[j];
    const double scale = top - jsmf_document_dirichlet_digamma(total);
    jsmf_dense_dot_rows(d->k, d->words, d->indices, d->b, e, ratios);
    for (size_t i = 0; i < d->words; i++) {
        const double mix = ratios[i];
        sum += mix > 0 ? d->counts[i] * (log(mix) + scale) : 0;
        ratios[i] = mix > 0 ? d->counts[i] / mix : 0;
    }
    return sum;
}

static double log_gamma(double x)
{
    int sign;
    return lgamma_r(x, &sign);
}

/* log gamma(x + d) - log gamma(x), which is small beside either of them where x is large. */
static double log_gamma_rise(double x, double d)
{
    const double y = x + d;
    if (x < least_for_series || y < least_for_series)
        return log_gamma(y) - log_gamma(x);
    return (x - 0.5) * log1p(d / x) + d * (log(y) - 1) + (1 / y - 1 / x) / 12 -
           (1 / (y * y * y) - 1 / (x * x * x)) / 360;
}

double jsmf_document_dirichlet_divergence(size_t k, const double *gamma, const double *alpha, double *logs)
{
    double total = 0, tokens = 0, value = 0;
    for (size_t j = 0; j < k; j++) {
        total += alpha[j];
        tokens += gamma[j] - alpha[j];
    }
    const double of_total = jsmf_document_dirichlet_digamma(total + tokens);
    for (size_t j = 0; j < k; j++) {
        logs[j] = jsmf_document_dirichlet_digamma(gamma[j]) - of_total;
        value += log_gamma_rise(alpha[j], gamma[j] - alpha[j]) - (gamma[j] - alpha[j]) * logs[j];
    }
    return value - log_gamma_rise(total, tokens);
}

/* ---- the prior ---- */

/* The second derivative of log gamma(x): 7 digits, of a Newton step. */
static double trigamma(double x)
{
    double sum = 0;
    for (; x < 6; x += 1)
        sum += 1 / (x * x);
    const double y = 1 / x;
    return sum + y * (1 + y * (0.5 + y * (1.0 / 6 - y * y * (1.0 / 30 - y * y / 42))));
}

/* x > 0 with digamma(x) = y (Minka, Estimating a Dirichlet distribution, appendix C). */
static double inverse_digamma(double y)
{
    double x = y >= -2.22 ? exp(y) + 0.5 : -1 / (y + 0.57721566490153286);
    for (size_t i = 0; i < INVERSE_STEPS; i++)
        x -= (jsmf_document_dirichlet_digamma(x) - y) / trigamma(x);
    return x;
}

double jsmf_document_dirichlet_bounded(double alpha) { return fmin(fmax(alpha, least_alpha), most_alpha); }

void jsmf_document_dirichlet_fit(size_t k, const double *logs, size_t steps, double *alpha)
{
    for (size_t step = 0; step < steps; step++) {
        double total = 0;
        for (size_t j = 0; j < k; j++)
            total += alpha[j];
        const double of_total = jsmf_document_dirichlet_digamma(total);
        for (size_t j = 0; j < k; j++)
            alpha[j] = jsmf_document_dirichlet_bounded(inverse_digamma(of_total + logs[j]));
    }
}
