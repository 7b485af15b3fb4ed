/* An interior point method (Mehrotra, 1992) for each column:
 *   min lambda  subject to  B'z + r = e_j, -lambda <= z <= lambda, -delta <= r <= delta.
 * z and r stand in one vector x with E = [B; I], so that E'x = e_j (without r where delta is 0). A step solves least
 * squares with the rows of E weighted by how free they are; by QR, because with normal equations the steps are noise
 * before 1e-6 where topics resemble each other. Values of x and of the dual y bound the solution from both sides. */
#include "left_inverse.h"

#include "dense/dense.h"
#include "dense/vector.h"
#include "base/base_inner.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ITERATIONS = 100, COLUMNS_AT_ONCE = 64 };
enum { TALLS = 14, SHORTS = 5, SQUARES = 3 }; /* vectors of n + k and of k, matrices of k x k */

/* The distance between the two bounds, as a part of them: the iterations end below the first, and a solution counts as
 * found below the second. The same of the error of B'z + r = e_j. */
static const double wanted_gap = 1e-9, largest_gap = 1e-6;
static const double wanted_error = 1e-8, largest_error = 1e-7;
static const double largest_entry = 1e8;  /* of z: where the least is beyond, there is no use in it */
static const double step_part = 0.9995;   /* of the way to where a slack or a multiplier would be 0 */
static const double least_pivot = 1e-3; /* of a Gram matrix's factor: Cholesky QR errs by rounding / pivot^2 */

typedef struct problem {
    size_t n, k, column;
    size_t m; /* rows of E: n, or n + k */
    const double *b;
    double delta;
} problem;

/* up, down: multipliers of x <= bound and -x <= bound, where bound is lambda for z and delta for r. */
typedef struct state {
    problem p;
    double lambda, *x, *y;
    double *up, *down, *slack_up, *slack_down;
    double *dual_residual, *residual, sum_residual; /* E y - up + down; e_j - E'x; 1 - the sum of z's multipliers */
    double complementarity;                         /* the sum of all slack times multiplier */
    jsmf_solve_left_inverse_row row;
    /* What one step of Newton needs. */
    double *weight, *tilt, curvature; /* (up / slack_up + down / slack_down)^-1/2; how much lambda moves x */
    double *q, *r, *q_tilt;           /* the QR decomposition of the weighted E; q' tilt */
    double *right, *short_right;
    double *dx, *dy, *d_up, *d_down, d_lambda;
    double *cross_up, *cross_down;    /* the second order's products */
} state;

/* ---- memory ---- */

static size_t doubles(size_t n, size_t k)
{
    const size_t m = jsmf_add_sat(n, k), square = jsmf_mul_sat(k, k);
    return jsmf_add_sat(jsmf_mul_sat(m, k + TALLS), jsmf_add_sat(square, SHORTS * k));
}

size_t jsmf_solve_left_inverse_bytes(const jsmf_context *ctx, size_t n, size_t k)
{
    /* Orthonormalising takes two triangles, and sums of its own. */
    const size_t own = jsmf_add_sat(doubles(n, k), jsmf_mul_sat(SQUARES, jsmf_mul_sat(k, k)));
    const size_t sums = jsmf_mul_sat(jsmf_chunk_count(jsmf_add_sat(n, k), 256), jsmf_mul_sat(k, k));
    return jsmf_mul_sat(jsmf_mul_sat((size_t)jsmf_context_threads(ctx), jsmf_add_sat(own, sums)), sizeof(double));
}

static void lay_out(state *s, double *block)
{
    const size_t most = s->p.n + s->p.k, k = s->p.k;
    double **const talls[TALLS] = { &s->x, &s->up, &s->down, &s->slack_up, &s->slack_down, &s->dual_residual,
                                    &s->weight, &s->tilt, &s->right, &s->dx, &s->d_up, &s->d_down, &s->cross_up,
                                    &s->cross_down };
    double **const shorts[SHORTS] = { &s->y, &s->residual, &s->q_tilt, &s->dy, &s->short_right };
    s->q = block;
    block += most * k;
    for (size_t i = 0; i < TALLS; i++, block += most)
        *talls[i] = block;
    for (size_t i = 0; i < SHORTS; i++, block += k)
        *shorts[i] = block;
    s->r = block;
}

