/* The topics' correlations A: from the anchors' entries of C (001 Algorithm 5), or by least squares (004 section 3). */
#include "recovery.h"

#include "dense/dense.h"
#include "base/base_inner.h"

#include <cblas.h>
#include <math.h>
#include <stdlib.h>

/* Below this part of the largest pivot of B = Q R, a topic is a mix of those before it. */
static const double least_pivot = 1e-12;

/* Negative entries of A that are cut are reported where they are more than this part of its mass. */
static const double least_reported = 1e-12;

jsmf_remedy jsmf_anchors_recover_remedy(jsmf_anchors_source source)
{
    static const jsmf_remedy remedies[] = {
        [JSMF_ANCHORS_OF_ORIGINAL] = JSMF_REMEDY_ANCHORS_OF_ORIGINAL,
        [JSMF_ANCHORS_OF_RECTIFIED] = JSMF_REMEDY_ANCHORS_OF_RECTIFIED,
        [JSMF_ANCHORS_OF_COMPRESSED] = JSMF_REMEDY_ANCHORS_OF_COMPRESSED,
    };
    return remedies[source];
}

double jsmf_anchors_recover_cut(size_t n, double *values)
{
    double negative = 0, all = 0;
    for (size_t i = 0; i < n; i++) {
        all += fabs(values[i]);
        if (values[i] < 0) {
            negative -= values[i];
            values[i] = 0;
        }
    }
    return all > 0 ? negative / all : 0;
}

/* ---- topics that A has nothing of ---- */

static bool is_empty(size_t k, const double *row)
{
    for (size_t j = 0; j < k; j++)
        if (row[j] != 0)
            return false;
    return true;
}

static size_t count_empty(size_t k, const double *a)
{
    size_t count = 0;
    for (size_t i = 0; i < k; i++)
        count += is_empty(k, a + i * k);
    return count;
}

/* g (k x k) = Bbar C Bbar', symmetric and not negative. */
static jsmf_status by_words(jsmf_context *ctx, const jsmf_anchors_recovery *w, double *g)
{
    const jsmf_model *m = w->model;
    const size_t n = m->n, k = m->k;
    double *q = jsmf_alloc(ctx, jsmf_mul_sat(n, k), sizeof *q);
    if (!q)
        return jsmf_context_status(ctx);
    cblas_domatcopy(CblasRowMajor, CblasTrans, (int)k, (int)n, 1, m->bbar, (int)n, q, (int)k);
    if (w->quadratic(ctx, w->self, n, k, q, g) == JSMF_OK)
        for (size_t i = 0; i < k; i++)
            for (size_t j = 0; j <= i; j++)
                g[i * k + j] = g[j * k + i] = fmax(0.5 * (g[i * k + j] + g[j * k + i]), 0);
    free(q);
    return jsmf_context_status(ctx);
}

/* What both say of the topics that A has something of: the sum of A, and that of g among these topics. */
static double scale_of(size_t k, const bool *empty, const double *g, const double *a)
{
    double of_a = 0, of_g = 0;
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++)
            if (!empty[i] && !empty[j]) {
                of_a += a[i * k + j];
                of_g += g[i * k + j];
            }
    return of_a > 0 && of_g > 0 ? of_a / of_g : 1;
}

static void take_empty(size_t k, const bool *empty, const double *g, jsmf_model *m)
{
    const double scale = scale_of(k, empty, g, m->a);
    m->legality = 0;
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++) {
            if (empty[i] || empty[j])
                m->a[i * k + j] = scale * g[i * k + j];
            m->legality += m->a[i * k + j];
        }
}

jsmf_status jsmf_anchors_recover_empty(jsmf_context *ctx, jsmf_anchors_recovery *w)
{
    jsmf_model *m = w->model;
    const size_t k = m->k, count = count_empty(k, m->a);
    double *g;
    bool *empty;
    if (count == 0)
        return JSMF_OK;
    g = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *g);
    empty = jsmf_alloc(ctx, k, sizeof *empty);
    if (jsmf_context_status(ctx) != JSMF_OK || by_words(ctx, w, g) != JSMF_OK)
        goto done;
    for (size_t i = 0; i < k; i++)
        empty[i] = is_empty(k, m->a + i * k);
    take_empty(k, empty, g, m);
    jsmf_warn_remedy(ctx, jsmf_anchors_recover_remedy(w->source), 0,
                     count == 1 ? "the anchor of %zu topic occurs with no anchor: its row of A was filled from all "
                                  "words in which the topic has a part"
                                : "the anchors of %zu topics occur with no anchor: their rows of A were filled from "
                                  "all words in which the topics have a part", count);
