/* The largest eigenpairs by a block Krylov method with thick restarts: Rayleigh-Ritz on a growing orthonormal basis V,
 * which is expanded by the residuals of those wanted Ritz vectors that have not converged, and which is cut back to the
 * leading Ritz vectors when it is full. Blocks as wide as k find eigenvalues of any multiplicity, make gemm of every
 * product, and shrink as vectors converge; a warm start is the same method from a better block. */
#include "eigen.h"

#include "tall.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The basis holds 3 k + ROOM vectors; a restart keeps k + SPARE; a cold start has k + SPARE / 2. */
enum { ROOM = 40, SPARE = 20, MOST_PRODUCTS = 500, ORTHOGONAL_PASSES = 4 };

/* Above this, the inner products of a new unit vector with the basis are taken out once more. */
static const double orthogonal = 1e-12;

/* Residuals are relative to the largest eigenvalue; where that is next to nothing beside the most negative one, to this
 * part of that one, which rounding allows. */
static const double least_scale = 1e-3;

typedef struct space {
    jsmf_context *ctx;
    const jsmf_operator *op;
    size_t n, k;
    double tolerance;
    size_t capacity;  /* most vectors in the basis */
    size_t width;     /* most vectors in a block */
    size_t m;         /* vectors in the basis */
    size_t b;         /* vectors in the block */
    double *v, *w;    /* n x capacity: the basis and C V; the first m columns count */
    double *h;        /* capacity x capacity: V' C V, of which m x m counts */
    double *q;        /* m x m: eigenvectors of h */
    double *theta;    /* m: Ritz values */
    double *small;    /* capacity x capacity scratch */
    double *block, *image; /* n x width, used as n x b */
    double *norms;    /* width */
    size_t *selected; /* width: columns of the block */
    size_t vectors;   /* multiplied by C so far */
    size_t products;
    double residual;
} space;

static size_t basis_capacity(size_t n, size_t k, size_t width)
{
    size_t capacity = 3 * (k > width ? k : width) + ROOM;
    return capacity < n ? capacity : n;
}

static size_t block_width(size_t n, size_t k, size_t start_columns)
{
    size_t width = start_columns ? start_columns : k + SPARE / 2;
    if (width < k)
        width = k;
    return width < n ? width : n;
}

size_t jsmf_eigen_block_bytes(size_t n, size_t k, size_t start_columns)
{
    const size_t width = block_width(n, k, start_columns), capacity = basis_capacity(n, k, width);
    const size_t tall = jsmf_mul_sat(n, 2 * (capacity + width)), small = jsmf_mul_sat(3 * capacity, capacity);
    return jsmf_mul_sat(tall < SIZE_MAX - small ? tall + small : SIZE_MAX, sizeof(double));
}

static void space_free(space *s)
{
    free(s->v);
    free(s->w);
    free(s->h);
    free(s->q);
    free(s->theta);
    free(s->small);
    free(s->block);
    free(s->image);
    free(s->norms);
    free(s->selected);
}

static jsmf_status space_init(space *s)
{
    const size_t tall = jsmf_mul_sat(s->n, sizeof(double)), small = jsmf_mul_sat(s->capacity, sizeof(double));
    s->v = jsmf_alloc(s->ctx, s->capacity, tall);
    s->w = jsmf_alloc(s->ctx, s->capacity, tall);
    s->h = jsmf_alloc(s->ctx, s->capacity, small);
    s->q = jsmf_alloc(s->ctx, s->capacity, small);
    s->theta = jsmf_alloc(s->ctx, s->capacity, sizeof *s->theta);
    s->small = jsmf_alloc(s->ctx, s->capacity, small);
    s->block = jsmf_alloc(s->ctx, s->width, tall);
    s->image = jsmf_alloc(s->ctx, s->width, tall);
    s->norms = jsmf_alloc(s->ctx, s->width, sizeof *s->norms);
    s->selected = jsmf_alloc(s->ctx, s->width, sizeof *s->selected);
    return jsmf_context_status(s->ctx);
}

static double largest(size_t n, const double *x)
{
    double most = 0;
    for (size_t i = 0; i < n; i++)
        most = fabs(x[i]) > most ? fabs(x[i]) : most;
    return most;
}

