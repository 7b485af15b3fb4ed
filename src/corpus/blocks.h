/* A text in blocks that end with a whole line or word: what the readers of corpora walk over. */
#ifndef JSMF_CORPUS_BLOCKS_H
#define JSMF_CORPUS_BLOCKS_H

#include "io/text.h"

typedef struct jsmf_corpus_blocks {
    jsmf_text *text;
    const char *start;    /* the block's, for byte offsets */
    const char *at, *end; /* whole pieces of the block that are still to be read */
    size_t keep;          /* bytes behind them, which the next block begins with */
    bool ended;
} jsmf_corpus_blocks;

jsmf_status jsmf_corpus_blocks_open(jsmf_context *ctx, jsmf_input *in, jsmf_corpus_blocks *b) JSMF_CHECKED;
void jsmf_corpus_blocks_close(jsmf_corpus_blocks *b);
/* The next block; keep is at most JSMF_TEXT_CARRY. It ends behind its last newline or, with words, behind its last
 * blank, tab or newline. */
jsmf_status jsmf_corpus_blocks_next(jsmf_context *ctx, jsmf_corpus_blocks *b, bool words) JSMF_CHECKED;
/* The place in the (inflated) text of a byte of the block. */
uint64_t jsmf_corpus_blocks_offset(const jsmf_corpus_blocks *b, const char *at);

#endif
