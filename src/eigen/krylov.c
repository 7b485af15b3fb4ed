#include "krylov.h"

#include "eigenpairs.h"
#include "dense/dense.h"
#include "dense/lapack.h"
#include "dense/tall.h"
#include "operator/operator_inner.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Above this, the inner products of a new unit vector with the others are taken out once more. */
static const double largest_inner_product = 1e-12;
/* Where this part of a unit vector's squares was taken out, nothing of it is left. That is looked at only where an
 * inner product was above the second number. */
static const double part_that_is_all = 1 - 1e-12, inner_product_in_doubt = 1e-3;

enum { ORTHOGONAL_PASSES = 8 };

void jsmf_eigen_krylov_free(jsmf_eigen_krylov *s)
{
    free(s->v);
    free(s->f);
    free(s->image);
    free(s->h);
    free(s->t);
    free(s->q);
    free(s->theta);
    free(s->small);
    free(s->square);
}

size_t jsmf_eigen_krylov_bytes(size_t n, size_t capacity, size_t width, size_t columns)
{
    const size_t image = jsmf_greatest(width, columns);
    const size_t tall = jsmf_mul_sat(n, jsmf_greatest(capacity, columns) + width + image);
    const size_t small = jsmf_mul_sat(capacity, 3 * capacity + 1), square = jsmf_mul_sat(width, capacity + width);
    return jsmf_mul_sat(jsmf_add_sat(tall, jsmf_add_sat(small, square)), sizeof(double));
}

/* All but V and F; the image has so many columns. */
static jsmf_status allocate(jsmf_eigen_krylov *s, size_t images)
{
    const size_t tall = jsmf_mul_sat(s->n, sizeof(double)), small = jsmf_mul_sat(s->capacity, sizeof(double));
    s->image = jsmf_alloc(s->ctx, images, tall);
    s->h = jsmf_alloc_zero(s->ctx, s->capacity, small);
    s->t = jsmf_alloc_zero(s->ctx, s->width, small);
    s->q = jsmf_alloc(s->ctx, s->capacity, small);
    s->theta = jsmf_alloc(s->ctx, s->capacity, sizeof *s->theta);
    s->small = jsmf_alloc(s->ctx, s->capacity, small);
    s->square = jsmf_alloc(s->ctx, s->width, jsmf_mul_sat(s->width, sizeof(double)));
    return jsmf_context_status(s->ctx);
}

/* V with so many columns, and F. */
static jsmf_status allocate_tall(jsmf_eigen_krylov *s, size_t columns)
{
    const size_t tall = jsmf_mul_sat(s->n, sizeof(double));
    s->ld = columns;
    s->v = jsmf_alloc(s->ctx, columns, tall);
    s->f = jsmf_alloc(s->ctx, s->width, tall);
    return jsmf_context_status(s->ctx);
}

jsmf_status jsmf_eigen_krylov_open(jsmf_eigen_krylov *s)
{
    if (!s->v && allocate_tall(s, s->capacity) != JSMF_OK)
        return jsmf_context_status(s->ctx);
    return allocate(s, s->width);
}

static double largest(size_t n, const double *x)
{
    double most = 0;
    for (size_t i = 0; i < n; i++)
        most = fabs(x[i]) > most ? fabs(x[i]) : most;
    return most;
}

/* ---- orthogonal blocks ---- */

/* x (n x b) -= V (V' x) + G (G' x), where G is the last `rest` vectors of F. V' x stays in small, G' x in square; *off
 * is the largest of them, and what is all below `least` is left. */
