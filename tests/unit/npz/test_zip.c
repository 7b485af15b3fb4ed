/* npz: ZIP archives, damaged and in all the dialects that are read. */
#include "unit.h"

#include "archives.h"

#include "io/bytes.h"
#include "npz/npy.h"
#include "npz/zip.h"
#include "io/io_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- damage ---- */

/* A stored array, a deflated one and strings, as small as they get. */
static size_t small_arrays(jsmf_array *arrays)
{
    static const char *const words[] = { "no", "\xC3\xA9" };
    arrays[0] = strings_array("vocab", 2, words);
    arrays[1] = numbers_array("A", 'f', 8, 2, 2, 2, true);
    return 2;
}

static void append(jsmf_output *out, const void *bytes, size_t length)
{
    assert_ok(ctx, jsmf_output_write(ctx, out, bytes, length));
}

static void append_zip(jsmf_zip_writer *z, const jsmf_array *a, size_t data)
{
    char header[JSMF_NPY_MOST_WRITTEN], name[64];
    size_t length = jsmf_npy_format(a, header);
    jsmf_zip_entry e = { .name = name, .size = length + data, .packed = length + data };
    snprintf(name, sizeof name, "%s.npy", a->name);
    e.crc = (uint32_t)crc32(crc32(0, (unsigned char *)header, (unsigned)length), a->data, (unsigned)data);
    assert_ok(ctx, jsmf_zip_begin(ctx, z, &e));
    assert_ok(ctx, jsmf_zip_write(ctx, z, header, length));
    assert_ok(ctx, jsmf_zip_write(ctx, z, a->data, data));
}

/* The numbers among the arrays stored, with ZIP64 fields for everything of limit bytes. */
static jsmf_output *write_stored(const jsmf_array *arrays, size_t count, uint64_t limit)
{
    jsmf_output *out;
    jsmf_zip_writer z;
    assert_ok(ctx, jsmf_output_memory(ctx, &out));
    jsmf_zip_create(&z, out);
    z.limit = limit;
    for (size_t i = 0; i < count; i++)
        append_zip(&z, &arrays[i], jsmf_array_count(&arrays[i]) * arrays[i].item);
    assert_ok(ctx, jsmf_zip_finish(ctx, &z));
    jsmf_zip_entries_free(&z.entries);
    return out;
}

static void assert_every_cut_is_refused(jsmf_output *out, const jsmf_array *arrays, size_t count)
{
    size_t length;
    const unsigned char *bytes = jsmf_output_bytes(out, &length);
    for (size_t cut = 0; cut < length; cut++) {
        unsigned char *copy = malloc(cut + 1); /* its own block, so that a sanitizer sees reads behind it */
        memcpy(copy, bytes, cut);
        jsmf_status read = read_npz(copy, cut, arrays, count);
        jsmf_context_clear(ctx);
        if (read != JSMF_EDATA || skip_npz(copy, cut) != JSMF_EDATA)
            fail_msg("cut to %zu of %zu bytes", cut, length);
        jsmf_context_clear(ctx);
        free(copy);
    }
    assert_ok(ctx, read_npz(bytes, length, arrays, count));
}

static void every_cut_is_refused(void **state)
{
    jsmf_array arrays[2];
    size_t count = small_arrays(arrays);
    jsmf_output *out = write_npz(arrays, count), *stored = write_stored(arrays + 1, 1, JSMF_ZIP_IN_EXTRA),
                *wide = write_stored(arrays + 1, 1, 1);
    (void)state;
    assert_every_cut_is_refused(out, arrays, count);
    assert_every_cut_is_refused(stored, arrays + 1, 1);
    assert_every_cut_is_refused(wide, arrays + 1, 1);
    jsmf_output_abandon(out);
    jsmf_output_abandon(stored);
    jsmf_output_abandon(wide);
    free_arrays(arrays, count);
}

/* A flipped bit is found, or it stands where nothing depends on it (dates, versions, attributes): then the arrays are
 * the same. */
static void assert_every_flip_is_harmless(jsmf_output *out, const jsmf_array *arrays, size_t count)
{
    size_t length, found = 0;
    const unsigned char *bytes = jsmf_output_bytes(out, &length);
    unsigned char *copy = malloc(length);
    memcpy(copy, bytes, length);
    for (size_t bit = 0; bit < 8 * length; bit++) {
        copy[bit / 8] ^= (unsigned char)(1 << bit % 8);
        jsmf_status status = read_npz(copy, length, arrays, count);
        if (status != JSMF_OK && status != JSMF_EDATA)
            fail_msg("bit %zu of byte %zu: %d %s", bit % 8, bit / 8, status, jsmf_context_error(ctx));
        found += status == JSMF_EDATA;
        jsmf_context_clear(ctx);
        copy[bit / 8] ^= (unsigned char)(1 << bit % 8);
    }
    /* What does not matter: versions, flags, dates, attributes (26 bytes an entry) and bits that pad deflated data; in
     * the ZIP64 end records versions and numbers of disks (20 bytes). */
    assert_true(8 * length - found <= 8 * (28 * count + 20));
    free(copy);
}

