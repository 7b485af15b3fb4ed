/* Recovery of a model from anchors, in steps that anchor words share. */
#ifndef JSMF_ANCHORS_RECOVERY_H
#define JSMF_ANCHORS_RECOVERY_H

#include "selection.h"
#include "jsmf/anchors.h"
#include "jsmf/model.h"

/* What the model is learned from; messages differ in why words lack mass and in what to do. */
typedef enum jsmf_anchors_source {
    JSMF_ANCHORS_OF_ORIGINAL,
    JSMF_ANCHORS_OF_RECTIFIED,
    JSMF_ANCHORS_OF_COMPRESSED
} jsmf_anchors_source;

/* model's arrays but bbar and canchor, of n words and k topics; false where memory lacks. */
bool jsmf_anchors_recover_allocate(jsmf_context *ctx, size_t n, size_t k, jsmf_model *model) JSMF_CHECKED;
/* The anchors that options give, else those of s; counts and words go into the model where a topic has several. */
jsmf_anchors_groups jsmf_anchors_recover_groups(const jsmf_anchors_aw_options *options, const int64_t *s);
jsmf_status jsmf_anchors_recover_note_groups(jsmf_context *ctx, const jsmf_anchors_groups *groups,
                                             jsmf_model *model) JSMF_CHECKED;
/* From the model's unigram and s, and *products as below, which it frees: bbar, b and massless_words; each topic's mass
 * into mass (k). op: C, whose rows JSMF_ROWS_KL needs, and the model's canchor; else not used. */
jsmf_status jsmf_anchors_recover_words(jsmf_context *ctx, const jsmf_anchors_aw_options *options,
                                       const jsmf_operator *op, const jsmf_anchors_groups *groups, jsmf_model *model,
                                       double **products, double *mass, jsmf_solve_simplex_report *report) JSMF_CHECKED;
/* Counts topics without mass, and warns of them, of the model's massless words, of topics without correlations, and of
 * a legality far from 1. */
void jsmf_anchors_recover_report(jsmf_context *ctx, jsmf_model *model, const double *mass, jsmf_anchors_source source);

/* x (n x k): the divergence's minimum over the simplex for every word (004 Algorithm 3), from x, which is feasible.
 * canchor: k x n, the anchors' rows of Cbar. Entries of Cbar that no anchor's row reaches are left out. JSMF_EDATA
 * where C has negative entries. */
jsmf_status jsmf_anchors_recover_kl(jsmf_context *ctx, const jsmf_anchors_aw_options *options, const jsmf_operator *op,
                                    const double *sums, const double *canchor, double *x,
                                    jsmf_solve_simplex_report *report) JSMF_CHECKED;
/* The model's b, a, bbar, legality and massless_words, and mass (k), by inversion (004 Algorithm 2) from its unigram, s
 * and canchor (of groups), and css (k x k). Negative entries are set to 0, with a warning. */
jsmf_status jsmf_anchors_recover_by_inversion(jsmf_context *ctx, const double *css, jsmf_anchors_source source,
                                              jsmf_model *model, double *mass) JSMF_CHECKED;
/* A and its legality from B = Q R: inner (k x k) = Q'CQ, r (k x k); negative entries set to 0, with a warning. */
jsmf_status jsmf_anchors_recover_least_squares(jsmf_context *ctx, size_t k, const double *inner, const double *r,
                                               jsmf_anchors_source source, double *a, double *legality) JSMF_CHECKED;
/* b (n x k) = x_ik sums_i, its columns divided by their sums, which go into mass (k). b may be x. */
void jsmf_anchors_recover_topics(size_t n, size_t k, const double *sums, const double *x, double *b, double *mass);
/* css (k x k) made symmetric, and 0 where it is negative, or nothing but what rounding leaves of a difference in rows
 * of those sums (n; a factored C's diagonal). */
void jsmf_anchors_recover_clip(size_t k, const double *sums, const int64_t *s, double *css);
/* a (k x k) = D^-1 C_SS D^-1, D = diag(b(s_k, k)), from the symmetric css (k x k), normalised to sum 1; *legality = its
 * sum before. Of groups, weighted sums stand for entries of C and B. JSMF_ENUMERIC where the sum is not positive. */
jsmf_status jsmf_anchors_recover_correlations(jsmf_context *ctx, const jsmf_anchors_groups *groups, const double *sums,
                                              const double *css, jsmf_anchors_source source, const double *b, double *a,
                                              double *legality) JSMF_CHECKED;
/* The same where *legality is the sum already. */
jsmf_status jsmf_anchors_recover_normalise(jsmf_context *ctx, size_t k, jsmf_anchors_source source, double *a,
                                           double *legality) JSMF_CHECKED;
/* Sets the negative entries of n to 0 and returns their part of the sum of magnitudes. */
double jsmf_anchors_recover_cut(size_t n, double *values);

#endif
