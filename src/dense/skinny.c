#include "skinny.h"

#include "base/instructions.h"

#include <string.h>

#define JSMF_KERNELS_FILE "dense/skinny_kernels.h"
#include "base/each_set.h"

void jsmf_dense_skinny_cross(size_t rows, size_t p, const double *x, size_t ldx, const double *y, size_t ldy,
                             double *out)
{
    memset(out, 0, p * JSMF_SKINNY * sizeof *out);
    JSMF_KERNEL(cross)(rows, p, x, ldx, y, ldy, out);
}

static void times_one(size_t p, const double *x, const double *m, size_t ldm, double *sums)
{
    memset(sums, 0, JSMF_SKINNY * sizeof *sums);
    for (size_t l = 0; l < p; l++)
        for (size_t j = 0; j < JSMF_SKINNY; j++)
            sums[j] += x[l] * m[l * ldm + j];
}

void jsmf_dense_skinny_times(size_t rows, size_t p, double alpha, const double *x, size_t ldx, const double *m,
                             size_t ldm, double beta, double *out, size_t ldo)
{
    double sums[4 * JSMF_SKINNY];
    size_t count;
    for (size_t i = 0; i < rows; i += count) {
        count = rows - i < 4 ? 1 : 4;
        if (count == 4)
            JSMF_KERNEL(times_four)(p, x + i * ldx, ldx, m, ldm, sums);
        else
            times_one(p, x + i * ldx, m, ldm, sums);
        for (size_t r = 0; r < count; r++)
            for (size_t j = 0; j < JSMF_SKINNY; j++) {
                double *to = out + (i + r) * ldo + j;
                *to = (beta != 0 ? beta * *to : 0) + alpha * sums[r * JSMF_SKINNY + j];
            }
    }
}
