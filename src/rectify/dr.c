/* Cyclic Douglas-Rachford iterations (001 Algorithm 2). With R_S = 2 P_S - 1 a cycle is
 *     C1 = (C3 + R_NOR R_PSD C3) / 2,  C2 = (C1 + R_NN R_NOR C1) / 2,  C3 = (C2 + R_PSD R_NN C2) / 2,
 * P_PSD keeping the k largest eigenpairs, P_NOR adding one number to every entry, P_NN clipping at 0. Where Y Y' is
 * P_PSD C3, and Z Z' is P_PSD |C2|, this comes to
 *     C2 = max(Y Y' + r, -s),  C3 = Z Z' + min(C2, 0),
 *     r = (1 - |Y'e|^2) / n^2,  s = (|Y'e|^2 - e' C3 e) / n^2,
 * so that one matrix in memory is enough: |C2| and C3 are made in it in turn, from Y and Z. */
#include "jsmf/rectify.h"

#include "jsmf/model.h"
#include "projections.h"
#include "operator/shifted.h"
#include "dense/vector.h"
#include "eigen/eigen_inner.h"
#include "operator/operator_inner.h"

#include <math.h>
#include <stdlib.h>

typedef struct dr {
    jsmf_context *ctx;
    size_t n, k;
    double *c;           /* n x n: |C2| and C3 in turn */
    jsmf_operator *held; /* what c holds; NULL in the beginning */
    double *values;      /* k */
    double *y, *z;       /* n x k */
    double r, s;
    jsmf_eigen_report eigen[2];
} dr;

static void put_tile(const dr *d, size_t i0, size_t m, size_t j0, size_t w, const double *tile)
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < w; j++) {
            d->c[(i0 + i) * d->n + j0 + j] = tile[i * w + j];
            d->c[(j0 + j) * d->n + i0 + i] = tile[i * w + j];
        }
}

/* tile: of Y Y', becomes one of |C2|. */
static jsmf_status put_abs_c2_tile(jsmf_context *ctx, void *arg, size_t pair, size_t i0, size_t m, size_t j0, size_t w,
                                double *tile)
{
    const dr *d = arg;
    (void)ctx, (void)pair;
    for (size_t i = 0; i < m * w; i++)
        tile[i] = fabs(fmax(tile[i] + d->r, -d->s));
    put_tile(d, i0, m, j0, w, tile);
    return JSMF_OK;
}

/* tile: of Z Z', becomes one of C3. Where s is negative C2 has no negative entry. */
static jsmf_status put_c3_tile(jsmf_context *ctx, void *arg, size_t pair, size_t i0, size_t m, size_t j0, size_t w,
                                double *tile)
{
    const dr *d = arg;
    const jsmf_operator_shifted t = { .n = d->n, .k = d->k, .y = d->y };
    double *other = d->s > 0 ? jsmf_alloc(ctx, m * w, sizeof *other) : NULL;
    (void)pair;
    if (other) {
        jsmf_operator_shifted_tile(&t, i0, m, j0, w, other, w);
        for (size_t i = 0; i < m * w; i++)
            tile[i] += fmin(fmax(other[i] + d->r, -d->s), 0);
        free(other);
    }
    put_tile(d, i0, m, j0, w, tile);
    return jsmf_context_status(ctx);
}

/* c = what put_tile_fn makes of the tiles of F F'. */
static jsmf_status make(dr *d, const double *f, jsmf_operator_tile_fn put_tile_fn)
{
    const jsmf_operator_shifted t = { .n = d->n, .k = d->k, .y = f };
    jsmf_operator_free(d->held);
    d->held = NULL;
    if (jsmf_operator_shifted_each_tile(d->ctx, &t, put_tile_fn, d) != JSMF_OK)
        return jsmf_context_status(d->ctx);
    return jsmf_operator_dense(d->ctx, d->n, d->c, &d->held);
}

static jsmf_status sum_of(jsmf_context *ctx, const jsmf_operator *op, double *sum)
{
    const size_t n = jsmf_operator_size(op);
    double *sums = jsmf_alloc(ctx, n, sizeof *sums);
    if (sums && jsmf_operator_row_sums(ctx, op, sums) == JSMF_OK)
        *sum = jsmf_dense_sum(n, sums);
    free(sums);
    return jsmf_context_status(ctx);
}

