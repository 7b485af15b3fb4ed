/* Document completion, where the answer is known. */
#include "unit.h"

#include "jsmf/infer.h"
#include "jsmf/metrics.h"
#include "base/base_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

enum { DOCUMENTS = 40, TOKENS = 7 };

/* Document d has its seven tokens of word d % words alone: four are inferred from, three are scored. */
static jsmf_csr one_word_each(size_t words)
{
    jsmf_csr h = { .rows = DOCUMENTS, .cols = words };
    h.indptr = malloc((DOCUMENTS + 1) * sizeof *h.indptr);
    h.indices = malloc(DOCUMENTS * sizeof *h.indices);
    h.counts = malloc(DOCUMENTS * sizeof *h.counts);
    for (size_t d = 0; d <= DOCUMENTS; d++)
        h.indptr[d] = (int64_t)d;
    for (size_t d = 0; d < DOCUMENTS; d++) {
        h.indices[d] = (int32_t)(d % words);
        h.counts[d] = TOKENS;
    }
    return h;
}

static void quiet(void *arg, jsmf_level level, const char *text)
{
    char *said = arg;
    if (level == JSMF_WARNING)
        strcat(strcat(said, text), "\n");
}

/* What the metric is, and the warnings into said (1024 bytes). */
static double held_out(const jsmf_model *m, const jsmf_csr *h, int threads, uint64_t seed, char *said)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_metrics out;
    double value;
    said[0] = '\0';
    jsmf_context_set_message(ctx, quiet, said);
    jsmf_context_set_threads(ctx, threads);
    jsmf_context_set_seed(ctx, seed);
    assert_ok(ctx, jsmf_metrics_start(ctx, m, &out));
    assert_ok(ctx, jsmf_metrics_of_held_out(ctx, m, h, &out));
    value = jsmf_metrics_find(&out, "HeldOutLogProbability")->value;
    jsmf_metrics_free(&out);
    jsmf_context_free(ctx);
    return value;
}

static void one_topic_leaves_nothing_to_infer(void **state)
{
    double b[4] = { 0.5, 0.25, 0.125, 0.125 }, one = 1;
    const jsmf_model m = { .n = 4, .k = 1, .b = b, .a = &one, .legality = 1 };
    jsmf_csr h = one_word_each(4);
    char said[1024];
    (void)state;
    assert_near(held_out(&m, &h, 1, 1, said), -log(2) * (1 + 2 + 3 + 3) / 4, 1e-12);
    assert_string_equal(said, "");
    b[2] = 0.25; /* word 3 in no topic */
    b[3] = 0;
    assert_near(held_out(&m, &h, 1, 1, said), -log(2) * (1 + 2 + 2) / 3, 1e-12);
    assert_non_null(strstr(said, "30 of 120 tokens are of words that are in no topic: left out\n"));
    jsmf_csr_free(&h);
}

/* Whose first half is four times one word. */
static void compose_halves(const jsmf_model *m, size_t words, double *w)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_csr first = one_word_each(words);
    jsmf_infer *infer;
    for (size_t d = 0; d < DOCUMENTS; d++)
        first.counts[d] = 4;
    assert_ok(ctx, jsmf_infer_new(ctx, m, NULL, &jsmf_infer_defaults, &infer));
    assert_ok(ctx, jsmf_infer_compose(ctx, infer, &first, w, NULL));
    jsmf_infer_free(infer);
    jsmf_csr_free(&first);
    jsmf_context_free(ctx);
}

static void second_halves_are_scored_by_the_first_ones_compositions(void **state)
{
    double b[8] = { 0.7, 0.1, /**/ 0.2, 0.1, /**/ 0.05, 0.3, /**/ 0.05, 0.5 }, a[4] = { 0.4, 0.1, 0.1, 0.4 };
    const jsmf_model m = { .n = 4, .k = 2, .b = b, .a = a, .legality = 1.3 };
    double w[DOCUMENTS * 2], expected = 0;
    jsmf_csr h = one_word_each(4);
    char said[1024];
    (void)state;
    compose_halves(&m, 4, w);
    assert_true(w[0] > 0.6 && w[3 * 2] < 0.4);
    for (size_t d = 0; d < DOCUMENTS; d++)
        expected += log(b[d % 4 * 2] * w[2 * d] + b[d % 4 * 2 + 1] * w[2 * d + 1]) / DOCUMENTS;
    assert_near(held_out(&m, &h, 1, 1, said), expected, 1e-12);
    assert_string_equal(said, "");
    jsmf_csr_free(&h);
}

