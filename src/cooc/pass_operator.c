#include "pass_operator.h"

#include "dense/vector.h"
#include "base/base_inner.h"
#include "operator/operator_inner.h"

#include <stdlib.h>
#include <string.h>

enum { DOCUMENTS = 32, COLUMNS = 16 }; /* a chunk */

typedef struct batch_product {
    const jsmf_cooc_pass_operator *s;
    const jsmf_csr *h;
    size_t p;
    const double *x; /* n x p */
    double *image;   /* rows of h x p: H x, each row divided by its pairs of tokens */
    double *y;       /* n x p */
} batch_product;

static double tokens_of(const jsmf_csr *h, size_t m)
{
    double n = 0;
    for (int64_t e = h->indptr[m]; e < h->indptr[m + 1]; e++)
        n += jsmf_csr_value(h, (size_t)e);
    return n;
}

/* The pairs of a document of n tokens, 0 where it has too few. */
static double pairs_of(const jsmf_cooc_pass_operator *s, double n)
{
    return s->estimator == JSMF_BIASED ? n * n : n >= 2 ? n * (n - 1) : 0;
}

static jsmf_status map_documents(jsmf_context *ctx, void *arg, size_t chunk)
{
    const batch_product *b = arg;
    const size_t first = chunk * DOCUMENTS, count = jsmf_chunk_length(b->h->rows, DOCUMENTS, chunk);
    (void)ctx;
    memset(b->image + first * b->p, 0, count * b->p * sizeof *b->image);
    for (size_t m = first; m < first + count; m++) {
        const double pairs = pairs_of(b->s, tokens_of(b->h, m));
        for (int64_t e = b->h->indptr[m]; e < b->h->indptr[m + 1] && pairs > 0; e++)
            jsmf_dense_axpy(b->p, jsmf_csr_value(b->h, (size_t)e) / pairs, b->x + (size_t)b->h->indices[e] * b->p,
                            b->image + m * b->p);
    }
    return JSMF_OK;
}

/* Some columns of y += H' image, documents in order. */
static jsmf_status add_columns(jsmf_context *ctx, void *arg, size_t chunk)
{
    const batch_product *b = arg;
    const size_t first = chunk * COLUMNS, count = jsmf_chunk_length(b->p, COLUMNS, chunk);
    (void)ctx;
    for (size_t m = 0; m < b->h->rows; m++)
        for (int64_t e = b->h->indptr[m]; e < b->h->indptr[m + 1]; e++)
            jsmf_dense_axpy(count, jsmf_csr_value(b->h, (size_t)e), b->image + m * b->p + first,
                            b->y + (size_t)b->h->indices[e] * b->p + first);
    return JSMF_OK;
}

static void count_batch(jsmf_cooc_pass_operator *s, const jsmf_csr *h)
{
    for (size_t m = 0; m < h->rows; m++) {
        const double n = tokens_of(h, m), pairs = pairs_of(s, n);
        s->used += pairs > 0;
        for (int64_t e = h->indptr[m]; e < h->indptr[m + 1]; e++) {
            const size_t i = (size_t)h->indices[e];
            s->df[i]++;
            if (pairs > 0)
                s->unigram[i] += jsmf_csr_value(h, (size_t)e) / n;
            if (pairs > 0 && s->estimator == JSMF_UNBIASED)
                s->diagonal[i] += jsmf_csr_value(h, (size_t)e) / pairs;
        }
    }
    s->rows += h->rows;
}

static jsmf_status read_documents(jsmf_context *ctx, jsmf_cooc_pass_operator *s, batch_product *b)
{
    jsmf_csr h;
    size_t seen = 0;
    b->h = &h;
    if (s->source->rewind(ctx, s->source->self) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (;;) {
        if (s->source->next(ctx, s->source->self, &h) != JSMF_OK)
            return jsmf_context_status(ctx);
        if (h.rows == 0)
            break;
        const double all = (double)jsmf_greatest(s->source->documents, seen += h.rows);
        if (s->passes == 0)
            count_batch(s, &h);
        if (jsmf_parallel(ctx, jsmf_chunk_count(h.rows, DOCUMENTS), map_documents, b) != JSMF_OK ||
            jsmf_parallel(ctx, jsmf_chunk_count(b->p, COLUMNS), add_columns, b) != JSMF_OK ||
            jsmf_progress(ctx, "passes", ((double)s->passes + (double)seen / all) / (double)s->expected, -1) !=
                JSMF_OK)
            return jsmf_context_status(ctx);
    }
    if (seen != s->rows)
        return jsmf_fail(ctx, JSMF_EDATA, "%zu documents in the first pass and %zu in another: the file has changed",
                         s->rows, seen);
    return JSMF_OK;
}

static jsmf_status finish_product(jsmf_context *ctx, jsmf_cooc_pass_operator *s, const batch_product *b)
{
    const double documents = (double)s->used;
    if (s->used == 0)
        return jsmf_fail(ctx, JSMF_EDATA, "no document of %s among %zu: there is no co-occurrence",
                         s->estimator == JSMF_UNBIASED ? "two words or more" : "any word", s->rows);
    for (size_t i = 0; i < s->n; i++)
        for (size_t j = 0; j < b->p; j++)
            b->y[i * b->p + j] = (b->y[i * b->p + j] - s->diagonal[i] * b->x[i * b->p + j]) / documents;
    for (size_t i = 0; i < s->n && s->passes == 0; i++)
        s->unigram[i] /= documents;
    s->passes++;
    return JSMF_OK;
}

static jsmf_status apply(jsmf_context *ctx, const void *self, size_t p, const double *x, double *y)
{
    jsmf_cooc_pass_operator *s = *(jsmf_cooc_pass_operator *const *)self;
    batch_product b = { .s = s, .p = p, .x = x, .y = y };
    b.image = jsmf_alloc(ctx, jsmf_mul_sat(p, JSMF_BATCH_DOCUMENTS), sizeof *b.image);
    if (!b.image)
        return jsmf_context_status(ctx);
    memset(y, 0, s->n * p * sizeof *y);
    if (read_documents(ctx, s, &b) == JSMF_OK)
        jsmf_recorded(finish_product(ctx, s, &b));
    free(b.image);
    return jsmf_context_status(ctx);
}

static const jsmf_operator_class class = { .name = "passes", .apply = apply, .free = free };

jsmf_status jsmf_cooc_pass_operator_open(jsmf_context *ctx, jsmf_cooc_pass_operator *s)
{
    jsmf_cooc_pass_operator **self = jsmf_copy(ctx, &s, 1, sizeof s);
    s->diagonal = jsmf_alloc_zero(ctx, s->n, sizeof *s->diagonal);
    s->unigram = jsmf_alloc_zero(ctx, s->n, sizeof *s->unigram);
    s->df = jsmf_alloc_zero(ctx, s->n, sizeof *s->df);
    if (jsmf_context_status(ctx) == JSMF_OK)
        return jsmf_operator_new(ctx, &class, self, s->n, &s->op);
    free(self);
    return jsmf_context_status(ctx);
}

void jsmf_cooc_pass_operator_free(jsmf_cooc_pass_operator *s)
{
    jsmf_operator_free(s->op);
    free(s->diagonal);
    free(s->unigram);
    free(s->df);
}
