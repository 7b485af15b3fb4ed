/* LAW: from a compressed co-occurrence to a model, against a model that is planted, against AW on the matrix itself,
 * and on what no corpus gives. */
#include "unit.h"

#include "jsmf/arrays.h"
#include "jsmf/anchors.h"
#include "base/base_inner.h"
#include "operator/operator_inner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

enum { WORDS = 700, TOPICS = 5 };

static double uniform(uint64_t stream, size_t i) { return jsmf_random_uniform(17, stream, i); }

/* Y = B L with L L' = A >= 0: topic j's anchor is word 100 j + 3, which no other topic has. */
static double *planted(double *b, double *a)
{
    double *y = calloc(WORDS * TOPICS, sizeof *y), l[TOPICS][TOPICS] = { { 0 } };
    for (size_t j = 0; j < TOPICS; j++) {
        double mass = 0;
        for (size_t i = 0; i < WORDS; i++) {
            const bool anchor = i % 100 == 3 && i / 100 < TOPICS;
            b[i * TOPICS + j] = anchor ? i / 100 == j : pow(uniform(j, i), 4);
            mass += b[i * TOPICS + j];
        }
        for (size_t i = 0; i < WORDS; i++)
            b[i * TOPICS + j] /= mass;
        for (size_t m = 0; m < TOPICS; m++)
            l[j][m] = m == j ? 1 : m < j ? 0.3 * uniform(9, j * TOPICS + m) : 0;
    }
    for (size_t i = 0; i < TOPICS; i++)
        for (size_t j = 0; j < TOPICS; j++) {
            a[i * TOPICS + j] = 0;
            for (size_t m = 0; m < TOPICS; m++)
                a[i * TOPICS + j] += l[i][m] * l[j][m];
        }
    for (size_t i = 0; i < WORDS * TOPICS; i++)
        for (size_t m = 0; m < TOPICS; m++)
            y[i] += b[i / TOPICS * TOPICS + m] * l[m][i % TOPICS];
    return y;
}

static jsmf_status learn(jsmf_context *ctx, size_t n, size_t k, const double *y, bool plain, jsmf_model *out)
{
    const jsmf_anchors_aw_options o = { .anchors = { .k = k } };
    return jsmf_anchors_law(ctx, n, k, y, &o, plain, out, NULL);
}

static void assert_all_near(size_t count, const double *a, const double *b, double tolerance)
{
    for (size_t i = 0; i < count; i++)
        assert_near(a[i], b[i], tolerance);
}

static void assert_finite(size_t count, const double *x)
{
    for (size_t i = 0; i < count; i++)
        assert_true(isfinite(x[i]));
}

static void assert_model_is_finite(const jsmf_model *m)
{
    assert_finite(m->n * m->k, m->b);
    assert_finite(m->n * m->k, m->bbar);
    assert_finite(m->n * m->k, m->canchor);
    assert_finite(m->n, m->unigram);
    assert_finite(m->k * m->k, m->a);
    assert_finite(m->k, m->residuals);
}

/* ---- exact where it should be ---- */

static void a_planted_model_is_recovered(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    double b[WORDS * TOPICS], a[TOPICS * TOPICS], *y = planted(b, a), sum = 0;
    jsmf_model m;
    (void)state;
    for (size_t i = 0; i < TOPICS * TOPICS; i++)
        sum += a[i];
    for (int plain = 0; plain < 2; plain++) {
        assert_ok(ctx, learn(ctx, WORDS, TOPICS, y, plain, &m));
        for (size_t j = 0; j < TOPICS; j++) {
            const size_t topic = (size_t)m.s[j] / 100;
            assert_int_equal(m.s[j] % 100, 3);
            for (size_t i = 0; i < WORDS; i++)
                assert_near(m.b[i * TOPICS + j], b[i * TOPICS + topic], 1e-12);
            for (size_t l = 0; l < TOPICS; l++)
                assert_near(m.a[j * TOPICS + l], a[topic * TOPICS + (size_t)m.s[l] / 100] / sum, 1e-10);
        }
        assert_near(m.legality, sum, 1e-9);
        assert_int_equal(m.massless_words + m.massless_topics, 0);
        jsmf_model_free(&m);
    }
    free(y);
    jsmf_context_free(ctx);
}

/* A Y >= 0 of no exact anchors, with a word twice (a tie) and one of hardly any mass. */
static double *positive(void)
{
    double *y = malloc(WORDS * TOPICS * sizeof *y);
    for (size_t i = 0; i < WORDS * TOPICS; i++)
        y[i] = pow(uniform(20, i), 8) * uniform(21, i / TOPICS);
    memcpy(y + 600 * TOPICS, y + 60 * TOPICS, TOPICS * sizeof *y);
    for (size_t j = 0; j < TOPICS; j++)
        y[77 * TOPICS + j] *= 1e-14;
    return y;
}

