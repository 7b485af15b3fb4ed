/* The inside of streams. */
#ifndef JSMF_NPZ_STREAM_H
#define JSMF_NPZ_STREAM_H

#include "npz_inner.h"

/* The version of the format that jsmf writes; it reads those up to it. */
enum { JSMF_STREAM_VERSION = 1 };
/* Bytes of a text that is part of a message: a list of kinds, a shape, a place in an array. Longer ones are cut. */
enum { JSMF_SHORT_TEXT = 80 };

/* The kind of that name; 0 where the schema, which may be NULL, has none. */
unsigned jsmf_schema_kind_find(const jsmf_schema *schema, const char *name);
/* The names of the wanted kinds (or'ed) as they stand in a message: "cooc, rectified or compressed". */
void jsmf_schema_kind_list(const jsmf_schema *schema, unsigned wanted, char text[JSMF_SHORT_TEXT]);
/* Bytes of a text that names an array in messages, "c.npz: array C". Longer names of streams are cut. */
enum { JSMF_WHERE = 512 };
/* Writes such a text and returns it. */
const char *jsmf_stream_where(const jsmf_stream *s, const char *name, char text[JSMF_WHERE]);

/* Moves *a to the end of the stream's arrays, and clears it; it is freed where this fails, for lack of memory. */
jsmf_status jsmf_stream_append(jsmf_context *ctx, jsmf_stream *stream, jsmf_array *a) JSMF_CHECKED;
/* The same, but into the place of the array of its name, which is freed, where there is one. */
jsmf_status jsmf_stream_put(jsmf_context *ctx, jsmf_stream *stream, jsmf_array *a) JSMF_CHECKED;

/* Brings the numbers or strings of an array that lies outside memory into it; `where` names the array in messages.
 * JSMF_ESYSTEM where they need more than the memory limit. */
jsmf_status jsmf_array_hold(jsmf_context *ctx, const char *where, jsmf_array *a) JSMF_CHECKED;
/* Converts the numbers of a, which are brought into memory, in place to another type. JSMF_EDATA for strings, and, for
 * integers, with the place, for a number that is not whole or out of the type's range. JSMF_ESYSTEM where what is wider
 * needs more than the memory limit. */
jsmf_status jsmf_array_to_f64(jsmf_context *ctx, const char *where, jsmf_array *a) JSMF_CHECKED;
jsmf_status jsmf_array_to_i64(jsmf_context *ctx, const char *where, jsmf_array *a) JSMF_CHECKED;
jsmf_status jsmf_array_to_i32(jsmf_context *ctx, const char *where, jsmf_array *a) JSMF_CHECKED;
/* Fails with status (JSMF_EDATA or JSMF_ENUMERIC), naming the place, where a float array in memory holds NaN or
 * infinity; other arrays are fine. */
jsmf_status jsmf_array_finite(jsmf_context *ctx, const char *where, const jsmf_array *a,
                              jsmf_status status) JSMF_CHECKED;
/* The same of `count` items of the float array a, of which the first is number `first`, and which lie at data, aligned
 * for their type. */
jsmf_status jsmf_array_finite_part(jsmf_context *ctx, const char *where, const jsmf_array *a, const void *data,
                                   size_t first, size_t count, jsmf_status status) JSMF_CHECKED;
/* Reads past the array's data in constant memory, with every check that reading them makes, that floats are finite
 * included. They are appended to spool as the .npy has them, unless spool is NULL. */
jsmf_status jsmf_npz_scan(jsmf_context *ctx, jsmf_npz_reader *r, const jsmf_array *a, jsmf_spool *spool) JSMF_CHECKED;

#endif
