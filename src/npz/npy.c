/* Headers of .npy arrays: a Python dictionary of three keys, parsed strictly. */
#include "npy.h"
#include "base/base_inner.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char npy_magic[] = "\x93NUMPY";

jsmf_status jsmf_npy_begin(jsmf_context *ctx, const char *where, const unsigned char *bytes, bool *wide)
{
    if (memcmp(bytes, npy_magic, 6) != 0)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: is no .npy array (it begins with other bytes)", where);
    if (bytes[6] < 1 || bytes[6] > 3 || bytes[7] != 0)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: has .npy format version %d.%d (expected 1.0, 2.0 or 3.0)", where,
                         bytes[6], bytes[7]);
    *wide = bytes[6] > 1;
    return JSMF_OK;
}

typedef struct cursor {
    const char *p, *end;
} cursor;

static void skip_spaces(cursor *c)
{
    while (c->p < c->end && (*c->p == ' ' || *c->p == '\n'))
        c->p++;
}

/* Consumes the character, with spaces before it, where it comes next. */
static bool next_is(cursor *c, char wanted)
{
    skip_spaces(c);
    if (c->p == c->end || *c->p != wanted)
        return false;
    c->p++;
    return true;
}

/* 'text' or "text", without escapes. */
static bool quoted(cursor *c, const char **text, size_t *length)
{
    char quote;
    const char *close;
    skip_spaces(c);
    if (c->p == c->end || (*c->p != '\'' && *c->p != '"'))
        return false;
    quote = *c->p++;
    close = memchr(c->p, quote, (size_t)(c->end - c->p));
    if (!close)
        return false;
    *text = c->p;
    *length = (size_t)(close - c->p);
    c->p = close + 1;
    return true;
}

static bool number(cursor *c, size_t *value)
{
    const char *start;
    skip_spaces(c);
    start = c->p;
    for (*value = 0; c->p < c->end && isdigit((unsigned char)*c->p); c->p++)
        if (!jsmf_mul(*value, 10, value) || !jsmf_add(*value, (size_t)(*c->p - '0'), value))
            return false;
    return c->p > start;
}

static bool word(cursor *c, const char *wanted)
{
    size_t length = strlen(wanted);
    skip_spaces(c);
    if ((size_t)(c->end - c->p) < length || memcmp(c->p, wanted, length) != 0)
        return false;
    c->p += length;
    return true;
}

static bool order(cursor *c, bool *fortran)
{
    *fortran = word(c, "True");
    return *fortran || word(c, "False");
}

/* (), (3,) or (3, 4). */
static bool shape(cursor *c, jsmf_array *a)
{
    a->dims = 0;
    if (!next_is(c, '('))
        return false;
    for (bool comma = true; !next_is(c, ')'); comma = next_is(c, ',')) {
        if (!comma || a->dims == JSMF_MAX_DIMS || !number(c, &a->shape[a->dims++]))
            return false;
    }
    return true;
}

/* What a type that is refused is called. */
static const char *type_name(char kind)
{
    switch (kind) {
    case 'f': return "floats of another size";
    case 'c': return "complex numbers";
    case 'O': return "Python objects; .astype(str) makes unicode of strings";
    case 'a': return "byte strings; .astype(str) makes unicode";
    case 'V': return "raw bytes";
    case 'M': case 'm': return "dates; .astype(str) makes unicode of them";
    default: return "not known";
    }
}

static jsmf_status refuse_type(jsmf_context *ctx, const char *where, const char *text, size_t length, const char *why)
{
    return jsmf_fail(ctx, JSMF_EDATA,
                     "%s: has the type %.*s (%s; expected float64, float32, integers, bool, unicode or bytes)", where,
                     (int)(length < 40 ? length : 40), text, why);
}

static bool held(char kind, size_t item)
{
    switch (kind) {
    case 'f': return item == 4 || item == 8;
    case 'i': case 'u': return item == 1 || item == 2 || item == 4 || item == 8;
    case 'b': return item == 1;
    case 'U': case 'S': return true;
    default: return false;
    }
}

/* A type such as <f8. */
static jsmf_status type(jsmf_context *ctx, const char *where, const char *text, size_t length, jsmf_array *a)
{
    cursor c = { text, text + length };
    char bytes = '=';
    if (length && memchr("<>=|", text[0], 4))
        bytes = *c.p++;
    a->type = c.p < c.end ? *c.p++ : ' ';
    if (!number(&c, &a->item) || c.p != c.end || (a->type == 'U' && !jsmf_mul(a->item, 4, &a->item)))
        return refuse_type(ctx, where, text, length, type_name(a->type));
    if (!held(a->type, a->item))
        return refuse_type(ctx, where, text, length, type_name(a->type));
    if (bytes == '>' && a->item > 1)
        return refuse_type(ctx, where, text, length, "big-endian; write it little-endian");
    return JSMF_OK;
}

