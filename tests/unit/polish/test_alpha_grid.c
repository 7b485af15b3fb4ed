/* The search for alpha_0: its bounds are those of a direct computation, and it finds what documents were drawn from. */
#include "unit.h"

#include "polished.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 9, WORDS = 6, TOPICS = 3, ROWS = 4 };

typedef struct said {
    size_t count;
    double total[POINTS + 1], bound[POINTS + 1];
    bool stays, ends;
} said;

static void note(void *arg, jsmf_level level, const char *text)
{
    said *s = arg;
    s->stays = s->stays || (level == JSMF_WARNING && strstr(text, "stays as it was"));
    s->ends = s->ends || (level == JSMF_WARNING && strstr(text, "at the end of the grid"));
    if (s->count <= POINTS &&
        sscanf(text, "alpha sums to %lf: bound %lf", &s->total[s->count], &s->bound[s->count]) == 2)
        s->count++;
}

static double digamma(double x)
{
    const double step = 1e-4 * x;
    return (lgamma(x + step) - lgamma(x - step)) / (2 * step);
}

/* The bound of one document (counts of WORDS) in its formula (Blei, Ng, Jordan, 2003, equation 15), at rest. */
static double bound_of(const double *b, const double *alpha, const double *counts)
{
    double gamma[TOPICS], weight[TOPICS], total = 0, prior = 0, bound = 0;
    for (size_t j = 0; j < TOPICS; j++)
        gamma[j] = alpha[j] + 1;
    for (size_t step = 0; step < 1000; step++) {
        double next[TOPICS];
        memcpy(next, alpha, sizeof next);
        double most = -INFINITY;
        for (size_t j = 0; j < TOPICS; j++)
            most = fmax(most, digamma(gamma[j]));
        for (size_t j = 0; j < TOPICS; j++)
            weight[j] = exp(digamma(gamma[j]) - most);
        for (size_t i = 0; i < WORDS; i++) {
            double mix = 0;
            for (size_t j = 0; j < TOPICS; j++)
                mix += b[i * TOPICS + j] * weight[j];
            for (size_t j = 0; j < TOPICS; j++)
                next[j] += counts[i] > 0 ? counts[i] * b[i * TOPICS + j] * weight[j] / mix : 0;
        }
        memcpy(gamma, next, sizeof gamma);
    }
    for (size_t j = 0; j < TOPICS; j++) {
        total += gamma[j];
        prior += alpha[j];
    }
    for (size_t j = 0; j < TOPICS; j++)
        weight[j] = digamma(gamma[j]) - digamma(total);
    for (size_t i = 0; i < WORDS; i++) {
        double sum = 0;
        for (size_t j = 0; j < TOPICS; j++)
            sum += b[i * TOPICS + j] * exp(weight[j]);
        bound += counts[i] > 0 ? counts[i] * log(sum) : 0;
    }
    bound += lgamma(prior) - lgamma(total);
    for (size_t j = 0; j < TOPICS; j++)
        bound += lgamma(gamma[j]) - lgamma(alpha[j]) + (alpha[j] - gamma[j]) * weight[j];
    return bound;
}

static double topics[WORDS * TOPICS] = { 0.5, 0.1, 0,   0.3, 0.1, 0.1, 0.2, 0,   0.1,
                                         0,   0.6, 0.1, 0,   0.1, 0.3, 0,   0.1, 0.4 };
static const double documents[ROWS][WORDS] = { { 3, 2, 1 }, { 0, 1, 0, 4, 2, 1 }, { 0 }, { 1, 0, 2, 0, 3, 5 } };

/* The points that it tells of, their bounds, and the best of them. */
static void check_points(double own_share, bool stays)
{
    double alpha[TOPICS] = { 2 * own_share, own_share, 2 * own_share };
    static double a[TOPICS * TOPICS] = { 0.7, 0.05, 0.05, 0.05, 0.05, 0, 0.05, 0, 0.05 };
    static const double shares[TOPICS] = { 0.8, 0.1, 0.1 };
    const jsmf_model start = { .n = WORDS, .k = TOPICS, .b = topics, .a = a, .alpha = alpha };
    double found[TOPICS], best = -INFINITY, best_total = 0, tokens = 0;
    int64_t indptr[ROWS + 1] = { 0 };
    int32_t indices[ROWS * WORDS], counts[ROWS * WORDS];
    const jsmf_csr bag = { .rows = ROWS, .cols = WORDS, .indptr = indptr, .indices = indices, .counts = counts };
    jsmf_batches source;
    jsmf_polish_grid grid;
    said s = { 0 };
    jsmf_context *ctx = jsmf_context_new();
    for (size_t m = 0; m < ROWS; m++) {
        indptr[m + 1] = indptr[m];
        for (size_t i = 0; i < WORDS; i++)
            if (documents[m][i] > 0) {
                indices[indptr[m + 1]] = (int32_t)i;
                counts[indptr[m + 1]++] = (int32_t)documents[m][i];
                tokens += documents[m][i];
            }
    }
    jsmf_context_set_message(ctx, note, &s);
    assert_ok(ctx, jsmf_batches_of_csr(ctx, &bag, &source));
    assert_ok(ctx, jsmf_polish_alpha_grid(ctx, &start, &source, POINTS, found, &grid));
    assert_int_equal(s.count, POINTS + 1);
    assert_int_equal(grid.documents, ROWS - 1);
    assert_near(grid.tokens, tokens, 0);
    for (size_t p = 0, at = 0; p < s.count; p++) {
        const bool own = fabs(s.total[p] - 5 * own_share) < 1e-12;
        const double total = own ? s.total[p] : TOPICS * pow(10, -3 + 0.5 * (double)at);
        double bound = 0, parameters[TOPICS];
        at += !own;
        assert_near(s.total[p], total, 1e-3 * total);
        for (size_t j = 0; j < TOPICS; j++)
            parameters[j] = own ? alpha[j] : total * shares[j];
        for (size_t m = 0; m < ROWS; m++)
            bound += m == 2 ? 0 : bound_of(topics, parameters, documents[m]);
        assert_near(s.bound[p], bound / tokens, 1e-5);
        if (own)
            assert_near(grid.start_bound, s.bound[p], 1e-9);
        best_total = !own && s.bound[p] > best ? total : best_total;
        best = own ? best : fmax(best, s.bound[p]);
    }
    assert_true(stays == (grid.start_bound > best));
    assert_true(stays == s.stays);
    assert_near(grid.bound, fmax(best, grid.start_bound), 1e-9);
    assert_near(grid.total, stays ? 5 * own_share : best_total, 1e-9 * best_total);
    assert_near(grid.start_total, 5 * own_share, 1e-12);
    for (size_t j = 0; j < TOPICS; j++)
        assert_near(found[j], stays ? alpha[j] : best_total * shares[j], 1e-12 * best_total);
    jsmf_batches_free(&source);
    jsmf_context_free(ctx);
}

