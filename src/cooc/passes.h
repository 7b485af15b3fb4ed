/* What the block Krylov method has in common whether its products are passes over documents, one after the other, or
 * come from elsewhere. */
#ifndef JSMF_COOC_PASSES_H
#define JSMF_COOC_PASSES_H

#include "cooc_inner.h"
#include "eigen/krylov.h"

/* JSMF_EUSAGE where there are no such eigenpairs. */
jsmf_status jsmf_cooc_passes_check(jsmf_context *ctx, size_t words, const jsmf_cooc_passes_options *o) JSMF_CHECKED;
/* The width of the blocks, and the passes that n words leave room for: one where there is no room for the method. */
void jsmf_cooc_passes_plan(size_t n, const jsmf_cooc_passes_options *o, size_t *width, size_t *passes);
/* d (k) = the largest Ritz values; *residual: the largest of their residuals, relative to the first value. */
jsmf_status jsmf_cooc_passes_values(jsmf_eigen_krylov *b, size_t k, double *d, double *residual) JSMF_CHECKED;
/* JSMF_ENUMERIC where not all k values are positive. Those of few passes are no eigenvalues yet: of more passes more
 * may be. */
jsmf_status jsmf_cooc_passes_check_positive(jsmf_context *ctx, size_t passes, size_t k,
                                            const double *values) JSMF_CHECKED;

#endif
