/* How good a model is: every metric of the papers, each with its formula. jsmf-eval(1) has the same formulas for users.
 *
 * There are N words, K topics and M documents, all numbered from 0. B (N x K), A (K x K) and its legality, S and Bbar
 * (K x N) are the model's; b_k is column k of B. C is the co-occurrence that is judged against, c = C e its row sums,
 * and Cbar = diag(c)^-1 C, whose rows are 0 for words without mass. A' = legality A is A as anchor recovery gives it.
 * Sums and means over topics leave out topics without mass, whose columns of B are 0, unless they are said to be over
 * all K. log2 gives bits; log is natural.
 *
 * The functions below add metrics to a list. Where the model, or what it is judged against, lacks what a metric needs,
 * or the number is not finite, the metric is NaN, and a warning says why: that is no failure. One warning speaks
 * for all metrics of topics without an anchor, one for all of topics without a match. They fail with
 * JSMF_ESYSTEM for lack of memory, with JSMF_ECANCEL, and as the operator does that they are given. */
#ifndef JSMF_METRICS_H
#define JSMF_METRICS_H

#include "jsmf/model.h"
#include "jsmf/operator.h"
#include "jsmf/solve.h"

JSMF_BEGIN_DECLS

typedef struct jsmf_metric {
    const char *name; /* static, or as long-lived as what it came with */
    double value;     /* NaN where it is undefined */
    double *topics;   /* k: the same by topic, NaN where undefined; NULL where there is no such thing. Owned */
    bool column;      /* there is no value, but numbers by topic alone */
} jsmf_metric;

typedef struct jsmf_metrics {
    size_t k;
    bool *massless;    /* k: topics without mass */
    bool *anchorless;  /* k: topics without an anchor, where the model has an S */
    bool *unmatched;   /* k: topics without a match, once they were matched; the last time */
    double *bt;        /* k x N: B' */
    jsmf_metric *list; /* count of them, in the order of their computation */
    size_t count, capacity;
} jsmf_metrics;

/* Makes an empty list for the topics of m, which is freed with jsmf_metrics_free, after a failure too. Warns of topics
 * without mass, and of topics without an anchor where m has an S. The functions below must be given the same m. */
jsmf_status jsmf_metrics_start(jsmf_context *ctx, const jsmf_model *m, jsmf_metrics *out) JSMF_CHECKED;
void jsmf_metrics_free(jsmf_metrics *metrics); /* NULL is fine */
/* The metric of that name, owned by the list; NULL where there is none. */
const jsmf_metric *jsmf_metrics_find(const jsmf_metrics *metrics, const char *name);

/* ---- of the model alone ---- */

/* Adds
 *   Weight            by topic only, where m has an A: sum_l A_kl / sum of A
 *   Legality          sum of A' (the authors' code)
 *   DominancyCode     mean_k A_kk / sum_l A_kl (the authors' code)
 *   Dominancy2019     mean over all K topics of A'_kk (001)
 *   Dominancy2021     mean over all K topics of A_kk, divided by |A|_F (000's RelativeDominancy)
 *   Validity          (KL(A' e | z) + KL(z | A' e)) / 2 in bits, z_k = mean of Bbar_ki c_i / B_ik over the words i
 *                     where that is finite, over all K topics (the authors' code)
 *   Entropy           mean_i H(Bbar_i) / log K (the authors' code)
 *   Sparsity          mean_k (sqrt N - |b_k|_1 / |b_k|_2) / (sqrt N - 1) (001)
 *   Specificity       mean_k KL(b_k | c) in bits (001)
 *   SoftDissimilarity mean_k mean_l (KL(b_k | b_l) + KL(b_l | b_k)) / 2 in bits, over l != k (the authors' code)
 * with KL(p | q) = sum_i p_i log2(p_i / q_i), where q is raised to 2^-52 where it is below and then divided by its sum,
 * and p is taken as it is. c (N): the row sums of the co-occurrence that is judged against, or the model's unigram, or
 * NULL. m needs B; the metrics that need A, Bbar or c are undefined without. */
jsmf_status jsmf_metrics_of_model(jsmf_context *ctx, const jsmf_model *m, const double *c,
                                  jsmf_metrics *out) JSMF_CHECKED;

/* Adds, of each topic's leading words, its `words` most probable ones (equals by the lower number; a word of
 * probability 0 is none, so that a topic of four words has four):
 *   Dissimilarity     mean_k of how many of topic k's 20 leading words are no other topic's, whatever `words` is (001)
 *   UniqueWords       the same with `words` (004 section 5.1)
 *   SimCount          sum over pairs of topics of how many leading words they share (003 section 5)
 * and of the anchors s_k, rank(i, k) = 1 for topic k's first word (all the authors' code):
 *   BasisRank         mean_k rank(s_k, k)
 *   SoftBasisRank     mean_k log(max_i B_ik / B(s_k, k))
 *   BasisQuality      mean_k mean_l rank(s_k, l) over l != k
 *   SoftBasisQuality  mean_k mean_l B(s_k, l) over l != k
 *   SeparabilityAnchors, SeparabilityBest: mean over the anchors, and over the K words of which it is least, of
 *                     (sum_k B_ik - max_k B_ik) / max_k B_ik, which is 0 for a word of one topic only */