static void every_flipped_bit_is_found_or_harmless(void **state)
{
    jsmf_array arrays[2];
    size_t count = small_arrays(arrays);
    jsmf_output *out = write_npz(arrays, count), *wide = write_stored(arrays + 1, 1, 1);
    (void)state;
    assert_every_flip_is_harmless(out, arrays, count);
    assert_every_flip_is_harmless(wide, arrays + 1, 1);
    jsmf_output_abandon(out);
    jsmf_output_abandon(wide);
    free_arrays(arrays, count);
}

static void bytes_before_and_behind_are_refused(void **state)
{
    jsmf_array arrays[2];
    size_t count = small_arrays(arrays), length;
    jsmf_output *out = write_npz(arrays, count), *more;
    (void)state;
    const void *bytes = jsmf_output_bytes(out, &length);
    assert_ok(ctx, jsmf_output_memory(ctx, &more));
    append(more, "\n", 1);
    append(more, bytes, length);
    append(more, "\n", 1);
    const char *both = jsmf_output_bytes(more, &length);
    assert_refused(both, length, "not a jsmf stream");
    assert_refused(both + 1, length - 1, "bytes behind the end of the stream");
    jsmf_output_abandon(more);
    assert_ok(ctx, jsmf_output_memory(ctx, &more));
    bytes = jsmf_output_bytes(out, &length);
    append(more, bytes, length);
    append(more, bytes, length);
    both = jsmf_output_bytes(more, &length);
    assert_refused(both, length, "two streams in a row");
    jsmf_output_abandon(more);
    jsmf_output_abandon(out);
    free_arrays(arrays, count);
}

static void two_arrays_of_one_name_are_refused(void **state)
{
    jsmf_array arrays[2] = { numbers_array("A", 'f', 8, 1, 2, 0, false), numbers_array("A", 'f', 8, 1, 2, 0, false) };
    jsmf_output *out = write_npz(arrays, 2);
    size_t length;
    (void)state;
    const void *bytes = jsmf_output_bytes(out, &length);
    assert_refused(bytes, length, "two arrays of one name (A.npy)");
    jsmf_output_abandon(out);
    free_arrays(arrays, 2);
}

/* Overwrites bytes of a stored stream of one array. */
static void assert_patched_refused(size_t at, const char *patch, size_t patch_length, const char *message)
{
    jsmf_array a = numbers_array("A", 'f', 8, 1, 2, 0, false);
    jsmf_output *out = write_stored(&a, 1, JSMF_ZIP_IN_EXTRA);
    size_t length;
    const void *bytes = jsmf_output_bytes(out, &length);
    char *copy = malloc(length);
    memcpy(copy, bytes, length);
    memcpy(copy + at, patch, patch_length);
    assert_refused(copy, length, message);
    free(copy);
    jsmf_output_abandon(out);
    jsmf_array_free(&a);
}

static void what_is_not_read_is_refused_by_name(void **state)
{
    (void)state;
    assert_patched_refused(6, "\1", 1, "encrypted");
    assert_patched_refused(8, "\14", 1, "compression method 12");
    assert_patched_refused(30, "A.txt", 5, "a ZIP archive that holds A.txt");
    assert_patched_refused(30, "A\1npy", 5, "not printable");
    assert_patched_refused(35, "\x93NUMPX", 6, "is no .npy array");
    assert_patched_refused(41, "\4", 1, ".npy format version 4.0");
}

/* ---- dialects ---- */

static void zip64_fields_are_read_and_written(void **state)
{
    jsmf_array arrays[2] = { numbers_array("A", 'f', 8, 1, 2, 0, false), numbers_array("B", 'i', 4, 1, 3, 0, false) };
    size_t length;
    (void)state;
    for (uint64_t limit = 1; limit < 1000; limit = 3 * limit + 1) {
        jsmf_output *out = write_stored(arrays, 2, limit);
        const void *bytes = jsmf_output_bytes(out, &length);
        assert_ok(ctx, read_npz(bytes, length, arrays, 2));
        jsmf_output_abandon(out);
    }
    free_arrays(arrays, 2);
}

typedef struct dialect {
    bool deflated, signature, wide, extra;
    size_t behind; /* zero bytes behind the data that the header tells of */
} dialect;

static size_t deflate_raw(const unsigned char *from, size_t length, unsigned char *to, size_t room)
{
    z_stream z = { 0 };
    deflateInit2(&z, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY);
    z.next_in = (unsigned char *)(uintptr_t)from;
    z.avail_in = (unsigned)length;
    z.next_out = to;
    z.avail_out = (unsigned)room;
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    deflateEnd(&z);
    return room - z.avail_out;
}

