/* The record of sums that a program makes of documents. */
#ifndef JSMF_SHARD_RECORD_H
#define JSMF_SHARD_RECORD_H

#include "tool.h"

/* *digest = that of so many documents of the bag, whose counts are in h (over words, or NULL: jsmf_sums_digest), and of
 * their names, where it has names. The bag's ids have been checked. */
jsmf_status shard_digest(tool_run *run, const jsmf_stream *bag, const jsmf_csr *h, size_t first, size_t rows,
                         const jsmf_strings *words, uint64_t *digest) JSMF_CHECKED;
/* *out = the shards `of` of the bag, with the digests of their documents, one shard behind another, and this run behind
 * the bag's history. Both lists are the caller's, also after a failure. */
jsmf_status shard_record(tool_run *run, const jsmf_sums_shards *of, const jsmf_stream *bag, const jsmf_csr *h,
                         const jsmf_strings *words, jsmf_sums_shards *out) JSMF_CHECKED;

/* Appends "KEY VALUE" to a recipe. */
jsmf_status shard_recipe_line(tool_run *run, jsmf_strings *recipe, const char *key, const char *value) JSMF_CHECKED;

#endif
