/* Models whose topics are put together, left out and reordered, and models of fewer words. */
#include "unit.h"

#include "model/model_inner.h"
#include "model/probability.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 6, TOPICS = 4 };

/* Word 5 is in no topic. */
static const double b[WORDS * TOPICS] = { 0.5, 0.1, 0,   0.25, /**/ 0.2, 0,   0.4, 0.25, /**/ 0.3, 0.1, 0.1, 0.25,
                                          0,   0.8, 0.1, 0.25, /**/ 0,   0,   0.4, 0,    /**/ 0,   0,   0,   0 };
static const double a[TOPICS * TOPICS] = { 0.2,  0.05, 0.02, 0.03, /**/ 0.05, 0.15, 0.04, 0.01,
                                           0.02, 0.04, 0.2,  0.04, /**/ 0.03, 0.01, 0.04, 0.07 };
static const int64_t anchors[TOPICS] = { JSMF_NO_ANCHOR, 3, 4, 1 };

typedef struct fixture {
    jsmf_context *ctx;
    jsmf_model m;
    double p[TOPICS];
} fixture;

static int set_up(void **state)
{
    static const double alpha[TOPICS] = { 0.3, 0.25, 0.3, 0.15 }, residuals[TOPICS] = { 4, 3, 2, 1 };
    fixture *f = calloc(1, sizeof *f);
    f->ctx = jsmf_context_new();
    f->m = (jsmf_model){ .n = WORDS, .k = TOPICS, .legality = 1 };
    f->m.b = jsmf_copy(f->ctx, b, WORDS * TOPICS, sizeof *b);
    f->m.a = jsmf_copy(f->ctx, a, TOPICS * TOPICS, sizeof *a);
    f->m.s = jsmf_copy(f->ctx, anchors, TOPICS, sizeof *anchors);
    f->m.alpha = jsmf_copy(f->ctx, alpha, TOPICS, sizeof *alpha);
    f->m.residuals = jsmf_copy(f->ctx, residuals, TOPICS, sizeof *residuals);
    f->m.bbar = calloc(TOPICS * WORDS, sizeof(double));
    f->m.unigram = calloc(WORDS, sizeof(double));
    for (size_t i = 0; i < TOPICS * TOPICS; i++)
        f->p[i / TOPICS] += a[i];
    jsmf_model_bbar(WORDS, TOPICS, b, f->p, f->m.bbar);
    jsmf_model_unigram(WORDS, TOPICS, b, f->p, f->m.unigram);
    assert_ok(f->ctx, jsmf_model_imply_canchor(f->ctx, &f->m));
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    jsmf_model_free(&f->m);
    jsmf_context_free(f->ctx);
    free(f);
    return 0;
}

static void assert_close(const double *x, const double *y, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!(fabs(x[i] - y[i]) < 1e-14))
            fail_msg("[%zu] is %.17g, expected %.17g", i, x[i], y[i]);
}

/* What holds for every model: distributions, and what B and A say of Bbar and Canchor. */
static void assert_consistent(jsmf_context *ctx, const jsmf_model *m)
{
    double p[TOPICS] = { 0 }, bbar[TOPICS * WORDS], total = 0;
    jsmf_model implied = *m;
    for (size_t i = 0; i < m->k * m->k; i++) {
        p[i / m->k] += m->a[i];
        total += m->a[i];
    }
    assert_true(fabs(total - 1) < 1e-14);
    jsmf_model_bbar(m->n, m->k, m->b, p, bbar);
    assert_close(m->bbar, bbar, m->k * m->n);
    assert_ok(ctx, jsmf_model_imply_canchor(ctx, &implied));
    assert_close(m->canchor, implied.canchor, m->k * m->n);
    free(implied.canchor);
}

