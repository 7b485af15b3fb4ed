/* A document by the loss alone, or with a dual's quadratic term: what the methods with and without a dual share. Each
 * set of functions fits a table (method.h). */
#ifndef JSMF_INFER_METHOD_SCLS_H
#define JSMF_INFER_METHOD_SCLS_H

#include "method.h"
#include "squares.h"

#include "document/likelihood.h"

/* By least squares; the state is a jsmf_infer_squares. */
jsmf_status jsmf_infer_squares_new(jsmf_context *ctx, const jsmf_infer_given *given, const jsmf_infer_lambda *dual,
                                   void **state) JSMF_CHECKED;
jsmf_status jsmf_infer_squares_compose(jsmf_context *ctx, const jsmf_infer_given *given, const void *state,
                                       const jsmf_document_frequencies *d, double *w, double *scratch,
                                       jsmf_document_outcome *outcome) JSMF_CHECKED;
size_t jsmf_infer_squares_bytes(size_t k, size_t words);
void jsmf_infer_squares_free(void *state);

/* By the likelihood. */
jsmf_status jsmf_infer_likelihood_new(jsmf_context *ctx, const jsmf_infer_given *given, const jsmf_infer_lambda *dual,
                                      void **state) JSMF_CHECKED;
jsmf_status jsmf_infer_likelihood_compose(jsmf_context *ctx, const jsmf_infer_given *given, const void *state,
                                          const jsmf_document_frequencies *d, double *w, double *scratch,
                                          jsmf_document_outcome *outcome) JSMF_CHECKED;
size_t jsmf_infer_likelihood_bytes(size_t k, size_t words);
void jsmf_infer_likelihood_free(void *state);

/* The problem of jsmf_document_likelihood_solve under a dual (k x k, or NULL for 0), copied. To be released in any
 * case. */
jsmf_status jsmf_infer_likelihood_prepare(jsmf_context *ctx, size_t k, const double *dual,
                                          jsmf_document_likelihood *l) JSMF_CHECKED;
void jsmf_infer_likelihood_release(jsmf_document_likelihood *l);

#endif
