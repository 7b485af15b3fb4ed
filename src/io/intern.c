/* Open addressing with linear probing, at most half full. */
#include "intern.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_SLOTS = 1 << 12 };
#define POOL_MOST ((UINT64_C(1) << 56) - 1)

/* The folded bytes' upper half is well mixed, the lower one is not. */
static size_t first_slot(const jsmf_intern *t, uint64_t hash) { return (hash ^ hash >> 29 ^ hash >> 43) & t->mask; }

static uint32_t tag_of(uint64_t hash) { return (uint32_t)(hash >> 32); }

jsmf_status jsmf_intern_start(jsmf_context *ctx, jsmf_intern *t, jsmf_strings *list)
{
    t->list = list;
    t->mask = LEAST_SLOTS - 1;
    t->slots = jsmf_alloc_zero(ctx, LEAST_SLOTS, sizeof *t->slots);
    return t->slots ? JSMF_OK : JSMF_ESYSTEM;
}

void jsmf_intern_free(jsmf_intern *t)
{
    free(t->slots);
    t->slots = NULL;
}

uint64_t jsmf_intern_hash(const char *bytes, size_t length)
{
    uint64_t hash = JSMF_INTERN_SEED;
    for (size_t i = 0; i < length; i++)
        hash = jsmf_intern_fold(hash, bytes[i]);
    return hash;
}

void jsmf_intern_expect(const jsmf_intern *t, uint64_t hash) { __builtin_prefetch(&t->slots[first_slot(t, hash)]); }

void jsmf_intern_expect_bytes(const jsmf_intern *t, uint64_t hash)
{
    const jsmf_intern_slot *s = &t->slots[first_slot(t, hash)];
    if (s->number)
        __builtin_prefetch(t->list->pool + s->start);
}

int64_t jsmf_intern_find(const jsmf_intern *t, uint64_t hash, const char *bytes, size_t length)
{
    for (size_t at = first_slot(t, hash); t->slots[at].number; at = (at + 1) & t->mask) {
        const jsmf_intern_slot *s = &t->slots[at];
        if (s->tag == tag_of(hash) && s->length == length && memcmp(t->list->pool + s->start, bytes, length) == 0)
            return (int64_t)s->number - 1;
    }
    return -1;
}

static void place(jsmf_intern *t, uint64_t hash, size_t number)
{
    size_t at = first_slot(t, hash);
    while (t->slots[at].number)
        at = (at + 1) & t->mask;
    t->slots[at] = (jsmf_intern_slot){ .tag = tag_of(hash), .number = (uint32_t)number + 1,
                                       .start = t->list->offsets[number] & POOL_MOST,
                                       .length = jsmf_strings_length(t->list, number) & UINT8_MAX };
}

static jsmf_status grow(jsmf_context *ctx, jsmf_intern *t)
{
    size_t slots = 4 * (t->mask + 1);
    jsmf_intern_slot *fresh = jsmf_alloc_zero(ctx, slots, sizeof *fresh);
    if (!fresh)
        return jsmf_context_status(ctx);
    free(t->slots);
    t->slots = fresh;
    t->mask = slots - 1;
    for (size_t i = 0; i < t->list->count; i++)
        place(t, jsmf_intern_hash(jsmf_strings_get(t->list, i), jsmf_strings_length(t->list, i)), i);
    return JSMF_OK;
}

jsmf_status jsmf_intern_add(jsmf_context *ctx, jsmf_intern *t, uint64_t hash, const char *bytes, size_t length)
{
    if (2 * t->list->count >= t->mask && grow(ctx, t) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (jsmf_strings_add(ctx, t->list, bytes, length) != JSMF_OK)
        return jsmf_context_status(ctx);
    place(t, hash, t->list->count - 1);
    return JSMF_OK;
}
