/* Composition inference: every method against other means of the same, and what holds for all of them. */
#include "unit.h"

#include "infer_model.h"
#include "infer/infer_inner.h"
#include "model/model_inner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRIES = GOLDEN_DOCUMENTS * GOLDEN_TOPICS };

static jsmf_infer_options options_of(jsmf_infer_method method)
{
    jsmf_infer_options o = jsmf_infer_defaults;
    o.method = method;
    o.prior = jsmf_infer_own_prior(method);
    return o;
}

/* ---- against other means ---- */

static void least_squares_find_the_best_of_all_supports(void **state)
{
    jsmf_infer_options o = options_of(JSMF_INFER_SCLS);
    double w[ENTRIES];
    (void)state;
    golden_compose(&o, 0, NULL, w, NULL);
    assert_golden(w, golden_scls_model, 1e-12);
    o.weights = JSMF_WEIGHTS_NONE;
    golden_compose(&o, 0, NULL, w, NULL);
    assert_golden(w, golden_scls_none, 1e-12);
}

static void a_dual_is_a_quadratic_term(void **state)
{
    const jsmf_infer_options o = options_of(JSMF_INFER_PADD);
    double w[ENTRIES];
    (void)state;
    const jsmf_infer_totals totals = golden_compose(&o, GOLDEN_TOPICS, golden_dual, w, NULL);
    assert_golden(w, golden_padd, 1e-12);
    assert_true(totals.worst_kkt < 1e-12);
}

static void where_the_dual_is_concave_it_ends_where_convex_concave_rounds_do(void **state)
{
    const jsmf_infer_options o = options_of(JSMF_INFER_PADD);
    double w[ENTRIES];
    (void)state;
    const jsmf_infer_totals totals = golden_compose(&o, GOLDEN_TOPICS, golden_dual_indefinite, w, NULL);
    assert_golden(w, golden_ccp, 1e-9);
    assert_true(totals.worst_kkt < 1e-12);
}

static void a_dual_of_zero_is_no_prior(void **state)
{
    const double zero[GOLDEN_TOPICS * GOLDEN_TOPICS] = { 0 };
    const jsmf_infer_options padd = options_of(JSMF_INFER_PADD), scls = options_of(JSMF_INFER_SCLS);
    double w[ENTRIES], without[ENTRIES];
    (void)state;
    golden_compose(&padd, GOLDEN_TOPICS, zero, w, NULL);
    golden_compose(&scls, 0, NULL, without, NULL);
    assert_memory_equal(w, without, sizeof w);
    assert_golden(w, golden_scls_model, 1e-12);
}

static void a_prior_of_zero_needs_no_dual(void **state)
{
    jsmf_infer_options o = options_of(JSMF_INFER_PADD);
    double w[ENTRIES];
    (void)state;
    o.prior = 0;
    golden_compose(&o, 0, NULL, w, NULL);
    assert_golden(w, golden_scls_model, 1e-12);
    o.method = JSMF_INFER_PAMI;
    golden_compose(&o, 0, NULL, w, NULL);
    assert_golden(w, golden_scls_model, 1e-12);
}

static void the_likelihood_is_that_of_very_many_steps_of_em(void **state)
{
    jsmf_infer_options o = options_of(JSMF_INFER_EM);
    double w[ENTRIES], again[ENTRIES];
    (void)state;
    const jsmf_infer_totals totals = golden_compose(&o, 0, NULL, w, NULL);
    assert_golden(w, golden_em, 1e-9);
    assert_true(totals.worst_kkt < 1e-8 && totals.unconverged == 0);
    o = options_of(JSMF_INFER_SCLS);
    o.loss = JSMF_LIKELIHOOD;
    o.weights = JSMF_WEIGHTS_NONE; /* which it does not have */
    golden_compose(&o, 0, NULL, again, NULL);
    assert_memory_equal(w, again, sizeof w);
}

