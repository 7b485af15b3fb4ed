/* E = max(-(Y Y' + r), 0) in tiles: one pass over the tiles of the upper half finds it, a second step lays the tiles
 * and their transposes out row by row. */
#include "shifted.h"

#include "vector.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* The entries of one tile, row after row. */
typedef struct tile_entries {
    double *values;
    uint8_t *columns; /* behind the values */
    bool owned;       /* the values; else they lie in the caller's storage */
} tile_entries;

typedef struct build {
    jsmf_negative *e;
    double r;
    size_t corrected; /* words that are not exempt */
    size_t most;
    atomic_size_t stored; /* only bounds the memory: what is kept depends on the whole count */
    size_t count;         /* pairs */
    size_t *nnz;          /* a pair */
    tile_entries *pairs;
    char *room;           /* storage for the pairs' entries, or NULL */
    size_t room_bytes;
    atomic_size_t used;
} build;

enum { ENTRY_BYTES = sizeof(double) + 1 };

static size_t tile_index(const jsmf_negative *e, size_t row, size_t column)
{
    if (row < e->wide)
        return row * e->tiles + column;
    return e->wide * e->tiles + (row - e->wide) * e->wide + column;
}

static size_t row_tiles(const jsmf_negative *e, size_t row) { return row < e->wide ? e->tiles : e->wide; }

static size_t block_count(size_t tiles, size_t wide)
{
    return jsmf_mul_sat(wide, tiles + (tiles - wide));
}

/* Room for the entries of a pair, and one more, which the compaction writes past the last. */
static jsmf_status make_room(jsmf_context *ctx, build *b, size_t pair)
{
    tile_entries *t = &b->pairs[pair];
    const size_t count = b->nnz[pair] + 1, bytes = (count * ENTRY_BYTES + 7) / 8 * 8;
    const size_t at = atomic_fetch_add(&b->used, bytes);
    if (at + bytes <= b->room_bytes) {
        t->values = (double *)(void *)(b->room + at);
    } else {
        t->owned = true;
        t->values = jsmf_alloc(ctx, bytes, 1);
    }
    t->columns = (uint8_t *)(t->values + count);
    return t->values ? JSMF_OK : jsmf_context_status(ctx);
}

static jsmf_status keep_entries(jsmf_context *ctx, build *b, size_t pair, size_t m, size_t w, const double *tile)
{
    tile_entries *t = &b->pairs[pair];
    size_t row, column, at = 0;
    uint16_t *counts;
    jsmf_shifted_pair(b->e->n, pair, &row, &column);
    counts = b->e->counts + tile_index(b->e, row, column) * JSMF_TILE;
    if (make_room(ctx, b, pair) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < m; i++) {
        size_t count = jsmf_collect_below(w, b->r, tile + i * w, t->values + at, t->columns + at);
        counts[i] = (uint16_t)count;
        at += count;
    }
    return JSMF_OK;
}

/* What two exempt words have in common counts as 0. */
static void blank_exempt(const build *b, size_t i0, size_t m, size_t j0, size_t w, double *tile)
{
    const size_t first = b->corrected > j0 ? b->corrected - j0 : 0;
    for (size_t i = b->corrected > i0 ? b->corrected - i0 : 0; i < m; i++)
        for (size_t j = first; j < w; j++)
            tile[i * w + j] = -b->r;
}

static jsmf_status find_tile(jsmf_context *ctx, void *arg, size_t pair, size_t i0, size_t m, size_t j0, size_t w,
                             double *tile)
{
    build *b = arg;
    size_t found, both;
    blank_exempt(b, i0, m, j0, w, tile);
    found = jsmf_count_below(m * w, -b->r, tile);
    both = i0 == j0 ? found : 2 * found;
    b->nnz[pair] = found;
    if (found == 0 || atomic_fetch_add(&b->stored, both) + both > b->most)
        return JSMF_OK;
    return keep_entries(ctx, b, pair, m, w, tile);
}

