/* npz: what streams hold as numbers: matrices, integers, sparse rows. */
#include "unit.h"

#include "archives.h"
#include "streams.h"
#include "npz/npz_inner.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

static void matrices_come_as_row_major_doubles(void **state)
{
    const float narrow[] = { 1, 2, 3, 4, 5, 6 };
    const int16_t whole[] = { -1, 2, -3, 4 };
    const uint64_t large[] = { UINT64_C(1) << 63, 1 };
    const int64_t column[] = { 1, 4, 2, 5, 3, 6 };
    double expected[] = { 1, 2, 3, 4, 5, 6 }, *m;
    size_t shape[2];
    jsmf_stream s = { 0 };
    (void)state;
    add_numbers(&s, "narrow", 'f', 4, 2, 2, 3, narrow);
    add_numbers(&s, "whole", 'i', 2, 2, 2, 2, whole);
    add_numbers(&s, "large", 'u', 8, 2, 1, 2, large);
    add_numbers(&s, "columns", 'i', 8, 2, 2, 3, column);
    s.arrays[1].fortran = s.arrays[3].fortran = true;
    assert_ok(ctx, jsmf_stream_matrix(ctx, &s, "narrow", 2, 0, &m, shape));
    assert_memory_equal(m, expected, sizeof expected);
    assert_int_equal(shape[1], 3);
    assert_ok(ctx, jsmf_stream_matrix(ctx, &s, "columns", 0, 3, &m, shape));
    assert_memory_equal(m, expected, sizeof expected);
    assert_ok(ctx, jsmf_stream_matrix(ctx, &s, "whole", 0, 0, &m, NULL));
    assert_memory_equal(m, ((double[]){ -1, -3, 2, 4 }), 4 * sizeof *m);
    assert_ok(ctx, jsmf_stream_matrix(ctx, &s, "large", 0, 0, &m, NULL));
    assert_memory_equal(m, ((double[]){ 0x1p63, 1 }), 2 * sizeof *m);
    assert_fails(jsmf_stream_matrix(ctx, &s, "whole", 3, 0, &m, shape), JSMF_EDATA,
                 "array whole: has the shape 2 x 2 (expected 3 x any)");
    add_words(&s, "words", 1, (const char *const[]){ "a" });
    s.arrays[4].dims = 2;
    s.arrays[4].shape[1] = 1;
    assert_fails(jsmf_stream_matrix(ctx, &s, "words", 0, 0, &m, shape), JSMF_EDATA, "holds strings");
    jsmf_stream_free(&s);
}

/* Square and not, larger than the tiles. */
static void fortran_matrices_turn_into_rows(void **state)
{
    (void)state;
    for (size_t rows = 61; rows <= 101; rows += 20) {
        const size_t cols = 81;
        double *columns = malloc(rows * cols * sizeof *columns), *m;
        jsmf_stream s = { 0 };
        for (size_t i = 0; i < rows * cols; i++)
            columns[i] = (double)i;
        add_numbers(&s, "M", 'f', 8, 2, rows, cols, columns);
        s.arrays[0].fortran = true;
        assert_ok(ctx, jsmf_stream_matrix(ctx, &s, "M", rows, cols, &m, NULL));
        for (size_t i = 0; i < rows; i++)
            for (size_t j = 0; j < cols; j++)
                assert_true(m[i * cols + j] == (double)(j * rows + i));
        assert_false(s.arrays[0].fortran);
        jsmf_stream_free(&s);
        free(columns);
    }
}

static void integers_must_be_whole_and_fit(void **state)
{
    const double whole[] = { 3, -4, 0x1p62 }, half[] = { 1, 2.5, 3 }, huge[] = { 0x1p63 };
    const uint64_t large[] = { 1, UINT64_MAX };
    const int8_t small[] = { -7, 7, 100 };
    const unsigned char flags[] = { 0, 1 };
    int64_t *v;
    size_t got;
    jsmf_stream s = { 0 };
    (void)state;
    add_numbers(&s, "whole", 'f', 8, 1, 3, 0, whole);
    add_numbers(&s, "half", 'f', 8, 1, 3, 0, half);
    add_numbers(&s, "huge", 'f', 8, 1, 1, 0, huge);
    add_numbers(&s, "large", 'u', 8, 1, 2, 0, large);
    add_numbers(&s, "small", 'i', 1, 2, 3, 1, small);
    add_numbers(&s, "flags", 'b', 1, 1, 2, 0, flags);
    assert_ok(ctx, jsmf_stream_integers(ctx, &s, "whole", 3, &v, &got));
    assert_memory_equal(v, ((int64_t[]){ 3, -4, INT64_C(1) << 62 }), 24);
    assert_ok(ctx, jsmf_stream_integers(ctx, &s, "small", 0, &v, &got));
    assert_memory_equal(v, ((int64_t[]){ -7, 7, 100 }), 24);
    assert_int_equal(got, 3);
    assert_ok(ctx, jsmf_stream_integers(ctx, &s, "flags", 0, &v, &got));
    assert_memory_equal(v, ((int64_t[]){ 0, 1 }), 16);
    assert_fails(jsmf_stream_integers(ctx, &s, "half", 0, &v, &got), JSMF_EDATA, "holds 2.5 at [1] (expected whole");
    assert_fails(jsmf_stream_integers(ctx, &s, "huge", 0, &v, &got), JSMF_EDATA, "expected whole numbers");
    assert_fails(jsmf_stream_integers(ctx, &s, "large", 0, &v, &got), JSMF_EDATA, "at [1] (expected whole numbers");
    assert_fails(jsmf_stream_integers(ctx, &s, "whole", 4, &v, &got), JSMF_EDATA, "has the shape 3 (expected 4)");
    jsmf_stream_free(&s);
}

