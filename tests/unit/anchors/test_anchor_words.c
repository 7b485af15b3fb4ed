/* anchors: anchor words from planted topics to a model, and a model through a stream. */
#include "plant.h"
#include "unit.h"

#include "jsmf/arrays.h"
#include "jsmf/base.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void planted_topics_are_recovered(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    plant p = make_plant(2000, 30);
    jsmf_anchors_aw_options o = { .anchors = { .k = 30 } };
    jsmf_model m;
    (void)state;
    jsmf_context_set_threads(ctx, 2);
    assert_ok(ctx, learn(ctx, &p, &o, &m));
    assert_recovered(&p, &m, 1e-8);
    assert_int_equal(m.massless_words, 2);
    assert_int_equal(m.massless_topics, 0);
    jsmf_model_free(&m);
    o.anchors.k = 31;
    assert_int_equal(learn(ctx, &p, &o, &m), JSMF_ENUMERIC);
    assert_says(ctx, "only 30 anchors for 31 topics");
    free_plant(&p);
    jsmf_context_free(ctx);
}

static void admm_recovers_planted_topics_nearly(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    plant p = make_plant(300, 6);
    jsmf_anchors_aw_options o = { .anchors = { .k = 6 }, .solver = JSMF_ADMM };
    jsmf_model m;
    (void)state;
    assert_ok(ctx, learn(ctx, &p, &o, &m));
    assert_recovered(&p, &m, 1e-3);
    jsmf_model_free(&m);
    free_plant(&p);
    jsmf_context_free(ctx);
}

/* Facts that hold whatever the data: of a matrix that is no product of topics. */
static void a_model_is_made_of_probabilities(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    plant p = make_plant(120, 20);
    jsmf_anchors_aw_options o = { .anchors = { .k = 7 } };
    jsmf_model m;
    double a = 0;
    (void)state;
    assert_ok(ctx, learn(ctx, &p, &o, &m));
    for (size_t j = 0; j < m.k; j++) {
        double column = 0, row = 0;
        for (size_t i = 0; i < m.n; i++) {
            assert_true(m.b[i * m.k + j] >= 0);
            column += m.b[i * m.k + j];
            row += m.canchor[j * m.n + i];
        }
        assert_true(fabs(column - 1) < 1e-12);
        assert_true(fabs(row - 1) < 1e-12);
        for (size_t l = 0; l < m.k; l++) {
            assert_true(m.a[j * m.k + l] >= 0 && m.a[j * m.k + l] == m.a[l * m.k + j]);
            a += m.a[j * m.k + l];
            assert_true(m.bbar[l * m.n + (size_t)m.s[j]] == (l == j));
        }
    }
    assert_true(fabs(a - 1) < 1e-12);
    for (size_t i = 0; i < m.n; i++) {
        double column = 0;
        for (size_t j = 0; j < m.k; j++)
            column += m.bbar[j * m.n + i];
        assert_true(fabs(column - (i < m.n - 2)) < 1e-12);
    }
    jsmf_model_free(&m);
    free_plant(&p);
    jsmf_context_free(ctx);
}

static void given_anchors_give_the_same_model(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    plant p = make_plant(200, 8);
    jsmf_anchors_aw_options o = { .anchors = { .k = 8 } };
    jsmf_model chosen, given;
    int64_t bad[8] = { 0, 1, 2, 3, 4, 5, 6, 0 };
    (void)state;
    assert_ok(ctx, learn(ctx, &p, &o, &chosen));
    o.given = chosen.s;
    assert_ok(ctx, learn(ctx, &p, &o, &given));
    for (size_t i = 0; i < 200 * 8; i++)
        assert_true(fabs(chosen.b[i] - given.b[i]) < 1e-12);
    for (size_t j = 0; j < 8; j++)
        assert_true(fabs(chosen.residuals[j] - given.residuals[j]) < 1e-12);
    o.given = bad;
    jsmf_model none;
    for (int trial = 0; trial < 3; trial++) { /* a word twice, a word out of range, a word without mass */
        bad[7] = trial == 0 ? 0 : trial == 1 ? 200 : 199;
        assert_int_equal(learn(ctx, &p, &o, &none), JSMF_EUSAGE);
        assert_null(none.b);
        jsmf_context_clear(ctx);
    }
    jsmf_model_free(&chosen);
    jsmf_model_free(&given);
    free_plant(&p);
    jsmf_context_free(ctx);
}

