/* The blocks of text that every text reader works on: plain, or gzip inflated in a thread beside the reader. */
#ifndef JSMF_IO_TEXT_H
#define JSMF_IO_TEXT_H

#include "jsmf/io.h"

/* The most bytes of a block that a reader may leave for the next one. */
#define JSMF_TEXT_CARRY 4096

typedef struct jsmf_text jsmf_text;

/* Recognises gzip by its magic. in stays the caller's and is to be read through text alone until jsmf_text_close; after
 * an early close nothing more can be read from it. */
jsmf_status jsmf_text_open(jsmf_context *ctx, jsmf_input *in, jsmf_text **out) JSMF_CHECKED;
/* The next block, in front of it the last keep bytes (at most JSMF_TEXT_CARRY) of the one before, which ends to be
 * valid. bytes[*length] is a NUL, not part of the text. A text whose last line lacks its end gets it; a byte order mark
 * at the start is left out. *length = 0 at the end (with keep = 0). What a bad gzip holds before the fault is delivered
 * first, but for the block that the fault is in. */
jsmf_status jsmf_text_next(jsmf_context *ctx, jsmf_text *text, size_t keep, const char **bytes,
                           size_t *length) JSMF_CHECKED;
/* The place in the (inflated) text of the first byte that the last call gave, counted from 0. */
uint64_t jsmf_text_offset(const jsmf_text *text);
const char *jsmf_text_name(const jsmf_text *text);
/* Stops the thread, wherever it is; NULL is fine. */
void jsmf_text_close(jsmf_text *text);

/* The text's first bytes, at most size; consumes nothing. *whole: nothing comes after them. JSMF_EDATA where gzip is
 * damaged already there. */
jsmf_status jsmf_text_head(jsmf_context *ctx, jsmf_input *in, char *to, size_t size, size_t *got,
                           bool *whole) JSMF_CHECKED;

/* For messages: at most 40 bytes in quotes, other than printable ASCII and valid UTF-8 as \xNN. Returns to. */
#define JSMF_QUOTE_BYTES 192
const char *jsmf_text_quote(const char *bytes, size_t length, char to[JSMF_QUOTE_BYTES]);
/* The same of string i of the list. */
const char *jsmf_text_quote_string(const jsmf_strings *list, size_t i, char to[JSMF_QUOTE_BYTES]);

#endif
