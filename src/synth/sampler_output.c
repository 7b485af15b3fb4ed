/* What becomes of the documents: the rows of a bag, or a docword text. */
#include "sampler.h"
#include "base/base_inner.h"

#include <stdlib.h>
#include <string.h>

/* ---- a bag ---- */

static size_t total_tokens(const jsmf_synth_sampler *s)
{
    size_t tokens = 0;
    for (size_t m = 0; m < s->synth->options.documents; m++)
        tokens += jsmf_synth_length(s, m);
    return tokens;
}

static void append_rows(const jsmf_synth_block *block, jsmf_csr *h)
{
    for (size_t d = 0; d < block->count; d++) {
        const size_t row = block->first + d, used = (size_t)block->used[d], slot = block->slots[d];
        const size_t to = (size_t)h->indptr[row];
        memcpy(h->indices + to, block->indices + slot, used * sizeof *h->indices);
        memcpy(h->counts + to, block->counts + slot, used * sizeof *h->counts);
        h->indptr[row + 1] = (int64_t)(to + used);
    }
}

static jsmf_status draw_rows(jsmf_context *ctx, const jsmf_synth_sampler *s, jsmf_synth_block *block, jsmf_csr *h,
                             double *w)
{
    for (size_t first = 0; first < h->rows; first += block->count) {
        block->w = w ? w + first * s->synth->options.topics : NULL;
        if (jsmf_synth_block_fill(ctx, s, first, block) != JSMF_OK)
            return jsmf_context_status(ctx);
        append_rows(block, h);
        if (jsmf_progress(ctx, "drawing documents", (double)(first + block->count) / (double)h->rows, -1) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

/* Gives back what repeated words left over; a block that cannot shrink stays. */
static void shrink(jsmf_csr *h)
{
    const size_t nnz = jsmf_csr_nnz(h);
    int32_t *indices = realloc(h->indices, (nnz ? nnz : 1) * sizeof *indices), *counts;
    h->indices = indices ? indices : h->indices;
    counts = realloc(h->counts, (nnz ? nnz : 1) * sizeof *counts);
    h->counts = counts ? counts : h->counts;
}

jsmf_status jsmf_synth_sampler_bag(jsmf_context *ctx, const jsmf_synth_sampler *s, jsmf_csr *h, double *w)
{
    const size_t tokens = total_tokens(s);
    jsmf_synth_block block;
    *h = (jsmf_csr){ .rows = s->synth->options.documents, .cols = s->synth->options.words };
    if (jsmf_synth_block_new(ctx, s, &block) != JSMF_OK)
        return jsmf_context_status(ctx);
    h->indptr = jsmf_alloc_zero(ctx, h->rows + 1, sizeof *h->indptr);
    h->indices = jsmf_alloc(ctx, tokens, sizeof *h->indices);
    h->counts = jsmf_alloc(ctx, tokens, sizeof *h->counts);
    if (h->indptr && h->indices && h->counts && draw_rows(ctx, s, &block, h, w) == JSMF_OK)
        shrink(h);
    else
        jsmf_csr_free(h);
    jsmf_synth_block_free(&block);
    return jsmf_context_status(ctx);
}

/* ---- docword text ---- */

typedef struct text_work {
    const jsmf_synth_sampler *sampler;
    const jsmf_synth_block *block;
    char **texts;    /* of each chunk */
    size_t *lengths;
    size_t line;     /* bytes that the longest line can take */
} text_work;

static size_t digits(size_t number)
{
    size_t count = 1;
    while (number /= 10)
        count++;
    return count;
}

static char *put_number(char *to, uint32_t number)
{
    static const char pairs[] =
        "00010203040506070809101112131415161718192021222324"
        "25262728293031323334353637383940414243444546474849"
        "50515253545556575859606162636465666768697071727374"
        "75767778798081828384858687888990919293949596979899";
    char text[10], *start = text + sizeof text;
    for (; number >= 100; number /= 100)
        memcpy(start -= 2, pairs + 2 * (number % 100), 2);
    if (number >= 10)
        memcpy(start -= 2, pairs + 2 * number, 2);
    else
        *--start = (char)('0' + number);
    memcpy(to, start, (size_t)(text + sizeof text - start));
    return to + (text + sizeof text - start);
}

static char *put_document(char *to, const jsmf_synth_block *block, size_t d)
{
    const int32_t *indices = block->indices + block->slots[d], *counts = block->counts + block->slots[d];
    char name[12];
    const size_t length = (size_t)(put_number(name, (uint32_t)(block->first + d + 1)) - name) + 1;
    name[length - 1] = ' ';
    for (int32_t p = 0; p < block->used[d]; p++) {
        memcpy(to, name, length);
        to = put_number(to + length, (uint32_t)indices[p] + 1);
        *to++ = ' ';
        to = put_number(to, (uint32_t)counts[p]);
        *to++ = '\n';
    }
    return to;
}

static jsmf_status text_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const text_work *t = arg;
    const jsmf_synth_block *block = t->block;
    const size_t size = t->sampler->chunk, d0 = chunk * size, d1 = d0 + jsmf_chunk_length(block->count, size, chunk);
    char *text = jsmf_alloc(ctx, block->slots[d1] - block->slots[d0], t->line), *end = text;
    t->texts[chunk] = text;
    if (!text)
        return jsmf_context_status(ctx);
    for (size_t d = d0; d < d1; d++)
        end = put_document(end, block, d);
    t->lengths[chunk] = (size_t)(end - text);
    return JSMF_OK;
}

/* The block's text, made in parallel chunks and written in their order. */
static jsmf_status write_block(jsmf_context *ctx, text_work *t, jsmf_output *out)
{
    const size_t chunks = jsmf_chunk_count(t->block->count, t->sampler->chunk);
    memset(t->texts, 0, chunks * sizeof *t->texts);
    if (jsmf_parallel(ctx, chunks, text_chunk, t) != JSMF_OK)
        goto done;
    for (size_t chunk = 0; chunk < chunks; chunk++)
        if (jsmf_output_write(ctx, out, t->texts[chunk], t->lengths[chunk]) != JSMF_OK)
            break;
done:
    for (size_t chunk = 0; chunk < chunks; chunk++)
        free(t->texts[chunk]);
    return jsmf_context_status(ctx);
}

static jsmf_status count_entries(jsmf_context *ctx, const jsmf_synth_sampler *s, jsmf_synth_block *block,
                                 size_t *entries)
{
    const size_t documents = s->synth->options.documents;
    *entries = 0;
    for (size_t first = 0; first < documents; first += block->count) {
        if (jsmf_synth_block_fill(ctx, s, first, block) != JSMF_OK ||
            jsmf_progress(ctx, "counting entries", (double)first / (double)documents, -1) != JSMF_OK)
            return jsmf_context_status(ctx);
        for (size_t d = 0; d < block->count; d++)
            *entries += (size_t)block->used[d];
    }
    return JSMF_OK;
}

static jsmf_status write_documents(jsmf_context *ctx, const jsmf_synth_sampler *s, jsmf_synth_block *block,
                                   jsmf_output *out)
{
    const jsmf_synth_options *o = &s->synth->options;
    text_work t = { .sampler = s, .block = block };
    t.line = digits(o->documents) + digits(o->words) + digits(s->longest) + 3;
    t.texts = jsmf_alloc(ctx, s->block, sizeof *t.texts);
    t.lengths = jsmf_alloc(ctx, s->block, sizeof *t.lengths);
    if (jsmf_context_status(ctx) != JSMF_OK)
        goto done;
    for (size_t first = 0; first < o->documents; first += block->count)
        if (jsmf_progress(ctx, "writing documents", (double)first / (double)o->documents, -1) != JSMF_OK ||
            jsmf_synth_block_fill(ctx, s, first, block) != JSMF_OK || write_block(ctx, &t, out) != JSMF_OK)
            break;
done:
    free(t.texts);
    free(t.lengths);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_synth_sampler_uci(jsmf_context *ctx, const jsmf_synth_sampler *s, jsmf_output *out)
{
    const jsmf_synth_options *o = &s->synth->options;
    jsmf_synth_block block;
    size_t entries;
    if (jsmf_synth_block_new(ctx, s, &block) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (count_entries(ctx, s, &block, &entries) == JSMF_OK &&
        jsmf_output_printf(ctx, out, "%zu\n%zu\n%zu\n", o->documents, o->words, entries) == JSMF_OK)
        jsmf_recorded(write_documents(ctx, s, &block, out));
    jsmf_synth_block_free(&block);
    return jsmf_context_status(ctx);
}
