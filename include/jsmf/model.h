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
    size_t massless_words, massless_topics;
} jsmf_model;
void jsmf_model_free(jsmf_model *model);

typedef struct jsmf_aw_options {
    jsmf_anchor_options anchors; /* k, df, min_df */
    const int64_t *given;        /* the user's anchors (k of them) instead of a selection, or NULL */
    jsmf_solver solver;
    double tolerance;            /* of the solver; 0: its default */
    size_t iterations;           /* of the solver; 0: its default */
    bool rectified;              /* C is: for what messages advise, alone */
} jsmf_aw_options;

/* Anchors, Bbar by least squares over the simplex, B by Bayes' rule, A = D^-1 C_SS D^-1 (001 Algorithms 3 to 5). op
 * need not be rectified: then this is 004's RecoverL2, and JSMF_ENUMERIC where C_SS is zero, so that there is no A.
 * All arrays of *out are owned by it. report may be NULL. */
jsmf_status jsmf_anchor_words(jsmf_context *ctx, const jsmf_operator *op, const jsmf_aw_options *options,
                              jsmf_model *out, jsmf_simplex_report *report) JSMF_CHECKED;
size_t jsmf_anchor_words_bytes(size_t n, size_t k);

/* alpha (k) = alpha_0 A e of the Dirichlet whose second moments are nearest to the symmetric a (k x k, of any positive
 * sum): alpha_0 by the sum of the variances, tr A - |A e|^2 = (1 - |A e|^2) / (alpha_0 + 1) (004 section 4.2). Positive
 * throughout: floored where a topic has no mass, or a no Dirichlet's moments. */
void jsmf_alpha_from_moments(size_t k, const double *a, double *alpha);

#endif
