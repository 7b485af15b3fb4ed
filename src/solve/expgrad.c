/* Exponentiated gradient over the simplex with a line search (Kivinen and Warmuth 1997; 004 section 3 and its
 * supplement), for a block of problems at once, so that gradients are matrix products.
 *
 * A step multiplies x by exp(-eta g) and divides by the sum. It has to meet Wolfe's two conditions along the chord to
 * the new point: a slope there of more than -0.9 times the old one's asks for a step twice as long, and a sufficient
 * decrease is read off the slopes, in the form of Hager and Zhang (2005): f(y) - f(x) is near half of the two slopes'
 * sum, exactly so where f is quadratic, and needs no objective. A problem leaves the block once its duality gap
 * x'g - min g is small: for a convex f the minimum is no farther below. Logarithms of x are kept, so that entries may
 * come back from far below. */
#include "simplex_job.h"

#include <cblas.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double least_slope_left = 0.9;   /* Wolfe's second constant: a steeper slope asks for a longer step */
static const double largest_overshoot = 0.5;  /* of the slope at the new point, against the old one's: 1 - 2 c */
static const double least_log = -600;         /* of an entry of x, relative to the largest */

typedef struct state {
    size_t left;
    size_t *place;
    bool fixed;       /* steps are all the same */
    bool *shortened;  /* the step was halved since the last one that was taken */
    double *eta;
    double *log_x, *x, *gradient, *next_log, *next, *next_gradient; /* left x k */
} state;

static double largest(size_t k, const double *v)
{
    double most = v[0];
    for (size_t j = 1; j < k; j++)
        most = fmax(most, v[j]);
    return most;
}

static double least(size_t k, const double *v)
{
    double low = v[0];
    for (size_t j = 1; j < k; j++)
        low = fmin(low, v[j]);
    return low;
}

/* x = exp(log_x) divided by its sum, the logarithms likewise. */
static void normalise(size_t k, double *log_x, double *x)
{
    const double most = largest(k, log_x);
    double sum = 0;
    for (size_t j = 0; j < k; j++) {
        log_x[j] = fmax(log_x[j] - most, least_log);
        x[j] = exp(log_x[j]);
        sum += x[j];
    }
    for (size_t j = 0; j < k; j++)
        x[j] /= sum;
}

static double gap_of(size_t k, const double *gradient, const double *x)
{
    return cblas_ddot((int)k, gradient, 1, x, 1) - least(k, gradient);
}

static void propose(size_t k, state *s)
{
    for (size_t i = 0; i < s->left; i++) {
        const double *gradient = s->gradient + i * k, low = least(k, gradient);
        for (size_t j = 0; j < k; j++)
            s->next_log[i * k + j] = s->log_x[i * k + j] - s->eta[i] * (gradient[j] - low);
        normalise(k, s->next_log + i * k, s->next + i * k);
    }
}

/* Takes row i's step, or makes it shorter; a step that was too short is taken, and the next one longer. */
static void judge(size_t k, state *s, size_t i)
{
    const double *x = s->x + i * k, *y = s->next + i * k, *before = s->gradient + i * k;
    const double *after = s->next_gradient + i * k;
    double slope = 0, next_slope = 0;
    for (size_t j = 0; j < k; j++) {
        slope += before[j] * (y[j] - x[j]);
        next_slope += after[j] * (y[j] - x[j]);
    }
    if (!s->fixed && !(next_slope <= -largest_overshoot * slope)) {
        s->eta[i] = fmax(s->eta[i] / 2, DBL_MIN);
        s->shortened[i] = true;
        return;
    }
    memcpy(s->log_x + i * k, s->next_log + i * k, k * sizeof *s->log_x);
    memcpy(s->x + i * k, y, k * sizeof *s->x);
    memcpy(s->gradient + i * k, after, k * sizeof *s->gradient);
    if (!s->fixed && next_slope < least_slope_left * slope && !s->shortened[i])
        s->eta[i] = fmin(s->eta[i] * 2, 1e300);
    s->shortened[i] = false;
}

static void move_row(size_t k, state *s, size_t from, size_t to)
{
    double *const rows[] = { s->log_x, s->x, s->gradient };
    if (from == to)
        return;
    for (size_t a = 0; a < 3; a++)
        memcpy(rows[a] + to * k, rows[a] + from * k, k * sizeof *s->x);
    s->place[to] = s->place[from];
    s->eta[to] = s->eta[from];
    s->shortened[to] = s->shortened[from];
}

