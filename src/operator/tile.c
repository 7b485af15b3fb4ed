#include "tile.h"

#include "base/instructions.h"

typedef struct tile {
    size_t p, m;
    const uint16_t *counts;
    const uint8_t *columns;
    const double *values;
} tile;

#define JSMF_KERNELS_FILE "operator/tile_kernels.h"
#include "base/each_set.h"

void jsmf_operator_add_mirrored(size_t p, size_t m, const uint16_t *counts, const uint8_t *columns,
                                const double *values, const double *xi, const double *xj, double *yi, double *yj)
{
    const tile t = { .p = p, .m = m, .counts = counts, .columns = columns, .values = values };
    JSMF_KERNEL(add_mirrored)(&t, xi, xj, yi, yj);
}
