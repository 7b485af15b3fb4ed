/* Fixed-chunk parallel loops: the only place that knows of threads. */
#include "context.h"
#include "base_inner.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct loop {
    jsmf_chunk_fn fn;
    void *arg;
    size_t chunks;
    atomic_size_t next;  /* chunks are claimed in order: all below a failed one have been claimed before it */
    atomic_bool stopped;
    struct worker *workers; /* one a thread */
} loop;

typedef struct worker {
    jsmf_context ctx; /* the child */
    size_t failed;    /* its failed chunk, or SIZE_MAX */
} worker;

static void work(void *arg, int thread)
{
    loop *l = arg;
    worker *w = &l->workers[thread];
    while (!atomic_load(&l->stopped)) {
        size_t chunk = atomic_fetch_add(&l->next, 1);
        if (chunk >= l->chunks)
            return;
        if (l->fn(&w->ctx, l->arg, chunk) != JSMF_OK) {
            w->failed = chunk;
            atomic_store(&l->stopped, true);
        }
    }
}

static void make_child(const jsmf_context *ctx, int thread, jsmf_context *child)
{
    memset(child, 0, sizeof *child);
    child->threads = ctx->threads;
    child->thread = thread;
    child->child = true;
    child->seed = ctx->seed;
    child->memory = ctx->memory;
    child->machine = ctx->machine;
    child->remedies = ctx->remedies;
    child->remedies_arg = ctx->remedies_arg;
}

static jsmf_status join(jsmf_context *ctx, const worker *workers, int threads)
{
    const worker *first = &workers[0];
    for (int t = 1; t < threads; t++)
        if (workers[t].failed < first->failed)
            first = &workers[t];
    if (first->failed == SIZE_MAX)
        return JSMF_OK;
    if (first->ctx.status == JSMF_OK)
        return jsmf_fail(ctx, JSMF_ESYSTEM, "a parallel step failed without a reason");
    return jsmf_fail(ctx, first->ctx.status, "%s", first->ctx.error);
}

/* Inside a chunk: the same loop on the calling thread and context. */
static jsmf_status serial(jsmf_context *ctx, loop *l)
{
    for (size_t chunk = 0; chunk < l->chunks; chunk++) {
        jsmf_status status = l->fn(ctx, l->arg, chunk);
        if (status != JSMF_OK)
            return status;
    }
    return JSMF_OK;
}

/* The context's pool, as large as its threads as far as the system allows; without one the caller works alone. */
static bool have_pool(jsmf_context *ctx)
{
    if (ctx->pool && ctx->pool_threads != ctx->threads) {
        jsmf_pool_free(ctx->pool);
        ctx->pool = NULL;
    }
    if (!ctx->pool) {
        ctx->pool = jsmf_pool_new(ctx->threads);
        ctx->pool_threads = ctx->threads;
    }
    return ctx->pool != NULL;
}

jsmf_status jsmf_parallel(jsmf_context *ctx, size_t chunks, jsmf_chunk_fn fn, void *arg)
{
    loop l = { .fn = fn, .arg = arg, .chunks = chunks };
    int threads = chunks < (size_t)ctx->threads ? (int)chunks : ctx->threads;
    jsmf_status status;
    if (ctx->child || chunks == 0)
        return serial(ctx, &l);
    if (threads > 1 && !have_pool(ctx))
        threads = 1;
    l.workers = jsmf_alloc(ctx, (size_t)threads, sizeof *l.workers);
    if (!l.workers)
        return JSMF_ESYSTEM;
    for (int t = 0; t < threads; t++) {
        make_child(ctx, t, &l.workers[t].ctx);
        l.workers[t].failed = SIZE_MAX;
    }
    if (threads > 1)
        jsmf_pool_run(ctx->pool, threads, work, &l);
    else
        work(&l, 0);
    status = join(ctx, l.workers, threads);
    free(l.workers);
    return status;
}

int jsmf_context_thread(const jsmf_context *ctx) { return ctx->thread; }

size_t jsmf_chunk_count(size_t n, size_t size) { return n / size + (n % size != 0); }

size_t jsmf_chunk_length(size_t n, size_t size, size_t i)
{
    size_t start = i * size;
    return n - start < size ? n - start : size;
}

double jsmf_context_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
