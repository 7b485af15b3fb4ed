#include "recent.h"

#include <stdlib.h>

_Static_assert(sizeof(jsmf_tally_place) == 64, "a place is a line of memory");

enum { LOG_LEAST = 12, LOG_MOST = 17 };

jsmf_status jsmf_tally_recent_reserve(jsmf_context *ctx, jsmf_tally_recent *r, size_t words)
{
    unsigned log = LOG_LEAST;
    while (log < LOG_MOST && (size_t)1 << log < words)
        log++;
    if (r->places && log <= r->log)
        return JSMF_OK;
    jsmf_tally_recent_free(r);
    r->held = jsmf_alloc_zero(ctx, ((size_t)1 << log) + 1, sizeof *r->places);
    if (!r->held)
        return jsmf_context_status(ctx);
    r->places = (jsmf_tally_place *)(((uintptr_t)r->held + sizeof *r->places - 1) & -sizeof *r->places);
    r->log = log;
    return JSMF_OK;
}

void jsmf_tally_recent_free(jsmf_tally_recent *r)
{
    free(r->held);
    *r = (jsmf_tally_recent){ 0 };
}

void jsmf_tally_recent_keep(jsmf_tally_place *place, const uint64_t key[2], int32_t number)
{
    const uint32_t i = place->next;
    place->next = (i + 1) % JSMF_TALLY_BESIDE;
    place->keys[i][0] = key[0];
    place->keys[i][1] = key[1];
    place->numbers[i] = number;
}
