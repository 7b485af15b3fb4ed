/* solve: least squares over the simplex, against a search of all supports. */
#include "unit.h"

#include "base/base_inner.h"
#include "solve/solve_inner.h"
#include "solve/simplex_job.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 6, BIG_K = 40, BIG_N = 300 };

static double random_value(uint64_t stream, uint64_t i) { return jsmf_random_normal(11, stream, i); }

/* g = U U' and f = U v for rows U (k x width), each v near a mix of the rows. */
static void make_problem(uint64_t stream, size_t k, size_t width, double noise, double *g, double *f)
{
    double *u = malloc(k * width * sizeof *u), *v = calloc(width, sizeof *v);
    for (size_t i = 0; i < k * width; i++)
        u[i] = random_value(stream, i);
    for (size_t c = 0; c < width; c++) {
        v[c] = noise * random_value(stream + 1, c);
        for (size_t j = 0; j < k; j++)
            v[c] += fabs(random_value(stream + 2, j)) / (double)k * u[j * width + c];
    }
    memset(g, 0, k * k * sizeof *g);
    memset(f, 0, k * sizeof *f);
    for (size_t i = 0; i < k; i++)
        for (size_t c = 0; c < width; c++) {
            f[i] += u[i * width + c] * v[c];
            for (size_t j = 0; j < k; j++)
                g[i * k + j] += u[i * width + c] * u[j * width + c];
        }
    free(u);
    free(v);
}

static jsmf_status solve(jsmf_context *ctx, jsmf_solve_method solver, size_t k, const double *g, size_t n,
                         const double *f, size_t iterations, double *x, jsmf_solve_simplex_report *report)
{
    const jsmf_solve_simplex_options o = { .solver = solver, .iterations = iterations };
    return jsmf_solve_simplex(ctx, &o, k, g, n, f, x, report);
}

static double objective(size_t k, const double *g, const double *f, const double *x)
{
    double value = 0;
    for (size_t i = 0; i < k; i++) {
        double row = 0;
        for (size_t j = 0; j < k; j++)
            row += g[i * k + j] * x[j];
        value += x[i] * (0.5 * row - f[i]);
    }
    return value;
}

/* The minimum over the affine hull of one support by the KKT system; false where it is singular or not feasible. */
static bool solve_support(unsigned support, size_t k, const double *g, const double *f, double *x)
{
    double m[(MOST + 1) * (MOST + 1)] = { 0 }, rhs[MOST + 1] = { 0 };
    size_t member[MOST], p = 0;
    double sum = 0;
    lapack_int pivots[MOST + 1];
    for (size_t j = 0; j < k; j++)
        if (support >> j & 1)
            member[p++] = j;
    for (size_t i = 0; i < p; i++) {
        for (size_t j = 0; j < p; j++)
            m[i * (p + 1) + j] = g[member[i] * k + member[j]];
        m[i * (p + 1) + p] = m[p * (p + 1) + i] = 1;
        rhs[i] = f[member[i]];
    }
    rhs[p] = 1;
    if (LAPACKE_dgesv(LAPACK_ROW_MAJOR, (lapack_int)p + 1, 1, m, (lapack_int)p + 1, pivots, rhs, 1) != 0)
        return false;
    memset(x, 0, k * sizeof *x);
    for (size_t i = 0; i < p; i++) {
        if (!(rhs[i] >= 0))
            return false;
        x[member[i]] = rhs[i];
        sum += rhs[i];
    }
    return fabs(sum - 1) < 1e-13; /* a nearly singular system may miss it */
}

static double best_objective(size_t k, const double *g, const double *f, double *best)
{
    double least = INFINITY, x[MOST];
    for (unsigned support = 1; support < 1u << k; support++)
        if (solve_support(support, k, g, f, x) && objective(k, g, f, x) < least) {
            least = objective(k, g, f, x);
            memcpy(best, x, k * sizeof *x);
        }
    return least;
}

static double largest(size_t k, const double *f)
{
    double most = 0;
    for (size_t j = 0; j < k; j++)
        most = fmax(most, fabs(f[j]));
    return most;
}

/* Row and column k - 1 repeat those of another. */
static void make_twin(size_t k, size_t other, double *g, double *f)
{
    f[k - 1] = f[other];
    for (size_t j = 0; j < k; j++)
        g[(k - 1) * k + j] = g[other * k + j];
    for (size_t j = 0; j < k; j++)
        g[j * k + k - 1] = g[j * k + other];
}

