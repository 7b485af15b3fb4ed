/* Bytes that are looked at again: in memory while they are few, beyond that in an unlinked file in TMPDIR (/tmp where
 * that is not set); or a regular file, read where its bytes are needed. */
#ifndef JSMF_SPOOL_H
#define JSMF_SPOOL_H

#include "jsmf/io.h"

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

#endif
