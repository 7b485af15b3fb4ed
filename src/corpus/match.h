/* From one vocabulary to another, in the steps of jsmf_corpus_match. */
#ifndef JSMF_CORPUS_MATCH_H
#define JSMF_CORPUS_MATCH_H

#include "jsmf/base.h"
#include "jsmf/io.h"

/* places[i] (one a word of vocab): where target has word i, or -1; *dropped of them are. */
jsmf_status jsmf_corpus_match_words(jsmf_context *ctx, const jsmf_strings *vocab, const jsmf_strings *target,
                                    int32_t *places, size_t *dropped) JSMF_CHECKED;
/* h's columns go to their places among cols; *tokens grows by the counts of those that have none. */
jsmf_status jsmf_corpus_match_rows(jsmf_context *ctx, jsmf_csr *h, const int32_t *places, size_t cols,
                                   int64_t *tokens) JSMF_CHECKED;

#endif
