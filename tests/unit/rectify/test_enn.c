/* rectify: epsilon non-negative rectification against the same on whole matrices with LAPACK. */
#include "unit.h"

#include "jsmf/rectify.h"
#include "base/base_inner.h"
#include "operator/shifted.h"
#include "matrices.h"
#include "operator/operator_inner.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { K = 5, SMALL = 120, LARGE = 620 };

/* Skewed rows of both signs, scaled so that Y Y' sums to about 1. */
static double *make_y(size_t n)
{
    double *y = malloc(n * K * sizeof *y), sums[K] = { 0 }, total = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < K; j++) {
            const double size = pow(jsmf_random_uniform(5, 1, i), 3) + 0.02;
            y[i * K + j] = size * (jsmf_random_normal(5, 2, i * K + j) + (j == 0 ? 2 : 0)) / (1 + (double)j);
            sums[j] += y[i * K + j];
        }
    for (size_t j = 0; j < K; j++)
        total += sums[j] * sums[j];
    for (size_t i = 0; i < n * K; i++)
        y[i] /= sqrt(total);
    return y;
}

static double squared_norm(const double *y, size_t i)
{
    double sum = 0;
    for (size_t j = 0; j < K; j++)
        sum += y[i * K + j] * y[i * K + j];
    return sum;
}

/* Row i is in I: fewer than `rows` rows are longer, of equal ones (to 1e-9) the first come first. */
static bool in_set(size_t n, const double *y, size_t i, size_t rows)
{
    size_t before = 0;
    for (size_t l = 0; l < n; l++) {
        const double ratio = squared_norm(y, l) / squared_norm(y, i);
        before += ratio > 1 + 1e-9 || (ratio >= 1 - 1e-9 && l < i);
    }
    return before < rows;
}

/* Y becomes U sqrt(L) of the K largest eigenpairs of c, which is overwritten. */
static void naive_factor(size_t n, double *c, double *y)
{
    double *values = malloc(n * sizeof *values);
    assert_int_equal(LAPACKE_dsyevd(LAPACK_ROW_MAJOR, 'V', 'U', (int)n, c, (int)n, values), 0);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < K; j++)
            y[i * K + j] = c[i * n + n - 1 - j] * sqrt(fmax(values[n - 1 - j], 0));
    free(values);
}

static void product(size_t n, const double *y, double *c)
{
    for (size_t i = 0; i < n; i++)
        for (size_t l = 0; l < n; l++) {
            c[i * n + l] = 0;
            for (size_t j = 0; j < K; j++)
                c[i * n + l] += y[i * K + j] * y[l * K + j];
        }
}

/* One update of the paper's Algorithm 3: negatives in the rows and columns of I become 0, then the sum becomes 1. */
static void naive_step(size_t n, const bool *in, double *y)
{
    double *c = malloc(n * n * sizeof *c), sum = 0;
    product(n, y, c);
    for (size_t i = 0; i < n; i++)
        for (size_t l = 0; l < n; l++) {
            if ((in[i] || in[l]) && c[i * n + l] < 0)
                c[i * n + l] = 0;
            sum += c[i * n + l];
        }
    for (size_t i = 0; i < n * n; i++)
        c[i] += (1 - sum) / ((double)n * (double)n);
    naive_factor(n, c, y);
    free(c);
}

static void naive_steps(size_t n, size_t rows, size_t steps, double *y)
{
    bool *in = malloc(n * sizeof *in);
    for (size_t step = 0; step < steps; step++) {
        for (size_t i = 0; i < n; i++)
            in[i] = in_set(n, y, i, rows);
        naive_step(n, in, y);
    }
    free(in);
}

/* |Y Y' - Z Z'|_F / |Z Z'|_F */
static double compressed_distance(size_t n, const double *y, const double *z)
{
    double *a = malloc(n * n * sizeof *a), *b = malloc(n * n * sizeof *b), result;
    product(n, y, a);
    product(n, z, b);
    result = distance(n * n, a, b);
    free(a);
    free(b);
    return result;
}

static double *copy(size_t n, const double *y)
{
    double *to = malloc(n * K * sizeof *to);
    memcpy(to, y, n * K * sizeof *to);
    return to;
}

