/* Some of a bag's documents. */
#ifndef JSMF_SELECT_H
#define JSMF_SELECT_H

#include "jsmf/csr.h"
#include "jsmf/strings.h"

/* chosen[d] = 1 for the documents that the file at path lists, one a line, each once: by its id or, where ids is NULL,
 * by its number, from 0; else 0. documents: how many there are, 1 at least. JSMF_EDATA with the line for a name that is
 * no document's, and for one that is there twice. */
jsmf_status jsmf_documents_listed(jsmf_context *ctx, const char *path, const jsmf_strings *ids, size_t documents,
                                  unsigned char *chosen) JSMF_CHECKED;
/* chosen[d] = 1 for the part of the documents that is drawn by the context's seed, to the nearest whole number, but at
 * least one and not all. JSMF_EDATA for fewer than two documents. */
jsmf_status jsmf_documents_drawn(jsmf_context *ctx, double part, size_t documents,
                                 unsigned char *chosen) JSMF_CHECKED;
/* The documents whose mark is `which`, in their order: of h *part, of ids (or of the numbers from 0, where it is NULL)
 * *part_ids. Both are the caller's, also after a failure. */
jsmf_status jsmf_documents_part(jsmf_context *ctx, const jsmf_csr *h, const jsmf_strings *ids,
                                const unsigned char *chosen, unsigned char which, jsmf_csr *part,
                                jsmf_strings *part_ids) JSMF_CHECKED;

#endif
