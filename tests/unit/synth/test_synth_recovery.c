/* Synthetic corpora of infinite data, and what is learned from them. */
#include "unit.h"

#include "corpora.h"

#include "jsmf/cooc.h"
#include "jsmf/anchors.h"
#include "jsmf/model.h"
#include "jsmf/corpus.h"
#include "operator/operator_inner.h"

#include <math.h>
#include <stdlib.h>

/* ---- infinite data ---- */

static void infinite_data_are_B_A_Bt(void **state)
{
    enum { N = 300, K = 7 };
    corpus c = corpus_prepare(&small_corpus, 1, 2);
    const double *b = jsmf_synth_topics(c.synth);
    double a[K * K], unigram[N], *exact = malloc(N * N * sizeof *exact);
    (void)state;
    assert_ok(c.ctx, jsmf_synth_moment(c.ctx, c.synth, a));
    assert_ok(c.ctx, jsmf_synth_cooc(c.ctx, c.synth, a, exact, unigram));
    assert_true(fabs(sum(exact, N * N) - 1) < 1e-13);
    for (size_t i = 0; i < N; i++) {
        assert_true(fabs(sum(exact + i * N, N) - unigram[i]) < 1e-15);
        for (size_t j = 0; j < N; j++) {
            long double entry = 0;
            for (size_t s = 0; s < K; s++)
                for (size_t t = 0; t < K; t++)
                    entry += (long double)b[s * N + i] * a[s * K + t] * b[t * N + j];
            assert_true(fabs(exact[i * N + j] - (double)entry) <= 1e-14 * (double)entry);
            assert_memory_equal(&exact[i * N + j], &exact[j * N + i], sizeof *exact);
        }
    }
    free(exact);
    corpus_free(&c);
}

/* ---- recovery ---- */

/* The mean over the true topics of the l1 distance to the nearest learned one. */
static double topic_error(const corpus *c, const jsmf_model *model)
{
    const size_t n = model->n, k = model->k;
    double total = 0;
    for (size_t t = 0; t < k; t++) {
        double least = INFINITY;
        for (size_t s = 0; s < k; s++) {
            double error = 0;
            for (size_t i = 0; i < n; i++)
                error += fabs(model->b[i * k + s] - jsmf_synth_topics(c->synth)[t * n + i]);
            least = error < least ? error : least;
        }
        total += least / (double)k;
    }
    return total;
}

static double learn(const corpus *c, const jsmf_operator *op, const int64_t *df, size_t min_df)
{
    jsmf_anchors_aw_options options = { .anchors = { .k = small_corpus.topics, .df = df, .min_df = (int64_t)min_df } };
    jsmf_model model;
    double error;
    assert_ok(c->ctx, jsmf_anchors_aw(c->ctx, op, &options, &model, NULL));
    error = topic_error(c, &model);
    jsmf_model_free(&model);
    return error;
}

static void anchor_words_recover_topics_from_infinite_data(void **state)
{
    corpus c = corpus_prepare(&small_corpus, 1, 2);
    double a[49], unigram[300], *exact = malloc(300 * 300 * sizeof *exact);
    jsmf_operator *op;
    (void)state;
    assert_ok(c.ctx, jsmf_synth_moment(c.ctx, c.synth, a));
    assert_ok(c.ctx, jsmf_synth_cooc(c.ctx, c.synth, a, exact, unigram));
    assert_ok(c.ctx, jsmf_operator_dense(c.ctx, 300, exact, &op));
    assert_true(learn(&c, op, NULL, 0) < 1e-8);
    jsmf_operator_free(op);
    free(exact);
    corpus_free(&c);
}

static double error_from(size_t documents)
{
    jsmf_synth_options o = small_corpus;
    jsmf_csr hhat;
    jsmf_operator *op;
    double *hdiag, error;
    int64_t *df;
    size_t used;
    o.documents = documents;
    corpus c = corpus_draw(&o, 1, 2);
    assert_ok(c.ctx, jsmf_corpus_df(c.ctx, &c.h, &df));
    assert_ok(c.ctx, jsmf_cooc_factors(c.ctx, &c.h, JSMF_UNBIASED, &hhat, &hdiag, &used));
    assert_ok(c.ctx, jsmf_operator_factored(c.ctx, &hhat, hdiag, &op));
    error = learn(&c, op, df, documents / 50);
    jsmf_operator_free(op);
    jsmf_csr_free(&hhat);
    free(hdiag);
    free(df);
    corpus_free(&c);
    return error;
}

/* The curve of 004's figure 2. */
static void errors_of_topics_fall_as_documents_grow(void **state)
{
    double e2 = error_from(2000), e10 = error_from(10000), e50 = error_from(50000);
    (void)state;
    assert_true(e50 < 0.1);
    assert_true(e50 < 0.7 * e10);
    assert_true(e10 < 0.7 * e2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(infinite_data_are_B_A_Bt),
        cmocka_unit_test(anchor_words_recover_topics_from_infinite_data),
        cmocka_unit_test(errors_of_topics_fall_as_documents_grow),
    };
    return cmocka_run_group_tests_name("synth recovery", tests, NULL, NULL);
}
