/* Phrases of a corpus. A sequence of n words has a number among those of its length (its level), and is found by the
 * number of its first n - 1 words and by its last one. Only frequent sequences have numbers. A sequence of n words is
 * counted where both sequences of n - 1 words in it are frequent, as it can be frequent nowhere else. */
#include "words_inner.h"
#include "io/io_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_WORDS = 8, BREAK = -1, NONE = -1 };

typedef struct level {
    uint64_t *keys;     /* of a sequence: (the number of all but its last word) << 32 | its last word */
    int64_t *counts;
    int32_t *phrases;   /* the phrase that it is, or NONE */
    size_t count, capacity;
    uint32_t *slots;    /* a sequence's number plus one, or 0; mask + 1 of them */
    size_t mask;
} level;

struct jsmf_words_phrases {
    jsmf_words_phrases_options options;
    jsmf_spool *spool;              /* of each document its length, and its words */
    int64_t *counts;                /* of words */
    size_t words, capacity;         /* word numbers seen; of counts */
    int64_t total;
    level levels[MOST_WORDS + 1];   /* by words, from 2 on */
    int32_t *parts;                 /* the phrases' words, one phrase behind the other */
    size_t *starts, found;          /* found + 1 of them */
    uint64_t offset;                /* of the next document to be read */
    int32_t *document, *joined;     /* the one that was read, and as it is with phrases */
    size_t document_capacity;
};

jsmf_status jsmf_words_phrases_new(jsmf_context *ctx, const jsmf_words_phrases_options *options,
                                   jsmf_words_phrases **out)
{
    jsmf_words_phrases *p;
    *out = NULL;
    if (options->least < 1 || options->length < 2 || options->length > MOST_WORDS || !(fabs(options->npmi) <= 1))
        return jsmf_fail(ctx, JSMF_EUSAGE, "phrases of at most %zu words that occur %lld times with %g, expected 2 to "
                         "%d words, 1 time or more, and -1 to 1", options->length, (long long)options->least,
                         options->npmi, MOST_WORDS);
    if (!(p = jsmf_alloc_zero(ctx, 1, sizeof *p)))
        return jsmf_context_status(ctx);
    p->options = *options;
    if (jsmf_spool_new(ctx, "the documents' words", &p->spool) == JSMF_OK)
        *out = p;
    else
        jsmf_words_phrases_free(p);
    return jsmf_context_status(ctx);
}

static void free_level(level *l)
{
    free(l->keys);
    free(l->counts);
    free(l->phrases);
    free(l->slots);
    *l = (level){ .count = 0 };
}

void jsmf_words_phrases_free(jsmf_words_phrases *p)
{
    if (!p)
        return;
    for (size_t n = 0; n <= MOST_WORDS; n++)
        free_level(&p->levels[n]);
    jsmf_spool_free(p->spool);
    free(p->counts);
    free(p->parts);
    free(p->starts);
    free(p->document);
    free(p->joined);
    free(p);
}

/* ---- documents in and out of the spool ---- */

static jsmf_status count_word(jsmf_context *ctx, jsmf_words_phrases *p, int32_t word)
{
    if ((size_t)word >= p->capacity) {
        const size_t wanted = jsmf_greatest(2 * (size_t)word, 4096);
        int64_t *grown = jsmf_realloc(ctx, p->counts, wanted, sizeof *grown);
        if (!grown)
            return jsmf_context_status(ctx);
        memset(grown + p->capacity, 0, (wanted - p->capacity) * sizeof *grown);
        p->counts = grown;
        p->capacity = wanted;
    }
    p->words = jsmf_greatest(p->words, (size_t)word + 1);
    p->counts[word]++;
    p->total++;
    return JSMF_OK;
}

