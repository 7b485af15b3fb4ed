/* anchors: how rare an anchor may be. */
#include "unit.h"

#include "anchors/anchors_inner.h"
#include "operator/operator_inner.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 400 };

/* The limit for k anchors among n words of these document frequencies, all of them with mass. */
static jsmf_anchors_limit limit_of(size_t n, const int64_t *df, int64_t documents, size_t k)
{
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_anchors_options o = { .k = k, .df = df, .documents = documents, .min_df = JSMF_ANCHORS_AUTO };
    jsmf_anchors_limit limit;
    assert_ok(ctx, jsmf_anchors_find_limit(ctx, n, NULL, &o, &limit));
    jsmf_context_free(ctx);
    assert_true(limit.probability == 0);
    return limit;
}

static void assert_limit(jsmf_anchors_limit limit, int64_t df, size_t words)
{
    assert_int_equal(limit.df, df);
    assert_int_equal(limit.words, words);
}

/* 300 words of 1, 2, ..., 300 documents, in an order of no use. */
static void fill(int64_t df[300])
{
    for (size_t i = 0; i < 300; i++)
        df[i] = (int64_t)(i * 7 % 300) + 1;
}

static void half_a_per_cent_and_ten_documents(void **state)
{
    int64_t df[300];
    (void)state;
    fill(df);
    assert_limit(limit_of(300, df, 4000, 5), 20, 281);
    assert_limit(limit_of(300, df, 4001, 5), 21, 280); /* 20.005 documents */
    assert_limit(limit_of(300, df, 2000, 5), 10, 291);
    assert_limit(limit_of(300, df, 1999, 5), 10, 291);
    assert_limit(limit_of(300, df, 2001, 5), 11, 290);
    assert_limit(limit_of(300, df, 30, 5), 10, 291);
}

/* Five words a topic, a third of the words, a word a topic: what is left is the least of the first two, or the last. */
static void enough_words_are_left(void **state)
{
    int64_t df[300];
    (void)state;
    fill(df);
    assert_limit(limit_of(300, df, 60000, 2), 291, 10); /* the limit was 300, which leaves 1 */
    assert_limit(limit_of(300, df, 58200, 2), 291, 10); /* exactly as many */
    assert_limit(limit_of(300, df, 58000, 2), 290, 11);
    assert_limit(limit_of(300, df, 60000, 20), 201, 100); /* 5 k = N / 3 */
    assert_limit(limit_of(300, df, 60000, 21), 201, 100);
    assert_limit(limit_of(300, df, 60000, 61), 201, 100); /* above N / 5 */
    assert_limit(limit_of(300, df, 60000, 100), 201, 100);
    assert_limit(limit_of(300, df, 60000, 101), 200, 101);
    assert_limit(limit_of(300, df, 60000, 299), 2, 299);
}

static void words_of_one_frequency_stay_together(void **state)
{
    int64_t df[60];
    (void)state;
    for (size_t i = 0; i < 60; i++)
        df[i] = i % 3 == 0 ? 7 : 3;
    assert_limit(limit_of(60, df, 100, 2), 7, 20);  /* ten are enough */
    assert_limit(limit_of(60, df, 100, 20), 7, 20); /* as many as there are */
    assert_limit(limit_of(60, df, 100, 21), 3, 60);
}

static void few_words_have_no_limit(void **state)
{
    const int64_t df[5] = { 9, 1, 2, 2, 1 };
    (void)state;
    assert_limit(limit_of(5, df, 12, 5), 0, 5);
    assert_limit(limit_of(5, df, 12, 6), 0, 5);
    assert_limit(limit_of(5, df, 12, 3), 2, 3);
    assert_limit(limit_of(5, df, 12, 4), 1, 5);
    assert_limit(limit_of(5, df, 12, 1), 9, 1);
    assert_limit(limit_of(0, df, 12, 1), 0, 0);
}

static void the_most_frequent_word_stands_for_all_documents(void **state)
{
    int64_t df[300];
    (void)state;
    fill(df);
    df[17] = 4400;
    assert_limit(limit_of(300, df, 0, 5), 22, limit_of(300, df, 4400, 5).words);
}

