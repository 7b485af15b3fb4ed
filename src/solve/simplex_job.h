/* Least squares over the simplex, below the choice of a solver: a job (the problems that share one G, and what their
 * solver has prepared), the outcome of a chunk of them, and the solvers. */
#ifndef JSMF_SOLVE_SIMPLEX_JOB_H
#define JSMF_SOLVE_SIMPLEX_JOB_H

#include "solve_inner.h"

/* n, f, x and warm are set by the user of a prepared job, for each set of problems anew. */
typedef struct jsmf_solve_simplex_job {
    size_t k, n;
    const double *g;   /* k x k; borrowed */
    const double *f;   /* n x k; borrowed */
    double *x;         /* n x k: the solutions; borrowed */
    double tolerance;  /* on the KKT residual, relative to jsmf_solve_simplex_scale */
    size_t iterations; /* bound for one problem */
    double own_step;   /* 0: the solver's */
    double zero_scale; /* stands in for max |f| where f is zero */
    /* active set */
    bool warm;        /* x holds feasible points to start from */
    double *shifted;  /* k x k: g + shift e e' */
    double *inverse;  /* k x k: of shifted with a small ridge; not needed where warm */
    double *level;    /* k: inverse e, divided by its sum; likewise */
    /* ADMM */
    double *step;     /* k x k: (gamma g + I)^-1 */
    double gamma;
} jsmf_solve_simplex_job;

/* What a chunk of problems came to; zero before the first. */
typedef struct jsmf_solve_simplex_outcome {
    size_t not_converged;   /* problems */
    double worst_kkt;       /* relative, as the tolerance */
    size_t most_iterations; /* of one problem */
    size_t iterations;      /* of all problems together */
} jsmf_solve_simplex_outcome;

/* ---- jobs and outcomes (simplex_job.c) ---- */

/* Makes a job of n = 0 problems for the symmetric g (k x k), which it borrows. The job has to be released, after a
 * failure too. JSMF_EUSAGE where k is 0; JSMF_ENUMERIC where g is not finite or, but for expgrad, indefinite. */
jsmf_status jsmf_solve_simplex_prepare(jsmf_context *ctx, const jsmf_solve_simplex_options *options, size_t k,
                                       const double *g, jsmf_solve_simplex_job *job) JSMF_CHECKED;
void jsmf_solve_simplex_release(jsmf_solve_simplex_job *job); /* clears it, too */
/* The same for a g that may be indefinite, by active set. The job is warm: x holds a point of the simplex to start
 * from, and ends in a minimum near by. */
jsmf_status jsmf_solve_simplex_prepare_indefinite(jsmf_context *ctx, size_t k, const double *g,
                                                  jsmf_solve_simplex_job *job) JSMF_CHECKED;
/* Makes a warm job of the active set for g, which may be indefinite where that is said. It borrows g and shifted (k x
 * k), which is filled here, and is not released. */
void jsmf_solve_simplex_job_of(size_t k, const double *g, bool indefinite, double *shifted,
                               jsmf_solve_simplex_job *job);

/* What residuals of a problem are relative to: max |f| (k), or zero_scale where that is 0. */
double jsmf_solve_simplex_scale(const jsmf_solve_simplex_job *job, const double *f);
/* The KKT residual, as jsmf_solve_simplex_kkt has it, of x (k) from the gradient (k) there. */
double jsmf_solve_simplex_residual(size_t k, const double *gradient, const double *x);
/* Adds one problem to *outcome. */
void jsmf_solve_simplex_count(jsmf_solve_simplex_outcome *outcome, double kkt, size_t iterations, bool converged);
/* The report of n problems from their chunks' outcomes. */
void jsmf_solve_simplex_sum_up(const jsmf_solve_simplex_outcome *outcomes, size_t chunks, size_t n,
                               jsmf_solve_simplex_report *report);

/* ---- solvers, which stand above all of that (active_set.c, admm.c, expgrad.c) ---- */

/* Each solves the job's problems first .. first + count - 1 and adds to *outcome. The active set's solution of a
 * problem is the same, to the bit, whatever the others are. They fail for lack of memory only. */
jsmf_status jsmf_solve_active_set(jsmf_context *ctx, const jsmf_solve_simplex_job *job, size_t first, size_t count,
                                  jsmf_solve_simplex_outcome *outcome) JSMF_CHECKED;
jsmf_status jsmf_solve_expgrad_squares(jsmf_context *ctx, const jsmf_solve_simplex_job *job, size_t first, size_t count,
                                       jsmf_solve_simplex_outcome *outcome) JSMF_CHECKED;
jsmf_status jsmf_solve_admm(jsmf_context *ctx, const jsmf_solve_simplex_job *job, size_t first, size_t count,
                            jsmf_solve_simplex_outcome *outcome) JSMF_CHECKED;

/* ---- exponentiated gradient for any convex loss (expgrad.c) ---- */
typedef struct jsmf_solve_expgrad_problem {
    size_t k, count; /* variables, problems */
    /* gradient (m x k) of the problems place[0 .. m - 1] at the rows of x (m x k), all positive. */
    void (*gradient)(const void *self, size_t m, const size_t *place, const double *x, double *gradient);
    const void *self;
    const double *scale; /* count: what each problem's duality gap is relative to; NULL: 1 */
    double tolerance;    /* on the duality gap */
    size_t iterations;   /* bound for one problem */
    double step;         /* of every iteration; 0: by line search */
    double *x;           /* count x k: the solutions */
} jsmf_solve_expgrad_problem;
/* The defaults. */
extern const double jsmf_solve_expgrad_tolerance;
extern const size_t jsmf_solve_expgrad_iterations;
/* Solves count problems at once, from the middle of the simplex, and adds to *outcome, with the duality gap for the KKT
 * residual. It fails for lack of memory only. */
jsmf_status jsmf_solve_expgrad(jsmf_context *ctx, const jsmf_solve_expgrad_problem *problem,
                               jsmf_solve_simplex_outcome *outcome) JSMF_CHECKED;

#endif
