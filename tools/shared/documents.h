/* What the tools ask of the documents that they are given. */
#ifndef DOCUMENTS_H
#define DOCUMENTS_H

#include "tool.h"

/* The ids of so many documents, in memory or outside it, or NULL where the stream has none. JSMF_EDATA where the array
 * is something else. */
jsmf_status documents_ids(jsmf_context *ctx, const jsmf_stream *stream, size_t documents,
                          const jsmf_array **ids) JSMF_CHECKED;

/* JSMF_EDATA, with what to do, unless the bag's n words are the words (or NULL: unknown) of the model, model_words of
 * them. */
jsmf_status documents_words(jsmf_context *ctx, const jsmf_stream *bag, size_t n, const jsmf_stream *model,
                            const jsmf_strings *words, size_t model_words) JSMF_CHECKED;

#endif
