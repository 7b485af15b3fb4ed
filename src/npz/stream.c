/* Streams: the kinds, the arrays that they are known to hold, and how arrays move between them. */
#include "jsmf/npz.h"

#include "kinds.h"

#include <stdlib.h>
#include <string.h>

enum {
    BAG = JSMF_BAG, COOC = JSMF_COOC, RECTIFIED = JSMF_RECTIFIED, COMPRESSED = JSMF_COMPRESSED, MODEL = JSMF_MODEL,
    COMPOSITIONS = JSMF_COMPOSITIONS,
    AFTER_BAG = COOC | RECTIFIED | COMPRESSED | MODEL | COMPOSITIONS,
    ALL = BAG | AFTER_BAG
};

/* The arrays of jsmf(5), the kinds that hold them, and who writes them, for messages. */
static const struct known {
    const char *name;
    unsigned kinds;
    const char *hint;
} table[] = {
    { "vocab", ALL, "jsmf-bow writes it from --vocab FILE" },
    { "H.data", BAG, "a bag stream made by jsmf-bow has one" },
    { "H.indices", BAG, "a bag stream made by jsmf-bow has one" },
    { "H.indptr", BAG, "a bag stream made by jsmf-bow has one" },
    { "H.shape", BAG, "a bag stream made by jsmf-bow has one" },
    { "ids", BAG | COMPOSITIONS, "a bag stream whose input has document ids has one" },
    { "C", COOC | RECTIFIED, "a cooc stream made by jsmf-cooc has one" },
    { "C.data", COOC, "a cooc stream made by jsmf-cooc --sparse has one" },
    { "C.indices", COOC, "a cooc stream made by jsmf-cooc --sparse has one" },
    { "C.indptr", COOC, "a cooc stream made by jsmf-cooc --sparse has one" },
    { "C.shape", COOC, "a cooc stream made by jsmf-cooc --sparse has one" },
    { "Hhat.data", COOC, "a cooc stream made by jsmf-cooc --factored has one" },
    { "Hhat.indices", COOC, "a cooc stream made by jsmf-cooc --factored has one" },
    { "Hhat.indptr", COOC, "a cooc stream made by jsmf-cooc --factored has one" },
    { "Hhat.shape", COOC, "a cooc stream made by jsmf-cooc --factored has one" },
    { "Hdiag", COOC, "a cooc stream made by jsmf-cooc --factored has one" },
    { "V", COOC, "a cooc stream made by jsmf-cooc --low-rank has one" },
    { "D", COOC, "a cooc stream made by jsmf-cooc --low-rank has one" },
    { "Y", RECTIFIED | COMPRESSED, "jsmf-rectify-ap and jsmf-rectify-enn write one" },
    { "r", RECTIFIED, "jsmf-rectify-ap writes one" },
    { "checkpoint", RECTIFIED, "jsmf-rectify-ap --checkpoint writes one" },
    { "df", ALL, "jsmf-bow writes one" },
    { "unigram", AFTER_BAG, "jsmf-cooc writes one" },
    { "documents", AFTER_BAG, "jsmf-cooc writes one" },
    { "B", MODEL, "a model made by jsmf-aw or jsmf-law has one" },
    { "A", MODEL, "a model made by jsmf-aw or jsmf-law has one" },
    { "legality", MODEL, "a model made by jsmf-aw or jsmf-law has one" },
    { "S", MODEL, "a model made by jsmf-aw or jsmf-law has one" },
    { "anchors.words", MODEL, "a model made by jsmf-aw --anchors may have one" },
    { "anchors.topics", MODEL, "a model made by jsmf-aw --anchors may have one" },
    { "Bbar", MODEL, "a model made by jsmf-aw or jsmf-law has one" },
    { "Canchor", MODEL, "a model made by jsmf-aw or jsmf-law has one" },
    { "residuals", MODEL, "a model made by jsmf-aw or jsmf-law has one" },
    { "alpha", MODEL, "a model made by jsmf-aw or jsmf-law has one" },
    { "W", COMPOSITIONS, "jsmf-infer writes one" },
    { "infer.empty", COMPOSITIONS, "jsmf-infer writes one" },
    { "dual", COMPOSITIONS, "jsmf-infer writes one where its method has a dual" },
    { "infer.method", COMPOSITIONS, "jsmf-infer writes one" },
    { "infer.loss", COMPOSITIONS, "jsmf-infer writes one" },
    { "infer.weights", COMPOSITIONS, "jsmf-infer writes one" },
    { "infer.prior", COMPOSITIONS, "jsmf-infer writes one" },
    { "infer.paper", COMPOSITIONS, "jsmf-infer writes one" },
    { "infer.delta", COMPOSITIONS, "jsmf-infer writes one" },
    { "infer.threshold", COMPOSITIONS, "jsmf-infer writes one" },
    { "infer.model", COMPOSITIONS, "jsmf-infer writes one" },
};

