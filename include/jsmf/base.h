/* The ground that every room stands on: statuses, the context with its first error, checked memory, parallel loops of
 * fixed chunks, sparse rows, documents in batches, random numbers.
 *
 * Every function that can fail takes a context first and returns a jsmf_status. The context keeps the first error
 * (status and text); what follows an error must only clean up. Nothing here prints or exits.
 *
 * Comments everywhere cite by number:
 * 000  Lee, Cho, Dong, Mimno, Bindel, On-the-Fly Rectification for Robust Large-Vocabulary Topic Inference, ICML 2021
 * 001  Lee, Cho, Bindel, Mimno, Practical Correlated Topic Modeling and Analysis via the Rectified Anchor Word
 *      Algorithm, EMNLP 2019
 * 002  Lee, Bindel, Mimno, Prior-aware Composition Inference for Spectral Topic Models, AISTATS 2020
 * 003  Huang, Fu, Sidiropoulos, Anchor-Free Correlated Topic Modeling: Identifiability and Algorithm, NIPS 2016
 * 004  Arora, Ge, Halpern, Mimno, Moitra, Sontag, Wu, Zhu, A Practical Algorithm for Topic Modeling with Provable
 *      Guarantees, ICML 2013 */
#ifndef JSMF_BASE_H
#define JSMF_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Around the declarations of a header, which C++ may read, too. */
#ifdef __cplusplus
#define JSMF_BEGIN_DECLS extern "C" {
#define JSMF_END_DECLS }
#else
#define JSMF_BEGIN_DECLS
#define JSMF_END_DECLS
#endif

#define JSMF_CHECKED __attribute__((warn_unused_result))
#define JSMF_PRINTF(text, first) __attribute__((format(printf, text, first)))

/* A list that exists once is a macro LIST(ONE), ONE(enumerator, name) for each of its members: LIST(JSMF_ENUMERATOR) is
 * the enumeration's inside, LIST(JSMF_NAMED) that of an array of names. */
#define JSMF_ENUMERATOR(enumerator, name) enumerator,
#define JSMF_NAMED(enumerator, name) [enumerator] = #name,

JSMF_BEGIN_DECLS

/* ---- Statuses and the context. ---- */

typedef enum jsmf_status {
    JSMF_OK,
    JSMF_ESYSTEM,  /* system or I/O: missing file, full disk, memory */
    JSMF_EUSAGE,   /* what the caller asked for is out of range */
    JSMF_EDATA,    /* bad, truncated or mismatched data; NaN or infinity read */
    JSMF_ENUMERIC, /* NaN computed, too few positive eigenvalues, no convergence */
    JSMF_ECANCEL   /* the progress callback asked to stop */
} jsmf_status;

typedef enum jsmf_level {
    JSMF_WARNING, /* something was left out; one line with its count */
    JSMF_INFO     /* timings, residuals, one line an iteration (shown with -v) */
} jsmf_level;

typedef struct jsmf_context jsmf_context;

/* text: without a line end and without the tool's name. Called by the thread that called the library only. */
typedef void (*jsmf_message_fn)(void *arg, jsmf_level level, const char *text);

/* done: 0 to 1; residual: negative where there is none. Return non-zero to cancel. Called by the calling
 * thread only. */
typedef int (*jsmf_progress_fn)(void *arg, const char *step, double done, double residual);

/* What may help against an error or a warning. The library says what is wrong and names the remedy; the words for it,
 * with the options and programs that there are, belong to the tool. Where a remedy has a number, its comment says
 * which. */
