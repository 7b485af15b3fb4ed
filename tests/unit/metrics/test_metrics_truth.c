/* Metrics against a truth, labels and another model, reckoned by hand. */
#include "metric_values.h"

#include "solve/solve_inner.h"
#include "jsmf/arrays.h"
#include "jsmf/base.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double topic_of(const jsmf_metrics *metrics, const char *name, size_t k)
{
    return jsmf_metrics_find(metrics, name)->topics[k];
}

/* Topics 0, 1, 2 are the truth's 2, 0, 1, topic 1 with a tenth of its mass gone astray. */
static double b[12] = { 0, 0.45, 0.5, /**/ 0, 0.45, 0.5, /**/ 0.6, 0, 0, /**/ 0.4, 0.1, 0 };
static double truth_b[12] = { 0.5, 0.5, 0, /**/ 0.5, 0.5, 0, /**/ 0, 0, 0.6, /**/ 0, 0, 0.4 };
static double a[9] = { 0.2, 0.1, 0, /**/ 0.1, 0.2, 0.1, /**/ 0, 0.1, 0.2 };
static int64_t s[3] = { 2, 3, 1 }, truth_s[3] = { 0, 1, 2 };

static void topics_are_matched_with_the_true_ones(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    double distinct[12], twice[9];
    const size_t order[3] = { 2, 0, 1 };
    const jsmf_model m = { .n = 4, .k = 3, .b = b, .a = a, .s = s, .legality = 1.2 };
    jsmf_metrics_truth t = { .k = 3, .b = distinct, .a = twice, .s = truth_s };
    jsmf_metrics out;
    size_t match[3];
    (void)state;
    memcpy(distinct, truth_b, sizeof distinct);
    distinct[0] = 0.45; /* the true topics 0 and 1 apart, as the model's 1 and 2 are */
    distinct[3] = 0.45;
    distinct[9] = 0.1;
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 3; j++)
            twice[3 * order[i] + order[j]] = 2 * a[3 * i + j]; /* of sum 2, which does not matter */
    assert_ok(ctx, jsmf_metrics_start(ctx, &m, &out));
    assert_ok(ctx, jsmf_metrics_of_truth(ctx, &m, &t, match, &out));
    assert_memory_equal(match, order, sizeof order);
    assert_value(&out, "TopicL1", 0);
    assert_value(&out, "AnchorRecovery", 2. / 3);
    assert_value(&out, "CorrelationError", 0);
    assert_true(topic_of(&out, "TrueTopic", 0) == 2 && topic_of(&out, "TrueTopic", 2) == 1);
    distinct[9] = 0;
    distinct[6] = 0.1; /* truth 0 has its tenth elsewhere */
    twice[4] = 0;
    jsmf_metrics_free(&out);
    assert_ok(ctx, jsmf_metrics_start(ctx, &m, &out));
    assert_ok(ctx, jsmf_metrics_of_truth(ctx, &m, &t, match, &out));
    assert_value(&out, "TopicL1", 0.2 / 3);
    assert_true(fabs(topic_of(&out, "TopicL1", 1) - 0.2) < 1e-15);
    assert_true(value_of(&out, "CorrelationError") > 0.1);
    jsmf_metrics_free(&out);
    jsmf_context_free(ctx);
}

static void other_numbers_of_topics_leave_some_unmatched(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_model m = { .n = 4, .k = 3, .b = b, .a = a, .s = s, .legality = 1 };
    const double one[4] = { 0, 0, 0.6, 0.4 };
    const jsmf_metrics_truth t = { .k = 1, .b = one };
    jsmf_metrics out;
    size_t match[3];
    (void)state;
    assert_ok(ctx, jsmf_metrics_start(ctx, &m, &out));
    assert_ok(ctx, jsmf_metrics_of_truth(ctx, &m, &t, match, &out));
    assert_true(match[0] == 0 && match[1] == JSMF_UNMATCHED && match[2] == JSMF_UNMATCHED);
    assert_value(&out, "TopicL1", 0);
    assert_true(isnan(topic_of(&out, "TrueTopic", 1)) && isnan(topic_of(&out, "TopicL1", 1)));
    assert_true(isnan(value_of(&out, "AnchorRecovery")) && isnan(value_of(&out, "CorrelationError")));
    jsmf_metrics_free(&out);
    jsmf_context_free(ctx);
}

