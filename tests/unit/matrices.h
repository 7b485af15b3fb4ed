/* Dense matrices for tests. */
#ifndef JSMF_MATRICES_H
#define JSMF_MATRICES_H

#include <stddef.h>
#include <stdint.h>

/* n x p normal numbers of a seed and stream; freed by the caller. */
double *random_block(uint64_t seed, uint64_t stream, size_t n, size_t p);
/* |a - b|_F / |b|_F */
double distance(size_t count, const double *a, const double *b);

#endif
