/* The parameters alpha and beta of collapsed Gibbs sampling, from the topics that the tokens have at present. Each is a
 * parameter of Polya distributions, whose likeliest one Minka's fixed point finds (Estimating a Dirichlet distribution,
 * equation 55),
 *   alpha_j = alpha_j sum_d [digamma(n_dj + alpha_j) - digamma(alpha_j)] / sum_d [digamma(n_d + A) - digamma(A)],
 * A the sum of alpha. digamma(n + x) - digamma(x) = 1 / x + ... + 1 / (x + n - 1), so that it is enough to know how
 * many n are above each number (Wallach, 2008). */
#include "gibbs_counts.h"

#include "document/dirichlet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 20 };
/* Numbers up to this are tallied, of larger ones a list is kept. */
enum { MOST_TALLIED = 1024 };

/* ---- rows of numbers ---- */

typedef struct large_number {
    size_t row;
    int32_t count;
} large_number;

typedef struct tally {
    size_t rows, width;
    uint32_t *above;     /* rows x width: how many numbers of the row are above i = 0, 1, ... */
    size_t large, room;  /* numbers above width, and how many there is room for */
    large_number *list;
} tally;

static jsmf_status tally_new(jsmf_context *ctx, size_t rows, size_t largest, size_t room, tally *t)
{
    *t = (tally){ .rows = rows, .width = jsmf_least(largest, MOST_TALLIED), .room = room };
    t->above = jsmf_alloc_zero(ctx, jsmf_mul_sat(rows, t->width), sizeof *t->above);
    t->list = jsmf_alloc(ctx, room, sizeof *t->list);
    return jsmf_context_status(ctx);
}

static void tally_free(tally *t)
{
    free(t->above);
    free(t->list);
}

static void tally_add(tally *t, size_t row, int32_t count)
{
    if (count <= 0)
        return;
    t->above[row * t->width + jsmf_least((size_t)count, t->width) - 1]++;
    if ((size_t)count > t->width && t->large < t->room)
        t->list[t->large++] = (large_number){ row, count };
}

/* After the last number: so far above has how many are i + 1. */
static void tally_close(tally *t)
{
    for (size_t r = 0; r < t->rows; r++)
        for (size_t i = t->width; i-- > 1;)
            t->above[r * t->width + i - 1] += t->above[r * t->width + i];
}

/* slopes_r = the sum over the row's numbers n of digamma(n + x_r) - digamma(x_r) */
static void find_slopes(const tally *t, const double *x, double *slopes)
{
    for (size_t r = 0; r < t->rows; r++) {
        const uint32_t *above = t->above + r * t->width;
        double sum = 0;
        for (size_t i = 0; i < t->width && above[i]; i++)
            sum += above[i] / (x[r] + (double)i);
        slopes[r] = sum;
    }
    for (size_t l = 0; l < t->large; l++) {
        const double from = x[t->list[l].row];
        slopes[t->list[l].row] += jsmf_document_dirichlet_digamma(from + t->list[l].count) -
                                  jsmf_document_dirichlet_digamma(from + (double)t->width);
    }
}

static double log_gamma(double x)
{
    int sign;
    return lgamma_r(x, &sign);
}

/* rises_r = the sum over the row's numbers n of log gamma(n + x_r) - log gamma(x_r) */
static void find_rises(const tally *t, const double *x, double *rises)
{
    for (size_t r = 0; r < t->rows; r++) {
        const uint32_t *above = t->above + r * t->width;
        double sum = 0;
        for (size_t i = 0; i < t->width && above[i]; i++)
            sum += above[i] * log(x[r] + (double)i);
        rises[r] = sum;
    }
    for (size_t l = 0; l < t->large; l++) {
        const double from = x[t->list[l].row];
        rises[t->list[l].row] += log_gamma(from + t->list[l].count) - log_gamma(from + (double)t->width);
    }
}

/* ---- alpha ---- */

/* Row j < k: the documents' tokens of topic j; row k: all of them. A document has at most k + 1 numbers, and fewer than
 * tokens / MOST_TALLIED are large in either way of counting. */
