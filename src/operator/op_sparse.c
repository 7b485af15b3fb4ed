/* The operator over a symmetric matrix as CSR, both halves stored. */
#include "operator_inner.h"

#include "sparse.h"
#include "tiles.h"
#include "dense/vector.h"

#include <stdlib.h>
#include <string.h>

/* From this part of its entries on, C is multiplied by tiles, in half of the time: with fewer entries, a tile has too
 * little to do with what it has copied. The tiles may take this part of the memory. */
static const double tiles_least = 0.03, tiles_memory = 1.0 / 8;

typedef struct sparse {
    const jsmf_csr *c;
    jsmf_operator_tiles tiles; /* empty where C is multiplied by rows */
} sparse;

static jsmf_status apply(jsmf_context *ctx, const void *self, size_t p, const double *x, double *y)
{
    const sparse *s = self;
    const size_t n = s->c->rows;
    /* What a tile costs is divided by too few vectors where there is one. */
    if (p == 1 || !s->tiles.pairs)
        return jsmf_operator_sparse_times(ctx, s->c, p, x, y);
    memset(y, 0, n * p * sizeof *y);
    return jsmf_operator_tiles_add(ctx, n, s->tiles.pairs, p, x, y);
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

/* Of every entry its value, its column, and the vector's number there. */
static size_t single_bytes(const void *self)
{
    return jsmf_mul_sat(jsmf_csr_nnz(((const sparse *)self)->c), 2 * sizeof(double) + sizeof(int32_t));
}

static void release(void *self)
{
    jsmf_operator_tiles_free(&((sparse *)self)->tiles);
    free(self);
}

static const jsmf_operator_class sparse_class = {
    .name = "sparse",
    .apply = apply,
    .panel = panel,
    .row_sums = row_sums,
    .row_norms = row_norms,
    .single_bytes = single_bytes,
    .free = release,
};

/* Half of the entries, a value and a number in a byte each. */
static bool wants_tiles(const jsmf_context *ctx, const jsmf_csr *c)
{
    const double entries = (double)jsmf_csr_nnz(c), bytes = entries / 2 * (sizeof(double) + 1);
    return entries >= tiles_least * (double)c->rows * (double)c->cols &&
           bytes <= tiles_memory * (double)jsmf_context_memory_rule(ctx);
}

jsmf_status jsmf_operator_sparse(jsmf_context *ctx, const jsmf_csr *c, jsmf_operator **out)
{
    sparse *s = jsmf_alloc(ctx, 1, sizeof *s);
    *out = NULL;
    if (!s)
        return jsmf_context_status(ctx);
    *s = (sparse){ .c = c };
    if (wants_tiles(ctx, c) && jsmf_operator_tiles_make(ctx, c, &s->tiles) != JSMF_OK) {
        release(s);
        return jsmf_context_status(ctx);
    }
    return jsmf_operator_new(ctx, &sparse_class, s, c->rows, out);
}
