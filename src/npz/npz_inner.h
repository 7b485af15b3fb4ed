/* What the library uses of this room beside jsmf/npz.h, and no program. */
#ifndef JSMF_NPZ_INNER_H
#define JSMF_NPZ_INNER_H

#include "jsmf/npz.h"

/* ---- the arrays of a .npz file, one at a time ---- */

typedef struct jsmf_npz_reader jsmf_npz_reader;
typedef struct jsmf_npz_writer jsmf_npz_writer;

/* Makes a reader of in, which stays the caller's and must outlive it. JSMF_EDATA where in begins as no .npz does; the
 * message says what it looks like (text, gzip, a bare .npy, empty). *out is NULL on failure. */
jsmf_status jsmf_npz_open(jsmf_context *ctx, jsmf_input *in, jsmf_npz_reader **out) JSMF_CHECKED;
/* The next array into *a, with name, type and shape; its data are not read yet (NULL). The caller frees it. One of the
 * three functions below may follow; data that none of them took are skipped. *more = false at the end, when the central
 * directory and the end record agree with what was read, and no byte comes behind them. */
jsmf_status jsmf_npz_next(jsmf_context *ctx, jsmf_npz_reader *r, jsmf_array *a, bool *more) JSMF_CHECKED;
/* Reads the array's data into a, and checks their CRC. JSMF_ESYSTEM where the sizes are above the context's memory
 * limit, before anything is allocated. What strings take grows with what has really arrived. */
jsmf_status jsmf_npz_data(jsmf_context *ctx, jsmf_npz_reader *r, jsmf_array *a) JSMF_CHECKED;
/* Leaves the array's data where they can be read again, with all checks that reading and jsmf_stream_read make. file
 * has the bytes of the reader's input from its beginning on, or is NULL: data that are stored in it uncompressed stay
 * there, and others are appended to spool. a->spool borrows whichever it is. */
jsmf_status jsmf_npz_spool(jsmf_context *ctx, jsmf_npz_reader *r, jsmf_array *a, const jsmf_spool *file,
                           jsmf_spool *spool) JSMF_CHECKED;
/* Reads past the array's data, and checks their CRC, in constant memory. */
jsmf_status jsmf_npz_skip(jsmf_context *ctx, jsmf_npz_reader *r) JSMF_CHECKED;
void jsmf_npz_reader_free(jsmf_npz_reader *r); /* NULL is fine */
/* Makes a writer into out, which stays the caller's and must outlive it. */
jsmf_status jsmf_npz_create(jsmf_context *ctx, jsmf_output *out, jsmf_npz_writer **w) JSMF_CHECKED;
/* Writes one array, from memory or from its spool. Numbers of more than 64 KiB are stored; fewer, and strings, are
 * deflated. JSMF_EDATA where strings are not valid UTF-8 or do not fill the shape, and for a name above 1 KiB.
 * JSMF_ENUMERIC for a float in a spool that is not finite. */
jsmf_status jsmf_npz_put(jsmf_context *ctx, jsmf_npz_writer *w, const jsmf_array *a) JSMF_CHECKED;
/* Writes the central directory and the end record. Frees w, on failure too. */
jsmf_status jsmf_npz_finish(jsmf_context *ctx, jsmf_npz_writer *w) JSMF_CHECKED;
/* Frees a writer that is not finished; NULL is fine. */
void jsmf_npz_writer_free(jsmf_npz_writer *w);

/* As jsmf_stream_scan, all of a stream. */
jsmf_status jsmf_stream_read(jsmf_context *ctx, jsmf_input *in, const jsmf_schema *schema, unsigned kinds,
                             jsmf_stream *out) JSMF_CHECKED;

/* The same, with large arrays outside memory, as jsmf_arrays_spool leaves them, unless they are in names (count of
 * them). */
jsmf_status jsmf_stream_spool(jsmf_context *ctx, jsmf_input *in, const jsmf_schema *schema, unsigned kinds,
                              const char *const *names, size_t count, jsmf_stream *out) JSMF_CHECKED;

/* ---- typed reading, by the rules of jsmf/npz.h ---- */

/* rows and cols are the sizes that are expected, or 0 for any; shape, which may be NULL, receives those that are found.
 * The matrix is made row-major. */
jsmf_status jsmf_stream_matrix(jsmf_context *ctx, jsmf_stream *s, const char *name, size_t rows, size_t cols,
                               double **out, size_t shape[2]) JSMF_CHECKED;

/* A single whole number that is not negative, of any number of dimensions. */
jsmf_status jsmf_stream_count(jsmf_context *ctx, jsmf_stream *s, const char *name, int64_t *out) JSMF_CHECKED;

/* A list of n words (n = 0: of any number), which stays the stream's; *out = NULL where there is no such array.
 * JSMF_EDATA, naming the word and its places, where a word is empty or there twice. */
jsmf_status jsmf_stream_words(jsmf_context *ctx, const jsmf_stream *s, const char *name, size_t n,
                              const jsmf_strings **out) JSMF_CHECKED;

#endif
