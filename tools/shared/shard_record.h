/* The record of sums that a program makes of documents. */
#ifndef JSMF_SHARD_RECORD_H
#define JSMF_SHARD_RECORD_H

#include "tool.h"

/* *out = the shards `of`, with the digests of their documents in h (over words, or NULL: jsmf_sums_digest), one shard
 * behind another, and this run behind the lines of history. Both lists are the caller's, also after a failure. */
jsmf_status shard_record(tool_run *run, const jsmf_sums_shards *of, const jsmf_csr *h, const jsmf_strings *words,
                         const jsmf_strings *history, jsmf_sums_shards *out) JSMF_CHECKED;

/* Appends "KEY VALUE" to a recipe. */
jsmf_status shard_recipe_line(tool_run *run, jsmf_strings *recipe, const char *key, const char *value) JSMF_CHECKED;

#endif
