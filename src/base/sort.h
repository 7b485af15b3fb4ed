/* Sorting of short lists of numbers, by the million. */
#ifndef JSMF_BASE_SORT_H
#define JSMF_BASE_SORT_H

#include <stddef.h>
#include <stdint.h>

/* Sorts n numbers by their bits from low on, below high (at most 32), all of which are equal above it; equals keep
 * their order. The result is in x or in scratch (n), whichever is returned; the other was for work. */
uint32_t *jsmf_sort_bits(size_t n, uint32_t *x, uint32_t *scratch, unsigned low, unsigned high);
/* Bits that the value takes: 0 for 0, 3 for 4 to 7. */
unsigned jsmf_sort_width(size_t value);

#endif
