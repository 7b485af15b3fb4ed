/* Anchor words: pivoted QR on the rows of a row-normalised co-occurrence (001 Algorithm 3, 004 Algorithm 4). */
#ifndef JSMF_ANCHORS_H
#define JSMF_ANCHORS_H

#include "jsmf/operator.h"

typedef struct jsmf_anchor_options {
    size_t k;
    const int64_t *df; /* n, or NULL */
    int64_t min_df;    /* only words of at least this many documents may be anchors (needs df); 0: all */
    bool clean_up;     /* then each anchor in turn is chosen again, given the others (004 Algorithm 4, second loop) */
    size_t project;    /* choose among the rows of Cbar G, G n x project of independent N(0, 1 / project) by the
                        * context's seed (004 Algorithm 4); 0: among the rows. jsmf_anchor_words only */
} jsmf_anchor_options;

/* Row i of Cbar is row i of op divided by sums[i]; words without mass (sums[i] not positive) are no candidates. s[0 ..
 * k-1]: the anchors in order of selection; residuals[k]: the distance sqrt(u) of each from the span of those before.
 * The rule: the lowest index among all with u_i >= (1 - 1e-9) max u; a word whose u has fallen below 1e-9 of its first
 * value is out. JSMF_ENUMERIC where fewer than k anchors exist (says how many). Products with op's rows are taken in
 * batches (jsmf_operator_products), never an N x N matrix. */
jsmf_status jsmf_anchors_select(jsmf_context *ctx, const jsmf_operator *op, const double *sums,
                                const jsmf_anchor_options *options, int64_t *s, double *residuals) JSMF_CHECKED;

#endif