static jsmf_status take_out(jsmf_eigen_krylov *s, size_t b, size_t rest, double *x, double least, double *off)
{
    const double *g = s->f + s->width - rest;
    const jsmf_dense_tall_product from_v = { .n = s->n,
                                             .p = s->m,
                                             .q = b,
                                             .alpha = -1,
                                             .beta = 1,
                                             .x = s->v,
                                             .ldx = s->ld,
                                             .m = s->small,
                                             .ldm = b,
                                             .out = x,
                                             .ldo = b };
    const jsmf_dense_tall_product from_f = { .n = s->n,
                                             .p = rest,
                                             .q = b,
                                             .alpha = -1,
                                             .beta = 1,
                                             .x = g,
                                             .ldx = s->width,
                                             .m = s->square,
                                             .ldm = b,
                                             .out = x,
                                             .ldo = b };
    if (jsmf_dense_tall_cross(s->ctx, s->n, s->m, s->v, s->ld, b, x, b, s->small) != JSMF_OK ||
        (rest && jsmf_dense_tall_cross(s->ctx, s->n, rest, g, s->width, b, x, b, s->square) != JSMF_OK))
        return jsmf_context_status(s->ctx);
    *off = fmax(largest(s->m * b, s->small), largest(rest * b, s->square));
    if (*off < least)
        return JSMF_OK;
    if (jsmf_dense_tall_times(s->ctx, &from_v) != JSMF_OK)
        return jsmf_context_status(s->ctx);
    return rest ? jsmf_dense_tall_times(s->ctx, &from_f) : JSMF_OK;
}

/* Columns of x that lay in V entirely, by what was taken out of them, become random ones, and their rows of r 0: so
 * these were but for rounding, as x r is orthogonal to V. scratch: n x b. */
static jsmf_status replace_lost(const jsmf_eigen_krylov *s, size_t b, size_t rest, double *x, double *r,
                                double *scratch)
{
    if (jsmf_eigen_normal(s->ctx, s->n, b, s->vectors, scratch) != JSMF_OK)
        return jsmf_context_status(s->ctx);
    for (size_t j = 0; j < b; j++) {
        double squares = 0;
        for (size_t i = 0; i < s->m; i++)
            squares += s->small[i * b + j] * s->small[i * b + j];
        for (size_t i = 0; i < rest; i++)
            squares += s->square[i * b + j] * s->square[i * b + j];
        if (squares < part_that_is_all)
            continue;
        cblas_dcopy((int)s->n, scratch + j, (int)b, x + j, (int)b);
        memset(r + j * b, 0, b * sizeof *r);
    }
    return JSMF_OK;
}

/* The block x (n x b) becomes orthonormal, and orthogonal to V and the last `rest` vectors of F, as it was before but
 * for rounding; x_old = x r. A column that depends on others becomes an arbitrary vector, which may well lie in V: so r
 * is mended. more: b x b scratch; scratch: n x b. */
static jsmf_status make_orthogonal(jsmf_eigen_krylov *s, size_t b, size_t rest, double *x, double *r, double *more,
                                   double *scratch)
{
    double off = INFINITY;
    if (jsmf_dense_orthonormalise(s->ctx, s->n, b, x, r) != JSMF_OK)
        return jsmf_context_status(s->ctx);
    for (int pass = 1; pass < ORTHOGONAL_PASSES; pass++) {
        if (take_out(s, b, rest, x, largest_inner_product, &off) != JSMF_OK || off < largest_inner_product)
            return jsmf_context_status(s->ctx);
        if ((off > inner_product_in_doubt && replace_lost(s, b, rest, x, r, scratch) != JSMF_OK) ||
            jsmf_dense_orthonormalise(s->ctx, s->n, b, x, more) != JSMF_OK)
            return jsmf_context_status(s->ctx);
        cblas_dtrmm(CblasRowMajor, CblasLeft, CblasUpper, CblasNoTrans, CblasNonUnit, (int)b, (int)b, 1, more, (int)b,
                    r, (int)b);
    }
    return JSMF_OK;
}

/* x as the first b vectors of F: r goes into their rows of T, for the last b columns. scratch: n x b. */
static jsmf_status orthogonalise(jsmf_eigen_krylov *s, size_t b, size_t rest, double *x, double *scratch)
{
    double *r = jsmf_alloc(s->ctx, jsmf_mul_sat(b, 2), jsmf_mul_sat(b, sizeof *r));
    if (r && make_orthogonal(s, b, rest, x, r, r + b * b, scratch) == JSMF_OK)
        jsmf_dense_tall_copy(b, b, r, b, s->t + s->m - b, s->capacity);
    free(r);
    return jsmf_context_status(s->ctx);
}

/* ---- the beginning ---- */

