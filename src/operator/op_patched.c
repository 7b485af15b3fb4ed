/* The operator Y Y' + r e e' + E with E sparse, or made anew in every product. */
#include "shifted.h"
#include "operator_inner.h"

#include <math.h>
#include <stdlib.h>

typedef struct patched {
    jsmf_operator_shifted t;
    const jsmf_operator_negative *e;
} patched;

static jsmf_status apply(jsmf_context *ctx, const void *self, size_t p, const double *x, double *y)
{
    const patched *c = self;
    if (jsmf_operator_shifted_times(ctx, &c->t, p, x, y) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_operator_negative_add(ctx, c->e, p, x, y);
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

static const jsmf_operator_class patched_class = {
    .name = "low rank + sparse", .apply = apply, .panel = panel, .single_bytes = single_bytes, .free = free,
};

jsmf_status jsmf_operator_patched(jsmf_context *ctx, const jsmf_operator_shifted *t, const jsmf_operator_negative *e,
                                  jsmf_operator **out)
{
    patched *c = jsmf_alloc(ctx, 1, sizeof *c);
    *out = NULL;
    if (!c)
        return jsmf_context_status(ctx);
    *c = (patched){ .t = *t, .e = e };
    return jsmf_operator_new(ctx, &patched_class, c, t->n, out);
}