static void the_likelihood_takes_the_dual_too(void **state)
{
    jsmf_infer_options o = options_of(JSMF_INFER_PADD);
    double w[ENTRIES];
    (void)state;
    o.loss = JSMF_LIKELIHOOD;
    const jsmf_infer_totals totals = golden_compose(&o, GOLDEN_TOPICS, golden_dual, w, NULL);
    assert_golden(w, golden_padd_likelihood, 1e-6); /* as near as the other program comes */
    assert_true(totals.worst_kkt < 1e-8);
}

static void variational_inference_is_that_of_very_many_iterations(void **state)
{
    const jsmf_infer_options o = options_of(JSMF_INFER_VB);
    double w[ENTRIES];
    (void)state;
    golden_compose(&o, 0, NULL, w, NULL);
    assert_golden(w, golden_vb, 1e-4);
}

static void alpha_has_the_moments_of_its_dirichlet(void **state)
{
    const double alpha[] = { 0.5, 2, 0.1, 1.4 };
    double a[16], found[GOLDEN_TOPICS], total = sum(alpha, 4), fitted[4];
    (void)state;
    jsmf_model_alpha_from_moments(GOLDEN_TOPICS, golden_a, found);
    for (size_t j = 0; j < GOLDEN_TOPICS; j++)
        assert_near(found[j], golden_alpha[j], 1e-12);
    for (size_t i = 0; i < 4; i++)
        for (size_t j = 0; j < 4; j++)
            a[i * 4 + j] = 7 * (alpha[i] * alpha[j] + (i == j ? alpha[i] : 0)) / (total * (total + 1));
    jsmf_model_alpha_from_moments(4, a, fitted);
    for (size_t j = 0; j < 4; j++)
        assert_near(fitted[j], alpha[j], 1e-12);
}

static void alpha_of_no_dirichlet_is_positive(void **state)
{
    const double diagonal[] = { 0.5, 0, 0, 0.5 }, flat[] = { 0.25, 0.25, 0.25, 0.25 }, empty[] = { 1, 0, 0, 0 };
    double alpha[2];
    (void)state;
    jsmf_model_alpha_from_moments(2, diagonal, alpha);
    assert_true(alpha[0] > 0 && alpha[0] < 1e-2 && alpha[1] == alpha[0]);
    jsmf_model_alpha_from_moments(2, flat, alpha);
    assert_true(alpha[0] > 1e3 && isfinite(alpha[0]));
    jsmf_model_alpha_from_moments(2, empty, alpha);
    assert_true(alpha[0] > 0 && alpha[1] > 0 && isfinite(alpha[0]));
    jsmf_model_alpha_from_moments(1, empty, alpha);
    assert_true(alpha[0] > 0 && isfinite(alpha[0]));
}

static void the_start_is_the_average_of_the_words(void **state)
{
    const jsmf_infer_options o = options_of(JSMF_INFER_INIT);
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_csr h = golden_bag();
    jsmf_model model = golden_model();
    double w[ENTRIES], bbar[GOLDEN_TOPICS * GOLDEN_WORDS] = { 0 };
    jsmf_infer *infer;
    (void)state;
    golden_compose(&o, 0, NULL, w, NULL);
    assert_golden(w, golden_bayes, 1e-12);
    for (size_t i = 0; i < GOLDEN_WORDS; i++)
        bbar[i % GOLDEN_TOPICS * GOLDEN_WORDS + i] = 1;
    model.bbar = bbar;
    assert_ok(ctx, jsmf_infer_new(ctx, &model, NULL, &o, &infer));
    assert_ok(ctx, jsmf_infer_compose(ctx, infer, &h, w, NULL));
    /* The first document: 3 1 0 2 1 0 1 (0) 2 2, words of topics 0 1 2 0 1 2 0 1 2 0. */
    assert_near(w[0], 8.0 / 12, 1e-14);
    assert_near(w[1], 2.0 / 12, 1e-14);
    jsmf_infer_free(infer);
    jsmf_context_free(ctx);
}

/* ---- what holds for all ---- */

