/* What the parts of jsmf-merge share. */
#ifndef JSMF_MERGE_JOB_H
#define JSMF_MERGE_JOB_H

#include "tool.h"

typedef struct merge_settings {
    const char *expect, *remove;
    bool finish, mixed, alike;
    double half_life;
} merge_settings;

/* Adds sums, and takes others away, to the output. first: operand 0, in memory; it is empty afterwards. */
jsmf_status merge_sums(tool_run *run, jsmf_stream *first, jsmf_stream *out) JSMF_CHECKED;
/* Sums of days, the operands, each by its age, to a co-occurrence. */
jsmf_status merge_days(tool_run *run, jsmf_stream *out) JSMF_CHECKED;
/* Co-occurrences by their documents. */
jsmf_status merge_coocs(tool_run *run, jsmf_stream *first, jsmf_stream *out) JSMF_CHECKED;
/* Bags or compositions one behind another. */
jsmf_status merge_rows(tool_run *run, jsmf_stream *first, jsmf_stream *out) JSMF_CHECKED;

/* ---- used by these ---- */

/* The shards that --expect lists, if it is given, and those of their whole are there. */
jsmf_status merge_check_shards(tool_run *run, const jsmf_arrays_sums *sums) JSMF_CHECKED;
/* The sums to a co-occurrence, with a history. */
jsmf_status merge_finish(tool_run *run, jsmf_arrays_sums *sums, double divisor, jsmf_stream *out) JSMF_CHECKED;

#endif
