/* Arrays into a .npz file. */
#include "npz_inner.h"

#include "stream.h"
#include "npy.h"
#include "ucs4.h"
#include "zip.h"
#include "base/base_inner.h"
#include "io/io_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEFLATED_MOST = 1 << 16, /* bytes of numbers that are deflated */
    CRC_CHUNK = 1 << 22,     /* bytes of a parallel step */
    PIECE = 1 << 16,
    SPOOLED_PIECE = 1 << 24  /* bytes that are checked at once */
};

struct jsmf_npz_writer {
    jsmf_zip_writer zip;
};

jsmf_status jsmf_npz_create(jsmf_context *ctx, jsmf_output *out, jsmf_npz_writer **w)
{
    *w = jsmf_alloc_zero(ctx, 1, sizeof **w);
    if (!*w)
        return jsmf_context_status(ctx);
    jsmf_zip_create(&(*w)->zip, out);
    return JSMF_OK;
}

void jsmf_npz_writer_free(jsmf_npz_writer *w)
{
    if (!w)
        return;
    jsmf_zip_entries_free(&w->zip.entries);
    free(w);
}

jsmf_status jsmf_npz_finish(jsmf_context *ctx, jsmf_npz_writer *w)
{
    jsmf_status status = jsmf_zip_finish(ctx, &w->zip);
    jsmf_npz_writer_free(w);
    return status;
}

typedef struct crc_work {
    const unsigned char *bytes;
    size_t length;
    uint32_t *crcs; /* one a chunk */
} crc_work;

static jsmf_status crc_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    crc_work *w = arg;
    (void)ctx;
    w->crcs[chunk] = (uint32_t)crc32_z(0, w->bytes + chunk * CRC_CHUNK, jsmf_chunk_length(w->length, CRC_CHUNK, chunk));
    return JSMF_OK;
}

/* *crc: of what came before, on return with the bytes. */
static jsmf_status crc_bytes(jsmf_context *ctx, const void *bytes, size_t length, uint32_t *crc)
{
    size_t chunks = jsmf_chunk_count(length, CRC_CHUNK);
    crc_work w = { bytes, length, jsmf_alloc(ctx, chunks, sizeof(uint32_t)) };
    if (w.crcs && jsmf_parallel(ctx, chunks, crc_chunk, &w) == JSMF_OK)
        for (size_t i = 0; i < chunks; i++)
            *crc = (uint32_t)crc32_combine(*crc, w.crcs[i], (z_off_t)jsmf_chunk_length(length, CRC_CHUNK, i));
    free(w.crcs);
    return jsmf_context_status(ctx);
}

static jsmf_status check_piece(jsmf_context *ctx, const jsmf_array *a, const void *bytes, size_t first, size_t count,
                               uint32_t *crc)
{
    char where[JSMF_WHERE];
    if (crc_bytes(ctx, bytes, count * a->item, crc) != JSMF_OK || a->type != 'f')
        return jsmf_context_status(ctx);
    snprintf(where, sizeof where, "array %s", a->name);
    return jsmf_array_finite_part(ctx, where, a, bytes, first, count, JSMF_ENUMERIC);
}

/* Numbers in a spool: their CRC, as crc_bytes, and whether they are finite. */
static jsmf_status check_spooled(jsmf_context *ctx, const jsmf_array *a, uint32_t *crc)
{
    const size_t count = jsmf_array_count(a), most = SPOOLED_PIECE / a->item;
    const void *there = jsmf_spool_view(a->spool, a->offset);
    unsigned char *piece;
    if (there)
        return check_piece(ctx, a, there, 0, count, crc);
    piece = jsmf_alloc(ctx, SPOOLED_PIECE, 1);
    for (size_t done = 0, n; piece && done < count; done += n) {
        n = count - done < most ? count - done : most;
        if (jsmf_array_read(ctx, a, done, n, piece) != JSMF_OK ||
            check_piece(ctx, a, piece, done, n, crc) != JSMF_OK)
            break;
    }
    free(piece);
    return jsmf_context_status(ctx);
}

/* An entry deflated into memory: its sizes and CRC must be known before its first byte is written. */
typedef struct packer {
    z_stream z;
    jsmf_spool *packed;
    uint32_t crc;
    uint64_t size;
    unsigned char piece[PIECE];
} packer;

