/* ARPACK beside blocks, on every representation of a co-occurrence and where either may fail. */
#include "unit.h"

#include "jsmf/cooc.h"
#include "eigen/eigen_inner.h"
#include "bags.h"
#include "eigen/solvers.h"
#include "matrices.h"
#include "operator/shifted.h"
#include "operator/operator_inner.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

enum { WORDS = 520, DOCUMENTS = 900, COLUMNS = 30, K = 9, MANY = 60 };

typedef struct outcome {
    double values[MANY], *vectors;
    jsmf_eigen_report report;
} outcome;

static outcome solve(jsmf_context *ctx, const jsmf_operator *op, size_t k, jsmf_eigen_cold cold)
{
    const jsmf_eigen_options options = { .cold = cold };
    outcome o = { .vectors = malloc(jsmf_operator_size(op) * k * sizeof *o.vectors) };
    assert_ok(ctx, jsmf_eigen_largest(ctx, op, k, &options, o.values, o.vectors, &o.report));
    return o;
}

/* ---- both beside each other ---- */

/* The part of b's vectors that lies outside of the span of a's. */
static double angle(size_t n, size_t k, const double *a, const double *b)
{
    double outside = (double)k;
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++) {
            double dot = 0;
            for (size_t l = 0; l < n; l++)
                dot += a[l * k + i] * b[l * k + j];
            outside -= dot * dot;
        }
    return sqrt(fmax(outside, 0));
}

/* An angle between the spans is at most the residuals over the gap behind the last eigenvalue. */
static void compare(jsmf_context *ctx, const jsmf_operator *op, size_t k)
{
    outcome arpack = solve(ctx, op, k, JSMF_EIGEN_ARPACK), blocks = solve(ctx, op, k, JSMF_EIGEN_BLOCKS);
    outcome more = solve(ctx, op, k + 1, JSMF_EIGEN_BLOCKS);
    const double largest = blocks.values[0], gap = more.values[k - 1] - more.values[k];
    assert_string_equal(arpack.report.method, "arpack");
    assert_string_equal(blocks.report.method, "block");
    assert_true(arpack.report.residual <= 1e-10);
    for (size_t j = 0; j < k; j++)
        if (!(fabs(arpack.values[j] - blocks.values[j]) <= 1e-10 * largest))
            fail_msg("%s: eigenvalue %zu is %.15g, and %.15g by blocks", jsmf_operator_name(op), j, arpack.values[j],
                     blocks.values[j]);
    assert_true(gap > 1e-4 * largest);
    assert_true(angle(jsmf_operator_size(op), k, blocks.vectors, arpack.vectors) < 1e-7 + 1e-9 * largest / gap);
    free(arpack.vectors);
    free(blocks.vectors);
    free(more.vectors);
}

static void compare_and_free(jsmf_context *ctx, jsmf_operator *op)
{
    compare(ctx, op, 1);
    compare(ctx, op, K);
    jsmf_operator_free(op);
}

static void dense_and_sparse_agree(void **state)
{
    weighted_bag b = weigh_bag(draw_bag(DOCUMENTS, WORDS));
    size_t used;
    double *c = cooc_by_definition(&b.h, &used);
    jsmf_csr m = sparse_matrix(WORDS, c);
    jsmf_operator *op;
    (void)state;
    assert_ok(b.ctx, jsmf_operator_dense(b.ctx, WORDS, c, &op));
    compare_and_free(b.ctx, op);
    assert_ok(b.ctx, jsmf_operator_sparse(b.ctx, &m, &op));
    compare_and_free(b.ctx, op);
    jsmf_csr_free(&m);
    free(c);
    weighted_bag_free(&b);
}

