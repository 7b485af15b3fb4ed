/* The orthogonal matrix nearest to a square one. */
#ifndef JSMF_DENSE_POLAR_H
#define JSMF_DENSE_POLAR_H

#include "jsmf/base.h"

/* q (p x p) = the orthogonal Q of largest <Q, m>, which is the orthogonal factor of m's polar decomposition (one of
 * them where m is singular). m (p x p) is overwritten. */
jsmf_status jsmf_dense_polar(jsmf_context *ctx, size_t p, double *m, double *q) JSMF_CHECKED;

#endif
