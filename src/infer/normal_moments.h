/* The logistic-normal prior of the moments A, as the methods that have one keep it between documents. */
#ifndef JSMF_INFER_NORMAL_MOMENTS_H
#define JSMF_INFER_NORMAL_MOMENTS_H

#include "method.h"

typedef struct jsmf_infer_normal {
    double *mu;     /* k: the mean of x, of which w is the softmax */
    double *matrix; /* k x k: what the method makes of Sigma */
} jsmf_infer_normal;

/* Fits mu and Sigma to given->a. matrix' matrix is then S = (Sigma + ridge) / strength of the prior, or, with inverse,
 * its inverse; the ridge, on the diagonal, is 1e-6 of Sigma's mean eigenvalue. *normal goes to jsmf_infer_normal_free,
 * after an error, too. JSMF_ESYSTEM, or what the fit and the eigenvalues may return. */
jsmf_status jsmf_infer_normal_new(jsmf_context *ctx, const jsmf_infer_given *given, bool inverse,
                                  jsmf_infer_normal **normal) JSMF_CHECKED;

/* The free of a method: state is a jsmf_infer_normal, or NULL. */
void jsmf_infer_normal_free(void *state);

#endif
