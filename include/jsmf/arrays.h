/* From the arrays of a stream to the library's types and back: the only place that knows both (jsmf-stream(5)). */
#ifndef JSMF_ARRAYS_H
#define JSMF_ARRAYS_H

#include "jsmf/model.h"
#include "jsmf/infer.h"
#include "jsmf/npz.h"
#include "jsmf/operator.h"
#include "jsmf/rectify.h"

/* ---- the schema of jsmf's streams: the table of arrays in jsmf-stream(5) ---- */
typedef enum jsmf_kind {
    JSMF_UNMARKED = 0, /* made by hand, without the entry `jsmf`: taken for what its arrays make it */
    JSMF_BAG = 1, JSMF_COOC = 2, JSMF_RECTIFIED = 4, JSMF_COMPRESSED = 8, JSMF_MODEL = 16, JSMF_COMPOSITIONS = 32
} jsmf_kind;
#define JSMF_ANY_KIND 63u
extern const jsmf_schema jsmf_arrays_schema;
/* Makes the stream one of this kind, by that schema. */
void jsmf_arrays_mark(jsmf_stream *stream, jsmf_kind kind);

/* The vocabulary of n words (n = 0: of any number), borrowed; *out = NULL where the stream has none. JSMF_EDATA, naming
 * the word and its places, where one is empty or there twice. */
jsmf_status jsmf_arrays_vocab(jsmf_context *ctx, const jsmf_stream *stream, size_t n,
                              const jsmf_strings **out) JSMF_CHECKED;

/* ---- reading whole streams ----
 *
 * jsmf_stream_read, jsmf_stream_scan and jsmf_stream_spool by this schema. The last one holds df, unigram and documents
 * in memory. All check what jsmf-stream(5) says of them and of vocab: JSMF_EDATA names the array that has
 * another type or length, or numbers that are none of documents or no probabilities. */
jsmf_status jsmf_arrays_read(jsmf_context *ctx, jsmf_input *in, unsigned kinds, jsmf_stream *out) JSMF_CHECKED;
jsmf_status jsmf_arrays_scan(jsmf_context *ctx, jsmf_input *in, unsigned kinds, const char *const *names, size_t count,
                             jsmf_stream *out) JSMF_CHECKED;
jsmf_status jsmf_arrays_spool(jsmf_context *ctx, jsmf_input *in, unsigned kinds, jsmf_stream *out) JSMF_CHECKED;

/* ---- a co-occurrence, a bag ---- */

/* A co-occurrence in any representation, as one operator with the memory that it borrows. */
typedef struct jsmf_arrays_cooc {
    jsmf_operator *op; /* NULL where Y alone was opened as it is: jsmf_arrays_compressed_open */
    size_t n;
    double *dense;       /* the n x n storage behind op where the stream held C dense (else NULL); owned */
    jsmf_csr sparse;     /* ... CSR: C, or Hhat */
    double *hdiag;
    double *v, *d;       /* ... V and D */
    jsmf_rectified rectified; /* ... Y and r */
    double *unigram;     /* n, borrowed from the stream, or NULL where it has none */
    int64_t *df;         /* n, borrowed likewise, or NULL */
    int64_t documents;   /* that C was made of; 0 where the stream does not tell */
} jsmf_arrays_cooc;

/* Takes C, C.*, Hhat.* + Hdiag, V + D, Y + r, or a compressed Y alone (r = 0) out of the stream (which keeps everything
 * else). Checks: square, symmetric (to 1e-9 of its largest entry), non-negative original C, non-zero; V orthonormal, D
 * positive. JSMF_EDATA names the representation and the tool to use where the stream has none. */
jsmf_status jsmf_arrays_cooc_open(jsmf_context *ctx, jsmf_stream *stream, jsmf_arrays_cooc *out) JSMF_CHECKED;
void jsmf_arrays_cooc_free(jsmf_arrays_cooc *source);
/* Frees the representation; n, unigram, df and documents stay. */
void jsmf_arrays_cooc_drop(jsmf_arrays_cooc *source);
/* Whether the stream is a compressed one, by its mark or, without one, by its arrays: Y and no r. */
bool jsmf_arrays_is_compressed(const jsmf_stream *stream);
/* Y of a compressed stream, as it is: out->rectified.y with r = 0, and no operator. JSMF_EDATA where there is r. */
jsmf_status jsmf_arrays_compressed_open(jsmf_context *ctx, jsmf_stream *stream, jsmf_arrays_cooc *out) JSMF_CHECKED;

