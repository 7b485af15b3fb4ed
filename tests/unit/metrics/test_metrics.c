/* The metrics, on models small enough to reckon by hand and on what is undefined. tests/golden/metrics.py compares them
 * with an independent implementation on corpora. */
#include "metric_values.h"

#include "base/base_inner.h"
#include "operator/operator_inner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Two topics of four words; word 3 has no mass. */
static double b[8] = { 0.5, 0, /**/ 0.5, 0.25, /**/ 0, 0.75, /**/ 0, 0 };
static double a[4] = { 0.4, 0.1, /**/ 0.1, 0.4 };
static int64_t s[2] = { 0, 2 };
static double bbar[8] = { 1, 2. / 3, 0, 0, /**/ 0, 1. / 3, 1, 0 };
static double canchor[8] = { 0.5, 0.5, 0, 0, /**/ 0, 0.25, 0.75, 0 };
static double unigram[4] = { 0.25, 0.375, 0.375, 0 };
static const jsmf_model small = { .n = 4, .k = 2, .b = b, .a = a, .legality = 1.5, .s = s, .bbar = bbar,
                                  .canchor = canchor, .unigram = unigram };

/* ---- of the model ---- */

static void the_model_alone_is_judged_by_its_formulas(void **state)
{
    bench *t = *state;
    jsmf_metrics m;
    assert_ok(t->ctx, jsmf_metrics_start(t->ctx, &small, &m));
    assert_ok(t->ctx, jsmf_metrics_of_model(t->ctx, &small, unigram, &m));
    assert_value(&m, "Legality", 1.5);
    assert_value(&m, "DominancyCode", 0.8);
    assert_value(&m, "Dominancy2019", 0.6);
    assert_value(&m, "Dominancy2021", 0.4 / sqrt(0.34));
    assert_topics(&m, "Dominancy2019", 0.6, 0.6);
    assert_topics(&m, "Weight", 0.5, 0.5);
    /* A'e = (0.75, 0.75) and z = (0.5, 0.5): KL(a | z) = 2 * 0.75 log2 1.5; KL(z | a) = 0 as a is divided by its sum */
    assert_value(&m, "Validity", 0.75 * log2(1.5));
    assert_value(&m, "Entropy", (log2(3) - 2. / 3) / 4);
    assert_topics(&m, "Sparsity", 2 - sqrt(2), 2 - 1 / sqrt(0.625));
    /* KL(b_1 | c) = 0.5 log2(0.5 / 0.25) + 0.5 log2(0.5 / 0.375), but for what smoothing the last word adds */
    assert_true(fabs(jsmf_metrics_find(&m, "Specificity")->topics[0] - (0.5 + 0.5 * log2(4. / 3))) < 1e-14);
    /* KL(b_1 | b_2) = 0.5 log2(0.5 / 2^-52) + 0.5 log2(0.5 / 0.25); KL(b_2 | b_1) = 0.75 log2(0.75 / 2^-52) + 0.25 log2
     * 0.5 */
    assert_true(fabs(value_of(&m, "SoftDissimilarity") - (25.5 + 0.5 + 0.75 * (52 + log2(0.75)) - 0.25) / 2) < 1e-12);
    assert_int_equal(t->warnings, 0);
    jsmf_metrics_free(&m);
}

/* A'e = (0.25, 0.25) and z = (0.5, 0.5): KL(a | z) = 2 * 0.25 log2 0.5, as a does not sum to 1; KL(z | a) = 0. */
static void validity_may_be_below_zero(void **state)
{
    bench *t = *state;
    jsmf_model model = small;
    jsmf_metrics m;
    model.legality = 0.5;
    assert_ok(t->ctx, jsmf_metrics_start(t->ctx, &model, &m));
    assert_ok(t->ctx, jsmf_metrics_of_model(t->ctx, &model, unigram, &m));
    assert_value(&m, "Validity", -0.25);
    jsmf_metrics_free(&m);
}

