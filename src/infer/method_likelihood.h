/* What the likelihood takes from the dual. */
#ifndef JSMF_INFER_METHOD_LIKELIHOOD_H
#define JSMF_INFER_METHOD_LIKELIHOOD_H

#include "method.h"

/* dual (NULL: 0) = copy; k x k. To be released in any case. */
jsmf_status jsmf_infer_likelihood_prepare(jsmf_context *ctx, size_t k, const double *dual,
                                          jsmf_document_likelihood *l) JSMF_CHECKED;
void jsmf_infer_likelihood_release(jsmf_document_likelihood *l);

#endif
