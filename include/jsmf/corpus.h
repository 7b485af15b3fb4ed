/* Readers of bag-of-words corpora: UCI docword and tokenised text, plain or gzip, from files, FIFOs and pipes. */
#ifndef JSMF_CORPUS_H
#define JSMF_CORPUS_H

#include "jsmf/csr.h"
#include "jsmf/io.h"
#include "jsmf/strings.h"

typedef enum jsmf_format { JSMF_FORMAT_GUESS, JSMF_FORMAT_UCI, JSMF_FORMAT_TEXT } jsmf_format;

typedef struct jsmf_corpus_report {
    size_t repeated;  /* (document, word) entries that repeated an earlier one and were summed */
    size_t empty;     /* documents without a word */
    uint64_t bytes;   /* of text, inflated */
} jsmf_corpus_report;

/* h: documents x words, counts; owned by the caller, cleared on failure. What is wrong with the corpus is JSMF_EDATA,
 * "NAME:LINE: what was found, what was expected"; JSMF_ESYSTEM for read errors and memory.
 *
 * UCI docword: three header lines D, W, NNZ, then NNZ lines `document word count`, 1-based, grouped by document. h gets
 * D rows and W columns. vocab_words: the vocabulary's size, to compare with W, or SIZE_MAX. */
jsmf_status jsmf_corpus_read_uci(jsmf_context *ctx, jsmf_input *in, size_t vocab_words, jsmf_csr *h,
                                 jsmf_corpus_report *report) JSMF_CHECKED;
/* Text: one document a line, words apart by spaces or tabs. *vocab (required to be empty, and the caller's on failure
 * too) gets the words in the order of their first occurrence. */
jsmf_status jsmf_corpus_read_text(jsmf_context *ctx, jsmf_input *in, jsmf_csr *h, jsmf_strings *vocab,
                                  jsmf_corpus_report *report) JSMF_CHECKED;
/* What the first bytes (looking through gzip) are: a UCI docword (three lines of one number each), else text; a
 * stream's magic, SVMlight and other formats are JSMF_EDATA with what it looks like. Consumes nothing. */
jsmf_status jsmf_corpus_guess(jsmf_context *ctx, jsmf_input *in, jsmf_format *out) JSMF_CHECKED;
/* Whether in holds a jsmf stream (a ZIP's magic); consumes nothing. */
jsmf_status jsmf_input_is_npz(jsmf_context *ctx, jsmf_input *in, bool *npz) JSMF_CHECKED;

#endif
