/* eigen: the largest eigenpairs, of matrices whose spectrum is known. */
#include "unit.h"

#include "dense/dense.h"
#include "eigen/eigen_inner.h"
#include "jsmf/base.h"
#include "eigen/solvers.h"
#include "matrices.h"
#include "operator/operator_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double *random_matrix(size_t n, size_t p, uint64_t stream) { return random_block(11, stream, n, p); }

/* Checks values against expected, orthonormality, residuals and signs. */
static void check_pairs(size_t n, size_t k, const double *c, const double *expected, const double *values,
                        const double *vectors, double tolerance)
{
    const double scale = fmax(fabs(expected[0]), 1e-300);
    for (size_t a = 0; a < k; a++) {
        double residual = 0, most = 0, at = 0;
        assert_true(fabs(values[a] - expected[a]) <= tolerance * scale);
        for (size_t b = 0; b <= a; b++) {
            double dot = 0;
            for (size_t i = 0; i < n; i++)
                dot += vectors[i * k + a] * vectors[i * k + b];
            assert_true(fabs(dot - (a == b)) < 1e-12);
        }
        for (size_t i = 0; i < n; i++) {
            double product = 0;
            for (size_t j = 0; j < n; j++)
                product += c[i * n + j] * vectors[j * k + a];
            residual += (product - values[a] * vectors[i * k + a]) * (product - values[a] * vectors[i * k + a]);
            if (fabs(vectors[i * k + a]) > most * (1 + 1e-9)) {
                most = fabs(vectors[i * k + a]);
                at = vectors[i * k + a];
            }
        }
        assert_true(sqrt(residual) <= 1.5 * tolerance * scale);
        assert_true(at >= 0);
    }
}

typedef struct outcome {
    double *values, *vectors;
    jsmf_eigen_report report;
} outcome;

/* By blocks; test_arpack.c is about ARPACK. */
static outcome solve(jsmf_context *ctx, size_t n, size_t k, const double *c, const jsmf_eigen_options *options)
{
    jsmf_eigen_options with = options ? *options : (jsmf_eigen_options){ 0 };
    outcome o = { .values = malloc(k * sizeof(double)), .vectors = malloc(n * k * sizeof(double)) };
    jsmf_operator *op;
    with.cold = JSMF_EIGEN_BLOCKS;
    assert_ok(ctx, jsmf_operator_dense(ctx, n, c, &op));
    assert_ok(ctx, jsmf_eigen_largest(ctx, op, k, &with, o.values, o.vectors, &o.report));
    jsmf_operator_free(op);
    return o;
}

static void outcome_free(outcome *o)
{
    free(o->values);
    free(o->vectors);
}

static void check_spectrum(size_t n, size_t k, const double *d, const char *method)
{
    jsmf_context *ctx = jsmf_context_new();
    double *c = matrix_of_spectrum(n, d);
    outcome o = solve(ctx, n, k, c, NULL);
    assert_string_equal(o.report.method, method);
    check_pairs(n, k, c, d, o.values, o.vectors, 1e-10);
    outcome_free(&o);
    free(c);
    jsmf_context_free(ctx);
}

static void small_matrices_are_solved_whole(void **state)
{
    const double ten[] = { 5, 4, 3, 2, 1, 0, -1, -2, -3, -40 }, one[] = { 7 };
    (void)state;
    for (size_t k = 1; k <= 10; k++)
        check_spectrum(10, k, ten, "dense");
    check_spectrum(1, 1, one, "dense");
}

static void many_vectors_are_taken_from_the_whole(void **state)
{
    enum { N = 510 };
    double d[N];
    (void)state;
    for (size_t i = 0; i < N; i++)
        d[i] = 1 - 0.01 * (double)i;
    check_spectrum(N, 43, d, "dense");
    check_spectrum(N, N, d, "dense");
}

static void geometric_spectra_are_found(void **state)
{
    double d[640];
    (void)state;
    for (size_t i = 0; i < 640; i++)
        d[i] = pow(0.9, (double)i);
    check_spectrum(640, 1, d, "block");
    check_spectrum(640, 7, d, "block");
    check_spectrum(640, 50, d, "block");
}

/* A co-occurrence is indefinite; eigenvalues far below zero must not be taken for large ones. */
static void large_negative_eigenvalues_are_left_out(void **state)
{
    double d[550];
    (void)state;
    for (size_t i = 0; i < 550; i++)
        d[i] = i < 500 ? 1 / (1.0 + (double)i) : -3.0 * (double)(i - 499);
    check_spectrum(550, 10, d, "block");
}

