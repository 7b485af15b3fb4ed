/* The streams that the tools exchange: .npz files, which are read and written front to back (jsmf-stream(5)).
 *
 * Throughout, JSMF_EDATA is for input that is damaged, truncated or not what was expected; the message
 * names the input, the array and the place. JSMF_ESYSTEM is for reading, writing and memory. */
#ifndef JSMF_NPZ_H
#define JSMF_NPZ_H

#include "jsmf/base.h"
#include "jsmf/io.h"

JSMF_BEGIN_DECLS

#define JSMF_MAX_DIMS 8

/* One named array. Numbers lie little-endian, as the stream had them. Unicode arrays (numpy's <U) are kept as UTF-8. */
typedef struct jsmf_array {
    char *name;                  /* without ".npy"; owned */
    char type;                   /* numpy's kind: 'f' 'i' 'u' 'b' are numbers, 'U' is unicode */
    size_t item;                 /* bytes of an item: 1 2 4 8; of 'U' 4 times the longest string's code points */
    int dims;                    /* 0 (a scalar) to JSMF_MAX_DIMS */
    size_t shape[JSMF_MAX_DIMS];
    bool fortran;                /* the items lie column-major; never set where dims is below 2 */
    void *data;                  /* numbers: the items, owned; NULL for 'U', and where the data are not in memory */
    jsmf_strings strings;        /* 'U': the items in the stream's order, owned */
    const jsmf_spool *spool;     /* where the items lie instead, as the .npy has them; borrowed, or NULL */
    uint64_t offset;             /* of the first item there, in bytes */
} jsmf_array;

size_t jsmf_array_count(const jsmf_array *a); /* items: the product of the shape, 1 for a scalar */
void jsmf_array_free(jsmf_array *a);          /* frees what it owns and clears it; NULL is fine */
/* The decimal digits of the whole number at item (a->item bytes; a's type is 'i', 'u' or 'b'), with its sign, into
 * text. Returns how many characters these are. */
enum { JSMF_WHOLE_TEXT = 24 };
size_t jsmf_array_whole_text(const jsmf_array *a, const void *item, char text[JSMF_WHOLE_TEXT]);

/* ---- schemas: which kinds of streams there are, and which arrays they know; jsmf/arrays.h has the one of jsmf ---- */
typedef struct jsmf_schema_kind {
    unsigned kind; /* one bit */
    const char *name;
    jsmf_remedy remedy; /* what makes such a stream, for messages */
} jsmf_schema_kind;

typedef struct jsmf_schema_array {
    const char *name;
    unsigned kinds;   /* or'ed: the kinds of streams that may hold it */
    const char *hint; /* who writes one, for messages */
    bool passes;      /* whether it is as true of what a program writes as of what it read: of words and documents */
} jsmf_schema_array;

typedef struct jsmf_schema {
    const jsmf_schema_kind *kinds;   /* in the order in which messages list them */
    size_t kind_count;
    const jsmf_schema_array *arrays; /* that have a meaning; a stream may hold others as well */
    size_t array_count;
    const char *words;               /* the name of the array of strings that jsmf_arrays_spool keeps in memory */
} jsmf_schema;

/* Whether an array of that name has a meaning. */
bool jsmf_schema_knows(const jsmf_schema *schema, const char *name);

/* ---- streams ---- */
typedef struct jsmf_stream {
    char *name;                /* of the input, for messages: "c.npz" or "standard input"; owned */
    const jsmf_schema *schema; /* borrowed; NULL: no name means anything */
    unsigned kind;             /* of the schema; 0: unmarked, as a stream made by hand, without the entry `jsmf` */
    jsmf_strings history;      /* one line a tool */
    jsmf_array *arrays;        /* owned; without `jsmf` and `history` */
    size_t count;              /* arrays */
    size_t capacity;           /* of arrays */
    jsmf_spool *file, *spool;  /* what arrays outside memory lie in, owned; or NULL */
} jsmf_stream;

const char *jsmf_stream_kind_name(const jsmf_stream *stream); /* "bag", "cooc", ... or "unmarked" */

/* Reads a stream whose kind, by the schema, is among kinds (or'ed), and keeps the data of the arrays in names (count of
 * them) alone, in constant memory beside them. The other arrays come with type and shape (data NULL, no strings), and
 * must not be read from. An unmarked stream is never refused for its kind: what it is taken for shows when its arrays
 * are asked for. JSMF_EDATA for another kind ("is a model stream, expected bag"), for a newer version, for two arrays
 * of one name, and for NaN or infinity in floats. JSMF_ESYSTEM where the arrays together are above the context's memory
 * limit. out is freed with jsmf_stream_free; on failure it is empty. */