/* The tile of the pair as it is, to its place on or above the diagonal. */
static void place(const jsmf_negative *e, const tile_entries *t, size_t nnz, size_t block)
{
    memcpy(e->values + e->start[block], t->values, nnz * sizeof *t->values);
    memcpy(e->columns + e->start[block], t->columns, nnz);
}

/* Its transpose to its place below: rows of that tile are columns of this one. */
static void place_transposed(const jsmf_negative *e, const tile_entries *t, const uint16_t *counts, size_t block)
{
    const uint16_t *rows = e->counts + block * JSMF_TILE;
    size_t next[JSMF_TILE], at = 0, from = 0;
    for (size_t j = 0; j < JSMF_TILE; j++) {
        next[j] = e->start[block] + at;
        at += rows[j];
    }
    for (size_t i = 0; i < JSMF_TILE; i++)
        for (size_t end = from + counts[i]; from < end; from++) {
            size_t to = next[t->columns[from]]++;
            e->values[to] = t->values[from];
            e->columns[to] = (uint8_t)i;
        }
}

static jsmf_status place_pair(jsmf_context *ctx, void *arg, size_t pair)
{
    const build *b = arg;
    const jsmf_negative *e = b->e;
    size_t row, column, block;
    (void)ctx;
    if (b->nnz[pair] == 0)
        return JSMF_OK;
    jsmf_shifted_pair(e->n, pair, &row, &column);
    block = tile_index(e, row, column);
    place(e, &b->pairs[pair], b->nnz[pair], block);
    if (row != column)
        place_transposed(e, &b->pairs[pair], e->counts + block * JSMF_TILE, tile_index(e, column, row));
    return JSMF_OK;
}

/* Where every tile begins, and the counts of the rows below the diagonal. */
static void lay_out(const build *b)
{
    const jsmf_negative *e = b->e;
    size_t row, column;
    e->start[0] = 0;
    for (size_t pair = 0; pair < b->count; pair++) {
        jsmf_shifted_pair(e->n, pair, &row, &column);
        e->start[tile_index(e, row, column) + 1] = b->nnz[pair];
        e->start[tile_index(e, column, row) + 1] = b->nnz[pair];
        for (size_t at = 0; at < b->nnz[pair] && row != column; at++)
            e->counts[tile_index(e, column, row) * JSMF_TILE + b->pairs[pair].columns[at]]++;
    }
    for (size_t block = 0; block < block_count(e->tiles, e->wide); block++)
        e->start[block + 1] += e->start[block];
}

static jsmf_status assemble(jsmf_context *ctx, build *b, void *storage, size_t storage_bytes)
{
    jsmf_negative *e = b->e;
    const size_t bytes = jsmf_mul_sat(e->nnz, ENTRY_BYTES);
    e->borrowed = storage && storage_bytes >= bytes;
    e->values = e->borrowed ? storage : jsmf_alloc(ctx, bytes, 1);
    if (!e->values)
        return jsmf_context_status(ctx);
    e->columns = (uint8_t *)(e->values + e->nnz);
    lay_out(b);
    return jsmf_parallel(ctx, b->count, place_pair, b);
}

static jsmf_status find(jsmf_context *ctx, const jsmf_shifted *t, build *b)
{
    jsmf_status status = jsmf_shifted_each_tile(ctx, t, find_tile, b);
    for (size_t pair = 0; pair < b->count && status == JSMF_OK; pair++) {
        size_t row, column;
        jsmf_shifted_pair(t->n, pair, &row, &column);
        b->e->nnz += row == column ? b->nnz[pair] : 2 * b->nnz[pair];
    }
    return status;
}

static void build_free(build *b)
{
    for (size_t pair = 0; pair < b->count && b->pairs; pair++)
        if (b->pairs[pair].owned)
            free(b->pairs[pair].values);
    free(b->pairs);
    free(b->nnz);
}

