#include "vector.h"

#include "base/base_inner.h"

#include "base/instructions.h"

#include <string.h>

enum { LANES = 16 };

/* Where exp leaves the normal numbers, and where 2^m leaves the exponents. */
#define EXP_LEAST (-708.0)
#define EXP_MOST 709.0

static double lanes_total(const double *lane)
{
    double total = 0;
    for (size_t l = 0; l < LANES; l++)
        total += lane[l];
    return total;
}

static inline double of_bits(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* log of a normal number, to a few units in the last place: atanh's series on [sqrt 1/2, sqrt 2]. In steps that vector
 * units have, so that loops around it vectorise: a whole number below 2^52 becomes a double as the last bits of one. */
static inline double logarithm(double x)
{
    const uint64_t root_half = UINT64_C(0x3fe6a09e667f3bcd), one = UINT64_C(0x3ff0000000000000);
    uint64_t bits;
    double exponent, m, s, square, series = 0;
    memcpy(&bits, &x, sizeof bits);
    bits += one - root_half;
    exponent = of_bits(bits >> 52 | UINT64_C(0x4330000000000000)) - (0x1p52 + 1023);
    m = of_bits((bits & UINT64_C(0xfffffffffffff)) + root_half);
    s = (m - 1) / (m + 1);
    square = s * s;
    for (int term = 21; term >= 3; term -= 2)
        series = (series + 1.0 / term) * square;
    return exponent * 0.6931471805599453094 + 2 * (s + s * series);
}

#define JSMF_KERNELS_FILE "dense/vector_kernels.h"
#include "base/each_set.h"

void jsmf_dense_exp(size_t n, double shift, const double *x, double *y) { JSMF_KERNEL(exponentials)(n, shift, x, y); }

double jsmf_dense_largest(size_t n, const double *x) { return JSMF_KERNEL(largest)(n, x); }

void jsmf_dense_draw_exponentials(size_t n, uint64_t key, double *x) { JSMF_KERNEL(draw_exponentials)(n, key, x); }

double jsmf_dense_sum(size_t n, const double *x) { return JSMF_KERNEL(sum)(n, x); }

double jsmf_dense_sum_squares(size_t n, const double *x) { return JSMF_KERNEL(sum_squares)(n, x); }

double jsmf_dense_dot(size_t n, const double *x, const double *y) { return JSMF_KERNEL(dot)(n, x, y); }

void jsmf_dense_axpy(size_t n, double a, const double *x, double *y) { JSMF_KERNEL(axpy)(n, a, x, y); }

void jsmf_dense_shift_clip(size_t n, double r, double scale, double *x) { JSMF_KERNEL(shift_clip)(n, r, scale, x); }

size_t jsmf_dense_count_below(size_t n, double limit, const double *x) { return JSMF_KERNEL(count_below)(n, limit, x); }

/* What is not finite makes NaN of 0, and NaN stays in the sum. */
bool jsmf_dense_is_finite(size_t n, const double *x)
{
    double lane[LANES] = { 0 }, rest = 0;
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        for (size_t l = 0; l < LANES; l++)
            lane[l] += x[i + l] * 0;
    for (; i < n; i++)
        rest += x[i] * 0;
    return lanes_total(lane) + rest == 0;
}

double jsmf_dense_sum_below(size_t n, double r, const double *x) { return JSMF_KERNEL(sum_below)(n, r, x); }

size_t jsmf_dense_collect_below(size_t n, double r, const double *x, double *values, uint8_t *columns)
{
    return JSMF_KERNEL(collect_below)(n, r, x, values, columns);
}

void jsmf_dense_combine_rows(size_t p, size_t count, const int32_t *indices, const double *values, const double *x,
                             double *y)
{
    JSMF_KERNEL(combine_rows)(p, count, indices, values, x, y);
}

void jsmf_dense_add_rows(size_t p, size_t count, const int32_t *indices, const double *values, const double *x,
                         double *y)
{
    JSMF_KERNEL(add_rows)(p, count, indices, values, x, y);
}

void jsmf_dense_combine_all(size_t p, size_t count, const double *values, const double *x, double *y)
{
    JSMF_KERNEL(combine_all)(p, count, values, x, y);
}

void jsmf_dense_dot_rows(size_t p, size_t count, const int32_t *indices, const double *x, const double *v, double *y)
{
    JSMF_KERNEL(dot_rows)(p, count, indices, x, v, y);
}

void jsmf_dense_add_tile(size_t p, size_t m, const uint16_t *counts, const uint8_t *columns, const double *values,
                         const double *x, double *y)
{
    JSMF_KERNEL(add_tile)(p, m, counts, columns, values, x, y);
}
