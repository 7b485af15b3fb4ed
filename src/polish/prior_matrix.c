/* The matrix prior of polishing: w = softmax(x), x ~ N(mu, Sigma), which begins with the moments A of the start. A
 * document's state is the normal that stands for its posterior, l and u = log v. Sigma follows the documents'
 * (l - mu)(l - mu)' + diag(v), with pseudo-documents beside them, as many as there are topics, of one variance and
 * without correlations: F has a term of theirs, so that keeping Sigma from becoming singular does not lower it. */
#include "prior.h"

#include "document/normal_prior.h"
#include "document/normal.h"

#include "dense/dense.h"
#include "dense/lapack.h"
#include "model/model_inner.h"

#include <lapacke.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double even_variance = 4; /* to begin with, where there are no moments */
static const double least_share = 1e-3; /* of A that every topic has its part of, were it missing from A */

/* The prior's values: sigma is the documents', precision the inverse of what the pseudo-documents make of it. */
static double *mu_of(const jsmf_polish_prior *p) { return p->values; }
static double *sigma_of(const jsmf_polish_prior *p) { return p->values + p->k; }
static double *precision_of(const jsmf_polish_prior *p) { return sigma_of(p) + p->k * p->k; }
static double *log_det_of(const jsmf_polish_prior *p) { return precision_of(p) + p->k * p->k; } /* of the precision */

/* ---- the prior ---- */

static double pseudo_documents(const jsmf_polish_prior *p) { return (double)p->k; }

/* Computes the precision matrix and its log-determinant from Sigma. */
static jsmf_status find_precision(jsmf_context *ctx, jsmf_polish_prior *p)
{
    const size_t k = p->k;
    const double part = pseudo_documents(p) / p->documents;
    double *m = precision_of(p);
    int info;
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++)
            m[i * k + j] = (sigma_of(p)[i * k + j] + (i == j ? part * p->spread : 0)) / (1 + part);
    info = LAPACKE_dpotrf(LAPACK_COL_MAJOR, 'L', (int)k, m, (int)k);
    if (jsmf_dense_lapack_check(ctx, info, "Cholesky factors", k, k, "found it not positive definite") != JSMF_OK)
        return jsmf_context_status(ctx);
    *log_det_of(p) = 0;
    for (size_t i = 0; i < k; i++)
        *log_det_of(p) -= 2 * log(m[i * k + i]);
    info = LAPACKE_dpotri(LAPACK_COL_MAJOR, 'L', (int)k, m, (int)k);
    if (jsmf_dense_lapack_check(ctx, info, "inverse", k, k, "found it singular") != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < i; j++)
            m[i * k + j] = m[j * k + i];
    return JSMF_OK;
}

static double mean_variance(const jsmf_polish_prior *p)
{
    double trace = 0;
    for (size_t j = 0; j < p->k; j++)
        trace += sigma_of(p)[j * p->k + j];
    return trace / (double)p->k;
}

static jsmf_status take_moments(jsmf_context *ctx, jsmf_polish_prior *p, const double *a)
{
    const size_t k = p->k;
    double *mixed = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *mixed), sum = 0, miss;
    for (size_t i = 0; i < k * k; i++)
        sum += a[i];
    for (size_t i = 0; mixed && i < k; i++)
        for (size_t j = 0; j < k; j++)
            mixed[i * k + j] = (1 - least_share) * 0.5 * (a[i * k + j] + a[j * k + i]) / sum +
                               (i == j ? least_share / (double)k : 0);
    if (mixed && jsmf_document_normal_fit(ctx, k, mixed, mu_of(p), sigma_of(p), &miss) == JSMF_OK)
        p->spread = mean_variance(p);
    free(mixed);
    return jsmf_context_status(ctx);
}

static jsmf_status begin(jsmf_context *ctx, jsmf_polish_prior *p, const jsmf_polish_prior_start *start)
{
    const size_t k = p->k;
    if (start->a) {
        if (take_moments(ctx, p, start->a) != JSMF_OK)
            return jsmf_context_status(ctx);
    } else {
        p->spread = even_variance;
        memset(p->values, 0, p->count * sizeof *p->values);
        for (size_t i = 0; i < k; i++)
            sigma_of(p)[i * k + i] = p->spread;
    }
    return find_precision(ctx, p);
}

