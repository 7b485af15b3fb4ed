/* Arrays of a stream as matrices, vectors and numbers of the library's types, and back. */
#include "npz_inner.h"

#include "stream.h"
#include "io/text.h"
#include "io/io_inner.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void shape_text(const jsmf_array *a, char text[JSMF_SHORT_TEXT])
{
    size_t n = 0;
    strcpy(text, "a single number");
    for (int i = 0; i < a->dims && n < JSMF_SHORT_TEXT; i++)
        n += (size_t)snprintf(text + n, JSMF_SHORT_TEXT - n, i ? " x %zu" : "%zu", a->shape[i]);
}

static jsmf_status wrong_shape(jsmf_context *ctx, const char *where, const jsmf_array *a, const char *expected)
{
    char found[JSMF_SHORT_TEXT];
    shape_text(a, found);
    return jsmf_fail(ctx, JSMF_EDATA, "%s: has the shape %s (expected %s)", where, found, expected);
}

static void size_text(size_t size, char text[24])
{
    if (size)
        snprintf(text, 24, "%zu", size);
    else
        strcpy(text, "any");
}

jsmf_status jsmf_stream_matrix(jsmf_context *ctx, jsmf_stream *s, const char *name, size_t rows, size_t cols,
                               double **out, size_t size[2])
{
    char where[JSMF_WHERE], expected[64], r[24], c[24];
    jsmf_array *a;
    if (jsmf_stream_need(ctx, s, name, &a) != JSMF_OK)
        return jsmf_context_status(ctx);
    jsmf_stream_where(s, name, where);
    size_text(rows, r);
    size_text(cols, c);
    snprintf(expected, sizeof expected, "%s x %s", r, c);
    if (a->dims != 2 || (rows && a->shape[0] != rows) || (cols && a->shape[1] != cols))
        return wrong_shape(ctx, where, a, expected);
    if (jsmf_array_to_f64(ctx, where, a) != JSMF_OK || jsmf_array_row_major(ctx, where, a) != JSMF_OK)
        return jsmf_context_status(ctx);
    *out = a->data;
    if (size)
        memcpy(size, a->shape, 2 * sizeof *size);
    return JSMF_OK;
}

/* A vector may come as a single row or column. */
static jsmf_status need_vector(jsmf_context *ctx, const jsmf_stream *s, const char *name, size_t length,
                               const char *where, jsmf_array **a)
{
    char expected[24];
    bool flat;
    if (jsmf_stream_need(ctx, s, name, a) != JSMF_OK)
        return jsmf_context_status(ctx);
    flat = (*a)->dims == 1 || ((*a)->dims == 2 && ((*a)->shape[0] == 1 || (*a)->shape[1] == 1));
    size_text(length, expected);
    if (!flat || (length && jsmf_array_count(*a) != length))
        return wrong_shape(ctx, where, *a, length ? expected : "one dimension");
    return JSMF_OK;
}

typedef jsmf_status conversion(jsmf_context *ctx, const char *where, jsmf_array *a);