typedef enum jsmf_remedy {
    JSMF_REMEDY_NONE,
    /* memory */
    JSMF_REMEDY_MORE_MEMORY,
    JSMF_REMEDY_MORE_MEMORY_OR_C_ORDER,        /* arrays in Fortran order are copied */
    JSMF_REMEDY_MORE_MEMORY_OR_FEWER_THREADS,
    JSMF_REMEDY_MORE_MEMORY_OR_SMALLER_STREAM, /* fewer words or documents */
    JSMF_REMEDY_MORE_MEMORY_OR_SPLIT_CORPUS,
    JSMF_REMEDY_FEWER_WORDS_OR_TOPICS,
    /* corpora and their words */
    JSMF_REMEDY_LABELS_FIRST,                  /* of pairs behind what was taken for their number */
    JSMF_REMEDY_MERGE_WORDS,                   /* of a vocabulary in which one stands twice */
    JSMF_REMEDY_FIRST_WORD_NUMBER,             /* whether words count from 0 or 1 */
    JSMF_REMEDY_ROWS_ARE_WORDS,                /* of a matrix whose rows were taken for documents */
    JSMF_REMEDY_ROWS_ARE_DOCUMENTS,            /* the reverse */
    JSMF_REMEDY_MATCH_WORDS,                   /* the documents' words to the model's */
    /* what makes, holds or reads an array */
    JSMF_REMEDY_STREAM_OF_TEXT,
    JSMF_REMEDY_STREAM_OF_NUMBERS,             /* of a table of numbers as text */
    JSMF_REMEDY_STREAM_OF_GZIP,
    JSMF_REMEDY_LIST_OF_ARRAYS,
    JSMF_REMEDY_BAG,
    JSMF_REMEDY_COOC,
    JSMF_REMEDY_RECTIFIED,
    JSMF_REMEDY_COMPRESSED,
    JSMF_REMEDY_MODEL,
    JSMF_REMEDY_COMPOSITIONS,
    JSMF_REMEDY_SUMS,
    JSMF_REMEDY_BLOCK,
    JSMF_REMEDY_COOC_OF_BAG,
    JSMF_REMEDY_READER_OF_RECTIFIED,
    JSMF_REMEDY_TRUTH,
    JSMF_REMEDY_MODEL_WITH_A,
    JSMF_REMEDY_METHOD_WITHOUT_A,              /* of inference */
    JSMF_REMEDY_MODEL_WITH_POSITIVE_A,         /* of low rank, with the correction for negative entries */
    /* the number of topics; the number: the most that there can be */
    JSMF_REMEDY_FEWER_TOPICS,
    JSMF_REMEDY_FEWER_TOPICS_OR_LOWER_DF,      /* a lower least document frequency of anchors */
    JSMF_REMEDY_FEWER_TOPICS_OR_MORE_PAIRS,    /* a low-rank co-occurrence of more eigenpairs */
    JSMF_REMEDY_WITHOUT_PASSES,                /* exact eigenpairs of documents in memory, or fewer topics */
    JSMF_REMEDY_COMPRESS_TO_FEWER,
    JSMF_REMEDY_COMPRESS_TO_FEWER_OR_LOWER_DF,
    JSMF_REMEDY_MODEL_OF_FREQUENT_ANCHORS,     /* or fewer topics; no number */
    JSMF_REMEDY_NO_NEGATIVE_EIGENVALUES,       /* of C: the biased estimator, or products of documents */
    JSMF_REMEDY_LOWER_DF,                      /* as above; no number */
    JSMF_REMEDY_DOCUMENT_FREQUENCIES,          /* a co-occurrence with them; no number */
    /* anchors that do not fit, of an original co-occurrence, a rectified one, a compressed one */
    JSMF_REMEDY_ANCHORS_OF_ORIGINAL,
    JSMF_REMEDY_ANCHORS_OF_RECTIFIED,
    JSMF_REMEDY_ANCHORS_OF_COMPRESSED,
    /* another way of learning */
    JSMF_REMEDY_DIAGONAL_A,
    JSMF_REMEDY_LEAST_SQUARES,                 /* instead of divergences */
    JSMF_REMEDY_RECOVERY_BY_BAYES,             /* instead of inversion */
    JSMF_REMEDY_WITHOUT_PAPER,                 /* pami not to the letter */
    JSMF_REMEDY_PADD_OR_DUAL,                  /* instead of learning by pami */
    JSMF_REMEDY_LARGER_DELTA,                  /* of the left inverse */
    JSMF_REMEDY_LESSER_PRIOR,
    JSMF_REMEDY_KEEP_START,                    /* of polishing */
    JSMF_REMEDY_MATRIX_PRIOR_OR_KEEP_START,
    /* sums of shards */
    JSMF_REMEDY_MIXED_MACHINES,
    JSMF_REMEDY_ALIKE,                         /* the same documents under two names */
    JSMF_REMEDY_SHARDS_OF_ONE_VOCABULARY,
    JSMF_REMEDY_SUMS_OF_FEW_WORDS              /* instead of products with blocks of vectors */
} jsmf_remedy;

/* The words for a remedy, without brackets, in text (size bytes) or in memory that stays; NULL where there are none. It
 * is called by the threads of parallel loops too, several at a time. */
typedef const char *(*jsmf_remedy_fn)(void *arg, jsmf_remedy remedy, size_t number, char *text, size_t size);

/* A context with one thread, seed 1, no callbacks; also sets OpenBLAS to one thread (all parallelism is jsmf's own).
 * NULL where memory lacks. Freed with jsmf_context_free (NULL is fine). */
jsmf_context *jsmf_context_new(void);
void jsmf_context_free(jsmf_context *ctx);