jsmf_status jsmf_words_phrases_add(jsmf_context *ctx, jsmf_words_phrases *p, const int32_t *words, size_t count)
{
    const uint64_t length = count;
    for (size_t i = 0; i < count; i++)
        if (words[i] != BREAK && count_word(ctx, p, words[i]) != JSMF_OK)
            return jsmf_context_status(ctx);
    if (jsmf_spool_append(ctx, p->spool, &length, sizeof length) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_spool_append(ctx, p->spool, words, count * sizeof *words);
}

/* p->document = the next document, with a break before it and one behind; *more = false where there is none. */
static jsmf_status read_document(jsmf_context *ctx, jsmf_words_phrases *p, size_t *count, bool *more)
{
    uint64_t length;
    *count = 0;
    *more = p->offset < jsmf_spool_size(p->spool);
    if (!*more)
        return JSMF_OK;
    if (jsmf_spool_read(ctx, p->spool, p->offset, &length, sizeof length) != JSMF_OK)
        return jsmf_context_status(ctx);
    *count = (size_t)length + 2;
    if (*count > p->document_capacity) {
        free(p->document);
        free(p->joined);
        p->document_capacity = 0;
        p->document = jsmf_alloc(ctx, *count, 2 * sizeof *p->document);
        p->joined = jsmf_alloc(ctx, *count, 2 * sizeof *p->joined);
        if (!p->document || !p->joined)
            return jsmf_context_status(ctx);
        p->document_capacity = 2 * *count;
    }
    p->document[0] = p->document[*count - 1] = BREAK;
    p->offset += sizeof length;
    jsmf_recorded(jsmf_spool_read(ctx, p->spool, p->offset, p->document + 1, (size_t)length * sizeof *p->document));
    p->offset += length * sizeof *p->document;
    return jsmf_context_status(ctx);
}

/* ---- levels ---- */

static uint64_t hash(uint64_t key)
{
    key = (key ^ key >> 32) * UINT64_C(0x9e3779b97f4a7c15);
    return (key ^ key >> 29) * UINT64_C(0xbf58476d1ce4e5b9) >> 16;
}

static size_t slot_of(const level *l, uint64_t key)
{
    size_t slot = hash(key) & l->mask;
    while (l->slots[slot] && l->keys[l->slots[slot] - 1] != key)
        slot = (slot + 1) & l->mask;
    return slot;
}

static int32_t number_of(const level *l, int32_t first, int32_t last)
{
    return first < 0 || last < 0 || !l->slots
               ? NONE : (int32_t)l->slots[slot_of(l, (uint64_t)first << 32 | (uint32_t)last)] - 1;
}

/* Slots for twice as many sequences as there is room for. */
static jsmf_status make_slots(jsmf_context *ctx, level *l)
{
    size_t slots = 1024;
    while (slots < 2 * l->capacity)
        slots *= 2;
    free(l->slots);
    if (!(l->slots = jsmf_alloc_zero(ctx, slots, sizeof *l->slots)))
        return jsmf_context_status(ctx);
    l->mask = slots - 1;
    for (size_t i = 0; i < l->count; i++)
        l->slots[slot_of(l, l->keys[i])] = (uint32_t)i + 1;
    return JSMF_OK;
}

static jsmf_status grow(jsmf_context *ctx, level *l)
{
    enum { ENTRY = 3 * 8 + 2 * 4 };
    const size_t wanted = jsmf_greatest(2 * l->capacity, 512);
    uint64_t *keys;
    int64_t *counts;
    if (wanted > INT32_MAX)
        return jsmf_fail(ctx, JSMF_EDATA, "more than %d different sequences of words", INT32_MAX / 2);
    if (jsmf_memory_check(ctx, jsmf_mul_sat(wanted, ENTRY), "counting sequences of words", JSMF_REMEDY_MORE_MEMORY) !=
        JSMF_OK)
        return jsmf_context_status(ctx);
    if ((keys = jsmf_realloc(ctx, l->keys, wanted, sizeof *keys)))
        l->keys = keys;
    if ((counts = jsmf_realloc(ctx, l->counts, wanted, sizeof *counts)))
        l->counts = counts;
    if (jsmf_context_status(ctx) != JSMF_OK)
        return jsmf_context_status(ctx);
    l->capacity = wanted;
    return make_slots(ctx, l);
}

static jsmf_status count_sequence(jsmf_context *ctx, level *l, int32_t first, int32_t last)
{
    const uint64_t key = (uint64_t)first << 32 | (uint32_t)last;
    if (l->count == l->capacity && grow(ctx, l) != JSMF_OK)
        return jsmf_context_status(ctx);
    const size_t slot = slot_of(l, key);
    if (!l->slots[slot]) {
        l->keys[l->count] = key;
        l->counts[l->count++] = 0;
        l->slots[slot] = (uint32_t)l->count;
    }
    l->counts[l->slots[slot] - 1]++;
    return JSMF_OK;
}

/* Keeps the frequent ones. */
static jsmf_status prune(jsmf_context *ctx, level *l, int64_t least)
{
    size_t kept = 0;
    for (size_t i = 0; i < l->count; i++)
        if (l->counts[i] >= least) {
            l->keys[kept] = l->keys[i];
            l->counts[kept++] = l->counts[i];
        }
    l->count = l->capacity = kept;
    if (!(l->phrases = jsmf_alloc(ctx, kept, sizeof *l->phrases)))
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < kept; i++)
        l->phrases[i] = NONE;
    return make_slots(ctx, l);
}

