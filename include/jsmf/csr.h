/* Compressed sparse rows: the one sparse matrix of the library. Indices are 0-based; rows hold their indices strictly
 * increasing. */
#ifndef JSMF_CSR_H
#define JSMF_CSR_H

#include "jsmf/base.h"

typedef struct jsmf_csr {
    size_t rows;
    size_t cols;      /* at most INT32_MAX */
    int64_t *indptr;  /* rows + 1, indptr[0] = 0 */
    int32_t *indices; /* indptr[rows] */
    double *values;   /* indptr[rows], or NULL where counts holds them */
    int32_t *counts;  /* indptr[rows], positive, or NULL where values holds them */
} jsmf_csr;

/* Entries stored. */
size_t jsmf_csr_nnz(const jsmf_csr *m);
/* The value at position p, from whichever array holds it. */
double jsmf_csr_value(const jsmf_csr *m, size_t p);
/* The sum of a row's. */
double jsmf_csr_row_sum(const jsmf_csr *m, size_t row);
size_t jsmf_csr_empty_rows(const jsmf_csr *m);
/* Frees the arrays and clears the struct; NULL and a cleared struct are fine. */
void jsmf_csr_free(jsmf_csr *m);
/* JSMF_EDATA, naming the matrix and the place, unless indptr rises from 0, indices are strictly increasing within
 * [0, cols), values finite, counts positive. indices and values must hold indptr[rows] entries. */
jsmf_status jsmf_csr_check(jsmf_context *ctx, const jsmf_csr *m, const char *name) JSMF_CHECKED;
/* Rows of one matrix as another, whose memory is used again. */
typedef struct jsmf_csr_rows {
    jsmf_csr m;
    size_t most_rows, most_entries; /* allocated for */
} jsmf_csr_rows;

/* picked->m = rows (0-based; so many, in that order) of h, values or counts as h has them. picked: cleared before the
 * first call, jsmf_csr_free(&picked->m) after the last. */
jsmf_status jsmf_csr_pick(jsmf_context *ctx, const jsmf_csr *h, const size_t *rows, size_t count,
                          jsmf_csr_rows *picked) JSMF_CHECKED;
/* *out = the transpose, owned by the caller, values or counts as m has them. */
jsmf_status jsmf_csr_transpose(jsmf_context *ctx, const jsmf_csr *m, jsmf_csr *out) JSMF_CHECKED;

#endif
