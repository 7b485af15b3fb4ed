/* The dual problem: maximise over symmetric L the mean of min_w [loss(w) + w'Lw] - <L, A> - |L|^2 / (2 c). Its gradient
 * is W W'/M - A - L / c: the prior's strength s gives c = s / (1 - s) of the loss's own scale, so that 1 asks for
 * W W'/M = A and less allows the more distance the more it would cost. */
#ifndef JSMF_INFER_ASCENT_H
#define JSMF_INFER_ASCENT_H

#include "method.h"

/* *value = the mean of min_w [loss(w) + w' dual w], moment (k x k) = W W'/M at the minimum; dual symmetric, k x k. */
typedef jsmf_status (*jsmf_infer_evaluate_fn)(jsmf_context *ctx, void *self, const double *dual, double *value,
                                              double *moment);

/* From infer's dual, where it has one; leaves the best found there. most: no compositions have a larger mean loss.
 * JSMF_ENUMERIC where the value passes it at full strength: no compositions have the moments A. */
jsmf_status jsmf_infer_ascend(jsmf_context *ctx, jsmf_infer *infer, jsmf_infer_evaluate_fn evaluate, void *self,
                              double most, jsmf_infer_fit_report *report) JSMF_CHECKED;

#endif
