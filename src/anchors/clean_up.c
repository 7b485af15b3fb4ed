/* The cleanup phase of anchor selection (004 Algorithm 4, second loop): each anchor in turn makes room for the word
 * farthest from the span of the others, which may be itself.
 *
 * With L the Cholesky factor of the others' Gram matrix and f their products with a word's row, its squared distance is
 * |Cbar_i|^2 - |L^-1 f|^2. Words so near to the farthest that rounding might decide are computed again from their rows
 * and an orthonormal basis of the others'. */
#include "selection.h"

#include "dense/lapack.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1024, EXACT = 64 };
static const double near = 1e-6;              /* of the largest: what rounding may exchange */

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
    jsmf_status status = jsmf_context_status(ctx);
    if (candidate)
        status = jsmf_anchors_candidates(ctx, c->rows, c->sums, options, c->first, candidate, &longest);
    for (size_t i = 0; status == JSMF_OK && i < c->n; i++)
        c->first[i] = candidate[i] ? c->first[i] : 0;
    free(candidate);
    return status;
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
        if (c->u[i] >= (1 - near) * best)
            index[count++] = i;
    return count;
}

static jsmf_status others_basis(jsmf_context *ctx, const cleaning *c, jsmf_anchors_basis *basis)
{
    jsmf_status status = JSMF_OK;
    double residual;
    *basis = (jsmf_anchors_basis){ .rows = *c->rows, .sums = c->sums };
    basis->q = jsmf_alloc(ctx, jsmf_mul_sat(c->k, c->rows->width), sizeof *basis->q);
    if (!basis->q)
        return jsmf_context_status(ctx);
    for (size_t a = 0; status == JSMF_OK && a + 1 < c->k; a++)
        status = jsmf_anchors_basis_add(ctx, basis, (size_t)c->s[c->others[a]], &residual);
    return status;
}

static jsmf_status compare(jsmf_context *ctx, const cleaning *c, size_t count, const size_t *index, size_t *winner)
{
    double norms[EXACT], best = 0;
    jsmf_anchors_basis basis;
    double *rows = jsmf_alloc(ctx, jsmf_mul_sat(count, c->rows->width), sizeof *rows);
    jsmf_status status = rows ? others_basis(ctx, c, &basis) : jsmf_context_status(ctx);
    if (status == JSMF_OK)
        status = jsmf_anchors_basis_residuals(ctx, &basis, count, index, rows, norms);
    if (rows)
        free(basis.q);
    free(rows);
    if (status != JSMF_OK)
        return status;
    for (size_t i = 0; i < count; i++)
        best = fmax(best, norms[i]);
    for (size_t i = count; i-- > 0;)
        if (norms[i] >= (1 - jsmf_anchors_tie) * best)
            *winner = index[i];
    return JSMF_OK;
}

/* The anchor in place j becomes the word, and its products the word's. */
static jsmf_status replace(jsmf_context *ctx, cleaning *c, size_t j, size_t word)
{
    jsmf_status status = jsmf_anchors_rows_products(ctx, c->rows, 1, &word, c->column);
    if (status != JSMF_OK)
        return status;
    jsmf_anchors_normalise(c->n, 1, &word, c->sums, c->column);
    cblas_dcopy((int)c->n, c->column, 1, c->products + j, (int)c->k);
    c->s[j] = (int64_t)word;
    return JSMF_OK;
}

static jsmf_status clean(jsmf_context *ctx, cleaning *c, size_t j, size_t *changed)
{
    size_t index[EXACT], count, winner;
    jsmf_status status = c->k > 1 ? factorise(ctx, c, j) : JSMF_OK;
    if (status == JSMF_OK && c->k > 1)
        status = jsmf_parallel(ctx, jsmf_chunk_count(c->n, CHUNK), measure_chunk, c);
    else if (status == JSMF_OK)
        memcpy(c->u, c->first, c->n * sizeof *c->u);
    if (status != JSMF_OK)
        return status;
    winner = (size_t)c->s[j];
    count = find_near(c, index);
    if (count == 1)
        winner = index[0];
    else if (count > 1)
        status = compare(ctx, c, count, index, &winner);
    if (status != JSMF_OK || winner == (size_t)c->s[j])
        return status;
    ++*changed;
    return replace(ctx, c, j, winner);
}

static jsmf_status clean_all(jsmf_context *ctx, cleaning *c, const jsmf_anchors_options *options)
{
    size_t changed = 0;
    jsmf_status status = find_candidates(ctx, c, options);
    for (size_t j = 0; status == JSMF_OK && j < c->k; j++) {
        status = clean(ctx, c, j, &changed);
        if (status == JSMF_OK)
            status = jsmf_progress(ctx, "clean-up", (double)(j + 1) / (double)c->k, -1);
    }
    if (status == JSMF_OK)
        jsmf_message(ctx, JSMF_INFO, "clean-up: %zu of %zu anchor%s chosen anew", changed, JSMF_COUNTED(c->k));
    return status;
}

jsmf_status jsmf_anchors_clean_up(jsmf_context *ctx, const jsmf_anchors_rows *rows, const double *sums,
                                  const jsmf_anchors_options *options, int64_t *s, double *products)
{
    const size_t n = rows->n, k = options->k;
    cleaning c = { .rows = rows, .sums = sums, .n = n, .k = k, .s = s, .products = products };
    jsmf_status status;
    c.first = jsmf_alloc(ctx, n, sizeof *c.first);
    c.u = jsmf_alloc(ctx, n, sizeof *c.u);
    c.column = jsmf_alloc(ctx, n, sizeof *c.column);
    c.factor = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *c.factor);
    c.others = jsmf_alloc(ctx, k, sizeof *c.others);
    status = jsmf_context_status(ctx);
    if (status == JSMF_OK)
        status = clean_all(ctx, &c, options);
    free(c.first);
    free(c.u);
    free(c.column);
    free(c.factor);
    free(c.others);
    return status;
}
