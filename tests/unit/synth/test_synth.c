/* Synthetic corpora: moments against the formulas of the distributions asked for, and what must hold exactly. Bounds
 * are six standard errors. */
#include "unit.h"

#include "corpora.h"

#include "jsmf/cooc.h"
#include "synth/sampler.h"
#include "io/io_inner.h"
#include "synth/synth_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double tokens_of(const jsmf_csr *h, size_t m)
{
    double tokens = 0;
    for (int64_t p = h->indptr[m]; p < h->indptr[m + 1]; p++)
        tokens += h->counts[p];
    return tokens;
}

/* ---- topics ---- */

static void topics_sum_to_1_and_own_their_anchors(void **state)
{
    corpus c = corpus_prepare(&small_corpus, 1, 1);
    const double *b = jsmf_synth_topics(c.synth);
    const int64_t *s = jsmf_synth_anchors(c.synth);
    const size_t n = small_corpus.words, k = small_corpus.topics;
    (void)state;
    for (size_t t = 0; t < k; t++) {
        assert_true(fabs(sum(b + t * n, n) - 1) < 1e-14);
        for (size_t i = 0; i < n; i++)
            assert_true(b[t * n + i] == 0 || b[t * n + i] >= 0.9e-15);
        for (size_t other = 0; other < k; other++)
            assert_true(b[other * n + (size_t)s[t]] == (other == t ? 0.02 : 0));
    }
    corpus_free(&c);
}

static void without_anchor_mass_none_are_planted(void **state)
{
    jsmf_synth_options o = small_corpus;
    o.anchor_mass = 0;
    corpus c = corpus_prepare(&o, 1, 1);
    (void)state;
    assert_null(jsmf_synth_anchors(c.synth));
    for (size_t t = 0; t < o.topics; t++)
        assert_true(fabs(sum(jsmf_synth_topics(c.synth) + t * o.words, o.words) - 1) < 1e-14);
    corpus_free(&c);
}

static int descending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

/* Dirichlet with parameters beta N m: mean m, and E|topic|^2 = sum of m^2 + m (1 - m) / (beta N + 1). */
static void topics_scatter_around_the_zipf_base(void **state)
{
    enum { N = 40, K = 3000 };
    jsmf_synth_options o = small_corpus;
    double base[N], mean[N] = { 0 }, expected = 0, squares = 0, total = 0;
    o.words = K + N;
    o.topics = K;
    o.anchor_mass = 0.5;
    o.zipf = 1.3;
    o.beta = 2;
    corpus c = corpus_prepare(&o, 3, 1);
    const double *b = jsmf_synth_topics(c.synth);
    (void)state;
    for (int i = 0; i < N; i++)
        total += base[i] = pow(i + 3.7, -1.3);
    for (int i = 0; i < N; i++) {
        base[i] /= total;
        expected += base[i] * base[i] + base[i] * (1 - base[i]) / (2 * N + 1);
    }
    for (size_t i = 0, word = 0; i < o.words; i++) {
        double of_word = 0, most = 0;
        for (size_t t = 0; t < K; t++) {
            double p = 2 * b[t * o.words + i];
            of_word += p / K;
            most = p > most ? p : most;
            squares += most < 1 ? p * p / K : 0;
        }
        if (most < 1)
            mean[word++] = of_word;
    }
    qsort(mean, N, sizeof *mean, descending);
    for (int i = 0; i < N; i++)
        assert_true(fabs(mean[i] - base[i]) < 6 * sqrt(base[i] * (1 - base[i]) / (2 * N + 1) / K));
    assert_true(fabs(squares / expected - 1) < 0.02);
    corpus_free(&c);
}

/* ---- compositions ---- */

static double *compositions(const corpus *c, size_t count)
{
    const size_t k = c->synth->options.topics;
    double *w = malloc(count * k * sizeof *w);
    assert_ok(c->ctx, jsmf_synth_compositions(c->ctx, c->synth, 0, count, w));
    for (size_t m = 0; m < count; m++) {
        assert_true(fabs(sum(w + m * k, k) - 1) < 1e-14);
        for (size_t i = 0; i < k; i++)
            assert_true(w[m * k + i] >= 0);
    }
    return w;
}