static jsmf_status tally_documents(jsmf_context *ctx, const jsmf_polish_gibbs_documents *d, size_t k, tally *t)
{
    const size_t room = 2 * (d->starts[d->documents] / MOST_TALLIED);
    int32_t *own = jsmf_alloc_zero(ctx, k, sizeof *own);
    if (tally_new(ctx, k + 1, d->longest, room, t) == JSMF_OK)
        for (size_t m = 0; m < d->documents; m++) {
            const jsmf_polish_gibbs_token *first = d->tokens + d->starts[m], *end = d->tokens + d->starts[m + 1];
            for (const jsmf_polish_gibbs_token *at = first; at < end; at++)
                own[at->topic]++;
            for (const jsmf_polish_gibbs_token *at = first; at < end; at++) {
                tally_add(t, (size_t)at->topic, own[at->topic]);
                own[at->topic] = 0;
            }
            tally_add(t, k, (int32_t)(end - first));
        }
    if (jsmf_context_status(ctx) == JSMF_OK)
        tally_close(t);
    free(own);
    return jsmf_context_status(ctx);
}

static double total_of(size_t k, double *x)
{
    x[k] = 0;
    for (size_t j = 0; j < k; j++)
        x[k] += x[j];
    return x[k];
}

/* Moves alpha, and returns the documents' part of the likelihood before that. */
static jsmf_status learn_alpha(jsmf_context *ctx, const jsmf_polish_gibbs_documents *d, size_t k, double *alpha,
                               double *likelihood)
{
    tally t = { 0 };
    double *x = jsmf_alloc(ctx, k + 1, sizeof *x), *sums = jsmf_alloc(ctx, k + 1, sizeof *sums);
    if (jsmf_context_status(ctx) != JSMF_OK || tally_documents(ctx, d, k, &t) != JSMF_OK)
        goto done;
    memcpy(x, alpha, k * sizeof *x);
    total_of(k, x);
    find_rises(&t, x, sums);
    *likelihood = -sums[k];
    for (size_t j = 0; j < k; j++)
        *likelihood += sums[j];
    for (int step = 0; step < STEPS; step++) {
        find_slopes(&t, x, sums);
        for (size_t j = 0; j < k; j++)
            x[j] = jsmf_document_dirichlet_bounded(x[j] * sums[j] / sums[k]);
        total_of(k, x);
    }
    memcpy(alpha, x, k * sizeof *x);
done:
    tally_free(&t);
    free(x);
    free(sums);
    return jsmf_context_status(ctx);
}

/* ---- beta ---- */

static jsmf_status tally_topics(jsmf_context *ctx, const jsmf_polish_gibbs_counts *c, tally *t)
{
    size_t largest = 0, tokens = 0;
    for (size_t j = 0; j < c->k; j++)
        tokens += (size_t)c->topics[j];
    for (size_t i = 0; i < c->n * c->stride; i++)
        largest = jsmf_greatest(largest, (size_t)c->words[i]);
    if (tally_new(ctx, 1, largest, tokens / MOST_TALLIED, t) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < c->n * c->stride; i++)
        tally_add(t, 0, c->words[i]);
    tally_close(t);
    return JSMF_OK;
}

static jsmf_status learn_beta(jsmf_context *ctx, const jsmf_polish_gibbs_counts *c, double *beta, double *likelihood)
{
    const double n = (double)c->n;
    tally t = { 0 };
    double sum;
    if (tally_topics(ctx, c, &t) != JSMF_OK)
        goto done;
    find_rises(&t, beta, &sum);
    for (size_t j = 0; j < c->k; j++)
        sum -= log_gamma(c->topics[j] + n * *beta) - log_gamma(n * *beta);
    *likelihood = sum;
    for (int step = 0; step < STEPS; step++) {
        double all = 0;
        find_slopes(&t, beta, &sum);
        for (size_t j = 0; j < c->k; j++)
            all += jsmf_document_dirichlet_digamma(c->topics[j] + n * *beta) -
                   jsmf_document_dirichlet_digamma(n * *beta);
        *beta = jsmf_document_dirichlet_bounded(*beta * sum / (n * all));
    }
done:
    tally_free(&t);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_polish_gibbs_priors_learn(jsmf_context *ctx, const jsmf_polish_gibbs_documents *d,
                                           const jsmf_polish_gibbs_counts *c, jsmf_polish_gibbs_priors *p,
                                           double *likelihood)
{
    double documents = 0, topics = 0;
    if (learn_alpha(ctx, d, c->k, p->alpha, &documents) != JSMF_OK ||
        learn_beta(ctx, c, &p->beta, &topics) != JSMF_OK)
        return jsmf_context_status(ctx);
    *likelihood = (documents + topics) / (double)d->starts[d->documents];
    return JSMF_OK;
}
