/* Bytes in and out, and lists of strings.
 *
 * Inputs and outputs are files, pipes, FIFOs, standard input and output. Calls that a signal interrupts are made again.
 * Nothing here seeks; a regular file may be read again by its offsets (jsmf_spool). Functions fail with JSMF_ESYSTEM
 * where the system refuses what they ask of it, or memory lacks; other statuses stand beside them. Where a function
 * that makes *out fails, *out is NULL. */
#ifndef JSMF_IO_H
#define JSMF_IO_H

#include "jsmf/base.h"

JSMF_BEGIN_DECLS

/* ---- Inputs. ---- */

/* A buffered source of bytes with a look ahead. */
typedef struct jsmf_input jsmf_input;

/* Opens path for reading; NULL or "-" is standard input. JSMF_ESYSTEM also for a directory; JSMF_EUSAGE for a terminal,
 * unless text is true. The name in messages is the path, or "standard input". */
jsmf_status jsmf_input_open(jsmf_context *ctx, const char *path, bool text, jsmf_input **out) JSMF_CHECKED;

/* An input that reads length bytes in memory, which are borrowed until it is closed; name, for messages, is copied. */
jsmf_status jsmf_input_memory(jsmf_context *ctx, const void *bytes, size_t length, const char *name,
                              jsmf_input **out) JSMF_CHECKED;

void jsmf_input_close(jsmf_input *in); /* NULL is fine */
const char *jsmf_input_name(const jsmf_input *in);
/* Bytes consumed so far. */
uint64_t jsmf_input_offset(const jsmf_input *in);
/* Reads at most length bytes; *got is how many, 0 only at the end (or where length is 0). */
jsmf_status jsmf_input_read(jsmf_context *ctx, jsmf_input *in, void *to, size_t length, size_t *got) JSMF_CHECKED;

/* ---- Outputs. ---- */

/* A buffered destination of bytes. A regular or new file is written as an unnamed or temporary file in its folder, and
 * renamed into place by jsmf_output_commit; symbolic links are followed, and its mode is 0666 less the umask. Anything
 * else is written through. */
typedef struct jsmf_output jsmf_output;

/* Opens path for writing; NULL, "-" and the system's names of it are standard output. JSMF_ESYSTEM also for a
 * directory; JSMF_EUSAGE for a terminal, unless text is true. */
jsmf_status jsmf_output_open(jsmf_context *ctx, const char *path, bool text, jsmf_output **out) JSMF_CHECKED;
/* Writes length bytes, or what printf would print. */
jsmf_status jsmf_output_write(jsmf_context *ctx, jsmf_output *out, const void *bytes, size_t length) JSMF_CHECKED;
jsmf_status jsmf_output_printf(jsmf_context *ctx, jsmf_output *out, const char *format, ...)
    JSMF_PRINTF(3, 4) JSMF_CHECKED;
/* Hands what is buffered to the system, so that a full disk is seen. An output into memory stays as it is. */
jsmf_status jsmf_output_flush(jsmf_context *ctx, jsmf_output *out) JSMF_CHECKED;
/* Flushes, closes (standard output too, so that a full disk is seen), and renames into place. Frees out, on failure
 * too; then nothing has been renamed. */
jsmf_status jsmf_output_commit(jsmf_context *ctx, jsmf_output *out) JSMF_CHECKED;
/* Whether two outputs, both to be renamed into place, go to one file. */
bool jsmf_output_same(const jsmf_output *a, const jsmf_output *b);
/* Throws away what was written where that is possible, and frees out; NULL is fine. */
void jsmf_output_abandon(jsmf_output *out);

/* ---- Spools. ---- */

/* Bytes that are looked at again. They are in memory up to a sixteenth of the context's memory limit (64 KiB to 64
 * MiB), and beyond that in an unlinked file in TMPDIR (/tmp where that is not set). Or they are those of a regular
 * file, read where they are needed. */
typedef struct jsmf_spool jsmf_spool;

