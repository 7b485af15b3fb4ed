/* The kernel of packed.c, compiled once for each set of instructions (base/each_set.h). */

/* Written out as a type: left to itself the vectoriser takes the loop over the entries. Not wider than the set's
 * registers, or sums are kept in memory. */
typedef double JSMF_SET(wide) __attribute__((vector_size(JSMF_WIDE), may_alias));
#define wide JSMF_SET(wide)
/* A row of x or y, one cache line. */
typedef struct JSMF_SET(line) {
    wide part[JSMF_PACKED_LANES * 8 / JSMF_WIDE];
} JSMF_SET(line);
#define line JSMF_SET(line)
#define EACH_PART for (int v = 0; v < JSMF_PACKED_LANES * 8 / JSMF_WIDE; v++)

/* Every row of x and y is a cache line, and which ones is known well before: while a document's rows of x are added up,
 * its rows of y are fetched, and while these are added to, the next document's rows of x. Two sums, since one addition
 * waits for the other. What paid, in 80 million entries over 100,000 words, of 0.40 ns an entry and column: without the
 * fetching 0.50; with words in the order of their numbers, 0.55; with pages of 4 KiB, 0.45; with 4 columns at a time
 * 0.70, with 16 0.64. (16 columns of floats would take 0.22, but residuals of 1e-10 need doubles.) */
static void JSMF_SET(sweep)(const uint32_t *entries, const int64_t *starts, const double *weights, unsigned shift,
                            size_t rows, const double *x_lines, double *y_lines)
{
    const line *x = (const line *)(const void *)x_lines;
    line *y = (line *)(void *)y_lines;
    const uint32_t mask = (UINT32_C(1) << shift) - 1;
    for (size_t row = 0; row < rows; row++) {
        const size_t length = (size_t)(starts[row + 1] - starts[row]);
        const uint32_t *e = entries + starts[row], *next = e + length;
        line even = { { { 0 } } }, odd = { { { 0 } } };
        for (size_t i = 0; i + 1 < length; i += 2) {
            const double first = (double)(int32_t)(e[i] & mask), second = (double)(int32_t)(e[i + 1] & mask);
            const line *a = &x[e[i] >> shift], *b = &x[e[i + 1] >> shift];
            __builtin_prefetch(&y[e[i] >> shift], 1);
            __builtin_prefetch(&y[e[i + 1] >> shift], 1);
            EACH_PART
                even.part[v] += first * a->part[v];
            EACH_PART
                odd.part[v] += second * b->part[v];
        }
        if (length % 2) {
            const double last = (double)(int32_t)(e[length - 1] & mask);
            EACH_PART
                even.part[v] += last * x[e[length - 1] >> shift].part[v];
        }
        EACH_PART
            even.part[v] = (even.part[v] + odd.part[v]) * weights[row];
        for (size_t i = 0; i < length; i++) {
            const double count = (double)(int32_t)(e[i] & mask);
            line *to = &y[e[i] >> shift];
            __builtin_prefetch(&x[next[i] >> shift]);
            EACH_PART
                to->part[v] += count * even.part[v];
        }
    }
}

#undef wide
#undef line
#undef EACH_PART