/* The variance of w_i w_j is E[w_i^2 w_j^2] - E[w_i w_j]^2; Dirichlet moments are ratios of rising factorials. */
static void check_dirichlet(double alpha, size_t k)
{
    enum { COUNT = 50000 };
    jsmf_synth_options o = small_corpus;
    double *a = malloc(k * k * sizeof *a), *exact = malloc(k * k * sizeof *exact), *w;
    const double e = alpha / (double)k, pair = alpha * (alpha + 1), quad = pair * (alpha + 2) * (alpha + 3);
    o.topics = k;
    o.alpha = alpha;
    corpus c = corpus_prepare(&o, 5, 2);
    w = compositions(&c, COUNT);
    assert_ok(c.ctx, jsmf_synth_empirical(c.ctx, COUNT, k, w, a));
    assert_ok(c.ctx, jsmf_synth_moment(c.ctx, c.synth, exact));
    assert_true(fabs(sum(a, k * k) - 1) < 1e-12);
    assert_true(fabs(sum(exact, k * k) - 1) < 1e-12);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++) {
            double expected = (i == j ? e * (e + 1) : e * e) / pair;
            double fourth = (i == j ? e * (e + 1) * (e + 2) * (e + 3) : e * e * (e + 1) * (e + 1)) / quad;
            assert_true(fabs(exact[i * k + j] - expected) < 1e-15);
            assert_true(fabs(a[i * k + j] - expected) <
                        6 * sqrt((fourth - expected * expected) / COUNT) + 1e-12);
            assert_memory_equal(&a[i * k + j], &a[j * k + i], sizeof *a);
        }
    for (size_t i = 0; i < k; i++) /* a's row sums are the mean composition */
        assert_true(fabs(sum(a + i * k, k) - 1. / (double)k) <
                    6 * sqrt((e * (e + 1) / pair - 1. / (double)(k * k)) / COUNT) + 1e-12);
    free(a);
    free(exact);
    free(w);
    corpus_free(&c);
}

static void dirichlet_compositions_have_their_moments(void **state)
{
    (void)state;
    check_dirichlet(5, 20);
    check_dirichlet(30, 10); /* parameters above 1 */
    check_dirichlet(0.01, 10); /* variates far below the least double */
    check_dirichlet(5, 1);
}

/* The documents of a period have its mean composition, and all together the moment. */
static void compositions_drift(void **state)
{
    enum { COUNT = 60000, K = 4, PERIODS = 3 };
    jsmf_synth_options o = small_corpus;
    double a[K * K], exact[K * K], means[PERIODS * K] = { 0 };
    o.topics = K;
    o.alpha = 2;
    o.periods = PERIODS;
    o.drift = 1.5;
    corpus c = corpus_prepare(&o, 5, 2);
    const double *truth = jsmf_synth_prevalence(c.synth);
    double *w = compositions(&c, COUNT);
    (void)state;
    assert_ok(c.ctx, jsmf_synth_empirical(c.ctx, COUNT, K, w, a));
    assert_ok(c.ctx, jsmf_synth_moment(c.ctx, c.synth, exact));
    assert_true(fabs(sum(exact, (size_t)K * K) - 1) < 1e-12);
    for (size_t i = 0; i < K * K; i++)
        assert_true(fabs(a[i] - exact[i]) < 6 * 0.5 / sqrt(COUNT));
    for (size_t m = 0; m < COUNT; m++)
        for (size_t j = 0; j < K; j++)
            means[m % PERIODS * K + j] += w[m * K + j] * PERIODS / COUNT;
    for (size_t p = 0; p < PERIODS; p++) {
        assert_true(fabs(sum(truth + p * K, K) - 1) < 1e-14);
        for (size_t j = 0; j < K; j++) {
            const double m = truth[p * K + j];
            assert_true(fabs(means[p * K + j] - m) < 6 * sqrt(m * (1 - m) / (o.alpha + 1) * PERIODS / COUNT));
        }
    }
    /* Topic 0 rises by exp(1.5 sin(2 pi / 3)) from period 0 to 1, beside topic 2, which falls by as much. */
    assert_true(fabs(log(truth[K] / truth[K + 2]) - 3 * sin(2 * acos(-1) / 3)) < 1e-12);
    free(w);
    corpus_free(&c);
}

