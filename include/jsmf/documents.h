/* Documents in batches: what reads a corpus that need not fit in memory, more than once. */
#ifndef JSMF_DOCUMENTS_H
#define JSMF_DOCUMENTS_H

#include "jsmf/csr.h"

/* Documents a batch, the last one excepted. Sums over documents are taken batch by batch, so that the same batches from
 * any source give the same bytes. */
#define JSMF_DOCUMENT_BATCH 1024

typedef struct jsmf_document_source {
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
} jsmf_document_source;

/* The documents of h, which is borrowed, from the first. */
jsmf_status jsmf_documents_of_csr(jsmf_context *ctx, const jsmf_csr *h, jsmf_document_source *out) JSMF_CHECKED;
void jsmf_document_source_free(jsmf_document_source *source); /* NULL and a cleared struct are fine */

#endif
