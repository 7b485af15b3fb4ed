/* Fields of a line, and the numbers in them. */
#include "fields.h"

#include "io/text.h"
#include "base/base_inner.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REAL_BYTES = 63, MESSAGE_BYTES = 512 };
/* No product or sum of two such numbers overflows 64 bits by far. */
#define SATURATED (SIZE_MAX / 16)

size_t jsmf_corpus_fields_skip(const char *text, size_t length, size_t at, const char *set)
{
    while (at < length && text[at] && strchr(set, text[at]))
        at++;
    return at;
}

size_t jsmf_corpus_fields_split(const char *line, const char *end, jsmf_corpus_field *fields, size_t most)
{
    size_t n = 0;
    while (n <= most) {
        while (line < end && jsmf_corpus_field_blank(*line))
            line++;
        if (line == end)
            return n;
        const char *start = line;
        while (line < end && !jsmf_corpus_field_blank(*line))
            line++;
        if (n < most)
            fields[n] = (jsmf_corpus_field){ start, (size_t)(line - start) };
        n++;
    }
    return n;
}

bool jsmf_corpus_field_number(jsmf_corpus_field f, size_t *out)
{
    *out = 0;
    for (size_t i = 0; i < f.length; i++) {
        unsigned digit = (unsigned char)f.start[i] - (unsigned)'0';
        if (digit > 9)
            return false;
        if (__builtin_mul_overflow(*out, 10, out) || __builtin_add_overflow(*out, digit, out))
            *out = SATURATED;
    }
    return f.length > 0;
}

bool jsmf_corpus_field_whole(jsmf_corpus_field f, size_t *out)
{
    char text[REAL_BYTES + 1], *end;
    double value;
    if (jsmf_corpus_field_number(f, out))
        return true;
    /* strtod reads hexadecimal numbers, infinities and NaN as well. */
    for (size_t i = 0; i < f.length; i++)
        if (!strchr("0123456789.eE+-", f.start[i]) || f.start[i] == '\0')
            return false;
    if (f.length == 0 || f.length > REAL_BYTES)
        return false;
    memcpy(text, f.start, f.length);
    text[f.length] = '\0';
    value = strtod(text, &end);
    if (*end || value < 0 || value != floor(value))
        return false;
    *out = value < (double)SATURATED ? (size_t)value : SATURATED;
    return true;
}

jsmf_status jsmf_corpus_refuse(jsmf_context *ctx, const char *name, size_t line, const char *format, ...)
{
    char text[MESSAGE_BYTES];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return jsmf_fail(ctx, JSMF_EDATA, "%s:%zu: found %s", name, line, text);
}

jsmf_status jsmf_corpus_refuse_remedy(jsmf_context *ctx, jsmf_remedy remedy, const char *name, size_t line,
                                      const char *format, ...)
{
    char text[MESSAGE_BYTES];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return jsmf_fail_remedy(ctx, JSMF_EDATA, remedy, 0, "%s:%zu: found %s", name, line, text);
}

const char *jsmf_corpus_field_advice(jsmf_corpus_field f)
{
    return memchr(f.start, '.', f.length) ? " (multiply all counts by what makes them whole)" : "";
}

jsmf_status jsmf_corpus_refuse_field(jsmf_context *ctx, const char *name, size_t line, jsmf_corpus_field f,
                                     const char *expected, ...)
{
    char text[MESSAGE_BYTES], quoted[JSMF_QUOTE_BYTES];
    va_list args;
    va_start(args, expected);
    vsnprintf(text, sizeof text, expected, args);
    va_end(args);
    return jsmf_corpus_refuse(ctx, name, line, "%s, expected %s", jsmf_text_quote(f.start, f.length, quoted), text);
}