jsmf_status jsmf_negative_build(jsmf_context *ctx, const jsmf_shifted *t, size_t most, void *storage,
                                size_t storage_bytes, jsmf_negative *e, bool *fits)
{
    const size_t tiles = jsmf_chunks(t->n, JSMF_TILE), corrected = t->n - t->exempt;
    const size_t wide = jsmf_chunks(corrected, JSMF_TILE), blocks = block_count(tiles, wide);
    build b = { .e = e, .r = t->r, .corrected = corrected, .most = most, .count = jsmf_shifted_count(t) };
    jsmf_status status;
    *e = (jsmf_negative){ .n = t->n, .tiles = tiles, .wide = wide };
    *fits = false;
    e->start = jsmf_alloc_zero(ctx, blocks + 1, sizeof *e->start);
    e->counts = jsmf_alloc_zero(ctx, blocks, JSMF_TILE * sizeof *e->counts);
    /* The front is for the entries in order. */
    if (storage && most <= storage_bytes / ENTRY_BYTES) {
        const size_t front = (most * ENTRY_BYTES + 7) / 8 * 8;
        b.room = (char *)storage + front;
        b.room_bytes = front < storage_bytes ? storage_bytes - front : 0;
    }
    b.nnz = jsmf_alloc_zero(ctx, b.count, sizeof *b.nnz);
    b.pairs = jsmf_alloc_zero(ctx, b.count, sizeof *b.pairs);
    status = e->start && e->counts && b.nnz && b.pairs ? find(ctx, t, &b) : jsmf_context_status(ctx);
    if (status == JSMF_OK && e->nnz <= most) {
        *fits = true;
        status = assemble(ctx, &b, storage, storage_bytes);
    }
    build_free(&b);
    if (status != JSMF_OK || !*fits) {
        size_t nnz = e->nnz;
        jsmf_negative_free(e);
        e->nnz = nnz;
    }
    return status;
}

void jsmf_negative_free(jsmf_negative *e)
{
    free(e->start);
    free(e->counts);
    if (!e->borrowed)
        free(e->values);
    *e = (jsmf_negative){ 0 };
}

size_t jsmf_negative_table_bytes(size_t n, size_t exempt)
{
    const size_t blocks = block_count(jsmf_chunks(n, JSMF_TILE), jsmf_chunks(n - exempt, JSMF_TILE));
    return jsmf_mul_sat(blocks, sizeof(size_t) + JSMF_TILE * sizeof(uint16_t));
}

typedef struct addition {
    const jsmf_negative *e;
    size_t p;
    const double *x;
    double *y;
} addition;

/* Tile by tile along a row of tiles, so that the part of x that a tile needs stays in the cache. */
static jsmf_status add_tile_row(jsmf_context *ctx, void *arg, size_t row)
{
    const addition *a = arg;
    const jsmf_negative *e = a->e;
    (void)ctx;
    for (size_t column = 0; column < row_tiles(e, row); column++) {
        const size_t block = tile_index(e, row, column), start = e->start[block];
        if (e->start[block + 1] > start)
            jsmf_add_tile(a->p, jsmf_chunk_length(e->n, JSMF_TILE, row), e->counts + block * JSMF_TILE,
                          e->columns + start, e->values + start, a->x + column * JSMF_TILE * a->p,
                          a->y + row * JSMF_TILE * a->p);
    }
    return JSMF_OK;
}

jsmf_status jsmf_negative_add(jsmf_context *ctx, const jsmf_negative *e, size_t p, const double *x, double *y)
{
    addition a = { .e = e, .p = p, .x = x, .y = y };
    return jsmf_parallel(ctx, e->tiles, add_tile_row, &a);
}

void jsmf_negative_add_rows(const jsmf_negative *e, size_t i0, size_t m, double *panel)
{
    for (size_t i = i0; i < i0 + m; i++, panel += e->n) {
        const size_t row = i / JSMF_TILE;
        for (size_t column = 0; column < row_tiles(e, row); column++) {
            const size_t block = tile_index(e, row, column);
            const uint16_t *counts = e->counts + block * JSMF_TILE;
            size_t at = e->start[block];
            for (size_t above = 0; above < i % JSMF_TILE; above++)
                at += counts[above];
            for (size_t end = at + counts[i % JSMF_TILE]; at < end; at++)
                panel[column * JSMF_TILE + e->columns[at]] += e->values[at];
        }
    }
}
