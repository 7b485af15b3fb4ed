/* Synthetic corpora, on which what is learned can be compared with what is true. Topics are drawn around a Zipf base,
 * or given: those of a model make the semi-synthetic corpora of 004 section 5.3 and 002 section 5. Documents are drawn
 * from them by latent Dirichlet allocation or a correlated topic model.
 *
 * Everything is a function of the options and the context's seed alone. The topics do not depend on the number of
 * documents, and document m is the same however many others are drawn, in whatever order. M is the number of documents,
 * N of words, K of topics; all are numbered from 0, and matrices are row-major without gaps. Functions that can fail
 * fail with JSMF_ESYSTEM for lack of memory; where they make *out, it is NULL then. */
#ifndef JSMF_SYNTH_H
#define JSMF_SYNTH_H

#include "jsmf/base.h"
#include "jsmf/io.h"

JSMF_BEGIN_DECLS

typedef enum jsmf_synth_prior {
    JSMF_SYNTH_DIRICHLET,
    JSMF_SYNTH_LOGISTIC_NORMAL,
    JSMF_SYNTH_FITTED /* the logistic-normal whose moments are nearly those that are given: 002's semi-real corpora */
} jsmf_synth_prior;

/* What is given and not drawn. All of it is borrowed: the lengths as long as there are samplers, the rest by
 * jsmf_synth_new alone. */
typedef struct jsmf_synth_given {
    const double *b;        /* N x K, (N - K) x K with added anchors: column k is in proportion to p(word | topic k),
                             * and has mass; NULL: topics are drawn */
    bool add_anchors;       /* each topic of b gets a word of its own, behind the words of b (004 section 5.3) */
    const double *a;        /* JSMF_SYNTH_FITTED: K x K, the moments E w w' of the compositions */
    const size_t *lengths;  /* length_count: tokens of documents 0, 1, ... and then from the first again, each 2 to
                             * JSMF_SYNTH_LONGEST; NULL: they are drawn, or fixed */
    size_t length_count;    /* 0 where lengths is NULL */
} jsmf_synth_given;

typedef struct jsmf_synth_options {
    size_t documents;   /* M, 1 to INT32_MAX */
    size_t words;       /* N, at most INT32_MAX; above K where topics are drawn */
    size_t topics;      /* K, at least 1 */
    double length;      /* mean tokens of a document, 2 to JSMF_SYNTH_LONGEST; of given lengths, their mean */
    bool fixed;         /* every document has `length` tokens, which is a whole number; else 2 + Poisson(length - 2) */
    jsmf_synth_prior prior;
    double alpha;       /* Dirichlet: the sum of its K equal parameters, 1e-6 to 1e9 */
    double deviation;   /* logistic-normal: standard deviation of every component before the softmax, 0 to 100 */
    double correlation; /* logistic-normal: 0 to below 1; see jsmf_synth_covariance */
    size_t groups;      /* logistic-normal: topics correlate within so many groups (004 section 5.3), at most K; 0:
                         * along random directions instead */
    double zipf;        /* the exponent s of the base (rank + 2.7)^-s, ranks from 1 (Zipf-Mandelbrot); 0 to 10 */
    double beta;        /* drawn topics are Dirichlet around the base: the mean parameter of a word, 1e-9 to 1e9 */
    double anchor_mass; /* p(word | topic) of a topic's own word, 0 to below 1. 0: drawn topics get no such word, and
                         * one that is added gets the mass of its topic's most probable word before the topic is divided
                         * by its sum */
    size_t periods;     /* Dirichlet: documents are of so many periods of time, document m of period m % periods, and
                         * the mean composition is another in each; 0: one mean, 1 / K, for all */
    double drift;       /* 0 to 10: the mean share of topic k in period p is in proportion to exp(drift sin(2 pi (p /
                         * periods + k / K))), and a Dirichlet's parameters are alpha times these shares */
    jsmf_synth_given given;
} jsmf_synth_options;

/* Tokens of a document. */
#define JSMF_SYNTH_LONGEST 1e7

/* The topics and the prior. */
typedef struct jsmf_synth jsmf_synth;

/* JSMF_EUSAGE where an option is out of range; the message names it. */
jsmf_status jsmf_synth_check(jsmf_context *ctx, const jsmf_synth_options *options) JSMF_CHECKED;
/* Checks the options and makes *out, which is freed with jsmf_synth_free. JSMF_EDATA where a column of the given b has
 * no mass, or the given a is not symmetric, not finite, negative or 0 throughout; a topic whose row of a is 0 has no
 * part in any document. JSMF_ENUMERIC where no logistic-normal distribution has the moments a. */
