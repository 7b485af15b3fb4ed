/* The blocks of text that every text reader works on: plain, or gzip inflated in a thread beside the reader. */
#ifndef JSMF_IO_TEXT_H
#define JSMF_IO_TEXT_H

#include "jsmf/io.h"

/* The most bytes of a block that a reader may leave for the next one. */
#define JSMF_TEXT_CARRY 4096

typedef struct jsmf_text jsmf_text;

/* Begins to read in, which is recognised as gzip by its magic. in stays the caller's, and must be read through text
 * alone until jsmf_text_close. After a close before the end nothing more can be read from it. */
jsmf_status jsmf_text_open(jsmf_context *ctx, jsmf_input *in, jsmf_text **out) JSMF_CHECKED;
/* The next block: *length bytes at *bytes, and behind them a NUL that is no part of the text. In front it has the last
 * keep bytes (at most JSMF_TEXT_CARRY) of the block before, which is no longer valid. At the end nothing comes behind
 * these: *length is keep. A last line without an end gets one, and a byte order mark at the start is left out.
 * JSMF_EDATA for a damaged or truncated gzip, after the blocks before the one that the fault is in. */
jsmf_status jsmf_text_next(jsmf_context *ctx, jsmf_text *text, size_t keep, const char **bytes,
                           size_t *length) JSMF_CHECKED;
/* The place in the (inflated) text of the first byte that the last call gave, counted from 0. */
uint64_t jsmf_text_offset(const jsmf_text *text);
const char *jsmf_text_name(const jsmf_text *text);
/* Stops the thread, wherever it is, and frees text; NULL is fine. */
void jsmf_text_close(jsmf_text *text);

/* Copies the first bytes of the text that in holds, inflated where it is gzip, into to: *got of them, at most size.
 * *whole: nothing comes after them. Consumes nothing. JSMF_EDATA where gzip is damaged already there. */
jsmf_status jsmf_text_head(jsmf_context *ctx, jsmf_input *in, char *to, size_t size, size_t *got,
                           bool *whole) JSMF_CHECKED;

/* Writes at most 40 of the bytes in quotes, for messages, and returns to. What is neither printable ASCII nor valid
 * UTF-8 becomes \xNN. */
#define JSMF_QUOTE_BYTES 192
const char *jsmf_text_quote(const char *bytes, size_t length, char to[JSMF_QUOTE_BYTES]);
/* The same of string i of the list. */
const char *jsmf_text_quote_string(const jsmf_strings *list, size_t i, char to[JSMF_QUOTE_BYTES]);

#endif
