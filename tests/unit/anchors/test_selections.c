/* Selections of anchors other than pivoted QR: on an exact co-occurrence all find the planted anchors, as rows and as
 * an operator; and what they say where there are too few. */
#include "unit.h"

#include "anchors/anchors_inner.h"
#include "base/base_inner.h"
#include "anchors/selection.h"
#include "operator/operator_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 120, TOPICS = 5 };

static double uniform(uint64_t stream, size_t i) { return jsmf_random_uniform(31, stream, i); }

/* Mixtures of TOPICS positive rows; words 20 j are those themselves. */
static double *plant(void)
{
    double *c = calloc(WORDS * WORDS, sizeof *c), b[WORDS][TOPICS], a[TOPICS][TOPICS];
    for (size_t i = 0; i < WORDS; i++)
        for (size_t j = 0; j < TOPICS; j++)
            b[i][j] = i % 20 == 0 && i / 20 < TOPICS ? i / 20 == j : pow(uniform(j, i), 3);
    for (size_t i = 0; i < TOPICS; i++)
        for (size_t j = 0; j < TOPICS; j++)
            a[i][j] = (i == j) + 0.2 * uniform(8, i + j);
    for (size_t i = 0; i < WORDS; i++)
        for (size_t j = 0; j < WORDS; j++)
            for (size_t m = 0; m < TOPICS * TOPICS; m++)
                c[i * WORDS + j] += b[i][m / TOPICS] * a[m / TOPICS][m % TOPICS] * b[j][m % TOPICS];
    return c;
}

static double *sums_of(const double *c)
{
    double *sums = calloc(WORDS, sizeof *sums);
    for (size_t i = 0; i < WORDS * WORDS; i++)
        sums[i / WORDS] += c[i];
    return sums;
}

static void planted_anchors_are_found(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    double *c = plant(), *sums = sums_of(c), residuals[TOPICS];
    const jsmf_anchors_rows rows = jsmf_anchors_rows_of_block(WORDS, WORDS, c);
    jsmf_operator *op;
    (void)state;
    assert_ok(ctx, jsmf_operator_dense(ctx, WORDS, c, &op));
    for (jsmf_anchors_selection select = JSMF_SELECT_QR; select <= JSMF_SELECT_XRAY; select++) {
        const jsmf_anchors_options o = { .k = TOPICS, .select = select };
        int64_t s[TOPICS], again[TOPICS];
        size_t seen = 0;
        assert_ok(ctx, jsmf_anchors_select(ctx, op, sums, &o, s, residuals));
        for (size_t j = 0; j < TOPICS; j++) {
            assert_int_equal(s[j] % 20, 0);
            seen |= (size_t)1 << s[j] / 20;
            assert_true(residuals[j] > 0 && (j == 0 || select == JSMF_SELECT_XRAY || residuals[j] < residuals[j - 1]));
        }
        assert_int_equal(seen, (1 << TOPICS) - 1);
        assert_ok(ctx, jsmf_anchors_select_rows(ctx, &rows, sums, &o, again, residuals, NULL));
        assert_memory_equal(s, again, sizeof s);
    }
    jsmf_operator_free(op);
    free(sums);
    free(c);
    jsmf_context_free(ctx);
}

/* Whatever lies in what the anchors span is no further anchor. */
static void more_than_there_are_is_an_error(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    double *c = plant(), *sums = sums_of(c), residuals[TOPICS + 1];
    int64_t s[TOPICS + 1], df[WORDS];
    jsmf_operator *op;
    (void)state;
    for (size_t i = 0; i < WORDS; i++)
        df[i] = 4;
    assert_ok(ctx, jsmf_operator_dense(ctx, WORDS, c, &op));
    for (jsmf_anchors_selection select = JSMF_SELECT_AFFINE; select <= JSMF_SELECT_XRAY; select++) {
        jsmf_anchors_options o = { .k = TOPICS + 1, .select = select };
        assert_int_equal(jsmf_anchors_select(ctx, op, sums, &o, s, residuals), JSMF_ENUMERIC);
        assert_says(ctx, "only 5 anchors for 6 topics");
        jsmf_context_clear(ctx);
        o = (jsmf_anchors_options){ .k = TOPICS + 1, .select = select, .df = df, .min_df = 4 };
        assert_int_equal(jsmf_anchors_select(ctx, op, sums, &o, s, residuals), JSMF_ENUMERIC);
        assert_says(ctx, "only 5 anchors for 6 topics among the words of at least 4 documents");
        jsmf_context_clear(ctx);
    }
    jsmf_operator_free(op);
    free(sums);
    free(c);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planted_anchors_are_found),
        cmocka_unit_test(more_than_there_are_is_an_error),
    };
    return cmocka_run_group_tests_name("baselines", tests, NULL, NULL);
}
