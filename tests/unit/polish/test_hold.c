/* How much holds topics to the start. */
#include "unit.h"

#include "polished.h"
#include "polish/coherence.h"

#include <math.h>

/* Ten words that half of the documents have, all of them, get the largest weight, and so do two of them alone; ten that
 * never meet get none. */
static void coherent_topics_get_weight(void **state)
{
    enum { WORDS = 20, TOPICS = 3, ROWS = 20 };
    double b[WORDS * TOPICS] = { 0 }, weights[TOPICS];
    int64_t indptr[ROWS + 1] = { 0 };
    int32_t indices[ROWS * 11];
    jsmf_csr h = { .rows = ROWS, .cols = WORDS, .indptr = indptr, .indices = indices };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_polish_coherence coherence;
    (void)state;
    for (size_t i = 0; i < WORDS; i++)
        b[i * TOPICS + i / 10] = 0.1;
    b[0 * TOPICS + 2] = b[1 * TOPICS + 2] = 0.5;
    for (size_t m = 0; m < ROWS; m++) {
        int64_t to = indptr[m];
        for (int32_t i = 0; m % 2 && i < 10; i++)
            indices[to++] = i;
        indices[to++] = 10 + (int32_t)m / 2;
        indptr[m + 1] = to;
    }
    assert_ok(ctx, jsmf_polish_coherence_new(ctx, WORDS, TOPICS, b, &coherence));
    for (size_t m = 0; m < ROWS; m++)
        jsmf_polish_coherence_add(&coherence, &h, m);
    assert_int_equal(jsmf_polish_coherence_weights(&coherence, weights), 2);
    assert_near(weights[0], 0.5, 1e-12);
    assert_near(weights[1], 0, 1e-12);
    assert_near(weights[2], 0.5, 1e-12);
    jsmf_polish_coherence_free(&coherence);
    jsmf_context_free(ctx);
}

/* Where there is one topic it has all tokens: B_i ~ c_i + beta + s B0_i, s = min(10 N / L^2, T / (2 K)), as its leading
 * words never meet. */
static void the_hold_falls_with_the_length_of_documents(void **state)
{
    enum { WORDS = 20, ROWS = 10 * WORDS };
    static const int32_t lengths[] = { 1, 4, 40 };
    double b[WORDS];
    int64_t indptr[ROWS + 1] = { 0 };
    int32_t indices[ROWS], counts[ROWS];
    const jsmf_csr h = { .rows = ROWS, .cols = WORDS, .indptr = indptr, .indices = indices, .counts = counts };
    const jsmf_model start = { .n = WORDS, .k = 1, .b = b };
    jsmf_context *ctx = jsmf_context_new();
    (void)state;
    for (size_t i = 0; i < WORDS; i++)
        b[i] = 2 * (double)(i + 1) / (WORDS * (WORDS + 1));
    for (size_t length = 0; length < 3; length++)
        for (int online = 0; online < 2; online++) {
            const jsmf_polish_options o = options_of(1, 64);
            const double l = lengths[length], tokens = ROWS * l, hold = fmin(10 * WORDS / (l * l), tokens / 2);
            jsmf_polish_report r;
            jsmf_model m;
            for (size_t d = 0; d < ROWS; d++) {
                indices[d] = (int32_t)(d % WORDS);
                counts[d] = lengths[length];
                indptr[d + 1] = (int64_t)d + 1;
            }
            assert_ok(ctx, polish_csr(ctx, &start, &h, &o, online, &m, &r));
            assert_near(r.hold, hold / WORDS, 1e-12);
            assert_int_equal(r.held_topics, 0);
            for (size_t i = 0; !online && i < WORDS; i++)
                assert_near(m.b[i], (10 * l + o.beta + hold * b[i]) / (tokens + WORDS * o.beta + hold), 1e-12);
            jsmf_model_free(&m);
        }
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coherent_topics_get_weight),
        cmocka_unit_test(the_hold_falls_with_the_length_of_documents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