static jsmf_model by_the_matrix(jsmf_context *ctx, const double *y, const jsmf_anchors_aw_options *o)
{
    double *c = calloc(WORDS * WORDS, sizeof *c);
    jsmf_operator *op;
    jsmf_model m;
    for (size_t i = 0; i < WORDS; i++)
        for (size_t j = 0; j < WORDS; j++)
            for (size_t l = 0; l < TOPICS; l++)
                c[i * WORDS + j] += y[i * TOPICS + l] * y[j * TOPICS + l];
    assert_ok(ctx, jsmf_operator_dense(ctx, WORDS, c, &op));
    assert_ok(ctx, jsmf_anchors_aw(ctx, op, o, &m, NULL));
    jsmf_operator_free(op);
    free(c);
    return m;
}

static void assert_same_models(const jsmf_model *a, const jsmf_model *b, double tolerance)
{
    for (size_t j = 0; j < TOPICS; j++)
        assert_int_equal(a->s[j], b->s[j]);
    assert_all_near(WORDS * TOPICS, a->b, b->b, tolerance);
    assert_all_near(WORDS * TOPICS, a->bbar, b->bbar, tolerance);
    assert_all_near(WORDS * TOPICS, a->canchor, b->canchor, tolerance);
    assert_all_near(WORDS, a->unigram, b->unigram, tolerance);
    assert_all_near(TOPICS * TOPICS, a->a, b->a, tolerance);
    assert_all_near(TOPICS, a->residuals, b->residuals, tolerance);
    assert_near(a->legality, b->legality, tolerance);
}

static void a_factor_without_negatives_gives_what_its_matrix_gives(void **state)
{
    static const int64_t given[TOPICS] = { 5, 600, 33, 410, 212 };
    static const int64_t *const choices[] = { NULL, given };
    jsmf_context *ctx = jsmf_context_new();
    double *y = positive();
    (void)state;
    for (size_t i = 0; i < 4; i++) {
        const jsmf_anchors_aw_options o = { .anchors = { .k = TOPICS }, .given = choices[i / 2] };
        jsmf_model expected = by_the_matrix(ctx, y, &o), m;
        assert_ok(ctx, jsmf_anchors_law(ctx, WORDS, TOPICS, y, &o, i % 2, &m, NULL));
        assert_same_models(&m, &expected, 1e-8);
        jsmf_model_free(&m);
        jsmf_model_free(&expected);
    }
    free(y);
    jsmf_context_free(ctx);
}

static void words_of_hardly_any_mass_are_anchors_in_the_papers_text_alone(void **state)
{
    static const int64_t given[TOPICS] = { 5, 600, 33, 77, 410 };
    const jsmf_anchors_aw_options o = { .anchors = { .k = TOPICS }, .given = given };
    jsmf_context *ctx = jsmf_context_new();
    double *y = positive();
    jsmf_model m;
    (void)state;
    assert_int_equal(jsmf_anchors_law(ctx, WORDS, TOPICS, y, &o, false, &m, NULL), JSMF_EUSAGE);
    jsmf_context_clear(ctx);
    assert_ok(ctx, jsmf_anchors_law(ctx, WORDS, TOPICS, y, &o, true, &m, NULL));
    jsmf_model_free(&m);
    free(y);
    jsmf_context_free(ctx);
}

/* ---- negative entries ---- */

/* Y Y' by hand: rows 0 and 1 are anchors with C(0, 1) = -0.02; row 2 mixes them; row 3 has a negative sum; 4 has
 * none. */
static const double signed_y[5 * 2] = { 1, -0.02, 0, 1, 0.5, 0.5, -0.05, 0.01, 0, 0 };

static void the_anchors_rows_are_made_non_negative(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_model m;
    /* C = [1.0004 -.02 .49 -.0502 0; -.02 1 .5 .01 0; .49 .5 .5 -.02 0; -.0502 .01 -.02 .0026 0; 0]
     * E on rows and columns 0, 1, 3: .02 at (0, 1), .0502 at (0, 3), .02 at (2, 3), and their mirrors. */
    const double expected[5] = { 1.0004 + 0.49, 1 + 0.5 + 0.01, 0.49 + 0.5 + 0.5, 0.01 + 0.0026, 0 };
    const double plain[5] = { 1.0004 - 0.02 + 0.49 - 0.0502, -0.02 + 1 + 0.5 + 0.01, 0.49 + 0.5 + 0.5 - 0.02, 0, 0 };
    (void)state;
    assert_ok(ctx, learn(ctx, 5, 2, signed_y, false, &m));
    assert_all_near(5, m.unigram, expected, 1e-15);
    assert_int_equal(m.massless_words, 1);
    assert_near(m.a[1], 0, 0);
    assert_near(m.canchor[(m.s[0] == 0 ? 0 : 5) + 2], 0.49 / expected[0], 1e-15);
    assert_near(m.canchor[(m.s[0] == 0 ? 0 : 5) + 3], 0, 0);
    jsmf_model_free(&m);
    assert_ok(ctx, learn(ctx, 5, 2, signed_y, true, &m));
    assert_all_near(5, m.unigram, plain, 1e-15);
    assert_int_equal(m.massless_words, 2);
    assert_true(m.a[1] < 0);
    for (size_t j = 0; j < 2; j++)
        assert_near(m.b[3 * 2 + j] + m.b[4 * 2 + j] + m.bbar[j * 5 + 3] + m.bbar[j * 5 + 4], 0, 0);
    jsmf_model_free(&m);
    jsmf_context_free(ctx);
}

