/* Polishing: the bound, what comes out, and that it helps. */
#include "unit.h"

#include "polished.h"
#include "polish/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- whole runs ---- */

typedef struct bounds {
    size_t count;
    double value[64];
} bounds;

static void note_bound(void *arg, jsmf_level level, const char *text)
{
    bounds *b = arg;
    size_t pass;
    (void)level;
    if (b->count < 64 && sscanf(text, "pass %zu, whole: bound %lf", &pass, &b->value[b->count]) == 2)
        b->count++;
}

/* Just more than a batch of documents. */
static known_corpus two_batches(uint64_t seed, int threads)
{
    jsmf_synth_options s = small_corpus;
    s.documents = JSMF_BATCH_DOCUMENTS + 50;
    return known_draw(&s, seed, threads);
}

static void the_bound_never_falls(void **state)
{
    enum { PASSES = REPEATS(25, 5) };
    known_corpus k = two_batches(3, 2);
    (void)state;
    for (int random = 0; random < 2; random++)
        for (int beta = 0; beta < 4; beta++) {
            jsmf_polish_options o = options_of(PASSES, 0);
            bounds seen = { 0 };
            jsmf_model out;
            o.prior = beta < 2 ? JSMF_POLISH_DIRICHLET : JSMF_POLISH_MATRIX;
            o.random = random;
            o.beta = beta % 2;
            jsmf_context_set_message(k.c.ctx, note_bound, &seen);
            assert_ok(k.c.ctx, polish_csr(k.c.ctx, &k.model, &k.c.h, &o, false, &out, NULL));
            assert_int_equal(seen.count, PASSES);
            for (size_t i = 1; i < seen.count; i++)
                assert_true(seen.value[i] >= seen.value[i - 1]);
            assert_true(seen.value[PASSES - 1] > seen.value[0]);
            jsmf_model_free(&out);
        }
    known_free(&k);
}

/* Of one word and one topic it can be written down: mu = l = 0, v = 1 / (P + n), B = 1, and in the second pass Sigma of
 * the first one's v and of the one document that is added. */
static void the_bound_is_what_the_formulas_say(void **state)
{
    enum { ROWS = 3 };
    static const double n = 10, s = 4;
    static double one = 1;
    int64_t indptr[ROWS + 1] = { 0 };
    int32_t indices[ROWS] = { 0 }, counts[ROWS];
    const jsmf_csr h = { .rows = ROWS, .cols = 1, .indptr = indptr, .indices = indices, .counts = counts };
    const jsmf_model start = { .n = 1, .k = 1, .b = &one };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_polish_options o = options_of(2, 0);
    jsmf_polish_report r;
    jsmf_model m;
    (void)state;
    for (size_t d = 0; d < ROWS; d++) {
        counts[d] = (int32_t)n;
        indptr[d + 1] = indptr[d] + 1;
    }
    o.prior = JSMF_POLISH_MATRIX;
    assert_ok(ctx, polish_csr(ctx, &start, &h, &o, false, &m, &r));
    const double p = (ROWS + 1) / (ROWS / (1 / s + n) + s), v = 1 / (p + n);
    const double document = 0.5 * (log(p * v) + 1 - p * v - n * v), added = 0.5 * (log(p * s) + 1 - p * s);
    assert_near(r.bound, (ROWS * document + added) / (ROWS * n), 1e-6);
    jsmf_model_free(&m);
    jsmf_context_free(ctx);
}

static void models_are_valid_and_the_same_on_any_threads(void **state)
{
    const int threads[] = { 1, 7, 2 };
    const size_t minibatches[] = { 64, 0, 50 };
    known_corpus k = two_batches(4, 1);
    (void)state;
    for (size_t way = 0; way < 6; way++) {
        jsmf_polish_options o = options_of(REPEATS(4, 2), minibatches[way % 3]);
        jsmf_model first = { 0 };
        o.prior = way < 3 ? JSMF_POLISH_DIRICHLET : JSMF_POLISH_MATRIX;
        o.held_out = way % 3 == 1 ? 0.2 : 0;
        for (size_t t = 0; t < REPEATS(3, 2); t++) {
            jsmf_context_set_threads(k.c.ctx, threads[t]);
            jsmf_model m = polish(&k, &k.model, &o, way % 3 == 2, NULL);
            assert_valid(&m);
            if (t > 0) {
                assert_memory_equal(m.b, first.b, m.n * m.k * sizeof *m.b);
                assert_memory_equal(m.a, first.a, m.k * m.k * sizeof *m.a);
                assert_memory_equal(m.alpha, first.alpha, m.k * sizeof *m.alpha);
                jsmf_model_free(&m);
            } else {
                first = m;
            }
        }
        jsmf_model_free(&first);
    }
    known_free(&k);
}

