/* Proximal alternating linearised minimisation (000 Algorithm 4; Bolte, Sabach, Teboulle, 2014). Each factor in turn
 * takes a gradient step, X (Y'Y) - C Y + s (X - Y) for X, of length 1 / (gamma |Y'Y + s I|_2), and is clipped at 0.
 * C enters through C Y and C X alone, which also give the objective. With inertia (Pock, Sabach, SIAM J. Imaging
 * Sciences 9, 2016) both factors step from where their last step would carry them, X + a (X - Xold), and the gradient
 * is taken there. */
#include "dense/dense.h"
#include "jsmf/model.h"
#include "jsmf/rectify.h"

#include "palm_start.h"
#include "projections.h"
#include "base/base_inner.h"
#include "eigen/eigen_inner.h"
#include "operator/operator_inner.h"

#include <cblas.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* gamma: the factor on the Lipschitz modulus, above 1 (gamma itself is a function of <math.h>). */
static const double lipschitz_factor = 1.005;

enum { CHUNK_ROWS = 256 };

/* What one move of a factor sums up, over its entries. */
typedef struct sums {
    double step;    /* (new - old)^2 */
    double size;    /* new^2 */
    double product; /* new * (C F) */
    double apart;   /* (new - F)^2 */
} sums;

typedef struct palm {
    jsmf_context *ctx;
    const jsmf_operator *op;
    const jsmf_rectify_palm_options *options;
    size_t n, k;
    double s;               /* the weight of |X - Y|^2 */
    double leading;         /* sum of the squares of C's k largest eigenvalues */
    double *values;         /* k */
    double *x, *y;          /* n x k */
    double *x_old, *y_old;  /* n x k, with inertia: before the last step; else NULL */
    double inertia;         /* a */
    double *product;        /* n x k: C times the factor that rests */
    double *gram_x, *gram_y, *map; /* k x k */
    double *scratch;        /* CHUNK_ROWS x k a thread */
    sums *partial;          /* a chunk */
    double objective;        /* after the last move */
    double change;
} palm;

size_t jsmf_rectify_palm_bytes(size_t n, size_t k, bool inertial)
{
    const size_t factor = jsmf_mul_sat(jsmf_mul_sat(n, k), sizeof(double));
    const size_t start = jsmf_eigen_largest_bytes(n, k, 0), steps = jsmf_mul_sat(factor, inertial ? 4 : 2);
    return jsmf_add_sat(factor, start > steps ? start : steps);
}

/* ---- one move ---- */

/* Z becomes max(Z map + (C F + s F) / c, 0). */
typedef struct move {
    const palm *p;
    double *z;       /* the factor that moves */
    double *old;     /* before its last move; NULL: without inertia */
    const double *f; /* the one that rests */
    double c;        /* gamma L */
} move;

/* z += a (z - old), and old what z was. */
static void carry_on(size_t count, double a, double *z, double *old)
{
    for (size_t i = 0; i < count; i++) {
        const double before = z[i];
        z[i] += a * (before - old[i]);
        old[i] = before;
    }
}

static jsmf_status move_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const move *m = arg;
    const size_t k = m->p->k, rows = jsmf_chunk_length(m->p->n, CHUNK_ROWS, chunk), first = chunk * CHUNK_ROWS * k;
    const double *product = m->p->product + first, *f = m->f + first, s = m->p->s;
    double *fresh = m->p->scratch + (size_t)jsmf_context_thread(ctx) * CHUNK_ROWS * k, *z = m->z + first;
    const double *before = m->old ? m->old + first : z;
    sums t = { 0 };
    if (m->old)
        carry_on(rows * k, m->p->inertia, z, m->old + first);
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)rows, (int)k, (int)k, 1, z, (int)k, m->p->map, (int)k,
                0, fresh, (int)k);
    for (size_t i = 0; i < rows * k; i++) {
        const double value = fmax(fresh[i] + (product[i] + s * f[i]) / m->c, 0);
        t.step += (value - before[i]) * (value - before[i]);
        t.size += value * value;
        t.product += value * product[i];
        t.apart += (value - f[i]) * (value - f[i]);
        z[i] = value;
    }
    m->p->partial[chunk] = t;
    return JSMF_OK;
}

static jsmf_status move_all(const palm *p, move *m, sums *total)
{
    const size_t chunks = jsmf_chunk_count(p->n, CHUNK_ROWS);
    *total = (sums){ 0 };
    if (jsmf_parallel(p->ctx, chunks, move_chunk, m) != JSMF_OK)
        return jsmf_context_status(p->ctx);
    for (size_t i = 0; i < chunks; i++) {
        total->step += p->partial[i].step;
        total->size += p->partial[i].size;
        total->product += p->partial[i].product;
        total->apart += p->partial[i].apart;
    }
    return JSMF_OK;
}

