/* Word co-occurrence C (N x N) from the counts H of documents x words (000 equation 1, 001 section 2).
 *
 * The unbiased estimator is C = (1/M) sum over m of (h_m h_m' - diag h_m) / (n_m (n_m - 1)), over the M documents with
 * n_m >= 2 tokens. C is symmetric and non-negative, and its entries sum to 1. The biased estimator, (1/M) sum over m of
 * h_m h_m' / n_m^2 over the M documents with n_m >= 1, pairs tokens with themselves too: it is positive semidefinite,
 * but its diagonal is too large, the more so the shorter the documents are. Below, pairs_m is n_m (n_m - 1), or n_m^2.
 *
 * H (h) has counts or values. Words and documents are numbered from 0. Functions fail with JSMF_ESYSTEM for lack of
 * memory; what they give is then NULL or empty. */
#ifndef JSMF_COOC_H
#define JSMF_COOC_H

#include "jsmf/base.h"
#include "jsmf/eigen.h"
#include "jsmf/sums.h"

JSMF_BEGIN_DECLS

typedef enum jsmf_cooc_estimator { JSMF_UNBIASED, JSMF_BIASED } jsmf_cooc_estimator;

/* The factors of C = Hhat' Hhat - diag(hdiag): hhat, documents x words, has the values h_m / sqrt(pairs_m M), and
 * *hdiag (words) is 0 for the biased estimator. Rows of documents with too few tokens are empty. *documents = M, unless
 * documents is NULL. The caller frees both. JSMF_EDATA where M is 0. */
jsmf_status jsmf_cooc_factors(jsmf_context *ctx, const jsmf_csr *h, jsmf_cooc_estimator estimator, jsmf_csr *hhat,
                              double **hdiag, size_t *documents) JSMF_CHECKED;
/* *c (N x N) = C from its factors, both halves, equal to its transpose bit for bit. The caller frees it. JSMF_EDATA for
 * more than INT32_MAX documents, here and in the next two functions. */
jsmf_status jsmf_cooc_dense(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag, double **c) JSMF_CHECKED;
/* *c = C from its factors as CSR, both halves, equal to its transpose bit for bit; entries that are 0 are not stored.
 * The caller frees it. */
jsmf_status jsmf_cooc_sparse(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag, jsmf_csr *c) JSMF_CHECKED;
/* *nnz = the exact number of entries of C that are not 0, by a pass of the same cost but for the arithmetic. */
jsmf_status jsmf_cooc_nnz(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag, size_t *nnz) JSMF_CHECKED;
/* unigram (N) = C e, the row sums of C, from its factors. */
jsmf_status jsmf_cooc_unigram(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag,
                              double *unigram) JSMF_CHECKED;

/* What takes the place of the factors beside the counts themselves: C = H' diag(weights) H - diag(hdiag). Fills the
 * caller's arrays: weights (h->rows) with 1 / (pairs_m M), or 0 for a document of too few tokens; hdiag (h->cols); and
 * unigram (h->cols) with C e. *documents = M. JSMF_EDATA where M is 0. */
jsmf_status jsmf_cooc_weights(jsmf_context *ctx, const jsmf_csr *h, jsmf_cooc_estimator estimator, double *weights,
                              double *hdiag, double *unigram, size_t *documents) JSMF_CHECKED;

/* ---- the sums that C is made of, of some of its documents ---- */

/* M times C's upper half, in one of two forms, or M C X of a block X of vectors; and M times C's row sums. */
typedef struct jsmf_cooc_sums {
    size_t n;                 /* words */
    int64_t documents;        /* of enough tokens: M */
    jsmf_sums_fixed *packed;  /* jsmf_sums_packed(n); owned; or NULL, and then */
    jsmf_sums_sparse sparse;  /* where x is NULL; or */
    const double *x;          /* n x width; borrowed */
    size_t width;
    jsmf_sums_fixed *times;   /* n x width; owned */
    jsmf_sums_fixed *unigram; /* n; owned */
} jsmf_cooc_sums;
void jsmf_cooc_sums_free(jsmf_cooc_sums *s); /* NULL and a cleared struct are fine */
/* Sums of no documents. On failure *out owns nothing. */
jsmf_status jsmf_cooc_sums_new(jsmf_context *ctx, size_t n, bool dense, jsmf_cooc_sums *out) JSMF_CHECKED;
jsmf_status jsmf_cooc_sums_new_times(jsmf_context *ctx, size_t n, size_t width, const double *x,
                                     jsmf_cooc_sums *out) JSMF_CHECKED;
