/* Polishing with a guide: pseudo-counts of some words in some topics. */
#include "unit.h"

#include "polished.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A guide of n words: three of them, of which the second is in two topics. */
typedef struct three_words {
    int64_t *indptr;
    int32_t indices[4];
    double values[4];
    jsmf_csr m;
} three_words;

static const size_t words[] = { 1, 4, 9 };

static void make_guide(three_words *g, size_t n, size_t k, double weight)
{
    *g = (three_words){ .indptr = calloc(n + 1, sizeof *g->indptr), .indices = { 0, 0, 1, 1 } };
    for (size_t i = 0; i < n; i++)
        g->indptr[i + 1] = g->indptr[i] + (i == words[0] || i == words[2]) + 2 * (i == words[1]);
    for (size_t p = 0; p < 4; p++)
        g->values[p] = weight / 2;
    g->m = (jsmf_csr){ .rows = n, .cols = k, .indptr = g->indptr, .indices = g->indices, .values = g->values };
}

static void a_guide_of_no_weight_changes_nothing(void **state)
{
    known_corpus k = known_draw(&small_corpus, 3, 2);
    jsmf_polish_options o = options_of(3, 16), guided = o;
    three_words g;
    jsmf_model m, same;
    (void)state;
    make_guide(&g, k.model.n, k.model.k, 0);
    guided.guide = &g.m;
    for (int online = 0; online < 2; online++) {
        assert_ok(k.c.ctx, polish_csr(k.c.ctx, &k.model, &k.c.h, &o, online, &m, NULL));
        assert_ok(k.c.ctx, polish_csr(k.c.ctx, &k.model, &k.c.h, &guided, online, &same, NULL));
        assert_memory_equal(m.b, same.b, m.n * m.k * sizeof *m.b);
        jsmf_model_free(&m);
        jsmf_model_free(&same);
    }
    free(g.indptr);
    known_free(&k);
}

/* Where there is one topic it has all tokens: B_i ~ c_i + beta + g_i T, whose logarithms make the bound of the second
 * pass. */
static void pseudo_counts_are_parts_of_a_mean_topic(void **state)
{
    known_corpus k = known_draw(&small_corpus, 5, 1);
    const size_t n = k.model.n;
    jsmf_polish_options o = options_of(2, 0);
    jsmf_polish_report r;
    double *even = malloc(n * sizeof *even), *expected = calloc(n, sizeof *expected), total = 0, sum = 0, bound = 0;
    int64_t *indptr = calloc(n + 1, sizeof *indptr);
    int32_t index = 0;
    double value = 0.25;
    jsmf_csr guide = { .rows = n, .cols = 1, .indptr = indptr, .indices = &index, .values = &value };
    const jsmf_model start = { .n = n, .k = 1, .b = even };
    jsmf_model m;
    (void)state;
    for (size_t i = 0; i < n; i++) {
        even[i] = 1 / (double)n;
        indptr[i + 1] = i >= 7;
    }
    for (size_t p = 0; p < jsmf_csr_nnz(&k.c.h); p++) {
        expected[k.c.h.indices[p]] += jsmf_csr_value(&k.c.h, p);
        total += jsmf_csr_value(&k.c.h, p);
    }
    expected[7] += value * total;
    for (size_t i = 0; i < n; i++)
        sum += expected[i] += 0.5;
    o.prior = JSMF_POLISH_DIRICHLET;
    o.beta = 0.5;
    o.start_by_topic = false;
    o.guide = &guide;
    assert_ok(k.c.ctx, polish_csr(k.c.ctx, &start, &k.c.h, &o, false, &m, &r));
    for (size_t i = 0; i < n; i++) {
        assert_true(fabs(m.b[i] - expected[i] / sum) < 1e-12);
        bound += expected[i] / total * log(expected[i] / sum);
    }
    assert_true(fabs(r.bound - bound) < 1e-9);
    jsmf_model_free(&m);
    free(even);
    free(expected);
    free(indptr);
    known_free(&k);
}

