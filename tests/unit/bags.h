/* Bags of words that hold for tests: documents of two topics each, with what follows from them. */
#ifndef JSMF_BAGS_H
#define JSMF_BAGS_H

#include "jsmf/base.h"

/* Every ninth document has one token; the last word is in no document. */
jsmf_csr draw_bag(size_t documents, size_t words);

/* A bag, its context and its documents' weights. */
typedef struct weighted_bag {
    jsmf_context *ctx;
    jsmf_csr h;
    double *weights, *hdiag, *unigram;
    size_t documents;
} weighted_bag;

/* Takes h. */
weighted_bag weigh_bag(jsmf_csr h);
void weighted_bag_free(weighted_bag *f);

/* C by its definition (000 equation 1), n x n; *used: the documents of two tokens or more. */
double *cooc_by_definition(const jsmf_csr *h, size_t *used);

#endif
