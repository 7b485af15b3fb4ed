/* A block of documents: their compositions by chunks of documents, then the tokens by word and topic by chunks of
 * words, so that every sum has one order and no thread needs a matrix of its own. */
#include "e_step.h"

#include "base/base_inner.h"
#include "base/instructions.h"
#include "dense/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define JSMF_KERNELS_FILE "polish/e_step_kernels.h"
#include "base/each_set.h"

enum { CHUNK_ROWS = 8, CHUNK_WORDS = 128, AHEAD = 2 };

/* ---- the topics ---- */

/* A topic of less of all tokens has none: its inverse would overflow. Without pseudo-counts topics fade to this. */
static const double least_column = 1e-250;

void jsmf_polish_topics_normalise(jsmf_polish_topics *t)
{
    for (size_t j = 0; j < t->k; j++) {
        const double column = t->columns[j] + t->fixed[j];
        t->inverse[j] = column > least_column ? 1 / column : 0;
    }
}

double jsmf_polish_topics_guide(const jsmf_polish_topics *t, int64_t p)
{
    return jsmf_csr_value(t->guide, (size_t)p) / (double)t->k;
}

void jsmf_polish_topics_row(const jsmf_polish_topics *t, size_t i, double *b)
{
    const double *sums = t->sums + i * t->k;
    JSMF_KERNEL(fill_row)(t->k, t->scale, sums, t->beta, t->start_counts, t->start ? t->start + i * t->k : sums,
                          t->inverse, b);
    for (int64_t p = t->guide ? t->guide->indptr[i] : 0; t->guide && p < t->guide->indptr[i + 1]; p++)
        b[t->guide->indices[p]] += jsmf_polish_topics_guide(t, p) * t->inverse[t->guide->indices[p]];
}

/* Rows of topics lie far apart: asked for a little before their turn. */
static void fetch_row(size_t k, const double *rows, size_t i)
{
    enum { LINE = 8 };
    for (size_t j = 0; j < k; j += LINE)
        __builtin_prefetch(rows + i * k + j);
}

static void fetch_topics(const jsmf_polish_topics *t, size_t i)
{
    fetch_row(t->k, t->sums, i);
    if (t->start)
        fetch_row(t->k, t->start, i);
}

/* ---- memory ---- */

jsmf_status jsmf_polish_block_new(jsmf_context *ctx, size_t n, size_t k, jsmf_polish_block *block)
{
    *block = (jsmf_polish_block){ .n = n, .k = k };
    block->local = jsmf_alloc(ctx, n, sizeof *block->local);
    for (size_t i = 0; block->local && i < n; i++)
        block->local[i] = -1;
    return jsmf_context_status(ctx);
}

static void free_entries(jsmf_polish_block *block)
{
    free(block->indices);
    free(block->place);
    free(block->document);
    free(block->counts);
    free(block->ratios);
    block->indices = block->place = block->document = NULL;
    block->counts = block->ratios = NULL;
    block->most_entries = 0;
}

static void free_words(jsmf_polish_block *block)
{
    free(block->word);
    free(block->starts);
    free(block->b);
    free(block->columns);
    block->word = NULL;
    block->starts = NULL;
    block->b = block->columns = NULL;
    block->most_words = 0;
}

static void free_rows(jsmf_polish_block *block)
{
    free(block->e);
    free(block->tokens);
    free(block->partial);
    free(block->learned);
    block->e = block->tokens = block->learned = NULL;
    block->partial = NULL;
    block->most_rows = 0;
}

void jsmf_polish_block_free(jsmf_polish_block *block)
{
    free_entries(block);
    free_words(block);
    free_rows(block);
    free(block->local);
    *block = (jsmf_polish_block){ 0 };
}

static jsmf_status reserve_entries(jsmf_context *ctx, jsmf_polish_block *block, size_t entries)
{
    if (block->counts && entries <= block->most_entries)
        return JSMF_OK;
    free_entries(block);
    block->indices = jsmf_alloc(ctx, entries, sizeof *block->indices);
    block->place = jsmf_alloc(ctx, entries, sizeof *block->place);
    block->document = jsmf_alloc(ctx, entries, sizeof *block->document);
    block->counts = jsmf_alloc(ctx, entries, sizeof *block->counts);
    block->ratios = jsmf_alloc(ctx, entries, sizeof *block->ratios);
    block->most_entries = entries;
    return jsmf_context_status(ctx);
}

static jsmf_status reserve_words(jsmf_context *ctx, jsmf_polish_block *block, size_t words)
{
    const size_t chunks = jsmf_chunk_count(words, CHUNK_WORDS);
    if (words <= block->most_words && block->word)
        return JSMF_OK;
    free_words(block);
    block->word = jsmf_alloc(ctx, words, sizeof *block->word);
    block->starts = jsmf_alloc(ctx, words + 1, sizeof *block->starts);
    block->b = jsmf_alloc(ctx, jsmf_mul_sat(words, block->k), sizeof *block->b);
    block->columns = jsmf_alloc(ctx, jsmf_mul_sat(chunks, block->k), sizeof *block->columns);
    block->most_words = words;
    return jsmf_context_status(ctx);
}

