/* Entries of a ZIP archive, one at a time, without seeking. */
#include "zip.h"

#include "io/bytes.h"
#include "base/base_inner.h"
#include "io/io_inner.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { LOCAL_BYTES = 30, PIECE = 1 << 18, BLOCK = 1 << 22, DESCRIPTOR_MOST = 24 };

jsmf_status jsmf_zip_open(jsmf_context *ctx, jsmf_zip_reader *z, jsmf_input *in)
{
    z->in = in;
    z->name = jsmf_input_name(in);
    z->base = jsmf_input_offset(in);
    z->scratch = jsmf_alloc(ctx, JSMF_ZIP_SCRATCH, 1);
    return z->scratch ? JSMF_OK : JSMF_ESYSTEM;
}

static void stop_inflating(jsmf_zip_reader *z)
{
    if (z->inflating)
        inflateEnd(&z->inflate);
    z->inflating = false;
}

void jsmf_zip_close(jsmf_zip_reader *z)
{
    stop_inflating(z);
    jsmf_zip_entries_free(&z->entries);
    free(z->scratch);
    z->scratch = NULL;
}

static jsmf_status check_name(jsmf_context *ctx, const jsmf_zip_reader *z, const char *name, size_t length)
{
    if (length > JSMF_ZIP_MOST_NAME || strlen(name) != length)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: damaged (an array's name at offset %llu)", z->name,
                         (unsigned long long)jsmf_input_offset(z->in));
    if (jsmf_zip_entries_have(&z->entries, name))
        return jsmf_fail(ctx, JSMF_EDATA, "%s: two arrays of one name (%s)", z->name, name);
    return JSMF_OK;
}

static jsmf_status check_local(jsmf_context *ctx, const jsmf_zip_reader *z, const jsmf_zip_entry *e)
{
    if (e->flags & JSMF_ZIP_ENCRYPTED)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: %s is encrypted", z->name, e->name);
    if (e->method != JSMF_ZIP_STORED && e->method != JSMF_ZIP_DEFLATED)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: %s has compression method %u (expected 0, stored, or 8, deflated)",
                         z->name, e->name, e->method);
    if (!(e->flags & JSMF_ZIP_DESCRIPTOR) && e->method == JSMF_ZIP_STORED && e->packed != e->size)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: damaged (%s is stored in %llu bytes but holds %llu)", z->name, e->name,
                         (unsigned long long)e->packed, (unsigned long long)e->size);
    return JSMF_OK;
}

