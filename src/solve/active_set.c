/* Primal active set for 0.5 x'Gx - f'x over the simplex, exact up to rounding.
 *
 * x stays feasible, its objective falls. P, the free set, holds the entries that may be positive; a step minimises
 * over P under sum x = 1, goes as far as no entry turns negative, and drops the entry that stops it; where nothing
 * stops it, the entry with the most negative reduced gradient joins P, until there is none (Lawson and Hanson's NNLS,
 * 1974, with the sum kept). Steps are solved for from the gradient at x, so that another step refines the last one.
 *
 * On the simplex G and G + s e e' differ by a constant. The Cholesky factor is that of the shifted matrix on P, which
 * is regular exactly when P's rows are affinely independent. An entry that depends on P's (no pivot left) has a
 * direction of no curvature: x goes along it until an entry of P is zero, which the newcomer replaces. Where f = U v
 * for the rows U of G = U U', the slope along such a direction is rounding, and there is nothing to gain.
 *
 * An indefinite G makes no difference as long as P's part is convex along sum x = 0, which is all that the factor sees
 * once the shift is large. A newcomer of negative curvature is treated as one of none (Gill and Murray's control of
 * inertia, 1978): x ends in a minimum of the face of P, and no entry outside has a slope that leads down. */
#include "simplex_job.h"
#include "dense/vector.h"

#include "solve_inner.h"
#include "base/instructions.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct solver {
    const jsmf_solve_simplex_job *job;
    const double *f;
    double *x;        /* k */
    double *gradient; /* k: G x - f */
    size_t p;         /* the size of P */
    int32_t *free_set; /* k: P, in the order of the factor */
    bool *is_free;    /* k */
    unsigned char *banned; /* k: UNTIL_MOVED or FOR_GOOD: not to join P */
    double *r;        /* k columns of k: the upper factor R'R of the shifted G on P, column by column */
    double *e;        /* k: R'^-1 e */
    double *z;        /* k */
    double *d;        /* k */
} solver;

enum { UNTIL_MOVED = 1, FOR_GOOD = 2 };

static const double least_pivot = 1e-13; /* of the diagonal's entry: below, the row depends on P's */
/* Along a direction of no curvature a slope below the larger of these is none: of max |f|, of the diagonal's entry. */
static const double least_slope = 1e-11, slope_noise = 1e-14;

#define JSMF_KERNELS_FILE "solve/active_set_kernels.h"
#include "base/each_set.h"

static double dot(size_t n, const double *a, const double *b) { return JSMF_KERNEL(short_dot)(n, a, b); }

/* ---- the factor ---- */

/* z = R'^-1 z */
static void solve_lower(const solver *s, double *z) { JSMF_KERNEL(solve_lower)(s->p, s->job->k, s->r, z); }

/* z = R^-1 z */
static void solve_upper(const solver *s, double *z) { JSMF_KERNEL(solve_upper)(s->p, s->job->k, s->r, z); }

/* Puts R'^-1 (shifted G)_Pj behind the factor; the square of its diagonal entry, or 0 where j depends on P. */
static double new_column(const solver *s, size_t j)
{
    size_t k = s->job->k;
    const double *row = s->job->shifted + j * k;
    double *column = s->r + s->p * k, pivot;
    for (size_t i = 0; i < s->p; i++)
        column[i] = row[s->free_set[i]];
    solve_lower(s, column);
    pivot = row[j] - dot(s->p, column, column);
    return pivot > least_pivot * row[j] ? pivot : 0;
}

static void accept_column(solver *s, size_t j, double pivot)
{
    double *column = s->r + s->p * s->job->k;
    column[s->p] = sqrt(pivot);
    s->e[s->p] = (1 - dot(s->p, column, s->e)) / column[s->p];
    s->free_set[s->p++] = (int32_t)j;
    s->is_free[j] = true;
}

typedef struct rotation {
    double c, s;
} rotation;