/* Many words of negative mass, zeros, and masses that nothing can be divided by. */
static void hostile_factors_never_give_nan(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    double *y = positive();
    jsmf_model m;
    (void)state;
    for (size_t i = 0; i < WORDS * TOPICS; i++)
        y[i] -= i / TOPICS % 3 ? 0.001 : 0.3 * y[i] + 0.004;
    memset(y + 123 * TOPICS, 0, 10 * TOPICS * sizeof *y);
    for (size_t j = 0; j < TOPICS; j++) {
        y[200 * TOPICS + j] *= 1e-200;
        y[201 * TOPICS + j] = j == 0 ? 1e-308 : 0;
    }
    for (int plain = 0; plain < 2; plain++) {
        assert_ok(ctx, learn(ctx, WORDS, TOPICS, y, plain, &m));
        assert_model_is_finite(&m);
        assert_in_range(m.massless_words, plain ? 50 : 10, WORDS / 2);
        jsmf_model_free(&m);
    }
    free(y);
    jsmf_context_free(ctx);
}

/* Columns that sum to (2, 2, 1): the last two rows sum to 1e-200, and divided by that their squares overflow. */
static void masses_too_small_to_divide_by_are_none(void **state)
{
    static const double y[5 * 3] = { 2, 0, 0, 0, 2, 0, 0, 0, 1, 1, -1, 1e-200, -1, 1, 1e-200 };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_model m;
    (void)state;
    assert_ok(ctx, learn(ctx, 5, 3, y, true, &m));
    assert_int_equal(m.massless_words, 2);
    assert_model_is_finite(&m);
    jsmf_model_free(&m);
    assert_ok(ctx, learn(ctx, 5, 3, y, false, &m));
    assert_model_is_finite(&m);
    jsmf_model_free(&m);
    jsmf_context_free(ctx);
}

static void hear(void *arg, jsmf_level level, const char *text)
{
    (void)level;
    if (strstr(text, "made non-negative"))
        snprintf(arg, 200, "%s", text);
}

/* A row of zeros has no negative entries: looking for them in those of all words that are in no pair would take time as
 * the square of their number. */
static void words_in_no_pair_are_not_mended(void **state)
{
    enum { MORE = 3 * WORDS };
    jsmf_context *ctx = jsmf_context_new();
    double *y = positive(), *more = calloc(MORE * TOPICS, sizeof *more);
    char said[200] = "";
    jsmf_model few, all;
    (void)state;
    for (size_t i = 0; i < WORDS; i++) {
        y[i * TOPICS] -= 0.01;
        memcpy(more + 3 * i * TOPICS, y + i * TOPICS, TOPICS * sizeof *y);
    }
    assert_ok(ctx, learn(ctx, WORDS, TOPICS, y, false, &few));
    jsmf_context_set_message(ctx, hear, said);
    assert_ok(ctx, learn(ctx, MORE, TOPICS, more, false, &all));
    assert_int_equal(all.massless_words, few.massless_words + MORE - WORDS);
    assert_in_range(strtoul(said, NULL, 10), TOPICS + 1, WORDS);
    assert_all_near(TOPICS * TOPICS, all.a, few.a, 1e-12);
    for (size_t i = 0; i < WORDS; i++)
        assert_all_near(TOPICS, all.b + 3 * i * TOPICS, few.b + i * TOPICS, 1e-12);
    jsmf_model_free(&few);
    jsmf_model_free(&all);
    free(more);
    free(y);
    jsmf_context_free(ctx);
}

/* ---- refusals, and small things ---- */

