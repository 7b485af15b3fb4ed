/* A stream's arrays wherever they lie: copied into memory, and told from others by their bytes. */
#include "jsmf/npz.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { PIECE_BYTES = 1 << 16, PIECE_STRINGS = 1 << 10 };

/* ---- a copy ---- */

static jsmf_status copy_data(jsmf_context *ctx, const jsmf_array *from, jsmf_array *to)
{
    const size_t count = jsmf_array_count(from);
    if (from->type == 'U')
        return jsmf_array_read_strings(ctx, from, 0, count, &to->strings);
    to->data = jsmf_alloc(ctx, count, from->item);
    return to->data ? jsmf_array_read(ctx, from, 0, count, to->data) : jsmf_context_status(ctx);
}

static jsmf_status copy_array(jsmf_context *ctx, const jsmf_array *from, jsmf_stream *to)
{
    jsmf_array a = { .type = from->type, .item = from->item, .dims = from->dims, .fortran = from->fortran };
    memcpy(a.shape, from->shape, sizeof a.shape);
    if (copy_data(ctx, from, &a) == JSMF_OK)
        return jsmf_stream_add(ctx, to, from->name, &a);
    jsmf_array_free(&a);
    return jsmf_context_status(ctx);
}

static jsmf_status check_memory(jsmf_context *ctx, const jsmf_stream *from)
{
    size_t bytes = 0;
    for (size_t i = 0; i < from->count; i++)
        if (from->arrays[i].type != 'U')
            bytes = jsmf_add_sat(bytes, jsmf_mul_sat(jsmf_array_count(&from->arrays[i]), from->arrays[i].item));
    return jsmf_memory_check(ctx, bytes, from->name, JSMF_REMEDY_MORE_MEMORY_OR_SMALLER_STREAM);
}

static jsmf_status copy_all(jsmf_context *ctx, const jsmf_stream *from, jsmf_stream *to)
{
    to->name = jsmf_copy(ctx, from->name, strlen(from->name) + 1, 1);
    if (!to->name || check_memory(ctx, from) != JSMF_OK ||
        jsmf_strings_copy(ctx, &from->history, &to->history) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < from->count; i++)
        if (copy_array(ctx, &from->arrays[i], to) != JSMF_OK)
            return jsmf_context_status(ctx);
    return JSMF_OK;
}

jsmf_status jsmf_stream_copy(jsmf_context *ctx, const jsmf_stream *from, jsmf_stream *to)
{
    *to = (jsmf_stream){ .schema = from->schema, .kind = from->kind };
    if (copy_all(ctx, from, to) != JSMF_OK)
        jsmf_stream_free(to);
    return jsmf_context_status(ctx);
}

/* ---- a mark ---- */

static uint32_t add_bytes(uint32_t crc, const void *bytes, size_t length)
{
    return (uint32_t)crc32_z(crc, bytes, length);
}

static jsmf_status mark_numbers(jsmf_context *ctx, const jsmf_array *a, uint32_t *crc)
{
    unsigned char piece[PIECE_BYTES];
    const size_t count = jsmf_array_count(a), most = sizeof piece / a->item;
    for (size_t first = 0, some; first < count; first += some) {
        some = jsmf_least(count - first, most);
        if (jsmf_array_read(ctx, a, first, some, piece) != JSMF_OK)
            return jsmf_context_status(ctx);
        *crc = add_bytes(*crc, piece, some * a->item);
    }
    return JSMF_OK;
}

static jsmf_status mark_strings(jsmf_context *ctx, const jsmf_array *a, uint32_t *crc)
{
    const size_t count = jsmf_array_count(a);
    for (size_t first = 0, some; first < count; first += some) {
        jsmf_strings list = { 0 };
        some = jsmf_least(count - first, PIECE_STRINGS);
        if (jsmf_array_read_strings(ctx, a, first, some, &list) == JSMF_OK)
            *crc = add_bytes(*crc, list.pool, list.offsets[list.count]);
        jsmf_strings_free(&list);
        if (jsmf_context_status(ctx) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

jsmf_status jsmf_stream_mark(jsmf_context *ctx, const jsmf_stream *stream, uint32_t *mark)
{
    *mark = 0;
    for (size_t i = 0; i < stream->count; i++) {
        const jsmf_array *a = &stream->arrays[i];
        *mark = add_bytes(*mark, a->name, strlen(a->name) + 1);
        *mark = add_bytes(*mark, &a->type, 1);
        *mark = add_bytes(*mark, a->shape, (size_t)a->dims * sizeof *a->shape);
        if ((a->type == 'U' ? mark_strings : mark_numbers)(ctx, a, mark) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}
