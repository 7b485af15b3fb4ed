/* Products with a sparse tile of a symmetric matrix. */
#ifndef JSMF_OPERATOR_TILE_H
#define JSMF_OPERATOR_TILE_H

#include <stddef.h>
#include <stdint.h>

enum { JSMF_TILE = 256 }; /* most rows and columns of a tile; column numbers in a tile fit a byte */

/* yi (m x p) += S xj and yj (w x p) += S' xi for the sparse tile S (m x w): counts[i] entries in row i, whose columns
 * and values follow those of the row before. Each entry is read once for both. */
void jsmf_operator_add_mirrored(size_t p, size_t m, size_t w, const uint16_t *counts, const uint8_t *columns,
                                const double *values, const double *xi, const double *xj, double *yi, double *yj);

#endif
