/* What all ways of polishing share: the beginning, the steps of EM, and the model at the end. */
#ifndef JSMF_POLISH_RUN_H
#define JSMF_POLISH_RUN_H

#include "e_step.h"

/* Of what a prior learns from, in sums over shards: E log w of a topic without tokens may be -1e6 in each document. */
#define JSMF_POLISH_LEARNED_PART 0x1p-10

/* Steps of a document that begins anew, in a whole pass. */
enum { JSMF_POLISH_COLD_STEPS = 20 };

/* sizes: how many sums of each kind a round of this way has, with this prior. */
void jsmf_polish_part_sizes(jsmf_polish_way way, jsmf_polish_prior_kind prior, size_t n, size_t k,
                            size_t sizes[JSMF_POLISH_REALS]);

typedef struct jsmf_polish_run {
    const jsmf_polish_options *options;
    const jsmf_polish_state *state; /* that the run goes on from, or NULL; borrowed */
    size_t n, k;
    const double *start;          /* n x k: B0, the topics at the beginning; borrowed, or random below */
    double *random;               /* n x k: owned, where they are random; else NULL */
    double *mean;                 /* k: the topics' shares at the beginning */
    double *start_columns;        /* k: sums of the start's columns: 1, or 0 for a topic without words */
    double *start_weights;        /* k: pseudo-counts of the start's topics, in units of the mean topic's tokens */
    double *start_counts, *fixed; /* k: those of now and next, which borrow them */
    double *none;                 /* k zeros: the same of now, where a state's topics are taken as they are */
    jsmf_polish_topics now;       /* B */
    jsmf_polish_topics next;      /* of a whole pass: the tokens that make the next B */
    double *alpha;                /* k: the Dirichlet at the beginning */
    jsmf_polish_prior prior;
    double *learned;              /* prior.learned doubles: of a minibatch, or of a whole pass */
    jsmf_polish_block block;      /* the documents in hand */
    size_t updates;               /* t: minibatches that B has followed */
    double forgetting;            /* kappa of rho_t = (delay + t)^-kappa */
    jsmf_polish_report report;
} jsmf_polish_run;

/* Fills *run from the start and the options, which are borrowed until jsmf_polish_end. whole: there will be whole
 * passes, too. jsmf_polish_begin_prior and jsmf_polish_set_tokens must follow, and in any case jsmf_polish_end. Fails
 * as jsmf_polish does for the start and the options. */
jsmf_status jsmf_polish_begin(jsmf_context *ctx, const jsmf_model *start, const jsmf_polish_options *options,
                              bool whole, jsmf_polish_run *run) JSMF_CHECKED;
/* Begins the prior, which has the part of so many documents against its pseudo-documents; 0: unknown. That of a state
 * has begun. JSMF_ENUMERIC where no normal distribution has the start's moments. */
jsmf_status jsmf_polish_begin_prior(jsmf_context *ctx, jsmf_polish_run *run, const jsmf_model *start,
                                    size_t documents) JSMF_CHECKED;
/* Tells the run how many tokens there are in all, which turns start_weights and beta into parts of them, and in how
 * many documents, whose length says how much holds each topic to the start. A state has that already. */
void jsmf_polish_set_tokens(jsmf_polish_run *run, double tokens, double documents);
/* The part of jsmf_polish_begin, behind its allocations, where the options have a state that topics and prior go on
 * from. Whole: B is taken as it is; else it makes tokens, beside which the pseudo-counts are, as the start's does. */
jsmf_status jsmf_polish_resume(jsmf_context *ctx, const jsmf_model *model, const jsmf_polish_state *state, bool whole,
                               jsmf_polish_run *run) JSMF_CHECKED;
/* The prior's values into those of the state, whose former ones are freed. Fails for lack of memory only. */
jsmf_status jsmf_polish_keep_prior(jsmf_context *ctx, const jsmf_polish_prior *p,
                                   jsmf_polish_state *state) JSMF_CHECKED;
/* Frees what the run owns and clears it. */
void jsmf_polish_end(jsmf_polish_run *run);
/* How many documents a minibatch has, where so many documents have so many tokens. */
size_t jsmf_polish_minibatch(const jsmf_polish_options *options, size_t documents, double tokens);

/* *sums = those of no documents, with run->learned for what the prior learns from. */
void jsmf_polish_clear(jsmf_polish_run *run, jsmf_polish_sums *sums);
/* The E-step: loads the documents into the block and moves their states (rows of prior.state) by at most `steps` steps
 * under the present topics and prior. Adds to *sums. */
jsmf_status jsmf_polish_e_step(jsmf_context *ctx, jsmf_polish_run *run, const jsmf_csr *documents, size_t steps,
                               double *states, jsmf_polish_sums *sums) JSMF_CHECKED;
/* The same in a whole pass: also adds weight times the documents' tokens to next. */
jsmf_status jsmf_polish_gather(jsmf_context *ctx, jsmf_polish_run *run, const jsmf_csr *documents, size_t steps,
                               double weight, double *states, jsmf_polish_sums *sums) JSMF_CHECKED;
/* Next without any tokens. */
void jsmf_polish_clear_next(jsmf_polish_run *run);
/* report.documents, and report.bound = F / T of the topics and the prior that a whole pass began with, of which sums
 * are. JSMF_EDATA where no document has known words. */
jsmf_status jsmf_polish_find_bound(jsmf_context *ctx, jsmf_polish_run *run,
                                   const jsmf_polish_sums *sums) JSMF_CHECKED;
/* rho_t: how much the next minibatch counts. */
double jsmf_polish_rate(const jsmf_polish_run *run);
/* The M-step after a minibatch: the topics and the prior move by rho_t. Nothing where it has no known words. */
jsmf_status jsmf_polish_m_step_stirred(jsmf_context *ctx, jsmf_polish_run *run,
                                       const jsmf_polish_sums *sums) JSMF_CHECKED;
/* The M-step after a whole pass: the topics become those of next, and the prior what the documents make likeliest. */
jsmf_status jsmf_polish_m_step_whole(jsmf_context *ctx, jsmf_polish_run *run,
                                     const jsmf_polish_sums *sums) JSMF_CHECKED;

/* a (k x k) += weight times the sum of w w' over documents of these states. */
jsmf_status jsmf_polish_add_moment(jsmf_context *ctx, const jsmf_polish_prior *prior, size_t documents, double weight,
                                   const double *states, double *a) JSMF_CHECKED;
/* b (n x k) = the topics of now, in columns of sum 1; columns (k): their sums before that, 0 for one without words. */
void jsmf_polish_fill_topics(const jsmf_polish_run *run, double *b, double *columns);
/* *out = the model: B, alpha, bbar, unigram, canchor, the start's anchors that hold, and a (k x k) made symmetric and
 * divided by its sum. The caller frees it; on failure it is empty. Uses now, next and learned up. Warns of topics
 * without words. */
jsmf_status jsmf_polish_finish(jsmf_context *ctx, jsmf_polish_run *run, const jsmf_model *start, const double *a,
                               jsmf_model *out) JSMF_CHECKED;

#endif