/* A's scale is in the legality alone. */
static void any_scale_of_correlations_has_the_same_dominancy(void **state)
{
    const double scales[] = { 1e-310, 1e-200, 1, 1e200, 1e307 };
    bench *t = *state;
    for (size_t i = 0; i < sizeof scales / sizeof *scales; i++) {
        double scaled[4];
        jsmf_model model = small;
        jsmf_metrics m;
        for (size_t e = 0; e < 4; e++)
            scaled[e] = a[e] * scales[i];
        model.a = scaled;
        assert_ok(t->ctx, jsmf_metrics_start(t->ctx, &model, &m));
        assert_ok(t->ctx, jsmf_metrics_of_model(t->ctx, &model, unigram, &m));
        assert_value(&m, "DominancyCode", 0.8);
        assert_value(&m, "Dominancy2021", 0.4 / sqrt(0.34));
        assert_value(&m, "Legality", 1.5 * scales[i]);
        jsmf_metrics_free(&m);
    }
}

static void numbers_out_of_range_are_said(void **state)
{
    bench *t = *state;
    double huge[4] = { 1e300, 1e299, 1e299, 1e300 }, c[16] = { [0] = 0.5, [5] = 0.5 }, sums[4] = { 0.5, 0.5, 0, 0 };
    jsmf_model model = small;
    jsmf_operator *op;
    jsmf_metrics m;
    model.a = huge;
    assert_ok(t->ctx, jsmf_operator_dense(t->ctx, 4, c, &op));
    assert_ok(t->ctx, jsmf_metrics_start(t->ctx, &model, &m));
    assert_ok(t->ctx, jsmf_metrics_of_cooc(t->ctx, &model, op, sums, &m));
    assert_true(isnan(value_of(&m, "Approximation")) && isnan(value_of(&m, "RelativeApproximation")));
    assert_true(said(t, "RelativeApproximation: undefined (the numbers are too large)\n"));
    assert_true(isfinite(value_of(&m, "RelativeRecovery")));
    jsmf_metrics_free(&m);
    jsmf_operator_free(op);
}

static void leading_words_and_anchors_are_counted(void **state)
{
    bench *t = *state;
    int64_t shared[2] = { 1, 2 };
    jsmf_model mixed = small;
    jsmf_metrics m;
    assert_ok(t->ctx, jsmf_metrics_start(t->ctx, &small, &m));
    assert_ok(t->ctx, jsmf_metrics_of_words(t->ctx, &small, 2, &m));
    /* the first two words of each: 0, 1 and 2, 1 */
    assert_topics(&m, "UniqueWords", 1, 1);
    assert_value(&m, "SimCount", 1);
    assert_topics(&m, "SimCount", 1, 1);
    assert_topics(&m, "Dissimilarity", 1, 1); /* word 3 is in neither topic, word 1 in both */
    assert_topics(&m, "BasisRank", 1, 1);
    assert_value(&m, "SoftBasisRank", 0);
    assert_topics(&m, "BasisQuality", 3, 3); /* behind the other's two words; word 0 is first among zeros */
    assert_value(&m, "SoftBasisQuality", 0);
    assert_value(&m, "SeparabilityAnchors", 0);
    assert_value(&m, "SeparabilityBest", 0);
    assert_int_equal(t->warnings, 0);
    jsmf_metrics_free(&m);
    mixed.s = shared;
    assert_ok(t->ctx, jsmf_metrics_start(t->ctx, &mixed, &m));
    assert_ok(t->ctx, jsmf_metrics_of_words(t->ctx, &mixed, 2, &m));
    assert_topics(&m, "SeparabilityAnchors", 0.5, 0); /* 0.25 of 0.5 */
    assert_topics(&m, "SoftBasisRank", 0, 0);
    assert_topics(&m, "BasisRank", 2, 1); /* behind word 0, which is as probable */
    jsmf_metrics_free(&m);
}

static void what_a_model_lacks_is_said(void **state)
{
    bench *t = *state;
    const jsmf_model bare = { .n = 4, .k = 2, .b = b, .legality = 1 };
    jsmf_metrics m;
    assert_ok(t->ctx, jsmf_metrics_start(t->ctx, &bare, &m));
    assert_ok(t->ctx, jsmf_metrics_of_model(t->ctx, &bare, NULL, &m));
    assert_ok(t->ctx, jsmf_metrics_of_words(t->ctx, &bare, 2, &m));
    assert_true(said(t, "Legality, DominancyCode, Dominancy2019, Dominancy2021: undefined (the model has no A)\n"));
    assert_true(said(t, "Validity: undefined (the model has no A)\n"));
    assert_true(said(t, "Entropy: undefined (the model has no Bbar)\n"));
    assert_true(said(t, "Specificity: undefined (the model has no unigram, and no co-occurrence is given)\n"));
    assert_true(said(t, "BasisRank, SoftBasisRank, BasisQuality, SoftBasisQuality: undefined (the model has no S)\n"));
    assert_true(said(t, "SeparabilityAnchors: undefined (the model has no S)\n"));
    assert_int_equal(t->warnings, 6);
    assert_true(isnan(value_of(&m, "Validity")));
    assert_false(isnan(value_of(&m, "Sparsity")));
    jsmf_metrics_free(&m);
}

