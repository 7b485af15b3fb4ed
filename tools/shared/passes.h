/* A bag that is read again and again instead of held, and the eigenpairs that come of it. */
#ifndef PASSES_H
#define PASSES_H

#include "tool.h"

#include "jsmf/cooc.h"

typedef struct passes_bag {
    jsmf_input *input;
    jsmf_batches source;
} passes_bag;

void passes_bag_free(passes_bag *bag);
/* The first operand, a bag of *words words, into *in, which must outlive the bag; its numbers stay outside memory. *df:
 * taken out of it (the caller's), untouched where it has none. */
jsmf_status passes_open(tool_run *run, passes_bag *bag, jsmf_stream *in, size_t *words, int64_t **df) JSMF_CHECKED;
/* The eigenpairs, with a warning where they are far off. */
jsmf_status passes_find(tool_run *run, passes_bag *bag, size_t words, jsmf_cooc_estimator estimator,
                        const jsmf_cooc_passes_options *options, jsmf_cooc_eigenpairs *out) JSMF_CHECKED;

#endif
