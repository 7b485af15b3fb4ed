/* The sums of some documents that a round of polishing by shards needs: in blocks, inside a block by the kernels and in
 * doubles, between blocks exactly. */
#include "coherence.h"
#include "online.h"
#include "polish_inner.h"
#include "run.h"
#include "unseen.h"

#include "model/model_inner.h"
#include "sums/sums_inner.h"

#include <stdlib.h>
#include <string.h>

const char *const jsmf_polish_real_names[JSMF_POLISH_REALS] = { "tokens",  "counts", "learned",
                                                                "moments", "bound",  "held_out" };

void jsmf_polish_part_free(jsmf_polish_part *part)
{
    if (!part)
        return;
    for (size_t i = 0; i < JSMF_POLISH_REALS; i++)
        free(part->reals[i]);
    free(part->leading);
    *part = (jsmf_polish_part){ 0 };
}

typedef struct polish_way polish_way;

struct jsmf_polish_worker {
    const jsmf_model *model;
    jsmf_polish_options options;
    const polish_way *way;
    jsmf_polish_run run; /* of JSMF_POLISH_WHOLE; those of online blocks are made anew */
    jsmf_polish_part part;
    size_t *places, count; /* the block's documents to learn from */
    size_t most;           /* documents that there is room for */
    double *states;        /* of a batch */
    double *a;             /* k x k, of a block */
    jsmf_polish_unseen unseen;
    jsmf_polish_coherence coherence;
};

/* What a way of summing up does; NULL: nothing. */
struct polish_way {
    bool begun; /* goes on from a state */
    /* Makes what the way needs beside the part. */
    jsmf_status (*begin)(jsmf_context *ctx, jsmf_polish_worker *w) JSMF_CHECKED;
    /* Makes room for blocks of so many documents, beside w->places. */
    jsmf_status (*reserve)(jsmf_context *ctx, jsmf_polish_worker *w, const jsmf_batches *source,
                           size_t rows) JSMF_CHECKED;
    /* Adds the block's documents at w->places, and those held out, to the part; source has them, too. */
    jsmf_status (*add)(jsmf_context *ctx, jsmf_polish_worker *w, const jsmf_csr *block,
                       const jsmf_batches *source) JSMF_CHECKED;
    /* The bytes for a block of so many documents with so many entries, without w->places. */
    size_t (*bytes)(const jsmf_context *ctx, size_t n, size_t k, size_t documents, size_t entries,
                    const jsmf_polish_options *options);
};

static jsmf_status add(jsmf_context *ctx, jsmf_polish_worker *w, int which, const double *values, double factor)
{
    return jsmf_sums_add_reals(ctx, w->part.sizes[which], w->part.reals[which], values, factor);
}

/* The sums, and what polishes a batch. */
static size_t polishing_bytes(const jsmf_context *ctx, size_t n, size_t k, size_t documents, size_t entries,
                              const jsmf_polish_options *options)
{
    const size_t batch = jsmf_least(documents, JSMF_BATCH_DOCUMENTS), most = jsmf_mul_sat(batch, n);
    return jsmf_add_sat(jsmf_mul_sat(jsmf_mul_sat(n, k), sizeof(jsmf_sums_fixed)),
                        jsmf_polish_bytes(ctx, n, k, batch, jsmf_least(entries, most), options));
}

/* ---- counts ---- */

static jsmf_status begin_count(jsmf_context *ctx, jsmf_polish_worker *w)
{
    w->part.leading_size = jsmf_polish_coherence_size(w->model->k);
    w->part.leading = jsmf_alloc_zero(ctx, w->part.leading_size, sizeof *w->part.leading);
    return jsmf_polish_coherence_new(ctx, w->model->n, w->model->k, w->model->b, &w->coherence);
}

static jsmf_status add_count(jsmf_context *ctx, jsmf_polish_worker *w, const jsmf_csr *block,
                             const jsmf_batches *source)
{
    (void)source;
    for (size_t i = 0; i < w->count; i++)
        jsmf_polish_coherence_add(&w->coherence, block, w->places[i]);
    return jsmf_context_status(ctx);
}

static size_t count_bytes(const jsmf_context *ctx, size_t n, size_t k, size_t documents, size_t entries,
                          const jsmf_polish_options *options)
{
    (void)ctx, (void)documents, (void)entries, (void)options;
    return jsmf_polish_coherence_bytes(n, k);
}

