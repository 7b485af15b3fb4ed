/* npz: bytes and arrays outside memory. */
#include "unit.h"

#include "archives.h"
#include "streams.h"

#include "io/io_inner.h"
#include "npz/npz_inner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROWS = 300, COLS = 90, IDS = 5000, PART = 1000 };

static void bytes_come_back_from_memory_and_from_a_file(void **state)
{
    enum { STEP = 777, STEPS = 500 };
    (void)state;
    for (int in_file = 0; in_file < 2; in_file++) {
        jsmf_spool *s;
        unsigned char piece[STEP], got[STEP];
        jsmf_context_set_memory(ctx, in_file ? 1 << 20 : (size_t)1 << 30);
        assert_ok(ctx, jsmf_spool_new(ctx, "pieces", &s));
        for (int i = 0; i < STEPS; i++) {
            memset(piece, i, sizeof piece);
            assert_ok(ctx, jsmf_spool_append(ctx, s, piece, sizeof piece));
        }
        assert_int_equal(jsmf_spool_size(s), STEP * STEPS);
        memset(piece, 255, sizeof piece);
        assert_ok(ctx, jsmf_spool_write(ctx, s, 7 * STEP, piece, sizeof piece));
        for (int i = STEPS - 1; i >= 0; i -= 3) {
            assert_ok(ctx, jsmf_spool_read(ctx, s, (uint64_t)i * STEP, got, sizeof got));
            for (size_t j = 0; j < STEP; j++)
                assert_int_equal(got[j], i == 7 ? 255 : i & 255);
        }
        assert_ok(ctx, jsmf_spool_append(ctx, s, NULL, 0));
        const void *there = jsmf_spool_view(s, 7 * STEP);
        assert_true(in_file ? there == NULL : there && memcmp(there, piece, sizeof piece) == 0);
        jsmf_spool_free(s);
    }
}

static char *temporary(void)
{
    static char path[64];
    int fd;
    strcpy(path, "/tmp/jsmf-spool-XXXXXX");
    fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    return path;
}

static void put_file(const char *path, const void *bytes, size_t length)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, length, f), length);
    fclose(f);
}

static void a_file_is_read_where_its_bytes_are(void **state)
{
    char *path = temporary(), got[4] = "";
    jsmf_input *in;
    jsmf_spool *s;
    (void)state;
    put_file(path, "0123456789", 10);
    assert_ok(ctx, jsmf_input_open(ctx, path, true, &in));
    assert_ok(ctx, jsmf_spool_of_input(ctx, in, &s));
    jsmf_input_close(in);
    assert_ok(ctx, jsmf_spool_read(ctx, s, 6, got, 3));
    assert_string_equal(got, "678");
    assert_int_equal(truncate(path, 8), 0);
    assert_int_equal(jsmf_spool_read(ctx, s, 6, got, 3), JSMF_EDATA);
    assert_non_null(strstr(jsmf_context_error(ctx), "shorter"));
    jsmf_spool_free(s);
    jsmf_context_clear(ctx);
    assert_ok(ctx, jsmf_input_memory(ctx, "x", 1, "x", &in));
    assert_ok(ctx, jsmf_spool_of_input(ctx, in, &s));
    assert_null(s);
    jsmf_input_close(in);
    unlink(path);
}

/* A bag's arrays beside H: large and small, by rows and by columns, strings. */
static void make_stream(jsmf_stream *s)
{
    jsmf_strings ids = { 0 }, vocab = { 0 };
    char text[32];
    double *large = calloc(ROWS * COLS, sizeof *large);
    *s = (jsmf_stream){ .schema = &jsmf_arrays_schema, .kind = JSMF_BAG };
    for (size_t i = 0; i < ROWS * COLS; i++)
        large[i] = (double)i / 7;
    for (int i = 0; i < IDS; i++) {
        snprintf(text, sizeof text, "caf\303\251 %d", i * i);
        assert_ok(ctx, jsmf_strings_add(ctx, &ids, text, strlen(text)));
        assert_ok(ctx, jsmf_strings_add(ctx, &vocab, text, strlen(text)));
    }
    assert_ok(ctx, jsmf_stream_add_f64(ctx, s, "large", large, 2, ROWS, COLS));
    jsmf_stream_find(s, "large")->fortran = true;
    assert_ok(ctx, jsmf_stream_add_strings(ctx, s, "ids", &ids));
    assert_ok(ctx, jsmf_stream_add_strings(ctx, s, "vocab", &vocab));
    assert_ok(ctx, jsmf_stream_add_scalar(ctx, s, "small", 2.5));
}