static void factors_and_documents_agree(void **state)
{
    weighted_bag b = weigh_bag(draw_bag(DOCUMENTS, WORDS));
    jsmf_csr hhat;
    double *hdiag;
    size_t used;
    jsmf_operator *op;
    (void)state;
    assert_ok(b.ctx, jsmf_cooc_factors(b.ctx, &b.h, JSMF_UNBIASED, &hhat, &hdiag, &used));
    assert_ok(b.ctx, jsmf_operator_factored(b.ctx, &hhat, hdiag, &op));
    compare_and_free(b.ctx, op);
    assert_ok(b.ctx, jsmf_operator_documents(b.ctx, &b.h, b.weights, b.hdiag, &op));
    compare_and_free(b.ctx, op);
    jsmf_csr_free(&hhat);
    free(hdiag);
    weighted_bag_free(&b);
}

/* V is not orthonormal, so that its eigenpairs are not known. */
static void low_ranks_agree(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    double *v = random_block(3, 1, WORDS, COLUMNS), d[COLUMNS];
    jsmf_operator *op;
    (void)state;
    for (size_t j = 0; j < COLUMNS; j++)
        d[j] = pow(0.8, (double)j);
    assert_ok(ctx, jsmf_operator_eigen(ctx, WORDS, COLUMNS, v, d, &op));
    compare_and_free(ctx, op);
    free(v);
    jsmf_context_free(ctx);
}

static void iterates_agree(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    double *y = random_block(3, 2, WORDS, K);
    const jsmf_operator_shifted t = { .n = WORDS, .k = K, .y = y, .r = 0.02 };
    jsmf_operator_negative e;
    jsmf_operator *op;
    (void)state;
    for (size_t i = 0; i < WORDS * K; i++)
        y[i] *= pow(0.7, (double)(i % K));
    assert_ok(ctx, jsmf_operator_rectified(ctx, WORDS, K, y, t.r, 1, &op));
    compare_and_free(ctx, op);
    assert_ok(ctx, jsmf_operator_negative_build(ctx, &t, WORDS * WORDS, NULL, 0, NULL, &e));
    assert_ok(ctx, jsmf_operator_patched(ctx, &t, &e, &op));
    compare_and_free(ctx, op);
    jsmf_operator_negative_free(&e);
    free(y);
    jsmf_context_free(ctx);
}

/* ---- matrices of a known spectrum ---- */

/* The residuals are measured here; the eigenvalues are those expected. */
static void check(size_t n, size_t k, const double *c, const double *expected, const outcome *o)
{
    const double scale = fmax(fabs(expected[0]), fabs(expected[n - 1]));
    double *image = dense_times(n, k, c, o->vectors);
    for (size_t j = 0; j < k; j++) {
        double squares = 0;
        if (!(fabs(o->values[j] - expected[j]) <= 1e-10 * scale))
            fail_msg("eigenvalue %zu of %zu is %.15g, expected %.15g (%s)", j, k, o->values[j], expected[j],
                     o->report.method);
        for (size_t i = 0; i < n; i++)
            squares += pow(image[i * k + j] - o->values[j] * o->vectors[i * k + j], 2);
        assert_true(sqrt(squares) <= 2e-10 * scale);
    }
    assert_true(angle(n, k, o->vectors, o->vectors) < 1e-6);
    free(image);
}

/* d descending; method: NULL for any. */
static void check_spectrum(size_t n, size_t k, const double *d, const char *method)
{
    jsmf_context *ctx = jsmf_context_new();
    double *c = matrix_of_spectrum(n, d);
    jsmf_operator *op;
    outcome o;
    assert_ok(ctx, jsmf_operator_dense(ctx, n, c, &op));
    o = solve(ctx, op, k, JSMF_EIGEN_ARPACK);
    if (method)
        assert_string_equal(o.report.method, method);
    check(n, k, c, d, &o);
    jsmf_operator_free(op);
    free(o.vectors);
    free(c);
    jsmf_context_free(ctx);
}

