#include "unit.h"

#include "bags.h"

#include "jsmf/cooc.h"
#include "base/base_inner.h"

#include <stdlib.h>
#include <string.h>

enum { TOPICS = 40 };

static int by_index(const void *a, const void *b) { return *(const int32_t *)a - *(const int32_t *)b; }

/* Length tokens drawn from two topics, of which each favours words of its own; every ninth document has one token. */
static size_t draw_document(size_t m, size_t words, int32_t *tokens)
{
    const size_t length = m % 9 == 0 ? 1 : 2 + jsmf_random_bits(1, m, 0) % 60;
    for (size_t t = 0; t < length; t++) {
        const size_t topic = (m * 7 + jsmf_random_bits(2, m, t) % 2 * 13) % TOPICS;
        const double u = jsmf_random_uniform(3, m, t);
        tokens[t] = (int32_t)((topic * 31 + (size_t)(u * u * u * (double)words)) % (words - 1));
    }
    qsort(tokens, length, sizeof *tokens, by_index);
    return length;
}

/* The last word is in no document. */
jsmf_csr draw_bag(size_t documents, size_t words)
{
    jsmf_csr h = { .rows = documents, .cols = words, .indptr = calloc(documents + 1, sizeof(int64_t)),
                   .indices = malloc(documents * 64 * sizeof(int32_t)),
                   .counts = malloc(documents * 64 * sizeof(int32_t)) };
    int32_t tokens[64];
    int64_t nnz = 0;
    for (size_t m = 0; m < documents; m++) {
        const size_t length = draw_document(m, words, tokens);
        for (size_t t = 0; t < length; t++) {
            if (t > 0 && tokens[t] == tokens[t - 1]) {
                h.counts[nnz - 1]++;
                continue;
            }
            h.indices[nnz] = tokens[t];
            h.counts[nnz++] = 1;
        }
        h.indptr[m + 1] = nnz;
    }
    return h;
}

weighted_bag weigh_bag(jsmf_csr h)
{
    weighted_bag f = { .ctx = jsmf_context_new(), .h = h };
    f.weights = malloc(h.rows * sizeof *f.weights);
    f.hdiag = malloc(h.cols * sizeof *f.hdiag);
    f.unigram = malloc(h.cols * sizeof *f.unigram);
    assert_ok(f.ctx, jsmf_cooc_weights(f.ctx, &f.h, JSMF_UNBIASED, f.weights, f.hdiag, f.unigram, &f.documents));
    return f;
}

void weighted_bag_free(weighted_bag *f)
{
    free(f->weights);
    free(f->hdiag);
    free(f->unigram);
    jsmf_csr_free(&f->h);
    jsmf_context_free(f->ctx);
}

/* In long double. */
double *cooc_by_definition(const jsmf_csr *h, size_t *used)
{
    size_t n = h->cols;
    long double *sum = calloc(n * n, sizeof *sum);
    double *c = calloc(n * n, sizeof *c);
    *used = 0;
    for (size_t m = 0; m < h->rows; m++) {
        const int64_t first = h->indptr[m], end = h->indptr[m + 1];
        long double tokens = 0;
        for (int64_t p = first; p < end; p++)
            tokens += h->counts[p];
        if (tokens < 2)
            continue;
        ++*used;
        for (int64_t p = first; p < end; p++)
            for (int64_t q = first; q < end; q++)
                sum[(size_t)h->indices[p] * n + (size_t)h->indices[q]] +=
                    ((long double)h->counts[p] * h->counts[q] - (p == q ? h->counts[p] : 0)) / (tokens * (tokens - 1));
    }
    for (size_t i = 0; i < n * n; i++)
        c[i] = (double)(sum[i] / *used);
    free(sum);
    return c;
}
