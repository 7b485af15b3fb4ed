/* The sparse tiles on and above the diagonal of a symmetric matrix: half of the entries of its rows, and products that
 * find what they need in cache. */
#ifndef JSMF_OPERATOR_TILES_H
#define JSMF_OPERATOR_TILES_H

#include "jsmf/base.h"

#include "tile.h"

typedef struct jsmf_operator_sparse_tile { /* all NULL where there is no entry */
    double *values;   /* row after row */
    uint16_t *counts; /* entries in each of its rows */
    uint8_t *columns; /* within the tile, increasing within a row */
} jsmf_operator_sparse_tile;

/* The tiles in the order of jsmf_operator_tiles_pair. Those on the diagonal hold both halves. */
typedef struct jsmf_operator_tiles {
    jsmf_operator_sparse_tile *pairs;
    uint16_t *counts; /* what their counts lie in, and the rest of them */
    void *storage;
} jsmf_operator_tiles;

/* The row and the column of tiles, row <= column, in which tile number `pair` of a matrix of n rows lies. Tiles are
 * numbered row by row. */
void jsmf_operator_tiles_pair(size_t n, size_t pair, size_t *row, size_t *column);
size_t jsmf_operator_tiles_number(size_t n, size_t row, size_t column);

/* c: symmetric, values, both halves stored; not kept. jsmf_operator_tiles_free whatever is returned. */
jsmf_status jsmf_operator_tiles_make(jsmf_context *ctx, const jsmf_csr *c, jsmf_operator_tiles *out) JSMF_CHECKED;
void jsmf_operator_tiles_free(jsmf_operator_tiles *t);

/* y += S x, both n x p. */
jsmf_status jsmf_operator_tiles_add(jsmf_context *ctx, size_t n, const jsmf_operator_sparse_tile *pairs, size_t p,
                                    const double *x, double *y) JSMF_CHECKED;
/* The same of one tile, row <= column, and of its mirror. */
void jsmf_operator_tiles_add_one(const jsmf_operator_sparse_tile *tile, size_t n, size_t row, size_t column, size_t p,
                                 const double *x, double *y);

#endif