static jsmf_status reserve_rows(jsmf_context *ctx, jsmf_polish_block *block, size_t rows)
{
    const size_t chunks = jsmf_chunk_count(rows, CHUNK_ROWS);
    if (rows <= block->most_rows)
        return JSMF_OK;
    free_rows(block);
    block->e = jsmf_alloc(ctx, jsmf_mul_sat(rows, block->k), sizeof *block->e);
    block->tokens = jsmf_alloc(ctx, rows, sizeof *block->tokens);
    block->partial = jsmf_alloc(ctx, chunks, sizeof *block->partial);
    block->learned = jsmf_alloc(ctx, jsmf_mul_sat(chunks, block->k), sizeof *block->learned);
    block->most_rows = rows;
    return jsmf_context_status(ctx);
}

size_t jsmf_polish_block_bytes(size_t n, size_t k, size_t rows, size_t entries)
{
    const size_t words = entries < n ? entries : n;
    const size_t doubles = jsmf_add_sat(jsmf_mul_sat(jsmf_add_sat(words, jsmf_mul_sat(2, rows)), k + 2),
                                        jsmf_mul_sat(4, entries));
    return jsmf_add_sat(jsmf_mul_sat(doubles, sizeof(double)), jsmf_mul_sat(n, sizeof(int32_t)));
}

/* ---- loading ---- */

/* The block's words, numbered as they come. */
static void number_words(jsmf_polish_block *block)
{
    block->words = 0;
    for (size_t p = 0; p < block->entries; p++) {
        const int32_t word = block->h.indices[p];
        if (block->local[word] < 0)
            block->local[word] = (int32_t)block->words++;
        block->indices[p] = block->local[word];
        block->counts[p] = jsmf_csr_value(&block->h, p);
    }
}

static void sort_by_word(jsmf_polish_block *block)
{
    memset(block->starts, 0, (block->words + 1) * sizeof *block->starts);
    for (size_t p = 0; p < block->entries; p++) {
        block->word[block->indices[p]] = block->h.indices[p];
        block->starts[block->indices[p] + 1]++;
    }
    for (size_t l = 0; l < block->words; l++)
        block->starts[l + 1] += block->starts[l];
    for (size_t m = 0; m < block->h.rows; m++)
        for (int64_t p = block->h.indptr[m]; p < block->h.indptr[m + 1]; p++) {
            const int64_t to = block->starts[block->indices[p]]++;
            block->place[to] = (int32_t)p;
            block->document[to] = (int32_t)m;
        }
    memmove(block->starts + 1, block->starts, block->words * sizeof *block->starts);
    block->starts[0] = 0;
    for (size_t l = 0; l < block->words; l++)
        block->local[block->word[l]] = -1;
}

typedef struct work {
    jsmf_polish_block *block;
    jsmf_polish_topics *topics;
    const jsmf_polish_topics *from;
    const jsmf_polish_prior *prior;
    double *states;
    size_t steps;
    double weight;
} work;

static jsmf_status load_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const work *w = arg;
    const size_t first = chunk * CHUNK_WORDS, end = first + jsmf_chunk_length(w->block->words, CHUNK_WORDS, chunk);
    (void)ctx;
    for (size_t l = first; l < end; l++) {
        if (l + AHEAD < end)
            fetch_topics(w->from, (size_t)w->block->word[l + AHEAD]);
        jsmf_polish_topics_row(w->from, (size_t)w->block->word[l], w->block->b + l * w->block->k);
    }
    return JSMF_OK;
}

jsmf_status jsmf_polish_block_load(jsmf_context *ctx, jsmf_polish_block *block, const jsmf_csr *h,
                                   const jsmf_polish_topics *topics)
{
    work w = { .block = block, .from = topics };
    block->h = *h;
    block->entries = jsmf_csr_nnz(h);
    if (block->entries > INT32_MAX)
        return jsmf_fail(ctx, JSMF_EDATA, "%zu entries in %zu documents", block->entries, h->rows);
    if (reserve_entries(ctx, block, block->entries) != JSMF_OK || reserve_rows(ctx, block, h->rows) != JSMF_OK)
        return jsmf_context_status(ctx);
    number_words(block);
    if (reserve_words(ctx, block, block->words) != JSMF_OK)
        return jsmf_context_status(ctx);
    sort_by_word(block);
    return jsmf_parallel(ctx, jsmf_chunk_count(block->words, CHUNK_WORDS), load_chunk, &w);
}

/* ---- compositions ---- */

/* Tokens of words that no topic has are nobody's. */
static double count_known(const jsmf_polish_block *block, int64_t first, int64_t end)
{
    double tokens = 0;
    for (int64_t p = first; p < end; p++) {
        const double *b = block->b + (size_t)block->indices[p] * block->k;
        size_t j = 0;
        while (j < block->k && b[j] == 0)
            j++;
        if (j == block->k)
            block->counts[p] = 0;
        tokens += block->counts[p];
    }
    return tokens;
}

