/* The block Krylov method of jsmf_cooc_passes, a product at a time. */
#include "passes.h"

#include "eigen/eigenpairs.h"
#include "dense/dense.h"
#include "base/base_inner.h"
#include "operator/operator_inner.h"

#include <stdlib.h>
#include <string.h>

void jsmf_cooc_basis_free(jsmf_cooc_basis *b)
{
    if (!b)
        return;
    free(b->v);
    free(b->f);
    free(b->h);
    free(b->t);
    *b = (jsmf_cooc_basis){ 0 };
}

jsmf_status jsmf_cooc_basis_begin(jsmf_context *ctx, size_t words, const jsmf_cooc_passes_options *o,
                                  jsmf_cooc_basis *out)
{
    size_t passes;
    *out = (jsmf_cooc_basis){ .n = words, .k = o->k };
    if (jsmf_cooc_passes_check(ctx, words, o) != JSMF_OK)
        return jsmf_context_status(ctx);
    jsmf_cooc_passes_plan(words, o, &out->width, &passes);
    if (passes < 2)
        return jsmf_fail_remedy(ctx, JSMF_EUSAGE, JSMF_REMEDY_SUMS_OF_FEW_WORDS, 0,
                                "%zu eigenpair%s in %zu pass%s: no room for blocks of vectors in %zu word%s",
                                JSMF_COUNTED(o->k), o->passes, o->passes == 1 ? "" : "es", JSMF_COUNTED(words));
    out->f = jsmf_alloc(ctx, jsmf_mul_sat(words, out->width), sizeof *out->f);
    if (out->f && jsmf_eigen_normal(ctx, words, out->width, 0, out->f) != JSMF_OK)
        jsmf_cooc_basis_free(out);
    return jsmf_context_status(ctx);
}

/* ---- between a basis and the method's own state ---- */

/* Moves the tall matrices of b to s; copies the small ones, which have no gaps in b. */
static jsmf_status open_state(jsmf_context *ctx, jsmf_cooc_basis *b, jsmf_eigen_krylov *s)
{
    *s = (jsmf_eigen_krylov){ .ctx = ctx, .n = b->n, .width = b->width, .m = b->m, .v = b->v, .f = b->f, .ld = b->ld,
                              .vectors = b->products * b->width };
    s->capacity = jsmf_greatest(b->ld, b->m + (b->f ? b->width : 0));
    b->v = b->f = NULL;
    if (!s->v) {
        s->ld = s->capacity;
        s->v = jsmf_alloc(ctx, jsmf_mul_sat(s->n, s->capacity), sizeof *s->v);
    }
    if (!s->v || jsmf_eigen_krylov_open(s) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < b->m; i++)
        memcpy(s->h + i * s->capacity, b->h + i * b->m, b->m * sizeof *s->h);
    for (size_t i = 0; i < b->width && b->m; i++)
        memcpy(s->t + i * s->capacity, b->t + i * b->m, b->m * sizeof *s->t);
    return JSMF_OK;
}

static jsmf_status close_state(jsmf_context *ctx, jsmf_eigen_krylov *s, jsmf_cooc_basis *b)
{
    const size_t m = s->m;
    free(b->h);
    free(b->t);
    b->h = jsmf_alloc(ctx, m, jsmf_mul_sat(m, sizeof *b->h));
    b->t = jsmf_alloc(ctx, b->width, jsmf_mul_sat(m, sizeof *b->t));
    if (jsmf_context_status(ctx) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < m; i++)
        memcpy(b->h + i * m, s->h + i * s->capacity, m * sizeof *b->h);
    for (size_t i = 0; i < b->width; i++)
        memcpy(b->t + i * m, s->t + i * s->capacity, m * sizeof *b->t);
    b->v = s->v;
    b->f = s->f;
    b->m = m;
    b->ld = s->ld;
    s->v = s->f = NULL;
    return JSMF_OK;
}

/* ---- a product that comes from elsewhere ---- */

typedef struct given {
    const double *image;
    size_t n;
} given;

static jsmf_status given_apply(jsmf_context *ctx, const void *self, size_t p, const double *x, double *y)
{
    const given *g = *(given *const *)self;
    (void)ctx, (void)x;
    memcpy(y, g->image, g->n * p * sizeof *y);
    return JSMF_OK;
}

