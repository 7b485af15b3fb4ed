/* Co-occurrence against its definition (000 equation 1), document by document. */
#include "unit.h"

#include "bags.h"
#include "jsmf/cooc.h"
#include "cooc/cooc_check.h"
#include "base/base_inner.h"
#include "matrices.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A corpus of random documents, some of them empty or of one token; binary: no count above 1. The last word occurs in
 * one-token documents alone. */
static jsmf_csr random_corpus(size_t documents, size_t words, bool binary)
{
    jsmf_csr h = { .rows = documents, .cols = words };
    size_t nnz = 0;
    h.indptr = calloc(documents + 1, sizeof *h.indptr);
    h.indices = malloc(documents * words * sizeof *h.indices);
    h.counts = malloc(documents * words * sizeof *h.counts);
    for (size_t m = 0; m < documents; m++) {
        double density = m % 7 == 0 ? 0 : 0.02 + 0.5 * jsmf_random_uniform(1, 0, m) * jsmf_random_uniform(2, 0, m);
        for (size_t j = 0; j < words; j++) {
            bool here = m % 7 == 1 ? j == (m % 2 ? words - 1 : m % words)
                                   : j + 1 < words && jsmf_random_uniform(3, m, j) < density;
            if (!here)
                continue;
            h.indices[nnz] = (int32_t)j;
            h.counts[nnz++] = binary || m % 7 == 1 ? 1 : 1 + (int32_t)(jsmf_random_bits(4, m, j) % 5);
        }
        h.indptr[m + 1] = (int64_t)nnz;
    }
    return h;
}

typedef struct fixture {
    jsmf_context *ctx;
    jsmf_csr h, hhat;
    double *hdiag, *expected;
    size_t documents, expected_documents;
} fixture;

static fixture prepare(size_t documents, size_t words, bool binary)
{
    fixture f = { .ctx = jsmf_context_new(), .h = random_corpus(documents, words, binary) };
    f.expected = cooc_by_definition(&f.h, &f.expected_documents);
    assert_ok(f.ctx, jsmf_cooc_factors(f.ctx, &f.h, JSMF_UNBIASED, &f.hhat, &f.hdiag, &f.documents));
    assert_int_equal(f.documents, f.expected_documents);
    assert_ok(f.ctx, jsmf_csr_check(f.ctx, &f.hhat, "hhat"));
    return f;
}

static void finish(fixture *f)
{
    free(f->expected);
    free(f->hdiag);
    jsmf_csr_free(&f->h);
    jsmf_csr_free(&f->hhat);
    jsmf_context_free(f->ctx);
}

static void the_small_corpus_gives_what_the_hand_computes(void **state)
{
    /* aab, bc, a, and nothing: M = 2, C_aa = C_ab = 1/6, C_bc = 1/4. */
    int64_t indptr[] = { 0, 2, 4, 5, 5 };
    int32_t indices[] = { 0, 1, 1, 2, 0 }, counts[] = { 2, 1, 1, 1, 1 };
    jsmf_csr h = { .rows = 4, .cols = 3, .indptr = indptr, .indices = indices, .counts = counts }, hhat;
    const double expected[] = { 1 / 6., 1 / 6., 0, 1 / 6., 0, 1 / 4., 0, 1 / 4., 0 };
    const double rows[] = { 2 / 6., 5 / 12., 1 / 4. };
    double *hdiag, *c, unigram[3];
    size_t documents;
    jsmf_context *ctx = jsmf_context_new();
    (void)state;
    assert_ok(ctx, jsmf_cooc_factors(ctx, &h, JSMF_UNBIASED, &hhat, &hdiag, &documents));
    assert_int_equal(documents, 2);
    assert_ok(ctx, jsmf_cooc_dense(ctx, &hhat, hdiag, &c));
    assert_ok(ctx, jsmf_cooc_unigram(ctx, &hhat, hdiag, unigram));
    for (int i = 0; i < 9; i++)
        assert_true(fabs(c[i] - expected[i]) < 1e-15);
    for (int i = 0; i < 3; i++)
        assert_true(fabs(unigram[i] - rows[i]) < 1e-15);
    free(c);
    free(hdiag);
    jsmf_csr_free(&hhat);
    jsmf_context_free(ctx);
}

