/* topics: anchor words from planted topics to a model, and a model through a stream. */
#include "unit.h"

#include "jsmf/arrays.h"
#include "jsmf/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* C = B A B' with N words, K topics: B's columns and A sum to 1, words anchor[k] belong to topic k alone, and words n
 * - 2 and n - 1 have no mass. */
typedef struct plant {
    size_t n, k;
    double *b, *a, *c;
    size_t *anchor;
} plant;

static double uniform(uint64_t stream, uint64_t i) { return jsmf_random_uniform(5, stream, i); }

static void plant_topics(plant *p)
{
    for (size_t j = 0; j < p->k; j++)
        p->anchor[j] = (j * 61 + 17) % (p->n - 2);
    for (size_t i = 0; i < p->n - 2; i++)
        for (size_t j = 0; j < p->k; j++)
            p->b[i * p->k + j] = pow(uniform(j, i), 6) / (1 + (double)(i % 50));
    for (size_t i = 0; i < p->k * p->k; i++)
        p->b[p->anchor[i / p->k] * p->k + i % p->k] = i / p->k == i % p->k ? 0.01 * (1 + uniform(99, i)) : 0;
    for (size_t j = 0; j < p->k; j++) {
        double sum = 0;
        for (size_t i = 0; i < p->n; i++)
            sum += p->b[i * p->k + j];
        for (size_t i = 0; i < p->n; i++)
            p->b[i * p->k + j] /= sum;
    }
}

/* The mean of w w' over some mixtures w: symmetric, positive definite. */
static void plant_correlations(plant *p)
{
    size_t k = p->k, documents = 10 * k;
    double *w = malloc(k * sizeof *w);
    for (size_t m = 0; m < documents; m++) {
        double sum = 0;
        for (size_t j = 0; j < k; j++)
            sum += w[j] = pow(uniform(200 + m, j), 8);
        for (size_t i = 0; i < k * k; i++)
            p->a[i] += w[i / k] * w[i % k] / sum / sum / (double)documents;
    }
    free(w);
}

static plant make_plant(size_t n, size_t k)
{
    plant p = { n, k, calloc(n * k, sizeof(double)), calloc(k * k, sizeof(double)), calloc(n * n, sizeof(double)),
                calloc(k, sizeof(size_t)) };
    double *ba = calloc(n * k, sizeof *ba);
    plant_topics(&p);
    plant_correlations(&p);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++)
            for (size_t l = 0; l < k; l++)
                ba[i * k + l] += p.b[i * k + j] * p.a[j * k + l];
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            for (size_t l = 0; l < k; l++)
                p.c[i * n + j] += ba[i * k + l] * p.b[j * k + l];
            p.c[j * n + i] = p.c[i * n + j];
        }
    free(ba);
    return p;
}

static void free_plant(plant *p)
{
    free(p->b);
    free(p->a);
    free(p->c);
    free(p->anchor);
}

/* The planted topic whose anchor is word s. */
static size_t topic_of(const plant *p, int64_t s)
{
    size_t j = 0;
    while (j < p->k && p->anchor[j] != (size_t)s)
        j++;
    return j;
}

static jsmf_status learn(jsmf_context *ctx, const plant *p, const jsmf_aw_options *o, jsmf_model *m)
{
    jsmf_operator *op;
    jsmf_status status = jsmf_operator_dense(ctx, p->n, p->c, &op);
    if (status == JSMF_OK)
        status = jsmf_anchor_words(ctx, op, o, m, NULL);
    jsmf_operator_free(op);
    return status;
}

static void assert_recovered(const plant *p, const jsmf_model *m, double tolerance)
{
    size_t k = p->k, topic[64];
    for (size_t j = 0; j < k; j++) {
        topic[j] = topic_of(p, m->s[j]);
        assert_true(topic[j] < k);
    }
    for (size_t i = 0; i < p->n; i++)
        for (size_t j = 0; j < k; j++)
            assert_true(fabs(m->b[i * k + j] - p->b[i * k + topic[j]]) < tolerance);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++)
            assert_true(fabs(m->a[i * k + j] - p->a[topic[i] * k + topic[j]]) < tolerance);
    assert_true(fabs(m->legality - 1) < tolerance);
}

