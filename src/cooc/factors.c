/* The factors of C, its weights and its row sums; C itself is in cooc_dense.c and cooc_sparse.c, its leading
 * eigenpairs in low_rank.c. */
#include "cooc_inner.h"

#include "postings.h"

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

/* The tokens that a document must have, and its pairs of them. */
static double least_tokens(jsmf_cooc_estimator estimator) { return estimator == JSMF_UNBIASED ? 2 : 1; }

static double pairs_of(double n, jsmf_cooc_estimator estimator)
{
    return estimator == JSMF_UNBIASED ? n * (n - 1) : n * n;
}

/* Documents that enter C, and how many entries they have. */
static void count_used(const jsmf_csr *h, jsmf_cooc_estimator estimator, size_t *documents, size_t *nnz)
{
    *documents = *nnz = 0;
    for (size_t m = 0; m < h->rows; m++)
        if (tokens_of(h, m) >= least_tokens(estimator)) {
            ++*documents;
            *nnz += (size_t)(h->indptr[m + 1] - h->indptr[m]);
        }
}

static jsmf_status none_used(jsmf_context *ctx, const jsmf_csr *h, jsmf_cooc_estimator estimator)
{
    return jsmf_fail(ctx, JSMF_EDATA, "no document of %s among %zu: there is no co-occurrence",
                     estimator == JSMF_UNBIASED ? "two words or more" : "any word", h->rows);
}

/* Row m of hhat, and its part of the diagonal in sums + low. */
static void put_row(const jsmf_csr *h, size_t m, jsmf_cooc_estimator estimator, double documents, jsmf_csr *hhat,
                    double *sums, double *low)
{
    double n = tokens_of(h, m), pairs = pairs_of(n, estimator) * documents;
    int64_t to = hhat->indptr[m];
    for (int64_t p = h->indptr[m]; n >= least_tokens(estimator) && p < h->indptr[m + 1]; p++, to++) {
        double count = jsmf_csr_value(h, (size_t)p);
        hhat->indices[to] = h->indices[p];
        hhat->values[to] = count / sqrt(pairs);
        if (estimator == JSMF_UNBIASED)
            jsmf_cooc_sum_add(&sums[h->indices[p]], &low[h->indices[p]], count / pairs);
    }
    hhat->indptr[m + 1] = to;
}

/* documents: what the pairs of a document's tokens are divided by beside their number. */
static jsmf_status make_factors(jsmf_context *ctx, const jsmf_csr *h, jsmf_cooc_estimator estimator, double documents,
                                size_t nnz, jsmf_csr *hhat, double **hdiag)
{
    double *low, *sums;
    *hhat = (jsmf_csr){ .rows = h->rows, .cols = h->cols };
    *hdiag = NULL;
    hhat->indptr = jsmf_alloc_zero(ctx, h->rows + 1, sizeof *hhat->indptr);
    hhat->indices = jsmf_alloc(ctx, nnz, sizeof *hhat->indices);
    hhat->values = jsmf_alloc(ctx, nnz, sizeof *hhat->values);
    sums = jsmf_alloc_zero(ctx, h->cols, sizeof *sums);
    low = jsmf_alloc_zero(ctx, h->cols, sizeof *low);
    if (hhat->indptr && hhat->indices && hhat->values && sums && low) {
        for (size_t m = 0; m < h->rows; m++)
            put_row(h, m, estimator, documents, hhat, sums, low);
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

jsmf_status jsmf_cooc_factors(jsmf_context *ctx, const jsmf_csr *h, jsmf_cooc_estimator estimator, jsmf_csr *hhat,
                              double **hdiag, size_t *documents)
{
    size_t used, nnz;
    *hhat = (jsmf_csr){ .rows = h->rows, .cols = h->cols };
    *hdiag = NULL;
    count_used(h, estimator, &used, &nnz);
    if (documents)
        *documents = used;
    if (used == 0)
        return none_used(ctx, h, estimator);
    return make_factors(ctx, h, estimator, (double)used, nnz, hhat, hdiag);
}

jsmf_status jsmf_cooc_part_factors(jsmf_context *ctx, const jsmf_csr *h, jsmf_cooc_estimator estimator, jsmf_csr *hhat,
                                   double **hdiag, size_t *documents)
{
    size_t nnz;
    count_used(h, estimator, documents, &nnz);
    return make_factors(ctx, h, estimator, 1, nnz, hhat, hdiag);
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
            jsmf_cooc_sum_add(&unigram[hhat->indices[p]], &low[hhat->indices[p]], hhat->values[p] * row);
    }
    for (size_t j = 0; j < hhat->cols; j++)
        unigram[j] = (unigram[j] - hdiag[j]) + low[j];
    free(low);
    return JSMF_OK;
}

/* Document m's parts of the sums; it has n tokens. */
static void add_parts(const jsmf_csr *h, size_t m, double n, jsmf_cooc_estimator estimator, double documents,
                      double *hdiag, double *unigram, double *low)
{
    const double pairs = pairs_of(n, estimator) * documents;
    for (int64_t p = h->indptr[m]; p < h->indptr[m + 1]; p++) {
        const double count = jsmf_csr_value(h, (size_t)p);
        const size_t j = (size_t)h->indices[p];
        if (estimator == JSMF_UNBIASED)
            jsmf_cooc_sum_add(&hdiag[j], &low[2 * j], count / pairs);
        jsmf_cooc_sum_add(&unigram[j], &low[2 * j + 1], count / (n * documents));
    }
}

jsmf_status jsmf_cooc_weights(jsmf_context *ctx, const jsmf_csr *h, jsmf_cooc_estimator estimator, double *weights,
                              double *hdiag, double *unigram, size_t *documents)
{
    double *low;
    size_t nnz;
    count_used(h, estimator, documents, &nnz);
    if (*documents == 0)
        return none_used(ctx, h, estimator);
    low = jsmf_alloc_zero(ctx, h->cols, 2 * sizeof *low);
    if (!low)
        return jsmf_context_status(ctx);
    memset(hdiag, 0, h->cols * sizeof *hdiag);
    memset(unigram, 0, h->cols * sizeof *unigram);
    for (size_t m = 0; m < h->rows; m++) {
        const double n = tokens_of(h, m);
        const bool used = n >= least_tokens(estimator);
        weights[m] = used ? 1 / (pairs_of(n, estimator) * (double)*documents) : 0;
        if (used)
            add_parts(h, m, n, estimator, (double)*documents, hdiag, unigram, low);
    }
    for (size_t j = 0; j < h->cols; j++) {
        hdiag[j] += low[2 * j];
        unigram[j] += low[2 * j + 1];
    }
    free(low);
    return JSMF_OK;
}
