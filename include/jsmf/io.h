/* Bytes in and out, text, and lists of strings. Inputs and outputs are files, pipes, FIFOs, standard input and output;
 * reads retry EINTR; nothing here seeks (a regular file may be read again by its offsets: jsmf_spool). */
#ifndef JSMF_IO_H
#define JSMF_IO_H

#include "jsmf/base.h"

/* ---- Inputs. ---- */

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

/* ---- Outputs. ---- */

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

/* ---- Spools. ---- */

/* Bytes that are looked at again: in memory while they are few, beyond that in an unlinked file in TMPDIR (/tmp where
 * that is not set); or a regular file, read where its bytes are needed. */
typedef struct jsmf_spool jsmf_spool;

/* An empty one; what names it in messages: "W". One JSMF_INFO line where it goes to a file. */
jsmf_status jsmf_spool_new(jsmf_context *ctx, const char *what, jsmf_spool **out) JSMF_CHECKED;
/* The bytes of the regular file that in reads, offset 0 where in began; *out = NULL where in reads no such file.
 * Nothing can be appended. Does not depend on in later. */
jsmf_status jsmf_spool_of_input(jsmf_context *ctx, const jsmf_input *in, jsmf_spool **out) JSMF_CHECKED;
void jsmf_spool_free(jsmf_spool *spool); /* NULL is fine */

/* What was appended so far, in bytes. */
uint64_t jsmf_spool_size(const jsmf_spool *spool);
jsmf_status jsmf_spool_append(jsmf_context *ctx, jsmf_spool *spool, const void *bytes, size_t length) JSMF_CHECKED;
/* Over length bytes from offset on, which have been appended. */
jsmf_status jsmf_spool_write(jsmf_context *ctx, jsmf_spool *spool, uint64_t offset, const void *bytes,
                             size_t length) JSMF_CHECKED;
/* Exactly length bytes from offset on. Callable from chunks, while nothing is written. JSMF_EDATA where a file has
 * become shorter. */
jsmf_status jsmf_spool_read(jsmf_context *ctx, const jsmf_spool *spool, uint64_t offset, void *to,
                            size_t length) JSMF_CHECKED;

/* ---- Lists of strings. ---- */

/* A list of UTF-8 strings in one pool: vocabularies, document ids, history. Never expanded to numpy's UCS-4. */
typedef struct jsmf_strings {
    size_t count;
    size_t capacity;       /* of offsets, less one */
    size_t bytes_capacity; /* of pool */
    size_t *offsets;       /* count + 1; string i is pool[offsets[i]] .. pool[offsets[i + 1] - 2], then a NUL */
    char *pool;
} jsmf_strings;

/* A cleared struct ({0}) is an empty list. */
const char *jsmf_strings_get(const jsmf_strings *list, size_t i); /* NUL-terminated, owned by the list */
size_t jsmf_strings_length(const jsmf_strings *list, size_t i);   /* bytes, without the NUL */
jsmf_status jsmf_strings_add(jsmf_context *ctx, jsmf_strings *list, const char *bytes, size_t length) JSMF_CHECKED;
jsmf_status jsmf_strings_copy(jsmf_context *ctx, const jsmf_strings *from, jsmf_strings *to) JSMF_CHECKED;
void jsmf_strings_free(jsmf_strings *list);

/* ---- UTF-8. ---- */

/* The length of the valid UTF-8 prefix of bytes (RFC 3629: no surrogates, no overlong forms, at most U+10FFFF);
 * equal to length where all of it is valid. */
size_t jsmf_utf8_valid(const char *bytes, size_t length);
/* Decodes the code point at *p (valid UTF-8) and moves *p past it. */
uint32_t jsmf_utf8_next(const char **p);
/* Writes the code point as UTF-8 (1 to 4 bytes) and returns the number of bytes; 0 where it is not a code point. */
size_t jsmf_utf8_put(uint32_t code, char out[4]);
/* Columns that valid UTF-8 takes on a terminal: combining marks none, East Asian wide letters two, whatever the locale.
 * Control characters count one: whoever prints them prints something in their place. */
size_t jsmf_utf8_width(const char *text);

/* ---- An index of a list. ---- */

/* Exact lookup of strings: an open-addressing hash index over a list that must not change meanwhile. */
typedef struct jsmf_index jsmf_index;
/* *duplicate: the position of the first string that repeats an earlier one, or SIZE_MAX; may be NULL. */
jsmf_status jsmf_index_new(jsmf_context *ctx, const jsmf_strings *list, jsmf_index **out,
                           size_t *duplicate) JSMF_CHECKED;
/* *again = the position of the first string that repeats an earlier one, which is at *first; SIZE_MAX where none
 * does. */
jsmf_status jsmf_strings_repeat(jsmf_context *ctx, const jsmf_strings *list, size_t *first,
                                size_t *again) JSMF_CHECKED;
size_t jsmf_index_find(const jsmf_index *index, const char *bytes, size_t length); /* position or SIZE_MAX */
void jsmf_index_free(jsmf_index *index);

#endif
