/* anchors: the selection of anchors, against pivoted QR with explicit residuals. */
#include "unit.h"

#include "anchors/anchors_inner.h"
#include "base/base_inner.h"
#include "operator/operator_inner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct matrix {
    size_t n;
    double *c, *sums;
} matrix;

static matrix make_matrix(size_t n)
{
    return (matrix){ n, calloc(n * n, sizeof(double)), calloc(n, sizeof(double)) };
}

static void sum_rows(matrix *m)
{
    for (size_t i = 0; i < m->n; i++) {
        m->sums[i] = 0;
        for (size_t j = 0; j < m->n; j++)
            m->sums[i] += m->c[i * m->n + j];
    }
}

static void free_matrix(matrix *m)
{
    free(m->c);
    free(m->sums);
}

/* C += scale v v', v >= 0 and sparse. */
static void add_rank_one(matrix *m, double scale, uint64_t stream, double density)
{
    double *v = malloc(m->n * sizeof *v);
    for (size_t i = 0; i < m->n; i++)
        v[i] = jsmf_random_uniform(3, stream, 2 * i) < density ? jsmf_random_uniform(3, stream, 2 * i + 1) : 0;
    for (size_t i = 0; i < m->n; i++)
        for (size_t j = 0; j < m->n; j++)
            m->c[i * m->n + j] += scale * v[i] * v[j];
    free(v);
}

/* Words of few documents, each a sparse vector: like a corpus, of full rank. */
static matrix corpus_like(size_t n, size_t documents)
{
    matrix m = make_matrix(n);
    for (size_t d = 0; d < documents; d++)
        add_rank_one(&m, 1, d, 0.05);
    sum_rows(&m);
    return m;
}

/* A flat matrix and terms that get ten times weaker every other one: residuals fall to where they are rounding. */
static matrix graded(size_t n, size_t terms)
{
    matrix m = make_matrix(n);
    for (size_t i = 0; i < n * n; i++)
        m.c[i] = 1;
    for (size_t t = 0; t < terms; t++)
        add_rank_one(&m, pow(10, -0.5 * (double)t), 1000 + t, 0.5);
    sum_rows(&m);
    return m;
}

/* Makes a and b twins: two words of the same documents with the same counts. */
static void make_twins(matrix *m, size_t a, size_t b)
{
    size_t n = m->n;
    for (size_t j = 0; j < n; j++)
        if (j != a && j != b)
            m->c[b * n + j] = m->c[j * n + b] = m->c[a * n + j];
    m->c[b * n + b] = m->c[a * n + a];
    sum_rows(m);
}

/* The rule of jsmf/anchors.h, every residual explicit. Returns how many anchors there are, up to k. */
static size_t explicit_qr(const matrix *m, const bool *candidate, size_t k, size_t *s, double *residuals)
{
    size_t n = m->n, found = 0;
    double *rows = calloc(n * n, sizeof *rows), *first = calloc(n, sizeof *first), *q = malloc(n * sizeof *q);
    bool *out = calloc(n, sizeof *out);
    for (size_t i = 0; i < n * n; i++)
        rows[i] = m->sums[i / n] > 0 ? m->c[i] / m->sums[i / n] : 0;
    for (; found < k; found++) {
        double most = 0, *u = q;
        for (size_t i = 0; i < n; i++) {
            u[i] = 0;
            for (size_t j = 0; j < n; j++)
                u[i] += rows[i * n + j] * rows[i * n + j];
            if (found == 0)
                first[i] = u[i];
            out[i] = out[i] || !(u[i] > 0) || u[i] < 1e-9 * first[i] || (candidate && !candidate[i]);
            most = out[i] ? most : fmax(most, u[i]);
        }
        for (s[found] = 0; s[found] < n && (out[s[found]] || u[s[found]] < (1 - 1e-9) * most);)
            s[found]++;
        if (s[found] == n)
            break;
        residuals[found] = sqrt(u[s[found]]);
        out[s[found]] = true;
        for (size_t j = 0; j < n; j++)
            q[j] = rows[s[found] * n + j] / residuals[found];
        for (size_t i = 0; i < n; i++) {
            double product = 0;
            for (size_t j = 0; j < n; j++)
                product += rows[i * n + j] * q[j];
            for (size_t j = 0; j < n; j++)
                rows[i * n + j] -= product * q[j];
        }
    }
    free(rows);
    free(first);
    free(q);
    free(out);
    return found;
}

static jsmf_status run(jsmf_context *ctx, const matrix *m, const jsmf_anchors_options *options, int64_t *s,
                       double *residuals)
{
    jsmf_operator *op;
    jsmf_status status = jsmf_operator_dense(ctx, m->n, m->c, &op);
    if (status == JSMF_OK)
        status = jsmf_anchors_select(ctx, op, m->sums, options, s, residuals);
    jsmf_operator_free(op);
    return status;
}