static void rotate(rotation t, double *a)
{
    double upper = t.c * a[0] + t.s * a[1];
    a[1] = t.c * a[1] - t.s * a[0];
    a[0] = upper;
}

/* Takes position q out of P: its column goes, rotations make the rest triangular again. The rotation
 * that column i brings works on the rows i and i + 1 of all columns behind it; z keeps them. */
static void drop(solver *s, size_t q)
{
    size_t k = s->job->k;
    rotation *turns = (rotation *)(void *)s->z; /* p - 1 - q of them need 2 (p - 1 - q) doubles: z holds 2 k */
    s->is_free[s->free_set[q]] = false;
    s->x[s->free_set[q]] = 0;
    s->p--;
    for (size_t i = q; i < s->p; i++) {
        double *column = s->r + i * k;
        memcpy(column, column + k, (i + 2) * sizeof *column);
        s->free_set[i] = s->free_set[i + 1];
        for (size_t t = q; t < i; t++)
            rotate(turns[t - q], column + t);
        double length = hypot(column[i], column[i + 1]);
        turns[i - q] = (rotation){ column[i] / length, column[i + 1] / length };
        column[i] = length;
        rotate(turns[i - q], s->e + i);
    }
}

/* ---- moving ---- */

static void compute_gradient(solver *s)
{
    const size_t k = s->job->k;
    for (size_t j = 0; j < k; j++)
        s->gradient[j] = -s->f[j];
    for (size_t i = 0; i < s->p; i++)
        s->z[i] = s->x[s->free_set[i]];
    jsmf_dense_add_rows(k, s->p, s->free_set, s->z, s->job->g, s->gradient);
}

/* A long step's entries cancel to a sum of zero, which rounding spoils. */
static void keep_sum(solver *s)
{
    double sum = 0;
    for (size_t i = 0; i < s->p; i++)
        sum += s->x[s->free_set[i]];
    for (size_t i = 0; i < s->p; i++)
        s->x[s->free_set[i]] /= sum;
}

/* Moves x by d (over P) as far as it stays non-negative, at most so many times d: *length of them. True where an entry
 * stopped it, which has left P. */
static bool move(solver *s, const double *d, double most, double *length)
{
    double a = most;
    size_t stop = SIZE_MAX;
    for (size_t i = 0; i < s->p; i++)
        if (d[i] < 0 && s->x[s->free_set[i]] <= -d[i] * a) {
            a = s->x[s->free_set[i]] / -d[i];
            stop = i;
        }
    *length = isfinite(a) ? a : 0;
    for (size_t i = 0; i < s->p && a > 0 && isfinite(a); i++) {
        double *x = &s->x[s->free_set[i]];
        const double next = *x + a * d[i];
        *x = next > 0 ? next : 0;
    }
    if (stop != SIZE_MAX)
        drop(s, stop);
    return stop != SIZE_MAX;
}

/* d = the step to the minimum over P with sum x kept. */
static void newton_step(solver *s)
{
    double mean;
    for (size_t i = 0; i < s->p; i++)
        s->d[i] = s->gradient[s->free_set[i]];
    solve_lower(s, s->d);
    mean = dot(s->p, s->e, s->d) / dot(s->p, s->e, s->e);
    for (size_t i = 0; i < s->p; i++)
        s->d[i] = mean * s->e[i] - s->d[i];
    solve_upper(s, s->d);
}

/* d = how P gives way, under sum x = 1, to a unit of j at the least curvature; column: j's, behind the factor. */
static void give_way(solver *s, const double *column)
{
    const double level = (dot(s->p, s->e, column) - 1) / dot(s->p, s->e, s->e);
    for (size_t i = 0; i < s->p; i++)
        s->d[i] = level * s->e[i] - column[i];
    solve_upper(s, s->d);
}