/* Topics halfway to the words' frequencies. */
static jsmf_model blurred(const known_corpus *k)
{
    const size_t n = k->model.n, topics = k->model.k;
    jsmf_model m = k->model;
    m.b = malloc(n * topics * sizeof *m.b);
    for (size_t i = 0; i < n; i++) {
        double mean = 0;
        for (size_t j = 0; j < topics; j++)
            mean += k->model.b[i * topics + j] / (double)topics;
        for (size_t j = 0; j < topics; j++)
            m.b[i * topics + j] = 0.5 * (mean + k->model.b[i * topics + j]);
    }
    return m;
}

static double distance(const jsmf_model *x, const jsmf_model *y)
{
    double sum = 0;
    for (size_t i = 0; i < x->n * x->k; i++)
        sum += fabs(x->b[i] - y->b[i]) / (double)x->k;
    return sum;
}

static void blurred_topics_come_nearer_to_the_truth(void **state)
{
    const size_t minibatches[] = { 64, 0, 64 };
    known_corpus k = known_draw(&small_corpus, 5, 2);
    jsmf_model start = blurred(&k);
    const double before = distance(&start, &k.model);
    (void)state;
    for (size_t way = 0; way < 6; way += REPEATS(1, 2)) {
        jsmf_polish_options o = options_of(10, minibatches[way % 3]);
        o.prior = way < 3 ? JSMF_POLISH_DIRICHLET : JSMF_POLISH_MATRIX;
        jsmf_model m = polish(&k, &start, &o, way % 3 == 2, NULL);
        assert_true(distance(&m, &k.model) < 0.7 * before);
        jsmf_model_free(&m);
    }
    jsmf_polish_options o = options_of(10, 64);
    o.start_by_topic = false;
    o.start_weight = 1e6;
    jsmf_model anchored = polish(&k, &start, &o, false, NULL);
    assert_true(distance(&anchored, &start) < 1e-3);
    jsmf_model_free(&anchored);
    free(start.b);
    known_free(&k);
}

/* Of topics by row and column. */
static double correlation(const jsmf_model *m, size_t i, size_t j)
{
    double p = 0, q = 0;
    for (size_t l = 0; l < m->k; l++) {
        p += m->a[i * m->k + l];
        q += m->a[j * m->k + l];
    }
    const double *a = m->a;
    return (a[i * m->k + j] - p * q) / sqrt((a[i * m->k + i] - p * p) * (a[j * m->k + j] - q * q));
}

/* Topics that go together are found to, by the matrix prior more exactly, and documents likelier. */
static void planted_correlations_are_found(void **state)
{
    jsmf_synth_options s = small_corpus;
    double error[2] = { 0 };
    jsmf_polish_report report[2];
    (void)state;
    s.prior = JSMF_SYNTH_LOGISTIC_NORMAL;
    s.deviation = 2;
    s.correlation = 0.8;
    s.groups = 3;
    known_corpus k = known_draw(&s, 14, 2);
    jsmf_model start = blurred(&k);
    for (int matrix = 0; matrix < 2; matrix++) {
        jsmf_polish_options o = options_of(20, 64);
        o.prior = matrix ? JSMF_POLISH_MATRIX : JSMF_POLISH_DIRICHLET;
        o.held_out = 0.1;
        jsmf_model m = polish(&k, &start, &o, false, &report[matrix]);
        for (size_t i = 0; i < m.k; i++)
            for (size_t j = 0; j < i; j++)
                error[matrix] += fabs(correlation(&m, i, j) - correlation(&k.model, i, j));
        jsmf_model_free(&m);
    }
    assert_true(error[1] < 0.5 * error[0]);
    assert_true(report[1].held_out > report[0].held_out);
    free(start.b);
    known_free(&k);
}

