/* Phrases, beside a search that counts every sequence at every place. */
#include "unit.h"

#include "words/words_inner.h"
#include "base/base_inner.h"

#include <math.h>
#include <stdlib.h>

enum { DOCUMENTS = 60, LENGTH = 80, WORDS = 9, LONGEST = 4 };

static jsmf_context *ctx;

static int set_up(void **state)
{
    (void)state;
    ctx = jsmf_context_new();
    return ctx ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    jsmf_context_free(ctx);
    return 0;
}

/* Words of which some like to stand together: 0 1, 2 3 4. Breaks in between; some documents are empty. */
static void draw(int32_t corpus[DOCUMENTS][LENGTH], size_t *lengths)
{
    for (size_t d = 0; d < DOCUMENTS; d++) {
        lengths[d] = d % 7 == 3 ? 0 : LENGTH - d % 5;
        for (size_t i = 0; i < LENGTH; i++) {
            const double u = jsmf_random_uniform(5, d, i);
            const int32_t before = i ? corpus[d][i - 1] : -1;
            corpus[d][i] = (int32_t)(u * 997) % WORDS - (u > 0.95 ? WORDS : 0);
            if (u < 0.7 && (before == 0 || before == 2 || before == 3))
                corpus[d][i] = before + 1;
            if (corpus[d][i] < 0)
                corpus[d][i] = -1;
        }
    }
}

static int64_t count(int32_t corpus[DOCUMENTS][LENGTH], const size_t *lengths, const int32_t *words, size_t n)
{
    int64_t found = 0;
    for (size_t d = 0; d < DOCUMENTS; d++)
        for (size_t i = 0; i + n <= lengths[d]; i++)
            found += memcmp(corpus[d] + i, words, n * sizeof *words) == 0;
    return found;
}

static double all_words(int32_t corpus[DOCUMENTS][LENGTH], const size_t *lengths)
{
    int64_t total = 0;
    for (int32_t w = 0; w < WORDS; w++)
        total += count(corpus, lengths, &w, 1);
    return (double)total;
}

static bool is_phrase(int32_t corpus[DOCUMENTS][LENGTH], const size_t *lengths, double total, const int32_t *words,
                      size_t n, const jsmf_words_phrases_options *o)
{
    const double p = (double)count(corpus, lengths, words, n) / total;
    if (p * total < (double)o->least)
        return false;
    for (size_t m = 1; m < n; m++) {
        const double u = (double)count(corpus, lengths, words, m) / total;
        const double v = (double)count(corpus, lengths, words + m, n - m) / total;
        if (!(log(p / (u * v)) / -log(p) > o->npmi))
            return false;
    }
    return true;
}

static void test_beside_a_search(void **state)
{
    static int32_t corpus[DOCUMENTS][LENGTH];
    const jsmf_words_phrases_options o = { .least = 20, .npmi = 0.3, .length = LONGEST };
    size_t lengths[DOCUMENTS], expected = 0, n, powers = WORDS * WORDS;
    jsmf_words_phrases *p;
    double total;
    (void)state;
    draw(corpus, lengths);
    total = all_words(corpus, lengths);
    assert_ok(ctx, jsmf_words_phrases_new(ctx, &o, &p));
    for (size_t d = 0; d < DOCUMENTS; d++)
        assert_ok(ctx, jsmf_words_phrases_add(ctx, p, corpus[d], lengths[d]));
    assert_ok(ctx, jsmf_words_phrases_find(ctx, p));
    for (n = 2; n <= LONGEST; n++, powers *= WORDS)
        for (size_t code = 0; code < powers; code++) {
            int32_t words[LONGEST];
            for (size_t i = 0, rest = code; i < n; i++, rest /= WORDS)
                words[i] = (int32_t)(rest % WORDS);
            expected += is_phrase(corpus, lengths, total, words, n, &o);
        }
    assert_true(expected >= 3);
    assert_int_equal(jsmf_words_phrases_count(p), expected);
    for (size_t i = 0; i < expected; i++) {
        const int32_t *words = jsmf_words_phrases_get(p, i, &n);
        assert_true(is_phrase(corpus, lengths, total, words, n, &o));
    }
    jsmf_words_phrases_free(p);
}

