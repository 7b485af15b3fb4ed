/* Streams: what their schema says of a name, and how arrays move between them. */
#include "jsmf/npz.h"

#include "stream.h"
#include "base/base_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* NULL where the schema has no array of that name. */
static const jsmf_schema_array *find_known(const jsmf_schema *schema, const char *name)
{
    for (size_t i = 0; schema && i < schema->array_count; i++)
        if (strcmp(schema->arrays[i].name, name) == 0)
            return &schema->arrays[i];
    return NULL;
}

bool jsmf_schema_knows(const jsmf_schema *schema, const char *name) { return find_known(schema, name) != NULL; }

unsigned jsmf_schema_kind_find(const jsmf_schema *schema, const char *name)
{
    for (size_t i = 0; schema && i < schema->kind_count; i++)
        if (strcmp(schema->kinds[i].name, name) == 0)
            return schema->kinds[i].kind;
    return 0;
}

const char *jsmf_stream_kind_name(const jsmf_stream *stream)
{
    for (size_t i = 0; stream->schema && i < stream->schema->kind_count; i++)
        if (stream->schema->kinds[i].kind == stream->kind)
            return stream->schema->kinds[i].name;
    return "unmarked";
}

void jsmf_schema_kind_list(const jsmf_schema *schema, unsigned wanted, char text[JSMF_SHORT_TEXT])
{
    size_t n = 0;
    text[0] = '\0';
    for (size_t i = 0; schema && i < schema->kind_count; i++) {
        if (!(wanted & schema->kinds[i].kind))
            continue;
        wanted &= ~schema->kinds[i].kind;
        n += (size_t)snprintf(text + n, JSMF_SHORT_TEXT - n, "%s%s", n == 0 ? "" : wanted ? ", " : " or ",
                              schema->kinds[i].name);
        if (n >= JSMF_SHORT_TEXT)
            return;
    }
}

void jsmf_stream_free(jsmf_stream *stream)
{
    if (!stream)
        return;
    for (size_t i = 0; i < stream->count; i++)
        jsmf_array_free(&stream->arrays[i]);
    free(stream->arrays);
    free(stream->name);
    jsmf_strings_free(&stream->history);
    jsmf_spool_free(stream->file);
    jsmf_spool_free(stream->spool);
    *stream = (jsmf_stream){ 0 };
}

jsmf_status jsmf_stream_note(jsmf_context *ctx, jsmf_stream *stream, const char *line)
{
    return jsmf_strings_add(ctx, &stream->history, line, strlen(line));
}

jsmf_array *jsmf_stream_find(const jsmf_stream *stream, const char *name)
{
    for (size_t i = 0; i < stream->count; i++)
        if (strcmp(stream->arrays[i].name, name) == 0)
            return &stream->arrays[i];
    return NULL;
}

jsmf_status jsmf_stream_need(jsmf_context *ctx, const jsmf_stream *stream, const char *name, jsmf_array **out)
{
    const jsmf_schema_array *known = find_known(stream->schema, name);
    const char *title = stream->name ? stream->name : "stream";
    *out = jsmf_stream_find(stream, name);
    if (*out)
        return JSMF_OK;
    if (known)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: no array %s (%s)", title, name, known->hint);
    return jsmf_fail_remedy(ctx, JSMF_EDATA, JSMF_REMEDY_LIST_OF_ARRAYS, 0, "%s: no array %s", title, name);
}

void jsmf_stream_remove(jsmf_stream *stream, const char *name)
{
    jsmf_array *a = jsmf_stream_find(stream, name);
    if (!a)
        return;
    jsmf_array_free(a);
    stream->count--;
    memmove(a, a + 1, (size_t)(stream->arrays + stream->count - a) * sizeof *a);
}

jsmf_status jsmf_stream_append(jsmf_context *ctx, jsmf_stream *stream, jsmf_array *a)
{
    if (stream->count == stream->capacity) {
        size_t capacity = stream->capacity ? 2 * stream->capacity : 16;
        jsmf_array *arrays = jsmf_realloc(ctx, stream->arrays, capacity, sizeof *arrays);
        if (!arrays) {
            jsmf_array_free(a);
            return JSMF_ESYSTEM;
        }
        stream->arrays = arrays;
        stream->capacity = capacity;
    }
    stream->arrays[stream->count++] = *a;
    *a = (jsmf_array){ 0 };
    return JSMF_OK;
}

jsmf_status jsmf_stream_put(jsmf_context *ctx, jsmf_stream *stream, jsmf_array *a)
{
    jsmf_array *old = jsmf_stream_find(stream, a->name);
    if (!old)
        return jsmf_stream_append(ctx, stream, a);
    jsmf_array_free(old);
    *old = *a;
    *a = (jsmf_array){ 0 };
    return JSMF_OK;
}

void *jsmf_stream_take(jsmf_stream *stream, const char *name)
{
    jsmf_array *a = jsmf_stream_find(stream, name);
    void *data = a ? a->data : NULL;
    if (a)
        a->data = NULL;
    jsmf_stream_remove(stream, name);
    return data;
}

/* own: how many of to's arrays are its own; what passed into it comes behind them, and no name of it again. */
static bool passes(const jsmf_array *a, const jsmf_stream *to, size_t own)
{
    const jsmf_schema_array *known = find_known(to->schema, a->name);
    for (size_t i = 0; i < own; i++)
        if (strcmp(to->arrays[i].name, a->name) == 0)
            return false;
    return !known || (known->passes && (known->kinds & to->kind));
}

static jsmf_status pass_history(jsmf_context *ctx, jsmf_stream *from, jsmf_stream *to)
{
    for (size_t i = 0; i < from->history.count; i++)
        if (jsmf_stream_note(ctx, to, jsmf_strings_get(&from->history, i)) != JSMF_OK)
            return jsmf_context_status(ctx);
    jsmf_strings_free(&from->history);
    return JSMF_OK;
}

jsmf_status jsmf_stream_pass(jsmf_context *ctx, jsmf_stream *from, jsmf_stream *to)
{
    const size_t own = to->count;
    size_t kept = 0;
    if (pass_history(ctx, from, to) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < from->count; i++) {
        jsmf_array *a = &from->arrays[i];
        if (jsmf_context_status(ctx) == JSMF_OK && passes(a, to, own))
            jsmf_recorded(jsmf_stream_append(ctx, to, a));
        else
            from->arrays[kept++] = *a;
    }
    from->count = kept;
    return jsmf_context_status(ctx);
}
