/* ADMM for least squares over the simplex (001 Algorithm 4), for a chunk of problems at once: per iteration
 *     p = (gamma G + I)^-1 (2 y - q + gamma f),  q += lambda (p - y),  y = projection of q
 * with lambda = 1.9. The paper's gamma = 3 supposes G's entries near 1; here it is relative to the mean of G's
 * diagonal. Every few iterations problems whose KKT residual is small enough leave the chunk. */
#include "simplex_job.h"
#include "solve_inner.h"

#include <cblas.h>
#include <stdlib.h>
#include <string.h>

static const double relaxation = 1.9;
enum { CHECK_EVERY = 5 };

/* The problems still running, in rows; place[i]: which problem row i is. */
typedef struct state {
    size_t left;
    size_t *place;
    double *f, *q, *y, *p, *gradient; /* left x k */
    double *scratch;                  /* k */
} state;

static void times(size_t rows, size_t k, const double *x, const double *m, double *out)
{
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)rows, (int)k, (int)k, 1, x, (int)k, m, (int)k, 0, out,
                (int)k);
}

static void project_rows(const jsmf_solve_simplex_job *job, state *s)
{
    memcpy(s->y, s->q, s->left * job->k * sizeof *s->y);
    for (size_t i = 0; i < s->left; i++)
        jsmf_solve_simplex_project(job->k, s->y + i * job->k, s->scratch);
}

/* From y = q = the projection of (gamma G + I)^-1 gamma f. */
static void start(const jsmf_solve_simplex_job *job, size_t first, size_t count, state *s)
{
    size_t k = job->k;
    s->left = count;
    memcpy(s->f, job->f + first * k, count * k * sizeof *s->f);
    for (size_t i = 0; i < count; i++)
        s->place[i] = first + i;
    for (size_t i = 0; i < count * k; i++)
        s->p[i] = job->gamma * s->f[i];
    times(count, k, s->p, job->step, s->q);
    project_rows(job, s);
    memcpy(s->q, s->y, count * k * sizeof *s->q);
}

static void iterate(const jsmf_solve_simplex_job *job, state *s)
{
    size_t size = s->left * job->k;
    double *target = s->gradient; /* free until the next check */
    for (size_t i = 0; i < size; i++)
        target[i] = 2 * s->y[i] - s->q[i] + job->gamma * s->f[i];
    times(s->left, job->k, target, job->step, s->p);
    for (size_t i = 0; i < size; i++)
        s->q[i] += relaxation * (s->p[i] - s->y[i]);
    project_rows(job, s);
}

static void copy_row(size_t k, double *m, size_t from, size_t to)
{
    if (from != to)
        memcpy(m + to * k, m + from * k, k * sizeof *m);
}

/* Writes out the rows that are done (all of them where none may go on) and closes the ranks of the others. */
static void retire(const jsmf_solve_simplex_job *job, state *s, size_t iterations, jsmf_solve_simplex_outcome *outcome)
{
    size_t k = job->k, kept = 0;
    times(s->left, k, s->y, job->g, s->gradient);
    for (size_t i = 0; i < s->left * k; i++)
        s->gradient[i] -= s->f[i];
    for (size_t i = 0; i < s->left; i++) {
        double kkt = jsmf_solve_simplex_residual(k, s->gradient + i * k, s->y + i * k) /
                     jsmf_solve_simplex_scale(job, s->f + i * k);
        if (kkt <= job->tolerance || iterations >= job->iterations) {
            memcpy(job->x + s->place[i] * k, s->y + i * k, k * sizeof *s->y);
            jsmf_solve_simplex_count(outcome, kkt, iterations, kkt <= job->tolerance);
            continue;
        }
        copy_row(k, s->f, i, kept);
        copy_row(k, s->q, i, kept);
        copy_row(k, s->y, i, kept);
        s->place[kept++] = s->place[i];
    }
    s->left = kept;
}

jsmf_status jsmf_solve_admm(jsmf_context *ctx, const jsmf_solve_simplex_job *job, size_t first, size_t count,
                            jsmf_solve_simplex_outcome *outcome)
{
    size_t size = count * job->k;
    state s = { 0 };
    double *block = jsmf_alloc(ctx, 5 * size + job->k, sizeof *block);
    s.place = jsmf_alloc(ctx, count, sizeof *s.place);
    if (block && s.place) {
        s.f = block;
        s.q = s.f + size;
        s.y = s.q + size;
        s.p = s.y + size;
        s.gradient = s.p + size;
        s.scratch = s.gradient + size;
        start(job, first, count, &s);
        for (size_t iteration = 1; s.left > 0; iteration++) {
            iterate(job, &s);
            if (iteration % CHECK_EVERY == 0 || iteration >= job->iterations)
                retire(job, &s, iteration, outcome);
        }
    }
    free(block);
    free(s.place);
    return jsmf_context_status(ctx);
}