static void a_random_start_is_no_better(void **state)
{
    known_corpus k = known_draw(&small_corpus, 6, 2);
    jsmf_model start = blurred(&k);
    jsmf_polish_options o = options_of(REPEATS(10, 3), 64);
    jsmf_polish_report given, random;
    (void)state;
    o.held_out = 0.2;
    jsmf_model m = polish(&k, &start, &o, false, &given);
    jsmf_model_free(&m);
    o.random = true;
    m = polish(&k, &start, &o, false, &random);
    assert_valid(&m);
    jsmf_model_free(&m);
    assert_true(random.held_out <= given.held_out);
    assert_near((double)given.held_out_documents / (double)small_corpus.documents, 0.2, 0.05);
    assert_int_equal(given.held_out_documents + given.documents, small_corpus.documents);
    free(start.b);
    known_free(&k);
}

/* So many documents, so many that have enough tokens, or D^2 / 1.5e6 of D; never more than
 * there are, or a batch has. */
static void minibatches_grow_with_the_corpus(void **state)
{
    const jsmf_polish_options all = jsmf_polish_defaults;
    jsmf_polish_options given = all;
    (void)state;
    assert_int_equal(jsmf_polish_minibatch(&all, 1000, 100e3), 64);
    assert_int_equal(jsmf_polish_minibatch(&all, 1000, 50e3), 120);
    assert_int_equal(jsmf_polish_minibatch(&all, 9700, 970e3), 64);
    assert_int_equal(jsmf_polish_minibatch(&all, 30000, 3000e3), 600);
    assert_int_equal(jsmf_polish_minibatch(&all, 96000, 9600e3), JSMF_BATCH_DOCUMENTS);
    assert_int_equal(jsmf_polish_minibatch(&all, 30, 3e3), 30);
    given.minibatch_tokens = given.minibatch_pairs = 0;
    assert_int_equal(jsmf_polish_minibatch(&given, 96000, 500e3), 64);
}

static void broken_models_are_refused(void **state)
{
    known_corpus k = known_draw(&small_corpus, 13, 1);
    jsmf_context *ctx = k.c.ctx;
    const jsmf_polish_options o = options_of(2, 64);
    jsmf_batches source;
    jsmf_model m;
    (void)state;
    assert_ok(ctx, jsmf_batches_of_csr(ctx, &k.c.h, &source));
    k.model.a[1] += 1e-3;
    assert_int_equal(jsmf_polish(ctx, &k.model, &source, &o, &m, NULL), JSMF_EDATA);
    assert_says(ctx, "not symmetric (A[1, 0]");
    jsmf_context_clear(ctx);
    k.model.a[1] -= 1e-3;
    memset(k.model.b, 0, k.model.n * k.model.k * sizeof *k.model.b);
    assert_int_equal(jsmf_polish(ctx, &k.model, &source, &o, &m, NULL), JSMF_EDATA);
    assert_says(ctx, "no topic has a word");
    jsmf_batches_free(&source);
    known_free(&k);
}

/* Documents of one topic, then as many of the other: A is of what came last, by the rates of the updates. */
static void online_correlations_fade(void **state)
{
    enum { WORDS = 10, ROWS = 4 * JSMF_BATCH_DOCUMENTS, UPDATES = ROWS / 64 };
    double b[2 * WORDS] = { 0 }, share = 0, all = 0;
    int64_t *indptr = calloc(ROWS + 1, sizeof *indptr);
    int32_t *indices = malloc(ROWS * sizeof *indices), *counts = malloc(ROWS * sizeof *counts);
    const jsmf_csr h = { .rows = ROWS, .cols = WORDS, .indptr = indptr, .indices = indices, .counts = counts };
    const jsmf_model start = { .n = WORDS, .k = 2, .b = b };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_polish_options o = options_of(1, 64);
    jsmf_model m;
    (void)state;
    o.prior = JSMF_POLISH_DIRICHLET;
    assert_true(indptr && indices && counts);
    for (size_t i = 0; i < WORDS; i++)
        b[2 * i + i / 5] = 0.2;
    for (size_t d = 0; d < ROWS; d++) {
        indices[d] = (int32_t)(d % 5 + (d < ROWS / 2 ? 0 : 5));
        counts[d] = 10000;
        indptr[d + 1] = indptr[d] + 1;
    }
    for (size_t t = 0; t < UPDATES; t++) {
        const double rate = pow(4 + (double)t, -0.9);
        share += rate * ((t >= UPDATES / 2) - share);
        all += rate * (1 - all);
    }
    assert_ok(ctx, polish_csr(ctx, &start, &h, &o, true, &m, NULL));
    assert_near(m.a[3], share / all, 1e-3);
    assert_near(m.a[0], 1 - share / all, 1e-3);
    free(indptr);
    free(indices);
    free(counts);
    jsmf_model_free(&m);
    jsmf_context_free(ctx);
}

