#include "unit.h"

#include "corpora.h"

#include <stdlib.h>

const jsmf_synth_options small_corpus = {
    .documents = REPEATS(2000, JSMF_BATCH_DOCUMENTS + 76), /* two batches */
    .words = 300,
    .topics = 7,
    .length = 40,
    .prior = JSMF_SYNTH_DIRICHLET,
    .alpha = 5,
    .deviation = 1.5,
    .correlation = 0.6,
    .zipf = 1,
    .beta = 0.05,
    .anchor_mass = 0.02,
};

corpus corpus_prepare(const jsmf_synth_options *o, uint64_t seed, int threads)
{
    corpus c = { .ctx = jsmf_context_new() };
    jsmf_context_set_seed(c.ctx, seed);
    jsmf_context_set_threads(c.ctx, threads);
    assert_ok(c.ctx, jsmf_synth_new(c.ctx, o, &c.synth));
    return c;
}

corpus corpus_draw(const jsmf_synth_options *o, uint64_t seed, int threads)
{
    corpus c = corpus_prepare(o, seed, threads);
    c.w = malloc(o->documents * o->topics * sizeof *c.w);
    assert_ok(c.ctx, jsmf_synth_sampler_new(c.ctx, c.synth, &c.sampler));
    assert_ok(c.ctx, jsmf_synth_sampler_bag(c.ctx, c.sampler, &c.h, c.w));
    assert_ok(c.ctx, jsmf_csr_check(c.ctx, &c.h, "h"));
    return c;
}

void corpus_free(corpus *c)
{
    jsmf_synth_sampler_free(c->sampler);
    jsmf_synth_free(c->synth);
    jsmf_csr_free(&c->h);
    free(c->w);
    jsmf_context_free(c->ctx);
}