static void a_topic_without_mass_is_counted_and_left_out(void **state)
{
    bench *t = *state;
    double with_third[12], correlations[9] = { 0.4, 0.1, 0, 0.1, 0.4, 0, 0, 0, 0 };
    double bbar3[12];
    int64_t anchors[3] = { 0, 2, 3 };
    jsmf_model three = { .n = 4, .k = 3, .b = with_third, .a = correlations, .legality = 1.5, .s = anchors,
                         .bbar = bbar3, .unigram = unigram };
    static const char *const same[] = { "DominancyCode", "Sparsity", "Specificity", "SoftDissimilarity", "UniqueWords",
                                        "SimCount", "BasisRank", "BasisQuality" };
    jsmf_metrics m, two;
    for (size_t i = 0; i < 4; i++) {
        with_third[3 * i] = b[2 * i];
        with_third[3 * i + 1] = b[2 * i + 1];
        with_third[3 * i + 2] = 0;
    }
    memcpy(bbar3, bbar, sizeof bbar);
    memset(bbar3 + 8, 0, 4 * sizeof *bbar3);
    assert_ok(t->ctx, jsmf_metrics_start(t->ctx, &small, &two));
    assert_ok(t->ctx, jsmf_metrics_of_model(t->ctx, &small, unigram, &two));
    assert_ok(t->ctx, jsmf_metrics_of_words(t->ctx, &small, 2, &two));
    assert_ok(t->ctx, jsmf_metrics_start(t->ctx, &three, &m));
    assert_int_equal(t->warnings, 1);
    assert_true(said(t, "1 of 3 topics without mass: left out of what is counted over topics\n"));
    assert_ok(t->ctx, jsmf_metrics_of_model(t->ctx, &three, unigram, &m));
    assert_ok(t->ctx, jsmf_metrics_of_words(t->ctx, &three, 2, &m));
    assert_int_equal(t->warnings, 1);
    for (size_t i = 0; i < m.count; i++) {
        assert_false(!m.list[i].column && isnan(m.list[i].value));
        if (m.list[i].topics && !m.list[i].column)
            assert_true(isnan(m.list[i].topics[2]));
    }
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        assert_value(&m, same[i], value_of(&two, same[i]));
    jsmf_metrics_free(&m);
    jsmf_metrics_free(&two);
}

static void one_topic_has_no_other(void **state)
{
    bench *t = *state;
    double topic[3] = { 0.5, 0.25, 0.25 }, one = 1, ones[3] = { 1, 1, 1 }, c[3] = { 0.4, 0.3, 0.3 };
    int64_t anchor = 1;
    const jsmf_model single = { .n = 3, .k = 1, .b = topic, .a = &one, .legality = 1, .s = &anchor, .bbar = ones,
                                .unigram = c };
    jsmf_metrics m;
    assert_ok(t->ctx, jsmf_metrics_start(t->ctx, &single, &m));
    assert_ok(t->ctx, jsmf_metrics_of_model(t->ctx, &single, c, &m));
    assert_ok(t->ctx, jsmf_metrics_of_words(t->ctx, &single, 2, &m));
    assert_true(said(t, "Entropy: undefined (there is one topic only)\n"));
    assert_true(said(t, "SoftDissimilarity: undefined (there is no other topic)\n"));
    assert_true(said(t, "BasisQuality: undefined (there is no other topic)\n"));
    assert_true(said(t, "SoftBasisQuality: undefined (there is no other topic)\n"));
    assert_int_equal(t->warnings, 4);
    assert_value(&m, "UniqueWords", 2);
    assert_value(&m, "BasisRank", 2);
    jsmf_metrics_free(&m);
}

