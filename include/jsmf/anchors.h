/* From a co-occurrence to a model: anchor words, and the low-rank anchor word algorithm. */
#ifndef JSMF_ANCHORS_H
#define JSMF_ANCHORS_H

#include "jsmf/eigen.h"
#include "jsmf/model.h"
#include "jsmf/solve.h"

JSMF_BEGIN_DECLS

/* ---- selection of anchors, one after another, among the rows of Cbar (001 Algorithm 3, 004 Algorithm 4) ---- */

/* The rule by which the next anchor is chosen. Each rule measures how far a word's row is from what the anchors chosen
 * so far can make: u_i is the squared distance of Cbar_i from the set that the rule names. */
typedef enum jsmf_anchors_selection {
    JSMF_SELECT_QR, /* the word of largest u, from the linear span of the anchors' rows: pivoted QR (001 Algorithm 3,
                     * 004 Algorithm 4) */
    JSMF_SELECT_SPA, /* the same rule by another name: on rows of sum 1 it is the successive projection algorithm
                      * (Gillis, Vavasis 2014) */
    JSMF_SELECT_AFFINE, /* the word of largest u, from the affine span of the anchors' rows, as in the programs of
                         * 004's authors */
    JSMF_SELECT_SNPA, /* the word of largest u, from the convex hull of the anchors' rows and 0 (Gillis 2014) */
    JSMF_SELECT_XRAY /* u is the squared distance from the cone of the anchors' rows. i being the word of largest u, and
                      * R_i its row less the nearest point of the cone, the next anchor is the word j of largest
                      * R_i Cbar_j' (Kumar, Sindhwani, Kambadur 2012, criterion "max"). The caller sees to it that C has
                      * no negative entries: that is not checked */
} jsmf_anchors_selection;

/* In the place of a least document frequency. An anchor is then in at least max(10, 0.5 %) of the documents; but the
 * limit is lowered to the document frequency that leaves max(k, min(5 k, N / 3)) of the N words of positive row sums,
 * with those that have the same. Where the documents are not known, the most frequent word's stand for all of them.
 * Without df the probability is limited: to at least 0.01 / k, lowered in the same way. Without df and unigram, and
 * where there are no more than k words, there is no limit. The rule comes from no paper: it was found by learning and
 * judging models of 36 corpora with 20 and 50 topics (rare words' rows are noisy, and far from the span of others for
 * that alone). */
enum { JSMF_ANCHORS_AUTO = -1 };

typedef struct jsmf_anchors_options {
    size_t k;                      /* anchors, which is topics */
    const int64_t *df;             /* n: the documents that each word occurs in; or NULL */
    int64_t documents;             /* all of them, for JSMF_ANCHORS_AUTO; 0: unknown */
    const double *unigram;         /* n: the words' probabilities in the co-occurrence before any rectification; or
                                    * NULL. Words of 0 are no candidates */
    int64_t min_df;                /* only words of at least so many documents may be anchors, for which df is needed;
                                    * 0: all words; or JSMF_ANCHORS_AUTO */
    double min_probability;        /* only words of at least this probability may be anchors, for which unigram is
                                    * needed; 0: all words. JSMF_ANCHORS_AUTO does not look at it */
    jsmf_anchors_selection select; /* the rule; 0: JSMF_SELECT_QR */
    bool clean_up;  /* after the selection each anchor in turn is chosen again: the word farthest from the linear span
                     * of all other anchors (004 Algorithm 4, second loop) */
    size_t project; /* not 0: the choice is among the rows of Cbar G, where G (n x project, project >= k) has
                     * independent entries of N(0, 1 / project), drawn by the context's seed (004 Algorithm 4).
                     * jsmf_anchors_law refuses it */
} jsmf_anchors_options;

/* How many of the n words are in at least *least documents, max(10, 0.5 %) of them, before that is lowered. Where these
 * are fewer than topics, some anchors will be rare words. documents: 0 as above. */
size_t jsmf_anchors_frequent_words(size_t n, const int64_t *df, int64_t documents, int64_t *least);

/* ---- anchor words: C to a model (001 Algorithms 3 to 5; 004 Algorithms 2 and 3) ---- */

/* The loss by which a word's row is compared with a mix x of the anchors' rows. L2: |Cbar_i - x' Cbar_S|^2. KL: the
 * divergence sum_j Cbar_ij log (Cbar_ij / (x' Cbar_S)_j) (004 Algorithm 3), over the words j that occur with an anchor;
 * on any other it would be infinite for every x. */
typedef enum jsmf_anchors_loss { JSMF_ROWS_L2, JSMF_ROWS_KL } jsmf_anchors_loss;

