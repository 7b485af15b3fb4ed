/* base: sizes, errors, parallel loops, sparse rows. */
#include "unit.h"

#include "base/base_inner.h"

#include <math.h>
#include <stdio.h>

static void sizes_overflow_visibly(void **state)
{
    size_t out;
    (void)state;
    assert_false(jsmf_mul(SIZE_MAX, 2, &out));
    assert_true(jsmf_mul(3, 4, &out) && out == 12);
    assert_false(jsmf_add(SIZE_MAX, 1, &out));
    assert_true(jsmf_add_sat(SIZE_MAX - 1, 1) == SIZE_MAX && jsmf_add_sat(SIZE_MAX, 1) == SIZE_MAX);
    jsmf_context *ctx = jsmf_context_new();
    assert_null(jsmf_alloc(ctx, SIZE_MAX / 2, 8));
    assert_int_equal(jsmf_context_status(ctx), JSMF_ESYSTEM);
    jsmf_context_free(ctx);
}

static void sizes_are_told_with_their_units(void **state)
{
    char text[16];
    (void)state;
    assert_string_equal(jsmf_size_text(1, text), "1 byte");
    assert_string_equal(jsmf_size_text(1023, text), "1023 bytes");
    assert_string_equal(jsmf_size_text(1536, text), "1.5K");
    assert_string_equal(jsmf_size_text((size_t)20 << 30, text), "20G");
    assert_string_equal(jsmf_size_text_up(1024, text), "1.0K");
    assert_string_equal(jsmf_size_text_up(1025, text), "1.1K");
    assert_string_equal(jsmf_size_text_down((size_t)(1.1 * 1024 * 1024), text), "1.1M");
    assert_string_equal(jsmf_size_text_down((size_t)(1.1 * 1024 * 1024) - 1024, text), "1.0M");
    assert_string_equal(jsmf_size_text_up(((size_t)20 << 30) + 1, text), "21G");
    assert_string_equal(jsmf_size_text_down(1023, text), "1023 bytes");
}

static void the_first_error_wins(void **state)
{
    jsmf_context *ctx = jsmf_context_new();
    (void)state;
    assert_int_equal(jsmf_fail(ctx, JSMF_EDATA, "one %d", 1), JSMF_EDATA);
    assert_int_equal(jsmf_fail(ctx, JSMF_ESYSTEM, "two"), JSMF_EDATA);
    assert_string_equal(jsmf_context_error(ctx), "one 1");
    jsmf_context_free(ctx);
}

/* Knows one remedy. */
static const char *advise(void *arg, jsmf_remedy remedy, size_t number, char *text, size_t size)
{
    (void)arg;
    snprintf(text, size, "use %zu", number);
    return remedy == JSMF_REMEDY_FEWER_TOPICS ? text : NULL;
}

static void hear(void *arg, jsmf_level level, const char *text)
{
    assert_int_equal(level, JSMF_WARNING);
    snprintf(arg, 64, "%s", text);
}

static void assert_failure(jsmf_context *ctx, jsmf_remedy remedy, const char *text, const char *expected)
{
    assert_int_equal(jsmf_fail_remedy(ctx, JSMF_EDATA, remedy, 7, "%s", text), JSMF_EDATA);
    assert_string_equal(jsmf_context_error(ctx), expected);
    jsmf_context_clear(ctx);
}

static jsmf_status fail_with_advice(jsmf_context *ctx, void *arg, size_t chunk)
{
    (void)arg;
    return jsmf_fail_remedy(ctx, JSMF_EDATA, JSMF_REMEDY_FEWER_TOPICS, chunk, "few");
}

static void the_words_for_a_remedy_follow_the_text(void **state)
{
    char heard[64] = "", longest[4096];
    jsmf_context *ctx = jsmf_context_new();
    (void)state;
    assert_failure(ctx, JSMF_REMEDY_FEWER_TOPICS, "few", "few");
    jsmf_context_set_remedies(ctx, advise, NULL);
    jsmf_context_set_message(ctx, hear, heard);
    assert_failure(ctx, JSMF_REMEDY_FEWER_TOPICS, "few", "few (use 7)");
    assert_failure(ctx, JSMF_REMEDY_FEWER_TOPICS, "few (of 3)", "few (of 3; use 7)");
    assert_failure(ctx, JSMF_REMEDY_FEWER_TOPICS, "", " (use 7)");
    assert_failure(ctx, JSMF_REMEDY_MORE_MEMORY, "few", "few");
    assert_failure(ctx, JSMF_REMEDY_NONE, "few", "few");
    jsmf_warn_remedy(ctx, JSMF_REMEDY_FEWER_TOPICS, 3, "%d (or so)", 2);
    assert_string_equal(heard, "2 (or so; use 3)");
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    jsmf_fail_remedy(ctx, JSMF_EDATA, JSMF_REMEDY_FEWER_TOPICS, 7, "%s", longest);
    assert_says(ctx, "x (use 7)");
    jsmf_context_clear(ctx);
    jsmf_context_set_threads(ctx, 2);
    assert_int_equal(jsmf_parallel(ctx, 2, fail_with_advice, NULL), JSMF_EDATA);
    assert_string_equal(jsmf_context_error(ctx), "few (use 0)");
    jsmf_context_free(ctx);
}

