/* The kernels of skinny.c, compiled once for each set of instructions (base/each_set.h). */

/* Written out as a type, so that what is kept in registers is not left to the vectoriser; not wider than the set's
 * registers, or it is kept in memory. */
typedef double JSMF_SET(wide) __attribute__((vector_size(JSMF_WIDE), aligned(8), may_alias));
#define wide JSMF_SET(wide)
/* Vectors of a row of the block. */
enum { JSMF_SET(ROW) = JSMF_SKINNY * 8 / JSMF_WIDE };
#define ROW JSMF_SET(ROW)
/* Vectors of the block that are taken at a time, where four rows are: 8 sums of 16 registers. */
enum { JSMF_SET(PART) = JSMF_WIDE == 16 ? 2 : 2 };
#define PART JSMF_SET(PART)

/* The next four rows are fetched: the processor does not foresee them, as each begins in another page. */
static inline __attribute__((always_inline)) void JSMF_SET(fetch_four)(size_t p, const double *x, size_t ldx)
{
    for (size_t l = 0; l < p; l += 8)
        for (size_t r = 0; r < 4; r++)
            __builtin_prefetch(x + r * ldx + l);
}

/* Four rows at a time: each sum is read and written once for all of them. */
static void JSMF_SET(cross)(size_t rows, size_t p, const double *x, size_t ldx, const double *y, size_t ldy,
                            double *out)
{
    size_t i = 0;
    for (; i + 4 <= rows; i += 4) {
        const double *x0 = x + i * ldx, *x1 = x0 + ldx, *x2 = x1 + ldx, *x3 = x2 + ldx;
        if (i + 8 <= rows)
            JSMF_SET(fetch_four)(p, x3 + ldx, ldx);
        for (size_t j = 0; j < ROW; j += PART) {
            wide y0[PART], y1[PART], y2[PART], y3[PART];
            for (size_t v = 0; v < PART; v++) {
                y0[v] = ((const wide *)(y + i * ldy))[j + v];
                y1[v] = ((const wide *)(y + (i + 1) * ldy))[j + v];
                y2[v] = ((const wide *)(y + (i + 2) * ldy))[j + v];
                y3[v] = ((const wide *)(y + (i + 3) * ldy))[j + v];
            }
            for (size_t l = 0; l < p; l++) {
                wide *sum = (wide *)(out + l * JSMF_SKINNY) + j;
                for (size_t v = 0; v < PART; v++)
                    sum[v] += (x0[l] * y0[v] + x1[l] * y1[v]) + (x2[l] * y2[v] + x3[l] * y3[v]);
            }
        }
    }
    for (; i < rows; i++)
        for (size_t l = 0; l < p; l++)
            for (size_t j = 0; j < JSMF_SKINNY; j++)
                out[l * JSMF_SKINNY + j] += x[i * ldx + l] * y[i * ldy + j];
}

/* sums (4 x JSMF_SKINNY) += four rows of x times m: each row of m is read once for all of them.
 * more: four more rows follow. */
static void JSMF_SET(times_four)(size_t p, const double *x, size_t ldx, const double *m, size_t ldm, bool more,
                                 double *sums)
{
    const double *x0 = x, *x1 = x0 + ldx, *x2 = x1 + ldx, *x3 = x2 + ldx;
    if (more)
        JSMF_SET(fetch_four)(p, x3 + ldx, ldx);
    for (size_t j = 0; j < ROW; j += PART) {
        wide s0[PART], s1[PART], s2[PART], s3[PART];
        for (size_t v = 0; v < PART; v++) {
            s0[v] = ((const wide *)sums)[0 * ROW + j + v];
            s1[v] = ((const wide *)sums)[1 * ROW + j + v];
            s2[v] = ((const wide *)sums)[2 * ROW + j + v];
            s3[v] = ((const wide *)sums)[3 * ROW + j + v];
        }
        for (size_t l = 0; l < p; l++) {
            const wide *row = (const wide *)(m + l * ldm) + j;
            for (size_t v = 0; v < PART; v++) {
                s0[v] += x0[l] * row[v];
                s1[v] += x1[l] * row[v];
                s2[v] += x2[l] * row[v];
                s3[v] += x3[l] * row[v];
            }
        }
        for (size_t v = 0; v < PART; v++) {
            ((wide *)sums)[0 * ROW + j + v] = s0[v];
            ((wide *)sums)[1 * ROW + j + v] = s1[v];
            ((wide *)sums)[2 * ROW + j + v] = s2[v];
            ((wide *)sums)[3 * ROW + j + v] = s3[v];
        }
    }
}

#undef wide
#undef ROW
#undef PART
