#include "sparse.h"

#include "dense/vector.h"
#include "base/base_inner.h"

enum { CHUNK_ROWS = 32 };

typedef struct sparse_product {
    const jsmf_csr *m;
    size_t p;
    const double *x;
    double *y;
} sparse_product;

static jsmf_status product_rows(jsmf_context *ctx, void *arg, size_t chunk)
{
    const sparse_product *s = arg;
    const jsmf_csr *m = s->m;
    size_t first = chunk * CHUNK_ROWS, end = first + jsmf_chunk_length(m->rows, CHUNK_ROWS, chunk);
    (void)ctx;
    for (size_t i = first; i < end; i++) {
        int64_t start = m->indptr[i];
        jsmf_dense_combine_rows(s->p, (size_t)(m->indptr[i + 1] - start), m->indices + start, m->values + start, s->x,
                                s->y + i * s->p);
    }
    return JSMF_OK;
}

jsmf_status jsmf_operator_sparse_times(jsmf_context *ctx, const jsmf_csr *m, size_t p, const double *x, double *y)
{
    sparse_product s = { .m = m, .p = p, .x = x, .y = y };
    return jsmf_parallel(ctx, jsmf_chunk_count(m->rows, CHUNK_ROWS), product_rows, &s);
}
