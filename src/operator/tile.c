#include "tile.h"

#include "base/instructions.h"

#include <stdbool.h>
#include <string.h>

/* Entries for each column of a tile, from which on a copy of what they meet pays. */
enum { COPY_LEAST = 2 };

typedef struct tile {
    size_t p, m, w, entries;
    const uint16_t *counts;
    const uint8_t *columns;
    const double *values;
} tile;

#define JSMF_KERNELS_FILE "operator/tile_kernels.h"
#include "base/each_set.h"

void jsmf_operator_add_mirrored(size_t p, size_t m, size_t w, const uint16_t *counts, const uint8_t *columns,
                                const double *values, const double *xi, const double *xj, double *yi, double *yj)
{
    tile t = { .p = p, .m = m, .w = w, .counts = counts, .columns = columns, .values = values };
    for (size_t i = 0; i < m; i++)
        t.entries += counts[i];
    JSMF_KERNEL(add_mirrored)(&t, xi, xj, yi, yj);
}