/* memory: a limit, or 0. */
static jsmf_compressed run_within(size_t n, const double *y, jsmf_rectify_enn_options options, int threads,
                                  size_t memory)
{
    jsmf_context *ctx = jsmf_context_new();
    double *start = copy(n, y);
    jsmf_compressed out;
    if (memory)
        jsmf_context_set_memory(ctx, memory);
    jsmf_context_set_threads(ctx, threads);
    options.k = K;
    assert_ok(ctx, jsmf_rectify_enn(ctx, n, &start, &options, &out));
    assert_null(start);
    assert_int_equal(out.n, n);
    assert_int_equal(out.k, K);
    jsmf_context_free(ctx);
    return out;
}

static jsmf_compressed run_threads(size_t n, const double *y, jsmf_rectify_enn_options options, int threads)
{
    return run_within(n, y, options, threads, 0);
}

static jsmf_compressed run(size_t n, const double *y, jsmf_rectify_enn_options options)
{
    return run_threads(n, y, options, 2);
}

static void check_steps(size_t n, size_t rows, size_t steps)
{
    double *y = make_y(n), *expected = malloc(n * K * sizeof *y);
    jsmf_compressed out = run(n, y, (jsmf_rectify_enn_options){ .rows = rows, .iterations = steps });
    memcpy(expected, y, n * K * sizeof *y);
    naive_steps(n, rows, steps, expected);
    assert_true(compressed_distance(n, y, expected) > 1e-4);
    assert_true(compressed_distance(n, out.y, expected) < 1e-8);
    assert_int_equal(out.iterations, steps);
    jsmf_compressed_free(&out);
    free(y);
    free(expected);
}

static void it_agrees_with_whole_matrices(void **state)
{
    (void)state;
    check_steps(SMALL, 40, 1);
    check_steps(SMALL, 40, 6);
    check_steps(SMALL, SMALL, 6);
    check_steps(LARGE, 1, 1);
    check_steps(LARGE, 300, 1);
    check_steps(LARGE, 300, 4);
    check_steps(LARGE, 512, 2);
    check_steps(LARGE, JSMF_ENN_ROWS_ALL, 2);
}

/* What has no room beside the rest is made anew in every product: nothing has in 4 KiB. */
static void too_little_memory_for_the_corrections_changes_nothing(void **state)
{
    const jsmf_rectify_enn_options options = { .rows = 300, .iterations = 4 };
    double *y = make_y(LARGE);
    jsmf_compressed stored = run(LARGE, y, options);
    (void)state;
    for (int threads = 1; threads <= 2; threads++) {
        jsmf_compressed fresh = run_within(LARGE, y, options, threads, 1 << 12);
        assert_memory_equal(fresh.y, stored.y, LARGE * K * sizeof *y);
        jsmf_compressed_free(&fresh);
    }
    jsmf_compressed_free(&stored);
    free(y);
}

static void the_number_of_rows_matters_and_has_a_default(void **state)
{
    double *y = make_y(LARGE);
    const jsmf_rectify_enn_options options[] = { { .iterations = 2 },
                                                 { .iterations = 2, .rows = JSMF_ENN_ROWS_ALL },
                                                 { .iterations = 2, .rows = 20 } };
    jsmf_compressed out[3];
    (void)state;
    for (int i = 0; i < 3; i++)
        out[i] = run(LARGE, y, options[i]);
    assert_memory_equal(out[0].y, out[1].y, LARGE * K * sizeof *y);
    assert_true(compressed_distance(LARGE, out[0].y, out[2].y) > 1e-6);
    for (int i = 0; i < 3; i++)
        jsmf_compressed_free(&out[i]);
    free(y);
}

