/* Named arrays, and parts of them, in memory or outside it. */
#include "jsmf/npz.h"

#include "ucs4.h"
#include "io/io_inner.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 1 << 16 }; /* bytes of strings that are read at once */

size_t jsmf_array_count(const jsmf_array *a)
{
    size_t count = 1;
    for (int i = 0; i < a->dims; i++)
        count = jsmf_mul_sat(count, a->shape[i]);
    return count;
}

void jsmf_array_free(jsmf_array *a)
{
    if (!a)
        return;
    free(a->name);
    free(a->data);
    jsmf_strings_free(&a->strings);
    *a = (jsmf_array){ 0 };
}

size_t jsmf_array_whole_text(const jsmf_array *a, const void *item, char text[JSMF_WHOLE_TEXT])
{
    const unsigned shift = 64 - 8 * (unsigned)a->item;
    uint64_t bits = 0;
    memcpy(&bits, item, a->item);
    return (size_t)(a->type == 'i' ? snprintf(text, JSMF_WHOLE_TEXT, "%" PRId64, (int64_t)(bits << shift) >> shift)
                                   : snprintf(text, JSMF_WHOLE_TEXT, "%" PRIu64, bits));
}

jsmf_status jsmf_array_read(jsmf_context *ctx, const jsmf_array *a, size_t first, size_t count, void *to)
{
    if (a->spool)
        return jsmf_spool_read(ctx, a->spool, a->offset + first * a->item, to, count * a->item);
    if (count > 0)
        memcpy(to, (const unsigned char *)a->data + first * a->item, count * a->item);
    return JSMF_OK;
}

static jsmf_status copy_strings(jsmf_context *ctx, const jsmf_strings *from, size_t first, size_t count,
                                jsmf_strings *list)
{
    for (size_t i = first; i < first + count; i++)
        if (jsmf_strings_add(ctx, list, jsmf_strings_get(from, i), jsmf_strings_length(from, i)) != JSMF_OK)
            return jsmf_context_status(ctx);
    return JSMF_OK;
}

jsmf_status jsmf_array_read_strings(jsmf_context *ctx, const jsmf_array *a, size_t first, size_t count,
                                    jsmf_strings *list)
{
    jsmf_ucs4_decoder d = { .list = list, .where = a->name, .length = a->item / 4 };
    unsigned char codes[PIECE];
    uint64_t at = a->offset + first * a->item;
    if (!a->spool)
        return copy_strings(ctx, &a->strings, first, count, list);
    for (size_t left = count * a->item, piece; left > 0; left -= piece) {
        piece = left < PIECE ? left : PIECE;
        if (jsmf_spool_read(ctx, a->spool, at, codes, piece) != JSMF_OK ||
            jsmf_ucs4_decode(ctx, &d, codes, piece / 4) != JSMF_OK)
            break;
        at += piece;
    }
    jsmf_ucs4_free(&d);
    return jsmf_context_status(ctx);
}

/* ---- some of the rows ---- */

/* Item i of a, counted as they lie, goes behind the others. */
static jsmf_status take_item(jsmf_context *ctx, const jsmf_array *a, size_t i, size_t *at, jsmf_array *out)
{
    if (a->type == 'U')
        return jsmf_strings_add(ctx, &out->strings, jsmf_strings_get(&a->strings, i),
                                jsmf_strings_length(&a->strings, i));
    memcpy((unsigned char *)out->data + *at * a->item, (const unsigned char *)a->data + i * a->item, a->item);
    *at += 1;
    return JSMF_OK;
}

jsmf_status jsmf_array_rows(jsmf_context *ctx, const jsmf_array *a, const unsigned char *marks, unsigned char which,
                            jsmf_array *out)
{
    const size_t rows = a->shape[0], count = jsmf_array_count(a), width = rows ? count / rows : 0;
    size_t at = 0;
    *out = *a;
    out->name = NULL;
    out->data = NULL;
    out->strings = (jsmf_strings){ 0 };
    out->shape[0] = 0;
    for (size_t row = 0; row < rows; row++)
        out->shape[0] += marks[row] == which;
    if (a->type != 'U')
        out->data = jsmf_alloc(ctx, jsmf_array_count(out), a->item);
    if (jsmf_context_status(ctx) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < count; i++)
        if (marks[a->fortran ? i % rows : i / width] == which && take_item(ctx, a, i, &at, out) != JSMF_OK)
            return jsmf_context_status(ctx);
    return JSMF_OK;
}
