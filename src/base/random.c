#include "base_inner.h"

#include <math.h>

uint64_t jsmf_random_bits(uint64_t seed, uint64_t stream, uint64_t counter)
{
    return jsmf_random_mix(jsmf_random_mix(jsmf_random_mix(seed) ^ stream) ^ counter);
}

double jsmf_random_uniform(uint64_t seed, uint64_t stream, uint64_t counter)
{
    return jsmf_random_part(jsmf_random_bits(seed, stream, counter));
}

double jsmf_random_normal(uint64_t seed, uint64_t stream, uint64_t counter)
{
    const double two_pi = 6.283185307179586;
    double u = jsmf_random_uniform(seed, stream, 2 * counter);
    double v = jsmf_random_uniform(seed, stream, 2 * counter + 1);
    return sqrt(-2 * log(u)) * cos(two_pi * v);
}
