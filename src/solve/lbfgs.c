#include "lbfgs.h"

#include "dense/vector.h"

size_t jsmf_solve_lbfgs_doubles(size_t n, size_t most) { return 2 * most * (n + 1); }

void jsmf_solve_lbfgs_start(jsmf_solve_lbfgs *b, size_t n, size_t most, double *block)
{
    *b = (jsmf_solve_lbfgs){ .n = n,
                             .most = most,
                             .steps = block,
                             .changes = block + most * n,
                             .products = block + 2 * most * n,
                             .parts = block + 2 * most * n + most };
}

/* Place in the ring of pair i, the oldest first. */
static size_t place(const jsmf_solve_lbfgs *b, size_t i) { return (b->first + i) % b->most; }

/* diag(inverse), scaled so that it has the last pair's curvature along its change. */
static double scale_of(const jsmf_solve_lbfgs *b, const double *inverse)
{
    const size_t last = place(b, b->pairs - 1);
    const double *change = b->changes + last * b->n;
    double size = 0;
    for (size_t j = 0; j < b->n; j++)
        size += change[j] * change[j] * inverse[j];
    return b->products[last] / size;
}

void jsmf_solve_lbfgs_direction(jsmf_solve_lbfgs *b, const double *inverse, const double *gradient, double *direction)
{
    const double scale = b->pairs > 0 ? scale_of(b, inverse) : 1;
    for (size_t j = 0; j < b->n; j++)
        direction[j] = gradient[j];
    for (size_t i = b->pairs; i-- > 0;) {
        const size_t at = place(b, i);
        b->parts[at] = jsmf_dense_dot(b->n, b->steps + at * b->n, direction) / b->products[at];
        jsmf_dense_axpy(b->n, -b->parts[at], b->changes + at * b->n, direction);
    }
    for (size_t j = 0; j < b->n; j++)
        direction[j] *= scale * inverse[j];
    for (size_t i = 0; i < b->pairs; i++) {
        const size_t at = place(b, i);
        const double off = jsmf_dense_dot(b->n, b->changes + at * b->n, direction) / b->products[at];
        jsmf_dense_axpy(b->n, b->parts[at] - off, b->steps + at * b->n, direction);
    }
}

void jsmf_solve_lbfgs_remember(jsmf_solve_lbfgs *b, const double *inverse, double least, const double *x_before,
                               const double *x, const double *g_before, const double *g)
{
    const size_t at = place(b, b->pairs);
    double *step = b->steps + at * b->n, *change = b->changes + at * b->n, size = 0;
    for (size_t j = 0; j < b->n; j++) {
        step[j] = x[j] - x_before[j];
        change[j] = g[j] - g_before[j];
        size += step[j] * step[j] / inverse[j];
    }
    b->products[at] = jsmf_dense_dot(b->n, step, change);
    const bool kept = b->products[at] > least * size;
    if (b->pairs == b->most) { /* it took the oldest one's place */
        b->first = (b->first + 1) % b->most;
        b->pairs--;
    }
    b->pairs += kept;
}
