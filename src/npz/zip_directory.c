/* The central directory and the end records, checked against what was read. */
#include "zip.h"

#include "io/bytes.h"
#include "io/io_inner.h"

#include <stdio.h>
#include <string.h>

enum { CENTRAL_BYTES = 46, END_BYTES = 22, END64_BYTES = 56, LOCATOR_BYTES = 20 };

/* What the end records must say. */
typedef struct totals {
    uint64_t count, start, size;
    uint64_t end64; /* the offset of the ZIP64 end record; 0 where there is none */
} totals;

static jsmf_status differs(jsmf_context *ctx, const jsmf_zip_reader *z, const char *what, uint64_t says, uint64_t found)
{
    return jsmf_fail(ctx, JSMF_EDATA, "%s: damaged (its directory says %llu for the %s, found %llu)", z->name,
                     (unsigned long long)says, what, (unsigned long long)found);
}

static jsmf_status skip_bytes(jsmf_context *ctx, jsmf_zip_reader *z, uint64_t length, const char *what)
{
    while (length > 0) {
        size_t piece = length < JSMF_ZIP_SCRATCH ? (size_t)length : JSMF_ZIP_SCRATCH;
        if (jsmf_input_full(ctx, z->in, z->scratch, piece, what) != JSMF_OK)
            return jsmf_context_status(ctx);
        length -= piece;
    }
    return JSMF_OK;
}

static jsmf_status compare_entry(jsmf_context *ctx, const jsmf_zip_reader *z, const jsmf_zip_entry *says,
                                 const jsmf_zip_entry *found)
{
    char what[JSMF_ZIP_MOST_NAME + 32];
    const struct { const char *what; uint64_t says, found; } fields[] = {
        { "CRC-32", says->crc, found->crc },       { "size", says->size, found->size },
        { "packed size", says->packed, found->packed }, { "offset", says->offset, found->offset },
        { "compression method", says->method, found->method },
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        if (fields[i].says == fields[i].found)
            continue;
        snprintf(what, sizeof what, "%s of %s", fields[i].what, found->name);
        return differs(ctx, z, what, fields[i].says, fields[i].found);
    }
    return JSMF_OK;
}

static jsmf_status check_record(jsmf_context *ctx, jsmf_zip_reader *z, const jsmf_zip_entry *found)
{
    unsigned char h[CENTRAL_BYTES], *fields;
    jsmf_zip_entry says = { 0 };
    uint64_t *const sizes[] = { &says.size, &says.packed, &says.offset };
    size_t name, extra;
    if (jsmf_input_full(ctx, z->in, h, sizeof h, "its directory") != JSMF_OK)
        return jsmf_context_status(ctx);
    if (jsmf_get32(h) != JSMF_ZIP_CENTRAL)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: damaged (its directory lacks %s)", z->name, found->name);
    says.method = jsmf_get16(h + 10);
    says.crc = jsmf_get32(h + 16);
    says.packed = jsmf_get32(h + 20);
    says.size = jsmf_get32(h + 24);
    name = jsmf_get16(h + 28);
    extra = jsmf_get16(h + 30);
    says.offset = jsmf_get32(h + 42);
    says.name = (char *)z->scratch;
    fields = z->scratch + name + 1;
    if (jsmf_input_full(ctx, z->in, z->scratch, name, "its directory") != JSMF_OK ||
        jsmf_input_full(ctx, z->in, fields, extra, "its directory") != JSMF_OK)
        return jsmf_context_status(ctx);
    z->scratch[name] = '\0';
    if (!jsmf_zip_extra(fields, extra, sizes, 3))
        return jsmf_fail(ctx, JSMF_EDATA, "%s: damaged (its directory lacks ZIP64 sizes)", z->name);
    if (strlen(says.name) != name || strcmp(says.name, found->name) != 0)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: damaged (its directory names an array that is not there)", z->name);
    if (compare_entry(ctx, z, &says, found) != JSMF_OK)
        return JSMF_EDATA;
    return skip_bytes(ctx, z, jsmf_get16(h + 32), "its directory");
}