/* V = start and random vectors, orthonormal; what they were is V r. */
static jsmf_status fill(jsmf_eigen_krylov *s, const double *start, size_t columns, double *r)
{
    const size_t lacking = s->ld - columns;
    if (lacking) {
        if (jsmf_eigen_random(s->ctx, s->op, lacking, 0, s->image, s->f) != JSMF_OK)
            return jsmf_context_status(s->ctx);
        s->vectors += lacking;
        jsmf_dense_tall_copy(s->n, lacking, s->f, lacking, s->v + columns, s->ld);
    }
    if (columns)
        jsmf_dense_tall_copy(s->n, columns, start, columns, s->v, s->ld);
    return jsmf_dense_orthonormalise(s->ctx, s->n, s->ld, s->v, r);
}

/* Whether V r had columns that were nearly orthogonal, so that dividing by r loses no digits. */
static bool is_safe(size_t p, const double *r)
{
    for (size_t j = 0; j < p; j++) {
        double above = 0;
        for (size_t i = 0; i < j; i++)
            above += r[i * p + j] * r[i * p + j];
        if (!(r[j * p + j] * r[j * p + j] > above))
            return false;
    }
    return true;
}

/* s->image = C V. image: C V r where it is known, or NULL. */
static jsmf_status multiply(jsmf_eigen_krylov *s, const double *image, const double *r)
{
    const size_t p = s->ld;
    s->vectors += p;
    if (!image || !is_safe(p, r))
        return jsmf_operator_apply(s->ctx, s->op, p, s->v, s->image);
    memcpy(s->image, image, s->n * p * sizeof *image);
    return jsmf_dense_divide(s->ctx, s->n, p, r, s->image);
}

/* The eigenpairs of V' image, image being C V; the leading `width` vectors without gaps. */
static jsmf_status project(const jsmf_eigen_krylov *s, double *inner, double *values)
{
    const size_t p = s->ld;
    if (jsmf_dense_cross(s->ctx, s->n, p, p, s->v, s->image, inner) != JSMF_OK)
        return jsmf_context_status(s->ctx);
    for (size_t i = 0; i < p; i++)
        for (size_t j = i; j < p; j++)
            inner[i * p + j] = inner[j * p + i] = 0.5 * (inner[i * p + j] + inner[j * p + i]);
    if (jsmf_dense_eigen(s->ctx, p, inner, values) != JSMF_OK)
        return jsmf_context_status(s->ctx);
    for (size_t i = 0; i < p && s->width < p; i++)
        memmove(inner + i * s->width, inner + i * p, s->width * sizeof *inner);
    return JSMF_OK;
}

/* V := V vectors, F = C V - V diag(values). */
static jsmf_status divide(jsmf_eigen_krylov *s, const double *vectors, const double *values)
{
    const size_t w = s->width;
    const jsmf_dense_tall_product t = { .n = s->n,
                                        .p = s->ld,
                                        .q = w,
                                        .alpha = 1,
                                        .x = s->image,
                                        .ldx = s->ld,
                                        .m = vectors,
                                        .ldm = w,
                                        .out = s->f,
                                        .ldo = w };
    if (jsmf_dense_tall_times(s->ctx, &t) != JSMF_OK ||
        jsmf_dense_tall_rotate(s->ctx, s->n, s->ld, w, s->v, s->ld, vectors) != JSMF_OK)
        return jsmf_context_status(s->ctx);
    for (size_t i = 0; i < s->n; i++)
        for (size_t j = 0; j < w; j++)
            s->f[i * w + j] -= s->v[i * s->ld + j] * values[j];
    return JSMF_OK;
}

