/* The kernels of vector.c, compiled once for each set of instructions (base/each_set.h). */

/* Doubles at any address. Sums are written out as types: left to itself the vectoriser takes the loop over the entries,
 * and keeps the sums in memory. A type wider than the set's registers does so too. */
typedef double JSMF_SET(wide) __attribute__((vector_size(JSMF_WIDE), aligned(8), may_alias));
#define wide JSMF_SET(wide)
enum { JSMF_SET(WIDTH) = JSMF_WIDE / 8, JSMF_SET(MOST) = JSMF_WIDE == 64 ? 64 : JSMF_WIDE == 32 ? 32 : 16 };
#define WIDTH JSMF_SET(WIDTH)
/* Columns whose sums fit in registers, half of which are left for what is added. */
#define MOST JSMF_SET(MOST)

static double JSMF_SET(sum)(size_t n, const double *x)
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

static double JSMF_SET(sum_squares)(size_t n, const double *x)
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

static double JSMF_SET(dot)(size_t n, const double *restrict x, const double *restrict y)
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

static void JSMF_SET(axpy)(size_t n, double a, const double *restrict x, double *restrict y)
{
    for (size_t i = 0; i < n; i++)
        y[i] += a * x[i];
}

static void JSMF_SET(shift_clip)(size_t n, double r, double scale, double *x)
{
    typedef int64_t whole __attribute__((vector_size(JSMF_WIDE), may_alias));
    size_t i = 0;
    for (; i + WIDTH <= n; i += WIDTH) {
        const wide shifted = *(const wide *)(x + i) + r;
        *(wide *)(x + i) = (wide)((whole)(shifted * scale) & (whole)(shifted > 0));
    }
    for (; i < n; i++) {
        double shifted = x[i] + r;
        x[i] = shifted > 0 ? shifted * scale : 0;
    }
}

static size_t JSMF_SET(count_below)(size_t n, double limit, const double *x)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += x[i] < limit;
    return count;
}

/* The sum of max(-(x + r), 0). */
static double JSMF_SET(sum_below)(size_t n, double r, const double *x)
{
    typedef int64_t whole __attribute__((vector_size(JSMF_WIDE), may_alias));
    wide sum[LANES / WIDTH] = { { 0 } };
    double lane[LANES];
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        for (size_t l = 0; l < LANES / WIDTH; l++) {
            const wide shifted = ((const wide *)(x + i))[l] + r;
            sum[l] -= (wide)((whole)shifted & (whole)(shifted < 0));
        }
    memcpy(lane, sum, sizeof lane);
    for (; i < n; i++)
        lane[i % LANES] -= x[i] + r < 0 ? x[i] + r : 0;
    return lanes_total(lane);
}

/* Bit l says whether x[l] is below the limit, for 64 numbers. */
static inline __attribute__((always_inline)) uint64_t JSMF_SET(bits_below)(double limit, const double *x)
{
    uint64_t bits = 0;
#if defined(__x86_64__) && JSMF_WIDE == 16
    typedef double pair __attribute__((vector_size(16), aligned(8), may_alias));
    for (int l = 0; l < 64; l += 2)
        bits |= (uint64_t)__builtin_ia32_movmskpd((pair)(*(const pair *)(x + l) < limit)) << l;
#elif defined(__x86_64__)
    typedef double four __attribute__((vector_size(32), aligned(8), may_alias));
    for (int l = 0; l < 64; l += 4)
        bits |= (uint64_t)__builtin_ia32_movmskpd256((four)(*(const four *)(x + l) < limit)) << l;
#else
    for (int l = 0; l < 64; l++)
        bits |= (uint64_t)(x[l] < limit) << l;
#endif
    return bits;
}

static size_t JSMF_SET(collect_below)(size_t n, double r, const double *x, double *values, uint8_t *columns)
{
    size_t count = 0, i = 0;
    for (; i + 64 <= n; i += 64)
        for (uint64_t bits = JSMF_SET(bits_below)(-r, x + i); bits; bits &= bits - 1) {
            const size_t at = i + (size_t)__builtin_ctzll(bits);
            values[count] = -(x[at] + r);
            columns[count++] = (uint8_t)at;
        }
    for (; i < n; i++)
        if (x[i] < -r) {
            values[count] = -(x[i] + r);
            columns[count++] = (uint8_t)i;
        }
    return count;
}

