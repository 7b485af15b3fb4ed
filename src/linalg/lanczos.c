/* A first approximation of the largest eigenpairs of an operator of which nothing is known: block Lanczos with full
 * reorthogonalisation and thick restarts (Wu and Simon, SIAM J. Matrix Anal. Appl. 22, 2000; in blocks). Narrow blocks
 * need half the products of blocks as wide as k, but cannot tell how often an eigenvalue occurs beyond their width: so
 * what looks like that is left to the other method, which also checks and completes what is found here. */
#include "eigen.h"

#include "tall.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 16, ROOM = 100, MOST_STEPS = 200 };

/* New unit vectors are this orthogonal to the basis, or are made so once more. */
static const double orthogonal = 1e-12;
/* A pivot of a new block below this part of the largest Ritz value: the space is invariant. */
static const double least_pivot = 1e-11;
/* As many Ritz values as a block is wide within this part of their size might be more of them. */
static const double cluster = 0.01;

typedef struct lanczos {
    jsmf_context *ctx;
    const jsmf_operator *op;
    size_t n, k, b, capacity;
    size_t m;                 /* vectors in the basis */
    double *v;                /* n x capacity */
    double *h;                /* capacity x capacity: V' C V */
    double *q, *theta;        /* of h: m x m and m */
    double *small;            /* capacity x capacity */
    double *block, *image;    /* n x b: the vectors to come, C times the last */
    double *r;                /* b x b: C V = V H + block r (the last b rows of the unit matrix) */
    size_t products;
} lanczos;

static void lanczos_free(lanczos *l)
{
    free(l->v);
    free(l->h);
    free(l->q);
    free(l->theta);
    free(l->small);
    free(l->block);
    free(l->image);
    free(l->r);
}

static jsmf_status lanczos_init(lanczos *l)
{
    const size_t tall = jsmf_mul_sat(l->n, sizeof(double)), small = jsmf_mul_sat(l->capacity, sizeof(double));
    l->v = jsmf_alloc(l->ctx, l->capacity, tall);
    l->h = jsmf_alloc(l->ctx, l->capacity, small);
    l->q = jsmf_alloc(l->ctx, l->capacity, small);
    l->theta = jsmf_alloc(l->ctx, l->capacity, sizeof *l->theta);
    l->small = jsmf_alloc(l->ctx, l->capacity, small);
    l->block = jsmf_alloc(l->ctx, l->b, tall);
    l->image = jsmf_alloc(l->ctx, l->b, tall);
    l->r = jsmf_alloc(l->ctx, l->b * l->b, sizeof *l->r);
    return jsmf_context_status(l->ctx);
}

/* block -= V (V' block); *off: the largest of the inner products that were taken out. */
static jsmf_status take_out(lanczos *l, double *off)
{
    const size_t m = l->m, b = l->b;
    const jsmf_tall_product t = { .n = l->n, .p = m, .q = b, .alpha = -1, .beta = 1, .x = l->v, .ldx = l->capacity,
                                  .m = l->small, .ldm = b, .out = l->block, .ldo = b };
    jsmf_status status = jsmf_tall_cross(l->ctx, l->n, m, l->v, l->capacity, b, l->block, b, l->small);
    *off = 0;
    for (size_t i = 0; i < m * b && status == JSMF_OK; i++)
        *off = fmax(*off, fabs(l->small[i]));
    return status == JSMF_OK && *off >= orthogonal ? jsmf_tall_times(l->ctx, &t) : status;
}

/* Appends the block to V. The image less its part in V becomes the next block. */
static jsmf_status expand(lanczos *l)
{
    const size_t m = l->m, b = l->b, all = m + b;
    double off;
    jsmf_status status = jsmf_operator_apply(l->ctx, l->op, b, l->block, l->image);
    if (status != JSMF_OK)
        return status;
    l->products += b;
    jsmf_tall_copy(l->n, b, l->block, b, l->v + m, l->capacity);
    jsmf_tall_copy(l->n, b, l->image, b, l->block, b);
    l->m = all;
    if (take_out(l, &off) != JSMF_OK)
        return jsmf_context_status(l->ctx);
    for (size_t i = 0; i < all; i++)
        for (size_t j = 0; j < b; j++) {
            const double value = i < m ? l->small[i * b + j]
                                       : 0.5 * (l->small[i * b + j] + l->small[(m + j) * b + i - m]);
            l->h[i * l->capacity + m + j] = value;
            l->h[(m + j) * l->capacity + i] = value;
        }
    return jsmf_orthonormalise(l->ctx, l->n, b, l->block, l->r);
}

