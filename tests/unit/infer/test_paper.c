/* PADD and PAMI to the letter, beside a transcription of their pseudo-code. */
#include "unit.h"

#include "infer_model.h"
#include "infer/infer_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ENTRIES = GOLDEN_DOCUMENTS * GOLDEN_TOPICS };

static jsmf_infer_options letter(jsmf_infer_method method)
{
    jsmf_infer_options o = jsmf_infer_defaults;
    o.method = method;
    o.weights = JSMF_WEIGHTS_NONE;
    o.prior = 1;
    o.iterations = GOLDEN_TURNS;
    o.tolerance = 0;
    o.paper = true;
    return o;
}

/* The golden documents' compositions, and again from the dual that they gave. */
static jsmf_infer_fit_report infer_twice(const jsmf_model *model, const jsmf_infer_options *o, double *w, double *again)
{
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_csr h = golden_bag();
    jsmf_batches source;
    jsmf_infer *infer, *later;
    jsmf_infer_fit_report report;
    size_t shape[2];
    assert_ok(ctx, jsmf_infer_new(ctx, model, NULL, o, &infer));
    assert_ok(ctx, jsmf_infer_new(ctx, model, NULL, o, &later));
    assert_true(jsmf_infer_needs_dual(infer));
    assert_ok(ctx, jsmf_batches_of_csr(ctx, &h, &source));
    assert_ok(ctx, jsmf_infer_fit(ctx, infer, &source, &report));
    assert_ok(ctx, jsmf_infer_compose(ctx, infer, &h, w, NULL));
    const double *dual = jsmf_infer_dual(infer, shape);
    assert_ok(ctx, jsmf_infer_set_dual(ctx, later, shape[0], shape[1], dual));
    assert_ok(ctx, jsmf_infer_compose(ctx, later, &h, again, NULL));
    jsmf_batches_free(&source);
    jsmf_infer_free(infer);
    jsmf_infer_free(later);
    jsmf_context_free(ctx);
    return report;
}

static void assert_letter(jsmf_infer_method method, const double *expected)
{
    const jsmf_infer_options o = letter(method);
    double w[ENTRIES], again[ENTRIES], bbar[GOLDEN_TOPICS * GOLDEN_WORDS];
    jsmf_model model = golden_model();
    const jsmf_infer_fit_report report = infer_twice(&model, &o, w, again);
    assert_golden(w, expected, 1e-10);
    assert_memory_equal(w, again, sizeof w);
    assert_int_equal(report.iterations, GOLDEN_TURNS);
    assert_int_equal(report.documents, GOLDEN_DOCUMENTS - 1);
    /* Bbar of the same is as good as Bayes' rule; another is where documents begin. */
    memcpy(bbar, golden_bbar, sizeof bbar);
    model.bbar = bbar;
    infer_twice(&model, &o, w, again);
    assert_golden(w, expected, 1e-10);
    for (size_t i = 0; i < GOLDEN_TOPICS * GOLDEN_WORDS; i++)
        bbar[i] *= 3;
    infer_twice(&model, &o, w, again);
    assert_golden(w, expected, 1e-10);
}

static void padd_is_its_pseudo_code(void **state)
{
    (void)state;
    assert_letter(JSMF_INFER_PADD, golden_paper_padd);
}

static void pami_is_its_pseudo_code(void **state)
{
    double w[ENTRIES], again[ENTRIES], bbar[GOLDEN_TOPICS * GOLDEN_WORDS];
    const jsmf_infer_options o = letter(JSMF_INFER_PAMI);
    jsmf_model model = golden_model();
    (void)state;
    assert_letter(JSMF_INFER_PAMI, golden_paper_pami);
    for (size_t i = 0; i < GOLDEN_TOPICS * GOLDEN_WORDS; i++)
        bbar[i] = i < GOLDEN_WORDS ? 1 : 0;
    model.bbar = bbar;
    infer_twice(&model, &o, w, again);
    assert_true(fabs(w[0] - golden_paper_pami[0]) > 1e-4);
}

static void pami_needs_a_cholesky_factor(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_infer_options o = letter(JSMF_INFER_PAMI);
    const jsmf_csr h = golden_bag();
    jsmf_model model = golden_model();
    jsmf_batches source;
    jsmf_infer *infer;
    (void)state;
    for (size_t i = 0; i < GOLDEN_TOPICS * GOLDEN_TOPICS; i++)
        model.a[i] = 1;
    assert_ok(ctx, jsmf_infer_new(ctx, &model, NULL, &o, &infer));
    assert_ok(ctx, jsmf_batches_of_csr(ctx, &h, &source));
    assert_int_equal(jsmf_infer_fit(ctx, infer, &source, NULL), JSMF_ENUMERIC);
    assert_non_null(strstr(jsmf_context_error(ctx), "Cholesky"));
    jsmf_batches_free(&source);
    jsmf_infer_free(infer);
    jsmf_context_free(ctx);
}

static void the_letter_leaves_no_choice(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_model model = golden_model();
    jsmf_infer_options bad[] = { letter(JSMF_INFER_EM), letter(JSMF_INFER_NORMAL), letter(JSMF_INFER_PADD),
                                 letter(JSMF_INFER_PADD), letter(JSMF_INFER_PAMI) };
    jsmf_infer *infer;
    (void)state;
    bad[2].loss = JSMF_LIKELIHOOD;
    bad[3].weights = JSMF_WEIGHTS_MODEL;
    bad[4].prior = 0.5;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(jsmf_infer_new(ctx, &model, NULL, &bad[i], &infer), JSMF_EUSAGE);
        jsmf_context_clear(ctx);
    }
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(padd_is_its_pseudo_code),
        cmocka_unit_test(pami_is_its_pseudo_code),
        cmocka_unit_test(pami_needs_a_cholesky_factor),
        cmocka_unit_test(the_letter_leaves_no_choice),
    };
    return cmocka_run_group_tests_name("paper", tests, NULL, NULL);
}
