/* What the files of the synthesis share: random draws, alias tables, blocks of documents. */
#ifndef JSMF_SYNTH_PARTS_H
#define JSMF_SYNTH_PARTS_H

#include "jsmf/base.h"
#include "jsmf/synth.h"

struct jsmf_synth {
    jsmf_synth_options options;
    uint64_t seed;
    double *topics;   /* K x N */
    int64_t *anchors; /* K, or NULL */
    /* logistic-normal only: a composition is the softmax of mean + own z + shared F g, z and g standard normal */
    double own, shared;
    double *loadings;     /* F, K x factors */
    size_t factors;
    double *mean, *sigma; /* K, K x K: of a fitted prior, without z; else NULL */
};

#define JSMF_SYNTH_TOPIC_FLOOR 1e-15 /* of a topic's mass: no corpus is long enough to show such a word */

/* ---- what is given (from_model.c) ---- */

/* The topics and, where they are added, the anchors. */
jsmf_status jsmf_synth_take_topics(jsmf_context *ctx, jsmf_synth *synth) JSMF_CHECKED;
/* The normal of the moments: mean, sigma, loadings. */
jsmf_status jsmf_synth_fit_prior(jsmf_context *ctx, jsmf_synth *synth) JSMF_CHECKED;
size_t jsmf_synth_fit_bytes(size_t k);

/* ---- draws (draws.c): numbers number 0, 1, ... of one (seed, stream, which) ---- */

/* The streams; the first letters keep them apart from those of other parts of the library. */
enum {
    JSMF_SYNTH_WORDS = 0x73790001,
    JSMF_SYNTH_TOPICS,
    JSMF_SYNTH_LOADINGS,
    JSMF_SYNTH_LENGTHS,
    JSMF_SYNTH_DOCUMENTS
};

typedef struct jsmf_synth_draws {
    uint64_t key, next;
} jsmf_synth_draws;

static inline jsmf_synth_draws jsmf_synth_draws_of(uint64_t seed, uint64_t stream, uint64_t which)
{
    return (jsmf_synth_draws){ .key = jsmf_random_bits(seed, stream, which) };
}

static inline uint64_t jsmf_synth_bits(jsmf_synth_draws *draws) { return jsmf_random_mix(draws->key ^ draws->next++); }

/* In (0, 1), never 0 or 1. */
static inline double jsmf_synth_uniform(jsmf_synth_draws *draws)
{
    return ((double)(jsmf_synth_bits(draws) >> 12) + 0.5) * 0x1p-52;
}

/* In [0, n) without measurable bias; *part: the next 32 bits, uniform within the number. */
static inline size_t jsmf_synth_below(uint64_t bits, size_t n, uint32_t *part)
{
    unsigned __int128 product = (unsigned __int128)bits * n;
    *part = (uint32_t)((uint64_t)product >> 32);
    return (size_t)(product >> 64);
}

double jsmf_synth_normal(jsmf_synth_draws *draws);
/* The logarithm of a Gamma(shape, 1) variate, shape > 0: small shapes have variates far below the least double. */
double jsmf_synth_log_gamma(jsmf_synth_draws *draws, double shape);
/* x = exp(x) / sum exp(x); what is below floor of the sum becomes 0 and x still sums to 1. -INFINITY gives 0. */
void jsmf_synth_softmax(size_t n, double *x, double floor);
/* p = 0 .. n - 1 in random order. */
void jsmf_synth_shuffle(jsmf_synth_draws *draws, size_t n, int32_t *p);

/* ---- a document's composition (synth.c); work: K doubles ---- */
void jsmf_synth_compose(const jsmf_synth *synth, jsmf_synth_draws *draws, double *w);

/* ---- alias tables (draws.c; Walker 1977, Vose 1991): cell i is i itself below cut, another above ---- */

typedef struct jsmf_synth_cell {
    uint32_t cut;
    int32_t other;
} jsmf_synth_cell;

/* p (n, sums to 1) to cells; weights, stack: n each, for work. What has p = 0 is never drawn: the weights are whole
 * numbers of 2^-32 / n, so that no rounding is left over at the end. */
void jsmf_synth_alias(size_t n, const double *p, jsmf_synth_cell *cells, uint64_t *weights, int32_t *stack);

static inline int32_t jsmf_synth_alias_draw(const jsmf_synth_cell *cells, size_t n, uint64_t bits)
{
    uint32_t part;
    size_t i = jsmf_synth_below(bits, n, &part);
    return part < cells[i].cut ? (int32_t)i : cells[i].other;
}

/* ---- documents (sampler.c) ---- */

struct jsmf_synth_sampler {
    const jsmf_synth *synth;
    jsmf_synth_cell *cells; /* K x N */
    double *lengths;        /* length_count: P(length <= shortest + i); NULL where all are `shortest`, or given */
    size_t length_count, shortest;
    size_t longest;
    size_t chunk, block;     /* documents of a parallel chunk, chunks of a block */
};

/* Some documents on their way to an output. Document d of the block has used[d] entries from slots[d] on. */
typedef struct jsmf_synth_block {
    size_t first, count;
    size_t capacity;         /* tokens that indices and counts have room for */
    size_t *slots;           /* count + 1: a place a token */
    int32_t *used;
    int32_t *indices, *counts;
    double *w;               /* count x K of this block's compositions, or NULL */
} jsmf_synth_block;

jsmf_status jsmf_synth_block_new(jsmf_context *ctx, const jsmf_synth_sampler *sampler,
                                 jsmf_synth_block *block) JSMF_CHECKED;
void jsmf_synth_block_free(jsmf_synth_block *block);
/* Draws documents number first, ...: as many as a block has, or are left. */
jsmf_status jsmf_synth_block_fill(jsmf_context *ctx, const jsmf_synth_sampler *sampler, size_t first,
                                  jsmf_synth_block *block) JSMF_CHECKED;
size_t jsmf_synth_length(const jsmf_synth_sampler *sampler, size_t document);

#endif
