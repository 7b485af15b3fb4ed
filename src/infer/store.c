#include "store.h"

#include <stdlib.h>
#include <string.h>

typedef struct filling {
    const jsmf_infer *infer;
    const jsmf_csr *batch;
    double *f, *start;    /* rows x k */
    unsigned char *empty; /* rows */
} filling;

static jsmf_status fill_row(jsmf_context *ctx, const filling *l, size_t row)
{
    const size_t length = (size_t)(l->batch->indptr[row + 1] - l->batch->indptr[row]);
    int32_t *indices = jsmf_alloc(ctx, length, sizeof *indices);
    double *h = jsmf_alloc(ctx, length, 2 * sizeof *h);
    if (indices && h) {
        const jsmf_document_frequencies d = jsmf_infer_document_of(l->infer, l->batch, row, indices, h);
        l->empty[row] = d.words == 0;
        jsmf_infer_coefficients(l->infer, &d, h + length, l->f + row * l->infer->k);
        if (d.words > 0)
            jsmf_infer_begin(l->infer, &d, h + length, l->start + row * l->infer->k);
    }
    free(indices);
    free(h);
    return jsmf_context_status(ctx);
}

static jsmf_status fill_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const filling *l = arg;
    const size_t first = chunk * JSMF_INFER_CHUNK,
                 end = first + jsmf_chunk_length(l->batch->rows, JSMF_INFER_CHUNK, chunk);
    for (size_t i = first; i < end; i++)
        if (fill_row(ctx, l, i) != JSMF_OK)
            return jsmf_context_status(ctx);
    return JSMF_OK;
}

static jsmf_status append(jsmf_context *ctx, jsmf_infer_store *s, const filling *l)
{
    const size_t bytes = s->k * sizeof(double);
    memset(s->state_block, 0, s->width * sizeof *s->state_block);
    for (size_t i = 0; i < l->batch->rows; i++) {
        if (l->empty[i])
            continue;
        memcpy(s->state_block, l->start + i * s->k, bytes);
        if (jsmf_spool_append(ctx, s->f, l->f + i * s->k, bytes) != JSMF_OK ||
            jsmf_spool_append(ctx, s->state, s->state_block, s->width * sizeof *s->state_block) != JSMF_OK)
            return jsmf_context_status(ctx);
        s->documents++;
    }
    return JSMF_OK;
}

static jsmf_status add_batch(jsmf_context *ctx, jsmf_infer_store *s, const jsmf_infer *infer, const jsmf_csr *batch)
{
    filling l = { .infer = infer, .batch = batch };
    if (jsmf_infer_check_words(ctx, infer, batch) != JSMF_OK)
        return jsmf_context_status(ctx);
    l.f = jsmf_alloc(ctx, batch->rows, jsmf_mul_sat(s->k, sizeof *l.f));
    l.start = jsmf_alloc(ctx, batch->rows, jsmf_mul_sat(s->k, sizeof *l.start));
    l.empty = jsmf_alloc(ctx, batch->rows, 1);
    if (l.f && l.start && l.empty &&
        jsmf_parallel(ctx, jsmf_chunk_count(batch->rows, JSMF_INFER_CHUNK), fill_chunk, &l) == JSMF_OK)
        (void)!append(ctx, s, &l);
    free(l.f);
    free(l.start);
    free(l.empty);
    return jsmf_context_status(ctx);
}

static jsmf_status open_store(jsmf_context *ctx, jsmf_infer_store *s)
{
    s->f_block = jsmf_alloc(ctx, JSMF_INFER_BLOCK, jsmf_mul_sat(s->k, sizeof *s->f_block));
    s->state_block = jsmf_alloc(ctx, JSMF_INFER_BLOCK, jsmf_mul_sat(s->width, sizeof *s->state_block));
    if (!s->f_block || !s->state_block || jsmf_spool_new(ctx, "the documents' coefficients", &s->f) != JSMF_OK ||
        jsmf_spool_new(ctx, "the documents' compositions", &s->state) != JSMF_OK)
        return jsmf_context_status(ctx);
    return JSMF_OK;
}

jsmf_status jsmf_infer_store_make(jsmf_context *ctx, const jsmf_infer *infer, const jsmf_batches *source, size_t width,
                                  jsmf_infer_store *s)
{
    jsmf_csr batch;
    *s = (jsmf_infer_store){ .k = infer->k, .width = width };
    if (open_store(ctx, s) != JSMF_OK || source->rewind(ctx, source->self) != JSMF_OK)
        return jsmf_context_status(ctx);
    do {
        if (source->next(ctx, source->self, &batch) != JSMF_OK || add_batch(ctx, s, infer, &batch) != JSMF_OK)
            return jsmf_context_status(ctx);
    } while (batch.rows > 0);
    return s->documents > 0 ? JSMF_OK
                            : jsmf_fail(ctx, JSMF_EDATA, "no document has a word that the model knows (map the "
                                        "documents' words with jsmf-bow --match)");
}

void jsmf_infer_store_release(jsmf_infer_store *s)
{
    jsmf_spool_free(s->f);
    jsmf_spool_free(s->state);
    free(s->f_block);
    free(s->state_block);
    *s = (jsmf_infer_store){ .k = 0 };
}

jsmf_status jsmf_infer_store_read(jsmf_context *ctx, jsmf_infer_store *s, size_t first, size_t count)
{
    const size_t f_bytes = s->k * sizeof(double), state_bytes = s->width * sizeof(double);
    if (jsmf_spool_read(ctx, s->f, (uint64_t)first * f_bytes, s->f_block, count * f_bytes) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_spool_read(ctx, s->state, (uint64_t)first * state_bytes, s->state_block, count * state_bytes);
}

jsmf_status jsmf_infer_store_write(jsmf_context *ctx, jsmf_infer_store *s, size_t first, size_t count)
{
    const size_t bytes = s->width * sizeof(double);
    return jsmf_spool_write(ctx, s->state, (uint64_t)first * bytes, s->state_block, count * bytes);
}
