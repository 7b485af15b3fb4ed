#include "squares.h"

#include "dense/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double rounding_of_curvature = 1e-12; /* along sum w = 0, as a part of the mean diagonal */
static const double lift_beyond = 1e-9;            /* of what a convex problem lacks: by so much more it is lifted */

jsmf_status jsmf_infer_squares_centre(jsmf_context *ctx, size_t k, double *g, double *offset, double *least)
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

    double *copy = jsmf_copy(ctx, g, jsmf_mul_sat(k, k), sizeof *g);
    double *values = jsmf_alloc(ctx, k, sizeof *values);
    if (copy && values && jsmf_dense_eigen(ctx, k, copy, values) == JSMF_OK)
        *least = values[k - 1];
    free(copy);
    free(values);
    return jsmf_context_status(ctx);
}

static double mean_diagonal(size_t k, const double *g)
{
    double sum = 0;
    for (size_t j = 0; j < k; j++)
        sum += g[j * k + j];
    return sum / (double)k;
}

jsmf_status jsmf_infer_squares_prepare(jsmf_context *ctx, size_t k, const double *q, const double *dual,
                                       jsmf_infer_squares *s)
{
    const size_t entries = jsmf_mul_sat(k, k);
    *s = (jsmf_infer_squares){ .k = k };
    s->g = jsmf_alloc(ctx, entries, sizeof *s->g);
    s->lifted = jsmf_alloc(ctx, entries, sizeof *s->lifted);
    s->offset = jsmf_alloc(ctx, k, sizeof *s->offset);
    if (jsmf_context_status(ctx) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < entries; i++)
        s->g[i] = q[i] + (dual ? dual[i] : 0);
    double least;
    const double scale = mean_diagonal(k, q);
    if (jsmf_infer_squares_centre(ctx, k, s->g, s->offset, &least) != JSMF_OK)
        return jsmf_context_status(ctx);
    s->lift = least < -rounding_of_curvature * scale ? -least * (1 + lift_beyond) : 0;
    for (size_t i = 0; i < entries; i++)
        s->g[i] += scale / (double)k;
    memcpy(s->lifted, s->g, entries * sizeof *s->g);
    for (size_t j = 0; j < k; j++)
        s->lifted[j * k + j] += s->lift;
    if (jsmf_solve_simplex_prepare(ctx, &(jsmf_solve_simplex_options){ .solver = JSMF_ACTIVE_SET }, k, s->lifted,
                                   &s->convex) != JSMF_OK || s->lift == 0)
        return jsmf_context_status(ctx);
    return jsmf_solve_simplex_prepare_indefinite(ctx, k, s->g, &s->indefinite);
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

jsmf_status jsmf_infer_squares_solve_one(jsmf_context *ctx, const jsmf_solve_simplex_job *prepared, const double *f,
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
        return jsmf_infer_squares_solve_one(ctx, &s->convex, scratch, warm, w, outcome);
    for (size_t j = 0; j < k; j++)
        tangent[j] = scratch[j] + s->lift * w[j];
    if (!warm && jsmf_infer_squares_solve_one(ctx, &s->convex, tangent, false, w, outcome) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_infer_squares_solve_one(ctx, &s->indefinite, scratch, true, w, outcome);
}
