#include "merge_arrays.h"

#include "jsmf/arrays.h"

#include <stdint.h>
#include <string.h>

static bool is_alike(const jsmf_array *a, const jsmf_array *b)
{
    if (a->type != b->type || a->dims != b->dims || a->fortran != b->fortran || (a->type != 'U' && a->item != b->item))
        return false;
    for (int i = 1; i < a->dims; i++)
        if (a->shape[i] != b->shape[i])
            return false;
    return true;
}

bool merge_arrays_equal(const jsmf_array *a, const jsmf_array *b)
{
    size_t count = jsmf_array_count(a);
    if (!b || !is_alike(a, b) || jsmf_array_count(b) != count)
        return false;
    if (a->type != 'U')
        return memcmp(a->data, b->data, count * a->item) == 0;
    for (size_t i = 0; i < count; i++)
        if (strcmp(jsmf_strings_get(&a->strings, i), jsmf_strings_get(&b->strings, i)) != 0)
            return false;
    return true;
}

static const char *type_of(const jsmf_array *a)
{
    return a->type == 'U' ? "strings" : a->type == 'f' ? "reals" : a->type == 'b' ? "truth values" : "whole numbers";
}

/* A user's array: its type is the user's, too. */
static bool is_own(const jsmf_array *a) { return !jsmf_schema_knows(&jsmf_arrays_schema, a->name); }

static jsmf_status refuse_type(tool_run *run, const char *first, const jsmf_array *a, const jsmf_array *b,
                               const jsmf_stream *part)
{
    if (strcmp(type_of(a), type_of(b)) == 0)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: array %s: has another type or shape than that of %s", part->name,
                         a->name, first);
    if (is_own(a))
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: array %s: has %s, but %s in %s (jsmf-text --keep %s:text makes "
                         "strings of a column, whatever its values)", part->name, a->name, type_of(b), type_of(a),
                         first, a->name);
    return jsmf_fail(run->ctx, JSMF_EDATA, "%s: array %s: has %s, but %s in %s%s", part->name, a->name, type_of(b),
                     type_of(a), first, strcmp(a->name, "ids") == 0 ? " (jsmf-bow makes names of whole numbers)" : "");
}

/* ---- whole numbers and reals ---- */

static bool is_widened(const jsmf_array *from, const jsmf_array *to)
{
    return is_own(from) && from->type == 'i' && from->item == sizeof(int64_t) && to->type == 'f' &&
           to->item == sizeof(double);
}

/* Makes reals of its whole numbers, exactly. */
static jsmf_status widen(tool_run *run, jsmf_array *a, const char *part)
{
    const int64_t most = (int64_t)1 << 53;
    const size_t count = jsmf_array_count(a);
    char *at = a->data;
    for (size_t i = 0; i < count; i++, at += sizeof(double)) {
        int64_t whole;
        double real;
        memcpy(&whole, at, sizeof whole);
        if (whole < -most || whole > most)
            return jsmf_fail(run->ctx, JSMF_EDATA, "%s and the parts before it: array %s: has reals and %lld, too "
                             "large for an exact one (jsmf-text --keep %s:text makes strings of a column)", part,
                             a->name, (long long)whole, a->name);
        real = (double)whole;
        memcpy(at, &real, sizeof real);
    }
    a->type = 'f';
    return JSMF_OK;
}

/* Makes the types of both the same, where numbers allow it. */
static jsmf_status widen_either(tool_run *run, jsmf_array *a, jsmf_array *b, const char *part)
{
    return is_widened(a, b) ? widen(run, a, part) : is_widened(b, a) ? widen(run, b, part) : JSMF_OK;
}

/* ---- growing ---- */

static jsmf_status grow(jsmf_context *ctx, merge_arrays_grown *g, size_t documents)
{
    void *data;
    if (documents <= g->capacity)
        return JSMF_OK;
    g->capacity = jsmf_greatest(documents, 2 * g->capacity);
    data = jsmf_realloc(ctx, g->a.data, g->capacity, jsmf_mul_sat(g->across, g->a.item));
    if (data)
        g->a.data = data;
    return jsmf_context_status(ctx);
}

static jsmf_status append_strings(jsmf_context *ctx, jsmf_strings *to, const jsmf_strings *from)
{
    for (size_t i = 0; i < from->count; i++)
        if (jsmf_strings_add(ctx, to, jsmf_strings_get(from, i), jsmf_strings_length(from, i)) != JSMF_OK)
            return jsmf_context_status(ctx);
    return JSMF_OK;
}

jsmf_status merge_arrays_append(tool_run *run, merge_arrays_grown *g, const char *first, jsmf_stream *part,
                                size_t documents)
{
    jsmf_array *b = jsmf_stream_find(part, g->a.name);
    jsmf_array *a = &g->a;
    size_t *length = &a->shape[0];
    if (!b || !jsmf_arrays_is_of_documents(b, documents))
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no array %s of its %zu document%s (%s has one; %s)", part->name,
                         a->name, JSMF_COUNTED(documents), first, strcmp(a->name, "text") == 0
                             ? "jsmf-text --keep-text keeps it" : "jsmf-text --keep keeps a column");
    if (widen_either(run, a, b, part->name) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (!is_alike(a, b))
        return refuse_type(run, first, a, b, part);
    if (a->type == 'U') {
        if (append_strings(run->ctx, &a->strings, &b->strings) != JSMF_OK)
            return jsmf_context_status(run->ctx);
        a->item = jsmf_greatest(a->item, b->item);
    } else {
        if (grow(run->ctx, g, *length + documents) != JSMF_OK)
            return jsmf_context_status(run->ctx);
        memcpy((char *)a->data + *length * g->across * a->item, b->data, documents * g->across * a->item);
    }
    *length += documents;
    return JSMF_OK;
}
