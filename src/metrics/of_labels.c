/* Clustering by compositions against the documents' labels (003 section 5). */
#include "list.h"

#include "solve/solve_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STARTS = 20, ITERATIONS = 300, MEASURES = 3 };

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

static const char no_documents[] = "there are no documents", one_and_one[] = "one cluster and one class";

/* The accuracy, the purity and the information. */
static jsmf_status measure(jsmf_context *ctx, const table *t, double values[MEASURES])
{
    values[1] = purity(t);
    values[2] = normalised_information(t);
    return accuracy(ctx, t, &values[0]);
}

/* names: of the three. */
static jsmf_status add_all(jsmf_context *ctx, const char *const names[MEASURES], const double values[MEASURES],
                           jsmf_metrics *out)
{
    for (size_t i = 0; i < MEASURES; i++)
        if (jsmf_metrics_add(ctx, out, names[i], values[i], i == 2 ? one_and_one : no_documents) != JSMF_OK)
            return jsmf_context_status(ctx);
    return JSMF_OK;
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
                         const jsmf_metrics_labels *labels, double values[MEASURES])
{
    table t = { .clusters = clusters, .classes = labels->classes };
    if (count(ctx, documents, cluster, labels->label, &t) == JSMF_OK)
        jsmf_recorded(measure(ctx, &t, values));
    free(t.counts);
    return jsmf_context_status(ctx);
}

/* Where k-means ends depends on where it starts: the mean over several starts, and their standard deviation. */
static jsmf_status judge_means(jsmf_context *ctx, size_t documents, size_t k, const double *w,
                               const jsmf_metrics_labels *labels, size_t *cluster, jsmf_metrics *out)
{
    static const char *const names[] = { "KMeansAccuracy", "KMeansPurity", "KMeansNMI" };
    static const char *const deviations[] = { "KMeansAccuracyDeviation", "KMeansPurityDeviation",
                                              "KMeansNMIDeviation" };
    double values[STARTS][MEASURES], mean[MEASURES] = { 0 }, deviation[MEASURES] = { 0 };
    for (size_t r = 0; r < STARTS; r++) {
        const jsmf_solve_kmeans_options o = { .k = labels->classes, .restarts = 1, .iterations = ITERATIONS,
                                              .first = r };
        if (jsmf_progress(ctx, "clustering", (double)r / STARTS, -1) != JSMF_OK ||
            jsmf_solve_kmeans(ctx, documents, k, w, &o, cluster, NULL) != JSMF_OK ||
            judge(ctx, documents, labels->classes, cluster, labels, values[r]) != JSMF_OK)
            return jsmf_context_status(ctx);
        for (size_t i = 0; i < MEASURES; i++)
            mean[i] += values[r][i] / STARTS;
    }
    for (size_t i = 0; i < MEASURES; i++) {
        for (size_t r = 0; r < STARTS; r++)
            deviation[i] += pow(values[r][i] - mean[i], 2) / (STARTS - 1);
        deviation[i] = sqrt(deviation[i]);
    }
    if (add_all(ctx, names, mean, out) != JSMF_OK)
        return jsmf_context_status(ctx);
    return add_all(ctx, deviations, deviation, out);
}

/* The mean of what k-means comes to on the square roots of w, or on w itself. */
static jsmf_status judge_points(jsmf_context *ctx, size_t documents, size_t k, const double *w,
                                const jsmf_metrics_labels *labels, size_t *cluster, jsmf_metrics *out)
{
    if (labels->euclidean)
        return judge_means(ctx, documents, k, w, labels, cluster, out);
    double *roots = jsmf_alloc(ctx, documents, jsmf_mul_sat(k, sizeof *roots));
    for (size_t i = 0; roots && i < documents * k; i++)
        roots[i] = sqrt(w[i]);
    if (roots)
        jsmf_recorded(judge_means(ctx, documents, k, roots, labels, cluster, out));
    free(roots);
    return jsmf_context_status(ctx);
}

size_t jsmf_metrics_of_labels_bytes(const jsmf_context *ctx, size_t documents, size_t k, size_t classes)
{
    const size_t roots = jsmf_mul_sat(documents, jsmf_mul_sat(k, sizeof(double)));
    return jsmf_add_sat(roots, jsmf_solve_kmeans_bytes(ctx, documents, k, classes));
}

jsmf_status jsmf_metrics_of_labels(jsmf_context *ctx, size_t documents, size_t k, const double *w,
                                   const jsmf_metrics_labels *labels, jsmf_metrics *out)
{
    static const char *const by_topic[] = { "TopicAccuracy", "TopicPurity", "TopicNMI" };
    double values[MEASURES];
    size_t *cluster = jsmf_alloc(ctx, documents, sizeof *cluster);
    if (!cluster || judge_points(ctx, documents, k, w, labels, cluster, out) != JSMF_OK)
        goto done;
    largest_topics(documents, k, w, cluster);
    if (judge(ctx, documents, k, cluster, labels, values) == JSMF_OK)
        jsmf_recorded(add_all(ctx, by_topic, values, out));
done:
    free(cluster);
    return jsmf_context_status(ctx);
}
