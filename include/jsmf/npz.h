/* The streams that the tools exchange: .npz files read and written front to back (jsmf(5)).
 * Two levels: npz entries one at a time (jsmf_npz_*), and whole streams with kind and history (jsmf_stream_*). */
#ifndef JSMF_NPZ_H
#define JSMF_NPZ_H

#include "jsmf/base.h"
#include "jsmf/io.h"

#define JSMF_MAX_DIMS 8

/* One named array. Numbers lie little-endian as the stream had them; unicode arrays (numpy's <U) are kept as UTF-8. */
typedef struct jsmf_array {
    char *name;                  /* without ".npy" */
    char type;                   /* numpy's kind: 'f' 'i' 'u' 'b' numbers, 'U' unicode */
    size_t item;                 /* bytes an item: 1 2 4 8; for 'U' 4 times the longest string's code points */
    int dims;                    /* 0 (a scalar) to JSMF_MAX_DIMS */
    size_t shape[JSMF_MAX_DIMS];
    bool fortran;                /* column-major; never set for dims < 2 */
    void *data;                  /* numbers: the items; NULL for 'U' */
    jsmf_strings strings;        /* 'U': the items in the stream's order */
    const jsmf_spool *spool;     /* where the items lie instead, as the .npy has them, from offset on; borrowed */
    uint64_t offset;
} jsmf_array;

size_t jsmf_array_count(const jsmf_array *a); /* the product of the shape, 1 for a scalar */
void jsmf_array_free(jsmf_array *a);

/* ---- npz entries ---- */
typedef struct jsmf_npz_reader jsmf_npz_reader;
typedef struct jsmf_npz_writer jsmf_npz_writer;

/* in stays the caller's. Recognises what is not a npz and says what it looks like (text, gzip, a bare .npy, empty). */
jsmf_status jsmf_npz_open(jsmf_context *ctx, jsmf_input *in, jsmf_npz_reader **out) JSMF_CHECKED;
/* The next entry's header into *a (data not read yet, a->data NULL); *more = false at the end, after the central
 * directory, the end record and the absence of bytes behind it were checked. */
jsmf_status jsmf_npz_next(jsmf_context *ctx, jsmf_npz_reader *r, jsmf_array *a, bool *more) JSMF_CHECKED;
/* Reads the entry's data into a and checks its CRC. Sizes above the context's memory limit are refused before they are
 * allocated; what is allocated grows with what has really arrived where the size is not vouched for. */
jsmf_status jsmf_npz_data(jsmf_context *ctx, jsmf_npz_reader *r, jsmf_array *a) JSMF_CHECKED;
/* Leaves the entry's data where they can be read again: in file, the bytes that the reader's input gives from its
 * beginning on (or NULL), where they are stored there; else in spool. With all the checks of reading them. */
jsmf_status jsmf_npz_spool(jsmf_context *ctx, jsmf_npz_reader *r, jsmf_array *a, const jsmf_spool *file,
                           jsmf_spool *spool) JSMF_CHECKED;
/* Reads past the entry's data, checking its CRC (jsmf-cat --list of any size in constant memory). */
jsmf_status jsmf_npz_skip(jsmf_context *ctx, jsmf_npz_reader *r) JSMF_CHECKED;
void jsmf_npz_reader_free(jsmf_npz_reader *r);

/* out stays the caller's. Numbers are stored; 'U' arrays, and numbers of at most 64 KiB, deflated. */
jsmf_status jsmf_npz_create(jsmf_context *ctx, jsmf_output *out, jsmf_npz_writer **w) JSMF_CHECKED;
jsmf_status jsmf_npz_put(jsmf_context *ctx, jsmf_npz_writer *w, const jsmf_array *a) JSMF_CHECKED;
jsmf_status jsmf_npz_finish(jsmf_context *ctx, jsmf_npz_writer *w) JSMF_CHECKED; /* central directory; frees w always */
void jsmf_npz_writer_free(jsmf_npz_writer *w);

/* ---- schemas: what the names in a family of streams mean; data of who reads and writes them (jsmf/arrays.h) ---- */
typedef struct jsmf_schema_kind {
    unsigned kind; /* one bit */
    const char *name;
} jsmf_schema_kind;

typedef struct jsmf_schema_array {
    const char *name;
    unsigned kinds;   /* or'ed: those whose streams may hold it */
    const char *hint; /* who writes one, for messages */
} jsmf_schema_array;

