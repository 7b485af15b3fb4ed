/* What the parts of polishing share: the topics as sums of tokens, and a block of documents worked through with
 * them. */
#ifndef JSMF_POLISH_E_STEP_H
#define JSMF_POLISH_E_STEP_H

#include "document/halves.h"
#include "prior.h"

/* B_ik = (scale sum_ik + beta + anchors_k start_ik) inverse_k: tokens of word i and topic k, as parts of all tokens. */
typedef struct jsmf_polish_topics {
    size_t n, k;
    double *sums;        /* n x k */
    double scale;        /* of sums: lets the past fade without touching it */
    double *columns;     /* k: scale times the column sums of sums */
    double beta;         /* as a part of all tokens, */
    const double *anchors; /* k: like these */
    const double *start; /* n x k, or NULL: then all anchors are 0 */
    const double *fixed; /* k: n beta + anchors times the start's column sums */
    double *inverse;     /* k: of columns + fixed; 0 for a topic without anything */
} jsmf_polish_topics;

/* inverse of the rest. */
void jsmf_polish_topics_close(jsmf_polish_topics *t);
/* Row i of B (k). */
void jsmf_polish_topics_row(const jsmf_polish_topics *t, size_t i, double *b);

/* Documents of which only the words that they have take part. */
typedef struct jsmf_polish_block {
    size_t n, k;
    jsmf_csr h;                                 /* a view: rows x n */
    size_t words, entries;                      /* of this block */
    int32_t *local;                             /* n: a word's number in the block, -1 where it is not in it */
    int32_t *word;                              /* words: the word of each number */
    int32_t *indices;                           /* entries: h's words by number */
    int64_t *starts;                            /* words + 1: entries by word, */
    int32_t *place, *document;                  /* entries: where each stands in h, and in which row */
    double *counts, *ratios;                    /* entries */
    double *b;                                  /* words x k */
    double *e;                                  /* rows x k */
    double *tokens;                             /* rows: of known words */
    size_t most_words, most_entries, most_rows; /* allocated for */
    struct jsmf_polish_sums *partial;           /* a chunk of rows */
    double *learned;                            /* chunks x k */
    double *columns;                            /* chunks of words x k */
} jsmf_polish_block;

/* Of the documents of a block. */
typedef struct jsmf_polish_sums {
    size_t documents; /* with tokens of known words */
    double tokens;    /* of known words */
    double bound;     /* their part of F, where it was asked for */
    double *learned;  /* what the prior learns from; or NULL */
} jsmf_polish_sums;

jsmf_status jsmf_polish_block_new(jsmf_context *ctx, size_t n, size_t k, jsmf_polish_block *block) JSMF_CHECKED;
void jsmf_polish_block_free(jsmf_polish_block *block);
/* Takes the rows of h (a view, from 0 on, kept until the next call) with their topics' rows. */
jsmf_status jsmf_polish_block_load(jsmf_context *ctx, jsmf_polish_block *block, const jsmf_csr *h,
                                   const jsmf_polish_topics *topics) JSMF_CHECKED;
size_t jsmf_polish_block_bytes(size_t n, size_t k, size_t rows, size_t entries);

/* The documents' states (rows of prior->state) move by at most `steps` steps. What is left in the block gives the
 * tokens by word and topic. Adds to *sums. */
jsmf_status jsmf_polish_block_compose(jsmf_context *ctx, jsmf_polish_block *block, const jsmf_polish_prior *prior,
                                      size_t steps, double *states, jsmf_polish_sums *sums) JSMF_CHECKED;
/* topics->sums and columns += weight times the tokens by word and topic (sums by weight / scale). */
jsmf_status jsmf_polish_block_add(jsmf_context *ctx, jsmf_polish_block *block, double weight,
                                  jsmf_polish_topics *topics) JSMF_CHECKED;

/* The documents that are not learned from: one half of their tokens is composed, the other scored. */
typedef struct jsmf_polish_unseen {
    const jsmf_batches *source; /* can pick; borrowed */
    size_t documents, *places;  /* how many, and which */
    jsmf_document_halves halves;
    double *states;                     /* of a batch of documents */
    double *w;                          /* k */
    double tokens;                      /* that were scored last */
} jsmf_polish_unseen;

/* Whether the seed takes that document out of this part of all. */
bool jsmf_polish_unseen_takes(const jsmf_context *ctx, double part, size_t place);
/* Room for so many documents, of which none is in it yet. */
jsmf_status jsmf_polish_unseen_new(jsmf_context *ctx, const jsmf_batches *source, size_t most,
                                   const jsmf_polish_prior *prior, jsmf_polish_unseen *held) JSMF_CHECKED;
void jsmf_polish_unseen_free(jsmf_polish_unseen *held);
/* *score: the mean of log sum_k B_ik w_k over the second halves' tokens of known words; NAN where there are none. */
jsmf_status jsmf_polish_unseen_score(jsmf_context *ctx, jsmf_polish_unseen *held, jsmf_polish_block *block,
                                     const jsmf_polish_topics *topics, const jsmf_polish_prior *prior,
                                     double *score) JSMF_CHECKED;

#endif
