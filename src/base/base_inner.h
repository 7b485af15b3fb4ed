/* What the library uses of this room beside jsmf/base.h, and no program. */
#ifndef JSMF_BASE_INNER_H
#define JSMF_BASE_INNER_H

#include "jsmf/base.h"

/* ---- Statuses and the context. ---- */

/* As jsmf_fail, with the words for a remedy behind the text: " (WORDS)", or "; WORDS)" in the place of a ")" at its
 * end. Without a callback, or words for it, nothing is added. */
jsmf_status jsmf_fail_remedy(jsmf_context *ctx, jsmf_status status, jsmf_remedy remedy, size_t number,
                             const char *format, ...) JSMF_PRINTF(5, 6);

/* A warning with the words for a remedy, as jsmf_fail_remedy adds them. */
void jsmf_warn_remedy(jsmf_context *ctx, jsmf_remedy remedy, size_t number, const char *format, ...) JSMF_PRINTF(4, 5);

/* ---- Memory and sizes. ---- */

/* *out = a * b, a + b; false where that overflows (then *out is SIZE_MAX). */
bool jsmf_mul(size_t a, size_t b, size_t *out);
bool jsmf_add(size_t a, size_t b, size_t *out);

/* As jsmf_size_text, rounded up, and down: what is needed is then more than a limit that is below it, and enough to ask
 * for. */
const char *jsmf_size_text_up(size_t bytes, char text[16]);
const char *jsmf_size_text_down(size_t bytes, char text[16]);

/* ---- Parallel loops. ---- */

/* Calls fn(child, arg, chunk) for chunk = 0 .. chunks - 1 on the context's threads, in increasing order of claim.
 * child: a context for errors (messages and progress are silent in it) whose jsmf_context_thread() is 0 .. threads - 1,
 * for scratch by thread. Chunks must depend on the shape alone, never on the thread count, and reductions must be added
 * in the order of chunks: that makes results the same for every thread count. After a failure no further chunk starts;
 * the error of the lowest failed chunk becomes the context's. A loop inside a chunk runs on that thread alone. */
typedef jsmf_status (*jsmf_chunk_fn)(jsmf_context *ctx, void *arg, size_t chunk);
jsmf_status jsmf_parallel(jsmf_context *ctx, size_t chunks, jsmf_chunk_fn fn, void *arg) JSMF_CHECKED;
int jsmf_context_thread(const jsmf_context *ctx);

/* The length of chunk i of the chunks of the given size that cover n. */
size_t jsmf_chunk_length(size_t n, size_t size, size_t i);

/* ---- Sparse rows. ---- */

/* The position of the first entry of a row, whose columns increase, that is not before a column. */
int64_t jsmf_csr_first(const jsmf_csr *m, size_t row, size_t column);

/* ---- Random numbers. ---- */

/* Counter-based random numbers: a value is a function of (seed, stream, counter) alone, so that any chunk of work can
 * draw its own without state and in any order. The mixer is SplitMix64's (Steele, Lea, Flood, OOPSLA 2014), applied
 * to the three words in turn. */

/* The mixer itself, for inner loops that key a further counter: jsmf_random_mix(jsmf_random_bits(...) ^ counter). */
static inline uint64_t jsmf_random_mix(uint64_t z)
{
    z += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}
/* Of 64 random bits a uniform number in (0, 1), never 0 or 1. */
static inline double jsmf_random_part(uint64_t bits) { return ((double)(bits >> 12) + 0.5) * 0x1p-52; }
uint64_t jsmf_random_bits(uint64_t seed, uint64_t stream, uint64_t counter);
/* Uniform in (0, 1), never 0 or 1. */
double jsmf_random_uniform(uint64_t seed, uint64_t stream, uint64_t counter);
/* Standard normal (Box-Muller; uses two draws of its own). */
double jsmf_random_normal(uint64_t seed, uint64_t stream, uint64_t counter);

#endif
