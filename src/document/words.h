/* A document's words as counts or as frequencies, and what becomes of its problem. */
#ifndef JSMF_DOCUMENT_WORDS_H
#define JSMF_DOCUMENT_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Its words, as what composes it under topics takes them. */
typedef struct jsmf_document_words {
    size_t k, words;
    const double *b;        /* rows of k: p(word | topic) */
    const int32_t *indices; /* words: rows of b */
    const double *counts;   /* words */
    double tokens;          /* their sum */
} jsmf_document_words;

/* A document's known words; h = counts / tokens sums to 1. */
typedef struct jsmf_document_frequencies {
    size_t words;
    const int32_t *indices; /* words */
    const double *h; /* words */
    double tokens; /* known ones */
} jsmf_document_frequencies;

/* A document's problem as it came out. */
typedef struct jsmf_document_outcome {
    double kkt; /* relative to the largest coefficient */
    bool converged;
    bool cut; /* nothing was left of it: w is the mean */
    size_t steps; /* of Newton's method */
} jsmf_document_outcome;

#endif
