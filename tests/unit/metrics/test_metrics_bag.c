/* Do a topic's words hang together, in a co-occurrence and in documents? */
#include "metric_values.h"
#include "operator/operator_inner.h"

/* Two topics of four words; word 3 has no mass. */
static double b[8] = { 0.5, 0, /**/ 0.5, 0.25, /**/ 0, 0.75, /**/ 0, 0 };
static const jsmf_model small = { .n = 4, .k = 2, .b = b, .legality = 1 };

/* ---- in a co-occurrence ---- */

static void words_hang_together_by_the_cheapest_tree(void **state)
{
    bench *t = *state;
    /* words 0, 1 meet as chance has it (NPMI 0, edge 1/2), 1 and 2 always (1, 0), 0 and 2 never (-1, 1) */
    double c[16] = { 0.09, 0.06, 0, 0.15, /**/ 0.06, 0.04, 0.1, 0, /**/ 0, 0.1, 0, 0, /**/ 0.15, 0, 0, 0.25 };
    double sums[4] = { 0.3, 0.2, 0.1, 0.4 };
    double words[8] = { 0.5, 0, /**/ 0.5, 0, /**/ 0, 0, /**/ 0, 1 }, near[8] = { 0, 0.5, 0.5, 0, /**/ 0, 0, 0, 1 };
    const jsmf_model model = { .n = 4, .k = 2, .b = words, .canchor = near };
    double npmi12 = log(0.1 / (0.2 * 0.1)) / -log(0.1);
    jsmf_operator *op;
    jsmf_metrics m;
    assert_ok(t->ctx, jsmf_operator_dense(t->ctx, 4, c, &op));
    assert_ok(t->ctx, jsmf_metrics_start(t->ctx, &model, &m));
    assert_ok(t->ctx, jsmf_metrics_of_incoherence(t->ctx, &model, op, sums, &m));
    assert_topics(&m, "MSTIncoherence", 0.5 + 0.5 * (1 - npmi12), NAN);
    assert_topics(&m, "MSTIncoherencePerEdge", (0.5 + 0.5 * (1 - npmi12)) / 2, NAN);
    assert_value(&m, "MSTIncoherence", 0.5 + 0.5 * (1 - npmi12));
    assert_true(said(t, "MSTIncoherence: undefined for 1 of 2 topics: left out (it has one word only)\n"));
    jsmf_metrics_free(&m);
    jsmf_operator_free(op);
}

static void words_that_never_occur_are_no_nodes(void **state)
{
    bench *t = *state;
    double c[16] = { 0.25, 0.25, 0, 0, /**/ 0.25, 0.25, 0, 0, /**/ 0, 0, 0, 0, /**/ 0, 0, 0, 0 };
    double sums[4] = { 0.5, 0.5, 0, 0 };
    double words[8] = { 0.5, 0, /**/ 0.4, 0.5, /**/ 0.1, 0, /**/ 0, 0.5 }, near[8] = { 1, 0, 0, 0, /**/ 0, 1, 0, 0 };
    const jsmf_model model = { .n = 4, .k = 2, .b = words, .canchor = near };
    jsmf_operator *op;
    jsmf_metrics m;
    assert_ok(t->ctx, jsmf_operator_dense(t->ctx, 4, c, &op));
    assert_ok(t->ctx, jsmf_metrics_start(t->ctx, &model, &m));
    assert_ok(t->ctx, jsmf_metrics_of_incoherence(t->ctx, &model, op, sums, &m));
    assert_topics(&m, "MSTIncoherence", 0.5, NAN); /* words 0 and 1 meet as chance has it */
    assert_true(said(t, "MSTIncoherencePerEdge: 2 leading words of 2 of 2 topics never occur there: left out\n"));
    jsmf_metrics_free(&m);
    jsmf_operator_free(op);
}

/* ---- in documents ---- */

