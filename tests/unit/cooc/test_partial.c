/* The sums of blocks against the co-occurrence of all documents at once. */
#include "unit.h"

#include "jsmf/cooc.h"
#include "matrices.h"
#include "base/base_inner.h"
#include "sums/sums_inner.h"

#include <math.h>
#include <stdlib.h>

enum { DOCUMENTS = 90, WORDS = 17 };

static jsmf_csr random_corpus(void)
{
    jsmf_csr h = { .rows = DOCUMENTS, .cols = WORDS, .indptr = calloc(DOCUMENTS + 1, sizeof *h.indptr),
                   .indices = malloc(DOCUMENTS * WORDS * sizeof *h.indices),
                   .counts = malloc(DOCUMENTS * WORDS * sizeof *h.counts) };
    int64_t nnz = 0;
    for (size_t m = 0; m < DOCUMENTS; m++) {
        for (size_t j = 0; j < WORDS && m % 9; j++)
            if (jsmf_random_uniform(1, m, j) < 0.3) {
                h.indices[nnz] = (int32_t)j;
                h.counts[nnz++] = 1 + (int32_t)(jsmf_random_bits(2, m, j) % 4);
            }
        h.indptr[m + 1] = nnz;
    }
    return h;
}

/* Blocks of so many documents, the last one first where `backwards` says so. */
static jsmf_cooc_sums sum_up(jsmf_context *ctx, const jsmf_csr *h, size_t block, bool dense, bool backwards)
{
    const size_t blocks = jsmf_chunk_count(h->rows, block);
    jsmf_cooc_sums s;
    jsmf_csr_rows picked = { 0 };
    assert_ok(ctx, jsmf_cooc_sums_new(ctx, h->cols, dense, &s));
    for (size_t i = 0; i < blocks; i++) {
        const size_t chunk = backwards ? blocks - 1 - i : i, rows = jsmf_chunk_length(h->rows, block, chunk);
        size_t places[DOCUMENTS];
        for (size_t k = 0; k < rows; k++)
            places[k] = chunk * block + k;
        assert_ok(ctx, jsmf_csr_pick(ctx, h, places, rows, &picked));
        assert_ok(ctx, jsmf_cooc_sums_add(ctx, &picked.m, JSMF_UNBIASED, &s));
    }
    jsmf_csr_free(&picked.m);
    return s;
}

static void blocks_come_to_the_whole(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_csr h = random_corpus(), hhat;
    jsmf_cooc_sums sums = sum_up(ctx, &h, 8, true, false);
    double *hdiag, *c, *merged, unigram[WORDS];
    size_t documents;
    (void)state;
    assert_ok(ctx, jsmf_cooc_factors(ctx, &h, JSMF_UNBIASED, &hhat, &hdiag, &documents));
    assert_ok(ctx, jsmf_cooc_dense(ctx, &hhat, hdiag, &c));
    assert_ok(ctx, jsmf_cooc_unigram(ctx, &hhat, hdiag, unigram));
    assert_int_equal(sums.documents, documents);
    assert_ok(ctx, jsmf_sums_packed_values(ctx, WORDS, sums.packed, (double)documents, &merged));
    for (size_t i = 0; i < WORDS * WORDS; i++)
        assert_true(fabs(c[i] - merged[i]) <= 1e-12 * c[i] && (c[i] == 0) == (merged[i] == 0));
    for (size_t i = 0; i < WORDS; i++)
        assert_true(fabs(unigram[i] - jsmf_sums_value(sums.unigram[i]) / (double)documents) <= 1e-14);
    free(hdiag);
    free(c);
    free(merged);
    jsmf_csr_free(&h);
    jsmf_csr_free(&hhat);
    jsmf_cooc_sums_free(&sums);
    jsmf_context_free(ctx);
}

