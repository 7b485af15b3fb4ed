/* Inference with a model that has B alone, or B and alpha. */
#include "unit.h"

#include "infer_model.h"

#include <math.h>
#include <string.h>

enum { K = GOLDEN_TOPICS, ENTRIES = GOLDEN_DOCUMENTS * GOLDEN_TOPICS };

static const jsmf_infer_method free_of_a[] = { JSMF_INFER_VB, JSMF_INFER_EM, JSMF_INFER_SCLS, JSMF_INFER_INIT,
                                               JSMF_INFER_TLI, JSMF_INFER_GIBBS };
static const jsmf_infer_method bound_to_a[] = { JSMF_INFER_NORMAL, JSMF_INFER_PADD, JSMF_INFER_PAMI };

static jsmf_infer_options options_of(jsmf_infer_method method)
{
    jsmf_infer_options o = jsmf_infer_defaults;
    o.method = method;
    o.prior = jsmf_infer_own_prior(method);
    return o;
}

/* The golden documents, the last of which becomes empty. */
static double compose(const jsmf_model *model, const double *alpha, jsmf_infer_method method, double *w)
{
    const jsmf_infer_options o = options_of(method);
    jsmf_context *ctx = jsmf_context_new();
    jsmf_csr h = golden_bag();
    int64_t indptr[GOLDEN_DOCUMENTS + 1];
    jsmf_infer_totals totals;
    jsmf_infer *infer;
    memcpy(indptr, h.indptr, sizeof indptr);
    indptr[GOLDEN_DOCUMENTS] = indptr[GOLDEN_DOCUMENTS - 1];
    h.indptr = indptr;
    assert_ok(ctx, jsmf_infer_new(ctx, model, alpha, &o, &infer));
    assert_ok(ctx, jsmf_infer_compose(ctx, infer, &h, w, NULL));
    jsmf_infer_count(infer, &totals);
    jsmf_infer_free(infer);
    jsmf_context_free(ctx);
    return totals.distance;
}

/* Topics that occur independently, A = m m', with the same m say as much. */
static void assert_as_independent(const double *alpha, const double *known_alpha)
{
    jsmf_model alone = golden_model(), with_a = alone;
    double a[K * K], w[ENTRIES], same[ENTRIES], total = 0;
    for (size_t j = 0; j < K; j++)
        total += known_alpha[j];
    for (size_t i = 0; i < K * K; i++)
        a[i] = known_alpha[i / K] / total * known_alpha[i % K] / total;
    alone.a = NULL;
    alone.bbar = with_a.bbar = NULL;
    with_a.a = a;
    for (size_t m = 0; m < sizeof free_of_a / sizeof *free_of_a; m++) {
        assert_true(isnan(compose(&alone, alpha, free_of_a[m], w)));
        assert_false(isnan(compose(&with_a, known_alpha, free_of_a[m], same)));
        for (size_t i = 0; i < ENTRIES; i++)
            assert_near(w[i], same[i], 1e-9);
        for (size_t j = 0; j < K; j++)
            assert_near(w[ENTRIES - K + j], known_alpha[j] / total, 1e-12);
    }
}

static void alpha_stands_for_the_mean(void **state)
{
    double alpha[K];
    (void)state;
    for (size_t j = 0; j < K; j++)
        alpha[j] = 0.2 + 0.3 * (double)j;
    assert_as_independent(alpha, alpha);
}

static void without_alpha_no_topic_is_likelier_than_another(void **state)
{
    double even[K];
    (void)state;
    for (size_t j = 0; j < K; j++)
        even[j] = 1 / (double)K;
    assert_as_independent(NULL, even);
}

static void what_needs_a_says_so(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_model alone = golden_model();
    jsmf_infer *infer;
    (void)state;
    alone.a = NULL;
    for (size_t m = 0; m < sizeof bound_to_a / sizeof *bound_to_a; m++) {
        const jsmf_infer_options o = options_of(bound_to_a[m]);
        assert_int_equal(jsmf_infer_new(ctx, &alone, NULL, &o, &infer), JSMF_EDATA);
        assert_null(infer);
        assert_says(ctx, "the model has no A, which ");
        assert_says(ctx, jsmf_infer_method_names[bound_to_a[m]]);
        jsmf_context_clear(ctx);
    }
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alpha_stands_for_the_mean),
        cmocka_unit_test(without_alpha_no_topic_is_likelier_than_another),
        cmocka_unit_test(what_needs_a_says_so),
    };
    return cmocka_run_group_tests_name("topics alone", tests, NULL, NULL);
}
