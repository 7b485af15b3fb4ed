/* One document by least squares with the prior's quadratic term (002 Algorithm 1, the subproblem). */
#include "method.h"

#include "jsmf/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Curvature along sum w = 0 below this part of the mean diagonal is rounding. */
static const double no_curvature = 1e-12;

/* g := P g P, offset = P g e / k */
static void centre(size_t k, double *g, double *offset)
{
    double mean = 0;
    for (size_t i = 0; i < k; i++) {
        offset[i] = 0;
        for (size_t j = 0; j < k; j++)
            offset[i] += g[i * k + j];
        offset[i] /= (double)k;
        mean += offset[i] / (double)k;
    }
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++)
            g[i * k + j] += mean - (offset[i] + offset[j]);
    for (size_t i = 0; i < k; i++)
        offset[i] -= mean;
}

double jsmf_infer_centre(jsmf_context *ctx, size_t k, double *g, double *offset)
{
    double *copy, *values, least = 0;
    centre(k, g, offset);
    copy = jsmf_copy(ctx, g, jsmf_mul_sat(k, k), sizeof *g);
    values = jsmf_alloc(ctx, k, sizeof *values);
    if (copy && values && jsmf_dense_eigen(ctx, k, copy, values) == JSMF_OK)
        least = values[k - 1];
    free(copy);
    free(values);
    return least;
}

static double mean_diagonal(size_t k, const double *g)
{
    double sum = 0;
    for (size_t j = 0; j < k; j++)
        sum += g[j * k + j];
    return sum / (double)k;
}

static jsmf_status prepare(jsmf_context *ctx, const double *q, const double *dual, jsmf_infer_squares *s)
{
    const size_t k = s->k, entries = k * k;
    for (size_t i = 0; i < entries; i++)
        s->g[i] = q[i] + (dual ? dual[i] : 0);
    const double least = jsmf_infer_centre(ctx, k, s->g, s->offset), scale = mean_diagonal(k, q);
    if (jsmf_context_status(ctx) != JSMF_OK)
        return jsmf_context_status(ctx);
    s->lift = least < -no_curvature * scale ? -least * (1 + 1e-9) : 0;
    for (size_t i = 0; i < entries; i++)
        s->g[i] += scale / (double)k;
    memcpy(s->lifted, s->g, entries * sizeof *s->g);
    for (size_t j = 0; j < k; j++)
        s->lifted[j * k + j] += s->lift;
    if (jsmf_solve_simplex_prepare(ctx, JSMF_ACTIVE_SET, k, s->lifted, 0, 0, &s->convex) != JSMF_OK || s->lift == 0)
        return jsmf_context_status(ctx);
    return jsmf_solve_simplex_prepare_indefinite(ctx, k, s->g, &s->indefinite);
}

jsmf_status jsmf_infer_squares_prepare(jsmf_context *ctx, size_t k, const double *q, const double *dual,
                                       jsmf_infer_squares *s)
{
    const size_t entries = jsmf_mul_sat(k, k);
    *s = (jsmf_infer_squares){ .k = k };
    s->g = jsmf_alloc(ctx, entries, sizeof *s->g);
    s->lifted = jsmf_alloc(ctx, entries, sizeof *s->lifted);
    s->offset = jsmf_alloc(ctx, k, sizeof *s->offset);
    if (!s->g || !s->lifted || !s->offset)
        return jsmf_context_status(ctx);
    return prepare(ctx, q, dual, s);
}

void jsmf_infer_squares_release(jsmf_infer_squares *s)
{
    jsmf_solve_simplex_release(&s->convex);
    jsmf_solve_simplex_release(&s->indefinite);
    free(s->g);
    free(s->lifted);
    free(s->offset);
    *s = (jsmf_infer_squares){ .k = 0 };
}

jsmf_status jsmf_infer_simplex_solve(jsmf_context *ctx, const jsmf_solve_simplex_job *prepared, const double *f,
                                     bool warm, double *w, jsmf_document_outcome *outcome)
{
    jsmf_solve_simplex_job job = *prepared;
    jsmf_solve_simplex_outcome one = { 0 };
    job.n = 1;
    job.f = f;
    job.x = w;
    job.warm = warm;
    if (jsmf_solve_active_set(ctx, &job, 0, 1, &one) != JSMF_OK)
        return jsmf_context_status(ctx);
    *outcome = (jsmf_document_outcome){ .kkt = one.worst_kkt, .converged = one.not_converged == 0 };
    return JSMF_OK;
}

jsmf_status jsmf_infer_squares_solve(jsmf_context *ctx, const jsmf_infer_squares *s, const double *f, bool warm,
                                     double *w, double *scratch, jsmf_document_outcome *outcome)
{
    const size_t k = s->k;
    double *tangent = scratch + k;
    for (size_t j = 0; j < k; j++)
        scratch[j] = f[j] - s->offset[j];
    if (s->lift == 0)
        return jsmf_infer_simplex_solve(ctx, &s->convex, scratch, warm, w, outcome);
    for (size_t j = 0; j < k; j++)
        tangent[j] = scratch[j] + s->lift * w[j];
    if (!warm && jsmf_infer_simplex_solve(ctx, &s->convex, tangent, false, w, outcome) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_infer_simplex_solve(ctx, &s->indefinite, scratch, true, w, outcome);
}

/* ---- the method ---- */

static jsmf_status prepare_document(jsmf_context *ctx, jsmf_infer *infer, const double *dual)
{
    jsmf_infer_squares_release(&infer->squares);
    return jsmf_infer_squares_prepare(ctx, infer->k, infer->q, dual, &infer->squares);
}

static size_t scratch_size(const jsmf_infer *infer, size_t words) { return words + 3 * infer->k; }

static jsmf_status solve_document(jsmf_context *ctx, const jsmf_infer *infer, const jsmf_document_frequencies *d,
                                  double *w, double *scratch, jsmf_document_outcome *outcome)
{
    double *values = scratch, *f = values + d->words;
    if (infer->squares.lift > 0)
        jsmf_infer_bayes(infer, d, values, w);
    jsmf_infer_coefficients(infer, d, values, f);
    return jsmf_infer_squares_solve(ctx, &infer->squares, f, false, w, f + infer->k, outcome);
}

static void dual_shape(const jsmf_infer *infer, size_t shape[2]) { shape[0] = shape[1] = infer->k; }

const jsmf_infer_class jsmf_infer_scls_class = { .prepare = prepare_document,
                                                 .scratch = scratch_size,
                                                 .solve = solve_document };

const jsmf_infer_class jsmf_infer_padd_class = { .prepare = prepare_document,
                                                 .scratch = scratch_size,
                                                 .solve = solve_document,
                                                 .fit = jsmf_infer_fit_squares,
                                                 .shape = dual_shape,
                                                 .symmetric = true };