static void what_is_no_compressed_cooccurrence_is_refused(void **state)
{
    static const double none[3 * 2] = { 1, -1, -1, 1, 0, 0 }, twice[3 * 2] = { 1, 1, 2, 2, 3, 3 };
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_anchors_aw_options three = { .anchors = { .k = 3 } };
    jsmf_model m;
    (void)state;
    assert_int_equal(learn(ctx, 3, 2, none, false, &m), JSMF_EDATA);
    assert_says(ctx, "sums to 0");
    jsmf_context_clear(ctx);
    assert_int_equal(learn(ctx, 3, 2, twice, false, &m), JSMF_ENUMERIC);
    assert_says(ctx, "only 1 anchor for 2 topics");
    jsmf_context_clear(ctx);
    assert_int_equal(learn(ctx, 2, 3, twice, false, &m), JSMF_EDATA);
    jsmf_context_clear(ctx);
    assert_int_equal(jsmf_anchors_law(ctx, 3, 2, twice, &three, false, &m, NULL), JSMF_EUSAGE);
    jsmf_context_clear(ctx);
    jsmf_context_set_memory(ctx, 1000);
    assert_int_equal(learn(ctx, 3, 2, twice, false, &m), JSMF_ESYSTEM);
    assert_null(m.b);
    jsmf_context_free(ctx);
}

static void one_word_is_one_topic(void **state)
{
    static const double one = -0.5;
    jsmf_context *ctx = jsmf_context_new();
    jsmf_model m;
    (void)state;
    assert_ok(ctx, learn(ctx, 1, 1, &one, false, &m));
    assert_near(m.b[0], 1, 0);
    assert_near(m.a[0], 1, 0);
    assert_near(m.unigram[0], 0.25, 1e-16);
    jsmf_model_free(&m);
    jsmf_context_free(ctx);
}

static void threads_do_not_change_a_bit(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    double *y = positive();
    jsmf_model one, three;
    (void)state;
    for (size_t i = 0; i < WORDS * TOPICS; i++)
        y[i] -= 0.01;
    assert_ok(ctx, learn(ctx, WORDS, TOPICS, y, false, &one));
    jsmf_context_set_threads(ctx, 3);
    assert_ok(ctx, learn(ctx, WORDS, TOPICS, y, false, &three));
    assert_memory_equal(one.b, three.b, WORDS * TOPICS * sizeof(double));
    assert_memory_equal(one.a, three.a, TOPICS * TOPICS * sizeof(double));
    assert_memory_equal(one.canchor, three.canchor, WORDS * TOPICS * sizeof(double));
    assert_memory_equal(one.unigram, three.unigram, WORDS * sizeof(double));
    jsmf_model_free(&one);
    jsmf_model_free(&three);
    free(y);
    jsmf_context_free(ctx);
}

/* A compressed stream as a co-occurrence: max(Y Y', 0) / sum. A rectified one without r is damaged. */
static void a_compressed_stream_is_a_cooccurrence(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_stream stream = { .schema = &jsmf_arrays_schema, .kind = JSMF_COMPRESSED,
                           .name = jsmf_copy(ctx, "test", 5, 1) };
    jsmf_arrays_cooc source;
    double row[5], *half = jsmf_copy(ctx, signed_y, 10, sizeof(double));
    (void)state;
    for (size_t i = 0; i < 10; i++) /* of a sum near 1 */
        half[i] /= 2;
    assert_ok(ctx, jsmf_stream_add_f64(ctx, &stream, "Y", half, 2, 5, 2));
    assert_ok(ctx, jsmf_arrays_cooc_open(ctx, &stream, &source));
    assert_ok(ctx, jsmf_operator_panel(ctx, source.op, 0, 1, row));
    assert_near(row[0], 1.0004 / 4 / source.rectified.total, 1e-15);
    assert_near(row[1], 0, 0);
    assert_near(4 * source.rectified.total, 1.0004 + 1 + 0.5 + 0.0026 + 2 * (0.49 + 0.5 + 0.01), 1e-14);
    jsmf_arrays_cooc_free(&source);
    jsmf_arrays_mark(&stream, JSMF_RECTIFIED);
    assert_ok(ctx, jsmf_stream_add_f64(ctx, &stream, "Y", jsmf_copy(ctx, signed_y, 10, sizeof(double)), 2, 5, 2));
    assert_int_equal(jsmf_arrays_cooc_open(ctx, &stream, &source), JSMF_EDATA);
    jsmf_stream_free(&stream);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_planted_model_is_recovered),
        cmocka_unit_test(a_factor_without_negatives_gives_what_its_matrix_gives),
        cmocka_unit_test(words_of_hardly_any_mass_are_anchors_in_the_papers_text_alone),
        cmocka_unit_test(the_anchors_rows_are_made_non_negative),
        cmocka_unit_test(hostile_factors_never_give_nan),
        cmocka_unit_test(masses_too_small_to_divide_by_are_none),
        cmocka_unit_test(words_in_no_pair_are_not_mended),
        cmocka_unit_test(what_is_no_compressed_cooccurrence_is_refused),
        cmocka_unit_test(one_word_is_one_topic),
        cmocka_unit_test(threads_do_not_change_a_bit),
        cmocka_unit_test(a_compressed_stream_is_a_cooccurrence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
