/* The operator C = V diag(d) V': a low-rank co-occurrence. */
#include "operator_inner.h"

#include "dense/dense.h"
#include "base/base_inner.h"

#include <cblas.h>
#include <math.h>
#include <stdlib.h>

typedef struct eigen {
    size_t n, k;
    const double *v; /* n x k */
    const double *d; /* k */
} eigen;

/* V (diag(d) (V' X)) */
static jsmf_status apply(jsmf_context *ctx, const void *self, size_t p, const double *x, double *y)
{
    const eigen *e = self;
    double *inner = jsmf_alloc(ctx, jsmf_mul_sat(e->k, p), sizeof *inner);
    if (!inner || jsmf_dense_cross(ctx, e->n, e->k, p, e->v, x, inner) != JSMF_OK)
        goto done;
    for (size_t i = 0; i < e->k; i++)
        cblas_dscal((int)p, e->d[i], inner + i * p, 1);
    jsmf_recorded(jsmf_dense_times(ctx, e->n, e->k, p, e->v, inner, y));
done:
    free(inner);
    return jsmf_context_status(ctx);
}

static jsmf_status panel(jsmf_context *ctx, const void *self, size_t i0, size_t m, double *out)
{
    const eigen *e = self;
    double *rows = jsmf_alloc(ctx, jsmf_mul_sat(m, e->k), sizeof *rows);
    if (!rows)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < m * e->k; i++)
        rows[i] = e->v[i0 * e->k + i] * e->d[i % e->k];
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, (int)m, (int)e->n, (int)e->k, 1, rows, (int)e->k, e->v,
                (int)e->k, 0, out, (int)e->n);
    free(rows);
    return JSMF_OK;
}

static jsmf_status row_sums(jsmf_context *ctx, const void *self, double *sums)
{
    const eigen *e = self;
    double *ones = jsmf_alloc(ctx, e->n, sizeof *ones);
    jsmf_status status;
    if (!ones)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < e->n; i++)
        ones[i] = 1;
    status = apply(ctx, self, 1, ones, sums);
    free(ones);
    return status;
}

/* Inner products of V's columns that are this near to those of an orthonormal V leave residuals that a solver would. */
static const double largest_error = 1e-11;

static jsmf_status check_columns(jsmf_context *ctx, const eigen *e, bool *good)
{
    double *gram = jsmf_alloc(ctx, e->k, jsmf_mul_sat(e->k, sizeof *gram));
    *good = gram && jsmf_dense_cross(ctx, e->n, e->k, e->k, e->v, e->v, gram) == JSMF_OK;
    for (size_t i = 0; i < e->k && *good; i++)
        for (size_t j = 0; j < e->k; j++)
            *good = *good && fabs(gram[i * e->k + j] - (i == j)) <= largest_error;
    for (size_t j = 0; j < e->k; j++)
        *good = *good && e->d[j] > 0;
    free(gram);
    return jsmf_context_status(ctx);
}

static jsmf_status leading(jsmf_context *ctx, const void *self, size_t k, double *values, double *vectors, bool *known)
{
    const eigen *e = self;
    size_t *order;
    if (check_columns(ctx, e, known) != JSMF_OK || !*known)
        return jsmf_context_status(ctx);
    if (k > e->k)
        return jsmf_fail_remedy(ctx, JSMF_ENUMERIC, JSMF_REMEDY_FEWER_TOPICS_OR_MORE_PAIRS, e->k,
                                "a low-rank co-occurrence of %zu eigenpair%s cannot give %zu", JSMF_COUNTED(e->k), k);
    order = jsmf_alloc(ctx, k, sizeof *order);
    if (!order)
        return jsmf_context_status(ctx);
    (void)jsmf_top(e->k, e->d, 1, 0, k, order);
    for (size_t j = 0; j < k; j++)
        values[j] = e->d[order[j]];
    for (size_t i = 0; i < e->n; i++)
        for (size_t j = 0; j < k; j++)
            vectors[i * k + j] = e->v[i * e->k + order[j]];
    free(order);
    return JSMF_OK;
}

/* V, twice. */
static size_t single_bytes(const void *self)
{
    const eigen *e = self;
    return jsmf_mul_sat(jsmf_mul_sat(e->n, e->k), 2 * sizeof *e->v);
}

static const jsmf_operator_class eigen_class = {
    .name = "low rank",
    .apply = apply,
    .panel = panel,
    .row_sums = row_sums,
    .leading = leading,
    .single_bytes = single_bytes,
    .free = free,
};

jsmf_status jsmf_operator_eigen(jsmf_context *ctx, size_t n, size_t k, const double *v, const double *d,
                                jsmf_operator **out)
{
    eigen *e = jsmf_alloc(ctx, 1, sizeof *e);
    *out = NULL;
    if (!e)
        return jsmf_context_status(ctx);
    *e = (eigen){ .n = n, .k = k, .v = v, .d = d };
    return jsmf_operator_new(ctx, &eigen_class, e, n, out);
}