static const struct known *find_known(const char *name)
{
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, name) == 0)
            return &table[i];
    return NULL;
}

static const struct { jsmf_kind kind; const char *name; } kinds[] = {
    { JSMF_BAG, "bag" }, { JSMF_COOC, "cooc" }, { JSMF_RECTIFIED, "rectified" }, { JSMF_COMPRESSED, "compressed" },
    { JSMF_MODEL, "model" }, { JSMF_COMPOSITIONS, "compositions" },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

const char *jsmf_kind_name(jsmf_kind kind)
{
    for (size_t i = 0; i < KINDS; i++)
        if (kinds[i].kind == kind)
            return kinds[i].name;
    return "unmarked";
}

jsmf_kind jsmf_kind_find(const char *name)
{
    for (size_t i = 0; i < KINDS; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return kinds[i].kind;
    return JSMF_UNMARKED;
}

void jsmf_kind_list(unsigned wanted, char text[JSMF_KIND_LIST])
{
    size_t n = 0;
    text[0] = '\0';
    for (size_t i = 0; i < KINDS; i++) {
        if (!(wanted & kinds[i].kind))
            continue;
        wanted &= ~(unsigned)kinds[i].kind;
        n += strlen(strcpy(text + n, n == 0 ? "" : wanted ? ", " : " or "));
        n += strlen(strcpy(text + n, kinds[i].name));
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
    const struct known *known = find_known(name);
    *out = jsmf_stream_find(stream, name);
    if (*out)
        return JSMF_OK;
    return jsmf_fail(ctx, JSMF_EDATA, "%s: no array %s (%s)", stream->name ? stream->name : "stream", name,
                     known ? known->hint : "jsmf-cat lists what a stream holds");
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

static bool passes(const jsmf_array *a, const jsmf_stream *to)
{
    const struct known *known = find_known(a->name);
    return (!known || (known->kinds & (unsigned)to->kind)) && !jsmf_stream_find(to, a->name);
}

static jsmf_status pass_history(jsmf_context *ctx, jsmf_stream *from, jsmf_stream *to)
{
    for (size_t i = 0; i < from->history.count; i++)
        if (jsmf_stream_note(ctx, to, jsmf_strings_get(&from->history, i)) != JSMF_OK)
            return JSMF_ESYSTEM;
    jsmf_strings_free(&from->history);
    return JSMF_OK;
}

jsmf_status jsmf_stream_pass(jsmf_context *ctx, jsmf_stream *from, jsmf_stream *to)
{
    size_t kept = 0;
    jsmf_status status = pass_history(ctx, from, to);
    for (size_t i = 0; i < from->count; i++) {
        jsmf_array *a = &from->arrays[i];
        if (status == JSMF_OK && passes(a, to))
            status = jsmf_stream_append(ctx, to, a);
        else
            from->arrays[kept++] = *a;
    }
    from->count = kept;
    return status;
}