static void reordering_changes_no_number(void **state)
{
    static const size_t to[TOPICS] = { 2, 0, 3, 1 }, back[TOPICS] = { 1, 3, 0, 2 };
    fixture *f = *state;
    jsmf_model turned, again;
    assert_ok(f->ctx, jsmf_model_regroup(f->ctx, &f->m, to, TOPICS, &turned));
    assert_true(turned.b[2] == b[0] && turned.a[2 * TOPICS + 3] == a[2] && turned.alpha[0] == 0.25);
    assert_int_equal(turned.s[2], JSMF_NO_ANCHOR);
    assert_int_equal(turned.s[0], 3);
    assert_memory_equal(turned.bbar, f->m.bbar + WORDS, WORDS * sizeof(double));
    assert_ok(f->ctx, jsmf_model_regroup(f->ctx, &turned, back, TOPICS, &again));
    assert_memory_equal(again.b, f->m.b, sizeof b);
    assert_memory_equal(again.a, f->m.a, sizeof a);
    assert_memory_equal(again.bbar, f->m.bbar, TOPICS * WORDS * sizeof(double));
    assert_memory_equal(again.canchor, f->m.canchor, TOPICS * WORDS * sizeof(double));
    assert_memory_equal(again.alpha, f->m.alpha, TOPICS * sizeof(double));
    assert_memory_equal(again.residuals, f->m.residuals, TOPICS * sizeof(double));
    assert_memory_equal(again.s, anchors, sizeof anchors);
    jsmf_model_free(&turned);
    jsmf_model_free(&again);
}

static void all_topics_together_are_the_unigram(void **state)
{
    static const size_t one[TOPICS] = { 0 };
    fixture *f = *state;
    jsmf_model m;
    assert_ok(f->ctx, jsmf_model_regroup(f->ctx, &f->m, one, 1, &m));
    assert_close(m.b, f->m.unigram, WORDS);
    assert_close(m.a, (const double[]){ 1 }, 1);
    assert_close(m.alpha, (const double[]){ 1 }, 1);
    assert_int_equal(m.s[0], 4); /* of topics 2 and 0, which are the most probable, 2 has an anchor */
    assert_true(m.residuals[0] == 2);
    assert_consistent(f->ctx, &m);
    jsmf_model_free(&m);
}

/* Words are as probable as before, of each group and in all. */
static void merging_keeps_probabilities(void **state)
{
    static const size_t group[TOPICS] = { 0, 1, 0, 1 };
    fixture *f = *state;
    double p[2] = { f->p[0] + f->p[2], f->p[1] + f->p[3] }, unigram[WORDS];
    jsmf_model m;
    assert_ok(f->ctx, jsmf_model_regroup(f->ctx, &f->m, group, 2, &m));
    jsmf_model_unigram(WORDS, 2, m.b, p, unigram);
    assert_close(unigram, f->m.unigram, WORDS);
    assert_true(fabs(m.a[1] - (a[1] + a[3] + a[9] + a[11])) < 1e-15);
    assert_close(m.b, (const double[]){ (0.5 * f->p[0]) / p[0] }, 1);
    assert_consistent(f->ctx, &m);
    jsmf_model_free(&m);
}

static void dropping_leaves_the_others(void **state)
{
    static const size_t group[TOPICS] = { JSMF_NONE, 0, 1, JSMF_NONE };
    fixture *f = *state;
    jsmf_model m;
    assert_ok(f->ctx, jsmf_model_regroup(f->ctx, &f->m, group, 2, &m));
    for (size_t i = 0; i < WORDS; i++)
        assert_true(m.b[2 * i] == b[4 * i + 1] && m.b[2 * i + 1] == b[4 * i + 2]);
    assert_true(fabs(m.a[0] - 0.15 / 0.43) < 1e-15 && m.alpha[1] == 0.3);
    assert_true(m.bbar[5] == 0 && m.bbar[11] == 0);
    assert_consistent(f->ctx, &m);
    jsmf_model_free(&m);
    /* What was learned otherwise is what the two had of each word. */
    f->m.bbar[0] = 0.5;
    f->m.bbar[WORDS] = 0.3;
    f->m.bbar[2 * WORDS] = 0.1;
    f->m.bbar[3 * WORDS] = 0.1;
    assert_ok(f->ctx, jsmf_model_regroup(f->ctx, &f->m, group, 2, &m));
    assert_close(m.bbar, (const double[]){ 0.75, 0, f->m.bbar[8] / (f->m.bbar[8] + f->m.bbar[14]) }, 3);
    jsmf_model_free(&m);
}