/* Adds the documents of h, a block. The block's own sums are those of the functions above, rounded to the unit of sums;
 * what they are added to does not matter. So the same blocks give the same sums in any order. JSMF_EDATA for more than
 * INT32_MAX documents. */
jsmf_status jsmf_cooc_sums_add(jsmf_context *ctx, const jsmf_csr *h, jsmf_cooc_estimator estimator,
                               jsmf_cooc_sums *s) JSMF_CHECKED;

/* ---- weighted words and documents ---- */

/* JSMF_COUNTS, without weights, is the C above, from jsmf_cooc_factors; jsmf_cooc_weigh makes the other two. */
typedef enum jsmf_cooc_weight { JSMF_COUNTS, JSMF_TF_IDF, JSMF_NCUT } jsmf_cooc_weight;

/* A word i has the weight g_i, and a document the weight w_m. With v_m = g . h_m (entry by entry), C = sum over m of
 * w_m (v_m v_m' - diag(g . v_m)), for the biased estimator without the diagonal; its sum is 1. So a pair of tokens
 * counts the product of their words' weights. */
typedef struct jsmf_cooc_weighting {
    double *words;     /* h->cols: g; owned */
    double *documents; /* h->rows: w, 0 for a document with too few tokens of words of weight; owned */
    size_t used;       /* documents of weight */
} jsmf_cooc_weighting;
void jsmf_cooc_weighting_free(jsmf_cooc_weighting *w); /* NULL and a cleared struct are fine */

/* Makes *out for h, which the caller frees. JSMF_TF_IDF: g_i = log(D / df_i), D being the documents of h that are not
 * empty and df_i those that contain word i; w_m is such that every document has the same part of C. JSMF_NCUT: the same
 * g, and w_m in proportion to 1 / v_m's, s the sum of all v (003 section 4: normalised cuts of the graph of documents
 * whose edges are v_m'v_l). JSMF_EDATA where no document has weight. */
jsmf_status jsmf_cooc_weigh(jsmf_context *ctx, const jsmf_csr *h, jsmf_cooc_estimator estimator,
                            jsmf_cooc_weight weight, jsmf_cooc_weighting *out) JSMF_CHECKED;
/* The factors of that C, as those of jsmf_cooc_factors. */
jsmf_status jsmf_cooc_weighted_factors(jsmf_context *ctx, const jsmf_csr *h, jsmf_cooc_estimator estimator,
                                       const jsmf_cooc_weighting *weighting, jsmf_csr *hhat,
                                       double **hdiag) JSMF_CHECKED;

/* ---- the leading eigenpairs of C, without C ---- */

typedef struct jsmf_cooc_low_rank_options {
    size_t k;
    size_t positive;  /* so many must be positive; 0: all k. Where it is less than k, k is at most the number of words
                       * and of documents of weight. More than k cannot be: that is said with how many there are */
    double tolerance; /* on the residuals |C v - d v| relative to the largest eigenvalue; 0: JSMF_LOW_RANK_TOLERANCE */
    jsmf_eigen_cold cold; /* how the eigenpairs are looked for */
} jsmf_cooc_low_rank_options;
/* The angle by which the span is off is the residual over the gap behind the k-th eigenvalue, which is 1e-5 of the
 * largest eigenvalue, or less, at k = 100. */
#define JSMF_LOW_RANK_TOLERANCE 1e-10

/* The k largest eigenpairs of C from the weights and hdiag of jsmf_cooc_weights: v (h->cols x k, columns orthonormal,
 * the largest entry of each by magnitude positive) and d (k, descending, positive unless fewer need be). h must have
 * counts; they are held as 4 bytes an entry, and h is freed once they are, on failure too. report may be NULL.
 * JSMF_ENUMERIC where fewer eigenvalues than must be are above 1e-12 of the largest (the message says how many), and
 * where they do not converge. */
jsmf_status jsmf_cooc_low_rank(jsmf_context *ctx, jsmf_csr *h, const double *weights, const double *hdiag,
                               const jsmf_cooc_low_rank_options *options, double *v, double *d,
                               jsmf_eigen_report *report) JSMF_CHECKED;
