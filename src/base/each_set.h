/* Compiles the file that JSMF_KERNELS_FILE names once for each set of instructions (base/instructions.h). There
 *     JSMF_SET(name)  is the name of a function for the set,
 *     JSMF_WIDE       the bytes of its widest vectors.
 * Included once by each file with kernels, with JSMF_KERNELS_FILE defined; so it has no guard. */
#define JSMF_SET(name) JSMF_SET_OF(name, JSMF_SET_NAME)
#define JSMF_SET_OF(name, set) JSMF_SET_JOIN(name, set)
#define JSMF_SET_JOIN(name, set) name##_##set

#define JSMF_SET_NAME baseline
#define JSMF_WIDE 16
#include JSMF_KERNELS_FILE
#undef JSMF_SET_NAME
#undef JSMF_WIDE

#if defined(__x86_64__)

#define JSMF_SET_NAME avx2
#define JSMF_WIDE 32
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif
#include JSMF_KERNELS_FILE
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#undef JSMF_SET_NAME
#undef JSMF_WIDE

#define JSMF_SET_NAME avx512
#define JSMF_WIDE 64
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx2,fma"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx2,fma")
#endif
#include JSMF_KERNELS_FILE
#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#undef JSMF_SET_NAME
#undef JSMF_WIDE

#endif

#undef JSMF_SET
#undef JSMF_SET_OF
#undef JSMF_SET_JOIN