jsmf_status jsmf_metrics_of_words(jsmf_context *ctx, const jsmf_model *m, size_t words, jsmf_metrics *out) JSMF_CHECKED;
/* Adds UniqueWords alone. */
jsmf_status jsmf_metrics_of_unique_words(jsmf_context *ctx, const jsmf_model *m, size_t words,
                                         jsmf_metrics *out) JSMF_CHECKED;

/* ---- against a co-occurrence ---- */

/* Adds
 *   Recovery                 mean_i |Cbar_i - sum_k Bbar_ki Cbar_(s_k)|_2 (001)
 *   RelativeRecovery         that / |Cbar|_F (000 section 5)
 *   Approximation            |C - B A' B'|_F (001)
 *   RelativeApproximation    that / |C|_F (000)
 *   OffDiagonalApproximation the same without the diagonal (the authors' code)
 * op is C, and sums (N) its row sums. Takes one pass over op's panels, in jsmf_metrics_cooc_bytes of memory. */
jsmf_status jsmf_metrics_of_cooc(jsmf_context *ctx, const jsmf_model *m, const jsmf_operator *op, const double *sums,
                                 jsmf_metrics *out) JSMF_CHECKED;
/* The bytes that it allocates, for k topics. */
size_t jsmf_metrics_cooc_bytes(const jsmf_context *ctx, const jsmf_operator *op, size_t k);

/* Adds
 *   LogRelativeVolume        log(volume of the hull of the rows Cbar_S / mean volume of `hulls` random hulls) (000
 *                            section 5.2)
 * The K vertices of a random hull are chosen as anchors are, by pivoted QR, among N rows that are uniform on the
 * simplex. Row i of random hull r has the entries -log U(j), divided by their sum, with U(j) =
 * ((b(j) >> 12) + 0.5) 2^-52 and b(j) = mix(bits(seed, 0x68756c6c00000000 + r, i) ^ j), SplitMix64's mixer and the
 * random bits of base (src/base/base_inner.h), where seed is the context's. op is C, sums (N) its row sums, and hulls
 * at least 1. Takes two passes over N^2 draws a hull, and a little more. JSMF_ENUMERIC where LAPACK fails. */
jsmf_status jsmf_metrics_of_volume(jsmf_context *ctx, const jsmf_model *m, const jsmf_operator *op, const double *sums,
                                   size_t hulls, jsmf_metrics *out) JSMF_CHECKED;
/* The bytes that it allocates, for n words and k topics. */
size_t jsmf_metrics_volume_bytes(const jsmf_context *ctx, size_t n, size_t k);

/* Adds
 *   MSTIncoherence           mean_k weight of a minimum spanning tree of topic k's words (000 section 5.2): the 7 most
 *                            probable and the 7 most characteristic (of largest Canchor), of those above 0; words
 *                            whose c is 0 are left out, with a warning
 *   MSTIncoherencePerEdge    mean_k mean weight of an edge of that tree
 * The edge of the words i and j weighs (1 - NPMI) / 2, where NPMI = log(C_ij / (c_i c_j)) / -log C_ij, or -1 where C_ij
 * or a c is not positive. op is C, and sums (N) its row sums. */
jsmf_status jsmf_metrics_of_incoherence(jsmf_context *ctx, const jsmf_model *m, const jsmf_operator *op,
                                        const double *sums, jsmf_metrics *out) JSMF_CHECKED;

/* ---- against a bag ---- */

/* Adds, of each topic's leading words w_1, w_2, .., as jsmf_metrics_of_words has them, where D(i) documents of h
 * (M x N) have word i, and D(i, j) have both i and j; words that no document has are left out, with a warning, and a
 * topic with fewer than two others is undefined:
 *   Coherence  mean_k sum over j < i of log((D(w_i, w_j) + 0.01) / D(w_j)) (001, 003, 004)
 *   NPMI       mean_k of the mean over j < i of log(p(w_i, w_j) / (p(w_i) p(w_j))) / -log p(w_i, w_j), where p is D
 *              over the documents that are not empty (Roeder and others, 2015, with whole documents for windows). It is
 *              1 for words that occur only together, 0 for words that are independent, -1 for words that no document
 *              has both of, and by convention 0 for words that are both in every document */