static void the_biased_estimator_pairs_tokens_with_themselves(void **state)
{
    /* aab, bc, a, and nothing: M = 3, a alone is a document of its own. */
    int64_t indptr[] = { 0, 2, 4, 5, 5 };
    int32_t indices[] = { 0, 1, 1, 2, 0 }, counts[] = { 2, 1, 1, 1, 1 };
    jsmf_csr h = { .rows = 4, .cols = 3, .indptr = indptr, .indices = indices, .counts = counts }, hhat;
    const double expected[] = { 13 / 27., 2 / 27., 0, 2 / 27., 13 / 108., 1 / 12., 0, 1 / 12., 1 / 12. };
    const double rows[] = { 5 / 9., 5 / 18., 1 / 6. };
    double *hdiag, *c, weights[4], diagonal[3], unigram[3];
    size_t documents;
    jsmf_context *ctx = jsmf_context_new();
    (void)state;
    assert_ok(ctx, jsmf_cooc_factors(ctx, &h, JSMF_BIASED, &hhat, &hdiag, &documents));
    assert_int_equal(documents, 3);
    assert_ok(ctx, jsmf_cooc_dense(ctx, &hhat, hdiag, &c));
    assert_true(distance(9, c, expected) < 1e-15);
    assert_ok(ctx, jsmf_cooc_unigram(ctx, &hhat, hdiag, unigram));
    assert_true(distance(3, unigram, rows) < 1e-15);
    assert_ok(ctx, jsmf_cooc_weights(ctx, &h, JSMF_BIASED, weights, diagonal, unigram, &documents));
    assert_true(distance(3, unigram, rows) < 1e-15);
    assert_true(fabs(weights[0] - 1 / 27.) < 1e-15 && weights[2] == 1 / 3. && weights[3] == 0);
    for (int i = 0; i < 3; i++)
        assert_true(hdiag[i] == 0 && diagonal[i] == 0);
    free(c);
    free(hdiag);
    jsmf_csr_free(&hhat);
    jsmf_context_free(ctx);
}

static void dense_agrees_with_the_definition(void **state)
{
    const size_t sizes[] = { 2, 14, 64, 65, 233 };
    (void)state;
    for (int size = 0; size < 5; size++) {
        size_t n = sizes[size];
        fixture f = prepare(150, n, false);
        double *c, sum = 0;
        assert_ok(f.ctx, jsmf_cooc_dense(f.ctx, &f.hhat, f.hdiag, &c));
        assert_true(distance(n * n, c, f.expected) < 1e-13);
        for (size_t i = 0; i < n * n; i++) {
            sum += c[i];
            assert_true(c[i] >= 0);
            assert_memory_equal(&c[i], &c[i % n * n + i / n], sizeof *c);
        }
        assert_true(fabs(sum - 1) < 1e-12);
        free(c);
        finish(&f);
    }
}

static void sparse_is_dense_without_its_zeros(void **state)
{
    fixture f = prepare(60, 211, true);
    double *c;
    jsmf_csr s;
    size_t nnz, seen = 0;
    (void)state;
    assert_ok(f.ctx, jsmf_cooc_dense(f.ctx, &f.hhat, f.hdiag, &c));
    assert_ok(f.ctx, jsmf_cooc_sparse(f.ctx, &f.hhat, f.hdiag, &s));
    assert_ok(f.ctx, jsmf_csr_check(f.ctx, &s, "C"));
    assert_ok(f.ctx, jsmf_cooc_nnz(f.ctx, &f.hhat, f.hdiag, &nnz));
    assert_int_equal(nnz, jsmf_csr_nnz(&s));
    for (size_t i = 0; i < s.rows; i++)
        for (int64_t p = s.indptr[i]; p < s.indptr[i + 1]; p++)
            assert_memory_equal(&s.values[p], &c[i * s.cols + (size_t)s.indices[p]], sizeof *c);
    for (size_t i = 0; i < s.rows * s.cols; i++)
        seen += c[i] != 0;
    assert_int_equal(nnz, seen);
    assert_true(nnz < s.rows * s.cols);
    free(c);
    jsmf_csr_free(&s);
    finish(&f);
}

static void binary_data_have_a_trace_of_exactly_zero(void **state)
{
    fixture f = prepare(400, 64, true);
    double *c;
    (void)state;
    assert_ok(f.ctx, jsmf_cooc_dense(f.ctx, &f.hhat, f.hdiag, &c));
    for (size_t i = 0; i < 64; i++)
        assert_true(c[i * 64 + i] == 0);
    free(c);
    finish(&f);
}

static void the_unigram_is_the_row_sums_and_a_word_of_short_documents_has_none(void **state)
{
    fixture f = prepare(300, 90, false);
    double unigram[90], sum = 0;
    (void)state;
    assert_ok(f.ctx, jsmf_cooc_unigram(f.ctx, &f.hhat, f.hdiag, unigram));
    for (size_t i = 0; i < 90; i++) {
        double row = 0;
        for (size_t j = 0; j < 90; j++)
            row += f.expected[i * 90 + j];
        assert_true(fabs(unigram[i] - row) <= 1e-13 * row);
        sum += unigram[i];
    }
    assert_true(unigram[89] == 0);
    assert_true(fabs(sum - 1) < 1e-13);
    finish(&f);
}

