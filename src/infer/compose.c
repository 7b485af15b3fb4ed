/* The compositions of a batch, document by document. */
#include "method.h"

#include "jsmf/dense.h"
#include "dense/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- a document ---- */

jsmf_document_frequencies jsmf_infer_document_of(const jsmf_infer *infer, const jsmf_csr *batch, size_t row,
                                                 int32_t *indices, double *h)
{
    jsmf_document_frequencies d = { .indices = indices, .h = h };
    for (int64_t p = batch->indptr[row]; p < batch->indptr[row + 1]; p++)
        if (infer->unigram[batch->indices[p]] > 0) {
            indices[d.words] = batch->indices[p];
            h[d.words] = jsmf_csr_value(batch, (size_t)p);
            d.tokens += h[d.words++];
        }
    for (size_t i = 0; i < d.words; i++)
        h[i] /= d.tokens;
    if (!(d.tokens > 0))
        d.words = 0;
    return d;
}

void jsmf_infer_coefficients(const jsmf_infer *infer, const jsmf_document_frequencies *d, double *values, double *f)
{
    for (size_t i = 0; i < d->words; i++)
        values[i] = d->h[i] * infer->metric[d->indices[i]];
    jsmf_dense_combine_rows(infer->k, d->words, d->indices, values, infer->b, f);
}

void jsmf_infer_bayes(const jsmf_infer *infer, const jsmf_document_frequencies *d, double *values, double *w)
{
    double sum = 0;
    for (size_t i = 0; i < d->words; i++)
        values[i] = d->h[i] / infer->unigram[d->indices[i]];
    jsmf_dense_combine_rows(infer->k, d->words, d->indices, values, infer->b, w);
    for (size_t j = 0; j < infer->k; j++) {
        w[j] *= infer->mean[j];
        sum += w[j];
    }
    for (size_t j = 0; j < infer->k; j++)
        w[j] /= sum;
}

/* ---- a batch ---- */

typedef struct tally {
    size_t empty, unconverged, cut;
    double known, unknown, worst_kkt;
} tally;

typedef struct composing {
    const jsmf_infer *infer;
    const jsmf_csr *batch;
    double *w;
    unsigned char *flags;
    tally *tallies; /* a chunk */
} composing;

typedef struct scratch {
    int32_t *indices;
    double *h, *work;
} scratch;

static jsmf_status scratch_new(jsmf_context *ctx, const composing *c, size_t first, size_t count, scratch *s)
{
    size_t longest = 0;
    for (size_t i = first; i < first + count; i++) {
        const size_t length = (size_t)(c->batch->indptr[i + 1] - c->batch->indptr[i]);
        longest = length > longest ? length : longest;
    }
    s->indices = jsmf_alloc(ctx, longest, sizeof *s->indices);
    s->h = jsmf_alloc(ctx, longest, sizeof *s->h);
    s->work = jsmf_alloc(ctx, c->infer->class->scratch(c->infer, longest), sizeof *s->work);
    return jsmf_context_status(ctx);
}

static void scratch_free(scratch *s)
{
    free(s->indices);
    free(s->h);
    free(s->work);
}

static double row_sum(const jsmf_csr *batch, size_t row)
{
    double sum = 0;
    for (int64_t p = batch->indptr[row]; p < batch->indptr[row + 1]; p++)
        sum += jsmf_csr_value(batch, (size_t)p);
    return sum;
}

/* w to sum 1, whatever rounding left. NaN would pass every later comparison. */
static jsmf_status finish(jsmf_context *ctx, size_t k, size_t row, double *w)
{
    double sum = 0;
    for (size_t j = 0; j < k; j++)
        sum += w[j];
    if (!isfinite(sum) || !(sum > 0))
        return jsmf_fail(ctx, JSMF_ENUMERIC, "the composition of document %zu of a batch is not a number", row);
    for (size_t j = 0; j < k; j++)
        w[j] /= sum;
    return JSMF_OK;
}

