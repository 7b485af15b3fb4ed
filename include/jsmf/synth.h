/* Corpora from parameters, to try what is learned against what is true. Topics are drawn around a Zipf base, documents
 * from them by latent Dirichlet allocation or a correlated topic model, as in the semi-synthetic corpora of 004
 * section 5 and 002 section 5. Everything is a function of the options and the context's seed alone: the topics do not
 * depend on the number of documents, and document m is the same however many others are drawn, in whatever order. */
#ifndef JSMF_SYNTH_H
#define JSMF_SYNTH_H

#include "jsmf/csr.h"
#include "jsmf/io.h"

typedef enum jsmf_synth_prior { JSMF_SYNTH_DIRICHLET, JSMF_SYNTH_LOGISTIC_NORMAL } jsmf_synth_prior;

typedef struct jsmf_synth_options {
    size_t documents;   /* M, at least 1, at most INT32_MAX */
    size_t words;       /* N, above the topics, at most INT32_MAX */
    size_t topics;      /* K, at least 1 */
    double length;      /* mean tokens a document, 2 to JSMF_SYNTH_LONGEST */
    bool fixed;         /* every document has `length` tokens (a whole number); else 2 + Poisson(length - 2) */
    jsmf_synth_prior prior;
    double alpha;       /* Dirichlet: the sum of its K equal parameters; above 0 */
    double deviation;   /* logistic-normal: standard deviation of every component before the softmax; 0 or more */
    double correlation; /* logistic-normal: 0 to below 1; see jsmf_synth_covariance */
    double zipf;        /* s of the base, (rank + 2.7)^-s with ranks from 1 (Zipf-Mandelbrot); 0 or more */
    double beta;        /* topics are Dirichlet around the base, this is the mean parameter of a word; above 0 */
    double anchor_mass; /* of a topic's own word, 0 (no anchors are planted) to below 1 */
} jsmf_synth_options;

#define JSMF_SYNTH_LONGEST 1e7

/* Topics and prior, drawn. */
typedef struct jsmf_synth jsmf_synth;

/* JSMF_EUSAGE names the option that is out of range. */
jsmf_status jsmf_synth_check(jsmf_context *ctx, const jsmf_synth_options *options) JSMF_CHECKED;
/* Checks the options first. Borrows nothing; needs jsmf_synth_bytes. */
jsmf_status jsmf_synth_new(jsmf_context *ctx, const jsmf_synth_options *options, jsmf_synth **out) JSMF_CHECKED;
void jsmf_synth_free(jsmf_synth *synth); /* NULL is fine */
size_t jsmf_synth_bytes(const jsmf_synth_options *options);

/* K x N, row k is p(word | topic k): sums to 1; entries below 1e-15 are 0. Owned by synth. */
const double *jsmf_synth_topics(const jsmf_synth *synth);
/* K: topic k's own word, 0-based, which no other topic has; NULL where none are planted. Owned by synth. */
const int64_t *jsmf_synth_anchors(const jsmf_synth *synth);

/* w (count x K, a document contiguous): compositions of documents first .. first + count - 1, each sums to 1. */
jsmf_status jsmf_synth_compositions(jsmf_context *ctx, const jsmf_synth *synth, size_t first, size_t count,
                                    double *w) JSMF_CHECKED;
/* The covariance (K x K) of the normal whose softmax is a logistic-normal composition; its mean is 0:
 * deviation^2 ((1 - c) I + c F F'), F's rows random unit vectors of 1 + sqrt(K) components, c the correlation.
 * JSMF_EUSAGE for a Dirichlet prior. */
jsmf_status jsmf_synth_covariance(jsmf_context *ctx, const jsmf_synth *synth, double *covariance) JSMF_CHECKED;
/* A = E[w w'] (K x K, sums to 1). Dirichlet: exact, (a_k a_l + [k = l] a_k) / (a (a + 1)) with a the sum of the a_k.
 * Logistic-normal: the mean over the compositions of the options' documents. */
jsmf_status jsmf_synth_moment(jsmf_context *ctx, const jsmf_synth *synth, double *a) JSMF_CHECKED;
/* a (K x K) = (1 / count) sum of w w' over the count compositions w (count x K). */
jsmf_status jsmf_synth_empirical(jsmf_context *ctx, size_t count, size_t k, const double *w, double *a) JSMF_CHECKED;

/* C = B A B' (N x N, row-major, equal to its transpose bit for bit, sums to 1): what co-occurrence converges to as
 * documents grow, 004's infinite data. unigram (N) = C e. */
jsmf_status jsmf_synth_cooc(jsmf_context *ctx, const jsmf_synth *synth, const double *a, double *c,
                            double *unigram) JSMF_CHECKED;

/* Draws documents: a token's topic from the document's composition, its word from the topic, both by alias tables. */
typedef struct jsmf_sampler jsmf_sampler;
/* Borrows synth, which must outlive it. */
jsmf_status jsmf_sampler_new(jsmf_context *ctx, const jsmf_synth *synth, jsmf_sampler **out) JSMF_CHECKED;
void jsmf_sampler_free(jsmf_sampler *sampler); /* NULL is fine */
/* Beside the synth's: bytes of the sampler and its work, and of the bag's rows, at most. */
size_t jsmf_sampler_bytes(const jsmf_synth_options *options);
size_t jsmf_sampler_bag_bytes(const jsmf_synth_options *options);

/* *h: documents x words, counts, owned by the caller; every document has two tokens or more. w (documents x K):
 * their compositions, or NULL where they are not wanted. */
jsmf_status jsmf_sampler_bag(jsmf_context *ctx, const jsmf_sampler *sampler, jsmf_csr *h, double *w) JSMF_CHECKED;
/* The same documents as a UCI docword text (1-based), in memory that does not grow with them: they are drawn twice,
 * because the text begins with the number of its entries. */
jsmf_status jsmf_sampler_uci(jsmf_context *ctx, const jsmf_sampler *sampler, jsmf_output *out) JSMF_CHECKED;

#endif
