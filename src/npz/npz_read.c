/* The arrays of a .npz file, one at a time. */
#include "npz_inner.h"

#include "io/bytes.h"
#include "stream.h"
#include "npy.h"
#include "io/sniff.h"
#include "ucs4.h"
#include "zip.h"
#include "io/io_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct jsmf_npz_reader {
    jsmf_zip_reader zip;
    bool pending;            /* the present array's data are still to be read */
    bool bytes;              /* ... and are strings of bytes */
    char *where;             /* "c.npz: array C", for messages */
    unsigned char *header;   /* JSMF_NPY_MOST_HEADER bytes */
};

jsmf_status jsmf_npz_open(jsmf_context *ctx, jsmf_input *in, jsmf_npz_reader **out)
{
    jsmf_npz_reader *r;
    *out = NULL;
    if (jsmf_sniff_npz(ctx, in) != JSMF_OK)
        return jsmf_context_status(ctx);
    r = jsmf_alloc_zero(ctx, 1, sizeof *r);
    if (!r)
        return jsmf_context_status(ctx);
    r->header = jsmf_alloc(ctx, JSMF_NPY_MOST_HEADER, 1);
    if (!r->header || jsmf_zip_open(ctx, &r->zip, in) != JSMF_OK) {
        jsmf_npz_reader_free(r);
        return jsmf_context_status(ctx);
    }
    *out = r;
    return JSMF_OK;
}

void jsmf_npz_reader_free(jsmf_npz_reader *r)
{
    if (!r)
        return;
    jsmf_zip_close(&r->zip);
    free(r->where);
    free(r->header);
    free(r);
}

static bool printable(const char *name, size_t length)
{
    if (jsmf_utf8_valid(name, length) != length)
        return false;
    while (*name)
        if (jsmf_utf8_hidden(jsmf_utf8_next(&name)))
            return false;
    return true;
}

/* The array's name: the entry's without ".npy". */
static jsmf_status name_array(jsmf_context *ctx, jsmf_npz_reader *r, jsmf_array *a)
{
    const char *name = r->zip.entry->name;
    size_t length = strlen(name), where = strlen(r->zip.name) + length + 16;
    if (!printable(name, length))
        return jsmf_fail(ctx, JSMF_EDATA, "%s: an array's name at offset %llu is not printable UTF-8", r->zip.name,
                         (unsigned long long)r->zip.entry->offset);
    if (length < 5 || strcmp(name + length - 4, ".npy") != 0)
        return jsmf_fail(ctx, JSMF_EDATA,
                         "%s: is not a jsmf stream (a ZIP archive that holds %s, expected .npy arrays: unzip it first)",
                         r->zip.name,
                         name);
    a->name = jsmf_alloc(ctx, length - 3, 1);
    free(r->where);
    r->where = jsmf_alloc(ctx, where, 1);
    if (!a->name || !r->where)
        return jsmf_context_status(ctx);
    snprintf(a->name, length - 3, "%s", name);
    snprintf(r->where, where, "%s: array %s", r->zip.name, a->name);
    return JSMF_OK;
}

/* Strings of bytes are read as strings of code points, of 4 bytes each. */
static jsmf_status take_bytes(jsmf_context *ctx, jsmf_npz_reader *r, jsmf_array *a)
{
    r->bytes = a->type == 'S';
    if (!r->bytes)
        return JSMF_OK;
    if (jsmf_mul_sat(a->item, jsmf_mul_sat(4, jsmf_array_count(a))) > PTRDIFF_MAX)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: has more bytes than can be addressed", r->where);
    a->type = 'U';
    a->item *= 4;
    return JSMF_OK;
}

