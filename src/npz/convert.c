/* Arrays held in memory, converted in place, made row-major, and searched for what is not finite. */
#include "stream.h"
#include "base/base_inner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FINITE_CHUNK = 1 << 20, TILE = 32 };

/* Writes where the item at position i (in memory, from 0) stands, " at [3, 5]", or "" for a scalar, and returns it. */
static const char *place_of(const jsmf_array *a, size_t i, char text[JSMF_SHORT_TEXT])
{
    size_t at[JSMF_MAX_DIMS], n = 0;
    for (int k = 0; k < a->dims; k++) {
        int d = a->fortran ? k : a->dims - 1 - k;
        at[d] = a->shape[d] ? i % a->shape[d] : 0;
        i = a->shape[d] ? i / a->shape[d] : 0;
    }
    text[0] = '\0';
    for (int d = 0; d < a->dims && n < JSMF_SHORT_TEXT; d++)
        n += (size_t)snprintf(text + n, JSMF_SHORT_TEXT - n, d ? ", %zu" : " at [%zu", at[d]);
    if (n && n < JSMF_SHORT_TEXT)
        snprintf(text + n, JSMF_SHORT_TEXT - n, "]");
    return text;
}

/* One number of any type that is held, as the widest of its sort. */
static double load_float(const unsigned char *p, size_t item)
{
    float narrow;
    double wide;
    if (item == sizeof wide) {
        memcpy(&wide, p, sizeof wide);
        return wide;
    }
    memcpy(&narrow, p, sizeof narrow);
    return narrow;
}

static uint64_t load_bits(const unsigned char *p, size_t item)
{
    uint64_t bits = 0;
    memcpy(&bits, p, item);
    return bits;
}

static int64_t load_signed(const unsigned char *p, size_t item)
{
    unsigned shift = 64 - 8 * (unsigned)item;
    return (int64_t)(load_bits(p, item) << shift) >> shift;
}

static double load_double(const unsigned char *p, char type, size_t item)
{
    if (type == 'f')
        return load_float(p, item);
    if (type == 'i')
        return (double)load_signed(p, item);
    return (double)load_bits(p, item);
}

/* false where the number is not whole or not within int64. */
static bool load_integer(const unsigned char *p, char type, size_t item, int64_t *out)
{
    double value;
    if (type == 'i') {
        *out = load_signed(p, item);
        return true;
    }
    if (type != 'f') {
        uint64_t bits = load_bits(p, item);
        *out = (int64_t)bits;
        return bits <= INT64_MAX;
    }
    value = load_float(p, item);
    if (!(value >= -0x1p63 && value < 0x1p63) || value != floor(value))
        return false;
    *out = (int64_t)value;
    return true;
}

/* Makes room for count items of the new size; the old ones stay at the front. */
static jsmf_status grow(jsmf_context *ctx, const char *where, jsmf_array *a, size_t item)
{
    size_t bytes = jsmf_mul_sat(jsmf_array_count(a), item);
    void *data;
    if (item <= a->item)
        return JSMF_OK;
    if (jsmf_memory_check(ctx, bytes, where, JSMF_REMEDY_MORE_MEMORY) != JSMF_OK)
        return jsmf_context_status(ctx);
    data = jsmf_realloc(ctx, a->data, bytes, 1);
    if (!data)
        return jsmf_context_status(ctx);
    a->data = data;
    return JSMF_OK;
}

