/* From the arrays of a stream to the library's types and back: the only place that knows both (jsmf-stream(5)). */
#ifndef JSMF_ARRAYS_H
#define JSMF_ARRAYS_H

#include "jsmf/cooc.h"
#include "jsmf/model.h"
#include "jsmf/infer.h"
#include "jsmf/npz.h"
#include "jsmf/operator.h"
#include "jsmf/rectify.h"
#include "jsmf/polish.h"
#include "jsmf/sums.h"

JSMF_BEGIN_DECLS

/* ---- the schema of jsmf's streams: the table of arrays in jsmf-stream(5) ---- */
typedef enum jsmf_kind {
    JSMF_UNMARKED = 0, /* made by hand, without the entry `jsmf`: taken for what its arrays make it */
    JSMF_BAG = 1, JSMF_COOC = 2, JSMF_RECTIFIED = 4, JSMF_COMPRESSED = 8, JSMF_MODEL = 16, JSMF_COMPOSITIONS = 32,
    JSMF_SUMS = 64, JSMF_BLOCK = 128
} jsmf_kind;
#define JSMF_ANY_KIND 255u
extern const jsmf_schema jsmf_arrays_schema;
/* Makes the stream one of this kind, by that schema. */
void jsmf_arrays_mark(jsmf_stream *stream, jsmf_kind kind);

/* The vocabulary of n words (n = 0: of any number), borrowed; *out = NULL where the stream has none. JSMF_EDATA, naming
 * the word and its places, where one is empty or there twice. */
jsmf_status jsmf_arrays_vocab(jsmf_context *ctx, const jsmf_stream *stream, size_t n,
                              const jsmf_strings **out) JSMF_CHECKED;

/* ---- reading whole streams, by this schema ----
 *
 * jsmf_arrays_read reads all of a stream, jsmf_arrays_scan the data of the named arrays alone (jsmf_stream_scan), and
 * jsmf_arrays_spool leaves large arrays outside memory: numbers of more than 64 KiB other than df, unigram, documents
 * and what tells of shards, and strings other than vocab. Such an array has a place in the stream's file or spool
 * instead of data; as long as the stream lives, it can be read by jsmf_array_read and jsmf_array_read_strings, passed
 * on and written, and the typed reading of jsmf/npz.h brings numbers into memory. All fail as jsmf_stream_scan does,
 * and check what jsmf-stream(5) says of df, unigram, documents, shards and vocab: JSMF_EDATA names the array that has
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
/* Puts the model's arrays in the place of those that the stream has of another one, and clears the model; what it does
 * not have is removed, but for the legality. */
jsmf_status jsmf_arrays_model_replace(jsmf_context *ctx, jsmf_model *model, jsmf_stream *stream) JSMF_CHECKED;
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

/* Whether an array of a bag or of compositions has a row for each of so many documents. The arrays of words, topics,
 * shards and texts never do, however many these are. */
bool jsmf_arrays_is_of_documents(const jsmf_array *a, size_t documents);

/* Adds to `to` a copy of the array text.recipe of `from`, where it has one: how text was cut into words is part of the
 * words' meaning. */
jsmf_status jsmf_arrays_recipe_copy(jsmf_context *ctx, const jsmf_stream *from, jsmf_stream *to) JSMF_CHECKED;

/* ---- shards and their sums ---- */

/* The shards that a bag of so many documents is made of, by shard.ids, shard.first, shard.rows and shard.of; without
 * them one shard, "0", that is the whole. Digests and histories are empty. The caller frees *out. */
jsmf_status jsmf_arrays_shards_load(jsmf_context *ctx, jsmf_stream *bag, size_t documents,
                                    jsmf_sums_shards *out) JSMF_CHECKED;
/* Adds these arrays, in the order of the list; shards is cleared, on failure too. */
jsmf_status jsmf_arrays_shards_store(jsmf_context *ctx, jsmf_sums_shards *shards, jsmf_stream *bag) JSMF_CHECKED;

/* A stream of sums. */
typedef struct jsmf_arrays_sums {
    char *name;              /* of the stream, for messages; owned */
    char *of;                /* "cooc", "words", "times": what was summed up; owned */
    char *machine;           /* what made it: kernels and the core of BLAS, or "mixed"; owned */
    jsmf_strings recipe;     /* how it was made, a line "KEY VALUE" an option: equal in all sums that are added */
    jsmf_sums_shards shards; /* whose sums they are */
    jsmf_stream stream;      /* all other arrays: real.* and whole.* are added, others are equal in all sums */
    bool sparse;             /* whether real.C is in the pile */
    jsmf_sums_pile c;
} jsmf_arrays_sums;
void jsmf_arrays_sums_free(jsmf_arrays_sums *s); /* NULL and a cleared struct are fine */
/* Takes a stream of sums apart, in memory or with large arrays outside it; the stream is empty afterwards, on failure
 * too. JSMF_EDATA where it is none, or is not as jsmf-stream(5) says. */
