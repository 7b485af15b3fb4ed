/* Documents split at random, by their tokens, into two halves: one is composed, the other scored. */
#ifndef JSMF_DOCUMENT_HALVES_H
#define JSMF_DOCUMENT_HALVES_H

#include "jsmf/base.h"

typedef struct jsmf_document_halves {
    jsmf_csr first, second;         /* counts; rows and columns as the documents have them */
    size_t most_rows, most_entries; /* that each half has room for */
} jsmf_document_halves;

/* Splits documents, which have counts, or values, which are rounded: row r of either half comes from row r. The choice
 * depends on the document's number and on the context's seed alone, and every choice of half of the tokens is as
 * likely; of more than 1024 tokens of one word those beyond are halved without chance. The number is places[r], or
 * first + r where places is NULL. An odd token goes into the first half. s: cleared before the first call; its memory
 * is used again, and jsmf_document_halves_free frees it. Fails for lack of memory only. */
jsmf_status jsmf_document_halves_split(jsmf_context *ctx, const jsmf_csr *documents, const size_t *places, size_t first,
                                       jsmf_document_halves *s) JSMF_CHECKED;
void jsmf_document_halves_free(jsmf_document_halves *s); /* a cleared struct is fine */
/* The bytes that the halves of documents with so many entries take, row starts aside. */
size_t jsmf_document_halves_bytes(size_t entries);

#endif
