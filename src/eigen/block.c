/* The largest eigenpairs by a block Krylov method with thick restarts: Rayleigh-Ritz on a growing space, which is
 * expanded by the residuals of those wanted Ritz vectors that have not converged, and which is cut back to the leading
 * Ritz vectors when it is full. Blocks as wide as k find eigenvalues of any multiplicity, make gemm of every product,
 * and shrink as vectors converge; a warm start is the same method from a better block. */
#include "solvers.h"

#include "krylov.h"
#include "eigen_inner.h"
#include "base/base_inner.h"
#include "operator/operator_inner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The basis holds three blocks and ROOM vectors; a restart keeps k + SPARE; a cold start has k + SPARE / 2. There are
 * as many products at most as MOST_BLOCKS blocks in their first width have, in at most SLIM times as many blocks. */
enum { ROOM = 40, SPARE = 20, MOST_BLOCKS = 500, SLIM = 4 };

/* Residuals are relative to the largest eigenvalue; where that is next to nothing beside the most negative one, to this
 * part of that one, which rounding allows. */
static const double smallest_scale = 1e-3;

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

/* Selects the wanted Ritz vectors whose residuals are above the tolerance. */
static void select_unconverged(search *f)
{
    const jsmf_eigen_krylov *s = &f->s;
    const double scale = fmax(fabs(s->theta[0]), smallest_scale * fabs(s->theta[s->m - 1]));
    f->residual = 0;
    f->count = 0;
    for (size_t j = 0; j < f->k; j++) {
        const double residual = scale > 0 ? jsmf_eigen_krylov_residual(s, j) / scale : 0;
        f->residual = fmax(f->residual, residual);
        if (residual > f->tolerance)
            f->selected[f->count++] = j;
    }
}

static bool has_more(const search *f, size_t blocks, const jsmf_eigen_options *o)
{
    const size_t products = jsmf_least(MOST_BLOCKS * f->s.width, o->most_products ? o->most_products : SIZE_MAX);
    return o->most_blocks ? blocks < o->most_blocks : f->s.vectors < products && blocks < SLIM * MOST_BLOCKS;
}

static jsmf_status fail_to_converge(const search *f)
{
    const jsmf_eigen_krylov *s = &f->s;
    const double least = s->theta[s->m - 1];
    char beside[64] = "";
    if (least < -fabs(s->theta[0]))
        snprintf(beside, sizeof beside, ", beside eigenvalues down to about %.3g", least);
    return jsmf_fail_remedy(s->ctx, JSMF_ENUMERIC, *beside ? JSMF_REMEDY_NO_NEGATIVE_EIGENVALUES : JSMF_REMEDY_NONE, 0,
                            "%zu eigenvectors of %zu did not converge in %zu products%s (residual %.2g, wanted %.2g)",
                            f->count, f->k, s->vectors, beside, f->residual, f->tolerance);
}

jsmf_status jsmf_eigen_block(jsmf_context *ctx, const jsmf_operator *op, size_t k, const jsmf_eigen_options *options,
                             double *values, double *vectors, bool *found, jsmf_eigen_report *report)
{
    const size_t n = jsmf_operator_size(op), columns = options->start ? options->start_columns : 0;
    const size_t w = block_width(n, k, columns);
    search f = { .s = { .ctx = ctx, .op = op, .n = n, .width = w, .capacity = basis_capacity(n, w) },
                 .k = k,
                 .tolerance = options->tolerance };
    jsmf_eigen_krylov *s = &f.s;
    f.selected = jsmf_alloc(ctx, k, sizeof *f.selected);
    /* C V = V H + F T with V the Ritz vectors of the start */
    if (!f.selected || jsmf_eigen_krylov_begin(s, options->start, options->start ? options->image : NULL, columns,
                                               start_width(n, k, columns)) != JSMF_OK)
        goto done;
    for (size_t blocks = 1;; blocks++) {
        size_t b;
        /* H = Q diag(theta) Q': the Ritz vectors are V Q, their residuals |T q| */
        if (jsmf_eigen_krylov_ritz(s) != JSMF_OK)
            goto done;
        select_unconverged(&f);
        if (f.count == 0 || !has_more(&f, blocks, options))
            break;
        /* The next block: what spans the residuals of what has not converged, or all of F where these are more than
         * half of it. (Half of F then saves a tenth of the products, and no time: these have narrower blocks, and there
         * are twice as many Ritz steps.) */
        b = 2 * f.count > w ? w : f.count;
        if (b < w && jsmf_eigen_krylov_turn(s, b, f.selected) != JSMF_OK)
            goto done;
        /* The thick restart: V becomes its leading Ritz vectors, H their values. */
        if (s->m + b > s->capacity && jsmf_eigen_krylov_restart(s, jsmf_least(k + SPARE, s->m)) != JSMF_OK)
            goto done;
        /* V = [V F_b], and F anew from C F_b, orthogonal to V */
        if (jsmf_eigen_krylov_expand(s, b) != JSMF_OK)
            goto done;
    }
    *report = (jsmf_eigen_report){ .products = s->vectors, .residual = f.residual, .method = "block" };
    if (found)
        *found = f.count == 0;
    if (f.count == 0) {
        memcpy(values, s->theta, k * sizeof *values);
        jsmf_recorded(jsmf_eigen_krylov_finish(s, k, vectors));
    } else if (!found) {
        jsmf_recorded(fail_to_converge(&f));
    }
done:
    jsmf_eigen_krylov_free(s);
    free(f.selected);
    return jsmf_context_status(ctx);
}
