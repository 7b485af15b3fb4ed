/* The eigenpairs of co-occurrences in a few passes over the documents. */
#include "unit.h"

#include "bags.h"
#include "cooc/cooc_inner.h"
#include "base/base_inner.h"
#include "matrices.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DOCUMENTS = 2600, WORDS = 120, TOPICS = 5, K = 4 }; /* three batches */

/* Documents of up to 12 tokens, mostly of one topic's words; every ninth has one token, every tenth none. */
static jsmf_csr make_bag(void)
{
    jsmf_csr h = { .rows = DOCUMENTS, .cols = WORDS };
    size_t nnz = 0;
    h.indptr = calloc(DOCUMENTS + 1, sizeof *h.indptr);
    h.indices = malloc(DOCUMENTS * 12 * sizeof *h.indices);
    h.counts = malloc(DOCUMENTS * 12 * sizeof *h.counts);
    for (size_t m = 0; m < DOCUMENTS; m++) {
        int32_t count[WORDS] = { 0 };
        const size_t length = m % 10 == 0 ? 0 : m % 9 == 0 ? 1 : 2 + m % 11;
        for (size_t t = 0; t < length; t++) {
            const double u = jsmf_random_uniform(8, m, 2 * t), topic = jsmf_random_uniform(8, m, 2 * t + 1);
            const size_t z = topic < 0.8 ? m % TOPICS : (size_t)(topic * 1000) % TOPICS;
            count[z * (WORDS / TOPICS) + (size_t)(u * u * (WORDS / TOPICS))]++;
        }
        for (size_t i = 0; i < WORDS; i++)
            if (count[i]) {
                h.indices[nnz] = (int32_t)i;
                h.counts[nnz++] = count[i];
            }
        h.indptr[m + 1] = (int64_t)nnz;
    }
    return h;
}

static jsmf_cooc_eigenpairs solve(jsmf_context *ctx, const jsmf_csr *h, jsmf_cooc_estimator estimator, size_t k,
                                  size_t passes)
{
    const jsmf_cooc_passes_options o = { .k = k, .passes = passes };
    jsmf_batches source;
    jsmf_cooc_eigenpairs out;
    assert_ok(ctx, jsmf_batches_of_csr(ctx, h, &source));
    assert_ok(ctx, jsmf_cooc_passes(ctx, &source, h->cols, estimator, &o, &out));
    jsmf_batches_free(&source);
    return out;
}

/* C from the factors, and its row sums. */
static double *whole(jsmf_context *ctx, const jsmf_csr *h, jsmf_cooc_estimator estimator, double *unigram,
                     size_t *documents)
{
    jsmf_csr hhat;
    double *hdiag, *c;
    assert_ok(ctx, jsmf_cooc_factors(ctx, h, estimator, &hhat, &hdiag, documents));
    assert_ok(ctx, jsmf_cooc_dense(ctx, &hhat, hdiag, &c));
    assert_ok(ctx, jsmf_cooc_unigram(ctx, &hhat, hdiag, unigram));
    free(hdiag);
    jsmf_csr_free(&hhat);
    return c;
}

/* The largest |C v - d v| over d[0], and the columns' distance from orthonormal ones. */
static double residual(const double *c, const jsmf_cooc_eigenpairs *p, double *skew)
{
    double *cv = dense_times(p->n, p->k, c, p->v), most = 0;
    *skew = 0;
    for (size_t a = 0; a < p->k; a++) {
        double squares = 0;
        for (size_t i = 0; i < p->n; i++)
            squares += pow(cv[i * p->k + a] - p->d[a] * p->v[i * p->k + a], 2);
        most = fmax(most, sqrt(squares) / p->d[0]);
        for (size_t b = 0; b < p->k; b++) {
            double dot = 0;
            for (size_t i = 0; i < p->n; i++)
                dot += p->v[i * p->k + a] * p->v[i * p->k + b];
            *skew = fmax(*skew, fabs(dot - (a == b)));
        }
    }
    free(cv);
    return most;
}

/* The residuals that are told are those that are there, and fall with the passes. */
static void residuals_are_told(void **state)
{
    const jsmf_cooc_estimator estimators[] = { JSMF_UNBIASED, JSMF_BIASED };
    jsmf_csr h = make_bag();
    (void)state;
    for (int e = 0; e < 2; e++) {
        jsmf_context *ctx = jsmf_context_new();
        double unigram[WORDS], last = INFINITY, skew;
        size_t documents;
        double *c = whole(ctx, &h, estimators[e], unigram, &documents);
        for (size_t passes = 2; passes <= 8; passes += 3) {
            jsmf_cooc_eigenpairs p = solve(ctx, &h, estimators[e], K, passes);
            const double is = residual(c, &p, &skew);
            assert_true(fabs(is - p.residual) <= 1e-6 * p.residual + 1e-13);
            assert_true(skew < 1e-12 && p.residual < last);
            last = p.residual;
            assert_int_equal(p.passes, passes);
            assert_int_equal(p.documents, documents);
            assert_int_equal(p.rows, DOCUMENTS);
            assert_true(distance(WORDS, p.unigram, unigram) < 1e-13);
            jsmf_cooc_eigenpairs_free(&p);
        }
        assert_true(last < 1e-6);
        free(c);
        jsmf_context_free(ctx);
    }
    jsmf_csr_free(&h);
}

