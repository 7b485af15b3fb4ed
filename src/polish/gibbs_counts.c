/* The tokens of collapsed Gibbs sampling, and how many of each word and topic there are. */
#include "gibbs_counts.h"

#include "model/model_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- documents ---- */

static const double largest_fraction = 1e-6; /* of a count that is whole but for rounding */

/* A reading of the documents: it counts them, their tokens and the longest, and fills in those that have room. */
typedef struct reading {
    jsmf_polish_gibbs_documents *d;
    size_t tokens;
    size_t most_documents, most_tokens;
} reading;

static jsmf_status tell_change(jsmf_context *ctx)
{
    return jsmf_fail(ctx, JSMF_EDATA, "the documents changed while they were read (expected the same ones at the "
                     "second reading)");
}

static jsmf_status take_row(jsmf_context *ctx, const jsmf_csr *batch, size_t row, reading *r)
{
    jsmf_polish_gibbs_documents *d = r->d;
    const size_t first = r->tokens;
    for (int64_t p = batch->indptr[row]; p < batch->indptr[row + 1]; p++) {
        const double c = jsmf_csr_value(batch, (size_t)p);
        if (!(fabs(c - nearbyint(c)) <= largest_fraction) || c < 0 || c > INT32_MAX)
            return jsmf_fail(ctx, JSMF_EDATA, "a document has %g tokens of word %d (sampling draws a topic for each: "
                             "expected whole numbers)", c, (int)batch->indices[p]);
        const size_t count = (size_t)nearbyint(c);
        if (count > r->most_tokens - r->tokens)
            return tell_change(ctx);
        for (size_t t = 0; d->tokens && t < count; t++)
            d->tokens[r->tokens + t] = (jsmf_polish_gibbs_token){ .word = batch->indices[p], .topic = -1 };
        r->tokens += count;
    }
    if (r->tokens == first)
        return JSMF_OK;
    if (d->documents == r->most_documents)
        return tell_change(ctx);
    if (d->starts)
        d->starts[d->documents] = first;
    d->documents++;
    d->longest = jsmf_greatest(d->longest, r->tokens - first);
    return JSMF_OK;
}

static jsmf_status read_all(jsmf_context *ctx, const jsmf_batches *source, size_t n, reading *r)
{
    jsmf_csr batch;
    r->d->documents = 0;
    if (source->rewind(ctx, source->self) != JSMF_OK)
        return jsmf_context_status(ctx);
    do {
        if (source->next(ctx, source->self, &batch) != JSMF_OK || jsmf_model_check_words(ctx, n, batch.cols) != JSMF_OK)
            return jsmf_context_status(ctx);
        for (size_t row = 0; row < batch.rows; row++)
            if (take_row(ctx, &batch, row, r) != JSMF_OK)
                return jsmf_context_status(ctx);
    } while (batch.rows > 0);
    return JSMF_OK;
}

