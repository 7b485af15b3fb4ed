/* PALM: compression to a non-negative factor, against numbers from an independent program and matrices whose factor is
 * known. */
#include "unit.h"

#include "jsmf/rectify.h"
#include "base/base_inner.h"
#include "dense/lapack.h"
#include "matrices.h"
#include "operator/operator_inner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

enum { BAND = 24, BAND_TOPICS = 7, MOST_STEPS = 512 };

/* What the messages of a run say. */
typedef struct steps {
    size_t count;
    double objective[MOST_STEPS], change[MOST_STEPS], apart[MOST_STEPS];
} steps;

static void note_step(void *arg, jsmf_level level, const char *text)
{
    steps *s = arg;
    size_t i = s->count;
    unsigned iteration;
    (void)level;
    if (i < MOST_STEPS && sscanf(text, "iteration %u: objective %lf, change %lf, |X - Y| / |Y| %lf", &iteration,
                                 &s->objective[i], &s->change[i], &s->apart[i]) == 4)
        s->count++;
}

/* A banded matrix of counts with ever fewer of them: indefinite, 7 positive eigenvalues, none of them repeated. */
static double *band_matrix(void)
{
    double *c = malloc(BAND * BAND * sizeof *c), total = 0;
    for (int i = 0; i < BAND; i++)
        for (int j = 0; j < BAND; j++) {
            const int near = 6 - abs(i - j);
            c[i * BAND + j] = i == j ? i % 5 : (near > 0 ? near * near : 0) * (1 + i * j % 3) + (i + j) % 4;
            c[i * BAND + j] /= (1.0 + i) * (1.0 + j);
            total += c[i * BAND + j];
        }
    for (int i = 0; i < BAND * BAND; i++)
        c[i] /= total;
    return c;
}

static jsmf_compressed compress(jsmf_context *ctx, size_t n, const double *c, const jsmf_rectify_palm_options *o,
                                steps *s)
{
    jsmf_compressed out;
    jsmf_operator *op;
    if (s) {
        s->count = 0;
        jsmf_context_set_message(ctx, note_step, s);
    }
    assert_ok(ctx, jsmf_operator_dense(ctx, n, c, &op));
    assert_ok(ctx, jsmf_rectify_palm(ctx, op, o, &out));
    assert_int_equal(out.n, n);
    assert_int_equal(out.k, o->k);
    jsmf_operator_free(op);
    jsmf_context_set_message(ctx, NULL, NULL);
    return out;
}

static double product(const jsmf_compressed *c, size_t i, size_t j)
{
    double sum = 0;
    for (size_t l = 0; l < c->k; l++)
        sum += c->y[i * c->k + l] * c->y[j * c->k + l];
    return sum;
}

static double total(const jsmf_compressed *c)
{
    double squares = 0;
    for (size_t l = 0; l < c->k; l++) {
        double sum = 0;
        for (size_t i = 0; i < c->n; i++)
            sum += c->y[i * c->k + l];
        squares += sum * sum;
    }
    return squares;
}

/* |C - t Y Y'|_F / |C|_F where C sums to t */
static double misfit(const jsmf_compressed *y, const double *c)
{
    double difference = 0, size = 0, t = 0;
    for (size_t i = 0; i < y->n * y->n; i++)
        t += c[i];
    for (size_t i = 0; i < y->n; i++)
        for (size_t j = 0; j < y->n; j++) {
            const double value = c[i * y->n + j], d = value - t * product(y, i, j);
            difference += d * d;
            size += value * value;
        }
    return sqrt(difference / size);
}

typedef struct expected_run {
    struct { size_t iterations; double objective; } objectives[4];
    size_t count; /* of objectives */
    struct { size_t i, j; double product; } entries[5];
    double change;
} expected_run;

static void assert_steps(bool inertial, const expected_run *e)
{
    const jsmf_rectify_palm_options o = { .k = BAND_TOPICS, .coupling = 1, .iterations = 40, .inertial = inertial };
    jsmf_context *ctx = jsmf_context_new();
    double *c = band_matrix();
    steps s;
    jsmf_compressed y = compress(ctx, BAND, c, &o, &s);
    assert_int_equal(s.count, 40);
    assert_int_equal(y.iterations, 40);
    for (size_t i = 0; i < e->count; i++)
        assert_near(s.objective[e->objectives[i].iterations - 1], e->objectives[i].objective, 1e-14);
    for (size_t i = 0; i < 5; i++)
        assert_near(product(&y, e->entries[i].i, e->entries[i].j), e->entries[i].product, 1e-11);
    assert_near(y.change, e->change, 1e-9);
    jsmf_compressed_free(&y);
    free(c);
    jsmf_context_free(ctx);
}

