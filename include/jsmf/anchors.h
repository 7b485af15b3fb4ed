/* From a co-occurrence to a model: anchor words, the low-rank anchor word algorithm, and AnchorFree. */
#ifndef JSMF_ANCHORS_H
#define JSMF_ANCHORS_H

#include "jsmf/model.h"
#include "jsmf/operator.h"
#include "jsmf/solve.h"

/* Throughout, C is a co-occurrence of n words, Cbar has C's rows divided by their sums, words and topics count from 0,
 * and matrices are row-major without gaps. A function that makes a model leaves *out empty where it fails; else the
 * caller frees it with jsmf_model_free. */

/* ---- selection: pivoted QR on the rows of Cbar (001 Algorithm 3, 004 Algorithm 4) ---- */

/* How the next anchor is chosen. u_i is the squared distance of Cbar_i from what the anchors before span. */
typedef enum jsmf_anchors_selection {
    JSMF_SELECT_QR, /* the largest u, from the anchors' span: pivoted QR (001 Algorithm 3, 004 Algorithm 4) */
    JSMF_SELECT_SPA, /* the same: on rows of sum 1 this is the successive projection algorithm (Gillis, Vavasis
                      * 2014) */
    JSMF_SELECT_AFFINE, /* the largest u, from the anchors' affine span, as in the programs of 004's authors */
    JSMF_SELECT_SNPA, /* the largest u, from the convex hull of the anchors and 0 (Gillis 2014) */
    JSMF_SELECT_XRAY /* u is taken from the anchors' cone; with i of the largest u and its residual R_i, the word j of
                      * the largest R_i Cbar_j' (Kumar, Sindhwani, Kambadur 2012, criterion "max"). Cbar must not be
                      * negative */
} jsmf_anchors_selection;

typedef struct jsmf_anchors_options {
    size_t k;
    const int64_t *df; /* n, or NULL */
    int64_t min_df;    /* only words of at least this many documents may be anchors (needs df); 0: all */
    jsmf_anchors_selection select;
    bool clean_up;  /* then each anchor in turn is chosen again, given the others (004 Algorithm 4, second loop) */
    size_t project; /* choose among the rows of Cbar G, G n x project of independent N(0, 1 / project) by the
                     * context's seed (004 Algorithm 4); 0: among the rows. jsmf_anchors_aw only */
} jsmf_anchors_options;

/* Chooses k anchors. op is C, and sums (n) its row sums; words without mass (sums[i] not positive) are no candidates.
 * s (k): the anchors in order of selection; residuals (k): the distance sqrt(u) of each from what those before span.
 * The next anchor is the word of lowest index among all with u_i >= (1 - 1e-9) max u; a word whose u has fallen below
 * 1e-9 of its first value is out. Products with C's rows are taken in batches (jsmf_operator_products), and no n x n
 * matrix is made. JSMF_EUSAGE for no topics, for more than words, and for a min_df without df; JSMF_ENUMERIC where
 * fewer than k anchors exist, which says how many. */
jsmf_status jsmf_anchors_select(jsmf_context *ctx, const jsmf_operator *op, const double *sums,
                                const jsmf_anchors_options *options, int64_t *s, double *residuals) JSMF_CHECKED;

/* ---- anchor words: C to a model (001 Algorithms 3 to 5; 004 Algorithms 2 and 3) ---- */

/* How far a word's row is from a mix of the anchors' rows: |Cbar_i - x' Cbar_S|^2, or the divergence
 * sum_j Cbar_ij log (Cbar_ij / (x' Cbar_S)_j) (004 Algorithm 3). */
typedef enum jsmf_anchors_loss { JSMF_ROWS_L2, JSMF_ROWS_KL } jsmf_anchors_loss;

typedef struct jsmf_anchors_aw_options {
    jsmf_anchors_options anchors; /* k, df, min_df, clean_up, project */
    const int64_t *given;         /* the user's anchors instead of a selection, or NULL */
    const size_t *given_first;    /* k + 1: topic j's anchor is the mean of the rows of Cbar of given[given_first[j]] ..
                                   * given[given_first[j + 1] - 1]; NULL: one word each, k of them */
    jsmf_anchors_loss loss;
    jsmf_solve_method solver; /* no JSMF_ADMM with JSMF_ROWS_KL */
    double tolerance;         /* of the solver; 0: its default (KL: on the duality gap, 1e-9, expgrad 1e-7) */
    size_t iterations;        /* of the solver; 0: its default (KL: 200, expgrad 20000) */
    bool plain;               /* recovery by inversion (004 Algorithm 2); loss and solver are not used */
    bool least_squares_a;     /* A = B^+ C B^+' (004 section 3) instead of D^-1 C_SS D^-1 */
    bool rectified;           /* whether C is rectified; only the advice in messages depends on it */
} jsmf_anchors_aw_options;

/* Finds the anchors S, Bbar by least squares over the simplex, B by Bayes' rule, and A = D^-1 C_SS D^-1 with
 * D = diag(B_S) (001 Algorithms 3 to 5). C need not be rectified: then this is 004's RecoverL2 (or RecoverKL), and
 * JSMF_ENUMERIC where C_SS is zero, so that there is no A.
 * plain: with N = Cbar_SS and N z = e, B' = diag(z)^-1 N^-1 Cbar_S and A = diag(z) C_SS diag(z) (004 Algorithm 2, in
 * the rows of Cbar), negative entries set to 0; JSMF_ENUMERIC where N is singular or A has no mass.
 * Where a topic's anchor has several words, their rows' mean stands for its row; they are recovered like others.
 * JSMF_EUSAGE for options that do not go together and for given anchors that are no distinct words with mass;
 * JSMF_EDATA where JSMF_ROWS_KL meets a C with negative entries. report may be NULL. */
