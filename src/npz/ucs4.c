/* numpy's unicode items from and to UTF-8. */
#include "ucs4.h"

#include "io/bytes.h"

#include <stdlib.h>
#include <string.h>

static jsmf_status reserve(jsmf_context *ctx, jsmf_ucs4_decoder *d, size_t more)
{
    size_t capacity = 2 * (d->used + more) + 64;
    char *text;
    if (more <= d->capacity - d->used)
        return JSMF_OK;
    text = jsmf_realloc(ctx, d->text, capacity, 1);
    if (!text)
        return jsmf_context_status(ctx);
    d->text = text;
    d->capacity = capacity;
    return JSMF_OK;
}

static jsmf_status put_code(jsmf_context *ctx, jsmf_ucs4_decoder *d, uint32_t code)
{
    size_t bytes;
    if (reserve(ctx, d, d->zeros + 4) != JSMF_OK)
        return jsmf_context_status(ctx);
    memset(d->text + d->used, 0, d->zeros);
    bytes = jsmf_utf8_put(code, d->text + d->used + d->zeros);
    if (bytes == 0)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: string %zu holds %08x, which is no code point", d->where, d->items,
                         code);
    d->used += d->zeros + bytes;
    d->zeros = 0;
    return JSMF_OK;
}

static jsmf_status end_item(jsmf_context *ctx, jsmf_ucs4_decoder *d)
{
    jsmf_status status = jsmf_strings_add(ctx, d->list, d->text, d->used);
    if (d->at - d->zeros > d->longest)
        d->longest = d->at - d->zeros;
    d->at = d->zeros = d->used = 0;
    d->items++;
    return status;
}

jsmf_status jsmf_ucs4_decode(jsmf_context *ctx, jsmf_ucs4_decoder *d, const unsigned char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t code = jsmf_get32(bytes + 4 * i);
        if (code == 0)
            d->zeros++;
        else if (put_code(ctx, d, code) != JSMF_OK)
            return jsmf_context_status(ctx);
        if (++d->at == d->length && end_item(ctx, d) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

void jsmf_ucs4_free(jsmf_ucs4_decoder *d)
{
    free(d->text);
    d->text = NULL;
}

static size_t code_points(const char *p, const char *end)
{
    size_t count = 0;
    for (; p < end; p++)
        count += (*p & 0xC0) != 0x80;
    return count;
}

jsmf_status jsmf_ucs4_longest(jsmf_context *ctx, const char *where, const jsmf_strings *list, size_t *longest)
{
    *longest = 0;
    for (size_t i = 0; i < list->count; i++) {
        const char *text = jsmf_strings_get(list, i);
        size_t bytes = jsmf_strings_length(list, i), count = code_points(text, text + bytes);
        if (jsmf_utf8_valid(text, bytes) != bytes)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: string %zu is not valid UTF-8", where, i);
        *longest = count > *longest ? count : *longest;
    }
    return JSMF_OK;
}

size_t jsmf_ucs4_encode(const char **p, const char *end, unsigned char *to, size_t room)
{
    size_t count = 0;
    for (; *p < end && count < room; count++)
        to = jsmf_put32(to, jsmf_utf8_next(p));
    memset(to, 0, 4 * (room - count));
    return count;
}