jsmf_status jsmf_metrics_of_bag(jsmf_context *ctx, const jsmf_model *m, const jsmf_csr *h, size_t words,
                                jsmf_metrics *out) JSMF_CHECKED;

/* Adds, by document completion (Wallach and others, 2009):
 *   HeldOutLogProbability  mean of log (B w)_i over the tokens of the second halves (004 judges by it)
 * of documents whose compositions jsmf_infer_defaults finds from the first halves. Topics without mass in B or in A are
 * left out. So are words of no topic, which are counted in a warning. h (M x N) has counts; it is taken in batches of
 * documents, of which the halves are all that is held beside h. */
jsmf_status jsmf_metrics_of_held_out(jsmf_context *ctx, const jsmf_model *m, const jsmf_csr *h,
                                     jsmf_metrics *out) JSMF_CHECKED;

/* The bytes that jsmf_metrics_of_bag and jsmf_metrics_of_held_out take beside h and m. */
size_t jsmf_metrics_bag_bytes(const jsmf_context *ctx, const jsmf_csr *h, size_t k);
size_t jsmf_metrics_held_out_bytes(const jsmf_context *ctx, const jsmf_csr *h, size_t k);

/* ---- against a truth ---- */

/* What is true; borrowed. */
typedef struct jsmf_metrics_truth {
    size_t k;         /* topics; need not be as many as the model's */
    const double *b;  /* N x k: B* */
    const double *a;  /* k x k: A*, of any positive sum; or NULL */
    const int64_t *s; /* k: anchors; or NULL */
} jsmf_metrics_truth;

/* Matches the model's topics with the true ones, one to one, so that the sum of their l1 distances is the least (004
 * section 5); a topic without mass is at 2 from every other. match (m->k) = the true topic of each, or JSMF_UNMATCHED
 * where there are too few. Warns of topics without match. Adds
 *   TrueTopic        by topic only: its match
 *   TopicL1          mean over the matched topics of |b_k - b*_match(k)|_1; 0 to 2
 *   AnchorRecovery   the part of the true anchors that are anchors of the model
 *   CorrelationError |A - A*|_F / |A*|_F, A* in the model's order, both divided by their sums; where the numbers of
 *                    topics are equal */
jsmf_status jsmf_metrics_of_truth(jsmf_context *ctx, const jsmf_model *m, const jsmf_metrics_truth *truth,
                                  size_t *match, jsmf_metrics *out) JSMF_CHECKED;

/* Matches the topics of m with those of another model of the same words in the same way. Adds, with the match k' of k,
 *   AgainstTopic       by topic only: k'
 *   AgainstL1          mean over the matched topics of |b_k - b'_k'|_1
 *   AgainstSharedWords mean over them of how many of their leading words, as of jsmf_metrics_of_words, k and k' share
 *   StableTopics       how many topics share half of these words or more with their match (of the more, where one of
 *                      the two has fewer) */
jsmf_status jsmf_metrics_against(jsmf_context *ctx, const jsmf_model *m, const jsmf_model *other, size_t words,
                                 jsmf_metrics *out) JSMF_CHECKED;

/* Matches the topics of m with those of another model of the same words, half, in the same way: models that were
 * learned from two halves of the documents, or from other parts of them. Adds, with the match k' of k,
 *   SplitTopic       by topic only: k'
 *   SplitWords       mean over the matched topics of the part of their leading words, as of jsmf_metrics_of_words, that
 *                    k and k' share (of the more, where one of the two has fewer); 0 to 1
 *   SplitShared10, SplitShared20, SplitShared30, SplitShared40, SplitShared50, SplitShared60, SplitShared70,
 *   SplitShared80, SplitShared90
 *                    the part of the topics, of the model that has more of them, for which that part is 0.1, 0.2, ...
 *                    0.9 at least; the fifth is the part that StableTopics counts
 *   SplitCorrelation with documents h (documents x N; else NULL): mean over the matched topics of the correlation, over
 *                    documents, of the shares that k and k' have in the compositions by each of the models; these are
 *                    inferred by jsmf_infer_defaults, and documents of unknown words are left out. Undefined where a
 *                    model has no A */
jsmf_status jsmf_metrics_of_halves(jsmf_context *ctx, const jsmf_model *m, const jsmf_model *half, size_t words,
                                   const jsmf_csr *h, jsmf_metrics *out) JSMF_CHECKED;
/* The bytes that it takes for h beside the models. */
size_t jsmf_metrics_halves_bytes(const jsmf_context *ctx, const jsmf_model *m, const jsmf_model *half);

/* Compositions and true ones of the same documents; borrowed. */
typedef struct jsmf_metrics_compositions {
    size_t documents;
    size_t k, true_k;    /* topics of the model, and true ones */
    const double *w;     /* documents x k, a document contiguous */
    const double *truth; /* documents x true_k */
    const size_t *match; /* k: the true topic of each, or JSMF_UNMATCHED */
} jsmf_metrics_compositions;

