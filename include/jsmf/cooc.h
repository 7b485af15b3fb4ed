/* Word co-occurrence (000 equation 1, 001 section 2): C = (1/M) sum over the documents with n_m >= 2 tokens of
 * (h h' - diag h) / (n_m (n_m - 1)); symmetric, non-negative, its entries sum to 1. M is the number of such documents. */
#ifndef JSMF_COOC_H
#define JSMF_COOC_H

#include "jsmf/csr.h"

/* hhat (documents x words, values h / sqrt(n (n - 1) M)) and hdiag (words): C = Hhat' Hhat - diag(hdiag). Rows of documents with fewer than 2
 * tokens are empty. *documents = M. Owned by the caller. JSMF_EDATA where no document has two tokens. */
jsmf_status jsmf_cooc_factors(jsmf_context *ctx, const jsmf_csr *h, jsmf_csr *hhat, double **hdiag, size_t *documents) JSMF_CHECKED;
/* C as N x N, both halves; owned by the caller. Equal to its transpose bit for bit. */
jsmf_status jsmf_cooc_dense(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag, double **c) JSMF_CHECKED;
/* C as CSR, both halves; entries that are 0 are not stored. */
jsmf_status jsmf_cooc_sparse(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag, jsmf_csr *c) JSMF_CHECKED;
/* The number of entries of C that are not 0 (exact, by one pass of the same cost without the arithmetic). */
jsmf_status jsmf_cooc_nnz(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag, size_t *nnz) JSMF_CHECKED;
/* c = C e from the factors: unigram, N doubles. */
jsmf_status jsmf_cooc_unigram(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag, double *unigram) JSMF_CHECKED;

#endif
