#include "tiles.h"

#include "base/pages.h"
#include "rounds.h"
#include "dense/vector.h"
#include "base/base_inner.h"

#include <stdlib.h>
#include <string.h>

enum { T = JSMF_TILE, ENTRY_BYTES = sizeof(double) + 1 };

size_t jsmf_operator_tiles_number(size_t n, size_t row, size_t column)
{
    const size_t tiles = jsmf_chunk_count(n, T);
    return row * (2 * tiles - row + 1) / 2 + column - row;
}

void jsmf_operator_tiles_pair(size_t n, size_t pair, size_t *row, size_t *column)
{
    const size_t tiles = jsmf_chunk_count(n, T);
    size_t i = 0;
    while (pair >= tiles - i)
        pair -= tiles - i++;
    *row = i;
    *column = i + pair;
}

/* ---- from rows ---- */

typedef struct making {
    const jsmf_csr *c;
    jsmf_operator_tiles *t;
    size_t *entries; /* a tile: how many have been seen in this pass */
} making;

/* Two passes: one without memory for the entries, which counts them, and one that puts them there. */
static jsmf_status see_row_of_tiles(jsmf_context *ctx, void *arg, size_t row)
{
    const making *m = arg;
    const jsmf_csr *c = m->c;
    const size_t diagonal = jsmf_operator_tiles_number(c->rows, row, row), first = row * T;
    (void)ctx;
    for (size_t i = first; i < first + jsmf_chunk_length(c->rows, T, row); i++)
        for (int64_t e = jsmf_csr_first(c, i, first); e < c->indptr[i + 1]; e++) {
            const size_t pair = diagonal + (size_t)c->indices[e] / T - row, at = m->entries[pair]++;
            if (m->t->storage) {
                m->t->pairs[pair].values[at] = c->values[e];
                m->t->pairs[pair].columns[at] = (uint8_t)((size_t)c->indices[e] % T);
            } else {
                m->t->counts[pair * T + i - first]++;
            }
        }
    return JSMF_OK;
}

/* The memory of the tiles that have entries: all values, then all numbers of columns. */
static jsmf_status give_room(jsmf_context *ctx, making *m, size_t count)
{
    size_t total = 0;
    double *values;
    uint8_t *columns;
    for (size_t pair = 0; pair < count; pair++)
        total += m->entries[pair];
    values = m->t->storage = jsmf_alloc(ctx, total + 1, ENTRY_BYTES);
    if (!values)
        return jsmf_context_status(ctx);
    jsmf_alloc_large_pages(values, total * ENTRY_BYTES);
    columns = (uint8_t *)(values + total);
    for (size_t pair = 0; pair < count; pair++) {
        const size_t entries = m->entries[pair];
        if (entries)
            m->t->pairs[pair] = (jsmf_operator_sparse_tile){ .values = values,
                                                             .counts = m->t->counts + pair * T,
                                                             .columns = columns };
        values += entries;
        columns += entries;
        m->entries[pair] = 0;
    }
    return JSMF_OK;
}

jsmf_status jsmf_operator_tiles_make(jsmf_context *ctx, const jsmf_csr *c, jsmf_operator_tiles *out)
{
    const size_t rows = jsmf_chunk_count(c->rows, T), count = rows * (rows + 1) / 2;
    making m = { .c = c, .t = out };
    *out = (jsmf_operator_tiles){ 0 };
    out->pairs = jsmf_alloc_zero(ctx, count, sizeof *out->pairs);
    out->counts = jsmf_alloc_zero(ctx, count, T * sizeof *out->counts);
    m.entries = jsmf_alloc_zero(ctx, count, sizeof *m.entries);
    if (jsmf_context_status(ctx) == JSMF_OK && jsmf_parallel(ctx, rows, see_row_of_tiles, &m) == JSMF_OK &&
        give_room(ctx, &m, count) == JSMF_OK)
        jsmf_recorded(jsmf_parallel(ctx, rows, see_row_of_tiles, &m));
    free(m.entries);
    return jsmf_context_status(ctx);
}

void jsmf_operator_tiles_free(jsmf_operator_tiles *t)
{
    free(t->pairs);
    free(t->counts);
    free(t->storage);
    *t = (jsmf_operator_tiles){ 0 };
}

/* ---- products ---- */

void jsmf_operator_tiles_add_one(const jsmf_operator_sparse_tile *tile, size_t n, size_t row, size_t column, size_t p,
                                 const double *x, double *y)
{
    const size_t m = jsmf_chunk_length(n, T, row), w = jsmf_chunk_length(n, T, column);
    const double *xi = x + row * T * p, *xj = x + column * T * p;
    double *yi = y + row * T * p, *yj = y + column * T * p;
    if (row == column)
        jsmf_dense_add_tile(p, m, tile->counts, tile->columns, tile->values, xi, yi);
    else
        jsmf_operator_add_mirrored(p, m, w, tile->counts, tile->columns, tile->values, xi, xj, yi, yj);
}

typedef struct addition {
    size_t n;
    const jsmf_operator_sparse_tile *pairs;
    size_t p;
    const double *x;
    double *y;
} addition;

static jsmf_status add_pair(jsmf_context *ctx, void *arg, size_t row, size_t column)
{
    const addition *a = arg;
    const jsmf_operator_sparse_tile *tile = &a->pairs[jsmf_operator_tiles_number(a->n, row, column)];
    (void)ctx;
    if (tile->values)
        jsmf_operator_tiles_add_one(tile, a->n, row, column, a->p, a->x, a->y);
    return JSMF_OK;
}

jsmf_status jsmf_operator_tiles_add(jsmf_context *ctx, size_t n, const jsmf_operator_sparse_tile *pairs, size_t p,
                                    const double *x, double *y)
{
    const size_t tiles = jsmf_chunk_count(n, T);
    addition a = { .n = n, .pairs = pairs, .p = p, .x = x, .y = y };
    return jsmf_operator_rounds(ctx, tiles, tiles, add_pair, &a);
}
