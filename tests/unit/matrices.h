/* Dense matrices for tests. */
#ifndef JSMF_MATRICES_H
#define JSMF_MATRICES_H

#include "jsmf/base.h"

#include <stddef.h>
#include <stdint.h>

/* n x p normal numbers of a seed and stream; freed by the caller. */
double *random_block(uint64_t seed, uint64_t stream, size_t n, size_t p);
/* c x, c n x n and x n x p, by plain loops; freed by the caller. */
double *dense_times(size_t n, size_t p, const double *c, const double *x);
/* n x n of eigenvalues d: D between two Householder reflections, exact but for rounding; freed by the caller. */
double *matrix_of_spectrum(size_t n, const double *d);
/* n x n, of sum 1: B A B' of skewed random topics, disturbed symmetrically, so that it is of full rank and not
 * negative; freed by the caller. */
double *noisy_cooc(size_t n);
/* The entries of c (n x n) that are not 0; freed by jsmf_csr_free. */
jsmf_csr sparse_matrix(size_t n, const double *c);
/* |a - b|_F / |b|_F */
double distance(size_t count, const double *a, const double *b);

#endif
