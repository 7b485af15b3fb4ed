/* Edits of a stream's arrays by four bytes: an array, what is done to it, a place, a value. */
#ifndef JSMF_FUZZ_EDITS_H
#define JSMF_FUZZ_EDITS_H

#include "jsmf/npz.h"

#include <math.h>
#include <string.h>

enum { EDIT = 4 };

static inline void edit_text(jsmf_array *a, uint8_t place, uint8_t value)
{
    const size_t bytes = a->strings.count ? a->strings.offsets[a->strings.count] : 0;
    if (bytes && a->strings.pool[place % bytes])
        a->strings.pool[place % bytes] = (char)(value % 127 ? value % 127 : 'x');
}

/* Readers leave no number that is not finite. */
static inline void edit_number(jsmf_array *a, size_t bytes, uint8_t place, uint8_t value)
{
    double *numbers = a->data;
    ((uint8_t *)a->data)[place % bytes] = value;
    if (a->type == 'f' && !isfinite(numbers[place % bytes / sizeof *numbers]))
        numbers[place % bytes / sizeof *numbers] = value;
}

static inline void edit(jsmf_stream *s, const uint8_t *bytes)
{
    jsmf_array *a = &s->arrays[bytes[0] % s->count];
    const size_t size = jsmf_array_count(a) * a->item;
    switch (bytes[1] % 6) {
    case 0:
        if (a->dims > 0 && a->type != 'U')
            a->shape[0] = jsmf_least(a->shape[0], bytes[2]);
        break;
    case 1:
        if (a->dims == 2)
            a->dims = 1;
        break;
    case 2:
        jsmf_stream_remove(s, a->name);
        break;
    case 3:
        a->name[bytes[2] % strlen(a->name)] = (char)('a' + bytes[3] % 26);
        break;
    default:
        if (a->type == 'U')
            edit_text(a, bytes[2], bytes[3]);
        else if (size)
            edit_number(a, size, bytes[2], bytes[3]);
    }
}

#endif
