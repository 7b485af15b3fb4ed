/* Rows of counts outside memory. */
#ifndef JSMF_TALLY_ROWS_H
#define JSMF_TALLY_ROWS_H

#include "chunk.h"
#include "words/words_inner.h"

typedef struct jsmf_tally_rows {
    jsmf_spool *indptr, *indices, *counts;
    int64_t *df;
    size_t df_capacity;
    size_t documents, entries, empty;
    int64_t tokens;
} jsmf_tally_rows;

jsmf_status jsmf_tally_rows_start(jsmf_context *ctx, jsmf_tally_rows *r) JSMF_CHECKED;
void jsmf_tally_rows_free(jsmf_tally_rows *r);
/* Adds the rows of a chunk that is in order; words: of all so far. */
jsmf_status jsmf_tally_rows_add(jsmf_context *ctx, jsmf_tally_rows *r, const jsmf_tally_chunk *c,
                                size_t words) JSMF_CHECKED;
/* Adds all documents that were added to phrases, which are found here. vocab, whose words they have numbers of, becomes
 * that of the rows, in the order of the first occurrence; *joined gets the phrases. */
jsmf_status jsmf_tally_rows_join(jsmf_context *ctx, jsmf_tally_rows *r, jsmf_words_phrases *phrases,
                                 jsmf_strings *vocab, jsmf_strings *joined) JSMF_CHECKED;
/* Fills in what it has. */
jsmf_status jsmf_tally_rows_finish(jsmf_context *ctx, jsmf_tally_rows *r, size_t words,
                                   jsmf_tally_counts *out) JSMF_CHECKED;

#endif