/* ---- products ---- */

/* out (m) = E y */
static void times(const problem *p, const double *y, double *out)
{
    cblas_dgemv(CblasRowMajor, CblasNoTrans, (int)p->n, (int)p->k, 1, p->b, (int)p->k, y, 1, 0, out, 1);
    if (p->m > p->n)
        memcpy(out + p->n, y, p->k * sizeof *y);
}

/* out (k) = q'x */
static void project(const state *s, const double *x, double *out)
{
    cblas_dgemv(CblasRowMajor, CblasTrans, (int)s->p.m, (int)s->p.k, 1, s->q, (int)s->p.k, x, 1, 0, out, 1);
}

static void divide(const state *s, CBLAS_TRANSPOSE transposed, double *x)
{
    cblas_dtrsv(CblasRowMajor, CblasUpper, transposed, CblasNonUnit, (int)s->p.k, s->r, (int)s->p.k, x, 1);
}

static double largest_of(size_t n, const double *x)
{
    double largest = 0;
    for (size_t i = 0; i < n; i++)
        largest = isfinite(x[i]) ? fmax(largest, fabs(x[i])) : INFINITY;
    return largest;
}

static double sum_of_magnitudes(size_t n, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += fabs(x[i]);
    return sum;
}

/* ---- where it stands ---- */

static void measure_rows(state *s)
{
    const problem *p = &s->p;
    cblas_dgemv(CblasRowMajor, CblasTrans, (int)p->n, (int)p->k, -1, p->b, (int)p->k, s->x, 1, 0, s->residual, 1);
    s->residual[p->column] += 1;
    s->row.error = largest_of(p->k, s->residual);
    for (size_t j = 0; p->m > p->n && j < p->k; j++)
        s->residual[j] -= s->x[p->n + j];
    s->row.largest = largest_of(p->n, s->x);
}

static void measure(state *s)
{
    const problem *p = &s->p;
    double mass = 0;
    measure_rows(s);
    times(p, s->y, s->dual_residual);
    s->row.bound = (s->y[p->column] - p->delta * sum_of_magnitudes(p->k, s->y)) /
                   sum_of_magnitudes(p->n, s->dual_residual);
    s->row.none = s->row.bound >= largest_entry;
    s->complementarity = 0;
    for (size_t i = 0; i < p->m; i++) {
        s->dual_residual[i] += s->down[i] - s->up[i];
        s->complementarity += s->up[i] * s->slack_up[i] + s->down[i] * s->slack_down[i];
        if (i < p->n)
            mass += s->up[i] + s->down[i];
    }
    s->sum_residual = 1 - mass;
}

static bool agree(const state *s, double part, double error)
{
    const jsmf_solve_left_inverse_row *r = &s->row;
    return r->largest - r->bound <= part * r->bound && largest_of(s->p.k, s->residual) <= error;
}

/* ---- the weighted rows ---- */

/* One round of Cholesky QR, with columns scaled alike; false, and q as it was, where that is too inexact. */
static bool decompose_quickly(state *s, size_t rows)
{
    const int k = (int)s->p.k;
    double *const r = s->r, *const scale = s->short_right;
    cblas_dsyrk(CblasRowMajor, CblasUpper, CblasTrans, k, (int)rows, 1, s->q, k, 0, r, k);
    for (int i = 0; i < k; i++)
        if (!(r[i * k + i] > 0))
            return false;
    for (int i = 0; i < k; i++)
        scale[i] = sqrt(r[i * k + i]);
    for (int i = 0; i < k; i++)
        for (int j = 0; j < k; j++)
            r[i * k + j] = j < i ? 0 : r[i * k + j] / scale[i] / scale[j];
    if (LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'U', k, r, k) != 0)
        return false;
    for (int i = 0; i < k; i++)
        if (!(r[i * k + i] > least_pivot))
            return false;
    for (int i = 0; i < k; i++)
        for (int j = i; j < k; j++)
            r[i * k + j] *= scale[j];
    cblas_dtrsm(CblasRowMajor, CblasRight, CblasUpper, CblasNoTrans, CblasNonUnit, (int)rows, k, 1, r, k, s->q, k);
    return true;
}