/* Name and extra field, which follow the fixed part of a local header. */
static jsmf_status read_local_rest(jsmf_context *ctx, jsmf_zip_reader *z, size_t name, size_t extra, jsmf_zip_entry *e)
{
    uint64_t *const sizes[] = { &e->size, &e->packed };
    unsigned char *fields = z->scratch + name + 1;
    if (jsmf_input_full(ctx, z->in, z->scratch, name, "an array's name") != JSMF_OK ||
        jsmf_input_full(ctx, z->in, fields, extra, "an array's extra field") != JSMF_OK)
        return jsmf_context_status(ctx);
    z->scratch[name] = '\0';
    e->name = (char *)z->scratch;
    if (check_name(ctx, z, e->name, name) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (!jsmf_zip_extra(fields, extra, sizes, 2) && !(e->flags & JSMF_ZIP_DESCRIPTOR))
        return jsmf_fail(ctx, JSMF_EDATA, "%s: damaged (%s lacks its ZIP64 sizes)", z->name, e->name);
    return check_local(ctx, z, e);
}

static jsmf_status begin_data(jsmf_context *ctx, jsmf_zip_reader *z)
{
    z->sized = !(z->entry->flags & JSMF_ZIP_DESCRIPTOR);
    z->done = z->packed_done = 0;
    z->crc = 0;
    if (z->entry->method != JSMF_ZIP_DEFLATED)
        return JSMF_OK;
    memset(&z->inflate, 0, sizeof z->inflate);
    if (inflateInit2(&z->inflate, -MAX_WBITS) != Z_OK)
        return jsmf_fail(ctx, JSMF_ESYSTEM, "out of memory (inflating %s)", z->name);
    z->inflating = true;
    z->inflate_ended = false;
    return JSMF_OK;
}

static jsmf_status read_local(jsmf_context *ctx, jsmf_zip_reader *z)
{
    unsigned char h[LOCAL_BYTES];
    jsmf_zip_entry e = { .offset = jsmf_input_offset(z->in) - z->base };
    if (jsmf_input_full(ctx, z->in, h, sizeof h, "an array's entry") != JSMF_OK)
        return jsmf_context_status(ctx);
    e.flags = jsmf_get16(h + 6);
    e.method = jsmf_get16(h + 8);
    e.crc = jsmf_get32(h + 14);
    e.packed = jsmf_get32(h + 18);
    e.size = jsmf_get32(h + 22);
    if (read_local_rest(ctx, z, jsmf_get16(h + 26), jsmf_get16(h + 28), &e) != JSMF_OK ||
        jsmf_zip_entries_add(ctx, &z->entries, &e) != JSMF_OK)
        return jsmf_context_status(ctx);
    z->entry = &z->entries.list[z->entries.count - 1];
    return begin_data(ctx, z);
}

jsmf_status jsmf_zip_next(jsmf_context *ctx, jsmf_zip_reader *z)
{
    const unsigned char *p;
    size_t got;
    uint32_t signature;
    z->entry = NULL;
    if (jsmf_input_peek(ctx, z->in, 4, &p, &got) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (got < 4)
        return jsmf_fail(ctx, JSMF_EDATA,
                         "%s: truncated (ends at offset %llu, after %zu array%s, without its directory)", z->name,
                         (unsigned long long)jsmf_input_offset(z->in) + got, JSMF_COUNTED(z->entries.count));
    signature = jsmf_get32(p);
    if (signature == JSMF_ZIP_LOCAL)
        return read_local(ctx, z);
    if (signature == JSMF_ZIP_CENTRAL || signature == JSMF_ZIP_END || signature == JSMF_ZIP_END64)
        return jsmf_zip_directory(ctx, z);
    return jsmf_fail(ctx, JSMF_EDATA, "%s: damaged (bytes %02x %02x %02x %02x at offset %llu, expected an array or the "
                     "directory)", z->name, p[0], p[1], p[2], p[3], (unsigned long long)jsmf_input_offset(z->in));
}

static jsmf_status truncated(jsmf_context *ctx, const jsmf_zip_reader *z)
{
    return jsmf_fail(ctx, JSMF_EDATA, "%s: truncated (ends at offset %llu, within %s)", z->name,
                     (unsigned long long)jsmf_input_offset(z->in), z->entry->name);
}

static jsmf_status read_stored(jsmf_context *ctx, jsmf_zip_reader *z, void *to, size_t length, size_t *got)
{
    if (jsmf_input_read(ctx, z->in, to, length, got) != JSMF_OK)
        return jsmf_context_status(ctx);
    z->packed_done += *got;
    return *got ? JSMF_OK : truncated(ctx, z);
}

/* One call of inflate on what the input holds; *got = 0 where that gave nothing, or the deflated data have ended. */
static jsmf_status inflate_once(jsmf_context *ctx, jsmf_zip_reader *z, void *to, size_t length, size_t *got)
{
    const unsigned char *p;
    size_t have;
    int code;
    if (jsmf_input_peek(ctx, z->in, 1, &p, &have) != JSMF_OK)
        return jsmf_context_status(ctx);
    have = have < PIECE ? have : PIECE;
    if (!(z->entry->flags & JSMF_ZIP_DESCRIPTOR) && z->entry->packed - z->packed_done < have)
        have = (size_t)(z->entry->packed - z->packed_done);
    z->inflate.next_in = (unsigned char *)(uintptr_t)p;
    z->inflate.avail_in = (unsigned)have;
    z->inflate.next_out = to;
    z->inflate.avail_out = (unsigned)length;
    code = inflate(&z->inflate, Z_NO_FLUSH);
    jsmf_input_skip(z->in, have - z->inflate.avail_in);
    z->packed_done += have - z->inflate.avail_in;
    *got = length - z->inflate.avail_out;
    z->inflate_ended = code == Z_STREAM_END;
    if (code == Z_MEM_ERROR)
        return jsmf_fail(ctx, JSMF_ESYSTEM, "out of memory (inflating %s)", z->name);
    if (have == 0 && *got == 0 && !z->inflate_ended && z->packed_done != z->entry->packed)
        return truncated(ctx, z);
    if (code != Z_OK && code != Z_STREAM_END)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: damaged (%s does not inflate: %s)", z->name, z->entry->name,
                         z->inflate.msg ? z->inflate.msg : "it ends early");
    return JSMF_OK;
}

static jsmf_status read_deflated(jsmf_context *ctx, jsmf_zip_reader *z, void *to, size_t length, size_t *got)
{
    *got = 0;
    while (*got == 0) {
        if (z->inflate_ended)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: damaged (%s holds less than its header says)", z->name,
                             z->entry->name);
        if (inflate_once(ctx, z, to, length, got) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

/* In pieces that stay in the cache between the read and the CRC. */
static jsmf_status read_pieces(jsmf_context *ctx, jsmf_zip_reader *z, unsigned char *to, size_t length)
{
    while (length > 0) {
        size_t piece = length < PIECE ? length : PIECE, got;
        if ((z->entry->method == JSMF_ZIP_STORED ? read_stored : read_deflated)(ctx, z, to, piece, &got) != JSMF_OK)
            return jsmf_context_status(ctx);
        z->crc = (uint32_t)crc32(z->crc, to, (unsigned)got);
        to += got;
        length -= got;
    }
    return JSMF_OK;
}

typedef struct block_work {
    jsmf_zip_reader *z;
    unsigned char *to;  /* where the block goes that is being read */
    size_t length;
    const unsigned char *before; /* the block before, whose CRC is being taken */
    size_t before_length;
} block_work;

static jsmf_status read_or_check(jsmf_context *ctx, void *arg, size_t chunk)
{
    block_work *w = arg;
    if (chunk == 1) {
        w->z->crc = (uint32_t)crc32_z(w->z->crc, w->before, w->before_length);
        return JSMF_OK;
    }
    for (size_t done = 0, got; done < w->length; done += got)
        if (read_stored(ctx, w->z, w->to + done, w->length - done, &got) != JSMF_OK)
            return jsmf_context_status(ctx);
    return JSMF_OK;
}

/* In blocks, each read while the CRC of the one before is taken. */
static jsmf_status read_blocks(jsmf_context *ctx, jsmf_zip_reader *z, unsigned char *to, size_t length)
{
    block_work w = { .z = z, .to = to, .before = to };
    while (length > 0 || w.before_length > 0) {
        w.length = length < BLOCK ? length : BLOCK;
        if (jsmf_parallel(ctx, 2, read_or_check, &w) != JSMF_OK)
            return jsmf_context_status(ctx);
        w.before = w.to;
        w.before_length = w.length;
        w.to += w.length;
        length -= w.length;
    }
    return JSMF_OK;
}

jsmf_status jsmf_zip_read(jsmf_context *ctx, jsmf_zip_reader *z, void *to, size_t length)
{
    bool blocks = z->entry->method == JSMF_ZIP_STORED && length >= 2 * (size_t)BLOCK && jsmf_context_threads(ctx) > 1;
    if (z->sized && length > z->entry->size - z->done)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: damaged (%s holds %llu bytes, too few for its header)", z->name,
                         z->entry->name, (unsigned long long)z->entry->size);
    if ((blocks ? read_blocks : read_pieces)(ctx, z, to, length) != JSMF_OK)
        return jsmf_context_status(ctx);
    z->done += length;
    return JSMF_OK;
}

jsmf_status jsmf_zip_expect(jsmf_context *ctx, jsmf_zip_reader *z, uint64_t size)
{
    if (z->sized && z->entry->size != size)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: damaged (%s holds %llu bytes, its header says %llu)", z->name,
                         z->entry->name, (unsigned long long)z->entry->size, (unsigned long long)size);
    z->entry->size = size;
    z->sized = true;
    return JSMF_OK;
}

/* The last block's end, which may come after the last byte of data. */
static jsmf_status finish_inflating(jsmf_context *ctx, jsmf_zip_reader *z)
{
    unsigned char more;
    size_t got;
    while (!z->inflate_ended) {
        if (inflate_once(ctx, z, &more, 1, &got) != JSMF_OK)
            return jsmf_context_status(ctx);
        if (got)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: damaged (%s holds more than the %llu bytes that its header says)",
                             z->name, z->entry->name, (unsigned long long)z->entry->size);
    }
    return JSMF_OK;
}

