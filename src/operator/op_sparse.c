/* The operator over a symmetric matrix as CSR, both halves stored. */
#include "jsmf/operator.h"

#include "sparse.h"
#include "dense/vector.h"

#include <stdlib.h>
#include <string.h>

typedef struct sparse {
    const jsmf_csr *c;
} sparse;

static jsmf_status apply(jsmf_context *ctx, const void *self, size_t p, const double *x, double *y)
{
    return jsmf_operator_sparse_times(ctx, ((const sparse *)self)->c, p, x, y);
}

static jsmf_status panel(jsmf_context *ctx, const void *self, size_t i0, size_t m, double *out)
{
    const jsmf_csr *c = ((const sparse *)self)->c;
    (void)ctx;
    memset(out, 0, m * c->cols * sizeof *out);
    for (size_t i = 0; i < m; i++)
        for (int64_t e = c->indptr[i0 + i]; e < c->indptr[i0 + i + 1]; e++)
            out[i * c->cols + (size_t)c->indices[e]] = c->values[e];
    return JSMF_OK;
}

static size_t row_length(const jsmf_csr *c, size_t i) { return (size_t)(c->indptr[i + 1] - c->indptr[i]); }

static jsmf_status row_sums(jsmf_context *ctx, const void *self, double *sums)
{
    const jsmf_csr *c = ((const sparse *)self)->c;
    (void)ctx;
    for (size_t i = 0; i < c->rows; i++)
        sums[i] = jsmf_dense_sum(row_length(c, i), c->values + c->indptr[i]);
    return JSMF_OK;
}

static jsmf_status row_norms(jsmf_context *ctx, const void *self, double *norms)
{
    const jsmf_csr *c = ((const sparse *)self)->c;
    (void)ctx;
    for (size_t i = 0; i < c->rows; i++)
        norms[i] = jsmf_dense_sum_squares(row_length(c, i), c->values + c->indptr[i]);
    return JSMF_OK;
}

static const jsmf_operator_class sparse_class = {
    .name = "sparse", .apply = apply, .panel = panel, .row_sums = row_sums, .row_norms = row_norms, .free = free,
};

jsmf_status jsmf_operator_sparse(jsmf_context *ctx, const jsmf_csr *c, jsmf_operator **out)
{
    sparse *s = jsmf_alloc(ctx, 1, sizeof *s);
    *out = NULL;
    if (!s)
        return jsmf_context_status(ctx);
    *s = (sparse){ .c = c };
    return jsmf_operator_new(ctx, &sparse_class, s, c->rows, out);
}