jsmf_status jsmf_array_hold(jsmf_context *ctx, const char *where, jsmf_array *a)
{
    const size_t count = jsmf_array_count(a);
    void *data = NULL;
    if (!a->spool)
        return JSMF_OK;
    if (jsmf_memory_check(ctx, jsmf_mul_sat(count, a->item), where, JSMF_REMEDY_MORE_MEMORY) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (a->type == 'U')
        jsmf_recorded(jsmf_array_read_strings(ctx, a, 0, count, &a->strings));
    else if ((data = jsmf_alloc(ctx, count, a->item)) != NULL)
        jsmf_recorded(jsmf_array_read(ctx, a, 0, count, data));
    if (jsmf_context_status(ctx) != JSMF_OK) {
        jsmf_strings_free(&a->strings);
        free(data);
        return jsmf_context_status(ctx);
    }
    a->data = data;
    a->spool = NULL;
    return JSMF_OK;
}

static jsmf_status hold_numbers(jsmf_context *ctx, const char *where, jsmf_array *a)
{
    if (a->type == 'U')
        return jsmf_fail(ctx, JSMF_EDATA, "%s: holds strings, expected numbers", where);
    return jsmf_array_hold(ctx, where, a);
}

jsmf_status jsmf_array_to_f64(jsmf_context *ctx, const char *where, jsmf_array *a)
{
    size_t count = jsmf_array_count(a), item = a->item;
    unsigned char *bytes;
    if (hold_numbers(ctx, where, a) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (a->type == 'f' && item == sizeof(double))
        return JSMF_OK;
    if (grow(ctx, where, a, sizeof(double)) != JSMF_OK)
        return jsmf_context_status(ctx);
    bytes = a->data;
    /* From the end, so that no item is overwritten before it is read. */
    for (size_t i = count; i-- > 0;) {
        double value = load_double(bytes + i * item, a->type, item);
        memcpy(bytes + i * sizeof value, &value, sizeof value);
    }
    a->type = 'f';
    a->item = sizeof(double);
    return JSMF_OK;
}

static jsmf_status not_integer(jsmf_context *ctx, const char *where, const jsmf_array *a, size_t i,
                               const char *expected)
{
    char place[JSMF_SHORT_TEXT];
    const unsigned char *p = (const unsigned char *)a->data + i * a->item;
    return jsmf_fail(ctx, JSMF_EDATA, "%s: holds %.17g%s (expected %s)", where, load_double(p, a->type, a->item),
                     place_of(a, i, place), expected);
}

static jsmf_status check_integers(jsmf_context *ctx, const char *where, const jsmf_array *a, int64_t low, int64_t high,
                                  const char *expected)
{
    const unsigned char *p = a->data;
    size_t count = jsmf_array_count(a);
    for (size_t i = 0; i < count; i++) {
        int64_t value;
        if (!load_integer(p + i * a->item, a->type, a->item, &value) || value < low || value > high)
            return not_integer(ctx, where, a, i, expected);
    }
    return JSMF_OK;
}

/* After the check that all fit. */
static void store_integers(jsmf_array *a, size_t from, size_t to)
{
    size_t count = jsmf_array_count(a);
    unsigned char *p = a->data;
    for (size_t k = 0; k < count; k++) {
        size_t i = to > from ? count - 1 - k : k;
        int64_t value = 0;
        load_integer(p + i * from, a->type, from, &value);
        memcpy(p + i * to, &value, to); /* the low bytes come first */
    }
    a->type = 'i';
    a->item = to;
}

static jsmf_status to_integers(jsmf_context *ctx, const char *where, jsmf_array *a, size_t item)
{
    size_t from = a->item;
    bool wide = item == sizeof(int64_t);
    if (hold_numbers(ctx, where, a) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (a->type == 'i' && from == item)
        return JSMF_OK;
    if (check_integers(ctx, where, a, wide ? INT64_MIN : INT32_MIN, wide ? INT64_MAX : INT32_MAX,
                       wide ? "whole numbers" : "whole numbers within 32 bits") != JSMF_OK ||
        grow(ctx, where, a, item) != JSMF_OK)
        return jsmf_context_status(ctx);
    store_integers(a, from, item);
    return JSMF_OK;
}

jsmf_status jsmf_array_to_i64(jsmf_context *ctx, const char *where, jsmf_array *a)
{
    return to_integers(ctx, where, a, sizeof(int64_t));
}

jsmf_status jsmf_array_to_i32(jsmf_context *ctx, const char *where, jsmf_array *a)
{
    return to_integers(ctx, where, a, sizeof(int32_t));
}

static void swap_items(unsigned char *a, unsigned char *b, size_t item)
{
    unsigned char held[8];
    memcpy(held, a, item);
    memcpy(a, b, item);
    memcpy(b, held, item);
}

static void transpose_square(unsigned char *p, size_t n, size_t item)
{
    for (size_t i0 = 0; i0 < n; i0 += TILE)
        for (size_t j0 = 0; j0 <= i0; j0 += TILE)
            for (size_t i = i0; i < n && i < i0 + TILE; i++)
                for (size_t j = j0; j < i && j < j0 + TILE; j++)
                    swap_items(p + (i * n + j) * item, p + (j * n + i) * item, item);
}

/* to (rows x cols) = the transpose of from (cols x rows), both row-major. */
static void transpose_into(const unsigned char *from, unsigned char *to, size_t rows, size_t cols, size_t item)
{
    for (size_t i0 = 0; i0 < rows; i0 += TILE)
        for (size_t j0 = 0; j0 < cols; j0 += TILE)
            for (size_t i = i0; i < rows && i < i0 + TILE; i++)
                for (size_t j = j0; j < cols && j < j0 + TILE; j++)
                    memcpy(to + (i * cols + j) * item, from + (j * rows + i) * item, item);
}

jsmf_status jsmf_array_row_major(jsmf_context *ctx, const char *where, jsmf_array *a)
{
    size_t rows = a->shape[0], cols = a->shape[1], bytes = jsmf_array_count(a) * a->item;
    void *data;
    if (!a->fortran)
        return JSMF_OK;
    if (a->dims > 2 || a->type == 'U')
        return jsmf_fail(ctx, JSMF_EDATA, "%s: has %s in Fortran's order (expected C order, which "
                         "numpy.ascontiguousarray makes)", where, a->dims > 2 ? "more than 2 dimensions" : "strings");
    if (jsmf_array_hold(ctx, where, a) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (rows == cols) {
        transpose_square(a->data, rows, a->item);
        a->fortran = false;
        return JSMF_OK;
    }
    if (jsmf_memory_check(ctx, jsmf_mul_sat(bytes, 2), where, JSMF_REMEDY_MORE_MEMORY_OR_C_ORDER) != JSMF_OK)
        return jsmf_context_status(ctx);
    data = jsmf_alloc(ctx, bytes, 1);
    if (!data)
        return jsmf_context_status(ctx);
    transpose_into(a->data, data, rows, cols, a->item);
    free(a->data);
    a->data = data;
    a->fortran = false;
    return JSMF_OK;
}

typedef struct finite_work {
    const jsmf_array *a;
    const char *where;
    const unsigned char *data;
    size_t first, count;
    jsmf_status status;
} finite_work;

/* All ones in the exponent mean NaN or infinity; summed without a branch so that it vectorises. */
static bool all_finite64(const double *values, size_t count)
{
    uint64_t bad = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, values + i, sizeof bits);
        bad |= (uint64_t)((bits & UINT64_C(0x7FF0000000000000)) == UINT64_C(0x7FF0000000000000));
    }
    return bad == 0;
}

static bool all_finite32(const float *values, size_t count)
{
    uint32_t bad = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, values + i, sizeof bits);
        bad |= (uint32_t)((bits & UINT32_C(0x7F800000)) == UINT32_C(0x7F800000));
    }
    return bad == 0;
}