static int64_t occurrences(const jsmf_words_phrases *p, size_t words, int32_t number)
{
    return words == 1 ? p->counts[number] : p->levels[words].counts[number];
}

/* The number of a sequence of words; NONE where it is not frequent. */
static int32_t find_sequence(const jsmf_words_phrases *p, const int32_t *words, size_t count)
{
    int32_t number = words[0] == BREAK || p->counts[words[0]] < p->options.least ? NONE : words[0];
    for (size_t n = 2; n <= count; n++)
        number = number_of(&p->levels[n], number, words[n - 1]);
    return number;
}

/* Counts the sequences of n words in a document. */
static jsmf_status count_document(jsmf_context *ctx, jsmf_words_phrases *p, size_t n, size_t count)
{
    int32_t next = find_sequence(p, p->document, n - 1);
    for (size_t i = 0; i + n <= count; i++) {
        const int32_t first = next;
        next = find_sequence(p, p->document + i + 1, n - 1);
        if (first != NONE && next != NONE &&
            count_sequence(ctx, &p->levels[n], first, p->document[i + n - 1]) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

static jsmf_status count_level(jsmf_context *ctx, jsmf_words_phrases *p, size_t n)
{
    size_t count;
    bool more;
    p->offset = 0;
    while (read_document(ctx, p, &count, &more) == JSMF_OK && more)
        if (count > n && count_document(ctx, p, n, count) != JSMF_OK)
            return jsmf_context_status(ctx);
    if (jsmf_context_status(ctx) != JSMF_OK || prune(ctx, &p->levels[n], p->options.least) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_progress(ctx, "phrases", (double)(n - 1) / (double)(p->options.length - 1), -1);
}

/* ---- which of them are phrases ---- */

static void words_of(const jsmf_words_phrases *p, size_t n, int32_t number, int32_t *words)
{
    for (; n > 1; n--) {
        const uint64_t key = p->levels[n].keys[number];
        words[n - 1] = (int32_t)(uint32_t)key;
        number = (int32_t)(key >> 32);
    }
    words[0] = number;
}

static bool is_phrase(const jsmf_words_phrases *p, const int32_t *words, size_t n, int64_t count)
{
    const double total = (double)p->total, together = log((double)count / total);
    for (size_t left = 1; left < n; left++) {
        const int64_t u = occurrences(p, left, find_sequence(p, words, left));
        const int64_t v = occurrences(p, n - left, find_sequence(p, words + left, n - left));
        const double apart = log((double)u / total) + log((double)v / total);
        if (!((together - apart) / -together > p->options.npmi))
            return false;
    }
    return true;
}

typedef struct candidate {
    int32_t words[MOST_WORDS], number;
    size_t n;
} candidate;

static int by_words(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    for (size_t i = 0; i < x->n && i < y->n; i++)
        if (x->words[i] != y->words[i])
            return x->words[i] < y->words[i] ? -1 : 1;
    return x->n < y->n ? -1 : x->n > y->n;
}

/* list: room for all sequences, or NULL to count those that are phrases. */
static size_t choose(const jsmf_words_phrases *p, candidate *list)
{
    size_t found = 0;
    for (size_t n = 2; n <= p->options.length; n++)
        for (size_t i = 0; i < p->levels[n].count; i++) {
            candidate c = { .number = (int32_t)i, .n = n };
            words_of(p, n, c.number, c.words);
            if (!is_phrase(p, c.words, n, p->levels[n].counts[i]))
                continue;
            if (list)
                list[found] = c;
            found++;
        }
    return found;
}

static jsmf_status keep(jsmf_context *ctx, jsmf_words_phrases *p, candidate *list)
{
    size_t words = 0;
    qsort(list, p->found, sizeof *list, by_words);
    p->starts = jsmf_alloc(ctx, p->found + 1, sizeof *p->starts);
    p->parts = jsmf_alloc(ctx, p->found, MOST_WORDS * sizeof *p->parts);
    if (!p->starts || !p->parts)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < p->found; i++) {
        p->starts[i] = words;
        memcpy(p->parts + words, list[i].words, list[i].n * sizeof *p->parts);
        words += list[i].n;
        p->levels[list[i].n].phrases[list[i].number] = (int32_t)i;
    }
    p->starts[p->found] = words;
    return JSMF_OK;
}

jsmf_status jsmf_words_phrases_find(jsmf_context *ctx, jsmf_words_phrases *p)
{
    candidate *list;
    for (size_t n = 2; n <= p->options.length; n++)
        if (count_level(ctx, p, n) != JSMF_OK)
            return jsmf_context_status(ctx);
    p->offset = 0;
    p->found = choose(p, NULL);
    if (!(list = jsmf_alloc(ctx, p->found, sizeof *list)))
        return jsmf_context_status(ctx);
    choose(p, list);
    jsmf_recorded(keep(ctx, p, list));
    free(list);
    return jsmf_context_status(ctx);
}

size_t jsmf_words_phrases_count(const jsmf_words_phrases *p) { return p->found; }

const int32_t *jsmf_words_phrases_get(const jsmf_words_phrases *p, size_t i, size_t *count)
{
    *count = p->starts[i + 1] - p->starts[i];
    return p->parts + p->starts[i];
}

/* ---- documents with phrases ---- */

/* The longest phrase at words; *length: its words. */
static int32_t longest(const jsmf_words_phrases *p, const int32_t *words, size_t *length)
{
    int32_t number = words[0], best = NONE;
    for (size_t n = 2; n <= p->options.length; n++) {
        number = number_of(&p->levels[n], number, words[n - 1]);
        if (number == NONE)
            break;
        if (p->levels[n].phrases[number] != NONE) {
            best = p->levels[n].phrases[number];
            *length = n;
        }
    }
    return best;
}

jsmf_status jsmf_words_phrases_next(jsmf_context *ctx, jsmf_words_phrases *p, const int32_t **words, size_t *count,
                                    bool *more)
{
    size_t length, joined = 0;
    *count = 0;
    *words = NULL;
    if (read_document(ctx, p, &length, more) != JSMF_OK || !*more)
        return jsmf_context_status(ctx);
    /* The break behind the last word ends every sequence. */
    for (size_t i = 1, taken; i + 1 < length; i += taken) {
        const int32_t phrase = p->document[i] == BREAK ? NONE : longest(p, p->document + i, &taken);
        if (phrase == NONE)
            taken = 1;
        p->joined[joined++] = phrase == NONE ? p->document[i] : -2 - phrase;
    }
    *words = p->joined;
    *count = joined;
    return JSMF_OK;
}
