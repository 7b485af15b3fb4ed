/* A ZIP archive written front to back: sizes and CRC before the data, no descriptors, no dates. */
#include "zip.h"

#include "io/bytes.h"

#include <string.h>

enum {
    LOCAL_BYTES = 30, CENTRAL_BYTES = 46, END_BYTES = 22, END64_BYTES = 56, LOCATOR_BYTES = 20, EXTRA_MOST = 28,
    VERSION = 20, VERSION64 = 45,
    DATE = 1 << 5 | 1 /* 1980-01-01, the first that there is */
};

void jsmf_zip_create(jsmf_zip_writer *z, jsmf_output *out)
{
    *z = (jsmf_zip_writer){ .out = out, .limit = JSMF_ZIP_IN_EXTRA };
}

jsmf_status jsmf_zip_write(jsmf_context *ctx, jsmf_zip_writer *z, const void *bytes, size_t length)
{
    z->offset += length;
    return jsmf_output_write(ctx, z->out, bytes, length);
}

/* The ZIP64 extra field with the values that reached the limit (all of them, where all is true); returns its length. */
static size_t make_extra(const jsmf_zip_writer *z, const uint64_t *values, size_t count, bool all, unsigned char *extra)
{
    unsigned char *p = extra + 4;
    for (size_t i = 0; i < count; i++)
        if (all || values[i] >= z->limit)
            p = jsmf_put64(p, values[i]);
    if (p == extra + 4)
        return 0;
    jsmf_put16(jsmf_put16(extra, 1), (unsigned)(p - extra - 4));
    return (size_t)(p - extra);
}

/* The fields that local header and directory share, from the version to the lengths. */
static unsigned char *put_common(unsigned char *p, const jsmf_zip_entry *e, const uint64_t sizes[2], size_t extra)
{
    p = jsmf_put16(p, extra ? VERSION64 : VERSION);
    p = jsmf_put16(p, e->flags);
    p = jsmf_put16(p, e->method);
    p = jsmf_put16(p, 0);
    p = jsmf_put16(p, DATE);
    p = jsmf_put32(p, e->crc);
    p = jsmf_put32(p, (uint32_t)sizes[1]);
    p = jsmf_put32(p, (uint32_t)sizes[0]);
    p = jsmf_put16(p, (unsigned)strlen(e->name));
    return jsmf_put16(p, (unsigned)extra);
}

static unsigned name_flags(const char *name)
{
    for (const char *c = name; *c; c++)
        if (*c & 0x80)
            return JSMF_ZIP_UTF8;
    return 0;
}

jsmf_status jsmf_zip_begin(jsmf_context *ctx, jsmf_zip_writer *z, const jsmf_zip_entry *entry)
{
    unsigned char h[LOCAL_BYTES], extra[EXTRA_MOST];
    jsmf_zip_entry e = *entry;
    uint64_t sizes[2] = { e.size, e.packed };
    /* A local header has both sizes in its extra field, or none (APPNOTE 4.5.3). */
    bool large = e.size >= z->limit || e.packed >= z->limit;
    size_t extra_length = large ? make_extra(z, sizes, 2, true, extra) : 0;
    if (strlen(e.name) > JSMF_ZIP_MOST_NAME)
        return jsmf_fail(ctx, JSMF_EDATA, "the name of an array has %zu bytes (at most %d)", strlen(e.name),
                         JSMF_ZIP_MOST_NAME);
    e.flags = name_flags(e.name);
    e.offset = z->offset;
    if (large)
        sizes[0] = sizes[1] = JSMF_ZIP_IN_EXTRA;
    put_common(jsmf_put32(h, JSMF_ZIP_LOCAL), &e, sizes, extra_length);
    if (jsmf_zip_entries_add(ctx, &z->entries, &e) != JSMF_OK || jsmf_zip_write(ctx, z, h, sizeof h) != JSMF_OK ||
        jsmf_zip_write(ctx, z, e.name, strlen(e.name)) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_zip_write(ctx, z, extra, extra_length);
}

static jsmf_status write_record(jsmf_context *ctx, jsmf_zip_writer *z, const jsmf_zip_entry *e)
{
    unsigned char h[CENTRAL_BYTES], extra[EXTRA_MOST], *p;
    uint64_t values[3] = { e->size, e->packed, e->offset };
    size_t extra_length = make_extra(z, values, 3, false, extra);
    for (size_t i = 0; i < 3; i++)
        if (values[i] >= z->limit)
            values[i] = JSMF_ZIP_IN_EXTRA;
    p = jsmf_put16(jsmf_put32(h, JSMF_ZIP_CENTRAL), extra_length ? VERSION64 : VERSION);
    p = put_common(p, e, values, extra_length);
    memset(p, 0, (size_t)(h + sizeof h - p));
    jsmf_put32(h + sizeof h - 4, (uint32_t)values[2]);
    if (jsmf_zip_write(ctx, z, h, sizeof h) != JSMF_OK ||
        jsmf_zip_write(ctx, z, e->name, strlen(e->name)) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_zip_write(ctx, z, extra, extra_length);
}

static jsmf_status write_end64(jsmf_context *ctx, jsmf_zip_writer *z, uint64_t start, uint64_t size)
{
    unsigned char h[END64_BYTES + LOCATOR_BYTES], *p;
    uint64_t offset = z->offset;
    p = jsmf_put64(jsmf_put32(h, JSMF_ZIP_END64), END64_BYTES - 12);
    p = jsmf_put16(jsmf_put16(p, VERSION64), VERSION64);
    p = jsmf_put64(p, 0);
    p = jsmf_put64(jsmf_put64(p, z->entries.count), z->entries.count);
    p = jsmf_put64(jsmf_put64(p, size), start);
    p = jsmf_put32(jsmf_put32(p, JSMF_ZIP_LOCATOR64), 0);
    jsmf_put32(jsmf_put64(p, offset), 1);
    return jsmf_zip_write(ctx, z, h, sizeof h);
}

jsmf_status jsmf_zip_finish(jsmf_context *ctx, jsmf_zip_writer *z)
{
    unsigned char h[END_BYTES] = { 0 }, *p;
    uint64_t start = z->offset, size;
    for (size_t i = 0; i < z->entries.count; i++)
        if (write_record(ctx, z, &z->entries.list[i]) != JSMF_OK)
            return jsmf_context_status(ctx);
    size = z->offset - start;
    if ((start >= z->limit || size >= z->limit) && write_end64(ctx, z, start, size) != JSMF_OK)
        return jsmf_context_status(ctx);
    p = jsmf_put32(jsmf_put32(h, JSMF_ZIP_END), 0);
    p = jsmf_put16(jsmf_put16(p, (unsigned)z->entries.count), (unsigned)z->entries.count);
    p = jsmf_put32(p, size >= z->limit ? JSMF_ZIP_IN_EXTRA : (uint32_t)size);
    jsmf_put32(p, start >= z->limit ? JSMF_ZIP_IN_EXTRA : (uint32_t)start);
    return jsmf_zip_write(ctx, z, h, sizeof h);
}
