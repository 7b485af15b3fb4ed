/* stream: entries of npz files, .npy headers, ZIP in all the dialects that are read. */
#include "unit.h"

#include "jsmf/stream.h"

#include "stream/bytes.h"
#include "stream/npy.h"
#include "stream/zip.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jsmf_context *ctx;

static int set_up(void **state)
{
    (void)state;
    ctx = jsmf_context_new();
    return ctx ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    jsmf_context_free(ctx);
    return 0;
}

/* ---- what the tests write ---- */

static jsmf_array strings_array(const char *name, size_t count, const char *const *texts)
{
    jsmf_array a = { .name = strdup(name), .type = 'U', .item = 4, .dims = 1, .shape = { count } };
    for (size_t i = 0; i < count; i++)
        assert_ok(ctx, jsmf_strings_add(ctx, &a.strings, texts[i], strlen(texts[i])));
    return a;
}

static jsmf_array numbers_array(const char *name, char type, size_t item, int dims, size_t rows, size_t cols,
                                bool fortran)
{
    jsmf_array a = { .name = strdup(name), .type = type, .item = item, .dims = dims, .shape = { rows, cols },
                     .fortran = fortran };
    size_t bytes = jsmf_array_count(&a) * item;
    unsigned char *data = malloc(bytes + 1);
    for (size_t i = 0; i < bytes; i++)
        data[i] = (unsigned char)(type == 'b' ? i % 2 : (i * 37 + item) % 61);
    a.data = data;
    return a;
}

static jsmf_output *write_npz(const jsmf_array *arrays, size_t count)
{
    jsmf_output *out;
    jsmf_npz_writer *w;
    assert_ok(ctx, jsmf_output_memory(ctx, &out));
    assert_ok(ctx, jsmf_npz_create(ctx, out, &w));
    for (size_t i = 0; i < count; i++)
        assert_ok(ctx, jsmf_npz_put(ctx, w, &arrays[i]));
    assert_ok(ctx, jsmf_npz_finish(ctx, w));
    return out;
}

static bool same_strings(const jsmf_strings *a, const jsmf_strings *b)
{
    for (size_t i = 0; i < a->count && a->count == b->count; i++)
        if (jsmf_strings_length(a, i) != jsmf_strings_length(b, i) ||
            memcmp(jsmf_strings_get(a, i), jsmf_strings_get(b, i), jsmf_strings_length(a, i)) != 0)
            return false;
    return a->count == b->count;
}

static bool same_array(const jsmf_array *a, const jsmf_array *b)
{
    if (strcmp(a->name, b->name) != 0 || a->type != b->type || a->dims != b->dims || a->fortran != b->fortran ||
        memcmp(a->shape, b->shape, (size_t)a->dims * sizeof *a->shape) != 0)
        return false;
    if (a->type == 'U')
        return same_strings(&a->strings, &b->strings);
    return a->item == b->item && memcmp(a->data, b->data, jsmf_array_count(a) * a->item) == 0;
}

/* Reads everything: the status; JSMF_ECANCEL, which a reader never gives, where the arrays are not those. */
static jsmf_status read_npz(const void *bytes, size_t length, const jsmf_array *expected, size_t count)
{
    jsmf_input *in;
    jsmf_npz_reader *r = NULL;
    bool more = true, same = true;
    size_t i = 0;
    assert_ok(ctx, jsmf_input_memory(ctx, bytes, length, "x", &in));
    jsmf_status status = jsmf_npz_open(ctx, in, &r);
    while (status == JSMF_OK) {
        jsmf_array a;
        status = jsmf_npz_next(ctx, r, &a, &more);
        if (status == JSMF_OK && !more)
            break;
        if (status == JSMF_OK)
            status = jsmf_npz_data(ctx, r, &a);
        if (status == JSMF_OK)
            same = same && i < count && same_array(&a, &expected[i++]);
        jsmf_array_free(&a);
    }
    jsmf_npz_reader_free(r);
    jsmf_input_close(in);
    return status == JSMF_OK && (!same || i != count) ? JSMF_ECANCEL : status;
}

/* The same, without taking the data. */
static jsmf_status skip_npz(const void *bytes, size_t length)
{
    jsmf_input *in;
    jsmf_npz_reader *r = NULL;
    bool more = true;
    assert_ok(ctx, jsmf_input_memory(ctx, bytes, length, "x", &in));
    jsmf_status status = jsmf_npz_open(ctx, in, &r);
    while (status == JSMF_OK && more) {
        jsmf_array a;
        status = jsmf_npz_next(ctx, r, &a, &more);
        jsmf_array_free(&a);
    }
    jsmf_npz_reader_free(r);
    jsmf_input_close(in);
    return status;
}

static void free_arrays(jsmf_array *arrays, size_t count)
{
    for (size_t i = 0; i < count; i++)
        jsmf_array_free(&arrays[i]);
}

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
    assert_non_null(strstr(jsmf_context_error(ctx), "CRC-32"));
    jsmf_context_clear(ctx);
    for (size_t cut = 1; cut < length; cut = cut * 3 + 1) {
        assert_int_equal(read_npz(bytes, length - cut, &a, 1), JSMF_EDATA);
        assert_non_null(strstr(jsmf_context_error(ctx), "truncated"));
        jsmf_context_clear(ctx);
    }
    free(changed);
    jsmf_output_abandon(one);
    jsmf_output_abandon(two);
    jsmf_array_free(&a);
}

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

static void assert_refused(const void *bytes, size_t length, const char *message)
{
    assert_int_equal(read_npz(bytes, length, NULL, 0), JSMF_EDATA);
    if (!strstr(jsmf_context_error(ctx), message))
        fail_msg("\"%s\", expected \"%s\"", jsmf_context_error(ctx), message);
    jsmf_context_clear(ctx);
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

/* ---- headers ---- */

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
        { "'|S5'", "byte strings" },
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
    assert_non_null(strstr(jsmf_context_error(ctx), "x: array C needs 671G of memory, the limit is 1.0G"));
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
        cmocka_unit_test_setup_teardown(every_cut_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(every_flipped_bit_is_found_or_harmless, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bytes_before_and_behind_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(two_arrays_of_one_name_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_not_read_is_refused_by_name, set_up, tear_down),
        cmocka_unit_test_setup_teardown(zip64_fields_are_read_and_written, set_up, tear_down),
        cmocka_unit_test_setup_teardown(data_descriptors_of_all_sorts_are_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(data_behind_the_array_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(headers_are_read_in_every_spelling, set_up, tear_down),
        cmocka_unit_test_setup_teardown(bad_headers_are_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(other_types_are_refused_by_name, set_up, tear_down),
        cmocka_unit_test_setup_teardown(headers_are_written_as_numpy_does, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_no_stream_is_named, set_up, tear_down),
        cmocka_unit_test_setup_teardown(claims_beyond_the_limit_are_refused_before_they_are_allocated, set_up,
                                        tear_down),
    };
    return cmocka_run_group_tests_name("npz", tests, NULL, NULL);
}
