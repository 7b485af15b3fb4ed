/* E = max(-(Y Y' + r), 0) by tiles of the upper half: one pass finds it, and keeps the tiles for which there is room.
 * Products serve both halves of E by each tile. A tile is multiplied in the same way whether it was kept or is made
 * anew, so that what there is room for does not change a bit. */
#include "shifted.h"

#include "base/pages.h"
#include "rounds.h"
#include "dense/vector.h"
#include "base/base_inner.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { T = JSMF_TILE, ENTRY_BYTES = sizeof(double) + 1 };

/* Memory for the entries comes in slabs, of twice the size each time: with a block for each tile the allocator would
 * keep what is given back. */
enum { FIRST_SLAB = 1 << 20, LARGEST_SLAB = 1 << 26 };

typedef struct jsmf_operator_slab {
    jsmf_operator_slab *next;
    double align;
} jsmf_operator_slab;

/* ---- one tile ---- */

/* y += E x, p columns; x is NULL where the entries are looked for and not multiplied. */
typedef struct addition {
    const jsmf_operator_negative *e;
    size_t p;
    const double *x;
    double *y;
} addition;

/* What two exempt words have in common counts as 0. */
static void blank_exempt(const jsmf_operator_shifted *t, size_t i0, size_t m, size_t j0, size_t w, double *tile)
{
    const size_t corrected = t->n - t->exempt, first = corrected > j0 ? corrected - j0 : 0;
    for (size_t i = corrected > i0 ? corrected - i0 : 0; i < m; i++)
        for (size_t j = first; j < w; j++)
            tile[i * w + j] = -t->r;
}

/* The tile of T. */
static void make_tile(const jsmf_operator_shifted *t, size_t row, size_t column, double *tile)
{
    const size_t m = jsmf_chunk_length(t->n, T, row), w = jsmf_chunk_length(t->n, T, column);
    jsmf_operator_shifted_tile(t, row * T, m, column * T, w, tile, w);
    blank_exempt(t, row * T, m, column * T, w, tile);
}

/* What is below 0 in a tile; the values may lie in the tile itself. */
static void collect(double r, size_t m, size_t w, const double *tile, const jsmf_operator_sparse_tile *to)
{
    size_t at = 0;
    for (size_t i = 0; i < m; i++) {
        const size_t count = jsmf_dense_collect_below(w, r, tile + i * w, to->values + at, to->columns + at);
        to->counts[i] = (uint16_t)count;
        at += count;
    }
}

/* tile = max(-(tile + r), 0) */
static void turn(size_t count, double r, double *tile)
{
    for (size_t i = 0; i < count; i++)
        tile[i] = -tile[i];
    jsmf_dense_shift_clip(count, -r, 1, tile);
}

/* tile (m x w) = the entries of a sparse one */
static void spread(const jsmf_operator_sparse_tile *from, size_t m, size_t w, double *tile)
{
    size_t e = 0;
    memset(tile, 0, m * w * sizeof *tile);
    for (size_t i = 0; i < m; i++)
        for (size_t end = e + from->counts[i]; e < end; e++)
            tile[i * w + from->columns[e]] = from->values[e];
}

/* By BLAS, the tile of E being made in scratch. */
static void add_dense(const addition *a, size_t row, size_t column, const jsmf_operator_sparse_tile *kept, double *tile)
{
    const jsmf_operator_shifted *t = &a->e->t;
    const size_t m = jsmf_chunk_length(t->n, T, row), w = jsmf_chunk_length(t->n, T, column);
    const size_t i0 = row * T * a->p, j0 = column * T * a->p;
    if (kept->values)
        spread(kept, m, w, tile);
    else
        turn(m * w, t->r, tile);
    jsmf_operator_tile_times((int)m, (int)w, (int)a->p, tile, a->x + i0, a->x + j0, a->y + i0, a->y + j0);
}

/* Entry by entry, from what is kept or what is found in the tile of T. */
static void add_sparse(const addition *a, size_t row, size_t column, const jsmf_operator_sparse_tile *kept,
                       double *tile)
{
    const jsmf_operator_shifted *t = &a->e->t;
    uint16_t counts[T];
    uint8_t columns[T * T];
    const jsmf_operator_sparse_tile found = { .values = tile, .counts = counts, .columns = columns };
    if (!kept->values)
        collect(t->r, jsmf_chunk_length(t->n, T, row), jsmf_chunk_length(t->n, T, column), tile, &found);
    jsmf_operator_tiles_add_one(kept->values ? kept : &found, t->n, row, column, a->p, a->x, a->y);
}