static void many_passes_are_the_eigenpairs(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_csr h = make_bag(), copy = make_bag();
    double weights[DOCUMENTS], hdiag[WORDS], unigram[WORDS], v[WORDS * K], d[K];
    const jsmf_cooc_low_rank_options o = { .k = K };
    jsmf_eigen_report report;
    size_t documents;
    jsmf_cooc_eigenpairs p = solve(ctx, &h, JSMF_UNBIASED, K, 14);
    (void)state;
    assert_ok(ctx, jsmf_cooc_weights(ctx, &h, JSMF_UNBIASED, weights, hdiag, unigram, &documents));
    assert_ok(ctx, jsmf_cooc_low_rank(ctx, &copy, weights, hdiag, &o, v, d, &report));
    assert_true(distance(K, p.d, d) < 1e-10);
    assert_true(distance(WORDS * K, p.v, v) < 1e-6);
    jsmf_cooc_eigenpairs_free(&p);
    jsmf_csr_free(&h);
    jsmf_context_free(ctx);
}

/* A C of rank 2 is all there in one pass. */
static void one_pass_is_exact_where_the_rank_is_low(void **state)
{
    enum { SIDE = 30 };
    jsmf_context *ctx = jsmf_context_new();
    int64_t indptr[3] = { 0, SIDE / 2, SIDE };
    int32_t indices[SIDE], counts[SIDE];
    const jsmf_csr h = { .rows = 2, .cols = SIDE, .indptr = indptr, .indices = indices, .counts = counts };
    double unigram[SIDE], skew;
    size_t documents;
    double *c;
    jsmf_cooc_eigenpairs p;
    (void)state;
    for (int32_t i = 0; i < SIDE; i++) {
        indices[i] = i;
        counts[i] = i < SIDE / 2 ? 1 + i % 3 : 1;
    }
    c = whole(ctx, &h, JSMF_BIASED, unigram, &documents);
    p = solve(ctx, &h, JSMF_BIASED, 2, 1);
    assert_int_equal(p.passes, 1);
    assert_true(residual(c, &p, &skew) < 1e-10 && skew < 1e-12 && p.residual < 1e-10);
    jsmf_cooc_eigenpairs_free(&p);
    free(c);
    jsmf_context_free(ctx);
}

static void one_pass_leaves_much(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_csr h = make_bag();
    jsmf_cooc_eigenpairs p = solve(ctx, &h, JSMF_UNBIASED, K, 1);
    (void)state;
    assert_int_equal(p.passes, 1);
    assert_true(p.residual > 0.05 && p.residual < 1);
    jsmf_cooc_eigenpairs_free(&p);
    jsmf_csr_free(&h);
    jsmf_context_free(ctx);
}

static void threads_do_not_change_a_bit(void **state)
{
    jsmf_csr h = make_bag();
    (void)state;
    for (size_t passes = 1; passes <= 3; passes += 2) {
        jsmf_cooc_eigenpairs p[2];
        for (int t = 0; t < 2; t++) {
            jsmf_context *ctx = jsmf_context_new();
            jsmf_context_set_threads(ctx, 1 + 2 * t);
            p[t] = solve(ctx, &h, JSMF_UNBIASED, 20, passes);
            jsmf_context_free(ctx);
        }
        assert_memory_equal(p[0].v, p[1].v, WORDS * 20 * sizeof(double));
        assert_memory_equal(p[0].d, p[1].d, 20 * sizeof(double));
        jsmf_cooc_eigenpairs_free(&p[0]);
        jsmf_cooc_eigenpairs_free(&p[1]);
    }
    jsmf_csr_free(&h);
}

static void more_passes_than_words_allow_are_not_done(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_csr h = make_bag();
    jsmf_cooc_eigenpairs p = solve(ctx, &h, JSMF_UNBIASED, 20, 50);
    (void)state;
    assert_int_equal(p.passes, 6);
    jsmf_cooc_eigenpairs_free(&p);
    jsmf_csr_free(&h);
    jsmf_context_free(ctx);
}

