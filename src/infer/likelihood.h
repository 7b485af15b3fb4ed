/* One document by its likelihood and the dual. */
#ifndef JSMF_INFER_LIKELIHOOD_H
#define JSMF_INFER_LIKELIHOOD_H

#include "method.h"

/* dual (NULL: 0) = copy; k x k. To be released in any case. */
jsmf_status infer_likelihood_prepare(jsmf_context *ctx, size_t k, const double *dual,
                                     infer_likelihood *l) JSMF_CHECKED;
void infer_likelihood_release(infer_likelihood *l);

/* w: where to start, on the simplex; the solution after. *loss = -2 sum h log (B w). */
size_t infer_likelihood_scratch(size_t k, size_t words);
jsmf_status infer_likelihood_solve(jsmf_context *ctx, const infer_likelihood *l, const double *b,
                                   const infer_document *d, double *w, double *scratch, double *loss,
                                   infer_outcome *outcome) JSMF_CHECKED;

#endif
