/* The finished lines of jsmf-choose's table, in a file that is written after each. */
#ifndef JSMF_CHOOSE_KEPT_H
#define JSMF_CHOOSE_KEPT_H

#include "choose_table.h"
#include "learn_checkpoint.h"

typedef struct choose_kept {
    learn_checkpoint file;
    jsmf_stream stream;    /* what it holds, lines of a K that is not asked for now, too */
} choose_kept;

void choose_kept_free(choose_kept *c);
/* Takes into t the lines that stand in the file, if there is one, and c->file.line and bag are those of this run.
 * Errors as learn_checkpoint_open. */
jsmf_status choose_kept_open(tool_run *run, choose_kept *c, const jsmf_stream *bag, choose_table *t) JSMF_CHECKED;
/* Adds a finished line. */
jsmf_status choose_kept_add(tool_run *run, choose_kept *c, const choose_line *line) JSMF_CHECKED;

#endif