static jsmf_status learn(jsmf_context *ctx, jsmf_polish_prior *p, const double *learned, double documents, double rate)
{
    const size_t k = p->k;
    const double *off = learned, *moment = learned + k;
    double *sigma = sigma_of(p);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++)
            sigma[i * k + j] = (1 - rate) * sigma[i * k + j] + rate * moment[i * k + j] / documents -
                               rate * off[i] / documents * (rate * off[j] / documents);
    for (size_t j = 0; j < k; j++)
        mu_of(p)[j] += rate * off[j] / documents;
    if (rate == 1)
        p->documents = documents;
    return find_precision(ctx, p);
}

static jsmf_status resume(jsmf_context *ctx, jsmf_polish_prior *p) { return find_precision(ctx, p); }

static void unlearn(const jsmf_polish_prior *p, const jsmf_polish_prior *from, double documents, double *learned)
{
    const size_t k = p->k;
    double *off = learned, *moment = learned + k;
    for (size_t j = 0; j < k; j++)
        off[j] = documents * (mu_of(p)[j] - mu_of(from)[j]);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++)
            moment[i * k + j] = documents * sigma_of(p)[i * k + j] + off[i] * off[j] / documents;
}

/* -KL of the pseudo-documents' normal from the prior's, times their number. */
static double pseudo_bound(const jsmf_polish_prior *p)
{
    double trace = 0;
    for (size_t j = 0; j < p->k; j++)
        trace += precision_of(p)[j * p->k + j];
    return 0.5 * pseudo_documents(p) * (*log_det_of(p) + (double)p->k * (1 + log(p->spread)) - p->spread * trace);
}

/* ---- documents ---- */

static jsmf_document_normal normal_of(const jsmf_polish_prior *p)
{
    return (jsmf_document_normal){ .mu = mu_of(p), .precision = precision_of(p) };
}

static void begin_document(const jsmf_polish_prior *p, double tokens, double *x)
{
    const jsmf_document_normal prior = normal_of(p);
    jsmf_document_normal_begin(p->k, &prior, tokens, x);
}

static double compose(const jsmf_polish_prior *p, const jsmf_document_words *d, size_t steps, double *x, double *e,
                      double *ratios, double *r, double *scratch)
{
    const size_t k = p->k;
    const jsmf_document_normal prior = normal_of(p);
    bool converged;
    const double bound = jsmf_document_normal_solve(d, &prior, steps, x, r, e, ratios, &converged, scratch);
    for (size_t j = 0; j < k; j++)
        r[j] = x[j] - mu_of(p)[j];
    return bound + 0.5 * (*log_det_of(p) + (double)k);
}

static jsmf_status collect(jsmf_context *ctx, const jsmf_polish_prior *p, size_t rows, const double *tokens,
                           const double *states, double *learned)
{
    const size_t k = p->k;
    double *off = jsmf_alloc(ctx, jsmf_mul_sat(rows, k), sizeof *off), *moment = learned + k;
    double *sum = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *sum);
    for (size_t m = 0; off && sum && m < rows; m++)
        for (size_t j = 0; j < k; j++) {
            const double *x = states + m * p->state;
            off[m * k + j] = tokens[m] > 0 ? x[j] - mu_of(p)[j] : 0;
            moment[j * k + j] += tokens[m] > 0 ? exp(x[k + j]) : 0;
        }
    if (off && sum && jsmf_dense_cross(ctx, rows, k, k, off, off, sum) == JSMF_OK)
        for (size_t i = 0; i < k * k; i++)
            moment[i] += sum[i];
    free(off);
    free(sum);
    return jsmf_context_status(ctx);
}

static double shares(const jsmf_polish_prior *p, const double *x, double *w)
{
    return jsmf_document_normal_shares(p->k, x, w);
}

/* ---- what is told of it ---- */

static void alpha(const jsmf_polish_prior *p, const double *a, double *out)
{
    jsmf_model_alpha_from_moments(p->k, a, out);
}

static void describe(const jsmf_polish_prior *p, char *text, size_t size)
{
    snprintf(text, size, "a mean variance of %.4g", mean_variance(p));
}

const jsmf_polish_prior_class jsmf_polish_matrix_class = {
    .begin = begin,
    .resume = resume,
    .unlearn = unlearn,
    .begin_document = begin_document,
    .compose = compose,
    .collect = collect,
    .learn = learn,
    .pseudo_bound = pseudo_bound,
    .shares = shares,
    .alpha = alpha,
    .describe = describe,
};
