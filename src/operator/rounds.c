#include "rounds.h"
#include "base/base_inner.h"

#include <stdlib.h>

/* Between rounds all threads wait for each other, which takes long where others compete for the cores: so tiles meet in
 * teams, whose number bounds that of the rounds. */
enum { TEAMS = 16 };

typedef struct rounds {
    size_t count, wide;
    size_t teams[2]; /* those of the first `wide`, and of the others */
    size_t seats;    /* of both, and one that is nobody's where that is odd */
    size_t round;
    jsmf_operator_meet_fn fn;
    void *arg;
} rounds;

/* Of `count` things in so many parts of about the same size, the first of a part. */
static size_t part_start(size_t count, size_t parts, size_t part) { return part * count / parts; }

/* The team's members are first .. end - 1. */
static void members(const rounds *r, size_t team, size_t *first, size_t *end)
{
    const bool wide = team < r->teams[0];
    const size_t base = wide ? 0 : r->wide, count = wide ? r->wide : r->count - r->wide;
    const size_t parts = r->teams[wide ? 0 : 1], part = team - (wide ? 0 : r->teams[0]);
    *first = base + part_start(count, parts, part);
    *end = base + part_start(count, parts, part + 1);
}

/* Two teams, one <= other, whose members are in the same order. */
static jsmf_status meet_teams(jsmf_context *ctx, const rounds *r, size_t one, size_t other)
{
    size_t first, end, begin, stop;
    members(r, one, &first, &end);
    members(r, other, &begin, &stop);
    for (size_t column = begin; column < stop; column++)
        for (size_t row = first; row < (one == other ? column + 1 : end); row++)
            if (r->fn(ctx, r->arg, row, column) != JSMF_OK)
                return jsmf_context_status(ctx);
    return JSMF_OK;
}

/* The circle method: the last stays, the others turn. In the last round everyone meets itself. */
static jsmf_status meet(jsmf_context *ctx, void *arg, size_t chunk)
{
    const rounds *r = arg;
    const size_t others = r->seats - 1, teams = r->teams[0] + r->teams[1];
    size_t a = chunk, b = chunk, one, other;
    if (r->round < others) {
        a = chunk ? (r->round + chunk) % others : others;
        b = (r->round + others - chunk) % others;
    }
    one = jsmf_least(a, b);
    other = a + b - one;
    return one < r->teams[0] && other < teams ? meet_teams(ctx, r, one, other) : JSMF_OK;
}

jsmf_status jsmf_operator_rounds(jsmf_context *ctx, size_t count, size_t wide, jsmf_operator_meet_fn fn, void *arg)
{
    rounds r = { .count = count, .wide = wide, .fn = fn, .arg = arg };
    const size_t most = wide < count ? TEAMS : 2 * TEAMS;
    r.teams[0] = jsmf_least(wide, most);
    r.teams[1] = jsmf_least(count - wide, most);
    r.seats = r.teams[0] + r.teams[1];
    r.seats += r.seats % 2;
    for (; r.round < r.seats; r.round++)
        if (jsmf_parallel(ctx, r.round < r.seats - 1 ? r.seats / 2 : r.teams[0], meet, &r) != JSMF_OK)
            return jsmf_context_status(ctx);
    return JSMF_OK;
}

typedef struct tile_rounds {
    size_t numbers; /* of a tile */
    jsmf_operator_meet_tile_fn fn;
    void *arg;
    double *tiles;  /* one a thread */
} tile_rounds;

static jsmf_status meet_with_tile(jsmf_context *ctx, void *arg, size_t row, size_t column)
{
    const tile_rounds *r = arg;
    return r->fn(ctx, r->arg, row, column, r->tiles + (size_t)jsmf_context_thread(ctx) * r->numbers);
}

jsmf_status jsmf_operator_tile_rounds(jsmf_context *ctx, size_t count, size_t wide, size_t edge,
                                      jsmf_operator_meet_tile_fn fn, void *arg)
{
    tile_rounds r = { .numbers = edge * edge, .fn = fn, .arg = arg };
    jsmf_status status;
    r.tiles = jsmf_alloc(ctx, (size_t)jsmf_context_threads(ctx), r.numbers * sizeof *r.tiles);
    status = r.tiles ? jsmf_operator_rounds(ctx, count, wide, meet_with_tile, &r) : jsmf_context_status(ctx);
    free(r.tiles);
    return status;
}
