/* Batches of records, and the bytes that get into them: valid UTF-8 without NUL. */
#include "record.h"

#include <stdlib.h>
#include <string.h>

enum { LEAST_BYTES = 1 << 16, LEAST_FIELDS = 256 };

jsmf_status jsmf_records_found(jsmf_context *ctx, const jsmf_records *r, const char *at, const char *what,
                               const char *expected)
{
    const jsmf_records_pieces *p = &r->pieces;
    return jsmf_fail(ctx, JSMF_EDATA, "%s:%zu: found %s at byte %llu, expected %s", jsmf_text_name(p->text),
                     jsmf_records_pieces_line(p, at), what, (unsigned long long)(p->offset + (uint64_t)(at - p->bytes)),
                     expected);
}

/* ---- memory ---- */

static jsmf_status reserve(jsmf_context *ctx, jsmf_records_batch *b, size_t length)
{
    const size_t need = jsmf_add_sat(b->used, length);
    size_t capacity = jsmf_greatest(b->capacity + b->capacity / 2, LEAST_BYTES);
    char *bytes;
    if (b->bytes && need <= b->capacity)
        return JSMF_OK;
    capacity = jsmf_greatest(capacity, need);
    if (jsmf_memory_check(ctx, capacity, "the text of a few documents",
                          JSMF_REMEDY_MORE_MEMORY_OR_SPLIT_CORPUS) != JSMF_OK ||
        !(bytes = jsmf_realloc(ctx, b->bytes, capacity, 1)))
        return jsmf_context_status(ctx);
    b->bytes = bytes;
    b->capacity = capacity;
    return JSMF_OK;
}

jsmf_status jsmf_records_next_fields(jsmf_context *ctx, jsmf_records *r, jsmf_records_batch *b,
                                     jsmf_records_field **fields)
{
    const size_t need = jsmf_mul_sat(b->records + 1, r->count);
    b->columns = r->count;
    if (!b->fields || need > b->field_capacity) {
        const size_t capacity = jsmf_greatest(jsmf_add_sat(need, need / 2), LEAST_FIELDS);
        jsmf_records_field *grown = jsmf_realloc(ctx, b->fields, capacity, sizeof *grown);
        if (!grown)
            return jsmf_context_status(ctx);
        b->fields = grown;
        b->field_capacity = capacity;
    }
    *fields = b->fields + b->records * b->columns;
    return reserve(ctx, b, 0);
}

void jsmf_records_batch_clear(jsmf_records_batch *b) { b->records = b->used = 0; }

void jsmf_records_batch_free(jsmf_records_batch *b)
{
    if (!b)
        return;
    free(b->bytes);
    free(b->fields);
    *b = (jsmf_records_batch){ 0 };
}

/* ---- bytes ---- */

static const char replacement[] = "\xEF\xBF\xBD"; /* U+FFFD */
enum { REPLACEMENT = sizeof replacement - 1 };

static void append(jsmf_records_batch *b, const char *bytes, size_t length)
{
    memcpy(b->bytes + b->used, bytes, length);
    b->used += length;
}

/* A byte that cannot stay. */
static jsmf_status treat(jsmf_context *ctx, jsmf_records *r, jsmf_records_batch *b, const char *at, const char *what,
                         const char *expected)
{
    if (r->options.invalid == JSMF_RECORDS_INVALID_REFUSED)
        return jsmf_records_found(ctx, r, at, what, expected);
    r->report.invalid++;
    if (r->options.invalid == JSMF_RECORDS_INVALID_LEFT_OUT)
        return JSMF_OK;
    if (reserve(ctx, b, REPLACEMENT) != JSMF_OK)
        return jsmf_context_status(ctx);
    append(b, replacement, REPLACEMENT);
    return JSMF_OK;
}

static jsmf_status treat_byte(jsmf_context *ctx, jsmf_records *r, jsmf_records_batch *b, const char *at)
{
    return *at ? treat(ctx, r, b, at, "bytes that are not UTF-8", "UTF-8 (iconv converts other encodings)")
               : treat(ctx, r, b, at, "a NUL", "text (is this a file of another kind? iconv converts UTF-16)");
}

/* The bytes that may stay: valid, and without NUL. */
static size_t good_bytes(const char *bytes, size_t length)
{
    const char *nul = length ? memchr(bytes, '\0', length) : NULL;
    return jsmf_utf8_valid(bytes, nul ? (size_t)(nul - bytes) : length);
}

jsmf_status jsmf_records_put(jsmf_context *ctx, jsmf_records *r, jsmf_records_batch *b, const char *bytes,
                             size_t length)
{
    for (;;) {
        const size_t good = good_bytes(bytes, length);
        if (reserve(ctx, b, good) != JSMF_OK)
            return jsmf_context_status(ctx);
        append(b, bytes, good);
        if (good == length)
            return JSMF_OK;
        if (treat_byte(ctx, r, b, bytes + good) != JSMF_OK)
            return jsmf_context_status(ctx);
        bytes += good + 1;
        length -= good + 1;
    }
}

jsmf_status jsmf_records_put_code(jsmf_context *ctx, jsmf_records *r, jsmf_records_batch *b, uint32_t code,
                                  const char *at)
{
    char bytes[4];
    const size_t length = jsmf_utf8_put(code, bytes);
    if (code == 0)
        return treat(ctx, r, b, at, "a NUL", "text");
    if (length == 0)
        return treat(ctx, r, b, at, "half of a surrogate pair", "both halves");
    if (reserve(ctx, b, length) != JSMF_OK)
        return jsmf_context_status(ctx);
    append(b, bytes, length);
    return JSMF_OK;
}
