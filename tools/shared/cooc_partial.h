/* The sums of a part of the documents, from which jsmf-merge makes a co-occurrence. */
#ifndef JSMF_COOC_PARTIAL_H
#define JSMF_COOC_PARTIAL_H

#include "bag_cooc.h"

typedef struct cooc_partial_settings {
    bool partial;
    size_t block;      /* documents that are summed up as one */
    const char *times; /* a stream of vectors, C times which is summed up in C's place; or NULL */
} cooc_partial_settings;

/* From j->h to j->out, to which only its line of history lacks. */
jsmf_status cooc_partial_make(tool_run *run, const bag_cooc_settings *s, const cooc_partial_settings *p,
                              bag_cooc_job *j) JSMF_CHECKED;

#endif
