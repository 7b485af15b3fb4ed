/* anchors: the ways from anchors to topics, on planted ones. */
#include "plant.h"
#include "unit.h"

#include "jsmf/anchors.h"

#include <math.h>
#include <stdlib.h>

enum { WORDS = 150, TOPICS = 5 };

typedef struct fixture {
    jsmf_context *ctx;
    plant p;
} fixture;

static int set_up(void **state)
{
    fixture *f = malloc(sizeof *f);
    f->ctx = jsmf_context_new();
    jsmf_context_set_threads(f->ctx, 2);
    f->p = make_plant(WORDS, TOPICS);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    free_plant(&f->p);
    jsmf_context_free(f->ctx);
    free(f);
    return 0;
}

static void assert_all_recovered(const fixture *f, const jsmf_anchors_aw_options *o, double tolerance)
{
    jsmf_model m;
    assert_ok(f->ctx, learn(f->ctx, &f->p, o, &m));
    assert_recovered(&f->p, &m, tolerance);
    assert_int_equal(m.massless_words, 2);
    for (size_t i = 0; i < WORDS - 2; i++) {
        double sum = 0;
        for (size_t j = 0; j < TOPICS; j++)
            sum += m.bbar[j * WORDS + i];
        assert_true(fabs(sum - 1) < 1e-9);
    }
    jsmf_model_free(&m);
}

