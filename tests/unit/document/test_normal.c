/* The normal prior's side of variational inference: a document's bound against the formulas and against its
 * probability, a block of documents, what the prior learns. */
#include "unit.h"

#include "infer_model.h"
#include "document/normal.h"
#include "polish/e_step.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = GOLDEN_WORDS, K = GOLDEN_TOPICS, M = GOLDEN_DOCUMENTS };

/* A precision that is no diagonal: I / 2 + ones / 10, and a mean that is not even. */
static void fill_prior(size_t k, double *mu, double *precision)
{
    for (size_t i = 0; i < k; i++) {
        mu[i] = 0.2 * (double)i;
        for (size_t j = 0; j < k; j++)
            precision[i * k + j] = 0.1 + (i == j ? 0.5 : 0);
    }
}

typedef struct one {
    int32_t indices[N];
    double counts[N], mu[K], precision[K * K];
    jsmf_document_words d;
    double x[2 * K], w[K], e[K], ratios[N]; /* of solve */
    bool converged;
} one;

static bool known(size_t word)
{
    double sum = 0;
    for (size_t j = 0; j < K; j++)
        sum += golden_b[word * K + j];
    return sum > 0;
}

static void take_document(one *o, size_t m)
{
    *o = (one){ .d = { .k = K, .b = golden_b } };
    fill_prior(K, o->mu, o->precision);
    o->d.indices = o->indices;
    o->d.counts = o->counts;
    for (size_t i = 0; i < N; i++)
        if (golden_h[m * N + i] > 0 && known(i)) {
            o->indices[o->d.words] = (int32_t)i;
            o->counts[o->d.words++] = golden_h[m * N + i];
            o->d.tokens += golden_h[m * N + i];
        }
}

/* Blei and Lafferty's bound (2007), (9) to (13), with phi_ik ~ B_ik e^l_k and zeta the sum of e^(l + v/2), but for (k +
 * log det P) / 2. */
static double write_out(const one *o, const double *x)
{
    double zeta = 0, sum = 0;
    for (size_t j = 0; j < K; j++)
        zeta += exp(x[j] + 0.5 * exp(x[K + j]));
    for (size_t p = 0; p < o->d.words; p++) {
        const double *b = golden_b + (size_t)o->indices[p] * K;
        double phi[K], all = 0;
        for (size_t j = 0; j < K; j++)
            all += phi[j] = b[j] * exp(x[j]);
        for (size_t j = 0; j < K; j++)
            if (phi[j] > 0)
                sum += o->counts[p] * phi[j] / all * (x[j] + log(b[j]) - log(phi[j] / all));
    }
    sum -= o->d.tokens * log(zeta);
    for (size_t i = 0; i < K; i++) {
        sum += 0.5 * (x[K + i] - o->precision[i * K + i] * exp(x[K + i]));
        for (size_t j = 0; j < K; j++)
            sum -= 0.5 * (x[i] - o->mu[i]) * o->precision[i * K + j] * (x[j] - o->mu[j]);
    }
    return sum;
}

/* From x, by so many steps; the bound. */
static double solve(one *o, size_t steps)
{
    const jsmf_document_normal prior = { .mu = o->mu, .precision = o->precision };
    double *scratch = malloc(jsmf_document_normal_scratch(K) * sizeof *scratch);
    assert_non_null(scratch);
    const double value = jsmf_document_normal_solve(&o->d, &prior, steps, o->x, o->w, o->e, o->ratios, &o->converged,
                                                    scratch);
    free(scratch);
    return value;
}

static void begin(one *o)
{
    const jsmf_document_normal prior = { .mu = o->mu, .precision = o->precision };
    jsmf_document_normal_begin(K, &prior, o->d.tokens, o->x);
}

static void the_bound_is_what_the_formulas_say(void **state)
{
    one o;
    (void)state;
    for (size_t m = 0; m < M; m++) {
        take_document(&o, m);
        if (o.d.words == 0)
            continue;
        begin(&o);
        double before = -INFINITY;
        for (size_t turn = 0; turn < 6; turn++) {
            const double value = solve(&o, turn ? 3 : 0);
            assert_near(value, write_out(&o, o.x), 1e-9 * (1 + fabs(value)));
            assert_true(value >= before - 1e-11 * fabs(value));
            before = value;
            double tokens = 0, all = 0;
            for (size_t p = 0; p < o.d.words; p++)
                for (size_t j = 0; j < K; j++)
                    tokens += o.ratios[p] * golden_b[(size_t)o.indices[p] * K + j] * o.e[j];
            assert_near(tokens, o.d.tokens, 1e-9 * o.d.tokens);
            for (size_t j = 0; j < K; j++)
                all += o.w[j];
            assert_near(all, 1, 1e-12);
        }
    }
}