typedef struct jsmf_schema {
    const jsmf_schema_kind *kinds;   /* kind_count of them, in the order in which messages list them */
    size_t kind_count;
    const jsmf_schema_array *arrays; /* array_count of them; a stream may hold others as well */
    size_t array_count;
    const char *words;               /* the array of strings that jsmf_stream_spool keeps in memory */
} jsmf_schema;

/* ---- streams ---- */
typedef struct jsmf_stream {
    char *name;           /* of the input, for messages: "c.npz" or "standard input" */
    const jsmf_schema *schema; /* borrowed; NULL: no name means anything */
    unsigned kind;        /* of the schema, or 0, unmarked: made by hand, without the entry `jsmf` */
    jsmf_strings history; /* one line a tool */
    jsmf_array *arrays;   /* count, owned; without `jsmf` and `history` */
    size_t count;
    size_t capacity;
    jsmf_spool *file, *spool; /* what arrays outside memory lie in, or NULL */
} jsmf_stream;

const char *jsmf_stream_kind_name(const jsmf_stream *stream); /* "bag", "cooc", ... or "unmarked" */

/* Reads all of a stream whose kind, by the schema, is among kinds (or'ed). An unmarked one is taken for what its arrays
 * make it. Refuses: another kind ("is a model, expected a bag"), a
 * newer version, two arrays of one name, NaN or infinity in floats (the array and the place are named). */
jsmf_status jsmf_stream_read(jsmf_context *ctx, jsmf_input *in, const jsmf_schema *schema, unsigned kinds,
                             jsmf_stream *out) JSMF_CHECKED;
/* As jsmf_stream_read, with the same checks, but keeps the data of the named arrays only, in constant memory beside
 * them: the others come with type and shape alone (data NULL, no strings) and must not be read from. */
jsmf_status jsmf_stream_scan(jsmf_context *ctx, jsmf_input *in, const jsmf_schema *schema, unsigned kinds,
                             const char *const *names, size_t count, jsmf_stream *out) JSMF_CHECKED;
/* As jsmf_stream_read, but of numbers above 64 KiB and of strings other than the schema's words only those are kept in
 * memory that names lists: the others have no data but a place in the stream's file or spool. They can be read by
 * jsmf_array_read, passed on and written, as long as this stream lives; nothing else. */
jsmf_status jsmf_stream_spool(jsmf_context *ctx, jsmf_input *in, const jsmf_schema *schema, unsigned kinds,
                              const char *const *names, size_t count, jsmf_stream *out) JSMF_CHECKED;
/* Items first to first + count - 1, in the order in which they lie, of an array of numbers in memory or outside it,
 * into to (count * a->item bytes). */
jsmf_status jsmf_array_read(jsmf_context *ctx, const jsmf_array *a, size_t first, size_t count, void *to) JSMF_CHECKED;
/* The same of strings, which are appended to list. */
jsmf_status jsmf_array_read_strings(jsmf_context *ctx, const jsmf_array *a, size_t first, size_t count,
                                    jsmf_strings *list) JSMF_CHECKED;
/* Writes `jsmf`, `history`, then the arrays in their order. Refuses to write a float that is not finite
 * (JSMF_ENUMERIC). */
jsmf_status jsmf_stream_write(jsmf_context *ctx, jsmf_output *out, const jsmf_stream *stream) JSMF_CHECKED;
void jsmf_stream_free(jsmf_stream *stream);
/* Appends one line to the history. */
jsmf_status jsmf_stream_note(jsmf_context *ctx, jsmf_stream *stream, const char *line) JSMF_CHECKED;

/* NULL where there is none. Owned by the stream. */
jsmf_array *jsmf_stream_find(const jsmf_stream *stream, const char *name);
/* The array or JSMF_EDATA: "NAME: no array C (a cooc stream made by jsmf-cooc has one)". */
jsmf_status jsmf_stream_need(jsmf_context *ctx, const jsmf_stream *stream, const char *name,
                             jsmf_array **out) JSMF_CHECKED;
void jsmf_stream_remove(jsmf_stream *stream, const char *name);
/* Moves to `to` the history and every array of from that passes through to a stream of to->kind: those that
 * to's schema does not know, and those that it lists for that kind; none that to has. */
jsmf_status jsmf_stream_pass(jsmf_context *ctx, jsmf_stream *from, jsmf_stream *to) JSMF_CHECKED;