/* Two words of equal rows, the last the longer by rounding: the first is taken. */
static void of_equal_rows_the_first_is_taken(void **state)
{
    double *y = make_y(SMALL), *expected = malloc(SMALL * K * sizeof *y);
    jsmf_compressed out;
    size_t twin = 0, rows = 1;
    (void)state;
    while (!in_set(SMALL, y, twin, 30))
        twin++;
    for (size_t j = 0; j < K; j++)
        y[(SMALL - 1) * K + j] = y[twin * K + j] * (1 + 1e-13);
    while (!in_set(SMALL, y, twin, rows))
        rows++;
    assert_false(in_set(SMALL, y, SMALL - 1, rows));
    out = run(SMALL, y, (jsmf_rectify_enn_options){ .rows = rows, .iterations = 1 });
    memcpy(expected, y, SMALL * K * sizeof *y);
    naive_steps(SMALL, rows, 1, expected);
    assert_true(compressed_distance(SMALL, out.y, expected) < 1e-8);
    jsmf_compressed_free(&out);
    free(y);
    free(expected);
}

static void epsilon_is_a_bound_on_squared_norms(void **state)
{
    double *y = make_y(SMALL), *expected = malloc(SMALL * K * sizeof *y);
    const double middle = squared_norm(y, 7);
    jsmf_compressed out = run(SMALL, y, (jsmf_rectify_enn_options){ .epsilon = middle, .iterations = 1 });
    bool in[SMALL];
    (void)state;
    for (size_t i = 0; i < SMALL; i++)
        in[i] = squared_norm(y, i) > middle * (1 + 1e-14);
    memcpy(expected, y, SMALL * K * sizeof *y);
    naive_step(SMALL, in, expected);
    assert_true(compressed_distance(SMALL, out.y, expected) < 1e-8);
    jsmf_compressed_free(&out);
    out = run(SMALL, y, (jsmf_rectify_enn_options){ .epsilon = 1e9, .iterations = 1 });
    memset(in, 0, sizeof in);
    memcpy(expected, y, SMALL * K * sizeof *y);
    naive_step(SMALL, in, expected);
    assert_true(compressed_distance(SMALL, out.y, expected) < 1e-8);
    jsmf_compressed_free(&out);
    free(y);
    free(expected);
}

static void the_start_is_the_leading_eigenpairs(void **state)
{
    double *y = make_y(LARGE), *c = malloc(LARGE * LARGE * sizeof *c), *start;
    double *expected = malloc(LARGE * K * sizeof *c);
    jsmf_context *ctx = jsmf_context_new();
    jsmf_operator *op;
    (void)state;
    product(LARGE, y, c);
    for (size_t i = 0; i < LARGE * LARGE; i++)
        c[i] = fmax(c[i], 0);
    assert_ok(ctx, jsmf_operator_dense(ctx, LARGE, c, &op));
    assert_ok(ctx, jsmf_rectify_enn_start(ctx, op, K, JSMF_EIGEN_BY_RULE, &start));
    naive_factor(LARGE, c, expected);
    assert_true(compressed_distance(LARGE, start, expected) < 1e-8);
    jsmf_operator_free(op);
    jsmf_context_free(ctx);
    free(start);
    free(y);
    free(c);
    free(expected);
}

static void no_updates_copy_y(void **state)
{
    double *y = make_y(SMALL);
    jsmf_compressed out = run(SMALL, y, (jsmf_rectify_enn_options){ .iterations = 0 });
    (void)state;
    assert_memory_equal(out.y, y, SMALL * K * sizeof *y);
    assert_int_equal(out.iterations, 0);
    assert_true(out.change == -1);
    jsmf_compressed_free(&out);
    free(y);
}

static void threads_change_nothing(void **state)
{
    const jsmf_rectify_enn_options options = { .rows = 300, .iterations = 3 };
    double *y = make_y(LARGE);
    jsmf_compressed one = run_threads(LARGE, y, options, 1), three = run_threads(LARGE, y, options, 3);
    (void)state;
    assert_memory_equal(one.y, three.y, LARGE * K * sizeof *y);
    jsmf_compressed_free(&one);
    jsmf_compressed_free(&three);
    free(y);
}

static void going_on_gives_what_one_run_gives(void **state)
{
    double *y = make_y(LARGE);
    jsmf_compressed all = run(LARGE, y, (jsmf_rectify_enn_options){ .rows = 300, .iterations = 5 });
    jsmf_compressed first = run(LARGE, y, (jsmf_rectify_enn_options){ .rows = 300, .iterations = 2 });
    jsmf_compressed rest = run(LARGE, first.y, (jsmf_rectify_enn_options){ .rows = 300, .iterations = 3 });
    (void)state;
    assert_memory_equal(all.y, rest.y, LARGE * K * sizeof *y);
    jsmf_compressed_free(&all);
    jsmf_compressed_free(&first);
    jsmf_compressed_free(&rest);
    free(y);
}

