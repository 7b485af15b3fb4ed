/* Mean compositions of groups, and their intervals beside a bootstrap and beside the truth. */
#include "unit.h"

#include "jsmf/prevalence.h"
#include "prevalence/student.h"
#include "base/base_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { K = 3 };

static void assert_near(double found, double expected, double slack)
{
    if (!(fabs(found - expected) <= slack))
        fail_msg("%.15g, expected %.15g (to %g)", found, expected, slack);
}

/* A composition of skewed shares: powers of uniform numbers, about the first topic by one in three. */
static void draw(uint64_t stream, uint64_t d, double *w)
{
    double sum = 0;
    for (size_t j = 0; j < K; j++)
        sum += w[j] = pow(jsmf_random_uniform(7, stream, d * K + j), j == 0 ? 6 : 2);
    for (size_t j = 0; j < K; j++)
        w[j] /= sum;
}

static void sum_up(jsmf_context *ctx, size_t groups, size_t count, const double *w, const size_t *group,
                   const double *weight, jsmf_prevalence *out)
{
    jsmf_prevalence_sums *s;
    assert_ok(ctx, jsmf_prevalence_start(ctx, groups, K, &s));
    jsmf_prevalence_add(s, count / 2, w, group, weight);
    jsmf_prevalence_add(s, count - count / 2, w + count / 2 * K, group + count / 2, weight ? weight + count / 2 : NULL);
    assert_ok(ctx, jsmf_prevalence_finish(ctx, s, out));
    jsmf_prevalence_sums_free(s);
}

/* Tables of Student's distribution (Abramowitz and Stegun, table 26.10), and the normal distribution's limit. */
static void quantiles_are_those_of_tables(void **state)
{
    (void)state;
    assert_near(jsmf_prevalence_student(1, 0.05), 12.7062, 1e-4);
    assert_near(jsmf_prevalence_student(2, 0.05), 4.30265, 1e-5);
    assert_near(jsmf_prevalence_student(5, 0.05), 2.57058, 1e-5);
    assert_near(jsmf_prevalence_student(30, 0.05), 2.04227, 1e-5);
    assert_near(jsmf_prevalence_student(120, 0.05), 1.97993, 1e-5);
    assert_near(jsmf_prevalence_student(120, 0.99), 0.01256, 1e-5);
    assert_near(jsmf_prevalence_student(1e9, 0.05), 1.95996, 1e-5);
    assert_true(jsmf_prevalence_student(1e-3, 0.05) > 1e9 && isfinite(jsmf_prevalence_student(1e-3, 0.05)));
    assert_true(isinf(jsmf_prevalence_student(0, 0.05)));
}

/* Two documents of shares 0.2 and 0.4: mean 0.3, standard error 0.1. */
static void two_documents_by_hand(void **state)
{
    static const double w[] = { 0.2, 0.8, 0, 0.4, 0.6, 0, 0.5, 0.5, 0, 0.1, 0.1, 0.8 };
    static const size_t group[] = { 1, 1, 0, JSMF_PREVALENCE_NO_GROUP };
    const double step = 12.7062047 * 0.1 / 0.21, logit = log(0.3 / 0.7);
    jsmf_context *ctx = jsmf_context_new();
    jsmf_prevalence p;
    (void)state;
    sum_up(ctx, 3, 4, w, group, NULL, &p);
    assert_int_equal(p.documents[0], 1);
    assert_int_equal(p.documents[1], 2);
    assert_int_equal(p.documents[2], 0);
    assert_near(p.mean[K], 0.3, 1e-15);
    assert_near(p.low[K], 1 / (1 + exp(step - logit)), 1e-9);
    assert_near(p.high[K], 1 / (1 + exp(-step - logit)), 1e-9);
    assert_true(p.mean[K + 2] == 0 && p.low[K + 2] == 0 && p.high[K + 2] == 0);
    assert_true(p.mean[0] == 0.5 && p.low[0] == 0 && p.high[0] == 1);
    assert_true(p.mean[2 * K] == 0 && p.high[2 * K] == 0);
    jsmf_prevalence_free(&p);
    jsmf_context_free(ctx);
}

