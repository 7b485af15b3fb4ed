/* rectify: alternating projection against the same on whole matrices with LAPACK, in every representation. */
#include "unit.h"

#include "base/base_inner.h"
#include "jsmf/rectify.h"
#include "operator/shifted.h"
#include "matrices.h"
#include "rectify/ap_iterate.h"
#include "operator/operator_inner.h"

#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 560, K = 6 };

/* One iteration as the paper has it: the k largest eigenpairs, then sum 1, then no negatives. */
static void naive_step(size_t n, size_t k, double *c)
{
    double *all = malloc(n * n * sizeof *all), *values = malloc(n * sizeof *values), sum = 0;
    memcpy(all, c, n * n * sizeof *all);
    assert_int_equal(LAPACKE_dsyevd(LAPACK_ROW_MAJOR, 'V', 'U', (int)n, all, (int)n, values), 0);
    memset(c, 0, n * n * sizeof *c);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            for (size_t t = n - k; t < n; t++)
                c[i * n + j] += all[i * n + t] * fmax(values[t], 0) * all[j * n + t];
            sum += c[i * n + j];
        }
    for (size_t i = 0; i < n * n; i++)
        c[i] = fmax(c[i] + (1 - sum) / ((double)n * (double)n), 0);
    free(all);
    free(values);
}

static void normalise(size_t n, double *c)
{
    double sum = 0;
    for (size_t i = 0; i < n * n; i++)
        sum += c[i];
    for (size_t i = 0; i < n * n; i++)
        c[i] /= sum;
}

typedef struct setting {
    size_t memory;  /* 0: the default */
    bool in_place;
    int threads;
    double tolerance;
} setting;

static jsmf_rectified run(const double *c, size_t iterations, const setting *s, double *dense)
{
    const jsmf_rectify_ap_options options = { .k = K, .iterations = iterations, .tolerance = s->tolerance };
    jsmf_context *ctx = jsmf_context_new();
    double *copy = malloc(N * N * sizeof *copy);
    jsmf_operator *op;
    jsmf_rectified out;
    memcpy(copy, c, N * N * sizeof *copy);
    if (s->memory)
        jsmf_context_set_memory(ctx, s->memory);
    jsmf_context_set_threads(ctx, s->threads ? s->threads : 1);
    assert_ok(ctx, jsmf_operator_dense(ctx, N, copy, &op));
    assert_ok(ctx, jsmf_rectify_ap(ctx, op, s->in_place ? copy : NULL, &options, &out));
    assert_ok(ctx, jsmf_rectify_dense(ctx, &out, dense));
    jsmf_operator_free(op);
    jsmf_context_free(ctx);
    free(copy);
    return out;
}

static void it_agrees_with_whole_matrices(void **state)
{
    const size_t stops[] = { 1, 5, 15 };
    double *c = noisy_cooc(N), *naive = malloc(N * N * sizeof *c), *got = malloc(N * N * sizeof *c);
    size_t done = 0;
    (void)state;
    memcpy(naive, c, N * N * sizeof *c);
    for (int s = 0; s < 3; s++) {
        double *expected = malloc(N * N * sizeof *expected);
        jsmf_rectified out = run(c, stops[s], &(setting){ .threads = 2 }, got);
        for (; done < stops[s]; done++)
            naive_step(N, K, naive);
        memcpy(expected, naive, N * N * sizeof *expected);
        normalise(N, expected);
        assert_true(distance(N * N, got, expected) < 1e-8);
        assert_int_equal(out.iterations, stops[s]);
        assert_true(out.change == -1);
        jsmf_rectified_free(&out);
        free(expected);
    }
    free(c);
    free(naive);
    free(got);
}

/* In 4 KiB there is room neither for a matrix nor for the corrections: tiles, or the storage that was given. */
static void representations_agree(void **state)
{
    const setting settings[] = { { .threads = 1 }, { .threads = 2 }, { .in_place = true }, { .memory = 1 << 12 },
                                 { .memory = 1 << 12, .in_place = true }, { .memory = 1 << 12, .threads = 2 } };
    double *c = noisy_cooc(N), *first = malloc(N * N * sizeof *c), *got = malloc(N * N * sizeof *c);
    jsmf_rectified reference = run(c, 15, &settings[0], first);
    (void)state;
    for (size_t s = 1; s < sizeof settings / sizeof *settings; s++) {
        jsmf_rectified out = run(c, 15, &settings[s], got);
        assert_true(distance(N * N, got, first) < 1e-8);
        assert_true(fabs(out.total - reference.total) < 1e-10);
        if (s == 1)
            assert_memory_equal(out.y, reference.y, N * K * sizeof(double));
        jsmf_rectified_free(&out);
    }
    jsmf_rectified_free(&reference);
    free(c);
    free(first);
    free(got);
}

