/* What a person wants to see of a model: each topic's weight, words and most related topics. */
#ifndef JSMF_SUMMARY_H
#define JSMF_SUMMARY_H

#include "jsmf/model.h"

#define JSMF_NONE SIZE_MAX

typedef struct jsmf_summary {
    size_t k;
    size_t words;           /* columns of prominent and characteristic: as asked for, at most n */
    size_t related;         /* columns of topics and lift: as asked for, at most k - 1 */
    double *weight;         /* k: p(topic), the row sums of A; without A from Bbar and unigram; else NULL */
    size_t *prominent;      /* k x words: words of largest p(word | topic) first; JSMF_NONE behind the last above 0 */
    size_t *characteristic; /* k x words: words of largest Canchor (001: the anchor's neighbours), or NULL */
    size_t *topics;         /* k x related: other topics of largest lift, descending, JSMF_NONE behind the last above 1;
                             * NULL without A */
    double *lift;           /* k x related: A_kl / (p_k p_l), how much more often the two topics meet than by chance */
} jsmf_summary;

/* m: B, and what else it has; equals by the lower index. Owned by the caller. */
jsmf_status jsmf_summary_make(jsmf_context *ctx, const jsmf_model *m, size_t words, size_t related,
                              jsmf_summary *out) JSMF_CHECKED;
void jsmf_summary_free(jsmf_summary *summary);

#endif
