/* Least squares over the simplex: what all solvers need of a problem, and how one is prepared for each of them. */
#include "simplex_job.h"

#include "dense/lapack.h"
#include "solve_inner.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double active_set_tolerance = 1e-13;
static const double admm_tolerance = 1e-8;
enum { ADMM_ITERATIONS = 2000 };
const double jsmf_solve_expgrad_tolerance = 1e-7;
const size_t jsmf_solve_expgrad_iterations = 20000;

/* Michelot's method (JOTA 1986): the threshold of all entries drops those below it, until none is; it rises
 * monotonically to the projection's own, in a few passes. */
void jsmf_solve_simplex_project(size_t k, double *x, double *scratch)
{
    size_t left = k, kept;
    double threshold;
    memcpy(scratch, x, k * sizeof *x);
    do {
        double sum = 0;
        for (size_t j = 0; j < left; j++)
            sum += scratch[j];
        threshold = (sum - 1) / (double)left;
        kept = 0;
        for (size_t j = 0; j < left; j++)
            if (scratch[j] > threshold)
                scratch[kept++] = scratch[j];
        if (kept == left || kept == 0)
            break;
        left = kept;
    } while (true);
    for (size_t j = 0; j < k; j++)
        x[j] = x[j] > threshold ? x[j] - threshold : 0;
}

double jsmf_solve_simplex_residual(size_t k, const double *gradient, const double *x)
{
    double mean = 0, worst = 0;
    for (size_t j = 0; j < k; j++)
        mean += x[j] * gradient[j];
    for (size_t j = 0; j < k; j++) {
        double below = mean - gradient[j], off = fabs(below) * x[j];
        worst = fmax(worst, fmax(below, off));
    }
    return worst;
}

double jsmf_solve_simplex_kkt(size_t k, const double *g, const double *f, const double *x)
{
    double mean = 0, worst = 0;
    for (int pass = 0; pass < 2; pass++)
        for (size_t j = 0; j < k; j++) {
            double gradient = -f[j];
            for (size_t l = 0; l < k; l++)
                gradient += g[j * k + l] * x[l];
            if (pass == 0)
                mean += x[j] * gradient;
            else
                worst = fmax(worst, fmax(mean - gradient, fabs(mean - gradient) * x[j]));
        }
    return worst;
}

double jsmf_solve_simplex_scale(const jsmf_solve_simplex_job *job, const double *f)
{
    double largest = 0;
    for (size_t j = 0; j < job->k; j++)
        largest = fmax(largest, fabs(f[j]));
    return largest > 0 ? largest : job->zero_scale;
}

void jsmf_solve_simplex_count(jsmf_solve_simplex_outcome *outcome, double kkt, size_t iterations, bool converged)
{
    outcome->worst_kkt = fmax(outcome->worst_kkt, kkt);
    outcome->iterations += iterations;
    outcome->most_iterations = iterations > outcome->most_iterations ? iterations : outcome->most_iterations;
    outcome->not_converged += !converged;
}

void jsmf_solve_simplex_sum_up(const jsmf_solve_simplex_outcome *outcomes, size_t chunks, size_t n,
                               jsmf_solve_simplex_report *report)
{
    jsmf_solve_simplex_outcome all = { 0 };
    for (size_t c = 0; c < chunks; c++) {
        all.not_converged += outcomes[c].not_converged;
        all.worst_kkt = fmax(all.worst_kkt, outcomes[c].worst_kkt);
        all.iterations += outcomes[c].iterations;
        if (outcomes[c].most_iterations > all.most_iterations)
            all.most_iterations = outcomes[c].most_iterations;
    }
    *report = (jsmf_solve_simplex_report){ all.not_converged, all.worst_kkt, all.most_iterations,
                                           n ? (double)all.iterations / (double)n : 0 };
}

/* ---- preparation ---- */

static jsmf_status invert(jsmf_context *ctx, size_t k, double *m)
{
    int order = (int)k, info = LAPACKE_dpotrf(LAPACK_ROW_MAJOR, 'L', order, m, order);
    if (info == 0)
        info = LAPACKE_dpotri(LAPACK_ROW_MAJOR, 'L', order, m, order);
    if (jsmf_dense_lapack_check(ctx, info, "inverse", k, k,
                                "does not exist: the Gram matrix is not positive semidefinite") != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < k; i++)
        for (size_t j = i + 1; j < k; j++)
            m[i * k + j] = m[j * k + i];
    return JSMF_OK;
}

static double mean_diagonal(size_t k, const double *g)
{
    double sum = 0;
    for (size_t j = 0; j < k; j++)
        sum += g[j * k + j];
    return sum > 0 ? sum / (double)k : 1;
}

static jsmf_status prepare_active_set(jsmf_context *ctx, jsmf_solve_simplex_job *job)
{
    const size_t k = job->k;
    double shift = mean_diagonal(k, job->g), total = 0;
    for (size_t i = 0; i < k * k; i++)
        job->inverse[i] = job->shifted[i] = job->g[i] + shift;
    for (size_t j = 0; j < k; j++)
        job->inverse[j * k + j] += 1e-12 * (double)k * (shift + job->g[j * k + j]);
    if (invert(ctx, k, job->inverse) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t j = 0; j < k; j++) {
        job->level[j] = 0;
        for (size_t l = 0; l < k; l++)
            job->level[j] += job->inverse[j * k + l];
        total += job->level[j];
    }
    for (size_t j = 0; j < k; j++)
        job->level[j] /= total;
    return JSMF_OK;
}