/* ---- a whole pass ---- */

static jsmf_status begin_whole(jsmf_context *ctx, jsmf_polish_worker *w)
{
    w->options.minibatch = 0;
    if (jsmf_polish_begin(ctx, w->model, &w->options, true, &w->run) != JSMF_OK)
        return jsmf_context_status(ctx);
    w->states = jsmf_alloc(ctx, jsmf_mul_sat(JSMF_BATCH_DOCUMENTS, w->run.prior.state), sizeof *w->states);
    w->a = jsmf_alloc(ctx, jsmf_mul_sat(w->run.k, w->run.k), sizeof *w->a);
    return jsmf_context_status(ctx);
}

static jsmf_status reserve_whole(jsmf_context *ctx, jsmf_polish_worker *w, const jsmf_batches *source, size_t rows)
{
    if (w->options.held_out == 0)
        return JSMF_OK;
    jsmf_polish_unseen_free(&w->unseen);
    return jsmf_polish_unseen_new(ctx, source, rows, &w->run.prior, &w->unseen);
}

static jsmf_status gather(jsmf_context *ctx, jsmf_polish_worker *w, const jsmf_batches *source, jsmf_polish_sums *sums)
{
    const jsmf_polish_prior *prior = &w->run.prior;
    jsmf_csr batch;
    for (size_t first = 0; first < w->count; first += JSMF_BATCH_DOCUMENTS) {
        const size_t rows = jsmf_least(JSMF_BATCH_DOCUMENTS, w->count - first);
        if (source->pick(ctx, source->self, w->places + first, rows, &batch) != JSMF_OK)
            return jsmf_context_status(ctx);
        for (size_t m = 0; m < rows; m++)
            prior->class->begin_document(prior, jsmf_csr_row_sum(&batch, m), w->states + m * prior->state);
        if (jsmf_polish_gather(ctx, &w->run, &batch, JSMF_POLISH_COLD_STEPS, 1, w->states, sums) != JSMF_OK ||
            jsmf_polish_add_moment(ctx, prior, rows, 1, w->states, w->a) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

static jsmf_status add_whole(jsmf_context *ctx, jsmf_polish_worker *w, const jsmf_csr *block,
                             const jsmf_batches *source)
{
    jsmf_polish_run *r = &w->run;
    jsmf_polish_sums sums;
    double unseen[2] = { 0, 0 };
    (void)block;
    jsmf_polish_clear(r, &sums);
    jsmf_polish_clear_next(r);
    memset(w->a, 0, r->k * r->k * sizeof *w->a);
    if (gather(ctx, w, source, &sums) != JSMF_OK ||
        jsmf_polish_unseen_sum(ctx, &w->unseen, &r->block, &r->now, &r->prior, &unseen[0], &unseen[1]) != JSMF_OK)
        return jsmf_context_status(ctx);
    w->part.known += (int64_t)sums.documents;
    if (add(ctx, w, JSMF_POLISH_COUNTS, r->next.sums, 1) != JSMF_OK ||
        add(ctx, w, JSMF_POLISH_LEARNED, sums.learned, JSMF_POLISH_LEARNED_PART) != JSMF_OK ||
        add(ctx, w, JSMF_POLISH_MOMENTS, w->a, 1) != JSMF_OK ||
        add(ctx, w, JSMF_POLISH_BOUND, &sums.bound, 1) != JSMF_OK)
        return jsmf_context_status(ctx);
    return add(ctx, w, JSMF_POLISH_HELD_OUT, unseen, 1);
}

static size_t whole_bytes(const jsmf_context *ctx, size_t n, size_t k, size_t documents, size_t entries,
                          const jsmf_polish_options *options)
{
    const size_t places = options->held_out > 0 ? jsmf_mul_sat(documents, sizeof(size_t)) : 0;
    return jsmf_add_sat(places, polishing_bytes(ctx, n, k, documents, entries, options));
}

/* ---- online ---- */

static jsmf_status add_moved(jsmf_context *ctx, jsmf_polish_worker *w, jsmf_polish_online_pass *o,
                             const jsmf_polish_prior *from)
{
    const jsmf_polish_run *r = &o->run;
    const double documents = (double)r->report.documents;
    double sum = 0;
    for (size_t i = 0; i < r->k * r->k; i++)
        sum += o->a[i];
    r->prior.class->unlearn(&r->prior, from, documents, r->learned);
    w->part.known += (int64_t)r->report.documents;
    if (add(ctx, w, JSMF_POLISH_COUNTS, r->now.sums, r->report.tokens * r->now.scale) != JSMF_OK ||
        add(ctx, w, JSMF_POLISH_LEARNED, r->learned, JSMF_POLISH_LEARNED_PART) != JSMF_OK)
        return jsmf_context_status(ctx);
    return add(ctx, w, JSMF_POLISH_MOMENTS, o->a, documents / sum);
}

/* The prior that all blocks begin with, beside the one that this block has come to. */
static jsmf_status add_online(jsmf_context *ctx, jsmf_polish_worker *w, const jsmf_csr *block,
                              const jsmf_batches *source)
{
    jsmf_polish_online_pass o;
    jsmf_polish_prior from = { 0 };
    jsmf_csr picked;
    jsmf_batches documents = { 0 };
    (void)block;
    if (source->pick(ctx, source->self, w->places, w->count, &picked) != JSMF_OK ||
        jsmf_batches_of_csr(ctx, &picked, &documents) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (jsmf_polish_online_begin(ctx, &o, w->model, &documents, &w->options) == JSMF_OK &&
        jsmf_polish_prior_new(ctx, w->options.prior, w->part.k, &from) == JSMF_OK) {
        memcpy(from.values, o.run.prior.values, from.count * sizeof *from.values);
        if (jsmf_polish_online_learn(ctx, &o, &documents) == JSMF_OK && o.run.report.documents > 0)
            jsmf_recorded(add_moved(ctx, w, &o, &from));
    }
    jsmf_polish_prior_free(&from);
    jsmf_polish_online_end(&o);
    jsmf_batches_free(&documents);
    return jsmf_context_status(ctx);
}

/* The documents are copied behind one another. */
static size_t online_bytes(const jsmf_context *ctx, size_t n, size_t k, size_t documents, size_t entries,
                           const jsmf_polish_options *options)
{
    const size_t copy = jsmf_add_sat(jsmf_mul_sat(documents, sizeof(int64_t)),
                                     jsmf_mul_sat(entries, 2 * sizeof(int32_t)));
    return jsmf_add_sat(copy, polishing_bytes(ctx, n, k, documents, entries, options));
}

/* ---- the ways ---- */

static const polish_way ways[] = {
    [JSMF_POLISH_COUNT] = { .begin = begin_count, .add = add_count, .bytes = count_bytes },
    [JSMF_POLISH_WHOLE] = { .begun = true, .begin = begin_whole, .reserve = reserve_whole, .add = add_whole,
                            .bytes = whole_bytes },
    [JSMF_POLISH_ONLINE] = { .begun = true, .add = add_online, .bytes = online_bytes },
};

void jsmf_polish_part_sizes(jsmf_polish_way way, jsmf_polish_prior_kind prior, size_t n, size_t k,
                            size_t sizes[JSMF_POLISH_REALS])
{
    const bool begun = ways[way].begun, whole = way == JSMF_POLISH_WHOLE;
    sizes[JSMF_POLISH_TOKENS] = 1;
    sizes[JSMF_POLISH_COUNTS] = begun ? jsmf_mul_sat(n, k) : 0;
    sizes[JSMF_POLISH_LEARNED] = begun ? jsmf_polish_prior_learned(prior, k) : 0;
    sizes[JSMF_POLISH_MOMENTS] = begun ? jsmf_mul_sat(k, k) : 0;
    sizes[JSMF_POLISH_BOUND] = whole;
    sizes[JSMF_POLISH_HELD_OUT] = whole ? 2 : 0;
}

/* ---- a worker ---- */

static jsmf_status new_part(jsmf_context *ctx, jsmf_polish_worker *w, jsmf_polish_way way)
{
    w->part = (jsmf_polish_part){ .way = way, .n = w->model->n, .k = w->model->k };
    jsmf_polish_part_sizes(way, w->options.prior, w->part.n, w->part.k, w->part.sizes);
    for (size_t i = 0; i < JSMF_POLISH_REALS; i++)
        if (w->part.sizes[i] > 0)
            w->part.reals[i] = jsmf_alloc_zero(ctx, w->part.sizes[i], sizeof *w->part.reals[i]);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_polish_worker_new(jsmf_context *ctx, const jsmf_model *model, const jsmf_polish_options *options,
                                   jsmf_polish_way way, jsmf_polish_worker **out)
{
    jsmf_polish_worker *w = *out = NULL;
    if (ways[way].begun && !options->state)
        return jsmf_fail(ctx, JSMF_EUSAGE, "a round of polishing that has not begun");
    w = jsmf_alloc_zero(ctx, 1, sizeof *w);
    if (!w)
        return jsmf_context_status(ctx);
    w->model = model;
    w->way = &ways[way];
    w->options = *options;
    w->options.passes = 1;
    if (new_part(ctx, w, way) == JSMF_OK && (!w->way->begin || w->way->begin(ctx, w) == JSMF_OK)) {
        *out = w;
        return JSMF_OK;
    }
    jsmf_polish_worker_free(w);
    return jsmf_context_status(ctx);
}

void jsmf_polish_worker_free(jsmf_polish_worker *w)
{
    if (!w)
        return;
    jsmf_polish_end(&w->run);
    jsmf_polish_part_free(&w->part);
    free(w->places);
    free(w->states);
    free(w->a);
    jsmf_polish_unseen_free(&w->unseen);
    jsmf_polish_coherence_free(&w->coherence);
    free(w);
}

/* ---- a block ---- */

static jsmf_status reserve(jsmf_context *ctx, jsmf_polish_worker *w, const jsmf_csr *block, const jsmf_batches *source)
{
    if (block->rows > w->most) {
        free(w->places);
        w->places = jsmf_alloc(ctx, block->rows, sizeof *w->places);
        w->most = block->rows;
        if (w->places && w->way->reserve)
            return w->way->reserve(ctx, w, source, block->rows);
    }
    w->unseen.source = source;
    return jsmf_context_status(ctx);
}

/* Which documents are learned from, which are held out; and the tokens of the former. */
static jsmf_status sort_documents(jsmf_context *ctx, jsmf_polish_worker *w, const jsmf_csr *block, size_t first)
{
    double tokens = 0;
    w->count = w->unseen.documents = 0;
    w->unseen.first = first;
    for (size_t m = 0; m < block->rows; m++) {
        const double own = jsmf_csr_row_sum(block, m);
        if (!(own > 0))
            continue;
        if (jsmf_polish_unseen_takes(ctx, w->options.held_out, first + m)) {
            w->part.held_out++;
            if (w->unseen.places)
                w->unseen.places[w->unseen.documents++] = m;
            continue;
        }
        w->places[w->count++] = m;
        tokens += own;
    }
    w->part.documents += (int64_t)w->count;
    return add(ctx, w, JSMF_POLISH_TOKENS, &tokens, 1);
}

jsmf_status jsmf_polish_worker_add(jsmf_context *ctx, jsmf_polish_worker *w, const jsmf_csr *block, size_t first)
{
    jsmf_batches source;
    if (jsmf_model_check_words(ctx, w->model->n, block->cols) != JSMF_OK ||
        jsmf_batches_of_csr(ctx, block, &source) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (reserve(ctx, w, block, &source) == JSMF_OK && sort_documents(ctx, w, block, first) == JSMF_OK &&
        (w->count > 0 || w->unseen.documents > 0))
        jsmf_recorded(w->way->add(ctx, w, block, &source));
    w->unseen.source = NULL;
    jsmf_batches_free(&source);
    return jsmf_context_status(ctx);
}

void jsmf_polish_worker_take(jsmf_polish_worker *w, jsmf_polish_part *out)
{
    *out = w->part;
    for (size_t i = 0; i < out->leading_size; i++)
        out->leading[i] = (int64_t)w->coherence.joint[i];
    w->part = (jsmf_polish_part){ 0 };
}

size_t jsmf_polish_worker_bytes(const jsmf_context *ctx, size_t n, size_t k, size_t documents, size_t entries,
                                const jsmf_polish_options *options, jsmf_polish_way way)
{
    return jsmf_add_sat(jsmf_mul_sat(documents, sizeof(size_t)),
                        ways[way].bytes(ctx, n, k, documents, entries, options));
}