/* Equal documents differ by nothing; weights of 2 are documents that weigh as much as each other; one of 0 is none. */
static void weights_by_hand(void **state)
{
    static const double w[] = { 0.1, 0.3, 0.6, 0.1, 0.3, 0.6, 0.9, 0.1, 0, 0.1, 0.3, 0.6 };
    static const size_t group[] = { 0, 0, 1, 1 };
    static const double twos[] = { 2, 2, 2, 2 }, uneven[] = { 1, 5, 3, 1 }, none[] = { 1, 1, 0, 1 };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_prevalence p, plain;
    (void)state;
    sum_up(ctx, 2, 4, w, group, NULL, &plain);
    sum_up(ctx, 2, 4, w, group, twos, &p);
    for (size_t i = 0; i < 2 * K; i++)
        assert_true(fabs(p.mean[i] - plain.mean[i]) < 1e-15 && fabs(p.low[i] - plain.low[i]) < 1e-12);
    jsmf_prevalence_free(&p);
    sum_up(ctx, 2, 4, w, group, uneven, &p);
    assert_true(p.low[1] == 0.3 && p.mean[1] == 0.3 && p.high[1] == 0.3);
    assert_near(p.mean[K], 0.7, 1e-15);
    jsmf_prevalence_free(&p);
    sum_up(ctx, 2, 4, w, group, none, &p);
    assert_int_equal(p.documents[1], 1);
    assert_near(p.mean[K], 0.1, 1e-15);
    jsmf_prevalence_free(&p);
    jsmf_prevalence_free(&plain);
    jsmf_context_free(ctx);
}

/* ---- the bootstrap ---- */

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* The quantiles .025 and .975 of (weighted) means of documents that are drawn with replacement. */
static void bootstrap(size_t count, const double *w, const double *weight, size_t topic, double ends[2])
{
    enum { DRAWS = 4000 };
    static double means[DRAWS];
    for (size_t i = 0; i < DRAWS; i++) {
        double sum = 0, all = 0;
        for (size_t d = 0; d < count; d++) {
            const size_t chosen = (size_t)(jsmf_random_uniform(11, i, d) * (double)count);
            sum += weight[chosen] * w[chosen * K + topic];
            all += weight[chosen];
        }
        means[i] = sum / all;
    }
    qsort(means, DRAWS, sizeof *means, ascending);
    ends[0] = means[DRAWS / 40];
    ends[1] = means[DRAWS - DRAWS / 40];
}

static void compare_with_bootstrap(jsmf_context *ctx, size_t count, const double *w, const double *weight)
{
    static const size_t group[200];
    jsmf_prevalence p;
    sum_up(ctx, 1, count, w, group, weight, &p);
    for (size_t j = 0; j < K; j++) {
        double ends[2], slack;
        bootstrap(count, w, weight, j, ends);
        slack = (ends[1] - ends[0]) / 15;
        assert_near(p.low[j], ends[0], slack);
        assert_near(p.high[j], ends[1], slack);
    }
    jsmf_prevalence_free(&p);
}

static void intervals_are_those_of_a_bootstrap(void **state)
{
    enum { COUNT = 200 };
    double w[COUNT * K], ones[COUNT], lengths[COUNT];
    jsmf_context *ctx = jsmf_context_new();
    (void)state;
    for (size_t d = 0; d < COUNT; d++) {
        draw(1, d, w + d * K);
        ones[d] = 1;
        lengths[d] = 1 + floor(50 * pow(jsmf_random_uniform(7, 2, d), 2));
    }
    compare_with_bootstrap(ctx, COUNT, w, ones);
    compare_with_bootstrap(ctx, COUNT, w, lengths);
    compare_with_bootstrap(ctx, 60, w, ones);
    jsmf_context_free(ctx);
}

/* ---- the truth ---- */

/* Of so many groups of so many documents, how many of the intervals contain the mean of all documents' distribution. */
static double coverage(jsmf_context *ctx, size_t groups, size_t count, const double *truth)
{
    double *w = malloc(groups * count * K * sizeof *w);
    size_t *group = malloc(groups * count * sizeof *group), inside = 0;
    jsmf_prevalence p;
    for (size_t d = 0; d < groups * count; d++) {
        draw(3 + count, d, w + d * K);
        group[d] = d / count;
    }
    sum_up(ctx, groups, groups * count, w, group, NULL, &p);
    for (size_t i = 0; i < groups * K; i++)
        inside += p.low[i] <= truth[i % K] && truth[i % K] <= p.high[i];
    jsmf_prevalence_free(&p);
    free(w);
    free(group);
    return (double)inside / (double)(groups * K);
}

static void intervals_contain_the_truth(void **state)
{
    enum { MANY = 400000 };
    double truth[K] = { 0 }, w[K];
    jsmf_context *ctx = jsmf_context_new();
    (void)state;
    for (size_t d = 0; d < MANY; d++) {
        draw(0, d, w);
        for (size_t j = 0; j < K; j++)
            truth[j] += w[j] / MANY;
    }
    for (size_t count = 5; count <= 320; count *= 4) {
        const double part = coverage(ctx, 1000, count, truth);
        if (part < 0.93 || part > 0.97)
            fail_msg("%.3f of the intervals of %zu documents contain the truth", part, count);
    }
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_are_those_of_tables),      cmocka_unit_test(two_documents_by_hand),
        cmocka_unit_test(weights_by_hand),                    cmocka_unit_test(intervals_are_those_of_a_bootstrap),
        cmocka_unit_test(intervals_contain_the_truth),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