/* So that products of the sizes need no check later; also those that a zero hides. */
static bool sizes_fit(const jsmf_array *a)
{
    size_t product = a->item ? a->item : 1;
    for (int i = 0; i < a->dims; i++)
        if (!jsmf_mul(product, a->shape[i] ? a->shape[i] : 1, &product))
            return false;
    return product <= PTRDIFF_MAX;
}

/* Fortran order tells nothing where at most one extent is above 1. */
static bool order_matters(const jsmf_array *a)
{
    int wide = 0;
    for (int i = 0; i < a->dims; i++)
        wide += a->shape[i] != 1;
    return wide > 1;
}

enum { SEEN_TYPE = 1, SEEN_ORDER = 2, SEEN_SHAPE = 4, SEEN_ALL = 7 };

typedef struct header {
    const char *descr;
    size_t descr_length;
    bool structured;
    int seen;
} header;

/* The value of one key. */
static bool pair(cursor *c, header *h, jsmf_array *a)
{
    const char *key;
    size_t length;
    int seen = 0;
    bool good = false;
    if (!quoted(c, &key, &length) || !next_is(c, ':'))
        return false;
    if (length == 5 && memcmp(key, "descr", 5) == 0) {
        seen = SEEN_TYPE;
        h->structured = next_is(c, '[') || next_is(c, '(');
        good = !h->structured && quoted(c, &h->descr, &h->descr_length);
    } else if (length == 13 && memcmp(key, "fortran_order", 13) == 0) {
        seen = SEEN_ORDER;
        good = order(c, &a->fortran);
    } else if (length == 5 && memcmp(key, "shape", 5) == 0) {
        seen = SEEN_SHAPE;
        good = shape(c, a);
    }
    good = good && !(h->seen & seen);
    h->seen |= seen;
    return good;
}

static bool dictionary(cursor *c, header *h, jsmf_array *a)
{
    if (!next_is(c, '{'))
        return false;
    for (bool comma = true; !next_is(c, '}'); comma = next_is(c, ','))
        if (!comma || !pair(c, h, a))
            return false;
    skip_spaces(c);
    return c->p == c->end && h->seen == SEEN_ALL;
}

jsmf_status jsmf_npy_parse(jsmf_context *ctx, const char *where, const char *text, size_t length, jsmf_array *a)
{
    cursor c = { text, text + length };
    header h = { 0 };
    bool good = dictionary(&c, &h, a);
    if (h.structured)
        return jsmf_fail(ctx, JSMF_EDATA,
                         "%s: has a structured type (expected float64, float32, integers, bool, unicode or bytes)",
                         where);
    if (!good)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: has a .npy header that cannot be read (or more than %d dimensions)",
                         where, JSMF_MAX_DIMS);
    if (type(ctx, where, h.descr, h.descr_length, a) != JSMF_OK)
        return JSMF_EDATA;
    /* Strings of no length would take memory without a byte of data. */
    if (a->item == 0 && jsmf_array_count(a) > 0)
        return refuse_type(ctx, where, h.descr, h.descr_length, "strings without room");
    if (!sizes_fit(a))
        return jsmf_fail(ctx, JSMF_EDATA, "%s: has a shape larger than can be addressed", where);
    a->fortran = a->fortran && order_matters(a);
    return JSMF_OK;
}

size_t jsmf_npy_format(const jsmf_array *a, char out[JSMF_NPY_MOST_WRITTEN])
{
    char *text = out + JSMF_NPY_BEGINNING;
    size_t room = JSMF_NPY_MOST_WRITTEN - JSMF_NPY_BEGINNING, item = a->type == 'U' ? a->item / 4 : a->item, n, total;
    char bytes = a->item == 1 ? '|' : '<';
    n = (size_t)snprintf(text, room, "{'descr': '%c%c%zu', 'fortran_order': %s, 'shape': (", bytes, a->type, item,
                         a->fortran ? "True" : "False");
    for (int i = 0; i < a->dims; i++)
        n += (size_t)snprintf(text + n, room - n, i ? ", %zu" : "%zu", a->shape[i]);
    n += (size_t)snprintf(text + n, room - n, a->dims == 1 ? ",), }" : "), }");
    total = (JSMF_NPY_BEGINNING + n + 1 + 63) / 64 * 64;
    memset(text + n, ' ', total - JSMF_NPY_BEGINNING - n);
    out[total - 1] = '\n';
    memcpy(out, npy_magic, 6);
    out[6] = 1;
    out[7] = 0;
    out[8] = (char)((total - JSMF_NPY_BEGINNING) & 0xFF);
    out[9] = (char)((total - JSMF_NPY_BEGINNING) >> 8);
    return total;
}
