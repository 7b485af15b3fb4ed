/* Collapsed Gibbs sampling for latent Dirichlet allocation (Griffiths, Steyvers, 2004): the tokens with their topics,
 * how many of each word and of each topic there are, and what moves them. */
#ifndef JSMF_POLISH_GIBBS_COUNTS_H
#define JSMF_POLISH_GIBBS_COUNTS_H

#include "jsmf/base.h"

/* Topics in a block: a row of counts is made of whole blocks, and blocks of zeros are passed over. */
enum { JSMF_GIBBS_BLOCK = 8 };

typedef struct jsmf_polish_gibbs_token {
    int32_t word, topic;
} jsmf_polish_gibbs_token;

/* The documents that have tokens. */
typedef struct jsmf_polish_gibbs_documents {
    size_t documents, longest; /* how many there are, and the tokens of the longest */
    size_t *starts;            /* documents + 1: where the tokens of each begin */
    jsmf_polish_gibbs_token *tokens;
} jsmf_polish_gibbs_documents;

/* Reads the source, which is rewound first, by n words. A token's topic is -1. JSMF_EDATA where there are no tokens,
 * where a count is no whole number, where words are not n, and where a second reading gives other documents;
 * JSMF_ESYSTEM for lack of memory, of which `beside` bytes are needed for the rest. *out is to be freed in any case. */
jsmf_status jsmf_polish_gibbs_documents_read(jsmf_context *ctx, const jsmf_batches *source, size_t n, size_t beside,
                                             jsmf_polish_gibbs_documents *out) JSMF_CHECKED;
void jsmf_polish_gibbs_documents_free(jsmf_polish_gibbs_documents *d); /* a cleared struct is fine */

/* How many tokens there are of each word and topic. */
typedef struct jsmf_polish_gibbs_counts {
    size_t n, k;
    size_t stride;   /* topics of a row of words: k and what lacks to whole blocks, of which all is 0 */
    size_t masks;    /* numbers of a row of blocks */
    int32_t *words;  /* n x stride */
    uint64_t *blocks; /* n x masks: a bit for each block of words that is not 0 throughout */
    int32_t *topics; /* stride: the column sums of words */
} jsmf_polish_gibbs_counts;

/* Counts of 0. Fails for lack of memory only; jsmf_polish_gibbs_counts_free in any case. */
jsmf_status jsmf_polish_gibbs_counts_new(jsmf_context *ctx, size_t n, size_t k,
                                         jsmf_polish_gibbs_counts *c) JSMF_CHECKED;
void jsmf_polish_gibbs_counts_free(jsmf_polish_gibbs_counts *c); /* a cleared struct is fine */
size_t jsmf_polish_gibbs_counts_bytes(size_t n, size_t k);
/* Sets the blocks of so many rows from words, and topics from all of them, after words have changed. */
void jsmf_polish_gibbs_counts_mark(jsmf_polish_gibbs_counts *c, size_t first, size_t rows);
void jsmf_polish_gibbs_counts_total(jsmf_polish_gibbs_counts *c);
/* Sets the counts to those of the documents' tokens, each of which has a topic. */
void jsmf_polish_gibbs_counts_of(const jsmf_polish_gibbs_documents *d, jsmf_polish_gibbs_counts *c);

/* The parameters of the two Dirichlet distributions: of compositions, and of topics. */
typedef struct jsmf_polish_gibbs_priors {
    double *alpha; /* k */
    double beta;
} jsmf_polish_gibbs_priors;

/* Moves both by a few steps of Minka's fixed point towards those of maximum likelihood, given the tokens' topics.
 * *likelihood: log p(words, topics) a token, by the priors before that. Fails for lack of memory only. */
jsmf_status jsmf_polish_gibbs_priors_learn(jsmf_context *ctx, const jsmf_polish_gibbs_documents *d,
                                           const jsmf_polish_gibbs_counts *c,
                                           jsmf_polish_gibbs_priors *p, double *likelihood) JSMF_CHECKED;

/* Draws the topic of each token once given those of all others, document by document. The documents are in
 * JSMF_GIBBS_CHUNKS parts, each of which knows the counts as the sweep found them and its own changes (approximate
 * distributed LDA, Newman and others, 2009); the counts are merged at the end. The numbers drawn are a function of the
 * context's seed, of sweep and of the document's place. */
enum { JSMF_GIBBS_CHUNKS = 8 };
typedef struct jsmf_polish_gibbs_worker jsmf_polish_gibbs_worker; /* what a thread works with */
jsmf_status jsmf_polish_gibbs_sweep(jsmf_context *ctx, const jsmf_polish_gibbs_documents *d,
                                    const jsmf_polish_gibbs_priors *p, size_t sweep,
                                    jsmf_polish_gibbs_counts *c, jsmf_polish_gibbs_worker *workers) JSMF_CHECKED;
/* One for each of the context's threads. NULL for lack of memory. */
jsmf_polish_gibbs_worker *jsmf_polish_gibbs_workers_new(jsmf_context *ctx) JSMF_CHECKED;
void jsmf_polish_gibbs_workers_free(const jsmf_context *ctx, jsmf_polish_gibbs_worker *workers); /* NULL is fine */
size_t jsmf_polish_gibbs_workers_bytes(const jsmf_context *ctx, size_t n, size_t k);

#endif