/* Passes everything from a stream read by spooling to another and compares its bytes with those that came. */
static void check_passing(jsmf_input *in, const void *bytes, size_t length)
{
    jsmf_stream from, to = { .schema = &jsmf_arrays_schema, .kind = JSMF_BAG };
    jsmf_output *out;
    const void *got;
    size_t got_length;
    assert_ok(ctx, jsmf_stream_spool(ctx, in, &jsmf_arrays_schema, JSMF_BAG, NULL, 0, &from));
    jsmf_input_close(in);
    assert_non_null(jsmf_stream_find(&from, "large")->spool);
    assert_null(jsmf_stream_find(&from, "large")->data);
    assert_non_null(jsmf_stream_find(&from, "ids")->spool);
    assert_int_equal(jsmf_stream_find(&from, "vocab")->strings.count, IDS);
    assert_non_null(jsmf_stream_find(&from, "small")->data);
    assert_ok(ctx, jsmf_stream_pass(ctx, &from, &to));
    out = write_stream(&to);
    got = jsmf_output_bytes(out, &got_length);
    assert_int_equal(got_length, length);
    assert_memory_equal(got, bytes, length);
    jsmf_output_abandon(out);
    jsmf_stream_free(&to);
    jsmf_stream_free(&from);
}

static void arrays_pass_outside_memory_with_the_same_bytes(void **state)
{
    jsmf_stream s;
    jsmf_output *out;
    jsmf_input *in;
    size_t length;
    const void *bytes;
    char *path = temporary();
    (void)state;
    make_stream(&s);
    out = write_stream(&s);
    bytes = jsmf_output_bytes(out, &length);
    assert_ok(ctx, jsmf_input_memory(ctx, bytes, length, "x", &in));
    check_passing(in, bytes, length);
    put_file(path, bytes, length);
    assert_ok(ctx, jsmf_input_open(ctx, path, false, &in));
    check_passing(in, bytes, length);
    unlink(path);
    jsmf_output_abandon(out);
    jsmf_stream_free(&s);
}

static void parts_of_arrays_are_read_wherever_they_lie(void **state)
{
    jsmf_stream s, spooled;
    jsmf_output *out;
    jsmf_input *in;
    size_t length;
    const void *bytes;
    double there[PART], here[PART];
    (void)state;
    make_stream(&s);
    out = write_stream(&s);
    bytes = jsmf_output_bytes(out, &length);
    assert_ok(ctx, jsmf_input_memory(ctx, bytes, length, "x", &in));
    assert_ok(ctx, jsmf_stream_spool(ctx, in, &jsmf_arrays_schema, JSMF_BAG, NULL, 0, &spooled));
    assert_ok(ctx, jsmf_array_read(ctx, jsmf_stream_find(&spooled, "large"), 1234, PART, there));
    assert_ok(ctx, jsmf_array_read(ctx, jsmf_stream_find(&s, "large"), 1234, PART, here));
    assert_memory_equal(here, there, sizeof here);
    assert_true(here[1] == 1235.0 / 7);
    for (int spool = 0; spool < 2; spool++) {
        jsmf_strings list = { 0 };
        assert_ok(ctx, jsmf_array_read_strings(ctx, jsmf_stream_find(spool ? &spooled : &s, "ids"), 3000, 2, &list));
        assert_int_equal(list.count, 2);
        assert_string_equal(jsmf_strings_get(&list, 0), "caf\303\251 9000000");
        assert_string_equal(jsmf_strings_get(&list, 1), "caf\303\251 9006001");
        jsmf_strings_free(&list);
    }
    jsmf_input_close(in);
    jsmf_output_abandon(out);
    jsmf_stream_free(&spooled);
    jsmf_stream_free(&s);
}

/* An array that is asked for by its type comes into memory, and by rows. */
static void typed_reading_brings_numbers_into_memory(void **state)
{
    jsmf_stream s, spooled;
    jsmf_output *out;
    jsmf_input *in;
    size_t length;
    const void *bytes;
    double *large = NULL;
    int64_t *whole = calloc(IDS * 2, sizeof *whole), *got = NULL;
    (void)state;
    make_stream(&s);
    for (int64_t i = 0; i < IDS * 2; i++)
        whole[i] = i * i;
    assert_ok(ctx, jsmf_stream_add_i64(ctx, &s, "whole", whole, 1, IDS * 2));
    out = write_stream(&s);
    bytes = jsmf_output_bytes(out, &length);
    assert_ok(ctx, jsmf_input_memory(ctx, bytes, length, "x", &in));
    assert_ok(ctx, jsmf_stream_spool(ctx, in, &jsmf_arrays_schema, JSMF_BAG, NULL, 0, &spooled));
    assert_non_null(jsmf_stream_find(&spooled, "whole")->spool);
    assert_ok(ctx, jsmf_stream_integers(ctx, &spooled, "whole", IDS * 2, &got, NULL));
    assert_non_null(got);
    assert_memory_equal(got, whole, IDS * 2 * sizeof *whole);
    assert_null(jsmf_stream_find(&spooled, "whole")->spool);
    assert_ok(ctx, jsmf_stream_matrix(ctx, &spooled, "large", ROWS, COLS, &large, NULL));
    assert_non_null(large);
    assert_true(large[1] == ROWS / 7.0);
    jsmf_input_close(in);
    jsmf_output_abandon(out);
    jsmf_stream_free(&spooled);
    jsmf_stream_free(&s);
}

