/* Topics by collapsed Gibbs sampling: the sweeps, and the model of their mean. */
#include "jsmf/polish.h"

#include "gibbs_counts.h"
#include "run.h"

#include "document/dirichlet.h"
#include "base/base_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Sweeps between two times that alpha and beta are learned, of which the first is after so many. */
enum { SWEEPS_OF_PRIORS = 10 };
/* B is the mean over this part of the sweeps, the last ones. */
static const double part_of_mean = 0.2;
static const double random_alpha_sum = 5; /* to begin with */
/* Apart from the streams of other draws under the same seed. */
static const uint64_t start_stream = UINT64_C(0x706f6c7900000000);

typedef struct gibbs_run {
    jsmf_polish_options options;
    const jsmf_model *start;
    size_t n, k;
    jsmf_polish_gibbs_documents documents;
    jsmf_polish_gibbs_counts counts;
    jsmf_polish_gibbs_priors priors;
    jsmf_polish_gibbs_worker *workers;
    double *sums;    /* n x k: words and topics of the sweeps that are kept */
    size_t kept;
    jsmf_polish_run run;
    jsmf_polish_report report;
} gibbs_run;

/* ---- the beginning ---- */

static jsmf_status check(jsmf_context *ctx, const jsmf_polish_options *o)
{
    if (!(o->beta > 0))
        return jsmf_fail(ctx, JSMF_EUSAGE, "sampling with a beta of %g (expected more than 0)", o->beta);
    if (o->held_out > 0 || o->guide || o->tolerance > 0)
        return jsmf_fail(ctx, JSMF_EUSAGE, "sampling with documents held out, a guide or a tolerance, none of which it "
                         "has");
    return JSMF_OK;
}

/* A document's tokens in turn, each given those before it: p(z = j) ~ (alpha_j + tokens of topic j so far) B0_ij. With
 * random topics, and for a word that no topic has, B0 is even. weights, cumulated: k of scratch. */
static void begin_document(const gibbs_run *g, uint64_t key, jsmf_polish_gibbs_token *tokens, size_t count,
                           double *weights, double *cumulated)
{
    const size_t k = g->k;
    memcpy(weights, g->priors.alpha, k * sizeof *weights);
    for (size_t t = 0; t < count; t++) {
        const double *b = g->start->b + (size_t)tokens[t].word * k;
        const double part = jsmf_random_part(jsmf_random_mix(key ^ t));
        double sum = 0;
        size_t j = 0;
        for (size_t i = 0; i < k && !g->options.random; i++)
            cumulated[i] = sum += weights[i] * b[i];
        for (size_t i = 0; i < k && !(sum > 0); i++)
            cumulated[i] = (double)(i + 1) / (double)k;
        const double at = part * cumulated[k - 1];
        while (j + 1 < k && !(cumulated[j] > at))
            j++;
        tokens[t].topic = (int32_t)j;
        weights[j] += 1;
    }
}

static jsmf_status begin_tokens(jsmf_context *ctx, gibbs_run *g)
{
    const jsmf_polish_gibbs_documents *d = &g->documents;
    double *scratch = jsmf_alloc(ctx, jsmf_mul_sat(2, g->k), sizeof *scratch);
    for (size_t m = 0; scratch && m < d->documents; m++)
        begin_document(g, jsmf_random_bits(jsmf_context_seed(ctx), start_stream, m), d->tokens + d->starts[m],
                       d->starts[m + 1] - d->starts[m], scratch, scratch + g->k);
    free(scratch);
    return jsmf_context_status(ctx);
}

/* The start is checked, and the model made at the end, by what all ways of polishing share. */
static jsmf_status prepare(jsmf_context *ctx, gibbs_run *g, const jsmf_batches *source)
{
    const size_t n = g->n, k = g->k;
    if (check(ctx, &g->options) != JSMF_OK ||
        jsmf_polish_begin(ctx, g->start, &g->options, false, &g->run) != JSMF_OK ||
        jsmf_polish_gibbs_documents_read(ctx, source, n, jsmf_polish_gibbs_bytes(ctx, n, k), &g->documents) != JSMF_OK)
        return jsmf_context_status(ctx);
    g->sums = jsmf_alloc_zero(ctx, jsmf_mul_sat(n, k), sizeof *g->sums);
    g->priors.alpha = jsmf_alloc(ctx, k, sizeof *g->priors.alpha);
    g->workers = jsmf_polish_gibbs_workers_new(ctx);
    if (jsmf_context_status(ctx) != JSMF_OK || jsmf_polish_gibbs_counts_new(ctx, n, k, &g->counts) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t j = 0; j < k; j++)
        g->priors.alpha[j] = g->options.random ? random_alpha_sum / (double)k
                                               : jsmf_document_dirichlet_bounded(g->run.alpha[j]);
    g->priors.beta = g->options.beta;
    g->report.documents = g->documents.documents;
    g->report.tokens = (double)g->documents.starts[g->documents.documents];
    if (begin_tokens(ctx, g) != JSMF_OK)
        return jsmf_context_status(ctx);
    jsmf_polish_gibbs_counts_of(&g->documents, &g->counts);
    return JSMF_OK;
}

static void free_run(gibbs_run *g)
{
    jsmf_polish_gibbs_documents_free(&g->documents);
    jsmf_polish_gibbs_counts_free(&g->counts);
    jsmf_polish_end(&g->run);
    free(g->priors.alpha);
    free(g->sums);
}

/* ---- the end ---- */

