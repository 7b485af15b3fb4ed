/* How topics lie to each other: Jensen-Shannon distances, classical scaling, lifts. */
#include "jsmf/report.h"

#include "dense/dense.h"
#include "dense/vector.h"
#include "base/base_inner.h"

#include <math.h>
#include <stdlib.h>

static double surprise(double p) { return p > 0 ? -p * log2(p) : 0; }

typedef struct pairs {
    size_t k, n;
    double *topics;  /* k x n: B' */
    double *entropy; /* k */
    double *distance;
} pairs;

/* Of topics without words every distance is 1. */
static double distance_of(const pairs *p, size_t a, size_t b)
{
    const double *x = p->topics + a * p->n, *y = p->topics + b * p->n;
    double mixed = 0, divergence;
    if (p->entropy[a] < 0 || p->entropy[b] < 0)
        return 1;
    for (size_t i = 0; i < p->n; i++)
        mixed += surprise((x[i] + y[i]) / 2);
    divergence = mixed - (p->entropy[a] + p->entropy[b]) / 2;
    return sqrt(fmin(fmax(divergence, 0), 1));
}

static jsmf_status fill_row(jsmf_context *ctx, void *arg, size_t a)
{
    const pairs *p = arg;
    (void)ctx;
    for (size_t b = 0; b < a; b++)
        p->distance[a * p->k + b] = distance_of(p, a, b);
    return JSMF_OK;
}

/* B', and the topics' entropies; -1 for a topic without words. */
static void turn(const jsmf_model *m, pairs *p)
{
    for (size_t j = 0; j < m->k; j++) {
        double sum = 0, entropy = 0;
        for (size_t i = 0; i < m->n; i++) {
            p->topics[j * m->n + i] = m->b[i * m->k + j];
            sum += m->b[i * m->k + j];
            entropy += surprise(m->b[i * m->k + j]);
        }
        p->entropy[j] = sum > 0 ? entropy : -1;
    }
}

jsmf_status jsmf_report_distances(jsmf_context *ctx, const jsmf_model *m, double *distance)
{
    pairs p = { .k = m->k, .n = m->n, .distance = distance };
    p.topics = jsmf_alloc(ctx, jsmf_mul_sat(m->k, m->n), sizeof *p.topics);
    p.entropy = jsmf_alloc(ctx, m->k, sizeof *p.entropy);
    if (jsmf_context_status(ctx) == JSMF_OK) {
        turn(m, &p);
        jsmf_recorded(jsmf_parallel(ctx, m->k, fill_row, &p));
    }
    for (size_t a = 0; jsmf_context_status(ctx) == JSMF_OK && a < m->k; a++) {
        distance[a * m->k + a] = 0;
        for (size_t b = 0; b < a; b++)
            distance[b * m->k + a] = distance[a * m->k + b];
    }
    free(p.topics);
    free(p.entropy);
    return jsmf_context_status(ctx);
}

/* -1/2 of the squares, with the means of rows and columns taken from them. */
static void centre(size_t k, const double *distance, double *means, double *to)
{
    double mean = 0;
    for (size_t a = 0; a < k; a++) {
        means[a] = 0;
        for (size_t b = 0; b < k; b++) {
            to[a * k + b] = -0.5 * distance[a * k + b] * distance[a * k + b];
            means[a] += to[a * k + b] / (double)k;
        }
        mean += means[a] / (double)k;
    }
    for (size_t a = 0; a < k; a++)
        for (size_t b = 0; b < k; b++)
            to[a * k + b] += mean - means[a] - means[b];
}

/* +1 or -1, so that the entry of largest magnitude becomes positive; of entries that rounding may exchange, the first
 * one decides. */
static double sign_of(size_t k, const double *vectors, size_t column)
{
    double largest = 0;
    for (size_t a = 0; a < k; a++)
        largest = fmax(largest, fabs(vectors[a * k + column]));
    for (size_t a = 0; a < k; a++)
        if (fabs(vectors[a * k + column]) > largest * (1 - 1e-9))
            return vectors[a * k + column] < 0 ? -1 : 1;
    return 1;
}

jsmf_status jsmf_report_scale(jsmf_context *ctx, size_t k, const double *distance, double *at, double *part)
{
    double *square = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *square), *values = jsmf_alloc(ctx, k, sizeof *values);
    double all = 0, two = 0;
    if (!square || !values)
        goto done;
    centre(k, distance, values, square);
    if (jsmf_dense_eigen(ctx, k, square, values) != JSMF_OK)
        goto done;
    for (size_t j = 0; j < k; j++)
        all += fmax(values[j], 0);
    for (size_t j = 0; j < 2; j++) {
        const double value = j < k ? fmax(values[j], 0) : 0, step = value > 0 ? sqrt(value) * sign_of(k, square, j) : 0;
        two += value;
        for (size_t a = 0; a < k; a++)
            at[2 * a + j] = j < k ? step * square[a * k + j] : 0;
    }
    if (part)
        *part = all > 0 ? two / all : 0;
done:
    free(square);
    free(values);
    return jsmf_context_status(ctx);
}

void jsmf_report_lifts(const jsmf_model *m, const double *weight, double *lift)
{
    const double total = jsmf_dense_sum(m->k * m->k, m->a);
    for (size_t a = 0; a < m->k; a++)
        for (size_t b = 0; b < m->k; b++) {
            const double chance = weight[a] * weight[b] * total;
            lift[a * m->k + b] = chance > 0 ? m->a[a * m->k + b] / chance : 0;
        }
}
