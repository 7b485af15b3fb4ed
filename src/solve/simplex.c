/* Least squares over the simplex: the loop over chunks of problems, by the solver asked for. */
#include "simplex_job.h"
#include "base/base_inner.h"
#include "solve_inner.h"

#include <math.h>
#include <stdlib.h>

/* Problems a chunk: enough for a gemm, few enough to share 1000 words among threads. */
enum { CHUNK = 128 };

typedef struct loop {
    const jsmf_solve_simplex_job *job;
    jsmf_solve_method solver;
    jsmf_solve_simplex_outcome *outcomes;
} loop;

/* Finite numbers may overflow on the way to a solution, and comparisons do not see NaN. */
static jsmf_status check_rows(jsmf_context *ctx, const jsmf_solve_simplex_job *job, size_t first, size_t count,
                              const double *rows, const char *what)
{
    for (size_t i = first * job->k; i < (first + count) * job->k; i++)
        if (!isfinite(rows[i]))
            return jsmf_fail(ctx, JSMF_ENUMERIC, "least squares: the %s of problem %zu is not finite", what,
                             i / job->k);
    return JSMF_OK;
}

static jsmf_status run_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    static jsmf_status (*const solve[])(jsmf_context *, const jsmf_solve_simplex_job *, size_t, size_t,
                                        jsmf_solve_simplex_outcome *) = {
        [JSMF_ACTIVE_SET] = jsmf_solve_active_set,
        [JSMF_ADMM] = jsmf_solve_admm,
        [JSMF_EXPGRAD] = jsmf_solve_expgrad_squares,
    };
    const loop *l = arg;
    const jsmf_solve_simplex_job *job = l->job;
    size_t first = chunk * CHUNK, count = jsmf_chunk_length(job->n, CHUNK, chunk);
    if (check_rows(ctx, job, first, count, job->f, "right-hand side") != JSMF_OK ||
        solve[l->solver](ctx, job, first, count, &l->outcomes[chunk]) != JSMF_OK)
        return jsmf_context_status(ctx);
    return check_rows(ctx, job, first, count, job->x, "solution");
}

jsmf_status jsmf_solve_simplex(jsmf_context *ctx, const jsmf_solve_simplex_options *options, size_t k, const double *g,
                               size_t n, const double *f, double *x, jsmf_solve_simplex_report *report)
{
    const size_t chunks = jsmf_chunk_count(n, CHUNK);
    jsmf_solve_simplex_outcome *outcomes = NULL;
    jsmf_solve_simplex_job job;
    if (jsmf_solve_simplex_prepare(ctx, options, k, g, &job) != JSMF_OK)
        goto done;
    job.n = n;
    job.f = f;
    job.x = x;
    outcomes = jsmf_alloc_zero(ctx, chunks, sizeof *outcomes);
    if (!outcomes)
        goto done;
    loop l = { .job = &job, .solver = options->solver, .outcomes = outcomes };
    if (jsmf_parallel(ctx, chunks, run_chunk, &l) == JSMF_OK && report)
        jsmf_solve_simplex_sum_up(outcomes, chunks, n, report);
done:
    free(outcomes);
    jsmf_solve_simplex_release(&job);
    return jsmf_context_status(ctx);
}
