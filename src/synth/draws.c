/* Random variates from counters, and alias tables in whole numbers. */
#include "draws.h"

#include <math.h>

double jsmf_synth_normal(jsmf_synth_draws *draws)
{
    const double two_pi = 6.283185307179586;
    double u = jsmf_synth_uniform(draws), v = jsmf_synth_uniform(draws);
    return sqrt(-2 * log(u)) * cos(two_pi * v);
}

/* Marsaglia and Tsang, ACM TOMS 26 (2000); a shape below 1 is raised by 1 and the variate multiplied by U^(1/shape). */
double jsmf_synth_log_gamma(jsmf_synth_draws *draws, double shape)
{
    double raised = shape < 1 ? shape + 1 : shape, d = raised - 1. / 3, c = 1 / sqrt(9 * d);
    double boost = shape < 1 ? log(jsmf_synth_uniform(draws)) / shape : 0;
    for (;;) {
        double x = jsmf_synth_normal(draws), v = 1 + c * x, u = jsmf_synth_uniform(draws), log_v;
        if (v <= 0)
            continue;
        log_v = 3 * log(v);
        if (u < 1 - 0.0331 * x * x * x * x || log(u) < 0.5 * x * x + d * (1 - v * v * v + log_v))
            return log(d) + log_v + boost;
    }
}

/* Below exp(-700) of the largest lie the numbers that cost time and carry nothing. */
static double exponentiate(size_t n, double *x)
{
    double most = x[0], sum = 0;
    for (size_t i = 1; i < n; i++)
        most = x[i] > most ? x[i] : most;
    for (size_t i = 0; i < n; i++) {
        x[i] = x[i] - most < -700 ? 0 : exp(x[i] - most);
        sum += x[i];
    }
    return sum;
}

void jsmf_synth_softmax(size_t n, double *x, double floor)
{
    double least = floor * exponentiate(n, x), sum = 0;
    for (size_t i = 0; i < n; i++) {
        x[i] = x[i] < least ? 0 : x[i];
        sum += x[i];
    }
    for (size_t i = 0; i < n; i++)
        x[i] /= sum;
}

void jsmf_synth_shuffle(jsmf_synth_draws *draws, size_t n, int32_t *p)
{
    uint32_t part;
    for (size_t i = 0; i < n; i++) {
        size_t j = jsmf_synth_below(jsmf_synth_bits(draws), i + 1, &part);
        p[i] = (int32_t)i;
        p[i] = p[j];
        p[j] = (int32_t)i;
    }
}

/* ---- alias tables ---- */

static const uint64_t unit = UINT64_C(1) << 32;

/* weights[i] = p[i] in units of 2^-32 / n, with sum exactly n units; the largest takes what rounding left. */
static void quantise(size_t n, const double *p, uint64_t *weights)
{
    uint64_t left = (uint64_t)n * unit;
    size_t largest = 0;
    for (size_t i = 0; i < n; i++) {
        weights[i] = (uint64_t)(p[i] * (double)n * 0x1p32 + 0.5);
        left -= weights[i];
        if (weights[i] > weights[largest])
            largest = i;
    }
    weights[largest] += left; /* modulo 2^64: right where the sum was above, too */
}

/* The stack holds cells still open: those below one unit from its start, the others from its end. */
void jsmf_synth_alias(size_t n, const double *p, jsmf_synth_cell *cells, uint64_t *weights, int32_t *stack)
{
    size_t small = 0, large = n;
    quantise(n, p, weights);
    for (size_t i = 0; i < n; i++) {
        cells[i] = (jsmf_synth_cell){ .cut = 0, .other = (int32_t)i };
        if (weights[i] < unit)
            stack[small++] = (int32_t)i;
        else
            stack[--large] = (int32_t)i;
    }
    /* The open cells' mean weight is one unit: while one is below, another is above. */
    while (small > 0) {
        int32_t poor = stack[--small], rich = stack[large];
        cells[poor] = (jsmf_synth_cell){ .cut = (uint32_t)weights[poor], .other = rich };
        weights[rich] -= unit - weights[poor];
        if (weights[rich] < unit) {
            stack[small++] = rich;
            large++;
        }
    }
}
