#include "cooc_scale.h"

#include "dense/dense.h"
#include "dense/vector.h"

#include <math.h>
#include <stdlib.h>

static const double largest_error = 1e-6; /* of the sum of what holds all of C */
static const double largest_factor = 2;   /* between an approximation's sum and the one expected */

static bool is_one(double sum) { return fabs(sum - 1) <= largest_error; }
static bool is_near(double sum, double expected)
{
    return sum >= expected / largest_factor && sum <= expected * largest_factor;
}

static jsmf_status check_sum(jsmf_context *ctx, const char *where, double sum)
{
    if (sum > 0 && isfinite(sum))
        return JSMF_OK;
    return jsmf_fail(ctx, JSMF_EDATA, "%s: sums to %g (expected 1)", where, sum);
}

static void divide(size_t count, double *values, double scale)
{
    for (size_t i = 0; i < count; i++)
        values[i] /= scale;
}

static void warn(jsmf_context *ctx, const char *where, double sum)
{
    jsmf_message(ctx, JSMF_WARNING, "%s: sums to %g (expected 1): divided by it", where, sum);
}

/* ---- what holds all of C ---- */

jsmf_status jsmf_cooc_scale_values(jsmf_context *ctx, const char *where, size_t count, double *values)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += values[i];
    if (check_sum(ctx, where, sum) != JSMF_OK || is_one(sum))
        return jsmf_context_status(ctx);
    warn(ctx, where, sum);
    divide(count, values, sum);
    return JSMF_OK;
}

/* C's sum is |Hhat e|^2 - sum of hdiag. */
jsmf_status jsmf_cooc_scale_factors(jsmf_context *ctx, const char *where, jsmf_csr *hhat, double *hdiag)
{
    double sum = 0;
    for (size_t m = 0; m < hhat->rows; m++) {
        double row = 0;
        for (int64_t p = hhat->indptr[m]; p < hhat->indptr[m + 1]; p++)
            row += hhat->values[p];
        sum += row * row;
    }
    for (size_t i = 0; i < hhat->cols; i++)
        sum -= hdiag[i];
    if (check_sum(ctx, where, sum) != JSMF_OK || is_one(sum))
        return jsmf_context_status(ctx);
    warn(ctx, where, sum);
    divide(hhat->cols, hdiag, sum);
    divide(jsmf_csr_nnz(hhat), hhat->values, sqrt(sum));
    return JSMF_OK;
}

/* ---- approximations ---- */

/* sums (k) = w'x, w n x k; x NULL: all ones. */
static void against(size_t n, size_t k, const double *w, const double *x, double *sums)
{
    for (size_t j = 0; j < k; j++)
        sums[j] = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++)
            sums[j] += w[i * k + j] * (x ? x[i] : 1);
}

/* sum of a_j b_j over the eigenpairs of the gram matrix, each by its value: a' gram^-1 b. */
static double by_inverse(size_t k, const double *values, const double *vectors, const double *a, const double *b)
{
    static const double least = 1e-12;
    double sum = 0;
    for (size_t l = 0; l < k && values[l] > least * values[0]; l++) {
        double ya = 0, yb = 0;
        for (size_t j = 0; j < k; j++) {
            ya += vectors[j * k + l] * a[j];
            yb += vectors[j * k + l] * b[j];
        }
        sum += ya * yb / values[l];
    }
    return sum;
}

/* *part = e' P u / e'u, P the projection onto the span of w's columns. Where w's columns are eigenvectors of C and
 * u = C e, that is the sum of C's part that they make, over C's own. */
