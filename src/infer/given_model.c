#include "given_model.h"

#include "dense/dense.h"
#include "dense/vector.h"
#include "model/model_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- the model ---- */

static void prepare_correlations(jsmf_infer_given *g, const double *a)
{
    const size_t k = g->k;
    double sum = 0, squares = 0;
    for (size_t i = 0; i < k * k; i++)
        sum += a[i];
    for (size_t i = 0; i < k; i++) {
        g->mean[i] = 0;
        for (size_t j = 0; j < k; j++) {
            g->a[i * k + j] = 0.5 * (a[i * k + j] + a[j * k + i]) / sum;
            g->mean[i] += g->a[i * k + j];
            squares += g->a[i * k + j] * g->a[i * k + j];
        }
    }
    g->a_norm = sqrt(squares);
}

/* Without A the mean is alpha's. Without alpha either, no topic is likelier than another, and alpha sums to 1. */
static void prepare_alpha(jsmf_infer_given *g, const double *alpha)
{
    const size_t k = g->k;
    double sum = 0;
    if (!alpha && g->a)
        jsmf_model_alpha_from_moments(k, g->a, g->alpha);
    for (size_t j = 0; j < k && (alpha || !g->a); j++)
        sum += g->alpha[j] = alpha ? alpha[j] : 1 / (double)k;
    for (size_t j = 0; j < k && !g->a; j++)
        g->mean[j] = g->alpha[j] / sum;
}

static jsmf_status prepare_words(jsmf_context *ctx, jsmf_infer_given *g, bool weighted)
{
    const size_t n = g->n, k = g->k;
    double *scaled = jsmf_alloc(ctx, n, jsmf_mul_sat(k, sizeof *scaled));
    if (!scaled)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < n; i++) {
        double u = 0;
        for (size_t j = 0; j < k; j++)
            u += g->b[i * k + j] * g->mean[j];
        g->unigram[i] = u;
        g->metric[i] = u > 0 ? weighted ? 1 / u : 1 : 0;
        for (size_t j = 0; j < k; j++)
            scaled[i * k + j] = g->b[i * k + j] * sqrt(g->metric[i]);
    }
    const jsmf_status status = jsmf_dense_cross(ctx, n, k, k, scaled, scaled, g->q);
    free(scaled);
    return status;
}

jsmf_status jsmf_infer_given_make(jsmf_context *ctx, const jsmf_model *model, const double *alpha,
                                  const jsmf_infer_options *options, bool chi_square, jsmf_infer_given *g)
{
    const size_t n = model->n, k = model->k, entries = jsmf_mul_sat(k, k);
    *g = (jsmf_infer_given){ .options = *options, .n = n, .k = k, .b = model->b, .bbar = model->bbar };
    if (model->a)
        g->a = jsmf_alloc(ctx, entries, sizeof *g->a);
    g->mean = jsmf_alloc(ctx, k, sizeof *g->mean);
    g->unigram = jsmf_alloc(ctx, n, sizeof *g->unigram);
    g->metric = jsmf_alloc(ctx, n, sizeof *g->metric);
    g->q = jsmf_alloc(ctx, entries, sizeof *g->q);
    g->alpha = jsmf_alloc(ctx, k, sizeof *g->alpha);
    if (jsmf_context_status(ctx) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (model->a)
        prepare_correlations(g, model->a);
    prepare_alpha(g, alpha);
    return prepare_words(ctx, g, chi_square || options->weights == JSMF_WEIGHTS_MODEL);
}

void jsmf_infer_given_release(jsmf_infer_given *g)
{
    free(g->a);
    free(g->mean);
    free(g->alpha);
    free(g->unigram);
    free(g->metric);
    free(g->q);
    *g = (jsmf_infer_given){ .k = 0 };
}

/* ---- a document ---- */

jsmf_document_frequencies jsmf_infer_document_of(const jsmf_infer_given *g, const jsmf_csr *batch, size_t row,
                                                 int32_t *indices, double *h)
{
    jsmf_document_frequencies d = { .indices = indices, .h = h };
    for (int64_t p = batch->indptr[row]; p < batch->indptr[row + 1]; p++)
        if (g->unigram[batch->indices[p]] > 0) {
            indices[d.words] = batch->indices[p];
            h[d.words] = jsmf_csr_value(batch, (size_t)p);
            d.tokens += h[d.words++];
        }
    for (size_t i = 0; i < d.words; i++)
        h[i] /= d.tokens;
    if (!(d.tokens > 0))
        d.words = 0;
    return d;
}

void jsmf_infer_coefficients(const jsmf_infer_given *g, const jsmf_document_frequencies *d, double *values, double *f)
{
    for (size_t i = 0; i < d->words; i++)
        values[i] = d->h[i] * g->metric[d->indices[i]];
    jsmf_dense_combine_rows(g->k, d->words, d->indices, values, g->b, f);
}

void jsmf_infer_bayes(const jsmf_infer_given *g, const jsmf_document_frequencies *d, double *values, double *w)
{
    double sum = 0;
    for (size_t i = 0; i < d->words; i++)
        values[i] = d->h[i] / g->unigram[d->indices[i]];
    jsmf_dense_combine_rows(g->k, d->words, d->indices, values, g->b, w);
    for (size_t j = 0; j < g->k; j++) {
        w[j] *= g->mean[j];
        sum += w[j];
    }
    for (size_t j = 0; j < g->k; j++)
        w[j] /= sum;
}

bool jsmf_infer_bbar(const jsmf_infer_given *g, const jsmf_document_frequencies *d, double *w)
{
    const size_t n = g->n, k = g->k;
    double sum = 0;
    memset(w, 0, k * sizeof *w);
    for (size_t i = 0; g->bbar && i < d->words; i++)
        for (size_t j = 0; j < k; j++)
            w[j] += d->h[i] * g->bbar[j * n + (size_t)d->indices[i]];
    for (size_t j = 0; j < k; j++)
        sum += w[j];
    return sum > 0;
}

void jsmf_infer_begin(const jsmf_infer_given *g, const jsmf_document_frequencies *d, double *values, double *w)
{
    double sum = 0;
    if (!g->options.paper || !jsmf_infer_bbar(g, d, w)) {
        jsmf_infer_bayes(g, d, values, w);
        return;
    }
    for (size_t j = 0; j < g->k; j++)
        sum += w[j];
    for (size_t j = 0; j < g->k; j++)
        w[j] /= sum;
}

double jsmf_infer_distance(const jsmf_infer_given *g, const double *moment, double documents)
{
    double sum = 0;
    for (size_t i = 0; i < g->k * g->k; i++) {
        const double difference = moment[i] / documents - g->a[i];
        sum += difference * difference;
    }
    return sqrt(sum) / g->a_norm;
}

/* ---- the dual ---- */

jsmf_status jsmf_infer_lambda_set(jsmf_context *ctx, size_t rows, size_t k, const double *values,
                                  jsmf_infer_lambda *lambda)
{
    double *copy = jsmf_copy(ctx, values, jsmf_mul_sat(rows, k), sizeof *values);
    if (!copy)
        return jsmf_context_status(ctx);
    free(lambda->values);
    *lambda = (jsmf_infer_lambda){ .rows = rows, .values = copy };
    return JSMF_OK;
}