static jsmf_status pack(jsmf_context *ctx, packer *p, const void *bytes, size_t length, bool last)
{
    if (length > 0) /* an empty array may have no data, which zlib takes for the wish to begin anew */
        p->crc = (uint32_t)crc32(p->crc, bytes, (unsigned)length);
    p->size += length;
    p->z.next_in = (unsigned char *)(uintptr_t)bytes;
    p->z.avail_in = (unsigned)length;
    do {
        p->z.next_out = p->piece;
        p->z.avail_out = PIECE;
        if (deflate(&p->z, last ? Z_FINISH : Z_NO_FLUSH) == Z_STREAM_ERROR)
            return jsmf_fail(ctx, JSMF_ESYSTEM, "deflating failed");
        if (jsmf_spool_append(ctx, p->packed, p->piece, PIECE - p->z.avail_out) != JSMF_OK)
            return jsmf_context_status(ctx);
    } while (p->z.avail_out == 0);
    return JSMF_OK;
}

static jsmf_status pack_string(jsmf_context *ctx, packer *p, const char *text, size_t bytes, size_t length)
{
    unsigned char codes[4096];
    const char *end = text + bytes;
    while (length > 0) {
        size_t room = length < sizeof codes / 4 ? length : sizeof codes / 4;
        jsmf_ucs4_encode(&text, end, codes, room);
        if (pack(ctx, p, codes, 4 * room, false) != JSMF_OK)
            return jsmf_context_status(ctx);
        length -= room;
    }
    return JSMF_OK;
}

