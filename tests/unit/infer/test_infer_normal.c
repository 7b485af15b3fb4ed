/* Composition inference with the logistic-normal prior: how it is fitted, and where its posterior is. */
#include "unit.h"

#include "infer_model.h"
#include "base/base_inner.h"
#include "document/normal_prior.h"
#include "document/normal.h"

#include <math.h>
#include <stdlib.h>

/* E w w' and E w of w = 1 / (1 + exp(-x)), x ~ N(m, s^2), by the trapezoidal rule over 16 deviations. */
static void moments_of_two(double m, double s, double *first, double *second)
{
    enum { STEPS = 4000 };
    double total = 0;
    *first = *second = 0;
    for (int i = 0; i <= STEPS; i++) {
        const double z = -8 + 16.0 * i / STEPS, density = exp(-0.5 * z * z), w = 1 / (1 + exp(-m - s * z));
        total += density;
        *first += density * w;
        *second += density * w * w;
    }
    *first /= total;
    *second /= total;
}

static void two_topics_have_the_moments_of_an_integral(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    double mu[2], sigma[4], miss, first, second, found_first, found_second;
    (void)state;
    moments_of_two(-0.8, 1.7, &first, &second);
    const double a[] = { second, first - second, first - second, 1 - 2 * first + second };
    assert_ok(ctx, jsmf_document_normal_fit(ctx, 2, a, mu, sigma, &miss));
    /* Only the difference of the two matters. */
    moments_of_two(mu[0] - mu[1], sqrt(sigma[0] + sigma[3] - 2 * sigma[1]), &found_first, &found_second);
    assert_near(found_first, first, 2e-3);
    assert_near(found_second, second, 2e-3);
    assert_true(miss < 0.01);
    jsmf_context_free(ctx);
}

static void a_prior_for_any_correlations_is_found(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    const double apart[] = { 0.5, 0, 0, 0.5 }, together[] = { 0.25, 0.25, 0.25, 0.25 }, one[] = { 1 };
    double mu[2], sigma[4], miss;
    (void)state;
    assert_ok(ctx, jsmf_document_normal_fit(ctx, 2, apart, mu, sigma, &miss));
    assert_true(isfinite(mu[0]) && isfinite(sigma[0]) && sigma[0] > 1);
    assert_ok(ctx, jsmf_document_normal_fit(ctx, 2, together, mu, sigma, &miss));
    assert_true(isfinite(mu[0]) && sigma[0] > 0 && sigma[0] < 0.1);
    assert_ok(ctx, jsmf_document_normal_fit(ctx, 1, one, mu, sigma, &miss));
    assert_true(isfinite(mu[0]) && sigma[0] > 0);
    jsmf_context_free(ctx);
}

/* Where no step leads down, as from a bound that is not a number, that is not convergence. */
static void a_search_that_fails_has_not_converged(void **state)
{
    static const double b[] = { 0.7, 0.1, 0.3, 0.9 }, counts[] = { 4, 4 };
    static const int32_t indices[] = { 0, 1 };
    const jsmf_document_words d = {
        .k = 2, .words = 2, .b = b, .indices = indices, .counts = counts, .tokens = 8
    };
    double mu[] = { 0, 0 }, precision[] = { 1, 0, 0, 1 }, x[4], w[2], e[2], ratios[2], scratch[256];
    const jsmf_document_normal prior = { .mu = mu, .precision = precision };
    bool converged;
    (void)state;
    assert_true(jsmf_document_normal_scratch(2) <= sizeof scratch / sizeof *scratch);
    jsmf_document_normal_begin(2, &prior, d.tokens, x);
    jsmf_document_normal_solve(&d, &prior, 200, x, w, e, ratios, &converged, scratch);
    assert_true(converged);
    precision[1] = precision[2] = NAN;
    jsmf_document_normal_begin(2, &prior, d.tokens, x);
    jsmf_document_normal_solve(&d, &prior, 200, x, w, e, ratios, &converged, scratch);
    assert_false(converged);
}

/* The bound of document/normal.h as its formula stands, for the golden model. */
typedef struct bound {
    const double *mu;
    double precision[GOLDEN_TOPICS * GOLDEN_TOPICS];
    const int32_t *h;
} bound;