/* Rows of zeros, and of what rounding leaves of zeros, change no other row, and are zeros in the end. */
static void words_in_no_pair_have_no_part_in_it(void **state)
{
    enum { MORE = LARGE + LARGE / 2 };
    double *y = make_y(LARGE), *more = calloc(MORE * K, sizeof *more);
    jsmf_compressed few = run(LARGE, y, (jsmf_rectify_enn_options){ .iterations = 2 }), all;
    (void)state;
    for (size_t i = 0; i < LARGE; i++) {
        memcpy(more + (i + i / 2) * K, y + i * K, K * sizeof *y);
        if (i % 4 == 1)
            more[(i + i / 2 + 1) * K] = 1e-17 * y[0];
    }
    all = run(MORE, more, (jsmf_rectify_enn_options){ .iterations = 2 });
    for (size_t i = 0; i < LARGE; i++) {
        assert_memory_equal(all.y + (i + i / 2) * K, few.y + i * K, K * sizeof *y);
        for (size_t j = 0; i % 2 == 1 && j < K; j++)
            assert_true(all.y[(i + i / 2 + 1) * K + j] == 0);
    }
    assert_true(all.change == few.change);
    jsmf_compressed_free(&few);
    jsmf_compressed_free(&all);
    free(more);
    free(y);
}

static void the_tolerance_stops_it(void **state)
{
    double *y = make_y(LARGE), change;
    jsmf_compressed five = run(LARGE, y, (jsmf_rectify_enn_options){ .iterations = 5 });
    jsmf_compressed six = run(LARGE, y, (jsmf_rectify_enn_options){ .iterations = 6 }), stopped;
    (void)state;
    change = compressed_distance(LARGE, five.y, six.y);
    assert_true(change > 1e-6 && fabs(six.change - change) < 1e-5 * change);
    stopped = run(LARGE, y, (jsmf_rectify_enn_options){ .iterations = 50, .tolerance = change * 1.001 });
    assert_int_equal(stopped.iterations, 6);
    jsmf_compressed_free(&five);
    jsmf_compressed_free(&six);
    jsmf_compressed_free(&stopped);
    free(y);
}

/* Three blocks of ones without their diagonals have one positive eigenvalue each. */
static void too_few_positive_eigenvalues_are_counted(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    double c[30 * 30] = { 0 }, *y;
    jsmf_operator *op;
    (void)state;
    for (size_t i = 0; i < 30; i++)
        for (size_t l = 0; l < 30; l++)
            c[i * 30 + l] = i != l && i / 10 == l / 10;
    assert_ok(ctx, jsmf_operator_dense(ctx, 30, c, &op));
    assert_int_equal(jsmf_rectify_enn_start(ctx, op, 5, JSMF_EIGEN_BY_RULE, &y), JSMF_ENUMERIC);
    assert_says(ctx, "only 3 positive");
    assert_null(y);
    jsmf_operator_free(op);
    jsmf_context_free(ctx);
}

static void fails(const double *y, jsmf_rectify_enn_options options, jsmf_status status, const char *text)
{
    jsmf_context *ctx = jsmf_context_new();
    double *start = copy(SMALL, y);
    jsmf_compressed out;
    assert_int_equal(jsmf_rectify_enn(ctx, SMALL, &start, &options, &out), status);
    assert_null(start);
    assert_says(ctx, text);
    assert_null(out.y);
    jsmf_context_free(ctx);
}

static void what_cannot_be_done_is_refused(void **state)
{
    double *y = make_y(SMALL);
    (void)state;
    fails(y, (jsmf_rectify_enn_options){ .k = 0 }, JSMF_EUSAGE, "topics");
    fails(y, (jsmf_rectify_enn_options){ .k = SMALL + 1 }, JSMF_EUSAGE, "of 120 words");
    y[3] = NAN;
    fails(y, (jsmf_rectify_enn_options){ .k = K, .iterations = 1, .rows = 20 }, JSMF_ENUMERIC, "NaN");
    y[3] = 1e200;
    fails(y, (jsmf_rectify_enn_options){ .k = K, .iterations = 1 }, JSMF_ENUMERIC, "infinity");
    free(y);
}