/* q = q r, q's columns orthonormal. */
static jsmf_status decompose(jsmf_context *ctx, state *s, size_t rows, bool *sound)
{
    const size_t k = s->p.k;
    *sound = rows >= k && isfinite(largest_of(rows * k, s->q));
    if (!*sound || decompose_quickly(s, rows))
        return JSMF_OK;
    if (jsmf_dense_orthonormalise(ctx, rows, k, s->q, s->r) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t j = 0; j < k; j++)
        *sound = *sound && isfinite(s->r[j * k + j]) && s->r[j * k + j] != 0;
    return JSMF_OK;
}

/* ---- a start within all bounds ---- */

static void start_multipliers(state *s)
{
    const problem *p = &s->p;
    const double shared = 0.25 / (double)p->n, room = 1e-3 + 0.1 * largest_of(p->k, s->y);
    times(p, s->y, s->right);
    for (size_t i = 0; i < p->m; i++) {
        const double least = i < p->n ? shared : room, bound = i < p->n ? s->lambda : p->delta;
        s->up[i] = fmax(s->right[i], 0) + least;
        s->down[i] = fmax(-s->right[i], 0) + least;
        s->slack_up[i] = bound - s->x[i];
        s->slack_down[i] = bound + s->x[i];
    }
}

/* From the least squares' inverse; the ridge, as a part of the columns, is for those that depend on each other. */
static jsmf_status start(jsmf_context *ctx, state *s, double ridge, bool *sound)
{
    const problem *p = &s->p;
    const size_t k = p->k;
    memcpy(s->q, p->b, p->n * k * sizeof *s->q);
    memset(s->q + p->n * k, 0, k * k * sizeof *s->q);
    for (size_t j = 0; j < k; j++)
        s->q[(p->n + j) * k + j] = ridge * cblas_dnrm2((int)p->n, p->b + j, (int)k);
    if (decompose(ctx, s, p->n + k, sound) != JSMF_OK || !*sound)
        return jsmf_context_status(ctx);
    memset(s->y, 0, k * sizeof *s->y);
    s->y[p->column] = 1;
    divide(s, CblasTrans, s->y);
    divide(s, CblasNoTrans, s->y);
    times(p, s->y, s->x);
    memset(s->x + p->n, 0, k * sizeof *s->x);
    s->lambda = 1.1 * largest_of(p->n, s->x);
    const double sum = sum_of_magnitudes(p->n, s->x);
    *sound = isfinite(sum) && sum > 0;
    if (*sound) {
        cblas_dscal((int)k, 0.5 / sum, s->y, 1);
        start_multipliers(s);
    }
    return JSMF_OK;
}

/* ---- a step ---- */

static jsmf_status factorise(jsmf_context *ctx, state *s, bool *sound)
{
    const problem *p = &s->p;
    const size_t k = p->k;
    s->curvature = 0;
    for (size_t i = 0; i < p->m; i++) {
        const double up = s->up[i] / s->slack_up[i], down = s->down[i] / s->slack_down[i];
        s->weight[i] = 1 / sqrt(up + down);
        s->tilt[i] = i < p->n ? (up - down) * s->weight[i] : 0;
        s->curvature += i < p->n ? 4 * up * down / (up + down) : 0;
        for (size_t j = 0; j < k; j++)
            s->q[i * k + j] = i < p->n ? s->weight[i] * p->b[i * k + j] : j == i - p->n ? s->weight[i] : 0;
    }
    if (decompose(ctx, s, p->m, sound) == JSMF_OK && *sound)
        project(s, s->tilt, s->q_tilt);
    return jsmf_context_status(ctx);
}

