/* A document's words as counts or as frequencies, and how the solution of its problem came out. Its arrays are
 * borrowed: `words` of them are distinct words, each once. */
#ifndef JSMF_DOCUMENT_ENTRIES_H
#define JSMF_DOCUMENT_ENTRIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A document's words as counts, and the topics to compose it of. */
typedef struct jsmf_document_words {
    size_t k, words;
    const double *b;        /* rows of k: p(word | topic) */
    const int32_t *indices; /* words: their rows of b, 0-based */
    const double *counts;   /* words: how often each occurs */
    double tokens;          /* the sum of counts */
} jsmf_document_words;

/* A document's words as frequencies: h = counts / tokens, which sum to 1. Words that the model does not know are left
 * out. */
typedef struct jsmf_document_frequencies {
    size_t words;
    const int32_t *indices; /* words: their numbers, 0-based */
    const double *h;        /* words: counts / tokens */
    double tokens;          /* the sum of the known words' counts */
} jsmf_document_frequencies;

/* How the solution of a document's problem came out. */
typedef struct jsmf_document_outcome {
    double kkt;     /* the KKT residual: of least squares relative to the largest coefficient, of the likelihood to the
                     * gradient's mean; 0 for methods without one */
    bool converged; /* the method's own tolerance was met */
    bool cut;       /* no topic was above a threshold: w is the prior mean */
    size_t steps;   /* of Newton's method, where it was used */
} jsmf_document_outcome;

#endif