static void stable_topics_share_half_of_their_words(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_model m = { .n = 4, .k = 3, .b = b, .legality = 1 };
    double others[12] = { 0.5, 0, 0, /**/ 0, 0, 0, /**/ 0.3, 0.6, 0.5, /**/ 0.2, 0.4, 0.5 };
    const jsmf_model other = { .n = 4, .k = 3, .b = others, .legality = 1 };
    jsmf_metrics out;
    (void)state;
    assert_ok(ctx, jsmf_metrics_start(ctx, &m, &out));
    assert_ok(ctx, jsmf_metrics_against(ctx, &m, &other, 2, &out));
    /* topic 0 is 1 there, topic 2 shares one word of two with 0; topic 1 is left with 2, which shares none */
    assert_true(topic_of(&out, "AgainstTopic", 0) == 1 && topic_of(&out, "AgainstTopic", 1) == 2);
    assert_value(&out, "AgainstSharedWords", 1);
    assert_value(&out, "StableTopics", 2);
    assert_value(&out, "AgainstL1", (0 + 1.8 + 1) / 3);
    jsmf_metrics_free(&out);
    /* where four are asked for, topics of two words and of three share those, and none of probability 0 */
    assert_ok(ctx, jsmf_metrics_start(ctx, &m, &out));
    assert_ok(ctx, jsmf_metrics_against(ctx, &m, &m, 4, &out));
    assert_value(&out, "AgainstSharedWords", (2 + 3 + 2) / 3.);
    assert_value(&out, "StableTopics", 3);
    jsmf_metrics_free(&out);
    jsmf_context_free(ctx);
}

/* Of the two leading words topic 0 shares both with its match, topic 1 none, topic 2 one. */
static void halves_share_parts_of_their_words(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_model m = { .n = 4, .k = 3, .b = b, .legality = 1 };
    double others[16] = { 0.5, 0, 0, 0, /**/ 0, 0, 0, 0, /**/ 0.3, 0.6, 0.5, 0, /**/ 0.2, 0.4, 0.5, 1 };
    const jsmf_model half = { .n = 4, .k = 4, .b = others, .legality = 1 };
    jsmf_metrics out;
    (void)state;
    assert_ok(ctx, jsmf_metrics_start(ctx, &m, &out));
    assert_ok(ctx, jsmf_metrics_of_halves(ctx, &m, &half, 2, NULL, &out));
    assert_true(topic_of(&out, "SplitTopic", 0) == 1 && topic_of(&out, "SplitWords", 0) == 1);
    assert_true(topic_of(&out, "SplitTopic", 2) == 0 && topic_of(&out, "SplitWords", 2) == 0.5);
    assert_value(&out, "SplitShared10", 2 / 4.);
    assert_value(&out, "SplitShared50", 2 / 4.);
    assert_value(&out, "SplitShared60", 1 / 4.);
    assert_value(&out, "SplitShared90", 1 / 4.);
    assert_null(jsmf_metrics_find(&out, "SplitCorrelation"));
    jsmf_metrics_free(&out);
    jsmf_context_free(ctx);
}