/* The block becomes orthonormal, and orthogonal to the basis. */
static jsmf_status orthogonalise(space *s)
{
    const jsmf_tall_product take_out = { .n = s->n, .p = s->m, .q = s->b, .alpha = -1, .beta = 1, .x = s->v,
        .ldx = s->capacity, .m = s->small, .ldm = s->b, .out = s->block, .ldo = s->b };
    if (s->m == 0)
        return jsmf_orthonormalise(s->ctx, s->n, s->b, s->block, NULL);
    for (int pass = 0; pass < ORTHOGONAL_PASSES; pass++) {
        if (jsmf_tall_cross(s->ctx, s->n, s->m, s->v, s->capacity, s->b, s->block, s->b, s->small) != JSMF_OK)
            break;
        if (pass > 0 && largest(s->m * s->b, s->small) < orthogonal)
            break;
        if (jsmf_tall_times(s->ctx, &take_out) != JSMF_OK ||
            jsmf_orthonormalise(s->ctx, s->n, s->b, s->block, NULL) != JSMF_OK)
            break;
    }
    return jsmf_context_status(s->ctx);
}

/* Appends the block to V, its image to W and their inner products to H. */
static jsmf_status expand(space *s)
{
    const size_t m = s->m, b = s->b, all = m + b;
    double *inner = s->small;
    jsmf_status status = jsmf_operator_apply(s->ctx, s->op, b, s->block, s->image);
    if (status != JSMF_OK)
        return status;
    s->vectors += b;
    s->products++;
    jsmf_tall_copy(s->n, b, s->block, b, s->v + m, s->capacity);
    jsmf_tall_copy(s->n, b, s->image, b, s->w + m, s->capacity);
    status = jsmf_tall_cross(s->ctx, s->n, all, s->v, s->capacity, b, s->image, b, inner);
    for (size_t i = 0; i < all; i++)
        for (size_t j = 0; j < b; j++) {
            double value = i < m ? inner[i * b + j] : 0.5 * (inner[i * b + j] + inner[(m + j) * b + i - m]);
            s->h[i * s->capacity + m + j] = value;
            s->h[(m + j) * s->capacity + i] = value;
        }
    s->m = all;
    return status;
}

static jsmf_status ritz(space *s)
{
    jsmf_tall_copy(s->m, s->m, s->h, s->capacity, s->q, s->m);
    if (!(largest(s->m * s->m, s->q) < INFINITY))
        return jsmf_fail(s->ctx, JSMF_ENUMERIC, "NaN or infinity in the products of block %zu (eigenvectors)",
                         s->products);
    return jsmf_symmetric_eigen(s->ctx, s->m, s->q, s->theta);
}

static size_t wanted(const space *s) { return s->k < s->m ? s->k : s->m; }

/* block = W Q - V Q theta for the wanted Ritz vectors. */
static jsmf_status residuals(space *s)
{
    const size_t count = wanted(s);
    jsmf_tall_product t = { .n = s->n, .p = s->m, .q = count, .alpha = 1, .x = s->w, .ldx = s->capacity, .m = s->q,
                            .ldm = s->m, .out = s->block, .ldo = count };
    jsmf_status status = jsmf_tall_times(s->ctx, &t);
    if (status != JSMF_OK)
        return status;
    for (size_t i = 0; i < s->m; i++)
        for (size_t j = 0; j < count; j++)
            s->small[i * count + j] = s->q[i * s->m + j] * s->theta[j];
    t.x = s->v;
    t.m = s->small;
    t.ldm = count;
    t.alpha = -1;
    t.beta = 1;
    status = jsmf_tall_times(s->ctx, &t);
    return status == JSMF_OK ? jsmf_tall_norms(s->ctx, s->n, count, s->block, s->norms) : status;
}

/* Leaves in the block the residuals that are above the tolerance, b of them. */
static void select_residuals(space *s)
{
    const size_t count = wanted(s), room = s->n - s->m;
    const double scale = fmax(fabs(s->theta[0]), least_scale * largest(s->m, s->theta));
    size_t b = 0;
    s->residual = scale > 0 ? largest(count, s->norms) / scale : 0;
    for (size_t j = 0; j < count && b < room; j++)
        if (s->norms[j] > s->tolerance * scale)
            s->selected[b++] = j;
    for (size_t i = 0; i < s->n; i++)
        for (size_t j = 0; j < b; j++)
            s->block[i * b + j] = s->block[i * count + s->selected[j]];
    s->b = b;
}