/* g (k x k) = Bbar C Bbar' */
static void by_words(const plant *p, const jsmf_model *m, double *g)
{
    const size_t n = p->n, k = m->k;
    memset(g, 0, k * k * sizeof *g);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            for (size_t e = 0; e < k * k; e++)
                g[e] += m->bbar[e / k * n + i] * p->c[i * n + j] * m->bbar[e % k * n + j];
}

static void keep_warning(void *arg, jsmf_level level, const char *text)
{
    if (level == JSMF_WARNING)
        snprintf(arg, 256, "%s", text);
}

/* Without rectification C_SS can be zero, or what rounding leaves of zero: then A is what all words say. */
static void anchors_that_never_meet_leave_a_to_all_words(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    double c[16] = { 0, 0, 1, 0, /**/ 0, 0, 0, 1, /**/ 1, 0, 0, 0, /**/ 0, 1, 0, 0 };
    plant p = { .n = 4, .c = c };
    int64_t s[2] = { 0, 1 };
    jsmf_anchors_aw_options o = { .anchors = { .k = 2 }, .given = s };
    char said[256];
    jsmf_model m;
    (void)state;
    jsmf_context_set_message(ctx, keep_warning, said);
    for (int trial = 0; trial < 2; trial++) {
        said[0] = '\0';
        assert_ok(ctx, learn(ctx, &p, &o, &m));
        assert_true(fabs(m.legality - 4) < 1e-12); /* C's sum */
        for (size_t e = 0; e < 4; e++)
            assert_true(fabs(m.a[e] - 0.25) < 1e-12);
        jsmf_model_free(&m);
        c[0] = -1e-18;
        c[5] = 1e-18;
    }
    o.anchors.k = 1;
    assert_ok(ctx, learn(ctx, &p, &o, &m));
    assert_true(m.a[0] == 1);
    jsmf_model_free(&m);
    o.plain = true;
    assert_int_equal(learn(ctx, &p, &o, &m), JSMF_ENUMERIC);
    jsmf_context_free(ctx);
}

/* Anchor 2 meets neither an anchor nor itself. */
static void one_anchor_that_meets_none_is_filled_in(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    double c[49], g[9], live = 0, recovered[9];
    plant p = { .n = 7, .c = c };
    int64_t s[3] = { 0, 1, 2 };
    jsmf_anchors_aw_options o = { .anchors = { .k = 3 }, .given = s };
    char said[256] = "";
    jsmf_model m;
    (void)state;
    for (size_t i = 0; i < 7; i++)
        for (size_t j = 0; j <= i; j++)
            c[i * 7 + j] = c[j * 7 + i] = i < 3 && (i == 2 || j == 2) ? 0 : (double)(1 + (i * 5 + j * 3) % 7) / 200;
    jsmf_context_set_message(ctx, keep_warning, said);
    assert_ok(ctx, learn(ctx, &p, &o, &m));
    assert_non_null(strstr(said, "the anchor of 1 topic occurs with no anchor: its row of A was filled from all"));
    by_words(&p, &m, g);
    for (size_t e = 0; e < 9; e++) {
        const double b[] = { m.b[0], m.b[3 + 1], m.b[6 + 2] };
        recovered[e] = c[e / 3 * 7 + e % 3] / (b[e / 3] * b[e % 3]);
    }
    const double sum = recovered[0] + recovered[1] + recovered[3] + recovered[4];
    live = g[0] + g[1] + g[3] + g[4];
    double legality = 0;
    for (size_t e = 0; e < 9; e++)
        legality += e / 3 == 2 || e % 3 == 2 ? g[e] * sum / live : recovered[e];
    assert_true(fabs(m.legality / legality - 1) < 1e-12);
    for (size_t e = 0; e < 9; e++) {
        const double want = e / 3 == 2 || e % 3 == 2 ? g[e] * sum / live : recovered[e];
        assert_true(m.a[e] > 0 && fabs(m.a[e] * legality / want - 1) < 1e-12);
        assert_true(m.a[e] == m.a[e % 3 * 3 + e / 3]);
    }
    jsmf_model_free(&m);
    jsmf_context_free(ctx);
}

static void count_warnings(void *arg, jsmf_level level, const char *text)
{
    int *warnings = arg;
    *warnings += level == JSMF_WARNING && (strstr(text, "without mass") || strstr(text, "almost no mass"));
}