static void bounds_are_those_of_the_formula(void **state)
{
    (void)state;
    check_points(2, false);
}

/* Alpha that is likelier than all of the grid stays. */
static void a_likelier_start_stays(void **state)
{
    (void)state;
    check_points(0.05, true);
}

/* A grid of two has ends alone. They are told where they are likelier than what documents were drawn with, and only
 * then. */
static void ends_are_told(void **state)
{
    enum { K = 8 };
    jsmf_synth_options o = small_corpus;
    (void)state;
    o.alpha = 0.3;
    known_corpus k = known_draw(&o, K, 1);
    for (int stays = 0; stays < 2; stays++) {
        double alpha[K], found[K];
        jsmf_model start = k.model;
        jsmf_batches source;
        jsmf_polish_grid grid;
        said s = { 0 };
        for (size_t j = 0; j < K; j++)
            alpha[j] = (stays ? o.alpha : 1000) / K;
        start.alpha = alpha;
        jsmf_context_set_message(k.c.ctx, note, &s);
        assert_ok(k.c.ctx, jsmf_batches_of_csr(k.c.ctx, &k.c.h, &source));
        assert_ok(k.c.ctx, jsmf_polish_alpha_grid(k.c.ctx, &start, &source, 2, found, &grid));
        jsmf_batches_free(&source);
        assert_int_equal(s.stays, stays);
        assert_int_equal(s.ends, !stays);
    }
    known_free(&k);
}

/* Of documents drawn with the true topics, and on any number of threads. */
static void the_size_of_the_prior_is_found(void **state)
{
    enum { DRAWN_POINTS = 33 };
    static const double true_total[] = { 0.3, 3 };
    (void)state;
    for (size_t t = 0; t < 2; t++) {
        jsmf_synth_options o = small_corpus;
        double *found, *again;
        jsmf_polish_grid grid;
        o.alpha = true_total[t];
        known_corpus k = known_draw(&o, 8, 1);
        found = calloc(2 * k.model.k, sizeof *found);
        again = found + k.model.k;
        for (int threads = 1; threads <= 3; threads += 2) {
            jsmf_batches source;
            jsmf_context_set_threads(k.c.ctx, threads);
            assert_ok(k.c.ctx, jsmf_batches_of_csr(k.c.ctx, &k.c.h, &source));
            assert_ok(k.c.ctx, jsmf_polish_alpha_grid(k.c.ctx, &k.model, &source, DRAWN_POINTS,
                                                      threads == 1 ? found : again, &grid));
            jsmf_batches_free(&source);
        }
        assert_true(fabs(log(grid.total / o.alpha)) < 0.4);
        assert_memory_equal(found, again, k.model.k * sizeof *found);
        free(found);
        known_free(&k);
    }
}

/* Nothing to learn from, and no grid. */
static void what_cannot_be_searched_is_refused(void **state)
{
    static double b[2] = { 1, 0 };
    const jsmf_model start = { .n = 2, .k = 1, .b = b };
    int64_t indptr[] = { 0, 1 };
    int32_t index = 1, count = 3;
    const jsmf_csr unknown = { .rows = 1, .cols = 2, .indptr = indptr, .indices = &index, .counts = &count };
    double alpha;
    jsmf_batches source;
    jsmf_polish_grid grid;
    jsmf_context *ctx = jsmf_context_new();
    (void)state;
    assert_ok(ctx, jsmf_batches_of_csr(ctx, &unknown, &source));
    assert_int_equal(jsmf_polish_alpha_grid(ctx, &start, &source, 3, &alpha, &grid), JSMF_EDATA);
    jsmf_context_clear(ctx);
    assert_int_equal(jsmf_polish_alpha_grid(ctx, &start, &source, 1, &alpha, &grid), JSMF_EUSAGE);
    jsmf_batches_free(&source);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_are_those_of_the_formula),
        cmocka_unit_test(a_likelier_start_stays),
        cmocka_unit_test(ends_are_told),
        cmocka_unit_test(the_size_of_the_prior_is_found),
        cmocka_unit_test(what_cannot_be_searched_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
