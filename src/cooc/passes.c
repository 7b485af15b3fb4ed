/* The leading eigenpairs of C in a few passes over documents that do not fit in memory. */
#include "passes.h"

#include "pass_operator.h"
#include "eigen/eigenpairs.h"
#include "dense/lapack.h"
#include "dense/vector.h"
#include "dense/dense.h"
#include "base/base_inner.h"
#include "operator/operator_inner.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void jsmf_cooc_eigenpairs_free(jsmf_cooc_eigenpairs *p)
{
    if (!p)
        return;
    free(p->v);
    free(p->d);
    free(p->unigram);
    free(p->df);
    *p = (jsmf_cooc_eigenpairs){ 0 };
}

/* Blocks of 2 k, or less where so many words are not there, and as many passes as they leave room for. */
void jsmf_cooc_passes_plan(size_t n, const jsmf_cooc_passes_options *o, size_t *width, size_t *passes)
{
    *width = jsmf_least(2 * o->k, jsmf_greatest(o->k, n / o->passes));
    *passes = jsmf_least(o->passes, n / *width);
    if (*passes <= 1) {
        *width = jsmf_least(2 * o->k, n);
        *passes = 1;
    }
}

size_t jsmf_cooc_passes_bytes(size_t n, const jsmf_cooc_passes_options *o)
{
    size_t width, passes, solving;
    jsmf_cooc_passes_plan(n, o, &width, &passes);
    solving = passes > 1 ? jsmf_eigen_krylov_bytes(n, (passes - 1) * width, width, width)
                         : jsmf_mul_sat(jsmf_mul_sat(n + 4 * width, 3 * width), sizeof(double));
    return jsmf_add_sat(jsmf_add_sat(solving, jsmf_mul_sat(n, (o->k + 3) * sizeof(double))),
                        jsmf_mul_sat(JSMF_BATCH_DOCUMENTS, width * sizeof(double)));
}

/* ---- two passes and more ---- */

/* The first block: C times random vectors. */
static jsmf_status begin(jsmf_eigen_krylov *b)
{
    b->vectors = b->width;
    if (jsmf_eigen_normal(b->ctx, b->n, b->width, 0, b->image) != JSMF_OK ||
        jsmf_operator_apply(b->ctx, b->op, b->width, b->image, b->f) != JSMF_OK)
        return jsmf_context_status(b->ctx);
    return jsmf_dense_orthonormalise(b->ctx, b->n, b->width, b->f, NULL);
}

