/* Composition inference with a prior: that the dual does what it is for. */
#include "unit.h"

#include "infer_model.h"
#include "jsmf/base.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jsmf_synth_options correlated(size_t topics, double length)
{
    jsmf_synth_options s = small_corpus;
    s.prior = JSMF_SYNTH_LOGISTIC_NORMAL;
    s.topics = topics;
    s.length = length;
    s.documents = 1000;
    return s;
}

/* |W W'/M - A|_F / |A|_F of a run's documents, all of which have words. */
static double distance_of(const known_corpus *k, const double *w)
{
    const size_t topics = k->model.k, documents = k->c.h.rows;
    double far = 0, size = 0;
    for (size_t i = 0; i < topics; i++)
        for (size_t j = 0; j < topics; j++) {
            double moment = 0;
            for (size_t m = 0; m < documents; m++)
                moment += w[m * topics + i] * w[m * topics + j] / (double)documents;
            far += pow(moment - k->model.a[i * topics + j], 2);
            size += pow(k->model.a[i * topics + j], 2);
        }
    return sqrt(far / size);
}

/* Runs, checks what is reported, frees; *error: to the truth. */
static double run(const known_corpus *k, const jsmf_infer_options *o, double *error)
{
    inferred i = infer_all(k, o);
    const double distance = distance_of(k, i.w);
    assert_near(i.totals.distance, distance, 1e-12);
    assert_int_equal(i.totals.unconverged, 0);
    assert_true(i.totals.worst_kkt < 1e-8);
    if (error)
        *error = composition_error(k, i.w);
    free(i.w);
    return distance;
}

static void at_full_strength_the_moments_are_those_of_the_prior(void **state)
{
    jsmf_synth_options settings[] = { small_corpus, correlated(7, 30), correlated(20, 60) };
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        settings[i].documents = 400;
        known_corpus k = known_draw(&settings[i], 2, 2);
        jsmf_infer_options o = prior_options(JSMF_INFER_PADD, 1);
        assert_true(run(&k, &o, NULL) < 0.01);
        o.loss = JSMF_LIKELIHOOD;
        assert_true(run(&k, &o, NULL) < 0.01);
        o = prior_options(JSMF_INFER_PAMI, 1);
        assert_true(run(&k, &o, NULL) < 0.01);
        o = prior_options(JSMF_INFER_SCLS, 1);
        assert_true(run(&k, &o, NULL) > 0.05);
        known_free(&k);
    }
}

static jsmf_status fit(jsmf_context *ctx, const known_corpus *k, const jsmf_infer_options *o)
{
    jsmf_batches source = { .self = NULL };
    jsmf_infer *infer = NULL;
    if (jsmf_infer_new(ctx, &k->model, NULL, o, &infer) == JSMF_OK &&
        jsmf_batches_of_csr(ctx, &k->c.h, &source) == JSMF_OK)
        jsmf_recorded(jsmf_infer_fit(ctx, infer, &source, NULL));
    jsmf_batches_free(&source);
    jsmf_infer_free(infer);
    return jsmf_context_status(ctx);
}

/* w_k^2 is nowhere 0 for all k. */
static void moments_that_no_compositions_have_are_noticed_at_full_strength(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    known_corpus k = known_draw(&small_corpus, 2, 2);
    jsmf_infer_options o = prior_options(JSMF_INFER_PADD, 1);
    (void)state;
    for (size_t i = 0; i < k.model.k; i++)
        k.model.a[i * k.model.k + i] = 0;
    assert_int_equal(fit(ctx, &k, &o), JSMF_ENUMERIC);
    assert_non_null(strstr(jsmf_context_error(ctx), "without bound"));
    jsmf_context_clear(ctx);
    o.prior = jsmf_infer_own_prior(JSMF_INFER_PADD);
    assert_ok(ctx, fit(ctx, &k, &o));
    known_free(&k);
    jsmf_context_free(ctx);
}

static void less_strength_leaves_more_of_the_distance(void **state)
{
    const jsmf_synth_options s = correlated(7, 30);
    const jsmf_infer_method methods[] = { JSMF_INFER_PADD, JSMF_INFER_PAMI };
    known_corpus k = known_draw(&s, 6, 2);
    (void)state;
    for (size_t i = 0; i < 2; i++) {
        double last = INFINITY;
        for (double prior = 0; prior <= 1; prior += 0.25) {
            const jsmf_infer_options o = prior_options(methods[i], prior);
            const double distance = run(&k, &o, NULL);
            assert_true(distance < last);
            last = distance;
        }
    }
    known_free(&k);
}

static void short_documents_of_correlated_topics_gain_by_the_prior(void **state)
{
    const jsmf_synth_options s = correlated(20, 30);
    known_corpus k = known_draw(&s, 7, 2);
    const jsmf_infer_options none = prior_options(JSMF_INFER_SCLS, 1), em = prior_options(JSMF_INFER_EM, 1);
    const jsmf_infer_options padd = prior_options(JSMF_INFER_PADD, 1), pami = prior_options(JSMF_INFER_PAMI, 1);
    const jsmf_infer_options normal = prior_options(JSMF_INFER_NORMAL, jsmf_infer_own_prior(JSMF_INFER_NORMAL));
    double without, likely, with, manifold, best;
    (void)state;
    run(&k, &none, &without);
    run(&k, &em, &likely);
    run(&k, &padd, &with);
    run(&k, &pami, &manifold);
    run(&k, &normal, &best);
    assert_true(with < 0.95 * without && manifold < 0.95 * without);
    assert_true(best < 0.95 * with && best < 0.9 * likely);
    known_free(&k);
}

