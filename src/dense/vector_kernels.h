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
    for (size_t i = 0; i < n; i++) {
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

static void JSMF_SET(combine_rows)(size_t p, size_t count, const int32_t *indices, const double *values,
                                   const double *x, double *y)
{
    size_t j = 0;
    memset(y, 0, p * sizeof *y);
    for (; j + MOST <= p; j += MOST)
        JSMF_SET(add_rows_most)(p, count, indices, values, x + j, y + j);
    for (; j + MOST / 2 <= p; j += MOST / 2)
        JSMF_SET(add_rows_half)(p, count, indices, values, x + j, y + j);
    for (; j + WIDTH <= p; j += WIDTH)
        JSMF_SET(add_rows_wide)(p, count, indices, values, x + j, y + j);
    for (; j < p; j++)
        JSMF_SET(add_rows_one)(p, count, indices, values, x + j, y + j);
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

#undef wide
#undef WIDTH
#undef MOST
