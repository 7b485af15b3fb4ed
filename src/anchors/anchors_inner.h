/* What the library uses of this room beside jsmf/anchors.h, and no program. */
#ifndef JSMF_ANCHORS_INNER_H
#define JSMF_ANCHORS_INNER_H

#include "jsmf/anchors.h"

/* ---- selection of anchors, one after another, among the rows of Cbar (001 Algorithm 3, 004 Algorithm 4) ---- */

/* The words that may be anchors. */
typedef struct jsmf_anchors_limit {
    int64_t df;         /* they are in at least so many documents; 0: in any number */
    double probability; /* their probability is at least this; 0: any */
    size_t words;       /* how many words these are */
} jsmf_anchors_limit;

/* How rare an anchor may be, as the options say. Words are counted whose sum in sums (n) is positive; sums may be NULL,
 * where all words count.
 * JSMF_ANCHORS_AUTO is explained in jsmf/anchors.h.
 * JSMF_EUSAGE where min_df needs df, or min_probability unigram; else fails for lack of memory only. */
jsmf_status jsmf_anchors_find_limit(jsmf_context *ctx, size_t n, const double *sums,
                                    const jsmf_anchors_options *options, jsmf_anchors_limit *out) JSMF_CHECKED;

/* Chooses k anchors by options->select, which neither cleans up nor projects. op is C, and sums (n) has its row sums; a
 * word whose sum is not positive is no candidate, nor is one beyond jsmf_anchors_find_limit's limit. s (k) receives the
 * anchors in the order of their selection. residuals (k) receives the distance of each, sqrt(u), when it was chosen;
 * the first one's is the length of its row. Among words whose value (u, or XRAY's product) is at least 1 - 1e-9 of the
 * largest, the one of lowest index is taken; a word whose u has fallen below 1e-9 of its first value is out. Products
 * with C's rows are taken in batches (jsmf_operator_products), and no n x n matrix is made. JSMF_EUSAGE where k is 0 or
 * above n, and as jsmf_anchors_find_limit. JSMF_ENUMERIC where there are fewer than k anchors; the message says how
 * many there are. */
jsmf_status jsmf_anchors_select(jsmf_context *ctx, const jsmf_operator *op, const double *sums,
                                const jsmf_anchors_options *options, int64_t *s, double *residuals) JSMF_CHECKED;

#endif