static void ordinary_spectra_are_arpacks(void **state)
{
    enum { N = 520, MORE = 640, POSITIVE = 560 };
    double d[MORE];
    (void)state;
    for (size_t i = 0; i < N; i++)
        d[i] = pow(0.9, (double)i);
    check_spectrum(N, 1, d, "arpack");
    check_spectrum(N, 7, d, "arpack");
    check_spectrum(N, 43, d, "arpack");
    for (size_t i = 0; i < MORE; i++)
        d[i] = i < POSITIVE ? 1 / (1.0 + (double)i) : -3.0 * (double)(i - POSITIVE + 1);
    check_spectrum(MORE, 10, d, NULL);
}

/* One eigenvalue twice, at every place, in spectra that fall fast and slowly: the second vector is not in the space of
 * the first one. */
static void double_eigenvalues_are_all_found(void **state)
{
    enum { N = 520, FALLS = 3 };
    const double rates[FALLS] = { 0.9, 0.97, 0.995 };
    double d[N];
    (void)state;
    for (int fall = 0; fall < FALLS; fall++)
        for (size_t at = 0; at < K; at += REPEATS(1, 4)) {
            for (size_t i = 0; i < N; i++)
                d[i] = pow(rates[fall], (double)(i > at ? i - 1 : i));
            check_spectrum(N, K, d, NULL);
        }
}

static void multiple_eigenvalues_are_all_found(void **state)
{
    double d[600];
    (void)state;
    for (size_t i = 0; i < 600; i++)
        d[i] = i < 40 ? 2 : pow(0.95, (double)(i - 39));
    check_spectrum(600, 20, d, NULL);
    check_spectrum(600, 48, d, NULL);
    for (size_t i = 0; i < 600; i++)
        d[i] = i < 30 ? 3 : 1;
    check_spectrum(600, 45, d, NULL);
    for (size_t i = 0; i < 600; i++)
        d[i] = pow(0.8, (double)(i / 2));
    check_spectrum(600, 20, d, NULL);
}

static void negative_and_empty_spectra_are_found(void **state)
{
    double d[520] = { 4, 3, 2, 1 };
    (void)state;
    check_spectrum(520, 3, d, NULL);
    check_spectrum(520, 12, d, NULL);
    memset(d, 0, sizeof d);
    check_spectrum(520, 5, d, "block");
    for (size_t i = 0; i < 520; i++)
        d[i] = -0.01 - 0.002 * (double)i;
    check_spectrum(520, 6, d, NULL);
    for (size_t i = 0; i < 520; i++)
        d[i] = -1;
    check_spectrum(520, 4, d, NULL);
}

static void small_matrices_are_lapacks(void **state)
{
    double d[600];
    (void)state;
    for (size_t i = 0; i < 600; i++)
        d[i] = 1 - 0.01 * (double)i;
    check_spectrum(1, 1, d, "dense");
    check_spectrum(25, 25, d, "dense");
    check_spectrum(600, 60, d, "dense");
}

/* ---- where ARPACK gives up ---- */

static bool arpack_finds(jsmf_context *ctx, size_t n, size_t k, const double *c)
{
    double values[MANY], *vectors = malloc(n * k * sizeof *vectors);
    size_t products;
    bool found;
    jsmf_operator *op;
    assert_ok(ctx, jsmf_operator_dense(ctx, n, c, &op));
    assert_ok(ctx, jsmf_eigen_arpack(ctx, op, k, 1e-10, values, vectors, &found, &products));
    jsmf_operator_free(op);
    free(vectors);
    return found;
}

static void arpack_gives_up(void **state)
{
    enum { N = 60 };
    jsmf_context *ctx = jsmf_context_new();
    double d[N], *c, zero[N * N] = { 0 };
    (void)state;
    for (size_t i = 0; i < N; i++)
        d[i] = pow(0.7, (double)i);
    c = matrix_of_spectrum(N, d);
    assert_true(arpack_finds(ctx, N, 20, c));
    assert_false(arpack_finds(ctx, N, 21, c));
    assert_false(arpack_finds(ctx, N, 59, c));
    assert_false(arpack_finds(ctx, N, 60, c));
    assert_false(arpack_finds(ctx, 1, 1, c));
    assert_false(arpack_finds(ctx, N, 3, zero));
    c[7 * N + 7] = NAN;
    assert_false(arpack_finds(ctx, N, 3, c));
    c[7 * N + 7] = INFINITY;
    assert_false(arpack_finds(ctx, N, 3, c));
    free(c);
    jsmf_context_free(ctx);
}