static void add_csr_parts(jsmf_stream *s, char type, size_t item, size_t nnz, const void *data, const int64_t *indices,
                          size_t rows, const int64_t *indptr, int64_t cols)
{
    int64_t shape[] = { (int64_t)rows, cols };
    add_numbers(s, "H.data", type, item, 1, nnz, 0, data);
    add_numbers(s, "H.indices", 'i', 8, 1, nnz, 0, indices);
    add_numbers(s, "H.indptr", 'i', 8, 1, rows + 1, 0, indptr);
    add_numbers(s, "H.shape", 'i', 8, 1, 2, 0, shape);
}

/* As scipy writes it after arithmetic: unsorted, with repetitions and stored zeros. */
static void sparse_rows_are_put_in_order(void **state)
{
    const double data[] = { 5, 1, 2, 0, 3, 4, 7 };
    const int64_t indices[] = { 3, 0, 3, 1, 2, 2, 0 }, indptr[] = { 0, 4, 4, 6, 7 };
    jsmf_stream s = { 0 };
    jsmf_csr m;
    (void)state;
    for (int counts = 0; counts < 2; counts++) {
        add_csr_parts(&s, 'f', 8, 7, data, indices, 4, indptr, 4);
        assert_ok(ctx, jsmf_stream_csr(ctx, &s, "H", counts, &m));
        assert_int_equal(s.count, 0);
        assert_int_equal(m.rows, 4);
        assert_int_equal(m.cols, 4);
        assert_memory_equal(m.indptr, ((int64_t[]){ 0, 2, 2, 3, 4 }), 40);
        assert_memory_equal(m.indices, ((int32_t[]){ 0, 3, 2, 0 }), 16);
        assert_true(counts ? m.counts && !m.values : m.values && !m.counts);
        for (size_t p = 0; p < 4; p++)
            assert_true(jsmf_csr_value(&m, p) == ((double[]){ 1, 7, 7, 7 })[p]);
        jsmf_csr_free(&m);
    }
    jsmf_stream_free(&s);
}

static void sparse_rows_come_back(void **state)
{
    jsmf_stream s = { .schema = &jsmf_arrays_schema, .kind = JSMF_BAG }, t;
    jsmf_csr m = { .rows = 2, .cols = 5, .indptr = malloc(24), .indices = malloc(12), .counts = malloc(12) };
    (void)state;
    memcpy(m.indptr, ((int64_t[]){ 0, 2, 3 }), 24);
    memcpy(m.indices, ((int32_t[]){ 1, 4, 0 }), 12);
    memcpy(m.counts, ((int32_t[]){ 9, 8, INT32_MAX }), 12);
    assert_ok(ctx, jsmf_stream_add_csr(ctx, &s, "H", &m));
    assert_null(m.indptr);
    assert_int_equal(jsmf_stream_find(&s, "H.indices")->item, 4);
    assert_int_equal(jsmf_stream_find(&s, "H.data")->item, 4);
    assert_ok(ctx, read_stream(write_stream(&s), JSMF_BAG, &t));
    assert_ok(ctx, jsmf_stream_csr(ctx, &t, "H", true, &m));
    assert_memory_equal(m.indices, ((int32_t[]){ 1, 4, 0 }), 12);
    assert_memory_equal(m.counts, ((int32_t[]){ 9, 8, INT32_MAX }), 12);
    jsmf_csr_free(&m);
    jsmf_stream_free(&s);
    jsmf_stream_free(&t);
}