/* Newton's step to where every slack times its multiplier is the target. */
static void find_direction(state *s, double target)
{
    const problem *p = &s->p;
    const size_t k = p->k;
    double along = s->sum_residual;
    for (size_t i = 0; i < p->m; i++) {
        /* What the multipliers become where x stays. */
        s->d_up[i] = (target - s->cross_up[i]) / s->slack_up[i] - s->up[i];
        s->d_down[i] = (target - s->cross_down[i]) / s->slack_down[i] - s->down[i];
        s->right[i] = s->weight[i] * (s->dual_residual[i] - s->d_up[i] + s->d_down[i]);
        if (i < p->n)
            along -= s->d_up[i] + s->d_down[i] + s->tilt[i] * s->right[i];
    }
    memcpy(s->dy, s->residual, k * sizeof *s->dy);
    divide(s, CblasTrans, s->dy);
    project(s, s->right, s->short_right);
    cblas_daxpy((int)k, -1, s->short_right, 1, s->dy, 1);
    s->d_lambda = (jsmf_dense_dot(k, s->q_tilt, s->dy) - along) / (s->curvature + jsmf_dense_sum_squares(k, s->q_tilt));
    cblas_daxpy((int)k, -s->d_lambda, s->q_tilt, 1, s->dy, 1);
    cblas_dgemv(CblasRowMajor, CblasNoTrans, (int)p->m, (int)k, 1, s->q, (int)k, s->dy, 1, 1, s->right, 1);
    divide(s, CblasNoTrans, s->dy);
    for (size_t i = 0; i < p->m; i++) {
        const double d_bound = i < p->n ? s->d_lambda : 0;
        s->dx[i] = s->weight[i] * (s->right[i] + s->tilt[i] * d_bound);
        s->d_up[i] -= s->up[i] * (d_bound - s->dx[i]) / s->slack_up[i];
        s->d_down[i] -= s->down[i] * (d_bound + s->dx[i]) / s->slack_down[i];
    }
}

/* How far v may go along d before it is 0, at most so far. */
static double room(double v, double d, double far) { return d < 0 ? fmin(far, -v / d) : far; }

static void find_lengths(const state *s, double part, double *primal, double *dual)
{
    double slack = INFINITY, multiplier = INFINITY;
    for (size_t i = 0; i < s->p.m; i++) {
        const double d_bound = i < s->p.n ? s->d_lambda : 0;
        slack = room(s->slack_up[i], d_bound - s->dx[i], room(s->slack_down[i], d_bound + s->dx[i], slack));
        multiplier = room(s->up[i], s->d_up[i], room(s->down[i], s->d_down[i], multiplier));
    }
    *primal = fmin(1, part * slack);
    *dual = fmin(1, part * multiplier);
}

/* From the step that aims at 0: how far down the next one shall aim (Mehrotra), and its second order. */
static double predict(state *s)
{
    double primal, dual, after = 0;
    find_lengths(s, 1, &primal, &dual);
    for (size_t i = 0; i < s->p.m; i++) {
        const double d_bound = i < s->p.n ? s->d_lambda : 0, up = d_bound - s->dx[i], down = d_bound + s->dx[i];
        after += (s->up[i] + dual * s->d_up[i]) * (s->slack_up[i] + primal * up) +
                 (s->down[i] + dual * s->d_down[i]) * (s->slack_down[i] + primal * down);
        s->cross_up[i] = s->d_up[i] * up;
        s->cross_down[i] = s->d_down[i] * down;
    }
    return pow(after / s->complementarity, 3) * s->complementarity / (2 * (double)s->p.m);
}