static double bound_at(const bound *b, const double *l, const double *v)
{
    enum { K = GOLDEN_TOPICS };
    double value = 0, tokens = 0, sum = 0;
    for (size_t i = 0; i < GOLDEN_WORDS; i++) {
        double mix = 0;
        for (size_t k = 0; k < K; k++)
            mix += golden_b[i * K + k] * exp(l[k]);
        if (mix > 0 && b->h[i] > 0) {
            value += b->h[i] * log(mix);
            tokens += b->h[i];
        }
    }
    for (size_t k = 0; k < K; k++) {
        sum += exp(l[k] + v[k] / 2);
        value += 0.5 * (log(v[k]) - b->precision[k * K + k] * v[k]);
        for (size_t j = 0; j < K; j++)
            value -= 0.5 * (l[k] - b->mu[k]) * b->precision[k * K + j] * (l[j] - b->mu[j]);
    }
    return value - tokens * log(sum);
}

/* Climbs by steps along single coordinates of l and log v that halve where none leads up. */
static void climb(const bound *b, double *w)
{
    enum { K = GOLDEN_TOPICS };
    double l[K] = { 0 }, v[K] = { 1, 1, 1 }, best = bound_at(b, l, v), sum = 0;
    for (double step = 1; step > 1e-7;) {
        bool better = false;
        for (size_t c = 0; c < 4 * K; c++) {
            double *x = c % (2 * K) < K ? &l[c % K] : &v[c % K], old = *x, sign = c < 2 * K ? step : -step;
            *x = c % (2 * K) < K ? old + sign : old * exp(sign);
            if (bound_at(b, l, v) > best) {
                best = bound_at(b, l, v);
                better = true;
            } else {
                *x = old;
            }
        }
        step = better ? step : step / 2;
    }
    for (size_t k = 0; k < K; k++)
        sum += w[k] = exp(l[k] + v[k] / 2);
    for (size_t k = 0; k < K; k++)
        w[k] /= sum;
}

/* By cofactors. */
static void invert_three(const double *m, double scale, double *out)
{
    double determinant = 0;
    for (size_t i = 0; i < 3; i++)
        for (size_t j = 0; j < 3; j++) {
            const size_t a = (j + 1) % 3, b = (j + 2) % 3, c = (i + 1) % 3, d = (i + 2) % 3;
            out[i * 3 + j] = m[a * 3 + c] * m[b * 3 + d] - m[a * 3 + d] * m[b * 3 + c];
        }
    for (size_t j = 0; j < 3; j++)
        determinant += m[j] * out[j * 3];
    for (size_t i = 0; i < 9; i++)
        out[i] *= scale / determinant;
}

static void the_posterior_is_where_its_bound_is_largest(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_infer_options o = prior_options(JSMF_INFER_NORMAL, 0.5);
    double mu[3], sigma[9], miss, a[9], w[GOLDEN_DOCUMENTS * GOLDEN_TOPICS], expected[3];
    bound b = { .mu = mu };
    (void)state;
    golden_compose(&o, 0, NULL, w, NULL);
    for (size_t i = 0; i < 9; i++)
        a[i] = golden_a[i] / sum(golden_a, 9);
    assert_ok(ctx, jsmf_document_normal_fit(ctx, 3, a, mu, sigma, &miss));
    const double ridge = 1e-6 * (sigma[0] + sigma[4] + sigma[8]) / 3;
    for (size_t i = 0; i < 9; i += 4)
        sigma[i] += ridge;
    invert_three(sigma, o.prior, b.precision);
    for (size_t m = 0; m < GOLDEN_DOCUMENTS; m++) {
        b.h = golden_h + m * GOLDEN_WORDS;
        climb(&b, expected);
        for (size_t k = 0; m != GOLDEN_EMPTY && k < 3; k++)
            assert_near(w[m * 3 + k], expected[k], 2e-3);
    }
    jsmf_context_free(ctx);
}