jsmf_status jsmf_eigen_krylov_begin(jsmf_eigen_krylov *s, const double *start, const double *image, size_t columns,
                                    size_t least)
{
    const size_t p = jsmf_greatest(columns, least), w = s->width;
    double *inner = jsmf_alloc(s->ctx, p, jsmf_mul_sat(p, sizeof *inner));
    double *values = jsmf_alloc(s->ctx, p, sizeof *values);
    if (allocate_tall(s, p) != JSMF_OK || allocate(s, jsmf_greatest(p, w)) != JSMF_OK ||
        fill(s, start, columns, inner) != JSMF_OK ||
        multiply(s, p == columns ? image : NULL, inner) != JSMF_OK)
        goto done;
    if (project(s, inner, values) != JSMF_OK || divide(s, inner, values) != JSMF_OK)
        goto done;
    s->m = w;
    if (orthogonalise(s, w, 0, s->f, s->image) != JSMF_OK)
        goto done;
    for (size_t i = 0; i < w; i++)
        s->h[i * s->capacity + i] = values[i];
done:
    free(inner);
    free(values);
    return jsmf_context_status(s->ctx);
}

/* ---- Ritz vectors ---- */

jsmf_status jsmf_eigen_krylov_ritz(jsmf_eigen_krylov *s)
{
    jsmf_dense_tall_copy(s->m, s->m, s->h, s->capacity, s->q, s->m);
    if (!(largest(s->m * s->m, s->q) < INFINITY))
        return jsmf_fail(s->ctx, JSMF_ENUMERIC, "NaN or infinity in the first %zu products (eigenvectors)",
                         s->vectors);
    return jsmf_dense_eigen(s->ctx, s->m, s->q, s->theta);
}

double jsmf_eigen_krylov_residual(const jsmf_eigen_krylov *s, size_t j)
{
    double squares = 0;
    for (size_t i = 0; i < s->width; i++) {
        double sum = 0;
        for (size_t a = 0; a < s->m; a++)
            sum += s->t[i * s->capacity + a] * s->q[a * s->m + j];
        squares += sum * sum;
    }
    return sqrt(squares);
}

jsmf_status jsmf_eigen_krylov_restart(jsmf_eigen_krylov *s, size_t keep)
{
    jsmf_dense_tall_copy(s->m, keep, s->q, s->m, s->small, keep);
    if (jsmf_dense_tall_rotate(s->ctx, s->n, s->m, keep, s->v, s->ld, s->small) != JSMF_OK ||
        jsmf_dense_tall_rotate(s->ctx, s->width, s->m, keep, s->t, s->capacity, s->small) != JSMF_OK)
        return jsmf_context_status(s->ctx);
    for (size_t i = 0; i < keep; i++)
        for (size_t j = 0; j < keep; j++)
            s->h[i * s->capacity + j] = i == j ? s->theta[i] : 0;
    s->m = keep;
    return JSMF_OK;
}

/* The rows of V from `from` numbers apart to `to`, in place. */
static void respace(const jsmf_eigen_krylov *s, size_t columns, size_t from, size_t to)
{
    for (size_t i = 0; i < s->n; i++) {
        const size_t row = to > from ? s->n - 1 - i : i;
        memmove(s->v + row * to, s->v + row * from, columns * sizeof *s->v);
    }
}

/* Gives the memory of the rest of V back before out is touched. */
jsmf_status jsmf_eigen_krylov_finish(jsmf_eigen_krylov *s, size_t k, double *out)
{
    jsmf_status status;
    double *v;
    jsmf_dense_tall_copy(s->m, k, s->q, s->m, s->small, k);
    status = jsmf_dense_tall_rotate(s->ctx, s->n, s->m, k, s->v, s->ld, s->small);
    if (status != JSMF_OK)
        return status;
    respace(s, k, s->ld, k);
    v = jsmf_realloc(s->ctx, s->v, jsmf_mul_sat(s->n, k), sizeof *s->v);
    if (!v)
        return jsmf_context_status(s->ctx);
    s->v = v;
    memcpy(out, v, s->n * k * sizeof *out);
    return JSMF_OK;
}

/* ---- growing ---- */

/* The first b of w columns of z become an orthonormal basis of their span, the others complete it. */
static jsmf_status complete(jsmf_context *ctx, size_t w, size_t b, double *z)
{
    double *tau = jsmf_alloc(ctx, b, sizeof *tau);
    int info;
    if (!tau)
        return jsmf_context_status(ctx);
    info = LAPACKE_dgeqrf(LAPACK_ROW_MAJOR, (int)w, (int)b, z, (int)w, tau);
    if (info == 0)
        info = LAPACKE_dorgqr(LAPACK_ROW_MAJOR, (int)w, (int)w, (int)b, z, (int)w, tau);
    free(tau);
    return jsmf_dense_lapack_check(ctx, info, "QR decomposition", w, b, "failed");
}

