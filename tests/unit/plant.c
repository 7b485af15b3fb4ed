#include "plant.h"

#include "unit.h"

#include "base/base_inner.h"
#include "operator/operator_inner.h"

#include <math.h>
#include <stdlib.h>

static double uniform(uint64_t stream, uint64_t i) { return jsmf_random_uniform(5, stream, i); }

static void plant_topics(plant *p)
{
    for (size_t j = 0; j < p->k; j++)
        p->anchor[j] = (j * 61 + 17) % (p->n - 2);
    for (size_t i = 0; i < p->n - 2; i++)
        for (size_t j = 0; j < p->k; j++)
            p->b[i * p->k + j] = pow(uniform(j, i), 6) / (1 + (double)(i % 50));
    for (size_t i = 0; i < p->k * p->k; i++)
        p->b[p->anchor[i / p->k] * p->k + i % p->k] = i / p->k == i % p->k ? 0.01 * (1 + uniform(99, i)) : 0;
    for (size_t j = 0; j < p->k; j++) {
        double sum = 0;
        for (size_t i = 0; i < p->n; i++)
            sum += p->b[i * p->k + j];
        for (size_t i = 0; i < p->n; i++)
            p->b[i * p->k + j] /= sum;
    }
}

/* The mean of w w' over some mixtures w: symmetric, positive definite. */
static void plant_correlations(plant *p)
{
    size_t k = p->k, documents = 10 * k;
    double *w = malloc(k * sizeof *w);
    for (size_t m = 0; m < documents; m++) {
        double sum = 0;
        for (size_t j = 0; j < k; j++)
            sum += w[j] = pow(uniform(200 + m, j), 8);
        for (size_t i = 0; i < k * k; i++)
            p->a[i] += w[i / k] * w[i % k] / sum / sum / (double)documents;
    }
    free(w);
}

plant make_plant(size_t n, size_t k)
{
    plant p = { n, k, calloc(n * k, sizeof(double)), calloc(k * k, sizeof(double)), calloc(n * n, sizeof(double)),
                calloc(k, sizeof(size_t)) };
    double *ba = calloc(n * k, sizeof *ba);
    plant_topics(&p);
    plant_correlations(&p);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++)
            for (size_t l = 0; l < k; l++)
                ba[i * k + l] += p.b[i * k + j] * p.a[j * k + l];
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            for (size_t l = 0; l < k; l++)
                p.c[i * n + j] += ba[i * k + l] * p.b[j * k + l];
            p.c[j * n + i] = p.c[i * n + j];
        }
    free(ba);
    return p;
}

void free_plant(plant *p)
{
    free(p->b);
    free(p->a);
    free(p->c);
    free(p->anchor);
}

/* The planted topic whose anchor is word s. */
static size_t topic_of(const plant *p, int64_t s)
{
    size_t j = 0;
    while (j < p->k && p->anchor[j] != (size_t)s)
        j++;
    return j;
}

jsmf_status learn(jsmf_context *ctx, const plant *p, const jsmf_anchors_aw_options *o, jsmf_model *m)
{
    jsmf_operator *op;
    jsmf_status status = jsmf_operator_dense(ctx, p->n, p->c, &op);
    if (status == JSMF_OK)
        status = jsmf_anchors_aw(ctx, op, o, m, NULL);
    jsmf_operator_free(op);
    return status;
}

void assert_recovered(const plant *p, const jsmf_model *m, double tolerance)
{
    size_t k = p->k, topic[64];
    for (size_t j = 0; j < k; j++) {
        topic[j] = topic_of(p, m->s[j]);
        assert_true(topic[j] < k);
    }
    for (size_t i = 0; i < p->n; i++)
        for (size_t j = 0; j < k; j++)
            assert_true(fabs(m->b[i * k + j] - p->b[i * k + topic[j]]) < tolerance);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++)
            assert_true(fabs(m->a[i * k + j] - p->a[topic[i] * k + topic[j]]) < tolerance);
    assert_true(fabs(m->legality - 1) < tolerance);
}