/* A copy has the bytes of what it was made of, and the same mark, which an item or a name changes. */
static void a_copy_lies_in_memory(void **state)
{
    jsmf_stream s, spooled, copy;
    jsmf_output *out, *again;
    jsmf_input *in;
    size_t length, again_length;
    const void *bytes, *again_bytes;
    uint32_t mark, of_spooled, changed;
    (void)state;
    make_stream(&s);
    assert_ok(ctx, jsmf_stream_note(ctx, &s, "jsmf-bow 0.1.0"));
    out = write_stream(&s);
    bytes = jsmf_output_bytes(out, &length);
    assert_ok(ctx, jsmf_input_memory(ctx, bytes, length, "x", &in));
    assert_ok(ctx, jsmf_stream_spool(ctx, in, &jsmf_arrays_schema, JSMF_BAG, NULL, 0, &spooled));
    assert_ok(ctx, jsmf_stream_copy(ctx, &spooled, &copy));
    assert_ok(ctx, jsmf_stream_mark(ctx, &spooled, &of_spooled));
    jsmf_stream_free(&spooled);
    assert_string_equal(copy.name, "x");
    again = write_stream(&copy);
    again_bytes = jsmf_output_bytes(again, &again_length);
    assert_int_equal(again_length, length);
    assert_memory_equal(again_bytes, bytes, length);
    assert_ok(ctx, jsmf_stream_mark(ctx, &copy, &mark));
    assert_int_equal(mark, of_spooled);
    ((double *)jsmf_stream_find(&copy, "large")->data)[ROWS * COLS - 1] += 1;
    assert_ok(ctx, jsmf_stream_mark(ctx, &copy, &changed));
    assert_int_not_equal(changed, mark);
    ((double *)jsmf_stream_find(&copy, "large")->data)[ROWS * COLS - 1] -= 1;
    jsmf_stream_find(&copy, "ids")->strings.pool[0] = 'k';
    assert_ok(ctx, jsmf_stream_mark(ctx, &copy, &changed));
    assert_int_not_equal(changed, mark);
    jsmf_input_close(in);
    jsmf_output_abandon(again);
    jsmf_output_abandon(out);
    jsmf_stream_free(&copy);
    jsmf_stream_free(&s);
}

static void a_copy_keeps_to_the_memory(void **state)
{
    jsmf_stream s, copy;
    (void)state;
    make_stream(&s);
    s.name = strdup("x");
    jsmf_context_set_memory(ctx, 1 << 16);
    assert_int_equal(jsmf_stream_copy(ctx, &s, &copy), JSMF_ESYSTEM);
    assert_null(copy.arrays);
    jsmf_context_clear(ctx);
    jsmf_stream_free(&s);
}

static void nan_is_found_outside_memory(void **state)
{
    jsmf_spool *spool;
    jsmf_output *out;
    (void)state;
    for (size_t count = 10; count <= 100000; count *= 10000) { /* deflated, and stored */
        jsmf_array a = { .name = strdup("W"), .type = 'f', .item = 8, .dims = 1, .shape = { count } };
        jsmf_stream s = { .schema = &jsmf_arrays_schema, .kind = JSMF_COMPOSITIONS, .arrays = &a, .count = 1 };
        assert_ok(ctx, jsmf_spool_new(ctx, "W", &spool));
        for (size_t i = 0; i < count; i++) {
            double value = i == 7 ? NAN : 1;
            assert_ok(ctx, jsmf_spool_append(ctx, spool, &value, sizeof value));
        }
        a.spool = spool;
        assert_ok(ctx, jsmf_output_memory(ctx, &out));
        assert_int_equal(jsmf_stream_write(ctx, out, &s), JSMF_ENUMERIC);
        assert_non_null(strstr(jsmf_context_error(ctx), "array W: holds nan at [7]"));
        jsmf_context_clear(ctx);
        jsmf_output_abandon(out);
        jsmf_spool_free(spool);
        free(a.name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(bytes_come_back_from_memory_and_from_a_file, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_file_is_read_where_its_bytes_are, set_up, tear_down),
        cmocka_unit_test_setup_teardown(arrays_pass_outside_memory_with_the_same_bytes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(parts_of_arrays_are_read_wherever_they_lie, set_up, tear_down),
        cmocka_unit_test_setup_teardown(typed_reading_brings_numbers_into_memory, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_copy_lies_in_memory, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_copy_keeps_to_the_memory, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nan_is_found_outside_memory, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("spool", tests, NULL, NULL);
}