/* The products of a C that is known, one after the other, are the passes; until there is nothing to gain by more. */
static void products_from_elsewhere_are_passes(void **state)
{
    const size_t passes[] = { 2, 5, 20 };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_csr h = make_bag();
    double unigram[WORDS], v[WORDS * K], d[K];
    size_t documents;
    double *c = whole(ctx, &h, JSMF_UNBIASED, unigram, &documents);
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        const jsmf_cooc_passes_options o = { .k = K, .passes = passes[i] };
        jsmf_cooc_eigenpairs p = solve(ctx, &h, JSMF_UNBIASED, K, passes[i]);
        jsmf_cooc_basis b;
        assert_ok(ctx, jsmf_cooc_basis_begin(ctx, WORDS, &o, &b));
        for (size_t pass = 0; pass < passes[i]; pass++) {
            double *image = b.f ? dense_times(WORDS, b.width, c, b.f) : NULL;
            assert_ok(ctx, jsmf_cooc_basis_take(ctx, &b, image));
            free(image);
        }
        assert_int_equal(b.products, passes[i]);
        assert_true((b.f == NULL) == (i == 2) && b.m <= WORDS);
        assert_ok(ctx, jsmf_cooc_basis_pairs(ctx, &b, v, d));
        assert_true(distance(K, d, p.d) < 1e-12 && distance(WORDS * K, v, p.v) < 1e-7);
        assert_true(fabs(b.residual - p.residual) <= 1e-6 * p.residual + JSMF_LOW_RANK_TOLERANCE);
        jsmf_cooc_basis_free(&b);
        jsmf_cooc_eigenpairs_free(&p);
    }
    free(c);
    jsmf_csr_free(&h);
    jsmf_context_free(ctx);
}

static void a_basis_needs_room_and_products(void **state)
{
    const jsmf_cooc_passes_options few = { .k = K, .passes = 3 }, much = { .k = WORDS - 1, .passes = 3 };
    jsmf_context *ctx = jsmf_context_new();
    double v[WORDS * K], d[K];
    jsmf_cooc_basis b;
    (void)state;
    assert_ok(ctx, jsmf_cooc_basis_begin(ctx, WORDS, &few, &b));
    assert_int_equal(b.width, 2 * K);
    assert_int_equal(jsmf_cooc_basis_pairs(ctx, &b, v, d), JSMF_EUSAGE);
    assert_says(ctx, "behind 0 products");
    jsmf_cooc_basis_free(&b);
    jsmf_context_free(ctx);
    ctx = jsmf_context_new();
    assert_int_equal(jsmf_cooc_basis_begin(ctx, WORDS, &much, &b), JSMF_EUSAGE);
    assert_says(ctx, "no room for blocks of vectors in 120 words");
    assert_null(b.f);
    jsmf_context_free(ctx);
}

static void check_refusal(const jsmf_csr *h, size_t k, size_t passes, jsmf_status expected, const char *says)
{
    const jsmf_cooc_passes_options o = { .k = k, .passes = passes };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_batches source;
    jsmf_cooc_eigenpairs out;
    assert_ok(ctx, jsmf_batches_of_csr(ctx, h, &source));
    assert_int_equal(jsmf_cooc_passes(ctx, &source, h->cols, JSMF_UNBIASED, &o, &out), expected);
    assert_says(ctx, says);
    assert_null(out.v);
    jsmf_batches_free(&source);
    jsmf_context_free(ctx);
}

static void what_cannot_be_is_refused(void **state)
{
    int64_t indptr[] = { 0, 1, 2 };
    int32_t indices[] = { 0, 3 }, counts[] = { 1, 1 };
    const jsmf_csr h = { .rows = 2, .cols = 40, .indptr = indptr, .indices = indices, .counts = counts };
    (void)state;
    check_refusal(&h, 2, 0, JSMF_EUSAGE, "0 passes");
    check_refusal(&h, 41, 1, JSMF_EUSAGE, "41 eigenpairs of 40 words");
    check_refusal(&h, 2, 1, JSMF_EDATA, "no document of two words or more among 2");
    check_refusal(&h, 2, 3, JSMF_EDATA, "no document of two words or more among 2");
    counts[0] = 5;
    check_refusal(&h, 2, 3, JSMF_ENUMERIC, "only 1 positive");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(residuals_are_told),
        cmocka_unit_test(many_passes_are_the_eigenpairs),
        cmocka_unit_test(one_pass_is_exact_where_the_rank_is_low),
        cmocka_unit_test(one_pass_leaves_much),
        cmocka_unit_test(threads_do_not_change_a_bit),
        cmocka_unit_test(more_passes_than_words_allow_are_not_done),
        cmocka_unit_test(products_from_elsewhere_are_passes),
        cmocka_unit_test(a_basis_needs_room_and_products),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests_name("passes", tests, NULL, NULL);
}
