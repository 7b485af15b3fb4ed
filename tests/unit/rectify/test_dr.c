/* rectify: Douglas-Rachford iterations against the reflections themselves, on whole matrices with LAPACK. */
#include "unit.h"

#include "jsmf/rectify.h"
#include "matrices.h"
#include "operator/operator_inner.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 300, K = 6, ENTRIES = N * N };

static double sum_of(const double *c)
{
    double sum = 0;
    for (size_t i = 0; i < ENTRIES; i++)
        sum += c[i];
    return sum;
}

/* ---- the projections, each in place ---- */

static void psd(double *c)
{
    double *v = malloc(ENTRIES * sizeof *v), *values = malloc(N * sizeof *values);
    memcpy(v, c, ENTRIES * sizeof *v);
    assert_int_equal(LAPACKE_dsyevd(LAPACK_ROW_MAJOR, 'V', 'U', N, v, N, values), 0);
    memset(c, 0, ENTRIES * sizeof *c);
    for (size_t i = 0; i < N; i++)
        for (size_t t = N - K; t < N; t++)
            for (size_t j = 0; j < N; j++)
                c[i * N + j] += v[i * N + t] * fmax(values[t], 0) * v[j * N + t];
    free(v);
    free(values);
}

static void nor(double *c)
{
    const double more = (1 - sum_of(c)) / ENTRIES;
    for (size_t i = 0; i < ENTRIES; i++)
        c[i] += more;
}

static void nn(double *c)
{
    for (size_t i = 0; i < ENTRIES; i++)
        c[i] = fmax(c[i], 0);
}

static void reflect(double *c, void (*project)(double *))
{
    double *old = malloc(ENTRIES * sizeof *old);
    memcpy(old, c, ENTRIES * sizeof *old);
    project(c);
    for (size_t i = 0; i < ENTRIES; i++)
        c[i] = 2 * c[i] - old[i];
    free(old);
}

/* c = (1 + R_second R_first) c / 2 */
static void average(double *c, void (*first)(double *), void (*second)(double *))
{
    double *old = malloc(ENTRIES * sizeof *old);
    memcpy(old, c, ENTRIES * sizeof *old);
    reflect(c, first);
    reflect(c, second);
    for (size_t i = 0; i < ENTRIES; i++)
        c[i] = (c[i] + old[i]) / 2;
    free(old);
}

static void cycle(double *c)
{
    average(c, psd, nor);
    average(c, nor, nn);
    average(c, nn, psd);
}

static void finish(double *c)
{
    double sum;
    nn(c);
    sum = sum_of(c);
    for (size_t i = 0; i < ENTRIES; i++)
        c[i] /= sum;
}

/* ---- ---- */

/* In a matrix of its own, or in c. */
static double *rectify(double *c, size_t iterations, bool in_place, int threads)
{
    const jsmf_rectify_dr_options options = { .k = K, .iterations = iterations };
    jsmf_context *ctx = jsmf_context_new();
    double *out = in_place ? c : NULL;
    jsmf_operator *op;
    jsmf_context_set_threads(ctx, threads);
    assert_ok(ctx, jsmf_operator_dense(ctx, N, c, &op));
    assert_ok(ctx, jsmf_rectify_dr(ctx, op, &options, &out));
    assert_true(in_place == (out == c));
    jsmf_operator_free(op);
    jsmf_context_free(ctx);
    return out;
}

static size_t below_zero(const double *c)
{
    size_t count = 0;
    for (size_t i = 0; i < ENTRIES; i++)
        count += c[i] < 0;
    return count;
}

/* At 1.3 and 0.8 the first matrix sums to more and to less than 1: the reflections behave differently. */
static void it_agrees_with_whole_matrices(void **state)
{
    const double sums[] = { 1, 1.3, 0.8 };
    (void)state;
    for (size_t s = 0; s < 3; s++) {
        double *c = noisy_cooc(N), *naive = malloc(ENTRIES * sizeof *naive), *one, *five;
        size_t negative = 0;
        for (size_t i = 0; i < ENTRIES; i++)
            naive[i] = c[i] *= sums[s];
        one = rectify(c, 1, false, 2);
        five = rectify(c, 5, true, 1);
        for (size_t i = 0; i < 5; i++) {
            double *expected = malloc(ENTRIES * sizeof *expected);
            cycle(naive);
            negative += below_zero(naive);
            memcpy(expected, naive, ENTRIES * sizeof *expected);
            finish(expected);
            if (i == 0 || i == 4)
                assert_true(distance(ENTRIES, i ? five : one, expected) < 1e-8);
            free(expected);
        }
        assert_true(negative > 0);
        free(one);
        free(five);
        free(naive);
    }
}

static void the_result_is_a_co_occurrence_for_any_number_of_threads(void **state)
{
    double *c = noisy_cooc(N), *one = rectify(c, 3, false, 1), *three = rectify(c, 3, false, 3);
    (void)state;
    assert_memory_equal(one, three, ENTRIES * sizeof *one);
    assert_true(fabs(sum_of(one) - 1) < 1e-12);
    assert_int_equal(below_zero(one), 0);
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < i; j++)
            assert_true(one[i * N + j] == one[j * N + i]);
    free(c);
    free(one);
    free(three);
}

static void check_refusal(double *c, const jsmf_rectify_dr_options *options, jsmf_status expected, const char *says)
{
    jsmf_context *ctx = jsmf_context_new();
    double *out = NULL;
    jsmf_operator *op;
    assert_ok(ctx, jsmf_operator_dense(ctx, N, c, &op));
    assert_int_equal(jsmf_rectify_dr(ctx, op, options, &out), expected);
    assert_says(ctx, says);
    assert_null(out);
    jsmf_operator_free(op);
    jsmf_context_free(ctx);
}

static void what_cannot_be_is_refused(void **state)
{
    double *c = noisy_cooc(N);
    (void)state;
    check_refusal(c, &(jsmf_rectify_dr_options){ .k = K }, JSMF_EUSAGE, "no iterations");
    check_refusal(c, &(jsmf_rectify_dr_options){ .k = N + 1, .iterations = 1 }, JSMF_EUSAGE, "301 topics of 300 words");
    memset(c, 0, ENTRIES * sizeof *c);
    for (size_t i = 0; i < 10; i++)
        c[i * N + i] = 0.1;
    check_refusal(c, &(jsmf_rectify_dr_options){ .k = 11, .iterations = 2 }, JSMF_ENUMERIC, "only 10 positive");
    free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_agrees_with_whole_matrices),
        cmocka_unit_test(the_result_is_a_co_occurrence_for_any_number_of_threads),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests_name("dr", tests, NULL, NULL);
}
