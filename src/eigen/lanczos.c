/* A first approximation of the largest eigenpairs of an operator of which nothing is known: block Lanczos with full
 * reorthogonalisation and thick restarts (Wu and Simon, SIAM J. Matrix Anal. Appl. 22, 2000; in blocks). Narrow blocks
 * need half the products of blocks as wide as k, but cannot tell how often an eigenvalue occurs beyond their width: so
 * what looks like that is left to the other method, which also checks and completes what is found here. */
#include "solvers.h"

#include "krylov.h"

#include <math.h>

enum { WIDTH = 16, ROOM = 100, MOST_STEPS = 200 };

/* A pivot of a new block below this part of the largest Ritz value: the space is invariant. */
static const double least_pivot = 1e-11;
/* As many Ritz values as a block is wide within this part of their size might be more of them. */
static const double cluster = 0.01;

static size_t capacity_of(size_t n, size_t k) { return 4 * k + ROOM < n - WIDTH ? 4 * k + ROOM : n - WIDTH; }

size_t jsmf_eigen_lanczos_bytes(size_t n, size_t k)
{
    return jsmf_eigen_krylov_bytes(n, capacity_of(n, k), WIDTH, WIDTH);
}

static bool converged(const jsmf_eigen_krylov *s, size_t k, double tolerance)
{
    double worst = 0;
    for (size_t j = 0; j < k; j++)
        worst = fmax(worst, jsmf_eigen_krylov_residual(s, j));
    return worst <= tolerance * fabs(s->theta[0]);
}

/* Whether the space cannot grow: by the triangle that the last block was divided by. */
static bool exhausted(const jsmf_eigen_krylov *s)
{
    double least = INFINITY;
    for (size_t i = 0; i < WIDTH; i++)
        least = fmin(least, fabs(s->t[i * s->capacity + s->m - WIDTH + i]));
    return !(least > least_pivot * fmax(fabs(s->theta[0]), fabs(s->theta[s->m - 1])));
}

static bool clustered(const jsmf_eigen_krylov *s, size_t k)
{
    for (size_t j = 0; j + WIDTH <= k; j++)
        if (!(s->theta[j + WIDTH - 1] < (1 - cluster) * s->theta[j]))
            return true;
    return false;
}

static jsmf_status iterate(jsmf_eigen_krylov *s, size_t k, double tolerance, bool *found)
{
    for (size_t step = 0; step < MOST_STEPS; step++) {
        const bool full = s->m + 2 * WIDTH > s->capacity;
        if (jsmf_eigen_krylov_expand(s, WIDTH) != JSMF_OK)
            return jsmf_context_status(s->ctx);
        if (!full && (s->m <= k || step % 2))
            continue;
        if (jsmf_eigen_krylov_ritz(s) != JSMF_OK)
            return jsmf_context_status(s->ctx);
        if (s->m <= k || exhausted(s))
            return JSMF_OK;
        *found = converged(s, k, tolerance);
        if (*found)
            return JSMF_OK;
        if (full && jsmf_eigen_krylov_restart(s, k + (s->capacity - k) / 3) != JSMF_OK)
            return jsmf_context_status(s->ctx);
    }
    return JSMF_OK;
}

jsmf_status jsmf_eigen_lanczos(jsmf_context *ctx, const jsmf_operator *op, size_t k, double tolerance, double *vectors,
                               bool *found, size_t *products)
{
    const size_t n = jsmf_operator_size(op);
    jsmf_eigen_krylov s = { .ctx = ctx, .op = op, .n = n, .capacity = capacity_of(n, k), .width = WIDTH };
    jsmf_status status = jsmf_eigen_krylov_begin(&s, NULL, 0, WIDTH);
    *found = false;
    if (status == JSMF_OK)
        status = iterate(&s, k, tolerance, found);
    *found = *found && !clustered(&s, k);
    if (status == JSMF_OK && *found)
        status = jsmf_eigen_krylov_finish(&s, k, vectors);
    *products = s.vectors;
    jsmf_eigen_krylov_free(&s);
    return status;
}
