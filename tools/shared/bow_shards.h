/* The shards that a bag is of, or is cut into. */
#ifndef JSMF_BOW_SHARDS_H
#define JSMF_BOW_SHARDS_H

#include "bow_corpus.h"

/* JSMF_EUSAGE where the options of shards do not go together. */
jsmf_status bow_shards_check(tool_run *run) JSMF_CHECKED;
/* c->shards: the one that --shard names, or those of the bag that was read, or none. */
jsmf_status bow_shards_open(tool_run *run, bow_corpus *c) JSMF_CHECKED;
/* part->shards: those of c, as far as documents with the mark `which` are in them. */
jsmf_status bow_shards_choose(tool_run *run, const bow_corpus *c, const unsigned char *chosen, unsigned char which,
                              bow_corpus *part) JSMF_CHECKED;
/* Writes the shards that --cut asks for to files. make: adds a part's arrays to a stream, all but its history. */
jsmf_status bow_shards_cut(tool_run *run, bow_corpus *c,
                           jsmf_status (*make)(tool_run *run, bow_corpus *part, jsmf_stream *out)) JSMF_CHECKED;

#endif
