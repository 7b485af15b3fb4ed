/* Products with a sparse tile of a symmetric matrix. */
#ifndef JSMF_OPERATOR_TILE_H
#define JSMF_OPERATOR_TILE_H

#include <stddef.h>
#include <stdint.h>

/* yi (m x p) += S xj and yj += S' xi for the sparse tile S of m rows: counts[i] entries in row i, in columns below 256.
 * Each entry is read once for both. */
void jsmf_operator_add_mirrored(size_t p, size_t m, const uint16_t *counts, const uint8_t *columns,
                                const double *values, const double *xi, const double *xj, double *yi, double *yj);

#endif
