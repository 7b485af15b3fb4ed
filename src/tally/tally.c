/* Batches of documents: chunks of them cut side by side, their new words numbered in order, their rows put by. */
#include "chunk.h"
#include "tally_rows.h"
#include "base/base_inner.h"
#include "words/words_inner.h"

#include <stdlib.h>
#include <string.h>

/* Bytes of text of a chunk, of which there are some a batch. Neither changes a result. */
enum { CHUNK_BYTES = 1 << 16 };

struct jsmf_tally {
    const jsmf_words *words;
    bool known, sequence;
    size_t known_count;
    jsmf_strings vocab; /* behind known words those of the stop list */
    jsmf_intern table;
    jsmf_words_phrases *phrases;
    jsmf_tally_rows rows;
    jsmf_tally_worker *workers;
    size_t worker_count;
    jsmf_tally_chunk *chunks;
    size_t chunk_count, chunk_capacity;
    jsmf_tally_cutting cutting; /* of the batch */
    int64_t unknown;
    jsmf_spool *left_out; /* int64 by document, where known words alone count */
    jsmf_strings joined;
};

/* ---- making one ---- */

static jsmf_status start_workers(jsmf_context *ctx, jsmf_tally *t)
{
    t->worker_count = (size_t)jsmf_context_threads(ctx);
    t->workers = jsmf_alloc_zero(ctx, t->worker_count, sizeof *t->workers);
    for (size_t i = 0; t->workers && i < t->worker_count; i++) {
        jsmf_tally_worker *w = &t->workers[i];
        if (jsmf_words_cutter_new(ctx, t->words, &w->cutter) != JSMF_OK)
            break;
    }
    return jsmf_context_status(ctx);
}

static jsmf_status add_known(jsmf_context *ctx, jsmf_tally *t, const jsmf_strings *known)
{
    t->known_count = known->count;
    for (size_t i = 0; i < known->count; i++) {
        const char *word = jsmf_strings_get(known, i);
        const size_t length = jsmf_strings_length(known, i);
        if (jsmf_intern_add(ctx, &t->table, jsmf_intern_hash(word, length), word, length) != JSMF_OK)
            break;
    }
    return jsmf_context_status(ctx);
}

/* A word of the stop list, where it is not there. */
static jsmf_status add_stop_word(jsmf_context *ctx, void *arg, const char *word, size_t length, bool follows)
{
    jsmf_tally *t = arg;
    const uint64_t hash = jsmf_intern_hash(word, length);
    (void)follows;
    return jsmf_intern_find(&t->table, hash, word, length) >= 0
               ? JSMF_OK : jsmf_intern_add(ctx, &t->table, hash, word, length);
}

/* Words of the stop list as they are, and as texts have them. */
static jsmf_status add_stop(jsmf_context *ctx, jsmf_tally *t, const jsmf_strings *stop)
{
    jsmf_words_cutter *cutter;
    if (jsmf_words_cutter_new(ctx, t->words, &cutter) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < stop->count; i++) {
        const char *word = jsmf_strings_get(stop, i);
        const size_t length = jsmf_strings_length(stop, i);
        if (add_stop_word(ctx, t, word, length, false) != JSMF_OK ||
            jsmf_words_cut(ctx, cutter, word, length, add_stop_word, t) != JSMF_OK)
            break;
    }
    jsmf_words_cutter_free(cutter);
    return jsmf_context_status(ctx);
}

static jsmf_status start_known(jsmf_context *ctx, jsmf_tally *t, const jsmf_tally_options *options)
{
    if (!t->known)
        return JSMF_OK;
    if (add_known(ctx, t, options->known) != JSMF_OK ||
        (options->stop && add_stop(ctx, t, options->stop) != JSMF_OK))
        return jsmf_context_status(ctx);
    return jsmf_spool_new(ctx, "the documents' unknown words", &t->left_out);
}

static jsmf_status start(jsmf_context *ctx, jsmf_tally *t, const jsmf_tally_options *options)
{
    t->words = options->words;
    t->known = options->known != NULL;
    t->sequence = options->phrases != NULL;
    if (jsmf_intern_start(ctx, &t->table, &t->vocab) != JSMF_OK ||
        start_known(ctx, t, options) != JSMF_OK ||
        (t->sequence && jsmf_words_phrases_new(ctx, options->phrases, &t->phrases) != JSMF_OK) ||
        jsmf_tally_rows_start(ctx, &t->rows) != JSMF_OK)
        return jsmf_context_status(ctx);
    return start_workers(ctx, t);
}

