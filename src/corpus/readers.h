/* The readers of corpora, which can stop between documents. */
#ifndef JSMF_CORPUS_READERS_H
#define JSMF_CORPUS_READERS_H

#include "jsmf/corpus.h"

/* Of UCI docwords, whose vocabulary has so many words (SIZE_MAX: any). To be closed after a failure too. */
typedef struct jsmf_corpus_uci jsmf_corpus_uci;
jsmf_status jsmf_corpus_uci_open(jsmf_context *ctx, jsmf_input *in, size_t vocab_words, jsmf_corpus_report *report,
                                 jsmf_corpus_uci **out) JSMF_CHECKED;
/* The next documents as rows, most of them unless the end comes first; none at the end. report counts on. *out is the
 * caller's. SIZE_MAX: all. */
jsmf_status jsmf_corpus_uci_next(jsmf_context *ctx, jsmf_corpus_uci *u, size_t most, jsmf_csr *out) JSMF_CHECKED;
void jsmf_corpus_uci_close(jsmf_corpus_uci *u); /* NULL is fine */

/* Of text, likewise. Either vocab grows (empty at first), or the words are those of an index over so many strings:
 * others are counted in report->unknown. */
typedef struct jsmf_corpus_tokens jsmf_corpus_tokens;
jsmf_status jsmf_corpus_tokens_open(jsmf_context *ctx, jsmf_input *in, jsmf_strings *vocab, const jsmf_index *words,
                                    size_t count, jsmf_corpus_report *report, jsmf_corpus_tokens **out) JSMF_CHECKED;
jsmf_status jsmf_corpus_tokens_next(jsmf_context *ctx, jsmf_corpus_tokens *t, size_t most, jsmf_csr *out) JSMF_CHECKED;
void jsmf_corpus_tokens_close(jsmf_corpus_tokens *t);

/* Of lda-c (counted) and SVMlight, likewise. */
typedef struct jsmf_corpus_pairs jsmf_corpus_pairs;
jsmf_status jsmf_corpus_pairs_open(jsmf_context *ctx, jsmf_input *in, bool counted, size_t base, size_t words,
                                   jsmf_corpus_report *report, jsmf_corpus_pairs **out) JSMF_CHECKED;
jsmf_status jsmf_corpus_pairs_next(jsmf_context *ctx, jsmf_corpus_pairs *p, size_t most, jsmf_csr *out) JSMF_CHECKED;
void jsmf_corpus_pairs_close(jsmf_corpus_pairs *p);

#endif
