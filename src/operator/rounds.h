/* Pairs of tiles in an order in which symmetric sums can be added in parallel. */
#ifndef JSMF_OPERATOR_ROUNDS_H
#define JSMF_OPERATOR_ROUNDS_H

#include "jsmf/base.h"

/* A tile of a symmetric matrix, row <= column: it and its transpose belong to these rows of tiles of the result. */
typedef jsmf_status (*jsmf_operator_meet_fn)(jsmf_context *ctx, void *arg, size_t row, size_t column);

/* Calls fn for every row <= column among `count` rows of tiles whose row is one of the first `wide`, in rounds: within
 * one, in parallel, no number occurs twice, and the order of the rounds is fixed. So chunks never write to the same
 * rows, and sums are added in one order. */
jsmf_status jsmf_operator_rounds(jsmf_context *ctx, size_t count, size_t wide, jsmf_operator_meet_fn fn,
                                 void *arg) JSMF_CHECKED;

/* The same with scratch for fn: edge x edge numbers of its thread's own. */
typedef jsmf_status (*jsmf_operator_meet_tile_fn)(jsmf_context *ctx, void *arg, size_t row, size_t column,
                                                  double *tile);
jsmf_status jsmf_operator_tile_rounds(jsmf_context *ctx, size_t count, size_t wide, size_t edge,
                                      jsmf_operator_meet_tile_fn fn, void *arg) JSMF_CHECKED;

#endif
