/* The words that are most relevant to a topic. */
#include "jsmf/report.h"

#include "dense/vector.h"

#include <math.h>
#include <stdlib.h>

enum { LAMBDAS = 20 };

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
