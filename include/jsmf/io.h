/* Bytes in and out: files, pipes, FIFOs, standard input and output. Reads retry EINTR; nothing here seeks (a regular
 * file may be read again by its offsets: jsmf/spool.h). */
#ifndef JSMF_IO_H
#define JSMF_IO_H

#include "jsmf/base.h"

/* A buffered source of bytes with a look ahead. */
typedef struct jsmf_input jsmf_input;

/* path NULL or "-": standard input. A directory is refused (JSMF_ESYSTEM), a terminal too (JSMF_EUSAGE) unless
 * text is true. The name in messages is the path, or "standard input". */
jsmf_status jsmf_input_open(jsmf_context *ctx, const char *path, bool text, jsmf_input **out) JSMF_CHECKED;
/* From memory (fuzzing, tests); bytes stay the caller's. */
jsmf_status jsmf_input_memory(jsmf_context *ctx, const void *bytes, size_t length, const char *name,
                              jsmf_input **out) JSMF_CHECKED;
void jsmf_input_close(jsmf_input *in); /* NULL is fine */
const char *jsmf_input_name(const jsmf_input *in);
/* Bytes consumed so far. */
uint64_t jsmf_input_offset(const jsmf_input *in);
/* Reads up to length bytes; *got = 0 only at the end. JSMF_ESYSTEM on a read error. */
jsmf_status jsmf_input_read(jsmf_context *ctx, jsmf_input *in, void *to, size_t length, size_t *got) JSMF_CHECKED;
/* Reads exactly length bytes or fails with JSMF_EDATA: "NAME: truncated (WHAT: expected n bytes at offset o, ...)". */
jsmf_status jsmf_input_full(jsmf_context *ctx, jsmf_input *in, void *to, size_t length, const char *what) JSMF_CHECKED;
/* At least min(want, what is left) bytes ahead without consuming them, want at most JSMF_PEEK: *bytes points into the
 * buffer until the next call, *got is how many there are (may be more than want). */
#define JSMF_PEEK 65536
jsmf_status jsmf_input_peek(jsmf_context *ctx, jsmf_input *in, size_t want, const unsigned char **bytes,
                            size_t *got) JSMF_CHECKED;
/* Consumes n bytes that a peek has shown. */
void jsmf_input_skip(jsmf_input *in, size_t n);

/* A destination. A regular or new FILE is written as an unnamed or temporary file in its folder and renamed into place
 * by jsmf_output_commit (symbolic links followed, mode 0666 less the umask); anything else is written through. */
typedef struct jsmf_output jsmf_output;

/* path NULL or "-": standard output. A terminal is refused (JSMF_EUSAGE) unless text is true. */
jsmf_status jsmf_output_open(jsmf_context *ctx, const char *path, bool text, jsmf_output **out) JSMF_CHECKED;
/* Into memory (tests); jsmf_output_bytes gives what was written, owned by the output. */
jsmf_status jsmf_output_memory(jsmf_context *ctx, jsmf_output **out) JSMF_CHECKED;
const void *jsmf_output_bytes(const jsmf_output *out, size_t *length);
jsmf_status jsmf_output_write(jsmf_context *ctx, jsmf_output *out, const void *bytes, size_t length) JSMF_CHECKED;
jsmf_status jsmf_output_printf(jsmf_context *ctx, jsmf_output *out, const char *format, ...)
    JSMF_PRINTF(3, 4) JSMF_CHECKED;
/* Hands what is buffered to the system, so that a full disk is seen; of a memory output, nothing. */
jsmf_status jsmf_output_flush(jsmf_context *ctx, jsmf_output *out) JSMF_CHECKED;
/* Flushes, closes (standard output too, so that a full disk is seen), renames into place. Frees out always. */
jsmf_status jsmf_output_commit(jsmf_context *ctx, jsmf_output *out) JSMF_CHECKED;
/* Whether two outputs, both to be renamed into place, go to one file. */
bool jsmf_output_same(const jsmf_output *a, const jsmf_output *b);
/* Throws away what was written where that is possible, and frees out; NULL is fine. */
void jsmf_output_abandon(jsmf_output *out);

#endif
