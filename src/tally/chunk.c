/* What one thread does with a few documents. */
#include "chunk.h"

#include "base/sort.h"
#include "words/words_inner.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST = 1 << 10 };

jsmf_status jsmf_tally_list_reserve(jsmf_context *ctx, jsmf_tally_list *list, size_t more)
{
    const size_t need = jsmf_add_sat(list->used, more);
    size_t capacity = jsmf_greatest(list->capacity + list->capacity / 2, LEAST);
    int32_t *at;
    if (list->at && need <= list->capacity)
        return JSMF_OK;
    capacity = jsmf_greatest(capacity, need);
    if (jsmf_memory_check(ctx, jsmf_mul_sat(capacity, sizeof *at), "the words of a few documents",
                          JSMF_REMEDY_MORE_MEMORY_OR_SPLIT_CORPUS) != JSMF_OK ||
        !(at = jsmf_realloc(ctx, list->at, capacity, sizeof *at)))
        return jsmf_context_status(ctx);
    list->at = at;
    list->capacity = capacity;
    return JSMF_OK;
}

static jsmf_status push(jsmf_context *ctx, jsmf_tally_list *list, int32_t value)
{
    if (list->used == list->capacity && jsmf_tally_list_reserve(ctx, list, 1) != JSMF_OK)
        return jsmf_context_status(ctx);
    list->at[list->used++] = value;
    return JSMF_OK;
}

jsmf_status jsmf_tally_worker_reserve(jsmf_context *ctx, jsmf_tally_worker *w, size_t words)
{
    int32_t *counts;
    size_t capacity = jsmf_greatest(w->counts_capacity + w->counts_capacity / 2, LEAST);
    if (words <= w->counts_capacity)
        return JSMF_OK;
    capacity = jsmf_greatest(capacity, words);
    counts = jsmf_realloc(ctx, w->counts, capacity, sizeof *counts);
    if (!counts)
        return jsmf_context_status(ctx);
    memset(counts + w->counts_capacity, 0, (capacity - w->counts_capacity) * sizeof *counts);
    w->counts = counts;
    w->counts_capacity = capacity;
    return JSMF_OK;
}

void jsmf_tally_worker_free(jsmf_tally_worker *w)
{
    jsmf_words_cutter_free(w->cutter);
    free(w->counts);
    free(w->fresh.at);
    free(w->distinct.at);
    free(w->scratch.at);
    free(w->recent);
}

void jsmf_tally_chunk_reset(jsmf_tally_chunk *c)
{
    jsmf_strings_free(&c->fresh);
    jsmf_intern_free(&c->table);
    c->numbers.used = c->words.used = c->counts.used = c->ends.used = 0;
    c->unknown = 0;
}

void jsmf_tally_chunk_free(jsmf_tally_chunk *c)
{
    jsmf_tally_chunk_reset(c);
    free(c->numbers.at);
    free(c->words.at);
    free(c->counts.at);
    free(c->ends.at);
}

/* ---- cutting ---- */

typedef struct cutting {
    const jsmf_tally_cutting *how;
    jsmf_tally_worker *w;
    jsmf_tally_chunk *c;
} cutting;

