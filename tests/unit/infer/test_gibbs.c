/* Gibbs sampling of a document, against posteriors that are summed up over all that there can be. */
#include "unit.h"

#include "infer_model.h"
#include "document/normal_prior.h"

#include <math.h>
#include <string.h>

enum { WORDS = 5, TOKENS = 7 };

static double b[WORDS * 2] = { 0.4, 0.1, 0.3, 0.1, 0.2, 0.2, 0.1, 0.25, 0, 0.35 };
static double a[4] = { 0.45, 0.15, 0.15, 0.25 };
static int32_t indices[] = { 0, 1, 2, 3, 4 }, counts[] = { 2, 1, 1, 2, 1 };
static const int32_t tokens[TOKENS] = { 0, 0, 1, 2, 3, 3, 4 };

static jsmf_model two_topics(void) { return (jsmf_model){ .n = WORDS, .k = 2, .b = b, .a = a, .legality = 1 }; }

static jsmf_csr one_document(int64_t indptr[2], size_t words)
{
    indptr[0] = 0;
    indptr[1] = (int64_t)words;
    return (jsmf_csr){ .rows = 1, .cols = WORDS, .indptr = indptr, .indices = indices, .counts = counts };
}

static jsmf_infer_options sampled(jsmf_infer_gibbs_prior prior, size_t samples)
{
    jsmf_infer_options o = jsmf_infer_defaults;
    o.method = JSMF_INFER_GIBBS;
    o.prior = 1;
    o.gibbs_prior = prior;
    o.samples = samples;
    return o;
}

/* p(topic 0) of the document of so many words. */
static double share(const jsmf_infer_options *o, const double *alpha, uint64_t seed, size_t words)
{
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_model model = two_topics();
    int64_t indptr[2];
    const jsmf_csr h = one_document(indptr, words);
    jsmf_infer *infer;
    double w[2];
    jsmf_context_set_seed(ctx, seed);
    assert_ok(ctx, jsmf_infer_new(ctx, &model, alpha, o, &infer));
    assert_ok(ctx, jsmf_infer_compose(ctx, infer, &h, w, NULL));
    jsmf_infer_free(infer);
    jsmf_context_free(ctx);
    return w[0];
}

/* alpha (alpha + 1) ... of so many factors */
static double rising(double alpha, int count)
{
    double product = 1;
    for (int i = 0; i < count; i++)
        product *= alpha + i;
    return product;
}

/* E w_0 over the 2^7 ways to give the tokens topics: each weighs
 * alpha_0 (alpha_0 + 1) ... alpha_1 (alpha_1 + 1) ... prod B. */
static double enumerated(const double *alpha)
{
    double total = 0, mean = 0;
    for (unsigned z = 0; z < 1U << TOKENS; z++) {
        double weight = 1;
        int ones = 0;
        for (int t = 0; t < TOKENS; t++) {
            const int topic = z >> t & 1;
            weight *= b[tokens[t] * 2 + topic];
            ones += topic;
        }
        weight *= rising(alpha[0], TOKENS - ones) * rising(alpha[1], ones);
        total += weight;
        mean += weight * (alpha[0] + TOKENS - ones) / (alpha[0] + alpha[1] + TOKENS);
    }
    return mean / total;
}

static void under_a_dirichlet_it_is_the_mean_over_all_ways(void **state)
{
    const jsmf_infer_options o = sampled(JSMF_GIBBS_DIRICHLET, 50000);
    const double even[] = { 1, 1 }, sparse[] = { 0.4, 0.8 }, uneven[] = { 3, 0.5 };
    (void)state;
    assert_near(share(&o, even, 1, WORDS), enumerated(even), 4e-3);
    assert_near(share(&o, sparse, 1, WORDS), enumerated(sparse), 4e-3);
    assert_near(share(&o, uneven, 1, WORDS), enumerated(uneven), 4e-3);
}

/* E w_0 by the trapezoidal rule in x_0 - x_1, which is normal, over 10 deviations. */
static double integrated(double strength)
{
    enum { STEPS = 20000 };
    jsmf_context *ctx = jsmf_context_new();
    double mu[2], sigma[4], miss, total = 0, mean = 0;
    assert_ok(ctx, jsmf_document_normal_fit(ctx, 2, a, mu, sigma, &miss));
    const double deviation = sqrt((sigma[0] + sigma[3] - 2 * sigma[1]) / strength);
    for (int i = 0; i <= STEPS; i++) {
        const double z = -10 + 20.0 * i / STEPS, w = 1 / (1 + exp(mu[1] - mu[0] - deviation * z));
        double weight = exp(-0.5 * z * z);
        for (int t = 0; t < TOKENS; t++)
            weight *= w * b[tokens[t] * 2] + (1 - w) * b[tokens[t] * 2 + 1];
        total += weight;
        mean += weight * w;
    }
    jsmf_context_free(ctx);
    return mean / total;
}

