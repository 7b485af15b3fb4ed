/* An iterate of alternating projection, C_NN = max(Y Y' + r, 0), as the cheapest of three exact representations: the
 * low rank with a sparse correction, the stored matrix, or the low rank with a correction that is stored in part, the
 * rest being made anew in every product. */
#ifndef JSMF_RECTIFY_AP_ITERATE_H
#define JSMF_RECTIFY_AP_ITERATE_H

#include "jsmf/operator.h"
#include "operator/shifted.h"

typedef struct jsmf_rectify_ap_iterate {
    size_t n, k;
    double *y;           /* n x k, owned */
    double r;
    double *storage;     /* n x n: the caller's, or allocated when it is first wanted, or NULL */
    bool owned;          /* storage was allocated here */
    bool storable;       /* an n x n matrix fits the rule, or was given */
    size_t negative;     /* entries of Y Y' + r below 0; SIZE_MAX: not known yet */
    jsmf_operator_negative e; /* the sparse correction, where that is the representation */
    const double *image; /* n x k: C_NN Y where it came with the making of C_NN, or NULL */
    jsmf_operator *op;   /* C_NN; NULL before jsmf_rectify_ap_project_nonnegative */
} jsmf_rectify_ap_iterate;

/* Allocates y. storage: n x n, which the iterate may overwrite and the caller frees, or NULL. On failure
 * jsmf_rectify_ap_iterate_free is fine, but not needed. */
jsmf_status jsmf_rectify_ap_iterate_init(jsmf_context *ctx, jsmf_rectify_ap_iterate *it, size_t n, size_t k,
                                         double *storage) JSMF_CHECKED;
/* it->op = the projection of Y Y' + r e e' onto the non-negative matrices, from it->y and it->r. it->negative = the
 * number of entries that this changes. The former it->op is freed. image: n x k, for it->image; what it is worth stays
 * there. */
jsmf_status jsmf_rectify_ap_project_nonnegative(jsmf_context *ctx, jsmf_rectify_ap_iterate *it,
                                                double *image) JSMF_CHECKED;
/* Fine on what is all zero. */
void jsmf_rectify_ap_iterate_free(jsmf_rectify_ap_iterate *it);
/* The bytes that an iterate allocates, the making of it included; in_place: with storage from the caller. */
size_t jsmf_rectify_ap_iterate_bytes(const jsmf_context *ctx, size_t n, size_t k, bool in_place);

#endif