/* So many of them that the wanted ones are nearly one beside their range: products cost more than the whole. */
static void a_wide_spectrum_is_solved_whole(void **state)
{
    enum { COUNT = 520, K = 10 };
    jsmf_context *ctx = jsmf_context_new();
    double d[COUNT], values[K], vectors[COUNT * K], *c;
    jsmf_operator *op;
    (void)state;
    for (size_t i = 0; i < COUNT; i++)
        d[i] = i < 440 ? 1 / (1.0 + (double)i) : -3.0 * (double)(i - 439);
    check_spectrum(COUNT, K, d, "dense");
    assert_true(jsmf_eigen_largest_bytes(COUNT, K, 0) >= COUNT * (COUNT + K) * sizeof *c);
    assert_true(jsmf_eigen_largest_bytes(COUNT, K, K) >= COUNT * (COUNT + K) * sizeof *c);
    c = matrix_of_spectrum(COUNT, d);
    assert_ok(ctx, jsmf_operator_dense(ctx, COUNT, c, &op));
    assert_int_equal(jsmf_eigen_largest(ctx, op, K, &(jsmf_eigen_options){ .most_blocks = 3 }, values, vectors, NULL),
                     JSMF_ENUMERIC);
    assert_says(ctx, "beside eigenvalues down to about -2");
    jsmf_operator_free(op);
    free(c);
    jsmf_context_free(ctx);
}

static void repeated_eigenvalues_are_all_found(void **state)
{
    double d[560];
    (void)state;
    for (size_t i = 0; i < 560; i++)
        d[i] = i < 40 ? 2 : i < 45 ? 1 : 0.5 / (1.0 + (double)i);
    check_spectrum(560, 20, d, "block");
    check_spectrum(560, 43, d, "block");
}

/* More often than a narrow block is wide, above a spectrum that such blocks find at once. */
static void wide_multiplicities_are_noticed(void **state)
{
    double d[600];
    (void)state;
    for (size_t i = 0; i < 600; i++)
        d[i] = i < 40 ? 2 : pow(0.95, (double)(i - 39));
    check_spectrum(600, 30, d, "block");
    check_spectrum(600, 48, d, "block");
}

/* A Krylov space of such a matrix is full after three products: it must be left for the rest. */
static void few_distinct_eigenvalues_are_enough(void **state)
{
    double d[800];
    (void)state;
    for (size_t i = 0; i < 800; i++)
        d[i] = i < 30 ? 3 : 1;
    check_spectrum(800, 60, d, "block");
}

static void ranks_below_k_give_zeros(void **state)
{
    double d[520] = { 4, 3, 2, 1 };
    (void)state;
    check_spectrum(520, 12, d, "block");
}

static void the_zero_matrix_has_zero_eigenvalues(void **state)
{
    double zero[520] = { 0 };
    (void)state;
    check_spectrum(520, 5, zero, "block");
    check_spectrum(20, 20, zero, "dense");
}

static void a_warm_start_needs_fewer_products(void **state)
{
    enum { COUNT = 600, K = 20 };
    jsmf_context *ctx = jsmf_context_new();
    double d[COUNT], *c;
    jsmf_eigen_options warm = { .start_columns = K };
    outcome cold, again;
    (void)state;
    for (size_t i = 0; i < COUNT; i++)
        d[i] = 1 / (1.0 + (double)(i * i));
    c = matrix_of_spectrum(COUNT, d);
    cold = solve(ctx, COUNT, K, c, NULL);
    for (size_t i = 0; i < COUNT; i++)
        c[i * COUNT + i] *= 1 + 1e-6;
    warm.start = cold.vectors;
    again = solve(ctx, COUNT, K, c, &warm);
    assert_true(again.report.products < cold.report.products / 2);
    assert_true(again.report.residual <= 1e-10);
    outcome_free(&cold);
    outcome_free(&again);
    free(c);
    jsmf_context_free(ctx);
}

/* Two exact eigenvectors span a space that does not grow. */
static void a_start_that_is_too_small_is_left(void **state)
{
    enum { COUNT = 520, K = 9 };
    jsmf_context *ctx = jsmf_context_new();
    double d[COUNT], *c = calloc(COUNT * COUNT, sizeof *c), start[COUNT * 2] = { 0 };
    const jsmf_eigen_options options = { .start = start, .start_columns = 2 };
    outcome o;
    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        d[i] = 1 / (1.0 + (double)i);
        c[i * COUNT + i] = d[i];
    }
    start[2 * 3] = start[2 * 400 + 1] = 1;
    o = solve(ctx, COUNT, K, c, &options);
    check_pairs(COUNT, K, c, d, o.values, o.vectors, 1e-10);
    outcome_free(&o);
    free(c);
    jsmf_context_free(ctx);
}