static void without_probabilities_nothing_is_merged(void **state)
{
    static const size_t one[TOPICS] = { 0 }, turned[TOPICS] = { 3, 2, 1, 0 };
    fixture *f = *state;
    const jsmf_model bare = { .n = WORDS, .k = TOPICS, .b = f->m.b };
    jsmf_model m;
    assert_int_equal(jsmf_model_regroup(f->ctx, &bare, one, 1, &m), JSMF_EDATA);
    assert_null(m.b);
    jsmf_context_clear(f->ctx);
    assert_ok(f->ctx, jsmf_model_regroup(f->ctx, &bare, turned, TOPICS, &m));
    assert_true(m.b[3] == b[0] && !m.a && !m.s && !m.bbar);
    jsmf_model_free(&m);
}

/* ---- fewer words ---- */

static void product(const jsmf_model *m, double *c)
{
    for (size_t i = 0; i < m->n * m->n; i++) {
        c[i] = 0;
        for (size_t k = 0; k < m->k; k++)
            for (size_t l = 0; l < m->k; l++)
                c[i] += m->b[i / m->n * m->k + k] * m->a[k * m->k + l] * m->b[i % m->n * m->k + l];
    }
}

static void some_words_are_as_if_alone(void **state)
{
    static const size_t words[] = { 1, 3, 4 };
    fixture *f = *state;
    double whole[WORDS * WORDS], part[9], expected[9], sum = 0;
    jsmf_model m;
    assert_ok(f->ctx, jsmf_model_of_words(f->ctx, &f->m, words, 3, &m));
    product(&f->m, whole);
    product(&m, part);
    for (size_t i = 0; i < 9; i++)
        sum += expected[i] = whole[words[i / 3] * WORDS + words[i % 3]];
    for (size_t i = 0; i < 9; i++)
        expected[i] /= sum;
    assert_close(part, expected, 9);
    for (size_t k = 0; k < TOPICS; k++) {
        assert_true(fabs(m.b[k] + m.b[TOPICS + k] + m.b[2 * TOPICS + k] - 1) < 1e-15);
        assert_true(m.bbar[k * 3 + 1] == f->m.bbar[k * WORDS + 3]);
        assert_true(fabs(m.canchor[k * 3] + m.canchor[k * 3 + 1] + m.canchor[k * 3 + 2] - 1) < 1e-15);
    }
    assert_true(m.s[0] == JSMF_NO_ANCHOR && m.s[1] == 1 && m.s[2] == 2 && m.s[3] == 0);
    assert_true(fabs(m.alpha[0] + m.alpha[1] + m.alpha[2] + m.alpha[3] - 1) < 1e-14 && !m.residuals);
    jsmf_model_free(&m);
    assert_int_equal(jsmf_model_of_words(f->ctx, &f->m, (const size_t[]){ 5 }, 1, &m), JSMF_EDATA);
    assert_null(m.b);
}

/* Topic 2: word 4 is its alone and frequent, word 1 as frequent and shared, the others are rare in it. Topic 0:
 * word 0 is the most frequent and the most exclusive one. Topic 3 has one frequency: exclusiveness decides. */
static void frex_words_are_frequent_and_exclusive(void **state)
{
    fixture *f = *state;
    size_t top[TOPICS * 3];
    assert_ok(f->ctx, jsmf_model_frex(f->ctx, &f->m, 3, top));
    assert_int_equal(top[0], 0);
    assert_int_equal(top[3], 3);
    assert_int_equal(top[6], 4);
    assert_int_equal(top[7], 1);
    assert_int_equal(top[9], 2);
    assert_true(top[5] == 2 || top[5] == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(reordering_changes_no_number, set_up, tear_down),
        cmocka_unit_test_setup_teardown(all_topics_together_are_the_unigram, set_up, tear_down),
        cmocka_unit_test_setup_teardown(merging_keeps_probabilities, set_up, tear_down),
        cmocka_unit_test_setup_teardown(dropping_leaves_the_others, set_up, tear_down),
        cmocka_unit_test_setup_teardown(without_probabilities_nothing_is_merged, set_up, tear_down),
        cmocka_unit_test_setup_teardown(some_words_are_as_if_alone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(frex_words_are_frequent_and_exclusive, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
