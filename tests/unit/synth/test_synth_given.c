/* Synthetic corpora from what is given: topics of a model, added anchors, groups of topics, fitted priors, lengths.
 * Bounds on what is drawn are six standard errors. */
#include "unit.h"

#include "corpora.h"

#include "synth/sampler.h"
#include "io/io_inner.h"
#include "synth/synth_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 50, K = 4 };

/* N x K, columns of sum 1, one with zeros. */
static void fill_topics(double *b)
{
    for (size_t k = 0; k < K; k++) {
        double total = 0;
        for (size_t i = 0; i < N; i++)
            total += b[i * K + k] = k == 1 && i % 3 == 0 ? 0 : 1 / (1 + (double)((i * (k + 7)) % N));
        for (size_t i = 0; i < N; i++)
            b[i * K + k] /= total;
    }
}

static jsmf_synth_options of_model(const double *b, bool anchors)
{
    jsmf_synth_options o = small_corpus;
    o.topics = K;
    o.words = N + (anchors ? K : 0);
    o.anchor_mass = 0;
    o.given.b = b;
    o.given.add_anchors = anchors;
    return o;
}

static void topics_are_those_that_are_given(void **state)
{
    double b[N * K];
    fill_topics(b);
    jsmf_synth_options o = of_model(b, false);
    corpus c = corpus_draw(&o, 1, 2);
    (void)state;
    assert_null(jsmf_synth_anchors(c.synth));
    for (size_t k = 0; k < K; k++)
        for (size_t i = 0; i < N; i++)
            assert_true(fabs(jsmf_synth_topics(c.synth)[k * N + i] - b[i * K + k]) < 1e-15);
    for (size_t m = 0; m < o.documents; m++)
        for (int64_t p = c.h.indptr[m]; p < c.h.indptr[m + 1]; p++)
            assert_true(c.h.indices[p] < N);
    corpus_free(&c);
}

/* mass 0: 004's, p / (1 + p) with p of the most probable word */
static void check_anchors(double mass)
{
    double b[N * K];
    fill_topics(b);
    jsmf_synth_options o = of_model(b, true);
    o.anchor_mass = mass;
    corpus c = corpus_prepare(&o, 1, 1);
    const double *topics = jsmf_synth_topics(c.synth);
    for (size_t k = 0; k < K; k++) {
        double most = 0, expected;
        for (size_t i = 0; i < N; i++)
            most = fmax(most, b[i * K + k]);
        expected = mass > 0 ? mass : most / (1 + most);
        assert_int_equal(jsmf_synth_anchors(c.synth)[k], N + k);
        assert_true(fabs(sum(topics + k * o.words, o.words) - 1) < 1e-14);
        for (size_t i = 0; i < N; i++)
            assert_true(fabs(topics[k * o.words + i] - b[i * K + k] * (1 - expected)) < 1e-15);
        for (size_t other = 0; other < K; other++)
            assert_true(fabs(topics[k * o.words + N + other] - (other == k ? expected : 0)) < 1e-15);
    }
    corpus_free(&c);
}

static void anchors_are_added_behind_the_words(void **state)
{
    (void)state;
    check_anchors(0);
    check_anchors(0.125);
}

/* 004 section 5.3: blocks. log(w_i / w_j) has variance S_ii + S_jj - 2 S_ij. */
static void groups_make_blocks(void **state)
{
    enum { COUNT = 40000, TOPICS = 7, GROUPS = 3 };
    static const int group[TOPICS] = { 0, 0, 0, 1, 1, 2, 2 };
    jsmf_synth_options o = small_corpus;
    double covariance[TOPICS * TOPICS], *w = malloc(sizeof(double) * COUNT * TOPICS);
    o.prior = JSMF_SYNTH_LOGISTIC_NORMAL;
    o.groups = GROUPS;
    corpus c = corpus_prepare(&o, 2, 2);
    (void)state;
    assert_null(jsmf_synth_mean(c.synth));
    assert_ok(c.ctx, jsmf_synth_covariance(c.ctx, c.synth, covariance));
    assert_ok(c.ctx, jsmf_synth_compositions(c.ctx, c.synth, 0, COUNT, w));
    for (size_t i = 0; i < TOPICS; i++)
        for (size_t j = 0; j < TOPICS; j++) {
            const double s = i == j ? 2.25 : group[i] == group[j] ? 0.6 * 2.25 : 0, variance = 2 * 2.25 - 2 * s;
            double squares = 0;
            assert_true(fabs(covariance[i * TOPICS + j] - s) < 1e-14);
            for (size_t m = 0; m < COUNT && i != j; m++)
                squares += pow(log(w[m * TOPICS + i] / w[m * TOPICS + j]), 2) / COUNT;
            assert_true(i == j || fabs(squares / variance - 1) < 6 * sqrt(2. / COUNT));
        }
    free(w);
    corpus_free(&c);
}

/* The moments of logistic-normal compositions, which a fit can have; mu_i = log(i + 1). */
static void fill_moments(double *a)
{
    enum { COUNT = 20000, TOPICS = 7 };
    jsmf_synth_options o = small_corpus;
    double *w = malloc(sizeof(double) * COUNT * TOPICS);
    o.prior = JSMF_SYNTH_LOGISTIC_NORMAL;
    corpus c = corpus_prepare(&o, 8, 1);
    assert_ok(c.ctx, jsmf_synth_compositions(c.ctx, c.synth, 0, COUNT, w));
    for (size_t m = 0; m < COUNT; m++) {
        for (size_t i = 0; i < TOPICS; i++)
            w[m * TOPICS + i] *= (double)i + 1;
        const double total = sum(w + m * TOPICS, TOPICS);
        for (size_t i = 0; i < TOPICS; i++)
            w[m * TOPICS + i] /= total;
    }
    assert_ok(c.ctx, jsmf_synth_empirical(c.ctx, COUNT, TOPICS, w, a));
    free(w);
    corpus_free(&c);
}