/* *c = gamma |F'F + s I|_2, and map = I - (F'F + s I) / c */
static jsmf_status make_map(palm *p, const double *gram, double *c)
{
    const size_t k = p->k;
    memcpy(p->map, gram, k * k * sizeof *gram);
    if (jsmf_dense_eigen(p->ctx, k, p->map, p->values) != JSMF_OK)
        return jsmf_context_status(p->ctx);
    *c = lipschitz_factor * (fmax(p->values[0], 0) + p->s);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++)
            p->map[i * k + j] = (i == j ? 1 - p->s / *c : 0) - gram[i * k + j] / *c;
    return JSMF_OK;
}

static double dot(size_t n, const double *a, const double *b)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* The objective in units of 0.5 |C_k|_F^2, less what C_k, C's k largest eigenpairs, would leave of it: that spares
 * |C|_F, which takes a pass over C's entries. */
static double objective(const palm *p, const sums *t)
{
    const double fitted = dot(p->k * p->k, p->gram_x, p->gram_y);
    return (p->leading - 2 * t->product + fitted + p->s * t->apart) / p->leading;
}

/* Z = max(Z - grad_Z J / c, 0) with c = gamma L(F), where F rests and grad_Z J = Z F'F - C F + s (Z - F). */
static jsmf_status proximal_step(palm *p, double *z, double *old, double *gram_z, const double *f, const double *gram_f,
                                 sums *total)
{
    move m = { .p = p, .z = z, .old = old, .f = f };
    if (jsmf_operator_apply(p->ctx, p->op, p->k, f, p->product) != JSMF_OK || make_map(p, gram_f, &m.c) != JSMF_OK ||
        move_all(p, &m, total) != JSMF_OK || jsmf_dense_cross(p->ctx, p->n, p->k, p->k, z, z, gram_z) != JSMF_OK)
        return jsmf_context_status(p->ctx);
    p->objective = objective(p, total);
    if (!isfinite(p->objective))
        return jsmf_fail(p->ctx, JSMF_ENUMERIC, "NaN in the factors of the compression");
    if (!(total->size > 0))
        return jsmf_fail(p->ctx, JSMF_ENUMERIC, "the factors of the compression became zero");
    return JSMF_OK;
}

static jsmf_status report(const palm *p, size_t iteration, const sums *y, double began)
{
    jsmf_message(p->ctx, JSMF_INFO, "iteration %zu: objective %.12g, change %.2g, |X - Y| / |Y| %.2g, %.3f s",
                 iteration, p->objective, p->change, sqrt(y->apart / y->size), jsmf_context_clock() - began);
    return jsmf_progress(p->ctx, "compression", (double)iteration / (double)p->options->iterations, p->change);
}

/* ---- the whole ---- */

static jsmf_status start_inertia(palm *p)
{
    const size_t size = p->n * p->k;
    p->x_old = jsmf_alloc(p->ctx, size, sizeof *p->x_old);
    p->y_old = jsmf_alloc(p->ctx, size, sizeof *p->y_old);
    if (jsmf_context_status(p->ctx) != JSMF_OK)
        return jsmf_context_status(p->ctx);
    memcpy(p->x_old, p->x, size * sizeof *p->x);
    memcpy(p->y_old, p->y, size * sizeof *p->y);
    return JSMF_OK;
}

/* X = Y = the non-negative matrix near a rotation of U sqrt(L_K), which lies in p->product meanwhile. */
static jsmf_status start(palm *p)
{
    const size_t size = p->n * p->k;
    const jsmf_eigen_options cold = { .cold = p->options->cold };
    jsmf_eigen_report eigen;
    jsmf_rectify_palm_rotation rotation;
    double began = jsmf_context_clock();
    if (jsmf_rectify_project_psd(p->ctx, p->op, p->k, &cold, p->values, p->product, &eigen) != JSMF_OK)
        return jsmf_context_status(p->ctx);
    jsmf_message(p->ctx, JSMF_INFO, "eigenpairs: %zu product%s (%s), residual %.1e, %.3f s",
                 JSMF_COUNTED(eigen.products), eigen.method, eigen.residual, jsmf_context_clock() - began);
    began = jsmf_context_clock();
    p->leading = dot(p->k, p->values, p->values);
    p->s = p->options->coupling * p->values[0];
    p->x = jsmf_alloc(p->ctx, size, sizeof *p->x);
    p->y = jsmf_alloc(p->ctx, size, sizeof *p->y);
    if (!p->x || !p->y || jsmf_rectify_palm_start(p->ctx, p->n, p->k, p->product, p->y, p->x, &rotation) != JSMF_OK)
        return jsmf_context_status(p->ctx);
    memcpy(p->x, p->y, size * sizeof *p->x);
    jsmf_message(p->ctx, JSMF_INFO, "start: %zu rotation%s of the %zu largest row%s, %.2g clipped, %.3f s",
                 JSMF_COUNTED(rotation.rounds), JSMF_COUNTED(rotation.rows), rotation.clipped,
                 jsmf_context_clock() - began);
    return jsmf_dense_cross(p->ctx, p->n, p->k, p->k, p->y, p->y, p->gram_y);
}

