/* Documents in two halves by their tokens, at random: one is composed, the other scored. */
#ifndef JSMF_DOCUMENT_HALVES_H
#define JSMF_DOCUMENT_HALVES_H

#include "jsmf/base.h"

typedef struct jsmf_document_halves {
    jsmf_csr first, second;         /* counts; rows and columns as the documents have them */
    size_t most_rows, most_entries; /* allocated for, of each */
} jsmf_document_halves;

/* Splits documents (counts, or values, which are rounded): row r of either half is of row r. The choice hangs on the
 * document's number and on the context's seed alone, and every choice is as likely; the number is places[r], or first +
 * r where places is NULL. The odd token comes into the first half. s: cleared before the first call; its memory is used
 * again. Fails where memory is short. */
jsmf_status jsmf_document_halves_split(jsmf_context *ctx, const jsmf_csr *documents, const size_t *places, size_t first,
                                       jsmf_document_halves *s) JSMF_CHECKED;
void jsmf_document_halves_free(jsmf_document_halves *s);
/* The bytes that the halves of documents with so many entries take, row starts aside. */
size_t jsmf_document_halves_bytes(size_t entries);

#endif
