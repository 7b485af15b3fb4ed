/* Left inverses of least entries beside linear programming, and compositions by them. */
#include "unit.h"

#include "infer_model.h"
#include "solve/left_inverse.h"
#include "solve/solve_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 60, K = 10 };

static void draw(double *b)
{
    for (size_t j = 0; j < K; j++) {
        double sum = 0;
        for (size_t i = 0; i < N; i++)
            sum += b[i * K + j] = pow((double)((7 * i + 13 * j + 3 * i * i + i * j * j) % 17) + 1, 2);
        for (size_t i = 0; i < N; i++)
            b[i * K + j] /= sum;
    }
}

static void invert(int threads, size_t n, size_t k, const double *b, double delta, double *inverse,
                   jsmf_solve_left_inverse_row *rows)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_context_set_threads(ctx, threads);
    assert_ok(ctx, jsmf_solve_left_inverse(ctx, n, k, b, delta, inverse, rows));
    jsmf_context_free(ctx);
}

/* |z|_inf and |B'z - e_j|_inf of the rows as they are. */
static void assert_rows(size_t n, size_t k, const double *b, double delta, const double *inverse,
                        const jsmf_solve_left_inverse_row *rows)
{
    for (size_t j = 0; j < k; j++) {
        double largest = 0, error = 0;
        for (size_t i = 0; i < n; i++)
            largest = fmax(largest, fabs(inverse[i * k + j]));
        for (size_t l = 0; l < k; l++) {
            double sum = 0;
            for (size_t i = 0; i < n; i++)
                sum += b[i * k + l] * inverse[i * k + j];
            error = fmax(error, fabs(sum - (l == j)));
        }
        assert_true(rows[j].found);
        assert_near(largest, rows[j].largest, 1e-15);
        assert_near(error, rows[j].error, 1e-9);
        assert_true(error <= delta + 1e-7);
        assert_true(rows[j].bound <= largest * (1 + 1e-12) && rows[j].bound >= largest * (1 - 1e-6));
    }
}

static void entries_are_as_small_as_linear_programming_has_them(void **state)
{
    const struct { double delta; const double *expected; } cases[] = {
        { 0, golden_tli_exact }, { 0.05, golden_tli_near }, { 0.3, golden_tli_far } };
    double b[N * K], inverse[N * K];
    jsmf_solve_left_inverse_row rows[K];
    (void)state;
    draw(b);
    for (size_t c = 0; c < 3; c++) {
        invert(1, N, K, b, cases[c].delta, inverse, rows);
        assert_rows(N, K, b, cases[c].delta, inverse, rows);
        for (size_t j = 0; j < K; j++)
            assert_near(rows[j].largest, cases[c].expected[j], 1e-6 * cases[c].expected[j]);
    }
}

static void topics_apart_have_entries_of_1(void **state)
{
    const double b[] = { 0.5, 0, 0.5, 0, 0, 0.25, 0, 0.75 }, one[] = { 0.1, 0.2, 0.3, 0.4 };
    double inverse[8];
    jsmf_solve_left_inverse_row rows[2];
    (void)state;
    for (double delta = 0; delta < 1; delta += 0.25) {
        invert(1, 4, 2, b, delta, inverse, rows);
        assert_rows(4, 2, b, delta, inverse, rows);
        assert_near(rows[0].largest, 1 - delta, 1e-8);
        assert_near(rows[1].largest, 1 - delta, 1e-8);
        invert(1, 4, 1, one, delta, inverse, rows);
        assert_near(rows[0].largest, 1 - delta, 1e-8);
    }
}

/* Topic 9 becomes nearly, or exactly, the mean of topics 0 and 1. */
static void mix(double *b, double rest)
{
    draw(b);
    for (size_t i = 0; i < N; i++)
        b[i * K + 9] = (1 - rest) * 0.5 * (b[i * K] + b[i * K + 1]) + rest * b[i * K + 9];
}

static void topics_that_resemble_each_other_are_told_apart(void **state)
{
    double b[N * K], inverse[N * K];
    jsmf_solve_left_inverse_row rows[K];
    (void)state;
    for (double rest = 1e-2; rest > 1e-7; rest *= 1e-2) {
        mix(b, rest);
        invert(1, N, K, b, 0, inverse, rows);
        assert_rows(N, K, b, 0, inverse, rows);
        assert_true(rows[9].largest > 1 / rest);
        invert(1, N, K, b, 0.1, inverse, rows);
        assert_rows(N, K, b, 0.1, inverse, rows);
    }
}

