/* Recovery by inversion (Arora, Ge and Moitra 2012; 004 Algorithm 2).
 *
 * With c the row sums and N = Cbar_SS, C_SS = diag(c_S) N: C_SS z = c_S is N z = e, and (C_SS diag(z))^-1 C_S is
 * diag(z)^-1 N^-1 Cbar_S, which is B' where C = B A B' with anchors. N's columns are as long as the anchors are
 * frequent: they are divided by their sums first, so that its condition is that of the topics. */
#include "recovery.h"

#include "model/probability.h"
#include "dense/lapack.h"
#include "base/base_inner.h"

#include <cblas.h>
#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Below this reciprocal condition nothing of the solution is certain. */
static const double least_rcond = 1e-13;
/* Negative entries that are cut are reported where they are more than this part of the mass: less is rounding. */
static const double least_reported = 1e-12;

static jsmf_status singular(jsmf_context *ctx, size_t k, double rcond)
{
    return jsmf_fail_remedy(ctx, JSMF_ENUMERIC, JSMF_REMEDY_RECOVERY_BY_BAYES, 0,
                            "recovery by inversion: the anchors' %zu x %zu part of the co-occurrence is singular "
                            "(reciprocal condition %.1e)", k, k, rcond);
}

/* The columns' sums of magnitudes into scale (k), and the columns divided by them; none may be 0. */
static jsmf_status balance(jsmf_context *ctx, size_t k, double *inner, double *scale)
{
    for (size_t j = 0; j < k; j++) {
        scale[j] = cblas_dasum((int)k, inner + j, (int)k);
        if (!(scale[j] >= DBL_MIN))
            return singular(ctx, k, 0);
        for (size_t i = 0; i < k; i++)
            inner[i * k + j] /= scale[j];
    }
    return JSMF_OK;
}

/* right (k x m) = inner^-1 right, inner (k x k) overwritten. */
static jsmf_status solve(jsmf_context *ctx, size_t k, double *inner, size_t m, double *right)
{
    lapack_int *pivots = jsmf_alloc(ctx, k, sizeof *pivots), order = (lapack_int)k, info;
    double rcond = 0;
    if (!pivots)
        return jsmf_context_status(ctx);
    info = LAPACKE_dgetrf(LAPACK_ROW_MAJOR, order, order, inner, order, pivots);
    if (info == 0)
        info = LAPACKE_dgecon(LAPACK_ROW_MAJOR, '1', order, inner, order, 1, &rcond);
    const bool regular = info == 0 && !(rcond < least_rcond), failed = info < 0;
    if (regular)
        info = LAPACKE_dgetrs(LAPACK_ROW_MAJOR, 'N', order, (lapack_int)m, inner, order, pivots, right, (lapack_int)m);
    free(pivots);
    return regular || failed ? jsmf_dense_lapack_check(ctx, info, "inverse", k, k, "does not exist")
                             : singular(ctx, k, rcond);
}

/* inner = Cbar_SS from C_SS; right (k x (n + 1)) = [e, Cbar_S]. */
static void set_up(const jsmf_model *m, const double *css, double *inner, double *right)
{
    for (size_t i = 0; i < m->k; i++) {
        for (size_t j = 0; j < m->k; j++)
            inner[i * m->k + j] = css[i * m->k + j] / m->unigram[m->s[i]];
        right[i * (m->n + 1)] = 1;
        memcpy(right + i * (m->n + 1) + 1, m->canchor + i * m->n, m->n * sizeof *right);
    }
}

/* B (n x k) from the solution, non-negative, columns summing to 1. */
static jsmf_status take_topics(jsmf_context *ctx, const double *solution, jsmf_model *m, double *negative)
{
    const size_t n = m->n, k = m->k;
    for (size_t j = 0; j < k; j++) {
        const double *row = solution + j * (n + 1), z = row[0];
        for (size_t i = 0; i < n; i++)
            m->b[i * k + j] = jsmf_model_has_mass(m->unigram[i]) ? row[i + 1] / z : 0;
    }
    *negative = jsmf_anchors_recover_cut(n * k, m->b);
    for (size_t j = 0; j < k; j++) {
        jsmf_model_clear_noise(n, m->b + j, k);
        const double sum = cblas_dasum((int)n, m->b + j, (int)k);
        if (!(sum > 0) || !isfinite(sum))
            return singular(ctx, k, 0);
        cblas_dscal((int)n, 1 / sum, m->b + j, (int)k);
    }
    return JSMF_OK;
}

/* A = diag(z) C_SS diag(z), non-negative, sum 1. */
static jsmf_status take_correlations(jsmf_context *ctx, const double *solution, const double *css,
                                     jsmf_anchors_source source, jsmf_model *m, double *negative)
{
    const size_t k = m->k, width = m->n + 1;
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++)
            m->a[i * k + j] = solution[i * width] * css[i * k + j] * solution[j * width];
    *negative = jsmf_anchors_recover_cut(k * k, m->a);
    m->legality = cblas_dasum((int)(k * k), m->a, 1);
    return jsmf_anchors_recover_normalise(ctx, k, source, m->a, &m->legality);
}

/* Bbar by Bayes' rule from B and the topics' shares A e; words that no topic has get zeros. */
static jsmf_status take_bbar(jsmf_context *ctx, jsmf_model *m, double *mass)
{
    const size_t n = m->n, k = m->k;
    m->bbar = jsmf_alloc(ctx, jsmf_mul_sat(k, n), sizeof *m->bbar);
    if (!m->bbar)
        return jsmf_context_status(ctx);
    for (size_t j = 0; j < k; j++)
        mass[j] = cblas_dasum((int)k, m->a + j * k, 1);
    for (size_t i = 0; i < n; i++)
        m->massless_words += !jsmf_model_has_mass(m->unigram[i]);
    jsmf_model_bbar(n, k, m->b, mass, m->bbar);
    return JSMF_OK;
}

jsmf_status jsmf_anchors_recover_by_inversion(jsmf_context *ctx, const double *css, jsmf_anchors_source source,
                                              jsmf_model *model, double *mass)
{
    const size_t n = model->n, k = model->k;
    double *inner = jsmf_alloc(ctx, jsmf_mul_sat(k, k + 1), sizeof *inner), *scale, of_b = 0, of_a = 0;
    double *right = jsmf_alloc(ctx, jsmf_mul_sat(k, n + 1), sizeof *right);
    if (jsmf_context_status(ctx) != JSMF_OK)
        goto done;
    scale = inner + k * k;
    /* N [z, W] = [e, Cbar_S], by N's columns divided by their sums */
    set_up(model, css, inner, right);
    if (balance(ctx, k, inner, scale) != JSMF_OK || solve(ctx, k, inner, n + 1, right) != JSMF_OK)
        goto done;
    for (size_t j = 0; j < k; j++)
        cblas_dscal((int)n + 1, 1 / scale[j], right + j * (n + 1), 1);
    /* B' = diag(z)^-1 W; A = diag(z) C_SS diag(z); Bbar by Bayes' rule */
    if (take_topics(ctx, right, model, &of_b) != JSMF_OK ||
        take_correlations(ctx, right, css, source, model, &of_a) != JSMF_OK || take_bbar(ctx, model, mass) != JSMF_OK)
        goto done;
    if (of_b > least_reported || of_a > least_reported)
        jsmf_message(ctx, JSMF_WARNING, "recovery by inversion: negative entries set to 0, %.3g of the mass of B and "
                     "%.3g of A's", of_b, of_a);
done:
    free(inner);
    free(right);
    return jsmf_context_status(ctx);
}
