/* What jsmf-text keeps of documents beside their words: ids, columns, the beginnings of texts. */
#ifndef JSMF_TEXT_ARRAYS_H
#define JSMF_TEXT_ARRAYS_H

#include "text_source.h"

typedef struct text_arrays {
    jsmf_strings ids, texts;
    jsmf_strings kept[TOOL_LIST_MOST];
    size_t documents;
    size_t missing, first_missing; /* documents of tables whose text is NA, and the first one's number */
} text_arrays;

/* Adds those of a batch; keep: so many characters of every text, 0 none. */
jsmf_status text_arrays_add(tool_run *run, const text_source *source, size_t keep, const jsmf_records_batch *batch,
                            text_arrays *a) JSMF_CHECKED;
/* Moves them to the stream: columns as whole numbers or reals where all values are such, else as they stand. */
jsmf_status text_arrays_give(tool_run *run, const text_source *source, size_t keep, text_arrays *a,
                             jsmf_stream *out) JSMF_CHECKED;
void text_arrays_free(text_arrays *a);

#endif
