/* The E-step of polishing: the topics as sums of tokens, and a block of documents whose compositions are found with
 * them, and their tokens by word and topic. */
#ifndef JSMF_POLISH_E_STEP_H
#define JSMF_POLISH_E_STEP_H

#include "prior.h"

/* The topics as sums of tokens: B_ik = (scale sums_ik + beta + start_counts_k start_ik + guide_ik / k) inverse_k. The
 * sums, of the tokens of word i that are of topic k, and the pseudo-counts are all parts of the number of all tokens.
 * The arrays are the owner's. */
typedef struct jsmf_polish_topics {
    size_t n, k;
    double *sums;        /* n x k */
    double scale;        /* of sums: lets the past fade without touching it */
    double *columns;     /* k: scale times the column sums of sums */
    double beta;         /* pseudo-count of each word */
    const double *start_counts; /* k: pseudo-counts of each of the start's topics, the s_k of jsmf/polish.h */
    const double *start; /* n x k: B0, or NULL where all start_counts are 0 */
    const jsmf_csr *guide; /* n x k, or NULL: pseudo-counts of words in topics, in units of a mean topic's tokens */
    const double *fixed; /* k: n beta, start_counts times the start's column sums, and the guide's column sums / k */
    double *inverse;     /* k: of columns + fixed; 0 for a topic without anything */
} jsmf_polish_topics;

/* Sets inverse from columns and fixed, after these have changed. */
void jsmf_polish_topics_normalise(jsmf_polish_topics *t);
/* The pseudo-count of the guide's entry p. */
double jsmf_polish_topics_guide(const jsmf_polish_topics *t, int64_t p);
/* b (k) = row i of B. */
void jsmf_polish_topics_row(const jsmf_polish_topics *t, size_t i, double *b);

/* Documents, with the rows of B for the words that occur in them; words are numbered within the block. Arrays grow as
 * larger blocks come. */
typedef struct jsmf_polish_block {
    size_t n, k;
    jsmf_csr h;                                 /* a view: rows x n */
    size_t words, entries;                      /* of this block */
    int32_t *local;                             /* n: -1 between calls; while loading, a word's number */
    int32_t *word;                              /* words: the word of each number */
    int32_t *indices;                           /* entries: h's words by number */
    int64_t *starts;                            /* words + 1: where the entries of each word begin in the next two */
    int32_t *place, *document;                  /* entries, by word: where each stands in h, and in which row */
    double *counts;                             /* entries, as in h: c_i, but 0 for a word that no topic has */
    double *ratios;                             /* entries, as in h: c_i / (B e)_i */
    double *b;                                  /* words x k: B's rows */
    double *e;                                  /* rows x k: the documents' e */
    double *tokens;                             /* rows: of words that some topic has */
    size_t most_words, most_entries, most_rows; /* allocated for */
    struct jsmf_polish_sums *partial;           /* a chunk of rows */
    double *learned;                            /* chunks of rows x k */
    double *columns;                            /* chunks of words x k */
} jsmf_polish_block;

/* Sums over documents. */
typedef struct jsmf_polish_sums {
    size_t documents; /* with tokens of words that some topic has */
    double tokens;    /* of such words */
    double bound;     /* the documents' part of F */
    double *learned;  /* what the prior learns from, prior->learned doubles; NULL where it does not learn */
} jsmf_polish_sums;

/* An empty block for documents over n words and for k topics. Fails for lack of memory only; jsmf_polish_block_free in
 * any case. */
jsmf_status jsmf_polish_block_new(jsmf_context *ctx, size_t n, size_t k, jsmf_polish_block *block) JSMF_CHECKED;
void jsmf_polish_block_free(jsmf_polish_block *block); /* a cleared struct is fine */
/* Takes the documents of h (rows x n; its indptr begins with 0), which is borrowed until the next call, and copies the
 * topics' rows for its words. JSMF_EDATA where h has more than INT32_MAX entries. */
jsmf_status jsmf_polish_block_load(jsmf_context *ctx, jsmf_polish_block *block, const jsmf_csr *h,
                                   const jsmf_polish_topics *topics) JSMF_CHECKED;
/* The bytes of a block for at most so many documents with at most so many entries. */
size_t jsmf_polish_block_bytes(size_t n, size_t k, size_t rows, size_t entries);

/* The E-step: moves the states of the block's documents (rows of prior->state) by at most `steps` steps each. The block
 * keeps e and ratios, of which jsmf_polish_block_add makes tokens. A document without words that some topic has gets
 * the prior's state. Adds to *sums. */
jsmf_status jsmf_polish_block_compose(jsmf_context *ctx, jsmf_polish_block *block, const jsmf_polish_prior *prior,
                                      size_t steps, double *states, jsmf_polish_sums *sums) JSMF_CHECKED;
/* Adds weight times the tokens of word i and topic k, B_ik times the sum of ratios_i e_k over the documents, to
 * scale * topics->sums, and their column sums to topics->columns. jsmf_polish_topics_normalise must follow. */
jsmf_status jsmf_polish_block_add(jsmf_context *ctx, jsmf_polish_block *block, double weight,
                                  jsmf_polish_topics *topics) JSMF_CHECKED;

#endif