/* Which way of d and j leads down: 1 or -1. */
static double downhill(solver *s, size_t j)
{
    double slope;
    compute_gradient(s);
    jsmf_dense_axpy(s->job->k, s->x[j], s->job->g + j * s->job->k, s->gradient);
    slope = s->gradient[j];
    for (size_t i = 0; i < s->p; i++)
        slope += s->d[i] * s->gradient[s->free_set[i]];
    return slope > 0 ? -1 : 1;
}

/* j, which adds no curvature to P or a negative one, comes in along that direction; whom it drives to zero goes. It may
 * have to go back itself, once another has gone. False where nothing stops it, which only rounding brings about. */
static bool exchange(solver *s, size_t j)
{
    double length, pivot = 0;
    do {
        give_way(s, s->r + s->p * s->job->k);
        const double way = downhill(s, j), most = way > 0 ? INFINITY : s->x[j];
        for (size_t i = 0; i < s->p; i++)
            s->d[i] *= way;
        const bool stopped = move(s, s->d, most, &length);
        s->x[j] = fmax(s->x[j] + way * length, 0);
        if (!stopped)
            break;
        pivot = new_column(s, j);
    } while (pivot == 0 && s->p > 0);
    if (s->x[j] > 0)
        accept_column(s, j, pivot > 0 ? pivot : s->job->shifted[j * s->job->k + j]);
    keep_sum(s);
    compute_gradient(s);
    return s->is_free[j];
}

/* slope: how far j's gradient lies below P's; scale: max |f|. */
static void join(solver *s, size_t j, double slope, double scale)
{
    double pivot = new_column(s, j), flat = fmax(least_slope * scale, slope_noise * s->job->shifted[j * s->job->k + j]);
    if (pivot > 0)
        accept_column(s, j, pivot);
    else if (slope <= flat || !exchange(s, j))
        s->banned[j] = FOR_GOOD;
}

/* Lets those join again that were dropped at once. */
static void forgive(solver *s)
{
    for (size_t j = 0; j < s->job->k; j++)
        s->banned[j] &= FOR_GOOD;
}

/* ---- one problem ---- */

/* Adds what is positive in x to an empty P; what depends on the others gives up its part. */
static void start_from(solver *s)
{
    size_t k = s->job->k;
    double sum = 0;
    s->p = 0;
    memset(s->is_free, 0, k * sizeof *s->is_free);
    memset(s->banned, 0, k * sizeof *s->banned);
    for (size_t j = 0; j < k; j++) {
        double pivot = s->x[j] > 0 ? new_column(s, j) : 0;
        if (pivot > 0)
            accept_column(s, j, pivot);
        else
            s->x[j] = 0;
        sum += s->x[j];
    }
    for (size_t j = 0; j < k; j++)
        s->x[j] /= sum;
}

static double support_mean(const solver *s)
{
    double mean = 0;
    for (size_t i = 0; i < s->p; i++)
        mean += s->x[s->free_set[i]] * s->gradient[s->free_set[i]];
    return mean;
}

/* Who gains most by joining P: the lowest gradient below the mean by more than the slack, or SIZE_MAX. */
static size_t best_outside(const solver *s, double bound)
{
    size_t best = SIZE_MAX;
    for (size_t j = 0; j < s->job->k; j++)
        if (s->gradient[j] < bound && !s->is_free[j] && !s->banned[j]) {
            bound = s->gradient[j];
            best = j;
        }
    return best;
}

/* The largest difference of P's gradients from their mean. */
static double unevenness(const solver *s, double mean)
{
    double worst = 0;
    for (size_t i = 0; i < s->p; i++)
        worst = fmax(worst, fabs(s->gradient[s->free_set[i]] - mean));
    return worst;
}

/* Newton steps over P until one is not stopped by the boundary, at most limit; how many. A newcomer whom rounding
 * drops in its very first step is banned until x has moved. */