static void assert_same_as_explicit(const matrix *m, size_t k, double tolerance)
{
    jsmf_context *ctx = jsmf_context_new();
    size_t *expected = malloc(k * sizeof *expected);
    double *distances = malloc(k * sizeof *distances), *residuals = malloc(k * sizeof *residuals);
    int64_t *s = malloc(k * sizeof *s);
    assert_int_equal(explicit_qr(m, NULL, k, expected, distances), k);
    assert_ok(ctx, run(ctx, m, &(jsmf_anchors_options){ .k = k }, s, residuals));
    for (size_t j = 0; j < k; j++) {
        assert_int_equal(s[j], expected[j]);
        assert_true(fabs(residuals[j] / distances[j] - 1) < tolerance);
    }
    free(expected);
    free(distances);
    free(residuals);
    free(s);
    jsmf_context_free(ctx);
}

static void anchors_are_those_of_an_explicit_qr(void **state)
{
    matrix m = corpus_like(300, 200);
    (void)state;
    assert_same_as_explicit(&m, 100, 1e-10);
    free_matrix(&m);
}

/* Every word twice, with sums that differ in the last bits, so that each pivot is a tie; down to residuals whose
 * squares are 1e-9 of the first; then there are no more. */
static void anchors_and_ties_stay_right_where_cancellation_bites(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    matrix m = graded(200, 20);
    size_t expected[20], count;
    double residuals[20];
    char text[64];
    int64_t s[20];
    (void)state;
    for (size_t i = 0; i < 200 * 200; i++)
        m.c[i] = m.c[i / 200 % 100 * 200 + i % 100];
    sum_rows(&m);
    for (size_t i = 0; i < 200; i++)
        m.sums[i] *= 1 - 1e-15 * (double)(i % 7);
    count = explicit_qr(&m, NULL, 20, expected, residuals);
    assert_in_range(count, 5, 19);
    assert_same_as_explicit(&m, count, 1e-9);
    assert_int_equal(run(ctx, &m, &(jsmf_anchors_options){ .k = count + 1 }, s, residuals), JSMF_ENUMERIC);
    snprintf(text, sizeof text, "only %zu anchors", count);
    assert_says(ctx, text);
    free_matrix(&m);
    jsmf_context_free(ctx);
}

static void too_many_topics_are_refused_with_the_number_of_anchors(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    matrix m = make_matrix(120);
    size_t expected[120];
    double residuals[120];
    int64_t s[120];
    (void)state;
    for (size_t t = 0; t < 17; t++)
        add_rank_one(&m, 1, t, 0.4);
    sum_rows(&m);
    assert_int_equal(explicit_qr(&m, NULL, 40, expected, residuals), 17);
    assert_ok(ctx, run(ctx, &m, &(jsmf_anchors_options){ .k = 17 }, s, residuals));
    assert_int_equal(run(ctx, &m, &(jsmf_anchors_options){ .k = 18 }, s, residuals), JSMF_ENUMERIC);
    assert_says(ctx, "only 17 anchors for 18 topics");
    jsmf_context_clear(ctx);
    assert_int_equal(run(ctx, &m, &(jsmf_anchors_options){ .k = 121 }, s, residuals), JSMF_EUSAGE);
    free_matrix(&m);
    jsmf_context_free(ctx);
}

/* The sums of twins' rows differ in their last bits by the order of addition; the lower index must win all the same. */
static void the_lower_of_two_twins_is_chosen(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    size_t chosen = 0;
    (void)state;
    for (size_t trial = 0; trial < 40; trial++) {
        matrix m = corpus_like(60, 50);
        size_t expected[20];
        double distances[20], residuals[20];
        int64_t s[20];
        explicit_qr(&m, NULL, 12, expected, distances);
        size_t a = expected[trial % 12], b = (a + 7 + trial) % 60;
        make_twins(&m, a, b);
        m.sums[a > b ? a : b] *= 1 - 3e-16; /* favours the higher one, below the rule's 1e-9 */
        assert_ok(ctx, run(ctx, &m, &(jsmf_anchors_options){ .k = 20 }, s, residuals));
        for (size_t j = 0; j < 20; j++) {
            bool higher_before = false;
            if (s[j] != (int64_t)(a < b ? a : b))
                continue;
            for (size_t i = 0; i < j; i++)
                higher_before = higher_before || s[i] == (int64_t)(a > b ? a : b);
            assert_false(higher_before);
            chosen++;
        }
        free_matrix(&m);
    }
    assert_true(chosen >= 20);
    jsmf_context_free(ctx);
}

