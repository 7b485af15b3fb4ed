/* Topics without anchors: a model that is planted, with anchor words and without, is found from its exact
 * co-occurrence; and what no corpus gives. */
#include "unit.h"

#include "jsmf/anchorfree.h"
#include "jsmf/arrays.h"
#include "base/base_inner.h"
#include "anchorfree/lp.h"
#include "operator/operator_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

enum { WORDS = 200, TOPICS = 4 };

static double uniform(uint64_t stream, size_t i) { return jsmf_random_uniform(29, stream, i); }

/* Each word lacks in one topic, or, with anchors, the first of each 50 is one topic's alone. */
static void plant(bool anchors, double *b, double *a)
{
    double total = 0;
    for (size_t j = 0; j < TOPICS; j++) {
        double mass = 0;
        for (size_t i = 0; i < WORDS; i++) {
            const bool zero = anchors && i % 50 == 0 ? i / 50 != j : i % TOPICS == j;
            b[i * TOPICS + j] = zero ? 0 : pow(uniform(j, i), 6);
            mass += b[i * TOPICS + j];
        }
        for (size_t i = 0; i < WORDS; i++)
            b[i * TOPICS + j] /= mass;
    }
    for (size_t i = 0; i < TOPICS; i++)
        for (size_t j = 0; j < TOPICS; j++) {
            a[i * TOPICS + j] = (i == j) + 0.2 * uniform(9, i + j);
            total += a[i * TOPICS + j];
        }
    for (size_t i = 0; i < TOPICS * TOPICS; i++)
        a[i] /= total;
}

static double *matrix(const double *b, const double *a)
{
    double *c = calloc(WORDS * WORDS, sizeof *c);
    for (size_t i = 0; i < WORDS; i++)
        for (size_t j = 0; j < WORDS; j++)
            for (size_t m = 0; m < TOPICS * TOPICS; m++)
                c[i * WORDS + j] += b[i * TOPICS + m / TOPICS] * a[m] * b[j * TOPICS + m % TOPICS];
    for (size_t i = 0; i < WORDS; i++)
        for (size_t j = 0; j < i; j++)
            c[i * WORDS + j] = c[j * WORDS + i];
    return c;
}

static jsmf_status learn(jsmf_context *ctx, const double *c, const jsmf_anchorfree_options *o, jsmf_model *m,
                         jsmf_anchorfree_report *report)
{
    jsmf_operator *op;
    jsmf_status status;
    assert_ok(ctx, jsmf_operator_dense(ctx, WORDS, c, &op));
    status = jsmf_anchorfree(ctx, op, o, m, report);
    jsmf_operator_free(op);
    return status;
}

/* The planted topic that is nearest to topic j of b. */
static size_t nearest(const double *b, const double *planted, size_t j)
{
    double least = INFINITY;
    size_t found = 0;
    for (size_t l = 0; l < TOPICS; l++) {
        double distance = 0;
        for (size_t i = 0; i < WORDS; i++)
            distance += fabs(b[i * TOPICS + j] - planted[i * TOPICS + l]);
        if (distance < least) {
            least = distance;
            found = l;
        }
    }
    return found;
}

static void assert_is(const jsmf_model *m, const double *b, const double *a, double tolerance)
{
    size_t match[TOPICS], seen = 0;
    for (size_t j = 0; j < TOPICS; j++) {
        match[j] = nearest(m->b, b, j);
        seen |= (size_t)1 << match[j];
        for (size_t i = 0; i < WORDS; i++)
            assert_near(m->b[i * TOPICS + j], b[i * TOPICS + match[j]], tolerance);
    }
    assert_int_equal(seen, ((size_t)1 << TOPICS) - 1);
    for (size_t i = 0; i < TOPICS; i++)
        for (size_t j = 0; j < TOPICS; j++)
            assert_near(m->a[i * TOPICS + j], a[match[i] * TOPICS + match[j]], tolerance);
}

/* A build without GLPK has no linear programs. */
static void need_linear_programs(void)
{
#ifndef JSMF_GLPK
    skip();
#endif
}

static void planted_models_are_recovered(void **state)
{
    const jsmf_anchorfree_options o = { .k = TOPICS };
    jsmf_context *ctx = jsmf_context_new();
    (void)state;
    need_linear_programs();
    for (int anchors = 0; anchors < 2; anchors++) {
        double b[WORDS * TOPICS], a[TOPICS * TOPICS], *c;
        jsmf_anchorfree_report report;
        jsmf_model m;
        plant(anchors, b, a);
        c = matrix(b, a);
        assert_ok(ctx, learn(ctx, c, &o, &m, &report));
        assert_is(&m, b, a, 1e-6);
        assert_true(report.converged && report.sweeps <= 3);
        assert_int_equal(report.rows, WORDS);
        assert_int_equal(report.programs, 2 * TOPICS * report.sweeps);
        assert_near(report.clipped_a + report.clipped_b, 0, 1e-6);
        assert_near(m.legality, 1, 1e-6);
        assert_null(m.s);
        assert_null(m.canchor);
        assert_null(m.residuals);
        jsmf_model_free(&m);
        free(c);
    }
    jsmf_context_free(ctx);
}

