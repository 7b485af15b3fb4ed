/* C as an operator whose every product is a pass over the documents. */
#ifndef JSMF_COOC_PASS_OPERATOR_H
#define JSMF_COOC_PASS_OPERATOR_H

#include "jsmf/cooc.h"

typedef struct jsmf_cooc_pass_operator {
    jsmf_batches *source; /* borrowed */
    size_t n;
    jsmf_cooc_estimator estimator;
    size_t rows, used;   /* documents; those in C */
    double *diagonal;    /* n: what C's is lessened by, times the documents in C */
    double *unigram;     /* n */
    int64_t *df;         /* n */
    size_t passes;       /* done: the first yields all this */
    size_t expected;     /* for the progress */
    jsmf_operator *op;
} jsmf_cooc_pass_operator;

/* The source, n, the estimator and the passes to expect are set by the caller, the rest is 0.
 * jsmf_cooc_pass_operator_free whatever is returned. */
jsmf_status jsmf_cooc_pass_operator_open(jsmf_context *ctx, jsmf_cooc_pass_operator *s) JSMF_CHECKED;
void jsmf_cooc_pass_operator_free(jsmf_cooc_pass_operator *s);

#endif