jsmf_status jsmf_eigen_krylov_turn(jsmf_eigen_krylov *s, size_t b, const size_t *selected)
{
    const size_t w = s->width, m = s->m;
    double *z = s->square, *t = s->small;
    jsmf_status status;
    memset(z, 0, w * w * sizeof *z);
    for (size_t i = 0; i < w; i++)
        for (size_t j = 0; j < b; j++) {
            double sum = 0;
            for (size_t a = 0; a < m; a++)
                sum += s->t[i * s->capacity + a] * s->q[a * m + selected[j]];
            z[i * w + j] = sum;
        }
    if (complete(s->ctx, w, b, z) != JSMF_OK)
        return jsmf_context_status(s->ctx);
    status = jsmf_dense_cross(s->ctx, w, w, s->capacity, z, s->t, t);
    if (status != JSMF_OK)
        return status;
    memcpy(s->t, t, w * s->capacity * sizeof *t);
    return jsmf_dense_tall_rotate(s->ctx, s->n, w, w, s->f, w, z);
}

static jsmf_status make_room(jsmf_eigen_krylov *s, size_t count)
{
    double *v;
    if (count <= s->ld)
        return JSMF_OK;
    v = jsmf_realloc(s->ctx, s->v, jsmf_mul_sat(s->n, s->capacity), sizeof *v);
    if (!v)
        return jsmf_context_status(s->ctx);
    s->v = v;
    respace(s, s->m, s->ld, s->capacity);
    s->ld = s->capacity;
    return JSMF_OK;
}

/* H and T grow by b columns: V' C V_b is in small, G' C V_b in square. */
static void extend(jsmf_eigen_krylov *s, size_t b)
{
    const size_t all = s->m, old = all - b, c = s->capacity;
    for (size_t i = 0; i < all; i++)
        for (size_t j = 0; j < b; j++) {
            const double value = i < old ? s->small[i * b + j]
                                         : 0.5 * (s->small[i * b + j] + s->small[(old + j) * b + i - old]);
            s->h[i * c + old + j] = s->h[(old + j) * c + i] = value;
        }
    for (size_t i = 0; i < b; i++)
        memset(s->t + i * c, 0, old * sizeof *s->t);
    for (size_t i = b; i < s->width; i++)
        memcpy(s->t + i * c + old, s->square + (i - b) * b, b * sizeof *s->t);
}

/* x = C block, less what of it lies in V, in which the block is now, and in the rest of F. */
static jsmf_status advance(jsmf_eigen_krylov *s, size_t b, const double *block, double *x)
{
    double off;
    if (jsmf_operator_apply(s->ctx, s->op, b, block, x) != JSMF_OK)
        return jsmf_context_status(s->ctx);
    s->vectors += b;
    jsmf_dense_tall_copy(s->n, b, block, b, s->v + s->m, s->ld);
    s->m += b;
    if (take_out(s, b, s->width - b, x, 0, &off) != JSMF_OK)
        return jsmf_context_status(s->ctx);
    extend(s, b);
    return JSMF_OK;
}

jsmf_status jsmf_eigen_krylov_expand(jsmf_eigen_krylov *s, size_t b)
{
    const bool whole = b == s->width;
    double *block = whole ? s->f : s->image, *x = whole ? s->image : s->image + s->n * b;
    if (make_room(s, s->m + b) != JSMF_OK)
        return jsmf_context_status(s->ctx);
    if (!whole)
        jsmf_dense_tall_copy(s->n, b, s->f, s->width, block, b);
    if (advance(s, b, block, x) != JSMF_OK || orthogonalise(s, b, s->width - b, x, block) != JSMF_OK)
        return jsmf_context_status(s->ctx);
    if (whole) {
        s->image = s->f;
        s->f = x;
    } else {
        jsmf_dense_tall_copy(s->n, b, x, b, s->f, s->width);
    }
    return JSMF_OK;
}
