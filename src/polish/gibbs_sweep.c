/* A sweep of collapsed Gibbs sampling over all documents, in chunks that do not see each other's changes. */
#include "gibbs_counts.h"

#include "base/base_inner.h"
#include "base/instructions.h"

#include <stdlib.h>
#include <string.h>

/* Apart from the streams of other draws under the same seed. */
static const uint64_t sweep_stream = UINT64_C(0x706f6c7a00000000);
enum { MERGE_ROWS = 512 };

/* The numbers of a row are weights, products and counts by topic, counts.stride of them. */
struct jsmf_polish_gibbs_worker {
    jsmf_polish_gibbs_counts counts; /* as a chunk sees them; no memory before the first */
    int32_t *changes;         /* n x stride: what the chunks of this sweep have added to words */
    int32_t *own;             /* of the document */
    double *alpha, *inverse;  /* alpha; 1 / (topics + n beta) */
    double *weights, *products;
    double *sums;             /* stride / JSMF_GIBBS_BLOCK */
    size_t *firsts;           /* likewise: the blocks' first topics */
    double beta, pseudo_words; /* beta; n beta */
};

#define JSMF_KERNELS_FILE "polish/gibbs_kernels.h"
#include "base/each_set.h"

/* ---- workers ---- */

jsmf_polish_gibbs_worker *jsmf_polish_gibbs_workers_new(jsmf_context *ctx)
{
    return jsmf_alloc_zero(ctx, (size_t)jsmf_context_threads(ctx), sizeof(jsmf_polish_gibbs_worker));
}

static void free_worker(jsmf_polish_gibbs_worker *w)
{
    jsmf_polish_gibbs_counts_free(&w->counts);
    free(w->changes);
    free(w->own);
    free(w->alpha);
    free(w->inverse);
    free(w->weights);
    free(w->products);
    free(w->sums);
    free(w->firsts);
    *w = (jsmf_polish_gibbs_worker){ 0 };
}

void jsmf_polish_gibbs_workers_free(const jsmf_context *ctx, jsmf_polish_gibbs_worker *workers)
{
    for (int i = 0; workers && i < jsmf_context_threads(ctx); i++)
        free_worker(&workers[i]);
    free(workers);
}

size_t jsmf_polish_gibbs_workers_bytes(const jsmf_context *ctx, size_t n, size_t k)
{
    const size_t workers = jsmf_least((size_t)jsmf_context_threads(ctx), JSMF_GIBBS_CHUNKS);
    const size_t rows = jsmf_mul_sat(n, jsmf_mul_sat(k + JSMF_GIBBS_BLOCK, sizeof(int32_t)));
    return jsmf_mul_sat(workers, jsmf_add_sat(jsmf_polish_gibbs_counts_bytes(n, k), rows));
}

static jsmf_status prepare_worker(jsmf_context *ctx, const jsmf_polish_gibbs_counts *c, jsmf_polish_gibbs_worker *w)
{
    const size_t stride = c->stride, blocks = stride / JSMF_GIBBS_BLOCK;
    double **const rows[] = { &w->alpha, &w->inverse, &w->weights, &w->products };
    if (w->changes)
        return JSMF_OK;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        *rows[i] = jsmf_alloc_zero(ctx, stride, sizeof(double));
    w->own = jsmf_alloc_zero(ctx, stride, sizeof *w->own);
    w->sums = jsmf_alloc(ctx, blocks, sizeof *w->sums);
    w->firsts = jsmf_alloc(ctx, blocks, sizeof *w->firsts);
    if (jsmf_polish_gibbs_counts_new(ctx, c->n, c->k, &w->counts) == JSMF_OK)
        w->changes = jsmf_alloc_zero(ctx, jsmf_mul_sat(c->n, stride), sizeof *w->changes);
    if (jsmf_context_status(ctx) != JSMF_OK)
        free_worker(w);
    return jsmf_context_status(ctx);
}

