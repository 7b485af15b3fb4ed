/* Synthetic corpora for tests. */
#ifndef JSMF_CORPORA_H
#define JSMF_CORPORA_H

#include "jsmf/synth.h"

extern const jsmf_synth_options small_corpus; /* 2000 documents of 300 words, 7 topics */

typedef struct corpus {
    jsmf_context *ctx;
    jsmf_synth *synth;
    jsmf_synth_sampler *sampler;
    jsmf_csr h;
    double *w; /* documents x topics */
} corpus;

/* The topics alone. */
corpus corpus_prepare(const jsmf_synth_options *o, uint64_t seed, int threads);
/* The documents too. */
corpus corpus_draw(const jsmf_synth_options *o, uint64_t seed, int threads);
void corpus_free(corpus *c);

static inline double sum(const double *x, size_t n)
{
    double total = 0;
    for (size_t i = 0; i < n; i++)
        total += x[i];
    return total;
}

#endif