/* Typed reading. Shapes are checked: rows, cols and length are expected sizes, or 0 for any (then see shape and got,
 * which may be NULL); a vector may come as a single row or column. The result is the array's own memory, converted in
 * place where the type differs (float32 and integers to double; whole numbers of any type to int64) and made row-major;
 * it stays the stream's, unless taken (jsmf_stream_take). JSMF_EDATA, naming stream and array, for an array that is
 * missing (the message says who writes one), has another shape, or holds what the type cannot. */
jsmf_status jsmf_stream_matrix(jsmf_context *ctx, jsmf_stream *s, const char *name, size_t rows, size_t cols,
                               double **out, size_t shape[2]) JSMF_CHECKED;
jsmf_status jsmf_stream_vector(jsmf_context *ctx, jsmf_stream *s, const char *name, size_t length, double **out,
                               size_t *got) JSMF_CHECKED;
jsmf_status jsmf_stream_integers(jsmf_context *ctx, jsmf_stream *s, const char *name, size_t length, int64_t **out,
                                 size_t *got) JSMF_CHECKED;
jsmf_status jsmf_stream_scalar(jsmf_context *ctx, jsmf_stream *s, const char *name, double *out) JSMF_CHECKED;
/* A single string, the stream's. */
jsmf_status jsmf_stream_text(jsmf_context *ctx, const jsmf_stream *s, const char *name, const char **out) JSMF_CHECKED;
/* Takes the data out of the array (then owned by the caller, freed with free) and the array out of the stream; NULL
 * where there is none. */
void *jsmf_stream_take(jsmf_stream *s, const char *name);
/* NAME.data, .indices, .indptr, .shape into *out, which takes their memory; checked with jsmf_csr_check, duplicates and
 * unsorted rows (scipy may write them) put in order first. counts: true for whole positive numbers as int32. Zeros
 * stored explicitly are dropped. */
jsmf_status jsmf_stream_csr(jsmf_context *ctx, jsmf_stream *s, const char *name, bool counts,
                            jsmf_csr *out) JSMF_CHECKED;
/* NAME.shape, checked: at most INT32_MAX columns. */
jsmf_status jsmf_stream_csr_shape(jsmf_context *ctx, jsmf_stream *s, const char *name, size_t *rows,
                                  size_t *cols) JSMF_CHECKED;
/* A list of n words (n = 0: of any number), borrowed; *out = NULL where the stream has no such array. JSMF_EDATA,
 * naming the word and its places, where one is empty or there twice. */
jsmf_status jsmf_stream_words(jsmf_context *ctx, const jsmf_stream *s, const char *name, size_t n,
                              const jsmf_strings **out) JSMF_CHECKED;

/* Typed adding: the stream takes the memory (also when it fails); an array of that name is replaced. */
jsmf_status jsmf_stream_add_f64(jsmf_context *ctx, jsmf_stream *s, const char *name, double *data, int dims,
                                size_t rows, size_t cols) JSMF_CHECKED;
/* The same of *data, which becomes NULL: what a struct owned is the stream's now. */
jsmf_status jsmf_stream_give_f64(jsmf_context *ctx, jsmf_stream *s, const char *name, double **data, int dims,
                                 size_t rows, size_t cols) JSMF_CHECKED;
jsmf_status jsmf_stream_add_i64(jsmf_context *ctx, jsmf_stream *s, const char *name, int64_t *data, int dims,
                                size_t length) JSMF_CHECKED;
jsmf_status jsmf_stream_add_scalar(jsmf_context *ctx, jsmf_stream *s, const char *name, double value) JSMF_CHECKED;
jsmf_status jsmf_stream_add_count(jsmf_context *ctx, jsmf_stream *s, const char *name, int64_t value) JSMF_CHECKED;
jsmf_status jsmf_stream_add_strings(jsmf_context *ctx, jsmf_stream *s, const char *name,
                                    jsmf_strings *list) JSMF_CHECKED;
/* A single string. */
jsmf_status jsmf_stream_add_text(jsmf_context *ctx, jsmf_stream *s, const char *name, const char *text) JSMF_CHECKED;
/* Any array, which has no name yet; it is moved. One with a spool is written from there: spool must outlive s. */
jsmf_status jsmf_stream_add(jsmf_context *ctx, jsmf_stream *s, const char *name, jsmf_array *a) JSMF_CHECKED;
/* Adds NAME.data, .indices (int32), .indptr (int64), .shape and clears m. */
jsmf_status jsmf_stream_add_csr(jsmf_context *ctx, jsmf_stream *s, const char *name, jsmf_csr *m) JSMF_CHECKED;

#endif