/* Threads of the parallel loops, at least 1 (0 is taken as all cores). Never changes a result. */
void jsmf_context_set_threads(jsmf_context *ctx, int threads);
int jsmf_context_threads(const jsmf_context *ctx);
void jsmf_context_set_seed(jsmf_context *ctx, uint64_t seed);
uint64_t jsmf_context_seed(const jsmf_context *ctx);
void jsmf_context_set_message(jsmf_context *ctx, jsmf_message_fn fn, void *arg);
void jsmf_context_set_progress(jsmf_context *ctx, jsmf_progress_fn fn, void *arg);
void jsmf_context_set_remedies(jsmf_context *ctx, jsmf_remedy_fn fn, void *arg);

/* The limit that predictions are compared with, in bytes: as set, else three quarters of the machine's memory or of
 * the control group's, whichever is less. */
void jsmf_context_set_memory(jsmf_context *ctx, size_t bytes);
size_t jsmf_context_memory(const jsmf_context *ctx);
/* What decides between representations: the limit as set, else 8 GiB; never what happens to be free. */
size_t jsmf_context_memory_rule(const jsmf_context *ctx);

/* The set of instructions that the library's own kernels use: "avx512", "avx2" or "baseline". It is the best one that
 * the processor has, or the lower one that the environment variable JSMF_KERNELS names. */
const char *jsmf_instructions_name(void);
/* JSMF_EUSAGE where JSMF_KERNELS names no set, or one that this processor does not have. */
jsmf_status jsmf_instructions_check(jsmf_context *ctx) JSMF_CHECKED;

/* Whether the address space is limited (ulimit -v). */
bool jsmf_machine_address_space_limited(void);
/* Where it is: one thread (OpenBLAS tries for ever to map 128 MiB for each thread that multiplies), with its buffer
 * taken now. JSMF_ESYSTEM where there is no room for that. Does nothing elsewhere. */
jsmf_status jsmf_context_confine(jsmf_context *ctx) JSMF_CHECKED;

/* Records the error unless one stands already, and returns the status of the error that stands. */
jsmf_status jsmf_fail(jsmf_context *ctx, jsmf_status status, const char *format, ...) JSMF_PRINTF(3, 4);
/* JSMF_ESYSTEM with errno: "NAME: No such file or directory". */
jsmf_status jsmf_fail_errno(jsmf_context *ctx, const char *name);
jsmf_status jsmf_context_status(const jsmf_context *ctx);
/* For the last call before a release: its error, if there is one, is in the context, whose status is returned. */
static inline void jsmf_recorded(jsmf_status status) { (void)status; }
const char *jsmf_context_error(const jsmf_context *ctx); /* "" where there is none; owned by the context */
/* Forgets the error (for callers that recover from it, and tests). */
void jsmf_context_clear(jsmf_context *ctx);

void jsmf_message(jsmf_context *ctx, jsmf_level level, const char *format, ...) JSMF_PRINTF(3, 4);
/* JSMF_ECANCEL where the callback said so (recorded as the error), else JSMF_OK. */
jsmf_status jsmf_progress(jsmf_context *ctx, const char *step, double done, double residual) JSMF_CHECKED;

/* ---- Memory and sizes. ---- */

/* count * size bytes, overflow checked; NULL with JSMF_ESYSTEM recorded on failure. A count of 0 gives a valid
 * pointer. zero: calloc. Freed with free(). */
void *jsmf_alloc(jsmf_context *ctx, size_t count, size_t size) JSMF_CHECKED;
void *jsmf_alloc_zero(jsmf_context *ctx, size_t count, size_t size) JSMF_CHECKED;
/* As realloc; on failure NULL and the old block stays. */
void *jsmf_realloc(jsmf_context *ctx, void *old, size_t count, size_t size) JSMF_CHECKED;
/* A copy of count * size bytes. */
void *jsmf_copy(jsmf_context *ctx, const void *from, size_t count, size_t size) JSMF_CHECKED;
/* Fails with JSMF_ESYSTEM where bytes exceed the limit: "what needs 3.2G of memory, the limit is 2G", and the words for
 * the remedy. */
jsmf_status jsmf_memory_check(jsmf_context *ctx, size_t bytes, const char *what, jsmf_remedy remedy) JSMF_CHECKED;

/* a * b, a + b, SIZE_MAX where that overflows: for predictions that are compared with a limit. */
size_t jsmf_mul_sat(size_t a, size_t b);
size_t jsmf_add_sat(size_t a, size_t b);
static inline size_t jsmf_least(size_t a, size_t b) { return a < b ? a : b; }
static inline size_t jsmf_greatest(size_t a, size_t b) { return a > b ? a : b; }
/* "1.5G", "340M", "12K" or "7 bytes" into a buffer of 16; returns it. Powers of 1024. */
const char *jsmf_size_text(size_t bytes, char text[16]);
/* The ending of a regular noun: "" for one, else "s". */
const char *jsmf_plural(size_t count);
/* The arguments of "%zu word%s", and of "%zu %s" where entries are counted. */
#define JSMF_COUNTED(count) (count), jsmf_plural(count)
#define JSMF_ENTRIES(count) (count), (count) == 1 ? "entry" : "entries"