static size_t minimise_over_free(solver *s, size_t newcomer, size_t limit)
{
    size_t steps = 0;
    bool stopped;
    do {
        double length;
        newton_step(s);
        stopped = move(s, s->d, 1, &length);
        keep_sum(s);
        if (steps++ == 0 && newcomer != SIZE_MAX && !s->is_free[newcomer])
            s->banned[newcomer] |= UNTIL_MOVED;
        else if (length > 0)
            forgive(s);
        compute_gradient(s);
    } while (stopped && steps < limit);
    return steps;
}

/* Whether P's gradients are even enough, or another step has not made them so. */
static bool is_refined(const solver *s, double mean, double slack, double *last)
{
    double now = unevenness(s, mean);
    bool stuck = !(now < 0.5 * *last);
    *last = now;
    return now <= slack || stuck;
}

static void solve_one(solver *s, jsmf_solve_simplex_outcome *outcome)
{
    double scale = jsmf_solve_simplex_scale(s->job, s->f), slack = s->job->tolerance * scale, last = INFINITY;
    size_t steps = 0, newcomer = SIZE_MAX;
    bool done = false;
    compute_gradient(s);
    while (!done && steps < s->job->iterations) {
        steps += minimise_over_free(s, newcomer, s->job->iterations - steps);
        double mean = support_mean(s);
        newcomer = best_outside(s, mean - slack);
        if (newcomer != SIZE_MAX) {
            join(s, newcomer, mean - s->gradient[newcomer], scale);
            last = INFINITY;
        } else {
            done = is_refined(s, mean, slack, &last);
        }
    }
    jsmf_solve_simplex_count(outcome, jsmf_solve_simplex_residual(s->job->k, s->gradient, s->x) / scale, steps, done);
}

/* x = the unconstrained minimum under sum x = 1, projected onto the simplex. By rows and not by a gemm, whose bytes for
 * one problem depend on how many stand beside it. */
static void project_unconstrained(solver *s)
{
    const size_t k = s->job->k;
    double sum = 0;
    jsmf_dense_combine_all(k, k, s->f, s->job->inverse, s->x);
    for (size_t j = 0; j < k; j++)
        sum += s->x[j];
    jsmf_dense_axpy(k, 1 - sum, s->job->level, s->x);
    jsmf_solve_simplex_project(k, s->x, s->z);
}

/* ---- a chunk ---- */

static void *carve(char **from, size_t bytes)
{
    void *block = *from;
    *from += (bytes + 63) / 64 * 64;
    return block;
}

static char *make_solver(jsmf_context *ctx, const jsmf_solve_simplex_job *job, solver *s)
{
    size_t k = job->k, vector = k * sizeof(double);
    char *block = jsmf_alloc(ctx, (k + 8) * vector + k * sizeof *s->free_set + 2 * k + 12 * 64, 1), *next = block;
    if (!block)
        return NULL;
    *s = (solver){ .job = job };
    s->r = carve(&next, (k + 1) * vector);
    s->gradient = carve(&next, vector);
    s->e = carve(&next, vector + sizeof(double));
    s->z = carve(&next, 2 * vector);
    s->d = carve(&next, vector);
    s->free_set = carve(&next, k * sizeof *s->free_set);
    s->is_free = carve(&next, k);
    s->banned = carve(&next, k);
    return block;
}

jsmf_status jsmf_solve_active_set(jsmf_context *ctx, const jsmf_solve_simplex_job *job, size_t first, size_t count,
                                  jsmf_solve_simplex_outcome *outcome)
{
    solver s;
    char *block = make_solver(ctx, job, &s);
    if (!block)
        return jsmf_context_status(ctx);
    for (size_t i = first; i < first + count; i++) {
        s.f = job->f + i * job->k;
        s.x = job->x + i * job->k;
        if (!job->warm)
            project_unconstrained(&s);
        start_from(&s);
        solve_one(&s, outcome);
    }
    free(block);
    return JSMF_OK;
}