/* From nothing, narrow blocks with restarts find the vectors in fewer products than blocks as wide as k. */
static void narrow_blocks_save_products(void **state)
{
    enum { COUNT = 900, K = 30 };
    const jsmf_eigen_options options = { .tolerance = 1e-10 };
    jsmf_context *ctx = jsmf_context_new();
    double d[COUNT], *c, values[K], *vectors = malloc(COUNT * K * sizeof *vectors);
    jsmf_eigen_report wide;
    jsmf_operator *op;
    outcome narrow;
    (void)state;
    for (size_t i = 0; i < COUNT; i++)
        d[i] = pow(1 + (double)i, -0.5);
    c = matrix_of_spectrum(COUNT, d);
    narrow = solve(ctx, COUNT, K, c, NULL);
    check_pairs(COUNT, K, c, d, narrow.values, narrow.vectors, 1e-10);
    assert_ok(ctx, jsmf_operator_dense(ctx, COUNT, c, &op));
    assert_ok(ctx, jsmf_eigen_block(ctx, op, K, &options, values, vectors, NULL, &wide));
    assert_true(narrow.report.products < 0.8 * (double)wide.products);
    jsmf_operator_free(op);
    outcome_free(&narrow);
    free(c);
    free(vectors);
    jsmf_context_free(ctx);
}

/* The pairs of V diag(d) V' are in V and d, in any order; a V that is not orthonormal has others, and more than there
 * are, are refused. */
/* The row of the largest entry of a column by magnitude, which is made positive. */
static size_t largest_in(size_t n, size_t stride, const double *column)
{
    size_t best = 0;
    for (size_t i = 1; i < n; i++)
        if (fabs(column[i * stride]) > fabs(column[best * stride]))
            best = i;
    return best;
}

static void eigenpairs_that_are_held_are_taken(void **state)
{
    enum { COUNT = 600, HELD = 12, K = 5 };
    jsmf_context *ctx = jsmf_context_new();
    double d[HELD], values[HELD + 1], *v = random_matrix(COUNT, HELD, 41), *vectors = malloc(COUNT * 13 * sizeof *v);
    jsmf_eigen_report report;
    jsmf_operator *op;
    (void)state;
    assert_ok(ctx, jsmf_dense_orthonormalise(ctx, COUNT, HELD, v, NULL));
    for (size_t j = 0; j < HELD; j++)
        d[j] = 1 + (double)(j * 7 % HELD);
    assert_ok(ctx, jsmf_operator_eigen(ctx, COUNT, HELD, v, d, &op));
    assert_ok(ctx, jsmf_eigen_largest(ctx, op, K, NULL, values, vectors, &report));
    assert_string_equal(report.method, "known");
    for (size_t j = 0; j < K; j++) {
        const size_t from = (size_t)(HELD - 1 - j) * 7 % HELD; /* 7 is its own inverse */
        const double sign = v[largest_in(COUNT, HELD, v + from) * HELD + from] > 0 ? 1 : -1;
        assert_true(values[j] == (double)(HELD - j) && d[from] == values[j]);
        for (size_t i = 0; i < COUNT; i++)
            assert_true(vectors[i * K + j] == sign * v[i * HELD + from]);
    }
    assert_int_equal(jsmf_eigen_largest(ctx, op, HELD + 1, NULL, values, vectors, NULL), JSMF_ENUMERIC);
    assert_non_null(strstr(jsmf_context_error(ctx), "12"));
    assert_non_null(strstr(jsmf_context_error(ctx), "13"));
    jsmf_context_clear(ctx);
    v[7] += 1e-9;
    assert_ok(ctx, jsmf_eigen_largest(ctx, op, K, NULL, values, vectors, &report));
    assert_string_equal(report.method, "arpack");
    jsmf_operator_free(op);
    free(v);
    free(vectors);
    jsmf_context_free(ctx);
}

