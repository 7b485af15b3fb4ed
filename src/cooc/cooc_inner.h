/* What the library uses of this room beside jsmf/cooc.h, and no program. */
#ifndef JSMF_COOC_INNER_H
#define JSMF_COOC_INNER_H

#include "jsmf/cooc.h"

/* jsmf_cooc_factors of a part of the documents: M times C's part, its factors without M. *documents may be 0. */
jsmf_status jsmf_cooc_part_factors(jsmf_context *ctx, const jsmf_csr *h, jsmf_cooc_estimator estimator, jsmf_csr *hhat,
                                   double **hdiag, size_t *documents) JSMF_CHECKED;

/* ---- eigenpairs where products of C come from elsewhere ---- */

void jsmf_cooc_basis_free(jsmf_cooc_basis *b); /* NULL and a cleared struct are fine */
/* Goes on by image (n x width), C f. A complete basis stays as it is but for `products`. */
jsmf_status jsmf_cooc_basis_take(jsmf_context *ctx, jsmf_cooc_basis *b, const double *image) JSMF_CHECKED;
/* v (n x k) and d (k): the Ritz pairs, with the signs of jsmf_eigen_largest. b is empty afterwards, but for the
 * residual. JSMF_EUSAGE before the second product. JSMF_ENUMERIC where fewer than k values are positive. */
jsmf_status jsmf_cooc_basis_pairs(jsmf_context *ctx, jsmf_cooc_basis *b, double *v, double *d) JSMF_CHECKED;

#endif