static jsmf_status check_crc(jsmf_context *ctx, const jsmf_zip_reader *z, uint32_t expected)
{
    if (z->crc == expected)
        return JSMF_OK;
    return jsmf_fail(ctx, JSMF_EDATA, "%s: damaged (%s has the CRC-32 %08x, expected %08x)", z->name, z->entry->name,
                     z->crc, expected);
}

/* A descriptor has its signature or not, 8-byte sizes or not; what the data came to tells which. */
static jsmf_status read_descriptor(jsmf_context *ctx, jsmf_zip_reader *z)
{
    const unsigned char *p;
    size_t got, signature;
    if (jsmf_input_peek(ctx, z->in, DESCRIPTOR_MOST, &p, &got) != JSMF_OK)
        return jsmf_context_status(ctx);
    signature = got >= 4 && jsmf_get32(p) == JSMF_ZIP_DATA ? 4 : 0;
    if (got < signature + 12)
        return truncated(ctx, z);
    p += signature;
    z->entry->packed = z->packed_done;
    z->entry->crc = z->crc;
    if (check_crc(ctx, z, jsmf_get32(p)) != JSMF_OK)
        return JSMF_EDATA;
    if (got >= signature + 20 && jsmf_get64(p + 4) == z->packed_done && jsmf_get64(p + 12) == z->done)
        jsmf_input_skip(z->in, signature + 20);
    else if (jsmf_get32(p + 4) == z->packed_done && jsmf_get32(p + 8) == z->done)
        jsmf_input_skip(z->in, signature + 12);
    else if (got < signature + 20)
        return truncated(ctx, z);
    else
        return jsmf_fail(ctx, JSMF_EDATA, "%s: damaged (%s: its data descriptor does not give its sizes)", z->name,
                         z->entry->name);
    return JSMF_OK;
}

jsmf_status jsmf_zip_end(jsmf_context *ctx, jsmf_zip_reader *z)
{
    while (z->done < z->entry->size) {
        uint64_t left = z->entry->size - z->done;
        if (jsmf_zip_read(ctx, z, z->scratch, left < JSMF_ZIP_SCRATCH ? (size_t)left : JSMF_ZIP_SCRATCH) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    if (z->inflating && finish_inflating(ctx, z) != JSMF_OK)
        return jsmf_context_status(ctx);
    stop_inflating(z);
    if (z->entry->flags & JSMF_ZIP_DESCRIPTOR)
        return read_descriptor(ctx, z);
    if (z->packed_done != z->entry->packed)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: damaged (%s takes %llu bytes, its entry says %llu)", z->name,
                         z->entry->name, (unsigned long long)z->packed_done, (unsigned long long)z->entry->packed);
    return check_crc(ctx, z, z->entry->crc);
}
