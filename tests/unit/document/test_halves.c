/* Halves of documents: exact, and the same however the documents come. */
#include "unit.h"

#include "document/halves.h"

#include <string.h>

enum { ROWS = 5, WORDS = 4, ENTRIES = 9 };
static int64_t indptr[] = { 0, 3, 3, 4, 7, 9 };
static int32_t indices[] = { 0, 1, 3, 2, 0, 2, 3, 1, 2 };
static int32_t counts[] = { 5, 1, 2, 1, 100000, 7, 3, 1, 1 };
static double values[] = { 5, 1, 2, 1, 100000, 7, 3, 1, 1 };

static const jsmf_csr documents = { .rows = ROWS, .cols = WORDS, .indptr = indptr, .indices = indices,
                                    .counts = counts };

static void dense_row(const jsmf_csr *h, size_t row, int64_t *sums)
{
    for (int64_t p = h->indptr[row]; p < h->indptr[row + 1]; p++)
        sums[h->indices[p]] += h->counts[p];
}

static int64_t total(const jsmf_csr *h, size_t row)
{
    int64_t sum = 0;
    for (int64_t p = h->indptr[row]; p < h->indptr[row + 1]; p++)
        sum += h->counts[p];
    return sum;
}

static void halves_add_up(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_document_halves s = { .most_rows = 0 };
    (void)state;
    assert_ok(ctx, jsmf_document_halves_split(ctx, &documents, NULL, 7, &s));
    assert_ok(ctx, jsmf_csr_check(ctx, &s.first, "first"));
    assert_ok(ctx, jsmf_csr_check(ctx, &s.second, "second"));
    for (size_t row = 0; row < ROWS; row++) {
        int64_t whole[WORDS] = { 0 }, both[WORDS] = { 0 };
        dense_row(&documents, row, whole);
        dense_row(&s.first, row, both);
        dense_row(&s.second, row, both);
        assert_memory_equal(both, whole, sizeof whole);
        assert_in_range(total(&s.first, row) - total(&s.second, row), 0, 1);
    }
    jsmf_document_halves_free(&s);
    jsmf_context_free(ctx);
}

static void assert_row(const jsmf_csr *a, size_t i, const jsmf_csr *b, size_t j)
{
    int64_t x[WORDS] = { 0 }, y[WORDS] = { 0 };
    dense_row(a, i, x);
    dense_row(b, j, y);
    assert_memory_equal(x, y, sizeof x);
}

/* Documents 10 .. 14 as a batch, and some of them picked, in another order and as values. */
static void a_document_is_halved_by_its_place(void **state)
{
    const size_t rows[] = { 3, 0 }, places[] = { 13, 10 };
    const jsmf_csr real = { .rows = ROWS, .cols = WORDS, .indptr = indptr, .indices = indices, .values = values };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_csr_rows picked = { .most_rows = 0 };
    jsmf_document_halves batch = { .most_rows = 0 }, some = { .most_rows = 0 }, others = { .most_rows = 0 };
    (void)state;
    assert_ok(ctx, jsmf_csr_pick(ctx, &real, rows, 2, &picked));
    assert_ok(ctx, jsmf_document_halves_split(ctx, &documents, NULL, 10, &batch));
    assert_ok(ctx, jsmf_document_halves_split(ctx, &picked.m, places, 0, &some));
    for (size_t i = 0; i < 2; i++) {
        assert_row(&some.first, i, &batch.first, rows[i]);
        assert_row(&some.second, i, &batch.second, rows[i]);
    }
    jsmf_context_set_seed(ctx, 2);
    assert_ok(ctx, jsmf_document_halves_split(ctx, &documents, NULL, 10, &others));
    assert_int_not_equal(others.first.counts[others.first.indptr[3]], batch.first.counts[batch.first.indptr[3]]);
    jsmf_csr_free(&picked.m);
    jsmf_document_halves_free(&batch);
    jsmf_document_halves_free(&some);
    jsmf_document_halves_free(&others);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(halves_add_up),
        cmocka_unit_test(a_document_is_halved_by_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
