/* k-means: Lloyd's iterations from k-means++ starts (Arthur, Vassilvitskii, 2007). */
#ifndef JSMF_KMEANS_H
#define JSMF_KMEANS_H

#include "jsmf/base.h"

typedef struct jsmf_kmeans_options {
    size_t k;          /* clusters, at least 1 */
    size_t restarts;   /* starts, at least 1; the one of least sum of squares is kept, the first among equals */
    size_t iterations; /* most of each, at least 1 */
} jsmf_kmeans_options;

/* x: n points of d numbers, one point contiguous. cluster (n): 0 .. k - 1, the nearest centre, the lowest number among
 * equals; a cluster that loses all its points keeps its centre. *squares: the sum of squared distances to the centres;
 * may be NULL. The starts are drawn with the context's seed. JSMF_EUSAGE where n is 0 or an option out of range;
 * JSMF_ENUMERIC where a coordinate is no number, or so large that squares of distances are none. */
jsmf_status jsmf_kmeans(jsmf_context *ctx, size_t n, size_t d, const double *x, const jsmf_kmeans_options *options,
                        size_t *cluster, double *squares) JSMF_CHECKED;
/* The bytes that it allocates. */
size_t jsmf_kmeans_bytes(const jsmf_context *ctx, size_t n, size_t d, size_t k);

#endif
