/* Documents held out of polishing, and when it ends. */
#include "unit.h"

#include "polished.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Held-out documents end it, or a small tolerance does. */
static void it_settles(void **state)
{
    known_corpus k = known_draw(&small_corpus, 7, 2);
    jsmf_polish_options o = options_of(200, 0);
    jsmf_polish_report r;
    (void)state;
    o.tolerance = 1e-4;
    jsmf_model m = polish(&k, &k.model, &o, false, &r);
    jsmf_model_free(&m);
    assert_true(r.settled && r.passes > 1 && r.passes < 200);
    o.tolerance = 0;
    o.held_out = 0.3;
    m = polish(&k, &k.model, &o, false, &r);
    jsmf_model_free(&m);
    assert_true(r.settled && r.passes > 1 && r.passes < 200 && r.held_out < 0);
    known_free(&k);
}

typedef struct scores {
    size_t count;
    double best, last;
} scores;

static void note_score(void *arg, jsmf_level level, const char *text)
{
    scores *s = arg;
    const char *at = strstr(text, "held out ");
    (void)level;
    if (!at || sscanf(at, "held out %lf a token", &s->last) != 1)
        return;
    s->best = s->count++ ? fmax(s->best, s->last) : s->last;
}

static void the_best_pass_of_held_out_documents_is_kept(void **state)
{
    known_corpus k = known_draw(&small_corpus, 12, 2);
    jsmf_polish_options o = options_of(100, 0);
    scores seen = { 0 };
    jsmf_polish_report r;
    (void)state;
    o.held_out = 0.3;
    jsmf_context_set_message(k.c.ctx, note_score, &seen);
    jsmf_model m = polish(&k, &k.model, &o, false, &r);
    assert_true(r.settled && seen.count > 1 && seen.last < seen.best);
    assert_near(r.held_out, seen.best, 1e-6);
    assert_valid(&m);
    o.passes = r.passes - 1;
    jsmf_model before = polish(&k, &k.model, &o, false, &r);
    assert_memory_equal(m.b, before.b, m.n * m.k * sizeof *m.b);
    assert_memory_equal(m.a, before.a, m.k * m.k * sizeof *m.a);
    assert_memory_equal(m.alpha, before.alpha, m.k * sizeof *m.alpha);
    jsmf_model_free(&before);
    jsmf_model_free(&m);
    known_free(&k);
}

/* A topic that few documents are of, and those wholly, is found in the ones held out: a token of a topic of ten words
 * that are alike has the probability of 1/10. */
static void rare_topics_of_held_out_documents_are_found(void **state)
{
    enum { WORDS = 20, ROWS = 400, RARE = 20 };
    double b[WORDS * 2], alpha[2] = { 0.2, 0.01 };
    int64_t indptr[ROWS + 1] = { 0 };
    int32_t indices[ROWS * 10], counts[ROWS * 10];
    const jsmf_csr h = { .rows = ROWS, .cols = WORDS, .indptr = indptr, .indices = indices, .counts = counts };
    const jsmf_model start = { .n = WORDS, .k = 2, .b = b, .alpha = alpha };
    jsmf_polish_options o = options_of(3, 0);
    jsmf_context *ctx = jsmf_context_new();
    jsmf_polish_report r;
    jsmf_model m;
    (void)state;
    for (size_t i = 0; i < WORDS; i++) {
        b[2 * i] = i < 10 ? 0.09 : 0.01;
        b[2 * i + 1] = i < 10 ? 0.01 : 0.09;
    }
    for (size_t d = 0; d < ROWS; d++) {
        for (size_t i = 0; i < 10; i++) {
            indices[10 * d + i] = (int32_t)(i + (d % RARE == 0 ? 10 : 0));
            counts[10 * d + i] = 2;
        }
        indptr[d + 1] = indptr[d] + 10;
    }
    o.held_out = 0.5;
    assert_ok(ctx, polish_csr(ctx, &start, &h, &o, false, &m, &r));
    assert_near(r.held_out, log(0.1), 0.05);
    jsmf_model_free(&m);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_settles),
        cmocka_unit_test(the_best_pass_of_held_out_documents_is_kept),
        cmocka_unit_test(rare_topics_of_held_out_documents_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