/* The numbers are numpy's (eigh, svd, then the updates of 000 Algorithm 4 on a dense C). */
static void steps_are_those_of_an_independent_program(void **state)
{
    const expected_run expected = {
        .objectives = { { 1, 2.7133506708463026e-05 }, { 5, 2.4660454497985519e-05 }, { 40, 2.1045707032181214e-05 } },
        .count = 3,
        .entries = { { 0, 0, 0.043600080395464251 }, { 0, 1, 0.052357178182334832 }, { 5, 6, 0.0038708203432202795 },
                     { 23, 2, 0.00027559429232868686 }, { 12, 12, 0.00059607349092744694 } },
        .change = 5.9079955209248851e-05,
    };
    (void)state;
    assert_steps(false, &expected);
}

/* Likewise, with steps from X + a (X - Xold) and Y + a (Y - Yold), a = (t - 1) / (t + 2). */
static void inertial_steps_are_those_of_an_independent_program(void **state)
{
    const expected_run expected = {
        .objectives = { { 1, 2.7133506708227344e-05 }, { 5, 2.4139275260362803e-05 }, { 15, 2.1526133343779693e-05 },
                        { 40, 2.0459409952328908e-05 } },
        .count = 4,
        .entries = { { 0, 0, 0.04361808227280495 }, { 0, 1, 0.05237883747764506 }, { 5, 6, 0.003874876558753401 },
                     { 23, 2, 0.0002758444439917868 }, { 12, 12, 0.0005990742636121371 } },
        .change = 7.899683428313883e-05,
    };
    (void)state;
    assert_steps(true, &expected);
}

static void the_objective_never_rises(void **state)
{
    const double weights[] = { 1e-3, 0.1, 1, 10, 1e4 };
    jsmf_context *ctx = jsmf_context_new();
    double *c = band_matrix();
    (void)state;
    for (size_t w = 0; w < 5; w++)
        for (size_t k = 1; k <= BAND_TOPICS; k++) {
            const jsmf_rectify_palm_options o = { .k = k, .coupling = weights[w], .iterations = 300 };
            steps s;
            jsmf_compressed y = compress(ctx, BAND, c, &o, &s);
            assert_int_equal(s.count, 300);
            for (size_t i = 1; i < s.count; i++)
                assert_true(s.objective[i] <= s.objective[i - 1] + 1e-12);
            jsmf_compressed_free(&y);
        }
    free(c);
    jsmf_context_free(ctx);
}

static void the_factor_is_not_negative_and_sums_to_one(void **state)
{
    const size_t iterations[] = { 0, 1, 25 };
    jsmf_context *ctx = jsmf_context_new();
    double *c = band_matrix();
    (void)state;
    for (size_t t = 0; t < 3; t++) {
        const jsmf_rectify_palm_options o = { .k = 4, .coupling = 1, .iterations = iterations[t] };
        jsmf_compressed y = compress(ctx, BAND, c, &o, NULL);
        for (size_t i = 0; i < BAND * 4; i++)
            assert_true(y.y[i] >= 0);
        assert_near(total(&y), 1, 1e-14);
        assert_int_equal(y.iterations, iterations[t]);
        assert_true(t > 0 || y.change == -1);
        jsmf_compressed_free(&y);
    }
    free(c);
    jsmf_context_free(ctx);
}

/* Y with a word of its own for every column is determined but for the columns' order. Of C at any scale. */
static void a_nonnegative_factor_is_found_again(void **state)
{
    enum { COUNT = 400, K = 6 };
    jsmf_context *ctx = jsmf_context_new();
    double *z = malloc(COUNT * K * sizeof *z), *c = malloc(COUNT * COUNT * sizeof *c);
    (void)state;
    for (size_t i = 0; i < COUNT; i++)
        for (size_t l = 0; l < K; l++)
            z[i * K + l] = i < 5 * K ? i % K == l : fmax(jsmf_random_uniform(3, l, i) - 0.7, 0);
    for (double scale = 1e-8; scale < 1e9; scale *= 1e8) {
        const jsmf_rectify_palm_options o = { .k = K, .coupling = 1, .iterations = 1000, .tolerance = 1e-7 };
        jsmf_compressed y;
        for (size_t i = 0; i < COUNT * COUNT; i++) {
            c[i] = 0;
            for (size_t l = 0; l < K; l++)
                c[i] += scale * z[i / COUNT * K + l] * z[i % COUNT * K + l];
        }
        y = compress(ctx, COUNT, c, &o, NULL);
        assert_true(y.iterations < 1000);
        assert_true(misfit(&y, c) < 1e-5);
        for (size_t i = 0; i < K; i++) {
            size_t columns = 0;
            for (size_t l = 0; l < K; l++)
                columns += y.y[i * K + l] > 1e-4 * sqrt(product(&y, i, i));
            assert_int_equal(columns, 1);
        }
        jsmf_compressed_free(&y);
    }
    free(z);
    free(c);
    jsmf_context_free(ctx);
}