/* Nowhere near where it ends is F larger. */
static void it_ends_where_the_bound_is_largest(void **state)
{
    one o;
    (void)state;
    take_document(&o, 0);
    begin(&o);
    for (size_t turn = 0; turn < 20; turn++)
        (void)solve(&o, 200);
    assert_true(o.converged);
    const double best = write_out(&o, o.x);
    for (size_t j = 0; j < 2 * K; j++)
        for (int sign = -1; sign <= 1; sign += 2) {
            double moved[2 * K];
            memcpy(moved, o.x, sizeof moved);
            moved[j] += sign * 0.01;
            assert_true(write_out(&o, moved) < best);
        }
}

/* log of the integral over x of p(words | softmax(x)) N(x | mu, P^-1), two topics, on a grid. */
static double evidence(const jsmf_document_words *d, const double *p)
{
    enum { STEPS = 400 };
    static const double reach = 12;
    const double h = 2 * reach / STEPS, det = p[0] * p[3] - p[1] * p[2];
    double sum = 0;
    for (size_t i = 0; i <= STEPS; i++)
        for (size_t j = 0; j <= STEPS; j++) {
            const double x = -reach + h * (double)i, y = -reach + h * (double)j, w = 1 / (1 + exp(y - x));
            double value = -0.5 * (p[0] * x * x + 2 * p[1] * x * y + p[3] * y * y);
            for (size_t q = 0; q < d->words; q++)
                value += d->counts[q] * log(d->b[2 * q] * w + d->b[2 * q + 1] * (1 - w));
            sum += exp(value);
        }
    return log(sum * h * h * sqrt(det) / (2 * acos(-1)));
}

/* The nearer the narrower the prior is, up to what components that do not correlate cost, log(0.24 / 0.2) / 2. */
static void the_bound_is_below_the_evidence(void **state)
{
    static const double b[] = { 0.7, 0.1, 0.2, 0.3, 0.1, 0.6 }, counts[] = { 3, 2, 1 }, mu[2] = { 0 };
    static const double narrow[] = { 1, 10, 100 }, gap[] = { 2, 0.5, 0.15 };
    static const int32_t indices[] = { 0, 1, 2 };
    const jsmf_document_words d = { .k = 2, .words = 3, .b = b, .indices = indices, .counts = counts, .tokens = 6 };
    double x[4], w[2], e[2], ratios[3], *scratch = malloc(jsmf_document_normal_scratch(2) * sizeof *scratch);
    bool converged;
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        const double p[] = { 0.6 * narrow[i], 0.2 * narrow[i], 0.2 * narrow[i], 0.4 * narrow[i] };
        const jsmf_document_normal prior = { .mu = mu, .precision = p };
        jsmf_document_normal_begin(2, &prior, 6, x);
        const double value = jsmf_document_normal_solve(&d, &prior, 200, x, w, e, ratios, &converged, scratch) +
                             0.5 * (2 + log(p[0] * p[3] - p[1] * p[2])),
                     truth = evidence(&d, p);
        assert_true(converged);
        assert_true(value < truth && value > truth - gap[i]);
    }
    free(scratch);
}

/* ---- what polishing makes of it ---- */

static jsmf_polish_prior begun(jsmf_context *ctx, const double *a)
{
    const jsmf_polish_prior_start start = { .a = a };
    jsmf_polish_prior p;
    assert_ok(ctx, jsmf_polish_prior_new(ctx, JSMF_POLISH_MATRIX, K, &p));
    p.documents = M;
    assert_ok(ctx, p.class->begin(ctx, &p, &start));
    return p;
}

/* mu and Sigma of documents at hand, at a rate of 1 and by halves. */
static void it_learns_the_documents_moments(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    const double tokens[3] = { 1, 0, 2 };
    double states[3 * 2 * K], learned[K + K * K] = { 0 };
    (void)state;
    for (size_t i = 0; i < 3 * 2 * K; i++)
        states[i] = (double)(i * 7 % 11) / 5 - 1;
    for (int half = 0; half < 2; half++) {
        jsmf_polish_prior p = begun(ctx, NULL);
        const double rate = half ? 0.5 : 1, before = p.values[K];
        memset(learned, 0, sizeof learned);
        for (size_t j = 0; j < K; j++)
            learned[j] = states[j] + states[4 * K + j];
        assert_ok(ctx, p.class->collect(ctx, &p, 3, tokens, states, learned));
        assert_ok(ctx, p.class->learn(ctx, &p, learned, 2, rate));
        for (size_t i = 0; i < K; i++)
            for (size_t j = 0; j < K; j++) {
                const double *x = states, *y = states + 4 * K, own = i == j, products = x[i] * x[j] + y[i] * y[j];
                const double mu[] = { rate * (x[i] + y[i]) / 2, rate * (x[j] + y[j]) / 2 };
                const double moment = products / 2 + own * (exp(x[K + i]) + exp(y[K + i])) / 2;
                assert_near(p.values[i], mu[0], 1e-12);
                assert_near(p.values[K + i * K + j],
                            (1 - rate) * own * before + rate * moment - mu[0] * mu[1], 1e-12);
            }
        jsmf_polish_prior_free(&p);
    }
    jsmf_context_free(ctx);
}

