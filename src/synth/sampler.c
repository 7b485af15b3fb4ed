/* Documents from topics and compositions. */
#include "base/sort.h"
#include "sampler.h"
#include "base/base_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK_TOKENS = 1 << 15,
    BLOCK_TOKENS = 1 << 20
};

/* ---- lengths ---- */

/* Poisson(mean) from its mode outwards, as far as probabilities matter; then P(X <= shortest + i). */
static jsmf_status poisson_table(jsmf_context *ctx, double mean, jsmf_synth_sampler *s)
{
    const double reach = 40 + 12 * sqrt(mean);
    const size_t mode = (size_t)mean, low = mode > reach ? mode - (size_t)reach : 0, high = mode + (size_t)reach;
    double sum = 0;
    s->shortest = 2 + low;
    s->length_count = high - low + 1;
    s->lengths = jsmf_alloc(ctx, s->length_count, sizeof *s->lengths);
    if (!s->lengths)
        return jsmf_context_status(ctx);
    s->lengths[mode - low] = 1;
    for (size_t x = mode; x > low; x--)
        s->lengths[x - 1 - low] = s->lengths[x - low] * (double)x / mean;
    for (size_t x = mode; x < high; x++)
        s->lengths[x + 1 - low] = s->lengths[x - low] * mean / (double)(x + 1);
    for (size_t i = 0; i < s->length_count; i++)
        s->lengths[i] = sum += s->lengths[i];
    for (size_t i = 0; i < s->length_count; i++)
        s->lengths[i] /= sum;
    return JSMF_OK;
}

size_t jsmf_synth_length(const jsmf_synth_sampler *s, size_t document)
{
    const jsmf_synth_given *given = &s->synth->options.given;
    jsmf_synth_draws draws = jsmf_synth_draws_of(s->synth->seed, JSMF_SYNTH_LENGTHS, document);
    double u;
    size_t low = 0, high = s->length_count;
    if (given->lengths)
        return given->lengths[document % given->length_count];
    if (!s->lengths)
        return s->shortest;
    /* The first whose cumulative probability is above u, which is below the last one's 1. */
    u = jsmf_synth_uniform(&draws);
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (s->lengths[middle] > u)
            high = middle;
        else
            low = middle + 1;
    }
    return s->shortest + low;
}

static jsmf_status prepare_lengths(jsmf_context *ctx, jsmf_synth_sampler *s)
{
    const jsmf_synth_options *o = &s->synth->options;
    const jsmf_synth_given *given = &o->given;
    s->shortest = (size_t)o->length;
    if (!given->lengths && !o->fixed && o->length > 2 && poisson_table(ctx, o->length - 2, s) != JSMF_OK)
        return jsmf_context_status(ctx);
    s->longest = s->shortest + s->length_count;
    for (size_t i = 0; i < given->length_count; i++)
        s->longest = jsmf_greatest(s->longest, given->lengths[i]);
    return JSMF_OK;
}

/* ---- the sampler ---- */

static jsmf_status topic_cells(jsmf_context *ctx, void *arg, size_t k)
{
    const jsmf_synth_sampler *s = arg;
    const size_t n = s->synth->options.words;
    uint64_t *weights = jsmf_alloc(ctx, n, sizeof *weights);
    int32_t *stack = jsmf_alloc(ctx, n, sizeof *stack);
    if (weights && stack)
        jsmf_synth_alias(n, s->synth->topics + k * n, s->cells + k * n, weights, stack);
    free(weights);
    free(stack);
    return jsmf_context_status(ctx);
}

static size_t documents_for(double length, size_t tokens)
{
    return length < (double)tokens ? (size_t)((double)tokens / length) : 1;
}

