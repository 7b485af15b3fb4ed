/* The operators that C's leading eigenpairs need, over documents and over eigenpairs, against C by its definition. */
#include "unit.h"

#include "bags.h"
#include "jsmf/cooc.h"
#include "operator/operator_inner.h"
#include "operator/packed.h"
#include "matrices.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void assert_product(jsmf_context *ctx, const jsmf_operator *op, const double *c, size_t p)
{
    const size_t n = jsmf_operator_size(op);
    double *x = random_block(9, 9, n, p), *y = malloc(n * p * sizeof *y), *expected = dense_times(n, p, c, x);
    assert_ok(ctx, jsmf_operator_apply(ctx, op, p, x, y));
    assert_true(distance(n * p, y, expected) < 1e-13);
    free(x);
    free(y);
    free(expected);
}

static void assert_operator(jsmf_context *ctx, const jsmf_operator *op, const double *c)
{
    const size_t n = jsmf_operator_size(op), i0 = n / 3, m = n / 2;
    double *rows = malloc(n * n * sizeof *rows), *sums = calloc(n, sizeof *sums), *ones = malloc(n * sizeof *ones);
    for (size_t p = 1; p <= 19; p += 6)
        assert_product(ctx, op, c, p);
    assert_ok(ctx, jsmf_operator_panel(ctx, op, 0, n, rows));
    assert_true(distance(n * n, rows, c) < 1e-13);
    assert_ok(ctx, jsmf_operator_panel(ctx, op, i0, m, rows));
    assert_true(distance(m * n, rows, c + i0 * n) < 1e-13);
    for (size_t i = 0; i < n * n; i++)
        sums[i / n] += c[i];
    assert_ok(ctx, jsmf_operator_row_sums(ctx, op, ones));
    assert_true(distance(n, ones, sums) < 1e-13);
    free(rows);
    free(sums);
    free(ones);
}

static void weights_say_the_same_as_the_factors(void **state)
{
    weighted_bag f = weigh_bag(draw_bag(300, 150));
    jsmf_csr hhat;
    double *hdiag, *unigram = malloc(150 * sizeof *unigram);
    size_t documents;
    (void)state;
    assert_ok(f.ctx, jsmf_cooc_factors(f.ctx, &f.h, JSMF_UNBIASED, &hhat, &hdiag, &documents));
    assert_ok(f.ctx, jsmf_cooc_unigram(f.ctx, &hhat, hdiag, unigram));
    assert_int_equal(f.documents, documents);
    assert_true(documents < 300);
    assert_true(distance(150, f.hdiag, hdiag) < 1e-15);
    assert_true(distance(150, f.unigram, unigram) < 1e-14);
    assert_true(f.unigram[149] == 0);
    free(hdiag);
    free(unigram);
    jsmf_csr_free(&hhat);
    weighted_bag_free(&f);
}

static void documents_are_the_matrix_of_the_definition(void **state)
{
    const size_t sizes[][2] = { { 400, 150 }, { 3000, 65 }, { 20, 700 } };
    (void)state;
    for (size_t size = 0; size < sizeof sizes / sizeof *sizes; size++) {
        size_t used;
        weighted_bag f = weigh_bag(draw_bag(sizes[size][0], sizes[size][1]));
        double *c = cooc_by_definition(&f.h, &used);
        jsmf_operator *op;
        assert_ok(f.ctx, jsmf_operator_documents(f.ctx, &f.h, f.weights, f.hdiag, &op));
        assert_operator(f.ctx, op, c);
        jsmf_operator_free(op);
        free(c);
        weighted_bag_free(&f);
    }
}

