/* Lists of strings in one pool, and exact lookup in them. */
#include "jsmf/io.h"
#include "base/base_inner.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char *jsmf_strings_get(const jsmf_strings *list, size_t i) { return list->pool + list->offsets[i]; }

size_t jsmf_strings_length(const jsmf_strings *list, size_t i) { return list->offsets[i + 1] - list->offsets[i] - 1; }

static size_t grown(size_t capacity, size_t need, size_t least)
{
    size_t more = capacity + capacity / 2;
    more = more < least ? least : more;
    return more < need ? need : more;
}

static jsmf_status reserve_offsets(jsmf_context *ctx, jsmf_strings *list)
{
    size_t capacity = grown(list->capacity, list->count + 1, 64);
    size_t *offsets;
    if (list->offsets && list->count < list->capacity)
        return JSMF_OK;
    offsets = jsmf_realloc(ctx, list->offsets, capacity + 1, sizeof *offsets);
    if (!offsets)
        return jsmf_context_status(ctx);
    if (list->count == 0)
        offsets[0] = 0;
    list->offsets = offsets;
    list->capacity = capacity;
    return JSMF_OK;
}

static jsmf_status reserve_bytes(jsmf_context *ctx, jsmf_strings *list, size_t need)
{
    size_t capacity = grown(list->bytes_capacity, need, 1024);
    char *pool;
    if (need <= list->bytes_capacity)
        return JSMF_OK;
    pool = jsmf_realloc(ctx, list->pool, capacity, 1);
    if (!pool)
        return jsmf_context_status(ctx);
    list->pool = pool;
    list->bytes_capacity = capacity;
    return JSMF_OK;
}

jsmf_status jsmf_strings_add(jsmf_context *ctx, jsmf_strings *list, const char *bytes, size_t length)
{
    size_t start, end;
    if (reserve_offsets(ctx, list) != JSMF_OK)
        return jsmf_context_status(ctx);
    start = list->offsets[list->count];
    if (!jsmf_add(start, length, &end) || !jsmf_add(end, 1, &end) || end > PTRDIFF_MAX)
        return jsmf_fail(ctx, JSMF_ESYSTEM, "out of memory (strings of more than can be addressed)");
    if (reserve_bytes(ctx, list, end) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (length)
        memcpy(list->pool + start, bytes, length);
    list->pool[end - 1] = '\0';
    list->offsets[++list->count] = end;
    return JSMF_OK;
}

jsmf_status jsmf_strings_copy(jsmf_context *ctx, const jsmf_strings *from, jsmf_strings *to)
{
    *to = (jsmf_strings){ 0 };
    if (from->count == 0)
        return JSMF_OK;
    to->offsets = jsmf_copy(ctx, from->offsets, from->count + 1, sizeof *from->offsets);
    to->pool = jsmf_copy(ctx, from->pool, from->offsets[from->count], 1);
    if (!to->offsets || !to->pool) {
        jsmf_strings_free(to);
        return JSMF_ESYSTEM;
    }
    to->count = to->capacity = from->count;
    to->bytes_capacity = from->offsets[from->count];
    return JSMF_OK;
}

void jsmf_strings_free(jsmf_strings *list)
{
    if (!list)
        return;
    free(list->offsets);
    free(list->pool);
    *list = (jsmf_strings){ 0 };
}

static size_t least_of(size_t a, size_t b, size_t c) { return jsmf_least(jsmf_least(a, b), c); }

size_t jsmf_strings_distance(const char *a, const char *b)
{
    const size_t m = strnlen(a, JSMF_STRINGS_COMPARED), n = strnlen(b, JSMF_STRINGS_COMPARED);
    size_t row[JSMF_STRINGS_COMPARED + 1];
    for (size_t k = 0; k <= n; k++)
        row[k] = k;
    for (size_t i = 1; i <= m; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t k = 1; k <= n; k++) {
            const size_t change = diagonal + (tolower((unsigned char)a[i - 1]) != tolower((unsigned char)b[k - 1]));
            diagonal = row[k];
            row[k] = least_of(row[k] + 1, row[k - 1] + 1, change);
        }
    }
    return row[n];
}