static void assert_feasible(size_t k, const double *x)
{
    double sum = 0;
    for (size_t j = 0; j < k; j++) {
        assert_true(x[j] >= 0);
        sum += x[j];
    }
    assert_true(fabs(sum - 1) < 1e-12);
}

static void the_active_set_finds_the_best_of_all_supports(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    double g[MOST * MOST], f[MOST], x[MOST], best[MOST];
    (void)state;
    for (uint64_t trial = 0; trial < 600; trial++) {
        size_t k = 1 + trial % MOST;
        jsmf_solve_simplex_report report;
        make_problem(10 * trial, k, 8, 0.1 * (double)(trial % 7), g, f);
        best_objective(k, g, f, best);
        assert_ok(ctx, solve(ctx, JSMF_ACTIVE_SET, k, g, 1, f, 0, x, &report));
        assert_int_equal(report.not_converged, 0);
        assert_feasible(k, x);
        for (size_t j = 0; j < k; j++)
            assert_true(fabs(x[j] - best[j]) < 1e-9);
    }
    jsmf_context_free(ctx);
}

/* Fewer dimensions than rows, repeated rows: the minimiser is not unique, the minimum is. */
static void a_singular_matrix_gives_the_minimum(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    double g[MOST * MOST], f[MOST], x[MOST], best[MOST];
    (void)state;
    for (uint64_t trial = 0; trial < 600; trial++) {
        size_t k = MOST;
        jsmf_solve_simplex_report report;
        make_problem(10 * trial, k, 1 + trial % 4, 0.2, g, f);
        if (trial % 2)
            make_twin(k, trial % (k - 1), g, f);
        for (size_t j = 0; trial % 3 == 0 && j < k; j++) /* no longer G times anything: slopes without curvature */
            f[j] += random_value(trial, 100 + j);
        double least = best_objective(k, g, f, best);
        assert_ok(ctx, solve(ctx, JSMF_ACTIVE_SET, k, g, 1, f, 0, x, &report));
        assert_int_equal(report.not_converged, 0);
        assert_feasible(k, x);
        assert_true(objective(k, g, f, x) <= least + 1e-13 * largest(k, f));
    }
    jsmf_context_free(ctx);
}

/* A linear objective: the best vertex; and none at all: anything feasible. */
static void a_zero_matrix_gives_a_vertex(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    double g[9] = { 0 }, f[6] = { 1, 3, 2, 0, 0, 0 }, x[6];
    (void)state;
    for (int solver = JSMF_ACTIVE_SET; solver <= JSMF_ADMM; solver++) {
        assert_ok(ctx, solve(ctx, (jsmf_solve_method)solver, 3, g, 2, f, 0, x, NULL));
        assert_true(fabs(x[1] - 1) < 1e-12);
        assert_feasible(3, x + 3);
    }
    jsmf_context_free(ctx);
}

typedef struct large {
    double *g, *f, *x;
} large;

static large make_large(size_t k, size_t n)
{
    large p = { malloc(k * k * sizeof(double)), malloc(n * k * sizeof(double)), malloc(n * k * sizeof(double)) };
    double *u = malloc(k * 3 * k * sizeof *u), *unused = malloc(k * sizeof *unused);
    make_problem(5, k, 3 * k, 0, p.g, unused);
    for (size_t i = 0; i < k * 3 * k; i++)
        u[i] = random_value(5, i);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++) {
            double product = 0;
            for (size_t c = 0; c < 3 * k; c++)
                product += u[j * 3 * k + c] * (u[i % k * 3 * k + c] + 0.5 * random_value(100 + i, c));
            p.f[i * k + j] = product;
        }
    free(u);
    free(unused);
    return p;
}

static void free_large(large *p)
{
    free(p->g);
    free(p->f);
    free(p->x);
}

static void the_optimality_conditions_hold_to_rounding(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    large p = make_large(BIG_K, BIG_N);
    jsmf_solve_simplex_report report;
    (void)state;
    assert_ok(ctx, solve(ctx, JSMF_ACTIVE_SET, BIG_K, p.g, BIG_N, p.f, 0, p.x, &report));
    assert_int_equal(report.not_converged, 0);
    assert_true(report.worst_kkt < 1e-13);
    for (size_t i = 0; i < BIG_N; i++) {
        double kkt = jsmf_solve_simplex_kkt(BIG_K, p.g, p.f + i * BIG_K, p.x + i * BIG_K);
        assert_feasible(BIG_K, p.x + i * BIG_K);
        assert_true(kkt < 1e-13 * largest(BIG_K, p.f + i * BIG_K));
    }
    free_large(&p);
    jsmf_context_free(ctx);
}

