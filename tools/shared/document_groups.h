/* Groups of documents, by the arrays that a stream has of them or by a file of labels. */
#ifndef JSMF_DOCUMENT_GROUPS_H
#define JSMF_DOCUMENT_GROUPS_H

#include "tool.h"

#include "jsmf/prevalence.h"

/* The argument of an option --by, for its help. */
#define DOCUMENT_GROUPS_BY "ARRAY[:day|week|month|year],..."

typedef struct document_groups_how {
    const char *by;     /* arrays, apart by commas, each with a period of its dates or without; NULL: labels where these
                         * are given, else one group of all documents */
    const char *labels; /* a file with a line for each document, the array that by calls labels; or NULL */
    size_t bins;        /* numbers are put into so many bins; 0: none */
} document_groups_how;

/* The arrays that --by may name: each of its parts as it stands, and without what follows its last colon. */
enum { DOCUMENT_GROUPS_MOST = 4 };
typedef struct document_groups_arrays {
    char *text;
    const char *names[2 * DOCUMENT_GROUPS_MOST];
    size_t count;
} document_groups_arrays;
/* *arrays = those of by, which may be NULL; to be freed in any case. JSMF_EUSAGE where by has more than
 * DOCUMENT_GROUPS_MOST parts. */
jsmf_status document_groups_arrays_of(tool_run *run, const char *by, document_groups_arrays *arrays) JSMF_CHECKED;
void document_groups_arrays_free(document_groups_arrays *arrays);

/* *out = the groups of so many documents of stream, whose arrays may be outside memory. Freed with
 * jsmf_prevalence_groups_free. Warns of documents without a value. JSMF_EUSAGE where how is wrong in itself; JSMF_EDATA
 * where an array is not there, or is not of so many documents. */
jsmf_status document_groups_read(tool_run *run, const document_groups_how *how, const jsmf_stream *stream,
                                 size_t documents, jsmf_prevalence_groups *out) JSMF_CHECKED;

#endif
