/* The operator Y Y' + r e e' + E with E sparse, or made anew in every product. */
#include "shifted.h"

#include "jsmf/dense.h"
#include "dense/tall.h"

#include <math.h>
#include <stdlib.h>

enum { CHUNK_ROWS = 256 };

typedef struct patched {
    jsmf_operator_shifted t;
    const jsmf_operator_negative *e;
    double *ones; /* n */
} patched;

typedef struct expansion {
    const patched *c;
    size_t p;
    const double *inner, *level; /* k x p: Y'X; p: r e'X */
    double *y;
} expansion;

/* y = Y (Y'X) + e (r e'X) */
static jsmf_status expand(jsmf_context *ctx, void *arg, size_t chunk)
{
    const expansion *a = arg;
    const size_t first = chunk * CHUNK_ROWS, rows = jsmf_chunk_length(a->c->t.n, CHUNK_ROWS, chunk), k = a->c->t.k;
    double *y = a->y + first * a->p;
    jsmf_status status = jsmf_dense_times(ctx, rows, k, a->p, a->c->t.y + first * k, a->inner, y);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < a->p; j++)
            y[i * a->p + j] += a->level[j];
    return status;
}

static jsmf_status apply(jsmf_context *ctx, const void *self, size_t p, const double *x, double *y)
{
    const patched *c = self;
    const size_t n = c->t.n, k = c->t.k;
    double *inner = jsmf_alloc(ctx, k + 1, jsmf_mul_sat(p, sizeof *inner));
    expansion a = { .c = c, .p = p, .inner = inner, .level = inner + k * p, .y = y };
    if (!inner || jsmf_dense_cross(ctx, n, k, p, c->t.y, x, inner) != JSMF_OK ||
        jsmf_dense_cross(ctx, n, 1, p, c->ones, x, inner + k * p) != JSMF_OK)
        goto done;
    for (size_t j = 0; j < p; j++)
        inner[k * p + j] *= c->t.r;
    if (jsmf_parallel(ctx, jsmf_chunk_count(n, CHUNK_ROWS), expand, &a) == JSMF_OK)
        jsmf_recorded(jsmf_operator_negative_add(ctx, c->e, p, x, y));
done:
    free(inner);
    return jsmf_context_status(ctx);
}

static jsmf_status panel(jsmf_context *ctx, const void *self, size_t i0, size_t m, double *out)
{
    const patched *c = self;
    const jsmf_operator_shifted *from = &c->e->t;
    const size_t n = c->t.n, corrected = n - from->exempt;
    (void)ctx;
    jsmf_operator_shifted_tile(&c->t, i0, m, 0, n, out, n);
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < n; j++) {
            const double below = i0 + i < corrected || j < corrected ? fmax(-(out[i * n + j] + from->r), 0) : 0;
            out[i * n + j] += c->t.r + below;
        }
    return JSMF_OK;
}

/* Y twice, and E once for both halves; tiles that are made anew cost more than what is read. */
static size_t single_bytes(const void *self)
{
    const patched *c = self;
    const size_t factors = jsmf_mul_sat(jsmf_mul_sat(c->t.n, c->t.k), 2 * sizeof *c->t.y);
    return c->e->stored ? jsmf_add_sat(factors, jsmf_operator_negative_bytes(&c->e->t, c->e->nnz)) : SIZE_MAX;
}

static void release(void *self)
{
    free(((patched *)self)->ones);
    free(self);
}

static const jsmf_operator_class patched_class = {
    .name = "low rank + sparse", .apply = apply, .panel = panel, .single_bytes = single_bytes, .free = release,
};

jsmf_status jsmf_operator_patched(jsmf_context *ctx, const jsmf_operator_shifted *t, const jsmf_operator_negative *e,
                                  jsmf_operator **out)
{
    patched *c = jsmf_alloc(ctx, 1, sizeof *c);
    double *ones = jsmf_alloc(ctx, t->n, sizeof *ones);
    *out = NULL;
    if (!c || !ones) {
        free(c);
        free(ones);
        return jsmf_context_status(ctx);
    }
    for (size_t i = 0; i < t->n; i++)
        ones[i] = 1;
    *c = (patched){ .t = *t, .e = e, .ones = ones };
    return jsmf_operator_new(ctx, &patched_class, c, t->n, out);
}
