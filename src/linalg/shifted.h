/* T = Y Y' + r e e' and its non-negative part, by tiles of the upper half: T is symmetric and never stored. */
#ifndef JSMF_SHIFTED_H
#define JSMF_SHIFTED_H

#include "jsmf/operator.h"

enum { JSMF_TILE = 256 }; /* rows and columns of a tile; column numbers in a tile fit a byte */

typedef struct jsmf_shifted {
    size_t n, k;
    const double *y; /* n x k, borrowed */
    double r;
    size_t exempt;   /* the last so many words: what they have in common is left uncorrected by E; 0: none */
} jsmf_shifted;

/* tile (m x w, leading dimension ld) = rows i0 .., columns j0 .. of Y Y', without r. */
void jsmf_shifted_tile(const jsmf_shifted *t, size_t i0, size_t m, size_t j0, size_t w, double *tile, size_t ld);

/* Tile number `pair` of those on and above the diagonal, m x w without gaps, without r; fn may change it. Called in
 * parallel, for the first jsmf_shifted_count(t) tiles: all but those of exempt rows alone. */
typedef jsmf_status (*jsmf_tile_fn)(jsmf_context *ctx, void *arg, size_t pair, size_t i0, size_t m, size_t j0, size_t w,
                                    double *tile);
size_t jsmf_shifted_pairs(size_t n);
size_t jsmf_shifted_count(const jsmf_shifted *t);
/* The tile's row and column of tiles, row <= column. */
void jsmf_shifted_pair(size_t n, size_t pair, size_t *row, size_t *column);
jsmf_status jsmf_shifted_each_tile(jsmf_context *ctx, const jsmf_shifted *t, jsmf_tile_fn fn, void *arg) JSMF_CHECKED;

/* c (n x n) = max(T, 0) * scale; *negative: how many entries of T are below 0 (may be NULL). */
jsmf_status jsmf_shifted_fill(jsmf_context *ctx, const jsmf_shifted *t, double scale, double *c,
                              size_t *negative) JSMF_CHECKED;
/* *total = the sum of max(T, 0). */
jsmf_status jsmf_shifted_total(jsmf_context *ctx, const jsmf_shifted *t, double *total) JSMF_CHECKED;

/* E = max(-T, 0), sparse, in tiles: T + E = max(T, 0), but for what is exempt. */
typedef struct jsmf_negative {
    size_t n, tiles;    /* tiles: along a side */
    size_t wide;        /* rows of tiles that are whole; those below have their first `wide` tiles */
    size_t nnz;         /* entries of T below 0, both halves */
    size_t *start;      /* the first entry of each tile, row after row, and the end of the last */
    uint16_t *counts;   /* entries in row i of a tile, JSMF_TILE a tile, in the same order */
    uint8_t *columns;   /* within the tile, increasing within a row */
    double *values;     /* positive */
    bool borrowed;      /* values and columns lie in the caller's storage */
} jsmf_negative;

/* *fits = false, and only e->nnz set, where T has more than `most` entries below 0. storage: memory for the entries as
 * they are found and as they are kept (14 bytes each are always enough), or NULL: allocated. */
jsmf_status jsmf_negative_build(jsmf_context *ctx, const jsmf_shifted *t, size_t most, void *storage,
                                size_t storage_bytes, jsmf_negative *e, bool *fits) JSMF_CHECKED;
void jsmf_negative_free(jsmf_negative *e);
/* The bytes of its tables, which depend on the shape alone; beside them an entry takes 9. */
size_t jsmf_negative_table_bytes(size_t n, size_t exempt);
/* y += E x, n x p. */
jsmf_status jsmf_negative_add(jsmf_context *ctx, const jsmf_negative *e, size_t p, const double *x,
                              double *y) JSMF_CHECKED;
/* panel (m x n) += rows i0 .. i0 + m - 1 of E. */
void jsmf_negative_add_rows(const jsmf_negative *e, size_t i0, size_t m, double *panel);

/* The operator T + E: 4 n k + 2 nnz(E) flops a vector. It is max(T, 0) where E was made from t with nothing exempt; r
 * may also differ from that which E was made with. Borrows t->y and e. */
jsmf_status jsmf_operator_patched(jsmf_context *ctx, const jsmf_shifted *t, const jsmf_negative *e,
                                  jsmf_operator **out) JSMF_CHECKED;

#endif
