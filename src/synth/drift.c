/* Compositions whose mean changes over time. */
#include "synthesis.h"

#include <math.h>

/* The exponents of each topic's mean share are a sine of the period, and the topics follow one another. */
jsmf_status jsmf_synth_make_drift(jsmf_context *ctx, jsmf_synth *s)
{
    const jsmf_synth_options *o = &s->options;
    const size_t k = o->topics;
    const double turn = 2 * acos(-1);
    if (o->periods == 0)
        return JSMF_OK;
    s->prevalence = jsmf_alloc(ctx, o->periods, jsmf_mul_sat(k, sizeof *s->prevalence));
    for (size_t p = 0; s->prevalence && p < o->periods; p++) {
        double *mean = s->prevalence + p * k, sum = 0;
        for (size_t j = 0; j < k; j++)
            sum += mean[j] = exp(o->drift * sin(turn * ((double)p / (double)o->periods + (double)j / (double)k)));
        for (size_t j = 0; j < k; j++)
            mean[j] /= sum;
    }
    return jsmf_context_status(ctx);
}

void jsmf_synth_drift_moment(const jsmf_synth *s, double *a)
{
    const size_t k = s->options.topics, periods = s->options.periods;
    const double alpha = s->options.alpha, scale = alpha / (alpha + 1) / (double)periods;
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++) {
            double sum = 0;
            for (size_t p = 0; p < periods; p++) {
                const double *mean = s->prevalence + p * k;
                sum += mean[i] * mean[j] + (i == j ? mean[i] / alpha : 0);
            }
            a[i * k + j] = sum * scale;
        }
}

const double *jsmf_synth_prevalence(const jsmf_synth *s) { return s->prevalence; }
