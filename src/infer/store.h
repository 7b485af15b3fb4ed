/* What a fit keeps of the documents that have known words: coefficients and state of each, in memory while they are
 * few, else in an unlinked file; worked through in blocks whose size depends on nothing. */
#ifndef JSMF_INFER_STORE_H
#define JSMF_INFER_STORE_H

#include "method.h"
#include "jsmf/io.h"

enum { JSMF_INFER_BLOCK = 4096 };

typedef struct jsmf_infer_store {
    size_t k, width;       /* coefficients and state of a document, in doubles */
    size_t documents;
    jsmf_spool *f, *state;
    double *f_block, *state_block; /* of one block */
} jsmf_infer_store;

/* The coefficients of the source's documents; states begin with w by Bayes' rule, the rest is 0. JSMF_EDATA where no
 * document has known words. To be released in any case. */
jsmf_status jsmf_infer_store_make(jsmf_context *ctx, const jsmf_infer *infer, const jsmf_batches *source, size_t width,
                                  jsmf_infer_store *store) JSMF_CHECKED;
void jsmf_infer_store_release(jsmf_infer_store *store);
/* Reads the documents first .. first + count - 1 (at most JSMF_INFER_BLOCK) into f_block and state_block, or writes
 * their states back. */
jsmf_status jsmf_infer_store_read(jsmf_context *ctx, jsmf_infer_store *store, size_t first, size_t count) JSMF_CHECKED;
jsmf_status jsmf_infer_store_write(jsmf_context *ctx, jsmf_infer_store *store, size_t first, size_t count) JSMF_CHECKED;

#endif