/* Which representation is taken, and that all three are the same matrix. */
static void check_iterate(size_t memory, double r, bool storage, const char *name)
{
    jsmf_context *ctx = jsmf_context_new();
    double *given = storage ? malloc(N * N * sizeof *given) : NULL, *panel = malloc(N * N * sizeof *panel);
    double *x = malloc(N * 11 * sizeof *x), *y = malloc(N * 11 * sizeof *y);
    jsmf_rectify_ap_iterate it;
    if (memory)
        jsmf_context_set_memory(ctx, memory);
    assert_ok(ctx, jsmf_rectify_ap_iterate_init(ctx, &it, N, K, given));
    for (size_t i = 0; i < N * K; i++)
        it.y[i] = jsmf_random_normal(4, 1, i);
    for (size_t i = 0; i < N * 11; i++)
        x[i] = jsmf_random_normal(4, 2, i);
    it.r = r;
    assert_ok(ctx, jsmf_rectify_ap_project_nonnegative(ctx, &it, NULL));
    assert_string_equal(jsmf_operator_name(it.op), name);
    assert_ok(ctx, jsmf_operator_apply(ctx, it.op, 11, x, y));
    assert_ok(ctx, jsmf_operator_panel(ctx, it.op, 0, N, panel));
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < 11; j++) {
            double sum = 0;
            for (size_t l = 0; l < N; l++) {
                double entry = r;
                for (size_t a = 0; a < K; a++)
                    entry += it.y[i * K + a] * it.y[l * K + a];
                sum += fmax(entry, 0) * x[l * 11 + j];
                if (j == 0)
                    assert_true(fabs(panel[i * N + l] - fmax(entry, 0)) < 1e-13);
            }
            assert_true(fabs(sum - y[i * 11 + j]) < 1e-10);
        }
    jsmf_rectify_ap_iterate_free(&it);
    free(given);
    free(panel);
    free(x);
    free(y);
    jsmf_context_free(ctx);
}

static void an_iterate_takes_the_cheapest_representation(void **state)
{
    (void)state;
    check_iterate(0, 4, false, "low rank + sparse");
    check_iterate(0, 0, false, "dense");
    check_iterate(0, 4, true, "low rank + sparse");
    check_iterate(0, 0, true, "dense");
    check_iterate(1 << 12, 4, false, "low rank + sparse");
    check_iterate(1 << 20, 0, false, "low rank + sparse");
    check_iterate(0, 100, false, "low rank + sparse");
}

static void going_on_gives_what_one_run_gives(void **state)
{
    double *c = noisy_cooc(N), *whole = malloc(N * N * sizeof *c), *parts = malloc(N * N * sizeof *c);
    jsmf_rectified all = run(c, 8, &(setting){ .threads = 1 }, whole);
    jsmf_rectified first = run(c, 3, &(setting){ .threads = 1 }, parts), rest;
    const jsmf_rectify_ap_options options = { .k = K, .iterations = 5, .start = first.y, .start_columns = K };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_operator *op;
    (void)state;
    assert_ok(ctx, jsmf_operator_rectified(ctx, N, K, first.y, first.r, 1, &op));
    assert_ok(ctx, jsmf_rectify_ap(ctx, op, NULL, &options, &rest));
    assert_ok(ctx, jsmf_rectify_dense(ctx, &rest, parts));
    assert_true(distance(N * N, parts, whole) < 1e-9);
    jsmf_operator_free(op);
    jsmf_rectified_free(&all);
    jsmf_rectified_free(&first);
    jsmf_rectified_free(&rest);
    jsmf_context_free(ctx);
    free(c);
    free(whole);
    free(parts);
}

typedef struct kept {
    jsmf_rectify_ap_state states[4]; /* one an iteration; each owns its y */
    size_t count;
} kept;

static jsmf_status keep(jsmf_context *ctx, void *arg, const jsmf_rectify_ap_state *state)
{
    kept *k = arg;
    double *y = malloc(N * K * sizeof *y);
    (void)ctx;
    memcpy(y, state->y, N * K * sizeof *y);
    k->states[k->count] = *state;
    k->states[k->count++].y = y;
    return JSMF_OK;
}

static void check_resumed(size_t memory, const jsmf_operator *op, const jsmf_rectify_ap_state *state,
                          const jsmf_rectified *whole)
{
    const jsmf_rectify_ap_options options = { .k = K, .iterations = 4, .tolerance = 1e-9, .resume = state };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_rectified out;
    jsmf_context_set_memory(ctx, memory);
    assert_ok(ctx, jsmf_rectify_ap(ctx, op, NULL, &options, &out));
    assert_memory_equal(out.y, whole->y, N * K * sizeof *out.y);
    assert_true(out.r == whole->r && out.total == whole->total && out.change == whole->change);
    assert_int_equal(out.iterations, 4);
    jsmf_rectified_free(&out);
    jsmf_context_free(ctx);
}