static void nan_is_reported(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_eigen_options options = { .cold = JSMF_EIGEN_ARPACK };
    double *c = noisy_cooc(WORDS), values[K], *vectors = malloc(WORDS * K * sizeof *vectors);
    jsmf_operator *op;
    (void)state;
    c[1] = c[WORDS] = NAN;
    assert_ok(ctx, jsmf_operator_dense(ctx, WORDS, c, &op));
    assert_int_equal(jsmf_eigen_largest(ctx, op, K, &options, values, vectors, NULL), JSMF_ENUMERIC);
    assert_says(ctx, "NaN");
    jsmf_operator_free(op);
    free(c);
    free(vectors);
    jsmf_context_free(ctx);
}

/* ---- an operator that stops in the middle ---- */

typedef struct brake {
    jsmf_operator *op;
    size_t left; /* products until it fails */
} brake;

static jsmf_status brake_apply(jsmf_context *ctx, const void *self, size_t p, const double *x, double *y)
{
    brake *b = *(brake *const *)self;
    if (b->left == 0)
        return jsmf_fail(ctx, JSMF_ECANCEL, "stopped");
    b->left--;
    return jsmf_operator_apply(ctx, b->op, p, x, y);
}

static jsmf_status brake_panel(jsmf_context *ctx, const void *self, size_t i0, size_t m, double *panel)
{
    return jsmf_operator_panel(ctx, (*(brake *const *)self)->op, i0, m, panel);
}

static const jsmf_operator_class brake_class = {
    .name = "brake", .apply = brake_apply, .panel = brake_panel, .free = free,
};

/* What ARPACK was in the middle of is forgotten. */
static void a_run_that_was_stopped_leaves_nothing(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_eigen_options options = { .cold = JSMF_EIGEN_ARPACK };
    double *c = noisy_cooc(WORDS), values[K], *vectors = malloc(WORDS * K * sizeof *vectors);
    jsmf_operator *op, *stopped;
    outcome before, after;
    (void)state;
    assert_ok(ctx, jsmf_operator_dense(ctx, WORDS, c, &op));
    before = solve(ctx, op, K, JSMF_EIGEN_ARPACK);
    for (size_t products = 0; products < 50; products += 7) {
        brake b = { .op = op, .left = products }, **self = malloc(sizeof *self);
        *self = &b;
        assert_ok(ctx, jsmf_operator_new(ctx, &brake_class, self, WORDS, &stopped));
        assert_int_equal(jsmf_eigen_largest(ctx, stopped, K, &options, values, vectors, NULL), JSMF_ECANCEL);
        jsmf_context_clear(ctx);
        jsmf_operator_free(stopped);
    }
    after = solve(ctx, op, K, JSMF_EIGEN_ARPACK);
    assert_memory_equal(before.values, after.values, K * sizeof *values);
    assert_memory_equal(before.vectors, after.vectors, WORDS * K * sizeof *vectors);
    jsmf_operator_free(op);
    free(before.vectors);
    free(after.vectors);
    free(vectors);
    free(c);
    jsmf_context_free(ctx);
}

