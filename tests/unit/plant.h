/* A co-occurrence of planted topics with anchors. */
#ifndef JSMF_PLANT_H
#define JSMF_PLANT_H

#include "jsmf/anchors.h"
#include "jsmf/model.h"

/* C = B A B' with N words, K topics: B's columns and A sum to 1, words anchor[k] belong to topic k alone, and words n
 * - 2 and n - 1 have no mass. */
typedef struct plant {
    size_t n, k;
    double *b, *a, *c;
    size_t *anchor;
} plant;

plant make_plant(size_t n, size_t k);
void free_plant(plant *p);
/* The model of its C as a dense matrix. */
jsmf_status learn(jsmf_context *ctx, const plant *p, const jsmf_anchors_aw_options *o, jsmf_model *m);
/* Whether the model's topics are the planted ones, their correlations too, and the sum of A before is 1. */
void assert_recovered(const plant *p, const jsmf_model *m, double tolerance);

#endif
