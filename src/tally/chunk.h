/* A few documents of a batch, which one thread cuts and counts. */
#ifndef JSMF_TALLY_CHUNK_H
#define JSMF_TALLY_CHUNK_H

#include "jsmf/tally.h"

#include "io/intern.h"
#include "words/words_inner.h"

/* Numbers that grow in number. */
typedef struct jsmf_tally_list {
    int32_t *at;
    size_t used, capacity;
} jsmf_tally_list;

jsmf_status jsmf_tally_list_reserve(jsmf_context *ctx, jsmf_tally_list *list, size_t more) JSMF_CHECKED;

/* A short word that was met lately, and its number: most words are found there, near at hand. */
typedef struct jsmf_tally_recent {
    uint64_t first, last; /* its bytes, which may overlap */
    uint32_t length;      /* 0: none */
    int32_t number;       /* -1 of a word that does not count */
} jsmf_tally_recent;
enum { JSMF_TALLY_RECENT = 1 << 13 };

/* A short word that was not, and waits for the memory where it is looked for. */
typedef struct jsmf_tally_awaited {
    jsmf_tally_recent key;
    uint64_t hash;
    char bytes[2 * sizeof(uint64_t)];
} jsmf_tally_awaited;
enum { JSMF_TALLY_AWAITED = 1 << 4 };

/* What a thread works with. */
typedef struct jsmf_tally_worker {
    jsmf_words_cutter *cutter;
    int32_t *counts;            /* by word: 0 between documents */
    size_t counts_capacity;
    jsmf_tally_list fresh;      /* the same of words that are new in the chunk */
    jsmf_tally_list distinct;   /* the document's words so far */
    jsmf_tally_list scratch;
    jsmf_tally_recent *recent;  /* JSMF_TALLY_RECENT by hash */
    jsmf_tally_awaited awaited[JSMF_TALLY_AWAITED]; /* in the order of the words, the first one anywhere */
    size_t awaited_first, awaited_count;
} jsmf_tally_worker;

/* In a chunk a word has its number or, where it is new, -2 - its number among the chunk's new ones. */
typedef struct jsmf_tally_chunk {
    size_t first, last;         /* documents of the batch: last is behind them */
    jsmf_strings fresh;         /* the new words, in the order of their first occurrence */
    jsmf_intern table;          /* of these; without slots while there are none */
    jsmf_tally_list numbers;    /* what these became */
    jsmf_tally_list words, counts; /* of its documents; in sequences all words, with -1 where the next one does not
                                    * follow, and no counts */
    jsmf_tally_list ends;       /* by document: behind its words above */
    int64_t unknown;
} jsmf_tally_chunk;

/* Cuts the chunk's documents, whose texts are the first columns of the batch. table: the words with a number. sequence:
 * as described above, else known words alone count, or all. */
typedef struct jsmf_tally_cutting {
    const jsmf_records_batch *batch;
    size_t texts;
    const jsmf_intern *table;
    bool known, sequence;
} jsmf_tally_cutting;
jsmf_status jsmf_tally_chunk_cut(jsmf_context *ctx, const jsmf_tally_cutting *how, jsmf_tally_worker *w,
                                 jsmf_tally_chunk *c) JSMF_CHECKED;
/* Counts a word of the document at hand. */
jsmf_status jsmf_tally_count(jsmf_context *ctx, jsmf_tally_worker *w, int32_t number) JSMF_CHECKED;
/* The document ends: what was counted becomes the chunk's. */
jsmf_status jsmf_tally_chunk_end(jsmf_context *ctx, jsmf_tally_worker *w, jsmf_tally_chunk *c) JSMF_CHECKED;
/* Puts the new words' numbers in their places (c->numbers has them), and each document's words in order; words is the
 * number of all words. */
jsmf_status jsmf_tally_chunk_sort(jsmf_context *ctx, jsmf_tally_worker *w, jsmf_tally_chunk *c,
                                  size_t words) JSMF_CHECKED;
void jsmf_tally_chunk_reset(jsmf_tally_chunk *c);
void jsmf_tally_chunk_free(jsmf_tally_chunk *c);
void jsmf_tally_worker_free(jsmf_tally_worker *w);
/* Room for the counts of so many words. */
jsmf_status jsmf_tally_worker_reserve(jsmf_context *ctx, jsmf_tally_worker *w, size_t words) JSMF_CHECKED;

#endif
