/* LAPACK: what its info says, as a status, and the orthogonal matrix nearest to a square one. */
#ifndef JSMF_DENSE_LAPACK_H
#define JSMF_DENSE_LAPACK_H

#include "jsmf/base.h"

/* JSMF_OK where info is 0. Else, for what ("eigenvectors") was wanted of a matrix of so many rows and columns:
 * JSMF_ESYSTEM where memory lacked, JSMF_ENUMERIC for NaN in the matrix (info < 0) and for info > 0, which failure puts
 * into words ("did not converge"). */
jsmf_status jsmf_dense_lapack_check(jsmf_context *ctx, int info, const char *what, size_t rows, size_t cols,
                                    const char *failure) JSMF_CHECKED;

/* q (p x p) = the orthogonal Q of largest <Q, m>, which is the orthogonal factor of m's polar decomposition (one of
 * them where m is singular). m (p x p) is overwritten. */
jsmf_status jsmf_dense_polar(jsmf_context *ctx, size_t p, double *m, double *q) JSMF_CHECKED;

#endif
