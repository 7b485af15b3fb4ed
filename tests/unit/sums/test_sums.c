/* Sums whose order does not matter. */
#include "unit.h"

#include "sums/sums_inner.h"
#include "base/base_inner.h"

#include <math.h>
#include <stdlib.h>

static void numbers_are_rounded_to_the_nearest_unit(void **state)
{
    const double unit = 0x1p-80;
    static const struct {
        double units;
        int rounded;
    } cases[] = { { 0, 0 }, { 1, 1 }, { 0.5, 1 }, { 0.499, 0 }, { 2.25, 2 }, { -1.5, -2 }, { -0.25, 0 }, { 1e-3, 0 } };
    jsmf_sums_fixed x;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_true(jsmf_sums_round(cases[i].units * unit, &x));
        assert_true(x == cases[i].rounded);
    }
    assert_true(jsmf_sums_round(1, &x) && x == (jsmf_sums_fixed)1 << 80);
    assert_true(jsmf_sums_round(-0x1.8p45, &x) && jsmf_sums_value(x) == -0x1.8p45);
    assert_true(jsmf_sums_round(0x1p-1060, &x) && x == 0);
    assert_false(jsmf_sums_round(0x1p46, &x) || jsmf_sums_round(-INFINITY, &x) || jsmf_sums_round(NAN, &x));
}

static double number(size_t part, size_t i)
{
    return ldexp(jsmf_random_uniform(1, part, i) - 0.3, (int)(jsmf_random_bits(2, part, i) % 60) - 45);
}

enum { PARTS = 9, COUNT = 40000 };

/* The parts from `first` on, around, but for the one left out. */
static jsmf_sums_fixed *sum_of(jsmf_context *ctx, size_t first, size_t left_out)
{
    jsmf_sums_fixed *sum = calloc(COUNT, sizeof *sum);
    double *x = malloc(COUNT * sizeof *x);
    for (size_t k = 0; k < PARTS; k++) {
        const size_t part = (first + k) % PARTS;
        for (size_t i = 0; i < COUNT; i++)
            x[i] = number(part, i);
        if (part != left_out)
            assert_ok(ctx, jsmf_sums_add_reals(ctx, COUNT, sum, x, 1));
    }
    free(x);
    return sum;
}

static void order_does_not_matter_and_removal_is_exact(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_sums_fixed *a = sum_of(ctx, 0, SIZE_MAX), *b = sum_of(ctx, 4, SIZE_MAX), *without = sum_of(ctx, 2, 5);
    jsmf_sums_fixed *part = calloc(COUNT, sizeof *part);
    double *x = malloc(COUNT * sizeof *x), exact = 0;
    (void)state;
    assert_memory_equal(a, b, COUNT * sizeof *a);
    for (size_t i = 0; i < COUNT; i++)
        x[i] = number(5, i);
    assert_ok(ctx, jsmf_sums_add_reals(ctx, COUNT, part, x, 1));
    jsmf_context_set_threads(ctx, 2);
    assert_ok(ctx, jsmf_sums_add(ctx, COUNT, a, part, JSMF_SUMS_MINUS));
    assert_memory_equal(a, without, COUNT * sizeof *a);
    assert_ok(ctx, jsmf_sums_add(ctx, COUNT, a, part, JSMF_SUMS_PLUS));
    assert_memory_equal(a, b, COUNT * sizeof *a);
    for (size_t p = 0; p < PARTS; p++)
        exact += number(p, 7);
    assert_true(fabs(jsmf_sums_value(a[7]) - exact) <= 1e-15 * fabs(exact) + PARTS * 0x1p-80);
    free(a);
    free(b);
    free(without);
    free(part);
    free(x);
    jsmf_context_free(ctx);
}

static void what_is_too_large_is_refused(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_sums_fixed sum[2] = { 0, (jsmf_sums_fixed)1 << 126 }, zero[2] = { 0 };
    const double large[2] = { 0x1p46, 0 };
    int64_t whole = INT64_MAX, one = 1;
    (void)state;
    assert_int_equal(jsmf_sums_add_reals(ctx, 2, zero, large, 1), JSMF_ENUMERIC);
    jsmf_context_clear(ctx);
    assert_int_equal(jsmf_sums_add(ctx, 2, sum, zero, JSMF_SUMS_PLUS), JSMF_ENUMERIC);
    jsmf_context_clear(ctx);
    for (int i = 0; i < 2; i++) {
        jsmf_sums_fixed most = ((jsmf_sums_fixed)1 << 126) - 1, unit = 1;
        const double small = 1;
        assert_int_equal(i ? jsmf_sums_add_reals(ctx, 1, &most, &small, 1)
                           : jsmf_sums_add(ctx, 1, &most, &unit, JSMF_SUMS_PLUS), JSMF_ENUMERIC);
        jsmf_context_clear(ctx);
    }
    assert_int_equal(jsmf_sums_add_whole(ctx, 1, &whole, &one, JSMF_SUMS_PLUS), JSMF_EDATA);
    jsmf_context_free(ctx);
}