/* Rows on the simplex, every third nearly its neighbour: the Newton steps are long and cancel. */
static void make_near_twins(double apart, size_t k, size_t width, double *u)
{
    for (size_t i = 0; i < k; i++) {
        double sum = 0, *row = u + i * width;
        for (size_t c = 0; c < width; c++) {
            double value = jsmf_random_uniform(21, i, c);
            row[c] = i % 3 == 2 ? u[(i - 1) * width + c] * (1 + apart * random_value(22 + i, c))
                                : value < 0.1 ? pow(10 * value, 4) : 0;
        }
        row[i % width] += i % 3 == 2 ? 0 : 1e-3;
        for (size_t c = 0; c < width; c++)
            sum += row[c];
        for (size_t c = 0; c < width; c++)
            row[c] /= sum;
    }
}

static void nearly_equal_rows_do_no_harm(void **state)
{
    enum { K = 25, WIDTH = 37, N = 400 };
    jsmf_context *ctx = jsmf_context_new();
    double *u = calloc(K * WIDTH, sizeof *u), *f = malloc(N * K * sizeof *f), *x = malloc(N * K * sizeof *x), g[K * K];
    (void)state;
    for (double apart = 1e-3; apart > 1e-14; apart /= 10) {
        jsmf_solve_simplex_report report;
        make_near_twins(apart, K, WIDTH, u);
        for (size_t i = 0; i < K * K; i++) {
            g[i] = 0;
            for (size_t c = 0; c < WIDTH; c++)
                g[i] += u[i / K * WIDTH + c] * u[i % K * WIDTH + c];
        }
        for (size_t i = 0; i < N * K; i++) {
            f[i] = 0;
            for (size_t c = 0; c < WIDTH; c++)
                f[i] += u[i % K * WIDTH + c] * fmax(jsmf_random_uniform(23, i / K, c) - 0.8, 0);
        }
        assert_ok(ctx, solve(ctx, JSMF_ACTIVE_SET, K, g, N, f, 0, x, &report));
        assert_int_equal(report.not_converged, 0);
        assert_true(report.worst_kkt < 1e-10);
    }
    free(u);
    free(f);
    free(x);
    jsmf_context_free(ctx);
}

static void the_optimality_residual_sees_a_wrong_answer(void **state)
{
    double g[4] = { 1, 0, 0, 1 }, f[2] = { 0.5, 0 }, right[2] = { 0.75, 0.25 }, wrong[2] = { 0.25, 0.75 };
    (void)state;
    assert_true(jsmf_solve_simplex_kkt(2, g, f, right) < 1e-15);
    assert_true(jsmf_solve_simplex_kkt(2, g, f, wrong) > 0.5); /* gradient (-0.25, 0.75), mean 0.5 */
}

static void admm_comes_near_the_active_set(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    large p = make_large(BIG_K, BIG_N);
    double *exact = malloc(BIG_N * BIG_K * sizeof *exact);
    jsmf_solve_simplex_report report;
    (void)state;
    assert_ok(ctx, solve(ctx, JSMF_ACTIVE_SET, BIG_K, p.g, BIG_N, p.f, 0, exact, NULL));
    assert_ok(ctx, solve(ctx, JSMF_ADMM, BIG_K, p.g, BIG_N, p.f, 0, p.x, &report));
    assert_int_equal(report.not_converged, 0);
    for (size_t i = 0; i < BIG_N; i++) {
        const double *f = p.f + i * BIG_K;
        double above = objective(BIG_K, p.g, f, p.x + i * BIG_K) - objective(BIG_K, p.g, f, exact + i * BIG_K);
        assert_feasible(BIG_K, p.x + i * BIG_K);
        assert_true(above < 1e-6 * largest(BIG_K, f));
        assert_true(above > -1e-12 * largest(BIG_K, f));
    }
    free(exact);
    free_large(&p);
    jsmf_context_free(ctx);
}

