/* tally: a document's words and how often each is there, by sorting and by bits, as plain counting has them; and the
 * words that are near at hand. */
#include "unit.h"

#include "base/base_inner.h"
#include "tally/counter.h"
#include "tally/recent.h"

#include <stdlib.h>

enum { WORDS = 100000, MOST = 6000 };

/* Many of the numbers are small, and some are met more than once. */
static void draw(uint64_t stream, size_t n, int32_t *tokens)
{
    for (size_t i = 0; i < n; i++) {
        const double below = i % 3 ? WORDS : 1 + WORDS * jsmf_random_uniform(1, stream, 2 * i);
        tokens[i] = (int32_t)(below * jsmf_random_uniform(1, stream, 2 * i + 1) * (i % 2 ? 1 : 0.001));
    }
}

static void check(jsmf_tally_counter *counter, uint64_t stream, size_t n)
{
    static int32_t tokens[MOST], words[MOST], counts[MOST], expected[WORDS];
    size_t different = 0, found;
    draw(stream, n, tokens);
    memset(expected, 0, sizeof expected);
    for (size_t i = 0; i < n; i++)
        expected[tokens[i]]++;
    for (size_t w = 0; w < WORDS; w++)
        different += expected[w] > 0;
    /* where they were, or elsewhere */
    int32_t *to = stream % 2 ? tokens : words;
    found = jsmf_tally_counter_count(counter, tokens, n, to, counts);
    assert_int_equal(found, different);
    for (size_t i = 0; i < found; i++) {
        assert_true(i == 0 || to[i - 1] < to[i]);
        assert_int_equal(counts[i], expected[to[i]]);
    }
}

static void documents_of_any_length_are_counted(void **state)
{
    static const size_t lengths[] = { 0, 1, 2, 3, 16, 17, 100, 1000, MOST };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_tally_counter counter = { 0 };
    (void)state;
    for (uint64_t stream = 0; stream < 4; stream++)
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
            assert_ok(ctx, jsmf_tally_counter_reserve(ctx, &counter, stream < 2 ? WORDS : 100 * WORDS));
            check(&counter, stream, lengths[i]);
        }
    jsmf_tally_counter_free(&counter);
    jsmf_context_free(ctx);
}

static void a_place_knows_the_last_words(void **state)
{
    jsmf_tally_place place = { .next = 0 };
    (void)state;
    for (uint64_t i = 1; i < 8; i++) {
        const uint64_t key[2] = { 7 + i / 4, i }, others[][2] = { { key[0], 9 }, { 9, i } };
        jsmf_tally_recent_keep(&place, key, (int32_t)i);
        for (uint64_t back = 0; back < JSMF_TALLY_BESIDE && back < i; back++) {
            const uint64_t last[2] = { 7 + (i - back) / 4, i - back };
            const unsigned found = jsmf_tally_recent_find(&place, last);
            assert_true(found < JSMF_TALLY_BESIDE);
            assert_int_equal(place.numbers[found], i - back);
        }
        for (size_t k = 0; k < 2; k++)
            assert_int_equal(jsmf_tally_recent_find(&place, others[k]), JSMF_TALLY_BESIDE);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(documents_of_any_length_are_counted),
                                        cmocka_unit_test(a_place_knows_the_last_words) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