/* ---- what is odd or wrong ---- */

static void a_start_of_topics_alone_is_enough(void **state)
{
    known_corpus k = known_draw(&small_corpus, 8, 2);
    const jsmf_model bare = { .n = k.model.n, .k = k.model.k, .b = k.model.b };
    const jsmf_polish_options o = options_of(3, 64);
    (void)state;
    jsmf_polish_options matrix = options_of(3, 0);
    matrix.prior = JSMF_POLISH_MATRIX;
    for (int i = 0; i < 2; i++) {
        jsmf_model m = polish(&k, &bare, i ? &matrix : &o, false, NULL);
        assert_valid(&m);
        jsmf_model_free(&m);
    }
    known_free(&k);
}

/* What users write by hand: the first pass has a bound, too, and the model is one. */
static void parameters_of_any_size_are_taken(void **state)
{
    const double sizes[] = { 5e-324, 1e-300, 1e-9, 1e60, 1e300 };
    known_corpus k = known_draw(&small_corpus, 8, 2);
    jsmf_model start = { .n = k.model.n, .k = k.model.k, .b = k.model.b };
    (void)state;
    start.alpha = calloc(start.k, sizeof *start.alpha);
    assert_non_null(start.alpha);
    for (size_t mixed = 0; mixed < 2; mixed++)
        for (size_t i = 0; i < 5; i++) {
            jsmf_polish_options o = options_of(1, 0);
            jsmf_polish_report r;
            for (size_t j = 0; j < start.k; j++)
                start.alpha[j] = sizes[(i + mixed * j) % 5];
            jsmf_model m = polish(&k, &start, &o, false, &r);
            assert_true(isfinite(r.bound));
            assert_valid(&m);
            jsmf_model_free(&m);
            o.beta = o.start_weight = 0;
            o.start_by_topic = false;
            o.minibatch = 64;
            m = polish(&k, &start, &o, true, &r);
            for (size_t j = 0; j < m.n * m.k; j++)
                assert_true(isfinite(m.b[j]) && isfinite(m.bbar[j]));
            jsmf_model_free(&m);
        }
    free(start.alpha);
    known_free(&k);
}

static void words_and_topics_without_mass_stay_so_without_pseudo_counts(void **state)
{
    known_corpus k = known_draw(&small_corpus, 9, 2);
    const size_t n = k.model.n, topics = k.model.k;
    jsmf_polish_options o = options_of(6, 32);
    (void)state;
    o.beta = o.start_weight = 0;
    o.start_by_topic = false;
    for (size_t j = 0; j < topics; j++)
        k.model.b[3 * topics + j] = 0;
    for (size_t i = 0; i < n; i++)
        k.model.b[i * topics + 2] = 0;
    jsmf_model m = polish(&k, &k.model, &o, false, NULL);
    for (size_t j = 0; j < topics; j++)
        assert_true(m.b[3 * topics + j] == 0);
    for (size_t i = 0; i < n; i++)
        assert_true(m.b[i * topics + 2] == 0);
    for (size_t i = 0; i < n * topics; i++)
        assert_true(isfinite(m.b[i]) && isfinite(m.bbar[i]));
    for (size_t i = 0; i < topics * topics; i++)
        assert_true(m.a[i] >= 0);
    jsmf_model_free(&m);
    known_free(&k);
}

/* A whole batch of them first, and the rest as it was: the model is that of the rest. */
static void empty_documents_change_nothing(void **state)
{
    known_corpus k = known_draw(&small_corpus, 9, 2);
    const size_t empty = 1024, rows = k.c.h.rows;
    jsmf_polish_options o = options_of(3, 0);
    jsmf_csr h = k.c.h, whole = k.c.h;
    (void)state;
    h.rows += empty;
    h.indptr = calloc(h.rows + 1, sizeof *h.indptr);
    assert_non_null(h.indptr);
    memcpy(h.indptr + empty, whole.indptr, (rows + 1) * sizeof *h.indptr);
    jsmf_model expected = polish(&k, &k.model, &o, false, NULL);
    k.c.h = h;
    jsmf_model m = polish(&k, &k.model, &o, false, NULL);
    k.c.h = whole;
    for (size_t i = 0; i < m.n * m.k; i++)
        assert_true(m.b[i] == expected.b[i]);
    free(h.indptr);
    jsmf_model_free(&expected);
    jsmf_model_free(&m);
    known_free(&k);
}