jsmf_status jsmf_tally_new(jsmf_context *ctx, const jsmf_tally_options *options, jsmf_tally **out)
{
    *out = jsmf_alloc_zero(ctx, 1, sizeof **out);
    if (*out && start(ctx, *out, options) != JSMF_OK) {
        jsmf_tally_free(*out);
        *out = NULL;
    }
    return jsmf_context_status(ctx);
}

void jsmf_tally_free(jsmf_tally *t)
{
    if (!t)
        return;
    for (size_t i = 0; t->workers && i < t->worker_count; i++)
        jsmf_tally_worker_free(&t->workers[i]);
    for (size_t i = 0; i < t->chunk_capacity; i++)
        jsmf_tally_chunk_free(&t->chunks[i]);
    jsmf_tally_rows_free(&t->rows);
    jsmf_spool_free(t->left_out);
    jsmf_words_phrases_free(t->phrases);
    jsmf_intern_free(&t->table);
    jsmf_strings_free(&t->vocab);
    jsmf_strings_free(&t->joined);
    free(t->workers);
    free(t->chunks);
    free(t);
}

/* ---- a batch ---- */

static jsmf_status next_chunk(jsmf_context *ctx, jsmf_tally *t, size_t first, jsmf_tally_chunk **out)
{
    if (t->chunk_count == t->chunk_capacity) {
        const size_t capacity = 2 * t->chunk_capacity + 16;
        jsmf_tally_chunk *chunks = jsmf_realloc(ctx, t->chunks, capacity, sizeof *chunks);
        if (!chunks)
            return jsmf_context_status(ctx);
        memset(chunks + t->chunk_capacity, 0, (capacity - t->chunk_capacity) * sizeof *chunks);
        t->chunks = chunks;
        t->chunk_capacity = capacity;
    }
    *out = &t->chunks[t->chunk_count++];
    (*out)->first = first;
    jsmf_tally_chunk_reset(*out);
    return JSMF_OK;
}

static jsmf_status divide(jsmf_context *ctx, jsmf_tally *t, const jsmf_records_batch *batch, size_t texts)
{
    jsmf_tally_chunk *c = NULL;
    size_t bytes = 0;
    t->chunk_count = 0;
    for (size_t d = 0; d < batch->records; d++) {
        if ((!c || bytes >= CHUNK_BYTES) && next_chunk(ctx, t, d, &c) != JSMF_OK)
            return jsmf_context_status(ctx);
        bytes = c->first == d ? 0 : bytes;
        for (size_t i = 0; i < texts; i++)
            bytes += batch->fields[d * batch->columns + i].length;
        c->last = d + 1;
    }
    return JSMF_OK;
}

static jsmf_status cut_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    jsmf_tally *t = arg;
    jsmf_tally_worker *w = &t->workers[jsmf_context_thread(ctx)];
    return jsmf_tally_chunk_cut(ctx, &t->cutting, w, &t->chunks[chunk]);
}

static jsmf_status count_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    jsmf_tally *t = arg;
    jsmf_tally_worker *w = &t->workers[jsmf_context_thread(ctx)];
    jsmf_tally_chunk_number(&t->chunks[chunk]);
    return t->sequence ? JSMF_OK : jsmf_tally_chunk_count(ctx, w, &t->chunks[chunk], t->vocab.count);
}

/* Numbers for the words that were new in a chunk, some of which an earlier one may have had. */
static jsmf_status number_words(jsmf_context *ctx, jsmf_tally *t, jsmf_tally_chunk *c)
{
    if (jsmf_tally_list_reserve(ctx, &c->numbers, c->fresh.count) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < c->fresh.count; i++) {
        const char *word = jsmf_strings_get(&c->fresh, i);
        const size_t length = jsmf_strings_length(&c->fresh, i);
        const uint64_t hash = jsmf_intern_hash(word, length);
        int64_t number = jsmf_intern_find(&t->table, hash, word, length);
        if (number < 0) {
            number = (int64_t)t->vocab.count;
            if (number == INT32_MAX)
                return jsmf_fail(ctx, JSMF_EDATA, "found more than %d different words, expected less", INT32_MAX);
            if (jsmf_intern_add(ctx, &t->table, hash, word, length) != JSMF_OK)
                return jsmf_context_status(ctx);
        }
        c->numbers.at[c->numbers.used++] = (int32_t)number;
    }
    return JSMF_OK;
}