/* Words without mass are neither counted nor among the N of N / 3. */
static void words_without_mass_do_not_count(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    int64_t df[MOST];
    double sums[MOST];
    jsmf_anchors_options o = { .k = 20, .df = df, .documents = 60000, .min_df = JSMF_ANCHORS_AUTO };
    jsmf_anchors_limit limit;
    (void)state;
    fill(df);
    for (size_t i = 0; i < MOST; i++) {
        df[i] = i < 300 ? df[i] : 100000;
        sums[i] = i < 300 ? 0.01 : i % 2 ? 0 : -1;
    }
    assert_ok(ctx, jsmf_anchors_find_limit(ctx, MOST, sums, &o, &limit));
    assert_limit(limit, 201, 100);
    o.k = 300;
    assert_ok(ctx, jsmf_anchors_find_limit(ctx, MOST, sums, &o, &limit));
    assert_limit(limit, 0, 300);
    o.min_df = 299;
    assert_ok(ctx, jsmf_anchors_find_limit(ctx, MOST, sums, &o, &limit));
    assert_limit(limit, 299, 2);
    jsmf_context_free(ctx);
}

static void frequent_words_are_counted(void **state)
{
    int64_t df[300], least;
    (void)state;
    fill(df);
    assert_int_equal(jsmf_anchors_frequent_words(300, df, 50000, &least), 51); /* 250 to 300 */
    assert_int_equal(least, 250);
    assert_int_equal(jsmf_anchors_frequent_words(300, df, 0, &least), 291);
    assert_int_equal(least, 10);
}

static void without_frequencies_probabilities_are_limited(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    double unigram[300];
    jsmf_anchors_options o = { .k = 4, .unigram = unigram, .min_df = JSMF_ANCHORS_AUTO };
    jsmf_anchors_limit limit;
    (void)state;
    for (size_t i = 0; i < 300; i++)
        unigram[i] = (double)(i * 7 % 300 + 1) / 45150;
    assert_ok(ctx, jsmf_anchors_find_limit(ctx, 300, NULL, &o, &limit));
    assert_true(limit.df == 0 && limit.probability == 0.0025); /* 0.01 / 4 */
    assert_int_equal(limit.words, 300 - 112);                  /* 113 / 45150 = 0.002503 */
    o.k = 1; /* 0.01 leaves none: 5 are enough */
    assert_ok(ctx, jsmf_anchors_find_limit(ctx, 300, NULL, &o, &limit));
    assert_true(limit.df == 0 && limit.probability == 296.0 / 45150);
    assert_int_equal(limit.words, 5);
    o.unigram = NULL;
    assert_ok(ctx, jsmf_anchors_find_limit(ctx, 300, NULL, &o, &limit));
    assert_true(limit.df == 0 && limit.probability == 0);
    assert_int_equal(limit.words, 300);
    jsmf_context_free(ctx);
}

static void what_is_asked_for_is_taken_as_it_is(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    int64_t df[300];
    const double unigram[2] = { 0.75, 0.25 };
    jsmf_anchors_options o = { .k = 20, .df = df, .documents = 4000, .min_df = 300 };
    jsmf_anchors_limit limit;
    (void)state;
    fill(df);
    assert_ok(ctx, jsmf_anchors_find_limit(ctx, 300, NULL, &o, &limit));
    assert_limit(limit, 300, 1);
    o.min_df = 0;
    assert_ok(ctx, jsmf_anchors_find_limit(ctx, 300, NULL, &o, &limit));
    assert_limit(limit, 0, 300);
    o = (jsmf_anchors_options){ .k = 1, .unigram = unigram, .min_probability = 0.75 };
    assert_ok(ctx, jsmf_anchors_find_limit(ctx, 2, NULL, &o, &limit));
    assert_true(limit.probability == 0.75 && limit.words == 1);
    o.unigram = NULL;
    assert_int_equal(jsmf_anchors_find_limit(ctx, 2, NULL, &o, &limit), JSMF_EUSAGE);
    jsmf_context_clear(ctx);
    o = (jsmf_anchors_options){ .k = 1, .min_df = 1 };
    assert_int_equal(jsmf_anchors_find_limit(ctx, 2, NULL, &o, &limit), JSMF_EUSAGE);
    jsmf_context_free(ctx);
}

/* A word of frequent documents that is alone in each: it has a row of rounding after rectification. */
static void words_without_mass_in_the_original_are_no_candidates(void **state)
{
    const double c[9] = { 0.3, 0.1, 1e-18, 0.1, 0.5, 0, 1e-18, 0, 0 }, sums[3] = { 0.4, 0.6, 1e-18 },
                 unigram[3] = { 0.4, 0.6, 0 };
    const int64_t df[3] = { 40, 60, 50 };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_operator *op;
    jsmf_anchors_options o = { .k = 2, .df = df, .documents = 100, .unigram = unigram, .min_df = JSMF_ANCHORS_AUTO };
    jsmf_anchors_limit limit;
    int64_t s[2];
    double residuals[2];
    (void)state;
    assert_ok(ctx, jsmf_operator_dense(ctx, 3, c, &op));
    assert_ok(ctx, jsmf_anchors_find_limit(ctx, 3, sums, &o, &limit));
    assert_int_equal(limit.words, 2);
    assert_ok(ctx, jsmf_anchors_select(ctx, op, sums, &o, s, residuals));
    assert_true(s[0] != 2 && s[1] != 2);
    jsmf_operator_free(op);
    jsmf_context_free(ctx);
}

