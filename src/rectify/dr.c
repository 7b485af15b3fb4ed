/* Cyclic Douglas-Rachford iterations (001 Algorithm 2). With R_S = 2 P_S - 1 a cycle is
 *     C1 = (C3 + R_NOR R_PSD C3) / 2,  C2 = (C1 + R_NN R_NOR C1) / 2,  C3 = (C2 + R_PSD R_NN C2) / 2,
 * P_PSD keeping the k largest eigenpairs, P_NOR adding one number to every entry, P_NN clipping at 0. Where Y Y' is
 * P_PSD C3, and Z Z' is P_PSD |C2|, this comes to
 *     C2 = max(Y Y' + r, -s),  C3 = Z Z' + min(C2, 0),
 *     r = (1 - |Y'e|^2) / n^2,  s = (|Y'e|^2 - e' C3 e) / n^2,
 * so that one matrix in memory is enough: |C2| and C3 are made in it in turn, from Y and Z. */
#include "jsmf/rectify.h"

#include "jsmf/model.h"
#include "eigen/leading.h"
#include "results.h"
#include "operator/shifted.h"
#include "dense/vector.h"

#include <math.h>
#include <stdlib.h>

typedef struct dr {
    jsmf_context *ctx;
    size_t n, k;
    const jsmf_operator *start; /* C3 of the first cycle, which may lie in c */
    jsmf_operator *held;        /* what c holds from then on */
    double *c;                  /* n x n */
    double *values;             /* k */
    double *y, *z;              /* n x k */
    double r, s;
    jsmf_eigen_report eigen[2];
} dr;

/* ---- the matrices ---- */

static void put_tile(const dr *d, size_t i0, size_t m, size_t j0, size_t w, const double *tile)
{
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < w; j++) {
            d->c[(i0 + i) * d->n + j0 + j] = tile[i * w + j];
            d->c[(j0 + j) * d->n + i0 + i] = tile[i * w + j];
        }
}

/* |C2|, tile of Y Y'. */
static jsmf_status reflect_tile(jsmf_context *ctx, void *arg, size_t pair, size_t i0, size_t m, size_t j0, size_t w,
                                double *tile)
{
    const dr *d = arg;
    (void)ctx, (void)pair;
    for (size_t i = 0; i < m * w; i++)
        tile[i] = fabs(fmax(tile[i] + d->r, -d->s));
    put_tile(d, i0, m, j0, w, tile);
    return JSMF_OK;
}

/* C3, tile of Z Z'. Where s is negative C2 is not. */
static jsmf_status average_tile(jsmf_context *ctx, void *arg, size_t pair, size_t i0, size_t m, size_t j0, size_t w,
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

/* c = what fn makes of the tiles of F F'. */
static jsmf_status make(dr *d, const double *f, jsmf_operator_tile_fn fn)
{
    const jsmf_operator_shifted t = { .n = d->n, .k = d->k, .y = f };
    jsmf_operator_free(d->held);
    d->held = NULL;
    if (jsmf_operator_shifted_each_tile(d->ctx, &t, fn, d) != JSMF_OK)
        return jsmf_context_status(d->ctx);
    return jsmf_operator_dense(d->ctx, d->n, d->c, &d->held);
}

/* ---- a cycle ---- */

static jsmf_status sum_of(dr *d, const jsmf_operator *op, double *sum)
{
    double *sums = jsmf_alloc(d->ctx, d->n, sizeof *sums);
    if (sums && jsmf_operator_row_sums(d->ctx, op, sums) == JSMF_OK)
        *sum = jsmf_dense_sum(d->n, sums);
    free(sums);
    return jsmf_context_status(d->ctx);
}

/* Successive eigenproblems are much alike: Y begins at the last Z, and Z at Y. */
static jsmf_status cycle(dr *d, bool first)
{
    const jsmf_operator *c3 = first ? d->start : d->held;
    const double square = (double)d->n * (double)d->n;
    double sum = 0;
    if (sum_of(d, c3, &sum) != JSMF_OK ||
        jsmf_eigen_leading_factor_from(d->ctx, c3, d->k, first ? NULL : d->z, first ? 0 : d->k, d->values, d->y,
                                       &d->eigen[0]) != JSMF_OK ||
        jsmf_rectify_level(d->ctx, d->n, d->k, d->y, 0, &d->r) != JSMF_OK)
        return jsmf_context_status(d->ctx);
    d->s = (1 - sum) / square - d->r;
    if (make(d, d->y, reflect_tile) != JSMF_OK ||
        jsmf_eigen_leading_factor_from(d->ctx, d->held, d->k, d->y, d->k, d->values, d->z, &d->eigen[1]) != JSMF_OK)
        return jsmf_context_status(d->ctx);
    return make(d, d->z, average_tile);
}

static jsmf_status finish(dr *d)
{
    const size_t entries = d->n * d->n;
    double total;
    jsmf_dense_shift_clip(entries, 0, 1, d->c);
    total = jsmf_dense_sum(entries, d->c);
    if (!(total > 0) || !isfinite(total))
        return jsmf_fail(d->ctx, JSMF_ENUMERIC, "the rectified co-occurrence sums to %g", total);
    jsmf_dense_shift_clip(entries, 0, 1 / total, d->c);
    return JSMF_OK;
}

static jsmf_status run(dr *d, size_t iterations)
{
    for (size_t i = 1; i <= iterations; i++) {
        const double began = jsmf_context_clock();
        const jsmf_eigen_report *e = d->eigen;
        double residual;
        if (cycle(d, i == 1) != JSMF_OK)
            return jsmf_context_status(d->ctx);
        residual = fmax(e[0].residual, e[1].residual);
        jsmf_message(d->ctx, JSMF_INFO, "iteration %zu: %zu products (%s, %s), residual %.1e, %.3f s", i,
                     e[0].products + e[1].products, e[0].method, e[1].method, residual, jsmf_context_clock() - began);
        if (jsmf_progress(d->ctx, "rectification", (double)i / (double)iterations, residual) != JSMF_OK)
            return jsmf_context_status(d->ctx);
    }
    return finish(d);
}

jsmf_status jsmf_rectify_dr(jsmf_context *ctx, const jsmf_operator *op, const jsmf_rectify_dr_options *options,
                            double **c)
{
    const size_t n = jsmf_operator_size(op), tall = jsmf_mul_sat(n, options->k);
    dr d = { .ctx = ctx, .n = n, .k = options->k, .start = op, .c = *c };
    if (jsmf_model_check_topics(ctx, NULL, d.k, n) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (options->iterations == 0)
        return jsmf_fail(ctx, JSMF_EUSAGE, "no iterations (at least 1)");
    if (!d.c)
        d.c = jsmf_alloc(ctx, jsmf_mul_sat(n, n), sizeof *d.c);
    d.values = jsmf_alloc(ctx, d.k, sizeof *d.values);
    d.y = jsmf_alloc(ctx, tall, sizeof *d.y);
    d.z = jsmf_alloc(ctx, tall, sizeof *d.z);
    if (d.c && d.values && d.y && d.z && run(&d, options->iterations) == JSMF_OK)
        *c = d.c;
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
