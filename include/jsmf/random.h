/* Counter-based random numbers: a value is a function of (seed, stream, counter) alone, so that any chunk of work can
 * draw its own without state and in any order. The mixer is SplitMix64's (Steele, Lea, Flood, OOPSLA 2014), applied
 * to the three words in turn. */
#ifndef JSMF_RANDOM_H
#define JSMF_RANDOM_H

#include <stddef.h>
#include <stdint.h>

/* The mixer itself, for inner loops that key a further counter: jsmf_random_mix(jsmf_random_bits(...) ^ counter). */
static inline uint64_t jsmf_random_mix(uint64_t z)
{
    z += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

uint64_t jsmf_random_bits(uint64_t seed, uint64_t stream, uint64_t counter);
/* Uniform in (0, 1), never 0 or 1. */
double jsmf_random_uniform(uint64_t seed, uint64_t stream, uint64_t counter);
/* Standard normal (Box-Muller; uses two draws of its own). */
double jsmf_random_normal(uint64_t seed, uint64_t stream, uint64_t counter);

#endif