jsmf_status jsmf_anchors_aw(jsmf_context *ctx, const jsmf_operator *op, const jsmf_anchors_aw_options *options,
                            jsmf_model *out, jsmf_solve_simplex_report *report) JSMF_CHECKED;
/* The bytes that jsmf_anchors_aw allocates; options may be NULL for the default ones. */
size_t jsmf_anchors_aw_bytes(size_t n, size_t k, const jsmf_anchors_aw_options *options);

/* ---- low-rank anchor words: C = Y Y' to a model in O(n k^2), without C (000 Algorithm 5) ---- */

/* d (n) = Y (Y'e): the row sums of Y Y', y n x k. */
jsmf_status jsmf_anchors_law_sums(jsmf_context *ctx, size_t n, size_t k, const double *y, double *d) JSMF_CHECKED;

/* With Y = Q R, takes the steps of jsmf_anchors_aw on X = diag(d)^-1 Y R' (n x k) in the place of diag(d)^-1 Y Y' =
 * X Q'. y is n x k, k <= n; options->anchors.k must be k, and there are no divergences and no projection.
 * plain: the paper's text. Else what is negative in Y Y' is mended where it matters: words with d_i <= 1e-12 mean(d)
 * are no candidates, and once the anchors S are chosen, E = max(-Y Y', 0) on the rows and columns of S and of the words
 * with d_i <= 0 is added to Y Y': d + E e for d, X = diag(d)^-1 (Y R' + E Q), C_SS + E_SS for C_SS, Canchor likewise.
 * Exact where Y Y' >= 0. Words with d_i <= 0 in the end have zero rows and are counted; so are those whose d_i is too
 * small to divide by. A word with d_i <= 0 costs O(n k) more. out's unigram is d, and 0 for words without rows. report
 * may be NULL.
 * JSMF_EDATA where the sum of Y Y' is not positive; JSMF_ENUMERIC where there are fewer than k anchors. */
jsmf_status jsmf_anchors_law(jsmf_context *ctx, size_t n, size_t k, const double *y,
                             const jsmf_anchors_aw_options *options, bool plain, jsmf_model *out,
                             jsmf_solve_simplex_report *report) JSMF_CHECKED;
/* The bytes that jsmf_anchors_law allocates. */
size_t jsmf_anchors_law_bytes(size_t n, size_t k);

/* ---- AnchorFree: topics without anchor words (003: Huang, Fu, Sidiropoulos, NIPS 2016, Algorithm 2). Of all models
 * B A B' of C's leading part with B >= 0, the one whose det A is least ---- */

typedef struct jsmf_anchorfree_options {
    size_t k;
    const int64_t *df; /* n, or NULL */
    int64_t min_df;    /* B >= 0 is asked of words of at least this many documents (needs df); 0: of all */
    size_t sweeps;     /* at most so many over the topics; 0: 20 */
    double tolerance;  /* stops when a sweep raises log |det M| by less; 0: 1e-6 */
} jsmf_anchorfree_options;

typedef struct jsmf_anchorfree_report {
    size_t rows;       /* words of which B >= 0 is asked */
    size_t sweeps;
    bool converged;    /* the last one raised log |det M| by less than the tolerance */
    size_t programs, steps; /* linear programs, and the simplex method's steps in them */
    double clipped_b;  /* what was negative in B, as a part of what was positive */
    double clipped_a;  /* the same of A */
} jsmf_anchorfree_report;

/* With C near U L U' (the k largest eigenpairs), B = U M and A = M^-1 L M^-T: M's columns are found in turn, each by
 * two linear programs, so that |det M| is largest with U M >= 0 on the words asked for and the columns' sums over
 * these 1. What is negative in B, on other words, and in A is clipped; then both are normalised. out has no anchors
 * (s, canchor, residuals NULL); its bbar follows from B and A, its unigram is C's row sums. report may be NULL.
 * JSMF_ESYSTEM where the library was built without a solver of linear programs; JSMF_EUSAGE for a min_df without df;
 * JSMF_ENUMERIC for more topics than positive eigenvalues, or than the words asked for carry. */
jsmf_status jsmf_anchorfree(jsmf_context *ctx, const jsmf_operator *op, const jsmf_anchorfree_options *options,
                            jsmf_model *out, jsmf_anchorfree_report *report) JSMF_CHECKED;
/* The same of C = Y Y', y n x columns, k <= columns <= n, in time linear in n. JSMF_EUSAGE for other sizes. */
jsmf_status jsmf_anchorfree_compressed(jsmf_context *ctx, size_t n, size_t columns, const double *y,
                                       const jsmf_anchorfree_options *options, jsmf_model *out,
                                       jsmf_anchorfree_report *report) JSMF_CHECKED;
/* The bytes that these two allocate; columns: of y, or 0 for an operator. */
size_t jsmf_anchorfree_bytes(size_t n, size_t k, size_t columns);
/* JSMF_ESYSTEM, saying what to install, where the library was built without a solver of linear programs. */
jsmf_status jsmf_anchorfree_available(jsmf_context *ctx) JSMF_CHECKED;

#endif
