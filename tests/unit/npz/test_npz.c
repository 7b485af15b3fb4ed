/* npz: entries of npz files. */
#include "unit.h"

#include "archives.h"

#include "npz/npy.h"
#include "npz/zip.h"
#include "io/io_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void assert_round_trip(const jsmf_array *arrays, size_t count)
{
    jsmf_output *out = write_npz(arrays, count);
    size_t length;
    const void *bytes = jsmf_output_bytes(out, &length);
    assert_ok(ctx, read_npz(bytes, length, arrays, count));
    assert_ok(ctx, skip_npz(bytes, length));
    jsmf_output_abandon(out);
}

static void arrays_of_all_types_come_back(void **state)
{
    static const struct {
        char type;
        size_t item;
    } types[] = { { 'f', 8 }, { 'f', 4 }, { 'i', 1 }, { 'i', 2 }, { 'i', 4 }, { 'i', 8 },
                  { 'u', 1 }, { 'u', 2 }, { 'u', 4 }, { 'u', 8 }, { 'b', 1 } };
    enum { TYPES = sizeof types / sizeof *types };
    jsmf_array arrays[5 * TYPES];
    size_t n = 0;
    char name[32];
    (void)state;
    for (size_t t = 0; t < TYPES; t++)
        for (int shape = 0; shape < 5; shape++) {
            static const size_t rows[] = { 0, 7, 3, 3, 300 }, cols[] = { 0, 0, 4, 4, 301 };
            snprintf(name, sizeof name, "%c%zu.%d", types[t].type, types[t].item, shape);
            arrays[n++] = numbers_array(name, types[t].type, types[t].item, shape < 2 ? shape : 2, rows[shape],
                                        cols[shape], shape == 3);
        }
    assert_round_trip(arrays, n);
    free_arrays(arrays, n);
}

static void strings_come_back(void **state)
{
    static const char *const words[] = { "", "plain", "\xC3\xA9t\xC3\xA9", "\xF0\x9F\x98\x80", "tab\tnew\nline", "" };
    jsmf_array arrays[4];
    char *longest = calloc(1, 100001);
    (void)state;
    arrays[0] = strings_array("vocab", 6, words);
    arrays[1] = strings_array("none", 0, words);
    arrays[2] = strings_array("one", 1, words + 1);
    arrays[2].dims = 0;
    memset(longest, 'x', 100000);
    arrays[3] = strings_array("long", 2, (const char *const[]){ "a", longest });
    assert_ok(ctx, jsmf_strings_add(ctx, &arrays[3].strings, "a\0b", 3));
    arrays[3].shape[0] = 3;
    assert_round_trip(arrays, 4);
    free_arrays(arrays, 4);
    free(longest);
}

/* What a sparse matrix without entries may hold. */
static void nothing_needs_no_memory(void **state)
{
    char name[] = "x";
    const jsmf_array none = { .name = name, .type = 'i', .item = 4, .dims = 1 };
    jsmf_output *out = write_npz(&none, 1);
    size_t length;
    const void *bytes = jsmf_output_bytes(out, &length);
    (void)state;
    assert_ok(ctx, skip_npz(bytes, length));
    jsmf_output_abandon(out);
}

static void empty_arrays_come_back(void **state)
{
    jsmf_array arrays[] = { numbers_array("a", 'f', 8, 1, 0, 0, false), numbers_array("b", 'i', 4, 2, 0, 5, false),
                            numbers_array("c", 'f', 8, 2, 5, 0, false) };
    (void)state;
    assert_round_trip(arrays, 3);
    assert_round_trip(arrays, 0);
    free_arrays(arrays, 3);
}

/* Large enough for the read and the CRC to run side by side. */
static void large_arrays_are_the_same_for_every_thread_count(void **state)
{
    jsmf_array a = numbers_array("C", 'f', 8, 2, 1531, 1723, false);
    jsmf_output *one = write_npz(&a, 1), *two;
    size_t length, other;
    (void)state;
    jsmf_context_set_threads(ctx, 3);
    two = write_npz(&a, 1);
    const unsigned char *bytes = jsmf_output_bytes(one, &length);
    unsigned char *changed = malloc(length);
    assert_memory_equal(bytes, jsmf_output_bytes(two, &other), length);
    assert_int_equal(length, other);
    assert_ok(ctx, read_npz(bytes, length, &a, 1));
    memcpy(changed, bytes, length);
    changed[length - 300] ^= 4;
    assert_int_equal(read_npz(changed, length, &a, 1), JSMF_EDATA);
    assert_says(ctx, "CRC-32");
    jsmf_context_clear(ctx);
    for (size_t cut = 1; cut < length; cut = cut * 3 + 1) {
        assert_int_equal(read_npz(bytes, length - cut, &a, 1), JSMF_EDATA);
        assert_says(ctx, "truncated");
        jsmf_context_clear(ctx);
    }
    free(changed);
    jsmf_output_abandon(one);
    jsmf_output_abandon(two);
    jsmf_array_free(&a);
}

/* ---- what is no stream; memory ---- */

static void what_is_no_stream_is_named(void **state)
{
    static const struct { const char *bytes; size_t length; const char *says;
    } cases[] = {
        { "", 0, "x: is empty" },
        { "PK\3", 3, "truncated" },
        { "3\n4\n", 4, "it looks like text, \"3\"" },
        { "\x1F\x8B\x08", 3, "gzip" },
        { "\x93NUMPY\1\0", 8, "bare .npy" },
        { "<!DOCTYPE html>", 15, "web page" },
        { "\x89HDF\r\n\x1A\n", 8, "HDF5" },
        { "\1\2\3\4", 4, "begins with bytes 01 02 03 04" },
        { "\0", 1, "begins with bytes 00" },
        { "0.25\t1\n", 7, "it looks like text, \"0.25\"" },
        { "jsmf-bow: warning", 17, "it looks like text, \"jsmf-bow: warning\"" },
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_refused(cases[i].bytes, cases[i].length, cases[i].says);
}

static void claims_beyond_the_limit_are_refused_before_they_are_allocated(void **state)
{
    jsmf_array a = { .name = strdup("C"), .type = 'f', .item = 8, .dims = 2, .shape = { 300000, 300000 } };
    jsmf_output *out;
    jsmf_zip_writer z;
    char header[JSMF_NPY_MOST_WRITTEN];
    char name[] = "C.npy";
    size_t length = jsmf_npy_format(&a, header);
    jsmf_zip_entry e = { .name = name, .size = length + 720000000000, .packed = length + 720000000000 };
    (void)state;
    jsmf_context_set_memory(ctx, (size_t)1 << 30);
    assert_ok(ctx, jsmf_output_memory(ctx, &out));
    jsmf_zip_create(&z, out);
    assert_ok(ctx, jsmf_zip_begin(ctx, &z, &e));
    assert_ok(ctx, jsmf_zip_write(ctx, &z, header, length));
    const void *bytes = jsmf_output_bytes(out, &length);
    assert_int_equal(read_npz(bytes, length, NULL, 0), JSMF_ESYSTEM);
    assert_says(ctx, "x: array C needs 671G of memory, the limit is 1.0G");
    jsmf_zip_entries_free(&z.entries);
    jsmf_output_abandon(out);
    jsmf_array_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(arrays_of_all_types_come_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(strings_come_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(nothing_needs_no_memory, set_up, tear_down),
        cmocka_unit_test_setup_teardown(empty_arrays_come_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(large_arrays_are_the_same_for_every_thread_count, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_no_stream_is_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(claims_beyond_the_limit_are_refused_before_they_are_allocated, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests_name("npz", tests, NULL, NULL);
}
