/* What the parts of ZIP archives share: the list of entries, and the extra field with the sizes of ZIP64. */
#include "zip.h"

#include "io/bytes.h"

#include <stdlib.h>
#include <string.h>

jsmf_status jsmf_zip_entries_add(jsmf_context *ctx, jsmf_zip_entries *entries, const jsmf_zip_entry *entry)
{
    jsmf_zip_entry *list = entries->list;
    char *name;
    if (entries->count == JSMF_ZIP_MOST_ENTRIES)
        return jsmf_fail(ctx, JSMF_EDATA, "more than %d arrays", JSMF_ZIP_MOST_ENTRIES);
    if (entries->count == entries->capacity) {
        size_t capacity = entries->capacity ? 2 * entries->capacity : 16;
        list = jsmf_realloc(ctx, entries->list, capacity, sizeof *list);
        if (!list)
            return jsmf_context_status(ctx);
        entries->list = list;
        entries->capacity = capacity;
    }
    name = jsmf_copy(ctx, entry->name, strlen(entry->name) + 1, 1);
    if (!name)
        return jsmf_context_status(ctx);
    list[entries->count] = *entry;
    list[entries->count++].name = name;
    return JSMF_OK;
}

void jsmf_zip_entries_free(jsmf_zip_entries *entries)
{
    for (size_t i = 0; i < entries->count; i++)
        free(entries->list[i].name);
    free(entries->list);
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