/* log(w_i / w_j) is normal with variance S_ii + S_jj - 2 S_ij; its estimate has variance 2 S^2 / count. */
static void logistic_normal_compositions_have_their_covariance(void **state)
{
    enum { COUNT = 40000, K = 9 };
    jsmf_synth_options o = small_corpus;
    double covariance[K * K], off = 0;
    o.topics = K;
    o.prior = JSMF_SYNTH_LOGISTIC_NORMAL;
    corpus c = corpus_prepare(&o, 2, 2);
    double *w = compositions(&c, COUNT);
    (void)state;
    assert_ok(c.ctx, jsmf_synth_covariance(c.ctx, c.synth, covariance));
    for (size_t i = 0; i < K; i++)
        for (size_t j = 0; j < i; j++) {
            double expected = 2 * 2.25 - 2 * covariance[i * K + j], mean = 0, squares = 0;
            for (size_t m = 0; m < COUNT; m++) {
                double x = log(w[m * K + i] / w[m * K + j]);
                mean += x / COUNT;
                squares += x * x / COUNT;
            }
            assert_true(fabs(covariance[i * K + j]) <= 0.6 * 2.25);
            assert_true(covariance[i * K + j] == covariance[j * K + i]);
            assert_true(fabs(mean) < 6 * sqrt(expected / COUNT));
            assert_true(fabs(squares / expected - 1) < 6 * sqrt(2. / COUNT));
            off += fabs(covariance[i * K + j]);
        }
    for (size_t i = 0; i < K; i++)
        assert_true(fabs(covariance[i * K + i] - 2.25) < 1e-14);
    assert_true(off > 0.05 * K * (K - 1) / 2); /* topics do correlate */
    free(w);
    corpus_free(&c);
}

static void the_logistic_normal_moment_is_that_of_the_documents(void **state)
{
    jsmf_synth_options o = small_corpus;
    double a[49], moment[49];
    o.prior = JSMF_SYNTH_LOGISTIC_NORMAL;
    corpus c = corpus_draw(&o, 2, 1);
    (void)state;
    assert_ok(c.ctx, jsmf_synth_empirical(c.ctx, o.documents, 7, c.w, a));
    assert_ok(c.ctx, jsmf_synth_moment(c.ctx, c.synth, moment));
    assert_memory_equal(a, moment, sizeof a);
    corpus_free(&c);
}

/* ---- documents ---- */

static void lengths_have_mean_and_variance(void **state)
{
    const double lengths[] = { 2, 2.5, 40, 332, 5000 };
    (void)state;
    for (int i = 0; i < 5; i++) {
        jsmf_synth_options o = small_corpus;
        double mean = 0, squares = 0, least = INFINITY, variance = lengths[i] - 2;
        o.length = lengths[i];
        o.documents = 1000;
        corpus c = corpus_draw(&o, 4, 2);
        for (size_t m = 0; m < o.documents; m++) {
            double tokens = tokens_of(&c.h, m);
            mean += tokens / 1000;
            squares += (tokens - o.length) * (tokens - o.length) / 1000;
            least = tokens < least ? tokens : least;
        }
        assert_true(least >= 2);
        assert_true(fabs(mean - o.length) <= 6 * sqrt(variance / 1000) + 1e-9);
        /* the fourth central moment of a Poisson variate is l (1 + 3 l) */
        assert_true(fabs(squares - variance) <= 6 * sqrt((variance + 2 * variance * variance) / 1000) + 1e-9);
        corpus_free(&c);
    }
}

static void fixed_lengths_are_fixed(void **state)
{
    jsmf_synth_options o = small_corpus;
    o.fixed = true;
    corpus c = corpus_draw(&o, 4, 2);
    (void)state;
    for (size_t m = 0; m < o.documents; m++)
        assert_true(tokens_of(&c.h, m) == 40);
    corpus_free(&c);
}

/* Given W and fixed lengths, a word's count has mean M L (B A e)_i and a variance of at most that. */
static void words_have_the_frequencies_of_B_A_e(void **state)
{
    jsmf_synth_options o = small_corpus;
    double a[49], unigram[300], counts[300] = { 0 }, chi = 0, used = 0;
    double *exact = malloc(300 * 300 * sizeof *exact);
    o.fixed = true;
    o.beta = 0.5;
    o.documents = 20000;
    corpus c = corpus_draw(&o, 9, 2);
    (void)state;
    assert_ok(c.ctx, jsmf_synth_empirical(c.ctx, o.documents, 7, c.w, a));
    assert_ok(c.ctx, jsmf_synth_cooc(c.ctx, c.synth, a, exact, unigram));
    for (size_t p = 0; p < jsmf_csr_nnz(&c.h); p++)
        counts[c.h.indices[p]] += c.h.counts[p];
    for (size_t i = 0; i < o.words; i++) {
        double expected = 20000 * 40 * unigram[i], error = counts[i] - expected;
        assert_true(fabs(error) <= 6 * sqrt(expected) + 6);
        chi += expected > 10 ? error * error / expected : 0;
        used += expected > 10;
    }
    assert_true(used > 200);
    assert_true(chi / used > 0.6 && chi / used < 1 + 6 * sqrt(2 / used));
    free(exact);
    corpus_free(&c);
}

