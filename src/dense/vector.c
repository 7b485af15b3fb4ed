#include "vector.h"

#include "base/clones.h"

#include <string.h>

enum { LANES = 16 };

static double lanes_total(const double *lane)
{
    double total = 0;
    for (size_t l = 0; l < LANES; l++)
        total += lane[l];
    return total;
}

JSMF_CLONES static double sum(size_t n, const double *x)
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

JSMF_CLONES static double sum_squares(size_t n, const double *x)
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

JSMF_CLONES static double dot(size_t n, const double *restrict x, const double *restrict y)
{
    double lane[LANES] = { 0 };
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        for (size_t l = 0; l < LANES; l++)
            lane[l] += x[i + l] * y[i + l];
    for (; i < n; i++)
        lane[i % LANES] += x[i] * y[i];
    return lanes_total(lane);
}

JSMF_CLONES static void axpy(size_t n, double a, const double *restrict x, double *restrict y)
{
    for (size_t i = 0; i < n; i++)
        y[i] += a * x[i];
}

JSMF_CLONES static void shift_clip(size_t n, double r, double scale, double *x)
{
    for (size_t i = 0; i < n; i++) {
        double shifted = x[i] + r;
        x[i] = shifted > 0 ? shifted * scale : 0;
    }
}

/* Doubles at any address. Written out as types: left to itself the vectoriser takes the loop over the entries, and
 * keeps the sums in memory. */
typedef double eight __attribute__((vector_size(64), aligned(8), may_alias));
typedef double four __attribute__((vector_size(32), aligned(8), may_alias));
typedef double two __attribute__((vector_size(16), aligned(8), may_alias));

/* `width` times `type` of y += the weighted rows of x, the sums kept in registers. */
#define DEFINE_ADD_ROWS(name, type, width, index_type) \
    static inline __attribute__((always_inline)) void name(size_t p, size_t count, const index_type *indices, \
                                                           const double *values, const double *x, double *y) \
    { \
        type sum[width]; \
        for (int l = 0; l < (width); l++) \
            sum[l] = ((const type *)y)[l]; \
        for (size_t e = 0; e < count; e++) { \
            const type *row = (const type *)(x + (size_t)indices[e] * p); \
            for (int l = 0; l < (width); l++) \
                sum[l] += values[e] * row[l]; \
        } \
        for (int l = 0; l < (width); l++) \
            ((type *)y)[l] = sum[l]; \
    }

DEFINE_ADD_ROWS(add_rows_32, eight, 4, int32_t)
DEFINE_ADD_ROWS(add_rows_16, eight, 2, int32_t)
DEFINE_ADD_ROWS(add_rows_8, eight, 1, int32_t)
DEFINE_ADD_ROWS(add_rows_4, four, 1, int32_t)
DEFINE_ADD_ROWS(add_rows_2, two, 1, int32_t)
DEFINE_ADD_ROWS(add_rows_1, double, 1, int32_t)
DEFINE_ADD_ROWS(add_near_32, eight, 4, uint8_t)
DEFINE_ADD_ROWS(add_near_16, eight, 2, uint8_t)
DEFINE_ADD_ROWS(add_near_8, eight, 1, uint8_t)
DEFINE_ADD_ROWS(add_near_4, four, 1, uint8_t)
DEFINE_ADD_ROWS(add_near_2, two, 1, uint8_t)
DEFINE_ADD_ROWS(add_near_1, double, 1, uint8_t)

JSMF_CLONES static void sparse_row(size_t p, size_t count, const int32_t *indices, const double *values,
                                   const double *x, double *y)
{
    size_t j = 0;
    memset(y, 0, p * sizeof *y);
    for (; j + 32 <= p; j += 32)
        add_rows_32(p, count, indices, values, x + j, y + j);
    for (; j + 16 <= p; j += 16)
        add_rows_16(p, count, indices, values, x + j, y + j);
    for (; j + 8 <= p; j += 8)
        add_rows_8(p, count, indices, values, x + j, y + j);
    if (p - j >= 4)
        add_rows_4(p, count, indices, values, x + j, y + j);
    j += (p - j) / 4 * 4;
    if (p - j >= 2)
        add_rows_2(p, count, indices, values, x + j, y + j);
    j += (p - j) / 2 * 2;
    if (j < p)
        add_rows_1(p, count, indices, values, x + j, y + j);
}

