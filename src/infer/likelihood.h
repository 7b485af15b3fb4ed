/* One document by its likelihood and the dual. */
#ifndef JSMF_INFER_LIKELIHOOD_H
#define JSMF_INFER_LIKELIHOOD_H

#include "method.h"

/* dual (NULL: 0) = copy; k x k. To be released in any case. */
jsmf_status jsmf_infer_likelihood_prepare(jsmf_context *ctx, size_t k, const double *dual,
                                          jsmf_infer_likelihood *l) JSMF_CHECKED;
void jsmf_infer_likelihood_release(jsmf_infer_likelihood *l);

/* w: where to start, on the simplex; the solution after. *loss = -2 sum h log (B w). */
size_t jsmf_infer_likelihood_scratch(size_t k, size_t words);
jsmf_status jsmf_infer_likelihood_solve(jsmf_context *ctx, const jsmf_infer_likelihood *l, const double *b,
                                        const jsmf_infer_document *d, double *w, double *scratch, double *loss,
                                        jsmf_infer_outcome *outcome) JSMF_CHECKED;

#endif
