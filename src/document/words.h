/* A document's words, as what composes it under topics takes them. */
#ifndef JSMF_DOCUMENT_WORDS_H
#define JSMF_DOCUMENT_WORDS_H

#include <stddef.h>
#include <stdint.h>

typedef struct jsmf_document_words {
    size_t k, words;
    const double *b;        /* rows of k: p(word | topic) */
    const int32_t *indices; /* words: rows of b */
    const double *counts;   /* words */
    double tokens;          /* their sum */
} jsmf_document_words;

#endif