/* ---- upper halves ---- */

enum { N = 23 };

/* A symmetric matrix with about a third of its entries. */
static jsmf_csr random_symmetric(uint64_t seed)
{
    jsmf_csr m = { .rows = N, .cols = N, .indptr = calloc(N + 1, sizeof *m.indptr),
                   .indices = malloc(N * N * sizeof *m.indices), .values = malloc(N * N * sizeof *m.values) };
    int64_t at = 0;
    for (size_t i = 0; i < N; i++) {
        for (size_t j = 0; j < N; j++) {
            const size_t low = i < j ? i : j, high = i < j ? j : i;
            if (jsmf_random_uniform(seed, low, high) > 0.35)
                continue;
            m.indices[at] = (int32_t)j;
            m.values[at++] = jsmf_random_uniform(seed + 1, low, high);
        }
        m.indptr[i + 1] = at;
    }
    return m;
}

static jsmf_sums_sparse rounded(jsmf_context *ctx, uint64_t seed)
{
    jsmf_csr m = random_symmetric(seed);
    jsmf_sums_sparse s;
    assert_ok(ctx, jsmf_sums_sparse_round(ctx, &m, 1, &s));
    assert_ok(ctx, jsmf_sums_sparse_check(ctx, &s, (size_t)s.indptr[N], "s"));
    jsmf_csr_free(&m);
    return s;
}

static void assert_equal(const jsmf_sums_sparse *a, const jsmf_sums_sparse *b)
{
    assert_memory_equal(a->indptr, b->indptr, (N + 1) * sizeof *a->indptr);
    assert_memory_equal(a->indices, b->indices, (size_t)a->indptr[N] * sizeof *a->indices);
    assert_memory_equal(a->values, b->values, (size_t)a->indptr[N] * sizeof *a->values);
}

static void halves_come_back_as_wholes(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_csr m = random_symmetric(3), back;
    jsmf_sums_sparse s = rounded(ctx, 3), again;
    jsmf_sums_fixed *packed = calloc(jsmf_sums_packed(N), sizeof *packed);
    double *dense, *of_packed;
    (void)state;
    assert_int_equal(jsmf_sums_packed(N), N * (N + 1) / 2);
    assert_int_equal(jsmf_sums_packed_row(N, N - 1), N * (N + 1) / 2 - 1);
    assert_ok(ctx, jsmf_sums_sparse_values(ctx, &s, 1, &back));
    assert_ok(ctx, jsmf_csr_check(ctx, &back, "back"));
    assert_int_equal(jsmf_csr_nnz(&back), jsmf_csr_nnz(&m));
    for (size_t p = 0; p < jsmf_csr_nnz(&m); p++)
        assert_true(back.indices[p] == m.indices[p] && fabs(back.values[p] - m.values[p]) < 1e-16);
    for (size_t i = 0; i < N; i++)
        for (int64_t p = s.indptr[i]; p < s.indptr[i + 1]; p++)
            packed[jsmf_sums_packed_row(N, i) + (size_t)s.indices[p] - i] = s.values[p];
    assert_ok(ctx, jsmf_sums_sparse_of_packed(ctx, N, packed, &again));
    assert_equal(&s, &again);
    assert_ok(ctx, jsmf_sums_sparse_dense(ctx, &s, 2, &dense));
    assert_ok(ctx, jsmf_sums_packed_values(ctx, N, packed, 2, &of_packed));
    assert_memory_equal(dense, of_packed, N * N * sizeof *dense);
    for (size_t p = 0; p < jsmf_csr_nnz(&m); p++)
        assert_true(dense[(size_t)m.indices[p]] >= 0);
    assert_true(dense[(size_t)m.indices[0]] == back.values[0] / 2);
    free(dense);
    free(of_packed);
    free(packed);
    jsmf_csr_free(&m);
    jsmf_csr_free(&back);
    jsmf_sums_sparse_free(&s);
    jsmf_sums_sparse_free(&again);
    jsmf_context_free(ctx);
}