/* Y = B L with L L' = A, of one column more, which is 0. */
static double *factor(const double *b, const double *a)
{
    double l[TOPICS * TOPICS] = { 0 }, *y = calloc(WORDS * (TOPICS + 1), sizeof *y);
    for (size_t i = 0; i < TOPICS; i++)
        for (size_t j = 0; j <= i; j++) {
            double rest = a[i * TOPICS + j];
            for (size_t m = 0; m < j; m++)
                rest -= l[i * TOPICS + m] * l[j * TOPICS + m];
            l[i * TOPICS + j] = i == j ? sqrt(rest) : rest / l[j * TOPICS + j];
        }
    for (size_t i = 0; i < WORDS; i++)
        for (size_t m = 0; m < TOPICS; m++)
            for (size_t j = 0; j < TOPICS; j++)
                y[i * (TOPICS + 1) + j] += b[i * TOPICS + m] * l[m * TOPICS + j];
    return y;
}

static void a_factor_gives_what_its_matrix_gives(void **state)
{
    const jsmf_anchorfree_options o = { .k = TOPICS };
    jsmf_anchorfree_options more = { .k = TOPICS + 2 };
    jsmf_context *ctx = jsmf_context_new();
    double b[WORDS * TOPICS], a[TOPICS * TOPICS], *y;
    jsmf_model m;
    (void)state;
    need_linear_programs();
    plant(false, b, a);
    y = factor(b, a);
    assert_ok(ctx, jsmf_anchorfree_compressed(ctx, WORDS, TOPICS + 1, y, &o, &m, NULL));
    assert_is(&m, b, a, 1e-6);
    jsmf_model_free(&m);
    assert_int_equal(jsmf_anchorfree_compressed(ctx, WORDS, TOPICS + 1, y, &more, &m, NULL), JSMF_EUSAGE);
    jsmf_context_clear(ctx);
    more.k = TOPICS + 1;
    assert_int_equal(jsmf_anchorfree_compressed(ctx, WORDS, TOPICS + 1, y, &more, &m, NULL), JSMF_ENUMERIC);
    assert_says(ctx, "4 positive eigenvalues");
    free(y);
    jsmf_context_free(ctx);
}

/* Noise on rare words spoils the topics where B >= 0 is asked of these, and does not where it is not. */
static void rare_words_can_be_left_out(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    double b[WORDS * TOPICS], a[TOPICS * TOPICS], *c;
    int64_t df[WORDS];
    jsmf_anchorfree_options o = { .k = TOPICS, .df = df, .min_df = 5 };
    jsmf_anchorfree_report report;
    jsmf_model m;
    (void)state;
    need_linear_programs();
    plant(true, b, a);
    for (size_t i = 0; i < WORDS; i++) { /* words as no topic is: not in the first one, but against it */
        df[i] = i % 10 == 9 ? 4 : 5;
        for (size_t j = 0; j < TOPICS && df[i] == 4; j++)
            b[i * TOPICS + j] = j == 0 ? -1e-4 : 2e-4;
    }
    for (size_t j = 0; j < TOPICS; j++) {
        double mass = 0;
        for (size_t i = 0; i < WORDS; i++)
            mass += df[i] == 5 ? b[i * TOPICS + j] : 0;
        for (size_t i = 0; i < WORDS; i++)
            b[i * TOPICS + j] /= mass;
    }
    c = matrix(b, a);
    assert_ok(ctx, learn(ctx, c, &o, &m, &report));
    assert_int_equal(report.rows, WORDS - WORDS / 10);
    assert_near(report.clipped_b, WORDS / 10 * 1e-4 / TOPICS, 2e-4);
    assert_true(report.clipped_b > 0);
    for (size_t j = 0; j < TOPICS; j++) {
        const double *planted = b + nearest(m.b, b, j), *found = m.b + j;
        for (size_t i = 0; i < WORDS * TOPICS; i += TOPICS)
            assert_true(found[i] >= 0 && (df[i / TOPICS] == 4 || fabs(found[i] - planted[i]) < 1e-2));
    }
    jsmf_model_free(&m);
    o.min_df = 6;
    assert_int_equal(learn(ctx, c, &o, &m, NULL), JSMF_ENUMERIC);
    assert_says(ctx, "only 0 words of at least 6 documents");
    jsmf_context_clear(ctx);
    o.df = NULL;
    assert_int_equal(learn(ctx, c, &o, &m, NULL), JSMF_EUSAGE);
    free(c);
    jsmf_context_free(ctx);
}

static void too_little_memory_is_told_before_the_work(void **state)
{
    const jsmf_anchorfree_options o = { .k = TOPICS };
    jsmf_context *ctx = jsmf_context_new();
    double b[WORDS * TOPICS], a[TOPICS * TOPICS], *c;
    jsmf_model m;
    (void)state;
    need_linear_programs();
    plant(true, b, a);
    c = matrix(b, a);
    jsmf_context_set_memory(ctx, 1000);
    assert_int_equal(learn(ctx, c, &o, &m, NULL), JSMF_ESYSTEM);
    assert_says(ctx, "limit");
    assert_null(m.b);
    free(c);
    jsmf_context_free(ctx);
}

