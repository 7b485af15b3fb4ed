/* C as an operator whose every product is a pass over the documents. */
#ifndef JSMF_COOC_PASS_OPERATOR_H
#define JSMF_COOC_PASS_OPERATOR_H

#include "jsmf/cooc.h"

typedef struct jsmf_cooc_pass_operator {
    jsmf_batches *source; /* borrowed; rewound for every product */
    size_t n;             /* words */
    jsmf_cooc_estimator estimator;
    /* What the first product counts. */
    size_t rows, used;    /* documents; those in C */
    double *diagonal;     /* n: what C's diagonal is lessened by, times the documents in C */
    double *unigram;      /* n: C's row sums */
    int64_t *df;          /* n: documents that contain each word */
    size_t passes;        /* made so far */
    size_t expected;      /* passes, for the progress */
    jsmf_operator *op;    /* C; it has products alone, one at a time, from outside of chunks */
} jsmf_cooc_pass_operator;

/* Makes op. The caller has set source, n, estimator and expected, and the rest is 0; s must stay where it is.
 * jsmf_cooc_pass_operator_free in any case. Fails for lack of memory only; a product fails as jsmf_cooc_passes does for
 * the documents. */
jsmf_status jsmf_cooc_pass_operator_open(jsmf_context *ctx, jsmf_cooc_pass_operator *s) JSMF_CHECKED;
void jsmf_cooc_pass_operator_free(jsmf_cooc_pass_operator *s);

#endif
