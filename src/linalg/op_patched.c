/* The operator Y Y' + r e e' + E = Z D Z' + E with Z = [Y, e], D = diag(1, .., 1, r) and E sparse. */
#include "shifted.h"

#include "jsmf/linalg.h"

#include <stdlib.h>
#include <string.h>

typedef struct patched {
    jsmf_shifted t;
    const jsmf_negative *e;
    double *z; /* n x (k + 1), owned */
} patched;

static jsmf_status apply(jsmf_context *ctx, const void *self, size_t p, const double *x, double *y)
{
    const patched *c = self;
    const size_t k = c->t.k;
    double *inner = jsmf_alloc(ctx, k + 1, jsmf_mul_sat(p, sizeof *inner));
    jsmf_status status = inner ? jsmf_cross(ctx, c->t.n, k + 1, p, c->z, x, inner) : jsmf_context_status(ctx);
    for (size_t j = 0; j < p && status == JSMF_OK; j++)
        inner[k * p + j] *= c->t.r;
    if (status == JSMF_OK)
        status = jsmf_times(ctx, c->t.n, k + 1, p, c->z, inner, y);
    if (status == JSMF_OK)
        status = jsmf_negative_add(ctx, c->e, p, x, y);
    free(inner);
    return status;
}

static jsmf_status panel(jsmf_context *ctx, const void *self, size_t i0, size_t m, double *out)
{
    const patched *c = self;
    (void)ctx;
    jsmf_shifted_tile(&c->t, i0, m, 0, c->t.n, out, c->t.n);
    for (size_t i = 0; i < m * c->t.n; i++)
        out[i] += c->t.r;
    jsmf_negative_add_rows(c->e, i0, m, out);
    return JSMF_OK;
}

static void release(void *self)
{
    free(((patched *)self)->z);
    free(self);
}

static const jsmf_operator_class patched_class = {
    .name = "low rank + sparse", .apply = apply, .panel = panel, .free = release,
};

jsmf_status jsmf_operator_patched(jsmf_context *ctx, const jsmf_shifted *t, const jsmf_negative *e,
                                  jsmf_operator **out)
{
    patched *c = jsmf_alloc(ctx, 1, sizeof *c);
    double *z = jsmf_alloc(ctx, t->n, jsmf_mul_sat(t->k + 1, sizeof *z));
    *out = NULL;
    if (!c || !z) {
        free(c);
        free(z);
        return jsmf_context_status(ctx);
    }
    for (size_t i = 0; i < t->n; i++) {
        memcpy(z + i * (t->k + 1), t->y + i * t->k, t->k * sizeof *z);
        z[i * (t->k + 1) + t->k] = 1;
    }
    *c = (patched){ .t = *t, .e = e, .z = z };
    return jsmf_operator_new(ctx, &patched_class, c, t->n, out);
}