/* ---- Parallel loops. ---- */

/* The number of chunks of the given size that cover n. */
size_t jsmf_chunk_count(size_t n, size_t size);

/* Seconds on the monotonic clock, for messages only. */
double jsmf_context_clock(void);

const char *jsmf_version(void);

/* ---- Sparse rows. ---- */

/* Compressed sparse rows: the one sparse matrix of the library. Indices are 0-based; rows hold their indices strictly
 * increasing. */
typedef struct jsmf_csr {
    size_t rows;
    size_t cols;      /* at most INT32_MAX */
    int64_t *indptr;  /* rows + 1, indptr[0] = 0 */
    int32_t *indices; /* indptr[rows] */
    double *values;   /* indptr[rows], or NULL where counts holds them */
    int32_t *counts;  /* indptr[rows], positive, or NULL where values holds them */
} jsmf_csr;

/* Entries stored. */
size_t jsmf_csr_nnz(const jsmf_csr *m);
/* The value at position p, from whichever array holds it. */
double jsmf_csr_value(const jsmf_csr *m, size_t p);
/* The sum of a row's. */
double jsmf_csr_row_sum(const jsmf_csr *m, size_t row);
size_t jsmf_csr_empty_rows(const jsmf_csr *m);
/* Frees the arrays and clears the struct; NULL and a cleared struct are fine. */
void jsmf_csr_free(jsmf_csr *m);
/* JSMF_EDATA, naming the matrix and the place, unless indptr rises from 0, indices are strictly increasing within
 * [0, cols), values finite, counts positive. indices and values must hold indptr[rows] entries. */
jsmf_status jsmf_csr_check(jsmf_context *ctx, const jsmf_csr *m, const char *name) JSMF_CHECKED;
/* Rows of one matrix as another, whose memory is used again. */
typedef struct jsmf_csr_rows {
    jsmf_csr m;
    size_t most_rows, most_entries; /* allocated for */
} jsmf_csr_rows;

/* picked->m = rows (0-based; so many, in that order) of h, values or counts as h has them. picked: cleared before the
 * first call, jsmf_csr_free(&picked->m) after the last. */
jsmf_status jsmf_csr_pick(jsmf_context *ctx, const jsmf_csr *h, const size_t *rows, size_t count,
                          jsmf_csr_rows *picked) JSMF_CHECKED;
/* *out = the transpose, owned by the caller, values or counts as m has them. */
jsmf_status jsmf_csr_transpose(jsmf_context *ctx, const jsmf_csr *m, jsmf_csr *out) JSMF_CHECKED;

/* Documents a batch, the last one excepted. Sums over documents are taken batch by batch, so that the same batches from
 * any source give the same bytes. */
#define JSMF_BATCH_DOCUMENTS 1024

typedef struct jsmf_batches {
    /* *batch: the next documents (rows) over the words (columns, the same in every batch), counts or values not
     * negative; borrowed until the next call. rows is 0 at the end. */
    jsmf_status (*next)(jsmf_context *ctx, void *self, jsmf_csr *batch);
    /* *batch: the documents of so many places (0-based), in the order asked for; borrowed until the next call of any of
     * these, and does not move the place of next. NULL where documents can be had in their order alone. */
    jsmf_status (*pick)(jsmf_context *ctx, void *self, const size_t *places, size_t count, jsmf_csr *batch);
    jsmf_status (*rewind)(jsmf_context *ctx, void *self); /* back to the first document */
    void (*free)(void *self);                             /* or NULL */
    void *self;
    size_t documents; /* how many there are, 0 where it is not known; exact where they can be picked */
} jsmf_batches;

/* The documents of h, which is borrowed, from the first. */
jsmf_status jsmf_batches_of_csr(jsmf_context *ctx, const jsmf_csr *h, jsmf_batches *out) JSMF_CHECKED;
void jsmf_batches_free(jsmf_batches *source); /* NULL and a cleared struct are fine */

/* ---- The largest of many numbers. ---- */

/* Of the values at values[0], values[stride], ... (n of them) that are above floor, the count largest: their positions
 * into top, in descending order, equals by the lower position. Returns how many there are (at most count). */
size_t jsmf_top(size_t n, const double *values, size_t stride, double floor, size_t count, size_t *top);

JSMF_END_DECLS

#endif