static void topics_without_an_anchor_are_left_out(void **state)
{
    bench *t = *state;
    int64_t first_alone[2] = { 0, JSMF_NO_ANCHOR };
    jsmf_model model = small;
    jsmf_metrics whole, m;
    assert_ok(t->ctx, jsmf_metrics_start(t->ctx, &small, &whole));
    assert_ok(t->ctx, jsmf_metrics_of_words(t->ctx, &small, 2, &whole));
    model.s = first_alone;
    assert_ok(t->ctx, jsmf_metrics_start(t->ctx, &model, &m));
    assert_ok(t->ctx, jsmf_metrics_of_words(t->ctx, &model, 2, &m));
    for (const char *const *name = (const char *const[]){ "BasisRank", "SoftBasisRank", "BasisQuality",
                                                          "SoftBasisQuality", "SeparabilityAnchors", NULL };
         *name; name++) {
        assert_value(&m, *name, jsmf_metrics_find(&whole, *name)->topics[0]);
        assert_true(isnan(jsmf_metrics_find(&m, *name)->topics[1]));
    }
    assert_true(said(t, "1 of 2 topics has no anchor: left out of metrics of anchors; those of all anchors together "
                        "are undefined\n"));
    assert_int_equal(t->warnings, 1);
    jsmf_metrics_free(&whole);
    jsmf_metrics_free(&m);
}

/* ---- against a co-occurrence ---- */

/* C = B (legality A) B': nothing is left of it. */
static void an_exact_model_approximates_exactly(void **state)
{
    bench *t = *state;
    double c[16], sums[4], total = 0;
    jsmf_operator *op;
    jsmf_metrics m;
    for (size_t e = 0; e < 16; e++) {
        c[e] = 0;
        for (size_t k = 0; k < 4; k++)
            c[e] += 1.5 * b[e / 4 * 2 + k / 2] * a[k] * b[e % 4 * 2 + k % 2];
        total += c[e];
    }
    assert_true(fabs(total - 1.5) < 1e-14);
    assert_ok(t->ctx, jsmf_operator_dense(t->ctx, 4, c, &op));
    assert_ok(t->ctx, jsmf_operator_row_sums(t->ctx, op, sums));
    assert_ok(t->ctx, jsmf_metrics_start(t->ctx, &small, &m));
    assert_ok(t->ctx, jsmf_metrics_of_cooc(t->ctx, &small, op, sums, &m));
    assert_value(&m, "Approximation", 0);
    assert_value(&m, "OffDiagonalApproximation", 0);
    assert_value(&m, "Recovery", 0); /* word 1 is 2/3 anchor 0 and 1/3 anchor 2, as Bbar says */
    c[1] += 0.3;
    c[4] += 0.3;
    c[5] += 0.1;
    jsmf_metrics_free(&m);
    assert_ok(t->ctx, jsmf_metrics_start(t->ctx, &small, &m));
    assert_ok(t->ctx, jsmf_metrics_of_cooc(t->ctx, &small, op, sums, &m));
    assert_value(&m, "Approximation", sqrt(0.19));
    assert_value(&m, "OffDiagonalApproximation", sqrt(0.18));
    assert_true(value_of(&m, "Recovery") > 0.01);
    jsmf_metrics_free(&m);
    jsmf_operator_free(op);
}

static double uniform(uint64_t stream, size_t i) { return jsmf_random_uniform(23, stream, i); }

enum { WORDS = 1300, TOPICS = 5 };

/* Random arrays of the right shapes. */
static jsmf_model random_model(void)
{
    jsmf_model m = { .n = WORDS, .k = TOPICS, .legality = 1.1 };
    m.b = malloc(WORDS * TOPICS * sizeof(double));
    m.bbar = malloc(WORDS * TOPICS * sizeof(double));
    m.canchor = malloc(WORDS * TOPICS * sizeof(double));
    m.a = malloc(TOPICS * TOPICS * sizeof(double));
    m.s = malloc(TOPICS * sizeof(int64_t));
    for (size_t i = 0; i < WORDS * TOPICS; i++) {
        m.b[i] = uniform(1, i);
        m.bbar[i] = uniform(2, i);
        m.canchor[i] = uniform(3, i);
    }
    for (size_t i = 0; i < TOPICS * TOPICS; i++)
        m.a[i] = uniform(4, i);
    for (size_t k = 0; k < TOPICS; k++) {
        double sum = 0;
        for (size_t i = 0; i < WORDS; i++)
            sum += m.b[i * TOPICS + k];
        for (size_t i = 0; i < WORDS; i++)
            m.b[i * TOPICS + k] /= sum;
        m.s[k] = (int64_t)(37 * k);
    }
    return m;
}

