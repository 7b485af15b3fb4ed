/* The factors of C and its row sums; C itself is in cooc_dense.c and cooc_sparse.c. */
#include "jsmf/cooc.h"

#include "topics/postings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double tokens_of(const jsmf_csr *h, size_t m)
{
    double n = 0;
    for (int64_t p = h->indptr[m]; p < h->indptr[m + 1]; p++)
        n += jsmf_csr_value(h, (size_t)p);
    return n;
}

/* Documents of two tokens or more, and how many entries they have. */
static void count_used(const jsmf_csr *h, size_t *documents, size_t *nnz)
{
    *documents = *nnz = 0;
    for (size_t m = 0; m < h->rows; m++)
        if (tokens_of(h, m) >= 2) {
            ++*documents;
            *nnz += (size_t)(h->indptr[m + 1] - h->indptr[m]);
        }
}

/* Row m of hhat, and its part of the diagonal in sums + low. */
static void put_row(const jsmf_csr *h, size_t m, double documents, jsmf_csr *hhat, double *sums, double *low)
{
    double n = tokens_of(h, m), pairs = n * (n - 1) * documents;
    int64_t to = hhat->indptr[m];
    for (int64_t p = h->indptr[m]; n >= 2 && p < h->indptr[m + 1]; p++, to++) {
        double count = jsmf_csr_value(h, (size_t)p);
        hhat->indices[to] = h->indices[p];
        hhat->values[to] = count / sqrt(pairs);
        jsmf_sum_add(&sums[h->indices[p]], &low[h->indices[p]], count / pairs);
    }
    hhat->indptr[m + 1] = to;
}

jsmf_status jsmf_cooc_factors(jsmf_context *ctx, const jsmf_csr *h, jsmf_csr *hhat, double **hdiag, size_t *documents)
{
    size_t nnz;
    double *low, *sums;
    *hhat = (jsmf_csr){ .rows = h->rows, .cols = h->cols };
    *hdiag = NULL;
    count_used(h, documents, &nnz);
    if (*documents == 0)
        return jsmf_fail(ctx, JSMF_EDATA, "none of the %zu documents has two words or more: there is no co-occurrence",
                         h->rows);
    hhat->indptr = jsmf_alloc_zero(ctx, h->rows + 1, sizeof *hhat->indptr);
    hhat->indices = jsmf_alloc(ctx, nnz, sizeof *hhat->indices);
    hhat->values = jsmf_alloc(ctx, nnz, sizeof *hhat->values);
    sums = jsmf_alloc_zero(ctx, h->cols, sizeof *sums);
    low = jsmf_alloc_zero(ctx, h->cols, sizeof *low);
    if (hhat->indptr && hhat->indices && hhat->values && sums && low) {
        for (size_t m = 0; m < h->rows; m++)
            put_row(h, m, (double)*documents, hhat, sums, low);
        for (size_t j = 0; j < h->cols; j++)
            sums[j] += low[j];
        *hdiag = sums;
    } else {
        free(sums);
        jsmf_csr_free(hhat);
    }
    free(low);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_cooc_unigram(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag, double *unigram)
{
    double *low = jsmf_alloc_zero(ctx, hhat->cols, sizeof *low);
    if (!low)
        return jsmf_context_status(ctx);
    memset(unigram, 0, hhat->cols * sizeof *unigram);
    for (size_t m = 0; m < hhat->rows; m++) {
        double row = tokens_of(hhat, m);
        for (int64_t p = hhat->indptr[m]; p < hhat->indptr[m + 1]; p++)
            jsmf_sum_add(&unigram[hhat->indices[p]], &low[hhat->indices[p]], hhat->values[p] * row);
    }
    for (size_t j = 0; j < hhat->cols; j++)
        unigram[j] = (unigram[j] - hdiag[j]) + low[j];
    free(low);
    return JSMF_OK;
}