static const jsmf_operator_class given_class = { .name = "given", .apply = given_apply, .free = free };

static jsmf_status expand(jsmf_context *ctx, jsmf_eigen_krylov *s, const double *image)
{
    given g = { .image = image, .n = s->n }, *held = &g;
    given **self = jsmf_copy(ctx, &held, 1, sizeof held);
    jsmf_operator *op = NULL;
    if (self && jsmf_operator_new(ctx, &given_class, self, s->n, &op) == JSMF_OK) {
        s->op = op;
        jsmf_recorded(jsmf_eigen_krylov_expand(s, s->width));
    }
    jsmf_operator_free(op);
    s->op = NULL;
    return jsmf_context_status(ctx);
}

/* What the Ritz values say of it. */
static jsmf_status judge(jsmf_context *ctx, jsmf_eigen_krylov *s, jsmf_cooc_basis *b)
{
    double *d = jsmf_alloc(ctx, b->k, sizeof *d);
    if (d && jsmf_cooc_passes_values(s, b->k, d, &b->residual) == JSMF_OK) {
        b->first = d[0];
        b->last = d[b->k - 1];
    }
    free(d);
    return jsmf_context_status(ctx);
}

/* Another product needs room for the block behind it. */
static bool is_complete(const jsmf_cooc_basis *b)
{
    return b->residual <= JSMF_LOW_RANK_TOLERANCE || b->m + 2 * b->width > b->n;
}

static jsmf_status grow(jsmf_context *ctx, jsmf_cooc_basis *b, const double *image)
{
    jsmf_eigen_krylov s;
    if (open_state(ctx, b, &s) == JSMF_OK && expand(ctx, &s, image) == JSMF_OK && judge(ctx, &s, b) == JSMF_OK)
        jsmf_recorded(close_state(ctx, &s, b));
    jsmf_eigen_krylov_free(&s);
    if (jsmf_context_status(ctx) == JSMF_OK && is_complete(b)) {
        free(b->f);
        b->f = NULL;
    }
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_cooc_basis_take(jsmf_context *ctx, jsmf_cooc_basis *b, const double *image)
{
    jsmf_status status = JSMF_OK;
    if (b->f && b->products > 0) {
        status = grow(ctx, b, image);
    } else if (b->f) {
        memcpy(b->f, image, b->n * b->width * sizeof *b->f);
        status = jsmf_dense_orthonormalise(ctx, b->n, b->width, b->f, NULL);
    }
    b->products++;
    return status;
}

jsmf_status jsmf_cooc_basis_pairs(jsmf_context *ctx, jsmf_cooc_basis *b, double *v, double *d)
{
    jsmf_eigen_krylov s;
    double residual = 0;
    if (b->m < b->k)
        return jsmf_fail(ctx, JSMF_EUSAGE, "no eigenpairs behind %zu product%s", JSMF_COUNTED(b->products));
    free(b->f);
    b->f = NULL;
    if (open_state(ctx, b, &s) == JSMF_OK && jsmf_cooc_passes_values(&s, b->k, d, &residual) == JSMF_OK &&
        jsmf_cooc_passes_check_positive(ctx, b->products, b->k, d) == JSMF_OK &&
        jsmf_eigen_krylov_finish(&s, b->k, v) == JSMF_OK)
        jsmf_recorded(jsmf_eigen_fix_signs(ctx, b->n, b->k, v));
    jsmf_eigen_krylov_free(&s);
    jsmf_cooc_basis_free(b);
    b->residual = residual;
    return jsmf_context_status(ctx);
}

/* V, F, the image, the method's copy of it and of H and T, and what the Ritz values need. */
size_t jsmf_cooc_basis_bytes(size_t n, size_t width, size_t blocks)
{
    const size_t m = jsmf_mul_sat(blocks, width);
    return jsmf_add_sat(jsmf_eigen_krylov_bytes(n, m, width, width),
                        jsmf_mul_sat(jsmf_add_sat(jsmf_mul_sat(n, width), jsmf_mul_sat(m, 2 * m)), sizeof(double)));
}