static void planted_topics_are_recovered(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    plant p = make_plant(2000, 30);
    jsmf_aw_options o = { .anchors = { .k = 30 } };
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
    jsmf_aw_options o = { .anchors = { .k = 6 }, .solver = JSMF_ADMM };
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
    jsmf_aw_options o = { .anchors = { .k = 7 } };
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
    jsmf_aw_options o = { .anchors = { .k = 8 } };
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

/* Without rectification C_SS can be zero, or what rounding leaves of zero: no A follows from it. */
static void anchors_that_never_meet_are_an_error(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    double c[16] = { 0, 0, 1, 0, /**/ 0, 0, 0, 1, /**/ 1, 0, 0, 0, /**/ 0, 1, 0, 0 };
    plant p = { .n = 4, .c = c };
    int64_t s[2] = { 0, 1 };
    jsmf_aw_options o = { .anchors = { .k = 2 }, .given = s };
    jsmf_model m;
    (void)state;
    assert_int_equal(learn(ctx, &p, &o, &m), JSMF_ENUMERIC);
    assert_says(ctx, "rectified");
    jsmf_context_clear(ctx);
    c[0] = -1e-18;
    c[5] = 1e-18;
    assert_int_equal(learn(ctx, &p, &o, &m), JSMF_ENUMERIC);
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
    jsmf_aw_options o = { .anchors = { .k = 3 } };
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
    jsmf_aw_options o = { .anchors = { .k = 4 } };
    jsmf_stream stream = { .kind = JSMF_MODEL };
    jsmf_model m, back;
    double b[240];
    (void)state;
    assert_ok(ctx, learn(ctx, &p, &o, &m));
    memcpy(b, m.b, sizeof b);
    double legality = m.legality;
    int64_t last = m.s[3];
    assert_ok(ctx, jsmf_model_store(ctx, &m, &stream));
    assert_null(m.b);
    assert_ok(ctx, jsmf_model_load(ctx, &stream, &back));
    assert_int_equal(back.n, 60);
    assert_int_equal(back.k, 4);
    assert_memory_equal(back.b, b, sizeof b);
    assert_true(back.legality == legality);
    assert_int_equal(back.s[3], last);
    assert_non_null(back.unigram);
    assert_non_null(back.bbar);
    back.s[3] = 60;
    assert_int_equal(jsmf_model_load(ctx, &stream, &back), JSMF_EDATA);
    jsmf_context_clear(ctx);
    jsmf_stream_remove(&stream, "B");
    assert_int_equal(jsmf_model_load(ctx, &stream, &back), JSMF_EDATA);
    jsmf_stream_free(&stream);
    free_plant(&p);
    jsmf_context_free(ctx);
}

/* A Dirichlet of these parameters has A's means, and A's trace as the sum of its second moments. */
static void a_model_s_alpha_has_the_moments_of_a(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    plant p = make_plant(60, 4);
    jsmf_aw_options o = { .anchors = { .k = 4 } };
    jsmf_stream stream = { .kind = JSMF_MODEL };
    jsmf_model m, back;
    double total = 0, trace = 0, moments = 0;
    (void)state;
    assert_ok(ctx, learn(ctx, &p, &o, &m));
    assert_ok(ctx, jsmf_model_store(ctx, &m, &stream));
    assert_ok(ctx, jsmf_model_load(ctx, &stream, &back));
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
    assert_int_equal(jsmf_model_load(ctx, &stream, &back), JSMF_EDATA);
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
        cmocka_unit_test(anchors_that_never_meet_are_an_error),
        cmocka_unit_test(a_topic_without_mass_is_counted),
        cmocka_unit_test(a_model_comes_back_from_its_stream),
        cmocka_unit_test(a_model_s_alpha_has_the_moments_of_a),
    };
    return cmocka_run_group_tests_name("model", tests, NULL, NULL);
}
