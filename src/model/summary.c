/* What a person wants to see of a model. */
#include "jsmf/model.h"

#include "jsmf/base.h"
#include "dense/vector.h"

#include <stdlib.h>
#include <string.h>

void jsmf_model_summary_free(jsmf_model_summary *summary)
{
    if (!summary)
        return;
    free(summary->weight);
    free(summary->prominent);
    free(summary->characteristic);
    free(summary->topics);
    free(summary->lift);
    memset(summary, 0, sizeof *summary);
}

/* The `words` largest of each topic's n values, topic k's at values[k * step] and every stride behind. */
static size_t *top_words(jsmf_context *ctx, const jsmf_model *m, size_t words, const double *values, size_t step,
                         size_t stride)
{
    size_t *top = jsmf_alloc(ctx, jsmf_mul_sat(m->k, words), sizeof *top);
    for (size_t k = 0; top && k < m->k; k++) {
        size_t found = jsmf_top(m->n, values + k * step, stride, 0, words, top + k * words);
        while (found < words)
            top[k * words + found++] = JSMF_NONE;
    }
    return top;
}

static void weigh(const jsmf_model *m, double *weight)
{
    double total = 0;
    for (size_t k = 0; k < m->k; k++) {
        weight[k] = 0;
        if (m->a)
            weight[k] = jsmf_dense_sum(m->k, m->a + k * m->k);
        else
            for (size_t i = 0; i < m->n; i++)
                weight[k] += m->bbar[k * m->n + i] * m->unigram[i];
        total += weight[k];
    }
    for (size_t k = 0; total > 0 && k < m->k; k++)
        weight[k] /= total;
}

/* row[l] = the lift of topics k and l; -1 for k itself, which is no other. */
static void lifts(const jsmf_model *m, const double *weight, size_t k, double *row)
{
    double total = jsmf_dense_sum(m->k * m->k, m->a);
    for (size_t l = 0; l < m->k; l++) {
        double chance = weight[k] * weight[l] * total;
        row[l] = chance > 0 ? m->a[k * m->k + l] / chance : 0;
    }
    row[k] = -1;
}

static jsmf_status relate(jsmf_context *ctx, const jsmf_model *m, jsmf_model_summary *s)
{
    double *row = jsmf_alloc(ctx, m->k, sizeof *row);
    s->topics = jsmf_alloc(ctx, jsmf_mul_sat(m->k, s->related), sizeof *s->topics);
    s->lift = jsmf_alloc(ctx, jsmf_mul_sat(m->k, s->related), sizeof *s->lift);
    for (size_t k = 0; row && s->topics && s->lift && k < m->k; k++) {
        size_t *topics = s->topics + k * s->related, found;
        lifts(m, s->weight, k, row);
        found = jsmf_top(m->k, row, 1, 1, s->related, topics);
        for (size_t j = 0; j < s->related; j++) {
            topics[j] = j < found ? topics[j] : JSMF_NONE;
            s->lift[k * s->related + j] = j < found ? row[topics[j]] : 0;
        }
    }
    free(row);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_model_summary_make(jsmf_context *ctx, const jsmf_model *m, size_t words, size_t related,
                                    jsmf_model_summary *out)
{
    jsmf_model_summary s = { .k = m->k, .words = words < m->n ? words : m->n };
    bool weights = m->a || (m->bbar && m->unigram);
    s.related = related < m->k ? related : m->k - 1;
    s.prominent = top_words(ctx, m, s.words, m->b, 1, m->k);
    if (m->canchor)
        s.characteristic = top_words(ctx, m, s.words, m->canchor, m->n, 1);
    if (weights)
        s.weight = jsmf_alloc(ctx, m->k, sizeof *s.weight);
    if (s.weight)
        weigh(m, s.weight);
    *out = s;
    if (jsmf_context_status(ctx) == JSMF_OK && (!m->a || relate(ctx, m, out) == JSMF_OK))
        return JSMF_OK;
    jsmf_model_summary_free(out);
    return jsmf_context_status(ctx);
}