/* Parts in their order one by one, against a pile in another order with one that is put in and taken away. */
static void a_pile_is_the_sum(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_sums_sparse sum = rounded(ctx, 10), piled;
    jsmf_sums_pile pile = { .n = N };
    (void)state;
    for (uint64_t k = 1; k < 20; k++) {
        jsmf_sums_sparse part = rounded(ctx, 10 + k), next;
        assert_ok(ctx, jsmf_sums_sparse_add(ctx, &sum, &part, JSMF_SUMS_PLUS, &next));
        jsmf_sums_sparse_free(&sum);
        jsmf_sums_sparse_free(&part);
        sum = next;
    }
    for (uint64_t k = 0; k <= 20; k++) {
        jsmf_sums_sparse part = rounded(ctx, 10 + (k * 8) % 21);
        assert_ok(ctx, jsmf_sums_pile_put(ctx, &pile, &part, JSMF_SUMS_PLUS));
        assert_null(part.indptr);
    }
    piled = rounded(ctx, 30);
    assert_ok(ctx, jsmf_sums_pile_put(ctx, &pile, &piled, JSMF_SUMS_MINUS));
    assert_ok(ctx, jsmf_sums_pile_take(ctx, &pile, &piled));
    assert_equal(&sum, &piled);
    jsmf_sums_sparse_free(&sum);
    jsmf_sums_sparse_free(&piled);
    jsmf_context_free(ctx);
}

static void what_comes_to_nothing_is_not_kept(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_sums_sparse a = rounded(ctx, 5), b = rounded(ctx, 6), sum, left, none;
    (void)state;
    assert_ok(ctx, jsmf_sums_sparse_add(ctx, &a, &b, JSMF_SUMS_PLUS, &sum));
    assert_ok(ctx, jsmf_sums_sparse_add(ctx, &sum, &b, JSMF_SUMS_MINUS, &left));
    assert_ok(ctx, jsmf_sums_sparse_add(ctx, &left, &a, JSMF_SUMS_MINUS, &none));
    assert_equal(&left, &a);
    assert_int_equal(none.indptr[N], 0);
    jsmf_sums_sparse *all[] = { &a, &b, &sum, &left, &none };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        jsmf_sums_sparse_free(all[i]);
    jsmf_context_free(ctx);
}

static void sparse_sums_keep_to_the_memory(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_sums_sparse a = rounded(ctx, 5), b = rounded(ctx, 6), sum;
    (void)state;
    jsmf_context_set_memory(ctx, (size_t)a.indptr[N] * 20);
    assert_int_equal(jsmf_sums_sparse_add(ctx, &a, &b, JSMF_SUMS_PLUS, &sum), JSMF_ESYSTEM);
    assert_says(ctx, "sparse sums");
    assert_null(sum.indptr);
    jsmf_sums_sparse_free(&a);
    jsmf_sums_sparse_free(&b);
    jsmf_context_free(ctx);
}

static void values_that_are_no_sums_are_refused(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_sums_sparse s = rounded(ctx, 3);
    (void)state;
    s.values[2] = 0;
    assert_int_equal(jsmf_sums_sparse_check(ctx, &s, (size_t)s.indptr[N], "s"), JSMF_EDATA);
    assert_says(ctx, "s: entry 2 is 0 (expected a sum below 2^46 that is not 0)");
    jsmf_context_clear(ctx);
    s.values[2] = -((jsmf_sums_fixed)1 << 126);
    assert_int_equal(jsmf_sums_sparse_check(ctx, &s, (size_t)s.indptr[N], "s"), JSMF_EDATA);
    jsmf_sums_sparse_free(&s);
    jsmf_context_free(ctx);
}

/* ---- shards ---- */

static jsmf_sums_shards list_of(jsmf_context *ctx, const char *id, int64_t first, int64_t rows, uint64_t digest,
                                int64_t of)
{
    jsmf_sums_shards s = { .of = of };
    assert_ok(ctx, jsmf_sums_shards_put(ctx, &s, &(jsmf_sums_shard){ first, rows, digest }, id, "one\ntwo"));
    return s;
}