static void move(state *s)
{
    double primal, dual;
    find_lengths(s, step_part, &primal, &dual);
    for (size_t i = 0; i < s->p.m; i++) {
        const double d_bound = i < s->p.n ? s->d_lambda : 0;
        s->slack_up[i] += primal * (d_bound - s->dx[i]);
        s->slack_down[i] += primal * (d_bound + s->dx[i]);
        s->x[i] += primal * s->dx[i];
        s->up[i] += dual * s->d_up[i];
        s->down[i] += dual * s->d_down[i];
    }
    s->lambda += primal * s->d_lambda;
    cblas_daxpy((int)s->p.k, dual, s->dy, 1, s->y, 1);
}

static jsmf_status step(jsmf_context *ctx, state *s, bool *sound)
{
    if (factorise(ctx, s, sound) != JSMF_OK || !*sound)
        return jsmf_context_status(ctx);
    memset(s->cross_up, 0, s->p.m * sizeof *s->cross_up);
    memset(s->cross_down, 0, s->p.m * sizeof *s->cross_down);
    find_direction(s, 0);
    find_direction(s, predict(s));
    move(s);
    return JSMF_OK;
}

/* ---- all columns ---- */

static jsmf_status solve_from(jsmf_context *ctx, state *s, double ridge)
{
    bool sound;
    if (start(ctx, s, ridge, &sound) != JSMF_OK || !sound)
        return jsmf_context_status(ctx);
    for (size_t i = 0; sound; i++) {
        measure(s);
        s->row.found = agree(s, largest_gap, largest_error);
        if (i == MOST_ITERATIONS || agree(s, wanted_gap, wanted_error) || s->row.none || isnan(s->row.bound))
            break;
        if (step(ctx, s, &sound) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

/* A start far out along what hardly moves B y finds large entries; where columns are exactly dependent, and delta
 * allows for it, one near 0 is needed. */
static jsmf_status solve(jsmf_context *ctx, state *s)
{
    static const double ridges[] = { 1e-6, 1e-2, 1 };
    s->row.none = s->p.m < s->p.k;
    for (size_t i = 0; i < sizeof ridges / sizeof *ridges && !s->row.none; i++) {
        if (solve_from(ctx, s, ridges[i]) != JSMF_OK)
            return jsmf_context_status(ctx);
        if (s->row.found)
            break;
    }
    return JSMF_OK;
}

typedef struct job {
    problem p;
    size_t first;
    double *inverse;
    jsmf_solve_left_inverse_row *rows;
} job;

static jsmf_status solve_column(jsmf_context *ctx, void *arg, size_t chunk)
{
    const job *j = arg;
    state s = { .p = j->p };
    s.p.column = j->first + chunk;
    double *block = jsmf_alloc(ctx, doubles(s.p.n, s.p.k), sizeof *block);
    if (block) {
        lay_out(&s, block);
        if (solve(ctx, &s) == JSMF_OK) {
            j->rows[s.p.column] = s.row;
            for (size_t i = 0; i < s.p.n; i++)
                j->inverse[i * s.p.k + s.p.column] = s.row.found ? s.x[i] : 0;
        }
    }
    free(block);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_solve_left_inverse(jsmf_context *ctx, size_t n, size_t k, const double *b, double delta,
                                    double *inverse, jsmf_solve_left_inverse_row *rows)
{
    job j = { .p = { .n = n, .k = k, .m = delta > 0 ? n + k : n, .b = b, .delta = delta }, .inverse = inverse,
              .rows = rows };
    for (; j.first < k; j.first += COLUMNS_AT_ONCE)
        if (jsmf_progress(ctx, "left inverse", (double)j.first / (double)k, -1) != JSMF_OK ||
            jsmf_parallel(ctx, jsmf_chunk_count(jsmf_least(k - j.first, COLUMNS_AT_ONCE), 1), solve_column, &j) !=
                JSMF_OK)
            return jsmf_context_status(ctx);
    return JSMF_OK;
}
