/* An iterate of alternating projection, max(Y Y' + r, 0), in the cheapest of its three exact representations. */
#ifndef JSMF_RECTIFY_AP_ITERATE_H
#define JSMF_RECTIFY_AP_ITERATE_H

#include "jsmf/operator.h"
#include "operator/shifted.h"

typedef struct jsmf_rectify_ap_iterate {
    size_t n, k;
    double *y;           /* n x k, owned */
    double r;
    double *storage;     /* n x n: the caller's, or allocated when it was first wanted, or NULL */
    bool owned;
    bool storable;       /* an n x n matrix fits the rule, or was given */
    size_t negative;     /* entries of Y Y' + r below 0; SIZE_MAX: not known yet */
    jsmf_operator_negative e;
    jsmf_operator *op; /* the iterate; NULL before jsmf_rectify_ap_iterate_set */
} jsmf_rectify_ap_iterate;

jsmf_status jsmf_rectify_ap_iterate_init(jsmf_context *ctx, jsmf_rectify_ap_iterate *it, size_t n, size_t k,
                                         double *storage) JSMF_CHECKED;
/* Makes it->op from it->y and it->r. What was in it->op before is gone. */
jsmf_status jsmf_rectify_ap_iterate_set(jsmf_context *ctx, jsmf_rectify_ap_iterate *it) JSMF_CHECKED;
void jsmf_rectify_ap_iterate_free(jsmf_rectify_ap_iterate *it);
size_t jsmf_rectify_ap_iterate_bytes(const jsmf_context *ctx, size_t n, size_t k, bool in_place);

#endif
