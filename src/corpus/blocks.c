/* Blocks of whole lines or words. */
#include "blocks.h"

#include <string.h>

jsmf_status jsmf_corpus_blocks_open(jsmf_context *ctx, jsmf_input *in, jsmf_corpus_blocks *b)
{
    *b = (jsmf_corpus_blocks){ .text = NULL };
    return jsmf_text_open(ctx, in, &b->text);
}

void jsmf_corpus_blocks_close(jsmf_corpus_blocks *b) { jsmf_text_close(b->text); }

static const char *behind_last_line(const char *bytes, size_t length)
{
    const char *newline = memrchr(bytes, '\n', length);
    return newline ? newline + 1 : bytes;
}

static const char *behind_last_blank(const char *bytes, size_t length)
{
    while (length && bytes[length - 1] != ' ' && bytes[length - 1] != '\n' && bytes[length - 1] != '\t')
        length--;
    return bytes + length;
}

jsmf_status jsmf_corpus_blocks_next(jsmf_context *ctx, jsmf_corpus_blocks *b, bool words)
{
    size_t length;
    if (jsmf_text_next(ctx, b->text, b->keep, &b->start, &length) != JSMF_OK)
        return jsmf_context_status(ctx);
    b->ended = length == 0;
    b->at = b->start;
    b->end = (words ? behind_last_blank : behind_last_line)(b->start, length);
    b->keep = (size_t)(b->start + length - b->end);
    return JSMF_OK;
}

uint64_t jsmf_corpus_blocks_offset(const jsmf_corpus_blocks *b, const char *at)
{
    return jsmf_text_offset(b->text) + (uint64_t)(at - b->start);
}
