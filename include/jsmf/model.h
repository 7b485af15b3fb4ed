/* A model: topics B, their correlations A, anchors S and what goes with them (000, 001, 004). */
#ifndef JSMF_MODEL_H
#define JSMF_MODEL_H

#include "jsmf/anchors.h"
#include "jsmf/simplex.h"

typedef struct jsmf_model {
    size_t n, k;
    double *b;         /* n x k, columns sum to 1: p(word | topic) */
    double *a;         /* k x k, sums to 1: p(topic, topic) */
    double legality;   /* A's sum before it was normalised */
    int64_t *s;        /* k: anchors, 0-based */
    double *bbar;      /* k x n: p(topic | word); zero columns for words without mass */
    double *canchor;   /* k x n: the anchors' rows of Cbar */
    double *residuals; /* k */
    double *unigram;   /* n: row sums of the C that the model was learned from (not the original C's) */
    double *alpha;     /* k: a Dirichlet's parameters, positive; NULL: jsmf_model_store fits them to a */
    int64_t *anchor_words;  /* anchor_count: the words whose mean row is a topic's anchor; NULL: one a topic, s */
    int64_t *anchor_topics; /* anchor_count: their topics, ascending; s holds the first of each; or NULL */
    size_t anchor_count;
    size_t massless_words, massless_topics;
} jsmf_model;
void jsmf_model_free(jsmf_model *model);

/* What a word's row is compared with the mix of the anchors' rows by: |Cbar_i - x' Cbar_S|^2, or the divergence
 * sum_j Cbar_ij log (Cbar_ij / (x' Cbar_S)_j) (004 Algorithm 3). */
typedef enum jsmf_row_loss { JSMF_ROWS_L2, JSMF_ROWS_KL } jsmf_row_loss;

typedef struct jsmf_aw_options {
    jsmf_anchor_options anchors; /* k, df, min_df, clean_up, project */
    const int64_t *given;        /* the user's anchors instead of a selection, or NULL */
    const size_t *given_first;   /* k + 1: topic j's anchor is the mean of the rows of Cbar of given[given_first[j]] ..
                                  * given[given_first[j + 1] - 1]; NULL: one word each, k of them */
    jsmf_row_loss loss;
    jsmf_solver solver;          /* no JSMF_ADMM with JSMF_ROWS_KL */
    double tolerance;            /* of the solver; 0: its default (KL: on the duality gap, 1e-9, expgrad 1e-7) */
    size_t iterations;           /* of the solver; 0: its default (KL: 200, expgrad 20000) */
    bool plain;                  /* recovery by inversion (004 Algorithm 2); loss and solver are not used */
    bool least_squares_a;        /* A = B^+ C B^+' (004 section 3) instead of D^-1 C_SS D^-1 */
    bool rectified;              /* C is: for what messages advise, alone */
} jsmf_aw_options;

/* Anchors, Bbar by least squares over the simplex, B by Bayes' rule, A = D^-1 C_SS D^-1 (001 Algorithms 3 to 5). op
 * need not be rectified: then this is 004's RecoverL2 (or RecoverKL), and JSMF_ENUMERIC where C_SS is zero, so that
 * there is no A. plain: with N = Cbar_SS and N z = e, B' = diag(z)^-1 N^-1 Cbar_S and A = diag(z) C_SS diag(z) (004
 * Algorithm 2, in the rows of Cbar), negative entries set to 0; JSMF_ENUMERIC where N is singular or A has no mass.
 * Where a topic's anchor has several words, their rows' mean stands for its row; they are recovered like others.
 * All arrays of *out are owned by it. report may be NULL. */
jsmf_status jsmf_anchor_words(jsmf_context *ctx, const jsmf_operator *op, const jsmf_aw_options *options,
                              jsmf_model *out, jsmf_simplex_report *report) JSMF_CHECKED;
/* The bytes that it allocates; options may be NULL for the default ones. */
size_t jsmf_anchor_words_bytes(size_t n, size_t k, const jsmf_aw_options *options);

/* alpha (k) = alpha_0 A e of the Dirichlet whose second moments are nearest to the symmetric a (k x k, of any positive
 * sum): alpha_0 by the sum of the variances, tr A - |A e|^2 = (1 - |A e|^2) / (alpha_0 + 1) (004 section 4.2). Positive
 * throughout: floored where a topic has no mass, or a no Dirichlet's moments. */
void jsmf_alpha_from_moments(size_t k, const double *a, double *alpha);

#endif
