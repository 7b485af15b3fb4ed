/* A synthesis from what is given: the topics of a model, and the prior whose moments are a model's. */
#include "document/normal_prior.h"
#include "synthesis.h"

#include "dense/dense.h"
#include "base/base_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- topics ---- */

/* Topic k, with its anchor, from column k of B. */
static jsmf_status take_topic(jsmf_context *ctx, void *arg, size_t k)
{
    const jsmf_synth *s = arg;
    const jsmf_synth_options *o = &s->options;
    const size_t topics = o->topics, n = o->words - (s->anchors ? topics : 0);
    double *topic = s->topics + k * o->words, sum = 0, most = 0, kept = 0;
    for (size_t i = 0; i < n; i++) {
        topic[i] = o->given.b[i * topics + k];
        most = fmax(most, topic[i]);
        sum += topic[i];
    }
    if (!(sum > 0) || !isfinite(sum))
        return jsmf_fail(ctx, JSMF_EDATA, "B's column %zu sums to %g: topic %zu has no words (learn the model with "
                         "fewer topics)", k, sum, k);
    for (size_t i = 0; i < n; i++)
        kept += topic[i] = topic[i] < JSMF_SYNTH_TOPIC_FLOOR * sum ? 0 : topic[i];
    const double anchor = s->anchors ? o->anchor_mass > 0 ? o->anchor_mass : most / (kept + most) : 0;
    for (size_t i = 0; i < n; i++)
        topic[i] *= (1 - anchor) / kept;
    if (s->anchors)
        topic[s->anchors[k]] = anchor;
    return JSMF_OK;
}

jsmf_status jsmf_synth_take_topics(jsmf_context *ctx, jsmf_synth *s)
{
    const size_t n = s->options.words, k = s->options.topics;
    s->topics = jsmf_alloc_zero(ctx, k, jsmf_mul_sat(n, sizeof *s->topics));
    s->anchors = s->options.given.add_anchors ? jsmf_alloc(ctx, k, sizeof *s->anchors) : NULL;
    if (jsmf_context_status(ctx) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; s->anchors && i < k; i++)
        s->anchors[i] = (int64_t)(n - k + i);
    return jsmf_parallel(ctx, k, take_topic, s);
}

/* ---- the prior ---- */

size_t jsmf_synth_fit_bytes(size_t k)
{
    return jsmf_add_sat(jsmf_document_normal_fit_bytes(k), jsmf_mul_sat(jsmf_mul_sat(5 * sizeof(double), k), k));
}

/* Symmetric, of sum 1. */
static void even_out(size_t k, const double *a, double *out)
{
    double sum = 0;
    for (size_t i = 0; i < k * k; i++)
        sum += a[i];
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++)
            out[i * k + j] = 0.5 * (a[i * k + j] + a[j * k + i]) / sum;
}

/* loadings = V sqrt(L) of sigma = V L V'; takes work (k x k). */
static jsmf_status take_root(jsmf_context *ctx, size_t k, const double *sigma, double *work, double *loadings)
{
    double *values = jsmf_alloc(ctx, k, sizeof *values);
    memcpy(work, sigma, k * k * sizeof *work);
    if (values && jsmf_dense_eigen(ctx, k, work, values) == JSMF_OK)
        for (size_t i = 0; i < k * k; i++)
            loadings[i] = work[i] * sqrt(fmax(values[i % k], 0));
    free(values);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_synth_fit_prior(jsmf_context *ctx, jsmf_synth *s)
{
    const size_t k = s->options.topics;
    const double *given = s->options.given.a;
    double *work, miss;
    size_t massless;
    if (jsmf_document_check_correlations(ctx, k, given, &massless) != JSMF_OK)
        return jsmf_context_status(ctx);
    work = jsmf_alloc(ctx, k, jsmf_mul_sat(k, sizeof *work));
    s->mean = jsmf_alloc(ctx, k, sizeof *s->mean);
    s->sigma = jsmf_alloc(ctx, k, jsmf_mul_sat(k, sizeof *s->sigma));
    s->loadings = jsmf_alloc(ctx, k, jsmf_mul_sat(k, sizeof *s->loadings));
    s->factors = k;
    s->shared = 1;
    if (work && s->mean && s->sigma && s->loadings) {
        even_out(k, given, work);
        if (jsmf_document_normal_fit(ctx, k, work, s->mean, s->sigma, &miss) == JSMF_OK &&
            take_root(ctx, k, s->sigma, work, s->loadings) == JSMF_OK)
            jsmf_message(ctx, JSMF_INFO, "a logistic-normal prior, its moments %.2g from A", miss);
    }
    free(work);
    return jsmf_context_status(ctx);
}
