/* Anchor words: pivoted QR on the rows of a row-normalised co-occurrence (001 Algorithm 3, 004 Algorithm 4). */
#ifndef JSMF_ANCHORS_H
#define JSMF_ANCHORS_H

#include "jsmf/operator.h"

/* How the next anchor is chosen. u_i: the squared distance of Cbar_i from what those chosen before span. */
typedef enum jsmf_selection {
    JSMF_SELECT_QR,     /* the largest u; their span: pivoted QR (001 Algorithm 3, 004 Algorithm 4) */
    JSMF_SELECT_SPA,    /* the same: on rows of sum 1 this is the successive projection algorithm (Gillis, Vavasis
                         * 2014) */
    JSMF_SELECT_AFFINE, /* the largest u; their affine span, as in the programs of 004's authors */
    JSMF_SELECT_SNPA,   /* the largest u; the convex hull of theirs and 0 (Gillis 2014) */
    JSMF_SELECT_XRAY    /* their cone; with i of largest u and its residual R_i, the largest R_i Cbar_j' (Kumar,
                         * Sindhwani, Kambadur 2012, criterion "max"). Cbar must not be negative */
} jsmf_selection;

typedef struct jsmf_anchor_options {
    size_t k;
    const int64_t *df; /* n, or NULL */
    int64_t min_df;    /* only words of at least this many documents may be anchors (needs df); 0: all */
    jsmf_selection select;
    bool clean_up;     /* then each anchor in turn is chosen again, given the others (004 Algorithm 4, second loop) */
    size_t project;    /* choose among the rows of Cbar G, G n x project of independent N(0, 1 / project) by the
                        * context's seed (004 Algorithm 4); 0: among the rows. jsmf_anchor_words only */
} jsmf_anchor_options;

/* Row i of Cbar is row i of op divided by sums[i]; words without mass (sums[i] not positive) are no candidates. s[0 ..
 * k-1]: the anchors in order of selection; residuals[k]: the distance sqrt(u) of each from what those before span.
 * The rule: the lowest index among all with u_i >= (1 - 1e-9) max u; a word whose u has fallen below 1e-9 of its first
 * value is out. JSMF_ENUMERIC where fewer than k anchors exist (says how many). Products with op's rows are taken in
 * batches (jsmf_operator_products), never an N x N matrix. */
jsmf_status jsmf_anchors_select(jsmf_context *ctx, const jsmf_operator *op, const double *sums,
                                const jsmf_anchor_options *options, int64_t *s, double *residuals) JSMF_CHECKED;

#endif