/* As many documents of each word, word by word across the batches' bounds. */
static void batches_change_nothing(void **state)
{
    enum { MANY = 2500 };
    double b[8] = { 0.7, 0.1, /**/ 0.2, 0.1, /**/ 0.05, 0.3, /**/ 0.05, 0.5 }, a[4] = { 0.4, 0.1, 0.1, 0.4 };
    const jsmf_model m = { .n = 4, .k = 2, .b = b, .a = a, .legality = 1 };
    jsmf_csr few = one_word_each(4), h = { .rows = MANY, .cols = 4 };
    char said[1024];
    (void)state;
    h.indptr = calloc(MANY + 1, sizeof *h.indptr);
    h.indices = calloc(MANY, sizeof *h.indices);
    h.counts = calloc(MANY, sizeof *h.counts);
    for (size_t d = 0; d < MANY; d++) {
        h.indptr[d + 1] = (int64_t)d + 1;
        h.indices[d] = (int32_t)(4 * d / MANY);
        h.counts[d] = TOKENS;
    }
    assert_near(held_out(&m, &h, 2, 1, said), held_out(&m, &few, 1, 1, said), 1e-12);
    jsmf_csr_free(&few);
    jsmf_csr_free(&h);
}

/* Beyond some tokens of a word, halves are even; two billion take no longer. */
static void any_number_of_tokens_is_halved(void **state)
{
    double b[3] = { 0.5, 0.25, 0.25 }, one = 1, few, many;
    const jsmf_model m = { .n = 3, .k = 1, .b = b, .a = &one, .legality = 1 };
    int64_t indptr[2] = { 0, 2 };
    int32_t indices[2] = { 0, 1 }, counts[2] = { 400, 400 };
    const jsmf_csr h = { .rows = 1, .cols = 3, .indptr = indptr, .indices = indices, .counts = counts };
    char said[1024];
    (void)state;
    few = held_out(&m, &h, 1, 2, said);
    counts[0] = counts[1] = INT32_MAX;
    many = held_out(&m, &h, 1, 2, said);
    assert_near(few, -1.5 * log(2), 0.1 * log(2));
    assert_true(few != -1.5 * log(2));
    assert_near(many, -1.5 * log(2), 1e-6);
    b[0] = 1;
    b[1] = b[2] = 0;
    counts[0] = 5000;
    counts[1] = 5001;
    held_out(&m, &h, 1, 2, said);
    assert_non_null(strstr(said, " of 5000 tokens "));
}

static void topics_that_are_empty_change_nothing(void **state)
{
    double b[12] = { 0.75, 0, 0, /**/ 0.25, 0, 0, /**/ 0, 0, 0.5, /**/ 0, 0, 0.5 }, two[8];
    double a[9] = { 0.5, 0, 0, /**/ 0, 0, 0, /**/ 0, 0, 0.5 }, a2[4] = { 0.5, 0, 0, 0.5 };
    const jsmf_model m = { .n = 4, .k = 3, .b = b, .a = a, .legality = 1 };
    const jsmf_model without = { .n = 4, .k = 2, .b = two, .a = a2, .legality = 1 };
    jsmf_csr h = one_word_each(4);
    char said[1024];
    double value;
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        two[2 * i] = b[3 * i];
        two[2 * i + 1] = b[3 * i + 2];
    }
    value = held_out(&m, &h, 1, 1, said);
    assert_non_null(strstr(said, "1 of 3 topics without mass"));
    assert_true(value == held_out(&without, &h, 1, 1, said));
    jsmf_csr_free(&h);
}

