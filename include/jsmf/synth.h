/* Corpora from parameters, to try what is learned against what is true. Topics are drawn around a Zipf base, or given:
 * those of a model, which makes the semi-synthetic corpora of 004 section 5.3 and 002 section 5. Documents are drawn
 * from them by latent Dirichlet allocation or a correlated topic model. Everything is a function of the options and the
 * context's seed alone: the topics do not depend on the number of documents, and document m is the same however many
 * others are drawn, in whatever order. */
#ifndef JSMF_SYNTH_H
#define JSMF_SYNTH_H

#include "jsmf/base.h"
#include "jsmf/io.h"

typedef enum jsmf_synth_prior {
    JSMF_SYNTH_DIRICHLET,
    JSMF_SYNTH_LOGISTIC_NORMAL,
    JSMF_SYNTH_FITTED /* the logistic-normal whose moments are nearly those that are given: 002's semi-real */
} jsmf_synth_prior;

/* What is not drawn; borrowed, the lengths for as long as there are samplers, the rest by jsmf_synth_new alone. */
typedef struct jsmf_synth_given {
    const double *b;        /* topics by columns, all of them with mass: N x K, N less K where anchors are added; or
                               NULL */
    bool add_anchors;       /* a word of its own for each topic, behind the others (004 section 5.3) */
    const double *a;        /* JSMF_SYNTH_FITTED: K x K, the moments E w w' */
    const size_t *lengths;  /* tokens of documents 0, 1, ... and again from the first, each 2 to JSMF_SYNTH_LONGEST; or
                               NULL */
    size_t length_count;
} jsmf_synth_given;

typedef struct jsmf_synth_options {
    size_t documents;   /* M, at least 1, at most INT32_MAX */
    size_t words;       /* N, above the topics where these are drawn, at most INT32_MAX */
    size_t topics;      /* K, at least 1 */
    double length;      /* mean tokens a document, 2 to JSMF_SYNTH_LONGEST; of given lengths, their mean */
    bool fixed;         /* every document has `length` tokens (a whole number); else 2 + Poisson(length - 2) */
    jsmf_synth_prior prior;
    double alpha;       /* Dirichlet: the sum of its K equal parameters; above 0 */
    double deviation;   /* logistic-normal: standard deviation of every component before the softmax; 0 or more */
    double correlation; /* logistic-normal: 0 to below 1; see jsmf_synth_covariance */
    size_t groups;      /* logistic-normal: so many groups of topics that correlate (004 section 5.3); 0: none, topics
                           correlate along random directions */
    double zipf;        /* s of the base, (rank + 2.7)^-s with ranks from 1 (Zipf-Mandelbrot); 0 or more */
    double beta;        /* topics are Dirichlet around the base, this is the mean parameter of a word; above 0 */
    double anchor_mass; /* of a topic's own word, below 1; 0: no anchors are planted, and those that are added get the
                           mass of their topic's most probable word before all are divided by their sum */
    jsmf_synth_given given;
} jsmf_synth_options;

#define JSMF_SYNTH_LONGEST 1e7

/* Topics and prior. */
typedef struct jsmf_synth jsmf_synth;

/* JSMF_EUSAGE names the option that is out of range. */
jsmf_status jsmf_synth_check(jsmf_context *ctx, const jsmf_synth_options *options) JSMF_CHECKED;
/* Checks the options first; needs jsmf_synth_bytes. JSMF_EDATA where what is given is not what it should be. */
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
/* The covariance (K x K) of the normal whose softmax is a logistic-normal composition:
 * deviation^2 ((1 - c) I + c F F'), c the correlation, F's rows random unit vectors of 1 + sqrt(K) components, or, with
 * groups, the unit vector of the topic's group, i groups / K for topic i. Fitted: that of the fit.
 * JSMF_EUSAGE for a Dirichlet prior. */
jsmf_status jsmf_synth_covariance(jsmf_context *ctx, const jsmf_synth *synth, double *covariance) JSMF_CHECKED;
/* K, the normal's mean where it was fitted; NULL where it is 0. Owned by synth. */
const double *jsmf_synth_mean(const jsmf_synth *synth);
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
typedef struct jsmf_synth_sampler jsmf_synth_sampler;
/* Borrows synth, which must outlive it. */
jsmf_status jsmf_synth_sampler_new(jsmf_context *ctx, const jsmf_synth *synth, jsmf_synth_sampler **out) JSMF_CHECKED;
void jsmf_synth_sampler_free(jsmf_synth_sampler *sampler); /* NULL is fine */
/* Beside the synth's: bytes of the sampler and its work, and of the bag's rows, at most. */
size_t jsmf_synth_sampler_bytes(const jsmf_synth_options *options);
size_t jsmf_synth_sampler_bag_bytes(const jsmf_synth_options *options);

/* *h: documents x words, counts, owned by the caller; every document has two tokens or more. w (documents x K):
 * their compositions, or NULL where they are not wanted. */
jsmf_status jsmf_synth_sampler_bag(jsmf_context *ctx, const jsmf_synth_sampler *sampler, jsmf_csr *h,
                                   double *w) JSMF_CHECKED;
/* The same documents as a UCI docword text (1-based), in memory that does not grow with them: they are drawn twice,
 * because the text begins with the number of its entries. */
jsmf_status jsmf_synth_sampler_uci(jsmf_context *ctx, const jsmf_synth_sampler *sampler, jsmf_output *out) JSMF_CHECKED;

#endif