jsmf_status jsmf_synth_sampler_new(jsmf_context *ctx, const jsmf_synth *synth, jsmf_synth_sampler **out)
{
    const jsmf_synth_options *o = &synth->options;
    jsmf_synth_sampler *s = jsmf_alloc_zero(ctx, 1, sizeof *s);
    *out = NULL;
    if (!s)
        return jsmf_context_status(ctx);
    s->synth = synth;
    s->chunk = documents_for(o->length, CHUNK_TOKENS);
    s->block = jsmf_chunk_count(documents_for(o->length, BLOCK_TOKENS), s->chunk);
    s->cells = jsmf_alloc(ctx, o->topics, jsmf_mul_sat(o->words, sizeof *s->cells));
    if (!s->cells || prepare_lengths(ctx, s) != JSMF_OK ||
        jsmf_parallel(ctx, o->topics, topic_cells, s) != JSMF_OK) {
        jsmf_synth_sampler_free(s);
        return jsmf_context_status(ctx);
    }
    *out = s;
    return JSMF_OK;
}

void jsmf_synth_sampler_free(jsmf_synth_sampler *s)
{
    if (!s)
        return;
    free(s->cells);
    free(s->lengths);
    free(s);
}

/* Tokens of so many documents at most: a mean that no seed reaches. */
static double most_tokens(const jsmf_synth_options *o, size_t documents)
{
    const double mean = o->length * (double)documents;
    return o->given.lengths ? mean + o->length * (double)o->given.length_count : mean + 12 * sqrt(mean);
}

size_t jsmf_synth_sampler_bytes(const jsmf_synth_options *o)
{
    const double all = most_tokens(o, o->documents);
    const double block = 2 * most_tokens(o, documents_for(o->length, BLOCK_TOKENS));
    return jsmf_add_sat(jsmf_mul_sat(jsmf_mul_sat(o->topics, o->words), sizeof(jsmf_synth_cell)),
                        (size_t)(all < block ? all : block) * (2 * sizeof(int32_t) + 32));
}

size_t jsmf_synth_sampler_bag_bytes(const jsmf_synth_options *o)
{
    const double bytes = 2 * sizeof(int32_t) * most_tokens(o, o->documents) + sizeof(int64_t) * (double)o->documents;
    return bytes < (double)PTRDIFF_MAX ? (size_t)bytes : SIZE_MAX;
}

/* ---- a document ---- */

/* Sorted tokens to words and counts; returns how many. */
static int32_t count_tokens(const uint32_t *tokens, size_t n, int32_t *indices, int32_t *counts)
{
    int32_t used = 0;
    for (size_t i = 0; i < n;) {
        size_t start = i;
        while (i < n && tokens[i] == tokens[start])
            i++;
        indices[used] = (int32_t)tokens[start];
        counts[used++] = (int32_t)(i - start);
    }
    return used;
}

typedef struct scratch {
    uint32_t *tokens, *spare; /* of the longest document */
    double *w;                /* K */
    jsmf_synth_cell *cells;   /* K: the composition's alias table */
    uint64_t *weights;
    int32_t *stack, *tally;
} scratch;

static void scratch_free(scratch *t)
{
    free(t->tokens);
    free(t->spare);
    free(t->w);
    free(t->cells);
    free(t->weights);
    free(t->stack);
    free(t->tally);
}

static jsmf_status scratch_new(jsmf_context *ctx, size_t k, size_t longest, scratch *t)
{
    t->tokens = jsmf_alloc(ctx, longest, sizeof *t->tokens);
    t->spare = jsmf_alloc(ctx, longest, sizeof *t->spare);
    t->w = jsmf_alloc(ctx, k, sizeof *t->w);
    t->cells = jsmf_alloc(ctx, k, sizeof *t->cells);
    t->weights = jsmf_alloc(ctx, k, sizeof *t->weights);
    t->stack = jsmf_alloc(ctx, k, sizeof *t->stack);
    t->tally = jsmf_alloc(ctx, k, sizeof *t->tally);
    if (t->tokens && t->spare && t->w && t->cells && t->weights && t->stack && t->tally)
        return JSMF_OK;
    scratch_free(t);
    return jsmf_context_status(ctx);
}