/* The same topics in another order are used alike; those of other words are not. */
static void halves_are_used_alike(void **state)
{
    static const int64_t indptr[] = { 0, 2, 3, 5, 5, 6 };
    static const int32_t indices[] = { 0, 1, 2, 1, 3, 0 }, counts[] = { 4, 1, 3, 5, 2, 6 };
    const jsmf_csr h = { .rows = 5, .cols = 4, .indptr = (int64_t *)indptr, .indices = (int32_t *)indices,
                         .counts = (int32_t *)counts };
    double even[9] = { 0.2, 0.05, 0.05, /**/ 0.05, 0.2, 0.1, /**/ 0.05, 0.1, 0.2 }, turned_b[12], turned_a[9];
    static const size_t place[3] = { 2, 0, 1 };
    jsmf_context *ctx = jsmf_context_new();
    for (size_t i = 0; i < 12; i++)
        turned_b[i / 3 * 3 + place[i % 3]] = b[i];
    for (size_t i = 0; i < 9; i++)
        turned_a[place[i / 3] * 3 + place[i % 3]] = even[i];
    const jsmf_model m = { .n = 4, .k = 3, .b = b, .a = even, .legality = 1 };
    const jsmf_model half = { .n = 4, .k = 3, .b = turned_b, .a = turned_a, .legality = 1 };
    const jsmf_model bare = { .n = 4, .k = 3, .b = turned_b, .legality = 1 };
    jsmf_metrics out;
    (void)state;
    assert_ok(ctx, jsmf_metrics_start(ctx, &m, &out));
    assert_ok(ctx, jsmf_metrics_of_halves(ctx, &m, &half, 2, &h, &out));
    assert_true(fabs(value_of(&out, "SplitCorrelation") - 1) < 1e-6);
    jsmf_metrics_free(&out);
    assert_ok(ctx, jsmf_metrics_start(ctx, &m, &out));
    assert_ok(ctx, jsmf_metrics_of_halves(ctx, &m, &bare, 2, &h, &out));
    assert_true(isnan(value_of(&out, "SplitCorrelation")));
    jsmf_metrics_free(&out);
    jsmf_context_free(ctx);
}

/* Where all documents are the same one, nothing can be said of it. */
static void shares_that_do_not_differ_have_no_correlation(void **state)
{
    enum { DOCUMENTS = 7 };
    int64_t indptr[DOCUMENTS + 1];
    int32_t indices[2 * DOCUMENTS], counts[2 * DOCUMENTS];
    double even[9] = { 0.2, 0.05, 0.05, /**/ 0.05, 0.2, 0.1, /**/ 0.05, 0.1, 0.2 };
    const jsmf_csr h = { .rows = DOCUMENTS, .cols = 4, .indptr = indptr, .indices = indices, .counts = counts };
    const jsmf_model m = { .n = 4, .k = 3, .b = b, .a = even, .legality = 1 };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_metrics out;
    (void)state;
    for (int d = 0; d <= DOCUMENTS; d++)
        indptr[d] = 2 * d;
    for (int p = 0; p < 2 * DOCUMENTS; p++) {
        indices[p] = p % 2;
        counts[p] = p % 2 ? 2 : 5;
    }
    assert_ok(ctx, jsmf_metrics_start(ctx, &m, &out));
    assert_ok(ctx, jsmf_metrics_of_halves(ctx, &m, &m, 2, &h, &out));
    assert_true(isnan(value_of(&out, "SplitCorrelation")));
    jsmf_metrics_free(&out);
    jsmf_context_free(ctx);
}

/* ---- compositions ---- */

static const double w[6] = { 0.7, 0.1, 0.2, /**/ 0.2, 0.3, 0.5 };
static const double truth_w[6] = { 0.1, 0, 0.9, /**/ 0.5, 0.5, 0 };