static jsmf_status fail_from_ten(jsmf_context *ctx, void *arg, size_t chunk)
{
    int *seen = arg;
    seen[chunk]++;
    return chunk < 10 ? JSMF_OK : jsmf_fail(ctx, JSMF_EDATA, "chunk %zu", chunk);
}

static void a_loop_reports_its_lowest_failure(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 4; threads++) {
        int seen[100] = { 0 };
        jsmf_context *ctx = jsmf_context_new();
        jsmf_context_set_threads(ctx, threads);
        assert_int_equal(jsmf_parallel(ctx, 100, fail_from_ten, seen), JSMF_EDATA);
        assert_string_equal(jsmf_context_error(ctx), "chunk 10");
        for (int i = 0; i <= 10; i++)
            assert_int_equal(seen[i], 1);
        jsmf_context_free(ctx);
    }
}

static void transposing_twice_gives_the_matrix(void **state)
{
    int64_t indptr[] = { 0, 2, 2, 4 };
    int32_t indices[] = { 0, 3, 1, 3 }, counts[] = { 1, 2, 3, 4 };
    jsmf_csr m = { .rows = 3, .cols = 4, .indptr = indptr, .indices = indices, .counts = counts }, t, back;
    jsmf_context *ctx = jsmf_context_new();
    (void)state;
    assert_int_equal(jsmf_csr_check(ctx, &m, "m"), JSMF_OK);
    assert_int_equal(jsmf_csr_transpose(ctx, &m, &t), JSMF_OK);
    assert_int_equal(jsmf_csr_check(ctx, &t, "t"), JSMF_OK);
    assert_int_equal(t.rows, 4);
    assert_int_equal(jsmf_csr_transpose(ctx, &t, &back), JSMF_OK);
    assert_memory_equal(back.indptr, indptr, sizeof indptr);
    assert_memory_equal(back.indices, indices, sizeof indices);
    assert_memory_equal(back.counts, counts, sizeof counts);
    jsmf_csr_free(&t);
    jsmf_csr_free(&back);
    jsmf_context_free(ctx);
}

static void bad_sparse_rows_are_refused(void **state)
{
    int64_t indptr[] = { 0, 2 };
    int32_t unsorted[] = { 3, 0 }, outside[] = { 0, 4 }, good[] = { 0, 3 };
    double values[] = { 1, NAN };
    jsmf_context *ctx = jsmf_context_new();
    (void)state;
    int32_t *indices[] = { unsorted, outside, good };
    for (int i = 0; i < 3; i++) {
        jsmf_csr m = { .rows = 1, .cols = 4, .indptr = indptr, .indices = indices[i], .values = values };
        assert_int_equal(jsmf_csr_check(ctx, &m, "m"), JSMF_EDATA);
        jsmf_context_clear(ctx);
    }
    jsmf_context_free(ctx);
}

static void falling_row_starts_are_refused_before_their_entries_are_read(void **state)
{
    int64_t indptr[] = { 0, INT64_C(1) << 40, 2 }, late[] = { 1, 2, 2 };
    int32_t indices[] = { 0, 3 };
    double values[] = { 1, 2 };
    jsmf_csr m = { .rows = 2, .cols = 4, .indptr = indptr, .indices = indices, .values = values };
    jsmf_context *ctx = jsmf_context_new();
    (void)state;
    assert_int_equal(jsmf_csr_check(ctx, &m, "m"), JSMF_EDATA);
    assert_string_equal(jsmf_context_error(ctx), "m: indptr falls at row 1");
    jsmf_context_clear(ctx);
    m.indptr = late;
    assert_int_equal(jsmf_csr_check(ctx, &m, "m"), JSMF_EDATA);
    assert_string_equal(jsmf_context_error(ctx), "m: indptr begins with 1 (expected 0)");
    jsmf_context_free(ctx);
}

static void normals_have_their_moments(void **state)
{
    double sum = 0, squares = 0;
    (void)state;
    for (uint64_t i = 0; i < 100000; i++) {
        double x = jsmf_random_normal(0, 7, i);
        assert_true(isfinite(x));
        sum += x;
        squares += x * x;
    }
    assert_true(fabs(sum / 1e5) < 0.01);
    assert_true(fabs(squares / 1e5 - 1) < 0.02);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_overflow_visibly),
        cmocka_unit_test(sizes_are_told_with_their_units),
        cmocka_unit_test(the_first_error_wins),
        cmocka_unit_test(the_words_for_a_remedy_follow_the_text),
        cmocka_unit_test(a_loop_reports_its_lowest_failure),
        cmocka_unit_test(transposing_twice_gives_the_matrix),
        cmocka_unit_test(bad_sparse_rows_are_refused),
        cmocka_unit_test(falling_row_starts_are_refused_before_their_entries_are_read),
        cmocka_unit_test(normals_have_their_moments),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
