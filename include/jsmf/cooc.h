/* Word co-occurrence (000 equation 1, 001 section 2): C = (1/M) sum over the documents with n_m >= 2 tokens of
 * (h h' - diag h) / (n_m (n_m - 1)); symmetric, non-negative, its entries sum to 1. M is the number of these
 * documents. The biased estimator, (1/M) sum over the documents with n_m >= 1 of h h' / n_m^2, pairs tokens with
 * themselves too: positive semidefinite, but its diagonal is too large, the more so the shorter the documents are. */
#ifndef JSMF_COOC_H
#define JSMF_COOC_H

#include "jsmf/base.h"
#include "jsmf/eigen.h"

typedef enum jsmf_cooc_estimator { JSMF_UNBIASED, JSMF_BIASED } jsmf_cooc_estimator;

/* hhat (documents x words, values h / sqrt(pairs M), pairs = n (n - 1), biased n^2) and hdiag (words, biased all 0):
 * C = Hhat' Hhat - diag(hdiag). Rows of documents with too few tokens are empty. *documents = M. Owned by the caller.
 * JSMF_EDATA where no document has as many. */
jsmf_status jsmf_cooc_factors(jsmf_context *ctx, const jsmf_csr *h, jsmf_cooc_estimator estimator, jsmf_csr *hhat,
                              double **hdiag, size_t *documents) JSMF_CHECKED;
/* C as N x N, both halves; owned by the caller. Equal to its transpose bit for bit. */
jsmf_status jsmf_cooc_dense(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag, double **c) JSMF_CHECKED;
/* C as CSR, both halves; entries that are 0 are not stored. */
jsmf_status jsmf_cooc_sparse(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag, jsmf_csr *c) JSMF_CHECKED;
/* The number of entries of C that are not 0 (exact, by one pass of the same cost without the arithmetic). */
jsmf_status jsmf_cooc_nnz(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag, size_t *nnz) JSMF_CHECKED;
/* c = C e from the factors: unigram, N doubles. */
jsmf_status jsmf_cooc_unigram(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag,
                              double *unigram) JSMF_CHECKED;

/* C without its factors, from the counts alone: C = H' diag(weights) H - diag(hdiag), weights (h->rows)
 * = 1 / (pairs M), 0 for documents of too few tokens; hdiag and unigram of h->cols. The caller's arrays are filled.
 * JSMF_EDATA as jsmf_cooc_factors. */
jsmf_status jsmf_cooc_weights(jsmf_context *ctx, const jsmf_csr *h, jsmf_cooc_estimator estimator, double *weights,
                              double *hdiag, double *unigram, size_t *documents) JSMF_CHECKED;

typedef enum jsmf_cooc_weight { JSMF_COUNTS, JSMF_TF_IDF, JSMF_NCUT } jsmf_cooc_weight;

/* Documents v_m = g . h_m (entry by entry), each with a weight w_m: C = sum of w_m (v_m v_m' - diag(g . v_m)), biased
 * without the diagonal, of sum 1. A pair of tokens counts the product of their weights. */
typedef struct jsmf_cooc_weighting {
    double *words;     /* g, of h->cols; owned */
    double *documents; /* w, of h->rows, 0 for those of too few tokens that weigh anything; owned */
    size_t used;       /* documents of weight */
} jsmf_cooc_weighting;
void jsmf_cooc_weighting_free(jsmf_cooc_weighting *w);

/* JSMF_TF_IDF: g_i = log(D / df_i), D the documents of h that are not empty, df_i those that contain word i; w_m such
 * that every document has the same part of C. JSMF_NCUT: the same g, w_m in proportion to 1 / v_m' s, s the sum of all
 * v (003 section 4: normalised cuts of the graph of documents whose edges are v_m' v_l). JSMF_EDATA where no document
 * has weight. */
jsmf_status jsmf_cooc_weigh(jsmf_context *ctx, const jsmf_csr *h, jsmf_cooc_estimator estimator,
                            jsmf_cooc_weight weight, jsmf_cooc_weighting *out) JSMF_CHECKED;