/* ---- a sweep ---- */

typedef struct sweeping {
    const jsmf_polish_gibbs_documents *d;
    const jsmf_polish_gibbs_priors *p;
    jsmf_polish_gibbs_counts *c;
    jsmf_polish_gibbs_worker *workers;
    size_t workers_count;
    uint64_t stream;
} sweeping;

/* The counts of the sweep's beginning, and what follows from them. */
static void begin_chunk(const sweeping *s, jsmf_polish_gibbs_worker *w)
{
    const jsmf_polish_gibbs_counts *c = s->c;
    memcpy(w->counts.words, c->words, c->n * c->stride * sizeof *c->words);
    memcpy(w->counts.blocks, c->blocks, c->n * c->masks * sizeof *c->blocks);
    memcpy(w->counts.topics, c->topics, c->stride * sizeof *c->topics);
    memcpy(w->alpha, s->p->alpha, c->k * sizeof *w->alpha);
    w->beta = s->p->beta;
    w->pseudo_words = (double)c->n * s->p->beta;
    for (size_t j = 0; j < c->k; j++) {
        w->inverse[j] = 1 / (c->topics[j] + w->pseudo_words);
        w->weights[j] = w->alpha[j] * w->inverse[j];
    }
}

static jsmf_status sweep_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const sweeping *s = arg;
    const jsmf_polish_gibbs_documents *d = s->d;
    jsmf_polish_gibbs_worker *w = &s->workers[jsmf_context_thread(ctx)];
    const size_t entries = s->c->n * s->c->stride;
    if (prepare_worker(ctx, s->c, w) != JSMF_OK)
        return jsmf_context_status(ctx);
    begin_chunk(s, w);
    for (size_t m = chunk; m < d->documents; m += JSMF_GIBBS_CHUNKS)
        JSMF_KERNEL(resample)(w, d->tokens + d->starts[m], d->starts[m + 1] - d->starts[m],
                              jsmf_random_bits(jsmf_context_seed(ctx), s->stream, m));
    for (size_t i = 0; i < entries; i++)
        w->changes[i] += w->counts.words[i] - s->c->words[i];
    return JSMF_OK;
}

/* Whole numbers: their sum is the same in any order. */
static jsmf_status merge_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const sweeping *s = arg;
    jsmf_polish_gibbs_counts *c = s->c;
    const size_t rows = jsmf_chunk_length(c->n, MERGE_ROWS, chunk), first = chunk * MERGE_ROWS;
    (void)ctx;
    for (size_t t = 0; t < s->workers_count; t++) {
        int32_t *words = c->words + first * c->stride;
        int32_t *changes = s->workers[t].changes ? s->workers[t].changes + first * c->stride : NULL;
        for (size_t i = 0; changes && i < rows * c->stride; i++) {
            words[i] += changes[i];
            changes[i] = 0;
        }
    }
    jsmf_polish_gibbs_counts_mark(c, first, rows);
    return JSMF_OK;
}

jsmf_status jsmf_polish_gibbs_sweep(jsmf_context *ctx, const jsmf_polish_gibbs_documents *d,
                                    const jsmf_polish_gibbs_priors *p, size_t sweep,
                                    jsmf_polish_gibbs_counts *c, jsmf_polish_gibbs_worker *workers)
{
    sweeping s = { .d = d, .p = p, .c = c, .workers = workers, .workers_count = (size_t)jsmf_context_threads(ctx),
                   .stream = sweep_stream + sweep };
    if (jsmf_parallel(ctx, JSMF_GIBBS_CHUNKS, sweep_chunk, &s) != JSMF_OK ||
        jsmf_parallel(ctx, jsmf_chunk_count(c->n, MERGE_ROWS), merge_chunk, &s) != JSMF_OK)
        return jsmf_context_status(ctx);
    jsmf_polish_gibbs_counts_total(c);
    return JSMF_OK;
}
