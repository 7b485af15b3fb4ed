/* Document completion of the documents that are held out: they are not learned from, but scored after each pass. */
#ifndef JSMF_POLISH_UNSEEN_H
#define JSMF_POLISH_UNSEEN_H

#include "document/halves.h"
#include "e_step.h"

/* The documents held out. Each is composed from one half of its tokens, and the other half is scored. */
typedef struct jsmf_polish_unseen {
    const jsmf_batches *source; /* can pick; borrowed */
    size_t documents, *places;  /* how many there are, and where in the source (0-based); the owner adds them */
    size_t first;               /* the place in the whole of the source's first document */
    size_t *numbers;            /* of a batch of documents, in the whole */
    jsmf_document_halves halves; /* of a batch of documents */
    double *states;             /* of a batch of documents */
    double *w;                  /* k, for work */
    double tokens;              /* that jsmf_polish_unseen_complete has scored last */
} jsmf_polish_unseen;

/* Whether the context's seed holds document `place` out, where this part (0 to 1) of all documents is to be. */
bool jsmf_polish_unseen_takes(const jsmf_context *ctx, double part, size_t place);
/* Makes room for so many documents; none is held out yet. Fails for lack of memory only; jsmf_polish_unseen_free in any
 * case. */
jsmf_status jsmf_polish_unseen_new(jsmf_context *ctx, const jsmf_batches *source, size_t most_documents,
                                   const jsmf_polish_prior *prior, jsmf_polish_unseen *unseen) JSMF_CHECKED;
void jsmf_polish_unseen_free(jsmf_polish_unseen *unseen); /* a cleared struct is fine */
/* Adds to *sum the log sum_k B_ik w_k of the second halves' tokens of known words, w each document's composition by its
 * first half, and to *tokens the number of these. block is for work. */
jsmf_status jsmf_polish_unseen_sum(jsmf_context *ctx, jsmf_polish_unseen *unseen, jsmf_polish_block *block,
                                   const jsmf_polish_topics *topics, const jsmf_polish_prior *prior, double *sum,
                                   double *tokens) JSMF_CHECKED;
/* *score: the mean of the same; NAN where there are no such tokens. */
jsmf_status jsmf_polish_unseen_score(jsmf_context *ctx, jsmf_polish_unseen *unseen, jsmf_polish_block *block,
                                     const jsmf_polish_topics *topics, const jsmf_polish_prior *prior,
                                     double *score) JSMF_CHECKED;
/* *score: the mean that jsmf_metrics_of_held_out has, of the same halves, under the model, whose A, where it has none,
 * is that of its alpha, or of 1 / k; NAN where nothing can be scored, or no documents can have these moments. */
jsmf_status jsmf_polish_unseen_complete(jsmf_context *ctx, jsmf_polish_unseen *unseen, const jsmf_model *model,
                                        double *score) JSMF_CHECKED;

#endif
