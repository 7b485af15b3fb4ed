/* The nearest documents of queries: blocks of queries against tiles of documents. A tile's similarities are a product
 * of matrices; distances are computed one by one where that product, with all its rounding, does not rule a document
 * out. */
#include "jsmf/near.h"

#include "heap.h"
#include "base/base_inner.h"

#include <cblas.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { TILE = 512, MOST_QUERIES = 256, PREPARED = 1024 };
/* Of the heaps of all threads together, before blocks of queries become smaller. */
static const size_t heaps_bytes = (size_t)64 << 20;

/* ---- square roots ---- */

typedef struct preparation {
    size_t count, k;
    double *w, *half;
} preparation;

static jsmf_status prepare_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const preparation *p = arg;
    const size_t first = chunk * PREPARED, rows = jsmf_chunk_length(p->count, PREPARED, chunk);
    (void)ctx;
    for (size_t i = first * p->k; i < (first + rows) * p->k; i++)
        p->w[i] = sqrt(p->w[i]);
    for (size_t i = first; i < first + rows; i++)
        p->half[i] = 0.5 * cblas_ddot((int)p->k, p->w + i * p->k, 1, p->w + i * p->k, 1);
    return JSMF_OK;
}

jsmf_status jsmf_near_prepare(jsmf_context *ctx, size_t count, size_t k, double *w, double *half)
{
    preparation p = { .count = count, .k = k, .w = w, .half = half };
    return jsmf_parallel(ctx, jsmf_chunk_count(count, PREPARED), prepare_chunk, &p);
}

/* ---- a block of queries ---- */

typedef struct search {
    const jsmf_near_documents *documents, *queries;
    const size_t *own;
    size_t nearest;         /* at most as many as there are documents */
    size_t first, block;    /* the block's first query, and how many there are */
    size_t most;            /* of a block */
    double margin;          /* above the rounding of a product */
    double *products;       /* most x TILE a thread */
    jsmf_near_heap *heaps;  /* most a thread */
    jsmf_near_match *found; /* nearest a heap */
    jsmf_near_match *all;   /* nearest a thread: one query's */
} search;

static double squared_distance(size_t k, const double *a, const double *b)
{
    double sum = 0;
    for (size_t j = 0; j < k; j++)
        sum += (a[j] - b[j]) * (a[j] - b[j]);
    return 0.5 * sum;
}

/* The documents of one tile for one query; products are the query's with each of them. */
static void scan(const search *s, size_t query, size_t tile, size_t rows, const double *products, jsmf_near_heap *heap)
{
    const jsmf_near_documents *d = s->documents, *q = s->queries;
    const double half = q->half[query] - s->margin;
    const size_t own = s->own ? s->own[query] : SIZE_MAX;
    double worst = jsmf_near_heap_worst(heap);
    for (size_t i = 0; i < rows; i++) {
        const size_t document = tile + i;
        if (half + d->half[document] - products[i] > worst || document == own)
            continue;
        const double distance = squared_distance(d->k, q->roots + query * d->k, d->roots + document * d->k);
        jsmf_near_heap_offer(heap, (jsmf_near_match){ document, distance });
        worst = jsmf_near_heap_worst(heap);
    }
}

static jsmf_status search_tile(jsmf_context *ctx, void *arg, size_t chunk)
{
    const search *s = arg;
    const jsmf_near_documents *d = s->documents;
    const size_t thread = (size_t)jsmf_context_thread(ctx), tile = chunk * TILE;
    const size_t rows = jsmf_chunk_length(d->count, TILE, chunk);
    const int k = (int)d->k;
    double *products = s->products + thread * s->most * TILE;
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, (int)s->block, (int)rows, k, 1,
                s->queries->roots + s->first * d->k, k, d->roots + tile * d->k, k, 0, products, TILE);
    for (size_t i = 0; i < s->block; i++)
        scan(s, s->first + i, tile, rows, products + i * TILE, &s->heaps[thread * s->most + i]);
    return JSMF_OK;
}

/* ---- the whole ---- */