static void keep(gibbs_run *g)
{
    g->kept++;
    for (size_t i = 0; i < g->n; i++)
        for (size_t j = 0; j < g->k; j++)
            g->sums[i * g->k + j] += g->counts.words[i * g->counts.stride + j];
}

/* a = the sum of E w w' over the documents, w being Dirichlet with the parameters alpha and the document's tokens. */
static jsmf_status sum_moment(jsmf_context *ctx, const gibbs_run *g, double *a)
{
    const jsmf_polish_gibbs_documents *d = &g->documents;
    const size_t k = g->k;
    double *w = jsmf_alloc(ctx, k, sizeof *w);
    for (size_t m = 0; w && m < d->documents; m++) {
        double total = 0;
        memcpy(w, g->priors.alpha, k * sizeof *w);
        for (size_t t = d->starts[m]; t < d->starts[m + 1]; t++)
            w[d->tokens[t].topic] += 1;
        for (size_t j = 0; j < k; j++)
            total += w[j];
        for (size_t i = 0; i < k; i++) {
            const double part = w[i] / (total * (total + 1));
            for (size_t j = 0; j < k; j++)
                a[i * k + j] += part * w[j];
            a[i * k + i] += part;
        }
    }
    free(w);
    return jsmf_context_status(ctx);
}

/* B = (mean tokens of word and topic + beta) / (mean tokens of the topic + n beta). */
static jsmf_status make_model(jsmf_context *ctx, gibbs_run *g, jsmf_model *out)
{
    const size_t n = g->n, k = g->k;
    jsmf_polish_run *r = &g->run;
    double *a = jsmf_alloc_zero(ctx, jsmf_mul_sat(k, k), sizeof *a);
    const double unit = 1 / ((double)g->kept * g->report.tokens);
    if (!a || sum_moment(ctx, g, a) != JSMF_OK)
        goto done;
    memset(r->now.columns, 0, k * sizeof *r->now.columns);
    for (size_t i = 0; i < n * k; i++) {
        r->now.sums[i] = g->sums[i] * unit;
        r->now.columns[i % k] += r->now.sums[i];
    }
    r->now.scale = 1;
    g->options.beta = g->priors.beta;
    memcpy(r->prior.values, g->priors.alpha, k * sizeof *r->prior.values);
    jsmf_polish_set_tokens(r, g->report.tokens, (double)g->documents.documents);
    jsmf_recorded(jsmf_polish_finish(ctx, r, g->start, a, out));
done:
    free(a);
    return jsmf_context_status(ctx);
}

/* ---- all of it ---- */

static void say(jsmf_context *ctx, const gibbs_run *g, size_t sweep, double likelihood, double began)
{
    double sum = 0;
    for (size_t j = 0; j < g->k; j++)
        sum += g->priors.alpha[j];
    jsmf_message(ctx, JSMF_INFO, "sweep %zu: log p(words, topics) %.6f a token, alpha sums to %.4g, beta %.4g, %.3f s",
                 sweep, likelihood, sum, g->priors.beta, jsmf_context_clock() - began);
}

static jsmf_status sweep_all(jsmf_context *ctx, gibbs_run *g)
{
    const size_t sweeps = g->options.passes, last = (size_t)ceil(part_of_mean * (double)sweeps);
    const double began = jsmf_context_clock();
    for (size_t s = 1; s <= sweeps; s++) {
        if (jsmf_polish_gibbs_sweep(ctx, &g->documents, &g->priors, s, &g->counts, g->workers) != JSMF_OK)
            return jsmf_context_status(ctx);
        if (s % SWEEPS_OF_PRIORS == 0 || s == sweeps) {
            if (jsmf_polish_gibbs_priors_learn(ctx, &g->documents, &g->counts, &g->priors, &g->report.bound) !=
                JSMF_OK)
                return jsmf_context_status(ctx);
            say(ctx, g, s, g->report.bound, began);
        }
        if (s + last > sweeps)
            keep(g);
        if (jsmf_progress(ctx, "sampling", (double)s / (double)sweeps, -1) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    g->report.passes = sweeps;
    return JSMF_OK;
}

jsmf_status jsmf_polish_gibbs(jsmf_context *ctx, const jsmf_model *start, const jsmf_batches *source,
                              const jsmf_polish_options *options, jsmf_model *out, jsmf_polish_report *report)
{
    gibbs_run g = { .options = *options, .start = start, .n = start->n, .k = start->k,
                    .report = { .bound = NAN, .held_out = NAN, .completed = NAN, .start_completed = NAN } };
    *out = (jsmf_model){ 0 };
    g.options.prior = JSMF_POLISH_DIRICHLET;
    g.options.state = NULL;
    g.options.start_by_topic = false;
    g.options.start_weight = 0;
    if (prepare(ctx, &g, source) == JSMF_OK && sweep_all(ctx, &g) == JSMF_OK)
        jsmf_recorded(make_model(ctx, &g, out));
    if (report)
        *report = g.report;
    jsmf_polish_gibbs_workers_free(ctx, g.workers);
    free_run(&g);
    return jsmf_context_status(ctx);
}

size_t jsmf_polish_gibbs_bytes(const jsmf_context *ctx, size_t n, size_t k)
{
    enum { MATRICES = 5 }; /* of n x k: the start, sums, now, B, Bbar */
    return jsmf_add_sat(jsmf_mul_sat(n, jsmf_mul_sat(k, MATRICES * sizeof(double))),
                        jsmf_add_sat(jsmf_polish_gibbs_counts_bytes(n, k),
                                     jsmf_polish_gibbs_workers_bytes(ctx, n, k)));
}