static jsmf_status vector(jsmf_context *ctx, jsmf_stream *s, const char *name, size_t length, conversion *convert,
                          jsmf_array **a, size_t *got)
{
    char where[JSMF_WHERE];
    jsmf_stream_where(s, name, where);
    if (need_vector(ctx, s, name, length, where, a) != JSMF_OK || convert(ctx, where, *a) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (got)
        *got = jsmf_array_count(*a);
    return JSMF_OK;
}

jsmf_status jsmf_stream_vector(jsmf_context *ctx, jsmf_stream *s, const char *name, size_t length, double **out,
                               size_t *got)
{
    jsmf_array *a;
    if (vector(ctx, s, name, length, jsmf_array_to_f64, &a, got) != JSMF_OK)
        return jsmf_context_status(ctx);
    *out = a->data;
    return JSMF_OK;
}

jsmf_status jsmf_stream_integers(jsmf_context *ctx, jsmf_stream *s, const char *name, size_t length, int64_t **out,
                                 size_t *got)
{
    jsmf_array *a;
    if (vector(ctx, s, name, length, jsmf_array_to_i64, &a, got) != JSMF_OK)
        return jsmf_context_status(ctx);
    *out = a->data;
    return JSMF_OK;
}

static jsmf_status single(jsmf_context *ctx, jsmf_stream *s, const char *name, conversion *convert,
                          char where[JSMF_WHERE], jsmf_array **a)
{
    if (jsmf_stream_need(ctx, s, name, a) != JSMF_OK)
        return jsmf_context_status(ctx);
    jsmf_stream_where(s, name, where);
    if (jsmf_array_count(*a) != 1)
        return wrong_shape(ctx, where, *a, "a single number");
    return convert(ctx, where, *a);
}

jsmf_status jsmf_stream_scalar(jsmf_context *ctx, jsmf_stream *s, const char *name, double *out)
{
    char where[JSMF_WHERE];
    jsmf_array *a;
    if (single(ctx, s, name, jsmf_array_to_f64, where, &a) == JSMF_OK)
        *out = *(const double *)a->data;
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_stream_count(jsmf_context *ctx, jsmf_stream *s, const char *name, int64_t *out)
{
    char where[JSMF_WHERE];
    jsmf_array *a;
    if (single(ctx, s, name, jsmf_array_to_i64, where, &a) != JSMF_OK)
        return jsmf_context_status(ctx);
    *out = *(const int64_t *)a->data;
    if (*out < 0)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: is %lld (expected 0 or more)", where, (long long)*out);
    return JSMF_OK;
}

static jsmf_status check_words(jsmf_context *ctx, const char *where, const jsmf_strings *words)
{
    char quoted[JSMF_QUOTE_BYTES];
    size_t first, again;
    for (size_t i = 0; i < words->count; i++) {
        if (jsmf_strings_length(words, i) == 0)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: word %zu, numbered from 0, is empty", where, i);
        if (jsmf_utf8_blank(jsmf_strings_get(words, i), jsmf_strings_length(words, i)))
            return jsmf_fail(ctx, JSMF_EDATA, "%s: word %zu, numbered from 0, is white space alone", where, i);
    }
    if (jsmf_strings_repeat(ctx, words, &first, &again) != JSMF_OK || again == SIZE_MAX)
        return jsmf_context_status(ctx);
    return jsmf_fail(ctx, JSMF_EDATA, "%s: words %zu and %zu, numbered from 0, are both %s (expected every word once)",
                     where, first, again, jsmf_text_quote_string(words, again, quoted));
}

static jsmf_status strings(jsmf_context *ctx, const jsmf_stream *s, const char *name, const char *each, size_t n,
                           const jsmf_strings **out)
{
    char where[JSMF_WHERE], expected[48];
    const jsmf_array *a = jsmf_stream_find(s, name);
    *out = NULL;
    if (!a)
        return JSMF_OK;
    jsmf_stream_where(s, name, where);
    if (a->type != 'U' || a->dims != 1)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: is not a list of strings", where);
    snprintf(expected, sizeof expected, "%zu %s%s, as the other arrays", n, each, jsmf_plural(n));
    if (n && a->strings.count != n)
        return wrong_shape(ctx, where, a, expected);
    *out = &a->strings;
    return JSMF_OK;
}

jsmf_status jsmf_stream_strings(jsmf_context *ctx, const jsmf_stream *s, const char *name, size_t n,
                                const jsmf_strings **out)
{
    return strings(ctx, s, name, "string", n, out);
}

jsmf_status jsmf_stream_words(jsmf_context *ctx, const jsmf_stream *s, const char *name, size_t n,
                              const jsmf_strings **out)
{
    char where[JSMF_WHERE];
    if (strings(ctx, s, name, "word", n, out) != JSMF_OK || !*out)
        return jsmf_context_status(ctx);
    jsmf_stream_where(s, name, where);
    if (check_words(ctx, where, *out) != JSMF_OK)
        *out = NULL;
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_stream_text(jsmf_context *ctx, const jsmf_stream *s, const char *name, const char **out)
{
    char where[JSMF_WHERE];
    jsmf_array *a;
    if (jsmf_stream_need(ctx, s, name, &a) != JSMF_OK)
        return jsmf_context_status(ctx);
    jsmf_stream_where(s, name, where);
    if (a->type != 'U' || a->strings.count != 1)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: is not a single string", where);
    *out = jsmf_strings_get(&a->strings, 0);
    return JSMF_OK;
}

jsmf_status jsmf_stream_add(jsmf_context *ctx, jsmf_stream *s, const char *name, jsmf_array *a)
{
    a->name = jsmf_copy(ctx, name, strlen(name) + 1, 1);
    if (a->name)
        return jsmf_stream_put(ctx, s, a);
    jsmf_array_free(a);
    return JSMF_ESYSTEM;
}

jsmf_status jsmf_stream_add_f64(jsmf_context *ctx, jsmf_stream *s, const char *name, double *data, int dims,
                                size_t rows, size_t cols)
{
    jsmf_array a = { .type = 'f', .item = sizeof *data, .dims = dims, .shape = { rows, cols }, .data = data };
    return jsmf_stream_add(ctx, s, name, &a);
}

jsmf_status jsmf_stream_give_f64(jsmf_context *ctx, jsmf_stream *s, const char *name, double **data, int dims,
                                 size_t rows, size_t cols)
{
    double *given = *data;
    *data = NULL;
    return jsmf_stream_add_f64(ctx, s, name, given, dims, rows, cols);
}

jsmf_status jsmf_stream_add_i64(jsmf_context *ctx, jsmf_stream *s, const char *name, int64_t *data, int dims,
                                size_t length)
{
    jsmf_array a = { .type = 'i', .item = sizeof *data, .dims = dims, .shape = { length }, .data = data };
    return jsmf_stream_add(ctx, s, name, &a);
}

jsmf_status jsmf_stream_add_scalar(jsmf_context *ctx, jsmf_stream *s, const char *name, double value)
{
    double *data = jsmf_copy(ctx, &value, 1, sizeof value);
    return data ? jsmf_stream_add_f64(ctx, s, name, data, 0, 0, 0) : JSMF_ESYSTEM;
}

jsmf_status jsmf_stream_add_count(jsmf_context *ctx, jsmf_stream *s, const char *name, int64_t value)
{
    int64_t *data = jsmf_copy(ctx, &value, 1, sizeof value);
    return data ? jsmf_stream_add_i64(ctx, s, name, data, 0, 0) : JSMF_ESYSTEM;
}

jsmf_status jsmf_stream_add_strings(jsmf_context *ctx, jsmf_stream *s, const char *name, jsmf_strings *list)
{
    jsmf_array a = { .type = 'U', .item = 4, .dims = 1, .shape = { list->count }, .strings = *list };
    *list = (jsmf_strings){ 0 };
    return jsmf_stream_add(ctx, s, name, &a);
}

jsmf_status jsmf_stream_add_text(jsmf_context *ctx, jsmf_stream *s, const char *name, const char *text)
{
    jsmf_array a = { .type = 'U', .item = 4 };
    if (jsmf_strings_add(ctx, &a.strings, text, strlen(text)) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_stream_add(ctx, s, name, &a);
}