/* X and Y apart can fit negative eigenvalues, which Y Y' cannot; the largest eigenvalue bounds those of a C >= 0. */
static void a_weight_of_the_largest_eigenvalue_holds_the_factors_together(void **state)
{
    jsmf_rectify_palm_options o = { .k = BAND_TOPICS, .coupling = 0.01, .iterations = 200 };
    jsmf_context *ctx = jsmf_context_new();
    double *c = band_matrix();
    steps s;
    jsmf_compressed y = compress(ctx, BAND, c, &o, &s);
    (void)state;
    assert_true(s.apart[199] > 0.5);
    jsmf_compressed_free(&y);
    o.coupling = 1;
    y = compress(ctx, BAND, c, &o, &s);
    assert_true(s.apart[199] < 1e-4);
    jsmf_compressed_free(&y);
    free(c);
    jsmf_context_free(ctx);
}

static void it_stops_where_both_factors_stand_still(void **state)
{
    const jsmf_rectify_palm_options o = { .k = 5, .coupling = 1, .iterations = 300, .tolerance = 1e-3 };
    jsmf_context *ctx = jsmf_context_new();
    double *c = band_matrix();
    steps s;
    jsmf_compressed y = compress(ctx, BAND, c, &o, &s);
    (void)state;
    assert_int_equal(y.iterations, s.count);
    assert_true(s.count > 1 && s.count < 300);
    assert_true(y.change < 1e-3 && s.change[s.count - 2] >= 1e-3 * 0.99);
    jsmf_compressed_free(&y);
    free(c);
    jsmf_context_free(ctx);
}

/* Five copies of the band, weakly tied: large enough for several chunks, sparse enough for CSR. */
static double *large_matrix(size_t n)
{
    double *c = calloc(n * n, sizeof *c), *band = band_matrix();
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            if (i / BAND == j / BAND)
                c[i * n + j] = band[i % BAND * BAND + j % BAND] * (1 + (double)(i / BAND % 7));
            else if (i % BAND == j % BAND)
                c[i * n + j] = 1e-4;
    free(band);
    return c;
}

static void threads_do_not_change_a_bit(void **state)
{
    enum { COUNT = 700 };
    const jsmf_rectify_palm_options o = { .k = 20, .coupling = 1, .iterations = 10, .inertial = true };
    double *c = large_matrix(COUNT);
    jsmf_compressed y[3];
    (void)state;
    for (int threads = 1; threads <= 3; threads++) {
        jsmf_context *ctx = jsmf_context_new();
        jsmf_context_set_threads(ctx, threads);
        y[threads - 1] = compress(ctx, COUNT, c, &o, NULL);
        jsmf_context_free(ctx);
    }
    for (int i = 1; i < 3; i++)
        assert_memory_equal(y[0].y, y[i].y, COUNT * 20 * sizeof(double));
    for (int i = 0; i < 3; i++)
        jsmf_compressed_free(&y[i]);
    free(c);
}

static void a_sparse_matrix_gives_the_same_as_a_dense_one(void **state)
{
    enum { COUNT = 310, K = 15 };
    const jsmf_rectify_palm_options o = { .k = K, .coupling = 1, .iterations = 10 };
    jsmf_context *ctx = jsmf_context_new();
    double *c = large_matrix(COUNT);
    jsmf_csr m = sparse_matrix(COUNT, c);
    jsmf_compressed dense = compress(ctx, COUNT, c, &o, NULL), sparse;
    jsmf_operator *op;
    (void)state;
    assert_ok(ctx, jsmf_operator_sparse(ctx, &m, &op));
    assert_ok(ctx, jsmf_rectify_palm(ctx, op, &o, &sparse));
    for (size_t i = 0; i < COUNT * K; i++)
        assert_near(dense.y[i], sparse.y[i], 1e-9);
    jsmf_operator_free(op);
    jsmf_compressed_free(&dense);
    jsmf_compressed_free(&sparse);
    jsmf_csr_free(&m);
    free(c);
    jsmf_context_free(ctx);
}

static void check_refusal(const double *c, const jsmf_rectify_palm_options *o, jsmf_status expected, const char *says)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_compressed out;
    jsmf_operator *op;
    assert_ok(ctx, jsmf_operator_dense(ctx, BAND, c, &op));
    assert_int_equal(jsmf_rectify_palm(ctx, op, o, &out), expected);
    assert_says(ctx, says);
    assert_null(out.y);
    jsmf_operator_free(op);
    jsmf_context_free(ctx);
}