static jsmf_status check_vocab(jsmf_context *ctx, const jsmf_tally *t)
{
    const size_t bytes = jsmf_add_sat(t->vocab.bytes_capacity, jsmf_mul_sat(t->vocab.count, 64));
    return jsmf_memory_check(ctx, bytes, "the vocabulary", JSMF_REMEDY_MORE_MEMORY_OR_SPLIT_CORPUS);
}

static jsmf_status put_left_out(jsmf_context *ctx, jsmf_tally *t, const jsmf_tally_chunk *c)
{
    int64_t *words;
    t->unknown += c->unknown;
    if (c->left_out.used == 0)
        return JSMF_OK;
    words = jsmf_alloc(ctx, c->left_out.used, sizeof *words);
    for (size_t d = 0; words && d < c->left_out.used; d++)
        words[d] = c->left_out.at[d];
    if (words)
        jsmf_recorded(jsmf_spool_append(ctx, t->left_out, words, c->left_out.used * sizeof *words));
    free(words);
    return jsmf_context_status(ctx);
}

/* What the chunks' documents have, in their order. */
static jsmf_status put_by(jsmf_context *ctx, jsmf_tally *t)
{
    for (size_t i = 0; i < t->chunk_count; i++) {
        const jsmf_tally_chunk *c = &t->chunks[i];
        size_t start = 0;
        if (put_left_out(ctx, t, c) != JSMF_OK)
            return jsmf_context_status(ctx);
        if (!t->sequence && jsmf_tally_rows_add(ctx, &t->rows, c, t->vocab.count) != JSMF_OK)
            return jsmf_context_status(ctx);
        for (size_t d = 0; t->sequence && d < c->ends.used; d++) {
            const size_t end = (size_t)c->ends.at[d];
            if (jsmf_words_phrases_add(ctx, t->phrases, c->words.at + start, end - start) != JSMF_OK)
                return jsmf_context_status(ctx);
            start = end;
        }
    }
    return JSMF_OK;
}

jsmf_status jsmf_tally_add(jsmf_context *ctx, jsmf_tally *t, const jsmf_records_batch *batch, size_t texts)
{
    t->cutting = (jsmf_tally_cutting){ .batch = batch, .texts = texts, .table = &t->table, .known = t->known,
                                       .sequence = t->sequence, .stopped = (int64_t)t->known_count };
    for (size_t i = 0; i < t->worker_count; i++)
        if (jsmf_tally_recent_reserve(ctx, &t->workers[i].recent, t->vocab.count) != JSMF_OK)
            return jsmf_context_status(ctx);
    if (divide(ctx, t, batch, texts) != JSMF_OK || jsmf_parallel(ctx, t->chunk_count, cut_chunk, t) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < t->chunk_count; i++)
        if (number_words(ctx, t, &t->chunks[i]) != JSMF_OK)
            return jsmf_context_status(ctx);
    if (check_vocab(ctx, t) != JSMF_OK || jsmf_parallel(ctx, t->chunk_count, count_chunk, t) != JSMF_OK)
        return jsmf_context_status(ctx);
    return put_by(ctx, t);
}

/* ---- the end ---- */

jsmf_status jsmf_tally_finish(jsmf_context *ctx, jsmf_tally *t, jsmf_tally_counts *out)
{
    *out = (jsmf_tally_counts){ .unknown = t->unknown, .left_out = t->left_out, .phrases = &t->joined };
    for (size_t i = 0; i < t->worker_count; i++)
        out->too_long += jsmf_words_too_long(t->workers[i].cutter);
    if (t->sequence && jsmf_tally_rows_join(ctx, &t->rows, t->phrases, &t->vocab, &t->joined) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (t->known)
        t->vocab.count = t->known_count;
    out->vocab = &t->vocab;
    return jsmf_tally_rows_finish(ctx, &t->rows, t->vocab.count, out);
}
