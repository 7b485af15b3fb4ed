/* Whether eigenvectors that were found from one vector are those of the largest eigenvalues. A Krylov space of one
 * vector holds one vector of every eigenspace. So another vector is taken, and the operator without what was found: its
 * largest Ritz value rises above the least of the eigenvalues found where one was missed, else it settles below. (A few
 * steps of many random vectors cost more and notice less: they do not part eigenvalues that lie near each other.) */
#include "solvers.h"

#include "dense/tall.h"
#include "krylov.h"
#include "operator/operator_inner.h"

#include <math.h>
#include <stdlib.h>

enum { WIDTH = 1, CAPACITY = 90 };

/* The largest Ritz value has settled where its residual is below this part of its distance from the values found. */
static const double settled_part = 0.25;

/* C - X diag(values + 2 scale) X': its eigenvalues are C's other ones and, below them all but for the most negative,
 * -2 scale. */
typedef struct rest {
    const jsmf_operator *op; /* C */
    size_t k;
    const double *x;         /* n x k */
    double *weights;         /* k */
} rest;

static jsmf_status rest_apply(jsmf_context *ctx, const void *self, size_t p, const double *in, double *out)
{
    const rest *r = self;
    const size_t n = jsmf_operator_size(r->op), k = r->k;
    double *inner = jsmf_alloc(ctx, jsmf_mul_sat(k, p), sizeof *inner);
    const jsmf_dense_tall_product taken = { .n = n,
                                            .p = k,
                                            .q = p,
                                            .alpha = -1,
                                            .beta = 1,
                                            .x = r->x,
                                            .ldx = k,
                                            .m = inner,
                                            .ldm = p,
                                            .out = out,
                                            .ldo = p };
    if (!inner || jsmf_operator_apply(ctx, r->op, p, in, out) != JSMF_OK ||
        jsmf_dense_tall_cross(ctx, n, k, r->x, k, p, in, p, inner) != JSMF_OK)
        goto done;
    for (size_t i = 0; i < k * p; i++)
        inner[i] *= r->weights[i / p];
    jsmf_recorded(jsmf_dense_tall_times(ctx, &taken));
done:
    free(inner);
    return jsmf_context_status(ctx);
}

static void rest_free(void *self)
{
    free(((rest *)self)->weights);
    free(self);
}

static const jsmf_operator_class rest_class = {
    .name = "rest", .apply = rest_apply, .free = rest_free,
};

static jsmf_status make_rest(jsmf_context *ctx, const jsmf_operator *op, size_t k, double scale, const double *values,
                             const double *vectors, jsmf_operator **out)
{
    rest *r = jsmf_alloc_zero(ctx, 1, sizeof *r);
    double *weights = jsmf_alloc(ctx, k, sizeof *weights);
    *out = NULL;
    if (!r || !weights) {
        free(r);
        free(weights);
        return jsmf_context_status(ctx);
    }
    for (size_t j = 0; j < k; j++)
        weights[j] = values[j] + 2 * scale;
    *r = (rest){ .op = op, .k = k, .x = vectors, .weights = weights };
    return jsmf_operator_new(ctx, &rest_class, r, jsmf_operator_size(op), out);
}

jsmf_status jsmf_eigen_missed(jsmf_context *ctx, const jsmf_operator *op, size_t k, double tolerance,
                              const double *values, const double *vectors, bool *complete, size_t *products)
{
    const size_t n = jsmf_operator_size(op);
    const double least = values[k - 1], scale = fmax(fabs(values[0]), fabs(least));
    jsmf_eigen_krylov s = { .ctx = ctx, .n = n, .capacity = jsmf_least(CAPACITY, n - WIDTH), .width = WIDTH };
    jsmf_operator *others = NULL;
    bool missed = false;
    *complete = false;
    if (make_rest(ctx, op, k, scale, values, vectors, &others) != JSMF_OK)
        return jsmf_context_status(ctx);
    s.op = others;
    if (jsmf_eigen_krylov_begin(&s, NULL, NULL, 0, WIDTH) != JSMF_OK)
        goto done;
    while (!missed && !*complete && s.m + WIDTH <= s.capacity) {
        /* V = [V F], and F anew from the product with F, orthogonal to V */
        if (jsmf_eigen_krylov_expand(&s, WIDTH) != JSMF_OK || jsmf_eigen_krylov_ritz(&s) != JSMF_OK)
            goto done;
        missed = s.theta[0] > least + tolerance * scale;
        *complete = !missed && jsmf_eigen_krylov_residual(&s, 0) <=
                                   fmax(settled_part * (least - s.theta[0]), tolerance * scale);
    }
done:
    *products = s.vectors;
    jsmf_eigen_krylov_free(&s);
    jsmf_operator_free(others);
    return jsmf_context_status(ctx);
}