static double *random_cooc(void)
{
    double *c = malloc((size_t)WORDS * WORDS * sizeof *c);
    for (size_t i = 0; i < WORDS; i++)
        for (size_t j = 0; j <= i; j++)
            c[i * WORDS + j] = c[j * WORDS + i] = uniform(9, i * WORDS + j) / WORDS / WORDS;
    return c;
}

/* Wider than a tile and of many panels: the same bytes on every number of threads. */
static void threads_change_nothing(void **state)
{
    jsmf_model model = random_model();
    double *c = random_cooc(), sums[WORDS], first[16];
    (void)state;
    for (int threads = 1; threads <= 3; threads++) {
        jsmf_context *ctx = jsmf_context_new();
        jsmf_operator *op;
        jsmf_metrics m;
        jsmf_context_set_threads(ctx, threads);
        assert_ok(ctx, jsmf_operator_dense(ctx, WORDS, c, &op));
        assert_ok(ctx, jsmf_operator_row_sums(ctx, op, sums));
        assert_ok(ctx, jsmf_metrics_start(ctx, &model, &m));
        assert_ok(ctx, jsmf_metrics_of_cooc(ctx, &model, op, sums, &m));
        assert_ok(ctx, jsmf_metrics_of_volume(ctx, &model, op, sums, 2, &m));
        assert_ok(ctx, jsmf_metrics_of_incoherence(ctx, &model, op, sums, &m));
        assert_true(m.count == 8);
        for (size_t i = 0; i < m.count; i++) {
            if (threads == 1)
                first[i] = m.list[i].value;
            assert_memory_equal(&first[i], &m.list[i].value, sizeof *first);
            assert_true(isfinite(m.list[i].value));
        }
        jsmf_metrics_free(&m);
        jsmf_operator_free(op);
        jsmf_context_free(ctx);
    }
    jsmf_model_free(&model);
    free(c);
}

/* As 001 has it, without tiles. */
static void tiles_give_what_the_whole_matrix_gives(void **state)
{
    bench *t = *state;
    jsmf_model model = random_model();
    double *c = random_cooc(), sums[WORDS], recovery = 0, bar = 0, whole = 0, off = 0, norm = 0;
    jsmf_operator *op;
    jsmf_metrics m;
    assert_ok(t->ctx, jsmf_operator_dense(t->ctx, WORDS, c, &op));
    for (size_t i = 0; i < WORDS; i++) {
        sums[i] = 0;
        for (size_t j = 0; j < WORDS; j++)
            sums[i] += c[i * WORDS + j];
    }
    sums[7] = 0; /* taken for a word without mass */
    for (size_t i = 0; i < WORDS; i++) {
        double square = 0;
        for (size_t j = 0; j < WORDS; j++) {
            double left = i == 7 ? 0 : c[i * WORDS + j] / sums[i], rest = c[i * WORDS + j];
            bar += left * left;
            norm += rest * rest;
            for (size_t k = 0; k < TOPICS; k++) {
                size_t anchor = (size_t)model.s[k];
                left -= model.bbar[k * WORDS + i] * c[anchor * WORDS + j] / sums[anchor];
                for (size_t l = 0; l < TOPICS; l++)
                    rest -= 1.1 * model.b[i * TOPICS + k] * model.a[k * TOPICS + l] * model.b[j * TOPICS + l];
            }
            square += left * left;
            whole += rest * rest;
            off += i == j ? 0 : rest * rest;
        }
        recovery += sqrt(square) / WORDS;
    }
    assert_ok(t->ctx, jsmf_metrics_start(t->ctx, &model, &m));
    assert_ok(t->ctx, jsmf_metrics_of_cooc(t->ctx, &model, op, sums, &m));
    assert_value(&m, "Recovery", recovery);
    assert_value(&m, "RelativeRecovery", recovery / sqrt(bar));
    assert_value(&m, "Approximation", sqrt(whole));
    assert_value(&m, "RelativeApproximation", sqrt(whole / norm));
    assert_value(&m, "OffDiagonalApproximation", sqrt(off));
    jsmf_metrics_free(&m);
    jsmf_operator_free(op);
    jsmf_model_free(&model);
    free(c);
}

