/* What the library uses of this room beside jsmf/io.h, and no program. */
#ifndef JSMF_IO_INNER_H
#define JSMF_IO_INNER_H

#include "jsmf/io.h"

/* ---- Inputs. ---- */

/* Reads exactly length bytes. JSMF_EDATA where the input ends before: "NAME: truncated (WHAT: expected ...)". */
jsmf_status jsmf_input_full(jsmf_context *ctx, jsmf_input *in, void *to, size_t length, const char *what) JSMF_CHECKED;
/* Shows the bytes that come next without consuming them: *got of them at *bytes, which is valid until the next call for
 * this input. There are at least `want`, or all that is left where that is less, and there may be more. want is at most
 * JSMF_PEEK. */
#define JSMF_PEEK 65536
jsmf_status jsmf_input_peek(jsmf_context *ctx, jsmf_input *in, size_t want, const unsigned char **bytes,
                            size_t *got) JSMF_CHECKED;
/* Consumes n bytes that a peek has shown. */
void jsmf_input_skip(jsmf_input *in, size_t n);

/* ---- Outputs. ---- */

/* An output into memory (tests). */
jsmf_status jsmf_output_memory(jsmf_context *ctx, jsmf_output **out) JSMF_CHECKED;
/* What was written into memory so far, owned by the output, and its length. */
const void *jsmf_output_bytes(const jsmf_output *out, size_t *length);

/* ---- Spools. ---- */

/* A spool of the bytes of the regular file that `in` reads, with offset 0 where `in` began; *out = NULL, which is no
 * failure, where it reads no such file. Nothing can be appended. It outlives `in`. */
jsmf_status jsmf_spool_of_input(jsmf_context *ctx, const jsmf_input *in, jsmf_spool **out) JSMF_CHECKED;

/* The bytes that were appended so far. */
uint64_t jsmf_spool_size(const jsmf_spool *spool);

/* Writes over length bytes from offset on, which must have been appended. */
jsmf_status jsmf_spool_write(jsmf_context *ctx, jsmf_spool *spool, uint64_t offset, const void *bytes,
                             size_t length) JSMF_CHECKED;
/* Reads exactly length bytes from offset on. Several threads may do so at once, while nothing is written. JSMF_EDATA
 * where a file has become shorter. */
jsmf_status jsmf_spool_read(jsmf_context *ctx, const jsmf_spool *spool, uint64_t offset, void *to,
                            size_t length) JSMF_CHECKED;
/* The bytes from offset on where they lie, until something is written; NULL: in a file. */
const void *jsmf_spool_view(const jsmf_spool *spool, uint64_t offset);

/* ---- UTF-8. ---- */

/* Bytes of the white space (Unicode's White_Space, line ends among it) that begins at p, which is before end; 0 where
 * something else does. */
size_t jsmf_utf8_space(const char *p, const char *end);
/* Whether length bytes are white space alone, and one at least. */
bool jsmf_utf8_blank(const char *bytes, size_t length);

/* ---- An index of a list. ---- */

/* *again = the position of the first string that repeats an earlier one, which is at *first; SIZE_MAX where none
 * does. */
jsmf_status jsmf_strings_repeat(jsmf_context *ctx, const jsmf_strings *list, size_t *first,
                                size_t *again) JSMF_CHECKED;

#endif
