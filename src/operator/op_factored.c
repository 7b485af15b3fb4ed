/* The operator C = Hhat' Hhat - diag(hdiag) (000 equation 1): C is never formed. */
#include "operator_inner.h"

#include "sparse.h"

#include <stdlib.h>
#include <string.h>

typedef struct factored {
    const jsmf_csr *hhat;
    const double *hdiag;
    jsmf_csr words; /* Hhat', owned */
} factored;

static jsmf_status apply(jsmf_context *ctx, const void *self, size_t p, const double *x, double *y)
{
    const factored *f = self;
    double *documents = jsmf_alloc(ctx, jsmf_mul_sat(f->hhat->rows, p), sizeof *documents);
    if (!documents || jsmf_operator_sparse_times(ctx, f->hhat, p, x, documents) != JSMF_OK ||
        jsmf_operator_sparse_times(ctx, &f->words, p, documents, y) != JSMF_OK)
        goto done;
    for (size_t i = 0; i < f->words.rows; i++)
        for (size_t j = 0; j < p; j++)
            y[i * p + j] -= f->hdiag[i] * x[i * p + j];
done:
    free(documents);
    return jsmf_context_status(ctx);
}

/* Adds the word's part of each of its documents. */
static void word_row(const factored *f, size_t word, double *row)
{
    const jsmf_csr *w = &f->words, *h = f->hhat;
    memset(row, 0, w->rows * sizeof *row);
    for (int64_t d = w->indptr[word]; d < w->indptr[word + 1]; d++)
        for (int64_t e = h->indptr[w->indices[d]]; e < h->indptr[w->indices[d] + 1]; e++)
            row[h->indices[e]] += w->values[d] * h->values[e];
    row[word] -= f->hdiag[word];
}

static jsmf_status panel(jsmf_context *ctx, const void *self, size_t i0, size_t m, double *out)
{
    const factored *f = self;
    (void)ctx;
    for (size_t i = 0; i < m; i++)
        word_row(f, i0 + i, out + i * f->words.rows);
    return JSMF_OK;
}

static jsmf_status row_sums(jsmf_context *ctx, const void *self, double *sums)
{
    const factored *f = self;
    double *ones = jsmf_alloc(ctx, f->words.rows, sizeof *ones);
    jsmf_status status;
    if (!ones)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < f->words.rows; i++)
        ones[i] = 1;
    status = apply(ctx, self, 1, ones, sums);
    free(ones);
    return status;
}

static void release(void *self)
{
    factored *f = self;
    jsmf_csr_free(&f->words);
    free(f);
}

/* Of every entry of Hhat and its transpose the value, the column, and the vector's number there. */
static size_t single_bytes(const void *self)
{
    const size_t entries = jsmf_mul_sat(jsmf_csr_nnz(((const factored *)self)->hhat), 2);
    return jsmf_mul_sat(entries, 2 * sizeof(double) + sizeof(int32_t));
}

static const jsmf_operator_class factored_class = {
    .name = "factored",
    .apply = apply,
    .panel = panel,
    .row_sums = row_sums,
    .single_bytes = single_bytes,
    .free = release,
};

jsmf_status jsmf_operator_factored(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag, jsmf_operator **out)
{
    factored *f = jsmf_alloc(ctx, 1, sizeof *f);
    *out = NULL;
    if (!f)
        return jsmf_context_status(ctx);
    *f = (factored){ .hhat = hhat, .hdiag = hdiag };
    if (jsmf_csr_transpose(ctx, hhat, &f->words) != JSMF_OK) {
        free(f);
        return jsmf_context_status(ctx);
    }
    return jsmf_operator_new(ctx, &factored_class, f, hhat->cols, out);
}
