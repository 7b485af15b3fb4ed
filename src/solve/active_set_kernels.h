/* The kernels of active_set.c, compiled once for each set of instructions (base/each_set.h). Vectors have a few dozen
 * entries: a product has four sums, where that of jsmf_dense_dot has sixteen. */

/* Four doubles at any address, in as many parts as the set's registers need. */
enum { JSMF_SET(PARTS) = JSMF_WIDE < 32 ? 32 / JSMF_WIDE : 1 };
typedef double JSMF_SET(part) __attribute__((vector_size(JSMF_WIDE < 32 ? JSMF_WIDE : 32), aligned(8), may_alias));
#define PARTS JSMF_SET(PARTS)
#define part JSMF_SET(part)

/* sums (columns x 4) of the first n products, a multiple of four, of z and each column; columns lie k apart. */
static inline __attribute__((always_inline)) void JSMF_SET(add_fours)(int columns, size_t n, size_t k, const double *r,
                                                                      const double *z, double *sums)
{
    part sum[4 * PARTS];
    for (int l = 0; l < columns * PARTS; l++)
        sum[l] = (part){ 0 };
    for (size_t i = 0; i < n; i += 4)
        for (int l = 0; l < columns; l++)
            for (int h = 0; h < PARTS; h++)
                sum[l * PARTS + h] += ((const part *)(r + (size_t)l * k + i))[h] * ((const part *)(z + i))[h];
    memcpy(sums, sum, (size_t)columns * 4 * sizeof *sums);
}

/* The first sum goes on with the products that are left, three at most; no loop, which would be made one of vectors. */
static inline __attribute__((always_inline)) double JSMF_SET(total)(size_t left, const double *a, const double *b,
                                                                    const double *sums)
{
    double first = sums[0];
    if (left > 0)
        first += a[0] * b[0];
    if (left > 1)
        first += a[1] * b[1];
    if (left > 2)
        first += a[2] * b[2];
    return (first + sums[1]) + (sums[2] + sums[3]);
}

static double JSMF_SET(short_dot)(size_t n, const double *a, const double *b)
{
    const size_t fours = n - n % 4;
    double sums[4];
    JSMF_SET(add_fours)(1, fours, 0, a, b, sums);
    return JSMF_SET(total)(n - fours, a + fours, b + fours, sums);
}

/* z = R'^-1 z, column i of R at r + i k: four columns meet what is known of z together. */
static void JSMF_SET(solve_lower)(size_t p, size_t k, const double *r, double *z)
{
    double sums[16];
    size_t i = 0;
    for (; i + 4 <= p; i += 4) {
        JSMF_SET(add_fours)(4, i, k, r + i * k, z, sums);
        for (size_t l = 0; l < 4; l++) {
            const double *column = r + (i + l) * k + i;
            z[i + l] = (z[i + l] - JSMF_SET(total)(l, column, z + i, sums + 4 * l)) / column[l];
        }
    }
    for (size_t l = 0; i + l < p; l++) {
        const double *column = r + (i + l) * k + i;
        JSMF_SET(add_fours)(1, i, k, column - i, z, sums);
        z[i + l] = (z[i + l] - JSMF_SET(total)(l, column, z + i, sums)) / column[l];
    }
}

/* z = R^-1 z */
static void JSMF_SET(solve_upper)(size_t p, size_t k, const double *r, double *z)
{
    for (size_t i = p; i-- > 0;) {
        const double *restrict column = r + i * k;
        const double last = z[i] / column[i];
        double *restrict above = z;
        z[i] = last;
        for (size_t j = 0; j < i; j++)
            above[j] -= last * column[j];
    }
}

#undef PARTS
#undef part