/* Steps of one's own lead to the same minimum, if more slowly. */
static void own_steps_come_near_the_active_set(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_solve_simplex_options own[] = { { .solver = JSMF_ADMM, .iterations = 5000, .step = 0.2 },
                                               { .solver = JSMF_EXPGRAD, .iterations = 50000, .step = 0.01 } };
    large p = make_large(BIG_K, 20);
    double *exact = malloc(20 * BIG_K * sizeof *exact);
    jsmf_solve_simplex_report report, searched;
    (void)state;
    assert_ok(ctx, solve(ctx, JSMF_ACTIVE_SET, BIG_K, p.g, 20, p.f, 0, exact, NULL));
    for (size_t s = 0; s < 2; s++) {
        assert_ok(ctx, solve(ctx, own[s].solver, BIG_K, p.g, 20, p.f, 0, p.x, &searched));
        assert_ok(ctx, jsmf_solve_simplex(ctx, &own[s], BIG_K, p.g, 20, p.f, p.x, &report));
        assert_true(report.not_converged == 0 && report.mean_iterations > searched.mean_iterations);
        for (size_t i = 0; i < 20; i++) {
            const double *f = p.f + i * BIG_K;
            const double least = objective(BIG_K, p.g, f, exact + i * BIG_K);
            const double above = objective(BIG_K, p.g, f, p.x + i * BIG_K) - least;
            assert_true(above < 1e-6 * largest(BIG_K, f));
        }
    }
    free(exact);
    free_large(&p);
    jsmf_context_free(ctx);
}

static void an_iteration_bound_gives_a_feasible_answer_and_a_count(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    large p = make_large(BIG_K, BIG_N);
    jsmf_solve_simplex_report report;
    (void)state;
    for (int solver = JSMF_ACTIVE_SET; solver <= JSMF_ADMM; solver++) {
        assert_ok(ctx, solve(ctx, (jsmf_solve_method)solver, BIG_K, p.g, BIG_N, p.f, 1, p.x, &report));
        assert_true(report.not_converged > 0);
        assert_true(report.worst_kkt > 1e-9);
        for (size_t i = 0; i < BIG_N; i++)
            assert_feasible(BIG_K, p.x + i * BIG_K);
    }
    free_large(&p);
    jsmf_context_free(ctx);
}

static void threads_do_not_change_a_bit(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    large p = make_large(BIG_K, BIG_N);
    double *one = malloc(BIG_N * BIG_K * sizeof *one);
    (void)state;
    for (int solver = JSMF_ACTIVE_SET; solver <= JSMF_ADMM; solver++) {
        jsmf_context_set_threads(ctx, 1);
        assert_ok(ctx, solve(ctx, (jsmf_solve_method)solver, BIG_K, p.g, BIG_N, p.f, 0, one, NULL));
        jsmf_context_set_threads(ctx, 3);
        assert_ok(ctx, solve(ctx, (jsmf_solve_method)solver, BIG_K, p.g, BIG_N, p.f, 0, p.x, NULL));
        assert_memory_equal(one, p.x, BIG_N * BIG_K * sizeof *one);
    }
    free(one);
    free_large(&p);
    jsmf_context_free(ctx);
}

static void what_is_not_a_number_is_refused(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    double g[4] = { 1, 0, 0, 1 }, f[2] = { 0.5, NAN }, x[2];
    (void)state;
    assert_int_equal(solve(ctx, JSMF_ACTIVE_SET, 2, g, 1, f, 0, x, NULL), JSMF_ENUMERIC);
    jsmf_context_clear(ctx);
    f[1] = 0;
    g[3] = INFINITY;
    assert_int_equal(solve(ctx, JSMF_ADMM, 2, g, 1, f, 0, x, NULL), JSMF_ENUMERIC);
    jsmf_context_clear(ctx);
    /* Finite, but not what is computed of them. */
    g[3] = 1;
    f[0] = 1.7e308;
    f[1] = -1.7e308;
    assert_int_equal(solve(ctx, JSMF_ACTIVE_SET, 2, g, 1, f, 0, x, NULL), JSMF_ENUMERIC);
    jsmf_context_free(ctx);
}

/* The projection is x - t where positive, with t from the sorted entries (Held, Wolfe, Crowder 1974). */
static void the_projection_is_that_of_the_sorted_entries(void **state)
{
    double x[50], by_hand[50], sorted[50], scratch[50];
    (void)state;
    for (uint64_t trial = 0; trial < 500; trial++) {
        size_t k = 1 + trial % 50;
        double sum = 0, t = 0;
        for (size_t j = 0; j < k; j++)
            x[j] = sorted[j] = by_hand[j] = random_value(trial, j) * pow(10, (double)(trial % 5) - 2);
        for (size_t i = 1; i < k; i++)
            for (size_t j = i; j > 0 && sorted[j] > sorted[j - 1]; j--) {
                double swap = sorted[j];
                sorted[j] = sorted[j - 1];
                sorted[j - 1] = swap;
            }
        for (size_t j = 0; j < k; j++) {
            sum += sorted[j];
            if (sorted[j] > (sum - 1) / (double)(j + 1))
                t = (sum - 1) / (double)(j + 1);
        }
        jsmf_solve_simplex_project(k, x, scratch);
        assert_feasible(k, x);
        for (size_t j = 0; j < k; j++)
            assert_true(fabs(x[j] - fmax(by_hand[j] - t, 0)) < 1e-12);
    }
}

