/* A document's words to how often each of them stands there. */
#ifndef JSMF_TALLY_COUNTER_H
#define JSMF_TALLY_COUNTER_H

#include "jsmf/base.h"

/* All is 0 between documents. */
typedef struct jsmf_tally_counter {
    int32_t *counts;  /* by word */
    uint64_t *met;    /* a bit a word */
    uint64_t *spans;  /* a bit for 64 of these */
    size_t capacity;  /* words */
} jsmf_tally_counter;

/* Room for words with numbers below `words`. */
jsmf_status jsmf_tally_counter_reserve(jsmf_context *ctx, jsmf_tally_counter *counter, size_t words) JSMF_CHECKED;
void jsmf_tally_counter_free(jsmf_tally_counter *counter);
/* Of n tokens, at most INT32_MAX: words gets the different ones, increasing, and counts how often each is there.
 * Returns how many they are. tokens are overwritten; words may lie in the same array, there or in front. */
size_t jsmf_tally_counter_count(jsmf_tally_counter *counter, int32_t *tokens, size_t n, int32_t *words,
                                int32_t *counts);

#endif