jsmf_status jsmf_arrays_sums_load(jsmf_context *ctx, jsmf_stream *stream, jsmf_arrays_sums *out) JSMF_CHECKED;
/* Puts it together again, into an empty stream, with the histories' lines for history; s is empty afterwards. */
jsmf_status jsmf_arrays_sums_store(jsmf_context *ctx, jsmf_arrays_sums *s, jsmf_stream *out) JSMF_CHECKED;
/* The record alone: to's shards with or without those of part. JSMF_EDATA, naming the shard, for sums of another sort,
 * another recipe, other words, or another machine, unless `mixed`; and as jsmf_sums_shards_add (`alike` is for it) and
 * _remove say. */
jsmf_status jsmf_arrays_sums_join(jsmf_context *ctx, jsmf_arrays_sums *to, const jsmf_arrays_sums *part,
                                  jsmf_sums_sign sign, bool mixed, bool alike) JSMF_CHECKED;
/* The sums of part, whose record has been joined, are added to or taken from those of `to`, which are in memory. Large
 * arrays of part are read in pieces, a sparse C in full. part must not be used afterwards. */
jsmf_status jsmf_arrays_sums_add(jsmf_context *ctx, jsmf_arrays_sums *to, jsmf_arrays_sums *part,
                                 jsmf_sums_sign sign) JSMF_CHECKED;

/* *out = sums of "cooc", or of "times" where c has a block of vectors, whose recipe, machine and shards are still to be
 * filled in: the arrays of c, which is empty afterwards, with vocab (copied; may be NULL) and df (taken). */
jsmf_status jsmf_arrays_sums_of_cooc(jsmf_context *ctx, jsmf_cooc_sums *c, int64_t *df, const jsmf_strings *vocab,
                                     jsmf_arrays_sums *out) JSMF_CHECKED;
/* Sums of "words" may have other words in every shard. Before to's record is joined with part's, both get the words of
 * both, in the order in which the shards have them first: that of the whole's documents. Where a part is taken away,
 * its words alone are arranged as to's; what is left in no document afterwards is dropped by
 * jsmf_arrays_sums_words_tidy. JSMF_EDATA where it has a word that `to` lacks. Other sums stay as they are. */
jsmf_status jsmf_arrays_sums_words_unite(jsmf_context *ctx, jsmf_arrays_sums *to, jsmf_arrays_sums *part,
                                         jsmf_sums_sign sign) JSMF_CHECKED;
jsmf_status jsmf_arrays_sums_words_tidy(jsmf_context *ctx, jsmf_arrays_sums *s) JSMF_CHECKED;
/* *out = sums of "words" of h, whose recipe and shards are still to be filled in: df and tf of each word of vocab. */
jsmf_status jsmf_arrays_sums_of_words(jsmf_context *ctx, const jsmf_csr *h, const jsmf_strings *vocab,
                                      jsmf_arrays_sums *out) JSMF_CHECKED;

/* *out = sums of "polish", whose recipe, machine and shards are still to be filled in: the arrays of part, which is
 * empty afterwards, on failure too. */
jsmf_status jsmf_arrays_sums_of_polish(jsmf_context *ctx, jsmf_polish_part *part, const jsmf_strings *vocab,
                                       jsmf_arrays_sums *out) JSMF_CHECKED;
/* *out: the arrays of such sums, in memory, for a model of n words and k topics; the caller frees it. The sums keep all
 * else. JSMF_EDATA where they are sums of something else. */
jsmf_status jsmf_arrays_sums_to_polish(jsmf_context *ctx, jsmf_arrays_sums *s, jsmf_polish_way way, size_t n, size_t k,
                                       jsmf_polish_part *out) JSMF_CHECKED;

/* A polishing by shards between its rounds, beside the arrays of its model. */
typedef struct jsmf_arrays_polishing {
    jsmf_polish_state state;
    jsmf_strings recipe; /* lines "KEY VALUE", which the sums of all its rounds have; owned, as the trace */
    double *trace;       /* rounds x 2: of each round the bound and the held-out log-probability a token, or 0 */
    size_t rounds;       /* of trace, which are the state's */
} jsmf_arrays_polishing;
void jsmf_arrays_polishing_free(jsmf_arrays_polishing *p); /* NULL and a cleared struct are fine */
/* Adds polish.* to the stream; p is empty afterwards, on failure too. trace_only: polish.trace alone. */
jsmf_status jsmf_arrays_polishing_store(jsmf_context *ctx, jsmf_arrays_polishing *p, bool trace_only,
                                        jsmf_stream *stream) JSMF_CHECKED;
/* Reads polish.* from the stream of a model, before that is loaded; its arrays of topics and of the prior, and its
 * trace, are moved out of the stream. *out: rounds of SIZE_MAX where there is no polishing that goes on. The caller
 * frees it. JSMF_EDATA where the arrays are not as jsmf-stream(5) says, or not of the sizes of B. */
jsmf_status jsmf_arrays_polishing_load(jsmf_context *ctx, jsmf_stream *stream,
                                       jsmf_arrays_polishing *out) JSMF_CHECKED;