/* The tile of T, or anything where one of E is kept, is overwritten. */
static void add_one(const addition *a, size_t row, size_t column, double *tile)
{
    const jsmf_operator_shifted *t = &a->e->t;
    const size_t m = jsmf_chunk_length(t->n, T, row), w = jsmf_chunk_length(t->n, T, column);
    const size_t pair = jsmf_operator_tiles_number(t->n, row, column);
    if ((double)a->e->entries[pair] > JSMF_NEGATIVE_PART * (double)(m * w))
        add_dense(a, row, column, &a->e->pairs[pair], tile);
    else
        add_sparse(a, row, column, &a->e->pairs[pair], tile);
}

/* ---- finding the entries ---- */

typedef struct build {
    jsmf_operator_negative *e;
    addition product;
    size_t most;
    atomic_size_t kept;   /* entries, both halves; which tiles these are is left to chance */
    double *sums;         /* a pair */
    pthread_mutex_t lock; /* of what follows */
    char *at;
    size_t left, slab;
} build;

static void *take_locked(jsmf_context *ctx, build *b, size_t bytes)
{
    char *place;
    if (bytes > b->left) {
        const size_t size = bytes + sizeof(jsmf_operator_slab) > b->slab ? bytes + sizeof(jsmf_operator_slab) : b->slab;
        jsmf_operator_slab *slab = jsmf_alloc(ctx, size, 1);
        if (!slab)
            return NULL;
        jsmf_alloc_large_pages(slab, size);
        slab->next = b->e->slabs;
        b->e->slabs = slab;
        b->at = (char *)(slab + 1);
        b->left = size - sizeof *slab;
        b->slab = b->slab < LARGEST_SLAB ? 2 * b->slab : b->slab;
    }
    place = b->at;
    b->at += bytes;
    b->left -= bytes;
    return place;
}

static jsmf_status make_room(jsmf_context *ctx, build *b, size_t count, jsmf_operator_sparse_tile *tile)
{
    const size_t bytes = (count * ENTRY_BYTES + T * sizeof *tile->counts + 7) / 8 * 8;
    pthread_mutex_lock(&b->lock);
    tile->values = take_locked(ctx, b, bytes);
    pthread_mutex_unlock(&b->lock);
    if (!tile->values)
        return jsmf_context_status(ctx);
    tile->counts = (uint16_t *)(tile->values + count);
    tile->columns = (uint8_t *)(tile->counts + T);
    return JSMF_OK;
}

/* Whether there is room for so many entries, which then is taken. */
static bool take_share(build *b, size_t entries)
{
    if (atomic_fetch_add(&b->kept, entries) + entries <= b->most)
        return true;
    atomic_fetch_sub(&b->kept, entries);
    return false;
}

static jsmf_status keep_entries(jsmf_context *ctx, build *b, size_t pair, size_t m, size_t w, const double *tile)
{
    jsmf_operator_sparse_tile *kept = &b->e->pairs[pair];
    if (make_room(ctx, b, b->e->entries[pair], kept) == JSMF_OK)
        collect(b->e->t.r, m, w, tile, kept);
    return jsmf_context_status(ctx);
}

static jsmf_status find_tile(jsmf_context *ctx, void *arg, size_t row, size_t column, double *tile)
{
    build *b = arg;
    const jsmf_operator_shifted *t = &b->e->t;
    const size_t m = jsmf_chunk_length(t->n, T, row), w = jsmf_chunk_length(t->n, T, column);
    const size_t pair = jsmf_operator_tiles_number(t->n, row, column);
    size_t found;
    make_tile(t, row, column, tile);
    found = jsmf_dense_count_below(m * w, -t->r, tile);
    b->e->entries[pair] = (uint32_t)found;
    if (found == 0)
        return JSMF_OK;
    if (take_share(b, row == column ? found : 2 * found) && keep_entries(ctx, b, pair, m, w, tile) != JSMF_OK)
        return jsmf_context_status(ctx);
    b->sums[pair] = jsmf_dense_sum_below(m * w, t->r, tile);
    if (b->product.x)
        add_one(&b->product, row, column, tile);
    return JSMF_OK;
}

