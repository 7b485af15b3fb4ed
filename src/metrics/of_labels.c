/* Clustering by compositions against the documents' labels (003 section 5). */
#include "list.h"

#include "jsmf/solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RESTARTS = 10, ITERATIONS = 300 };

/* How many documents each cluster has of each class. */
typedef struct table {
    size_t clusters, classes;
    double documents;
    double *counts;            /* clusters x classes */
} table;

static jsmf_status count(jsmf_context *ctx, size_t documents, const size_t *cluster, const size_t *label, table *t)
{
    t->counts = jsmf_alloc_zero(ctx, jsmf_mul_sat(t->clusters, t->classes), sizeof *t->counts);
    for (size_t d = 0; t->counts && d < documents; d++)
        t->counts[cluster[d] * t->classes + label[d]]++;
    t->documents = (double)documents;
    return jsmf_context_status(ctx);
}

/* The part of documents in the class that their cluster is matched with, one class a cluster, at best. */
static jsmf_status accuracy(jsmf_context *ctx, const table *t, double *out)
{
    size_t cells = t->clusters * t->classes, *match = jsmf_alloc(ctx, t->clusters, sizeof *match);
    double *cost = jsmf_alloc(ctx, cells, sizeof *cost), right = 0;
    for (size_t e = 0; cost && e < cells; e++)
        cost[e] = -t->counts[e];
    if (match && cost && jsmf_solve_assignment(ctx, t->clusters, t->classes, cost, match) == JSMF_OK)
        for (size_t c = 0; c < t->clusters; c++)
            right += match[c] == JSMF_UNMATCHED ? 0 : t->counts[c * t->classes + match[c]];
    free(match);
    free(cost);
    *out = right / t->documents;
    return jsmf_context_status(ctx);
}

/* The same where every cluster takes its commonest class. */
static double purity(const table *t)
{
    double right = 0;
    for (size_t c = 0; c < t->clusters; c++) {
        double most = 0;
        for (size_t l = 0; l < t->classes; l++)
            most = fmax(most, t->counts[c * t->classes + l]);
        right += most;
    }
    return right / t->documents;
}

static double entropy_term(double part) { return part > 0 ? -part * log(part) : 0; }

/* 2 I / (H(clusters) + H(classes)) = 2 - 2 H(both) / that. */
static double normalised_information(const table *t)
{
    double clusters = 0, classes = 0, both = 0;
    for (size_t c = 0; c < t->clusters; c++) {
        double sum = 0;
        for (size_t l = 0; l < t->classes; l++) {
            sum += t->counts[c * t->classes + l];
            both += entropy_term(t->counts[c * t->classes + l] / t->documents);
        }
        clusters += entropy_term(sum / t->documents);
    }
    for (size_t l = 0; l < t->classes; l++) {
        double sum = 0;
        for (size_t c = 0; c < t->clusters; c++)
            sum += t->counts[c * t->classes + l];
        classes += entropy_term(sum / t->documents);
    }
    return clusters + classes > 0 ? fmax(2 - 2 * both / (clusters + classes), 0) : NAN;
}

/* names: of the accuracy, the purity and the information. */
static jsmf_status add_table(jsmf_context *ctx, const table *t, const char *const names[3], jsmf_metrics *out)
{
    double right;
    if (accuracy(ctx, t, &right) != JSMF_OK ||
        jsmf_metrics_add(ctx, out, names[0], right, "there are no documents") != JSMF_OK ||
        jsmf_metrics_add(ctx, out, names[1], purity(t), "there are no documents") != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_metrics_add(ctx, out, names[2], normalised_information(t), "one cluster and one class");
}

static void largest_topics(size_t documents, size_t k, const double *w, size_t *cluster)
{
    for (size_t d = 0; d < documents; d++) {
        const double *row = w + d * k;
        size_t best = 0;
        for (size_t j = 1; j < k; j++)
            if (row[j] > row[best])
                best = j;
        cluster[d] = best;
    }
}

static jsmf_status judge(jsmf_context *ctx, size_t documents, size_t clusters, const size_t *cluster,
                         const jsmf_metrics_labels *labels, const char *const names[3], jsmf_metrics *out)
{
    table t = { .clusters = clusters, .classes = labels->classes };
    if (count(ctx, documents, cluster, labels->label, &t) == JSMF_OK)
        jsmf_recorded(add_table(ctx, &t, names, out));
    free(t.counts);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_metrics_of_labels(jsmf_context *ctx, size_t documents, size_t k, const double *w,
                                   const jsmf_metrics_labels *labels, jsmf_metrics *out)
{
    static const char *const by_means[] = { "KMeansAccuracy", "KMeansPurity", "KMeansNMI" };
    static const char *const by_topic[] = { "TopicAccuracy", "TopicPurity", "TopicNMI" };
    const jsmf_solve_kmeans_options o = { .k = labels->classes, .restarts = RESTARTS, .iterations = ITERATIONS };
    size_t *cluster = jsmf_alloc(ctx, documents, sizeof *cluster);
    if (!cluster || jsmf_solve_kmeans(ctx, documents, k, w, &o, cluster, NULL) != JSMF_OK ||
        judge(ctx, documents, labels->classes, cluster, labels, by_means, out) != JSMF_OK)
        goto done;
    largest_topics(documents, k, w, cluster);
    jsmf_recorded(judge(ctx, documents, k, cluster, labels, by_topic, out));
done:
    free(cluster);
    return jsmf_context_status(ctx);
}
