/* The words that tell a topic: the most relevant ones, and those both frequent and exclusive. */
#include "jsmf/report.h"

#include "dense/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LAMBDAS = 20 };

/* ---- relevance ---- */

/* marks[i]: whether word i is among the most relevant for some lambda. */
static void mark_relevant(size_t n, const double *log_p, const double *log_lift, size_t words, double *relevance,
                          size_t *top, bool *marks)
{
    for (size_t step = 0; step <= LAMBDAS; step++) {
        const double lambda = (double)step / LAMBDAS;
        size_t found;
        for (size_t i = 0; i < n; i++)
            relevance[i] = log_p[i] > -INFINITY ? lambda * log_p[i] + (1 - lambda) * log_lift[i] : -INFINITY;
        found = jsmf_top(n, relevance, 1, -INFINITY, words, top);
        for (size_t j = 0; j < found; j++)
            marks[top[j]] = true;
    }
}

static void take_logs(const jsmf_model *m, const double *unigram, size_t topic, double *log_p, double *log_lift)
{
    const double total = jsmf_dense_sum(m->n, unigram);
    for (size_t i = 0; i < m->n; i++) {
        const double p = m->b[i * m->k + topic];
        log_p[i] = p > 0 && unigram[i] > 0 ? log(p) : -INFINITY;
        log_lift[i] = log_p[i] > -INFINITY ? log_p[i] - log(unigram[i] / total) : -INFINITY;
    }
}

jsmf_status jsmf_report_candidates(jsmf_context *ctx, const jsmf_model *m, const double *unigram, size_t topic,
                                   size_t words, size_t **candidates, size_t *count)
{
    double *logs = jsmf_alloc(ctx, jsmf_mul_sat(m->n, 3), sizeof *logs);
    size_t *top = jsmf_alloc(ctx, jsmf_least(words, m->n), sizeof *top);
    bool *marks = jsmf_alloc_zero(ctx, m->n, sizeof *marks);
    *candidates = NULL;
    *count = 0;
    if (jsmf_context_status(ctx) != JSMF_OK)
        goto done;
    take_logs(m, unigram, topic, logs, logs + m->n);
    mark_relevant(m->n, logs, logs + m->n, jsmf_least(words, m->n), logs + 2 * m->n, top, marks);
    for (size_t i = 0; i < m->n; i++)
        *count += marks[i];
    *candidates = jsmf_alloc(ctx, *count, sizeof **candidates);
    for (size_t i = 0, at = 0; *candidates && i < m->n; i++)
        if (marks[i])
            (*candidates)[at++] = i;
done:
    free(logs);
    free(top);
    free(marks);
    return jsmf_context_status(ctx);
}

/* ---- FREX ---- */

typedef struct ranked {
    double value;
    size_t word;
} ranked;

static int rising(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    return x->value < y->value ? -1 : x->value > y->value;
}

typedef struct frex_job {
    const jsmf_model *m;
    const double *sums; /* n: over topics of p(w|t) */
    size_t words, *top;
} frex_job;

/* share[i] = the part of the topic's words whose value is at most word i's. */
static void rank(size_t count, ranked *list, double *share)
{
    qsort(list, count, sizeof *list, rising);
    for (size_t i = count, last = count; i-- > 0;) {
        if (i + 1 < count && list[i].value < list[i + 1].value)
            last = i + 1;
        share[list[i].word] = (double)last / (double)count;
    }
}

static void frex_of_topic(const frex_job *job, size_t topic, ranked *list, double *often, double *alone)
{
    const jsmf_model *m = job->m;
    size_t count = 0, found, *top = job->top + topic * job->words;
    memset(often, 0, m->n * sizeof *often);
    memset(alone, 0, m->n * sizeof *alone);
    for (size_t i = 0; i < m->n; i++)
        if (m->b[i * m->k + topic] > 0)
            list[count++] = (ranked){ m->b[i * m->k + topic], i };
    rank(count, list, often);
    for (size_t i = 0; i < count; i++)
        list[i].value = m->b[list[i].word * m->k + topic] / job->sums[list[i].word];
    rank(count, list, alone);
    for (size_t i = 0; i < m->n; i++)
        if (often[i] > 0)
            often[i] = 2 / (1 / often[i] + 1 / alone[i]);
    found = jsmf_top(m->n, often, 1, 0, job->words, top);
    while (found < job->words)
        top[found++] = JSMF_NONE;
}

static jsmf_status frex_chunk(jsmf_context *ctx, void *arg, size_t topic)
{
    const frex_job *job = arg;
    ranked *list = jsmf_alloc(ctx, job->m->n, sizeof *list);
    double *shares = jsmf_alloc(ctx, jsmf_mul_sat(job->m->n, 2), sizeof *shares);
    if (list && shares)
        frex_of_topic(job, topic, list, shares, shares + job->m->n);
    free(list);
    free(shares);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_report_frex(jsmf_context *ctx, const jsmf_model *m, size_t words, size_t *top)
{
    double *sums = jsmf_alloc(ctx, m->n, sizeof *sums);
    frex_job job = { .m = m, .sums = sums, .words = words, .top = top };
    for (size_t i = 0; sums && i < m->n; i++)
        sums[i] = jsmf_dense_sum(m->k, m->b + i * m->k);
    if (sums)
        jsmf_recorded(jsmf_parallel(ctx, m->k, frex_chunk, &job));
    free(sums);
    return jsmf_context_status(ctx);
}
