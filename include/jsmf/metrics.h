/* How good a model is: every metric of the papers, each with its formula. jsmf-eval(1) has the same formulas for users.
 *
 * N words, K topics, M documents. B (N x K), A (K x K) and its legality, S, Bbar (K x N) as in a model; b_k = column k of
 * B; C the co-occurrence that is judged against, c = C e its row sums, Cbar = diag(c)^-1 C (rows without mass are 0).
 * A' = legality A, as anchor recovery gives it. Sums over topics leave out those without mass (a column of B that is 0);
 * jsmf_metrics_start warns of them. log2 gives bits, log is natural. */
#ifndef JSMF_METRICS_H
#define JSMF_METRICS_H

#include "jsmf/model.h"

typedef struct jsmf_metric {
    const char *name; /* static */
    double value;     /* NaN where it is undefined: a warning has said why */
    double *topics;   /* k: the same by topic, NaN where undefined; or NULL where there is no such thing. Owned */
} jsmf_metric;

typedef struct jsmf_metrics {
    size_t k;
    bool *massless;    /* k: topics without mass */
    double *bt;        /* k x N: B' */
    jsmf_metric *list; /* count, in the order of their computation */
    size_t count, capacity;
} jsmf_metrics;

/* An empty list for the model's topics; warns of topics without mass. The functions below are for this m alone. */
jsmf_status jsmf_metrics_start(jsmf_context *ctx, const jsmf_model *m, jsmf_metrics *out) JSMF_CHECKED;
void jsmf_metrics_free(jsmf_metrics *metrics); /* NULL is fine */
/* NULL where there is none of this name. */
const jsmf_metric *jsmf_metrics_find(const jsmf_metrics *metrics, const char *name);

/* ---- of the model alone ---- */

/* Adds
 *   Legality          sum of A' (000 section 2)
 *   DominancyCode     mean_k A_kk / sum_l A_kl (the authors' code)
 *   Dominancy2019     mean_k A'_kk (001)
 *   Dominancy2021     mean_k A_kk / |A|_F (000's RelativeDominancy)
 *   Validity          symmetric KL in bits of A' e and z, z_k = mean of Bbar_ki c_i / B_ik over the words i where that is
 *                     finite; of each KL's arguments only the second is divided by its sum (the authors' code)
 *   Entropy           mean_i H(Bbar_i) / log K (the authors' code)
 *   Sparsity          mean_k (sqrt N - |b_k|_1 / |b_k|_2) / (sqrt N - 1) (001)
 *   Specificity       mean_k KL(b_k | c) in bits (001)
 *   SoftDissimilarity mean_k mean_l (KL(b_k | b_l) + KL(b_l | b_k)) / 2 in bits, over l != k (the authors' code)
 * with KL(p | q) = sum_i p_i log2(p_i / q_i), q raised to 2^-52 where it is below, then divided by its sum.
 * c (n): the row sums of the co-occurrence that is judged against, or the model's unigram; or NULL. Needs B; where m has
 * no A, Bbar or c the metrics that need them are NaN, with a warning. */
jsmf_status jsmf_metrics_of_model(jsmf_context *ctx, const jsmf_model *m, const double *c,
                                  jsmf_metrics *out) JSMF_CHECKED;

/* Adds, of each topic's `words` most probable words (equals by the lower number):
 *   Dissimilarity     mean_k of how many of topic k's 20 top words are no other topic's (001); 20 whatever `words` is
 *   UniqueWords       the same with `words` (004 section 5.1)
 *   SimCount          sum over pairs of topics of how many top words they share (003 section 5)
 * and of the anchors s_k, rank(i, k) = 1 for topic k's first word (all the authors' code):
 *   BasisRank         mean_k rank(s_k, k)
 *   SoftBasisRank     mean_k log(max_i B_ik / B(s_k, k))
 *   BasisQuality      mean_k mean_l rank(s_k, l) over l != k
 *   SoftBasisQuality  mean_k mean_l B(s_k, l) over l != k
 *   SeparabilityAnchors, SeparabilityBest: mean over the anchors, and over the K least, of
 *                     (sum_k B_ik - max_k B_ik) / max_k B_ik: 0 where the words occur in one topic only */
jsmf_status jsmf_metrics_of_words(jsmf_context *ctx, const jsmf_model *m, size_t words, jsmf_metrics *out) JSMF_CHECKED;

/* ---- against a co-occurrence ---- */

/* Adds
 *   Recovery                 mean_i |Cbar_i - sum_k Bbar_ki Cbar_(s_k)|_2 (001)
 *   RelativeRecovery         that / |Cbar|_F (000 section 5)
 *   Approximation            |C - B A' B'|_F (001)
 *   RelativeApproximation    that / |C|_F (000)
 *   OffDiagonalApproximation the same without the diagonal (the authors' code)
 * sums: the row sums of op. One pass over op's panels, in jsmf_metrics_cooc_bytes of memory. */
jsmf_status jsmf_metrics_of_cooc(jsmf_context *ctx, const jsmf_model *m, const jsmf_operator *op, const double *sums,
                                 jsmf_metrics *out) JSMF_CHECKED;
size_t jsmf_metrics_cooc_bytes(const jsmf_context *ctx, const jsmf_operator *op, size_t k);

#endif
