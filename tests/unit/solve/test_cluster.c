/* Assignment and k-means. */
#include "unit.h"

#include "solve/solve_inner.h"
#include "base/base_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- assignment ---- */

/* The least total over all ways to give the rows from `row` on columns that are free. */
static double least(size_t rows, size_t cols, const double *cost, size_t row, unsigned taken)
{
    double best = INFINITY;
    if (row == rows)
        return 0;
    for (size_t j = 0; j < cols; j++)
        if (!(taken & 1u << j))
            best = fmin(best, cost[row * cols + j] + least(rows, cols, cost, row + 1, taken | 1u << j));
    return best;
}

static double total_of(size_t rows, size_t cols, const double *cost, const size_t *match, size_t *pairs)
{
    double total = 0;
    unsigned taken = 0;
    *pairs = 0;
    for (size_t i = 0; i < rows; i++) {
        if (match[i] == JSMF_UNMATCHED)
            continue;
        assert_true(match[i] < cols);
        assert_false(taken & 1u << match[i]);
        taken |= 1u << match[i];
        total += cost[i * cols + match[i]];
        ++*pairs;
    }
    return total;
}

static void the_assignment_is_the_best_of_all(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    double cost[64], turned[64];
    size_t match[8], pairs;
    (void)state;
    for (uint64_t trial = 0; trial < 400; trial++) {
        size_t rows = 1 + trial % 6, cols = rows + trial % 3;
        double best;
        for (size_t e = 0; e < rows * cols; e++) { /* with equals and negative costs */
            double u = jsmf_random_uniform(5, trial, e);
            cost[e] = trial % 2 ? floor(6 * u) - 2 : u - 0.3;
            turned[e % cols * rows + e / cols] = cost[e];
        }
        best = least(rows, cols, cost, 0, 0);
        assert_ok(ctx, jsmf_solve_assignment(ctx, rows, cols, cost, match));
        assert_true(fabs(total_of(rows, cols, cost, match, &pairs) - best) < 1e-12);
        assert_int_equal(pairs, rows);
        assert_ok(ctx, jsmf_solve_assignment(ctx, cols, rows, turned, match));
        assert_true(fabs(total_of(cols, rows, turned, match, &pairs) - best) < 1e-12);
        assert_int_equal(pairs, rows);
    }
    jsmf_context_free(ctx);
}

/* Costs of scipy.optimize.linear_sum_assignment's documentation example, and larger ones of a closed form: with
 * cost_ij = (i - p_j)^2 for a permutation p the best total is 0. */
static void large_assignments_are_found(void **state)
{
    enum { N = 150 };
    const double example[9] = { 4, 1, 3, 2, 0, 5, 3, 2, 2 };
    jsmf_context *ctx = jsmf_context_new();
    double *cost = malloc(N * N * sizeof *cost);
    size_t match[N];
    (void)state;
    assert_ok(ctx, jsmf_solve_assignment(ctx, 3, 3, example, match));
    assert_int_equal(match[0], 1);
    assert_int_equal(match[1], 0);
    assert_int_equal(match[2], 2);
    for (size_t e = 0; e < N * N; e++)
        cost[e] = pow((double)(e / N) - (double)(e % N * 37 % N), 2);
    assert_ok(ctx, jsmf_solve_assignment(ctx, N, N, cost, match));
    for (size_t i = 0; i < N; i++)
        assert_int_equal(match[i] * 37 % N, i);
    free(cost);
    jsmf_context_free(ctx);
}

static void costs_that_are_no_numbers_are_refused(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    const double cost[4] = { 0, 1, NAN, 2 };
    size_t match[2];
    (void)state;
    assert_int_equal(jsmf_solve_assignment(ctx, 2, 2, cost, match), JSMF_ENUMERIC);
    assert_says(ctx, "cost[1, 0]");
    jsmf_context_free(ctx);
}

/* ---- k-means ---- */

enum { POINTS = 5000, NUMBERS = 3, CLUSTERS = 4 };

/* Point i around the corner i % 4 of a tetrahedron. */
static void draw_points(double *x, double spread)
{
    for (size_t i = 0; i < POINTS; i++)
        for (size_t j = 0; j < NUMBERS; j++)
            x[i * NUMBERS + j] = (i % CLUSTERS == j) + spread * jsmf_random_normal(3, i, j);
}

static double squares_of(const double *x, const size_t *cluster)
{
    double sums[CLUSTERS][NUMBERS] = { { 0 } }, counts[CLUSTERS] = { 0 }, squares = 0;
    for (size_t i = 0; i < POINTS; i++) {
        counts[cluster[i]]++;
        for (size_t j = 0; j < NUMBERS; j++)
            sums[cluster[i]][j] += x[i * NUMBERS + j];
    }
    for (size_t i = 0; i < POINTS; i++)
        for (size_t j = 0; j < NUMBERS; j++)
            squares += pow(x[i * NUMBERS + j] - sums[cluster[i]][j] / counts[cluster[i]], 2);
    return squares;
}

