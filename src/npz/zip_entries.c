/* What reading and writing of ZIP archives share. */
#include "zip.h"

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
            return JSMF_ESYSTEM;
        entries->list = list;
        entries->capacity = capacity;
    }
    name = jsmf_copy(ctx, entry->name, strlen(entry->name) + 1, 1);
    if (!name)
        return JSMF_ESYSTEM;
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