done:
    free(g);
    free(empty);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_anchors_recover_normalise(jsmf_context *ctx, size_t k, jsmf_anchors_source source, double *a,
                                           double *legality)
{
    if (!(*legality > 0) || !isfinite(*legality))
        return jsmf_fail_remedy(ctx, JSMF_ENUMERIC, jsmf_anchors_recover_remedy(source), 0,
                                "the topics' correlations cannot be recovered: no anchor occurs together with another "
                                "or itself");
    for (size_t i = 0; i < k * k; i++)
        a[i] /= *legality;
    return JSMF_OK;
}

/* b's entry at topic j's anchor. */
static double anchor_entry(const jsmf_anchors_groups *groups, const double *sums, const double *b, size_t j)
{
    const size_t first = jsmf_anchors_group_first(groups, j);
    double sum = 0;
    for (size_t w = 0; w < jsmf_anchors_group_length(groups, j); w++)
        sum += jsmf_anchors_group_weight(groups, sums, j, w) * b[(size_t)groups->words[first + w] * groups->k + j];
    return sum;
}

jsmf_status jsmf_anchors_recover_by_diagonal(jsmf_context *ctx, jsmf_anchors_recovery *w)
{
    const jsmf_anchors_groups *groups = &w->groups;
    const size_t k = groups->k;
    const double *sums = w->model->unigram, *css = w->css, *b = w->model->b;
    double *a = w->model->a, *legality = &w->model->legality;
    *legality = 0;
    for (size_t i = 0; i < k; i++)
        if (jsmf_anchors_group_length(groups, i) > 1 && !(anchor_entry(groups, sums, b, i) > 0))
            return jsmf_fail(ctx, JSMF_ENUMERIC,
                             "topic %zu has no part in its %zu anchor words (are they words of one topic?)", i,
                             jsmf_anchors_group_length(groups, i));
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++) {
            a[i * k + j] = css[i * k + j] / (anchor_entry(groups, sums, b, i) * anchor_entry(groups, sums, b, j));
            *legality += a[i * k + j];
        }
    return JSMF_OK;
}

/* r: the triangle of B = Q R. */
static jsmf_status check_rank(jsmf_context *ctx, size_t k, const double *r)
{
    double largest = 0;
    for (size_t j = 0; j < k; j++)
        largest = fmax(largest, fabs(r[j * k + j]));
    for (size_t j = 0; j < k; j++)
        if (!(fabs(r[j * k + j]) > least_pivot * largest))
            return jsmf_fail_remedy(ctx, JSMF_ENUMERIC, JSMF_REMEDY_DIAGONAL_A, 0,
                                    "the correlations' least squares: topic %zu is a mix of those before", j);
    return JSMF_OK;
}

/* With B = Q R, B^+ = R^-1 Q', so that A = R^-1 (Q'CQ) R^-1'. */
jsmf_status jsmf_anchors_recover_by_least_squares(jsmf_context *ctx, jsmf_anchors_recovery *w)
{
    jsmf_model *m = w->model;
    const size_t n = m->n, k = m->k;
    const int order = (int)k;
    double *q = jsmf_copy(ctx, m->b, jsmf_mul_sat(n, k), sizeof *q), *a = m->a, negative;
    double *r = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *r);
    if (jsmf_context_status(ctx) != JSMF_OK || jsmf_dense_orthonormalise(ctx, n, k, q, r) != JSMF_OK ||
        check_rank(ctx, k, r) != JSMF_OK || w->quadratic(ctx, w->self, n, k, q, a) != JSMF_OK)
        goto done;
    cblas_dtrsm(CblasRowMajor, CblasLeft, CblasUpper, CblasNoTrans, CblasNonUnit, order, order, 1, r, order, a, order);
    cblas_dtrsm(CblasRowMajor, CblasRight, CblasUpper, CblasTrans, CblasNonUnit, order, order, 1, r, order, a, order);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < i; j++)
            a[i * k + j] = a[j * k + i] = 0.5 * (a[i * k + j] + a[j * k + i]);
    negative = jsmf_anchors_recover_cut(k * k, a);
    if (negative > least_reported)
        jsmf_message(ctx, JSMF_WARNING, "the correlations' least squares: negative entries of A set to 0, %.3g of its "
                     "mass", negative);
    m->legality = cblas_dasum(order * order, a, 1);
done:
    free(q);
    free(r);
    return jsmf_context_status(ctx);
}