/* An empty spool; `what` names its contents in messages, and is copied. Says one JSMF_INFO line where it goes to a
 * file. */
jsmf_status jsmf_spool_new(jsmf_context *ctx, const char *what, jsmf_spool **out) JSMF_CHECKED;

void jsmf_spool_free(jsmf_spool *spool); /* NULL is fine */

/* Adds length bytes at the end. */
jsmf_status jsmf_spool_append(jsmf_context *ctx, jsmf_spool *spool, const void *bytes, size_t length) JSMF_CHECKED;

/* The most bytes of a word. */
#define JSMF_WORD_BYTES 255

/* A list of UTF-8 strings in one pool: vocabularies, document ids, history. Never expanded to numpy's UCS-4. */
typedef struct jsmf_strings {
    size_t count;          /* strings */
    size_t capacity;       /* of offsets, less one */
    size_t bytes_capacity; /* of pool */
    size_t *offsets;       /* count + 1; string i is pool[offsets[i]] .. pool[offsets[i + 1] - 2], then a NUL */
    char *pool;
} jsmf_strings;

/* A cleared struct ({0}) is an empty list. Strings are numbered from 0. */
const char *jsmf_strings_get(const jsmf_strings *list, size_t i); /* NUL-terminated, the list's, until it changes */
size_t jsmf_strings_length(const jsmf_strings *list, size_t i);   /* bytes, without the NUL */
/* Adds a copy of length bytes as the last string. */
jsmf_status jsmf_strings_add(jsmf_context *ctx, jsmf_strings *list, const char *bytes, size_t length) JSMF_CHECKED;
/* *to = a copy of the list, which the caller frees. */
jsmf_status jsmf_strings_copy(jsmf_context *ctx, const jsmf_strings *from, jsmf_strings *to) JSMF_CHECKED;
void jsmf_strings_free(jsmf_strings *list); /* clears it, too; an empty list is fine */
/* How many letters have to be changed, left out or put in to make b of a, whatever their case (Levenshtein, 1966). The
 * first so many bytes of each are compared. */
enum { JSMF_STRINGS_COMPARED = 64 };
size_t jsmf_strings_distance(const char *a, const char *b);

/* ---- UTF-8. ---- */

/* The length of the valid UTF-8 prefix of bytes (RFC 3629: no surrogates, no overlong forms, at most U+10FFFF);
 * equal to length where all of it is valid. */
size_t jsmf_utf8_valid(const char *bytes, size_t length);
/* Returns the code point at *p, which must be valid UTF-8, and moves *p past it. */
uint32_t jsmf_utf8_next(const char **p);
/* Whether a text with this code point is not what it looks like: a control character, a change of direction, or one
 * without width. */
bool jsmf_utf8_hidden(uint32_t code);
/* Writes the code point as UTF-8 and returns the number of bytes, 1 to 4; 0 where code is no code point. */
size_t jsmf_utf8_put(uint32_t code, char out[4]);
/* Columns that valid UTF-8 takes on a terminal: combining marks none, East Asian wide letters two, whatever the locale.
 * Control characters count one: whoever prints them prints something in their place. */
size_t jsmf_utf8_width(const char *text);

/* ---- An index of a list. ---- */

/* Exact lookup of strings: an open-addressing hash index over a list, which is borrowed and must not change. */
typedef struct jsmf_index jsmf_index;
/* *duplicate: the position of the first string that repeats an earlier one, which stays out of the index; SIZE_MAX
 * where none does. It may be NULL. JSMF_EDATA for more than UINT32_MAX - 1 strings. */
jsmf_status jsmf_index_new(jsmf_context *ctx, const jsmf_strings *list, jsmf_index **out,
                           size_t *duplicate) JSMF_CHECKED;
/* The position of a string in the list, SIZE_MAX where it is not there. */
size_t jsmf_index_find(const jsmf_index *index, const char *bytes, size_t length);
void jsmf_index_free(jsmf_index *index); /* NULL is fine */

JSMF_END_DECLS

#endif
