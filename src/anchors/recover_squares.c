/* Correlations by least squares: A = B^+ C B^+' (004 section 3). */
#include "recovery.h"

#include <cblas.h>
#include <math.h>

static const double least_pivot = 1e-12; /* of the largest: below, B's columns depend on each other */
static const double tell = 1e-12;

/* With B = Q R, B^+ = R^-1 Q': A = R^-1 (Q'CQ) R^-1'. */
jsmf_status jsmf_anchors_recover_least_squares(jsmf_context *ctx, size_t k, const double *inner, const double *r,
                                               jsmf_anchors_source source, double *a, double *legality)
{
    const int order = (int)k;
    double largest = 0, negative;
    for (size_t j = 0; j < k; j++)
        largest = fmax(largest, fabs(r[j * k + j]));
    for (size_t j = 0; j < k; j++)
        if (!(fabs(r[j * k + j]) > least_pivot * largest))
            return jsmf_fail(ctx, JSMF_ENUMERIC, "the correlations' least squares: topic %zu is a mix of those before "
                             "(use --recover-a diagonal, or fewer topics)", j);
    cblas_dcopy(order * order, inner, 1, a, 1);
    cblas_dtrsm(CblasRowMajor, CblasLeft, CblasUpper, CblasNoTrans, CblasNonUnit, order, order, 1, r, order, a, order);
    cblas_dtrsm(CblasRowMajor, CblasRight, CblasUpper, CblasTrans, CblasNonUnit, order, order, 1, r, order, a, order);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < i; j++)
            a[i * k + j] = a[j * k + i] = 0.5 * (a[i * k + j] + a[j * k + i]);
    negative = jsmf_anchors_recover_cut(k * k, a);
    if (negative > tell)
        jsmf_message(ctx, JSMF_WARNING, "the correlations' least squares: negative entries of A set to 0, %.3g of its "
                     "mass", negative);
    *legality = cblas_dasum(order * order, a, 1);
    return jsmf_anchors_recover_normalise(ctx, k, source, a, legality);
}