static void bad_sparse_rows_are_refused(void **state)
{
    static const struct {
        double data[3];
        int64_t indices[3], indptr[3], cols;
        bool counts;
        const char *says;
    } cases[] = {
        { { 1, 2, 3 },
          { 0, 1, 4 },
          { 0, 2, 3 },
          4,
          true,
          "array H.indices: holds 4 at [2] (expected 0-based indices below 4)" },
        { { 1, 2, 3 }, { 0, -1, 1 }, { 0, 2, 3 }, 4, true, "H.indices: holds -1" },
        { { 1, 2, 3 }, { 0, INT64_C(1) << 32, 1 }, { 0, 2, 3 }, 4, true, "within 32 bits" },
        { { 1, 2, 3 }, { 0, 1, 2 }, { 0, 4, 3 }, 4, true, "H.indptr: falls at row 1" },
        { { 1, 2, 3 },
          { 0, 1, 2 },
          { 0, 2, 2 },
          4,
          true,
          "H.indptr: goes from 0 to 2 (expected from 0 to the 3 entries)" },
        { { 1, 2, 3 }, { 0, 1, 2 }, { 1, 2, 3 }, 4, true, "H.indptr: goes from 1" },
        { { 1, 2, 3 }, { 0, 1, 2 }, { 0, 2, INT64_MAX }, 4, true, "H.indptr: goes from 0 to 9223372036854775807" },
        { { 1, -2, 3 }, { 0, 1, 2 }, { 0, 2, 3 }, 4, true, "H.data: holds -2 at [1] (expected counts)" },
        { { 1, 2.5, 3 }, { 0, 1, 2 }, { 0, 2, 3 }, 4, true, "H.data: holds 2.5 at [1]" },
        { { 1, 2, 3 }, { 0, 1, 2 }, { 0, 2, 3 }, -1, true, "H.shape: is 2 x -1" },
        { { 1, 2, 3 }, { 0, 1, 2 }, { 0, 2, 3 }, INT64_C(1) << 31, true, "H.shape: is 2 x 2147483648" },
        { { 0x1p30, 0x1p30, 3 }, { 1, 1, 2 }, { 0, 2, 3 }, 4, true, "row 0, column 1 add up to 2.14748e+09" },
        { { DBL_MAX, DBL_MAX, 3 }, { 1, 1, 2 }, { 0, 2, 3 }, 4, false, "row 0, column 1 add up to inf" },
    };
    jsmf_csr m;
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        jsmf_stream s = { .name = strdup("x") };
        add_csr_parts(&s, 'f', 8, 3, cases[i].data, cases[i].indices, 2, cases[i].indptr, cases[i].cols);
        assert_fails(jsmf_stream_csr(ctx, &s, "H", cases[i].counts, &m), JSMF_EDATA, cases[i].says);
        jsmf_stream_free(&s);
    }
}

static void parts_that_disagree_are_refused(void **state)
{
    jsmf_stream s = { .name = strdup("x") };
    jsmf_csr m;
    (void)state;
    add_csr_parts(&s, 'f', 8, 3, ((double[]){ 1, 2, 3 }), ((int64_t[]){ 0, 1, 2 }), 2, ((int64_t[]){ 0, 2, 3 }), 4);
    assert_fails(jsmf_stream_csr(ctx, &s, "Hhat", false, &m), JSMF_EDATA, "no array Hhat.shape");
    jsmf_stream_find(&s, "H.indices")->shape[0] = 2;
    assert_fails(jsmf_stream_csr(ctx, &s, "H", false, &m), JSMF_EDATA, "H.indices: has 2 entries, H.data has 3");
    jsmf_stream_find(&s, "H.indices")->shape[0] = 3;
    jsmf_stream_find(&s, "H.indptr")->shape[0] = 2;
    assert_fails(jsmf_stream_csr(ctx, &s, "H", false, &m), JSMF_EDATA, "H.indptr: has the shape 2 (expected 3)");
    jsmf_stream_free(&s);
}

static void whole_numbers_are_spelled(void **state)
{
    static const struct {
        char type;
        size_t item;
        unsigned char bytes[8];
        const char *text;
    } cases[] = {
        { 'i', 1, { 0x80 }, "-128" },
        { 'u', 1, { 0x80 }, "128" },
        { 'b', 1, { 1 }, "1" },
        { 'i', 2, { 0xff, 0xff }, "-1" },
        { 'i', 4, { 0, 0, 0, 0x80 }, "-2147483648" },
        { 'u', 4, { 0, 0, 0, 0x80 }, "2147483648" },
        { 'i', 8, { 0, 0, 0, 0, 0, 0, 0, 0x80 }, "-9223372036854775808" },
        { 'u', 8, { 255, 255, 255, 255, 255, 255, 255, 255 }, "18446744073709551615" },
    };
    char text[JSMF_WHOLE_TEXT];
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const jsmf_array a = { .type = cases[i].type, .item = cases[i].item };
        assert_int_equal(jsmf_array_whole_text(&a, cases[i].bytes, text), strlen(cases[i].text));
        assert_string_equal(text, cases[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(matrices_come_as_row_major_doubles, set_up, tear_down),
        cmocka_unit_test_setup_teardown(fortran_matrices_turn_into_rows, set_up, tear_down),
        cmocka_unit_test_setup_teardown(integers_must_be_whole_and_fit, set_up, tear_down),
        cmocka_unit_test_setup_teardown(sparse_rows_are_put_in_order, set_up, tear_down),
        cmocka_unit_test_setup_teardown(sparse_rows_come_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bad_sparse_rows_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(parts_that_disagree_are_refused, set_up, tear_down),
        cmocka_unit_test(whole_numbers_are_spelled),
    };
    return cmocka_run_group_tests_name("stream_numbers", tests, NULL, NULL);
}
