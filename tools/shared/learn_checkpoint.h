/* The file in which jsmf-learn keeps what its last stage has made, and jsmf-choose its finished lines: a stream with
 * two arrays that say of which run it is. They pass through jsmf-learn's stages as a user's own arrays do, and so stand
 * in every checkpoint. */
#ifndef JSMF_LEARN_CHECKPOINT_H
#define JSMF_LEARN_CHECKPOINT_H

#include "tool.h"

typedef struct learn_checkpoint {
    const char *path; /* NULL: none is kept, and the functions below do nothing */
    const char *line; /* what the run is known by; NULL: its line of history */
    uint32_t bag;     /* its mark */
} learn_checkpoint;

/* *stream: what an earlier run has left in the file, where there is one, under the name of the bag; else it is empty.
 * JSMF_EUSAGE where that was another run, by its line or by its bag, or where the file may not be
 * written over; JSMF_EDATA where it is no checkpoint. */
jsmf_status learn_checkpoint_open(tool_run *run, learn_checkpoint *c, const jsmf_stream *bag,
                                  jsmf_stream *stream) JSMF_CHECKED;
/* Writes what a stage has made. */
jsmf_status learn_checkpoint_write(tool_run *run, const learn_checkpoint *c, jsmf_stream *stream) JSMF_CHECKED;
/* What says of which run the stream is goes from it. */
void learn_checkpoint_strip(jsmf_stream *stream);
/* Removes the file, which is needed no more; a warning where that is not possible. */
void learn_checkpoint_remove(tool_run *run, const learn_checkpoint *c);

#endif