typedef struct jsmf_anchors_aw_options {
    jsmf_anchors_options anchors; /* how anchors are selected, and k; where some are given, the others are selected by
                                   * JSMF_SELECT_QR among the words that the options admit, and the rest is not used */
    const int64_t *given;         /* the user's anchors, words; or NULL */
    const size_t *given_first;    /* k + 1: topic j's anchor is the mean row of Cbar over the words
                                   * given[given_first[j]] .. given[given_first[j + 1] - 1]; a topic without words gets
                                   * an anchor by the selection, which begins with the span of those given. NULL: given
                                   * has k words, one a topic */
    jsmf_anchors_loss loss;   /* what Bbar minimises */
    jsmf_solve_method solver; /* what finds the minimum. With JSMF_ROWS_KL, JSMF_ACTIVE_SET is Newton's method, and
                               * JSMF_ADMM is refused */
    double tolerance;         /* of the solver; 0: its default, in solve.h for L2. KL: on the optimality residual, which
                               * the duality gap never exceeds, 1e-9, or on the gap itself by expgrad, 1e-7 */
    size_t iterations;        /* of the solver, at most, for one word; 0: its default (KL: 200, expgrad 20000) */
    double step;              /* of JSMF_ADMM gamma as it stands in 001, of JSMF_EXPGRAD every step along the
                               * gradient of half the loss; 0: as the solver finds it. With JSMF_ROWS_L2 alone */
    bool plain;               /* recovery by inversion (004 Algorithm 2) in the place of loss and solver */
    bool least_squares_a;     /* A = B^+ C B^+' (004 section 3) instead of D^-1 C_SS D^-1 */
    bool rectified;           /* whether C is rectified; only the advice in messages depends on it */
} jsmf_anchors_aw_options;

/* Finds the anchors S; Bbar, whose column i is the x of the simplex that minimises the loss of word i; B by Bayes'
 * rule; and A = D^-1 C_SS D^-1 with D = diag(B_S) (001 Algorithms 3 to 5), divided by its sum, which is out->legality.
 * On a C that is not rectified this is 004's RecoverL2, or RecoverKL.
 * plain: with N = Cbar_SS and N z = e, B' = diag(z)^-1 N^-1 Cbar_S and A = diag(z) C_SS diag(z) (004 Algorithm 2,
 * written with the rows of Cbar), then negative entries of both are set to 0.
 * A topic whose anchor occurs with no anchor, nor with itself, has a row and column of zeros in that A. They are filled
 * from G = Bbar C Bbar', what all words say and not the anchors alone, with a warning: times what makes the sum of G
 * over the other topics the sum that A has over them. So the other topics' entries stay as they are up to A's division
 * by its sum, out->legality, which counts the filled ones. Where A has no mass at all it is G. plain fills nothing.
 * Where a topic's anchor has several words, the mean of their rows stands for its row, out->s has the first of them,
 * and they are recovered like other words; an anchor of one word belongs to its topic alone.
 * out->residuals has each anchor's distance when it was chosen; where anchors are given, cleaned up or chosen by
 * projection, it has their distances from the linear span of those before them.
 * Where JSMF_ANCHORS_AUTO leaves words of which fewer than k can be told apart, anchors are chosen among all words,
 * with a warning. out->candidates, least_df and least_probability tell the limit.
 * Warnings say which words and topics have no mass, and where legality is far from 1. Words at which the solver did not
 * converge are no error: report, which may be NULL, counts them.
 * JSMF_EUSAGE where k is 0 or above n, where min_df needs df, or min_probability unigram, for options that do not go
 * together, and where given anchors are not distinct words with mass. JSMF_EDATA where JSMF_ROWS_KL meets a negative
 * entry of C. JSMF_ENUMERIC where there are too few anchors, where plain leaves A no mass (no anchor occurs with an
 * anchor), where N is singular, and where, for least_squares_a, a topic is a mix of others. JSMF_ESYSTEM for lack of
 * memory. */
jsmf_status jsmf_anchors_aw(jsmf_context *ctx, const jsmf_operator *op, const jsmf_anchors_aw_options *options,
                            jsmf_model *out, jsmf_solve_simplex_report *report) JSMF_CHECKED;

/* ---- low-rank anchor words: C = Y Y' to a model in O(n k^2), without C (000 Algorithm 5) ---- */

/* d (n) = Y (Y'e), the row sums of Y Y'; y is n x k. Fails for lack of memory only. */
jsmf_status jsmf_anchors_law_sums(jsmf_context *ctx, size_t n, size_t k, const double *y, double *d) JSMF_CHECKED;

/* Takes the steps of jsmf_anchors_aw on X = diag(d)^-1 Y R' (n x k), where Y = Q R: as diag(d)^-1 Y Y' = X Q' and Q's
 * columns are orthonormal, X's rows have the products and distances of Cbar's. y is n x k, k <= n, and
 * options->anchors.k is k.
 * paper: the algorithm as the paper has it. Otherwise Y Y' is mended where its negative entries matter:
 * - words with d_i <= 1e-12 mean(d) are no candidates;
 * - once the anchors S are chosen, E = max(-Y Y', 0) is added to Y Y' on the rows and columns of S and of the words
 *   with d_i <= 0. So d becomes d + E e, X becomes diag(d)^-1 (Y R' + E Q), C_SS becomes C_SS + E_SS, and out->canchor
 *   has the mended rows. A word with d_i <= 0 costs O(n k) more.
 * Where Y Y' >= 0 both give the same. In the end words with d_i <= 0, or with a d_i too small to divide by, have zero
 * rows of B and are counted in out->massless_words. out->unigram is d, and 0 for these words. report may be NULL.
 * JSMF_EUSAGE for another k, for JSMF_ROWS_KL and for options->anchors.project, which need the rows of C, and as
 * jsmf_anchors_aw. JSMF_EDATA where k > n, or the sum of Y Y' is not positive or above 1e300. JSMF_ENUMERIC as
 * jsmf_anchors_aw. */
jsmf_status jsmf_anchors_law(jsmf_context *ctx, size_t n, size_t k, const double *y,
                             const jsmf_anchors_aw_options *options, bool paper, jsmf_model *out,
                             jsmf_solve_simplex_report *report) JSMF_CHECKED;

JSMF_END_DECLS

#endif