/* Takes out of the new block what rounding left of V in it. r hardly changes: it only serves estimates. */
static jsmf_status reorthogonalise(lanczos *l)
{
    double off;
    jsmf_status status = take_out(l, &off);
    return status == JSMF_OK && off >= orthogonal ? jsmf_orthonormalise(l->ctx, l->n, l->b, l->block, NULL) : status;
}

static jsmf_status ritz(lanczos *l)
{
    double sum = 0;
    jsmf_tall_copy(l->m, l->m, l->h, l->capacity, l->q, l->m);
    for (size_t i = 0; i < l->m * l->m; i++)
        sum += l->q[i] * 0;
    if (sum != 0)
        return jsmf_fail(l->ctx, JSMF_ENUMERIC, "NaN or infinity in the first %zu products (eigenvectors)",
                         l->products);
    return jsmf_symmetric_eigen(l->ctx, l->m, l->q, l->theta);
}

/* The norm of block r (the last b entries of Ritz vector j in V). */
static double estimate(const lanczos *l, size_t j)
{
    double squares = 0;
    for (size_t i = 0; i < l->b; i++) {
        double sum = 0;
        for (size_t a = i; a < l->b; a++)
            sum += l->r[i * l->b + a] * l->q[(l->m - l->b + a) * l->m + j];
        squares += sum * sum;
    }
    return sqrt(squares);
}

static bool converged(const lanczos *l, double tolerance)
{
    double worst = 0;
    for (size_t j = 0; j < l->k; j++)
        worst = fmax(worst, estimate(l, j));
    return worst <= tolerance * fabs(l->theta[0]);
}

/* Whether the space cannot grow. */
static bool exhausted(const lanczos *l)
{
    double least = INFINITY;
    for (size_t i = 0; i < l->b; i++)
        least = fmin(least, fabs(l->r[i * l->b + i]));
    return !(least > least_pivot * fmax(fabs(l->theta[0]), fabs(l->theta[l->m - 1])));
}

static bool clustered(const lanczos *l)
{
    for (size_t j = 0; j + l->b <= l->k; j++)
        if (!(l->theta[j + l->b - 1] < (1 - cluster) * l->theta[j]))
            return true;
    return false;
}

static jsmf_status restart(lanczos *l, size_t keep)
{
    jsmf_status status;
    jsmf_tall_copy(l->m, keep, l->q, l->m, l->small, keep);
    for (size_t i = 0; i < keep; i++)
        for (size_t j = 0; j < keep; j++)
            l->h[i * l->capacity + j] = i == j ? l->theta[i] : 0;
    status = jsmf_tall_rotate(l->ctx, l->n, l->m, keep, l->v, l->capacity, l->small);
    l->m = keep;
    return status;
}

static jsmf_status iterate(lanczos *l, double tolerance, bool *found)
{
    for (size_t step = 0; step < MOST_STEPS; step++) {
        const bool full = l->m + 2 * l->b > l->capacity;
        if (expand(l) != JSMF_OK || reorthogonalise(l) != JSMF_OK)
            return jsmf_context_status(l->ctx);
        if (!full && (l->m <= l->k || step % 2))
            continue;
        if (ritz(l) != JSMF_OK)
            return jsmf_context_status(l->ctx);
        if (l->m <= l->k || exhausted(l))
            return JSMF_OK;
        *found = converged(l, tolerance);
        if (*found)
            return JSMF_OK;
        if (full && restart(l, l->k + (l->capacity - l->k) / 3) != JSMF_OK)
            return jsmf_context_status(l->ctx);
    }
    return JSMF_OK;
}

jsmf_status jsmf_eigen_lanczos(jsmf_context *ctx, const jsmf_operator *op, size_t k, double tolerance, double *vectors,
                               bool *found, size_t *products)
{
    const size_t n = jsmf_operator_size(op);
    lanczos l = { .ctx = ctx, .op = op, .n = n, .k = k, .b = WIDTH };
    jsmf_status status;
    /* The next block needs room outside the basis. */
    l.capacity = 4 * k + ROOM < n - l.b ? 4 * k + ROOM : n - l.b;
    status = lanczos_init(&l);
    *found = false;
    if (status == JSMF_OK)
        status = jsmf_eigen_random(ctx, op, l.b, 0, l.image, l.block);
    if (status == JSMF_OK)
        status = jsmf_orthonormalise(ctx, n, l.b, l.block, NULL);
    if (status == JSMF_OK)
        status = iterate(&l, tolerance, found);
    *found = *found && !clustered(&l);
    if (status == JSMF_OK && *found)
        status = jsmf_tall_times(ctx, &(jsmf_tall_product){ .n = n, .p = l.m, .q = k, .alpha = 1, .x = l.v,
            .ldx = l.capacity, .m = l.q, .ldm = l.m, .out = vectors, .ldo = k });
    *products = l.products + l.b;
    lanczos_free(&l);
    return status;
}
