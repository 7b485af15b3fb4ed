/* A Dirichlet's parameters from its moments: with p = A e and t = 1 / (alpha_0 + 1), A = (1 - t) p p' + t diag(p). */
#include "jsmf/anchors.h"
#include "jsmf/model.h"

#include <math.h>

/* t within these bounds: moments of no Dirichlet give one of alpha_0 1e6, or 1e-3. */
static const double least_spread = 1e-6, most_spread = 1 / 1.001;
/* Of an even share of alpha_0. */
static const double least_share = 1e-6;

void jsmf_model_alpha_from_moments(size_t k, const double *a, double *alpha)
{
    double sum = 0, trace = 0, squares = 0;
    for (size_t i = 0; i < k; i++) {
        alpha[i] = 0;
        for (size_t j = 0; j < k; j++)
            alpha[i] += a[i * k + j];
        sum += alpha[i];
        trace += a[i * k + i];
    }
    for (size_t i = 0; i < k; i++)
        squares += alpha[i] / sum * (alpha[i] / sum);
    const double t = k > 1 ? (trace / sum - squares) / (1 - squares) : 0.5;
    const double total = 1 / fmin(fmax(t, least_spread), most_spread) - 1;
    for (size_t i = 0; i < k; i++)
        alpha[i] = total * fmax(alpha[i] / sum, least_share / (double)k);
}