/* As jsmf_cooc_factors, of a weighting. */
jsmf_status jsmf_cooc_weighted_factors(jsmf_context *ctx, const jsmf_csr *h, jsmf_cooc_estimator estimator,
                                       const jsmf_cooc_weighting *weighting, jsmf_csr *hhat,
                                       double **hdiag) JSMF_CHECKED;

typedef struct jsmf_cooc_low_rank_options {
    size_t k;
    double tolerance; /* on the residuals |C v - d v| relative to the largest eigenvalue; 0: JSMF_LOW_RANK_TOLERANCE */
} jsmf_cooc_low_rank_options;
/* An angle between subspaces is the residual over the gap behind the k-th eigenvalue, which is 1e-5 of the largest
 * eigenvalue, or less, at k = 100. */
#define JSMF_LOW_RANK_TOLERANCE 1e-10

/* The k largest eigenpairs of C out of jsmf_cooc_weights: v (h->cols x k, columns orthonormal, signs as those of
 * jsmf_eigen_largest) and d (k, descending, positive). The counts are held as 4 bytes an entry, and h is freed once
 * they are. JSMF_ENUMERIC where fewer than k eigenvalues lie above 1e-12 of the largest; the message says how many. */
jsmf_status jsmf_cooc_low_rank(jsmf_context *ctx, jsmf_csr *h, const double *weights, const double *hdiag,
                               const jsmf_cooc_low_rank_options *options, double *v, double *d,
                               jsmf_eigen_report *report) JSMF_CHECKED;
/* The same out of factors. */
jsmf_status jsmf_cooc_low_rank_factored(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag,
                                        const jsmf_cooc_low_rank_options *options, double *v, double *d,
                                        jsmf_eigen_report *report) JSMF_CHECKED;
size_t jsmf_cooc_low_rank_factored_bytes(const jsmf_csr *hhat, size_t k);
/* The bytes that jsmf_cooc_low_rank will need, h's and v's included. */
size_t jsmf_cooc_low_rank_bytes(const jsmf_csr *h, size_t k);

typedef struct jsmf_cooc_passes_options {
    size_t k;
    size_t passes; /* over the documents, at least 1 */
} jsmf_cooc_passes_options;

typedef struct jsmf_cooc_eigenpairs {
    size_t n, k;
    double *v, *d;      /* n x k, k; owned: as of jsmf_cooc_low_rank, approximate; d positive */
    double *unigram;    /* n; owned: C's row sums, exact */
    int64_t *df;        /* n; owned: documents that contain each word */
    size_t rows, documents; /* of the source; of these in C */
    size_t passes;      /* done: fewer than asked for where the words are few */
    double residual;    /* the largest |C v - d v| relative to d[0]; of one pass, which leaves it unknown, the part of
                           the probes' images that V diag(d) V' misses */
} jsmf_cooc_eigenpairs;
void jsmf_cooc_eigenpairs_free(jsmf_cooc_eigenpairs *p);

/* The k largest eigenpairs of C of documents that are read `passes` times and never held (randomised block Krylov, of
 * blocks of 2 k vectors; Musco and Musco, 2015). Every pass gives a block, which is kept: from two passes on the pairs
 * are the Ritz pairs of all blocks but the last, which tells the residuals. One pass is 000 Algorithm 6, the one-pass
 * formula of Halko, Martinsson and Tropp, 2011, whose eigenvalues may be off by all of themselves. The statistics are
 * taken in the first pass. The probes are numbers of the context's seed and their place. JSMF_EDATA as
 * jsmf_cooc_factors, JSMF_EUSAGE where k is above the words, JSMF_ENUMERIC where fewer than k of the approximate
 * eigenvalues are positive. */
jsmf_status jsmf_cooc_passes(jsmf_context *ctx, jsmf_batches *source, size_t words, jsmf_cooc_estimator estimator,
                             const jsmf_cooc_passes_options *options, jsmf_cooc_eigenpairs *out) JSMF_CHECKED;
/* The bytes that it allocates: about 16 k (passes + 2) a word. */
size_t jsmf_cooc_passes_bytes(size_t words, const jsmf_cooc_passes_options *options);

#endif