static void a_mixture_of_topics_has_no_inverse(void **state)
{
    double b[N * K], inverse[N * K];
    jsmf_solve_left_inverse_row rows[K];
    (void)state;
    mix(b, 0);
    invert(1, N, K, b, 0.1, inverse, rows);
    for (size_t j = 0; j < K; j++)
        assert_int_equal(rows[j].found, j != 0 && j != 1 && j != 9);
    /* y = (-1, -1, 2) / 4 of them has B y = 0: z meets delta >= y_j / |y|_1 only. */
    invert(1, N, K, b, 0.55, inverse, rows);
    assert_rows(N, K, b, 0.55, inverse, rows);
    invert(1, 5, K, b, 0, inverse, rows);
    for (size_t j = 0; j < K; j++)
        assert_true(rows[j].none && !rows[j].found);
    for (size_t i = 0; i < 5 * K; i++)
        assert_true(inverse[i] == 0);
    invert(1, 5, K, b, 0.9, inverse, rows);
    assert_rows(5, K, b, 0.9, inverse, rows);
}

static void nothing_is_made_of_what_is_no_number(void **state)
{
    double b[N * K], inverse[N * K];
    jsmf_solve_left_inverse_row rows[K];
    (void)state;
    draw(b);
    b[7] = NAN;
    invert(1, N, K, b, 0, inverse, rows);
    for (size_t j = 0; j < K; j++)
        assert_false(rows[j].found);
    for (size_t i = 0; i < N * K; i++)
        assert_true(inverse[i] == 0);
}

static void threads_do_not_matter(void **state)
{
    double b[N * K], inverse[N * K], again[N * K];
    jsmf_solve_left_inverse_row rows[K];
    (void)state;
    draw(b);
    invert(1, N, K, b, 0.1, inverse, rows);
    invert(3, N, K, b, 0.1, again, rows);
    assert_memory_equal(inverse, again, sizeof again);
}

/* ---- documents ---- */

static jsmf_infer_options tli(double delta, bool threshold)
{
    jsmf_infer_options o = jsmf_infer_defaults;
    o.method = JSMF_INFER_TLI;
    o.delta = delta;
    o.threshold = threshold;
    return o;
}

enum { ENTRIES = GOLDEN_DOCUMENTS * GOLDEN_TOPICS, UNKNOWN = 7 };

/* B^+ h~ of the golden documents; the word without mass is left out, and does not count. tokens: of the known. */
static double linear(double delta, double *w, double *tokens)
{
    double known[(GOLDEN_WORDS - 1) * GOLDEN_TOPICS], inverse[(GOLDEN_WORDS - 1) * GOLDEN_TOPICS], largest = 0;
    jsmf_solve_left_inverse_row rows[GOLDEN_TOPICS];
    size_t count = 0;
    for (size_t i = 0; i < GOLDEN_WORDS * GOLDEN_TOPICS; i++)
        if (i / GOLDEN_TOPICS != UNKNOWN)
            known[count++] = golden_b[i];
    invert(1, GOLDEN_WORDS - 1, GOLDEN_TOPICS, known, delta, inverse, rows);
    for (size_t j = 0; j < GOLDEN_TOPICS; j++)
        largest = fmax(largest, rows[j].largest);
    memset(w, 0, ENTRIES * sizeof *w);
    for (size_t m = 0; m < GOLDEN_DOCUMENTS; m++) {
        const int32_t *h = golden_h + m * GOLDEN_WORDS;
        tokens[m] = 0;
        for (size_t i = 0, row = 0; i < GOLDEN_WORDS; i++) {
            if (i == UNKNOWN)
                continue;
            tokens[m] += h[i];
            for (size_t j = 0; j < GOLDEN_TOPICS; j++)
                w[m * GOLDEN_TOPICS + j] += h[i] * inverse[row * GOLDEN_TOPICS + j];
            row++;
        }
        for (size_t j = 0; j < GOLDEN_TOPICS && tokens[m] > 0; j++)
            w[m * GOLDEN_TOPICS + j] /= tokens[m];
    }
    return largest;
}

static void mean_of(double *w)
{
    double sum = 0;
    for (size_t i = 0; i < GOLDEN_TOPICS * GOLDEN_TOPICS; i++)
        sum += golden_a[i];
    for (size_t i = 0; i < GOLDEN_TOPICS; i++) {
        w[i] = 0;
        for (size_t j = 0; j < GOLDEN_TOPICS; j++)
            w[i] += golden_a[i * GOLDEN_TOPICS + j] / sum;
    }
}

