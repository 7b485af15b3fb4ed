/* What is shown of a model: the largest of many, widths on a terminal, the summary. */
#include "unit.h"

#include "base/base_inner.h"
#include "jsmf/io.h"
#include "jsmf/model.h"

#include <math.h>

static void the_top_is_that_of_a_full_sort(void **state)
{
    double values[200];
    size_t top[200];
    (void)state;
    for (uint64_t trial = 0; trial < 300; trial++) {
        size_t n = 1 + trial % 100, count = trial % 13, found;
        for (size_t i = 0; i < 200; i++)
            values[i] = floor(8 * jsmf_random_uniform(1, trial, i)); /* with many equals */
        found = jsmf_top(n, values, 2, 0, count, top);
        for (size_t rank = 0; rank < found; rank++) {
            size_t before = 0; /* how many are larger, or equal and earlier */
            for (size_t i = 0; i < n; i++)
                before += values[2 * i] > values[2 * top[rank]] ||
                          (values[2 * i] == values[2 * top[rank]] && i < top[rank]);
            assert_int_equal(before, rank);
            assert_true(values[2 * top[rank]] > 0);
        }
        size_t positive = 0;
        for (size_t i = 0; i < n; i++)
            positive += values[2 * i] > 0;
        assert_int_equal(found, positive < count ? positive : count);
    }
}

static void letters_take_their_columns(void **state)
{
    (void)state;
    assert_int_equal(jsmf_utf8_width(""), 0);
    assert_int_equal(jsmf_utf8_width("topic"), 5);
    assert_int_equal(jsmf_utf8_width("caf\xc3\xa9"), 4);                        /* e acute, one letter */
    assert_int_equal(jsmf_utf8_width("cafe\xcc\x81"), 4);                       /* e and a combining acute */
    assert_int_equal(jsmf_utf8_width("\xe8\xa9\xb1\xe9\xa1\x8c"), 4);           /* two Chinese characters */
    assert_int_equal(jsmf_utf8_width("\xed\x86\xa0\xed\x94\xbd"), 4);           /* two Hangul syllables */
    assert_int_equal(jsmf_utf8_width("\xe1\x84\x92\xe1\x85\xa1\xe1\x86\xab"), 2); /* one, from its letters */
    assert_int_equal(jsmf_utf8_width("\xf0\x9f\x98\x80"), 2);                   /* an emoji */
    assert_int_equal(jsmf_utf8_width("\xce\xb8\xd0\xb6\xd7\xa9"), 3);           /* Greek, Cyrillic, Hebrew */
    assert_int_equal(jsmf_utf8_width("\xef\xbc\xa1\xef\xbd\xb1"), 3);           /* full-width A, half-width katakana */
}

/* Three topics of four words. */
static double b[12] = { 0.5, 0, 0.1, /**/ 0.5, 0, 0.2, /**/ 0, 0.3, 0.3, /**/ 0, 0.7, 0.4 };
static double a[9] = { 0.3, 0.05, 0.05, /**/ 0.05, 0.2, 0.15, /**/ 0.05, 0.15, 0 };
static double canchor[12] = { 0.1, 0.9, 0, 0, /**/ 0, 0, 0.5, 0.5, /**/ 0.25, 0.25, 0.25, 0.25 };

static void a_summary_ranks_words_and_topics(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_model m = { .n = 4, .k = 3, .b = b, .a = a, .canchor = canchor };
    jsmf_model_summary s;
    const size_t words[9] = { 0, 1, JSMF_NONE, 3, 2, JSMF_NONE, 3, 2, 1 };
    const size_t neighbours[9] = { 1, 0, JSMF_NONE, 2, 3, JSMF_NONE, 0, 1, 2 };
    const size_t related[6] = { JSMF_NONE, JSMF_NONE, 2, JSMF_NONE, 1, JSMF_NONE };
    (void)state;
    assert_ok(ctx, jsmf_model_summary_make(ctx, &m, 3, 5, &s));
    assert_int_equal(s.words, 3);
    assert_int_equal(s.related, 2);
    assert_memory_equal(s.prominent, words, sizeof words);
    assert_memory_equal(s.characteristic, neighbours, sizeof neighbours);
    assert_memory_equal(s.topics, related, sizeof related);
    assert_true(fabs(s.weight[0] - 0.4) < 1e-15 && fabs(s.weight[1] - 0.4) < 1e-15 && fabs(s.weight[2] - 0.2) < 1e-15);
    assert_true(s.lift[0] == 0); /* topics 0 and 2 meet less than by chance */
    assert_true(fabs(s.lift[2] - 0.15 / (0.4 * 0.2)) < 1e-14);
    jsmf_model_summary_free(&s);
    jsmf_context_free(ctx);
}

/* A model made by hand may hold B alone; with Bbar and unigram there are weights: p(topic) = sum of p(topic | word)
 * p(word). */
static void a_summary_does_with_what_there_is(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_model m = { .n = 4, .k = 3, .b = b };
    double bbar[12] = { 1, 1, 0, 0, /**/ 0, 0, 1, 0.5, /**/ 0, 0, 0, 0.5 }, unigram[4] = { 0.1, 0.2, 0.3, 0.4 };
    jsmf_model_summary s;
    (void)state;
    assert_ok(ctx, jsmf_model_summary_make(ctx, &m, 10, 3, &s));
    assert_int_equal(s.words, 4);
    assert_true(!s.weight && !s.characteristic && !s.topics);
    jsmf_model_summary_free(&s);
    m.bbar = bbar;
    m.unigram = unigram;
    assert_ok(ctx, jsmf_model_summary_make(ctx, &m, 1, 0, &s));
    assert_true(fabs(s.weight[0] - 0.3) < 1e-15 && fabs(s.weight[1] - 0.5) < 1e-15 && fabs(s.weight[2] - 0.2) < 1e-15);
    jsmf_model_summary_free(&s);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_top_is_that_of_a_full_sort),
        cmocka_unit_test(letters_take_their_columns),
        cmocka_unit_test(a_summary_ranks_words_and_topics),
        cmocka_unit_test(a_summary_does_with_what_there_is),
    };
    return cmocka_run_group_tests_name("summary", tests, NULL, NULL);
}