static void every_thread_count_gives_the_same_bytes(void **state)
{
    fixture f = prepare(200, 130, false);
    double *first = NULL;
    jsmf_csr first_sparse = { 0 };
    (void)state;
    for (int threads = 1; threads <= 3; threads++) {
        double *c;
        jsmf_csr s;
        jsmf_context_set_threads(f.ctx, threads);
        assert_ok(f.ctx, jsmf_cooc_dense(f.ctx, &f.hhat, f.hdiag, &c));
        assert_ok(f.ctx, jsmf_cooc_sparse(f.ctx, &f.hhat, f.hdiag, &s));
        if (threads == 1) {
            first = c;
            first_sparse = s;
            continue;
        }
        assert_memory_equal(c, first, 130 * 130 * sizeof *c);
        assert_memory_equal(s.values, first_sparse.values, jsmf_csr_nnz(&first_sparse) * sizeof *s.values);
        free(c);
        jsmf_csr_free(&s);
    }
    free(first);
    jsmf_csr_free(&first_sparse);
    finish(&f);
}

static void documents_that_are_all_too_short_are_refused(void **state)
{
    int64_t indptr[] = { 0, 1, 1 };
    int32_t indices[] = { 0 }, counts[] = { 1 };
    jsmf_csr h = { .rows = 2, .cols = 3, .indptr = indptr, .indices = indices, .counts = counts }, hhat;
    double *hdiag;
    size_t documents;
    jsmf_context *ctx = jsmf_context_new();
    (void)state;
    assert_int_equal(jsmf_cooc_factors(ctx, &h, JSMF_UNBIASED, &hhat, &hdiag, &documents), JSMF_EDATA);
    assert_null(hdiag);
    assert_null(hhat.indptr);
    jsmf_context_free(ctx);
}

static void one_word_repeated_is_all_the_mass(void **state)
{
    int64_t indptr[] = { 0, 1 };
    int32_t indices[] = { 0 }, counts[] = { INT32_MAX };
    jsmf_csr h = { .rows = 1, .cols = 1, .indptr = indptr, .indices = indices, .counts = counts }, hhat;
    double *hdiag, *c;
    size_t documents;
    jsmf_context *ctx = jsmf_context_new();
    (void)state;
    assert_ok(ctx, jsmf_cooc_factors(ctx, &h, JSMF_UNBIASED, &hhat, &hdiag, &documents));
    assert_ok(ctx, jsmf_cooc_dense(ctx, &hhat, hdiag, &c));
    assert_true(fabs(c[0] - 1) < 1e-14);
    free(c);
    free(hdiag);
    jsmf_csr_free(&hhat);
    jsmf_context_free(ctx);
}

/* A sparse C without one of its entries, each in turn: bands of several rows, and mirrors in and below a band. */
static void an_entry_without_its_mirror_is_found(void **state)
{
    enum { SIDE = 70 };
    int64_t indptr[SIDE + 1] = { 0 };
    int32_t indices[SIDE * SIDE];
    double values[SIDE * SIDE];
    (void)state;
    for (size_t gone = 0; gone <= SIDE * SIDE; gone += 3) {
        jsmf_csr c = { .rows = SIDE, .cols = SIDE, .indptr = indptr, .indices = indices, .values = values };
        jsmf_context *ctx = jsmf_context_new();
        bool lacks = false;
        size_t count = 0;
        jsmf_context_set_threads(ctx, 2);
        for (size_t i = 0; i < SIDE; i++) {
            for (size_t j = 0; j < SIDE; j++) {
                const bool there = (i + j) * (i > j ? i - j : j - i) % 7 < 2;
                lacks = lacks || (there && i * SIDE + j == gone && i != j);
                if (!there || (i * SIDE + j == gone && i != j))
                    continue;
                indices[count] = (int32_t)j;
                values[count++] = 1e-3 * (double)(1 + i + j);
            }
            indptr[i + 1] = (int64_t)count;
        }
        assert_int_equal(jsmf_cooc_check_sparse(ctx, "C", &c), lacks ? JSMF_EDATA : JSMF_OK);
        if (lacks)
            assert_says(ctx, "is not symmetric");
        jsmf_context_free(ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_small_corpus_gives_what_the_hand_computes),
        cmocka_unit_test(the_biased_estimator_pairs_tokens_with_themselves),
        cmocka_unit_test(dense_agrees_with_the_definition),
        cmocka_unit_test(sparse_is_dense_without_its_zeros),
        cmocka_unit_test(binary_data_have_a_trace_of_exactly_zero),
        cmocka_unit_test(the_unigram_is_the_row_sums_and_a_word_of_short_documents_has_none),
        cmocka_unit_test(every_thread_count_gives_the_same_bytes),
        cmocka_unit_test(documents_that_are_all_too_short_are_refused),
        cmocka_unit_test(one_word_repeated_is_all_the_mass),
        cmocka_unit_test(an_entry_without_its_mirror_is_found),
    };
    return cmocka_run_group_tests_name("cooc", tests, NULL, NULL);
}