/* Both halves: off the diagonal a pair stands for two tiles. */
static void add_up(build *b)
{
    jsmf_operator_negative *e = b->e;
    for (size_t pair = 0; pair < e->count; pair++) {
        size_t row, column;
        jsmf_operator_tiles_pair(e->t.n, pair, &row, &column);
        e->nnz += row == column ? e->entries[pair] : 2 * (size_t)e->entries[pair];
        e->sum += row == column ? b->sums[pair] : 2 * b->sums[pair];
    }
    e->stored = e->nnz <= b->most;
}

jsmf_status jsmf_operator_negative_build(jsmf_context *ctx, const jsmf_operator_shifted *t, size_t most, void *storage,
                                         size_t storage_bytes, double *image, jsmf_operator_negative *e)
{
    const size_t tiles = jsmf_chunk_count(t->n, T), wide = jsmf_chunk_count(t->n - t->exempt, T);
    build b = { .e = e, .most = most, .at = storage, .left = storage ? storage_bytes : 0, .slab = FIRST_SLAB };
    *e = (jsmf_operator_negative){ .t = *t, .count = jsmf_operator_shifted_count(t) };
    b.product = (addition){ .e = e, .p = t->k, .x = image ? t->y : NULL, .y = image };
    e->entries = jsmf_alloc_zero(ctx, e->count, sizeof *e->entries);
    b.sums = jsmf_alloc_zero(ctx, e->count, sizeof *b.sums);
    e->pairs = jsmf_alloc_zero(ctx, e->count, sizeof *e->pairs);
    pthread_mutex_init(&b.lock, NULL);
    if (jsmf_context_status(ctx) == JSMF_OK && jsmf_operator_tile_rounds(ctx, tiles, wide, T, find_tile, &b) == JSMF_OK)
        add_up(&b);
    else
        jsmf_operator_negative_free(e);
    pthread_mutex_destroy(&b.lock);
    free(b.sums);
    return jsmf_context_status(ctx);
}

void jsmf_operator_negative_free(jsmf_operator_negative *e)
{
    while (e->slabs) {
        jsmf_operator_slab *next = e->slabs->next;
        free(e->slabs);
        e->slabs = next;
    }
    free(e->pairs);
    free(e->entries);
    *e = (jsmf_operator_negative){ 0 };
}

/* On the diagonal both halves are kept. A slab is left where the next tile has no room. */
size_t jsmf_operator_negative_bytes(const jsmf_operator_shifted *t, size_t nnz)
{
    const size_t tables = sizeof(jsmf_operator_sparse_tile) + T * sizeof(uint16_t) + sizeof(uint32_t) + sizeof(double);
    const size_t diagonal = jsmf_mul_sat(jsmf_chunk_count(t->n - t->exempt, T), T * T);
    const size_t entries = jsmf_mul_sat(jsmf_add_sat(nnz, nnz < diagonal ? nnz : diagonal) / 2 + 1, ENTRY_BYTES);
    return jsmf_add_sat(jsmf_mul_sat(jsmf_operator_shifted_count(t), tables), jsmf_add_sat(entries, entries / 64));
}

/* ---- products ---- */

static jsmf_status add_tile(jsmf_context *ctx, void *arg, size_t row, size_t column, double *tile)
{
    const addition *a = arg;
    const size_t pair = jsmf_operator_tiles_number(a->e->t.n, row, column);
    (void)ctx;
    if (a->e->entries[pair] == 0)
        return JSMF_OK;
    if (!a->e->pairs[pair].values)
        make_tile(&a->e->t, row, column, tile);
    add_one(a, row, column, tile);
    return JSMF_OK;
}

jsmf_status jsmf_operator_negative_add(jsmf_context *ctx, const jsmf_operator_negative *e, size_t p, const double *x,
                                       double *y)
{
    const size_t tiles = jsmf_chunk_count(e->t.n, T), wide = jsmf_chunk_count(e->t.n - e->t.exempt, T);
    addition a = { .e = e, .p = p, .x = x, .y = y };
    return p ? jsmf_operator_tile_rounds(ctx, tiles, wide, T, add_tile, &a) : JSMF_OK;
}