static void what_cannot_be_is_refused(void **state)
{
    const jsmf_rectify_palm_options good = { .k = 2, .coupling = 1, .iterations = 3 };
    jsmf_rectify_palm_options o = good;
    double *c = band_matrix();
    (void)state;
    o.k = 0;
    check_refusal(c, &o, JSMF_EUSAGE, "no topics");
    o.k = BAND + 1;
    check_refusal(c, &o, JSMF_EUSAGE, "25 topics of 24 words");
    o.k = BAND_TOPICS + 1;
    check_refusal(c, &o, JSMF_ENUMERIC, "only 7 positive eigenvalues");
    o = good;
    o.coupling = 0;
    check_refusal(c, &o, JSMF_EUSAGE, "weight of 0");
    c[5] = NAN;
    check_refusal(c, &good, JSMF_ENUMERIC, "NaN");
    memset(c, 0, BAND * BAND * sizeof *c);
    check_refusal(c, &good, JSMF_ENUMERIC, "only 0 positive eigenvalues");
    free(c);
}

static int stop_at(void *arg, const char *step, double done, double residual)
{
    (void)done, (void)residual;
    return strcmp(step, arg) == 0;
}

static void it_can_be_cancelled(void **state)
{
    static char start[] = "start", compression[] = "compression";
    char *const parts[] = { start, compression };
    const jsmf_rectify_palm_options o = { .k = 3, .coupling = 1, .iterations = 30 };
    double *c = band_matrix();
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        jsmf_context *ctx = jsmf_context_new();
        jsmf_compressed out;
        jsmf_operator *op;
        jsmf_context_set_progress(ctx, stop_at, parts[i]);
        assert_ok(ctx, jsmf_operator_dense(ctx, BAND, c, &op));
        assert_int_equal(jsmf_rectify_palm(ctx, op, &o, &out), JSMF_ECANCEL);
        assert_null(out.y);
        jsmf_operator_free(op);
        jsmf_context_free(ctx);
    }
    free(c);
}

/* ---- the nearest orthogonal matrix ---- */

static void check_orthogonal(size_t p, const double *q)
{
    for (size_t a = 0; a < p; a++)
        for (size_t b = 0; b < p; b++) {
            double dot = 0;
            for (size_t i = 0; i < p; i++)
                dot += q[i * p + a] * q[i * p + b];
            assert_near(dot, a == b, 1e-13);
        }
}

/* The orthogonal factor of R S is R where S is symmetric and positive. */
static void a_rotation_is_found_behind_a_positive_matrix(void **state)
{
    const double r[9] = { 2.0 / 3, -1.0 / 3, 2.0 / 3, 2.0 / 3, 2.0 / 3, -1.0 / 3, -1.0 / 3, 2.0 / 3, 2.0 / 3 };
    const double s[9] = { 5, 1, 0.5, 1, 4, -1, 0.5, -1, 3 };
    jsmf_context *ctx = jsmf_context_new();
    double m[9] = { 0 }, q[9];
    (void)state;
    for (size_t i = 0; i < 9; i++)
        for (size_t l = 0; l < 3; l++)
            m[i] += r[i / 3 * 3 + l] * s[l * 3 + i % 3];
    assert_ok(ctx, jsmf_dense_polar(ctx, 3, m, q));
    for (size_t i = 0; i < 9; i++)
        assert_near(q[i], r[i], 1e-14);
    jsmf_context_free(ctx);
}

static void singular_matrices_have_an_orthogonal_factor(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    double m[16] = { 1, 2, 0, 3, 2, 4, 0, 6, 0, 0, 0, 1 }, q[16];
    (void)state;
    assert_ok(ctx, jsmf_dense_polar(ctx, 4, m, q));
    check_orthogonal(4, q);
    memset(m, 0, sizeof m);
    assert_ok(ctx, jsmf_dense_polar(ctx, 4, m, q));
    check_orthogonal(4, q);
    memset(m, 0, sizeof m);
    m[3] = NAN;
    assert_int_equal(jsmf_dense_polar(ctx, 4, m, q), JSMF_ENUMERIC);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_are_those_of_an_independent_program),
        cmocka_unit_test(inertial_steps_are_those_of_an_independent_program),
        cmocka_unit_test(the_objective_never_rises),
        cmocka_unit_test(the_factor_is_not_negative_and_sums_to_one),
        cmocka_unit_test(a_nonnegative_factor_is_found_again),
        cmocka_unit_test(a_weight_of_the_largest_eigenvalue_holds_the_factors_together),
        cmocka_unit_test(it_stops_where_both_factors_stand_still),
        cmocka_unit_test(threads_do_not_change_a_bit),
        cmocka_unit_test(a_sparse_matrix_gives_the_same_as_a_dense_one),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(it_can_be_cancelled),
        cmocka_unit_test(a_rotation_is_found_behind_a_positive_matrix),
        cmocka_unit_test(singular_matrices_have_an_orthogonal_factor),
    };
    return cmocka_run_group_tests_name("palm", tests, NULL, NULL);
}
