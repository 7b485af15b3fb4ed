/* The kernel of tile.c, compiled once for each set of instructions (base/each_set.h). */

/* Doubles at any address. Written out as types: left to itself the vectoriser takes the loop over the entries, and
 * keeps the sums in memory. A type wider than the set's registers does so too. */
typedef double JSMF_SET(wide) __attribute__((vector_size(JSMF_WIDE), aligned(8), may_alias));
#define wide JSMF_SET(wide)
enum { JSMF_SET(WIDTH) = JSMF_WIDE / 8, JSMF_SET(PARTS) = JSMF_WIDE == 64 ? 2 : 4 };
#define WIDTH JSMF_SET(WIDTH)
/* Vectors of a row that are taken at a time: its sum and its part of xi are in registers. */
#define PARTS JSMF_SET(PARTS)
/* The columns that these hold. */
#define MOST ((size_t)PARTS * WIDTH)

/* For so many columns of x and y, which `width` vectors hold: yi += S x and y += S' xi, where rows of x and y are ld
 * numbers apart. Per entry and half of the matrix as fast as sums alone, for which the entries would have to be held
 * twice. */
static inline __attribute__((always_inline)) void JSMF_SET(add_part)(const tile *t, int width, size_t columns,
                                                                     const double *xi, const double *x, double *yi,
                                                                     double *y, size_t ld)
{
    const uint8_t *column = t->columns;
    const double *value = t->values;
    for (size_t i = 0; i < t->m; i++) {
        wide sum[PARTS] = { { 0 } }, own[PARTS] = { { 0 } };
        memcpy(sum, yi + i * t->p, columns * sizeof *yi);
        memcpy(own, xi + i * t->p, columns * sizeof *xi);
        for (size_t e = 0; e < t->counts[i]; e++) {
            const wide *from = (const wide *)(x + column[e] * ld);
            wide *to = (wide *)(y + column[e] * ld);
            for (int l = 0; l < width; l++) {
                sum[l] += value[e] * from[l];
                to[l] += value[e] * own[l];
            }
        }
        memcpy(yi + i * t->p, sum, columns * sizeof *yi);
        column += t->counts[i];
        value += t->counts[i];
    }
}

/* The same by a copy of xj and yj, in which a row of the one lies beside that of the other: at their own places, far
 * apart by multiples of the same distance, they share few lines of the first cache. */
static inline __attribute__((always_inline)) void JSMF_SET(add_copied)(const tile *t, int width, size_t columns,
                                                                       const double *xi, const double *xj, double *yi,
                                                                       double *yj)
{
    const size_t half = (size_t)width * WIDTH, ld = 2 * half;
    double both[JSMF_TILE * 2 * MOST] __attribute__((aligned(64)));
    if (columns < half)
        memset(both, 0, t->w * ld * sizeof *both);
    for (size_t j = 0; j < t->w; j++) {
        memcpy(both + j * ld, xj + j * t->p, columns * sizeof *both);
        memcpy(both + j * ld + half, yj + j * t->p, columns * sizeof *both);
    }
    JSMF_SET(add_part)(t, width, columns, xi, both, yi, both + half, ld);
    for (size_t j = 0; j < t->w; j++)
        memcpy(yj + j * t->p, both + j * ld + half, columns * sizeof *both);
}

/* A tile of few entries is not worth the copy; columns that fill no vectors need it, as it completes them by zeros. */
static void JSMF_SET(add_mirrored)(const tile *t, const double *xi, const double *xj, double *yi, double *yj)
{
    const bool copy = t->entries > COPY_LEAST * t->w;
    size_t j = 0;
    for (; j + MOST <= t->p; j += MOST)
        if (copy)
            JSMF_SET(add_copied)(t, PARTS, MOST, xi + j, xj + j, yi + j, yj + j);
        else
            JSMF_SET(add_part)(t, PARTS, MOST, xi + j, xj + j, yi + j, yj + j, t->p);
    if (t->p - j > MOST / 2)
        JSMF_SET(add_copied)(t, PARTS, t->p - j, xi + j, xj + j, yi + j, yj + j);
    else if (t->p - j > MOST / 4)
        JSMF_SET(add_copied)(t, PARTS / 2, t->p - j, xi + j, xj + j, yi + j, yj + j);
    else if (t->p > j)
        JSMF_SET(add_copied)(t, (PARTS + 3) / 4, t->p - j, xi + j, xj + j, yi + j, yj + j);
}

#undef wide
#undef WIDTH
#undef PARTS
#undef MOST