static void add_text(jsmf_words_phrases *p, const int32_t *words, size_t n, int times)
{
    for (int i = 0; i < times; i++)
        assert_ok(ctx, jsmf_words_phrases_add(ctx, p, words, n));
}

static void expect_next(jsmf_words_phrases *p, const int32_t *expected, size_t n)
{
    const int32_t *words;
    size_t count;
    bool more;
    assert_ok(ctx, jsmf_words_phrases_next(ctx, p, &words, &count, &more));
    assert_true(more);
    assert_int_equal(count, n);
    if (n > 0)
        assert_memory_equal(words, expected, n * sizeof *words);
}

/* new york (0 1) and new york city (0 1 2); the longest is taken, from the left, and none across a break. */
static void test_documents_again(void **state)
{
    static const int32_t city[] = { 0, 1, 2 }, state_of[] = { 0, 1, 3 }, rest[] = { 4, 5, 6, 7, 8, 9 },
                         broken[] = { 4, 0, -1, 1, 0, 1, 2, 0, 1 };
    const jsmf_words_phrases_options o = { .least = 10, .npmi = 0.5, .length = 3 };
    jsmf_words_phrases *p;
    const int32_t *words;
    size_t n;
    bool more;
    (void)state;
    assert_ok(ctx, jsmf_words_phrases_new(ctx, &o, &p));
    add_text(p, broken, 9, 1);
    add_text(p, NULL, 0, 1);
    add_text(p, city, 3, 20);
    add_text(p, state_of, 3, 9);
    add_text(p, rest, 1, 400);
    assert_ok(ctx, jsmf_words_phrases_find(ctx, p));
    assert_int_equal(jsmf_words_phrases_count(p), 3);
    words = jsmf_words_phrases_get(p, 0, &n);
    assert_int_equal(n, 2);
    assert_memory_equal(words, city, 2 * sizeof *words);
    words = jsmf_words_phrases_get(p, 1, &n);
    assert_int_equal(n, 3);
    assert_memory_equal(words, city, 3 * sizeof *words);
    expect_next(p, (const int32_t[]){ 4, 0, -1, 1, -3, -2 }, 6);
    expect_next(p, NULL, 0);
    for (int i = 0; i < 20; i++)
        expect_next(p, (const int32_t[]){ -3 }, 1);
    for (int i = 0; i < 9; i++)
        expect_next(p, (const int32_t[]){ -2, 3 }, 2);
    for (int i = 0; i < 400; i++)
        expect_next(p, (const int32_t[]){ 4 }, 1);
    assert_ok(ctx, jsmf_words_phrases_next(ctx, p, &words, &n, &more));
    assert_false(more);
    jsmf_words_phrases_free(p);
}

static void test_what_is_refused(void **state)
{
    static const jsmf_words_phrases_options bad[] = {
        { .least = 0, .npmi = 0.5, .length = 3 }, { .least = 1, .npmi = 0.5, .length = 1 },
        { .least = 1, .npmi = 0.5, .length = 9 }, { .least = 1, .npmi = 1.5, .length = 3 },
        { .least = 1, .npmi = NAN, .length = 3 },
    };
    jsmf_words_phrases *p;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(jsmf_words_phrases_new(ctx, &bad[i], &p), JSMF_EUSAGE);
        assert_null(p);
        jsmf_context_clear(ctx);
    }
}

static void test_no_words(void **state)
{
    jsmf_words_phrases *p;
    const int32_t *words;
    size_t n;
    bool more;
    (void)state;
    assert_ok(ctx, jsmf_words_phrases_new(ctx, &(jsmf_words_phrases_options){ 1, 0.5, 3 }, &p));
    assert_ok(ctx, jsmf_words_phrases_find(ctx, p));
    assert_int_equal(jsmf_words_phrases_count(p), 0);
    assert_ok(ctx, jsmf_words_phrases_next(ctx, p, &words, &n, &more));
    assert_false(more);
    jsmf_words_phrases_free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_beside_a_search), cmocka_unit_test(test_documents_again),
        cmocka_unit_test(test_what_is_refused), cmocka_unit_test(test_no_words),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