static double cooc_error(size_t documents)
{
    jsmf_synth_options o = small_corpus;
    double a[49], unigram[300], error = 0;
    double *exact = malloc(300 * 300 * sizeof *exact), *hdiag, *c_hat;
    jsmf_csr hhat;
    size_t used;
    o.documents = documents;
    corpus c = corpus_draw(&o, 9, 2);
    assert_ok(c.ctx, jsmf_synth_empirical(c.ctx, documents, 7, c.w, a));
    assert_ok(c.ctx, jsmf_synth_cooc(c.ctx, c.synth, a, exact, unigram));
    assert_ok(c.ctx, jsmf_cooc_factors(c.ctx, &c.h, JSMF_UNBIASED, &hhat, &hdiag, &used));
    assert_int_equal(used, documents);
    assert_ok(c.ctx, jsmf_cooc_dense(c.ctx, &hhat, hdiag, &c_hat));
    for (size_t i = 0; i < 300 * 300; i++)
        error += fabs(c_hat[i] - exact[i]);
    jsmf_csr_free(&hhat);
    free(hdiag);
    free(c_hat);
    free(exact);
    corpus_free(&c);
    return error;
}

/* Sampling errors fall with the root of the documents; what is wrong does not. */
static void cooccurrence_goes_to_B_A_Bt(void **state)
{
    double few = cooc_error(4000), many = cooc_error(64000);
    (void)state;
    assert_true(many < 0.08);
    assert_true(few / many > 3.5 && few / many < 4.5);
}

static bool same_rows(const corpus *a, const corpus *b, size_t rows)
{
    size_t nnz = (size_t)a->h.indptr[rows], k = a->synth->options.topics;
    return memcmp(a->h.indptr, b->h.indptr, (rows + 1) * sizeof *a->h.indptr) == 0 &&
           memcmp(a->h.indices, b->h.indices, nnz * sizeof *a->h.indices) == 0 &&
           memcmp(a->h.counts, b->h.counts, nnz * sizeof *a->h.counts) == 0 &&
           memcmp(a->w, b->w, rows * k * sizeof *a->w) == 0;
}

/* 60,000 documents are several blocks. */
static void threads_and_more_documents_change_nothing(void **state)
{
    jsmf_synth_options o = small_corpus, fewer = small_corpus;
    o.documents = 60000;
    fewer.documents = 30011;
    corpus one = corpus_draw(&o, 1, 1), three = corpus_draw(&o, 1, 3), part = corpus_draw(&fewer, 1, 2);
    (void)state;
    assert_true(one.sampler->block * one.sampler->chunk < 30000);
    assert_true(same_rows(&one, &three, 60000));
    assert_true(same_rows(&part, &one, 30011));
    corpus_free(&one);
    corpus_free(&three);
    corpus_free(&part);
}

static void seeds_give_different_corpora_and_0_is_one(void **state)
{
    corpus zero = corpus_draw(&small_corpus, 0, 1), again = corpus_draw(&small_corpus, 0, 2);
    corpus one = corpus_draw(&small_corpus, 1, 1);
    (void)state;
    assert_true(same_rows(&zero, &again, small_corpus.documents));
    assert_false(same_rows(&zero, &one, 1));
    assert_memory_not_equal(jsmf_synth_topics(zero.synth), jsmf_synth_topics(one.synth), 300 * sizeof(double));
    assert_memory_not_equal(jsmf_synth_anchors(zero.synth), jsmf_synth_anchors(one.synth), 7 * sizeof(int64_t));
    corpus_free(&zero);
    corpus_free(&again);
    corpus_free(&one);
}