static double error_after(const known_corpus *k, jsmf_infer_method method, double prior)
{
    const jsmf_infer_options o = prior_options(method, prior);
    inferred i = infer_all(k, &o);
    const double error = composition_error(k, i.w);
    free(i.w);
    return error;
}

/* A topic that is rare and alone where it is makes for a wide prior, which leaves the words' say to the words. */
static void a_wide_prior_leaves_the_words(void **state)
{
    known_corpus k = known_draw(&small_corpus, 3, 2);
    (void)state;
    for (size_t j = 1; j < k.model.k; j++)
        k.model.a[j] = k.model.a[j * k.model.k] *= 1e-6;
    k.model.a[0] *= 0.02;
    const double by_words = error_after(&k, JSMF_INFER_EM, 0);
    for (double prior = 0.1; prior > 1e-3; prior /= 5)
        assert_true(error_after(&k, JSMF_INFER_NORMAL, prior) < 1.5 * by_words);
    known_free(&k);
}

/* Some of Sigma's eigenvalues are held up to one value: their eigenvectors hang on the last bits of A, the prior must
 * not. */
static void the_prior_does_not_hang_on_the_last_bits_of_a(void **state)
{
    enum { K = 8 };
    double a[K * K], near[K * K], mu[2][K], sigma[2][K * K], sum = 0, miss;
    jsmf_context *ctx = jsmf_context_new();
    (void)state;
    for (int i = 0; i < K; i++)
        for (int j = 0; j < K; j++) {
            double u = jsmf_random_uniform(5, (uint64_t)(i < j ? i : j), (uint64_t)(i < j ? j : i));
            sum += a[i * K + j] = i == j ? 0.3 : u * u;
        }
    for (int i = 0; i < K * K; i++) {
        a[i] /= sum;
        near[i] = a[i] * (1 + 1e-15);
    }
    assert_ok(ctx, jsmf_document_normal_fit(ctx, K, a, mu[0], sigma[0], &miss));
    assert_ok(ctx, jsmf_document_normal_fit(ctx, K, near, mu[1], sigma[1], &miss));
    for (int i = 0; i < K; i++)
        assert_near(mu[1][i], mu[0][i], 1e-9);
    for (int i = 0; i < K * K; i++)
        assert_near(sigma[1][i], sigma[0][i], 1e-9);
    jsmf_context_free(ctx);
}

/* A topic that A has nothing of is not there, and the others do not feel it. */
static void a_row_of_zeros_is_a_topic_that_is_not_there(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    const double two[4] = { 0.3, 0.1, 0.1, 0.5 };
    double mu[4], sigma[16], mu_two[2], sigma_two[4], miss, miss_two, a[16] = { 0 };
    static const size_t at[2] = { 1, 3 };
    (void)state;
    for (size_t e = 0; e < 4; e++)
        a[at[e / 2] * 4 + at[e % 2]] = two[e];
    assert_ok(ctx, jsmf_document_normal_fit(ctx, 2, two, mu_two, sigma_two, &miss_two));
    assert_ok(ctx, jsmf_document_normal_fit(ctx, 4, a, mu, sigma, &miss));
    assert_true(miss == miss_two && mu[0] == -1000 && mu[2] == -1000);
    for (size_t i = 0; i < 2; i++)
        assert_true(mu[at[i]] == mu_two[i]);
    for (size_t e = 0; e < 16; e++)
        if (a[e] == 0)
            assert_true(sigma[e] == 0);
    for (size_t e = 0; e < 4; e++)
        assert_true(sigma[at[e / 2] * 4 + at[e % 2]] == sigma_two[e]);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_topics_have_the_moments_of_an_integral),
        cmocka_unit_test(a_prior_for_any_correlations_is_found),
        cmocka_unit_test(a_search_that_fails_has_not_converged),
        cmocka_unit_test(the_posterior_is_where_its_bound_is_largest),
        cmocka_unit_test(a_wide_prior_leaves_the_words),
        cmocka_unit_test(the_prior_does_not_hang_on_the_last_bits_of_a),
        cmocka_unit_test(a_row_of_zeros_is_a_topic_that_is_not_there),
    };
    return cmocka_run_group_tests_name("infer_normal", tests, NULL, NULL);
}