/* Y Y' + r e e' + E times the unit vectors, and its rows; the last `exempt` words have no corrections in common. */
static void check_corrections(size_t exempt, bool stored)
{
    double *y = make_y(LARGE), *c = malloc(LARGE * LARGE * sizeof *c), *unit = calloc(LARGE * LARGE, sizeof *c);
    double *product_of = malloc(LARGE * LARGE * sizeof *c), *rows = malloc(LARGE * LARGE * sizeof *c);
    const jsmf_operator_shifted from = { .n = LARGE, .k = K, .y = y, .r = -1e-7, .exempt = exempt };
    const jsmf_operator_shifted t = { .n = LARGE, .k = K, .y = y, .r = 2e-7 };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_operator_negative corrections;
    jsmf_operator *op;
    double sum = 0;
    size_t nnz = 0;
    jsmf_context_set_threads(ctx, 2);
    product(LARGE, y, c);
    assert_ok(ctx, jsmf_operator_negative_build(ctx, &from, stored ? SIZE_MAX : 0, NULL, 0, NULL, &corrections));
    assert_true(corrections.stored == (stored || exempt == LARGE));
    assert_ok(ctx, jsmf_operator_patched(ctx, &t, &corrections, &op));
    for (size_t i = 0; i < LARGE; i++)
        unit[i * LARGE + i] = 1;
    assert_ok(ctx, jsmf_operator_apply(ctx, op, LARGE, unit, product_of));
    assert_ok(ctx, jsmf_operator_panel(ctx, op, 0, 300, rows));
    assert_ok(ctx, jsmf_operator_panel(ctx, op, 300, LARGE - 300, rows + 300 * LARGE));
    for (size_t i = 0; i < LARGE; i++)
        for (size_t l = 0; l < LARGE; l++) {
            const bool corrected = i < LARGE - exempt || l < LARGE - exempt;
            const double below = corrected ? fmax(-(c[i * LARGE + l] + from.r), 0) : 0;
            nnz += below > 0;
            sum += below;
            assert_true(fabs(product_of[i * LARGE + l] - c[i * LARGE + l] - t.r - below) < 1e-15);
            assert_true(fabs(rows[i * LARGE + l] - product_of[i * LARGE + l]) < 1e-15);
        }
    assert_int_equal(corrections.nnz, nnz);
    assert_true(fabs(corrections.sum - sum) < 1e-12);
    jsmf_operator_free(op);
    jsmf_operator_negative_free(&corrections);
    jsmf_context_free(ctx);
    free(y);
    free(c);
    free(unit);
    free(product_of);
    free(rows);
}

static void corrections_leave_exempt_words_alone(void **state)
{
    const size_t exempt[] = { 0, 1, LARGE - 512, 400, LARGE - 1, LARGE };
    (void)state;
    for (size_t i = 0; i < sizeof exempt / sizeof *exempt; i++) {
        check_corrections(exempt[i], true);
        check_corrections(exempt[i], false);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_agrees_with_whole_matrices),
        cmocka_unit_test(too_little_memory_for_the_corrections_changes_nothing),
        cmocka_unit_test(the_number_of_rows_matters_and_has_a_default),
        cmocka_unit_test(of_equal_rows_the_first_is_taken),
        cmocka_unit_test(epsilon_is_a_bound_on_squared_norms),
        cmocka_unit_test(the_start_is_the_leading_eigenpairs),
        cmocka_unit_test(no_updates_copy_y),
        cmocka_unit_test(threads_change_nothing),
        cmocka_unit_test(going_on_gives_what_one_run_gives),
        cmocka_unit_test(words_in_no_pair_have_no_part_in_it),
        cmocka_unit_test(the_tolerance_stops_it),
        cmocka_unit_test(too_few_positive_eigenvalues_are_counted),
        cmocka_unit_test(what_cannot_be_done_is_refused),
        cmocka_unit_test(corrections_leave_exempt_words_alone),
    };
    return cmocka_run_group_tests_name("enn", tests, NULL, NULL);
}