static jsmf_status restart(space *s)
{
    const size_t keep = s->k + SPARE < s->m ? s->k + SPARE : s->m;
    jsmf_status status;
    jsmf_tall_copy(s->m, keep, s->q, s->m, s->small, keep);
    status = jsmf_tall_rotate(s->ctx, s->n, s->m, keep, s->v, s->capacity, s->small);
    if (status == JSMF_OK)
        status = jsmf_tall_rotate(s->ctx, s->n, s->m, keep, s->w, s->capacity, s->small);
    for (size_t i = 0; i < keep; i++)
        for (size_t j = 0; j < keep; j++)
            s->h[i * s->capacity + j] = i == j ? s->theta[i] : 0;
    s->m = keep;
    return status;
}

/* Everything wanted of an invariant space has been found, and it is too small: go on in a random direction. */
static jsmf_status inject(space *s)
{
    const size_t lacking = s->k - s->m;
    s->b = lacking < s->width ? lacking : s->width;
    s->vectors += s->b;
    return jsmf_eigen_random(s->ctx, s->op, s->b, s->products, s->image, s->block);
}

static jsmf_status begin(space *s, const jsmf_eigen_options *options)
{
    jsmf_status status;
    s->b = options->start ? options->start_columns : s->width;
    if (options->start) {
        memcpy(s->block, options->start, s->n * s->b * sizeof *s->block);
    } else {
        s->vectors += s->b;
        status = jsmf_eigen_random(s->ctx, s->op, s->b, 0, s->image, s->block);
        if (status != JSMF_OK)
            return status;
    }
    status = orthogonalise(s);
    return status == JSMF_OK ? expand(s) : status;
}

/* Rayleigh-Ritz; *done where all that is wanted has converged, else the next block is ready. */
static jsmf_status step(space *s, bool *done)
{
    if (ritz(s) != JSMF_OK || residuals(s) != JSMF_OK)
        return jsmf_context_status(s->ctx);
    select_residuals(s);
    *done = s->b == 0 && s->m >= s->k;
    if (*done)
        return JSMF_OK;
    if (s->b == 0 && inject(s) != JSMF_OK)
        return jsmf_context_status(s->ctx);
    if (s->m + s->b > s->capacity && restart(s) != JSMF_OK)
        return jsmf_context_status(s->ctx);
    return orthogonalise(s);
}

static jsmf_status iterate(space *s, size_t most)
{
    bool done = false;
    while (true) {
        jsmf_status status = step(s, &done);
        if (status != JSMF_OK || done)
            return status;
        if (s->products >= most)
            return jsmf_fail(s->ctx, JSMF_ENUMERIC,
                             "%zu eigenvectors of %zu did not converge in %zu products (residual %.2g, wanted %.2g)",
                             s->b, s->k, s->vectors, s->residual, s->tolerance);
        status = expand(s);
        if (status != JSMF_OK)
            return status;
    }
}

static jsmf_status finish(const space *s, double *values, double *vectors, jsmf_eigen_report *report)
{
    const jsmf_tall_product t = { .n = s->n, .p = s->m, .q = s->k, .alpha = 1, .x = s->v, .ldx = s->capacity,
                                  .m = s->q, .ldm = s->m, .out = vectors, .ldo = s->k };
    memcpy(values, s->theta, s->k * sizeof *values);
    *report = (jsmf_eigen_report){ .products = s->vectors, .residual = s->residual, .method = "block" };
    return jsmf_tall_times(s->ctx, &t);
}

jsmf_status jsmf_eigen_block(jsmf_context *ctx, const jsmf_operator *op, size_t k, const jsmf_eigen_options *options,
                             double *values, double *vectors, jsmf_eigen_report *report)
{
    const size_t n = jsmf_operator_size(op);
    space s = { .ctx = ctx, .op = op, .n = n, .k = k, .tolerance = options->tolerance };
    jsmf_status status;
    s.width = block_width(n, k, options->start ? options->start_columns : 0);
    s.capacity = basis_capacity(n, k, s.width);
    status = space_init(&s);
    if (status == JSMF_OK)
        status = begin(&s, options);
    if (status == JSMF_OK)
        status = iterate(&s, options->max_products ? options->max_products : MOST_PRODUCTS);
    if (status == JSMF_OK)
        status = finish(&s, values, vectors, report);
    space_free(&s);
    return status;
}
