/* What a model says of anchors once its topics have moved: which still hold, and what their rows of C would be. */
#include "unit.h"

#include "model/model_inner.h"

#include <math.h>
#include <stdlib.h>

enum { WORDS = 4, TOPICS = 3 };

/* By p(topic | word) words 0 and 1 are topic 0's, word 2 is half of topic 1, word 3 is no topic's mainly. */
static double bbar[TOPICS * WORDS] = { 1, 0.6, 0.25, 0.4, /**/ 0, 0.2, 0.5, 0.3, /**/ 0, 0.2, 0.25, 0.3 };

static void anchors_stay_where_they_hold(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    int64_t s[TOPICS] = { 0, 2, 3 };
    const jsmf_model from = { .n = WORDS, .k = TOPICS, .s = s };
    jsmf_model m = { .n = WORDS, .k = TOPICS, .bbar = bbar };
    (void)state;
    assert_ok(ctx, jsmf_model_keep_anchors(ctx, &from, &m));
    assert_int_equal(m.s[0], 0);
    assert_int_equal(m.s[1], 2);
    assert_int_equal(m.s[2], JSMF_NO_ANCHOR);
    assert_null(m.anchor_words);
    for (size_t k = 0; k < TOPICS; k++)
        assert_true(jsmf_model_anchor_holds(&m, k) == (k < 2));
    free(m.s);

    /* What was none does not become one. */
    s[0] = JSMF_NO_ANCHOR;
    assert_ok(ctx, jsmf_model_keep_anchors(ctx, &from, &m));
    assert_int_equal(m.s[0], JSMF_NO_ANCHOR);
    free(m.s);

    m.s = NULL;
    assert_ok(ctx, jsmf_model_keep_anchors(ctx, &(jsmf_model){ .n = WORDS, .k = TOPICS }, &m));
    assert_null(m.s);
    assert_false(jsmf_model_anchor_holds(&m, 0));
    jsmf_context_free(ctx);
}

static void check_lists(const int64_t *words, const int64_t *topics, size_t count, const int64_t *s, size_t kept,
                        const int64_t *kept_words)
{
    jsmf_context *ctx = jsmf_context_new();
    int64_t firsts[TOPICS] = { words[0], words[count - 2], words[count - 1] };
    jsmf_model from = { .n = WORDS, .k = TOPICS, .s = firsts, .anchor_count = count }, m = { .n = WORDS, .k = TOPICS };
    from.anchor_words = (int64_t *)words;
    from.anchor_topics = (int64_t *)topics;
    m.bbar = bbar;
    assert_ok(ctx, jsmf_model_keep_anchors(ctx, &from, &m));
    assert_memory_equal(m.s, s, TOPICS * sizeof *s);
    assert_int_equal(m.anchor_count, kept);
    assert_true((m.anchor_words == NULL) == (kept == 0));
    for (size_t t = 0; t < kept; t++)
        assert_int_equal(m.anchor_words[t], kept_words[t]);
    m.bbar = NULL;
    jsmf_model_free(&m);
    jsmf_context_free(ctx);
}

static void of_several_words_of_a_topic_those_stay_that_hold(void **state)
{
    (void)state;
    /* Topic 0 keeps two of three and begins with its second; topic 2 none. */
    check_lists((const int64_t[]){ 3, 1, 0, 2, 3 }, (const int64_t[]){ 0, 0, 0, 1, 2 }, 5,
                (const int64_t[]){ 1, 2, -1 }, 3, (const int64_t[]){ 1, 0, 2 });
    /* No topic keeps several: S says all. */
    check_lists((const int64_t[]){ 3, 1, 2, 3 }, (const int64_t[]){ 0, 0, 1, 2 }, 4, (const int64_t[]){ 1, 2, -1 }, 0,
                NULL);
}

static void rows_of_ideal_anchors_are_mixed_by_the_correlations(void **state)
{
    double b[4 * 2] = { 1, 0, /**/ 0, 0.5, /**/ 0, 0.5, /**/ 0, 0 }, a[4] = { 0.3, 0.1, /**/ 0.1, 0.5 };
    const double rows[2 * 4] = { 0.75, 0.125, 0.125, 0, /**/ 1. / 6, 2.5 / 6, 2.5 / 6, 0 };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_model m = { .n = 4, .k = 2, .b = b, .a = a };
    (void)state;
    assert_ok(ctx, jsmf_model_imply_canchor(ctx, &m));
    for (size_t i = 0; i < 8; i++)
        assert_true(fabs(m.canchor[i] - rows[i]) <= 1e-15);
    free(m.canchor);
    a[2] = a[3] = 0; /* a topic without mass */
    assert_ok(ctx, jsmf_model_imply_canchor(ctx, &m));
    for (size_t i = 0; i < 4; i++)
        assert_true(m.canchor[4 + i] == 0);
    free(m.canchor);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(anchors_stay_where_they_hold),
        cmocka_unit_test(of_several_words_of_a_topic_those_stay_that_hold),
        cmocka_unit_test(rows_of_ideal_anchors_are_mixed_by_the_correlations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
