/* What one thread does with a few documents. */
#include "chunk.h"

#include "words/words_inner.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST = 1 << 10 };

/* The numbers of words that do not count. */
enum { UNKNOWN = -1, STOPPED = INT32_MAX };

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

void jsmf_tally_worker_free(jsmf_tally_worker *w)
{
    jsmf_words_cutter_free(w->cutter);
    jsmf_tally_recent_free(&w->recent);
    jsmf_tally_counter_free(&w->counter);
}

void jsmf_tally_chunk_reset(jsmf_tally_chunk *c)
{
    jsmf_strings_free(&c->fresh);
    jsmf_intern_free(&c->table);
    c->numbers.used = c->words.used = c->counts.used = c->ends.used = c->left_out.used = 0;
    c->unknown = 0;
}

void jsmf_tally_chunk_free(jsmf_tally_chunk *c)
{
    jsmf_tally_chunk_reset(c);
    free(c->numbers.at);
    free(c->words.at);
    free(c->counts.at);
    free(c->ends.at);
    free(c->left_out.at);
}

jsmf_status jsmf_tally_chunk_add(jsmf_context *ctx, jsmf_tally_chunk *c, int32_t number)
{
    return push(ctx, &c->words, number);
}

jsmf_status jsmf_tally_chunk_end(jsmf_context *ctx, jsmf_tally_chunk *c)
{
    if (c->words.used > INT32_MAX)
        return jsmf_fail(ctx, JSMF_EDATA, "found a few documents of more than %d words, expected less", INT32_MAX);
    return push(ctx, &c->ends, (int32_t)c->words.used);
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

/* The number of the word: below -1 of a new one. */
static jsmf_status look_up(jsmf_context *ctx, const cutting *cut, uint64_t hash, const char *word, size_t length,
                           int32_t *number)
{
    const int64_t found = jsmf_intern_find(cut->how->table, hash, word, length);
    *number = cut->how->known && found >= cut->how->stopped ? STOPPED : (int32_t)found;
    return *number >= 0 || cut->how->known ? JSMF_OK : number_fresh(ctx, cut->c, hash, word, length, number);
}

/* A long word. */
static jsmf_status take_word(jsmf_context *ctx, void *arg, const char *word, size_t length, bool follows)
{
    const cutting *cut = arg;
    int32_t number;
    if (look_up(ctx, cut, jsmf_intern_hash(word, length), word, length, &number) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (number == UNKNOWN || number == STOPPED) {
        cut->c->unknown += number == UNKNOWN;
        return JSMF_OK;
    }
    if (cut->how->sequence && !follows && push(ctx, &cut->c->words, -1) != JSMF_OK)
        return jsmf_context_status(ctx);
    return push(ctx, &cut->c->words, number);
}

/* ---- short words ---- */

/* Some of a group that are not near at hand. */
typedef struct missing {
    size_t count;
    unsigned char words[JSMF_WORDS_GROUP]; /* in the group */
    uint64_t hashes[JSMF_WORDS_GROUP];
} missing;

static void find_recent(const cutting *cut, const jsmf_words_brief *words, size_t count, int32_t *numbers, missing *m)
{
    jsmf_tally_place *places[JSMF_WORDS_GROUP];
    for (size_t i = 0; i < count; i++) {
        places[i] = jsmf_tally_recent_place(&cut->w->recent, words[i].key);
        __builtin_prefetch(places[i]);
    }
    m->count = 0;
    for (size_t i = 0; i < count; i++) {
        const unsigned found = jsmf_tally_recent_find(places[i], words[i].key);
        numbers[i] = places[i]->numbers[found % JSMF_TALLY_BESIDE];
        m->words[m->count] = (unsigned char)i;
        m->count += found == JSMF_TALLY_BESIDE;
    }
}

/* Looks the missing ones up, in their order, while the memory for the next ones comes. A new word's number is not the
 * same in the next chunk, and is not kept near at hand. */
static jsmf_status find_missing(jsmf_context *ctx, const cutting *cut, const jsmf_words_brief *words, missing *m,
                                int32_t *numbers)
{
    for (size_t i = 0; i < m->count; i++) {
        const jsmf_words_brief *word = &words[m->words[i]];
        m->hashes[i] = jsmf_intern_hash(word->bytes, jsmf_words_brief_length(word));
        jsmf_intern_expect(cut->how->table, m->hashes[i]);
    }
    for (size_t i = 0; i < m->count; i++)
        jsmf_intern_expect_bytes(cut->how->table, m->hashes[i]);
    for (size_t i = 0; i < m->count; i++) {
        const jsmf_words_brief *word = &words[m->words[i]];
        int32_t *number = &numbers[m->words[i]];
        if (look_up(ctx, cut, m->hashes[i], word->bytes, jsmf_words_brief_length(word), number) != JSMF_OK)
            return jsmf_context_status(ctx);
        if (*number >= UNKNOWN)
            jsmf_tally_recent_keep(jsmf_tally_recent_place(&cut->w->recent, word->key), word->key, *number);
    }
    return JSMF_OK;
}

static jsmf_status take_group(jsmf_context *ctx, void *arg, const jsmf_words_brief *words, size_t count)
{
    const cutting *cut = arg;
    jsmf_tally_list *list = &cut->c->words;
    int32_t numbers[JSMF_WORDS_GROUP], *to;
    missing m;
    find_recent(cut, words, count, numbers, &m);
    if ((m.count > 0 && find_missing(ctx, cut, words, &m, numbers) != JSMF_OK) ||
        jsmf_tally_list_reserve(ctx, list, 2 * count) != JSMF_OK)
        return jsmf_context_status(ctx);
    to = list->at + list->used;
    for (size_t i = 0; i < count; i++) {
        const bool counts = numbers[i] != UNKNOWN && numbers[i] != STOPPED;
        *to = -1;
        to += counts && cut->how->sequence && !words[i].follows;
        *to = numbers[i];
        to += counts;
        cut->c->unknown += numbers[i] == UNKNOWN;
    }
    list->used = (size_t)(to - list->at);
    return JSMF_OK;
}

/* before: the unknown words before the document at hand. */
static jsmf_status end_left_out(jsmf_context *ctx, jsmf_tally_chunk *c, int64_t before)
{
    if (c->unknown - before > INT32_MAX)
        return jsmf_fail(ctx, JSMF_EDATA, "found a document of more than %d words, expected less", INT32_MAX);
    return push(ctx, &c->left_out, (int32_t)(c->unknown - before));
}

jsmf_status jsmf_tally_chunk_cut(jsmf_context *ctx, const jsmf_tally_cutting *how, jsmf_tally_worker *w,
                                 jsmf_tally_chunk *c)
{
    cutting cut = { how, w, c };
    for (size_t d = c->first; d < c->last; d++) {
        const int64_t before = c->unknown;
        for (size_t i = 0; i < how->texts; i++) {
            size_t length;
            const char *text = jsmf_records_get(how->batch, d, i, &length);
            if (jsmf_words_cut_in_groups(ctx, w->cutter, text, length, take_word, take_group, &cut) != JSMF_OK)
                return jsmf_context_status(ctx);
        }
        if (jsmf_tally_chunk_end(ctx, c) != JSMF_OK || (how->known && end_left_out(ctx, c, before) != JSMF_OK))
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

/* ---- counting ---- */

void jsmf_tally_chunk_number(jsmf_tally_chunk *c)
{
    for (size_t i = 0; c->fresh.count && i < c->words.used; i++)
        if (c->words.at[i] < -1)
            c->words.at[i] = c->numbers.at[-2 - c->words.at[i]];
}

jsmf_status jsmf_tally_chunk_count(jsmf_context *ctx, jsmf_tally_worker *w, jsmf_tally_chunk *c, size_t words)
{
    size_t start = 0, to = 0;
    if (jsmf_tally_counter_reserve(ctx, &w->counter, words) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t d = 0; d < c->ends.used; d++) {
        const size_t end = (size_t)c->ends.at[d], n = end - start;
        if (jsmf_tally_list_reserve(ctx, &c->counts, n < words ? n : words) != JSMF_OK)
            return jsmf_context_status(ctx);
        c->counts.used += jsmf_tally_counter_count(&w->counter, c->words.at + start, n, c->words.at + to,
                                                   c->counts.at + to);
        to = c->counts.used;
        c->ends.at[d] = (int32_t)to;
        start = end;
    }
    c->words.used = to;
    return JSMF_OK;
}
