/* Documents in batches, out of a matrix in memory. */
#include "jsmf/base.h"

#include <stdlib.h>
#include <string.h>

typedef struct csr_documents {
    const jsmf_csr *h;
    size_t next;
    int64_t indptr[JSMF_BATCH_DOCUMENTS + 1]; /* of the batch: begins with 0 */
    jsmf_csr_rows picked;
} csr_documents;

static jsmf_status next_batch(jsmf_context *ctx, void *self, jsmf_csr *batch)
{
    csr_documents *d = self;
    const jsmf_csr *h = d->h;
    const size_t left = h->rows - d->next, rows = left < JSMF_BATCH_DOCUMENTS ? left : JSMF_BATCH_DOCUMENTS;
    const int64_t start = h->indptr[d->next];
    (void)ctx;
    for (size_t i = 0; i <= rows; i++)
        d->indptr[i] = h->indptr[d->next + i] - start;
    *batch = (jsmf_csr){ .rows = rows, .cols = h->cols, .indptr = d->indptr, .indices = h->indices + start,
                         .values = h->values ? h->values + start : NULL,
                         .counts = h->counts ? h->counts + start : NULL };
    d->next += rows;
    return JSMF_OK;
}

static jsmf_status rewind_documents(jsmf_context *ctx, void *self)
{
    (void)ctx;
    ((csr_documents *)self)->next = 0;
    return JSMF_OK;
}

static jsmf_status pick(jsmf_context *ctx, void *self, const size_t *places, size_t count, jsmf_csr *batch)
{
    csr_documents *d = self;
    const jsmf_status status = jsmf_csr_pick(ctx, d->h, places, count, &d->picked);
    *batch = d->picked.m;
    return status;
}

static void free_documents(void *self)
{
    jsmf_csr_free(&((csr_documents *)self)->picked.m);
    free(self);
}

jsmf_status jsmf_batches_of_csr(jsmf_context *ctx, const jsmf_csr *h, jsmf_batches *out)
{
    csr_documents *d = jsmf_alloc_zero(ctx, 1, sizeof *d);
    *out = (jsmf_batches){ .self = NULL };
    if (!d)
        return jsmf_context_status(ctx);
    d->h = h;
    *out = (jsmf_batches){ .next = next_batch,
                           .pick = pick,
                           .rewind = rewind_documents,
                           .free = free_documents,
                           .self = d,
                           .documents = h->rows };
    return JSMF_OK;
}

void jsmf_batches_free(jsmf_batches *source)
{
    if (!source)
        return;
    if (source->free)
        source->free(source->self);
    memset(source, 0, sizeof *source);
}
