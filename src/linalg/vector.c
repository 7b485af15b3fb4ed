#include "vector.h"

#include "base/clones.h"

#include <string.h>

enum { LANES = 16, BLOCK = 32 };

static double lanes_total(const double *lane)
{
    double total = 0;
    for (size_t l = 0; l < LANES; l++)
        total += lane[l];
    return total;
}

JSMF_CLONES double jsmf_sum(size_t n, const double *x)
{
    double lane[LANES] = { 0 };
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        for (size_t l = 0; l < LANES; l++)
            lane[l] += x[i + l];
    for (; i < n; i++)
        lane[i % LANES] += x[i];
    return lanes_total(lane);
}

JSMF_CLONES double jsmf_sum_squares(size_t n, const double *x)
{
    double lane[LANES] = { 0 };
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        for (size_t l = 0; l < LANES; l++)
            lane[l] += x[i + l] * x[i + l];
    for (; i < n; i++)
        lane[i % LANES] += x[i] * x[i];
    return lanes_total(lane);
}

JSMF_CLONES void jsmf_shift_clip(size_t n, double r, double scale, double *x)
{
    for (size_t i = 0; i < n; i++) {
        double shifted = x[i] + r;
        x[i] = shifted > 0 ? shifted * scale : 0;
    }
}

/* Whole blocks of BLOCK columns keep their sums in registers. */
JSMF_CLONES void jsmf_sparse_row(size_t p, size_t count, const int32_t *indices, const double *values, const double *x,
                                 double *y)
{
    size_t j = 0;
    for (; j + BLOCK <= p; j += BLOCK) {
        double sum[BLOCK] = { 0 };
        for (size_t e = 0; e < count; e++) {
            const double *row = x + (size_t)indices[e] * p + j;
            for (size_t l = 0; l < BLOCK; l++)
                sum[l] += values[e] * row[l];
        }
        memcpy(y + j, sum, sizeof sum);
    }
    if (j == p)
        return;
    memset(y + j, 0, (p - j) * sizeof *y);
    for (size_t e = 0; e < count; e++) {
        const double *row = x + (size_t)indices[e] * p;
        for (size_t l = j; l < p; l++)
            y[l] += values[e] * row[l];
    }
}

JSMF_CLONES size_t jsmf_count_below(size_t n, double limit, const double *x)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += x[i] < limit;
    return count;
}

/* Without branches: every entry is written, and the place moves on where it is to be kept. */
size_t jsmf_collect_below(size_t n, double r, const double *x, double *values, uint8_t *columns)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        const double shifted = x[i] + r;
        values[count] = -shifted;
        columns[count] = (uint8_t)i;
        count += shifted < 0;
    }
    return count;
}

/* Columns j .. j + width - 1 of one row; inlined with a fixed width, so that the sums stay in registers. */
static inline __attribute__((always_inline)) void add_row(size_t width, size_t p, size_t count, const uint8_t *columns,
                                                          const double *values, const double *x, double *y)
{
    double sum[BLOCK];
    memcpy(sum, y, width * sizeof *sum);
    for (size_t e = 0; e < count; e++) {
        const double value = values[e], *row = x + columns[e] * p;
        for (size_t l = 0; l < width; l++)
            sum[l] += value * row[l];
    }
    memcpy(y, sum, width * sizeof *sum);
}

JSMF_CLONES void jsmf_add_tile(size_t p, size_t m, const uint16_t *counts, const uint8_t *columns,
                               const double *values, const double *x, double *y)
{
    for (size_t i = 0; i < m; i++) {
        const size_t count = counts[i];
        double *row = y + i * p;
        size_t j = 0;
        for (; j + BLOCK <= p; j += BLOCK)
            add_row(BLOCK, p, count, columns, values, x + j, row + j);
        for (; j + 8 <= p; j += 8)
            add_row(8, p, count, columns, values, x + j, row + j);
        for (; j < p; j++)
            add_row(1, p, count, columns, values, x + j, row + j);
        columns += count;
        values += count;
    }
}