/* A small matrix is ARPACK's, and none whose products with one vector cost as much as those with several. */
static void the_rule_goes_by_what_a_product_reads(void **state)
{
    enum { MANY_ROWS = 1449 };
    jsmf_context *ctx = jsmf_context_new();
    double *c = noisy_cooc(WORDS), *large = calloc(MANY_ROWS * MANY_ROWS, sizeof *large);
    brake b = { .left = SIZE_MAX }, **self = malloc(sizeof *self);
    jsmf_operator *op;
    outcome o;
    (void)state;
    assert_ok(ctx, jsmf_operator_dense(ctx, WORDS, c, &b.op));
    o = solve(ctx, b.op, K, JSMF_EIGEN_BY_RULE);
    assert_string_equal(o.report.method, "arpack");
    free(o.vectors);
    *self = &b;
    assert_ok(ctx, jsmf_operator_new(ctx, &brake_class, self, WORDS, &op));
    o = solve(ctx, op, K, JSMF_EIGEN_BY_RULE);
    assert_string_equal(o.report.method, "block");
    free(o.vectors);
    jsmf_operator_free(op);
    jsmf_operator_free(b.op);
    for (size_t i = 0; i < MANY_ROWS; i++)
        large[i * MANY_ROWS + i] = pow(0.9, (double)i);
    for (size_t n = MANY_ROWS - 1; n <= MANY_ROWS; n++) {
        assert_ok(ctx, jsmf_operator_dense(ctx, n, large, &op));
        o = solve(ctx, op, 1, JSMF_EIGEN_BY_RULE);
        assert_string_equal(o.report.method, n < MANY_ROWS ? "arpack" : "block");
        free(o.vectors);
        jsmf_operator_free(op);
    }
    free(c);
    free(large);
    jsmf_context_free(ctx);
}

/* ---- threads ---- */

typedef struct rival {
    const double *c;
    int threads;
    outcome o;
} rival;

static void *run_rival(void *arg)
{
    rival *r = arg;
    jsmf_context *ctx = jsmf_context_new();
    jsmf_operator *op;
    jsmf_context_set_threads(ctx, r->threads);
    if (jsmf_operator_dense(ctx, WORDS, r->c, &op) == JSMF_OK)
        r->o = solve(ctx, op, K, JSMF_EIGEN_ARPACK);
    jsmf_operator_free(op);
    jsmf_context_free(ctx);
    return NULL;
}

/* Any number of threads gives the same bytes, and so do two runs at once. */
static void threads_do_not_change_a_bit(void **state)
{
    enum { RIVALS = 4 };
    double *c = noisy_cooc(WORDS);
    rival alone = { .c = c, .threads = 1 }, rivals[RIVALS];
    pthread_t threads[RIVALS];
    (void)state;
    run_rival(&alone);
    assert_string_equal(alone.o.report.method, "arpack");
    for (int i = 0; i < RIVALS; i++) {
        rivals[i] = (rival){ .c = c, .threads = i + 1 };
        assert_int_equal(pthread_create(&threads[i], NULL, run_rival, &rivals[i]), 0);
    }
    for (int i = 0; i < RIVALS; i++) {
        pthread_join(threads[i], NULL);
        assert_memory_equal(rivals[i].o.values, alone.o.values, K * sizeof(double));
        assert_memory_equal(rivals[i].o.vectors, alone.o.vectors, WORDS * K * sizeof(double));
        free(rivals[i].o.vectors);
    }
    free(alone.o.vectors);
    free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dense_and_sparse_agree),
        cmocka_unit_test(factors_and_documents_agree),
        cmocka_unit_test(low_ranks_agree),
        cmocka_unit_test(iterates_agree),
        cmocka_unit_test(ordinary_spectra_are_arpacks),
        cmocka_unit_test(double_eigenvalues_are_all_found),
        cmocka_unit_test(multiple_eigenvalues_are_all_found),
        cmocka_unit_test(negative_and_empty_spectra_are_found),
        cmocka_unit_test(small_matrices_are_lapacks),
        cmocka_unit_test(arpack_gives_up),
        cmocka_unit_test(nan_is_reported),
        cmocka_unit_test(a_run_that_was_stopped_leaves_nothing),
        cmocka_unit_test(the_rule_goes_by_what_a_product_reads),
        cmocka_unit_test(threads_do_not_change_a_bit),
    };
    return cmocka_run_group_tests_name("arpack", tests, NULL, NULL);
}