/* Writes out the rows that are done and closes the ranks of the others. */
static void retire(const jsmf_solve_expgrad_problem *p, state *s, size_t iterations,
                   jsmf_solve_simplex_outcome *outcome)
{
    const size_t k = p->k;
    size_t kept = 0;
    for (size_t i = 0; i < s->left; i++) {
        const size_t place = s->place[i];
        const double gap = gap_of(k, s->gradient + i * k, s->x + i * k) / (p->scale ? p->scale[place] : 1);
        const bool done = gap <= p->tolerance;
        if (!done && iterations < p->iterations) {
            move_row(k, s, i, kept++);
            continue;
        }
        memcpy(p->x + place * k, s->x + i * k, k * sizeof *s->x);
        jsmf_solve_simplex_count(outcome, fmax(gap, 0), iterations, done);
    }
    s->left = kept;
}

/* From the middle of the simplex; where steps are searched for, with such as change no entry by more than a factor of
 * e. */
static void start(const jsmf_solve_expgrad_problem *p, state *s)
{
    const size_t k = p->k;
    s->left = p->count;
    s->fixed = p->step > 0;
    for (size_t i = 0; i < p->count; i++)
        s->place[i] = i;
    for (size_t i = 0; i < p->count * k; i++) {
        s->log_x[i] = 0;
        s->x[i] = 1 / (double)k;
    }
    p->gradient(p->self, s->left, s->place, s->x, s->gradient);
    for (size_t i = 0; i < p->count; i++) {
        const double *gradient = s->gradient + i * k, range = largest(k, gradient) - least(k, gradient);
        s->eta[i] = s->fixed ? p->step : range > DBL_MIN ? 1 / range : 1;
        s->shortened[i] = false;
    }
}

static void iterate(const jsmf_solve_expgrad_problem *p, state *s, jsmf_solve_simplex_outcome *outcome)
{
    start(p, s);
    retire(p, s, 0, outcome);
    for (size_t iteration = 1; s->left > 0; iteration++) {
        propose(p->k, s);
        p->gradient(p->self, s->left, s->place, s->next, s->next_gradient);
        for (size_t i = 0; i < s->left; i++)
            judge(p->k, s, i);
        retire(p, s, iteration, outcome);
    }
}

jsmf_status jsmf_solve_expgrad(jsmf_context *ctx, const jsmf_solve_expgrad_problem *problem,
                               jsmf_solve_simplex_outcome *outcome)
{
    enum { BLOCKS = 6 };
    const size_t count = problem->count, size = jsmf_mul_sat(count, problem->k);
    state s = { 0 };
    double *block = jsmf_alloc(ctx, jsmf_add_sat(jsmf_mul_sat(BLOCKS, size), count), sizeof *block);
    s.place = jsmf_alloc(ctx, count, sizeof *s.place);
    s.shortened = jsmf_alloc(ctx, count, sizeof *s.shortened);
    if (block && s.place && s.shortened) {
        double **const parts[] = { &s.log_x, &s.x, &s.gradient, &s.next_log, &s.next, &s.next_gradient };
        for (size_t a = 0; a < BLOCKS; a++)
            *parts[a] = block + a * size;
        s.eta = block + BLOCKS * size;
        iterate(problem, &s, outcome);
    }
    free(block);
    free(s.place);
    free(s.shortened);
    return jsmf_context_status(ctx);
}

/* ---- least squares ---- */

typedef struct squares {
    const jsmf_solve_simplex_job *job;
    const double *f; /* of the chunk's first problem */
} squares;

static void squares_gradient(const void *self, size_t m, const size_t *place, const double *x, double *gradient)
{
    const squares *s = self;
    const int k = (int)s->job->k;
    for (size_t i = 0; i < m; i++)
        memcpy(gradient + i * s->job->k, s->f + place[i] * s->job->k, s->job->k * sizeof *gradient);
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)m, k, k, 1, x, k, s->job->g, k, -1, gradient, k);
}

jsmf_status jsmf_solve_expgrad_squares(jsmf_context *ctx, const jsmf_solve_simplex_job *job, size_t first, size_t count,
                                       jsmf_solve_simplex_outcome *outcome)
{
    const squares self = { job, job->f + first * job->k };
    double *scale = jsmf_alloc(ctx, count, sizeof *scale);
    jsmf_solve_expgrad_problem problem = { .k = job->k,
                                           .count = count,
                                           .gradient = squares_gradient,
                                           .self = &self,
                                           .scale = scale,
                                           .tolerance = job->tolerance,
                                           .iterations = job->iterations,
                                           .step = job->own_step,
                                           .x = job->x + first * job->k };
    if (!scale)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < count; i++)
        scale[i] = jsmf_solve_simplex_scale(job, self.f + i * job->k);
    const jsmf_status status = jsmf_solve_expgrad(ctx, &problem, outcome);
    free(scale);
    return status;
}
