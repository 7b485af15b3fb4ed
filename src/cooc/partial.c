/* The sums of some documents that C is made of, in blocks: inside a block by the kernels of a whole C, between blocks
 * exactly. */
#include "cooc_inner.h"

#include "upper.h"
#include "operator/operator_inner.h"
#include "base/base_inner.h"
#include "sums/sums_inner.h"

#include <stdlib.h>

typedef struct block_work {
    jsmf_cooc_sums *sums;
    double *rows; /* threads x n; zero between rows */
} block_work;

void jsmf_cooc_sums_free(jsmf_cooc_sums *s)
{
    if (!s)
        return;
    free(s->packed);
    free(s->times);
    free(s->unigram);
    jsmf_sums_sparse_free(&s->sparse);
    *s = (jsmf_cooc_sums){ 0 };
}

jsmf_status jsmf_cooc_sums_new(jsmf_context *ctx, size_t n, bool dense, jsmf_cooc_sums *out)
{
    *out = (jsmf_cooc_sums){ .n = n, .sparse = { .n = n } };
    out->unigram = jsmf_alloc_zero(ctx, n, sizeof *out->unigram);
    if (dense) {
        out->packed = jsmf_alloc_zero(ctx, jsmf_sums_packed(n), sizeof *out->packed);
    } else {
        out->sparse.indptr = jsmf_alloc_zero(ctx, n + 1, sizeof *out->sparse.indptr);
        out->sparse.indices = jsmf_alloc(ctx, 0, sizeof *out->sparse.indices);
        out->sparse.values = jsmf_alloc(ctx, 0, sizeof *out->sparse.values);
    }
    if (jsmf_context_status(ctx) != JSMF_OK)
        jsmf_cooc_sums_free(out);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_cooc_sums_new_times(jsmf_context *ctx, size_t n, size_t width, const double *x, jsmf_cooc_sums *out)
{
    *out = (jsmf_cooc_sums){ .n = n, .x = x, .width = width };
    out->unigram = jsmf_alloc_zero(ctx, n, sizeof *out->unigram);
    out->times = jsmf_alloc_zero(ctx, jsmf_mul_sat(n, width), sizeof *out->times);
    if (jsmf_context_status(ctx) != JSMF_OK)
        jsmf_cooc_sums_free(out);
    return jsmf_context_status(ctx);
}

/* ---- dense ---- */

static double *scratch_row(jsmf_context *ctx, void *arg, size_t i)
{
    const block_work *w = arg;
    (void)i;
    return w->rows + (size_t)jsmf_context_thread(ctx) * w->sums->n;
}

static jsmf_status add_row(jsmf_context *ctx, void *arg, size_t i, double *row)
{
    const block_work *w = arg;
    const size_t n = w->sums->n;
    jsmf_sums_fixed *to = w->sums->packed + jsmf_sums_packed_row(n, i);
    if (jsmf_sums_add_reals(ctx, n - i, to, row + i, 1) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t j = i; j < n; j++)
        row[j] = 0;
    return JSMF_OK;
}

static jsmf_status add_dense(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag, jsmf_cooc_sums *s)
{
    block_work w = { .sums = s };
    const jsmf_cooc_rows rows = { .begin = scratch_row, .end = add_row, .arg = &w };
    w.rows = jsmf_alloc_zero(ctx, jsmf_mul_sat(s->n, (size_t)jsmf_context_threads(ctx)), sizeof *w.rows);
    if (w.rows)
        jsmf_recorded(jsmf_cooc_upper(ctx, hhat, hdiag, &rows));
    free(w.rows);
    return jsmf_context_status(ctx);
}

/* ---- sparse ---- */

static jsmf_status add_sparse(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag, jsmf_cooc_sums *s)
{
    jsmf_csr c = { 0 };
    jsmf_sums_sparse block = { 0 }, sum;
    if (jsmf_cooc_sparse(ctx, hhat, hdiag, &c) == JSMF_OK)
        jsmf_recorded(jsmf_sums_sparse_round(ctx, &c, 1, &block));
    jsmf_csr_free(&c);
    if (jsmf_context_status(ctx) == JSMF_OK &&
        jsmf_sums_sparse_add(ctx, &s->sparse, &block, JSMF_SUMS_PLUS, &sum) == JSMF_OK) {
        jsmf_sums_sparse_free(&s->sparse);
        s->sparse = sum;
    }
    jsmf_sums_sparse_free(&block);
    return jsmf_context_status(ctx);
}

/* ---- times a block of vectors ---- */

static jsmf_status add_times(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag, jsmf_cooc_sums *s)
{
    const size_t count = jsmf_mul_sat(s->n, s->width);
    double *y = jsmf_alloc(ctx, count, sizeof *y);
    jsmf_operator *op = NULL;
    if (y && s->width && jsmf_operator_factored(ctx, hhat, hdiag, &op) == JSMF_OK &&
        jsmf_operator_apply(ctx, op, s->width, s->x, y) == JSMF_OK)
        jsmf_recorded(jsmf_sums_add_reals(ctx, count, s->times, y, 1));
    jsmf_operator_free(op);
    free(y);
    return jsmf_context_status(ctx);
}

/* ---- all of them ---- */

static jsmf_status add_unigram(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag, jsmf_cooc_sums *s)
{
    double *unigram = jsmf_alloc(ctx, s->n, sizeof *unigram);
    if (unigram && jsmf_cooc_unigram(ctx, hhat, hdiag, unigram) == JSMF_OK)
        jsmf_recorded(jsmf_sums_add_reals(ctx, s->n, s->unigram, unigram, 1));
    free(unigram);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_cooc_sums_add(jsmf_context *ctx, const jsmf_csr *h, jsmf_cooc_estimator estimator, jsmf_cooc_sums *s)
{
    jsmf_csr hhat;
    double *hdiag;
    size_t documents;
    if (jsmf_cooc_part_factors(ctx, h, estimator, &hhat, &hdiag, &documents) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (documents > 0 && add_unigram(ctx, &hhat, hdiag, s) == JSMF_OK)
        jsmf_recorded((s->packed ? add_dense : s->times ? add_times : add_sparse)(ctx, &hhat, hdiag, s));
    s->documents += (int64_t)documents;
    jsmf_csr_free(&hhat);
    free(hdiag);
    return jsmf_context_status(ctx);
}