/* An anchor so rare that its topic has nothing else. */
static void a_topic_without_mass_is_counted(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    double c[25] = { 0 };
    plant p = { .n = 5, .c = c };
    jsmf_anchors_aw_options o = { .anchors = { .k = 3 } };
    jsmf_model m;
    int warnings = 0;
    (void)state;
    c[0] = c[6] = 0.5;
    c[12] = 1e-9; /* words 3 and 4 have no mass */
    jsmf_context_set_message(ctx, count_warnings, &warnings);
    assert_ok(ctx, learn(ctx, &p, &o, &m));
    assert_int_equal(m.massless_topics, 1);
    assert_int_equal(m.massless_words, 2);
    assert_int_equal(warnings, 2);
    for (size_t i = 0; i < 15; i++)
        assert_true(m.b[i] == (i % 4 == 0 && i < 12));
    jsmf_model_free(&m);
    jsmf_context_free(ctx);
}

static void a_model_comes_back_from_its_stream(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    plant p = make_plant(60, 4);
    jsmf_anchors_aw_options o = { .anchors = { .k = 4 } };
    jsmf_stream stream = { .schema = &jsmf_arrays_schema, .kind = JSMF_MODEL };
    jsmf_model m, back;
    double b[240];
    (void)state;
    assert_ok(ctx, learn(ctx, &p, &o, &m));
    memcpy(b, m.b, sizeof b);
    double legality = m.legality;
    int64_t last = m.s[3];
    assert_ok(ctx, jsmf_arrays_model_store(ctx, &m, &stream));
    assert_null(m.b);
    assert_ok(ctx, jsmf_arrays_model_load(ctx, &stream, &back));
    assert_int_equal(back.n, 60);
    assert_int_equal(back.k, 4);
    assert_memory_equal(back.b, b, sizeof b);
    assert_true(back.legality == legality);
    assert_int_equal(back.s[3], last);
    assert_non_null(back.unigram);
    assert_non_null(back.bbar);
    back.s[3] = 60;
    assert_int_equal(jsmf_arrays_model_load(ctx, &stream, &back), JSMF_EDATA);
    jsmf_context_clear(ctx);
    jsmf_stream_remove(&stream, "B");
    assert_int_equal(jsmf_arrays_model_load(ctx, &stream, &back), JSMF_EDATA);
    jsmf_stream_free(&stream);
    free_plant(&p);
    jsmf_context_free(ctx);
}

/* A Dirichlet of these parameters has A's means, and A's trace as the sum of its second moments. */
static void a_model_s_alpha_has_the_moments_of_a(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    plant p = make_plant(60, 4);
    jsmf_anchors_aw_options o = { .anchors = { .k = 4 } };
    jsmf_stream stream = { .schema = &jsmf_arrays_schema, .kind = JSMF_MODEL };
    jsmf_model m, back;
    double total = 0, trace = 0, moments = 0;
    (void)state;
    assert_ok(ctx, learn(ctx, &p, &o, &m));
    assert_ok(ctx, jsmf_arrays_model_store(ctx, &m, &stream));
    assert_ok(ctx, jsmf_arrays_model_load(ctx, &stream, &back));
    for (size_t j = 0; j < 4; j++)
        total += back.alpha[j];
    for (size_t j = 0; j < 4; j++) {
        double mean = 0;
        for (size_t l = 0; l < 4; l++)
            mean += back.a[j * 4 + l];
        assert_true(fabs(back.alpha[j] / total - mean) < 1e-12);
        trace += back.a[j * 4 + j];
        moments += back.alpha[j] * (back.alpha[j] + 1) / (total * (total + 1));
    }
    assert_true(fabs(moments - trace) < 1e-12);
    back.alpha[2] = 0;
    assert_int_equal(jsmf_arrays_model_load(ctx, &stream, &back), JSMF_EDATA);
    jsmf_stream_free(&stream);
    free_plant(&p);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planted_topics_are_recovered),
        cmocka_unit_test(admm_recovers_planted_topics_nearly),
        cmocka_unit_test(a_model_is_made_of_probabilities),
        cmocka_unit_test(given_anchors_give_the_same_model),
        cmocka_unit_test(anchors_that_never_meet_leave_a_to_all_words),
        cmocka_unit_test(one_anchor_that_meets_none_is_filled_in),
        cmocka_unit_test(a_topic_without_mass_is_counted),
        cmocka_unit_test(a_model_comes_back_from_its_stream),
        cmocka_unit_test(a_model_s_alpha_has_the_moments_of_a),
    };
    return cmocka_run_group_tests_name("model", tests, NULL, NULL);
}