/* With room for a matrix, for a sparse correction, for neither; and in a matrix that the resumed run does not have. */
static void a_state_gives_the_bytes_of_one_run(void **state)
{
    const struct { size_t memory; bool in_place; } cases[] = {
        { 1 << 30, false }, { 1 << 20, false }, { 1 << 12, false }, { 1 << 12, true },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double *c = noisy_cooc(N);
        kept k = { .count = 0 };
        const jsmf_rectify_ap_options options = {
            .k = K, .iterations = 4, .tolerance = 1e-9, .each = keep, .each_arg = &k
        };
        jsmf_context *ctx = jsmf_context_new();
        jsmf_operator *op;
        jsmf_rectified whole;
        jsmf_context_set_memory(ctx, cases[i].memory);
        assert_ok(ctx, jsmf_operator_dense(ctx, N, c, &op));
        assert_ok(ctx, jsmf_rectify_ap(ctx, op, cases[i].in_place ? c : NULL, &options, &whole));
        assert_int_equal(k.count, 4);
        for (size_t at = 0; at < 4; at++) {
            if (at != 1)
                check_resumed(cases[i].memory, op, &k.states[at], &whole);
            free((double *)k.states[at].y);
        }
        jsmf_operator_free(op);
        jsmf_rectified_free(&whole);
        jsmf_context_free(ctx);
        free(c);
    }
}

static jsmf_status cannot_keep(jsmf_context *ctx, void *arg, const jsmf_rectify_ap_state *state)
{
    (void)arg;
    return jsmf_fail(ctx, JSMF_ESYSTEM, "no room for iteration %zu", state->iteration);
}

static void what_cannot_be_kept_or_resumed_is_an_error(void **state)
{
    double *c = noisy_cooc(N);
    const jsmf_rectify_ap_state late = { .iteration = 3, .y = c, .r = 0, .change = -1, .negative = SIZE_MAX };
    jsmf_rectify_ap_options options = { .k = K, .iterations = 2, .each = cannot_keep };
    jsmf_context *ctx = jsmf_context_new(), *other = jsmf_context_new();
    jsmf_operator *op;
    jsmf_rectified out;
    (void)state;
    assert_ok(ctx, jsmf_operator_dense(ctx, N, c, &op));
    assert_int_equal(jsmf_rectify_ap(ctx, op, NULL, &options, &out), JSMF_ESYSTEM);
    assert_says(ctx, "no room for iteration 1");
    assert_null(out.y);
    options.resume = &late;
    assert_int_equal(jsmf_rectify_ap(other, op, NULL, &options, &out), JSMF_EUSAGE);
    assert_says(other, "2 iterations, of which 3 are done");
    jsmf_operator_free(op);
    jsmf_context_free(ctx);
    jsmf_context_free(other);
    free(c);
}

static void the_tolerance_stops_it(void **state)
{
    double *c = noisy_cooc(N), *five = malloc(N * N * sizeof *c), *six = malloc(N * N * sizeof *c);
    jsmf_rectified a = run(c, 5, &(setting){ .threads = 1 }, five), b = run(c, 6, &(setting){ .threads = 1 }, six), t;
    double change;
    (void)state;
    for (size_t i = 0; i < N * N; i++) {
        five[i] *= a.total;
        six[i] *= b.total;
    }
    change = distance(N * N, five, six);
    t = run(c, 100, &(setting){ .threads = 2, .tolerance = change * 1.001 }, six);
    assert_int_equal(t.iterations, 6);
    assert_true(fabs(t.change - change) < 1e-6 * change);
    jsmf_rectified_free(&a);
    jsmf_rectified_free(&b);
    jsmf_rectified_free(&t);
    free(c);
    free(five);
    free(six);
}

/* A block of ones without its diagonal has one positive eigenvalue. */
static void too_few_positive_eigenvalues_are_counted(void **state)
{
    const jsmf_rectify_ap_options options = { .k = 5, .iterations = 3 };
    jsmf_context *ctx = jsmf_context_new();
    double c[30 * 30] = { 0 };
    jsmf_operator *op;
    jsmf_rectified out;
    (void)state;
    for (size_t block = 0; block < 3; block++)
        for (size_t i = 0; i < 10; i++)
            for (size_t j = 0; j < 10; j++)
                c[(block * 10 + i) * 30 + block * 10 + j] = i != j;
    assert_ok(ctx, jsmf_operator_dense(ctx, 30, c, &op));
    assert_int_equal(jsmf_rectify_ap(ctx, op, NULL, &options, &out), JSMF_ENUMERIC);
    assert_says(ctx, "only 3 positive");
    assert_null(out.y);
    jsmf_operator_free(op);
    jsmf_context_free(ctx);
}