/* 70,000 words leave 15 bits for the count. Documents longer than what is sorted by insertion, too. */
static void counts_of_any_size_and_documents_of_any_length_are_kept(void **state)
{
    enum { WORDS = 70000, LENGTH = 1000 };
    jsmf_csr h = { .rows = 2, .cols = WORDS, .indptr = malloc(3 * sizeof(int64_t)),
                   .indices = malloc((LENGTH + 2) * sizeof(int32_t)),
                   .counts = malloc((LENGTH + 2) * sizeof(int32_t)) };
    double *x = random_block(9, 9, WORDS, 1), *y = malloc(WORDS * sizeof *y);
    double *expected = calloc(WORDS, sizeof *expected);
    jsmf_operator *op;
    weighted_bag f;
    (void)state;
    memcpy(h.indptr, (int64_t[]){ 0, LENGTH, LENGTH + 2 }, 3 * sizeof(int64_t));
    for (int i = 0; i < LENGTH; i++) {
        h.indices[i] = 69 * i;
        h.counts[i] = i % 3 ? i : 32767 * (1 + i % 5) + i % 2;
    }
    h.counts[0] = 1000000007;
    h.indices[LENGTH] = 5;
    h.indices[LENGTH + 1] = WORDS - 1;
    h.counts[LENGTH] = 1;
    h.counts[LENGTH + 1] = 65534;
    f = weigh_bag(h);
    for (size_t m = 0; m < 2; m++) {
        double inner = 0;
        for (int64_t p = h.indptr[m]; p < h.indptr[m + 1]; p++)
            inner += h.counts[p] * x[h.indices[p]];
        for (int64_t p = h.indptr[m]; p < h.indptr[m + 1]; p++)
            expected[h.indices[p]] += f.weights[m] * h.counts[p] * (inner - x[h.indices[p]]);
    }
    assert_ok(f.ctx, jsmf_operator_documents(f.ctx, &f.h, f.weights, f.hdiag, &op));
    assert_ok(f.ctx, jsmf_operator_apply(f.ctx, op, 1, x, y));
    /* The largest count is a sum of 30,519 parts. */
    assert_true(distance(WORDS, y, expected) < 1e-12);
    jsmf_operator_free(op);
    free(x);
    free(y);
    free(expected);
    weighted_bag_free(&f);
}

/* 50 words and more are sorted by digits. */
static void packed_words_are_numbered_by_their_documents_and_in_order(void **state)
{
    enum { WORDS = 5000 };
    weighted_bag f = weigh_bag(draw_bag(3000, WORDS));
    size_t frequency[WORDS] = { 0 }, longest = 0, packed = 0;
    jsmf_operator_packed d;
    (void)state;
    for (size_t m = 0; m < f.h.rows; m++)
        for (int64_t p = f.h.indptr[m]; p < f.h.indptr[m + 1] && f.weights[m] > 0; p++, packed++)
            frequency[f.h.indices[p]]++;
    assert_ok(f.ctx, jsmf_operator_packed_make(f.ctx, &f.h, f.weights, &d));
    for (size_t rank = 1; rank < WORDS; rank++)
        assert_true(frequency[d.words[rank - 1]] > frequency[d.words[rank]] ||
                    (frequency[d.words[rank - 1]] == frequency[d.words[rank]] && d.words[rank - 1] < d.words[rank]));
    for (size_t row = 0; row < d.rows; row++) {
        const size_t first = (size_t)d.starts[row], end = (size_t)d.starts[row + 1];
        longest = end - first > longest ? end - first : longest;
        for (size_t e = first + 1; e < end; e++)
            assert_true(jsmf_operator_packed_rank(&d, e - 1) < jsmf_operator_packed_rank(&d, e));
    }
    assert_true(longest > 50);
    assert_int_equal(d.rows, f.documents);
    assert_int_equal(d.starts[d.rows], packed);
    jsmf_operator_packed_free(&d);
    weighted_bag_free(&f);
}

static void a_low_rank_operator_is_its_product(void **state)
{
    enum { N = 90, K = 7 };
    jsmf_context *ctx = jsmf_context_new();
    double *v = random_block(9, 9, N, K), *c = calloc(N * N, sizeof *c);
    const double d[K] = { 3, 2, 1, 0.5, 0.25, 0.1, 0.01 };
    jsmf_operator *op;
    (void)state;
    for (size_t i = 0; i < N * N; i++)
        for (size_t j = 0; j < K; j++)
            c[i] += v[i / N * K + j] * d[j] * v[i % N * K + j];
    assert_ok(ctx, jsmf_operator_eigen(ctx, N, K, v, d, &op));
    assert_operator(ctx, op, c);
    assert_string_equal(jsmf_operator_name(op), "low rank");
    jsmf_operator_free(op);
    free(v);
    free(c);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_say_the_same_as_the_factors),
        cmocka_unit_test(documents_are_the_matrix_of_the_definition),
        cmocka_unit_test(counts_of_any_size_and_documents_of_any_length_are_kept),
        cmocka_unit_test(packed_words_are_numbered_by_their_documents_and_in_order),
        cmocka_unit_test(a_low_rank_operator_is_its_product),
    };
    return cmocka_run_group_tests_name("documents", tests, NULL, NULL);
}
