/* T = Y Y' + r e e' and its non-negative part, by tiles of the upper half: T is symmetric and never stored. */
#ifndef JSMF_OPERATOR_SHIFTED_H
#define JSMF_OPERATOR_SHIFTED_H

#include "jsmf/operator.h"

#include "tiles.h"

typedef struct jsmf_operator_shifted {
    size_t n, k;
    const double *y; /* n x k, borrowed */
    double r;
    size_t exempt;   /* the last so many words: what they have in common is left uncorrected by E; 0: none */
} jsmf_operator_shifted;

/* tile (m x w, leading dimension ld) = rows i0 .., columns j0 .. of Y Y', without r. */
void jsmf_operator_shifted_tile(const jsmf_operator_shifted *t, size_t i0, size_t m, size_t j0, size_t w, double *tile,
                                size_t ld);

/* yi (m x p) += tile xj and yj (w x p) += tile' xi, tile m x w without gaps; the first alone where xi is xj. */
void jsmf_operator_tile_times(int m, int w, int p, const double *tile, const double *xi, const double *xj, double *yi,
                              double *yj);

/* Tile number `pair` of those on and above the diagonal, m x w without gaps, without r; fn may change it. Called in
 * parallel, for the first jsmf_operator_shifted_count(t) tiles: all but those of exempt rows alone. */
typedef jsmf_status (*jsmf_operator_tile_fn)(jsmf_context *ctx, void *arg, size_t pair, size_t i0, size_t m, size_t j0,
                                             size_t w, double *tile);
size_t jsmf_operator_shifted_count(const jsmf_operator_shifted *t);
jsmf_status jsmf_operator_shifted_each_tile(jsmf_context *ctx, const jsmf_operator_shifted *t, jsmf_operator_tile_fn fn,
                                            void *arg) JSMF_CHECKED;

/* y = T x, n x p. */
jsmf_status jsmf_operator_shifted_times(jsmf_context *ctx, const jsmf_operator_shifted *t, size_t p, const double *x,
                                        double *y) JSMF_CHECKED;
/* c (n x n) = max(T, 0) * scale; *negative: how many entries of T are below 0 (may be NULL). */
jsmf_status jsmf_operator_shifted_fill(jsmf_context *ctx, const jsmf_operator_shifted *t, double scale, double *c,
                                       size_t *negative) JSMF_CHECKED;
/* *total = the sum of max(T, 0). */
jsmf_status jsmf_operator_shifted_total(jsmf_context *ctx, const jsmf_operator_shifted *t, double *total) JSMF_CHECKED;

/* E = max(-T, 0): T + E = max(T, 0), but for what is exempt. Of the tiles on and above the diagonal those for which
 * there is room are kept, sparse; the others are made anew in every product. */
typedef struct jsmf_operator_slab jsmf_operator_slab;

/* The part of its entries from which on a tile is multiplied by BLAS: measured (256 x 256, 100 vectors, one core). */
#define JSMF_NEGATIVE_PART 0.43

typedef struct jsmf_operator_negative {
    jsmf_operator_shifted t; /* what it was made from; y is borrowed */
    size_t nnz;              /* entries of T below 0, both halves */
    double sum;              /* of E */
    bool stored;             /* all of it */
    size_t count; /* tiles, in the order of jsmf_operator_tiles_pair */
    uint32_t *entries; /* of count: how many a tile has */
    jsmf_operator_sparse_tile *pairs; /* of count: those that are kept, the others NULL */
    jsmf_operator_slab *slabs; /* what they lie in, but for the caller's storage */
} jsmf_operator_negative;

/* Keeps at most `most` entries, both halves counted. storage: memory for them (jsmf_operator_negative_bytes are
 * enough), or NULL; what does not fit is allocated. image (n x k) += E Y as jsmf_operator_negative_add has it, from the
 * same tiles, unless NULL. */
jsmf_status jsmf_operator_negative_build(jsmf_context *ctx, const jsmf_operator_shifted *t, size_t most, void *storage,
                                         size_t storage_bytes, double *image, jsmf_operator_negative *e) JSMF_CHECKED;
void jsmf_operator_negative_free(jsmf_operator_negative *e);
/* What it takes to store so many entries, 4.5 bytes each and a little, and to find them. */
size_t jsmf_operator_negative_bytes(const jsmf_operator_shifted *t, size_t nnz);
/* y += E x, n x p: the same bytes whatever is kept. */
jsmf_status jsmf_operator_negative_add(jsmf_context *ctx, const jsmf_operator_negative *e, size_t p, const double *x,
                                       double *y) JSMF_CHECKED;

/* The operator T + E: 4 n k + 2 nnz(E) flops a vector. It is max(T, 0) where E was made from t with nothing exempt; r
 * may also differ from that which E was made with. Borrows t->y and e. */
jsmf_status jsmf_operator_patched(jsmf_context *ctx, const jsmf_operator_shifted *t, const jsmf_operator_negative *e,
                                  jsmf_operator **out) JSMF_CHECKED;

#endif