/* Every method, and those with two losses twice: what must hold for all of them is tried with each. */
typedef struct variant {
    jsmf_infer_method method;
    jsmf_infer_loss loss;
} variant;

static const variant variants[] = {
    { JSMF_INFER_PADD, JSMF_LIKELIHOOD },
#define BY_SQUARES(method, name) { method, JSMF_LEAST_SQUARES },
    JSMF_INFER_METHODS(BY_SQUARES)
};
enum { VARIANTS = sizeof variants / sizeof *variants };

static jsmf_infer_options options_at(size_t v)
{
    jsmf_infer_options o = options_of(variants[v].method);
    o.loss = variants[v].loss;
    o.iterations = 4;
    o.burn_in = 2;
    o.samples = 3;
    return o;
}

static void compositions_are_on_the_simplex(void **state)
{
    (void)state;
    for (size_t v = 0; v < VARIANTS; v++) {
        known_corpus k = known_draw(&small_corpus, 3, 2);
        const jsmf_infer_options o = options_at(v);
        inferred i = infer_all(&k, &o);
        for (size_t m = 0; m < k.c.h.rows; m++) {
            assert_near(sum(i.w + m * k.model.k, k.model.k), 1, 1e-12);
            for (size_t j = 0; j < k.model.k; j++)
                assert_true(i.w[m * k.model.k + j] >= 0);
        }
        free(i.w);
        known_free(&k);
    }
}

static void empty_documents_get_the_mean_and_a_flag(void **state)
{
    double tokens = 0;
    (void)state;
    for (size_t i = 0; i < GOLDEN_DOCUMENTS * GOLDEN_WORDS; i++)
        tokens += golden_h[i];
    for (size_t v = 0; v < VARIANTS; v++) {
        const jsmf_infer_options o = options_at(v);
        const double zero[GOLDEN_TOPICS * GOLDEN_TOPICS] = { 0 };
        const bool dual = o.method == JSMF_INFER_PADD || o.method == JSMF_INFER_PAMI;
        double w[ENTRIES];
        unsigned char flags[GOLDEN_DOCUMENTS];
        const jsmf_infer_totals t = golden_compose(&o, GOLDEN_TOPICS, dual ? zero : NULL, w, flags);
        for (size_t j = 0; j < GOLDEN_TOPICS; j++)
            assert_near(w[GOLDEN_EMPTY * GOLDEN_TOPICS + j], golden_em[GOLDEN_EMPTY * GOLDEN_TOPICS + j], 1e-15);
        for (size_t m = 0; m < GOLDEN_DOCUMENTS; m++)
            assert_int_equal(flags[m] & JSMF_DOCUMENT_EMPTY, m == GOLDEN_EMPTY ? JSMF_DOCUMENT_EMPTY : 0);
        assert_int_equal(t.documents, GOLDEN_DOCUMENTS);
        assert_int_equal(t.empty, 1);
        assert_near(t.unknown, 5, 0); /* of the word without a row */
        assert_near(t.known + t.unknown, tokens, 0);
    }
}

/* Documents one at a time, the last first, without neighbours. */
static void check_alone(const known_corpus *k, jsmf_infer *infer, const double *w)
{
    double one[16];
    for (size_t i = 0; i < 100; i++) {
        const size_t m = k->c.h.rows - 1 - 7 * i;
        const int64_t start = k->c.h.indptr[m];
        int64_t indptr[2] = { 0, k->c.h.indptr[m + 1] - start };
        const jsmf_csr h = { .rows = 1, .cols = k->c.h.cols, .indptr = indptr, .indices = k->c.h.indices + start,
                             .counts = k->c.h.counts + start };
        assert_ok(k->c.ctx, jsmf_infer_compose(k->c.ctx, infer, &h, one, NULL));
        assert_memory_equal(one, w + m * k->model.k, k->model.k * sizeof *one);
    }
}