static void compositions_are_compared_in_the_models_order(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_model m = { .n = 4, .k = 3, .b = b, .a = a, .legality = 1 };
    const size_t match[3] = { 2, 0, 1 };
    const jsmf_metrics_compositions c = {
        .documents = 2, .k = 3, .true_k = 3, .w = w, .truth = truth_w, .match = match
    };
    jsmf_metrics out;
    (void)state;
    /* the truth in the model's order: 0.9, 0.1, 0 and 0, 0.5, 0.5. Prominent: {0, 2} of {0}; {2, 1} of {1, 2} */
    assert_ok(ctx, jsmf_metrics_start(ctx, &m, &out));
    assert_ok(ctx, jsmf_metrics_of_compositions(ctx, &c, &out));
    assert_value(&out, "Precision", (0.5 + 1) / 2);
    assert_value(&out, "Recall", 1);
    assert_value(&out, "F1", (2. / 3 + 1) / 2);
    assert_value(&out, "NonProminent", (0.3 + 0.2) / 2);
    assert_value(&out, "CompositionL1", (0.4 + 0.4) / 2);
    assert_value(&out, "CompositionLInfinity", 0.2);
    assert_value(&out, "Cosine", (1 - 0.64 / sqrt(0.54 * 0.82) + 1 - 0.4 / sqrt(0.38 * 0.5)) / 2);
    assert_value(&out, "Hellinger", (sqrt(1 - sqrt(0.63) - sqrt(0.01)) + sqrt(1 - sqrt(0.15) - sqrt(0.25))) / 2);
    jsmf_metrics_free(&out);
    jsmf_context_free(ctx);
}

static void equal_compositions_differ_in_nothing(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    int64_t indptr[3] = { 0, 2, 3 };
    int32_t indices[3] = { 0, 3, 2 }, counts[3] = { 1, 2, 3 };
    const jsmf_csr h = { .rows = 2, .cols = 4, .indptr = indptr, .indices = indices, .counts = counts };
    const jsmf_model m = { .n = 4, .k = 3, .b = b, .a = a, .legality = 1 };
    const size_t match[3] = { 0, 1, 2 };
    const jsmf_metrics_compositions c = { .documents = 2, .k = 3, .true_k = 3, .w = w, .truth = w, .match = match };
    const char *const zeros[] = { "LossDiff", "RegularizerDiff", "TotalDiff", "LogLikeliDiff", "LogPriorDiff",
                                  "NonProminent", "CompositionL1", "Hellinger" };
    jsmf_metrics out;
    (void)state;
    assert_ok(ctx, jsmf_metrics_start(ctx, &m, &out));
    assert_ok(ctx, jsmf_metrics_of_compositions(ctx, &c, &out));
    assert_ok(ctx, jsmf_metrics_of_fit(ctx, &m, &h, &c, &out));
    assert_value(&out, "F1", 1);
    for (size_t i = 0; i < sizeof zeros / sizeof *zeros; i++)
        if (strcmp(zeros[i], "NonProminent"))
            assert_value(&out, zeros[i], 0);
    assert_value(&out, "NonProminent", (0.1 + 0) / 2 + (0.2 - 0) / 2);
    jsmf_metrics_free(&out);
    jsmf_context_free(ctx);
}

/* ---- labels ---- */