static void equal_residuals_go_by_index(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    matrix m = make_matrix(100);
    double residuals[100];
    int64_t s[100];
    (void)state;
    for (size_t i = 0; i < 100; i++)
        m.c[i * 100 + i] = 1 + (double)(i % 3);
    sum_rows(&m);
    assert_ok(ctx, run(ctx, &m, &(jsmf_anchors_options){ .k = 100 }, s, residuals));
    for (int64_t j = 0; j < 100; j++) {
        assert_int_equal(s[j], j);
        assert_true(residuals[j] == 1);
    }
    free_matrix(&m);
    jsmf_context_free(ctx);
}

static void rare_words_can_be_kept_out(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    matrix m = corpus_like(100, 80);
    int64_t df[100], s[20];
    bool candidate[100];
    size_t expected[20];
    double distances[20], residuals[20];
    (void)state;
    for (size_t i = 0; i < 100; i++) {
        df[i] = (int64_t)(i * 7 % 10);
        candidate[i] = df[i] >= 4;
    }
    explicit_qr(&m, candidate, 20, expected, distances);
    assert_ok(ctx, run(ctx, &m, &(jsmf_anchors_options){ .k = 20, .df = df, .min_df = 4 }, s, residuals));
    for (size_t j = 0; j < 20; j++) {
        assert_int_equal(s[j], expected[j]);
        assert_true(df[s[j]] >= 4);
    }
    assert_int_equal(run(ctx, &m, &(jsmf_anchors_options){ .k = 20, .df = df, .min_df = 9 }, s, residuals),
                     JSMF_ENUMERIC);
    assert_says(ctx, "only 10 anchors");
    jsmf_context_clear(ctx);
    assert_int_equal(run(ctx, &m, &(jsmf_anchors_options){ .k = 20, .min_df = 4 }, s, residuals), JSMF_EUSAGE);
    free_matrix(&m);
    jsmf_context_free(ctx);
}

static void a_word_without_mass_is_never_an_anchor(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    matrix m = corpus_like(60, 80);
    double residuals[58];
    int64_t s[58];
    (void)state;
    for (size_t j = 0; j < 60; j++)
        m.c[5 * 60 + j] = m.c[j * 60 + 5] = m.c[40 * 60 + j] = m.c[j * 60 + 40] = 0;
    sum_rows(&m);
    assert_ok(ctx, run(ctx, &m, &(jsmf_anchors_options){ .k = 50 }, s, residuals));
    for (size_t j = 0; j < 50; j++) {
        assert_true(isfinite(residuals[j]));
        assert_true(s[j] != 5 && s[j] != 40);
    }
    free_matrix(&m);
    jsmf_context_free(ctx);
}

static void rows_too_large_to_square_are_told_of(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    matrix m = make_matrix(3);
    int64_t s[2];
    double residuals[2];
    (void)state;
    m.c[0] = 1e200;
    m.c[4] = m.c[8] = 1;
    sum_rows(&m);
    assert_ok(ctx, run(ctx, &m, &(jsmf_anchors_options){ .k = 2 }, s, residuals));
    m.c[4] = 1e180;
    sum_rows(&m);
    assert_int_equal(run(ctx, &m, &(jsmf_anchors_options){ .k = 2 }, s, residuals), JSMF_ENUMERIC);
    assert_says(ctx, "only 1 anchor for 2 topics: the rows of 2 words are too large");
    free_matrix(&m);
    jsmf_context_free(ctx);
}

static void threads_do_not_change_a_bit(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    matrix m = corpus_like(300, 200);
    double one[60], three[60];
    int64_t s_one[60], s_three[60];
    (void)state;
    assert_ok(ctx, run(ctx, &m, &(jsmf_anchors_options){ .k = 60 }, s_one, one));
    jsmf_context_set_threads(ctx, 3);
    assert_ok(ctx, run(ctx, &m, &(jsmf_anchors_options){ .k = 60 }, s_three, three));
    assert_memory_equal(one, three, sizeof one);
    assert_memory_equal(s_one, s_three, sizeof s_one);
    free_matrix(&m);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(anchors_are_those_of_an_explicit_qr),
        cmocka_unit_test(anchors_and_ties_stay_right_where_cancellation_bites),
        cmocka_unit_test(too_many_topics_are_refused_with_the_number_of_anchors),
        cmocka_unit_test(the_lower_of_two_twins_is_chosen),
        cmocka_unit_test(equal_residuals_go_by_index),
        cmocka_unit_test(rare_words_can_be_kept_out),
        cmocka_unit_test(a_word_without_mass_is_never_an_anchor),
        cmocka_unit_test(rows_too_large_to_square_are_told_of),
        cmocka_unit_test(threads_do_not_change_a_bit),
    };
    return cmocka_run_group_tests_name("anchors", tests, NULL, NULL);
}
