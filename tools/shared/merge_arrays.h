/* Arrays of documents that grow by those of parts. */
#ifndef JSMF_MERGE_ARRAYS_H
#define JSMF_MERGE_ARRAYS_H

#include "tool.h"

#include "jsmf/npz.h"

/* Items of one document lie side by side. */
typedef struct merge_arrays_grown {
    jsmf_array a;    /* its first dimension is that of the documents so far */
    size_t capacity; /* of a.data, in documents */
    size_t across;   /* items a document */
} merge_arrays_grown;

/* Whether both have the same type, shape and items. b may be NULL. */
bool merge_arrays_equal(const jsmf_array *a, const jsmf_array *b);
/* Adds the array of g's name of a part with `documents` documents. Where whole numbers meet reals in a user's array,
 * all become reals, in the part, too. first: the name of the first part. JSMF_EDATA where the part has none, or one of
 * another type or shape, or where a whole number is no real. */
jsmf_status merge_arrays_append(tool_run *run, merge_arrays_grown *g, const char *first, jsmf_stream *part,
                                size_t documents) JSMF_CHECKED;

#endif
