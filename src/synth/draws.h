/* Random draws, and alias tables (draws.c). */
#ifndef JSMF_SYNTH_DRAWS_H
#define JSMF_SYNTH_DRAWS_H

#include "base/base_inner.h"

/* The streams of random numbers. Their first bytes keep them apart from those of other parts of the library. */
enum {
    JSMF_SYNTH_WORDS = 0x73790001,
    JSMF_SYNTH_TOPICS,
    JSMF_SYNTH_LOADINGS,
    JSMF_SYNTH_LENGTHS,
    JSMF_SYNTH_DOCUMENTS
};

/* A sequence of random numbers, a function of (seed, stream, which) alone; `which` is a topic or a document. */
typedef struct jsmf_synth_draws {
    uint64_t key, next;
} jsmf_synth_draws;

static inline jsmf_synth_draws jsmf_synth_draws_of(uint64_t seed, uint64_t stream, uint64_t which)
{
    return (jsmf_synth_draws){ .key = jsmf_random_bits(seed, stream, which) };
}

/* Each of the following takes its numbers from the sequence. */
static inline uint64_t jsmf_synth_bits(jsmf_synth_draws *draws) { return jsmf_random_mix(draws->key ^ draws->next++); }

/* In (0, 1), never 0 or 1. */
static inline double jsmf_synth_uniform(jsmf_synth_draws *draws)
{
    return jsmf_random_part(jsmf_synth_bits(draws));
}

/* Standard normal. */
double jsmf_synth_normal(jsmf_synth_draws *draws);
/* The logarithm of a Gamma(shape, 1) variate, shape > 0: small shapes have variates far below the least double. */
double jsmf_synth_log_gamma(jsmf_synth_draws *draws, double shape);
/* p (n) = 0 .. n - 1 in random order. */
void jsmf_synth_shuffle(jsmf_synth_draws *draws, size_t n, int32_t *p);

/* From uniform bits a number in [0, n) without measurable bias. *part: the 32 bits behind it, uniform whatever the
 * number is. */
static inline size_t jsmf_synth_below(uint64_t bits, size_t n, uint32_t *part)
{
    unsigned __int128 product = (unsigned __int128)bits * n;
    *part = (uint32_t)((uint64_t)product >> 32);
    return (size_t)(product >> 64);
}

/* x (n) = exp(x) / sum exp(x). What is below floor of the sum becomes 0, and x still sums to 1. -INFINITY gives 0. */
void jsmf_synth_softmax(size_t n, double *x, double floor);

/* ---- alias tables (Walker 1977, Vose 1991): a number i that is drawn evenly stays i below its cell's cut, and becomes
 * the cell's other number above ---- */

typedef struct jsmf_synth_cell {
    uint32_t cut;
    int32_t other;
} jsmf_synth_cell;

/* cells (n) = the table of the probabilities p (n, sums to 1). weights, stack: n each, for work. What has p = 0 is
 * never drawn: the weights are whole numbers of 2^-32 / n, so that no rounding is left over at the end. */
void jsmf_synth_alias(size_t n, const double *p, jsmf_synth_cell *cells, uint64_t *weights, int32_t *stack);

/* The number that uniform bits draw from the table. */
static inline int32_t jsmf_synth_alias_draw(const jsmf_synth_cell *cells, size_t n, uint64_t bits)
{
    uint32_t part;
    size_t i = jsmf_synth_below(bits, n, &part);
    return part < cells[i].cut ? (int32_t)i : cells[i].other;
}

#endif
