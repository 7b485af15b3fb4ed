/* A model: topics B, their correlations A, anchors S and what goes with them (000, 001, 004). */
#ifndef JSMF_MODEL_H
#define JSMF_MODEL_H

#include "jsmf/base.h"

typedef struct jsmf_model {
    size_t n, k;
    double *b;              /* n x k, columns sum to 1: p(word | topic) */
    double *a;              /* k x k, sums to 1: p(topic, topic) */
    double legality;        /* A's sum before it was normalised */
    int64_t *s;             /* k: anchors, 0-based */
    double *bbar;           /* k x n: p(topic | word); zero columns for words without mass */
    double *canchor;        /* k x n: the anchors' rows of Cbar */
    double *residuals;      /* k */
    double *unigram;        /* n: row sums of the C that the model was learned from (not the original C's) */
    double *alpha;          /* k: a Dirichlet's parameters, positive; NULL: jsmf_arrays_model_store fits them to a */
    int64_t *anchor_words;  /* anchor_count: the words whose mean row is a topic's anchor; NULL: one a topic, s */
    int64_t *anchor_topics; /* anchor_count: their topics, ascending; s holds the first of each; or NULL */
    size_t anchor_count;
    size_t massless_words, massless_topics;
} jsmf_model;
void jsmf_model_free(jsmf_model *model);

/* alpha (k) = alpha_0 A e of the Dirichlet whose second moments are nearest to the symmetric a (k x k, of any positive
 * sum): alpha_0 by the sum of the variances, tr A - |A e|^2 = (1 - |A e|^2) / (alpha_0 + 1) (004 section 4.2). Positive
 * throughout: floored where a topic has no mass, or a no Dirichlet's moments. */
void jsmf_model_alpha_from_moments(size_t k, const double *a, double *alpha);

/* JSMF_EUSAGE for no topics, or for more than words. name: of the stream, for the message, or NULL. */
jsmf_status jsmf_model_check_topics(jsmf_context *ctx, const char *name, size_t topics, size_t words) JSMF_CHECKED;

/* ---- What a person wants to see of a model: each topic's weight, words and most related topics. ---- */

#define JSMF_NONE SIZE_MAX

typedef struct jsmf_model_summary {
    size_t k;
    size_t words;           /* columns of prominent and characteristic: as asked for, at most n */
    size_t related;         /* columns of topics and lift: as asked for, at most k - 1 */
    double *weight;         /* k: p(topic), the row sums of A; without A from Bbar and unigram; else NULL */
    size_t *prominent;      /* k x words: words of largest p(word | topic) first; JSMF_NONE behind the last above 0 */
    size_t *characteristic; /* k x words: words of largest Canchor (001: the anchor's neighbours), or NULL */
    size_t *topics;         /* k x related: other topics of largest lift, descending, JSMF_NONE behind the last above 1;
                             * NULL without A */
    double *lift;           /* k x related: A_kl / (p_k p_l), how much more often the two topics meet than by chance */
} jsmf_model_summary;

/* m: B, and what else it has; equals by the lower index. Owned by the caller. */
jsmf_status jsmf_model_summary_make(jsmf_context *ctx, const jsmf_model *m, size_t words, size_t related,
                                    jsmf_model_summary *out) JSMF_CHECKED;
void jsmf_model_summary_free(jsmf_model_summary *summary);

#endif