static void order_threads_and_form_do_not_matter(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_csr h = random_corpus();
    jsmf_cooc_sums a = sum_up(ctx, &h, 8, true, false), b, c;
    jsmf_sums_sparse picked;
    (void)state;
    jsmf_context_set_threads(ctx, 3);
    b = sum_up(ctx, &h, 8, true, true);
    c = sum_up(ctx, &h, 8, false, true);
    assert_memory_equal(a.packed, b.packed, jsmf_sums_packed(WORDS) * sizeof *a.packed);
    assert_memory_equal(a.unigram, c.unigram, WORDS * sizeof *a.unigram);
    assert_ok(ctx, jsmf_sums_sparse_of_packed(ctx, WORDS, a.packed, &picked));
    assert_int_equal(picked.indptr[WORDS], c.sparse.indptr[WORDS]);
    assert_memory_equal(picked.values, c.sparse.values, (size_t)picked.indptr[WORDS] * sizeof *picked.values);
    jsmf_sums_sparse_free(&picked);
    jsmf_cooc_sums_free(&a);
    jsmf_cooc_sums_free(&b);
    jsmf_cooc_sums_free(&c);
    jsmf_csr_free(&h);
    jsmf_context_free(ctx);
}

/* A block of documents of no pairs adds nothing, and is no failure. */
static void empty_blocks_are_nothing(void **state)
{
    int64_t indptr[] = { 0, 0, 1 };
    int32_t indices[] = { 1 }, counts[] = { 1 };
    const jsmf_csr h = { .rows = 2, .cols = 3, .indptr = indptr, .indices = indices, .counts = counts };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_cooc_sums s;
    (void)state;
    assert_ok(ctx, jsmf_cooc_sums_new(ctx, 3, false, &s));
    assert_ok(ctx, jsmf_cooc_sums_add(ctx, &h, JSMF_UNBIASED, &s));
    assert_int_equal(s.documents, 0);
    assert_int_equal(s.sparse.indptr[3], 0);
    assert_ok(ctx, jsmf_cooc_sums_add(ctx, &h, JSMF_BIASED, &s));
    assert_int_equal(s.documents, 1);
    assert_int_equal(s.sparse.indptr[3], 1);
    assert_true(jsmf_sums_value(s.sparse.values[0]) == 1 && jsmf_sums_value(s.unigram[1]) == 1);
    jsmf_cooc_sums_free(&s);
    jsmf_context_free(ctx);
}

/* Sums of C times vectors, by blocks: C's own product with them. */
static void products_come_to_the_whole(void **state)
{
    enum { WIDTH = 3 };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_csr h = random_corpus(), hhat;
    double *hdiag, *c, *x = random_block(3, 1, WORDS, WIDTH), *y;
    size_t documents;
    (void)state;
    assert_ok(ctx, jsmf_cooc_factors(ctx, &h, JSMF_BIASED, &hhat, &hdiag, &documents));
    assert_ok(ctx, jsmf_cooc_dense(ctx, &hhat, hdiag, &c));
    y = dense_times(WORDS, WIDTH, c, x);
    for (size_t rows = DOCUMENTS / 3; rows <= DOCUMENTS; rows += 2 * rows) {
        jsmf_cooc_sums s;
        assert_ok(ctx, jsmf_cooc_sums_new_times(ctx, WORDS, WIDTH, x, &s));
        for (size_t first = 0; first < DOCUMENTS; first += rows) {
            size_t places[DOCUMENTS];
            jsmf_csr_rows picked = { 0 };
            for (size_t i = 0; i < rows; i++)
                places[i] = first + i;
            assert_ok(ctx, jsmf_csr_pick(ctx, &h, places, rows, &picked));
            assert_ok(ctx, jsmf_cooc_sums_add(ctx, &picked.m, JSMF_BIASED, &s));
            jsmf_csr_free(&picked.m);
        }
        assert_int_equal(s.documents, documents);
        for (size_t i = 0; i < WORDS * WIDTH; i++)
            assert_true(fabs(jsmf_sums_value(s.times[i]) / (double)documents - y[i]) < 1e-14);
        jsmf_cooc_sums_free(&s);
    }
    free(hdiag);
    free(c);
    free(x);
    free(y);
    jsmf_csr_free(&h);
    jsmf_csr_free(&hhat);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(products_come_to_the_whole),
        cmocka_unit_test(blocks_come_to_the_whole),
        cmocka_unit_test(order_threads_and_form_do_not_matter),
        cmocka_unit_test(empty_blocks_are_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
