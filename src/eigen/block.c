/* The largest eigenpairs by a block Krylov method with thick restarts: Rayleigh-Ritz on a growing space, which is
 * expanded by the residuals of those wanted Ritz vectors that have not converged, and which is cut back to the leading
 * Ritz vectors when it is full. Blocks as wide as k find eigenvalues of any multiplicity, make gemm of every product,
 * and shrink as vectors converge; a warm start is the same method from a better block. */
#include "solvers.h"

#include "krylov.h"

#include <math.h>

#include <stdlib.h>
#include <string.h>

/* The basis holds three blocks and ROOM vectors; a restart keeps k + SPARE; a cold start has k + SPARE / 2. */
enum { ROOM = 40, SPARE = 20, MOST_PRODUCTS = 500 };

/* Residuals are relative to the largest eigenvalue; where that is next to nothing beside the most negative one, to this
 * part of that one, which rounding allows. */
static const double least_scale = 1e-3;

typedef struct search {
    jsmf_eigen_krylov s;
    size_t k;
    double tolerance;
    size_t *selected; /* k: the wanted Ritz vectors that have not converged */
    size_t count;     /* how many these are */
    double residual;
} search;

static size_t start_width(size_t n, size_t k, size_t columns)
{
    if (columns == 0)
        return jsmf_least(k + SPARE / 2, n);
    return columns > k ? columns : k;
}

static size_t block_width(size_t n, size_t k, size_t columns)
{
    return jsmf_least(start_width(n, k, columns), k + SPARE);
}

static size_t basis_capacity(size_t n, size_t width) { return jsmf_least(3 * width + ROOM, n - width); }

size_t jsmf_eigen_block_bytes(size_t n, size_t k, size_t start_columns)
{
    const size_t width = block_width(n, k, start_columns);
    return jsmf_eigen_krylov_bytes(n, basis_capacity(n, width), width, start_width(n, k, start_columns));
}

/* The Ritz vectors, and which of those wanted have residuals above the tolerance. */
static jsmf_status judge(search *f)
{
    const jsmf_eigen_krylov *s = &f->s;
    double scale;
    if (jsmf_eigen_krylov_ritz(&f->s) != JSMF_OK)
        return jsmf_context_status(s->ctx);
    scale = fmax(fabs(s->theta[0]), least_scale * fabs(s->theta[s->m - 1]));
    f->residual = 0;
    f->count = 0;
    for (size_t j = 0; j < f->k; j++) {
        const double residual = scale > 0 ? jsmf_eigen_krylov_residual(s, j) / scale : 0;
        f->residual = fmax(f->residual, residual);
        if (residual > f->tolerance)
            f->selected[f->count++] = j;
    }
    return JSMF_OK;
}

/* By the residuals of what has not converged, or by all of F where these are more than half of it. (By half of it there
 * saves a tenth of the products, and no time: these have narrower blocks, and there are twice as many Ritz steps.) */
static jsmf_status grow(search *f)
{
    jsmf_eigen_krylov *s = &f->s;
    const size_t b = 2 * f->count > s->width ? s->width : f->count;
    if (b < s->width && jsmf_eigen_krylov_turn(s, b, f->selected) != JSMF_OK)
        return jsmf_context_status(s->ctx);
    if (s->m + b > s->capacity && jsmf_eigen_krylov_restart(s, jsmf_least(f->k + SPARE, s->m)) != JSMF_OK)
        return jsmf_context_status(s->ctx);
    return jsmf_eigen_krylov_expand(s, b);
}

static jsmf_status iterate(search *f, size_t most)
{
    for (size_t products = 1;; products++) {
        jsmf_status status = judge(f);
        if (status != JSMF_OK || f->count == 0)
            return status;
        if (products >= most)
            return jsmf_fail(f->s.ctx, JSMF_ENUMERIC,
                             "%zu eigenvectors of %zu did not converge in %zu products (residual %.2g, wanted %.2g)",
                             f->count, f->k, f->s.vectors, f->residual, f->tolerance);
        status = grow(f);
        if (status != JSMF_OK)
            return status;
    }
}

static jsmf_status finish(search *f, double *values, double *vectors, jsmf_eigen_report *report)
{
    memcpy(values, f->s.theta, f->k * sizeof *values);
    *report = (jsmf_eigen_report){ .products = f->s.vectors, .residual = f->residual, .method = "block" };
    return jsmf_eigen_krylov_finish(&f->s, f->k, vectors);
}

jsmf_status jsmf_eigen_block(jsmf_context *ctx, const jsmf_operator *op, size_t k, const jsmf_eigen_options *options,
                             double *values, double *vectors, jsmf_eigen_report *report)
{
    const size_t n = jsmf_operator_size(op), columns = options->start ? options->start_columns : 0;
    search f = { .s = { .ctx = ctx, .op = op, .n = n }, .k = k, .tolerance = options->tolerance };
    jsmf_status status;
    f.s.width = block_width(n, k, columns);
    f.s.capacity = basis_capacity(n, f.s.width);
    f.selected = jsmf_alloc(ctx, k, sizeof *f.selected);
    status = f.selected ? jsmf_eigen_krylov_begin(&f.s, options->start, columns, start_width(n, k, columns))
                        : JSMF_ESYSTEM;
    if (status == JSMF_OK)
        status = iterate(&f, options->max_products ? options->max_products : MOST_PRODUCTS);
    if (status == JSMF_OK)
        status = finish(&f, values, vectors, report);
    jsmf_eigen_krylov_free(&f.s);
    free(f.selected);
    return status;
}
