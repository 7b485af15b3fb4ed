#include "skinny.h"

#include "base/instructions.h"

#include <stdbool.h>
#include <string.h>

#define JSMF_KERNELS_FILE "dense/skinny_kernels.h"
#include "base/each_set.h"

/* Rows and columns of the tall matrix that are taken at a time, so that the sums, or the rows of m, and the block stay
 * in the first cache. */
enum { ROWS = 128, COLUMNS = 64 };

void jsmf_dense_skinny_cross(size_t rows, size_t p, const double *x, size_t ldx, const double *y, size_t ldy,
                             double *out)
{
    memset(out, 0, p * JSMF_SKINNY * sizeof *out);
    for (size_t i = 0; i < rows; i += ROWS)
        for (size_t l = 0; l < p; l += COLUMNS)
            JSMF_KERNEL(cross)(rows - i < ROWS ? rows - i : ROWS, p - l < COLUMNS ? p - l : COLUMNS, x + i * ldx + l,
                               ldx, y + i * ldy, ldy, out + l * JSMF_SKINNY);
}

static void times_one(size_t p, const double *x, const double *m, size_t ldm, double *sums)
{
    for (size_t l = 0; l < p; l++)
        for (size_t j = 0; j < JSMF_SKINNY; j++)
            sums[j] += x[l] * m[l * ldm + j];
}

/* sums (rows x JSMF_SKINNY) += x m, of which p rows count */
static void times(size_t rows, size_t p, const double *x, size_t ldx, const double *m, size_t ldm, double *sums)
{
    size_t i = 0;
    for (; i + 4 <= rows; i += 4)
        JSMF_KERNEL(times_four)(p, x + i * ldx, ldx, m, ldm, i + 8 <= rows, sums + i * JSMF_SKINNY);
    for (; i < rows; i++)
        times_one(p, x + i * ldx, m, ldm, sums + i * JSMF_SKINNY);
}

void jsmf_dense_skinny_times(size_t rows, size_t p, double alpha, const double *x, size_t ldx, const double *m,
                             size_t ldm, double beta, double *out, size_t ldo)
{
    double sums[ROWS * JSMF_SKINNY];
    for (size_t i = 0; i < rows; i += ROWS) {
        const size_t count = rows - i < ROWS ? rows - i : ROWS;
        memset(sums, 0, sizeof sums);
        for (size_t l = 0; l < p; l += COLUMNS)
            times(count, p - l < COLUMNS ? p - l : COLUMNS, x + i * ldx + l, ldx, m + l * ldm, ldm, sums);
        for (size_t r = 0; r < count; r++)
            for (size_t j = 0; j < JSMF_SKINNY; j++) {
                double *to = out + (i + r) * ldo + j;
                *to = (beta != 0 ? beta * *to : 0) + alpha * sums[r * JSMF_SKINNY + j];
            }
    }
}
