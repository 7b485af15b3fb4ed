/* Columns by their names: those that are chosen, and what to say of one that is not there. */
#include "record.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- the obvious one ---- */

bool jsmf_records_names_text(const char *name)
{
    static const char *const names[] = { "text", "body", "content", "contents", "abstract", "article", "comment",
                                         "description", "document", "full_text", "fulltext", "message", "post",
                                         "review", "sentence", "speech", "transcript", "tweet" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcasecmp(name, names[i]) == 0)
            return true;
    return false;
}

size_t jsmf_records_obvious_of(const jsmf_strings *columns)
{
    size_t found = SIZE_MAX;
    if (columns->count == 1)
        return 0;
    for (size_t i = 0; i < columns->count; i++)
        if (jsmf_records_names_text(jsmf_strings_get(columns, i))) {
            if (found != SIZE_MAX)
                return SIZE_MAX;
            found = i;
        }
    return found;
}

size_t jsmf_records_obvious(const jsmf_records *r) { return jsmf_records_obvious_of(&r->columns); }

/* ---- the nearest one ---- */

/* The column that name may be a slip for: no more than half of it differs. SIZE_MAX where none is so near. */
static size_t nearest(const jsmf_strings *columns, const char *name)
{
    size_t best = strnlen(name, JSMF_STRINGS_COMPARED) / 2 + 1, found = SIZE_MAX;
    for (size_t i = 0; i < columns->count; i++) {
        const size_t here = jsmf_strings_distance(name, jsmf_strings_get(columns, i));
        if (here < best) {
            best = here;
            found = i;
        }
    }
    return found;
}

/* ---- errors ---- */

enum { LIST_BYTES = 400, NAME_BYTES = 40 }; /* what is longer may be a document, where there is no line of names */

const char *jsmf_records_list_columns(const jsmf_records *r, char *text, size_t size)
{
    const jsmf_strings *columns = &r->columns;
    size_t used = 0;
    snprintf(text, size, "none");
    for (size_t i = 0; i < columns->count; i++) {
        const char *name = jsmf_strings_get(columns, i);
        const bool cut = jsmf_strings_length(columns, i) > NAME_BYTES;
        const size_t length = cut ? jsmf_utf8_valid(name, NAME_BYTES) : jsmf_strings_length(columns, i);
        if (used + length + sizeof ", \"\"..., ..." > size) {
            snprintf(text + used, size - used, "%s...", i ? ", " : "");
            break;
        }
        used += (size_t)snprintf(text + used, size - used, "%s%.*s%s", i ? ", " : "", length ? (int)length : 2,
                                 length ? name : "\"\"", cut ? "..." : "");
    }
    return text;
}

jsmf_status jsmf_records_no_column(jsmf_context *ctx, const jsmf_records *r, const char *name)
{
    const char *kind = r->options.format == JSMF_RECORDS_JSONL ? "field" : "column";
    const size_t near = nearest(&r->columns, name);
    const bool numbered = r->options.format != JSMF_RECORDS_JSONL && *name && !name[strspn(name, "0123456789")];
    char text[LIST_BYTES];
    return jsmf_fail(ctx, JSMF_EDATA, "%s: no %s %s (there are %s%s%s%s%s)", jsmf_text_name(r->pieces.text), kind, name,
                     jsmf_records_list_columns(r, text, sizeof text), near == SIZE_MAX ? "" : "; is ",
                     near == SIZE_MAX ? "" : jsmf_strings_get(&r->columns, near), near == SIZE_MAX ? "" : " meant?",
                     numbered ? "; columns have the names of the first line, and no numbers" : "");
}

static jsmf_status find_column(jsmf_context *ctx, const jsmf_records *r, const char *name, size_t *place)
{
    *place = SIZE_MAX;
    for (size_t i = 0; i < r->columns.count; i++)
        if (strcmp(jsmf_strings_get(&r->columns, i), name) == 0) {
            if (*place != SIZE_MAX)
                return jsmf_fail(ctx, JSMF_EDATA, "%s: columns %zu and %zu, counted from 1, are both named %s, "
                                 "expected one of that name", jsmf_text_name(r->pieces.text), *place + 1, i + 1, name);
            *place = i;
        }
    return *place == SIZE_MAX ? jsmf_records_no_column(ctx, r, name) : JSMF_OK;
}

jsmf_status jsmf_records_find_columns(jsmf_context *ctx, jsmf_records *r)
{
    for (size_t i = 0; i < r->count; i++)
        if (find_column(ctx, r, r->names[i], &r->places[i]) != JSMF_OK)
            return jsmf_context_status(ctx);
    return JSMF_OK;
}
