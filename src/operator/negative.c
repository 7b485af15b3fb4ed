/* E = max(-(Y Y' + r), 0) by tiles of the upper half: one pass over the tiles finds it, and where it is sparse enough
 * they are kept. Products serve both halves of E by each tile. */
#include "shifted.h"

#include "base/pages.h"
#include "rounds.h"
#include "dense/vector.h"

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

/* ---- finding the entries ---- */

typedef struct build {
    jsmf_operator_negative *e;
    size_t most;
    atomic_size_t stored; /* only bounds the memory: what is kept depends on the whole count */
    size_t *nnz;          /* a pair */
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

static jsmf_status keep_entries(jsmf_context *ctx, build *b, size_t pair, size_t m, size_t w, const double *tile)
{
    jsmf_operator_sparse_tile *kept = &b->e->pairs[pair];
    size_t at = 0;
    if (make_room(ctx, b, b->nnz[pair], kept) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < m; i++) {
        const size_t count = jsmf_dense_collect_below(w, b->e->t.r, tile + i * w, kept->values + at,
                                                      kept->columns + at);
        kept->counts[i] = (uint16_t)count;
        at += count;
    }
    return JSMF_OK;
}

/* What two exempt words have in common counts as 0. */
static void blank_exempt(const jsmf_operator_shifted *t, size_t i0, size_t m, size_t j0, size_t w, double *tile)
{
    const size_t corrected = t->n - t->exempt, first = corrected > j0 ? corrected - j0 : 0;
    for (size_t i = corrected > i0 ? corrected - i0 : 0; i < m; i++)
        for (size_t j = first; j < w; j++)
            tile[i * w + j] = -t->r;
}

static jsmf_status find_tile(jsmf_context *ctx, void *arg, size_t pair, size_t i0, size_t m, size_t j0, size_t w,
                             double *tile)
{
    build *b = arg;
    size_t found, both;
    blank_exempt(&b->e->t, i0, m, j0, w, tile);
    found = jsmf_dense_count_below(m * w, -b->e->t.r, tile);
    both = i0 == j0 ? found : 2 * found;
    b->nnz[pair] = found;
    if (found == 0)
        return JSMF_OK;
    if (atomic_fetch_add(&b->stored, both) + both <= b->most && keep_entries(ctx, b, pair, m, w, tile) != JSMF_OK)
        return jsmf_context_status(ctx);
    b->sums[pair] = jsmf_dense_sum_below(m * w, b->e->t.r, tile);
    return JSMF_OK;
}

static void free_entries(jsmf_operator_negative *e)
{
    while (e->slabs) {
        jsmf_operator_slab *next = e->slabs->next;
        free(e->slabs);
        e->slabs = next;
    }
    free(e->pairs);
    e->pairs = NULL;
}

/* Both halves: off the diagonal a pair stands for two tiles. */
static void add_up(build *b)
{
    jsmf_operator_negative *e = b->e;
    for (size_t pair = 0; pair < e->count; pair++) {
        size_t row, column;
        jsmf_operator_tiles_pair(e->t.n, pair, &row, &column);
        e->nnz += row == column ? b->nnz[pair] : 2 * b->nnz[pair];
        e->sum += row == column ? b->sums[pair] : 2 * b->sums[pair];
    }
    e->stored = e->nnz <= b->most;
    if (!e->stored)
        free_entries(e);
}

jsmf_status jsmf_operator_negative_build(jsmf_context *ctx, const jsmf_operator_shifted *t, size_t most, void *storage,
                                         size_t storage_bytes, jsmf_operator_negative *e)
{
    build b = { .e = e, .most = most, .at = storage, .left = storage ? storage_bytes : 0, .slab = FIRST_SLAB };
    *e = (jsmf_operator_negative){ .t = *t, .count = jsmf_operator_shifted_count(t) };
    b.nnz = jsmf_alloc_zero(ctx, e->count, sizeof *b.nnz);
    b.sums = jsmf_alloc_zero(ctx, e->count, sizeof *b.sums);
    e->pairs = jsmf_alloc_zero(ctx, e->count, sizeof *e->pairs);
    pthread_mutex_init(&b.lock, NULL);
    if (jsmf_context_status(ctx) == JSMF_OK && jsmf_operator_shifted_each_tile(ctx, t, find_tile, &b) == JSMF_OK)
        add_up(&b);
    else
        jsmf_operator_negative_free(e);
    pthread_mutex_destroy(&b.lock);
    free(b.nnz);
    free(b.sums);
    return jsmf_context_status(ctx);
}

void jsmf_operator_negative_free(jsmf_operator_negative *e)
{
    free_entries(e);
    *e = (jsmf_operator_negative){ 0 };
}

/* On the diagonal both halves are kept. A slab is left where the next tile has no room. */
size_t jsmf_operator_negative_bytes(const jsmf_operator_shifted *t, size_t nnz)
{
    const size_t tables = sizeof(jsmf_operator_sparse_tile) + T * sizeof(uint16_t) + sizeof(size_t) + sizeof(double);
    const size_t diagonal = jsmf_mul_sat(jsmf_chunk_count(t->n - t->exempt, T), T * T);
    const size_t entries = jsmf_mul_sat(jsmf_add_sat(nnz, nnz < diagonal ? nnz : diagonal) / 2 + 1, ENTRY_BYTES);
    return jsmf_add_sat(jsmf_mul_sat(jsmf_operator_shifted_count(t), tables), jsmf_add_sat(entries, entries / 64));
}

/* ---- products ---- */

typedef struct addition {
    const jsmf_operator_negative *e;
    size_t p;
    const double *x;
    double *y;
} addition;

/* tile = max(-(tile + r), 0) */
static void turn(size_t count, double r, double *tile)
{
    for (size_t i = 0; i < count; i++)
        tile[i] = -tile[i];
    jsmf_dense_shift_clip(count, -r, 1, tile);
}

static jsmf_status add_fresh(jsmf_context *ctx, void *arg, size_t row, size_t column, double *tile)
{
    const addition *a = arg;
    const jsmf_operator_shifted *t = &a->e->t;
    const size_t m = jsmf_chunk_length(t->n, T, row), w = jsmf_chunk_length(t->n, T, column), p = a->p;
    const size_t i0 = row * T, j0 = column * T;
    (void)ctx;
    jsmf_operator_shifted_tile(t, i0, m, j0, w, tile, w);
    blank_exempt(t, i0, m, j0, w, tile);
    turn(m * w, t->r, tile);
    jsmf_operator_tile_times((int)m, (int)w, (int)p, tile, a->x + i0 * p, a->x + j0 * p, a->y + i0 * p, a->y + j0 * p);
    return JSMF_OK;
}

jsmf_status jsmf_operator_negative_add(jsmf_context *ctx, const jsmf_operator_negative *e, size_t p, const double *x,
                                       double *y)
{
    const size_t tiles = jsmf_chunk_count(e->t.n, T), wide = jsmf_chunk_count(e->t.n - e->t.exempt, T);
    addition a = { .e = e, .p = p, .x = x, .y = y };
    if (p == 0)
        return JSMF_OK;
    return e->stored ? jsmf_operator_tiles_add(ctx, e->t.n, wide, e->pairs, p, x, y)
                     : jsmf_operator_tile_rounds(ctx, tiles, wide, T, add_fresh, &a);
}