static void compositions_are_projected(void **state)
{
    double expected[ENTRIES], w[ENTRIES], tokens[GOLDEN_DOCUMENTS], scratch[GOLDEN_TOPICS];
    (void)state;
    for (double delta = 0; delta < 0.3; delta += 0.2) {
        const jsmf_infer_options o = tli(delta, false);
        linear(delta, expected, tokens);
        for (size_t m = 0; m < GOLDEN_DOCUMENTS; m++)
            jsmf_solve_simplex_project(GOLDEN_TOPICS, expected + m * GOLDEN_TOPICS, scratch);
        mean_of(expected + GOLDEN_EMPTY * GOLDEN_TOPICS);
        const jsmf_infer_totals totals = golden_compose(&o, 0, NULL, w, NULL);
        assert_golden(w, expected, 1e-12);
        assert_true(totals.cut == 0 && totals.empty == 1);
    }
}

static void compositions_are_cut(void **state)
{
    double expected[ENTRIES], w[ENTRIES], tokens[GOLDEN_DOCUMENTS];
    unsigned char flags[GOLDEN_DOCUMENTS];
    const jsmf_infer_options o = tli(0.01, true);
    const double largest = linear(0.01, expected, tokens);
    size_t cut = 0;
    (void)state;
    const jsmf_infer_totals totals = golden_compose(&o, 0, NULL, w, flags);
    for (size_t m = 0; m < GOLDEN_DOCUMENTS; m++) {
        double *e = expected + m * GOLDEN_TOPICS, sum = 0;
        const double least = 0.01 + 2 * largest * sqrt(log(GOLDEN_TOPICS) / tokens[m]);
        for (size_t j = 0; j < GOLDEN_TOPICS; j++)
            sum += e[j] = e[j] < least ? 0 : e[j];
        for (size_t j = 0; j < GOLDEN_TOPICS && sum > 0; j++)
            e[j] /= sum;
        if (sum == 0)
            mean_of(e);
        assert_int_equal(flags[m], m == GOLDEN_EMPTY ? JSMF_DOCUMENT_EMPTY : sum > 0 ? 0 : JSMF_DOCUMENT_CUT);
        cut += m != GOLDEN_EMPTY && sum == 0;
    }
    assert_golden(w, expected, 1e-12);
    assert_true(cut > 0 && totals.cut == cut);
}

static void equal_topics_are_named(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_model model = golden_model();
    const jsmf_csr h = golden_bag();
    const jsmf_infer_options o = tli(0, false);
    jsmf_infer *infer;
    double w[ENTRIES];
    (void)state;
    for (size_t i = 0; i < GOLDEN_WORDS; i++)
        model.b[i * GOLDEN_TOPICS + 2] = model.b[i * GOLDEN_TOPICS];
    assert_ok(ctx, jsmf_infer_new(ctx, &model, NULL, &o, &infer));
    assert_int_equal(jsmf_infer_compose(ctx, infer, &h, w, NULL), JSMF_ENUMERIC);
    assert_non_null(strstr(jsmf_context_error(ctx), "topics 0, 2 (2 of 3)"));
    jsmf_infer_free(infer);
    jsmf_context_free(ctx);
}

static void memory_is_predicted(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_model model = golden_model();
    const jsmf_csr h = golden_bag();
    const jsmf_infer_options o = tli(0, false);
    jsmf_infer *infer;
    double w[ENTRIES];
    (void)state;
    jsmf_context_set_memory(ctx, 1000);
    assert_ok(ctx, jsmf_infer_new(ctx, &model, NULL, &o, &infer));
    assert_int_equal(jsmf_infer_compose(ctx, infer, &h, w, NULL), JSMF_ESYSTEM);
    assert_non_null(strstr(jsmf_context_error(ctx), "a left inverse of B needs"));
    jsmf_infer_free(infer);
    jsmf_context_free(ctx);
}

static void delta_is_below_1(void **state)
{
    const double bad[] = { -0.1, 1, NAN };
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_model model = golden_model();
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        const jsmf_infer_options o = tli(bad[i], false);
        jsmf_infer *infer;
        assert_int_equal(jsmf_infer_new(ctx, &model, NULL, &o, &infer), JSMF_EUSAGE);
        jsmf_context_clear(ctx);
    }
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_are_as_small_as_linear_programming_has_them),
        cmocka_unit_test(topics_apart_have_entries_of_1),
        cmocka_unit_test(topics_that_resemble_each_other_are_told_apart),
        cmocka_unit_test(a_mixture_of_topics_has_no_inverse),
        cmocka_unit_test(nothing_is_made_of_what_is_no_number),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(compositions_are_projected),
        cmocka_unit_test(compositions_are_cut),
        cmocka_unit_test(equal_topics_are_named),
        cmocka_unit_test(memory_is_predicted),
        cmocka_unit_test(delta_is_below_1),
    };
    return cmocka_run_group_tests_name("tli", tests, NULL, NULL);
}
