/* What the parts of ZIP archives share: the list of entries, and the extra field with the sizes of ZIP64. */
#include "zip.h"

#include "io/bytes.h"

#include <stdlib.h>
#include <string.h>

/* The slot of the name, or the empty one where it would go. */
static size_t locate(const jsmf_zip_entries *entries, const char *name)
{
    const size_t mask = 2 * entries->capacity - 1;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    size_t at;
    for (const char *c = name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * UINT64_C(0x9e3779b97f4a7c15);
    at = (hash ^ hash >> 29 ^ hash >> 43) & mask;
    while (entries->slots[at] && strcmp(entries->list[entries->slots[at] - 1].name, name) != 0)
        at = (at + 1) & mask;
    return at;
}

bool jsmf_zip_entries_have(const jsmf_zip_entries *entries, const char *name)
{
    return entries->count > 0 && entries->slots[locate(entries, name)];
}

static jsmf_status grow(jsmf_context *ctx, jsmf_zip_entries *entries)
{
    const size_t capacity = entries->capacity ? 2 * entries->capacity : 16;
    jsmf_zip_entry *list = jsmf_realloc(ctx, entries->list, capacity, sizeof *list);
    uint32_t *slots = jsmf_alloc_zero(ctx, 2 * capacity, sizeof *slots);
    entries->list = list ? list : entries->list;
    if (jsmf_context_status(ctx) != JSMF_OK) {
        free(slots);
        return jsmf_context_status(ctx);
    }
    free(entries->slots);
    entries->slots = slots;
    entries->capacity = capacity;
    for (size_t i = 0; i < entries->count; i++)
        slots[locate(entries, list[i].name)] = (uint32_t)(i + 1);
    return JSMF_OK;
}

jsmf_status jsmf_zip_entries_add(jsmf_context *ctx, jsmf_zip_entries *entries, const jsmf_zip_entry *entry)
{
    char *name;
    if (entries->count == JSMF_ZIP_MOST_ENTRIES)
        return jsmf_fail(ctx, JSMF_EDATA, "more than %d arrays", JSMF_ZIP_MOST_ENTRIES);
    if (entries->count == entries->capacity && grow(ctx, entries) != JSMF_OK)
        return jsmf_context_status(ctx);
    name = jsmf_copy(ctx, entry->name, strlen(entry->name) + 1, 1);
    if (!name)
        return jsmf_context_status(ctx);
    entries->list[entries->count] = *entry;
    entries->list[entries->count].name = name;
    entries->count++;
    entries->slots[locate(entries, name)] = (uint32_t)entries->count;
    return JSMF_OK;
}

void jsmf_zip_entries_free(jsmf_zip_entries *entries)
{
    for (size_t i = 0; i < entries->count; i++)
        free(entries->list[i].name);
    free(entries->list);
    free(entries->slots);
    *entries = (jsmf_zip_entries){ 0 };
}

bool jsmf_zip_extra(const unsigned char *extra, size_t length, uint64_t *const *fields, size_t count)
{
    const unsigned char *value = NULL, *end = extra + length;
    size_t left = 0;
    for (const unsigned char *p = extra; !value && end - p >= 4; p += 4 + left) {
        left = jsmf_get16(p + 2);
        if (left > (size_t)(end - p) - 4)
            break;
        value = jsmf_get16(p) == 1 ? p + 4 : NULL;
    }
    for (size_t i = 0; i < count; i++) {
        if (*fields[i] != JSMF_ZIP_IN_EXTRA)
            continue;
        if (!value || left < 8)
            return false;
        *fields[i] = jsmf_get64(value);
        value += 8;
        left -= 8;
    }
    return true;
}