/* Along e_i - e_j within the face of x. */
static void assert_minimum_in_pairs(size_t k, const double *g, const double *x)
{
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < i; j++)
            if (x[i] > 0 && x[j] > 0)
                assert_true(g[i * k + i] + g[j * k + j] - 2 * g[i * k + j] > 0);
}

static void an_indefinite_matrix_ends_in_a_minimum(void **state)
{
    enum { K = 12 };
    jsmf_context *ctx = jsmf_context_new();
    double g[K * K], f[K], x[K], start[K], scratch[K];
    (void)state;
    for (uint64_t trial = 0; trial < 200; trial++) {
        jsmf_solve_simplex_outcome outcome = { 0 };
        jsmf_solve_simplex_job job;
        make_problem(100 + 3 * trial, K, 30, 1, g, f);
        for (size_t i = 0; i < K; i++)
            for (size_t j = 0; j <= i; j++)
                g[i * K + j] = g[j * K + i] -= 8 * random_value(7, trial * K * K + i * K + j) + (i == j ? 10 : 0);
        for (size_t j = 0; j < K; j++)
            start[j] = fabs(random_value(8, trial * K + j));
        jsmf_solve_simplex_project(K, start, scratch);
        memcpy(x, start, sizeof x);
        assert_ok(ctx, jsmf_solve_simplex_prepare_indefinite(ctx, K, g, &job));
        job.n = 1;
        job.f = f;
        job.x = x;
        assert_ok(ctx, jsmf_solve_active_set(ctx, &job, 0, 1, &outcome));
        jsmf_solve_simplex_release(&job);
        assert_feasible(K, x);
        assert_int_equal(outcome.not_converged, 0);
        assert_true(jsmf_solve_simplex_kkt(K, g, f, x) < 1e-10 * largest(K, f));
        assert_minimum_in_pairs(K, g, x);
    }
    jsmf_context_free(ctx);
}

static void a_problem_does_not_see_its_neighbours(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    double *g = malloc(BIG_K * BIG_K * sizeof *g), *f = malloc(BIG_N * BIG_K * sizeof *f);
    double *x = malloc(BIG_N * BIG_K * sizeof *x), alone[BIG_K];
    (void)state;
    make_problem(5, BIG_K, 60, 0.1, g, f);
    for (size_t i = 0; i < BIG_N * BIG_K; i++)
        f[i] = f[i % BIG_K] * (1 + 0.3 * random_value(9, i));
    assert_ok(ctx, solve(ctx, JSMF_ACTIVE_SET, BIG_K, g, BIG_N, f, 0, x, NULL));
    for (size_t i = 0; i < BIG_N; i += 37) {
        assert_ok(ctx, solve(ctx, JSMF_ACTIVE_SET, BIG_K, g, 1, f + i * BIG_K, 0, alone, NULL));
        assert_memory_equal(alone, x + i * BIG_K, sizeof alone);
    }
    free(g);
    free(f);
    free(x);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_active_set_finds_the_best_of_all_supports),
        cmocka_unit_test(a_singular_matrix_gives_the_minimum),
        cmocka_unit_test(a_zero_matrix_gives_a_vertex),
        cmocka_unit_test(the_optimality_conditions_hold_to_rounding),
        cmocka_unit_test(nearly_equal_rows_do_no_harm),
        cmocka_unit_test(the_optimality_residual_sees_a_wrong_answer),
        cmocka_unit_test(an_indefinite_matrix_ends_in_a_minimum),
        cmocka_unit_test(a_problem_does_not_see_its_neighbours),
        cmocka_unit_test(admm_comes_near_the_active_set),
        cmocka_unit_test(own_steps_come_near_the_active_set),
        cmocka_unit_test(an_iteration_bound_gives_a_feasible_answer_and_a_count),
        cmocka_unit_test(threads_do_not_change_a_bit),
        cmocka_unit_test(what_is_not_a_number_is_refused),
        cmocka_unit_test(the_projection_is_that_of_the_sorted_entries),
    };
    return cmocka_run_group_tests_name("simplex", tests, NULL, NULL);
}
