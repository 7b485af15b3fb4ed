#include "rounds.h"

typedef struct rounds {
    size_t count, wide;
    size_t teams; /* count, and one that is nobody's where that is odd */
    size_t round;
    jsmf_meet_fn fn;
    void *arg;
} rounds;

/* The circle method: the last stays, the others turn. In the last round everyone meets itself. */
static jsmf_status meet(jsmf_context *ctx, void *arg, size_t chunk)
{
    const rounds *r = arg;
    const size_t others = r->teams - 1;
    size_t one = chunk, other = chunk, row, column;
    if (r->round < others) {
        one = chunk ? (r->round + chunk) % others : others;
        other = (r->round + others - chunk) % others;
    }
    row = one < other ? one : other;
    column = one < other ? other : one;
    return row < r->wide && column < r->count ? r->fn(ctx, r->arg, row, column) : JSMF_OK;
}

jsmf_status jsmf_rounds(jsmf_context *ctx, size_t count, size_t wide, jsmf_meet_fn fn, void *arg)
{
    rounds r = { .count = count, .wide = wide, .teams = count + count % 2, .fn = fn, .arg = arg };
    jsmf_status status = JSMF_OK;
    for (; r.round < r.teams && status == JSMF_OK; r.round++)
        status = jsmf_parallel(ctx, r.round < r.teams - 1 ? r.teams / 2 : count, meet, &r);
    return status;
}