static void costs_too_large_to_add_are_refused_at_their_place(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    const double tall[6] = { 0, 0, 0, 1e308, 0, 0 }, wide[6] = { 0, 0, 0, 0, 0, -1e308 },
                 large[4] = { 1e299, -1e299, -1e299, 1e299 };
    size_t match[3];
    (void)state;
    assert_int_equal(jsmf_solve_assignment(ctx, 3, 2, tall, match), JSMF_ENUMERIC);
    assert_says(ctx, "cost[1, 1] is 1e+308");
    jsmf_context_clear(ctx);
    assert_int_equal(jsmf_solve_assignment(ctx, 2, 3, wide, match), JSMF_ENUMERIC);
    assert_says(ctx, "cost[1, 2] is -1e+308");
    jsmf_context_clear(ctx);
    assert_ok(ctx, jsmf_solve_assignment(ctx, 2, 2, large, match));
    assert_true(match[0] == 1 && match[1] == 0);
    jsmf_context_free(ctx);
}

static void points_beyond_numbers_are_refused(void **state)
{
    static const double values[] = { 1e200, -1e154, NAN, INFINITY };
    const jsmf_solve_kmeans_options o = { .k = 2, .restarts = 2, .iterations = 3 };
    (void)state;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        jsmf_context *ctx = jsmf_context_new();
        const double x[8] = { 0, 1, 2, 3, 4, values[i], 6, 7 };
        size_t cluster[4];
        assert_int_equal(jsmf_solve_kmeans(ctx, 4, 2, x, &o, cluster, NULL), JSMF_ENUMERIC);
        assert_says(ctx, "point 2");
        jsmf_context_free(ctx);
    }
}

static void kmeans_finds_what_is_apart(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_solve_kmeans_options o = { .k = CLUSTERS, .restarts = 3, .iterations = 100 };
    double *x = malloc(POINTS * NUMBERS * sizeof *x), squares;
    size_t *cluster = malloc(POINTS * sizeof *cluster);
    (void)state;
    draw_points(x, 0.05);
    assert_ok(ctx, jsmf_solve_kmeans(ctx, POINTS, NUMBERS, x, &o, cluster, &squares));
    for (size_t i = 0; i < POINTS; i++)
        assert_int_equal(cluster[i], cluster[i % CLUSTERS]);
    for (size_t i = 1; i < CLUSTERS; i++)
        assert_int_not_equal(cluster[i], cluster[0]);
    assert_true(fabs(squares / squares_of(x, cluster) - 1) < 1e-9);
    free(x);
    free(cluster);
    jsmf_context_free(ctx);
}

static void kmeans_is_the_same_for_every_thread_count(void **state)
{
    const jsmf_solve_kmeans_options o = { .k = CLUSTERS, .restarts = 2, .iterations = 20 };
    double *x = malloc(POINTS * NUMBERS * sizeof *x), squares[3];
    size_t *cluster = malloc(3 * POINTS * sizeof *cluster);
    (void)state;
    draw_points(x, 1);
    for (int t = 0; t < 3; t++) {
        jsmf_context *ctx = jsmf_context_new();
        jsmf_context_set_threads(ctx, 1 + t);
        assert_ok(ctx, jsmf_solve_kmeans(ctx, POINTS, NUMBERS, x, &o, cluster + t * POINTS, &squares[t]));
        assert_memory_equal(cluster, cluster + t * POINTS, POINTS * sizeof *cluster);
        assert_memory_equal(squares, squares + t, sizeof *squares);
        jsmf_context_free(ctx);
    }
    free(x);
    free(cluster);
}

/* Every iteration lowers the sum of squares, and so does a further start. */
static void more_work_is_never_worse(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    double *x = malloc(POINTS * NUMBERS * sizeof *x), before = INFINITY, squares;
    size_t *cluster = malloc(POINTS * sizeof *cluster);
    (void)state;
    draw_points(x, 1);
    for (size_t t = 1; t < 12; t++) {
        const jsmf_solve_kmeans_options o = { .k = 7, .restarts = t < 8 ? 1 : t - 6, .iterations = t < 8 ? t : 8 };
        assert_ok(ctx, jsmf_solve_kmeans(ctx, POINTS, NUMBERS, x, &o, cluster, &squares));
        assert_true(squares <= before * (1 + 1e-12));
        before = squares;
    }
    free(x);
    free(cluster);
    jsmf_context_free(ctx);
}

static void few_or_equal_points_are_no_trouble(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_solve_kmeans_options o = { .k = 3, .restarts = 2, .iterations = 10 };
    const double same[8] = { 1, 2, 1, 2, 1, 2, 1, 2 };
    size_t cluster[4];
    double squares;
    (void)state;
    assert_ok(ctx, jsmf_solve_kmeans(ctx, 4, 2, same, &o, cluster, &squares));
    assert_true(squares < 1e-12);
    assert_ok(ctx, jsmf_solve_kmeans(ctx, 1, 2, same, &o, cluster, &squares));
    assert_int_equal(cluster[0], 0);
    assert_int_equal(jsmf_solve_kmeans(ctx, 0, 2, same, &o, cluster, &squares), JSMF_EUSAGE);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_assignment_is_the_best_of_all),
        cmocka_unit_test(large_assignments_are_found),
        cmocka_unit_test(costs_that_are_no_numbers_are_refused),
        cmocka_unit_test(costs_too_large_to_add_are_refused_at_their_place),
        cmocka_unit_test(points_beyond_numbers_are_refused),
        cmocka_unit_test(kmeans_finds_what_is_apart),
        cmocka_unit_test(kmeans_is_the_same_for_every_thread_count),
        cmocka_unit_test(more_work_is_never_worse),
        cmocka_unit_test(few_or_equal_points_are_no_trouble),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
