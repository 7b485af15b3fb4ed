/* The Dirichlet prior of polishing: a document's state is gamma, and alpha follows the means of E log w. */
#include "prior.h"

#include "document/dirichlet.h"
#include "model/model_inner.h"

#include <stdio.h>
#include <string.h>

enum { WHOLE_STEPS = 20, STIRRED_STEPS = 3 }; /* of Minka's fixed point */
static const double least_change = 1e-3; /* |w - w_before|_1: a step of less is a document's last */

/* The values of the prior are the parameters alpha of the Dirichlet distribution. */
static double *alpha_of(const jsmf_polish_prior *p) { return p->values; }
static double *logs_of(const jsmf_polish_prior *p) { return p->values + p->k; } /* the mean of E log w, faded */

static jsmf_status begin(jsmf_context *ctx, jsmf_polish_prior *p, const jsmf_polish_prior_start *start)
{
    double total = 0;
    (void)ctx;
    for (size_t j = 0; j < p->k; j++)
        total += alpha_of(p)[j] = jsmf_document_dirichlet_bounded(start->alpha[j]);
    for (size_t j = 0; j < p->k; j++)
        logs_of(p)[j] = jsmf_document_dirichlet_digamma(alpha_of(p)[j]) - jsmf_document_dirichlet_digamma(total);
    p->mean = start->mean;
    return JSMF_OK;
}

static jsmf_status resume(jsmf_context *ctx, jsmf_polish_prior *p)
{
    return jsmf_model_check_alpha(ctx, NULL, p->k, alpha_of(p));
}

static void unlearn(const jsmf_polish_prior *p, const jsmf_polish_prior *from, double documents, double *learned)
{
    (void)from;
    for (size_t j = 0; j < p->k; j++)
        learned[j] = documents * logs_of(p)[j];
}

static void begin_document(const jsmf_polish_prior *p, double tokens, double *gamma)
{
    for (size_t j = 0; j < p->k; j++)
        gamma[j] = alpha_of(p)[j] + tokens * p->mean[j];
}

static double compose(const jsmf_polish_prior *p, const jsmf_document_words *d, size_t steps, double *gamma, double *e,
                      double *ratios, double *r, double *scratch)
{
    size_t step = 0;
    (void)scratch;
    while (step++ < steps && jsmf_document_dirichlet_step(d, alpha_of(p), gamma, e, ratios, r) > least_change)
        ;
    const double tokens = jsmf_document_dirichlet_tokens(d, gamma, e, ratios);
    return tokens + jsmf_document_dirichlet_divergence(p->k, gamma, alpha_of(p), r);
}

static jsmf_status learn(jsmf_context *ctx, jsmf_polish_prior *p, const double *learned, double documents, double rate)
{
    double *logs = logs_of(p);
    (void)ctx;
    for (size_t j = 0; j < p->k; j++)
        logs[j] = (1 - rate) * logs[j] + rate * learned[j] / documents;
    jsmf_document_dirichlet_fit(p->k, logs, rate < 1 ? STIRRED_STEPS : WHOLE_STEPS, alpha_of(p));
    return JSMF_OK;
}

static double pseudo_bound(const jsmf_polish_prior *p)
{
    (void)p;
    return 0;
}

static double shares(const jsmf_polish_prior *p, const double *gamma, double *w)
{
    double total = 0;
    for (size_t j = 0; j < p->k; j++)
        total += w[j] = gamma[j];
    return total;
}

static void alpha(const jsmf_polish_prior *p, const double *a, double *out)
{
    (void)a;
    memcpy(out, alpha_of(p), p->k * sizeof *out);
}

static void describe(const jsmf_polish_prior *p, char *text, size_t size)
{
    double total = 0;
    for (size_t j = 0; j < p->k; j++)
        total += alpha_of(p)[j];
    snprintf(text, size, "alpha sums to %.4g", total);
}

const jsmf_polish_prior_class jsmf_polish_dirichlet_class = {
    .begin = begin,
    .resume = resume,
    .unlearn = unlearn,
    .begin_document = begin_document,
    .compose = compose,
    .learn = learn,
    .pseudo_bound = pseudo_bound,
    .shares = shares,
    .alpha = alpha,
    .describe = describe,
};
