/* anchors: some are given, the others chosen, as Gram and Schmidt would. */
#include "unit.h"

#include "jsmf/anchors.h"
#include "base/base_inner.h"
#include "operator/operator_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 120, RANK = 40, K = 12 };

/* C = M M', M's entries uneven. */
static void make_c(double c[N * N])
{
    double *m = malloc(N * RANK * sizeof *m);
    for (size_t i = 0; i < N * RANK; i++)
        m[i] = pow(jsmf_random_uniform(7, 1, i), 4) * (1 + 5 * jsmf_random_uniform(7, 2, i / RANK));
    for (size_t i = 0; i < N; i++)
        for (size_t j = 0; j < N; j++) {
            c[i * N + j] = 0;
            for (size_t l = 0; l < RANK; l++)
                c[i * N + j] += m[i * RANK + l] * m[j * RANK + l];
        }
    free(m);
}

/* Takes the unit vectors q (count) off the row, twice, and returns what is left of its length. */
static double take_off(const double *q, size_t count, double *row)
{
    double square = 0;
    for (size_t l = 0; l < 2 * count; l++) {
        const double *v = q + l % count * N;
        double product = 0;
        for (size_t j = 0; j < N; j++)
            product += v[j] * row[j];
        for (size_t j = 0; j < N; j++)
            row[j] -= product * v[j];
    }
    for (size_t j = 0; j < N; j++)
        square += row[j] * row[j];
    return sqrt(square);
}

/* Appends the mean of the words' rows of Cbar to q. */
static double append(const double *cbar, const int64_t *words, size_t length, double *q, size_t count)
{
    double *row = q + count * N, left;
    memset(row, 0, N * sizeof *row);
    for (size_t w = 0; w < length; w++)
        for (size_t j = 0; j < N; j++)
            row[j] += cbar[(size_t)words[w] * N + j] / (double)length;
    left = take_off(q, count, row);
    for (size_t j = 0; j < N; j++)
        row[j] /= left;
    return left;
}

static size_t farthest(const double *cbar, const bool *open, const double *q, size_t count)
{
    double best = 0, row[N];
    size_t winner = 0;
    for (size_t i = 0; i < N; i++) {
        if (!open[i])
            continue;
        memcpy(row, cbar + i * N, sizeof row);
        const double left = take_off(q, count, row);
        if (left > best) {
            best = left;
            winner = i;
        }
    }
    return winner;
}

/* expected (K): the first word of each topic; residuals (K): in the order of the topics. */
static void gram_schmidt(const double *c, const int64_t *words, const size_t *first, const int64_t *df, int64_t min_df,
                         int64_t *expected, double *residuals)
{
    double *cbar = malloc(N * N * sizeof *cbar), *q = malloc(K * N * sizeof *q);
    bool open[N];
    size_t count = 0;
    for (size_t i = 0; i < N; i++) {
        double sum = 0;
        for (size_t j = 0; j < N; j++)
            sum += c[i * N + j];
        for (size_t j = 0; j < N; j++)
            cbar[i * N + j] = c[i * N + j] / sum;
        open[i] = df[i] >= min_df;
    }
    for (size_t w = 0; w < first[K]; w++)
        open[words[w]] = false;
    for (size_t j = 0; j < K; j++)
        if (first[j + 1] > first[j])
            append(cbar, words + first[j], first[j + 1] - first[j], q, count++);
    for (size_t j = 0; j < K; j++) {
        if (first[j + 1] > first[j]) {
            expected[j] = words[first[j]];
            continue;
        }
        expected[j] = (int64_t)farthest(cbar, open, q, count);
        open[expected[j]] = false;
        append(cbar, &expected[j], 1, q, count++);
    }
    for (size_t j = 0; j < K; j++) {
        const bool given = first[j + 1] > first[j];
        residuals[j] = append(cbar, given ? words + first[j] : &expected[j], given ? first[j + 1] - first[j] : 1, q, j);
    }
    free(cbar);
    free(q);
}

/* The model's anchors of several words are those given, in their order. */
static void assert_has_words(const jsmf_model *m, const int64_t *words, const size_t *first)
{
    for (size_t j = 0, w = 0; m->anchor_count > 0 && j < K; j++) {
        for (size_t l = first[j]; l < jsmf_greatest(first[j + 1], first[j] + 1); l++, w++) {
            assert_int_equal(m->anchor_topics[w], j);
            assert_int_equal(m->anchor_words[w], first[j + 1] > first[j] ? words[l] : m->s[j]);
        }
    }
}

static void assert_completed(const int64_t *words, const size_t *first, int64_t min_df)
{
    jsmf_context *ctx = jsmf_context_new();
    double *c = malloc(N * N * sizeof *c), residuals[K];
    int64_t expected[K], df[N];
    jsmf_operator *op;
    jsmf_model m;
    make_c(c);
    for (size_t i = 0; i < N; i++)
        df[i] = (int64_t)(i * 37 % 100);
    gram_schmidt(c, words, first, df, min_df, expected, residuals);
    const jsmf_anchors_aw_options o = { .anchors = { .k = K, .df = df, .min_df = min_df },
                                        .given = words,
                                        .given_first = first };
    jsmf_context_set_threads(ctx, 2);
    assert_ok(ctx, jsmf_operator_dense(ctx, N, c, &op));
    assert_ok(ctx, jsmf_anchors_aw(ctx, op, &o, &m, NULL));
    for (size_t j = 0; j < K; j++) {
        assert_int_equal(m.s[j], expected[j]);
        assert_true(fabs(m.residuals[j] / residuals[j] - 1) < 1e-9);
    }
    assert_has_words(&m, words, first);
    jsmf_model_free(&m);
    jsmf_operator_free(op);
    free(c);
    jsmf_context_free(ctx);
}

static const int64_t words[] = { 5, 90, 17, 44, 3, 61 };

static void the_first_topics_are_given(void **state)
{
    const size_t one_each[K + 1] = { 0, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3 };
    const size_t several[K + 1] = { 0, 3, 4, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6 };
    (void)state;
    assert_completed(words, one_each, 0);
    assert_completed(words, several, 0);
}

static void topics_between_are_chosen(void **state)
{
    const size_t first[K + 1] = { 0, 0, 2, 2, 2, 3, 3, 3, 3, 3, 3, 6, 6 };
    (void)state;
    assert_completed(words, first, 0);
}

static void no_topic_is_given(void **state)
{
    const size_t first[K + 1] = { 0 };
    (void)state;
    assert_completed(words, first, 0);
}

static void a_limit_is_for_those_that_are_chosen(void **state)
{
    const size_t first[K + 1] = { 0, 0, 2, 2, 2, 3, 3, 3, 3, 3, 3, 6, 6 };
    (void)state;
    assert_completed(words, first, 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_topics_are_given),
        cmocka_unit_test(topics_between_are_chosen),
        cmocka_unit_test(no_topic_is_given),
        cmocka_unit_test(a_limit_is_for_those_that_are_chosen),
    };
    return cmocka_run_group_tests_name("rest", tests, NULL, NULL);
}