jsmf_status jsmf_stream_scan(jsmf_context *ctx, jsmf_input *in, const jsmf_schema *schema, unsigned kinds,
                             const char *const *names, size_t count, jsmf_stream *out) JSMF_CHECKED;
/* Copies items of an array of numbers, in memory or outside it, into to (count * a->item bytes): first to
 * first + count - 1 (0-based), in the order in which they lie. */
jsmf_status jsmf_array_read(jsmf_context *ctx, const jsmf_array *a, size_t first, size_t count, void *to) JSMF_CHECKED;
/* The same of strings, which are appended to list. */
jsmf_status jsmf_array_read_strings(jsmf_context *ctx, const jsmf_array *a, size_t first, size_t count,
                                    jsmf_strings *list) JSMF_CHECKED;
/* Makes an array of at most 2 dimensions row-major, in memory; a square one in place. `where` names it in messages.
 * JSMF_EDATA for strings and for more dimensions, in the other order; JSMF_ESYSTEM where it needs more than the memory
 * limit. */
jsmf_status jsmf_array_row_major(jsmf_context *ctx, const char *where, jsmf_array *a) JSMF_CHECKED;
/* *out = the rows of a, which is in memory, whose mark (one of a->shape[0]) is `which`, without a name. *out is the
 * caller's, also on failure. */
jsmf_status jsmf_array_rows(jsmf_context *ctx, const jsmf_array *a, const unsigned char *marks, unsigned char which,
                            jsmf_array *out) JSMF_CHECKED;
/* *to: the same stream, all of it in memory. to is freed with jsmf_stream_free; on failure it is empty. JSMF_ESYSTEM
 * where the arrays together are above the context's memory limit. */
jsmf_status jsmf_stream_copy(jsmf_context *ctx, const jsmf_stream *from, jsmf_stream *to) JSMF_CHECKED;
/* *mark tells the stream's arrays from others: a CRC-32 of their names, types, shapes and contents. */
jsmf_status jsmf_stream_mark(jsmf_context *ctx, const jsmf_stream *stream, uint32_t *mark) JSMF_CHECKED;
/* Writes `jsmf` (unless the stream is unmarked), `history`, and then the arrays in their order. JSMF_ENUMERIC for a
 * float that is not finite; JSMF_EUSAGE for a kind without a schema. */
jsmf_status jsmf_stream_write(jsmf_context *ctx, jsmf_output *out, const jsmf_stream *stream) JSMF_CHECKED;
void jsmf_stream_free(jsmf_stream *stream); /* NULL and a cleared struct are fine */
/* Appends one line, which is copied, to the history. */
jsmf_status jsmf_stream_note(jsmf_context *ctx, jsmf_stream *stream, const char *line) JSMF_CHECKED;

/* The array of that name, which stays the stream's; NULL where there is none. */
jsmf_array *jsmf_stream_find(const jsmf_stream *stream, const char *name);
/* The same, but JSMF_EDATA where there is none: "NAME: no array C (...)", with the schema's hint. */
jsmf_status jsmf_stream_need(jsmf_context *ctx, const jsmf_stream *stream, const char *name,
                             jsmf_array **out) JSMF_CHECKED;
/* Removes and frees the array of that name, where there is one. */
void jsmf_stream_remove(jsmf_stream *stream, const char *name);
/* Moves the history to `to`, and every array of `from` that passes through to a stream of to->kind: those that the
 * schema of `to` does not know, and those that pass by it and that it lists for that kind; but none whose name `to` has
 * already. Arrays
 * outside memory still lie in the file and spool of `from`, which must outlive `to`. */
jsmf_status jsmf_stream_pass(jsmf_context *ctx, jsmf_stream *from, jsmf_stream *to) JSMF_CHECKED;

/* ---- typed reading ----
 *
 * rows, cols and length are the sizes that are expected, or 0 for any; shape and got, which may be NULL, receive those
 * that are found. A vector may come as a single row or column. The result is the array's own memory, which stays the
 * stream's unless it is taken (jsmf_stream_take). Where the type differs it is converted in place, float32 and integers
 * to double, whole numbers of any type to int64; a matrix is made row-major.
 * JSMF_EDATA for an array that is missing (the message says who writes one), has another shape, or holds what the type
 * cannot; JSMF_ESYSTEM where the conversion takes more than the memory limit. */

jsmf_status jsmf_stream_vector(jsmf_context *ctx, jsmf_stream *s, const char *name, size_t length, double **out,
                               size_t *got) JSMF_CHECKED;
jsmf_status jsmf_stream_integers(jsmf_context *ctx, jsmf_stream *s, const char *name, size_t length, int64_t **out,
                                 size_t *got) JSMF_CHECKED;