/* ---- volume and trees ---- */

static void anchors_that_span_nothing_have_no_volume(void **state)
{
    bench *t = *state;
    double c[16] = { 0.1, 0.1, 0, 0, /**/ 0.1, 0.1, 0, 0, /**/ 0, 0, 0.3, 0, /**/ 0, 0, 0, 0.3 }, sums[4];
    int64_t twins[2] = { 0, 1 };
    jsmf_model model = small;
    jsmf_operator *op;
    jsmf_metrics m;
    model.s = twins;
    assert_ok(t->ctx, jsmf_operator_dense(t->ctx, 4, c, &op));
    assert_ok(t->ctx, jsmf_operator_row_sums(t->ctx, op, sums));
    assert_ok(t->ctx, jsmf_metrics_start(t->ctx, &model, &m));
    assert_ok(t->ctx, jsmf_metrics_of_volume(t->ctx, &model, op, sums, 3, &m));
    assert_true(isnan(value_of(&m, "LogRelativeVolume")));
    assert_true(said(t, "LogRelativeVolume: undefined (the anchors' rows do not span a hull)\n"));
    model.s = NULL;
    assert_ok(t->ctx, jsmf_metrics_of_volume(t->ctx, &model, op, sums, 3, &m));
    assert_true(said(t, "LogRelativeVolume: undefined (the model has no S)\n"));
    jsmf_metrics_free(&m);
    jsmf_operator_free(op);
}

/* The corners of the simplex are the largest hull there is. */
static void the_corners_of_the_simplex_are_the_largest_hull(void **state)
{
    enum { N = 40 };
    bench *t = *state;
    double c[N * N] = { 0 }, mixed[N * N], sums[N], ones[N], value[2];
    int64_t anchors[4] = { 0, 1, 2, 3 };
    jsmf_model model = { .n = N, .k = 4, .b = mixed, .s = anchors };
    for (size_t i = 0; i < N; i++) {
        c[i * N + i] = 1;
        ones[i] = 1;
    }
    for (size_t e = 0; e < N * N; e++)
        mixed[e] = (0.5 * c[e] + 0.5 / N);
    for (int form = 0; form < 2; form++) {
        jsmf_operator *op;
        jsmf_metrics m;
        assert_ok(t->ctx, jsmf_operator_dense(t->ctx, N, form ? mixed : c, &op));
        assert_ok(t->ctx, jsmf_operator_row_sums(t->ctx, op, sums));
        for (size_t i = 0; i < N; i++)
            assert_true(fabs(sums[i] - ones[i]) < 1e-14);
        assert_ok(t->ctx, jsmf_metrics_start(t->ctx, &model, &m));
        assert_ok(t->ctx, jsmf_metrics_of_volume(t->ctx, &model, op, sums, 5, &m));
        value[form] = value_of(&m, "LogRelativeVolume");
        jsmf_metrics_free(&m);
        jsmf_operator_free(op);
    }
    assert_true(value[0] > 0);
    assert_true(fabs(value[0] - value[1] - 3 * log(2)) < 1e-12); /* all edges halved, in three dimensions */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        with_bench(the_model_alone_is_judged_by_its_formulas),
        with_bench(validity_may_be_below_zero),
        with_bench(any_scale_of_correlations_has_the_same_dominancy),
        with_bench(numbers_out_of_range_are_said),
        with_bench(leading_words_and_anchors_are_counted),
        with_bench(what_a_model_lacks_is_said),
        with_bench(a_topic_without_mass_is_counted_and_left_out),
        with_bench(one_topic_has_no_other),
        with_bench(topics_without_an_anchor_are_left_out),
        with_bench(an_exact_model_approximates_exactly),
        with_bench(threads_change_nothing),
        with_bench(tiles_give_what_the_whole_matrix_gives),
        with_bench(anchors_that_span_nothing_have_no_volume),
        with_bench(the_corners_of_the_simplex_are_the_largest_hull),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
