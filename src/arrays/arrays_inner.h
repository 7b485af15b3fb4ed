/* What the library uses of this room beside jsmf/arrays.h, and no program. */
#ifndef JSMF_ARRAYS_INNER_H
#define JSMF_ARRAYS_INNER_H

#include "jsmf/arrays.h"

/* ---- shards and their sums ---- */

/* Adds where the shards stand: their first documents and their numbers of rows, under these names. */
jsmf_status jsmf_arrays_shards_places(jsmf_context *ctx, const jsmf_sums_shards *shards, const char *first,
                                      const char *rows, jsmf_stream *out) JSMF_CHECKED;

/* out's of, machine, recipe and shards, out of the stream, from the arrays `sums` and sums.*. JSMF_EDATA where they are
 * not as jsmf-stream(5) says. */
jsmf_status jsmf_arrays_sums_record_take(jsmf_context *ctx, jsmf_stream *stream, jsmf_arrays_sums *out) JSMF_CHECKED;
/* Adds them to a stream; the strings of s are moved. */
jsmf_status jsmf_arrays_sums_record_store(jsmf_context *ctx, jsmf_arrays_sums *s, jsmf_stream *out) JSMF_CHECKED;

/* Whether so much can be what a document, or the mean of some, adds to a sum: 0 to 1, to rounding. */
static inline bool jsmf_arrays_is_share(double share) { return share >= 0 && share <= 1 + 1e-9; }
/* The document frequencies of n words, whole.df, to be freed; JSMF_EDATA where the shards' documents cannot have
 * them. */
jsmf_status jsmf_arrays_sums_take_df(jsmf_context *ctx, jsmf_arrays_sums *s, size_t n, int64_t **out) JSMF_CHECKED;
/* What real.NAME holds, in memory, with how many sums; JSMF_EDATA where there is none. */
jsmf_status jsmf_arrays_sums_real(jsmf_context *ctx, const jsmf_arrays_sums *s, const char *name,
                                  jsmf_sums_fixed **out, size_t *count) JSMF_CHECKED;
/* Adds sums that are the stream's from here on, by the name real.NAME. */
jsmf_status jsmf_arrays_sums_give(jsmf_context *ctx, jsmf_stream *stream, const char *name, jsmf_sums_fixed **values,
                                  size_t count) JSMF_CHECKED;

#endif
