/* The cleanup phase of anchor selection (004 Algorithm 4, second loop): each anchor in turn makes room for the word
 * farthest from the span of the others, which may be itself.
 *
 * With L the Cholesky factor of the others' Gram matrix and f their products with a word's row, its squared distance is
 * |Cbar_i|^2 - |L^-1 f|^2. Words so near to the farthest that rounding might decide are computed again from their rows
 * and an orthonormal basis of the others'. */
#include "selection.h"

#include "dense/lapack.h"
#include "base/base_inner.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1024, EXACT = 64 };
/* Words whose distances differ by less than this part of the largest are compared again: rounding may have exchanged
 * them. */
static const double least_difference = 1e-6;

typedef struct cleaning {
    const jsmf_anchors_rows *rows;
    const double *sums;
    size_t n, k;
    int64_t *s;
    double *products;  /* n x k */
    double *first, *u; /* n: squared lengths (0: no candidate), squared distances */
    double *factor;    /* (k - 1) x (k - 1) */
    size_t *others;    /* k - 1: places of the other anchors */
    double *column;    /* n */
} cleaning;

static jsmf_status find_candidates(jsmf_context *ctx, cleaning *c, const jsmf_anchors_options *options)
{
    double longest;
    bool *candidate = jsmf_alloc(ctx, c->n, sizeof *candidate);
    if (!candidate || jsmf_anchors_candidates(ctx, c->rows, c->sums, options, c->first, candidate, &longest) != JSMF_OK)
        goto done;
    for (size_t i = 0; i < c->n; i++)
        c->first[i] = candidate[i] ? c->first[i] : 0;
done:
    free(candidate);
    return jsmf_context_status(ctx);
}

/* ---- distances from the others ---- */

static jsmf_status factorise(jsmf_context *ctx, cleaning *c, size_t without)
{
    const size_t k = c->k, m = k - 1;
    for (size_t a = 0, j = 0; j < k; j++)
        if (j != without)
            c->others[a++] = j;
    for (size_t a = 0; a < m; a++)
        for (size_t b = 0; b < m; b++) {
            const size_t i = c->others[a], j = c->others[b];
            c->factor[a * m + b] = 0.5 * (c->products[(size_t)c->s[i] * k + j] + c->products[(size_t)c->s[j] * k + i]);
        }
    return jsmf_dense_lapack_check(ctx, LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', (int)m, c->factor, (int)m),
                                   "Cholesky factor", m, m, "does not exist: the anchors' rows depend on each other");
}

static jsmf_status measure_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const cleaning *c = arg;
    const size_t first = chunk * CHUNK, count = jsmf_chunk_length(c->n, CHUNK, chunk), m = c->k - 1;
    double *f = jsmf_alloc(ctx, jsmf_mul_sat(count, m), sizeof *f);
    if (!f)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < count; i++)
        for (size_t a = 0; a < m; a++)
            f[i * m + a] = c->products[(first + i) * c->k + c->others[a]];
    cblas_dtrsm(CblasRowMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, (int)count, (int)m, 1, c->factor,
                (int)m, f, (int)m);
    for (size_t i = 0; i < count; i++) {
        const double u = c->first[first + i] - cblas_ddot((int)m, f + i * m, 1, f + i * m, 1);
        c->u[first + i] = u >= jsmf_anchors_least * c->first[first + i] ? fmax(u, 0) : 0;
    }
    free(f);
    return JSMF_OK;
}

/* ---- the farthest ---- */

/* The words (at most EXACT of them, lowest first) as far as the farthest, or nearly. */
static size_t find_near(const cleaning *c, size_t *index)
{
    double best = 0;
    size_t count = 0;
    for (size_t i = 0; i < c->n; i++)
        best = fmax(best, c->u[i]);
    for (size_t i = 0; i < c->n && best > 0 && count < EXACT; i++)
        if (c->u[i] >= (1 - least_difference) * best)
            index[count++] = i;
    return count;
}