static void under_a_logistic_normal_it_is_an_integral(void **state)
{
    jsmf_infer_options o = sampled(JSMF_GIBBS_NORMAL, 20000);
    (void)state;
    assert_near(share(&o, NULL, 1, WORDS), integrated(1), 4e-3);
    o.prior = 0.3;
    assert_near(share(&o, NULL, 1, WORDS), integrated(0.3), 4e-3);
}

/* The same document under the same seed, whatever stands beside it, is another test's; other seeds and documents draw
 * other numbers. */
static void draws_are_of_the_seed_and_the_words(void **state)
{
    const double alpha[] = { 1, 1 };
    (void)state;
    for (int prior = JSMF_GIBBS_DIRICHLET; prior <= JSMF_GIBBS_NORMAL; prior++) {
        const jsmf_infer_options o = sampled((jsmf_infer_gibbs_prior)prior, 20);
        assert_true(share(&o, alpha, 1, WORDS) == share(&o, alpha, 1, WORDS));
        assert_true(share(&o, alpha, 1, WORDS) != share(&o, alpha, 2, WORDS));
        assert_true(share(&o, alpha, 1, WORDS) != share(&o, alpha, 1, WORDS - 1));
    }
}

static void assert_refuses_document(jsmf_infer_gibbs_prior prior, jsmf_csr h, const char *part)
{
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_infer_options o = sampled(prior, 1);
    const jsmf_model model = two_topics();
    jsmf_infer *infer;
    double w[2];
    assert_ok(ctx, jsmf_infer_new(ctx, &model, NULL, &o, &infer));
    const jsmf_status status = jsmf_infer_compose(ctx, infer, &h, w, NULL);
    assert_int_equal(status, part ? JSMF_EDATA : JSMF_OK);
    if (part)
        assert_says(ctx, part);
    jsmf_infer_free(infer);
    jsmf_context_free(ctx);
}

static void tokens_are_whole(void **state)
{
    double values[] = { 2, 1, 0.5, 2, 1 };
    int64_t indptr[2];
    jsmf_csr h = one_document(indptr, WORDS);
    (void)state;
    h.counts = NULL;
    h.values = values;
    assert_refuses_document(JSMF_GIBBS_DIRICHLET, h, "0.5 tokens of word 2");
    assert_refuses_document(JSMF_GIBBS_NORMAL, h, NULL);
    values[2] = 1e9;
    assert_refuses_document(JSMF_GIBBS_DIRICHLET, h, "expected 1.67772e+07 at most");
}

static void a_long_document_needs_memory(void **state)
{
    double values[] = { 1e6, 1, 1, 2, 1 };
    int64_t indptr[2];
    jsmf_csr h = one_document(indptr, WORDS);
    const jsmf_infer_options o = sampled(JSMF_GIBBS_DIRICHLET, 1);
    const jsmf_model model = two_topics();
    jsmf_context *ctx = jsmf_context_new();
    jsmf_infer *infer;
    double w[2];
    (void)state;
    h.counts = NULL;
    h.values = values;
    assert_ok(ctx, jsmf_infer_new(ctx, &model, NULL, &o, &infer));
    jsmf_context_set_memory(ctx, 1 << 20);
    assert_int_equal(jsmf_infer_compose(ctx, infer, &h, w, NULL), JSMF_ESYSTEM);
    assert_says(ctx, "drawing topics of a document's tokens needs");
    jsmf_infer_free(infer);
    jsmf_context_free(ctx);
}

static void assert_refused(jsmf_infer_options o, jsmf_status expected, bool with_a, const char *part)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_model model = two_topics();
    jsmf_infer *infer;
    if (!with_a)
        model.a = NULL;
    assert_int_equal(jsmf_infer_new(ctx, &model, NULL, &o, &infer), expected);
    assert_null(infer);
    assert_says(ctx, part);
    jsmf_context_free(ctx);
}

static void options_that_say_nothing_are_refused(void **state)
{
    jsmf_infer_options o = sampled(JSMF_GIBBS_DIRICHLET, 0);
    (void)state;
    assert_refused(o, JSMF_EUSAGE, true, "no samples");
    o.samples = 1;
    o.prior = 0.5;
    assert_refused(o, JSMF_EUSAGE, true, "Dirichlet prior of strength 0.5");
    o.gibbs_prior = JSMF_GIBBS_NORMAL;
    assert_refused(o, JSMF_EDATA, false, "the model has no A, which gibbs needs");
    o.prior = 0;
    assert_refused(o, JSMF_EUSAGE, true, "strength 0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(under_a_dirichlet_it_is_the_mean_over_all_ways),
        cmocka_unit_test(under_a_logistic_normal_it_is_an_integral),
        cmocka_unit_test(draws_are_of_the_seed_and_the_words),
        cmocka_unit_test(tokens_are_whole),
        cmocka_unit_test(a_long_document_needs_memory),
        cmocka_unit_test(options_that_say_nothing_are_refused),
    };
    return cmocka_run_group_tests_name("gibbs", tests, NULL, NULL);
}
