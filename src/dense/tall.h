/* Products with tall row-major matrices that have a leading dimension, on the context's threads over fixed chunks of
 * rows. */
#ifndef JSMF_DENSE_TALL_H
#define JSMF_DENSE_TALL_H

#include "jsmf/base.h"

/* out (n x q, ldo) = alpha * x (n x p, ldx) m (p x q, ldm) + beta * out */
typedef struct jsmf_dense_tall_product {
    size_t n, p, q;
    double alpha, beta;
    const double *x;
    size_t ldx;
    const double *m;
    size_t ldm;
    double *out;
    size_t ldo;
} jsmf_dense_tall_product;
jsmf_status jsmf_dense_tall_times(jsmf_context *ctx, const jsmf_dense_tall_product *product) JSMF_CHECKED;

/* out (p x q, no gaps) = x' y, x n x p, y n x q: partial sums over chunks of rows, added in order. */
jsmf_status jsmf_dense_tall_cross(jsmf_context *ctx, size_t n, size_t p, const double *x, size_t ldx, size_t q,
                                  const double *y, size_t ldy, double *out) JSMF_CHECKED;
/* What that allocates, and jsmf_dense_cross. */
size_t jsmf_dense_tall_cross_bytes(size_t n, size_t p, size_t q);

/* The first q columns of v (n x p, ld) become v m, m p x q without gaps, q <= p. */
jsmf_status jsmf_dense_tall_rotate(jsmf_context *ctx, size_t n, size_t p, size_t q, double *v, size_t ld,
                                   const double *m) JSMF_CHECKED;

/* to (n x q, ldt) = from (n x q, ldf) */
void jsmf_dense_tall_copy(size_t n, size_t q, const double *from, size_t ldf, double *to, size_t ldt);

#endif