/* *winner = the lowest among the words that are farthest from the others' span by their rows. */
static jsmf_status compare(jsmf_context *ctx, const cleaning *c, size_t count, const size_t *index, size_t *winner)
{
    const size_t width = c->rows->width;
    double norms[EXACT], best = 0, residual;
    jsmf_anchors_basis basis = { .rows = *c->rows, .sums = c->sums };
    double *rows = jsmf_alloc(ctx, jsmf_mul_sat(count, width), sizeof *rows);
    basis.q = jsmf_alloc(ctx, jsmf_mul_sat(c->k, width), sizeof *basis.q);
    if (jsmf_context_status(ctx) != JSMF_OK)
        goto done;
    for (size_t a = 0; a + 1 < c->k; a++)
        if (jsmf_anchors_basis_add(ctx, &basis, (size_t)c->s[c->others[a]], &residual) != JSMF_OK)
            goto done;
    if (jsmf_anchors_basis_residuals(ctx, &basis, count, index, rows, norms) != JSMF_OK)
        goto done;
    for (size_t i = 0; i < count; i++)
        best = fmax(best, norms[i]);
    for (size_t i = count; i-- > 0;)
        if (norms[i] >= (1 - jsmf_anchors_tie) * best)
            *winner = index[i];
done:
    free(basis.q);
    free(rows);
    return jsmf_context_status(ctx);
}

/* The anchor in place j becomes the word, and its products the word's. */
static jsmf_status replace(jsmf_context *ctx, cleaning *c, size_t j, size_t word)
{
    if (jsmf_anchors_rows_products(ctx, c->rows, 1, &word, c->column) != JSMF_OK)
        return jsmf_context_status(ctx);
    jsmf_anchors_normalise(c->n, 1, &word, c->sums, c->column);
    cblas_dcopy((int)c->n, c->column, 1, c->products + j, (int)c->k);
    c->s[j] = (int64_t)word;
    return JSMF_OK;
}

static jsmf_status clean(jsmf_context *ctx, cleaning *c, size_t j, size_t *changed)
{
    size_t index[EXACT], count, winner = (size_t)c->s[j];
    if (c->k == 1)
        memcpy(c->u, c->first, c->n * sizeof *c->u);
    else if (factorise(ctx, c, j) != JSMF_OK ||
             jsmf_parallel(ctx, jsmf_chunk_count(c->n, CHUNK), measure_chunk, c) != JSMF_OK)
        return jsmf_context_status(ctx);
    count = find_near(c, index);
    if (count == 1)
        winner = index[0];
    else if (count > 1 && compare(ctx, c, count, index, &winner) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (winner == (size_t)c->s[j])
        return JSMF_OK;
    ++*changed;
    return replace(ctx, c, j, winner);
}

jsmf_status jsmf_anchors_clean_up(jsmf_context *ctx, const jsmf_anchors_rows *rows, const double *sums,
                                  const jsmf_anchors_options *options, int64_t *s, double *products)
{
    const size_t n = rows->n, k = options->k;
    cleaning c = { .rows = rows, .sums = sums, .n = n, .k = k, .s = s, .products = products };
    size_t changed = 0;
    c.first = jsmf_alloc(ctx, n, sizeof *c.first);
    c.u = jsmf_alloc(ctx, n, sizeof *c.u);
    c.column = jsmf_alloc(ctx, n, sizeof *c.column);
    c.factor = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *c.factor);
    c.others = jsmf_alloc(ctx, k, sizeof *c.others);
    if (jsmf_context_status(ctx) != JSMF_OK || find_candidates(ctx, &c, options) != JSMF_OK)
        goto done;
    for (size_t j = 0; j < k; j++)
        if (clean(ctx, &c, j, &changed) != JSMF_OK ||
            jsmf_progress(ctx, "clean-up", (double)(j + 1) / (double)k, -1) != JSMF_OK)
            goto done;
    jsmf_message(ctx, JSMF_INFO, "clean-up: %zu of %zu anchor%s chosen anew", changed, JSMF_COUNTED(k));
done:
    free(c.first);
    free(c.u);
    free(c.column);
    free(c.factor);
    free(c.others);
    return jsmf_context_status(ctx);
}
