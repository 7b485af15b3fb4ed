/* How much weight each of the start's topics gets as pseudo-counts: the more, the better its leading words go together
 * in the documents. */
#ifndef JSMF_POLISH_COHERENCE_H
#define JSMF_POLISH_COHERENCE_H

#include "jsmf/base.h"

/* In how many documents the ten leading words of each topic occur, alone and in pairs. A leading word has a place: ten
 * times its topic, plus its rank in it from 0. */
typedef struct jsmf_polish_coherence {
    size_t k;
    int32_t *head;      /* n: a word's first place, -1 where it leads no topic */
    int32_t *next;      /* 10 k, by place: the same word's next place, -1 after the last */
    double *joint;      /* k x 10 x 10: documents with a topic's leading words i and j, j <= i */
    unsigned *marks;    /* k, for work: the leading words that a document has, a bit each */
    size_t *touched;    /* k, for work: the topics that have such words */
    double documents;   /* counted so far */
} jsmf_polish_coherence;

/* Finds the leading words of b (n x k), which is not needed later; no document is counted yet. Fails for lack of memory
 * only; jsmf_polish_coherence_free in any case. */
jsmf_status jsmf_polish_coherence_new(jsmf_context *ctx, size_t n, size_t k, const double *b,
                                      jsmf_polish_coherence *c) JSMF_CHECKED;
/* How many numbers joint has. */
size_t jsmf_polish_coherence_size(size_t k);
size_t jsmf_polish_coherence_bytes(size_t n, size_t k);
void jsmf_polish_coherence_free(jsmf_polish_coherence *c); /* a cleared struct is fine */
/* Counts one document, row `row` of h, which is not empty. */
void jsmf_polish_coherence_add(jsmf_polish_coherence *c, const jsmf_csr *h, size_t row);
/* weights (k): the pseudo-counts of each topic's start, in units of the mean topic's tokens. They rise from 0 to 0.5 as
 * the mean NPMI of the topic's leading words (Lau, Newman, Baldwin, 2014) does from 0.3 to 0.5. Returns how many are
 * above 0. */
size_t jsmf_polish_coherence_weights(const jsmf_polish_coherence *c, double *weights);

#endif