static void shards_are_refused_by_name(void **state)
{
    static const struct {
        const char *id, *says;
        int64_t first, rows;
        uint64_t digest;
        int64_t of;
    } cases[] = {
        { "b", "shard b is there twice: in run and in day", 20, 5, 9, 40 },
        { "d", "shards b (run) and d (day) have the same documents", 20, 10, 2, 40 },
        { "d", "shards a (a) and d (day) have the same documents", 20, 10, 1, 40 },
        { "d", "shards b (run) and d (day) both have document 15", 15, 10, 9, 40 },
        { "d", "day: shard d has documents 35 to 44 of a whole of 40", 35, 10, 9, 40 },
        { "d", "day: shard d is of a whole of 50 documents (expected 40, as run)", 20, 10, 9, 50 },
        { "d", "run: shard a is of a whole of 40 documents, day is of an open one", 20, 10, 9, -1 },
    };
    jsmf_context *ctx = jsmf_context_new();
    jsmf_sums_shards run = list_of(ctx, "b", 10, 10, 2, 40), a = list_of(ctx, "a", 0, 10, 1, 40);
    (void)state;
    assert_ok(ctx, jsmf_sums_shards_add(ctx, &run, "run", &a, "a", false));
    assert_string_equal(jsmf_strings_get(&run.ids, 0), "a");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        jsmf_sums_shards day =
            list_of(ctx, cases[i].id, cases[i].first, cases[i].rows, cases[i].digest, cases[i].of);
        assert_int_equal(jsmf_sums_shards_add(ctx, &run, "run", &day, "day", false), JSMF_EDATA);
        assert_says(ctx, cases[i].says);
        jsmf_context_clear(ctx);
        jsmf_sums_shards_free(&day);
    }
    assert_int_equal(jsmf_sums_shards_complete(ctx, &run, "run"), JSMF_EDATA);
    assert_says(ctx, "run: documents 20 to 39 of 40 are missing: a shard behind b");
    jsmf_context_clear(ctx);
    assert_ok(ctx, jsmf_sums_shards_remove(ctx, &run, "run", &a, "a"));
    assert_int_equal(jsmf_sums_shards_complete(ctx, &run, "run"), JSMF_EDATA);
    assert_says(ctx, "run: documents 0 to 9 of 40 are missing: a shard before shard b");
    jsmf_context_clear(ctx);
    assert_int_equal(jsmf_sums_shards_remove(ctx, &run, "run", &a, "a"), JSMF_EDATA);
    assert_says(ctx, "a: shard a is not in run");
    jsmf_context_clear(ctx);
    jsmf_sums_shards_free(&run);
    jsmf_sums_shards_free(&a);
    jsmf_context_free(ctx);
}

/* They stay together, and are no fault of a third. */
static void equal_shards_may_be_added(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_sums_shards run = list_of(ctx, "a", -1, 10, 1, -1), b = list_of(ctx, "b", -1, 10, 1, -1),
                     c = list_of(ctx, "c", -1, 10, 2, -1), d = list_of(ctx, "d", -1, 10, 1, -1);
    (void)state;
    assert_int_equal(jsmf_sums_shards_add(ctx, &run, "run", &b, "b.npz", false), JSMF_EDATA);
    jsmf_context_clear(ctx);
    assert_ok(ctx, jsmf_sums_shards_add(ctx, &run, "run", &b, "b.npz", true));
    assert_ok(ctx, jsmf_sums_shards_add(ctx, &run, "run", &c, "c.npz", false));
    assert_int_equal(run.count, 3);
    assert_int_equal(jsmf_sums_shards_add(ctx, &c, "c.npz", &run, "all", true), JSMF_EDATA);
    assert_says(ctx, "shard c is there twice: in c.npz and in c.npz");
    jsmf_context_clear(ctx);
    assert_int_equal(jsmf_sums_shards_add(ctx, &run, "run", &d, "d.npz", false), JSMF_EDATA);
    assert_says(ctx, "(d.npz) have the same documents under two names");
    jsmf_context_clear(ctx);
    jsmf_sums_shards_free(&run);
    jsmf_sums_shards_free(&b);
    jsmf_sums_shards_free(&c);
    jsmf_sums_shards_free(&d);
    jsmf_context_free(ctx);
}

/* Pieces of ids are as the whole of them, and no ids of no counts. */
static void ids_change_a_digest(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_strings both = { 0 }, one = { 0 }, other = { 0 };
    (void)state;
    assert_ok(ctx, jsmf_strings_add(ctx, &both, "x", 1));
    assert_ok(ctx, jsmf_strings_add(ctx, &both, "y", 1));
    assert_ok(ctx, jsmf_strings_add(ctx, &one, "x", 1));
    assert_ok(ctx, jsmf_strings_add(ctx, &other, "y", 1));
    const uint64_t whole = jsmf_sums_digest_ids(7, &both), first = jsmf_sums_digest_ids(7, &one);
    assert_true(whole == jsmf_sums_digest_ids(first, &other));
    assert_true(first != 7 && whole != first && first != jsmf_sums_digest_ids(7, &other));
    assert_true(jsmf_sums_digest_ids(0, &both) == 0);
    jsmf_strings_free(&both);
    jsmf_strings_free(&one);
    jsmf_strings_free(&other);
    jsmf_context_free(ctx);
}