static jsmf_status read_end64(jsmf_context *ctx, jsmf_zip_reader *z, totals *t)
{
    unsigned char h[END64_BYTES + LOCATOR_BYTES], *locator = h + END64_BYTES;
    uint64_t extra;
    t->end64 = jsmf_input_offset(z->in) - z->base;
    if (jsmf_input_full(ctx, z->in, h, END64_BYTES, "its ZIP64 end record") != JSMF_OK)
        return jsmf_context_status(ctx);
    extra = jsmf_get64(h + 4) - (END64_BYTES - 12);
    if (extra > UINT16_MAX)
        return differs(ctx, z, "ZIP64 end record's size", jsmf_get64(h + 4), END64_BYTES - 12);
    if (jsmf_get64(h + 24) != t->count || jsmf_get64(h + 32) != t->count)
        return differs(ctx, z, "number of arrays", jsmf_get64(h + 32), t->count);
    if (jsmf_get64(h + 40) != t->size)
        return differs(ctx, z, "directory's size", jsmf_get64(h + 40), t->size);
    if (jsmf_get64(h + 48) != t->start)
        return differs(ctx, z, "directory's offset", jsmf_get64(h + 48), t->start);
    if (skip_bytes(ctx, z, extra, "its ZIP64 end record") != JSMF_OK ||
        jsmf_input_full(ctx, z->in, locator, LOCATOR_BYTES, "its ZIP64 locator") != JSMF_OK)
        return jsmf_context_status(ctx);
    if (jsmf_get32(locator) != JSMF_ZIP_LOCATOR64 || jsmf_get64(locator + 8) != t->end64)
        return differs(ctx, z, "ZIP64 end record's offset", jsmf_get64(locator + 8), t->end64);
    return JSMF_OK;
}

/* A field of the end record: the value, or all ones where a ZIP64 end record has it. */
static bool agrees(const totals *t, uint64_t says, uint64_t ones, uint64_t value)
{
    return says == value || (says == ones && t->end64);
}

static jsmf_status read_end(jsmf_context *ctx, jsmf_zip_reader *z, const totals *t)
{
    unsigned char h[END_BYTES];
    if (jsmf_input_full(ctx, z->in, h, sizeof h, "its end record") != JSMF_OK)
        return jsmf_context_status(ctx);
    if (jsmf_get32(h) != JSMF_ZIP_END)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: damaged (no end record behind its directory of %llu arrays)", z->name,
                         (unsigned long long)t->count);
    if (jsmf_get16(h + 4) != jsmf_get16(h + 6) || !agrees(t, jsmf_get16(h + 4), 0xFFFF, 0))
        return jsmf_fail(ctx, JSMF_EDATA, "%s: is a part of an archive in several files", z->name);
    if (!agrees(t, jsmf_get16(h + 8), 0xFFFF, t->count) || !agrees(t, jsmf_get16(h + 10), 0xFFFF, t->count))
        return differs(ctx, z, "number of arrays", jsmf_get16(h + 10), t->count);
    if (!agrees(t, jsmf_get32(h + 12), UINT32_MAX, t->size))
        return differs(ctx, z, "directory's size", jsmf_get32(h + 12), t->size);
    if (!agrees(t, jsmf_get32(h + 16), UINT32_MAX, t->start))
        return differs(ctx, z, "directory's offset", jsmf_get32(h + 16), t->start);
    return skip_bytes(ctx, z, jsmf_get16(h + 20), "the comment of its end record");
}

static jsmf_status check_nothing_behind(jsmf_context *ctx, jsmf_zip_reader *z)
{
    const unsigned char *p;
    size_t got;
    if (jsmf_input_peek(ctx, z->in, 1, &p, &got) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (got == 0)
        return JSMF_OK;
    return jsmf_fail(ctx, JSMF_EDATA,
                     "%s: bytes behind the end of the stream, at offset %llu (expected the end of input%s)", z->name,
                     (unsigned long long)jsmf_input_offset(z->in),
                     got >= 2 && p[0] == 'P' && p[1] == 'K' ? "; two streams in a row?" : "");
}

jsmf_status jsmf_zip_directory(jsmf_context *ctx, jsmf_zip_reader *z)
{
    totals t = { .count = z->entries.count, .start = jsmf_input_offset(z->in) - z->base };
    const unsigned char *p;
    size_t got;
    for (size_t i = 0; i < z->entries.count; i++)
        if (check_record(ctx, z, &z->entries.list[i]) != JSMF_OK)
            return jsmf_context_status(ctx);
    t.size = jsmf_input_offset(z->in) - z->base - t.start;
    if (jsmf_input_peek(ctx, z->in, 4, &p, &got) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (got >= 4 && jsmf_get32(p) == JSMF_ZIP_END64 && read_end64(ctx, z, &t) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (read_end(ctx, z, &t) != JSMF_OK)
        return jsmf_context_status(ctx);
    return check_nothing_behind(ctx, z);
}
