/* The largest of many numbers. */
#ifndef JSMF_TOP_H
#define JSMF_TOP_H

#include <stddef.h>

/* Of the values at values[0], values[stride], ... (n of them) that are above floor, the count largest: their positions
 * into top, in descending order, equals by the lower position. Returns how many there are (at most count). */
size_t jsmf_top(size_t n, const double *values, size_t stride, double floor, size_t count, size_t *top);

#endif
