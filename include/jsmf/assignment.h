/* The assignment problem: pairs of rows and columns of least total cost (Kuhn, 1955; by shortest augmenting paths). */
#ifndef JSMF_ASSIGNMENT_H
#define JSMF_ASSIGNMENT_H

#include "jsmf/base.h"

#define JSMF_UNMATCHED SIZE_MAX

/* cost: rows x cols, row-major, of magnitude 1e300 / (rows + cols) at most, so that sums along paths are numbers;
 * JSMF_ENUMERIC names the first that is not. match[i] (rows): the column of row i; every column has one row at most,
 * and min(rows, cols) pairs are made, the sum of whose costs is the least. Rows left over: JSMF_UNMATCHED. O(rows cols
 * min(rows, cols)). */
jsmf_status jsmf_assign(jsmf_context *ctx, size_t rows, size_t cols, const double *cost, size_t *match) JSMF_CHECKED;

#endif
