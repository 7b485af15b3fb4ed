/* The sets of instructions that hot loops (kernels) are compiled for.
 *
 * A file of kernels is plain C, written once and compiled once for each set: it is included by base/each_set.h, which
 * says how wide a vector is and gives every function the name of its set. JSMF_KERNEL picks among them when it is
 * called. So that every set gives the same bytes, a kernel fixes the order of its sums, and contraction is off (see the
 * Makefile). */
#ifndef JSMF_BASE_INSTRUCTIONS_H
#define JSMF_BASE_INSTRUCTIONS_H

/* A higher set has all that a lower one has. */
typedef enum jsmf_instructions { JSMF_BASELINE, JSMF_AVX2, JSMF_AVX512 } jsmf_instructions;

/* The set that this process uses: the highest that the processor has, or the lower one that the environment variable
 * JSMF_KERNELS names. Fixed before main begins. */
jsmf_instructions jsmf_instructions_used(void);

/* The function of that name for the set in use: JSMF_KERNEL(dot)(n, x, y). */
#if defined(__x86_64__)
#define JSMF_KERNEL(name) \
    (jsmf_instructions_used() == JSMF_AVX512 ? name##_avx512 \
     : jsmf_instructions_used() == JSMF_AVX2 ? name##_avx2 \
                                             : name##_baseline)
#else
#define JSMF_KERNEL(name) name##_baseline
#endif

#endif