static void wrong_requests_are_refused(void **state)
{
    known_corpus k = known_draw(&small_corpus, 10, 1);
    jsmf_context *ctx = k.c.ctx;
    jsmf_csr h = k.c.h, none = { .cols = k.c.h.cols, .indptr = &(int64_t){ 0 } };
    jsmf_polish_options o = options_of(0, 64);
    jsmf_batches source;
    jsmf_model m;
    (void)state;
    assert_int_equal(polish_csr(ctx, &k.model, &h, &o, false, &m, NULL), JSMF_EUSAGE);
    jsmf_context_clear(ctx);
    o = options_of(2, 64);
    h.cols++;
    assert_int_equal(polish_csr(ctx, &k.model, &h, &o, false, &m, NULL), JSMF_EDATA);
    assert_says(ctx, "words");
    jsmf_context_clear(ctx);
    assert_int_equal(polish_csr(ctx, &k.model, &none, &o, false, &m, NULL), JSMF_EDATA);
    assert_says(ctx, "no tokens");
    jsmf_context_clear(ctx);
    assert_int_equal(polish_csr(ctx, &k.model, &none, &o, true, &m, NULL), JSMF_EDATA);
    jsmf_context_clear(ctx);
    o.beta = -1;
    assert_int_equal(polish_csr(ctx, &k.model, &k.c.h, &o, false, &m, NULL), JSMF_EUSAGE);
    jsmf_context_clear(ctx);
    o = options_of(2, 64);
    k.model.a[1] = -1e-3;
    assert_int_equal(polish_csr(ctx, &k.model, &k.c.h, &o, false, &m, NULL), JSMF_EDATA);
    assert_says(ctx, "A[0, 1] is -0.001");
    jsmf_context_clear(ctx);
    o = options_of(2, 0);
    assert_int_equal(polish_csr(ctx, &k.model, &k.c.h, &o, true, &m, NULL), JSMF_EUSAGE);
    jsmf_context_clear(ctx);
    assert_ok(ctx, jsmf_batches_of_csr(ctx, &k.c.h, &source));
    source.pick = NULL;
    assert_int_equal(jsmf_polish(ctx, &k.model, &source, &o, &m, NULL), JSMF_EUSAGE);
    assert_says(ctx, "in their order");
    jsmf_context_clear(ctx);
    jsmf_batches_free(&source);
    known_free(&k);
}

static int stop_at_once(void *arg, const char *step, double done, double residual)
{
    (void)arg;
    (void)step;
    (void)done;
    (void)residual;
    return 1;
}

static void it_can_be_cancelled(void **state)
{
    known_corpus k = known_draw(&small_corpus, 11, 1);
    const jsmf_polish_options o = options_of(3, 64);
    jsmf_model m;
    (void)state;
    jsmf_context_set_progress(k.c.ctx, stop_at_once, NULL);
    assert_int_equal(polish_csr(k.c.ctx, &k.model, &k.c.h, &o, false, &m, NULL), JSMF_ECANCEL);
    known_free(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bound_never_falls),
        cmocka_unit_test(the_bound_is_what_the_formulas_say),
        cmocka_unit_test(models_are_valid_and_the_same_on_any_threads),
        cmocka_unit_test(blurred_topics_come_nearer_to_the_truth),
        cmocka_unit_test(planted_correlations_are_found),
        cmocka_unit_test(a_random_start_is_no_better),
        cmocka_unit_test(online_correlations_fade),
        cmocka_unit_test(minibatches_grow_with_the_corpus),
        cmocka_unit_test(broken_models_are_refused),
        cmocka_unit_test(a_start_of_topics_alone_is_enough),
        cmocka_unit_test(parameters_of_any_size_are_taken),
        cmocka_unit_test(words_and_topics_without_mass_stay_so_without_pseudo_counts),
        cmocka_unit_test(empty_documents_change_nothing),
        cmocka_unit_test(wrong_requests_are_refused),
        cmocka_unit_test(it_can_be_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