/* Adds, for the composition w and the true one w* of each document, means over the documents (002 section 4). A topic
 * without match takes part with 0 on the other side. A document's prominent topics are the largest ones, until their
 * mass is 0.8.
 *   Precision, Recall, F1 of w's prominent topics, where those of w* are the right ones
 *   NonProminent         w's mass on topics that are not prominent in w*
 *   CompositionL1        |w - w*|_1
 *   CompositionLInfinity max |w_k - w*_k|
 *   Hellinger            sqrt(sum_k (sqrt w_k - sqrt w*_k)^2 / 2)
 *   Cosine               1 - w'w* / (|w| |w*|) */
jsmf_status jsmf_metrics_of_compositions(jsmf_context *ctx, const jsmf_metrics_compositions *c,
                                         jsmf_metrics *out) JSMF_CHECKED;

/* Adds, with h~ a document's counts h divided by their sum, and A divided by its sum (002 section 4; higher is better
 * for w):
 *   LossDiff        sum over documents of |B w* - h~|^2 - |B w - h~|^2
 *   RegularizerDiff |W* W*'/M - A|_F - |W W'/M - A|_F
 *   TotalDiff       their sum
 *   LogLikeliDiff   mean over the documents that are not empty of sum_i h_i (log (B w)_i - log (B w*)_i), words that
 *                   have no probability under one of the two left out
 *   LogPriorDiff    mean over documents of log(1 - HD(w w', A)) - log(1 - HD(w* w*', A)), HD being the Hellinger
 *                   distance; documents where one of the two is -infinity are left out
 * h: documents x N, row d of composition d. NULL: there is no bag, and LossDiff, TotalDiff and LogLikeliDiff are not
 * added. All are undefined where the truth has another number of topics. */
jsmf_status jsmf_metrics_of_fit(jsmf_context *ctx, const jsmf_model *m, const jsmf_csr *h,
                                const jsmf_metrics_compositions *c, jsmf_metrics *out) JSMF_CHECKED;

/* ---- against labels ---- */

typedef struct jsmf_metrics_labels {
    size_t classes;
    const size_t *label; /* documents: the class of each, 0 .. classes - 1; borrowed */
    bool euclidean;      /* k-means goes by the compositions as they are, instead of their square roots */
} jsmf_metrics_labels;

/* Clusters the documents by their compositions w (documents x k) in two ways: by k-means on the square roots of w,
 * whose distances are those of Hellinger, with as many clusters as classes, from 20 starts by the context's seed, and
 * by their largest topic. Adds for each way, KMeans.. and Topic..,
 *   ..Accuracy  the part of documents in the class that their cluster is matched with, clusters and classes being
 *               matched one to one at best (003 section 5)
 *   ..Purity    the part of documents that are of their cluster's commonest class
 *   ..NMI       2 I / (H(clusters) + H(classes)), I being their mutual information
 * KMeans.. are means over the starts, and KMeans..Deviation their standard deviations.
 * JSMF_EUSAGE where there are no documents, topics or classes; JSMF_ENUMERIC where a composition is
 * not a number. */
jsmf_status jsmf_metrics_of_labels(jsmf_context *ctx, size_t documents, size_t k, const double *w,
                                   const jsmf_metrics_labels *labels, jsmf_metrics *out) JSMF_CHECKED;
/* The bytes that it allocates. */
size_t jsmf_metrics_of_labels_bytes(const jsmf_context *ctx, size_t documents, size_t k, size_t classes);

/* ---- against labels of words ---- */

typedef struct jsmf_metrics_word_labels {
    size_t classes;
    const size_t *label;     /* N: the class of each word, 0 .. classes - 1, or JSMF_NONE; borrowed */
    const char *const *name; /* classes: what the metric of each is called; borrowed as long as the list is there */
} jsmf_metrics_word_labels;

/* Adds, of each topic's leading words as jsmf_metrics_of_words has them, where p_kl is the part of those with a label
 * that have label l (001 Figure 5 shows it for genres of films); leading words without a label are left out, with a
 * warning, and a topic without any other is undefined:
 *   WordLabelPurity   mean_k max_l p_kl
 *   WordLabelEntropy  mean_k -sum_l p_kl log2 p_kl
 *   name[l]           mean_k p_kl, for every label l */
jsmf_status jsmf_metrics_of_word_labels(jsmf_context *ctx, const jsmf_model *m, size_t words,
                                        const jsmf_metrics_word_labels *labels, jsmf_metrics *out) JSMF_CHECKED;
/* The bytes that it allocates, for k topics. */
size_t jsmf_metrics_of_word_labels_bytes(size_t k, size_t classes);

JSMF_END_DECLS

#endif