static jsmf_status part_in_span(jsmf_context *ctx, size_t n, size_t k, const double *w, const double *u, double *part)
{
    const size_t square = jsmf_mul_sat(k, k);
    double *gram = jsmf_alloc(ctx, square, sizeof *gram), *vectors = jsmf_alloc(ctx, k, 3 * sizeof *vectors);
    double *values = vectors, *a = vectors + k, *b = vectors + 2 * k;
    if (jsmf_context_status(ctx) != JSMF_OK || jsmf_dense_cross(ctx, n, k, k, w, w, gram) != JSMF_OK ||
        jsmf_dense_eigen(ctx, k, gram, values) != JSMF_OK)
        goto done;
    against(n, k, w, NULL, a);
    against(n, k, w, u, b);
    *part = by_inverse(k, values, gram, a, b) / jsmf_dense_sum(n, u);
done:
    free(gram);
    free(vectors);
    return jsmf_context_status(ctx);
}

/* *scale: what to divide by, 1 where the sum is what an approximation with w's columns may have. */
static jsmf_status find_scale(jsmf_context *ctx, const char *where, double sum, size_t n, size_t k, const double *w,
                              const double *unigram, double *scale)
{
    double part = 1;
    *scale = 1;
    if (check_sum(ctx, where, sum) != JSMF_OK || is_near(sum, 1) ||
        (unigram && part_in_span(ctx, n, k, w, unigram, &part) != JSMF_OK) || is_near(sum, part))
        return jsmf_context_status(ctx);
    warn(ctx, where, sum);
    *scale = sum;
    return JSMF_OK;
}

/* d: k weights, or NULL for ones. */
static jsmf_status sum_of_columns(jsmf_context *ctx, size_t n, size_t k, const double *w, const double *d, double *sum)
{
    double *sums = jsmf_alloc(ctx, k, sizeof *sums);
    *sum = 0;
    if (!sums)
        return jsmf_context_status(ctx);
    against(n, k, w, NULL, sums);
    for (size_t j = 0; j < k; j++)
        *sum += (d ? d[j] : 1) * sums[j] * sums[j];
    free(sums);
    return JSMF_OK;
}

jsmf_status jsmf_cooc_scale_eigen(jsmf_context *ctx, const char *where, size_t n, size_t k, const double *v, double *d,
                                  const double *unigram)
{
    double sum, scale;
    if (sum_of_columns(ctx, n, k, v, d, &sum) != JSMF_OK ||
        find_scale(ctx, where, sum, n, k, v, unigram, &scale) != JSMF_OK || scale == 1)
        return jsmf_context_status(ctx);
    divide(k, d, scale);
    return JSMF_OK;
}

jsmf_status jsmf_cooc_scale_y(jsmf_context *ctx, const char *where, size_t n, size_t k, double *y,
                              const double *unigram)
{
    double sum, scale;
    if (sum_of_columns(ctx, n, k, y, NULL, &sum) != JSMF_OK ||
        find_scale(ctx, where, sum, n, k, y, unigram, &scale) != JSMF_OK || scale == 1)
        return jsmf_context_status(ctx);
    divide(n * k, y, sqrt(scale));
    return JSMF_OK;
}

jsmf_status jsmf_cooc_scale_rectified(jsmf_context *ctx, const char *where, size_t n, size_t k, double *y, double *r,
                                      double *total)
{
    double sum;
    if (check_sum(ctx, where, *total) != JSMF_OK || is_near(*total, 1) ||
        sum_of_columns(ctx, n, k, y, NULL, &sum) != JSMF_OK || is_one(sum + (double)n * (double)n * *r))
        return jsmf_context_status(ctx);
    warn(ctx, where, *total);
    divide(n * k, y, sqrt(*total));
    *r /= *total;
    *total = 1;
    return JSMF_OK;
}

jsmf_status jsmf_cooc_scale_unigram(jsmf_context *ctx, const char *where, size_t n, double *unigram)
{
    const double sum = jsmf_dense_sum(n, unigram);
    if (check_sum(ctx, where, sum) != JSMF_OK || is_near(sum, 1))
        return jsmf_context_status(ctx);
    warn(ctx, where, sum);
    divide(n, unigram, sum);
    return JSMF_OK;
}