jsmf_status jsmf_synth_new(jsmf_context *ctx, const jsmf_synth_options *options, jsmf_synth **out) JSMF_CHECKED;
void jsmf_synth_free(jsmf_synth *synth); /* NULL is fine */
/* The bytes that jsmf_synth_new allocates. */
size_t jsmf_synth_bytes(const jsmf_synth_options *options);

/* K x N: row k is p(word | topic k) and sums to 1; entries below 1e-15 are 0. Owned by synth. */
const double *jsmf_synth_topics(const jsmf_synth *synth);
/* K: each topic's own word, which no other topic has; NULL where there are none. Owned by synth. */
const int64_t *jsmf_synth_anchors(const jsmf_synth *synth);

/* covariance (K x K) = that of the normal distribution whose softmax is a logistic-normal composition. It is
 * deviation^2 ((1 - c) I + c F F') with the correlation c. F's rows are random unit vectors of 1 + sqrt(K) components
 * (rounded down), or, with groups, row i is the unit vector of topic i's group, i groups / K. Of a fitted prior it is
 * that of the fit. JSMF_EUSAGE for a Dirichlet prior. */
jsmf_status jsmf_synth_covariance(jsmf_context *ctx, const jsmf_synth *synth, double *covariance) JSMF_CHECKED;
/* K: the mean of that normal distribution where it was fitted; NULL where it is 0. Owned by synth. */
const double *jsmf_synth_mean(const jsmf_synth *synth);
/* periods x K: the mean composition in each period, each of sum 1; NULL without periods. Owned by synth. */
const double *jsmf_synth_prevalence(const jsmf_synth *synth);
/* a (K x K, sums to 1) = E w w'. Of a Dirichlet prior it is exact: (a_k a_l + [k = l] a_k) / (s (s + 1)), where a_k are
 * its parameters and s is their sum; with periods, the mean of this over them. Of the others it is the mean over the
 * compositions of the options' M documents. */
jsmf_status jsmf_synth_moment(jsmf_context *ctx, const jsmf_synth *synth, double *a) JSMF_CHECKED;
/* a (K x K) = (1 / count) sum of w w' over the count compositions w (count x K). */
jsmf_status jsmf_synth_empirical(jsmf_context *ctx, size_t count, size_t k, const double *w, double *a) JSMF_CHECKED;

/* c (N x N) = B A B', what co-occurrence converges to as documents grow longer and more: 004's infinite data. It is
 * equal to its transpose bit for bit and sums to 1, as a (K x K) does. unigram (N) = C e. */
jsmf_status jsmf_synth_cooc(jsmf_context *ctx, const jsmf_synth *synth, const double *a, double *c,
                            double *unigram) JSMF_CHECKED;

/* Draws documents: a token's topic from the document's composition, its word from the topic, both by alias tables. */
typedef struct jsmf_synth_sampler jsmf_synth_sampler;
/* Makes *out, which borrows synth and is freed with jsmf_synth_sampler_free. */
jsmf_status jsmf_synth_sampler_new(jsmf_context *ctx, const jsmf_synth *synth, jsmf_synth_sampler **out) JSMF_CHECKED;
void jsmf_synth_sampler_free(jsmf_synth_sampler *sampler); /* NULL is fine */
/* At most so many bytes, beside jsmf_synth_bytes, for a sampler and its work, and for the bag that it draws. */
size_t jsmf_synth_sampler_bytes(const jsmf_synth_options *options);
size_t jsmf_synth_sampler_bag_bytes(const jsmf_synth_options *options);

/* *h = the M documents: M x N, with counts; every document has two tokens or more. The caller frees it. w (M x K):
 * their compositions, or NULL where these are not wanted. */
jsmf_status jsmf_synth_sampler_bag(jsmf_context *ctx, const jsmf_synth_sampler *sampler, jsmf_csr *h,
                                   double *w) JSMF_CHECKED;
/* Writes the same documents as a UCI docword text, which counts documents and words from 1, in memory that does not
 * grow with them. They are drawn twice, as the text begins with the number of its entries. */
jsmf_status jsmf_synth_sampler_uci(jsmf_context *ctx, const jsmf_synth_sampler *sampler, jsmf_output *out) JSMF_CHECKED;

JSMF_END_DECLS

#endif