/* H of a bag, borrowed vocabulary of h->cols words checked. */
jsmf_status jsmf_arrays_bag_open(jsmf_context *ctx, jsmf_stream *stream, jsmf_csr *h,
                                 const jsmf_strings **vocab) JSMF_CHECKED;

/* Adds the model's arrays (B A legality S Bbar Canchor residuals alpha) to the stream and clears the model. unigram is
 * not written where the stream has the original's; alpha, where the model has none, is fitted to A by moments. */
jsmf_status jsmf_arrays_model_store(jsmf_context *ctx, jsmf_model *model, jsmf_stream *stream) JSMF_CHECKED;
/* Reads what is there; B is needed, the rest NULL where absent. Shapes are checked against B. The arrays stay the
 * stream's: do not free. */
jsmf_status jsmf_arrays_model_load(jsmf_context *ctx, jsmf_stream *stream, jsmf_model *out) JSMF_CHECKED;

/* W of compositions: documents x k, a document contiguous; the stream's memory. Checks that they are distributions. */
jsmf_status jsmf_arrays_compositions_load(jsmf_context *ctx, jsmf_stream *stream, double **w, size_t *k,
                                          size_t *documents) JSMF_CHECKED;

/* The same in pieces, of a stream whose large arrays are outside memory (jsmf_arrays_spool), which stays as it is: the
 * sizes of W; and w (count x k) = the compositions of documents first .. first + count - 1, checked likewise. */
jsmf_status jsmf_arrays_compositions_open(jsmf_context *ctx, const jsmf_stream *stream, size_t *k,
                                          size_t *documents) JSMF_CHECKED;
jsmf_status jsmf_arrays_compositions_read(jsmf_context *ctx, const jsmf_stream *stream, size_t first, size_t count,
                                          double *w) JSMF_CHECKED;
/* out (count) = the numbers of documents first .. first + count - 1 in the array of that name, which has one for each
 * of so many documents, as infer.empty and infer.tokens have; JSMF_EDATA where it has not. */
jsmf_status jsmf_arrays_documents_read(jsmf_context *ctx, const jsmf_stream *stream, const char *name, size_t documents,
                                       size_t first, size_t count, double *out) JSMF_CHECKED;

/* Tells one model from another: a CRC-32 of B and A. */
uint32_t jsmf_arrays_model_mark(const jsmf_model *model);
/* How W was made, beside it: infer.method, infer.loss, infer.weights, infer.prior, infer.paper, infer.delta and
 * infer.threshold as far as the method has them, infer.model (the mark), dual where there is one. */
jsmf_status jsmf_arrays_inference_store(jsmf_context *ctx, const jsmf_infer_options *options, const jsmf_infer *infer,
                                        uint32_t mark, jsmf_stream *stream) JSMF_CHECKED;
/* The same back into *options, whose other fields stay. *mark: -1 where the stream has none. */
jsmf_status jsmf_arrays_inference_load(jsmf_context *ctx, jsmf_stream *stream, jsmf_infer_options *options,
                                       double *mark) JSMF_CHECKED;
/* Gives infer the stream's dual. */
jsmf_status jsmf_arrays_inference_load_dual(jsmf_context *ctx, jsmf_stream *stream, jsmf_infer *infer) JSMF_CHECKED;

/* The truth that a corpus was drawn from; the stream's memory. */
typedef struct jsmf_arrays_truth {
    jsmf_model model; /* b and what else there is of it; b NULL where the stream has none */
    double *w;        /* documents x w_k, or NULL */
    size_t w_k, documents;
} jsmf_arrays_truth;
/* From truth.B, truth.A, truth.S, truth.W, which take the names B, A, S, W in the stream; where there is no truth.B,
 * from the B, A, S of a model that is taken for the truth, and likewise W. JSMF_EDATA where there is neither B nor
 * W. */
jsmf_status jsmf_arrays_truth_load(jsmf_context *ctx, jsmf_stream *stream, jsmf_arrays_truth *out) JSMF_CHECKED;

#endif