static void a_document_does_not_see_its_neighbours(void **state)
{
    (void)state;
    for (size_t v = 0; v < VARIANTS; v++) {
        known_corpus k = known_draw(&small_corpus, 4, 2);
        const jsmf_infer_options o = options_at(v);
        const size_t k_topics = k.model.k;
        double *w = malloc(k.c.h.rows * k_topics * sizeof *w);
        jsmf_batches source;
        jsmf_infer *infer, *later;
        size_t shape[2];
        assert_ok(k.c.ctx, jsmf_infer_new(k.c.ctx, &k.model, NULL, &o, &infer));
        assert_ok(k.c.ctx, jsmf_infer_new(k.c.ctx, &k.model, NULL, &o, &later));
        assert_ok(k.c.ctx, jsmf_batches_of_csr(k.c.ctx, &k.c.h, &source));
        assert_ok(k.c.ctx, jsmf_infer_fit(k.c.ctx, infer, &source, NULL));
        assert_ok(k.c.ctx, jsmf_infer_compose(k.c.ctx, infer, &k.c.h, w, NULL));
        const double *dual = jsmf_infer_dual(infer, shape);
        assert_int_equal(dual != NULL, jsmf_infer_needs_dual(infer));
        if (dual)
            assert_ok(k.c.ctx, jsmf_infer_set_dual(k.c.ctx, later, shape[0], shape[1], dual));
        check_alone(&k, later, w);
        jsmf_infer_free(infer);
        jsmf_infer_free(later);
        jsmf_batches_free(&source);
        free(w);
        known_free(&k);
    }
}

static void threads_do_not_change_a_bit(void **state)
{
    (void)state;
    for (size_t v = 0; v < VARIANTS; v++) {
        known_corpus one = known_draw(&small_corpus, 5, 1), three = known_draw(&small_corpus, 5, 3);
        const jsmf_infer_options o = options_at(v);
        inferred a = infer_all(&one, &o), b = infer_all(&three, &o);
        assert_memory_equal(a.w, b.w, one.c.h.rows * one.model.k * sizeof *a.w);
        assert_memory_equal(&a.totals.distance, &b.totals.distance, sizeof(double));
        free(a.w);
        free(b.w);
        known_free(&one);
        known_free(&three);
    }
}

/* ---- batches ---- */

static void batches_have_the_documents_in_order(void **state)
{
    corpus c = corpus_draw(&small_corpus, 1, 1);
    jsmf_batches source;
    jsmf_csr batch;
    (void)state;
    assert_ok(c.ctx, jsmf_batches_of_csr(c.ctx, &c.h, &source));
    assert_int_equal(source.documents, c.h.rows);
    for (int round = 0; round < 2; round++) {
        size_t row = 0;
        assert_ok(c.ctx, source.rewind(c.ctx, source.self));
        do {
            assert_ok(c.ctx, source.next(c.ctx, source.self, &batch));
            assert_ok(c.ctx, jsmf_csr_check(c.ctx, &batch, "batch"));
            assert_true(batch.rows == JSMF_BATCH_DOCUMENTS || row + batch.rows == c.h.rows);
            for (size_t i = 0; i < batch.rows; i++, row++) {
                assert_int_equal(batch.indptr[i + 1] - batch.indptr[i], c.h.indptr[row + 1] - c.h.indptr[row]);
                assert_int_equal(batch.indices[batch.indptr[i]], c.h.indices[c.h.indptr[row]]);
                assert_int_equal(batch.counts[batch.indptr[i]], c.h.counts[c.h.indptr[row]]);
            }
        } while (batch.rows > 0);
        assert_int_equal(row, c.h.rows);
    }
    jsmf_batches_free(&source);
    corpus_free(&c);
}

/* ---- what is refused ---- */

static void assert_refused(jsmf_model model, const jsmf_infer_options *o, jsmf_status status, const char *part)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_infer *infer;
    assert_int_equal(jsmf_infer_new(ctx, &model, NULL, o, &infer), status);
    assert_null(infer);
    if (!strstr(jsmf_context_error(ctx), part))
        fail_msg("\"%s\" lacks \"%s\"", jsmf_context_error(ctx), part);
    jsmf_context_free(ctx);
}