static void a_heavy_guide_makes_the_topic(void **state)
{
    known_corpus k = known_draw(&small_corpus, 3, 2);
    three_words g;
    jsmf_model m;
    (void)state;
    make_guide(&g, k.model.n, k.model.k, 1e6);
    for (int way = 0; way < 4; way++) {
        jsmf_polish_options o = options_of(3, 16);
        o.random = way / 2;
        o.guide = &g.m;
        assert_ok(k.c.ctx, polish_csr(k.c.ctx, &k.model, &k.c.h, &o, way % 2, &m, NULL));
        for (size_t p = 0; p < 4; p++)
            assert_true(fabs(m.b[words[p - (p > 1)] * m.k + (size_t)g.indices[p]] - 0.5) < 1e-3);
        jsmf_model_free(&m);
    }
    free(g.indptr);
    known_free(&k);
}

typedef struct bounds {
    size_t count;
    double value[16];
} bounds;

static void note_bound(void *arg, jsmf_level level, const char *text)
{
    bounds *b = arg;
    size_t pass;
    (void)level;
    if (b->count < 16 && sscanf(text, "pass %zu, whole: bound %lf", &pass, &b->value[b->count]) == 2)
        b->count++;
}

static void the_bound_with_a_guide_never_falls(void **state)
{
    enum { PASSES = REPEATS(12, 4) };
    known_corpus k = known_draw(&small_corpus, 3, 2);
    three_words g;
    (void)state;
    make_guide(&g, k.model.n, k.model.k, 0.2);
    for (int way = 0; way < 4; way++) {
        jsmf_polish_options o = options_of(PASSES, 0);
        bounds seen = { 0 };
        jsmf_model m;
        o.prior = way / 2 ? JSMF_POLISH_MATRIX : JSMF_POLISH_DIRICHLET;
        o.random = way % 2;
        o.guide = &g.m;
        jsmf_context_set_message(k.c.ctx, note_bound, &seen);
        assert_ok(k.c.ctx, polish_csr(k.c.ctx, &k.model, &k.c.h, &o, false, &m, NULL));
        assert_int_equal(seen.count, PASSES);
        for (size_t i = 1; i < seen.count; i++)
            assert_true(seen.value[i] >= seen.value[i - 1]);
        jsmf_model_free(&m);
    }
    free(g.indptr);
    known_free(&k);
}

static void guides_that_do_not_fit_are_refused(void **state)
{
    known_corpus k = known_draw(&small_corpus, 3, 1);
    jsmf_polish_options o = options_of(2, 0);
    three_words g;
    jsmf_model m;
    (void)state;
    make_guide(&g, k.model.n, k.model.k, 0.2);
    o.guide = &g.m;
    g.m.cols++;
    assert_int_equal(polish_csr(k.c.ctx, &k.model, &k.c.h, &o, false, &m, NULL), JSMF_EUSAGE);
    assert_says(k.c.ctx, "a guide of ");
    jsmf_context_clear(k.c.ctx);
    g.m.cols--;
    g.values[2] = -1;
    assert_int_equal(polish_csr(k.c.ctx, &k.model, &k.c.h, &o, false, &m, NULL), JSMF_EUSAGE);
    assert_says(k.c.ctx, "a guide of weight -1");
    jsmf_context_clear(k.c.ctx);
    free(g.indptr);
    known_free(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guide_of_no_weight_changes_nothing),
        cmocka_unit_test(pseudo_counts_are_parts_of_a_mean_topic),
        cmocka_unit_test(a_heavy_guide_makes_the_topic),
        cmocka_unit_test(the_bound_with_a_guide_never_falls),
        cmocka_unit_test(guides_that_do_not_fit_are_refused),
    };
    return cmocka_run_group_tests_name("guide", tests, NULL, NULL);
}