JSMF_CLONES static size_t count_below(size_t n, double limit, const double *x)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += x[i] < limit;
    return count;
}

/* Without branches: every entry is written, and the place moves on where it is to be kept. */
size_t jsmf_dense_collect_below(size_t n, double r, const double *x, double *values, uint8_t *columns)
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

typedef void add_near(size_t p, size_t count, const uint8_t *columns, const double *values, const double *x,
                      double *y);

/* For all rows of a tile, so that the columns of x that they share stay in the first cache. */
static inline __attribute__((always_inline)) void add_columns(add_near *add, size_t p, size_t m,
                                                              const uint16_t *counts, const uint8_t *columns,
                                                              const double *values, const double *x, double *y)
{
    for (size_t i = 0; i < m; i++) {
        add(p, counts[i], columns, values, x, y + i * p);
        columns += counts[i];
        values += counts[i];
    }
}

JSMF_CLONES static void add_tile(size_t p, size_t m, const uint16_t *counts, const uint8_t *columns,
                                 const double *values, const double *x, double *y)
{
    size_t j = 0;
    for (; j + 32 <= p; j += 32)
        add_columns(add_near_32, p, m, counts, columns, values, x + j, y + j);
    for (; j + 16 <= p; j += 16)
        add_columns(add_near_16, p, m, counts, columns, values, x + j, y + j);
    for (; j + 8 <= p; j += 8)
        add_columns(add_near_8, p, m, counts, columns, values, x + j, y + j);
    if (p - j >= 4)
        add_columns(add_near_4, p, m, counts, columns, values, x + j, y + j);
    j += (p - j) / 4 * 4;
    if (p - j >= 2)
        add_columns(add_near_2, p, m, counts, columns, values, x + j, y + j);
    j += (p - j) / 2 * 2;
    if (j < p)
        add_columns(add_near_1, p, m, counts, columns, values, x + j, y + j);
}

/* ---- what other files call: clang gives a cloned function its name only within its own file ---- */

/* Halves are added to halves, so that it takes three sums and not seven. */
static inline __attribute__((always_inline)) double eight_total(const eight *s)
{
    double lane[8];
    memcpy(lane, s, sizeof lane);
    return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

JSMF_CLONES static void sparse_dots(size_t p, size_t count, const int32_t *indices, const double *x, const double *v,
                                    double *y)
{
    for (size_t e = 0; e < count; e++) {
        const double *row = x + (size_t)indices[e] * p;
        eight even = { 0 }, odd = { 0 };
        double rest = 0;
        size_t j = 0;
        for (; j + 16 <= p; j += 16) {
            even += *(const eight *)(row + j) * *(const eight *)(v + j);
            odd += *(const eight *)(row + j + 8) * *(const eight *)(v + j + 8);
        }
        for (; j + 8 <= p; j += 8)
            even += *(const eight *)(row + j) * *(const eight *)(v + j);
        for (; j < p; j++)
            rest += row[j] * v[j];
        even += odd;
        y[e] = eight_total(&even) + rest;
    }
}

double jsmf_dense_sum(size_t n, const double *x) { return sum(n, x); }

double jsmf_dense_sum_squares(size_t n, const double *x) { return sum_squares(n, x); }

void jsmf_dense_shift_clip(size_t n, double r, double scale, double *x) { shift_clip(n, r, scale, x); }

double jsmf_dense_dot(size_t n, const double *x, const double *y) { return dot(n, x, y); }

void jsmf_dense_axpy(size_t n, double a, const double *x, double *y) { axpy(n, a, x, y); }

void jsmf_dense_combine_rows(size_t p, size_t count, const int32_t *indices, const double *values, const double *x,
                             double *y)
{
    sparse_row(p, count, indices, values, x, y);
}

void jsmf_dense_dot_rows(size_t p, size_t count, const int32_t *indices, const double *x, const double *v, double *y)
{
    sparse_dots(p, count, indices, x, v, y);
}

size_t jsmf_dense_count_below(size_t n, double limit, const double *x) { return count_below(n, limit, x); }

void jsmf_dense_add_tile(size_t p, size_t m, const uint16_t *counts, const uint8_t *columns, const double *values,
                         const double *x, double *y)
{
    add_tile(p, m, counts, columns, values, x, y);
}
