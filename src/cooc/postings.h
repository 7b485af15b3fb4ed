/* The inverted index of a documents x words matrix, with what balances work over its words. */
#ifndef JSMF_COOC_POSTINGS_H
#define JSMF_COOC_POSTINGS_H

#include "jsmf/base.h"

typedef struct jsmf_cooc_postings {
    const jsmf_csr *hhat;  /* borrowed */
    int64_t *indptr;       /* cols + 1: where the entries of each word begin below; their documents ascend */
    int64_t *place;        /* nnz: where the entry stands in hhat */
    int32_t *document;     /* nnz: the row of hhat that it stands in */
    size_t chunks;
    size_t *bounds;        /* chunks + 1: chunk c is the words bounds[c] .. bounds[c + 1] - 1; work is about equal */
} jsmf_cooc_postings;

/* Makes the index; on failure *out is empty. JSMF_EDATA for more than INT32_MAX documents. */
jsmf_status jsmf_cooc_postings_build(jsmf_context *ctx, const jsmf_csr *hhat, jsmf_cooc_postings *out) JSMF_CHECKED;
void jsmf_cooc_postings_free(jsmf_cooc_postings *p);

/* Adds a term to the sum *sum + *low (Neumaier's summation), which stays exact to a few units in the last place however
 * many terms there are. */
void jsmf_cooc_sum_add(double *sum, double *low, double term);

/* Returns C's diagonal (hhat->cols), which the caller frees; NULL for lack of memory. What is below the rounding of its
 * two parts is 0, so that binary data have a trace of exactly 0. */
double *jsmf_cooc_diagonal(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag) JSMF_CHECKED;

#endif
