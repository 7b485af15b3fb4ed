/* A first approximation of the largest eigenpairs of an operator of which nothing is known: block Lanczos with full
 * reorthogonalisation and thick restarts (Wu and Simon, SIAM J. Matrix Anal. Appl. 22, 2000; in blocks). Narrow blocks
 * need half the products of blocks as wide as k, but cannot tell how often an eigenvalue occurs beyond their width: so
 * what looks like that is left to the other method, which also checks and completes what is found here. */
#include "solvers.h"

#include "krylov.h"
#include "operator/operator_inner.h"

#include <math.h>

enum { WIDTH = 16, ROOM = 100, MOST_STEPS = 200 };

/* A pivot of a new block below this part of the largest Ritz value: the space is invariant. */
static const double smallest_pivot = 1e-11;
/* Where as many Ritz values as a block is wide lie within this part of their size, there may be more of them. */
static const double cluster_width = 0.01;

static size_t capacity_of(size_t n, size_t k) { return 4 * k + ROOM < n - WIDTH ? 4 * k + ROOM : n - WIDTH; }

size_t jsmf_eigen_lanczos_bytes(size_t n, size_t k)
{
    return jsmf_eigen_krylov_bytes(n, capacity_of(n, k), WIDTH, WIDTH);
}

static bool have_converged(const jsmf_eigen_krylov *s, size_t k, double tolerance)
{
    double worst = 0;
    for (size_t j = 0; j < k; j++)
        worst = fmax(worst, jsmf_eigen_krylov_residual(s, j));
    return worst <= tolerance * fabs(s->theta[0]);
}

/* Whether the space cannot grow: by the triangle that the last block was divided by. */
static bool is_exhausted(const jsmf_eigen_krylov *s)
{
    double least = INFINITY;
    for (size_t i = 0; i < WIDTH; i++)
        least = fmin(least, fabs(s->t[i * s->capacity + s->m - WIDTH + i]));
    return !(least > smallest_pivot * fmax(fabs(s->theta[0]), fabs(s->theta[s->m - 1])));
}

static bool are_clustered(const jsmf_eigen_krylov *s, size_t k)
{
    for (size_t j = 0; j + WIDTH <= k; j++)
        if (!(s->theta[j + WIDTH - 1] < (1 - cluster_width) * s->theta[j]))
            return true;
    return false;
}

jsmf_status jsmf_eigen_lanczos(jsmf_context *ctx, const jsmf_operator *op, size_t k, double tolerance, size_t most,
                               double *vectors, bool *found, size_t *products)
{
    const size_t n = jsmf_operator_size(op), capacity = capacity_of(n, k);
    jsmf_eigen_krylov s = { .ctx = ctx, .op = op, .n = n, .capacity = capacity, .width = WIDTH };
    *found = false;
    if (jsmf_eigen_krylov_begin(&s, NULL, NULL, 0, WIDTH) != JSMF_OK)
        goto done;
    for (size_t step = 0; step < MOST_STEPS && s.vectors < most && !*found; step++) {
        const bool full = s.m + 2 * WIDTH > capacity;
        /* V = [V F], and F anew from C F, orthogonal to V */
        if (jsmf_eigen_krylov_expand(&s, WIDTH) != JSMF_OK)
            goto done;
        /* Ritz pairs at every other step are enough. */
        if (!full && (s.m <= k || step % 2))
            continue;
        if (jsmf_eigen_krylov_ritz(&s) != JSMF_OK)
            goto done;
        if (s.m <= k || is_exhausted(&s))
            break;
        *found = have_converged(&s, k, tolerance);
        /* The thick restart: V becomes its leading Ritz vectors, H their values. */
        if (!*found && full && jsmf_eigen_krylov_restart(&s, k + (capacity - k) / 3) != JSMF_OK)
            goto done;
    }
    *found = *found && !are_clustered(&s, k);
    if (*found && jsmf_eigen_krylov_finish(&s, k, vectors) != JSMF_OK)
        *found = false;
done:
    *products = s.vectors;
    jsmf_eigen_krylov_free(&s);
    return jsmf_context_status(ctx);
}