static void empty_documents_have_no_coherence(void **state)
{
    bench *t = *state;
    int64_t indptr[3] = { 0, 0, 0 };
    int32_t none;
    const jsmf_csr h = { .rows = 2, .cols = 4, .indptr = indptr, .indices = &none, .counts = &none };
    jsmf_metrics m;
    assert_ok(t->ctx, jsmf_metrics_start(t->ctx, &small, &m));
    assert_ok(t->ctx, jsmf_metrics_of_bag(t->ctx, &small, &h, 2, &m));
    assert_true(isnan(value_of(&m, "Coherence")) && isnan(value_of(&m, "NPMI")));
    assert_true(said(t, "NPMI: undefined (every document is empty)\n"));
    jsmf_metrics_free(&m);
}

static void coherence_counts_documents(void **state)
{
    bench *t = *state;
    int64_t indptr[6] = { 0, 2, 4, 5, 5, 6 };
    int32_t indices[6] = { 0, 1, 0, 1, 0, 2 }, counts[6] = { 5, 1, 1, 1, 1, 9 };
    const jsmf_csr h = { .rows = 5, .cols = 4, .indptr = indptr, .indices = indices, .counts = counts };
    jsmf_metrics m;
    assert_ok(t->ctx, jsmf_metrics_start(t->ctx, &small, &m));
    assert_ok(t->ctx, jsmf_metrics_of_bag(t->ctx, &small, &h, 2, &m));
    /* topic 0: words 0 (3 documents), 1 (2), both in 2; topic 1: words 2 (1), 1 (2), never both; 4 documents */
    assert_topics(&m, "Coherence", log(2.01 / 3), log(0.01 / 1));
    assert_topics(&m, "NPMI", log(0.5 / (0.75 * 0.5)) / -log(0.5), -1);
    assert_int_equal(t->warnings, 0);
    jsmf_metrics_free(&m);
    indptr[5] = 5; /* word 2 is in no document any more */
    assert_ok(t->ctx, jsmf_metrics_start(t->ctx, &small, &m));
    assert_ok(t->ctx, jsmf_metrics_of_bag(t->ctx, &small, &h, 2, &m));
    assert_value(&m, "Coherence", log(2.01 / 3));
    assert_value(&m, "NPMI", log(2. / 3 / (1 * 2. / 3)));
    assert_true(said(t, "Coherence, NPMI: 1 leading word of 1 of 2 topics never occurs there: left out\n"));
    assert_true(said(t, "NPMI: undefined for 1 of 2 topics: left out (fewer than two of its leading words are in a "
                        "document)\n"));
    jsmf_metrics_free(&m);
}

static void words_of_probability_0_lead_no_topic(void **state)
{
    bench *t = *state;
    int64_t indptr[4] = { 0, 2, 4, 6 };
    int32_t indices[6] = { 0, 1, 1, 2, 0, 3 }, counts[6] = { 1, 1, 1, 1, 1, 1 };
    const jsmf_csr h = { .rows = 3, .cols = 4, .indptr = indptr, .indices = indices, .counts = counts };
    jsmf_metrics m;
    assert_ok(t->ctx, jsmf_metrics_start(t->ctx, &small, &m));
    assert_ok(t->ctx, jsmf_metrics_of_bag(t->ctx, &small, &h, 4, &m));
    /* topic 0: words 0 (2 documents), 1 (2), both in 1; topic 1: words 2 (1), 1 (2), both in 1 */
    assert_topics(&m, "Coherence", log(1.01 / 2), log(1.01 / 1));
    assert_topics(&m, "NPMI", log((1. / 3) / (4. / 9)) / -log(1. / 3), log((1. / 3) / (2. / 9)) / -log(1. / 3));
    assert_int_equal(t->warnings, 0);
    jsmf_metrics_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        with_bench(words_hang_together_by_the_cheapest_tree),
        with_bench(words_that_never_occur_are_no_nodes),
        with_bench(empty_documents_have_no_coherence),
        with_bench(coherence_counts_documents),
        with_bench(words_of_probability_0_lead_no_topic),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
