/* One run of polishing. */
#ifndef JSMF_POLISH_RUN_H
#define JSMF_POLISH_RUN_H

#include "e_step.h"

typedef struct jsmf_polish_run {
    const jsmf_polish_options *options;
    size_t n, k;
    const double *start;          /* n x k: the topics at the beginning */
    double *random;               /* owned, where they are random */
    double *mean;                 /* k: the topics' shares at the beginning */
    double *start_columns;        /* k: sums of the start's columns: 1, or 0 for a topic without words */
    double *held;                 /* k: how fast the start's topics are held, in units of the mean topic's tokens */
    double *anchors, *fixed;      /* k: of both topics below */
    jsmf_polish_topics now, next; /* next: of a whole pass */
    double *alpha;                /* k: at the beginning */
    jsmf_polish_prior prior;
    double *learned;          /* prior.learned: of a batch, or of a pass */
    jsmf_polish_block block;
    size_t updates;           /* of stirring */
    double forgetting;        /* by them */
    jsmf_polish_report report;
} jsmf_polish_run;

/* From the start's topics, which are borrowed; whole: for whole passes, too; documents: how many there will be, about.
 * jsmf_polish_set_tokens must follow. */
jsmf_status jsmf_polish_begin(jsmf_context *ctx, const jsmf_model *start, const jsmf_polish_options *options,
                              bool whole, size_t documents, jsmf_polish_run *run) JSMF_CHECKED;
/* What the pseudo-counts are of; held has been set. */
void jsmf_polish_set_tokens(jsmf_polish_run *run, double tokens);
void jsmf_polish_end(jsmf_polish_run *run);
/* Documents a minibatch, of documents that have so many tokens. */
size_t jsmf_polish_minibatch(const jsmf_polish_options *options, size_t documents, double tokens);
/* How much the next update of stirring counts. */
double jsmf_polish_rate(const jsmf_polish_run *run);
/* One update: documents (from 0 on, of these states) are composed, and the topics and the prior move at the rate. */
jsmf_status jsmf_polish_stir(jsmf_context *ctx, jsmf_polish_run *run, const jsmf_csr *documents, size_t steps,
                             double *states, jsmf_polish_sums *sums) JSMF_CHECKED;
/* Gives out its b, alpha, bbar and a, of which a (k x k, not NULL) has been summed up. */
jsmf_status jsmf_polish_finish(jsmf_context *ctx, jsmf_polish_run *run, double *a, jsmf_model *out) JSMF_CHECKED;
/* a += weight times the sum of w w' over documents of these states. */
jsmf_status jsmf_polish_add_moment(jsmf_context *ctx, const jsmf_polish_prior *prior, size_t documents, double weight,
                                   const double *states, double *a) JSMF_CHECKED;

#endif