/* Converged, both solve one problem. */
static void pami_and_padd_meet(void **state)
{
    const jsmf_synth_options s = correlated(7, 60);
    known_corpus k = known_draw(&s, 8, 2);
    jsmf_infer_options padd = prior_options(JSMF_INFER_PADD, 1), pami = prior_options(JSMF_INFER_PAMI, 1);
    (void)state;
    padd.tolerance = pami.tolerance = 1e-7;
    padd.iterations = pami.iterations = 400;
    inferred a = infer_all(&k, &padd), b = infer_all(&k, &pami);
    assert_true(a.fit.converged && b.fit.converged && b.fit.gap < 1e-6);
    for (size_t i = 0; i < k.c.h.rows * k.model.k; i++)
        assert_near(a.w[i], b.w[i], 1e-3);
    free(a.w);
    free(b.w);
    known_free(&k);
}

static void pami_takes_the_steps_that_are_printed(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    const jsmf_csr h = golden_bag();
    const jsmf_model model = golden_model();
    jsmf_infer_options o = prior_options(JSMF_INFER_PAMI, 1);
    double w[GOLDEN_DOCUMENTS * GOLDEN_TOPICS];
    jsmf_batches source;
    jsmf_infer *infer;
    (void)state;
    o.iterations = GOLDEN_TURNS;
    o.tolerance = 0;
    assert_ok(ctx, jsmf_infer_new(ctx, &model, NULL, &o, &infer));
    assert_ok(ctx, jsmf_batches_of_csr(ctx, &h, &source));
    assert_ok(ctx, jsmf_infer_fit(ctx, infer, &source, NULL));
    assert_ok(ctx, jsmf_infer_compose(ctx, infer, &h, w, NULL));
    assert_golden(w, golden_pami, 1e-9);
    jsmf_batches_free(&source);
    jsmf_infer_free(infer);
    jsmf_context_free(ctx);
}

typedef struct steps {
    size_t count;
    double dual[64];
} steps;

static void note_step(void *arg, jsmf_level level, const char *text)
{
    steps *s = arg;
    unsigned iteration;
    (void)level;
    if (s->count < 64 && sscanf(text, "iteration %u: dual %lf", &iteration, &s->dual[s->count]) == 2)
        s->count++;
}

static void the_dual_rises(void **state)
{
    const jsmf_synth_options s = correlated(20, 60);
    known_corpus k = known_draw(&s, 9, 2);
    const jsmf_infer_options o = prior_options(JSMF_INFER_PADD, 1);
    steps seen = { 0 };
    (void)state;
    jsmf_context_set_message(k.c.ctx, note_step, &seen);
    inferred i = infer_all(&k, &o);
    assert_true(seen.count > 3);
    for (size_t t = 1; t < seen.count; t++)
        assert_true(seen.dual[t] >= seen.dual[t - 1]);
    assert_near(i.fit.dual, seen.dual[seen.count - 1], 1e-6);
    assert_int_equal(i.fit.documents, 1000);
    assert_true(i.fit.converged && i.fit.distance < o.tolerance);
    free(i.w);
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

static void a_fit_can_be_cancelled(void **state)
{
    const jsmf_infer_method methods[] = { JSMF_INFER_PADD, JSMF_INFER_PAMI };
    known_corpus k = known_draw(&small_corpus, 2, 1);
    (void)state;
    jsmf_context_set_progress(k.c.ctx, stop_at_once, NULL);
    for (size_t i = 0; i < 2; i++) {
        const jsmf_infer_options o = prior_options(methods[i], 1);
        jsmf_batches source;
        jsmf_infer *infer;
        assert_ok(k.c.ctx, jsmf_infer_new(k.c.ctx, &k.model, NULL, &o, &infer));
        assert_ok(k.c.ctx, jsmf_batches_of_csr(k.c.ctx, &k.c.h, &source));
        assert_int_equal(jsmf_infer_fit(k.c.ctx, infer, &source, NULL), JSMF_ECANCEL);
        jsmf_context_clear(k.c.ctx);
        jsmf_batches_free(&source);
        jsmf_infer_free(infer);
    }
    known_free(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_full_strength_the_moments_are_those_of_the_prior),
        cmocka_unit_test(moments_that_no_compositions_have_are_noticed_at_full_strength),
        cmocka_unit_test(less_strength_leaves_more_of_the_distance),
        cmocka_unit_test(short_documents_of_correlated_topics_gain_by_the_prior),
        cmocka_unit_test(pami_and_padd_meet),
        cmocka_unit_test(pami_takes_the_steps_that_are_printed),
        cmocka_unit_test(the_dual_rises),
        cmocka_unit_test(a_fit_can_be_cancelled),
    };
    return cmocka_run_group_tests_name("infer_prior", tests, NULL, NULL);
}
