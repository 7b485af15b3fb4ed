/* The documents whose compositions are nearest to those of others, by the Hellinger distance
 * sqrt(sum_k (sqrt p_k - sqrt q_k)^2 / 2): 0 for equal ones, 1 for those without a common topic. */
#ifndef JSMF_NEAR_H
#define JSMF_NEAR_H

#include "jsmf/base.h"

JSMF_BEGIN_DECLS

/* Compositions as they are compared: the square roots, a document contiguous. */
typedef struct jsmf_near_documents {
    size_t count, k;
    const double *roots; /* count x k; borrowed */
    const double *half;  /* count: half the sum of a document's squared roots; borrowed */
} jsmf_near_documents;

/* Makes roots of compositions w (count x k), in their place, and half (count). JSMF_ECANCEL. */
jsmf_status jsmf_near_prepare(jsmf_context *ctx, size_t count, size_t k, double *w, double *half) JSMF_CHECKED;

typedef struct jsmf_near_match {
    size_t document;
    double distance;
} jsmf_near_match;

/* Gets the nearest documents of a query, the nearest first, equals by the lower number. To end the work it records an
 * error in ctx and returns its status. */
typedef jsmf_status (*jsmf_near_each_fn)(jsmf_context *ctx, void *arg, size_t query, const jsmf_near_match *nearest,
                                         size_t count);

/* Calls each for every query in turn with the `nearest` documents nearest to it, fewer where there are fewer. The
 * distances are exact: products of matrices only choose which ones are computed. own (a document for each query, or
 * SIZE_MAX; or NULL) is left out of the query's. JSMF_EUSAGE where queries and documents have not the same k, or
 * nearest is 0; JSMF_ECANCEL. */
jsmf_status jsmf_near(jsmf_context *ctx, const jsmf_near_documents *documents, const jsmf_near_documents *queries,
                      const size_t *own, size_t nearest, jsmf_near_each_fn each, void *arg) JSMF_CHECKED;
/* The bytes that it allocates; they do not grow with the documents. */
size_t jsmf_near_bytes(const jsmf_context *ctx, size_t documents, size_t queries, size_t nearest);

JSMF_END_DECLS

#endif
