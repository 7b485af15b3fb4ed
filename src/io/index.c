/* Exact lookup of strings: open addressing with linear probing, at most half full. */
#include "io_inner.h"

#include <stdlib.h>
#include <string.h>

/* The tag, the hash's upper half, spares most looks into the pool. */
typedef struct slot {
    uint32_t tag;
    uint32_t position; /* plus one; 0 is empty */
} slot;

struct jsmf_index {
    const jsmf_strings *list;
    slot *slots;
    size_t mask;
};

static uint64_t hash(const char *bytes, size_t length)
{
    uint64_t h = UINT64_C(0x9e3779b97f4a7c15) ^ length, word;
    for (; length > 0; bytes += sizeof word) {
        size_t n = length < sizeof word ? length : sizeof word;
        word = 0;
        memcpy(&word, bytes, n);
        h = (h ^ word) * UINT64_C(0xff51afd7ed558ccd);
        h ^= h >> 32;
        length -= n;
    }
    h *= UINT64_C(0xc4ceb9fe1a85ec53);
    return h ^ (h >> 29);
}

static bool slot_holds(const jsmf_index *index, const slot *s, uint32_t tag, const char *bytes, size_t length)
{
    size_t i = s->position - 1;
    return s->tag == tag && jsmf_strings_length(index->list, i) == length &&
           (length == 0 || memcmp(jsmf_strings_get(index->list, i), bytes, length) == 0);
}

/* The slot of the string, or the empty one where it would go. */
static slot *locate(const jsmf_index *index, const char *bytes, size_t length, uint32_t *tag)
{
    uint64_t h = hash(bytes, length);
    size_t at = h & index->mask;
    *tag = (uint32_t)(h >> 32);
    while (index->slots[at].position && !slot_holds(index, &index->slots[at], *tag, bytes, length))
        at = (at + 1) & index->mask;
    return &index->slots[at];
}

static size_t fill(jsmf_index *index)
{
    size_t duplicate = SIZE_MAX;
    for (size_t i = 0; i < index->list->count; i++) {
        uint32_t tag;
        slot *s = locate(index, jsmf_strings_get(index->list, i), jsmf_strings_length(index->list, i), &tag);
        if (s->position == 0)
            *s = (slot){ tag, (uint32_t)(i + 1) };
        else if (duplicate == SIZE_MAX)
            duplicate = i;
    }
    return duplicate;
}

jsmf_status jsmf_index_new(jsmf_context *ctx, const jsmf_strings *list, jsmf_index **out, size_t *duplicate)
{
    size_t slots = 16, first;
    jsmf_index *index;
    *out = NULL;
    if (list->count >= UINT32_MAX)
        return jsmf_fail(ctx, JSMF_EDATA, "%zu strings (at most %u)", list->count, UINT32_MAX - 1);
    while (slots < 2 * list->count)
        slots *= 2;
    index = jsmf_alloc_zero(ctx, 1, sizeof *index);
    if (!index)
        return jsmf_context_status(ctx);
    index->list = list;
    index->mask = slots - 1;
    index->slots = jsmf_alloc_zero(ctx, slots, sizeof *index->slots);
    if (!index->slots) {
        jsmf_index_free(index);
        return JSMF_ESYSTEM;
    }
    first = fill(index);
    if (duplicate)
        *duplicate = first;
    *out = index;
    return JSMF_OK;
}

size_t jsmf_index_find(const jsmf_index *index, const char *bytes, size_t length)
{
    uint32_t tag;
    return (size_t)locate(index, bytes, length, &tag)->position - 1;
}

jsmf_status jsmf_strings_repeat(jsmf_context *ctx, const jsmf_strings *list, size_t *first, size_t *again)
{
    jsmf_index *index;
    *first = *again = SIZE_MAX;
    if (jsmf_index_new(ctx, list, &index, again) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (*again != SIZE_MAX)
        *first = jsmf_index_find(index, jsmf_strings_get(list, *again), jsmf_strings_length(list, *again));
    jsmf_index_free(index);
    return JSMF_OK;
}

void jsmf_index_free(jsmf_index *index)
{
    if (!index)
        return;
    free(index->slots);
    free(index);
}