static void correlations_that_are_none_are_refused(void **state)
{
    const jsmf_infer_options o = jsmf_infer_defaults;
    jsmf_model m = golden_model();
    (void)state;
    m.a[1] += 0.1;
    assert_refused(m, &o, JSMF_EDATA, "symmetric");
    m = golden_model();
    m.a[4] = NAN;
    assert_refused(m, &o, JSMF_EDATA, "A[1, 1]");
    m = golden_model();
    m.a[1] = m.a[3] = -0.1;
    assert_refused(m, &o, JSMF_EDATA, "negative");
    m = golden_model();
    memset(m.a, 0, 9 * sizeof *m.a);
    assert_refused(m, &o, JSMF_EDATA, "A is zero");
    m.a = NULL;
    assert_refused(m, &o, JSMF_EDATA, "no A");
}

static void options_that_do_not_go_together_are_refused(void **state)
{
    jsmf_infer_options o = options_of(JSMF_INFER_PAMI);
    (void)state;
    o.loss = JSMF_LIKELIHOOD;
    assert_refused(golden_model(), &o, JSMF_EUSAGE, "pami");
    o = options_of(JSMF_INFER_PADD);
    o.prior = 1.5;
    assert_refused(golden_model(), &o, JSMF_EUSAGE, "1.5");
    o.prior = NAN;
    assert_refused(golden_model(), &o, JSMF_EUSAGE, "prior");
    o = options_of(JSMF_INFER_NORMAL);
    o.prior = 0;
    assert_refused(golden_model(), &o, JSMF_EUSAGE, "normal");
}

static void a_dual_of_another_shape_is_refused(void **state)
{
    const jsmf_infer_options o = options_of(JSMF_INFER_PADD), none = options_of(JSMF_INFER_VB);
    const jsmf_model model = golden_model();
    jsmf_context *ctx = jsmf_context_new();
    double dual[12] = { 0, 1, 2, 1, 0, 0, 2, 0, 0 }, w[ENTRIES];
    const jsmf_csr h = golden_bag();
    jsmf_infer *infer;
    (void)state;
    assert_ok(ctx, jsmf_infer_new(ctx, &model, NULL, &o, &infer));
    assert_int_equal(jsmf_infer_compose(ctx, infer, &h, w, NULL), JSMF_EUSAGE);
    jsmf_context_clear(ctx);
    assert_int_equal(jsmf_infer_set_dual(ctx, infer, 4, 3, dual), JSMF_EDATA);
    jsmf_context_clear(ctx);
    assert_int_equal(jsmf_infer_set_dual(ctx, infer, 2, 2, dual), JSMF_EDATA);
    jsmf_context_clear(ctx);
    dual[1] = 3;
    assert_int_equal(jsmf_infer_set_dual(ctx, infer, 3, 3, dual), JSMF_EDATA);
    jsmf_context_clear(ctx);
    dual[1] = dual[3] = NAN;
    assert_int_equal(jsmf_infer_set_dual(ctx, infer, 3, 3, dual), JSMF_EDATA);
    jsmf_context_clear(ctx);
    jsmf_infer_free(infer);
    assert_ok(ctx, jsmf_infer_new(ctx, &model, NULL, &none, &infer));
    assert_int_equal(jsmf_infer_set_dual(ctx, infer, 3, 3, golden_dual), JSMF_EUSAGE);
    jsmf_infer_free(infer);
    jsmf_context_free(ctx);
}