static void every_method_recovers_planted_topics(void **state)
{
    const fixture *f = *state;
    const struct {
        jsmf_anchors_aw_options o;
        double tolerance;
    } cases[] = {
        { { .solver = JSMF_EXPGRAD, .tolerance = 1e-9 }, 1e-3 },
        { { .loss = JSMF_ROWS_KL }, 1e-5 },
        { { .loss = JSMF_ROWS_KL, .solver = JSMF_EXPGRAD }, 1e-3 },
        { { .plain = true }, 1e-8 },
        { { .least_squares_a = true }, 1e-8 },
        { { .anchors = { .clean_up = true } }, 1e-8 },
        { { .anchors = { .project = 40 } }, 1e-8 },
        { { .anchors = { .project = 40, .clean_up = true } }, 1e-8 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        jsmf_anchors_aw_options o = cases[i].o;
        o.anchors.k = TOPICS;
        assert_all_recovered(f, &o, cases[i].tolerance);
    }
}

/* Words of one topic have one row of Cbar: their mean is the anchor's. */
static void several_words_stand_for_an_anchor(void **state)
{
    const fixture *f = *state;
    const plant *p = &f->p;
    plant two = make_plant(WORDS, TOPICS);
    const size_t word = 3, topic = 2; /* becomes a second anchor of the topic */
    size_t first[TOPICS + 1] = { 0 };
    int64_t words[TOPICS + 1];
    jsmf_model m;
    for (size_t i = 0; i < WORDS; i++)
        for (size_t j = 0; j < WORDS; j++)
            two.c[i * WORDS + j] *= (i == word ? 0 : 1) * (j == word ? 0.0 : 1);
    for (size_t i = 0; i < WORDS; i++) {
        const double half = two.c[p->anchor[topic] * WORDS + i] / 2;
        two.c[word * WORDS + i] = two.c[i * WORDS + word] = half;
    }
    two.c[word * WORDS + word] = two.c[p->anchor[topic] * WORDS + p->anchor[topic]] / 4;
    for (size_t j = 0, count = 0; j < TOPICS; j++) {
        words[count++] = (int64_t)p->anchor[j];
        if (j == topic)
            words[count++] = (int64_t)word;
        first[j + 1] = count;
    }
    const jsmf_anchors_aw_options o = { .anchors = { .k = TOPICS }, .given = words, .given_first = first };
    assert_ok(f->ctx, learn(f->ctx, &two, &o, &m));
    for (size_t j = 0; j < TOPICS; j++) {
        assert_true(fabs(m.bbar[j * WORDS + word] - (j == topic)) < 1e-8);
        assert_int_equal(m.s[j], p->anchor[j]);
        for (size_t l = 0; l < TOPICS; l++)
            assert_true(fabs(m.a[j * TOPICS + l] - m.a[l * TOPICS + j]) < 1e-15);
    }
    assert_int_equal(m.anchor_count, TOPICS + 1);
    assert_int_equal(m.anchor_words[topic + 1], word);
    assert_int_equal(m.anchor_topics[topic + 1], topic);
    assert_true(fabs(m.legality - 1) < 0.05);
    jsmf_model_free(&m);
    free_plant(&two);
}

static void a_singular_part_is_an_error(void **state)
{
    const fixture *f = *state;
    const double c[] = { 0, 0, 0.2, 0, 0, 0.3, 0.2, 0.3, 0 };
    const int64_t s[] = { 0, 1 };
    const plant p = { .n = 3, .k = 2, .c = (double *)(uintptr_t)c };
    const jsmf_anchors_aw_options o = { .anchors = { .k = 2 }, .given = s, .plain = true };
    jsmf_model m;
    assert_int_equal(learn(f->ctx, &p, &o, &m), JSMF_ENUMERIC);
    assert_says(f->ctx, "2 x 2 part of the co-occurrence is singular");
    jsmf_context_clear(f->ctx);
}

/* Anchors may be rarer than rounding of their co-occurrences with others. */
static void inversion_bears_rare_anchors(void **state)
{
    const fixture *f = *state;
    const jsmf_anchors_aw_options o = { .anchors = { .k = TOPICS }, .plain = true };
    const double rare = 1e-15;
    const size_t word = f->p.anchor[1];
    plant p = make_plant(WORDS, TOPICS);
    jsmf_model m;
    for (size_t i = 0; i < WORDS; i++) {
        p.c[word * WORDS + i] *= rare;
        p.c[i * WORDS + word] *= rare;
    }
    assert_ok(f->ctx, learn(f->ctx, &p, &o, &m));
    for (size_t j = 0; j < TOPICS; j++)
        p.b[word * TOPICS + j] *= rare;
    for (size_t i = 0, j = 1; i < WORDS; i++)
        p.b[i * TOPICS + j] /= 1 - f->p.b[word * TOPICS + j];
    for (size_t i = 0; i < TOPICS; i++) /* the topic has lost a part of its mass */
        for (size_t j = 0; j < TOPICS; j++) {
            const double left = 1 - f->p.b[word * TOPICS + 1];
            p.a[i * TOPICS + j] *= (i == 1 ? left : 1) * (j == 1 ? left : 1);
        }
    for (size_t i = 0; i < TOPICS * TOPICS; i++)
        m.a[i] *= m.legality;
    m.legality = 1;
    assert_recovered(&p, &m, 1e-8);
    jsmf_model_free(&m);
    free_plant(&p);
}

static void what_does_not_go_together_is_refused(void **state)
{
    const fixture *f = *state;
    jsmf_anchors_aw_options o = { .anchors = { .k = TOPICS }, .loss = JSMF_ROWS_KL, .solver = JSMF_ADMM };
    jsmf_model m;
    double negative[] = { 0.3, -0.1, 0.2, -0.1, 0.3, 0.1, 0.2, 0.1, 0.1 }, y[] = { 1, 0, 0, 1 };
    const plant p = { .n = 3, .k = 2, .c = negative };
    assert_int_equal(learn(f->ctx, &f->p, &o, &m), JSMF_EUSAGE);
    jsmf_context_clear(f->ctx);
    o = (jsmf_anchors_aw_options){ .anchors = { .k = TOPICS, .project = TOPICS - 1 } };
    assert_int_equal(learn(f->ctx, &f->p, &o, &m), JSMF_EUSAGE);
    jsmf_context_clear(f->ctx);
    o = (jsmf_anchors_aw_options){ .anchors = { .k = 2 }, .loss = JSMF_ROWS_KL };
    assert_int_equal(jsmf_anchors_law(f->ctx, 2, 2, y, &o, false, &m, NULL), JSMF_EUSAGE);
    jsmf_context_clear(f->ctx);
    assert_int_equal(learn(f->ctx, &p, &o, &m), JSMF_EDATA);
    assert_says(f->ctx, "words 0 and 1 is -0.1");
    jsmf_context_clear(f->ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_method_recovers_planted_topics),
        cmocka_unit_test(several_words_stand_for_an_anchor),
        cmocka_unit_test(a_singular_part_is_an_error),
        cmocka_unit_test(inversion_bears_rare_anchors),
        cmocka_unit_test(what_does_not_go_together_is_refused),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
