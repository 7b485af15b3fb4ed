/* The k largest eigenpairs of an operator: which solver finds them, the one by LAPACK, and the signs. */
#include "eigen_inner.h"

#include "eigenpairs.h"
#include "solvers.h"
#include "dense/lapack.h"
#include "dense/vector.h"
#include "jsmf/base.h"
#include "operator/operator_inner.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The whole matrix goes to LAPACK up to DENSE_ROWS rows; up to CACHE_ROWS where more than one vector in CACHE_PART is
 * wanted, and beyond where more than one in DENSE_PART is: measured. Below NARROW_LEAST vectors, narrow blocks do not
 * pay. */
enum { DENSE_ROWS = 500, CACHE_ROWS = 3000, CACHE_PART = 12, DENSE_PART = 4, NARROW_LEAST = 8 };

/* Products with one vector that cost more than the whole of a matrix, in units of its rows. */
enum { WHOLE_PRODUCTS = 4 };

/* A product with one vector is cheap where it reads no more than this. Measured beside blocks, k from 1 to 100: ARPACK
 * takes 0.3 to 0.9 of the time with up to 12 MiB, about the same with 16 to 20, and 1.3 times as much from 30 on, where
 * what is read no longer stays in cache. */
enum { CHEAP_BYTES = 16 << 20 };

static const double default_tolerance = 1e-10;

static jsmf_status lapack_range(jsmf_context *ctx, size_t n, size_t k, double *c, double *values, double *rows)
{
    int found = 0, info;
    int *support = jsmf_alloc(ctx, 2 * k, sizeof *support);
    if (!support)
        return jsmf_context_status(ctx);
    info = LAPACKE_dsyevr(LAPACK_COL_MAJOR, 'V', 'I', 'L', (int)n, c, (int)n, 0, 0, (int)(n - k + 1), (int)n, 0,
                          &found, values, rows, (int)n, support);
    free(support);
    if (info == 0 && (size_t)found != k)
        return jsmf_fail(ctx, JSMF_ENUMERIC, "LAPACK found %d eigenvectors of %zu (dsyevr)", found, k);
    return jsmf_dense_lapack_check(ctx, info, "eigenvectors", n, n, "did not converge");
}

static jsmf_status solve_whole(jsmf_context *ctx, const jsmf_operator *op, size_t k, double *values, double *vectors,
                               jsmf_eigen_report *report)
{
    const size_t n = jsmf_operator_size(op), row = jsmf_mul_sat(n, sizeof(double));
    double *c = jsmf_alloc(ctx, n, row), *rows = jsmf_alloc(ctx, k, row), *ascending = jsmf_alloc(ctx, n, sizeof *c);
    *report = (jsmf_eigen_report){ .products = n, .residual = 0, .method = "dense" };
    if (jsmf_context_status(ctx) != JSMF_OK || jsmf_operator_panel(ctx, op, 0, n, c) != JSMF_OK ||
        lapack_range(ctx, n, k, c, ascending, rows) != JSMF_OK)
        goto done;
    for (size_t j = 0; j < k; j++) {
        values[j] = ascending[k - 1 - j];
        cblas_dcopy((int)n, rows + (k - 1 - j) * n, 1, vectors + j, (int)k);
    }
done:
    free(c);
    free(rows);
    free(ascending);
    return jsmf_context_status(ctx);
}

static jsmf_status check_finite(jsmf_context *ctx, size_t n, size_t k, const double *values, const double *vectors)
{
    if (jsmf_dense_is_finite(k, values) && jsmf_dense_is_finite(n * k, vectors))
        return JSMF_OK;
    return jsmf_fail(ctx, JSMF_ENUMERIC, "NaN in the %zu largest eigenvectors", k);
}

/* ARPACK finds the vectors, a further search that it has missed none, and wide blocks check them. *found = false, and
 * only the products count, where one of these does not find them all. */
static jsmf_status solve_by_arpack(jsmf_context *ctx, const jsmf_operator *op, size_t k,
                                   const jsmf_eigen_options *options, double *values, double *vectors, bool *found,
                                   jsmf_eigen_report *report)
{
    jsmf_eigen_options with = *options;
    size_t products, more = 0;
    *report = (jsmf_eigen_report){ 0 };
    if (jsmf_eigen_arpack(ctx, op, k, options->tolerance / 2, values, vectors, found, &products) != JSMF_OK ||
        (*found &&
         jsmf_eigen_missed(ctx, op, k, options->tolerance, values, vectors, found, &more) != JSMF_OK))
        return jsmf_context_status(ctx);
    with.start = vectors;
    with.start_columns = k;
    if (*found && jsmf_eigen_block(ctx, op, k, &with, values, vectors, found, report) != JSMF_OK)
        return jsmf_context_status(ctx);
    report->products += products + more;
    report->method = "arpack";
    return JSMF_OK;
}

/* Krylov methods need the more products the less the wanted eigenvalues differ from the next, as parts of all between
 * the most negative one and the largest. A matrix of up to CACHE_ROWS rows is solved whole instead where these are more
 * than it costs, by size alone. */
static bool may_be_solved_whole(const jsmf_operator *op, const jsmf_eigen_options *options)
{
    return options->most_blocks == 0 && jsmf_operator_size(op) <= CACHE_ROWS && jsmf_operator_has_rows(op);
}

