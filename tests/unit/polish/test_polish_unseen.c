/* Documents held out of polishing, and when it ends. */
#include "unit.h"

#include "polished.h"

#include "base/base_inner.h"
#include "jsmf/metrics.h"
#include "polish/unseen.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
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
    const char *at = strncmp(text, "pass", 4) == 0 ? strstr(text, "held out ") : NULL;
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

typedef struct warnings {
    size_t count;
    size_t nans;    /* messages of any level that say nan */
    char last[256];
} warnings;

static void note_warning(void *arg, jsmf_level level, const char *text)
{
    warnings *w = arg;
    w->nans += strstr(text, "nan") != NULL;
    if (level != JSMF_WARNING)
        return;
    w->count++;
    snprintf(w->last, sizeof w->last, "%s", text);
}

/* Documents of at most so many words, each there by a chance of its own: there are no topics. */
enum { NOISE_WORDS = 100, NOISE_TOPICS = 10, NOISE_ROWS = 400 };

static jsmf_polish_report polish_noise(size_t most, const jsmf_polish_options *o, warnings *seen)
{
    double b[NOISE_WORDS * NOISE_TOPICS], columns[NOISE_TOPICS] = { 0 };
    int64_t indptr[NOISE_ROWS + 1] = { 0 };
    int32_t indices[NOISE_ROWS * NOISE_WORDS], counts[NOISE_ROWS * NOISE_WORDS];
    const jsmf_csr h = { .rows = NOISE_ROWS, .cols = NOISE_WORDS, .indptr = indptr, .indices = indices,
                         .counts = counts };
    const jsmf_model start = { .n = NOISE_WORDS, .k = NOISE_TOPICS, .b = b };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_polish_report r;
    jsmf_model m;
    for (size_t i = 0; i < NOISE_WORDS * NOISE_TOPICS; i++)
        columns[i % NOISE_TOPICS] += b[i] = 1 + 0.5 * jsmf_random_uniform(5, 0, i);
    for (size_t i = 0; i < NOISE_WORDS * NOISE_TOPICS; i++)
        b[i] /= columns[i % NOISE_TOPICS];
    for (size_t d = 0; d < NOISE_ROWS; d++) {
        int64_t at = indptr[d];
        for (size_t i = 0; i < NOISE_WORDS && at < indptr[d] + (int64_t)most; i++)
            if (jsmf_random_uniform(5, 1, d * NOISE_WORDS + i) < 0.04) {
                indices[at] = (int32_t)i;
                counts[at++] = 1;
            }
        indptr[d + 1] = at;
    }
    jsmf_context_set_message(ctx, note_warning, seen);
    assert_ok(ctx, polish_csr(ctx, &start, &h, o, false, &m, &r));
    assert_valid(&m);
    jsmf_model_free(&m);
    jsmf_context_free(ctx);
    return r;
}

/* One half of a document of one token has none. */
static void documents_that_cannot_be_scored_are_told(void **state)
{
    jsmf_polish_options o = options_of(8, 16);
    (void)state;
    o.held_out = 0.3;
    for (int prior = JSMF_POLISH_DIRICHLET; prior <= JSMF_POLISH_MATRIX; prior++) {
        warnings seen = { 0 };
        o.prior = (jsmf_polish_prior_kind)prior;
        const jsmf_polish_report r = polish_noise(1, &o, &seen);
        assert_true(isnan(r.held_out) && isnan(r.completed) && isnan(r.start_completed));
        assert_true(r.held_out_documents > 0 && r.passes == 8);
        assert_int_equal(seen.count, 1);
        assert_non_null(strstr(seen.last, "held out can be scored"));
    }
}

/* HeldOutLogProbability, as jsmf-eval has it, of the documents held out, each in its place. */
static double measured(const known_corpus *k, const jsmf_model *m, double part)
{
    const jsmf_csr *all = &k->c.h;
    int64_t *indptr = calloc(all->rows + 1, sizeof *indptr);
    int32_t *indices = malloc(jsmf_csr_nnz(all) * sizeof *indices);
    int32_t *counts = malloc(jsmf_csr_nnz(all) * sizeof *counts);
    const jsmf_csr h = { .rows = all->rows, .cols = all->cols, .indptr = indptr, .indices = indices, .counts = counts };
    jsmf_metrics metrics;
    double value = NAN;
    for (size_t d = 0; d < all->rows; d++) {
        const size_t first = (size_t)all->indptr[d], length = (size_t)all->indptr[d + 1] - first;
        indptr[d + 1] = indptr[d];
        if (!jsmf_polish_unseen_takes(k->c.ctx, part, d))
            continue;
        memcpy(indices + indptr[d], all->indices + first, length * sizeof *indices);
        memcpy(counts + indptr[d], all->counts + first, length * sizeof *counts);
        indptr[d + 1] += (int64_t)length;
    }
    assert_ok(k->c.ctx, jsmf_metrics_start(k->c.ctx, m, &metrics));
    assert_ok(k->c.ctx, jsmf_metrics_of_held_out(k->c.ctx, m, &h, &metrics));
    for (size_t i = 0; i < metrics.count; i++)
        if (strcmp(metrics.list[i].name, "HeldOutLogProbability") == 0)
            value = metrics.list[i].value;
    jsmf_metrics_free(&metrics);
    free(indptr);
    free(indices);
    free(counts);
    return value;
}

static void the_start_and_the_end_are_judged_as_jsmf_eval_does(void **state)
{
    known_corpus k = known_draw(&small_corpus, 12, 2);
    (void)state;
    for (int prior = JSMF_POLISH_DIRICHLET; prior <= JSMF_POLISH_MATRIX; prior++) {
        jsmf_polish_options o = options_of(2, 64);
        jsmf_polish_report r;
        o.prior = (jsmf_polish_prior_kind)prior;
        o.held_out = 0.3;
        jsmf_model m = polish(&k, &k.model, &o, false, &r);
        assert_near(r.completed, measured(&k, &m, o.held_out), 1e-9);
        assert_near(r.start_completed, measured(&k, &k.model, o.held_out), 1e-9);
        jsmf_model_free(&m);
    }
    known_free(&k);
}

/* Where there is nothing to learn, what is learned is of the documents learned from alone, their words above all. */
static void a_start_that_is_likelier_is_told(void **state)
{
    jsmf_polish_options o = options_of(8, 0);
    known_corpus k = known_draw(&small_corpus, 12, 2);
    warnings seen = { 0 };
    (void)state;
    o.held_out = 0.9;
    o.beta = 1e-6;
    o.start_by_topic = false;
    jsmf_polish_report r = polish_noise(NOISE_WORDS, &o, &seen);
    assert_true(r.start_completed < 0 && r.completed < r.start_completed - 0.5);
    assert_int_equal(seen.count, 1);
    assert_non_null(strstr(seen.last, "likelier by the start"));
    seen.count = 0;
    o.random = true;
    jsmf_context_set_message(k.c.ctx, note_warning, &seen);
    jsmf_model m = polish(&k, &k.model, &o, false, &r);
    assert_true(r.completed < 0 && isnan(r.start_completed));
    assert_int_equal(seen.count, 0);
    assert_int_equal(seen.nans, 0);
    jsmf_model_free(&m);
    known_free(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_settles),
        cmocka_unit_test(the_best_pass_of_held_out_documents_is_kept),
        cmocka_unit_test(rare_topics_of_held_out_documents_are_found),
        cmocka_unit_test(documents_that_cannot_be_scored_are_told),
        cmocka_unit_test(the_start_and_the_end_are_judged_as_jsmf_eval_does),
        cmocka_unit_test(a_start_that_is_likelier_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
