/* jsmf-polish by shards: the sums of some documents, and the step from the sums of all to the next model. */
#ifndef JSMF_POLISH_SHARDS_H
#define JSMF_POLISH_SHARDS_H

#include "polish_job.h"

/* The options of either that go together. */
jsmf_status polish_shards_check(tool_run *run, const polish_settings *s) JSMF_CHECKED;
/* From operands 0, the model, and 1, a bag, to j->out, sums. */
jsmf_status polish_partial(tool_run *run, const polish_settings *s, polish_job *j) JSMF_CHECKED;
/* From operands 0, the model, and 1, sums that were made with it, to j->out, the next model, to which only its line of
 * history lacks. */
jsmf_status polish_step(tool_run *run, const polish_settings *s, polish_job *j) JSMF_CHECKED;

#endif
