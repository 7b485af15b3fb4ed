#include "matrices.h"

#include "jsmf/random.h"

#include <math.h>
#include <stdlib.h>

double *random_block(uint64_t seed, uint64_t stream, size_t n, size_t p)
{
    double *x = malloc(n * p * sizeof *x);
    for (size_t i = 0; i < n * p; i++)
        x[i] = jsmf_random_normal(seed, stream, i);
    return x;
}

double distance(size_t count, const double *a, const double *b)
{
    double difference = 0, size = 0;
    for (size_t i = 0; i < count; i++) {
        difference += (a[i] - b[i]) * (a[i] - b[i]);
        size += b[i] * b[i];
    }
    return sqrt(difference / size);
}
