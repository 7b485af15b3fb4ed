/* Weighted documents: tf-idf, and normalised-cut weights upon it (003 section 4; Xu, Liu, Gong, SIGIR 2003). */
#include "jsmf/cooc.h"

#include <math.h>
#include <stdlib.h>

void jsmf_cooc_weighting_free(jsmf_cooc_weighting *w)
{
    if (!w)
        return;
    free(w->words);
    free(w->documents);
    *w = (jsmf_cooc_weighting){ 0 };
}

/* What the tokens of a document come to: those of weight 0 do not count. */
typedef struct document_sums {
    double tokens;
    double mass;    /* of their weights: e'v */
    double squares; /* of their weights' squares: what tokens paired with themselves make */
    double cut;     /* v's, s the sum of all v; where s is asked for */
} document_sums;

static document_sums sum_document(const jsmf_csr *h, size_t m, const double *words, const double *s)
{
    document_sums sums = { 0 };
    for (int64_t p = h->indptr[m]; p < h->indptr[m + 1]; p++) {
        const double count = jsmf_csr_value(h, (size_t)p), weight = words[h->indices[p]];
        sums.tokens += weight > 0 ? count : 0;
        sums.mass += weight * count;
        sums.squares += weight * weight * count;
        sums.cut += s ? weight * count * s[h->indices[p]] : 0;
    }
    return sums;
}

/* log(documents / df), 0 for words of none; documents: those that are not empty. */
static void fill_idf(const jsmf_csr *h, double *words)
{
    double documents = 0;
    for (size_t i = 0; i < h->cols; i++)
        words[i] = 0;
    for (size_t m = 0; m < h->rows; m++) {
        documents += h->indptr[m + 1] > h->indptr[m];
        for (int64_t p = h->indptr[m]; p < h->indptr[m + 1]; p++)
            words[h->indices[p]]++;
    }
    for (size_t i = 0; i < h->cols; i++)
        words[i] = words[i] > 0 ? log(documents / words[i]) : 0;
}

static void sum_words(const jsmf_csr *h, const double *words, double *s)
{
    for (size_t m = 0; m < h->rows; m++)
        for (int64_t p = h->indptr[m]; p < h->indptr[m + 1]; p++)
            s[h->indices[p]] += words[h->indices[p]] * jsmf_csr_value(h, (size_t)p);
}

/* w->documents, and w->used of them. s: NULL, or for the cuts. */
static void weigh_documents(const jsmf_csr *h, jsmf_cooc_estimator estimator, const double *s, jsmf_cooc_weighting *w)
{
    const double least = estimator == JSMF_UNBIASED ? 2 : 1;
    double total = 0;
    w->used = 0;
    for (size_t m = 0; m < h->rows; m++) {
        const document_sums d = sum_document(h, m, w->words, s);
        const double pairs = d.mass * d.mass - (estimator == JSMF_UNBIASED ? d.squares : 0);
        const bool used = d.tokens >= least && pairs > 0;
        w->documents[m] = used ? 1 / (s ? d.cut : pairs) : 0;
        total += used ? (s ? pairs / d.cut : 1) : 0;
        w->used += used;
    }
    for (size_t m = 0; m < h->rows && w->used > 0; m++)
        w->documents[m] /= total;
}

jsmf_status jsmf_cooc_weigh(jsmf_context *ctx, const jsmf_csr *h, jsmf_cooc_estimator estimator,
                            jsmf_cooc_weight weight, jsmf_cooc_weighting *out)
{
    double *s = weight == JSMF_NCUT ? jsmf_alloc_zero(ctx, h->cols, sizeof *s) : NULL;
    *out = (jsmf_cooc_weighting){ 0 };
    out->words = jsmf_alloc(ctx, h->cols, sizeof *out->words);
    out->documents = jsmf_alloc(ctx, h->rows, sizeof *out->documents);
    if (out->words && out->documents && (s || weight != JSMF_NCUT)) {
        fill_idf(h, out->words);
        if (s)
            sum_words(h, out->words, s);
        weigh_documents(h, estimator, s, out);
        if (out->used == 0)
            jsmf_fail(ctx, JSMF_EDATA, "no document of %s that weigh anything among %zu: there is no co-occurrence "
                      "(words of all documents weigh nothing)",
                      estimator == JSMF_UNBIASED ? "two words or more" : "any words", h->rows);
    }
    if (jsmf_context_status(ctx) != JSMF_OK)
        jsmf_cooc_weighting_free(out);
    free(s);
    return jsmf_context_status(ctx);
}

/* Row m of hhat, and its part of the diagonal. */
static void put_row(const jsmf_csr *h, size_t m, jsmf_cooc_estimator estimator, const jsmf_cooc_weighting *w,
                    jsmf_csr *hhat, double *hdiag)
{
    const double scale = sqrt(w->documents[m]);
    int64_t to = hhat->indptr[m];
    for (int64_t p = h->indptr[m]; scale > 0 && p < h->indptr[m + 1]; p++) {
        const size_t i = (size_t)h->indices[p];
        const double v = w->words[i] * jsmf_csr_value(h, (size_t)p);
        if (v == 0)
            continue;
        hhat->indices[to] = h->indices[p];
        hhat->values[to++] = v * scale;
        if (estimator == JSMF_UNBIASED)
            hdiag[i] += w->documents[m] * w->words[i] * v;
    }
    hhat->indptr[m + 1] = to;
}

jsmf_status jsmf_cooc_weighted_factors(jsmf_context *ctx, const jsmf_csr *h, jsmf_cooc_estimator estimator,
                                       const jsmf_cooc_weighting *weighting, jsmf_csr *hhat, double **hdiag)
{
    const size_t nnz = jsmf_csr_nnz(h);
    *hhat = (jsmf_csr){ .rows = h->rows, .cols = h->cols };
    hhat->indptr = jsmf_alloc_zero(ctx, h->rows + 1, sizeof *hhat->indptr);
    hhat->indices = jsmf_alloc(ctx, nnz, sizeof *hhat->indices);
    hhat->values = jsmf_alloc(ctx, nnz, sizeof *hhat->values);
    *hdiag = jsmf_alloc_zero(ctx, h->cols, sizeof **hdiag);
    if (hhat->indptr && hhat->indices && hhat->values && *hdiag) {
        for (size_t m = 0; m < h->rows; m++)
            put_row(h, m, estimator, weighting, hhat, *hdiag);
        return JSMF_OK;
    }
    jsmf_csr_free(hhat);
    free(*hdiag);
    *hdiag = NULL;
    return jsmf_context_status(ctx);
}
