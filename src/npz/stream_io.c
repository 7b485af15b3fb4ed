/* Whole streams in and out. */
#include "npz_inner.h"

#include "io/input.h"
#include "stream.h"
#include "base/base_inner.h"
#include "io/io_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *jsmf_stream_where(const jsmf_stream *s, const char *name, char text[JSMF_WHERE])
{
    snprintf(text, JSMF_WHERE, "%.400s: array %s", s->name ? s->name : "stream", name);
    return text;
}

/* What makes a stream of the first of some kinds. */
static jsmf_remedy remedy_of(const jsmf_schema *schema, unsigned kinds)
{
    for (size_t i = 0; i < schema->kind_count; i++)
        if (schema->kinds[i].kind & kinds)
            return schema->kinds[i].remedy;
    return JSMF_REMEDY_NONE;
}

/* "1 bag": the format's version and the kind. */
static jsmf_status read_mark(jsmf_context *ctx, const jsmf_array *a, unsigned kinds, jsmf_stream *s)
{
    char list[JSMF_SHORT_TEXT];
    const char *text;
    char *end;
    long version;
    if (a->type != 'U' || a->strings.count != 1)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: array jsmf is not one string (expected \"%d KIND\")", s->name,
                         JSMF_STREAM_VERSION);
    text = jsmf_strings_get(&a->strings, 0);
    version = strtol(text, &end, 10);
    if (end == text || *end != ' ' || version < 1)
        return jsmf_fail(ctx, JSMF_EDATA,
                         "%s: array jsmf is not a version and a kind (found \"%.40s\", expected \"%d KIND\")", s->name,
                         text, JSMF_STREAM_VERSION);
    if (version > JSMF_STREAM_VERSION)
        return jsmf_fail(ctx, JSMF_EDATA,
                         "%s: has version %ld of the stream format, newer than this jsmf, which reads %d", s->name,
                         version, JSMF_STREAM_VERSION);
    s->kind = jsmf_schema_kind_find(s->schema, end + 1);
    if (s->kind == 0)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: is a stream of an unknown kind, \"%.40s\"", s->name, end + 1);
    jsmf_schema_kind_list(s->schema, kinds, list);
    if (!(kinds & s->kind))
        return jsmf_fail_remedy(ctx, JSMF_EDATA, remedy_of(s->schema, kinds), 0, "%s: is a %s stream, expected %s",
                                s->name, jsmf_stream_kind_name(s), list);
    return JSMF_OK;
}

static jsmf_status read_history(jsmf_context *ctx, jsmf_array *a, jsmf_stream *s)
{
    if (a->type != 'U')
        return jsmf_fail(ctx, JSMF_EDATA, "%s: array history does not hold strings", s->name);
    s->history = a->strings;
    a->strings = (jsmf_strings){ 0 };
    return JSMF_OK;
}

/* Bytes that the array takes in memory, strings aside, whose size shows only as they come. */
static size_t array_bytes(const jsmf_array *a)
{
    return a->type == 'U' ? 0 : jsmf_array_count(a) * a->item;
}

/* What is wanted of a stream. */
typedef struct wanted {
    const jsmf_schema *schema;
    unsigned kinds;
    const char *const *names; /* count of them; NULL: all */
    size_t count;
    bool spool; /* the others outside memory, unless they are small */
} wanted;

enum { MOST_HELD_BYTES = 1 << 16 }; /* of numbers that spooling leaves in memory */

static bool is_mark(const jsmf_array *a) { return strcmp(a->name, "jsmf") == 0; }

static bool is_history(const jsmf_array *a) { return strcmp(a->name, "history") == 0; }

/* Whether spooling leaves it in memory: the words, and numbers that are few. */
static bool is_held(const jsmf_schema *schema, const jsmf_array *a)
{
    if (a->type == 'U')
        return schema && strcmp(schema->words, a->name) == 0;
    return array_bytes(a) <= MOST_HELD_BYTES;
}

