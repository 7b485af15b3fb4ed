/* The counts of words alone: of a shard, and a vocabulary from those of all. */
#ifndef JSMF_BOW_COUNTS_H
#define JSMF_BOW_COUNTS_H

#include "bow_corpus.h"

/* JSMF_EUSAGE where options do not go with --counts and --counts-from. */
jsmf_status bow_counts_check(tool_run *run) JSMF_CHECKED;
/* Writes the words' sums of c. */
jsmf_status bow_counts_make(tool_run *run, bow_corpus *c, jsmf_stream *out) JSMF_CHECKED;
/* Writes what curation leaves of the sums that --counts-from names. */
jsmf_status bow_counts_curate(tool_run *run, jsmf_stream *out) JSMF_CHECKED;

#endif