/* Between two that have documents in common. */
static void an_empty_shard_hides_nothing(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_sums_shards run = list_of(ctx, "a", 0, 100, 1, 110), none = list_of(ctx, "none", 50, 0, 0, 110),
                     b = list_of(ctx, "b", 60, 50, 2, 110), rest = list_of(ctx, "c", 100, 10, 3, 110);
    (void)state;
    assert_ok(ctx, jsmf_sums_shards_add(ctx, &run, "run", &none, "none", false));
    assert_int_equal(jsmf_sums_shards_add(ctx, &run, "run", &b, "day", false), JSMF_EDATA);
    assert_says(ctx, "shards a (run) and b (day) both have document 60 of the whole");
    jsmf_context_clear(ctx);
    assert_ok(ctx, jsmf_sums_shards_add(ctx, &run, "run", &rest, "day", false));
    assert_ok(ctx, jsmf_sums_shards_complete(ctx, &run, "run"));
    jsmf_sums_shards_free(&run);
    jsmf_sums_shards_free(&none);
    jsmf_sums_shards_free(&b);
    jsmf_sums_shards_free(&rest);
    jsmf_context_free(ctx);
}

static void lists_and_histories_of_shards(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_sums_shards run = list_of(ctx, "x", -1, 10, 2, -1), y = { .of = -1 };
    jsmf_strings list = { 0 }, lines = { 0 };
    (void)state;
    assert_ok(ctx, jsmf_sums_shards_put(ctx, &y, &(jsmf_sums_shard){ -1, 4, 0 }, "y", "two\nthree"));
    assert_ok(ctx, jsmf_sums_shards_add(ctx, &run, "run", &y, "y", false));
    assert_ok(ctx, jsmf_sums_shards_complete(ctx, &run, "run"));
    assert_ok(ctx, jsmf_sums_shards_lines(ctx, &run, &lines));
    assert_int_equal(lines.count, 3);
    assert_string_equal(jsmf_strings_get(&lines, 2), "three");
    assert_ok(ctx, jsmf_strings_add(ctx, &list, "y", 1));
    assert_int_equal(jsmf_sums_shards_expect(ctx, &run, "run", &list, "list"), JSMF_EDATA);
    assert_says(ctx, "run: shard x is not expected (list does not list it)");
    jsmf_context_clear(ctx);
    assert_ok(ctx, jsmf_strings_add(ctx, &list, "x", 1));
    assert_ok(ctx, jsmf_sums_shards_expect(ctx, &run, "run", &list, "list"));
    assert_ok(ctx, jsmf_strings_add(ctx, &list, "z", 1));
    assert_int_equal(jsmf_sums_shards_expect(ctx, &run, "run", &list, "list"), JSMF_EDATA);
    assert_says(ctx, "shard z is missing (list expects it; of its 3 shards 1 is missing)");
    jsmf_context_clear(ctx);
    assert_ok(ctx, jsmf_strings_add(ctx, &list, "v", 1));
    assert_int_equal(jsmf_sums_shards_expect(ctx, &run, "run", &list, "list"), JSMF_EDATA);
    assert_says(ctx, "shard z is missing (list expects it; of its 4 shards 2 are missing)");
    jsmf_strings_free(&list);
    jsmf_strings_free(&lines);
    jsmf_sums_shards_free(&run);
    jsmf_sums_shards_free(&y);
    jsmf_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_rounded_to_the_nearest_unit),
        cmocka_unit_test(order_does_not_matter_and_removal_is_exact),
        cmocka_unit_test(what_is_too_large_is_refused),
        cmocka_unit_test(halves_come_back_as_wholes),
        cmocka_unit_test(a_pile_is_the_sum),
        cmocka_unit_test(what_comes_to_nothing_is_not_kept),
        cmocka_unit_test(sparse_sums_keep_to_the_memory),
        cmocka_unit_test(values_that_are_no_sums_are_refused),
        cmocka_unit_test(shards_are_refused_by_name),
        cmocka_unit_test(an_empty_shard_hides_nothing),
        cmocka_unit_test(equal_shards_may_be_added),
        cmocka_unit_test(ids_change_a_digest),
        cmocka_unit_test(lists_and_histories_of_shards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