/* By wide blocks, or whole. */
static jsmf_status solve_by_wide_blocks(jsmf_context *ctx, const jsmf_operator *op, size_t k,
                                        const jsmf_eigen_options *options, double *values, double *vectors,
                                        jsmf_eigen_report *report)
{
    const bool whole = may_be_solved_whole(op, options);
    bool found = true;
    size_t wasted;
    if (jsmf_eigen_block(ctx, op, k, options, values, vectors, whole ? &found : NULL, report) != JSMF_OK || found)
        return jsmf_context_status(ctx);
    wasted = report->products;
    jsmf_message(ctx, JSMF_INFO, "the %zu largest eigenvectors did not converge in %zu products (residual %.2g, wanted "
                 "%.2g): the whole matrix is solved", k, wasted, report->residual, options->tolerance);
    jsmf_recorded(solve_whole(ctx, op, k, values, vectors, report));
    report->products += wasted;
    return jsmf_context_status(ctx);
}

/* Narrow blocks find the vectors, wide ones check them; or find them, where narrow ones do not. */
static jsmf_status solve_by_blocks(jsmf_context *ctx, const jsmf_operator *op, size_t k,
                                   const jsmf_eigen_options *options, double *values, double *vectors,
                                   jsmf_eigen_report *report)
{
    jsmf_eigen_options with = *options;
    size_t products = 0;
    bool found = false;
    *report = (jsmf_eigen_report){ .method = NULL };
    if (k >= NARROW_LEAST &&
        jsmf_eigen_lanczos(ctx, op, k, options->tolerance / 2, options->most_products, vectors, &found, &products) !=
            JSMF_OK)
        return jsmf_context_status(ctx);
    if (found) {
        with.start = vectors;
        with.start_columns = k;
    }
    if (solve_by_wide_blocks(ctx, op, k, &with, values, vectors, report) != JSMF_OK)
        return jsmf_context_status(ctx);
    report->products += products;
    return JSMF_OK;
}

/* By size alone, so that the same C always takes the same way. */
static bool wants_arpack(const jsmf_operator *op, const jsmf_eigen_options *options)
{
    if (options->cold == JSMF_EIGEN_BY_RULE)
        return jsmf_operator_single_bytes(op) <= CHEAP_BYTES;
    return options->cold == JSMF_EIGEN_ARPACK;
}

static jsmf_status solve_cold(jsmf_context *ctx, const jsmf_operator *op, size_t k, const jsmf_eigen_options *options,
                              double *values, double *vectors, jsmf_eigen_report *report)
{
    size_t wasted = 0;
    if (wants_arpack(op, options)) {
        bool found;
        if (solve_by_arpack(ctx, op, k, options, values, vectors, &found, report) != JSMF_OK || found)
            return jsmf_context_status(ctx);
        wasted = report->products;
    }
    if (solve_by_blocks(ctx, op, k, options, values, vectors, report) != JSMF_OK)
        return jsmf_context_status(ctx);
    report->products += wasted;
    return JSMF_OK;
}

static bool wants_lapack(size_t n, size_t k)
{
    return n <= DENSE_ROWS || k > n / (n <= CACHE_ROWS ? CACHE_PART : DENSE_PART);
}

static size_t whole_bytes(size_t n, size_t k) { return jsmf_mul_sat(jsmf_mul_sat(n, n + 2 * k), sizeof(double)); }

size_t jsmf_eigen_largest_bytes(size_t n, size_t k, size_t start_columns)
{
    size_t then;
    if (wants_lapack(n, k))
        return whole_bytes(n, k);
    then = jsmf_eigen_block_bytes(n, k, start_columns);
    if (start_columns == 0 && k >= NARROW_LEAST)
        then = jsmf_greatest(jsmf_eigen_lanczos_bytes(n, k), then);
    return n <= CACHE_ROWS ? jsmf_greatest(whole_bytes(n, k), then) : then;
}

static jsmf_status solve(jsmf_context *ctx, const jsmf_operator *op, size_t k, const jsmf_eigen_options *options,
                         double *values, double *vectors, jsmf_eigen_report *report)
{
    const size_t n = jsmf_operator_size(op);
    jsmf_eigen_options with = *options;
    bool known;
    with.most_products = may_be_solved_whole(op, options) ? WHOLE_PRODUCTS * n : SIZE_MAX;
    if (jsmf_operator_leading(ctx, op, k, values, vectors, &known) != JSMF_OK || known) {
        *report = (jsmf_eigen_report){ .method = "known" };
        return jsmf_context_status(ctx);
    }
    if (wants_lapack(n, k))
        return solve_whole(ctx, op, k, values, vectors, report);
    /* A bound on blocks is that of wide ones. */
    return options->most_blocks == 0 && !(options->start && options->start_columns)
               ? solve_cold(ctx, op, k, &with, values, vectors, report)
               : solve_by_wide_blocks(ctx, op, k, &with, values, vectors, report);
}

jsmf_status jsmf_eigen_largest(jsmf_context *ctx, const jsmf_operator *op, size_t k, const jsmf_eigen_options *options,
                               double *values, double *vectors, jsmf_eigen_report *report)
{
    const size_t n = jsmf_operator_size(op);
    jsmf_eigen_options with = options ? *options : (jsmf_eigen_options){ 0 };
    jsmf_eigen_report own;
    if (k > n)
        return jsmf_fail(ctx, JSMF_ENUMERIC, "%zu eigenvector%s of a matrix of %zu row%s", JSMF_COUNTED(k),
                         JSMF_COUNTED(n));
    if (with.tolerance <= 0)
        with.tolerance = default_tolerance;
    if (!report)
        report = &own;
    if (k == 0) {
        *report = (jsmf_eigen_report){ .method = "dense" };
        return JSMF_OK;
    }
    if (solve(ctx, op, k, &with, values, vectors, report) != JSMF_OK ||
        check_finite(ctx, n, k, values, vectors) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_eigen_fix_signs(ctx, n, k, vectors);
}