static void documents_over_other_words_are_refused(void **state)
{
    const jsmf_infer_options o = jsmf_infer_defaults, padd = options_of(JSMF_INFER_PADD);
    const jsmf_model model = golden_model();
    jsmf_context *ctx = jsmf_context_new();
    jsmf_csr h = golden_bag();
    double w[ENTRIES];
    jsmf_batches source;
    jsmf_infer *infer;
    (void)state;
    h.cols++;
    assert_ok(ctx, jsmf_infer_new(ctx, &model, NULL, &o, &infer));
    assert_int_equal(jsmf_infer_compose(ctx, infer, &h, w, NULL), JSMF_EDATA);
    assert_says(ctx, "documents over");
    jsmf_context_clear(ctx);
    jsmf_infer_free(infer);
    assert_ok(ctx, jsmf_infer_new(ctx, &model, NULL, &padd, &infer));
    assert_ok(ctx, jsmf_batches_of_csr(ctx, &h, &source));
    assert_int_equal(jsmf_infer_fit(ctx, infer, &source, NULL), JSMF_EDATA);
    jsmf_batches_free(&source);
    jsmf_infer_free(infer);
    jsmf_context_free(ctx);
}

static void documents_of_unknown_words_alone_have_no_dual(void **state)
{
    const variant with_dual[] = { { JSMF_INFER_PADD, JSMF_LEAST_SQUARES }, { JSMF_INFER_PADD, JSMF_LIKELIHOOD },
                                  { JSMF_INFER_PAMI, JSMF_LEAST_SQUARES } };
    int64_t indptr[] = { 0, 1, 1 };
    int32_t index = 7, count = 2;
    const jsmf_csr h = { .rows = 2, .cols = GOLDEN_WORDS, .indptr = indptr, .indices = &index, .counts = &count };
    const jsmf_model model = golden_model();
    jsmf_context *ctx = jsmf_context_new();
    (void)state;
    for (size_t v = 0; v < 3; v++) {
        jsmf_infer_options o = options_of(with_dual[v].method);
        jsmf_batches source;
        jsmf_infer *infer;
        o.loss = with_dual[v].loss;
        assert_ok(ctx, jsmf_infer_new(ctx, &model, NULL, &o, &infer));
        assert_ok(ctx, jsmf_batches_of_csr(ctx, &h, &source));
        assert_int_equal(jsmf_infer_fit(ctx, infer, &source, NULL), JSMF_EDATA);
        assert_non_null(strstr(jsmf_context_error(ctx), "known") ? "" : strstr(jsmf_context_error(ctx), "knows"));
        jsmf_context_clear(ctx);
        jsmf_batches_free(&source);
        jsmf_infer_free(infer);
    }
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(least_squares_find_the_best_of_all_supports),
        cmocka_unit_test(a_dual_is_a_quadratic_term),
        cmocka_unit_test(where_the_dual_is_concave_it_ends_where_convex_concave_rounds_do),
        cmocka_unit_test(a_dual_of_zero_is_no_prior),
        cmocka_unit_test(a_prior_of_zero_needs_no_dual),
        cmocka_unit_test(the_likelihood_is_that_of_very_many_steps_of_em),
        cmocka_unit_test(the_likelihood_takes_the_dual_too),
        cmocka_unit_test(variational_inference_is_that_of_very_many_iterations),
        cmocka_unit_test(alpha_has_the_moments_of_its_dirichlet),
        cmocka_unit_test(alpha_of_no_dirichlet_is_positive),
        cmocka_unit_test(the_start_is_the_average_of_the_words),
        cmocka_unit_test(compositions_are_on_the_simplex),
        cmocka_unit_test(empty_documents_get_the_mean_and_a_flag),
        cmocka_unit_test(a_document_does_not_see_its_neighbours),
        cmocka_unit_test(threads_do_not_change_a_bit),
        cmocka_unit_test(batches_have_the_documents_in_order),
        cmocka_unit_test(correlations_that_are_none_are_refused),
        cmocka_unit_test(options_that_do_not_go_together_are_refused),
        cmocka_unit_test(a_dual_of_another_shape_is_refused),
        cmocka_unit_test(documents_over_other_words_are_refused),
        cmocka_unit_test(documents_of_unknown_words_alone_have_no_dual),
    };
    return cmocka_run_group_tests_name("infer", tests, NULL, NULL);
}
