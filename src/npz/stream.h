/* The inside of streams. */
#ifndef JSMF_NPZ_STREAM_H
#define JSMF_NPZ_STREAM_H

#include "jsmf/npz.h"

enum { JSMF_FORMAT_VERSION = 1, JSMF_KIND_LIST = 80 };

/* The kind of that name; 0 where the schema, which may be NULL, has none. */
unsigned jsmf_schema_kind_find(const jsmf_schema *schema, const char *name);
/* The names of the wanted kinds (or'ed) as they stand in a message: "cooc, rectified or compressed". */
void jsmf_schema_kind_list(const jsmf_schema *schema, unsigned wanted, char text[JSMF_KIND_LIST]);
/* "c.npz: array C", as far as it fits. */
enum { JSMF_WHERE = 512 };
const char *jsmf_stream_where(const jsmf_stream *s, const char *name, char text[JSMF_WHERE]);

/* Moves *a, also when it fails, to the end; or to the place of the array of its name, which is freed. */
jsmf_status jsmf_stream_append(jsmf_context *ctx, jsmf_stream *stream, jsmf_array *a) JSMF_CHECKED;
jsmf_status jsmf_stream_put(jsmf_context *ctx, jsmf_stream *stream, jsmf_array *a) JSMF_CHECKED;

/* Converts the numbers of a in place to another type; where names the array in messages. Integers are wanted whole:
 * JSMF_EDATA, with the place, for what is not, or is out of the type's range. */
jsmf_status jsmf_array_to_f64(jsmf_context *ctx, const char *where, jsmf_array *a) JSMF_CHECKED;
jsmf_status jsmf_array_to_i64(jsmf_context *ctx, const char *where, jsmf_array *a) JSMF_CHECKED;
jsmf_status jsmf_array_to_i32(jsmf_context *ctx, const char *where, jsmf_array *a) JSMF_CHECKED;
/* Makes a 2-dimensional array row-major. */
jsmf_status jsmf_array_row_major(jsmf_context *ctx, const char *where, jsmf_array *a) JSMF_CHECKED;
/* status (JSMF_EDATA, JSMF_ENUMERIC), naming the place, where a float array holds NaN or infinity. */
jsmf_status jsmf_array_finite(jsmf_context *ctx, const char *where, const jsmf_array *a,
                              jsmf_status status) JSMF_CHECKED;
/* The same of count items of the float array a from the first on, which lie at data, aligned for their type. */
jsmf_status jsmf_array_finite_part(jsmf_context *ctx, const char *where, const jsmf_array *a, const void *data,
                                   size_t first, size_t count, jsmf_status status) JSMF_CHECKED;
/* Reads past the array's data, with every check that reading them does, in constant memory; spool, unless NULL, gets
 * them as they are in the .npy. */
jsmf_status jsmf_npz_scan(jsmf_context *ctx, jsmf_npz_reader *r, const jsmf_array *a, jsmf_spool *spool) JSMF_CHECKED;
/* " at [3, 5]", or "" for a scalar: where the item at position i (in memory) stands. */
const char *jsmf_array_place(const jsmf_array *a, size_t i, char text[JSMF_KIND_LIST]);

#endif
