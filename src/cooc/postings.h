/* The inverted index of a documents x words matrix, with what balances work over its words. */
#ifndef JSMF_COOC_POSTINGS_H
#define JSMF_COOC_POSTINGS_H

#include "jsmf/base.h"

typedef struct jsmf_cooc_postings {
    const jsmf_csr *hhat;  /* borrowed */
    int64_t *indptr;       /* cols + 1: the entries of word i, documents ascending */
    int64_t *place;        /* nnz: where the entry stands in hhat */
    int32_t *document;     /* nnz */
    size_t chunks;
    size_t *bounds;        /* chunks + 1: words of about equal work together */
} jsmf_cooc_postings;

jsmf_status jsmf_cooc_postings_build(jsmf_context *ctx, const jsmf_csr *hhat, jsmf_cooc_postings *out) JSMF_CHECKED;
void jsmf_cooc_postings_free(jsmf_cooc_postings *p);

/* Column sums of f(entry) to a few units in the last place whatever their number: Neumaier's sum in sums + low. */
void jsmf_cooc_sum_add(double *sum, double *low, double term);

/* diagonal[i] = C_ii. What is below the rounding of its two parts is 0, so that binary data have a trace of exactly 0.
 * Owned by the caller; NULL on failure. */
double *jsmf_cooc_diagonal(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag) JSMF_CHECKED;

#endif
