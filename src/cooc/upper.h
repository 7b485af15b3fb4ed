/* The rows of C's upper half, one after the other: the one kernel of whatever is made of them densely. */
#ifndef JSMF_COOC_UPPER_H
#define JSMF_COOC_UPPER_H

#include "postings.h"

typedef struct jsmf_cooc_rows {
    /* Where row i of C is summed up, n numbers of which those from column i on are 0. */
    double *(*begin)(jsmf_context *ctx, void *arg, size_t i);
    /* The row is complete from column i on; or NULL. */
    jsmf_status (*end)(jsmf_context *ctx, void *arg, size_t i, double *row);
    void *arg;
} jsmf_cooc_rows;

/* Makes the rows of C = Hhat' Hhat - diag(hdiag), each by one thread. */
jsmf_status jsmf_cooc_upper(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag,
                            const jsmf_cooc_rows *rows) JSMF_CHECKED;

#endif