/* The same from factors, which are borrowed. */
jsmf_status jsmf_cooc_low_rank_factored(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag,
                                        const jsmf_cooc_low_rank_options *options, double *v, double *d,
                                        jsmf_eigen_report *report) JSMF_CHECKED;
/* The bytes that these two need, the factors or h, and v, included. */
size_t jsmf_cooc_low_rank_factored_bytes(const jsmf_csr *hhat, size_t k);
size_t jsmf_cooc_low_rank_bytes(const jsmf_csr *h, size_t k);

/* ---- the same of documents that are never held ---- */

typedef struct jsmf_cooc_passes_options {
    size_t k;
    size_t passes; /* over the documents, at most; at least 1 */
} jsmf_cooc_passes_options;

typedef struct jsmf_cooc_eigenpairs {
    size_t n, k;
    double *v, *d;    /* n x k, k; owned: approximations of those of jsmf_cooc_low_rank; d descending and positive */
    double *unigram;  /* n; owned: C's row sums, exact */
    int64_t *df;      /* n; owned: documents that contain each word */
    size_t rows;      /* documents of the source */
    size_t documents; /* of these in C: M */
    size_t passes;    /* made: fewer than asked for where the words are few */
    double residual;  /* the largest |C v - d v| relative to d[0]; of one pass, which leaves that unknown, the part of
                       * the probes' images that V diag(d) V' misses, |C Z - V diag(d) V'Z|_F / |C Z|_F */
} jsmf_cooc_eigenpairs;
void jsmf_cooc_eigenpairs_free(jsmf_cooc_eigenpairs *p); /* NULL and a cleared struct are fine */

/* Approximates the k largest eigenpairs of C from documents over `words` words that are read in passes, by a randomised
 * block Krylov method with blocks of 2 k vectors (Musco and Musco, 2015). Every pass gives a block, which is kept. From
 * two passes on the pairs are the Ritz pairs of all blocks but the last, which tells the residuals. One pass is 000
 * Algorithm 6, the one-pass formula of Halko, Martinsson and Tropp, 2011, whose eigenvalues may be off by all of
 * themselves. unigram, df and the counts of documents are taken in the first pass. The probes are numbers of the
 * context's seed and their place, so that the result depends on nothing else. The source is rewound for every pass.
 * JSMF_EDATA where M is 0, or the documents change from pass to pass. JSMF_EUSAGE where k is 0 or above the words, or
 * passes is 0. JSMF_ENUMERIC where fewer than k of the approximate eigenvalues are above 1e-12 of the largest. */
jsmf_status jsmf_cooc_passes(jsmf_context *ctx, jsmf_batches *source, size_t words, jsmf_cooc_estimator estimator,
                             const jsmf_cooc_passes_options *options, jsmf_cooc_eigenpairs *out) JSMF_CHECKED;
/* The bytes that jsmf_cooc_passes allocates: about 16 k (passes + 2) a word. */
size_t jsmf_cooc_passes_bytes(size_t words, const jsmf_cooc_passes_options *options);

/* ---- the same where products of C come from elsewhere, one after the other ---- */

/* The method between two products. */
typedef struct jsmf_cooc_basis {
    size_t n, k, width;     /* words, eigenpairs, vectors of a block */
    size_t products;        /* of blocks with C, so far */
    double *f;              /* n x width; owned: the block to be multiplied next; NULL where the basis is complete, as
                             * the pairs have converged to JSMF_LOW_RANK_TOLERANCE, or no word is left for more */
    double *v;              /* n x ld, of which m columns count; owned: all blocks but the random ones and f; or NULL */
    size_t ld, m;
    double *h, *t;          /* m x m, V'C V; width x m, the part of C V outside of V; owned */
    double residual;        /* the largest of the k pairs, relative to the first value; 0 before the second product */
    double first, last;     /* the largest value, and the k-th; 0 likewise */
} jsmf_cooc_basis;
/* The first block, of the context's seed; the widths and the passes are those of jsmf_cooc_passes, and it fails as that
 * does. JSMF_EUSAGE where words leave no room for two passes. On failure *out owns nothing. */
jsmf_status jsmf_cooc_basis_begin(jsmf_context *ctx, size_t words, const jsmf_cooc_passes_options *options,
                                  jsmf_cooc_basis *out) JSMF_CHECKED;
/* The bytes of a basis of so many blocks and of what a product needs beside it. */
size_t jsmf_cooc_basis_bytes(size_t words, size_t width, size_t blocks);

JSMF_END_DECLS

#endif
