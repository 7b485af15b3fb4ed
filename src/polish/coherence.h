/* How fast the start's topics are held: each by how well its leading words go together in the documents. */
#ifndef JSMF_POLISH_COHERENCE_H
#define JSMF_POLISH_COHERENCE_H

#include "jsmf/base.h"

typedef struct jsmf_polish_hold {
    size_t k;
    int32_t *head;      /* n: a word's first place among the leading words, -1 where it is none of them */
    int32_t *next;      /* places: the word's next one, -1 after the last */
    double *joint;      /* of each topic, documents with leading words i and j */
    unsigned *marks;    /* k: the leading words that a document has, a bit each */
    size_t *touched;    /* k: topics of which it has any */
    double documents;
} jsmf_polish_hold;

/* b: n x k. */
jsmf_status jsmf_polish_hold_new(jsmf_context *ctx, size_t n, size_t k, const double *b,
                                 jsmf_polish_hold *hold) JSMF_CHECKED;
size_t jsmf_polish_hold_bytes(size_t n, size_t k);
void jsmf_polish_hold_free(jsmf_polish_hold *hold);
/* One document, not empty. */
void jsmf_polish_hold_add(jsmf_polish_hold *hold, const jsmf_csr *h, size_t row);
/* weights (k): pseudo-counts of a topic's start, in units of the mean topic's tokens. */
void jsmf_polish_hold_weights(const jsmf_polish_hold *hold, double *weights);

#endif