/* What the threads found for query i of the block, in order. Returns how many there are. */
static size_t merge(const search *s, size_t threads, size_t i)
{
    size_t count = 0;
    for (size_t t = 0; t < threads; t++) {
        const jsmf_near_heap *heap = &s->heaps[t * s->most + i];
        for (size_t j = 0; j < heap->count; j++)
            s->all[count++] = heap->list[j];
    }
    jsmf_near_sort(count, s->all);
    if (count > s->nearest)
        count = s->nearest;
    for (size_t j = 0; j < count; j++)
        s->all[j].distance = sqrt(s->all[j].distance);
    return count;
}

static jsmf_status search_block(jsmf_context *ctx, search *s, size_t threads, jsmf_near_each_fn each, void *arg)
{
    for (size_t i = 0; i < threads * s->most; i++)
        s->heaps[i] = (jsmf_near_heap){ .list = s->found + i * s->nearest, .most = s->nearest };
    if (jsmf_parallel(ctx, jsmf_chunk_count(s->documents->count, TILE), search_tile, s) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < s->block; i++) {
        const size_t count = merge(s, threads, i);
        if (each(ctx, arg, s->first + i, s->all, count) != JSMF_OK)
            break;
    }
    return jsmf_context_status(ctx);
}

/* Queries of a block. */
static size_t block_length(size_t threads, size_t queries, size_t nearest)
{
    const size_t heap = jsmf_mul_sat(threads, jsmf_mul_sat(nearest, sizeof(jsmf_near_match)));
    const size_t most = heap ? heaps_bytes / heap : MOST_QUERIES;
    return jsmf_least(jsmf_least(most ? most : 1, MOST_QUERIES), queries ? queries : 1);
}

size_t jsmf_near_bytes(const jsmf_context *ctx, size_t documents, size_t queries, size_t nearest)
{
    const size_t threads = (size_t)jsmf_context_threads(ctx), most = jsmf_least(nearest, documents);
    const size_t block = block_length(threads, queries, most);
    const size_t matches = jsmf_mul_sat(jsmf_mul_sat(threads, block + 1), jsmf_mul_sat(most, sizeof(jsmf_near_match)));
    return jsmf_add_sat(matches, threads * block * (TILE * sizeof(double) + sizeof(jsmf_near_heap)));
}

static jsmf_status run(jsmf_context *ctx, search *s, size_t threads, jsmf_near_each_fn each, void *arg)
{
    const size_t queries = s->queries->count;
    for (s->first = 0; s->first < queries; s->first += s->block) {
        s->block = jsmf_least(s->most, queries - s->first);
        if (jsmf_progress(ctx, "nearest documents", (double)s->first / (double)queries, -1) != JSMF_OK ||
            search_block(ctx, s, threads, each, arg) != JSMF_OK)
            break;
    }
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_near(jsmf_context *ctx, const jsmf_near_documents *documents, const jsmf_near_documents *queries,
                      const size_t *own, size_t nearest, jsmf_near_each_fn each, void *arg)
{
    const size_t threads = (size_t)jsmf_context_threads(ctx), most = jsmf_least(nearest, documents->count);
    search s = { .documents = documents, .queries = queries, .own = own, .nearest = most };
    if (documents->k != queries->k || nearest == 0)
        return jsmf_fail(ctx, JSMF_EUSAGE, "%zu nearest documents of %zu topics to queries of %zu", nearest,
                         documents->k, queries->k);
    s.most = block_length(threads, queries->count, s.nearest);
    s.margin = 8 * (double)(documents->k + 8) * DBL_EPSILON;
    s.products = jsmf_alloc(ctx, threads * s.most, TILE * sizeof *s.products);
    s.heaps = jsmf_alloc(ctx, threads * s.most, sizeof *s.heaps);
    s.found = jsmf_alloc(ctx, threads * s.most, jsmf_mul_sat(s.nearest, sizeof *s.found));
    s.all = jsmf_alloc(ctx, threads, jsmf_mul_sat(s.nearest, sizeof *s.all));
    if (jsmf_context_status(ctx) == JSMF_OK)
        jsmf_recorded(run(ctx, &s, threads, each, arg));
    free(s.products);
    free(s.heaps);
    free(s.found);
    free(s.all);
    return jsmf_context_status(ctx);
}