/* Vocabularies of 2 to 20 bits (1 to 3 radix passes), documents on both sides of the insertion sort. */
static void rows_are_in_order_for_every_size(void **state)
{
    const size_t words[] = { 2, 3, 512, 513, 70000, 600000 };
    const double lengths[] = { 2, 32, 33, 3000 };
    (void)state;
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 4; j++) {
            jsmf_synth_options o = small_corpus;
            o.words = words[i];
            o.topics = 1;
            o.documents = 20;
            o.length = lengths[j];
            o.fixed = true;
            corpus c = corpus_draw(&o, 6, 1);
            for (size_t m = 0; m < o.documents; m++)
                assert_true(tokens_of(&c.h, m) == o.length);
            corpus_free(&c);
        }
}

/* ---- docword text ---- */

static void the_text_holds_the_bag(void **state)
{
    jsmf_synth_options o = small_corpus;
    o.documents = 40000; /* two blocks */
    corpus c = corpus_draw(&o, 8, 2);
    jsmf_output *out;
    size_t length, entry = 0;
    (void)state;
    assert_ok(c.ctx, jsmf_output_memory(c.ctx, &out));
    assert_ok(c.ctx, jsmf_synth_sampler_uci(c.ctx, c.sampler, out));
    assert_ok(c.ctx, jsmf_output_write(c.ctx, out, "", 1));
    char *at = (char *)(uintptr_t)jsmf_output_bytes(out, &length);
    assert_int_equal(strlen(at), length - 1);
    assert_int_equal(strtoull(at, &at, 10), o.documents);
    assert_int_equal(strtoull(at, &at, 10), o.words);
    assert_int_equal(strtoull(at, &at, 10), jsmf_csr_nnz(&c.h));
    for (size_t m = 0; m < o.documents; m++)
        for (; entry < (size_t)c.h.indptr[m + 1]; entry++) {
            assert_int_equal(strtoull(at, &at, 10), m + 1);
            assert_int_equal(strtoull(at, &at, 10), c.h.indices[entry] + 1);
            assert_int_equal(strtoull(at, &at, 10), c.h.counts[entry]);
        }
    assert_string_equal(at, "\n");
    jsmf_output_abandon(out);
    corpus_free(&c);
}

/* ---- limits ---- */

#define REFUSED(field, value) \
    do { \
        jsmf_synth_options o_ = small_corpus; \
        jsmf_synth *synth_; \
        o_.field = value; \
        assert_int_equal(jsmf_synth_new(ctx, &o_, &synth_), JSMF_EUSAGE); \
        assert_null(synth_); \
        jsmf_context_clear(ctx); \
    } while (0)

static void options_out_of_range_are_refused(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    (void)state;
    REFUSED(documents, 0);
    REFUSED(documents, (size_t)INT32_MAX + 1);
    REFUSED(words, 7);
    REFUSED(words, (size_t)INT32_MAX + 1);
    REFUSED(topics, 0);
    REFUSED(length, 1.9);
    REFUSED(length, NAN);
    REFUSED(length, 1e8);
    REFUSED(alpha, 0);
    REFUSED(correlation, 1);
    REFUSED(correlation, -0.1);
    REFUSED(deviation, NAN);
    REFUSED(zipf, -1);
    REFUSED(beta, 0);
    REFUSED(anchor_mass, 1);
    REFUSED(drift, 11);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(topics_sum_to_1_and_own_their_anchors),
        cmocka_unit_test(without_anchor_mass_none_are_planted),
        cmocka_unit_test(topics_scatter_around_the_zipf_base),
        cmocka_unit_test(dirichlet_compositions_have_their_moments),
        cmocka_unit_test(compositions_drift),
        cmocka_unit_test(logistic_normal_compositions_have_their_covariance),
        cmocka_unit_test(the_logistic_normal_moment_is_that_of_the_documents),
        cmocka_unit_test(lengths_have_mean_and_variance),
        cmocka_unit_test(fixed_lengths_are_fixed),
        cmocka_unit_test(words_have_the_frequencies_of_B_A_e),
        cmocka_unit_test(cooccurrence_goes_to_B_A_Bt),
        cmocka_unit_test(threads_and_more_documents_change_nothing),
        cmocka_unit_test(seeds_give_different_corpora_and_0_is_one),
        cmocka_unit_test(rows_are_in_order_for_every_size),
        cmocka_unit_test(the_text_holds_the_bag),
        cmocka_unit_test(options_out_of_range_are_refused),
    };
    return cmocka_run_group_tests_name("synth", tests, NULL, NULL);
}
