/* What the library uses of this room beside jsmf/corpus.h, and no program. */
#ifndef JSMF_CORPUS_INNER_H
#define JSMF_CORPUS_INNER_H

#include "jsmf/corpus.h"

/* A word a line, plain or gzip; the id is the line's number less one. CRLF, blanks at a line's end and a missing last
 * newline are accepted; refused with the line's number (JSMF_EDATA): NUL, invalid UTF-8, an empty line, a tab or space
 * within, white space alone, more than JSMF_WORD_BYTES bytes, and, where unique is true, a word that an earlier line
 * has (both lines named). */
jsmf_status jsmf_corpus_words_read(jsmf_context *ctx, const char *path, bool unique, jsmf_strings *out) JSMF_CHECKED;
/* The same for labels, a label a line: blanks within are part of it, one in front is refused. label: what messages say
 * was expected, "a label". */
jsmf_status jsmf_corpus_labels_read(jsmf_context *ctx, const char *path, const char *label,
                                    jsmf_strings *out) JSMF_CHECKED;

#endif