static void threads_do_not_change_a_bit(void **state)
{
    enum { COUNT = 700, K = 30 };
    jsmf_context *ctx = jsmf_context_new();
    double d[COUNT], *c;
    outcome one, two;
    (void)state;
    for (size_t i = 0; i < COUNT; i++)
        d[i] = pow(0.95, (double)i);
    c = matrix_of_spectrum(COUNT, d);
    one = solve(ctx, COUNT, K, c, NULL);
    jsmf_context_set_threads(ctx, 2);
    two = solve(ctx, COUNT, K, c, NULL);
    assert_memory_equal(one.values, two.values, K * sizeof(double));
    assert_memory_equal(one.vectors, two.vectors, COUNT * K * sizeof(double));
    outcome_free(&one);
    outcome_free(&two);
    free(c);
    jsmf_context_free(ctx);
}

/* Words that occur alike are equal rows of C; anchors are told apart by 1e-9. */
static void twins_stay_equal(void **state)
{
    enum { COUNT = 520, K = 10 };
    jsmf_context *ctx = jsmf_context_new();
    double *half = random_matrix(COUNT, 30, 5), *c = calloc(COUNT * COUNT, sizeof *c);
    outcome o;
    (void)state;
    memcpy(half + 30 * 519, half + 30 * 3, 30 * sizeof *half);
    for (size_t i = 0; i < COUNT; i++)
        for (size_t j = 0; j < COUNT; j++)
            for (size_t l = 0; l < 30; l++)
                c[i * COUNT + j] += half[i * 30 + l] * half[j * 30 + l] * pow(0.8, (double)l);
    o = solve(ctx, COUNT, K, c, NULL);
    for (size_t a = 0; a < K; a++)
        assert_true(fabs(o.vectors[3 * K + a] - o.vectors[519 * K + a]) < 1e-13);
    outcome_free(&o);
    free(half);
    free(c);
    jsmf_context_free(ctx);
}

static void nan_is_reported(void **state)
{
    const size_t sizes[] = { 20, 520 };
    (void)state;
    for (int s = 0; s < 2; s++) {
        const size_t n = sizes[s];
        jsmf_context *ctx = jsmf_context_new();
        double *c = calloc(n * n, sizeof *c), values[3], *vectors = malloc(3 * n * sizeof *vectors);
        jsmf_operator *op;
        for (size_t i = 0; i < n; i++)
            c[i * n + i] = 1;
        c[n + 1] = NAN;
        assert_ok(ctx, jsmf_operator_dense(ctx, n, c, &op));
        assert_int_equal(jsmf_eigen_largest(ctx, op, 3, NULL, values, vectors, NULL), JSMF_ENUMERIC);
        assert_says(ctx, "NaN");
        jsmf_operator_free(op);
        free(c);
        free(vectors);
        jsmf_context_free(ctx);
    }
}

static void too_few_blocks_are_an_error(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_eigen_options options = { .most_blocks = 2 };
    double d[520], values[10], vectors[5200], *c;
    jsmf_operator *op;
    (void)state;
    for (size_t i = 0; i < 520; i++)
        d[i] = 1 - 1e-3 * (double)i;
    c = matrix_of_spectrum(520, d);
    assert_ok(ctx, jsmf_operator_dense(ctx, 520, c, &op));
    assert_int_equal(jsmf_eigen_largest(ctx, op, 10, &options, values, vectors, NULL), JSMF_ENUMERIC);
    jsmf_operator_free(op);
    free(c);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_matrices_are_solved_whole),
        cmocka_unit_test(many_vectors_are_taken_from_the_whole),
        cmocka_unit_test(geometric_spectra_are_found),
        cmocka_unit_test(large_negative_eigenvalues_are_left_out),
        cmocka_unit_test(a_wide_spectrum_is_solved_whole),
        cmocka_unit_test(repeated_eigenvalues_are_all_found),
        cmocka_unit_test(wide_multiplicities_are_noticed),
        cmocka_unit_test(few_distinct_eigenvalues_are_enough),
        cmocka_unit_test(ranks_below_k_give_zeros),
        cmocka_unit_test(the_zero_matrix_has_zero_eigenvalues),
        cmocka_unit_test(a_warm_start_needs_fewer_products),
        cmocka_unit_test(a_start_that_is_too_small_is_left),
        cmocka_unit_test(narrow_blocks_save_products),
        cmocka_unit_test(eigenpairs_that_are_held_are_taken),
        cmocka_unit_test(threads_do_not_change_a_bit),
        cmocka_unit_test(twins_stay_equal),
        cmocka_unit_test(nan_is_reported),
        cmocka_unit_test(too_few_blocks_are_an_error),
    };
    return cmocka_run_group_tests_name("eigen", tests, NULL, NULL);
}
