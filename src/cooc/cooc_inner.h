/* What the library uses of this room beside jsmf/cooc.h, and no program. */
#ifndef JSMF_COOC_INNER_H
#define JSMF_COOC_INNER_H

#include "jsmf/cooc.h"

/* jsmf_cooc_factors of a part of the documents: M times C's part, its factors without M. *documents may be 0. */
jsmf_status jsmf_cooc_part_factors(jsmf_context *ctx, const jsmf_csr *h, jsmf_cooc_estimator estimator, jsmf_csr *hhat,
                                   double **hdiag, size_t *documents) JSMF_CHECKED;

#endif
