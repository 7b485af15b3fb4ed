/* The Dirichlet's side of variational inference: one step, and a block of documents, against the formulas written
 * out. */
#include "unit.h"

#include "infer_model.h"
#include "document/dirichlet.h"
#include "polish/e_step.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = GOLDEN_WORDS, K = GOLDEN_TOPICS, M = GOLDEN_DOCUMENTS };

/* digamma by its recurrence up to 40 and three terms of the series. */
static double slow_digamma(double x)
{
    double sum = 0;
    for (; x < 40; x += 1)
        sum -= 1 / x;
    return sum + log(x) - 0.5 / x - 1 / (12 * x * x) + 1 / (120 * x * x * x * x);
}

static const double gammas[] = { 1e-6, 3e-3, 0.2, 0.999, 1, 2.5, 7, 40, 1234.5, 1e6, 1e300 };
enum { GAMMAS = sizeof gammas / sizeof *gammas };

/* ---- special functions and the prior ---- */

static void digamma_and_its_exponential_are_right(void **state)
{
    double e[GAMMAS];
    const double top = jsmf_document_dirichlet_weights(GAMMAS, gammas, e);
    (void)state;
    for (size_t i = 0; i < GAMMAS; i++) {
        const double expected = slow_digamma(gammas[i]);
        assert_near(jsmf_document_dirichlet_digamma(gammas[i]), expected, 1e-11 * (1 + fabs(expected)));
        if (expected - top > -500)
            assert_near(log(e[i]) + top, expected, 1e-11 * (1 + fabs(expected)));
        else /* nothing beside the others, and no denormal number times an entry of B */
            assert_true(e[i] < 1e-200 && e[i] * 1e-80 > DBL_MIN);
    }
}

static void the_prior_is_the_likeliest(void **state)
{
    const double logs[] = { -1.2, -2.5, -9, -1.4 };
    double alpha[] = { 1, 1, 1, 1 }, total = 0;
    (void)state;
    jsmf_document_dirichlet_fit(4, logs, 3000, alpha);
    for (size_t j = 0; j < 4; j++)
        total += alpha[j];
    for (size_t j = 0; j < 4; j++)
        assert_near(slow_digamma(total) - slow_digamma(alpha[j]) + logs[j], 0, 1e-6);
}

/* Of parameters that are large the divergence is small beside its terms: that of Dirichlets which differ by d in one of
 * two parameters a is (1 / a - 1 / 2a) d^2 / 2 = d^2 / 4a, but for 1 / a as much. */
static void small_divergences_are_not_lost_in_large_parameters(void **state)
{
    const double alpha[] = { 250, 120, 99 }, gamma[] = { 250.5, 131, 101 };
    double logs[3], parts = lgamma(469) - lgamma(482.5);
    const double value = jsmf_document_dirichlet_divergence(3, gamma, alpha, logs);
    (void)state;
    for (size_t j = 0; j < 3; j++)
        parts += lgamma(gamma[j]) - lgamma(alpha[j]) - (gamma[j] - alpha[j]) * logs[j];
    assert_near(value, parts, 1e-10);
    for (double a = 1e3; a < 1e7; a *= 10) {
        const double each[] = { a, a }, other[] = { a + 0.5, a }, expected = -0.25 / (4 * a);
        assert_near(jsmf_document_dirichlet_divergence(2, other, each, logs), expected, -expected * (2 / a + 1e-4));
    }
}

/* ---- one document, every token written out ---- */

typedef struct written {
    double gamma[K], tokens[N * K], bound;
} written;

/* phi_ij ~ B_ij exp(E log w_j) of the gamma given; next = alpha + sum_i h_i phi_ij; the bound of Blei, Ng and Jordan
 * (2003), (15), at phi and the given gamma. */
static written write_out(const int32_t *h, const double *b, const double *alpha, const double *gamma)
{
    written w = { .bound = 0 };
    double total = 0, total_alpha = 0, logs[K];
    for (size_t j = 0; j < K; j++) {
        total += gamma[j];
        total_alpha += alpha[j];
        w.gamma[j] = alpha[j];
    }
    for (size_t j = 0; j < K; j++)
        logs[j] = slow_digamma(gamma[j]) - slow_digamma(total);
    for (size_t i = 0; i < N; i++) {
        double phi[K], sum = 0;
        for (size_t j = 0; j < K; j++)
            sum += phi[j] = b[i * K + j] * exp(logs[j]);
        for (size_t j = 0; sum > 0 && j < K; j++) {
            phi[j] /= sum;
            w.tokens[i * K + j] = h[i] * phi[j];
            w.gamma[j] += h[i] * phi[j];
            if (phi[j] > 0)
                w.bound += h[i] * phi[j] * (logs[j] + log(b[i * K + j]) - log(phi[j]));
        }
    }
    w.bound += lgamma(total_alpha) - lgamma(total);
    for (size_t j = 0; j < K; j++)
        w.bound += lgamma(gamma[j]) - lgamma(alpha[j]) + (alpha[j] - gamma[j]) * logs[j];
    return w;
}