/* k-means goes by w, or by its square roots. */
static void check_clusters(bool euclidean)
{
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_model m = { .n = 4, .k = 3, .b = b, .legality = 1 };
    const size_t label[6] = { 0, 0, 1, 1, 1, 0 };
    const double documents[18] = { 1, 0, 0, /**/ 1, 0, 0, /**/ 0, 1, 0, /**/ 0, 1, 0, /**/ 0, 0.9, 0.1, /**/
                                   0, 0.1, 0.9 };
    const jsmf_metrics_labels labels = { .classes = 2, .label = label, .euclidean = euclidean };
    double points[18];
    jsmf_metrics out;
    for (size_t i = 0; i < 18; i++)
        points[i] = euclidean ? documents[i] : sqrt(documents[i]);
    assert_ok(ctx, jsmf_metrics_start(ctx, &m, &out));
    assert_ok(ctx, jsmf_metrics_of_labels(ctx, 6, 3, documents, &labels, &out));
    /* by topic: 2 of class 0; 3 of class 1; 1 of class 0, which has its cluster already */
    assert_value(&out, "TopicAccuracy", 5. / 6);
    assert_value(&out, "TopicPurity", 1);
    assert_value(&out, "TopicNMI", 2 * log(2) / (log(2) + log(6) / 6 + log(2) / 2 + log(3) / 3));
    /* by 2-means, as the start is: {0, 1}, {5} or {0, 1, 5} and the others, of which the last is right */
    double mean = 0, squares = 0;
    for (size_t start = 0; start < 20; start++) {
        const jsmf_solve_kmeans_options o = { .k = 2, .restarts = 1, .iterations = 300, .first = start };
        size_t cluster[6];
        assert_ok(ctx, jsmf_solve_kmeans(ctx, 6, 3, points, &o, cluster, NULL));
        size_t alike = 0;
        for (size_t d = 0; d < 6; d++)
            alike += cluster[d] == label[d];
        const double right = (double)(alike > 3 ? alike : 6 - alike) / 6;
        mean += right / 20;
        squares += right * right;
    }
    assert_true(mean > 4. / 6 && mean < 1);
    assert_value(&out, "KMeansAccuracy", mean);
    assert_value(&out, "KMeansPurity", mean);
    assert_value(&out, "KMeansAccuracyDeviation", sqrt((squares - 20 * mean * mean) / 19));
    jsmf_metrics_free(&out);
    jsmf_context_free(ctx);
}

static void clusters_are_matched_with_classes(void **state)
{
    (void)state;
    check_clusters(false);
    check_clusters(true);
}

static void one_class_has_no_information(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_model m = { .n = 4, .k = 3, .b = b, .legality = 1 };
    const size_t label[2] = { 0, 0 };
    const double documents[6] = { 1, 0, 0, /**/ 1, 0, 0 };
    const jsmf_metrics_labels labels = { .classes = 1, .label = label };
    jsmf_metrics out;
    (void)state;
    assert_ok(ctx, jsmf_metrics_start(ctx, &m, &out));
    assert_ok(ctx, jsmf_metrics_of_labels(ctx, 2, 3, documents, &labels, &out));
    assert_value(&out, "KMeansAccuracy", 1);
    assert_value(&out, "KMeansAccuracyDeviation", 0);
    assert_true(isnan(value_of(&out, "KMeansNMI")));
    jsmf_metrics_free(&out);
    jsmf_context_free(ctx);
}

/* ---- arrays ---- */

static void add(jsmf_context *ctx, jsmf_stream *stream, const char *name, const double *data, size_t rows, size_t cols)
{
    double *copy = jsmf_copy(ctx, data, rows * cols, sizeof *data);
    assert_ok(ctx, jsmf_stream_add_f64(ctx, stream, name, copy, 2, rows, cols));
}

static void a_truth_goes_before_what_was_learned(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_stream stream = { .name = strdup("t.npz") };
    jsmf_arrays_truth t;
    const double turned[6] = { 0.7, 0.2, /**/ 0.1, 0.3, /**/ 0.2, 0.5 };
    (void)state;
    add(ctx, &stream, "B", b, 4, 3);
    add(ctx, &stream, "Bbar", b, 2, 6); /* of the model that was learned: of no shape that would fit */
    add(ctx, &stream, "truth.B", truth_b, 4, 3);
    add(ctx, &stream, "truth.W", turned, 3, 2);
    assert_ok(ctx, jsmf_arrays_truth_load(ctx, &stream, &t));
    assert_memory_equal(t.model.b, truth_b, sizeof truth_b);
    assert_null(t.model.a);
    assert_int_equal(t.documents, 2);
    assert_int_equal(t.w_k, 3);
    assert_memory_equal(t.w, w, sizeof w);
    jsmf_stream_free(&stream);
    jsmf_context_free(ctx);
}