/* `width` times `type` of y += the weighted rows of x, the sums kept in registers. */
#define DEFINE_ADD_ROWS(name, type, width, index_type) \
    static inline __attribute__((always_inline)) void JSMF_SET(name)(size_t p, size_t count, \
                                                                     const index_type *indices, \
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

DEFINE_ADD_ROWS(add_rows_most, wide, MOST / WIDTH, int32_t)
DEFINE_ADD_ROWS(add_rows_half, wide, MOST / WIDTH / 2, int32_t)
DEFINE_ADD_ROWS(add_rows_wide, wide, 1, int32_t)
DEFINE_ADD_ROWS(add_rows_one, double, 1, int32_t)
DEFINE_ADD_ROWS(add_near_most, wide, MOST / WIDTH, uint8_t)
DEFINE_ADD_ROWS(add_near_half, wide, MOST / WIDTH / 2, uint8_t)
DEFINE_ADD_ROWS(add_near_wide, wide, 1, uint8_t)
DEFINE_ADD_ROWS(add_near_one, double, 1, uint8_t)
#undef DEFINE_ADD_ROWS

/* One column: the sum has eight places, since one addition waits for the other. */
static double JSMF_SET(combine_numbers)(size_t count, const int32_t *indices, const double *values, const double *x)
{
    double lane[8] = { 0 };
    size_t e = 0;
    for (; e + 8 <= count; e += 8)
        for (size_t l = 0; l < 8; l++)
            lane[l] += values[e + l] * x[indices[e + l]];
    for (; e < count; e++)
        lane[e % 8] += values[e] * x[indices[e]];
    return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
}

static void JSMF_SET(add_rows)(size_t p, size_t count, const int32_t *indices, const double *values, const double *x,
                               double *y)
{
    size_t j = 0;
    for (; j + MOST <= p; j += MOST)
        JSMF_SET(add_rows_most)(p, count, indices, values, x + j, y + j);
    for (; j + MOST / 2 <= p; j += MOST / 2)
        JSMF_SET(add_rows_half)(p, count, indices, values, x + j, y + j);
    for (; j + WIDTH <= p; j += WIDTH)
        JSMF_SET(add_rows_wide)(p, count, indices, values, x + j, y + j);
    for (; j < p; j++)
        JSMF_SET(add_rows_one)(p, count, indices, values, x + j, y + j);
}

static void JSMF_SET(combine_rows)(size_t p, size_t count, const int32_t *indices, const double *values,
                                   const double *x, double *y)
{
    if (p == 1) {
        y[0] = JSMF_SET(combine_numbers)(count, indices, values, x);
        return;
    }
    memset(y, 0, p * sizeof *y);
    JSMF_SET(add_rows)(p, count, indices, values, x, y);
}

/* y = values' x: the same of all rows. */
#define DEFINE_ADD_ALL(name, type, width) \
    static inline __attribute__((always_inline)) void JSMF_SET(name)(size_t p, size_t count, const double *values, \
                                                                     const double *x, double *y) \
    { \
        type sum[width]; \
        for (int l = 0; l < (width); l++) \
            sum[l] = (type){ 0 }; \
        for (size_t e = 0; e < count; e++, x += p) \
            for (int l = 0; l < (width); l++) \
                sum[l] += values[e] * ((const type *)x)[l]; \
        for (int l = 0; l < (width); l++) \
            ((type *)y)[l] = sum[l]; \
    }

DEFINE_ADD_ALL(add_all_most, wide, MOST / WIDTH)
DEFINE_ADD_ALL(add_all_wide, wide, 1)
DEFINE_ADD_ALL(add_all_one, double, 1)
#undef DEFINE_ADD_ALL

static void JSMF_SET(combine_all)(size_t p, size_t count, const double *values, const double *x, double *y)
{
    size_t j = 0;
    for (; j + MOST <= p; j += MOST)
        JSMF_SET(add_all_most)(p, count, values, x + j, y + j);
    for (; j + WIDTH <= p; j += WIDTH)
        JSMF_SET(add_all_wide)(p, count, values, x + j, y + j);
    for (; j < p; j++)
        JSMF_SET(add_all_one)(p, count, values, x + j, y + j);
}

typedef void JSMF_SET(add_near)(size_t p, size_t count, const uint8_t *columns, const double *values, const double *x,
                                double *y);

/* For all rows of a tile, so that the columns of x that they share stay in the first cache. */
static inline __attribute__((always_inline)) void JSMF_SET(add_columns)(JSMF_SET(add_near) *add, size_t p, size_t m,
                                                                        const uint16_t *counts, const uint8_t *columns,
                                                                        const double *values, const double *x,
                                                                        double *y)
{
    for (size_t i = 0; i < m; i++) {
        add(p, counts[i], columns, values, x, y + i * p);
        columns += counts[i];
        values += counts[i];
    }
}

static void JSMF_SET(add_tile)(size_t p, size_t m, const uint16_t *counts, const uint8_t *columns,
                               const double *values, const double *x, double *y)
{
    size_t j = 0;
    for (; j + MOST <= p; j += MOST)
        JSMF_SET(add_columns)(JSMF_SET(add_near_most), p, m, counts, columns, values, x + j, y + j);
    for (; j + MOST / 2 <= p; j += MOST / 2)
        JSMF_SET(add_columns)(JSMF_SET(add_near_half), p, m, counts, columns, values, x + j, y + j);
    for (; j + WIDTH <= p; j += WIDTH)
        JSMF_SET(add_columns)(JSMF_SET(add_near_wide), p, m, counts, columns, values, x + j, y + j);
    for (; j < p; j++)
        JSMF_SET(add_columns)(JSMF_SET(add_near_one), p, m, counts, columns, values, x + j, y + j);
}

/* Sixteen products at a time as two sums of eight places, whatever the set's vectors; halves are added to halves, so
 * that it takes three sums and not seven. */
static void JSMF_SET(dot_rows)(size_t p, size_t count, const int32_t *indices, const double *x, const double *v,
                               double *y)
{
    enum { EIGHT = 8 / WIDTH };
    for (size_t e = 0; e < count; e++) {
        const double *row = x + (size_t)indices[e] * p;
        wide even[EIGHT] = { { 0 } }, odd[EIGHT] = { { 0 } };
        double lane[8], rest = 0;
        size_t j = 0;
        for (; j + 16 <= p; j += 16)
            for (int l = 0; l < EIGHT; l++) {
                even[l] += ((const wide *)(row + j))[l] * ((const wide *)(v + j))[l];
                odd[l] += ((const wide *)(row + j + 8))[l] * ((const wide *)(v + j + 8))[l];
            }
        for (; j + 8 <= p; j += 8)
            for (int l = 0; l < EIGHT; l++)
                even[l] += ((const wide *)(row + j))[l] * ((const wide *)(v + j))[l];
        for (; j < p; j++)
            rest += row[j] * v[j];
        for (int l = 0; l < EIGHT; l++)
            even[l] += odd[l];
        memcpy(lane, even, sizeof lane);
        y[e] = ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7])) + rest;
    }
}