/* The number of a word that is new, which it gets here where it has none. */
static jsmf_status number_fresh(jsmf_context *ctx, jsmf_tally_chunk *c, uint64_t hash, const char *word,
                                size_t length, int32_t *number)
{
    int64_t found;
    if (!c->table.slots && jsmf_intern_start(ctx, &c->table, &c->fresh) != JSMF_OK)
        return jsmf_context_status(ctx);
    found = jsmf_intern_find(&c->table, hash, word, length);
    if (found < 0) {
        found = (int64_t)c->fresh.count;
        if (found >= INT32_MAX - 2)
            return jsmf_fail(ctx, JSMF_EDATA, "found more than %d different words, expected less", INT32_MAX);
        if (jsmf_intern_add(ctx, &c->table, hash, word, length) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    *number = -2 - (int32_t)found;
    return JSMF_OK;
}

jsmf_status jsmf_tally_count(jsmf_context *ctx, jsmf_tally_worker *w, int32_t number)
{
    int32_t *count;
    if (number < 0) {
        const size_t fresh = (size_t)(-2 - number);
        while (w->fresh.used <= fresh)
            if (push(ctx, &w->fresh, 0) != JSMF_OK)
                return jsmf_context_status(ctx);
        count = &w->fresh.at[fresh];
    } else {
        count = &w->counts[number];
    }
    if (*count == INT32_MAX)
        return jsmf_fail(ctx, JSMF_EDATA, "found a word more than %d times in a document, expected less", INT32_MAX);
    return (*count)++ ? JSMF_OK : push(ctx, &w->distinct, number);
}

/* The word's bytes as two numbers that, with its length, tell it from others of up to 16. */
static jsmf_tally_recent key_of(const char *word, size_t length)
{
    jsmf_tally_recent key = { .length = (uint32_t)length };
    uint32_t first, last;
    if (length >= sizeof key.first) {
        memcpy(&key.first, word, sizeof key.first);
        memcpy(&key.last, word + length - sizeof key.last, sizeof key.last);
    } else if (length >= sizeof first) {
        memcpy(&first, word, sizeof first);
        memcpy(&last, word + length - sizeof last, sizeof last);
        key.first = first;
        key.last = last;
    } else {
        for (size_t i = 0; i < length; i++)
            key.first = key.first << 8 | (unsigned char)word[i];
    }
    return key;
}

static jsmf_tally_recent *place_of(const cutting *cut, const jsmf_tally_recent *key)
{
    enum { SHIFT = 51 }; /* leaves the bits of a place */
    const uint64_t mixed = (key->first ^ key->last * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xbf58476d1ce4e5b9);
    return &cut->w->recent[mixed >> SHIFT];
}

/* The number of the word: below -1 of a new one, -1 of one that does not count. */
static jsmf_status look_up(jsmf_context *ctx, const cutting *cut, uint64_t hash, const char *word, size_t length,
                           int32_t *number)
{
    *number = (int32_t)jsmf_intern_find(cut->how->table, hash, word, length);
    return *number >= 0 || cut->how->known ? JSMF_OK : number_fresh(ctx, cut->c, hash, word, length, number);
}

static jsmf_status take_number(jsmf_context *ctx, const cutting *cut, int32_t number, bool follows)
{
    if (number == -1) {
        cut->c->unknown++;
        return JSMF_OK;
    }
    if (!cut->how->sequence)
        return jsmf_tally_count(ctx, cut->w, number);
    if (!follows && push(ctx, &cut->c->words, -1) != JSMF_OK)
        return jsmf_context_status(ctx);
    return push(ctx, &cut->c->words, number);
}

/* ---- words that wait ---- */

/* The word that waits longest. A new one's number is not the same in the next chunk, and is not kept near at hand. */
static jsmf_status take_awaited(jsmf_context *ctx, const cutting *cut)
{
    jsmf_tally_worker *w = cut->w;
    const jsmf_tally_awaited *word = &w->awaited[w->awaited_first];
    jsmf_tally_recent *recent = place_of(cut, &word->key);
    int32_t number;
    w->awaited_first = (w->awaited_first + 1) % JSMF_TALLY_AWAITED;
    w->awaited_count--;
    if (look_up(ctx, cut, word->hash, word->bytes, word->key.length, &number) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (number >= -1) {
        *recent = word->key;
        recent->number = number;
    }
    return take_number(ctx, cut, number, false);
}

static jsmf_status take_all_awaited(jsmf_context *ctx, const cutting *cut)
{
    while (cut->w->awaited_count > 0)
        if (take_awaited(ctx, cut) != JSMF_OK)
            return jsmf_context_status(ctx);
    return JSMF_OK;
}

static jsmf_status await(jsmf_context *ctx, const cutting *cut, const char *word, size_t length,
                         const jsmf_tally_recent *key)
{
    jsmf_tally_worker *w = cut->w;
    if (w->awaited_count == JSMF_TALLY_AWAITED && take_awaited(ctx, cut) != JSMF_OK)
        return jsmf_context_status(ctx);
    const size_t place = w->awaited_first + w->awaited_count++;
    jsmf_tally_awaited *last = &w->awaited[place % JSMF_TALLY_AWAITED];
    last->key = *key;
    last->hash = jsmf_intern_hash(word, length);
    memcpy(last->bytes, word, length);
    jsmf_intern_expect(cut->how->table, last->hash);
    if (w->awaited_count > JSMF_TALLY_AWAITED / 2)
        jsmf_intern_expect_bytes(cut->how->table,
                                 w->awaited[(place - JSMF_TALLY_AWAITED / 2) % JSMF_TALLY_AWAITED].hash);
    return JSMF_OK;
}

/* Where words are counted, those that are near at hand may overtake others: what is new keeps its order. In sequences
 * none may. */
static jsmf_status take_word(jsmf_context *ctx, void *arg, const char *word, size_t length, bool follows)
{
    const cutting *cut = arg;
    const bool brief = length <= sizeof cut->w->awaited->bytes;
    int32_t number;
    if (brief) {
        const jsmf_tally_recent key = key_of(word, length), *recent = place_of(cut, &key);
        if (recent->first == key.first && recent->last == key.last && recent->length == key.length)
            return take_number(ctx, cut, recent->number, follows);
        if (!cut->how->sequence)
            return await(ctx, cut, word, length, &key);
    }
    if (take_all_awaited(ctx, cut) != JSMF_OK ||
        look_up(ctx, cut, jsmf_intern_hash(word, length), word, length, &number) != JSMF_OK)
        return jsmf_context_status(ctx);
    return take_number(ctx, cut, number, follows);
}

/* The counts of the document's words, which are 0 again. */
static jsmf_status move_counts(jsmf_context *ctx, jsmf_tally_worker *w, jsmf_tally_chunk *c)
{
    const size_t n = w->distinct.used;
    if (jsmf_tally_list_reserve(ctx, &c->words, n) != JSMF_OK ||
        jsmf_tally_list_reserve(ctx, &c->counts, n) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < n; i++) {
        const int32_t number = w->distinct.at[i];
        int32_t *count = number < 0 ? &w->fresh.at[-2 - number] : &w->counts[number];
        c->words.at[c->words.used++] = number;
        c->counts.at[c->counts.used++] = *count;
        *count = 0;
    }
    w->distinct.used = 0;
    return JSMF_OK;
}

jsmf_status jsmf_tally_chunk_end(jsmf_context *ctx, jsmf_tally_worker *w, jsmf_tally_chunk *c)
{
    if (move_counts(ctx, w, c) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (c->words.used > INT32_MAX)
        return jsmf_fail(ctx, JSMF_EDATA, "found a document of more than %d words, expected less", INT32_MAX);
    return push(ctx, &c->ends, (int32_t)c->words.used);
}

jsmf_status jsmf_tally_chunk_cut(jsmf_context *ctx, const jsmf_tally_cutting *how, jsmf_tally_worker *w,
                                 jsmf_tally_chunk *c)
{
    cutting cut = { how, w, c };
    w->fresh.used = 0;
    w->awaited_count = 0;
    for (size_t d = c->first; d < c->last; d++) {
        for (size_t i = 0; i < how->texts; i++) {
            size_t length;
            const char *text = jsmf_records_get(how->batch, d, i, &length);
            if (jsmf_words_cut(ctx, w->cutter, text, length, take_word, &cut) != JSMF_OK)
                return jsmf_context_status(ctx);
        }
        if (take_all_awaited(ctx, &cut) != JSMF_OK || jsmf_tally_chunk_end(ctx, w, c) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

/* ---- sorting ---- */

static void sort_row(jsmf_tally_worker *w, int32_t *words, int32_t *counts, size_t n, unsigned bits)
{
    const uint32_t *sorted;
    for (size_t i = 0; i < n; i++)
        w->counts[words[i]] = counts[i];
    sorted = jsmf_sort_bits(n, (uint32_t *)words, (uint32_t *)w->scratch.at, 0, bits);
    for (size_t i = 0; i < n; i++) {
        const uint32_t word = sorted[i];
        words[i] = (int32_t)word;
        counts[i] = w->counts[word];
        w->counts[word] = 0;
    }
}

jsmf_status jsmf_tally_chunk_sort(jsmf_context *ctx, jsmf_tally_worker *w, jsmf_tally_chunk *c, size_t words)
{
    const unsigned bits = jsmf_sort_width(words);
    size_t start = 0;
    w->scratch.used = 0;
    if (jsmf_tally_worker_reserve(ctx, w, words) != JSMF_OK ||
        jsmf_tally_list_reserve(ctx, &w->scratch, c->words.used) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < c->words.used; i++)
        if (c->words.at[i] < -1)
            c->words.at[i] = c->numbers.at[-2 - c->words.at[i]];
    for (size_t d = 0; c->counts.used && d < c->ends.used; d++) {
        const size_t end = (size_t)c->ends.at[d];
        sort_row(w, c->words.at + start, c->counts.at + start, end - start, bits);
        start = end;
    }
    return JSMF_OK;
}
