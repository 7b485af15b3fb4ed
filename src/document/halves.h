/* Documents in two halves by their tokens, at random: one is composed, the other scored. */
#ifndef JSMF_DOCUMENT_HALVES_H
#define JSMF_DOCUMENT_HALVES_H

#include "jsmf/base.h"

typedef struct jsmf_document_halves {
    jsmf_csr first, second;         /* counts; rows and columns as the documents have them */
    size_t most_rows, most_entries; /* allocated for, of each */
} jsmf_document_halves;

/* Row r of either half is of row r of documents (counts, or values, which are rounded), which is document places[r], or
 * first + r where places is NULL: the choice hangs on that number and the context's seed alone, every one as likely.
 * The odd token comes into the first half. s: cleared before the first call; its memory is used again. */
jsmf_status jsmf_document_halves_split(jsmf_context *ctx, const jsmf_csr *documents, const size_t *places, size_t first,
                                       jsmf_document_halves *s) JSMF_CHECKED;
void jsmf_document_halves_free(jsmf_document_halves *s);
/* What they take for documents of so many entries, row starts aside. */
size_t jsmf_document_halves_bytes(size_t entries);

#endif
