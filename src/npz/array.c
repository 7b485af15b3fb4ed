/* Named arrays. */
#include "jsmf/npz.h"

#include <stdlib.h>

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