/* The second reading: *first is the one that counted. */
static jsmf_status fill(jsmf_context *ctx, const jsmf_batches *source, size_t n, const reading *first)
{
    jsmf_polish_gibbs_documents *d = first->d;
    reading again = { .d = d, .most_documents = d->documents, .most_tokens = first->tokens };
    d->starts = jsmf_alloc(ctx, d->documents + 1, sizeof *d->starts);
    d->tokens = jsmf_alloc(ctx, first->tokens, sizeof *d->tokens);
    if (jsmf_context_status(ctx) != JSMF_OK || read_all(ctx, source, n, &again) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (again.tokens != first->tokens || d->documents != again.most_documents)
        return tell_change(ctx);
    d->starts[d->documents] = again.tokens;
    return JSMF_OK;
}

jsmf_status jsmf_polish_gibbs_documents_read(jsmf_context *ctx, const jsmf_batches *source, size_t n, size_t beside,
                                             jsmf_polish_gibbs_documents *out)
{
    reading first = { .d = out, .most_documents = SIZE_MAX, .most_tokens = SIZE_MAX };
    *out = (jsmf_polish_gibbs_documents){ 0 };
    if (read_all(ctx, source, n, &first) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (first.tokens == 0)
        return jsmf_fail(ctx, JSMF_EDATA, "no tokens to learn from in %zu document%s", JSMF_COUNTED(source->documents));
    if (first.tokens > INT32_MAX)
        return jsmf_fail(ctx, JSMF_EDATA, "%zu tokens (sampling draws a topic for each: expected %d at most)",
                         first.tokens, INT32_MAX);
    const size_t bytes = jsmf_add_sat(jsmf_mul_sat(first.tokens, sizeof *out->tokens),
                                      jsmf_mul_sat(out->documents + 1, sizeof *out->starts));
    if (jsmf_memory_check(ctx, jsmf_add_sat(bytes, beside), "sampling the documents' tokens", JSMF_REMEDY_NONE) !=
        JSMF_OK)
        return jsmf_context_status(ctx);
    return fill(ctx, source, n, &first);
}

void jsmf_polish_gibbs_documents_free(jsmf_polish_gibbs_documents *d)
{
    free(d->starts);
    free(d->tokens);
    *d = (jsmf_polish_gibbs_documents){ 0 };
}

/* ---- counts ---- */

static size_t stride_of(size_t k) { return jsmf_chunk_count(k, JSMF_GIBBS_BLOCK) * JSMF_GIBBS_BLOCK; }

static size_t masks_of(size_t k) { return jsmf_chunk_count(k, 64 * JSMF_GIBBS_BLOCK); }

jsmf_status jsmf_polish_gibbs_counts_new(jsmf_context *ctx, size_t n, size_t k, jsmf_polish_gibbs_counts *c)
{
    *c = (jsmf_polish_gibbs_counts){ .n = n, .k = k, .stride = stride_of(k), .masks = masks_of(k) };
    c->words = jsmf_alloc_zero(ctx, jsmf_mul_sat(n, c->stride), sizeof *c->words);
    c->blocks = jsmf_alloc_zero(ctx, jsmf_mul_sat(n, c->masks), sizeof *c->blocks);
    c->topics = jsmf_alloc_zero(ctx, c->stride, sizeof *c->topics);
    return jsmf_context_status(ctx);
}

void jsmf_polish_gibbs_counts_free(jsmf_polish_gibbs_counts *c)
{
    free(c->words);
    free(c->blocks);
    free(c->topics);
    *c = (jsmf_polish_gibbs_counts){ 0 };
}

size_t jsmf_polish_gibbs_counts_bytes(size_t n, size_t k)
{
    return jsmf_mul_sat(n, stride_of(k) * sizeof(int32_t) + masks_of(k) * sizeof(uint64_t));
}

void jsmf_polish_gibbs_counts_mark(jsmf_polish_gibbs_counts *c, size_t first, size_t rows)
{
    for (size_t i = first; i < first + rows; i++) {
        memset(c->blocks + i * c->masks, 0, c->masks * sizeof *c->blocks);
        for (size_t j = 0; j < c->k; j++)
            if (c->words[i * c->stride + j])
                c->blocks[i * c->masks + j / (64 * JSMF_GIBBS_BLOCK)] |= UINT64_C(1) << j / JSMF_GIBBS_BLOCK % 64;
    }
}

void jsmf_polish_gibbs_counts_total(jsmf_polish_gibbs_counts *c)
{
    memset(c->topics, 0, c->stride * sizeof *c->topics);
    for (size_t i = 0; i < c->n; i++)
        for (size_t j = 0; j < c->stride; j++)
            c->topics[j] += c->words[i * c->stride + j];
}

void jsmf_polish_gibbs_counts_of(const jsmf_polish_gibbs_documents *d, jsmf_polish_gibbs_counts *c)
{
    memset(c->words, 0, c->n * c->stride * sizeof *c->words);
    for (size_t t = 0; t < d->starts[d->documents]; t++)
        c->words[(size_t)d->tokens[t].word * c->stride + (size_t)d->tokens[t].topic]++;
    jsmf_polish_gibbs_counts_mark(c, 0, c->n);
    jsmf_polish_gibbs_counts_total(c);
}