/* One entry, its sizes and CRC behind the data, as numpy writes it to a pipe, or as others would. */
static size_t write_descriptor_entry(const dialect *d, const jsmf_array *a, unsigned char *to)
{
    unsigned char data[1024], packed[1024], *p = to;
    size_t length = jsmf_npy_format(a, (char *)data), packed_length;
    memcpy(data + length, a->data, jsmf_array_count(a) * a->item);
    length += jsmf_array_count(a) * a->item;
    memset(data + length, 0, d->behind);
    length += d->behind;
    packed_length = d->deflated ? deflate_raw(data, length, packed, sizeof packed) : length;
    if (!d->deflated)
        memcpy(packed, data, length);
    p = jsmf_put16(jsmf_put16(jsmf_put32(p, JSMF_ZIP_LOCAL), 20), 8);
    p = jsmf_put32(jsmf_put32(jsmf_put16(p, d->deflated ? 8 : 0), 0), 0);
    p = jsmf_put32(jsmf_put32(p, d->extra ? UINT32_MAX : 0), d->extra ? UINT32_MAX : 0);
    p = jsmf_put16(jsmf_put16(p, 5), d->extra ? 20 : 0);
    memcpy(p, "A.npy", 5);
    p += 5;
    if (d->extra)
        p = jsmf_put64(jsmf_put64(jsmf_put16(jsmf_put16(p, 1), 16), 0), 0);
    memcpy(p, packed, packed_length);
    p += packed_length;
    p = d->signature ? jsmf_put32(p, JSMF_ZIP_DATA) : p;
    p = jsmf_put32(p, (uint32_t)crc32(0, data, (unsigned)length));
    p = d->wide ? jsmf_put64(jsmf_put64(p, packed_length), length)
                : jsmf_put32(jsmf_put32(p, (uint32_t)packed_length), (uint32_t)length);
    size_t size = (size_t)(p - to);
    p = jsmf_put16(jsmf_put16(jsmf_put16(jsmf_put32(p, JSMF_ZIP_CENTRAL), 20), 20), 8);
    p = jsmf_put32(jsmf_put16(p, d->deflated ? 8 : 0), 0);
    p = jsmf_put32(p, (uint32_t)crc32(0, data, (unsigned)length));
    p = jsmf_put32(jsmf_put32(p, (uint32_t)packed_length), (uint32_t)length);
    p = jsmf_put32(jsmf_put32(jsmf_put32(jsmf_put32(jsmf_put16(p, 5), 0), 0), 0), 0);
    memcpy(p, "A.npy", 5);
    p = jsmf_put32(jsmf_put32(p + 5, JSMF_ZIP_END), 0);
    p = jsmf_put16(jsmf_put32(jsmf_put32(jsmf_put32(p, 1 | 1 << 16), 51), (uint32_t)size), 0);
    return (size_t)(p - to);
}

static void data_descriptors_of_all_sorts_are_read(void **state)
{
    jsmf_array a = numbers_array("A", 'f', 8, 1, 5, 0, false);
    unsigned char bytes[4096];
    (void)state;
    for (int bits = 0; bits < 16; bits++) {
        dialect d = { bits & 1, bits & 2, bits & 4, bits & 8, 0 };
        size_t length = write_descriptor_entry(&d, &a, bytes);
        assert_ok(ctx, read_npz(bytes, length, &a, 1));
        for (size_t cut = 0; cut < length; cut++) {
            if (read_npz(bytes, cut, &a, 1) != JSMF_EDATA)
                fail_msg("dialect %d, cut to %zu", bits, cut);
            jsmf_context_clear(ctx);
        }
        for (size_t bit = 0; bit < 8 * length; bit++) {
            bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
            jsmf_status status = read_npz(bytes, length, &a, 1);
            if (status != JSMF_OK && status != JSMF_EDATA)
                fail_msg("dialect %d, bit %zu: %d %s", bits, bit, status, jsmf_context_error(ctx));
            bytes[bit / 8] ^= (unsigned char)(1 << bit % 8);
            jsmf_context_clear(ctx);
        }
    }
    jsmf_array_free(&a);
}

static void data_behind_the_array_are_refused(void **state)
{
    jsmf_array a = numbers_array("A", 'f', 8, 1, 5, 0, false);
    dialect d = { .deflated = true, .signature = true, .behind = 8 };
    unsigned char bytes[4096];
    (void)state;
    assert_refused(bytes, write_descriptor_entry(&d, &a, bytes), "holds more than the 168 bytes that its header says");
    d.deflated = false;
    assert_refused(bytes, write_descriptor_entry(&d, &a, bytes), "CRC-32");
    jsmf_array_free(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_cut_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_flipped_bit_is_found_or_harmless, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bytes_before_and_behind_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(two_arrays_of_one_name_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_not_read_is_refused_by_name, set_up, tear_down),
        cmocka_unit_test_setup_teardown(zip64_fields_are_read_and_written, set_up, tear_down),
        cmocka_unit_test_setup_teardown(data_descriptors_of_all_sorts_are_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(data_behind_the_array_are_refused, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("zip", tests, NULL, NULL);
}