static void halves_depend_on_the_seed_alone(void **state)
{
    enum { WORDS = 30, MANY = 300 };
    double b[WORDS * 3], a[9] = { 0.2, 0.05, 0.1, /**/ 0.05, 0.2, 0.05, /**/ 0.1, 0.05, 0.2 }, sum[3] = { 0 }, first;
    const jsmf_model m = { .n = WORDS, .k = 3, .b = b, .a = a, .legality = 1 };
    jsmf_csr h = { .rows = MANY, .cols = WORDS };
    char said[1024];
    size_t used = 0;
    (void)state;
    for (size_t e = 0; e < WORDS * 3; e++)
        sum[e % 3] += b[e] = pow(jsmf_random_uniform(2, 1, e), 3);
    for (size_t e = 0; e < WORDS * 3; e++)
        b[e] /= sum[e % 3];
    h.indptr = malloc((MANY + 1) * sizeof *h.indptr);
    h.indices = malloc(MANY * WORDS * sizeof *h.indices);
    h.counts = malloc(MANY * WORDS * sizeof *h.counts);
    for (size_t d = 0; d < MANY; d++) {
        h.indptr[d] = (int64_t)used;
        for (int32_t i = 0; i < WORDS && d % 50; i++)
            if (jsmf_random_uniform(3, d, (uint64_t)i) < 0.4) {
                h.indices[used] = i;
                h.counts[used++] = 1 + (int32_t)(4 * jsmf_random_uniform(4, d, (uint64_t)i));
            }
    }
    h.indptr[MANY] = (int64_t)used;
    first = held_out(&m, &h, 1, 5, said);
    assert_true(isfinite(first) && first < 0);
    assert_true(first == held_out(&m, &h, 3, 5, said));
    assert_true(first != held_out(&m, &h, 1, 6, said));
    assert_near(first, held_out(&m, &h, 1, 6, said), 0.05);
    jsmf_csr_free(&h);
}

static void nothing_to_complete_is_said(void **state)
{
    double b[4] = { 1, 0, 0, 0 }, one = 1;
    jsmf_model m = { .n = 4, .k = 1, .b = b, .a = &one, .legality = 1 };
    int64_t indptr[3] = { 0, 1, 2 };
    int32_t indices[2] = { 0, 3 }, counts[2] = { 1, 9 }; /* one token; nine of a word of no topic */
    const jsmf_csr h = { .rows = 2, .cols = 4, .indptr = indptr, .indices = indices, .counts = counts };
    char said[1024];
    (void)state;
    assert_true(isnan(held_out(&m, &h, 1, 1, said)));
    assert_non_null(strstr(said, "undefined (no document has two tokens of known words)"));
    m.a = NULL;
    assert_true(isnan(held_out(&m, &h, 1, 1, said)));
    assert_non_null(strstr(said, "undefined (the model has no A)"));
}

/* As jsmf-law --plain may leave them. */
static void impossible_correlations_are_said(void **state)
{
    double b[8] = { 0.75, 0, /**/ 0.25, 0, /**/ 0, 0.5, /**/ 0, 0.5 }, a[4] = { 0.6, -0.1, -0.1, 0.6 };
    const jsmf_model m = { .n = 4, .k = 2, .b = b, .a = a, .legality = 1 };
    jsmf_csr h = one_word_each(4);
    char said[1024];
    (void)state;
    assert_true(isnan(held_out(&m, &h, 1, 1, said)));
    assert_non_null(strstr(said, "HeldOutLogProbability: undefined (A[0, 1] is -0.1"));
    jsmf_csr_free(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_topic_leaves_nothing_to_infer),
        cmocka_unit_test(second_halves_are_scored_by_the_first_ones_compositions),
        cmocka_unit_test(batches_change_nothing),
        cmocka_unit_test(any_number_of_tokens_is_halved),
        cmocka_unit_test(topics_that_are_empty_change_nothing),
        cmocka_unit_test(halves_depend_on_the_seed_alone),
        cmocka_unit_test(impossible_correlations_are_said),
        cmocka_unit_test(nothing_to_complete_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
