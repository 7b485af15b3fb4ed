/* A first approximation of the largest eigenpairs of an operator of which nothing is known: implicitly restarted
 * Lanczos, one vector at a time, by ARPACK (Lehoucq, Sorensen, Yang, ARPACK Users' Guide, 1998). It needs fewer
 * products than blocks, but sees one vector of a multiple eigenvalue: missed.c tells whether it has missed any. */
#include "solvers.h"

#include "eigenpairs.h"
#include "dense/vector.h"
#include "operator/operator_inner.h"

#include <arpack/arpack.h>
#include <arpack/stat_c.h>
#include <cblas.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

/* The basis holds twice the wanted vectors and ROOM. */
enum { ROOM = 20, MOST_RESTARTS = 20 };

/* Places in its array of parameters. */
enum { EXACT_SHIFTS = 0, RESTARTS = 2, CONVERGED = 4, MODE = 6, PARAMETERS = 11 };

/* ARPACK keeps the state of a run in variables of its own: one run at a time. */
static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

typedef struct run {
    jsmf_context *ctx;
    const jsmf_operator *op;
    size_t n, k, m;   /* m: most vectors of the basis */
    double tolerance;
    double *v;        /* n x m, column after column; in the end its first k are the Ritz vectors */
    double *residual; /* n; in the beginning the vector to begin from */
    double *work;     /* 3 n: vectors and their products */
    double *small;
    double *values;   /* k, ascending */
    int *select;      /* m: scratch */
    int parameters[PARAMETERS], places[PARAMETERS], info;
    size_t products;
} run;

static size_t basis(size_t k) { return 2 * k + ROOM; }

static size_t small_length(size_t m) { return jsmf_mul_sat(m, m + 8); }

static jsmf_status allocate(run *r)
{
    const size_t tall = jsmf_mul_sat(r->n, sizeof(double));
    r->v = jsmf_alloc(r->ctx, r->m, tall);
    r->residual = jsmf_alloc(r->ctx, 1, tall);
    r->work = jsmf_alloc(r->ctx, 3, tall);
    r->small = jsmf_alloc(r->ctx, small_length(r->m), sizeof *r->small);
    r->values = jsmf_alloc(r->ctx, r->k, sizeof *r->values);
    r->select = jsmf_alloc(r->ctx, r->m, sizeof *r->select);
    return jsmf_context_status(r->ctx);
}

static void release(run *r)
{
    free(r->v);
    free(r->residual);
    free(r->work);
    free(r->small);
    free(r->values);
    free(r->select);
}

/* Whether the space did not grow, so that ARPACK went on from a random vector of its own. */
static bool has_begun_anew(void)
{
    int counts[5];
    float t[26];
    stat_c(counts, counts + 1, counts + 2, counts + 3, counts + 4, t, t + 1, t + 2, t + 3, t + 4, t + 5, t + 6, t + 7,
           t + 8, t + 9, t + 10, t + 11, t + 12, t + 13, t + 14, t + 15, t + 16, t + 17, t + 18, t + 19, t + 20, t + 21,
           t + 22, t + 23, t + 24, t + 25);
    return counts[4] > 0;
}

/* *go_on: ARPACK wants a product. */
static void advance(run *r, int *task, bool *go_on)
{
    const int n = (int)r->n;
    dsaupd_c(task, "I", n, "LA", (int)r->k, r->tolerance, r->residual, (int)r->m, r->v, n, r->parameters, r->places,
             r->work, r->small, (int)small_length(r->m), &r->info);
    *go_on = *task == 1 || *task == -1;
}

/* The Ritz vectors into v, in the order of their values. */
static bool extract(run *r)
{
    const int n = (int)r->n;
    dseupd_c(1, "A", r->select, r->values, r->v, n, 0, "I", n, "LA", (int)r->k, r->tolerance, r->residual, (int)r->m,
             r->v, n, r->parameters, r->places, r->work, r->small, (int)small_length(r->m), &r->info);
    return r->info == 0 && r->parameters[CONVERGED] >= (int)r->k && jsmf_dense_is_finite(r->k, r->values);
}

/* *found: v and values are k Ritz pairs within the tolerance. */
static jsmf_status iterate(run *r, bool *found)
{
    int task = 0;
    bool go_on;
    r->info = 1;
    r->parameters[EXACT_SHIFTS] = 1;
    r->parameters[RESTARTS] = MOST_RESTARTS;
    r->parameters[MODE] = 1;
    for (advance(r, &task, &go_on); go_on; advance(r, &task, &go_on)) {
        const double *x = r->work + r->places[0] - 1;
        double *y = r->work + r->places[1] - 1;
        if (has_begun_anew())
            return JSMF_OK;
        if (jsmf_operator_apply(r->ctx, r->op, 1, x, y) != JSMF_OK)
            return jsmf_context_status(r->ctx);
        r->products++;
        if (!jsmf_dense_is_finite(r->n, y))
            return JSMF_OK;
    }
    *found = r->info == 0 && r->parameters[CONVERGED] >= (int)r->k && !has_begun_anew() && extract(r);
    return JSMF_OK;
}

jsmf_status jsmf_eigen_arpack(jsmf_context *ctx, const jsmf_operator *op, size_t k, double tolerance, double *values,
                              double *vectors, bool *found, size_t *products)
{
    const size_t n = jsmf_operator_size(op);
    run r = { .ctx = ctx, .op = op, .n = n, .k = k, .m = basis(k), .tolerance = tolerance };
    jsmf_status status;
    *found = false;
    *products = 0;
    if (r.m > n || small_length(r.m) > INT32_MAX)
        return JSMF_OK;
    /* Stream 0 belongs to the search for what is missed, which finds nothing from the same vector. */
    if (allocate(&r) != JSMF_OK || jsmf_eigen_random(ctx, op, 1, 1, r.work, r.residual) != JSMF_OK)
        goto done;
    r.products = 1;
    if (jsmf_dense_is_finite(n, r.residual)) {
        pthread_mutex_lock(&one_at_a_time);
        status = iterate(&r, found);
        pthread_mutex_unlock(&one_at_a_time);
        if (status != JSMF_OK)
            goto done;
    }
    for (size_t j = 0; j < k && *found; j++) {
        values[j] = r.values[k - 1 - j];
        cblas_dcopy((int)n, r.v + (k - 1 - j) * n, 1, vectors + j, (int)k);
    }
done:
    *products = r.products;
    release(&r);
    return jsmf_context_status(ctx);
}
