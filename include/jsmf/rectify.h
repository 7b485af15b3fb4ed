/* Rectification: the nearest low-rank, positive semidefinite, normalised, non-negative matrix, approached by
 * alternating projection (001 Algorithm 1). The result is C = max(Y Y' + r, 0) / total, held as Y and r alone. */
#ifndef JSMF_RECTIFY_H
#define JSMF_RECTIFY_H

#include "jsmf/operator.h"

typedef struct jsmf_ap_options {
    size_t k;
    size_t iterations; /* the papers' t; 15 by default in the tool, at least 1 */
    double tolerance;  /* stops when |C_t - C_(t-1)|_F / |C_t|_F falls below; 0: off */
    const double *start; /* n x start_columns: a span near the leading eigenvectors (a rectified C's own Y), or NULL */
    size_t start_columns;
} jsmf_ap_options;

typedef struct jsmf_rectified {
    size_t n, k;
    double *y;    /* n x k, owned */
    double r;
    double total; /* sum of max(Y Y' + r, 0) */
    size_t iterations;
    double change; /* the last relative change, or -1 where it was not computed */
} jsmf_rectified;
void jsmf_rectified_free(jsmf_rectified *c);

/* op: the starting C (original, or a rectified iterate to go on from). dense: op's own storage, n x n, that the iterate
 * may overwrite (the caller gives it up), or NULL: memory for a stored iterate is then allocated where it fits the
 * rule, or the iterate is worked by another representation. JSMF_ENUMERIC where C has fewer than k eigenvalues above
 * 1e-12 of the largest. */
jsmf_status jsmf_rectify_ap(jsmf_context *ctx, const jsmf_operator *op, double *dense, const jsmf_ap_options *options,
                            jsmf_rectified *out) JSMF_CHECKED;
/* The bytes that jsmf_rectify_ap will allocate. */
size_t jsmf_rectify_ap_bytes(const jsmf_context *ctx, size_t n, size_t k, bool in_place);
/* C = max(Y Y' + r, 0) / total as n x n, into c. */
jsmf_status jsmf_rectified_dense(jsmf_context *ctx, const jsmf_rectified *in, double *c) JSMF_CHECKED;

#endif
