#include "store.h"

#include "dense/tall.h"
#include "base/base_inner.h"
#include "io/io_inner.h"
#include "model/model_inner.h"

#include <stdlib.h>
#include <string.h>

/* ---- making it ---- */

typedef struct filling {
    const jsmf_infer_given *given;
    const jsmf_csr *batch;
    double *f, *start;    /* rows x k */
    double *tokens;       /* rows: of known words */
} filling;

static jsmf_status fill_row(jsmf_context *ctx, const filling *l, size_t row)
{
    const size_t k = l->given->k, length = (size_t)(l->batch->indptr[row + 1] - l->batch->indptr[row]);
    int32_t *indices = jsmf_alloc(ctx, length, sizeof *indices);
    double *h = jsmf_alloc(ctx, length, 2 * sizeof *h);
    if (indices && h) {
        const jsmf_document_frequencies d = jsmf_infer_document_of(l->given, l->batch, row, indices, h);
        l->tokens[row] = d.words > 0 ? d.tokens : 0;
        jsmf_infer_coefficients(l->given, &d, h + length, l->f + row * k);
        if (d.words > 0)
            jsmf_infer_begin(l->given, &d, h + length, l->start + row * k);
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

static jsmf_status add_batch(jsmf_context *ctx, jsmf_infer_store *s, const jsmf_infer_given *given,
                             const jsmf_csr *batch)
{
    filling l = { .given = given, .batch = batch };
    const size_t bytes = s->k * sizeof(double);
    if (jsmf_model_check_words(ctx, given->n, batch->cols) != JSMF_OK)
        return jsmf_context_status(ctx);
    l.f = jsmf_alloc(ctx, batch->rows, jsmf_mul_sat(s->k, sizeof *l.f));
    l.start = jsmf_alloc(ctx, batch->rows, jsmf_mul_sat(s->k, sizeof *l.start));
    l.tokens = jsmf_alloc(ctx, batch->rows, sizeof *l.tokens);
    if (jsmf_context_status(ctx) != JSMF_OK ||
        jsmf_parallel(ctx, jsmf_chunk_count(batch->rows, JSMF_INFER_CHUNK), fill_chunk, &l) != JSMF_OK)
        goto done;
    memset(s->state_block, 0, s->width * sizeof *s->state_block);
    for (size_t i = 0; i < batch->rows; i++) {
        if (l.tokens[i] == 0)
            continue;
        memcpy(s->state_block, l.start + i * s->k, bytes);
        if (jsmf_spool_append(ctx, s->f, l.f + i * s->k, bytes) != JSMF_OK ||
            jsmf_spool_append(ctx, s->state, s->state_block, s->width * sizeof *s->state_block) != JSMF_OK)
            break;
        s->documents++;
        s->tokens += l.tokens[i];
    }
done:
    free(l.f);
    free(l.start);
    free(l.tokens);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_infer_store_make(jsmf_context *ctx, const jsmf_infer_given *given, const jsmf_batches *source,
                                  size_t width, jsmf_infer_store *s)
{
    const size_t k = given->k;
    jsmf_csr batch;
    *s = (jsmf_infer_store){ .k = k, .width = width };
    s->f_block = jsmf_alloc(ctx, JSMF_INFER_BLOCK, jsmf_mul_sat(k, sizeof *s->f_block));
    s->state_block = jsmf_alloc(ctx, JSMF_INFER_BLOCK, jsmf_mul_sat(width, sizeof *s->state_block));
    s->sums = jsmf_alloc(ctx, jsmf_chunk_count(JSMF_INFER_BLOCK, JSMF_INFER_CHUNK), sizeof *s->sums);
    s->cross = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *s->cross);
    if (jsmf_context_status(ctx) != JSMF_OK ||
        jsmf_spool_new(ctx, "the documents' coefficients", &s->f) != JSMF_OK ||
        jsmf_spool_new(ctx, "the documents' compositions", &s->state) != JSMF_OK ||
        source->rewind(ctx, source->self) != JSMF_OK)
        return jsmf_context_status(ctx);
    do {
        if (source->next(ctx, source->self, &batch) != JSMF_OK || add_batch(ctx, s, given, &batch) != JSMF_OK)
            return jsmf_context_status(ctx);
    } while (batch.rows > 0);
    return s->documents > 0 ? JSMF_OK
                            : jsmf_fail_remedy(ctx, JSMF_EDATA, JSMF_REMEDY_MATCH_WORDS, 0,
                                               "the documents have no words that the model knows");
}

void jsmf_infer_store_release(jsmf_infer_store *s)
{
    jsmf_spool_free(s->f);
    jsmf_spool_free(s->state);
    free(s->f_block);
    free(s->state_block);
    free(s->sums);
    free(s->cross);
    *s = (jsmf_infer_store){ .k = 0 };
}

/* ---- passes ---- */

typedef struct working {
    const jsmf_infer_store *store;
    const jsmf_infer_pass *pass;
    size_t count;
} working;

static jsmf_status work_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const working *work = arg;
    const jsmf_infer_store *s = work->store;
    const jsmf_infer_pass *p = work->pass;
    const size_t first = chunk * JSMF_INFER_CHUNK,
                 end = first + jsmf_chunk_length(work->count, JSMF_INFER_CHUNK, chunk);
    double *scratch = jsmf_alloc(ctx, p->scratch, sizeof *scratch), sum = 0;
    for (size_t i = first; scratch && i < end; i++)
        if (p->document(ctx, p->self, i, s->f_block + i * s->k, s->state_block + i * s->width, scratch, &sum) !=
            JSMF_OK)
            break;
    s->sums[chunk] = sum;
    free(scratch);
    return jsmf_context_status(ctx);
}

static jsmf_status add_moments(jsmf_context *ctx, const jsmf_infer_store *s, size_t count, const double *x,
                               double divisor, double *moments)
{
    if (jsmf_dense_tall_cross(ctx, count, s->k, x, s->width, s->k, x, s->width, s->cross) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < s->k * s->k; i++)
        moments[i] += s->cross[i] / divisor;
    return JSMF_OK;
}

jsmf_status jsmf_infer_store_work(jsmf_context *ctx, jsmf_infer_store *s, size_t first, size_t count,
                                  jsmf_infer_pass *pass)
{
    working work = { .store = s, .pass = pass, .count = count };
    const size_t f_bytes = s->k * sizeof(double), state_bytes = s->width * sizeof(double);
    const size_t chunks = jsmf_chunk_count(count, JSMF_INFER_CHUNK);
    if (jsmf_spool_read(ctx, s->f, (uint64_t)first * f_bytes, s->f_block, count * f_bytes) != JSMF_OK ||
        jsmf_spool_read(ctx, s->state, (uint64_t)first * state_bytes, s->state_block, count * state_bytes) != JSMF_OK ||
        jsmf_parallel(ctx, chunks, work_chunk, &work) != JSMF_OK ||
        add_moments(ctx, s, count, s->state_block, pass->divisor, pass->moments) != JSMF_OK ||
        (pass->second &&
         add_moments(ctx, s, count, s->state_block + s->k, pass->divisor, pass->second) != JSMF_OK))
        return jsmf_context_status(ctx);
    for (size_t c = 0; c < chunks; c++)
        pass->sum += s->sums[c];
    return pass->keep ? jsmf_spool_write(ctx, s->state, (uint64_t)first * state_bytes, s->state_block,
                                         count * state_bytes)
                      : JSMF_OK;
}

jsmf_status jsmf_infer_store_work_all(jsmf_context *ctx, jsmf_infer_store *s, jsmf_infer_pass *pass)
{
    const size_t bytes = s->k * s->k * sizeof *pass->moments;
    pass->sum = 0;
    memset(pass->moments, 0, bytes);
    if (pass->second)
        memset(pass->second, 0, bytes);
    for (size_t first = 0; first < s->documents; first += JSMF_INFER_BLOCK)
        if (jsmf_infer_store_work(ctx, s, first, jsmf_least(s->documents - first, JSMF_INFER_BLOCK), pass) != JSMF_OK)
            return jsmf_context_status(ctx);
    return JSMF_OK;
}
