/* Alias tables in whole numbers. */
#include "synth_parts.h"

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
