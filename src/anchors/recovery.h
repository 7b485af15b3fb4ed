/* Recovery of a model from anchors: the steps that the anchor word algorithm and the low-rank one share. */
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

/* A model in the making. Both algorithms take the same steps, and differ in where rows, products and C_SS come from: of
 * an operator, or of Y Y'. */
typedef struct jsmf_anchors_recovery {
    const jsmf_anchors_aw_options *options;
    jsmf_anchors_source source;
    jsmf_model *model; /* its unigram: the rows' sums c, 0 for words without mass */
    jsmf_solve_simplex_report *report;
    bool keeps_negative; /* C_SS is taken as it is, negative entries too */
    /* C, by functions of self. gather: rows (count x n) = C's rows index[0 .. count - 1], as mended where Y Y' is.
     * quadratic: inner (k x k) = Q'CQ, q n x k; Y Y' as it is. */
    const void *self;
    jsmf_status (*gather)(jsmf_context *ctx, const void *self, size_t count, const size_t *index, double *rows);
    jsmf_status (*quadratic)(jsmf_context *ctx, const void *self, size_t n, size_t k, const double *q, double *inner);
    const jsmf_operator *op; /* C, which JSMF_ROWS_KL and projections need, or NULL */
    /* What lives only while the model is made. */
    jsmf_anchors_groups groups;
    int64_t *words;   /* the groups' and where each begins, where some were given and others chosen; else NULL */
    size_t *first;
    double *products; /* n x k: <Cbar_i, Cbar_s>, with the mean row where an anchor has several words */
    double *css;      /* k x k: C_SS */
    double *mass;     /* k: the topics' */
} jsmf_anchors_recovery;

/* Allocates the model's arrays but bbar and canchor, for n words and the options' k topics, and the three arrays above.
 * The caller closes w in any case. Fails for lack of memory only. */
jsmf_status jsmf_anchors_recovery_open(jsmf_context *ctx, size_t n, jsmf_anchors_recovery *w) JSMF_CHECKED;
/* Frees the three arrays, and the model too where something has failed; returns the context's status. */
jsmf_status jsmf_anchors_recovery_close(jsmf_context *ctx, jsmf_anchors_recovery *w) JSMF_CHECKED;
/* Chooses the anchors among the rows, which are divided by sums (n; 0: no candidate), or takes those that the options
 * give. Sets groups, products, and the model's s, residuals, anchor_words and anchor_topics. */
jsmf_status jsmf_anchors_recover_anchors(jsmf_context *ctx, jsmf_anchors_recovery *w, const jsmf_anchors_rows *rows,
                                         const double *sums) JSMF_CHECKED;
/* Makes the rest of the model from its unigram, the groups and the products: canchor; Bbar by least squares over the
 * simplex or by divergence, B by Bayes' rule, and A (001 Algorithms 4 and 5); or all three by inversion. Warns as
 * jsmf_anchors_aw does. Frees the products on the way. JSMF_ENUMERIC where there is no A. */
jsmf_status jsmf_anchors_recover(jsmf_context *ctx, jsmf_anchors_recovery *w) JSMF_CHECKED;

/* x (n x k): for every word the divergence's minimum over the simplex (004 Algorithm 3). Newton's method starts from
 * the x that is given, which is feasible; expgrad from the middle of the simplex. sums (n): op's row sums. canchor: k x
 * n, the anchors' rows of Cbar. Entries of Cbar in columns where no anchor's row is above 1e-15 are left out.
 * JSMF_EDATA where an entry of C is negative beyond rounding. */
jsmf_status jsmf_anchors_recover_kl(jsmf_context *ctx, const jsmf_anchors_aw_options *options, const jsmf_operator *op,
                                    const double *sums, const double *canchor, double *x,
                                    jsmf_solve_simplex_report *report) JSMF_CHECKED;
/* Makes the model's b, a, bbar, legality and massless_words, and mass (k), by inversion (004 Algorithm 2) from its
 * unigram, s and canchor, and css (k x k); these two are of groups where anchors have several words. Negative entries
 * are set to 0, with a warning. JSMF_ENUMERIC where css is singular, or A has no mass. */
jsmf_status jsmf_anchors_recover_by_inversion(jsmf_context *ctx, const double *css, jsmf_anchors_source source,
                                              jsmf_model *model, double *mass) JSMF_CHECKED;
/* ---- A (correlations.c) ---- */

/* Makes the model's a = D^-1 C_SS D^-1, D = diag(B(s_k, k)), and its sum, the legality (001 Algorithm 5). Of groups,
 * weighted sums stand for the entries of C and B. JSMF_ENUMERIC where a group has nothing of its topic. */
jsmf_status jsmf_anchors_recover_by_diagonal(jsmf_context *ctx, jsmf_anchors_recovery *w) JSMF_CHECKED;
/* The same by A = B^+ C B^+' (004 section 3), negative entries set to 0, with a warning. JSMF_ENUMERIC also where a
 * topic is a mix of others. */
jsmf_status jsmf_anchors_recover_by_least_squares(jsmf_context *ctx, jsmf_anchors_recovery *w) JSMF_CHECKED;
/* Fills the rows and columns of topics that a has nothing of from G = Bbar C Bbar', times what makes G's sum over the
 * other topics that of a, and adds them to the legality. Where a is 0 throughout it becomes G. Warns of it. */
jsmf_status jsmf_anchors_recover_empty(jsmf_context *ctx, jsmf_anchors_recovery *w) JSMF_CHECKED;
/* The remedy for anchors that do not fit, which depends on what the model is learned from. */
jsmf_remedy jsmf_anchors_recover_remedy(jsmf_anchors_source source);
/* Divides a (k x k) by its sum, *legality. JSMF_ENUMERIC where that is not positive. */
jsmf_status jsmf_anchors_recover_normalise(jsmf_context *ctx, size_t k, jsmf_anchors_source source, double *a,
                                           double *legality) JSMF_CHECKED;
/* Sets the negative ones of n values to 0 and returns their part of the sum of magnitudes, 0 where that is 0. */
double jsmf_anchors_recover_cut(size_t n, double *values);

#endif
