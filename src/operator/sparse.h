/* Sparse products on the context's threads. */
#ifndef JSMF_OPERATOR_SPARSE_H
#define JSMF_OPERATOR_SPARSE_H

#include "jsmf/base.h"

/* y (rows x p) = m (values) times x (cols x p), both row-major. */
jsmf_status jsmf_operator_sparse_times(jsmf_context *ctx, const jsmf_csr *m, size_t p, const double *x,
                                       double *y) JSMF_CHECKED;

#endif