static void fitted_compositions_have_the_moments(void **state)
{
    enum { COUNT = 40000, TOPICS = 7 };
    double a[TOPICS * TOPICS], moment[TOPICS * TOPICS], sigma[TOPICS * TOPICS], off = 0;
    jsmf_synth_options o = small_corpus;
    fill_moments(a);
    o.prior = JSMF_SYNTH_FITTED;
    o.given.a = a;
    o.documents = COUNT;
    corpus c = corpus_prepare(&o, 3, 2);
    const double *f = c.synth->loadings;
    (void)state;
    assert_ok(c.ctx, jsmf_synth_moment(c.ctx, c.synth, moment));
    assert_ok(c.ctx, jsmf_synth_covariance(c.ctx, c.synth, sigma));
    assert_non_null(jsmf_synth_mean(c.synth));
    for (size_t i = 0; i < TOPICS; i++) {
        const double p = sum(a + i * TOPICS, TOPICS), q = sum(moment + i * TOPICS, TOPICS);
        assert_true(fabs(p - q) < 6 * sqrt(p / COUNT) + 1e-3);
        for (size_t j = 0; j < TOPICS; j++) {
            double dot = 0;
            for (size_t l = 0; l < TOPICS; l++)
                dot += f[i * TOPICS + l] * f[j * TOPICS + l];
            assert_true(fabs(dot - sigma[i * TOPICS + j]) < 1e-12);
            off += fabs(moment[i * TOPICS + j] - a[i * TOPICS + j]);
        }
    }
    assert_true(off < 0.06); /* a tenth of A is smoothed away: jsmf_document_normal_fit */
    corpus_free(&c);
}

static size_t tokens_of(const jsmf_csr *h, size_t m)
{
    size_t tokens = 0;
    for (int64_t p = h->indptr[m]; p < h->indptr[m + 1]; p++)
        tokens += (size_t)h->counts[p];
    return tokens;
}

/* Two blocks; the text's counts have up to five digits. */
static void lengths_are_those_that_are_given(void **state)
{
    enum { LENGTHS = 5, DOCUMENTS = 213 };
    const size_t lengths[LENGTHS] = { 2, 40000, 17, 300, 3 };
    jsmf_synth_options o = small_corpus;
    jsmf_output *out;
    size_t length;
    o.documents = DOCUMENTS;
    o.words = 2;
    o.topics = 1;
    o.anchor_mass = 0;
    o.given.lengths = lengths;
    o.given.length_count = LENGTHS;
    o.length = 40322. / LENGTHS;
    corpus c = corpus_draw(&o, 3, 2), one = corpus_draw(&o, 3, 1);
    (void)state;
    assert_true(c.sampler->block * c.sampler->chunk < DOCUMENTS);
    for (size_t m = 0; m < DOCUMENTS; m++)
        assert_int_equal(tokens_of(&c.h, m), lengths[m % LENGTHS]);
    assert_memory_equal(c.h.counts, one.h.counts, (size_t)c.h.indptr[DOCUMENTS] * sizeof *c.h.counts);
    assert_ok(c.ctx, jsmf_output_memory(c.ctx, &out));
    assert_ok(c.ctx, jsmf_synth_sampler_uci(c.ctx, c.sampler, out));
    assert_non_null(jsmf_output_bytes(out, &length));
    jsmf_output_abandon(out);
    corpus_free(&c);
    corpus_free(&one);
}

static void refused(jsmf_context *ctx, const jsmf_synth_options *o, jsmf_status status, const char *text)
{
    jsmf_synth *s;
    assert_int_equal(jsmf_synth_new(ctx, o, &s), status);
    assert_null(s);
    assert_says(ctx, text);
    jsmf_context_clear(ctx);
}

static void what_cannot_be_drawn_from_is_refused(void **state)
{
    double b[N * K], skew[K * K] = { 0 };
    jsmf_context *ctx = jsmf_context_new();
    fill_topics(b);
    jsmf_synth_options o = of_model(b, false);
    (void)state;
    for (size_t i = 0; i < N; i++)
        b[i * K + 2] = 0;
    refused(ctx, &o, JSMF_EDATA, "column 2 sums to 0");
    fill_topics(b);
    o.prior = JSMF_SYNTH_FITTED;
    refused(ctx, &o, JSMF_EDATA, "no A");
    skew[1] = 1;
    o.given.a = skew;
    refused(ctx, &o, JSMF_EDATA, "not symmetric");
    o.prior = JSMF_SYNTH_LOGISTIC_NORMAL;
    o.groups = K + 1;
    refused(ctx, &o, JSMF_EUSAGE, "groups 5");
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(topics_are_those_that_are_given),
        cmocka_unit_test(anchors_are_added_behind_the_words),
        cmocka_unit_test(groups_make_blocks),
        cmocka_unit_test(fitted_compositions_have_the_moments),
        cmocka_unit_test(lengths_are_those_that_are_given),
        cmocka_unit_test(what_cannot_be_drawn_from_is_refused),
    };
    return cmocka_run_group_tests_name("synth_given", tests, NULL, NULL);
}