static jsmf_status compose_one(jsmf_context *ctx, const composing *c, size_t row, scratch *s, tally *t)
{
    const jsmf_infer *infer = c->infer;
    const jsmf_document_frequencies d = jsmf_infer_document_of(infer, c->batch, row, s->indices, s->h);
    double *w = c->w + row * infer->k;
    jsmf_document_outcome outcome = { .converged = true };
    unsigned char flags = 0;
    if (d.words == 0) {
        memcpy(w, infer->mean, infer->k * sizeof *w);
        flags = JSMF_DOCUMENT_EMPTY;
    } else if (infer->class->solve(ctx, infer, &d, w, s->work, &outcome) != JSMF_OK ||
               finish(ctx, infer->k, row, w) != JSMF_OK) {
        return jsmf_context_status(ctx);
    }
    if (!outcome.converged)
        flags |= JSMF_DOCUMENT_UNCONVERGED;
    if (outcome.cut)
        flags |= JSMF_DOCUMENT_CUT;
    t->empty += d.words == 0;
    t->unconverged += !outcome.converged;
    t->cut += outcome.cut;
    t->known += d.tokens;
    t->unknown += row_sum(c->batch, row) - d.tokens;
    t->worst_kkt = fmax(t->worst_kkt, outcome.kkt);
    if (c->flags)
        c->flags[row] = flags;
    return JSMF_OK;
}

static jsmf_status compose_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const composing *c = arg;
    const size_t first = chunk * JSMF_INFER_CHUNK, count = jsmf_chunk_length(c->batch->rows, JSMF_INFER_CHUNK, chunk);
    scratch s = { .indices = NULL };
    jsmf_status status = scratch_new(ctx, c, first, count, &s);
    for (size_t i = first; i < first + count && status == JSMF_OK; i++)
        status = compose_one(ctx, c, i, &s, &c->tallies[chunk]);
    scratch_free(&s);
    return status;
}

/* ---- totals ---- */

static void add_tallies(const tally *tallies, size_t chunks, jsmf_infer_totals *totals)
{
    for (size_t i = 0; i < chunks; i++) {
        totals->empty += tallies[i].empty;
        totals->unconverged += tallies[i].unconverged;
        totals->cut += tallies[i].cut;
        totals->known += tallies[i].known;
        totals->unknown += tallies[i].unknown;
        totals->worst_kkt = fmax(totals->worst_kkt, tallies[i].worst_kkt);
    }
}

/* Adds the documents' w w', without the empty ones', which are all the mean. */
static jsmf_status add_moment(jsmf_context *ctx, jsmf_infer *infer, const composing *c, size_t empty)
{
    const size_t k = infer->k;
    double *sum = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *sum);
    if (sum && jsmf_dense_cross(ctx, c->batch->rows, k, k, c->w, c->w, sum) == JSMF_OK)
        for (size_t i = 0; i < k; i++)
            for (size_t j = 0; j < k; j++)
                infer->moment[i * k + j] += sum[i * k + j] - (double)empty * infer->mean[i] * infer->mean[j];
    free(sum);
    return jsmf_context_status(ctx);
}

static jsmf_status compose(jsmf_context *ctx, jsmf_infer *infer, composing *c)
{
    const size_t chunks = jsmf_chunk_count(c->batch->rows, JSMF_INFER_CHUNK), before = infer->totals.empty;
    c->tallies = jsmf_alloc_zero(ctx, chunks, sizeof *c->tallies);
    if (c->tallies && jsmf_parallel(ctx, chunks, compose_chunk, c) == JSMF_OK) {
        add_tallies(c->tallies, chunks, &infer->totals);
        infer->totals.documents += c->batch->rows;
    }
    free(c->tallies);
    return jsmf_context_status(ctx) == JSMF_OK ? add_moment(ctx, infer, c, infer->totals.empty - before)
                                               : jsmf_context_status(ctx);
}

jsmf_status jsmf_infer_compose(jsmf_context *ctx, jsmf_infer *infer, const jsmf_csr *batch, double *w,
                               unsigned char *flags)
{
    composing c = { .infer = infer, .batch = batch, .w = w, .flags = flags };
    if (jsmf_infer_check_words(ctx, infer, batch) != JSMF_OK || jsmf_infer_make_ready(ctx, infer) != JSMF_OK)
        return jsmf_context_status(ctx);
    return compose(ctx, infer, &c);
}

double jsmf_infer_distance(const jsmf_infer *infer, const double *moment, double documents)
{
    double sum = 0;
    for (size_t i = 0; i < infer->k * infer->k; i++) {
        const double difference = moment[i] / documents - infer->a[i];
        sum += difference * difference;
    }
    return sqrt(sum) / infer->size;
}

void jsmf_infer_count(const jsmf_infer *infer, jsmf_infer_totals *out)
{
    const size_t composed = infer->totals.documents - infer->totals.empty;
    *out = infer->totals;
    out->distance = composed > 0 ? jsmf_infer_distance(infer, infer->moment, (double)composed) : NAN;
}
