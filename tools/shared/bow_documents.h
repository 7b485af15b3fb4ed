/* Some of jsmf-bow's documents, with all that belongs to them. */
#ifndef JSMF_BOW_DOCUMENTS_H
#define JSMF_BOW_DOCUMENTS_H

#include "bow_corpus.h"

/* Keeps the documents of --documents, then those that --split draws, in c; the others of these go to rest. Arrays of
 * one's own that have a row a document go with them; c's are otherwise left as they are. */
jsmf_status bow_choose(tool_run *run, bow_corpus *c, bow_corpus *rest) JSMF_CHECKED;
/* The documents of c with the mark `which`, with their ids, arrays and shards, but without words. */
jsmf_status bow_take_part(tool_run *run, const bow_corpus *c, const unsigned char *chosen, unsigned char which,
                          bow_corpus *part) JSMF_CHECKED;

#endif
