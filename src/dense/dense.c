/* Tall dense matrices: products, orthonormal bases, small symmetric eigenproblems. */
#include "dense/dense.h"

#include "lapack.h"
#include "tall.h"
#include "base/base_inner.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_ROWS = 256 };

/* Below this the Cholesky factor of a Gram matrix with unit diagonal says that columns nearly depend on each other. */
static const double least_pivot = 1e-6;

jsmf_status jsmf_dense_times(jsmf_context *ctx, size_t n, size_t p, size_t q, const double *x, const double *m,
                             double *out)
{
    const jsmf_dense_tall_product t = {
        .n = n, .p = p, .q = q, .alpha = 1, .x = x, .ldx = p, .m = m, .ldm = q, .out = out, .ldo = q
    };
    if (q == 0)
        return JSMF_OK;
    if (p == 0) {
        memset(out, 0, n * q * sizeof *out);
        return JSMF_OK;
    }
    return jsmf_dense_tall_times(ctx, &t);
}

jsmf_status jsmf_dense_cross(jsmf_context *ctx, size_t n, size_t p, size_t q, const double *x, const double *y,
                             double *out)
{
    return p && q ? jsmf_dense_tall_cross(ctx, n, p, x, p, q, y, q, out) : JSMF_OK;
}

/* x (n x p) and a triangle */
typedef struct division {
    size_t n, p;
    const double *r;
    double *x;
} division;

static jsmf_status solve_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const division *d = arg;
    (void)ctx;
    cblas_dtrsm(CblasRowMajor, CblasRight, CblasUpper, CblasNoTrans, CblasNonUnit,
                (int)jsmf_chunk_length(d->n, CHUNK_ROWS, chunk), (int)d->p, 1, d->r, (int)d->p,
                d->x + chunk * CHUNK_ROWS * d->p, (int)d->p);
    return JSMF_OK;
}

jsmf_status jsmf_dense_divide(jsmf_context *ctx, size_t n, size_t p, const double *r, double *x)
{
    division d = { .n = n, .p = p, .r = r, .x = x };
    return jsmf_parallel(ctx, jsmf_chunk_count(n, CHUNK_ROWS), solve_chunk, &d);
}

/* The Cholesky factor of the Gram matrix g, in its place, by way of the one of unit diagonal, which does not mind
 * columns of different sizes. False where the columns are nearly dependent. */
static bool gram_factor(size_t p, double *g, double *scale)
{
    for (size_t i = 0; i < p; i++) {
        if (!(g[i * p + i] > 0) || !isfinite(g[i * p + i]))
            return false;
        scale[i] = sqrt(g[i * p + i]);
    }
    for (size_t i = 0; i < p; i++)
        for (size_t j = 0; j < p; j++)
            g[i * p + j] = j < i ? 0 : g[i * p + j] / scale[i] / scale[j];
    if (LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'U', (int)p, g, (int)p) != 0)
        return false;
    for (size_t i = 0; i < p; i++)
        if (g[i * p + i] < least_pivot)
            return false;
    for (size_t i = 0; i < p; i++)
        for (size_t j = i; j < p; j++)
            g[i * p + j] *= scale[j];
    return true;
}

/* One round of Cholesky QR; *done = false, x untouched, where the columns are nearly dependent. */
static jsmf_status cholesky_round(jsmf_context *ctx, size_t n, size_t p, double *x, double *g, bool *done)
{
    double *scale = jsmf_alloc(ctx, p, sizeof *scale);
    *done = scale && jsmf_dense_cross(ctx, n, p, p, x, x, g) == JSMF_OK && gram_factor(p, g, scale);
    free(scale);
    return *done ? jsmf_dense_divide(ctx, n, p, g, x) : jsmf_context_status(ctx);
}

static void upper_copy(size_t p, const double *from, double *r)
{
    for (size_t i = 0; i < p; i++)
        for (size_t j = 0; j < p; j++)
            r[i * p + j] = j < i ? 0 : from[i * p + j];
}

/* Householder QR gives an orthonormal x whatever its rank. */
static jsmf_status householder(jsmf_context *ctx, size_t n, size_t p, double *x, double *r)
{
    double *tau = jsmf_alloc(ctx, p, sizeof *tau);
    int info;
    if (!tau)
        return jsmf_context_status(ctx);
    info = LAPACKE_dgeqrf(LAPACK_ROW_MAJOR, (int)n, (int)p, x, (int)p, tau);
    if (info == 0) {
        upper_copy(p, x, r);
        info = LAPACKE_dorgqr(LAPACK_ROW_MAJOR, (int)n, (int)p, (int)p, x, (int)p, tau);
    }
    free(tau);
    return jsmf_dense_lapack_check(ctx, info, "QR decomposition", n, p, "failed");
}

/* r := second * r, both upper triangular. */
static void chain(size_t p, const double *second, double *r)
{
    cblas_dtrmm(CblasRowMajor, CblasLeft, CblasUpper, CblasNoTrans, CblasNonUnit, (int)p, (int)p, 1, second, (int)p, r,
                (int)p);
}

/* first, second: p x p scratch; first ends as the whole triangle. */
static jsmf_status orthonormalise(jsmf_context *ctx, size_t n, size_t p, double *x, double *first, double *second)
{
    bool done;
    if (cholesky_round(ctx, n, p, x, first, &done) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (!done)
        return householder(ctx, n, p, x, first);
    if (cholesky_round(ctx, n, p, x, second, &done) != JSMF_OK ||
        (!done && householder(ctx, n, p, x, second) != JSMF_OK))
        return jsmf_context_status(ctx);
    chain(p, second, first);
    return JSMF_OK;
}

jsmf_status jsmf_dense_orthonormalise(jsmf_context *ctx, size_t n, size_t p, double *x, double *r)
{
    double *work;
    if (p == 0)
        return JSMF_OK;
    if (p > n)
        return jsmf_fail(ctx, JSMF_EUSAGE, "%zu orthonormal vectors of length %zu", p, n);
    work = jsmf_alloc(ctx, jsmf_mul_sat(p, p), 2 * sizeof *work);
    if (work && orthonormalise(ctx, n, p, x, work, work + p * p) == JSMF_OK && r)
        memcpy(r, work, p * p * sizeof *r);
    free(work);
    return jsmf_context_status(ctx);
}

/* LAPACK has the values ascending and vector j in row j of a row-major m. */
static void reverse_and_transpose(size_t p, const double *rows, const double *ascending, double *m, double *values)
{
    for (size_t j = 0; j < p; j++) {
        values[j] = ascending[p - 1 - j];
        for (size_t i = 0; i < p; i++)
            m[i * p + j] = rows[(p - 1 - j) * p + i];
    }
}

jsmf_status jsmf_dense_eigen(jsmf_context *ctx, size_t p, double *m, double *values)
{
    double *copy = jsmf_copy(ctx, m, jsmf_mul_sat(p, p), sizeof *m), *ascending = jsmf_alloc(ctx, p, sizeof *ascending);
    int info = 0;
    if (jsmf_context_status(ctx) != JSMF_OK)
        goto done;
    if (p)
        info = LAPACKE_dsyevd(LAPACK_COL_MAJOR, 'V', 'L', (int)p, copy, (int)p, ascending);
    if (jsmf_dense_lapack_check(ctx, info, "eigenvectors", p, p, "did not converge") == JSMF_OK)
        reverse_and_transpose(p, copy, ascending, m, values);
done:
    free(copy);
    free(ascending);
    return jsmf_context_status(ctx);
}
