/* How good a model is: every metric of the papers, each with its formula. jsmf-eval(1) has the same formulas for users.
 *
 * N words, K topics, M documents. B (N x K), A (K x K) and its legality, S, Bbar (K x N) as in a model; b_k = column
 * k of B; C the co-occurrence that is judged against, c = C e its row sums, Cbar = diag(c)^-1 C (rows without mass
 * are 0). A' = legality A, as anchor recovery gives it. Sums over topics leave out those without mass (a column of B
 * that is 0); jsmf_metrics_start warns of them. log2 gives bits, log is natural. */
#ifndef JSMF_METRICS_H
#define JSMF_METRICS_H

#include "jsmf/model.h"
#include "jsmf/operator.h"
#include "jsmf/solve.h"

typedef struct jsmf_metric {
    const char *name; /* static */
    double value;     /* NaN where it is undefined: a warning has said why */
    double *topics;   /* k: the same by topic, NaN where undefined; or NULL where there is no such thing. Owned */
    bool column;      /* there is no value, only the topics' */
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
 *   Weight            by topic only, where m has an A: sum_l A_kl / sum of A
 *   Legality          sum of A' (the authors' code)
 *   DominancyCode     mean_k A_kk / sum_l A_kl (the authors' code)
 *   Dominancy2019     mean over all K topics of A'_kk (001)
 *   Dominancy2021     mean over all K topics of A_kk, divided by |A|_F (000's RelativeDominancy)
 *   Validity          symmetric KL in bits of A' e and z, z_k = mean of Bbar_ki c_i / B_ik over the words i where
 *                     that is finite; of each KL's arguments only the second is divided by its sum (the authors' code)
 *   Entropy           mean_i H(Bbar_i) / log K (the authors' code)
 *   Sparsity          mean_k (sqrt N - |b_k|_1 / |b_k|_2) / (sqrt N - 1) (001)
 *   Specificity       mean_k KL(b_k | c) in bits (001)
 *   SoftDissimilarity mean_k mean_l (KL(b_k | b_l) + KL(b_l | b_k)) / 2 in bits, over l != k (the authors' code)
 * with KL(p | q) = sum_i p_i log2(p_i / q_i), q raised to 2^-52 where it is below, then divided by its sum.
 * c (n): the row sums of the co-occurrence that is judged against, or the model's unigram; or NULL. Needs B; where m
 * has no A, Bbar or c the metrics that need them are NaN, with a warning. */
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

/* Adds
 *   LogRelativeVolume        log(volume of the hull of the rows Cbar_S / mean volume of `hulls` random hulls) (000
 *                            section 5.2), a random hull's K vertices chosen as anchors are, by pivoted QR, among N
 *                            rows that are uniform on the simplex
 * Row i of random hull r has the entries -log U(j), divided by their sum, U(j) = ((b(j) >> 12) + 0.5) 2^-52, b(j) =
 * jsmf_random_mix(jsmf_random_bits(seed, 0x68756c6c00000000 + r, i) ^ j). Takes two passes over N^2 draws a hull. */
jsmf_status jsmf_metrics_of_volume(jsmf_context *ctx, const jsmf_model *m, const jsmf_operator *op, const double *sums,
                                   size_t hulls, jsmf_metrics *out) JSMF_CHECKED;
size_t jsmf_metrics_volume_bytes(const jsmf_context *ctx, size_t n, size_t k);

/* Adds
 *   MSTIncoherence           mean_k weight of a minimum spanning tree of topic k's words: the 7 most probable and the 7
 *                            most characteristic (of largest Canchor), those above 0; the edge of i and j weighs
 *                            (1 - NPMI) / 2, NPMI = log(C_ij / (c_i c_j)) / -log C_ij, and -1 where C_ij or a c is not
 *                            positive (000 section 5.2)
 *   MSTIncoherencePerEdge    the mean weight of an edge of that tree */
jsmf_status jsmf_metrics_of_incoherence(jsmf_context *ctx, const jsmf_model *m, const jsmf_operator *op,
                                        const double *sums, jsmf_metrics *out) JSMF_CHECKED;

/* ---- against a bag ---- */

/* Adds, of each topic's `words` most probable words w_1, w_2, .. and the documents of h (M x N) that have them, D(i)
 * with word i and D(i, j) with both:
 *   Coherence  mean_k sum over j < i of log((D(w_i, w_j) + 0.01) / D(w_j)) (001, 003, 004)
 *   NPMI       mean_k of the mean over j < i of log(p(w_i, w_j) / (p(w_i) p(w_j))) / -log p(w_i, w_j), p = D /
 *              (documents that are not empty). It is 1 for words that occur only together, 0 for words that are
 *              independent, -1 for words that no document has both of; by convention 0 for words that are both in
 *              every document (Roeder and others, 2015, with whole documents for windows) */
jsmf_status jsmf_metrics_of_bag(jsmf_context *ctx, const jsmf_model *m, const jsmf_csr *h, size_t words,
                                jsmf_metrics *out) JSMF_CHECKED;

/* Document completion: a document's tokens are split at random into halves (the context's seed; the odd token goes to
 * the first), its composition w is inferred from the first by jsmf_infer's defaults, and the second scored. Adds
 *   HeldOutLogProbability  mean of log (B w)_i over the tokens of the second halves, natural (as 004 judges by;
 *                          document completion: Wallach and others, 2009)
 * Words of no topic are left out, and counted in a warning. h has counts. It is taken in batches of documents, of which
 * the halves are all that is held beside h. */
jsmf_status jsmf_metrics_of_held_out(jsmf_context *ctx, const jsmf_model *m, const jsmf_csr *h,
                                     jsmf_metrics *out) JSMF_CHECKED;

/* The bytes that either takes beside h and m. */
size_t jsmf_metrics_bag_bytes(const jsmf_context *ctx, const jsmf_csr *h, size_t k);
size_t jsmf_metrics_held_out_bytes(const jsmf_context *ctx, const jsmf_csr *h, size_t k);

/* ---- against a truth ---- */

typedef struct jsmf_metrics_truth {
    size_t k;         /* true topics; need not be the model's number */
    const double *b;  /* n x k */
    const double *a;  /* k x k, of any positive sum; or NULL */
    const int64_t *s; /* k, or NULL */
} jsmf_metrics_truth;

/* Matches the model's topics with the true ones, one to one, so that the sum of their l1 distances is the least (004
 * section 5). match (m->k): the true topic of each, or JSMF_UNMATCHED where there are fewer. Adds
 *   TrueTopic        by topic only: its match
 *   TopicL1          mean over the matched topics of |b_k - b*_match(k)|_1; 0 to 2
 *   AnchorRecovery   the part of the true anchors that are anchors of the model
 *   CorrelationError |A - A*|_F / |A*|_F, A* in the model's order, both of sum 1 */
jsmf_status jsmf_metrics_of_truth(jsmf_context *ctx, const jsmf_model *m, const jsmf_metrics_truth *truth,
                                  size_t *match, jsmf_metrics *out) JSMF_CHECKED;

/* Matches the topics of another model of the same words in the same way. Adds, with the match k' of k,
 *   AgainstTopic       by topic only: k'
 *   AgainstL1          mean over the matched topics of |b_k - b'_k'|_1
 *   AgainstSharedWords mean over them of how many of their `words` most probable words they share
 *   StableTopics       how many topics share half of these words or more */
jsmf_status jsmf_metrics_against(jsmf_context *ctx, const jsmf_model *m, const jsmf_model *other, size_t words,
                                 jsmf_metrics *out) JSMF_CHECKED;

typedef struct jsmf_metrics_compositions {
    size_t documents;
    size_t k, true_k;
    const double *w;     /* documents x k, a document contiguous */
    const double *truth; /* documents x true_k */
    const size_t *match; /* k: the true topic of each, or JSMF_UNMATCHED */
} jsmf_metrics_compositions;

/* Adds, for the composition w and the true one w* of each document, means over the documents (002 section 4); topics
 * without match take part with 0 on the other side:
 *   Precision, Recall, F1 of the prominent topics: the largest ones, until their mass is 0.8
 *   NonProminent         w's mass on topics that are not prominent in w*
 *   CompositionL1        |w - w*|_1
 *   CompositionLInfinity max |w_k - w*_k|
 *   Hellinger            sqrt(sum_k (sqrt w_k - sqrt w*_k)^2 / 2)
 *   Cosine               1 - w'w* / (|w| |w*|) */
jsmf_status jsmf_metrics_of_compositions(jsmf_context *ctx, const jsmf_metrics_compositions *c,
                                         jsmf_metrics *out) JSMF_CHECKED;

/* Adds, with h~ = h / n a document's frequencies and A divided by its sum (002 section 4; higher is better for w):
 *   LossDiff        sum over documents of |B w* - h~|^2 - |B w - h~|^2
 *   RegularizerDiff |W* W*'/M - A|_F - |W W'/M - A|_F
 *   TotalDiff       their sum
 *   LogLikeliDiff   mean over the documents that are not empty of sum_i h_i (log (B w)_i - log (B w*)_i), words that
 *                   have no probability under one of the two left out
 *   LogPriorDiff    mean over documents of log(1 - HD(w w', A)) - log(1 - HD(w* w*', A)), HD the Hellinger distance;
 *                   documents where one is -infinity left out
 * h: documents x n, row d of composition d; NULL: no bag, and LossDiff, TotalDiff and LogLikeliDiff are left out. All
 * are NaN where the truth has another number of topics, and without A those that need it. */
jsmf_status jsmf_metrics_of_fit(jsmf_context *ctx, const jsmf_model *m, const jsmf_csr *h,
                                const jsmf_metrics_compositions *c, jsmf_metrics *out) JSMF_CHECKED;

/* ---- against labels ---- */

typedef struct jsmf_metrics_labels {
    size_t classes;
    const size_t *label; /* a document's class, 0 .. classes - 1 */
} jsmf_metrics_labels;

/* w: documents x k. Clusters the documents by k-means on w, with as many clusters as classes (10 starts, the context's
 * seed), and by their largest topic. Adds for each, KMeans.. and Topic..,
 *   ..Accuracy  the part of documents in the class that their cluster is matched with, clusters and classes matched one
 *               to one at best (003 section 5)
 *   ..Purity    the part of documents that are of their cluster's commonest class
 *   ..NMI       2 I / (H(clusters) + H(classes)), I their mutual information */
jsmf_status jsmf_metrics_of_labels(jsmf_context *ctx, size_t documents, size_t k, const double *w,
                                   const jsmf_metrics_labels *labels, jsmf_metrics *out) JSMF_CHECKED;

#endif