static jsmf_status prepare_admm(jsmf_context *ctx, jsmf_solve_simplex_job *job)
{
    job->gamma = job->own_step > 0 ? job->own_step : 2.5 / job->zero_scale;
    for (size_t i = 0; i < job->k * job->k; i++)
        job->step[i] = job->gamma * job->g[i];
    for (size_t j = 0; j < job->k; j++)
        job->step[j * job->k + j] += 1;
    return invert(ctx, job->k, job->step);
}

static jsmf_status check(jsmf_context *ctx, size_t k, const double *g)
{
    if (k == 0)
        return jsmf_fail(ctx, JSMF_EUSAGE, "least squares over the simplex of no topics");
    for (size_t i = 0; i < k * k; i++)
        if (!isfinite(g[i]))
            return jsmf_fail(ctx, JSMF_ENUMERIC, "the Gram matrix is not finite at (%zu, %zu)", i / k, i % k);
    return JSMF_OK;
}

static size_t active_set_iterations(size_t k) { return 20 * k + 100; }

/* The tolerance, the bound on iterations and the step, as given or the solver's own. */
static void set_limits(const jsmf_solve_simplex_options *o, jsmf_solve_simplex_job *job)
{
    const double tolerances[] = { [JSMF_ACTIVE_SET] = active_set_tolerance,
                                  [JSMF_ADMM] = admm_tolerance,
                                  [JSMF_EXPGRAD] = jsmf_solve_expgrad_tolerance };
    const size_t bounds[] = { [JSMF_ACTIVE_SET] = active_set_iterations(job->k),
                              [JSMF_ADMM] = ADMM_ITERATIONS,
                              [JSMF_EXPGRAD] = jsmf_solve_expgrad_iterations };
    job->tolerance = o->tolerance > 0 ? o->tolerance : tolerances[o->solver];
    job->iterations = o->iterations ? o->iterations : bounds[o->solver];
    job->own_step = o->step;
}

jsmf_status jsmf_solve_simplex_prepare(jsmf_context *ctx, const jsmf_solve_simplex_options *options, size_t k,
                                       const double *g, jsmf_solve_simplex_job *job)
{
    const size_t entries = jsmf_mul_sat(k, k);
    *job = (jsmf_solve_simplex_job){ .k = k, .g = g };
    if (check(ctx, k, g) != JSMF_OK)
        return jsmf_context_status(ctx);
    set_limits(options, job);
    job->zero_scale = mean_diagonal(k, g);
    if (options->solver == JSMF_EXPGRAD)
        return JSMF_OK;
    if (options->solver == JSMF_ADMM) {
        job->step = jsmf_alloc(ctx, entries, sizeof *job->step);
        return job->step ? prepare_admm(ctx, job) : jsmf_context_status(ctx);
    }
    job->shifted = jsmf_alloc(ctx, entries, sizeof *job->shifted);
    job->inverse = jsmf_alloc(ctx, entries, sizeof *job->inverse);
    job->level = jsmf_alloc(ctx, k, sizeof *job->level);
    if (!job->shifted || !job->inverse || !job->level)
        return jsmf_context_status(ctx);
    return prepare_active_set(ctx, job);
}

void jsmf_solve_simplex_job_of(size_t k, const double *g, bool indefinite, double *shifted, jsmf_solve_simplex_job *job)
{
    static const double shift_factor = 1000; /* so large that e's direction adds no negative curvature to a face's */
    double shift = mean_diagonal(k, g), largest = 0;
    for (size_t i = 0; indefinite && i < k * k; i++)
        largest = fmax(largest, fabs(g[i]));
    if (indefinite)
        shift = largest > 0 ? shift_factor * largest : 1;
    for (size_t i = 0; i < k * k; i++)
        shifted[i] = g[i] + shift;
    *job = (jsmf_solve_simplex_job){ .k = k,
                                     .g = g,
                                     .tolerance = active_set_tolerance,
                                     .iterations = active_set_iterations(k),
                                     .zero_scale = shift,
                                     .warm = true,
                                     .shifted = shifted };
}

jsmf_status jsmf_solve_simplex_prepare_indefinite(jsmf_context *ctx, size_t k, const double *g,
                                                  jsmf_solve_simplex_job *job)
{
    double *shifted;
    *job = (jsmf_solve_simplex_job){ .k = k };
    if (check(ctx, k, g) != JSMF_OK)
        return jsmf_context_status(ctx);
    shifted = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *shifted);
    if (shifted)
        jsmf_solve_simplex_job_of(k, g, true, shifted, job);
    return jsmf_context_status(ctx);
}

void jsmf_solve_simplex_release(jsmf_solve_simplex_job *job)
{
    free(job->shifted);
    free(job->inverse);
    free(job->level);
    free(job->step);
    *job = (jsmf_solve_simplex_job){ .k = 0 };
}
