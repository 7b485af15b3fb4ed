/* The kernel of tile.c, compiled once for each set of instructions (base/each_set.h). */

/* Doubles at any address. Written out as types: left to itself the vectoriser takes the loop over the entries, and
 * keeps the sums in memory. A type wider than the set's registers does so too. */
typedef double JSMF_SET(wide) __attribute__((vector_size(JSMF_WIDE), aligned(8), may_alias));
#define wide JSMF_SET(wide)
enum { JSMF_SET(WIDTH) = JSMF_WIDE / 8 };
#define WIDTH JSMF_SET(WIDTH)

/* For `width` times `type` of the columns of x and y: a row's sum and its part of xi stay in registers, 4 of each where
 * there are 16. Per entry and half of the matrix as fast as sums alone, for which the entries would have to be held
 * twice. */
#define DEFINE_ADD(name, type, width) \
    static inline __attribute__((always_inline)) void JSMF_SET(name)(tile t, const double *xi, const double *xj, \
                                                                     double *yi, double *yj) \
    { \
        for (size_t i = 0; i < t.m; i++) { \
            type sum[width], own[width]; \
            for (int l = 0; l < (width); l++) { \
                sum[l] = ((const type *)(yi + i * t.p))[l]; \
                own[l] = ((const type *)(xi + i * t.p))[l]; \
            } \
            for (size_t e = 0; e < t.counts[i]; e++) { \
                const type *from = (const type *)(xj + t.columns[e] * t.p); \
                type *to = (type *)(yj + t.columns[e] * t.p); \
                for (int l = 0; l < (width); l++) { \
                    sum[l] += t.values[e] * from[l]; \
                    to[l] += t.values[e] * own[l]; \
                } \
            } \
            for (int l = 0; l < (width); l++) \
                ((type *)(yi + i * t.p))[l] = sum[l]; \
            t.columns += t.counts[i]; \
            t.values += t.counts[i]; \
        } \
    }

DEFINE_ADD(add_four, wide, 4)
DEFINE_ADD(add_two, wide, 2)
DEFINE_ADD(add_wide, wide, 1)
DEFINE_ADD(add_one, double, 1)
#undef DEFINE_ADD

static void JSMF_SET(add_mirrored)(const tile *t, const double *xi, const double *xj, double *yi, double *yj)
{
    const size_t p = t->p;
    size_t j = 0;
    for (; j + 4 * WIDTH <= p; j += 4 * WIDTH)
        JSMF_SET(add_four)(*t, xi + j, xj + j, yi + j, yj + j);
    for (; j + 2 * WIDTH <= p; j += 2 * WIDTH)
        JSMF_SET(add_two)(*t, xi + j, xj + j, yi + j, yj + j);
    for (; j + WIDTH <= p; j += WIDTH)
        JSMF_SET(add_wide)(*t, xi + j, xj + j, yi + j, yj + j);
    for (; j < p; j++)
        JSMF_SET(add_one)(*t, xi + j, xj + j, yi + j, yj + j);
}

#undef wide
#undef WIDTH
