/* C = B A B' of drawn topics. */
#include "synthesis.h"
#include "base/base_inner.h"

#include <cblas.h>
#include <stdlib.h>
#include <string.h>

enum { PANEL = 256, TILE = 64 };

typedef struct product {
    size_t n, k;
    const double *topics; /* K x N: B' */
    double *mixed;        /* K x N: A B' */
    double *c;
} product;

/* Rows of a panel from its first column on. */
static jsmf_status upper_panel(jsmf_context *ctx, void *arg, size_t chunk)
{
    const product *p = arg;
    const size_t i0 = chunk * PANEL, n = p->n;
    (void)ctx;
    cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, (int)jsmf_chunk_length(n, PANEL, chunk), (int)(n - i0),
                (int)p->k, 1, p->mixed + i0, (int)n, p->topics + i0, (int)n, 0, p->c + i0 * n + i0, (int)n);
    return JSMF_OK;
}

/* Rows of a panel left of the diagonal, from the columns above it. */
static jsmf_status lower_panel(jsmf_context *ctx, void *arg, size_t chunk)
{
    const product *p = arg;
    const size_t i0 = chunk * PANEL, i1 = i0 + jsmf_chunk_length(p->n, PANEL, chunk), n = p->n;
    (void)ctx;
    for (size_t j0 = 0; j0 < i1; j0 += TILE)
        for (size_t i = i0; i < i1; i++)
            for (size_t j = j0; j < j0 + TILE && j < i; j++)
                p->c[i * n + j] = p->c[j * n + i];
    return JSMF_OK;
}

/* unigram = B A e, a row of mixed at a time. */
static void add_rows(const product *p, double *unigram)
{
    memset(unigram, 0, p->n * sizeof *unigram);
    for (size_t k = 0; k < p->k; k++)
        for (size_t i = 0; i < p->n; i++)
            unigram[i] += p->mixed[k * p->n + i];
}

jsmf_status jsmf_synth_cooc(jsmf_context *ctx, const jsmf_synth *s, const double *a, double *c, double *unigram)
{
    product p = { .n = s->options.words, .k = s->options.topics, .topics = s->topics, .c = c };
    const int n = (int)p.n, k = (int)p.k;
    p.mixed = jsmf_alloc(ctx, p.k, jsmf_mul_sat(p.n, sizeof *p.mixed));
    if (!p.mixed)
        return jsmf_context_status(ctx);
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, k, n, k, 1, a, k, s->topics, n, 0, p.mixed, n);
    add_rows(&p, unigram);
    if (jsmf_parallel(ctx, jsmf_chunk_count(p.n, PANEL), upper_panel, &p) == JSMF_OK)
        jsmf_recorded(jsmf_parallel(ctx, jsmf_chunk_count(p.n, PANEL), lower_panel, &p));
    free(p.mixed);
    return jsmf_context_status(ctx);
}