/* ---- the linear programs ---- */

/* Max x1 + 2 x2 over x >= 0, x1 + x2 = 1 is (0, 1); with x1 - x2 >= 0 it is (1/2, 1/2); its least is (1, 0). */
static void programs_go_on_from_each_other(void **state)
{
    static const double s[2] = { 1, 1 }, axes[4] = { 1, 0, 0, 1 }, more[2] = { 1, -1 };
    static const double up[2] = { 1, 2 }, down[2] = { -1, -2 };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_anchorfree_lp *lp;
    double x[2];
    (void)state;
    need_linear_programs();
    assert_ok(ctx, jsmf_anchorfree_lp_new(ctx, 2, s, 2, &lp));
    assert_ok(ctx, jsmf_anchorfree_lp_add(ctx, lp, 2, axes));
    assert_ok(ctx, jsmf_anchorfree_lp_maximise(ctx, lp, 0, up, x));
    assert_near(x[0], 0, 1e-12);
    assert_near(x[1], 1, 1e-12);
    assert_ok(ctx, jsmf_anchorfree_lp_maximise(ctx, lp, 1, down, x));
    assert_near(x[0], 1, 1e-12);
    assert_ok(ctx, jsmf_anchorfree_lp_add(ctx, lp, 1, more));
    assert_ok(ctx, jsmf_anchorfree_lp_maximise(ctx, lp, 0, up, x));
    assert_near(x[0], 0.5, 1e-12);
    assert_near(x[1], 0.5, 1e-12);
    assert_ok(ctx, jsmf_anchorfree_lp_maximise(ctx, lp, 1, down, x));
    assert_near(x[0], 1, 1e-12);
    jsmf_anchorfree_lp_free(lp);
    jsmf_context_free(ctx);
}

static void programs_without_a_solution_are_errors(void **state)
{
    static const double s[2] = { 1, 1 }, one[2] = { 1, 0 }, none[4] = { -1, 0, 0, -1 }, a[2] = { 0, -1 };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_anchorfree_lp *lp;
    double x[2];
    (void)state;
    need_linear_programs();
    assert_ok(ctx, jsmf_anchorfree_lp_new(ctx, 2, s, 1, &lp));
    assert_ok(ctx, jsmf_anchorfree_lp_add(ctx, lp, 1, one));
    assert_int_equal(jsmf_anchorfree_lp_maximise(ctx, lp, 0, a, x), JSMF_ENUMERIC);
    assert_says(ctx, "no bound");
    jsmf_anchorfree_lp_free(lp);
    jsmf_context_clear(ctx);
    assert_ok(ctx, jsmf_anchorfree_lp_new(ctx, 2, s, 1, &lp));
    assert_ok(ctx, jsmf_anchorfree_lp_add(ctx, lp, 2, none));
    assert_int_equal(jsmf_anchorfree_lp_maximise(ctx, lp, 0, a, x), JSMF_ENUMERIC);
    jsmf_anchorfree_lp_free(lp);
    jsmf_context_free(ctx);
}

static void a_model_without_anchors_is_stored_without_them(void **state)
{
    const jsmf_anchorfree_options o = { .k = TOPICS };
    jsmf_context *ctx = jsmf_context_new();
    double b[WORDS * TOPICS], a[TOPICS * TOPICS], *c;
    jsmf_stream stream = { .schema = &jsmf_arrays_schema, .kind = JSMF_MODEL };
    jsmf_model m;
    (void)state;
    need_linear_programs();
    plant(true, b, a);
    c = matrix(b, a);
    assert_ok(ctx, learn(ctx, c, &o, &m, NULL));
    assert_ok(ctx, jsmf_arrays_model_store(ctx, &m, &stream));
    assert_null(jsmf_stream_find(&stream, "S"));
    assert_null(jsmf_stream_find(&stream, "Canchor"));
    assert_null(jsmf_stream_find(&stream, "residuals"));
    assert_ok(ctx, jsmf_arrays_model_load(ctx, &stream, &m));
    assert_is(&m, b, a, 1e-6);
    for (size_t i = 0; i < WORDS; i++) {
        double sum = 0;
        for (size_t j = 0; j < TOPICS; j++)
            sum += m.bbar[j * WORDS + i];
        assert_near(sum, 1, 1e-12);
    }
    jsmf_stream_free(&stream);
    free(c);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planted_models_are_recovered),
        cmocka_unit_test(a_factor_gives_what_its_matrix_gives),
        cmocka_unit_test(rare_words_can_be_left_out),
        cmocka_unit_test(too_little_memory_is_told_before_the_work),
        cmocka_unit_test(programs_go_on_from_each_other),
        cmocka_unit_test(programs_without_a_solution_are_errors),
        cmocka_unit_test(a_model_without_anchors_is_stored_without_them),
    };
    return cmocka_run_group_tests_name("anchorfree", tests, NULL, NULL);
}