static jsmf_status report(const dr *d, size_t iteration, size_t iterations, double began)
{
    const jsmf_eigen_report *e = d->eigen;
    const double residual = fmax(e[0].residual, e[1].residual);
    jsmf_message(d->ctx, JSMF_INFO, "iteration %zu: %zu products (%s, %s), residual %.1e, %.3f s", iteration,
                 e[0].products + e[1].products, e[0].method, e[1].method, residual, jsmf_context_clock() - began);
    return jsmf_progress(d->ctx, "rectification", (double)iteration / (double)iterations, residual);
}

/* c = max(C3, 0) / e' max(C3, 0) e */
static jsmf_status clip_and_normalise(dr *d)
{
    const size_t entries = d->n * d->n;
    double total;
    jsmf_dense_shift_clip(entries, 0, 1, d->c);
    total = jsmf_dense_sum(entries, d->c);
    if (jsmf_rectify_check_total(d->ctx, total) != JSMF_OK)
        return jsmf_context_status(d->ctx);
    jsmf_dense_shift_clip(entries, 0, 1 / total, d->c);
    return JSMF_OK;
}

jsmf_status jsmf_rectify_dr(jsmf_context *ctx, const jsmf_operator *op, const jsmf_rectify_dr_options *options,
                            double **c)
{
    const size_t n = jsmf_operator_size(op), k = options->k, tall = jsmf_mul_sat(n, k);
    dr d = { .ctx = ctx, .n = n, .k = k, .c = *c };
    if (jsmf_model_check_topics(ctx, NULL, k, n) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (options->iterations == 0)
        return jsmf_fail(ctx, JSMF_EUSAGE, "no iterations (at least 1)");
    if (!d.c)
        d.c = jsmf_alloc(ctx, jsmf_mul_sat(n, n), sizeof *d.c);
    d.values = jsmf_alloc(ctx, k, sizeof *d.values);
    d.y = jsmf_alloc(ctx, tall, sizeof *d.y);
    d.z = jsmf_alloc(ctx, tall, sizeof *d.z);
    if (jsmf_context_status(ctx) != JSMF_OK)
        goto done;
    for (size_t i = 1; i <= options->iterations; i++) {
        const double began = jsmf_context_clock(), square = (double)n * (double)n;
        const jsmf_operator *c3 = i == 1 ? op : d.held;
        const jsmf_eigen_options from_z = { .start = i == 1 ? NULL : d.z, .start_columns = k, .cold = options->cold };
        const jsmf_eigen_options from_y = { .start = d.y, .start_columns = k };
        double sum = 0;
        /* P_PSD C3 = Y Y', which the last Z is nearly the span of. */
        if (sum_of(ctx, c3, &sum) != JSMF_OK ||
            jsmf_rectify_project_psd(ctx, c3, k, &from_z, d.values, d.y, &d.eigen[0]) != JSMF_OK)
            goto done;
        /* C1 = (C3 + R_NOR R_PSD C3) / 2 = Y Y' + (r - s) e e', P_NOR C1 = Y Y' + r e e' */
        if (jsmf_rectify_project_sum(ctx, n, k, d.y, 0, &d.r) != JSMF_OK)
            goto done;
        d.s = (1 - sum) / square - d.r;
        /* C2 = (C1 + R_NN R_NOR C1) / 2 = max(Y Y' + r, -s), and R_NN C2 = |C2| */
        if (make(&d, d.y, put_abs_c2_tile) != JSMF_OK)
            goto done;
        /* C3 = (C2 + R_PSD R_NN C2) / 2 = Z Z' + min(C2, 0), Z Z' = P_PSD |C2| */
        if (jsmf_rectify_project_psd(ctx, d.held, k, &from_y, d.values, d.z, &d.eigen[1]) != JSMF_OK ||
            make(&d, d.z, put_c3_tile) != JSMF_OK || report(&d, i, options->iterations, began) != JSMF_OK)
            goto done;
    }
    if (clip_and_normalise(&d) == JSMF_OK)
        *c = d.c;
done:
    if (d.c != *c)
        free(d.c);
    jsmf_operator_free(d.held);
    free(d.values);
    free(d.y);
    free(d.z);
    return jsmf_context_status(ctx);
}

size_t jsmf_rectify_dr_bytes(size_t n, size_t k, bool in_place)
{
    const size_t tall = jsmf_mul_sat(jsmf_mul_sat(n, 2 * k + 1), sizeof(double));
    const size_t matrix = in_place ? 0 : jsmf_mul_sat(jsmf_mul_sat(n, n), sizeof(double));
    return jsmf_add_sat(matrix, jsmf_add_sat(tall, jsmf_eigen_largest_bytes(n, k, k)));
}