static jsmf_status krylov(jsmf_context *ctx, jsmf_cooc_pass_operator *s, size_t width, size_t passes,
                          jsmf_cooc_eigenpairs *out)
{
    jsmf_eigen_krylov b = { .ctx = ctx, .op = s->op, .n = s->n, .capacity = (passes - 1) * width, .width = width };
    if (jsmf_eigen_krylov_open(&b) != JSMF_OK || begin(&b) != JSMF_OK)
        goto done;
    while (s->passes < passes)
        if (jsmf_eigen_krylov_expand(&b, width) != JSMF_OK)
            goto done;
    if (jsmf_cooc_passes_values(&b, out->k, out->d, &out->residual) == JSMF_OK)
        jsmf_recorded(jsmf_eigen_krylov_finish(&b, out->k, out->v));
done:
    jsmf_eigen_krylov_free(&b);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_cooc_passes_values(jsmf_eigen_krylov *b, size_t k, double *d, double *residual)
{
    if (jsmf_eigen_krylov_ritz(b) != JSMF_OK)
        return jsmf_context_status(b->ctx);
    *residual = 0;
    for (size_t j = 0; j < k; j++) {
        d[j] = b->theta[j];
        *residual = fmax(*residual, jsmf_eigen_krylov_residual(b, j) / b->theta[0]);
    }
    return JSMF_OK;
}

/* ---- one pass ---- */

/* What one pass leaves: the probes Z and their image C Z = Q R say that B = Q'C Q, were C in the span of Q, has
 * B (Q'Z) = R. */
typedef struct sketch {
    size_t n, w;
    double *q, *image;             /* n x w; image: the probes, too */
    double *g, *r;                 /* w x w: Q'Z; R */
    double *left, *right, *values; /* w x w, w x w, w: G = left diag(values) right */
    double *b, *scratch;           /* w x w */
} sketch;

static void sketch_free(sketch *s)
{
    free(s->q);
    free(s->image);
    free(s->g);
    free(s->r);
    free(s->left);
    free(s->right);
    free(s->values);
    free(s->b);
    free(s->scratch);
}

static jsmf_status sketch_init(jsmf_context *ctx, sketch *s)
{
    const size_t square = jsmf_mul_sat(s->w, s->w);
    s->q = jsmf_alloc(ctx, jsmf_mul_sat(s->n, s->w), sizeof *s->q);
    s->image = jsmf_alloc(ctx, jsmf_mul_sat(s->n, s->w), sizeof *s->image);
    s->g = jsmf_alloc(ctx, square, sizeof *s->g);
    s->r = jsmf_alloc(ctx, square, sizeof *s->r);
    s->left = jsmf_alloc(ctx, square, sizeof *s->left);
    s->right = jsmf_alloc(ctx, square, sizeof *s->right);
    s->values = jsmf_alloc(ctx, s->w, sizeof *s->values);
    s->b = jsmf_alloc(ctx, square, sizeof *s->b);
    s->scratch = jsmf_alloc(ctx, square, sizeof *s->scratch);
    return jsmf_context_status(ctx);
}

/* q, g and r, by the one product. */
static jsmf_status probe(jsmf_context *ctx, const jsmf_operator *op, sketch *s)
{
    if (jsmf_eigen_normal(ctx, s->n, s->w, 0, s->image) != JSMF_OK ||
        jsmf_operator_apply(ctx, op, s->w, s->image, s->q) != JSMF_OK ||
        jsmf_dense_orthonormalise(ctx, s->n, s->w, s->q, s->r) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_dense_cross(ctx, s->n, s->w, s->w, s->q, s->image, s->g);
}

/* b: the symmetric matrix for which |b G - R|_F is least. Between the singular vectors of G that is, entry by entry,
 * (s_j F_ij + s_i F_ji) / (s_i^2 + s_j^2) of F = left' R right'. */
static jsmf_status fit_symmetric(jsmf_context *ctx, sketch *s)
{
    const size_t w = s->w;
    int info;
    memcpy(s->scratch, s->g, w * w * sizeof *s->g);
    info = LAPACKE_dgesdd(LAPACK_ROW_MAJOR, 'A', (int)w, (int)w, s->scratch, (int)w, s->values, s->left, (int)w,
                          s->right, (int)w);
    if (jsmf_dense_lapack_check(ctx, info, "singular vectors", w, w, "did not converge") != JSMF_OK ||
        jsmf_dense_cross(ctx, w, w, w, s->left, s->r, s->b) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < w; i++)
        for (size_t j = 0; j < w; j++)
            s->scratch[i * w + j] = jsmf_dense_dot(w, s->b + i * w, s->right + j * w);
    for (size_t i = 0; i < w; i++)
        for (size_t j = 0; j < w; j++) {
            const double a = s->values[i], b = s->values[j], squares = a * a + b * b;
            s->b[i * w + j] = squares > 0 ? (b * s->scratch[i * w + j] + a * s->scratch[j * w + i]) / squares : 0;
        }
    return JSMF_OK;
}

/* The part of R = Q'C Z that V diag(d) V' Z misses; E (w x k) are V's coordinates in Q. */
static jsmf_status part_missed(jsmf_context *ctx, const sketch *s, size_t k, const double *d, const double *e,
                               double *part)
{
    const size_t w = s->w;
    double *coordinates = jsmf_alloc(ctx, k, jsmf_mul_sat(w, sizeof *coordinates)), missed = 0, all = 0;
    if (!coordinates || jsmf_dense_cross(ctx, w, k, w, e, s->g, coordinates) != JSMF_OK)
        goto done;
    for (size_t i = 0; i < w; i++)
        for (size_t j = 0; j < w; j++) {
            double value = s->r[i * w + j];
            all += value * value;
            for (size_t a = 0; a < k; a++)
                value -= e[i * k + a] * d[a] * coordinates[a * w + j];
            missed += value * value;
        }
    *part = sqrt(missed / all);
done:
    free(coordinates);
    return jsmf_context_status(ctx);
}

static jsmf_status solve_sketch(jsmf_context *ctx, const jsmf_cooc_pass_operator *stream, sketch *s,
                                jsmf_cooc_eigenpairs *out)
{
    const size_t w = s->w, k = out->k;
    double *const e = s->scratch;
    if (probe(ctx, stream->op, s) != JSMF_OK || fit_symmetric(ctx, s) != JSMF_OK ||
        jsmf_dense_eigen(ctx, w, s->b, s->values) != JSMF_OK)
        return jsmf_context_status(ctx);
    memcpy(out->d, s->values, k * sizeof *out->d);
    for (size_t i = 0; i < w; i++)
        memmove(s->b + i * k, s->b + i * w, k * sizeof *s->b);
    if (jsmf_dense_times(ctx, w, w, k, s->left, s->b, e) != JSMF_OK ||
        part_missed(ctx, s, k, out->d, e, &out->residual) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_dense_times(ctx, s->n, w, k, s->q, e, out->v);
}

static jsmf_status one_pass(jsmf_context *ctx, const jsmf_cooc_pass_operator *stream, size_t width,
                            jsmf_cooc_eigenpairs *out)
{
    sketch s = { .n = stream->n, .w = width };
    if (sketch_init(ctx, &s) == JSMF_OK)
        jsmf_recorded(solve_sketch(ctx, stream, &s, out));
    sketch_free(&s);
    return jsmf_context_status(ctx);
}

/* ---- the whole ---- */

jsmf_status jsmf_cooc_passes_check_positive(jsmf_context *ctx, size_t passes, size_t k, const double *values)
{
    const size_t positive = jsmf_eigen_positive(k, values);
    if (positive >= k)
        return JSMF_OK;
    return jsmf_fail_remedy(ctx, JSMF_ENUMERIC, JSMF_REMEDY_WITHOUT_PASSES, 0,
                            "%zu pass%s found only %zu positive eigenvalue%s of the co-occurrence, %zu %s asked for",
                            passes, passes == 1 ? "" : "es", JSMF_COUNTED(positive), k, k == 1 ? "was" : "were");
}

static jsmf_status solve(jsmf_context *ctx, jsmf_cooc_pass_operator *stream, size_t width, size_t passes,
                         jsmf_cooc_eigenpairs *out)
{
    if ((passes > 1 ? krylov(ctx, stream, width, passes, out) : one_pass(ctx, stream, width, out)) != JSMF_OK ||
        jsmf_cooc_passes_check_positive(ctx, passes, out->k, out->d) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_eigen_fix_signs(ctx, out->n, out->k, out->v);
}

jsmf_status jsmf_cooc_passes_check(jsmf_context *ctx, size_t words, const jsmf_cooc_passes_options *o)
{
    if (o->passes == 0 || o->k == 0)
        return jsmf_fail(ctx, JSMF_EUSAGE, "%zu eigenpair%s in %zu pass%s (at least 1 of each)", JSMF_COUNTED(o->k),
                         o->passes, o->passes == 1 ? "" : "es");
    if (o->k > words)
        return jsmf_fail_remedy(ctx, JSMF_EUSAGE, JSMF_REMEDY_FEWER_TOPICS, words, "%zu eigenpair%s of %zu word%s",
                                JSMF_COUNTED(o->k), JSMF_COUNTED(words));
    return JSMF_OK;
}

jsmf_status jsmf_cooc_passes(jsmf_context *ctx, jsmf_batches *source, size_t words, jsmf_cooc_estimator estimator,
                             const jsmf_cooc_passes_options *o, jsmf_cooc_eigenpairs *out)
{
    size_t width, passes;
    jsmf_cooc_pass_operator s = { .source = source, .n = words, .estimator = estimator };
    *out = (jsmf_cooc_eigenpairs){ .n = words, .k = o->k };
    if (jsmf_cooc_passes_check(ctx, words, o) != JSMF_OK)
        return jsmf_context_status(ctx);
    jsmf_cooc_passes_plan(words, o, &width, &passes);
    s.expected = passes;
    out->v = jsmf_alloc(ctx, jsmf_mul_sat(words, o->k), sizeof *out->v);
    out->d = jsmf_alloc(ctx, o->k, sizeof *out->d);
    if (out->v && out->d && jsmf_cooc_pass_operator_open(ctx, &s) == JSMF_OK &&
        solve(ctx, &s, width, passes, out) == JSMF_OK) {
        out->unigram = s.unigram;
        out->df = s.df;
        s.unigram = NULL;
        s.df = NULL;
        out->rows = s.rows;
        out->documents = s.used;
        out->passes = s.passes;
    } else {
        jsmf_cooc_eigenpairs_free(out);
    }
    jsmf_cooc_pass_operator_free(&s);
    return jsmf_context_status(ctx);
}