/* What lies outside memory lies there as the .npy has it. */
static jsmf_status pack_spooled(jsmf_context *ctx, packer *p, const jsmf_array *a)
{
    unsigned char piece[PIECE];
    uint64_t at = a->offset;
    uint32_t crc = 0;
    if (a->type != 'U' && check_spooled(ctx, a, &crc) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t left = jsmf_array_count(a) * a->item, length; left > 0; left -= length, at += length) {
        length = left < PIECE ? left : PIECE;
        if (jsmf_spool_read(ctx, a->spool, at, piece, length) != JSMF_OK ||
            pack(ctx, p, piece, length, false) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return pack(ctx, p, "", 0, true);
}

static jsmf_status pack_data(jsmf_context *ctx, packer *p, const jsmf_array *a)
{
    if (a->spool)
        return pack_spooled(ctx, p, a);
    if (a->type != 'U')
        return pack(ctx, p, a->data, jsmf_array_count(a) * a->item, true);
    for (size_t i = 0; i < a->strings.count; i++)
        if (pack_string(ctx, p, jsmf_strings_get(&a->strings, i), jsmf_strings_length(&a->strings, i), a->item / 4) !=
            JSMF_OK)
            return jsmf_context_status(ctx);
    return pack(ctx, p, "", 0, true);
}

static jsmf_status pack_array(jsmf_context *ctx, packer *p, const jsmf_array *a, const char *name)
{
    char header[JSMF_NPY_MOST_WRITTEN];
    const size_t length = jsmf_npy_format(a, header);
    /* The fastest level: what is deflated is small, or mostly the zeros between short words. */
    if (deflateInit2(&p->z, Z_BEST_SPEED, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return jsmf_fail(ctx, JSMF_ESYSTEM, "out of memory (deflating %s)", name);
    if (pack(ctx, p, header, length, false) == JSMF_OK)
        jsmf_recorded(pack_data(ctx, p, a));
    deflateEnd(&p->z);
    return jsmf_context_status(ctx);
}

/* length bytes of the spool from offset on. */
static jsmf_status copy_spooled(jsmf_context *ctx, jsmf_npz_writer *w, const jsmf_spool *spool, uint64_t offset,
                                uint64_t length)
{
    unsigned char piece[PIECE];
    const void *there = jsmf_spool_view(spool, offset);
    if (there)
        return jsmf_zip_write(ctx, &w->zip, there, length);
    for (size_t n; length > 0; length -= n, offset += n) {
        n = length < PIECE ? (size_t)length : PIECE;
        if (jsmf_spool_read(ctx, spool, offset, piece, n) != JSMF_OK ||
            jsmf_zip_write(ctx, &w->zip, piece, n) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

static jsmf_status write_packed(jsmf_context *ctx, jsmf_npz_writer *w, const packer *p, char *name)
{
    uint64_t length = jsmf_spool_size(p->packed);
    jsmf_zip_entry e = { .name = name, .method = JSMF_ZIP_DEFLATED, .crc = p->crc, .packed = length, .size = p->size };
    if (jsmf_zip_begin(ctx, &w->zip, &e) != JSMF_OK)
        return jsmf_context_status(ctx);
    return copy_spooled(ctx, w, p->packed, 0, length);
}

static jsmf_status put_deflated(jsmf_context *ctx, jsmf_npz_writer *w, const jsmf_array *a, char *name)
{
    packer *p = jsmf_alloc_zero(ctx, 1, sizeof *p);
    if (!p)
        return jsmf_context_status(ctx);
    if (jsmf_spool_new(ctx, a->name, &p->packed) == JSMF_OK && pack_array(ctx, p, a, name) == JSMF_OK)
        jsmf_recorded(write_packed(ctx, w, p, name));
    jsmf_spool_free(p->packed);
    free(p);
    return jsmf_context_status(ctx);
}

static jsmf_status put_spooled(jsmf_context *ctx, jsmf_npz_writer *w, const jsmf_array *a, char *name)
{
    char header[JSMF_NPY_MOST_WRITTEN];
    size_t before = jsmf_npy_format(a, header), bytes = jsmf_array_count(a) * a->item;
    jsmf_zip_entry e = { .name = name, .method = JSMF_ZIP_STORED, .packed = before + bytes, .size = before + bytes };
    e.crc = (uint32_t)crc32(0, (const unsigned char *)header, (unsigned)before);
    if (check_spooled(ctx, a, &e.crc) != JSMF_OK || jsmf_zip_begin(ctx, &w->zip, &e) != JSMF_OK ||
        jsmf_zip_write(ctx, &w->zip, header, before) != JSMF_OK)
        return jsmf_context_status(ctx);
    return copy_spooled(ctx, w, a->spool, a->offset, bytes);
}

static jsmf_status put_stored(jsmf_context *ctx, jsmf_npz_writer *w, const jsmf_array *a, char *name)
{
    char header[JSMF_NPY_MOST_WRITTEN];
    size_t before = jsmf_npy_format(a, header), bytes = jsmf_array_count(a) * a->item;
    jsmf_zip_entry e = { .name = name, .method = JSMF_ZIP_STORED, .packed = before + bytes, .size = before + bytes };
    e.crc = (uint32_t)crc32(0, (const unsigned char *)header, (unsigned)before);
    if (crc_bytes(ctx, a->data, bytes, &e.crc) != JSMF_OK || jsmf_zip_begin(ctx, &w->zip, &e) != JSMF_OK ||
        jsmf_zip_write(ctx, &w->zip, header, before) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_zip_write(ctx, &w->zip, a->data, bytes);
}

/* The array as it is written: strings as long as the longest (1 at least, as numpy has it), no order where it tells
 * nothing. */
static jsmf_status settle(jsmf_context *ctx, const jsmf_array *a, jsmf_array *out)
{
    size_t longest, bytes;
    *out = *a;
    out->fortran = a->fortran && a->dims > 1;
    if (a->type != 'U' || a->spool)
        return JSMF_OK;
    if (jsmf_ucs4_longest(ctx, a->name, &a->strings, &longest) != JSMF_OK)
        return jsmf_context_status(ctx);
    out->item = 4 * (longest ? longest : 1);
    if (a->strings.count != jsmf_array_count(a) || !jsmf_mul(a->strings.count, out->item, &bytes))
        return jsmf_fail(ctx, JSMF_EDATA, "array %s: %zu strings do not fill its shape", a->name, a->strings.count);
    return JSMF_OK;
}

jsmf_status jsmf_npz_put(jsmf_context *ctx, jsmf_npz_writer *w, const jsmf_array *a)
{
    jsmf_array settled;
    size_t length = strlen(a->name) + 5;
    char *name;
    jsmf_status status;
    if (settle(ctx, a, &settled) != JSMF_OK)
        return jsmf_context_status(ctx);
    name = jsmf_alloc(ctx, length, 1);
    if (!name)
        return jsmf_context_status(ctx);
    snprintf(name, length, "%s.npy", a->name);
    if (a->type == 'U' || jsmf_array_count(a) * a->item <= DEFLATED_MOST)
        status = put_deflated(ctx, w, &settled, name);
    else if (a->spool)
        status = put_spooled(ctx, w, &settled, name);
    else
        status = put_stored(ctx, w, &settled, name);
    free(name);
    return status;
}
