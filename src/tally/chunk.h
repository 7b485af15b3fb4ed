/* A few documents of a batch, which one thread cuts and counts. */
#ifndef JSMF_TALLY_CHUNK_H
#define JSMF_TALLY_CHUNK_H

#include "jsmf/tally.h"

#include "counter.h"
#include "io/intern.h"
#include "recent.h"
#include "words/words_inner.h"

/* Numbers that grow in number. */
typedef struct jsmf_tally_list {
    int32_t *at;
    size_t used, capacity;
} jsmf_tally_list;

jsmf_status jsmf_tally_list_reserve(jsmf_context *ctx, jsmf_tally_list *list, size_t more) JSMF_CHECKED;

/* What a thread works with. */
typedef struct jsmf_tally_worker {
    jsmf_words_cutter *cutter;
    jsmf_tally_recent recent;
    jsmf_tally_counter counter;
} jsmf_tally_worker;

/* In a chunk a word has its number or, where it is new, -2 - its number among the chunk's new ones. */
typedef struct jsmf_tally_chunk {
    size_t first, last;         /* documents of the batch: last is behind them */
    jsmf_strings fresh;         /* the new words, in the order of their first occurrence */
    jsmf_intern table;          /* of these; without slots while there are none */
    jsmf_tally_list numbers;    /* what these became */
    jsmf_tally_list words;      /* of its documents, as they stand there; in sequences with -1 where the next one does
                                 * not follow. Counted: different ones, increasing */
    jsmf_tally_list counts;     /* of these */
    jsmf_tally_list ends;       /* by document: behind its words above */
    jsmf_tally_list left_out;   /* by document: its unknown words, where known ones alone count */
    int64_t unknown;            /* all of these */
} jsmf_tally_chunk;

/* Cuts the chunk's documents, whose texts are the first columns of the batch. table: the words with a number. sequence:
 * as described above, else known words alone count, or all. Where known ones do, numbers from `stopped` on are of stop
 * words, which neither count nor are unknown. */
typedef struct jsmf_tally_cutting {
    const jsmf_records_batch *batch;
    size_t texts;
    const jsmf_intern *table;
    bool known, sequence;
    int64_t stopped;
} jsmf_tally_cutting;
jsmf_status jsmf_tally_chunk_cut(jsmf_context *ctx, const jsmf_tally_cutting *how, jsmf_tally_worker *w,
                                 jsmf_tally_chunk *c) JSMF_CHECKED;
/* Adds a word to the document at hand. */
jsmf_status jsmf_tally_chunk_add(jsmf_context *ctx, jsmf_tally_chunk *c, int32_t number) JSMF_CHECKED;
/* The document ends. */
jsmf_status jsmf_tally_chunk_end(jsmf_context *ctx, jsmf_tally_chunk *c) JSMF_CHECKED;
/* Puts the new words' numbers in their places (c->numbers has them). */
void jsmf_tally_chunk_number(jsmf_tally_chunk *c);
/* Counts each document's words, all of which have numbers below `words`. */
jsmf_status jsmf_tally_chunk_count(jsmf_context *ctx, jsmf_tally_worker *w, jsmf_tally_chunk *c,
                                   size_t words) JSMF_CHECKED;
void jsmf_tally_chunk_reset(jsmf_tally_chunk *c);
void jsmf_tally_chunk_free(jsmf_tally_chunk *c);
void jsmf_tally_worker_free(jsmf_tally_worker *w);

#endif