/* Whether the array is to be held in memory. */
static bool is_wanted(const wanted *w, const jsmf_array *a)
{
    for (size_t i = 0; w->names && i < w->count; i++)
        if (strcmp(w->names[i], a->name) == 0)
            return true;
    return !w->names || is_mark(a) || is_history(a) || (w->spool && is_held(w->schema, a));
}

static jsmf_status read_data(jsmf_context *ctx, jsmf_npz_reader *r, jsmf_array *a, const jsmf_stream *s)
{
    char where[JSMF_WHERE];
    if (jsmf_npz_data(ctx, r, a) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_array_finite(ctx, jsmf_stream_where(s, a->name, where), a, JSMF_EDATA);
}

static jsmf_status keep_array(jsmf_context *ctx, const wanted *w, jsmf_array *a, jsmf_stream *s)
{
    if (is_mark(a))
        return read_mark(ctx, a, w->kinds, s);
    return is_history(a) ? read_history(ctx, a, s) : jsmf_stream_append(ctx, s, a);
}

/* Adds the array's bytes to the total, which must keep to the limit; SIZE_MAX, above every limit, on overflow. Of a
 * file that is wanted whole the refusal says what all of it takes. */
static jsmf_status count_memory(jsmf_context *ctx, const jsmf_input *in, const wanted *w, const jsmf_array *a,
                                const jsmf_stream *s, size_t *total)
{
    const uint64_t file = w->names ? 0 : jsmf_input_file_size(in);
    char what[JSMF_WHERE];
    *total = jsmf_add_sat(*total, array_bytes(a));
    if (*total <= jsmf_context_memory(ctx))
        return JSMF_OK;
    snprintf(what, sizeof what, "%.400s%s%.80s", s->name, file ? "" : " up to array ", file ? "" : a->name);
    return jsmf_memory_check(ctx, *total > file ? *total : (size_t)file, what,
                             JSMF_REMEDY_MORE_MEMORY_OR_SMALLER_STREAM);
}

/* In memory, in the spool, or only checked. */
static jsmf_status place_data(jsmf_context *ctx, const jsmf_input *in, jsmf_npz_reader *r, const wanted *w,
                              jsmf_array *a, const jsmf_stream *s, size_t *total)
{
    if (!is_wanted(w, a))
        return w->spool ? jsmf_npz_spool(ctx, r, a, s->file, s->spool) : jsmf_npz_scan(ctx, r, a, NULL);
    if (count_memory(ctx, in, w, a, s, total) != JSMF_OK)
        return jsmf_context_status(ctx);
    return read_data(ctx, r, a, s);
}

static jsmf_status read_arrays(jsmf_context *ctx, const jsmf_input *in, jsmf_npz_reader *r, const wanted *w,
                               jsmf_stream *s)
{
    size_t total = 0, arrays = 0;
    for (;;) {
        jsmf_array a;
        bool more;
        if (jsmf_npz_next(ctx, r, &a, &more) != JSMF_OK)
            return jsmf_context_status(ctx);
        if (!more)
            return arrays ? JSMF_OK
                          : jsmf_fail(ctx, JSMF_EDATA, "%s: is an empty ZIP archive, without any array", s->name);
        arrays++;
        if (place_data(ctx, in, r, w, &a, s, &total) == JSMF_OK)
            jsmf_recorded(keep_array(ctx, w, &a, s));
        jsmf_array_free(&a);
        if (jsmf_context_status(ctx) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
}

static jsmf_status open_spools(jsmf_context *ctx, const jsmf_input *in, jsmf_stream *s)
{
    if (jsmf_spool_of_input(ctx, in, &s->file) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_spool_new(ctx, s->name, &s->spool);
}

static jsmf_status read_stream(jsmf_context *ctx, jsmf_input *in, const wanted *w, jsmf_stream *out)
{
    jsmf_npz_reader *r = NULL;
    const char *name = jsmf_input_name(in);
    *out = (jsmf_stream){ .schema = w->schema };
    out->name = jsmf_copy(ctx, name, strlen(name) + 1, 1);
    if (!out->name || jsmf_npz_open(ctx, in, &r) != JSMF_OK || (w->spool && open_spools(ctx, in, out) != JSMF_OK) ||
        read_arrays(ctx, in, r, w, out) != JSMF_OK)
        jsmf_stream_free(out);
    jsmf_npz_reader_free(r);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_stream_read(jsmf_context *ctx, jsmf_input *in, const jsmf_schema *schema, unsigned kinds,
                             jsmf_stream *out)
{
    const wanted w = { .schema = schema, .kinds = kinds };
    return read_stream(ctx, in, &w, out);
}

static const char *const no_names[] = { NULL };

jsmf_status jsmf_stream_scan(jsmf_context *ctx, jsmf_input *in, const jsmf_schema *schema, unsigned kinds,
                             const char *const *names, size_t count, jsmf_stream *out)
{
    const wanted w = { .schema = schema, .kinds = kinds, .names = count ? names : no_names,
                       .count = count };
    return read_stream(ctx, in, &w, out);
}

jsmf_status jsmf_stream_spool(jsmf_context *ctx, jsmf_input *in, const jsmf_schema *schema, unsigned kinds,
                              const char *const *names, size_t count, jsmf_stream *out)
{
    const wanted w = { .schema = schema, .kinds = kinds, .names = count ? names : no_names,
                       .count = count, .spool = true };
    return read_stream(ctx, in, &w, out);
}

static jsmf_status write_mark(jsmf_context *ctx, jsmf_npz_writer *w, const jsmf_stream *s)
{
    char text[JSMF_SHORT_TEXT], name[] = "jsmf";
    jsmf_array a = { .name = name, .type = 'U' };
    const int length = snprintf(text, sizeof text, "%d %s", JSMF_STREAM_VERSION, jsmf_stream_kind_name(s));
    if (jsmf_strings_add(ctx, &a.strings, text, (size_t)length) == JSMF_OK)
        jsmf_recorded(jsmf_npz_put(ctx, w, &a));
    jsmf_strings_free(&a.strings);
    return jsmf_context_status(ctx);
}

static jsmf_status write_history(jsmf_context *ctx, jsmf_npz_writer *w, const jsmf_stream *s)
{
    char name[] = "history";
    const jsmf_array a = { .name = name, .type = 'U', .dims = 1, .shape = { s->history.count }, .strings = s->history };
    return jsmf_npz_put(ctx, w, &a);
}

static jsmf_status write_arrays(jsmf_context *ctx, jsmf_npz_writer *w, const jsmf_stream *s)
{
    char where[JSMF_WHERE];
    if (s->kind != 0 && !s->schema)
        return jsmf_fail(ctx, JSMF_EUSAGE, "a stream to be written has a kind without a schema");
    if ((s->kind != 0 && write_mark(ctx, w, s) != JSMF_OK) || write_history(ctx, w, s) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < s->count; i++) {
        const jsmf_array *a = &s->arrays[i];
        snprintf(where, sizeof where, "array %s", a->name);
        /* What lies outside memory is checked as it is written. */
        if ((!a->spool && jsmf_array_finite(ctx, where, a, JSMF_ENUMERIC) != JSMF_OK) ||
            jsmf_npz_put(ctx, w, a) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

jsmf_status jsmf_stream_write(jsmf_context *ctx, jsmf_output *out, const jsmf_stream *stream)
{
    jsmf_npz_writer *w;
    if (jsmf_npz_create(ctx, out, &w) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (write_arrays(ctx, w, stream) == JSMF_OK)
        return jsmf_npz_finish(ctx, w);
    jsmf_npz_writer_free(w);
    return jsmf_context_status(ctx);
}