static void compose_row(const work *w, size_t m, double *scratch, jsmf_polish_sums *sums)
{
    const jsmf_polish_block *block = w->block;
    const jsmf_polish_prior *prior = w->prior;
    const size_t k = block->k;
    const int64_t first = block->h.indptr[m], end = block->h.indptr[m + 1];
    double *e = block->e + m * k, *state = w->states + m * prior->state, *ratios = block->ratios + first, *r = scratch;
    const jsmf_document_words d = { .k = k,
                                    .words = (size_t)(end - first),
                                    .b = block->b,
                                    .indices = block->indices + first,
                                    .counts = block->counts + first,
                                    .tokens = count_known(block, first, end) };
    block->tokens[m] = d.tokens;
    if (!(d.tokens > 0)) {
        prior->class->begin_document(prior, 0, state);
        memset(ratios, 0, d.words * sizeof *ratios);
        memset(e, 0, k * sizeof *e);
        return;
    }
    sums->bound += prior->class->compose(prior, &d, w->steps, state, e, ratios, r, scratch + k);
    sums->documents++;
    sums->tokens += d.tokens;
    for (size_t j = 0; j < k; j++)
        sums->learned[j] += r[j];
}

static jsmf_status compose_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const work *w = arg;
    const size_t k = w->block->k, first = chunk * CHUNK_ROWS;
    const size_t end = first + jsmf_chunk_length(w->block->h.rows, CHUNK_ROWS, chunk);
    double *scratch = jsmf_alloc(ctx, k + w->prior->scratch, sizeof *scratch);
    jsmf_polish_sums *sums = &w->block->partial[chunk];
    *sums = (jsmf_polish_sums){ .learned = w->block->learned + chunk * k };
    memset(sums->learned, 0, k * sizeof *sums->learned);
    for (size_t m = first; scratch && m < end; m++)
        compose_row(w, m, scratch, sums);
    free(scratch);
    return scratch ? JSMF_OK : jsmf_context_status(ctx);
}

jsmf_status jsmf_polish_block_compose(jsmf_context *ctx, jsmf_polish_block *block, const jsmf_polish_prior *prior,
                                      size_t steps, double *states, jsmf_polish_sums *sums)
{
    work w = { .block = block, .prior = prior, .states = states, .steps = steps };
    const size_t chunks = jsmf_chunk_count(block->h.rows, CHUNK_ROWS);
    if (jsmf_parallel(ctx, chunks, compose_chunk, &w) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t c = 0; c < chunks; c++) {
        const jsmf_polish_sums *part = &block->partial[c];
        sums->documents += part->documents;
        sums->tokens += part->tokens;
        sums->bound += part->bound;
        for (size_t j = 0; sums->learned && j < block->k; j++)
            sums->learned[j] += part->learned[j];
    }
    if (!sums->learned || !prior->class->collect)
        return JSMF_OK;
    return prior->class->collect(ctx, prior, block->h.rows, block->tokens, states, sums->learned);
}

/* ---- tokens by word and topic ---- */

static jsmf_status add_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const work *w = arg;
    const jsmf_polish_block *block = w->block;
    const size_t k = block->k, first = chunk * CHUNK_WORDS;
    const size_t end = first + jsmf_chunk_length(block->words, CHUNK_WORDS, chunk);
    const double weight = w->weight / w->topics->scale;
    double *columns = block->columns + chunk * k, *ratios = jsmf_alloc(ctx, block->h.rows, sizeof *ratios);
    double *row = jsmf_alloc(ctx, k, sizeof *row);
    memset(columns, 0, k * sizeof *columns);
    for (size_t l = first; ratios && row && l < end; l++) {
        const size_t start = (size_t)block->starts[l], count = (size_t)block->starts[l + 1] - start;
        fetch_row(k, w->topics->sums, (size_t)block->word[l]);
        for (size_t p = 0; p < count; p++)
            ratios[p] = block->ratios[block->place[start + p]];
        jsmf_dense_combine_rows(k, count, block->document + start, ratios, block->e, row);
        JSMF_KERNEL(add_row)(k, weight, row, block->b + l * k, columns, w->topics->sums + (size_t)block->word[l] * k);
    }
    free(ratios);
    free(row);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_polish_block_add(jsmf_context *ctx, jsmf_polish_block *block, double weight,
                                  jsmf_polish_topics *topics)
{
    work w = { .block = block, .topics = topics, .weight = weight };
    const size_t chunks = jsmf_chunk_count(block->words, CHUNK_WORDS);
    if (jsmf_parallel(ctx, chunks, add_chunk, &w) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t c = 0; c < chunks; c++)
        for (size_t j = 0; j < block->k; j++)
            topics->columns[j] += weight * block->columns[c * block->k + j];
    return JSMF_OK;
}
