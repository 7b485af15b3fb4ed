/* npz: headers of .npy arrays. */
#include "unit.h"

#include "archives.h"

#include "npz/npy.h"

#include <stdio.h>
#include <string.h>

static jsmf_status parse(const char *text, jsmf_array *a)
{
    *a = (jsmf_array){ 0 };
    jsmf_context_clear(ctx);
    return jsmf_npy_parse(ctx, "x", text, strlen(text), a);
}

static void headers_are_read_in_every_spelling(void **state)
{
    jsmf_array a;
    (void)state;
    assert_ok(ctx, parse("{'descr': '<f8', 'fortran_order': True, 'shape': (3, 4), }     \n", &a));
    assert_true(a.type == 'f' && a.item == 8 && a.dims == 2 && a.shape[0] == 3 && a.shape[1] == 4 && a.fortran);
    assert_ok(ctx, parse("{\"shape\":(),\"descr\":\"|b1\",\"fortran_order\":False}", &a));
    assert_true(a.type == 'b' && a.item == 1 && a.dims == 0 && !a.fortran);
    assert_ok(ctx, parse("{'descr': '<U12', 'fortran_order': False, 'shape': (0,)}\n", &a));
    assert_true(a.type == 'U' && a.item == 48 && a.dims == 1 && a.shape[0] == 0);
    assert_ok(ctx, parse("{'descr': '<f4', 'fortran_order': True, 'shape': (5, 1)}\n", &a));
    assert_false(a.fortran);
}

static void bad_headers_are_refused(void **state)
{
    static const char *const bad[] = {
        "", "{}", "{'descr': '<f8', 'fortran_order': True}", "{'descr': '<f8', 'fortran_order': True, 'shape': (3 4)}",
        "{'descr': '<f8', 'fortran_order': True, 'shape': (3, 4)} x",
        "{'descr': '<f8', 'fortran_order': True, 'shape': (3, 4), 'more': 1}",
        "{'descr': '<f8', 'descr': '<f8', 'fortran_order': True, 'shape': (3, 4)}",
        "{'descr': '<f8', 'fortran_order': 1, 'shape': (3, 4)}",
        "{'descr': '<f8', 'fortran_order': True, 'shape': (-3, 4)}",
        "{'descr': '<f8', 'fortran_order': True, 'shape': (3, 4)",
        "{'descr': '<f8', 'fortran_order': True, 'shape': (,)}",
        "{'descr': '<f8, 'fortran_order': True, 'shape': (3,)}",
        "{'descr': '<f8', 'fortran_order': True, 'shape': (1,1,1,1,1,1,1,1,1)}",
        "{'descr': '<f8', 'fortran_order': True, 'shape': (99999999999999999999,)}",
        "{'descr': '<f8', 'fortran_order': True, 'shape': (4294967296, 4294967296)}",
        "{'descr': '<f8', 'fortran_order': True, 'shape': (0, 4294967296, 4294967296)}",
        "{'descr': '<f8', 'fortran_order': True, 'shape': (1152921504606846976,)}",
        "{'descr': '<U4611686018427387905', 'fortran_order': True, 'shape': (3,)}",
        "{'descr': '<U0', 'fortran_order': True, 'shape': (3,)}",
        "{'descr': '<', 'fortran_order': True, 'shape': (3,)}", "{'descr': '<f', 'fortran_order': True, 'shape': (3,)}",
        "{'descr': '<f8x', 'fortran_order': True, 'shape': (3,)}",
    };
    jsmf_array a;
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (parse(bad[i], &a) != JSMF_EDATA)
            fail_msg("%s", bad[i]);
}

static void other_types_are_refused_by_name(void **state)
{
    static const struct { const char *type, *says;
    } types[] = {
        { "'>f8'", "big-endian" },
        { "'>i2'", "big-endian" },
        { "'>U3'", "big-endian" },
        { "'<f2'", "floats of another size" },
        { "'<f16'", "floats of another size" },
        { "'<c16'", "complex" },
        { "'|O'", "Python objects" },
        { "'|a5'", "byte strings" },
        { "'|V8'", "raw bytes" },
        { "'<M8[ns]'", "dates" },
        { "[('a', '<f8')]", "structured" },
    };
    char text[128];
    jsmf_array a;
    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        snprintf(text, sizeof text, "{'descr': %s, 'fortran_order': False, 'shape': (3,), }", types[i].type);
        if (parse(text, &a) != JSMF_EDATA || !strstr(jsmf_context_error(ctx), types[i].says))
            fail_msg("%s: %s", types[i].type, jsmf_context_error(ctx));
    }
}

static void assert_header(const jsmf_array *a, const char *expected)
{
    char header[JSMF_NPY_MOST_WRITTEN];
    assert_int_equal(jsmf_npy_format(a, header), 128);
    assert_memory_equal(header, "\x93NUMPY\1\0v\0", 10);
    assert_memory_equal(header + 10, expected, strlen(expected));
    for (size_t i = 10 + strlen(expected); i < 127; i++)
        assert_int_equal(header[i], ' ');
    assert_int_equal(header[127], '\n');
}

/* As numpy.lib.format.write_array_header_1_0 of numpy 1.24 has them. */
static void headers_are_written_as_numpy_does(void **state)
{
    const jsmf_array matrix = { .type = 'f', .item = 8, .dims = 2, .shape = { 3, 4 }, .fortran = true };
    const jsmf_array words = { .type = 'U', .item = 20, .dims = 1, .shape = { 7 } }, flag = { .type = 'b', .item = 1 };
    (void)state;
    assert_header(&matrix, "{'descr': '<f8', 'fortran_order': True, 'shape': (3, 4), }");
    assert_header(&words, "{'descr': '<U5', 'fortran_order': False, 'shape': (7,), }");
    assert_header(&flag, "{'descr': '|b1', 'fortran_order': False, 'shape': (), }");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(headers_are_read_in_every_spelling, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bad_headers_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_types_are_refused_by_name, set_up, tear_down),
        cmocka_unit_test_setup_teardown(headers_are_written_as_numpy_does, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("npy", tests, NULL, NULL);
}
