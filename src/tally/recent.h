/* Short words that were met lately, and their numbers: most words are found there, near at hand. */
#ifndef JSMF_TALLY_RECENT_H
#define JSMF_TALLY_RECENT_H

#include "jsmf/base.h"

/* A line of memory: words that may stand at one place. */
enum { JSMF_TALLY_BESIDE = 3 };
typedef struct jsmf_tally_place {
    uint64_t keys[JSMF_TALLY_BESIDE][2]; /* 0: none */
    int32_t numbers[JSMF_TALLY_BESIDE];
    uint32_t next;                       /* the one that gives way */
} jsmf_tally_place;

typedef struct jsmf_tally_recent {
    jsmf_tally_place *places; /* at a line's beginning */
    unsigned log;             /* of their number, which is a power of 2 */
    void *held;               /* what is to be freed */
} jsmf_tally_recent;

/* Sees to as many places as there are words so far, or to as many as may be. Where there are more than before, nothing
 * is known. */
jsmf_status jsmf_tally_recent_reserve(jsmf_context *ctx, jsmf_tally_recent *recent, size_t words) JSMF_CHECKED;
void jsmf_tally_recent_free(jsmf_tally_recent *recent);
/* The word gets this number at its place, where it is not. */
void jsmf_tally_recent_keep(jsmf_tally_place *place, const uint64_t key[2], int32_t number);

static inline jsmf_tally_place *jsmf_tally_recent_place(const jsmf_tally_recent *recent, const uint64_t key[2])
{
    const uint64_t mixed = (key[0] ^ key[1] * UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xbf58476d1ce4e5b9);
    return &recent->places[mixed >> (64 - recent->log)];
}

/* Which of the words at the place it is; JSMF_TALLY_BESIDE: none. */
static inline unsigned jsmf_tally_recent_find(const jsmf_tally_place *place, const uint64_t key[2])
{
    unsigned found = JSMF_TALLY_BESIDE;
    for (unsigned i = 0; i < JSMF_TALLY_BESIDE; i++)
        found = place->keys[i][0] == key[0] && place->keys[i][1] == key[1] ? i : found;
    return found;
}

#endif