static void the_corrections_are_the_negative_entries(void **state)
{
    enum { SIDE = 603 };
    jsmf_context *ctx = jsmf_context_new();
    double *y = malloc(SIDE * 3 * sizeof *y), total, expected = 0;
    jsmf_operator_shifted t = { .n = SIDE, .k = 3, .y = y, .r = 0.7 };
    jsmf_operator_negative e;
    size_t negative = 0;
    (void)state;
    jsmf_context_set_threads(ctx, 2);
    for (size_t i = 0; i < SIDE * 3; i++)
        y[i] = jsmf_random_normal(8, 1, i);
    for (size_t i = 0; i < SIDE; i++)
        for (size_t j = 0; j < SIDE; j++) {
            double entry = t.r;
            for (size_t a = 0; a < 3; a++)
                entry += y[i * 3 + a] * y[j * 3 + a];
            negative += entry < 0;
            expected += fmax(entry, 0);
        }
    assert_ok(ctx, jsmf_operator_negative_build(ctx, &t, negative, NULL, 0, NULL, &e));
    assert_true(e.stored && e.nnz == negative);
    jsmf_operator_negative_free(&e);
    assert_ok(ctx, jsmf_operator_negative_build(ctx, &t, negative - 1, NULL, 0, NULL, &e));
    assert_true(!e.stored && e.nnz == negative);
    jsmf_operator_negative_free(&e);
    assert_ok(ctx, jsmf_operator_shifted_total(ctx, &t, &total));
    assert_true(fabs(total - expected) < 1e-11 * expected);
    free(y);
    jsmf_context_free(ctx);
}

/* E Y from the tiles that are kept, those made anew, and the making of them; with a quarter of the entries below 0, and
 * with half of them, so that tiles are multiplied both ways. */
static void what_is_kept_of_the_corrections_changes_no_bit(void **state)
{
    enum { SIDE = 600, COLUMNS = 3 };
    const double shifts[] = { 0, 1.2, 1e3 };
    double *y = malloc(SIDE * COLUMNS * sizeof *y);
    (void)state;
    for (size_t i = 0; i < SIDE * COLUMNS; i++)
        y[i] = jsmf_random_normal(9, 1, i);
    for (size_t s = 0; s < sizeof shifts / sizeof *shifts; s++) {
        const jsmf_operator_shifted t = { .n = SIDE, .k = COLUMNS, .y = y, .r = shifts[s] };
        double *expected = calloc(SIDE * COLUMNS, sizeof *expected);
        for (size_t quarters = 0; quarters <= 4; quarters++)
            for (int threads = 1; threads <= 2; threads++) {
                double *image = calloc(SIDE * COLUMNS, sizeof *image), *product = calloc(SIDE * COLUMNS, sizeof *image);
                jsmf_context *ctx = jsmf_context_new();
                jsmf_operator_negative e;
                jsmf_context_set_threads(ctx, threads);
                assert_ok(ctx, jsmf_operator_negative_build(ctx, &t, quarters * SIDE * SIDE / 8, NULL, 0, image, &e));
                assert_ok(ctx, jsmf_operator_negative_add(ctx, &e, COLUMNS, y, product));
                if (quarters + (size_t)threads == 1)
                    memcpy(expected, product, SIDE * COLUMNS * sizeof *expected);
                assert_memory_equal(image, expected, SIDE * COLUMNS * sizeof *expected);
                assert_memory_equal(product, expected, SIDE * COLUMNS * sizeof *expected);
                jsmf_operator_negative_free(&e);
                jsmf_context_free(ctx);
                free(image);
                free(product);
            }
        free(expected);
    }
    free(y);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_agrees_with_whole_matrices),
        cmocka_unit_test(representations_agree),
        cmocka_unit_test(an_iterate_takes_the_cheapest_representation),
        cmocka_unit_test(going_on_gives_what_one_run_gives),
        cmocka_unit_test(a_state_gives_the_bytes_of_one_run),
        cmocka_unit_test(what_cannot_be_kept_or_resumed_is_an_error),
        cmocka_unit_test(the_tolerance_stops_it),
        cmocka_unit_test(too_few_positive_eigenvalues_are_counted),
        cmocka_unit_test(the_corrections_are_the_negative_entries),
        cmocka_unit_test(what_is_kept_of_the_corrections_changes_no_bit),
    };
    return cmocka_run_group_tests_name("ap", tests, NULL, NULL);
}
