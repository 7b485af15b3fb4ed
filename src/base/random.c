#include "jsmf/random.h"

#include <math.h>

static uint64_t mix(uint64_t z)
{
    z += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

uint64_t jsmf_random_bits(uint64_t seed, uint64_t stream, uint64_t counter)
{
    return mix(mix(mix(seed) ^ stream) ^ counter);
}

double jsmf_random_uniform(uint64_t seed, uint64_t stream, uint64_t counter)
{
    return ((double)(jsmf_random_bits(seed, stream, counter) >> 12) + 0.5) * 0x1p-52;
}

double jsmf_random_normal(uint64_t seed, uint64_t stream, uint64_t counter)
{
    const double two_pi = 6.283185307179586;
    double u = jsmf_random_uniform(seed, stream, 2 * counter);
    double v = jsmf_random_uniform(seed, stream, 2 * counter + 1);
    return sqrt(-2 * log(u)) * cos(two_pi * v);
}
