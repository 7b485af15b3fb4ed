/* The symmetric operator: an N x N symmetric matrix that is known by its products and its rows, whatever represents it.
 * Everything that reads a co-occurrence matrix reads it through this type. The matrix never changes, and all that is
 * asked of it may be asked from several threads at once. It borrows the arrays that it is made from, which must outlive
 * it. All matrices here are row-major doubles without gaps unless a leading dimension is named. Results are the same
 * bytes for every thread count. */
#ifndef JSMF_OPERATOR_H
#define JSMF_OPERATOR_H

#include "jsmf/base.h"

JSMF_BEGIN_DECLS

typedef struct jsmf_operator jsmf_operator;

void jsmf_operator_free(jsmf_operator *op); /* NULL is fine */
/* "dense", "sparse", "factored", "rectified", ... for messages. */
const char *jsmf_operator_name(const jsmf_operator *op);

/* C = Hhat' Hhat - diag(hdiag); hhat documents x words with values. Makes and owns Hhat's transpose. */
jsmf_status jsmf_operator_factored(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag,
                                   jsmf_operator **out) JSMF_CHECKED;
/* C = max(Y Y' + r, 0) * scale, y n x k; by tiles, never stored: n^2 (k + 2 p) flops a product of p vectors. */
jsmf_status jsmf_operator_rectified(jsmf_context *ctx, size_t n, size_t k, const double *y, double r, double scale,
                                    jsmf_operator **out) JSMF_CHECKED;

/* sums (N): the sum of each row. */
jsmf_status jsmf_operator_row_sums(jsmf_context *ctx, const jsmf_operator *op, double *sums) JSMF_CHECKED;

JSMF_END_DECLS

#endif