/* F of documents whose x have these moments about the prior's mean, and of the pseudo-documents, by the prior. */
static double expected(const jsmf_polish_prior *p, double documents, const double *moment)
{
    const double *precision = p->values + K + K * K;
    double value = precision[K * K];
    for (size_t i = 0; i < K * K; i++)
        value -= precision[i] * moment[i];
    return 0.5 * documents * value + p->class->pseudo_bound(p);
}

static void what_it_learns_is_the_likeliest(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    double moment[K * K], best = 0;
    (void)state;
    fill_prior(K, (double[K]){ 0 }, moment);
    for (int i = 0; i < 5; i++) {
        double learned[K + K * K] = { 0 };
        jsmf_polish_prior p = begun(ctx, NULL);
        for (size_t j = 0; j < K * K; j++)
            learned[K + j] = 20 * moment[j] * (i == 1 ? 0.99 : i == 2 ? 1.01 : 1);
        learned[K + 1] = learned[2 * K] += i == 3 ? 0.1 : i == 4 ? -0.1 : 0;
        assert_ok(ctx, p.class->learn(ctx, &p, learned, 20, 1));
        const double value = expected(&p, 20, moment);
        assert_true(i == 0 || value < best);
        best = i ? best : value;
        jsmf_polish_prior_free(&p);
    }
    jsmf_context_free(ctx);
}

/* A document's part of F, what is learned from it, and its composition. */
static void a_document_is_composed(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_polish_prior p = begun(ctx, golden_a);
    double x[2 * K], e[K], ratios[N], r[K], w[K], again[K], *scratch = malloc(p.scratch * sizeof *scratch);
    bool converged;
    one o;
    (void)state;
    take_document(&o, 1);
    p.class->begin_document(&p, o.d.tokens, x);
    const double value = p.class->compose(&p, &o.d, 9, x, e, ratios, r, scratch), sum = p.class->shares(&p, x, w);
    const jsmf_document_normal prior = { .mu = p.values, .precision = p.values + K + K * K };
    const double bound = jsmf_document_normal_solve(&o.d, &prior, 0, x, again, e, ratios, &converged, scratch);
    assert_near(value, bound + 0.5 * (K + p.values[K + 2 * K * K]), 1e-12 * fabs(value));
    for (size_t j = 0; j < K; j++) {
        assert_true(r[j] == x[j] - p.values[j]);
        assert_near(w[j] / sum, again[j], 1e-12);
    }
    free(scratch);
    jsmf_polish_prior_free(&p);
    jsmf_context_free(ctx);
}

/* precision = (Sigma with K documents more, of one variance and without correlations)^-1. */
static void it_begins_with_moments_or_evenly(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    (void)state;
    for (int given = 0; given < 2; given++) {
        jsmf_polish_prior p = begun(ctx, given ? golden_a : NULL);
        const double *sigma = p.values + K, *precision = sigma + K * K, part = (double)K / M;
        double spread = 0;
        for (size_t j = 0; j < K; j++)
            spread += sigma[j * K + j] / K;
        for (size_t i = 0; i < K; i++)
            for (size_t j = 0; j < K; j++) {
                double product = 0;
                for (size_t l = 0; l < K; l++)
                    product += (sigma[i * K + l] + (i == l ? part * spread : 0)) / (1 + part) * precision[l * K + j];
                assert_near(product, i == j, 1e-10);
            }
        assert_true(given || (p.values[0] == 0 && sigma[1] == 0));
        assert_true(!given || (p.values[0] != 0 && sigma[1] != 0));
        assert_near(p.class->pseudo_bound(&p), 0, given ? 100 : 1e-10);
        assert_true(p.class->pseudo_bound(&p) <= 1e-10);
        jsmf_polish_prior_free(&p);
    }
    jsmf_context_free(ctx);
}

/* A topic that no document has is missing from A. */
static void a_topic_without_mass_has_a_part_of_the_prior(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    double a[K * K];
    (void)state;
    memcpy(a, golden_a, sizeof a);
    for (size_t j = 0; j < K; j++)
        a[j] = a[j * K] = 0;
    jsmf_polish_prior p = begun(ctx, a);
    for (size_t i = 0; i < p.count; i++)
        assert_true(isfinite(p.values[i]));
    assert_true(p.values[0] < p.values[1]);
    jsmf_polish_prior_free(&p);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bound_is_what_the_formulas_say),
        cmocka_unit_test(it_ends_where_the_bound_is_largest),
        cmocka_unit_test(the_bound_is_below_the_evidence),
        cmocka_unit_test(it_learns_the_documents_moments),
        cmocka_unit_test(what_it_learns_is_the_likeliest),
        cmocka_unit_test(a_document_is_composed),
        cmocka_unit_test(it_begins_with_moments_or_evenly),
        cmocka_unit_test(a_topic_without_mass_has_a_part_of_the_prior),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
