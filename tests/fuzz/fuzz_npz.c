/* Streams from hostile bytes: whole, by entries, and through the typed readers. Bytes that begin with a W are records
 * of which an archive is made whose sizes and CRCs are right, so that what lies behind those checks is reached. */
#include "jsmf/arrays.h"
#include "npz/npz_inner.h"

#include "io/bytes.h"
#include "npz/zip.h"
#include "io/io_inner.h"

#include <stdlib.h>

enum { ANY = JSMF_ANY_KIND, MEMORY = 64 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* Everything that reads from a stream's arrays. */
static void read_arrays(jsmf_context *ctx, jsmf_stream *s)
{
    static const char *const sparse[] = { "H", "C", "Hhat" };
    jsmf_output *out = NULL;
    if (jsmf_output_memory(ctx, &out) == JSMF_OK && jsmf_stream_write(ctx, out, s) != JSMF_OK)
        jsmf_context_clear(ctx);
    jsmf_output_abandon(out);
    for (size_t i = 0; i < 3; i++) {
        jsmf_csr m;
        if (jsmf_stream_csr(ctx, s, sparse[i], i == 0, &m) == JSMF_OK)
            jsmf_csr_free(&m);
        jsmf_context_clear(ctx);
    }
    for (size_t i = 0; i < s->count; i++) {
        const char *name = s->arrays[i].name;
        double *values, value;
        int64_t *integers;
        size_t shape[2];
        bool done = jsmf_stream_integers(ctx, s, name, 0, &integers, shape) == JSMF_OK;
        jsmf_context_clear(ctx);
        done = jsmf_stream_vector(ctx, s, name, 0, &values, shape) == JSMF_OK || done;
        jsmf_context_clear(ctx);
        done = jsmf_stream_matrix(ctx, s, name, 0, 0, &values, shape) == JSMF_OK || done;
        jsmf_context_clear(ctx);
        if (!done && jsmf_stream_scalar(ctx, s, name, &value) != JSMF_OK)
            jsmf_context_clear(ctx);
    }
}

/* What others write in the place of H, and some of the rows. */
static void read_counts(jsmf_context *ctx, jsmf_stream *s)
{
    static const unsigned char marks[16] = { 1, 0, 1 };
    bool found;
    for (size_t i = 0; i < s->count; i++) {
        jsmf_array rows = { 0 };
        if (s->arrays[i].dims > 0 && s->arrays[i].shape[0] <= sizeof marks &&
            jsmf_array_rows(ctx, &s->arrays[i], marks, 1, &rows) == JSMF_OK && rows.shape[0] > 2)
            abort();
        jsmf_array_free(&rows);
        jsmf_context_clear(ctx);
    }
    jsmf_recorded(jsmf_stream_csr_of_scipy(ctx, s, "H", s->count % 2, &found));
    jsmf_context_clear(ctx);
    jsmf_recorded(jsmf_stream_csr_of_dense(ctx, s, "H"));
    jsmf_context_clear(ctx);
}

/* Reading, scanning and passing by must agree whether the bytes are a stream. */
static jsmf_status by_entries(jsmf_context *ctx, jsmf_input *in)
{
    jsmf_npz_reader *r = NULL;
    bool more = true;
    jsmf_status status = jsmf_npz_open(ctx, in, &r);
    while (status == JSMF_OK && more) {
        jsmf_array a;
        status = jsmf_npz_next(ctx, r, &a, &more);
        jsmf_array_free(&a);
    }
    jsmf_npz_reader_free(r);
    return status;
}

static jsmf_status whole(jsmf_context *ctx, jsmf_input *in)
{
    jsmf_stream s;
    jsmf_status status = jsmf_stream_read(ctx, in, &jsmf_arrays_schema, ANY, &s);
    if (status == JSMF_OK) {
        read_counts(ctx, &s);
        read_arrays(ctx, &s);
    }
    jsmf_stream_free(&s);
    return status;
}

static jsmf_status scanned(jsmf_context *ctx, jsmf_input *in)
{
    jsmf_stream s;
    jsmf_status status = jsmf_stream_scan(ctx, in, &jsmf_arrays_schema, ANY, NULL, 0, &s);
    jsmf_stream_free(&s);
    return status;
}

static jsmf_status run(const uint8_t *bytes, size_t length, jsmf_status (*with)(jsmf_context *, jsmf_input *))
{
    jsmf_context *ctx = jsmf_context_new();
    jsmf_input *in = NULL;
    jsmf_status status = JSMF_ESYSTEM;
    if (!ctx)
        return status;
    jsmf_context_set_memory(ctx, MEMORY);
    if (jsmf_input_memory(ctx, bytes, length, "fuzz", &in) == JSMF_OK)
        status = with(ctx, in);
    jsmf_input_close(in);
    jsmf_context_free(ctx);
    return status;
}

/* A record: the name's number, flags that are not used, the length (2 bytes), the entry's bytes. */
static jsmf_status wrap_record(jsmf_context *ctx, jsmf_zip_writer *z, const uint8_t *record, size_t length)
{
    static const char *const names[] = { "jsmf.npy",      "history.npy", "H.data.npy", "H.indices.npy",
                                         "H.indptr.npy",  "H.shape.npy", "C.npy",      "C.data.npy",
                                         "C.indices.npy", "C.indptr.npy", "C.shape.npy", "vocab.npy",
                                         "H.npy",         "data.npy",    "indices.npy", "indptr.npy",
                                         "shape.npy",     "format.npy" };
    jsmf_zip_entry e = { .packed = length, .size = length };
    char name[16];
    strcpy(name, names[record[0] % (sizeof names / sizeof *names)]);
    e.name = name;
    e.crc = (uint32_t)crc32(0, record + 4, (unsigned)length);
    if (jsmf_zip_begin(ctx, z, &e) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_zip_write(ctx, z, record + 4, length);
}

static jsmf_status wrap(jsmf_context *ctx, const uint8_t *bytes, size_t length, jsmf_output *out)
{
    jsmf_zip_writer z;
    jsmf_status status = JSMF_OK;
    jsmf_zip_create(&z, out);
    for (size_t at = 1, n; at + 4 <= length && status == JSMF_OK; at += 4 + n) {
        n = jsmf_get16(bytes + at + 2);
        n = n < length - at - 4 ? n : length - at - 4;
        status = wrap_record(ctx, &z, bytes + at, n);
    }
    if (status == JSMF_OK)
        status = jsmf_zip_finish(ctx, &z);
    jsmf_zip_entries_free(&z.entries);
    return status;
}

static void compare_readers(const uint8_t *bytes, size_t length)
{
    jsmf_status read = run(bytes, length, whole), scan = run(bytes, length, scanned),
                passed = run(bytes, length, by_entries);
    if ((read == JSMF_OK && scan != JSMF_OK) || (scan == JSMF_OK && passed != JSMF_OK) ||
        (scan == JSMF_OK && read != JSMF_OK && read != JSMF_ESYSTEM))
        abort();
}

static void compare_output(const jsmf_output *out)
{
    size_t length;
    const uint8_t *bytes = jsmf_output_bytes(out, &length);
    compare_readers(bytes, length);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    jsmf_context *ctx;
    jsmf_output *out = NULL;
    if (length == 0 || bytes[0] != 'W') {
        compare_readers(bytes, length);
        return 0;
    }
    ctx = jsmf_context_new();
    if (ctx && jsmf_output_memory(ctx, &out) == JSMF_OK && wrap(ctx, bytes, length, out) == JSMF_OK)
        compare_output(out);
    jsmf_output_abandon(out);
    jsmf_context_free(ctx);
    return 0;
}
