#include "skinny.h"

#include "base/clones.h"

#include <string.h>

/* Half a row of a block, at any address. Written out as a type, so that what is kept in registers is not left to the
 * vectoriser. */
typedef double half __attribute__((vector_size(64), aligned(8), may_alias));

/* Four rows at a time: each sum is read and written once for all of them. */
JSMF_CLONES static void cross(size_t rows, size_t p, const double *x, size_t ldx, const double *y, size_t ldy,
                              double *out)
{
    size_t i = 0;
    for (; i + 4 <= rows; i += 4) {
        const double *x0 = x + i * ldx, *x1 = x0 + ldx, *x2 = x1 + ldx, *x3 = x2 + ldx;
        const half *y0 = (const half *)(y + i * ldy), *y1 = (const half *)(y + (i + 1) * ldy);
        const half *y2 = (const half *)(y + (i + 2) * ldy), *y3 = (const half *)(y + (i + 3) * ldy);
        const half a0 = y0[0], b0 = y0[1], a1 = y1[0], b1 = y1[1], a2 = y2[0], b2 = y2[1], a3 = y3[0], b3 = y3[1];
        for (size_t l = 0; l < p; l++) {
            half *sum = (half *)(out + l * JSMF_SKINNY);
            sum[0] += (x0[l] * a0 + x1[l] * a1) + (x2[l] * a2 + x3[l] * a3);
            sum[1] += (x0[l] * b0 + x1[l] * b1) + (x2[l] * b2 + x3[l] * b3);
        }
    }
    for (; i < rows; i++)
        for (size_t l = 0; l < p; l++)
            for (size_t j = 0; j < JSMF_SKINNY; j++)
                out[l * JSMF_SKINNY + j] += x[i * ldx + l] * y[i * ldy + j];
}

void jsmf_dense_skinny_cross(size_t rows, size_t p, const double *x, size_t ldx, const double *y, size_t ldy,
                             double *out)
{
    memset(out, 0, p * JSMF_SKINNY * sizeof *out);
    cross(rows, p, x, ldx, y, ldy, out);
}

/* sums (4 x JSMF_SKINNY) = four rows of x times m: each row of m is read once for all of them. */
JSMF_CLONES static void times_four(size_t p, const double *x, size_t ldx, const double *m, size_t ldm, double *sums)
{
    const double *x0 = x, *x1 = x0 + ldx, *x2 = x1 + ldx, *x3 = x2 + ldx;
    half a0 = { 0 }, b0 = { 0 }, a1 = { 0 }, b1 = { 0 }, a2 = { 0 }, b2 = { 0 }, a3 = { 0 }, b3 = { 0 };
    half *out = (half *)sums;
    for (size_t l = 0; l < p; l++) {
        const half *row = (const half *)(m + l * ldm);
        a0 += x0[l] * row[0];
        b0 += x0[l] * row[1];
        a1 += x1[l] * row[0];
        b1 += x1[l] * row[1];
        a2 += x2[l] * row[0];
        b2 += x2[l] * row[1];
        a3 += x3[l] * row[0];
        b3 += x3[l] * row[1];
    }
    out[0] = a0, out[1] = b0, out[2] = a1, out[3] = b1, out[4] = a2, out[5] = b2, out[6] = a3, out[7] = b3;
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
            times_four(p, x + i * ldx, ldx, m, ldm, sums);
        else
            times_one(p, x + i * ldx, m, ldm, sums);
        for (size_t r = 0; r < count; r++)
            for (size_t j = 0; j < JSMF_SKINNY; j++) {
                double *to = out + (i + r) * ldo + j;
                *to = (beta != 0 ? beta * *to : 0) + alpha * sums[r * JSMF_SKINNY + j];
            }
    }
}