/* Y := Y / |Y'e|_2 */
static jsmf_status normalise(palm *p)
{
    double *column = p->values, length = 0;
    memset(column, 0, p->k * sizeof *column);
    for (size_t i = 0; i < p->n; i++)
        for (size_t j = 0; j < p->k; j++)
            column[j] += p->y[i * p->k + j];
    length = sqrt(dot(p->k, column, column));
    if (!(length > 0) || !isfinite(length))
        return jsmf_fail(p->ctx, JSMF_ENUMERIC, "the compressed co-occurrence sums to %g", length * length);
    for (size_t i = 0; i < p->n * p->k; i++)
        p->y[i] /= length;
    return JSMF_OK;
}

static jsmf_status allocate(palm *p)
{
    const size_t small = jsmf_mul_sat(p->k, p->k);
    p->values = jsmf_alloc(p->ctx, p->k, sizeof *p->values);
    p->product = jsmf_alloc(p->ctx, jsmf_mul_sat(p->n, p->k), sizeof *p->product);
    p->gram_x = jsmf_alloc(p->ctx, small, sizeof *p->gram_x);
    p->gram_y = jsmf_alloc(p->ctx, small, sizeof *p->gram_y);
    p->map = jsmf_alloc(p->ctx, small, sizeof *p->map);
    p->scratch = jsmf_alloc(p->ctx, jsmf_mul_sat((size_t)jsmf_context_threads(p->ctx), p->k),
                            CHUNK_ROWS * sizeof *p->scratch);
    p->partial = jsmf_alloc(p->ctx, jsmf_chunk_count(p->n, CHUNK_ROWS), sizeof *p->partial);
    return jsmf_context_status(p->ctx);
}

static void release(palm *p)
{
    free(p->values);
    free(p->x);
    free(p->y);
    free(p->x_old);
    free(p->y_old);
    free(p->product);
    free(p->gram_x);
    free(p->gram_y);
    free(p->map);
    free(p->scratch);
    free(p->partial);
}

jsmf_status jsmf_rectify_palm(jsmf_context *ctx, const jsmf_operator *op, const jsmf_rectify_palm_options *options,
                              jsmf_compressed *out)
{
    palm p = { .ctx = ctx, .op = op, .options = options, .n = jsmf_operator_size(op), .k = options->k, .change = -1 };
    size_t t = 0;
    *out = (jsmf_compressed){ 0 };
    if (jsmf_model_check_topics(ctx, NULL, p.k, p.n) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (!(options->coupling > 0) || !isfinite(options->coupling))
        return jsmf_fail(ctx, JSMF_EUSAGE, "a weight of %g (expected above 0)", options->coupling);
    /* (U, L_K) = Truncated-Eig(C, K); X_0 and Y_0, both the same, from U sqrt(L_K) */
    if (allocate(&p) != JSMF_OK || start(&p) != JSMF_OK || (options->inertial && start_inertia(&p) != JSMF_OK))
        goto done;
    while (t < options->iterations && !(t > 0 && options->tolerance > 0 && p.change < options->tolerance)) {
        const double began = jsmf_context_clock();
        sums x, y;
        t++;
        /* iPALM: both steps begin at X + a (X - Xold), Y alike, a = (t - 1) / (t + 2) */
        p.inertia = (double)(t - 1) / (double)(t + 2);
        /* c_t = gamma L_1(Y_t), X_t+1 = max(X_t - grad_X J(X_t, Y_t) / c_t, 0) */
        if (proximal_step(&p, p.x, p.x_old, p.gram_x, p.y, p.gram_y, &x) != JSMF_OK)
            goto done;
        /* d_t = gamma L_2(X_t+1), Y_t+1 = max(Y_t - grad_Y J(X_t+1, Y_t) / d_t, 0) */
        if (proximal_step(&p, p.y, p.y_old, p.gram_y, p.x, p.gram_x, &y) != JSMF_OK)
            goto done;
        p.change = sqrt(fmax(x.step / x.size, y.step / y.size));
        if (report(&p, t, &y, began) != JSMF_OK)
            goto done;
    }
    if (normalise(&p) != JSMF_OK)
        goto done;
    *out = (jsmf_compressed){ .n = p.n, .k = p.k, .y = p.y, .iterations = t, .change = p.change };
    p.y = NULL;
done:
    release(&p);
    return jsmf_context_status(ctx);
}