static jsmf_status finite_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const finite_work *w = arg;
    size_t start = chunk * FINITE_CHUNK, count = jsmf_chunk_length(w->count, FINITE_CHUNK, chunk), item = w->a->item;
    const unsigned char *p = w->data + start * item;
    char place[JSMF_SHORT_TEXT];
    if (item == sizeof(double) ? all_finite64((const double *)p, count) : all_finite32((const float *)p, count))
        return JSMF_OK;
    while (isfinite(load_float(p, item))) {
        p += item;
        start++;
    }
    return jsmf_fail(ctx, w->status, "%s: holds %g%s (expected finite numbers)", w->where, load_float(p, item),
                     place_of(w->a, w->first + start, place));
}

jsmf_status jsmf_array_finite_part(jsmf_context *ctx, const char *where, const jsmf_array *a, const void *data,
                                   size_t first, size_t count, jsmf_status status)
{
    finite_work w = { a, where, data, first, count, status };
    return jsmf_parallel(ctx, jsmf_chunk_count(count, FINITE_CHUNK), finite_chunk, &w);
}

jsmf_status jsmf_array_finite(jsmf_context *ctx, const char *where, const jsmf_array *a, jsmf_status status)
{
    return a->type == 'f' ? jsmf_array_finite_part(ctx, where, a, a->data, 0, jsmf_array_count(a), status) : JSMF_OK;
}
