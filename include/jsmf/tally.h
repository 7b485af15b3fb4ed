/* Documents' texts to the counts of their words: cut by several threads, counted, and put by outside memory. */
#ifndef JSMF_TALLY_H
#define JSMF_TALLY_H

#include "jsmf/base.h"
#include "jsmf/io.h"
#include "jsmf/records.h"
#include "jsmf/words.h"

JSMF_BEGIN_DECLS

typedef struct jsmf_tally jsmf_tally;

typedef struct jsmf_tally_options {
    const jsmf_words *words;                   /* how texts are cut */
    const jsmf_words_phrases_options *phrases; /* neighbours are joined; NULL: none */
    const jsmf_strings *known;                 /* the words that count, in this order; NULL: all, in the order of their
                                                * first occurrence. Not together with phrases */
    const jsmf_strings *stop;                  /* with known: words that are not told as unknown, where they are not
                                                * known, and what they are when cut as texts; NULL: none */
} jsmf_tally_options;

/* options->words is borrowed until jsmf_tally_free, the rest during the call. JSMF_ESYSTEM for lack of memory, *out is
 * NULL then. */
jsmf_status jsmf_tally_new(jsmf_context *ctx, const jsmf_tally_options *options, jsmf_tally **out) JSMF_CHECKED;
void jsmf_tally_free(jsmf_tally *tally); /* NULL is fine */

/* Adds the records of a batch as documents, whose texts are their first `texts` columns. What is counted is the same
 * for every number of threads and any division into batches. JSMF_EDATA where a pattern takes too long, or too much
 * memory, to be matched, and where words or counts are more than INT32_MAX; JSMF_ESYSTEM for memory and what spools
 * need. */
jsmf_status jsmf_tally_add(jsmf_context *ctx, jsmf_tally *tally, const jsmf_records_batch *batch,
                           size_t texts) JSMF_CHECKED;

/* Documents x words as sparse rows (CSR), whose arrays lie in spools from their beginning on. */
typedef struct jsmf_tally_counts {
    size_t documents, words, entries;
    size_t empty;                       /* documents without a word that counts */
    int64_t tokens, unknown;            /* of words that count, and of others but for stop words */
    const jsmf_spool *left_out;         /* int64: documents, the unknown words of each; NULL where all words count */
    size_t too_long;                    /* words above JSMF_WORD_BYTES bytes, which are left out */
    const jsmf_strings *vocab;          /* the words */
    const int64_t *df;                  /* words: the documents that hold each */
    const jsmf_spool *indptr;           /* int64: documents + 1 */
    const jsmf_spool *indices, *counts; /* int32: entries, the words of a row increasing, counts positive */
    const jsmf_strings *phrases;        /* the words of each that was joined, with a space between */
} jsmf_tally_counts;

/* After the last batch. What *out points to is the tally's. Words that phrases leave in no document are gone. */
jsmf_status jsmf_tally_finish(jsmf_context *ctx, jsmf_tally *tally, jsmf_tally_counts *out) JSMF_CHECKED;

JSMF_END_DECLS

#endif
