/* The sums of a part of the documents, from which jsmf-merge makes a co-occurrence. */
#ifndef JSMF_COOC_PARTIAL_H
#define JSMF_COOC_PARTIAL_H

#include "bag_cooc.h"

/* The default of --block, wherever shards are made or summed up. */
enum { COOC_PARTIAL_BLOCK = 65536 };

typedef struct cooc_partial_settings {
    bool partial;
    size_t block; /* documents that are summed up as one */
} cooc_partial_settings;

/* From j->h to j->out, to which only its line of history lacks. */
jsmf_status cooc_partial_make(tool_run *run, const bag_cooc_settings *s, const cooc_partial_settings *p,
                              bag_cooc_job *j) JSMF_CHECKED;

/* What made the sums: the set of kernels, and OpenBLAS's core; the caller's, NULL for lack of memory. */
char *cooc_partial_machine(jsmf_context *ctx) JSMF_CHECKED;

#endif
