/* anchors: what jsmf_anchors_aw and jsmf_anchors_law say where the model does not fit, and what they advise. */
#include "unit.h"

#include "jsmf/anchors.h"
#include "operator/operator_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void hear(void *arg, jsmf_level level, const char *text)
{
    char *said = arg;
    if (level == JSMF_WARNING)
        snprintf(said + strlen(said), 1024 - strlen(said), "%s\n", text);
}

static void assert_said(const char *said, const char *text, bool wanted)
{
    if ((strstr(said, text) != NULL) != wanted)
        fail_msg("\"%s\": %s \"%s\"", said, wanted ? "lacks" : "has", text);
}

static const char *words(void *arg, jsmf_remedy remedy, size_t number, char *text, size_t size)
{
    (void)arg;
    snprintf(text, size, "%s %zu",
             remedy == JSMF_REMEDY_ANCHORS_OF_ORIGINAL     ? "of original"
             : remedy == JSMF_REMEDY_ANCHORS_OF_RECTIFIED  ? "of rectified"
             : remedy == JSMF_REMEDY_ANCHORS_OF_COMPRESSED ? "of compressed"
             : remedy == JSMF_REMEDY_FEWER_TOPICS          ? "fewer topics"
             : remedy == JSMF_REMEDY_COMPRESS_TO_FEWER     ? "compress to"
                                                           : "another",
             number);
    return text;
}

/* What is said of one topic of the n x n matrix c; its error, where it has one. */
static void by_anchor_words(size_t n, size_t k, const double *c, bool rectified, char said[1024])
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_operator *op;
    const jsmf_anchors_aw_options o = { .anchors = { .k = k }, .rectified = rectified };
    jsmf_model m;
    said[0] = '\0';
    jsmf_context_set_message(ctx, hear, said);
    jsmf_context_set_remedies(ctx, words, NULL);
    assert_ok(ctx, jsmf_operator_dense(ctx, n, c, &op));
    if (jsmf_anchors_aw(ctx, op, &o, &m, NULL) != JSMF_OK)
        snprintf(said, 1024, "%s", jsmf_context_error(ctx));
    jsmf_model_free(&m);
    jsmf_operator_free(op);
    jsmf_context_free(ctx);
}

static void by_law(size_t n, size_t k, const double *y, char said[1024])
{
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_anchors_aw_options o = { .anchors = { .k = k } };
    jsmf_model m;
    said[0] = '\0';
    jsmf_context_set_message(ctx, hear, said);
    jsmf_context_set_remedies(ctx, words, NULL);
    if (jsmf_anchors_law(ctx, n, k, y, &o, false, &m, NULL) != JSMF_OK)
        snprintf(said, 1024, "%s", jsmf_context_error(ctx));
    jsmf_model_free(&m);
    jsmf_context_free(ctx);
}

/* Words that meet themselves alone, and one topic: A = C_ss / c_s^2 = (1/3) / (1/9) = 3. */
static void a_legality_far_from_one_is_told_with_what_to_do(void **state)
{
    const double apart[9] = { 1.0 / 3, 0, 0, 0, 1.0 / 3, 0, 0, 0, 1.0 / 3 }, half[4] = { 0.5, 0, 0, 0.5 },
                 y[4] = { 1, 1, 1, 0 };
    char said[1024];
    (void)state;
    by_anchor_words(3, 1, apart, false, said);
    assert_said(said, "correlations sum to 3 ", true);
    assert_said(said, "of original", true);
    by_anchor_words(3, 1, apart, true, said);
    assert_said(said, "correlations sum to 3 ", true);
    assert_said(said, "of original", false);
    assert_said(said, "of rectified", true);
    by_anchor_words(2, 1, half, false, said); /* 2 exactly */
    assert_string_equal(said, "");
    by_law(2, 2, y, said); /* the sum of Y Y' */
    assert_said(said, "correlations sum to 5 ", true);
    assert_said(said, "of compressed", true);
}

static void too_few_anchors_are_told_with_the_k_to_use(void **state)
{
    const double even[9] = { 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9, 1. / 9 },
                 y[6] = { 0.25, 0, 0.25, 0, 0.5, 0 };
    char said[1024];
    (void)state;
    by_anchor_words(3, 2, even, false, said);
    assert_said(said, "only 1 anchor for 2 topics", true);
    assert_said(said, "; fewer topics 1)", true);
    by_law(3, 2, y, said);
    assert_said(said, "only 1 anchor for 2 topics", true);
    assert_said(said, "; compress to 1)", true);
}

static void one_word_is_spoken_of_in_the_singular(void **state)
{
    const double c[9] = { 0.5, 0, 0, 0, 0.5, 0, 0, 0, 0 };
    char said[1024];
    (void)state;
    by_anchor_words(3, 2, c, true, said);
    assert_string_equal(said, "1 word without mass, which no topic has (rectification left nothing of the row of C)\n");
}

static void anchors_that_never_meet_are_told_with_what_to_do(void **state)
{
    const double c[4] = { 0, 0.5, 0.5, 0 };
    char said[1024];
    (void)state;
    by_anchor_words(2, 1, c, false, said);
    assert_said(said, "occurs with no anchor", true);
    assert_said(said, "of original", true);
    by_anchor_words(2, 1, c, true, said);
    assert_said(said, "occurs with no anchor", true);
    assert_said(said, "of original", false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_legality_far_from_one_is_told_with_what_to_do),
        cmocka_unit_test(too_few_anchors_are_told_with_the_k_to_use),
        cmocka_unit_test(one_word_is_spoken_of_in_the_singular),
        cmocka_unit_test(anchors_that_never_meet_are_told_with_what_to_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