/* ---- in a model ---- */

static void hear(void *arg, jsmf_level level, const char *text)
{
    if (level == JSMF_WARNING)
        strcat(strcat(arg, text), "\n");
}

/* Words that meet themselves, 0.1 of the mass each, but for the last two, which have one row. */
static void learn(size_t k, const int64_t *df, int64_t min_df, jsmf_model *m, jsmf_context *ctx)
{
    double c[100] = { 0 };
    const jsmf_anchors_aw_options o = { .anchors = { .k = k, .df = df, .documents = 10, .min_df = min_df } };
    jsmf_operator *op;
    for (size_t i = 0; i < 8; i++)
        c[i * 11] = 0.1;
    c[88] = c[89] = c[98] = c[99] = 0.05;
    assert_ok(ctx, jsmf_operator_dense(ctx, 10, c, &op));
    jsmf_recorded(jsmf_anchors_aw(ctx, op, &o, m, NULL));
    jsmf_operator_free(op);
}

static void a_model_tells_its_limit(void **state)
{
    const int64_t df[10] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 9 };
    jsmf_context *ctx = jsmf_context_new();
    char said[1024] = "";
    jsmf_model m;
    (void)state;
    jsmf_context_set_message(ctx, hear, said);
    learn(2, df, JSMF_ANCHORS_AUTO, &m, ctx);
    assert_ok(ctx, jsmf_context_status(ctx));
    assert_true(m.candidates == 3 && m.least_df == 8 && m.least_probability == 0);
    for (size_t j = 0; j < 2; j++)
        assert_true(df[m.s[j]] >= 8);
    assert_null(strstr(said, "any word"));
    jsmf_model_free(&m);
    jsmf_context_free(ctx);
}

/* The three most frequent words have two rows. */
static void words_of_one_row_open_the_choice_to_all(void **state)
{
    const int64_t df[10] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 9 };
    jsmf_context *ctx = jsmf_context_new();
    char said[1024] = "";
    jsmf_model m;
    (void)state;
    jsmf_context_set_message(ctx, hear, said);
    learn(3, df, 8, &m, ctx);
    assert_int_equal(jsmf_context_status(ctx), JSMF_ENUMERIC);
    assert_says(ctx, "only 2 anchors for 3 topics among the words of at least 8 documents");
    jsmf_context_clear(ctx);
    jsmf_model_free(&m);
    learn(3, df, JSMF_ANCHORS_AUTO, &m, ctx);
    assert_ok(ctx, jsmf_context_status(ctx));
    assert_non_null(strstr(said, "the 3 most frequent words cannot tell 3 topics apart"));
    assert_true(m.candidates == 10 && m.least_df == 0);
    jsmf_model_free(&m);
    jsmf_context_free(ctx);
}

static void too_few_words_are_told_before_the_work(void **state)
{
    const int64_t df[10] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 9 };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_model m;
    (void)state;
    learn(4, df, 8, &m, ctx);
    assert_int_equal(jsmf_context_status(ctx), JSMF_ENUMERIC);
    assert_says(ctx, "only 3 anchors for 4 topics among the words of at least 8 documents");
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(half_a_per_cent_and_ten_documents),
        cmocka_unit_test(enough_words_are_left),
        cmocka_unit_test(words_of_one_frequency_stay_together),
        cmocka_unit_test(few_words_have_no_limit),
        cmocka_unit_test(the_most_frequent_word_stands_for_all_documents),
        cmocka_unit_test(words_without_mass_do_not_count),
        cmocka_unit_test(frequent_words_are_counted),
        cmocka_unit_test(without_frequencies_probabilities_are_limited),
        cmocka_unit_test(what_is_asked_for_is_taken_as_it_is),
        cmocka_unit_test(words_without_mass_in_the_original_are_no_candidates),
        cmocka_unit_test(a_model_tells_its_limit),
        cmocka_unit_test(words_of_one_row_open_the_choice_to_all),
        cmocka_unit_test(too_few_words_are_told_before_the_work),
    };
    return cmocka_run_group_tests_name("limit", tests, NULL, NULL);
}