/* A single number, of any number of dimensions. */
jsmf_status jsmf_stream_scalar(jsmf_context *ctx, jsmf_stream *s, const char *name, double *out) JSMF_CHECKED;
/* A single string, which stays the stream's. JSMF_EDATA where it is none. */
jsmf_status jsmf_stream_text(jsmf_context *ctx, const jsmf_stream *s, const char *name, const char **out) JSMF_CHECKED;
/* Takes the array out of the stream and returns its data, which the caller frees with free; NULL where there is no such
 * array. */
void *jsmf_stream_take(jsmf_stream *s, const char *name);
/* Takes NAME.data, NAME.indices, NAME.indptr and NAME.shape out of the stream as *out, which the caller frees with
 * jsmf_csr_free; on failure it owns nothing. Rows are sorted, entries of one place added up, and stored zeros dropped,
 * as scipy may write all of these. counts: the entries must be whole and not negative, and come as int32. JSMF_EDATA
 * also as jsmf_csr_check. */
jsmf_status jsmf_stream_csr(jsmf_context *ctx, jsmf_stream *s, const char *name, bool counts,
                            jsmf_csr *out) JSMF_CHECKED;
/* Where the stream has a matrix of counts as scipy's save_npz writes it, in data, indices, indptr, shape and format:
 * NAME.data and so on take their places, by rows, of the matrix or, transposed, its transpose. *found tells whether it
 * was there. JSMF_EDATA for formats other than csr and csc. */
jsmf_status jsmf_stream_csr_of_scipy(jsmf_context *ctx, jsmf_stream *s, const char *name, bool transposed,
                                     bool *found) JSMF_CHECKED;
/* Where the stream has NAME as a dense matrix of counts, in memory or outside it: NAME.data and so on take its
 * place. */
jsmf_status jsmf_stream_csr_of_dense(jsmf_context *ctx, jsmf_stream *s, const char *name) JSMF_CHECKED;
/* The sizes in NAME.shape, which stays in the stream. JSMF_EDATA for more than INT32_MAX columns. */
jsmf_status jsmf_stream_csr_shape(jsmf_context *ctx, jsmf_stream *s, const char *name, size_t *rows,
                                  size_t *cols) JSMF_CHECKED;
/* The same for any strings, empty and equal ones, too. */
jsmf_status jsmf_stream_strings(jsmf_context *ctx, const jsmf_stream *s, const char *name, size_t n,
                                const jsmf_strings **out) JSMF_CHECKED;

/* ---- typed adding ----
 *
 * The stream takes the memory, on failure too; an array of that name is replaced. dims is 0 (a scalar), 1 or 2. They
 * fail for lack of memory only. */

jsmf_status jsmf_stream_add_f64(jsmf_context *ctx, jsmf_stream *s, const char *name, double *data, int dims,
                                size_t rows, size_t cols) JSMF_CHECKED;
/* The same of *data, which becomes NULL, as what a struct owned is the stream's now. */
jsmf_status jsmf_stream_give_f64(jsmf_context *ctx, jsmf_stream *s, const char *name, double **data, int dims,
                                 size_t rows, size_t cols) JSMF_CHECKED;
jsmf_status jsmf_stream_add_i64(jsmf_context *ctx, jsmf_stream *s, const char *name, int64_t *data, int dims,
                                size_t length) JSMF_CHECKED;
jsmf_status jsmf_stream_add_scalar(jsmf_context *ctx, jsmf_stream *s, const char *name, double value) JSMF_CHECKED;
jsmf_status jsmf_stream_add_count(jsmf_context *ctx, jsmf_stream *s, const char *name, int64_t value) JSMF_CHECKED;
jsmf_status jsmf_stream_add_strings(jsmf_context *ctx, jsmf_stream *s, const char *name,
                                    jsmf_strings *list) JSMF_CHECKED;
/* A single string, which is copied. */
jsmf_status jsmf_stream_add_text(jsmf_context *ctx, jsmf_stream *s, const char *name, const char *text) JSMF_CHECKED;
/* Any array, which has no name yet. It is moved: *a is cleared. Where it lies in a spool, that must outlive s. */
jsmf_status jsmf_stream_add(jsmf_context *ctx, jsmf_stream *s, const char *name, jsmf_array *a) JSMF_CHECKED;
/* Adds NAME.data, NAME.indices (int32), NAME.indptr (int64) and NAME.shape, and clears m. */
jsmf_status jsmf_stream_add_csr(jsmf_context *ctx, jsmf_stream *s, const char *name, jsmf_csr *m) JSMF_CHECKED;

JSMF_END_DECLS

#endif