static void a_step_is_what_the_formulas_say(void **state)
{
    const double alpha[] = { 0.3, 0.7, 1.1, 0.2, 0.4, 0.6, 0.9, 0.8 };
    double gamma[K], e[K], ratios[N], r[K], logs[K], counts[N];
    int32_t indices[N];
    (void)state;
    assert_true(K <= 8);
    for (size_t m = 0; m < M; m++) {
        jsmf_document_words d = { .k = K, .b = golden_b, .indices = indices, .counts = counts };
        for (size_t i = 0; i < N; i++)
            if (golden_h[m * N + i] > 0) {
                indices[d.words] = (int32_t)i;
                counts[d.words++] = golden_h[m * N + i];
                d.tokens += golden_h[m * N + i];
            }
        if (d.words == 0)
            continue;
        for (size_t j = 0; j < K; j++)
            gamma[j] = alpha[j] + 0.5 * (double)(j + 1);
        const written first = write_out(golden_h + m * N, golden_b, alpha, gamma);
        double value = jsmf_document_dirichlet_tokens(&d, gamma, e, ratios) +
                       jsmf_document_dirichlet_divergence(K, gamma, alpha, logs);
        assert_near(value, first.bound, 1e-9 * (1 + fabs(first.bound)));
        for (size_t p = 0; p < d.words; p++)
            for (size_t j = 0; j < K; j++)
                assert_near(ratios[p] * golden_b[(size_t)indices[p] * K + j] * e[j],
                            first.tokens[(size_t)indices[p] * K + j], 1e-9);
        jsmf_document_dirichlet_step(&d, alpha, gamma, e, ratios, r);
        for (size_t j = 0; j < K; j++)
            assert_near(gamma[j], first.gamma[j], 1e-9);
        const written second = write_out(golden_h + m * N, golden_b, alpha, gamma);
        assert_true(second.bound >= first.bound - 1e-12);
    }
}

/* ---- blocks ---- */

static void a_block_sums_the_tokens_of_its_documents(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_csr h = golden_bag();
    double alpha[K], gamma[M * K], sums[N * K], columns[K] = { 0 }, none[K] = { 0 }, inverse[K];
    double expected[N * K] = { 0 }, got[N * K] = { 0 }, got_columns[K] = { 0 }, bound = 0;
    jsmf_polish_topics from = {
        .n = N, .k = K, .sums = sums, .scale = 1, .columns = columns, .start_counts = none, .fixed = none,
        .inverse = inverse
    };
    jsmf_polish_topics to = { .n = N, .k = K, .sums = got, .scale = 0.25, .columns = got_columns };
    jsmf_polish_prior prior = {
        .class = &jsmf_polish_dirichlet_class, .k = K, .state = K, .learned = K, .values = alpha, .mean = none
    };
    jsmf_polish_block block;
    jsmf_polish_sums total = { 0 };
    (void)state;
    memcpy(sums, golden_b, sizeof sums);
    for (size_t j = 0; j < K; j++) {
        alpha[j] = 0.4;
        for (size_t i = 0; i < N; i++)
            columns[j] += sums[i * K + j];
    }
    for (size_t p = 0; p < M * K; p++)
        gamma[p] = 0.4 + (double)(p % 5);
    for (size_t m = 0; m < M; m++) {
        const written w = write_out(golden_h + m * N, golden_b, alpha, gamma + m * K);
        bound += m == GOLDEN_EMPTY ? 0 : w.bound;
        for (size_t i = 0; i < N * K; i++)
            expected[i] += w.tokens[i];
    }
    jsmf_polish_topics_normalise(&from);
    assert_ok(ctx, jsmf_polish_block_new(ctx, N, K, &block));
    assert_ok(ctx, jsmf_polish_block_load(ctx, &block, &h, &from));
    assert_ok(ctx, jsmf_polish_block_compose(ctx, &block, &prior, 0, gamma, &total));
    assert_ok(ctx, jsmf_polish_block_add(ctx, &block, 0.5, &to));
    for (size_t i = 0; i < N * K; i++)
        assert_near(0.25 * got[i], 0.5 * expected[i], 1e-9);
    assert_near(total.bound, bound, 1e-8 * fabs(bound));
    jsmf_polish_block_free(&block);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digamma_and_its_exponential_are_right),
        cmocka_unit_test(the_prior_is_the_likeliest),
        cmocka_unit_test(small_divergences_are_not_lost_in_large_parameters),
        cmocka_unit_test(a_step_is_what_the_formulas_say),
        cmocka_unit_test(a_block_sums_the_tokens_of_its_documents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