/* exp(x) for one vector: with x = m log 2 + r, |r| <= log(2) / 2, it is 2^m times the Taylor series of exp(r), whose
 * rest behind r^13 is below 5e-18. m log 2 is taken off in two parts, of which the first is exact (Cody and Waite,
 * Software Manual for the Elementary Functions, 1980). */
static inline __attribute__((always_inline)) wide JSMF_SET(exp_wide)(wide x)
{
    typedef int64_t whole __attribute__((vector_size(JSMF_WIDE), may_alias));
    const wide magic = (wide){ 0 } + 0x1.8p52; /* adding it rounds to a whole number, in the low bits */
    const whole small = x < EXP_LEAST, large = x > EXP_MOST;
    wide m, r, square, low, high, power;
    whole bits;
    x = (wide)(((whole)x & ~small) | ((whole)((wide){ 0 } + EXP_LEAST) & small));
    x = (wide)(((whole)x & ~large) | ((whole)((wide){ 0 } + EXP_MOST) & large));
    m = x * 0x1.71547652b82fep+0 + magic;
    bits = (whole)m;
    m -= magic;
    r = (x - m * 0x1.62e42feep-1) - m * 0x1.a39ef35793c76p-33;
    square = r * r;
    low = (1 / 2.0 + r * (1 / 6.0)) + square * (1 / 24.0 + r * (1 / 120.0)) +
          square * square * (1 / 720.0 + r * (1 / 5040.0));
    high = (1 / 40320.0 + r * (1 / 362880.0)) + square * (1 / 3628800.0 + r * (1 / 39916800.0)) +
           square * square * (1 / 479001600.0 + r * (1 / 6227020800.0));
    power = 1 + (r + square * (low + square * square * square * high));
    /* m goes into the exponent. */
    power = (wide)((whole)power + (bits << 52));
    return (wide)((whole)power & ~small);
}

/* y = exp(x + shift); what is below the least normal number is 0, what is above the largest number is that of EXP_MOST;
 * NaN gives NaN. */
static void JSMF_SET(exponentials)(size_t n, double shift, const double *x, double *y)
{
    size_t i = 0;
    for (; i + WIDTH <= n; i += WIDTH)
        *(wide *)(y + i) = JSMF_SET(exp_wide)(*(const wide *)(x + i) + shift);
    if (i < n) {
        double rest[WIDTH] = { 0 };
        memcpy(rest, x + i, (n - i) * sizeof *rest);
        *(wide *)rest = JSMF_SET(exp_wide)(*(const wide *)rest + shift);
        memcpy(y + i, rest, (n - i) * sizeof *rest);
    }
}

/* -log of a number between 0 and 1, in the middle of 2^-52. */
static void JSMF_SET(draw_exponentials)(size_t n, uint64_t key, double *x)
{
    for (size_t i = 0; i < n; i++)
        x[i] = -logarithm(of_bits(jsmf_random_mix(key ^ i) >> 12 | UINT64_C(0x3ff0000000000000)) - (1 - 0x1p-53));
}

/* The largest number of x, n at least 1. */
static double JSMF_SET(largest)(size_t n, const double *x)
{
    double lane[8], most = x[0];
    size_t i = 0;
    for (size_t l = 0; l < 8; l++)
        lane[l] = x[0];
    for (; i + 8 <= n; i += 8)
        for (size_t l = 0; l < 8; l++)
            lane[l] = x[i + l] > lane[l] ? x[i + l] : lane[l];
    for (; i < n; i++)
        most = x[i] > most ? x[i] : most;
    for (size_t l = 0; l < 8; l++)
        most = lane[l] > most ? lane[l] : most;
    return most;
}

#undef wide
#undef WIDTH
#undef MOST
