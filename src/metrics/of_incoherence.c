/* MST-Incoherence (000 section 5.2): how cheaply a topic's prominent and characteristic words hang together. */
#include "list.h"

#include "base/base_inner.h"
#include "operator/operator_inner.h"
#include "model/probability.h"

#include <math.h>
#include <stdlib.h>

enum { OF_EACH = 7, NODES = 2 * OF_EACH };

static size_t add_nodes(size_t count, const size_t *words, size_t nodes, size_t *node)
{
    for (size_t j = 0; j < count; j++) {
        size_t known = 0;
        while (known < nodes && node[known] != words[j])
            known++;
        if (known == nodes)
            node[nodes++] = words[j];
    }
    return nodes;
}

/* The total weight of a minimum spanning tree of the complete graph, by Prim's method. */
static double tree_weight(size_t nodes, double weight[NODES][NODES])
{
    double nearest[NODES], total = 0;
    bool in[NODES] = { true };
    for (size_t j = 1; j < nodes; j++)
        nearest[j] = weight[0][j];
    for (size_t added = 1; added < nodes; added++) {
        size_t best = NODES;
        for (size_t j = 1; j < nodes; j++)
            if (!in[j] && (best == NODES || nearest[j] < nearest[best]))
                best = j;
        in[best] = true;
        total += nearest[best];
        for (size_t j = 1; j < nodes; j++)
            if (!in[j])
                nearest[j] = fmin(nearest[j], weight[best][j]);
    }
    return total;
}

typedef struct trees {
    const jsmf_model *m;
    const jsmf_operator *op;
    const double *sums, *bt;
    double *rows;               /* a row of C a thread */
    double *total, *edge;       /* k: a tree's weight, and a mean edge's; NaN where there is no edge */
    size_t *absent;             /* k: a topic's words that are not in C */
} trees;

/* Topic k's words that are in C, prominent ones first. Returns how many there are. */
static size_t find_nodes(const trees *t, size_t k, size_t node[NODES])
{
    const jsmf_model *m = t->m;
    size_t words[OF_EACH], nodes, known = 0;
    nodes = add_nodes(jsmf_top(m->n, t->bt + k * m->n, 1, 0, OF_EACH, words), words, 0, node);
    nodes = add_nodes(jsmf_top(m->n, m->canchor + k * m->n, 1, 0, OF_EACH, words), words, nodes, node);
    for (size_t j = 0; j < nodes; j++)
        if (t->sums[node[j]] > 0)
            node[known++] = node[j];
    t->absent[k] = nodes - known;
    return known;
}

static jsmf_status measure_topic(jsmf_context *ctx, void *arg, size_t k)
{
    const trees *t = arg;
    double *row = t->rows + (size_t)jsmf_context_thread(ctx) * t->m->n, weight[NODES][NODES];
    size_t node[NODES], nodes = find_nodes(t, k, node);
    for (size_t i = 0; i < nodes; i++) {
        if (jsmf_operator_panel(ctx, t->op, node[i], 1, row) != JSMF_OK)
            return jsmf_context_status(ctx);
        for (size_t j = i + 1; j < nodes; j++)
            weight[i][j] = weight[j][i] = 0.5 * (1 - jsmf_model_npmi(row[node[j]], t->sums[node[i]], t->sums[node[j]]));
    }
    if (nodes < 2)
        return JSMF_OK;
    t->total[k] = tree_weight(nodes, weight);
    t->edge[k] = t->total[k] / (double)(nodes - 1);
    return JSMF_OK;
}

jsmf_status jsmf_metrics_of_incoherence(jsmf_context *ctx, const jsmf_model *m, const jsmf_operator *op,
                                        const double *sums, jsmf_metrics *out)
{
    static const char *const names[] = { "MSTIncoherence", "MSTIncoherencePerEdge", NULL };
    trees t = { .m = m, .op = op, .sums = sums, .bt = out->bt };
    if (!m->canchor)
        return jsmf_metrics_add_undefined(ctx, out, names, "the model has no Canchor");
    t.rows = jsmf_alloc(ctx, (size_t)jsmf_context_threads(ctx), jsmf_mul_sat(m->n, sizeof *t.rows));
    t.total = jsmf_metrics_topics(ctx, out);
    t.edge = jsmf_metrics_topics(ctx, out);
    t.absent = jsmf_alloc(ctx, m->k, sizeof *t.absent);
    if (jsmf_context_status(ctx) == JSMF_OK && jsmf_parallel(ctx, m->k, measure_topic, &t) == JSMF_OK) {
        jsmf_metrics_warn_absent(ctx, "MSTIncoherence, MSTIncoherencePerEdge", m->k, t.absent);
        jsmf_recorded(jsmf_metrics_add_pair(ctx, out, names, (double *[]){ t.total, t.edge }, "it has one word only"));
    } else {
        free(t.total);
        free(t.edge);
    }
    free(t.rows);
    free(t.absent);
    return jsmf_context_status(ctx);
}