/* All topics first, so that a topic's words are then drawn together from its table. */
static void draw_tokens(const jsmf_synth_sampler *s, jsmf_synth_draws *draws, const scratch *t, size_t length)
{
    const size_t k = s->synth->options.topics, n = s->synth->options.words;
    uint32_t *token = t->tokens;
    memset(t->tally, 0, k * sizeof *t->tally);
    for (size_t i = 0; i < length; i++)
        t->tally[jsmf_synth_alias_draw(t->cells, k, jsmf_synth_bits(draws))]++;
    for (size_t topic = 0; topic < k; topic++)
        for (int32_t i = 0; i < t->tally[topic]; i++)
            *token++ = (uint32_t)jsmf_synth_alias_draw(s->cells + topic * n, n, jsmf_synth_bits(draws));
}

static void draw_document(const jsmf_synth_sampler *s, jsmf_synth_block *block, size_t d, scratch *t)
{
    const size_t k = s->synth->options.topics, slot = block->slots[d], length = block->slots[d + 1] - slot;
    jsmf_synth_draws draws = jsmf_synth_draws_of(s->synth->seed, JSMF_SYNTH_DOCUMENTS, block->first + d);
    uint32_t *sorted;
    jsmf_synth_compose(s->synth, block->first + d, &draws, t->w);
    if (block->w)
        memcpy(block->w + d * k, t->w, k * sizeof *t->w);
    jsmf_synth_alias(k, t->w, t->cells, t->weights, t->stack);
    draw_tokens(s, &draws, t, length);
    sorted = jsmf_sort_bits(length, t->tokens, t->spare, 0, jsmf_sort_width(s->synth->options.words - 1));
    block->used[d] = count_tokens(sorted, length, block->indices + slot, block->counts + slot);
}

/* ---- blocks ---- */

typedef struct fill {
    const jsmf_synth_sampler *sampler;
    jsmf_synth_block *block;
} fill;

static jsmf_status fill_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const fill *f = arg;
    const jsmf_synth_block *block = f->block;
    const size_t size = f->sampler->chunk, d0 = chunk * size, d1 = d0 + jsmf_chunk_length(block->count, size, chunk);
    size_t longest = 0;
    scratch t;
    for (size_t d = d0; d < d1; d++)
        if (block->slots[d + 1] - block->slots[d] > longest)
            longest = block->slots[d + 1] - block->slots[d];
    if (scratch_new(ctx, f->sampler->synth->options.topics, longest, &t) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t d = d0; d < d1; d++)
        draw_document(f->sampler, f->block, d, &t);
    scratch_free(&t);
    return JSMF_OK;
}

jsmf_status jsmf_synth_block_new(jsmf_context *ctx, const jsmf_synth_sampler *s, jsmf_synth_block *block)
{
    const size_t documents = s->chunk * s->block;
    *block = (jsmf_synth_block){ 0 };
    block->slots = jsmf_alloc(ctx, documents + 1, sizeof *block->slots);
    block->used = jsmf_alloc(ctx, documents, sizeof *block->used);
    if (block->slots && block->used)
        return JSMF_OK;
    jsmf_synth_block_free(block);
    return jsmf_context_status(ctx);
}

void jsmf_synth_block_free(jsmf_synth_block *block)
{
    free(block->slots);
    free(block->used);
    free(block->indices);
    free(block->counts);
}

static jsmf_status make_room(jsmf_context *ctx, jsmf_synth_block *block, size_t tokens)
{
    if (tokens <= block->capacity)
        return JSMF_OK;
    free(block->indices);
    free(block->counts);
    block->indices = jsmf_alloc(ctx, tokens, sizeof *block->indices);
    block->counts = jsmf_alloc(ctx, tokens, sizeof *block->counts);
    block->capacity = block->indices && block->counts ? tokens : 0;
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_synth_block_fill(jsmf_context *ctx, const jsmf_synth_sampler *s, size_t first, jsmf_synth_block *block)
{
    fill f = { .sampler = s, .block = block };
    block->first = first;
    block->count = jsmf_chunk_length(s->synth->options.documents - first, s->chunk * s->block, 0);
    block->slots[0] = 0;
    for (size_t d = 0; d < block->count; d++)
        block->slots[d + 1] = block->slots[d] + jsmf_synth_length(s, first + d);
    if (make_room(ctx, block, block->slots[block->count]) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_parallel(ctx, jsmf_chunk_count(block->count, s->chunk), fill_chunk, &f);
}