static jsmf_status read_header(jsmf_context *ctx, jsmf_npz_reader *r, jsmf_array *a)
{
    unsigned char magic[JSMF_NPY_BEGINNING + 2];
    size_t before = JSMF_NPY_BEGINNING, length;
    bool wide;
    if (jsmf_zip_read(ctx, &r->zip, magic, before) != JSMF_OK || jsmf_npy_begin(ctx, r->where, magic, &wide) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (wide && jsmf_zip_read(ctx, &r->zip, magic + before, 2) != JSMF_OK)
        return jsmf_context_status(ctx);
    before += wide ? 2 : 0;
    length = wide ? jsmf_get32(magic + 8) : jsmf_get16(magic + 8);
    if (length > JSMF_NPY_MOST_HEADER)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: has a header of %zu bytes (at most %d)", r->where, length,
                         JSMF_NPY_MOST_HEADER);
    if (jsmf_zip_read(ctx, &r->zip, r->header, length) != JSMF_OK ||
        jsmf_npy_parse(ctx, r->where, (const char *)r->header, length, a) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (jsmf_zip_expect(ctx, &r->zip, before + length + jsmf_array_count(a) * a->item) != JSMF_OK)
        return jsmf_context_status(ctx);
    return take_bytes(ctx, r, a);
}

jsmf_status jsmf_npz_next(jsmf_context *ctx, jsmf_npz_reader *r, jsmf_array *a, bool *more)
{
    *a = (jsmf_array){ 0 };
    *more = false;
    if (r->pending && jsmf_npz_skip(ctx, r) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (jsmf_zip_next(ctx, &r->zip) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (!r->zip.entry)
        return JSMF_OK;
    if (name_array(ctx, r, a) != JSMF_OK || read_header(ctx, r, a) != JSMF_OK) {
        jsmf_array_free(a);
        return jsmf_context_status(ctx);
    }
    *more = r->pending = true;
    return JSMF_OK;
}

jsmf_status jsmf_npz_skip(jsmf_context *ctx, jsmf_npz_reader *r)
{
    r->pending = false;
    return jsmf_zip_end(ctx, &r->zip);
}

static jsmf_status check_memory(jsmf_context *ctx, const jsmf_npz_reader *r, size_t bytes)
{
    return jsmf_memory_check(ctx, bytes, r->where, JSMF_REMEDY_MORE_MEMORY);
}

/* A quarter as many bytes, each of which becomes a code point. */
static jsmf_status read_bytes(jsmf_context *ctx, jsmf_npz_reader *r, size_t bytes)
{
    unsigned char *to = r->zip.scratch, *from = to + bytes - bytes / 4;
    if (jsmf_zip_read(ctx, &r->zip, from, bytes / 4) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < bytes / 4; i++) {
        const unsigned char byte = from[i];
        if (byte > 0x7F)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: holds the byte %02x (expected ASCII; numpy.char.decode makes "
                             "unicode of other encodings)", r->where, byte);
        memset(to + 4 * i, 0, 4);
        to[4 * i] = byte;
    }
    return JSMF_OK;
}

/* The next bytes of the data into the scratch, and behind what spool has, unless that is NULL. */
static jsmf_status read_piece(jsmf_context *ctx, jsmf_npz_reader *r, size_t bytes, jsmf_spool *spool)
{
    if ((r->bytes ? read_bytes(ctx, r, bytes) : jsmf_zip_read(ctx, &r->zip, r->zip.scratch, bytes)) != JSMF_OK)
        return jsmf_context_status(ctx);
    return spool ? jsmf_spool_append(ctx, spool, r->zip.scratch, bytes) : JSMF_OK;
}

/* keep: the strings stay in the list; else they are checked only. */
static jsmf_status decode_strings(jsmf_context *ctx, jsmf_npz_reader *r, jsmf_ucs4_decoder *d, size_t codes, bool keep,
                                  jsmf_spool *spool)
{
    while (codes > 0) {
        size_t piece = codes < JSMF_ZIP_SCRATCH / 4 ? codes : JSMF_ZIP_SCRATCH / 4;
        if (read_piece(ctx, r, 4 * piece, spool) != JSMF_OK ||
            jsmf_ucs4_decode(ctx, d, r->zip.scratch, piece) != JSMF_OK ||
            check_memory(ctx, r, d->list->bytes_capacity + d->capacity + 8 * d->list->capacity) != JSMF_OK)
            return jsmf_context_status(ctx);
        if (!keep)
            d->list->count = 0;
        codes -= piece;
    }
    return JSMF_OK;
}

static jsmf_status read_strings(jsmf_context *ctx, jsmf_npz_reader *r, jsmf_array *a)
{
    size_t count = jsmf_array_count(a);
    jsmf_ucs4_decoder d = { .list = &a->strings, .where = r->where, .length = a->item / 4 };
    jsmf_status status;
    if (check_memory(ctx, r, jsmf_mul_sat(count, sizeof(size_t) + 1)) != JSMF_OK)
        return jsmf_context_status(ctx);
    status = decode_strings(ctx, r, &d, count * d.length, true, NULL);
    jsmf_ucs4_free(&d);
    a->item = 4 * (d.longest ? d.longest : 1);
    return status;
}

static jsmf_status read_numbers(jsmf_context *ctx, jsmf_npz_reader *r, jsmf_array *a)
{
    size_t bytes = jsmf_array_count(a) * a->item;
    if (check_memory(ctx, r, bytes) != JSMF_OK)
        return jsmf_context_status(ctx);
    /* Pages of a large block are taken only as the data arrive. */
    a->data = jsmf_alloc(ctx, bytes, 1);
    return a->data ? jsmf_zip_read(ctx, &r->zip, a->data, bytes) : JSMF_ESYSTEM;
}

jsmf_status jsmf_npz_data(jsmf_context *ctx, jsmf_npz_reader *r, jsmf_array *a)
{
    r->pending = false;
    if ((a->type == 'U' ? read_strings : read_numbers)(ctx, r, a) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_zip_end(ctx, &r->zip);
}

static jsmf_status scan_strings(jsmf_context *ctx, jsmf_npz_reader *r, const jsmf_array *a, jsmf_spool *spool)
{
    jsmf_strings list = { 0 };
    jsmf_ucs4_decoder d = { .list = &list, .where = r->where, .length = a->item / 4 };
    jsmf_status status = decode_strings(ctx, r, &d, jsmf_array_count(a) * d.length, false, spool);
    jsmf_ucs4_free(&d);
    jsmf_strings_free(&list);
    return status;
}

static jsmf_status scan_numbers(jsmf_context *ctx, jsmf_npz_reader *r, const jsmf_array *a, jsmf_spool *spool)
{
    const size_t count = jsmf_array_count(a), most = JSMF_ZIP_SCRATCH / a->item;
    for (size_t done = 0, piece; done < count; done += piece) {
        piece = count - done < most ? count - done : most;
        if (read_piece(ctx, r, piece * a->item, spool) != JSMF_OK ||
            (a->type == 'f' &&
             jsmf_array_finite_part(ctx, r->where, a, r->zip.scratch, done, piece, JSMF_EDATA) != JSMF_OK))
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

jsmf_status jsmf_npz_scan(jsmf_context *ctx, jsmf_npz_reader *r, const jsmf_array *a, jsmf_spool *spool)
{
    if ((a->type == 'U' ? scan_strings : scan_numbers)(ctx, r, a, spool) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_npz_skip(ctx, r);
}

jsmf_status jsmf_npz_spool(jsmf_context *ctx, jsmf_npz_reader *r, jsmf_array *a, const jsmf_spool *file,
                           jsmf_spool *spool)
{
    bool stored = file && !r->bytes && r->zip.entry->method == JSMF_ZIP_STORED;
    a->spool = stored ? file : spool;
    a->offset = stored ? jsmf_input_offset(r->zip.in) : jsmf_spool_size(spool);
    return jsmf_npz_scan(ctx, r, a, stored ? NULL : spool);
}
