/* A synthesis: the topics and the prior that documents are drawn from, drawn (synth.c) or given (from_model.c). */
#ifndef JSMF_SYNTH_SYNTHESIS_H
#define JSMF_SYNTH_SYNTHESIS_H

#include "draws.h"
#include "jsmf/synth.h"

struct jsmf_synth {
    jsmf_synth_options options;
    uint64_t seed;
    double *topics;   /* K x N */
    int64_t *anchors; /* K, or NULL */
    /* Logistic-normal alone: a composition is the softmax of mean + own z + shared F g, z and g standard normal. */
    double own, shared;
    double *loadings;     /* K x factors: F */
    size_t factors;
    double *prevalence;   /* periods x K: the mean composition of each period, where there are periods; else NULL */
    double *mean, *sigma; /* K, K x K: of a fitted prior, which has no z; else NULL */
};

/* Of a topic's mass: a word below has none, as no corpus is long enough to show it. */
#define JSMF_SYNTH_TOPIC_FLOOR 1e-15

/* Makes topics, and anchors where they are added, from what is given. JSMF_EDATA for a topic without mass. */
jsmf_status jsmf_synth_take_topics(jsmf_context *ctx, jsmf_synth *synth) JSMF_CHECKED;
/* Makes mean, sigma and loadings of the normal distribution whose softmax has the moments that are given. Fails as
 * jsmf_document_check_correlations and jsmf_document_normal_fit do. */
jsmf_status jsmf_synth_fit_prior(jsmf_context *ctx, jsmf_synth *synth) JSMF_CHECKED;
/* The bytes that jsmf_synth_fit_prior takes for k topics. */
size_t jsmf_synth_fit_bytes(size_t k);

/* Makes prevalence where there are periods (drift.c). Fails for lack of memory only. */
jsmf_status jsmf_synth_make_drift(jsmf_context *ctx, jsmf_synth *synth) JSMF_CHECKED;
/* a (K x K) = E w w' over as many documents of each period. */
void jsmf_synth_drift_moment(const jsmf_synth *synth, double *a);

/* w (K) = the composition of a document, whose draws these are; it sums to 1. */
void jsmf_synth_compose(const jsmf_synth *synth, size_t document, jsmf_synth_draws *draws, double *w);

#endif