static void compositions_must_be_distributions(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_stream stream = { .name = strdup("w.npz") };
    const double wrong[4] = { 0.5, 1.2, 0.5, -0.2 };
    double *found;
    size_t k, documents;
    (void)state;
    add(ctx, &stream, "W", wrong, 2, 2);
    assert_int_equal(jsmf_arrays_compositions_load(ctx, &stream, &found, &k, &documents), JSMF_EDATA);
    assert_says(ctx, "W[1, 1] is -0.2");
    jsmf_context_clear(ctx);
    add(ctx, &stream, "W", wrong, 1, 4);
    assert_int_equal(jsmf_arrays_compositions_load(ctx, &stream, &found, &k, &documents), JSMF_EDATA);
    assert_says(ctx, "W's column 0 sums to 0.5");
    jsmf_stream_free(&stream);
    jsmf_context_free(ctx);
}

/* Topic 0 leads with words 2 and 3, topic 1 with 0, 1 and 3, topic 2 with 0 and 1; word 3 has no label. */
static void words_labels_are_counted(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_model m = { .n = 4, .k = 3, .b = b, .a = a, .s = s, .legality = 1 };
    const size_t label[4] = { 0, 1, 0, JSMF_NONE };
    const char *const name[2] = { "WordLabel:plant", "WordLabel:animal" };
    const jsmf_metrics_word_labels labels = { .classes = 2, .label = label, .name = name };
    jsmf_metrics out;
    (void)state;
    assert_ok(ctx, jsmf_metrics_start(ctx, &m, &out));
    assert_ok(ctx, jsmf_metrics_of_word_labels(ctx, &m, 3, &labels, &out));
    assert_value(&out, "WordLabelPurity", 2. / 3);
    assert_value(&out, "WordLabelEntropy", 2. / 3);
    assert_value(&out, "WordLabel:plant", 2. / 3);
    assert_value(&out, "WordLabel:animal", 1. / 3);
    assert_true(topic_of(&out, "WordLabelPurity", 0) == 1 && topic_of(&out, "WordLabelEntropy", 1) == 1);
    jsmf_metrics_free(&out);
    jsmf_context_free(ctx);
}

static void topics_of_words_without_labels_are_undefined(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_model m = { .n = 4, .k = 3, .b = b, .a = a, .s = s, .legality = 1 };
    const size_t label[4] = { JSMF_NONE, JSMF_NONE, 0, JSMF_NONE };
    const char *const name[1] = { "WordLabel:plant" };
    const jsmf_metrics_word_labels labels = { .classes = 1, .label = label, .name = name };
    jsmf_metrics out;
    (void)state;
    assert_ok(ctx, jsmf_metrics_start(ctx, &m, &out));
    assert_ok(ctx, jsmf_metrics_of_word_labels(ctx, &m, 2, &labels, &out));
    assert_value(&out, "WordLabelPurity", 1);
    assert_value(&out, "WordLabel:plant", 1);
    assert_true(isnan(topic_of(&out, "WordLabelPurity", 1)) && isnan(topic_of(&out, "WordLabel:plant", 2)));
    jsmf_metrics_free(&out);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(topics_are_matched_with_the_true_ones),
        cmocka_unit_test(other_numbers_of_topics_leave_some_unmatched),
        cmocka_unit_test(stable_topics_share_half_of_their_words),
        cmocka_unit_test(halves_share_parts_of_their_words),
        cmocka_unit_test(halves_are_used_alike),
        cmocka_unit_test(shares_that_do_not_differ_have_no_correlation),
        cmocka_unit_test(compositions_are_compared_in_the_models_order),
        cmocka_unit_test(equal_compositions_differ_in_nothing),
        cmocka_unit_test(clusters_are_matched_with_classes),
        cmocka_unit_test(one_class_has_no_information),
        cmocka_unit_test(words_labels_are_counted),
        cmocka_unit_test(topics_of_words_without_labels_are_undefined),
        cmocka_unit_test(a_truth_goes_before_what_was_learned),
        cmocka_unit_test(compositions_must_be_distributions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