/* The sums times a factor, each rounded to the unit, counts of documents with them: whole.df and whole.documents become
 * real.df and real.documents. */
jsmf_status jsmf_arrays_sums_weigh(jsmf_context *ctx, jsmf_arrays_sums *s, double factor) JSMF_CHECKED;
/* Makes these counts again, to the nearest one; *documents as it was before it was rounded. */
jsmf_status jsmf_arrays_sums_count(jsmf_context *ctx, jsmf_arrays_sums *s, double *documents) JSMF_CHECKED;
/* *out = the sums that an ordinary co-occurrence stream is made of, C times its documents: one shard of that name. The
 * stream is empty afterwards. JSMF_EDATA where C is neither dense nor sparse, or it lacks df, unigram or documents. */
jsmf_status jsmf_arrays_sums_of_stream(jsmf_context *ctx, jsmf_stream *stream, const char *id,
                                       jsmf_arrays_sums *out) JSMF_CHECKED;

/* *out = the co-occurrence stream that the sums are those of, without history: C dense or sparse as their recipe's form
 * says (full: the smaller of both), unigram, documents, df, and vocab. divisor: the documents that C is divided by, 0
 * for those that entered it. The sums are empty afterwards, but for their record. JSMF_EDATA where no document entered
 * them, or they are of something else. */
jsmf_status jsmf_arrays_sums_finish(jsmf_context *ctx, jsmf_arrays_sums *s, double divisor,
                                    jsmf_stream *out) JSMF_CHECKED;

/* ---- eigenpairs over shards: blocks of vectors between products ---- */

/* A stream of kind block. The basis that it belongs to lies in the streams of all blocks so far; each holds the vectors
 * that were to be multiplied next, and the last one H and T. */
typedef struct jsmf_arrays_block {
    char *name;            /* of the stream, for messages; owned */
    jsmf_cooc_basis basis; /* v is NULL until jsmf_arrays_block_gather */
    jsmf_strings before;   /* the digests of the blocks that v is made of */
    jsmf_arrays_sums from; /* the record of the sums of the product before, without their stream; no shards before the
                            * first one */
    jsmf_stream stream;    /* the rest: vocab, and from the first product on unigram, df and documents */
} jsmf_arrays_block;
void jsmf_arrays_block_free(jsmf_arrays_block *b); /* NULL and a cleared struct are fine */
/* Takes a stream apart that was read, scanned for block.X (H and T are left out then) or spooled; the stream is empty
 * afterwards, on failure too. JSMF_EDATA where it is none, or is not as jsmf-stream(5) says. */
jsmf_status jsmf_arrays_block_load(jsmf_context *ctx, jsmf_stream *stream, jsmf_arrays_block *out) JSMF_CHECKED;
/* The digest of the vectors to be multiplied and their place in the row of blocks: 16 hexadecimal digits. */
enum { JSMF_DIGEST_TEXT = 17 };
void jsmf_arrays_block_digest(const jsmf_arrays_block *b, char text[JSMF_DIGEST_TEXT]);
/* JSMF_EDATA, naming the stream and its shard, where words (of so many, NULL where unknown) are not the block's. */
jsmf_status jsmf_arrays_block_check_words(jsmf_context *ctx, const jsmf_arrays_block *b, const char *name,
                                          const char *shard, size_t count, const jsmf_strings *words) JSMF_CHECKED;
/* Puts it together again, into an empty stream, but for v; b is empty afterwards. */
jsmf_status jsmf_arrays_block_store(jsmf_context *ctx, jsmf_arrays_block *b, jsmf_stream *out) JSMF_CHECKED;

/* How many products there were before a stream's block was made. */
jsmf_status jsmf_arrays_block_products(jsmf_context *ctx, jsmf_stream *stream, size_t *products) JSMF_CHECKED;
/* last->basis.v = the vectors of earlier blocks (count, in any order, in memory or spooled; those that are not among v
 * are not looked at). JSMF_EDATA, naming it, where one is missing or another than last was made from. */
jsmf_status jsmf_arrays_block_gather(jsmf_context *ctx, jsmf_arrays_block *last, jsmf_stream *const *earlier,
                                     size_t count) JSMF_CHECKED;
/* The step to the next block, by the sums of "times" of b, which has been gathered; s is empty afterwards. JSMF_EDATA,
 * naming the shard, for sums of something else, of another block, of other words, of other documents than before; and
 * where documents are missing. */
jsmf_status jsmf_arrays_block_take(jsmf_context *ctx, jsmf_arrays_block *b, jsmf_arrays_sums *s) JSMF_CHECKED;
/* *out = the co-occurrence stream of b, which has been gathered, without its history: V, D, unigram, documents, df, and
 * vocab. b is empty afterwards, but for its record. *residual: as of jsmf_cooc_eigenpairs. */
jsmf_status jsmf_arrays_block_finish(jsmf_context *ctx, jsmf_arrays_block *b, double *residual,
                                     jsmf_stream *out) JSMF_CHECKED;

JSMF_END_DECLS

#endif
