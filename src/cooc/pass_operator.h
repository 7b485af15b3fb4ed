/* C as an operator whose every product is a pass over the documents. */
#ifndef JSMF_COOC_PASS_OPERATOR_H
#define JSMF_COOC_PASS_OPERATOR_H

#include "jsmf/cooc.h"

typedef struct cooc_stream {
    jsmf_document_source *source; /* borrowed */
    size_t n;
    jsmf_estimator estimator;
    size_t rows, used;   /* documents; those in C */
    double *diagonal;    /* n: what C's is lessened by, times the documents in C */
    double *unigram;     /* n */
    int64_t *df;         /* n */
    size_t passes;       /* done: the first yields all this */
    size_t expected;     /* for the progress */
    jsmf_operator *op;
} cooc_stream;

/* The source, n, the estimator and the passes to expect are set by the caller, the rest is 0. cooc_stream_free whatever
 * is returned. */
jsmf_status cooc_stream_open(jsmf_context *ctx, cooc_stream *s) JSMF_CHECKED;
void cooc_stream_free(cooc_stream *s);

#endif
