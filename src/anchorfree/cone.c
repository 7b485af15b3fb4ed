/* Linear programs over a cone's slice, with few of its many rows at a time: a maximum over some of them is one over all
 * where it violates none of the others; those that it violates most are added. What bounds the slice from the start is
 * the sums of the rows in groups, which are no less than 0 either, and which sum to s. */
#include "cone.h"

#include "dense/dense.h"
#include "jsmf/base.h"
#include "lp.h"

#include <cblas.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double least_violation = 1e-7; /* of |x|: what the linear programs leave, too */

enum { LEAST_ADDED = 16 };

/* Rows added in a round. */
static size_t at_once(size_t k) { return jsmf_greatest(2 * k, LEAST_ADDED); }

size_t jsmf_anchorfree_cone_bytes(size_t m, size_t k, size_t places)
{
    enum { ENTRY = 48, ROWS = 40 }; /* GLPK's bytes an entry; rows taken for a topic, generously */
    const size_t lp = jsmf_add_sat(jsmf_mul_sat(jsmf_mul_sat(jsmf_mul_sat(ROWS, k), k), ENTRY),
                                   jsmf_mul_sat(jsmf_mul_sat(places, k), sizeof(int)));
    return jsmf_add_sat(jsmf_add_sat(jsmf_mul_sat(m, 2 * sizeof(double) + 1), lp),
                        jsmf_mul_sat(jsmf_mul_sat(at_once(k), k), sizeof(double)));
}

/* A row's group: where its largest entry is, and its sign. */
static size_t group_of(size_t k, const double *row)
{
    const size_t largest = cblas_idamax((int)k, row, 1);
    return 2 * largest + (row[largest] < 0);
}

/* Groups without rows are zero, and left out. */
static jsmf_status add_groups(jsmf_context *ctx, jsmf_anchorfree_cone *cone, const double *weights, double *groups)
{
    const size_t k = cone->k;
    size_t filled = 0;
    for (size_t i = 0; i < cone->m; i++)
        cblas_daxpy((int)k, weights[i], cone->g + i * k, 1, groups + group_of(k, cone->g + i * k) * k, 1);
    for (size_t j = 0; j < 2 * k; j++) {
        const double length = cblas_dnrm2((int)k, groups + j * k, 1);
        if (length > 0) {
            memmove(groups + filled * k, groups + j * k, k * sizeof *groups);
            cblas_dscal((int)k, 1 / length, groups + filled * k, 1);
            filled++;
        }
    }
    return jsmf_anchorfree_lp_add(ctx, cone->lp, filled, groups);
}

jsmf_status jsmf_anchorfree_cone_open(jsmf_context *ctx, size_t m, size_t k, const double *g, const double *weights,
                                      size_t places, jsmf_anchorfree_cone *cone)
{
    double *s = jsmf_alloc_zero(ctx, k, sizeof *s), *groups = jsmf_alloc_zero(ctx, jsmf_mul_sat(2 * k, k), sizeof *s);
    *cone = (jsmf_anchorfree_cone){ .m = m, .k = k, .g = g };
    cone->taken = jsmf_alloc_zero(ctx, m, sizeof *cone->taken);
    cone->slack = jsmf_alloc(ctx, m, sizeof *cone->slack);
    cone->wanted = jsmf_alloc(ctx, m, sizeof *cone->wanted);
    cone->worst = jsmf_alloc(ctx, at_once(k), sizeof *cone->worst);
    cone->rows = jsmf_alloc(ctx, jsmf_mul_sat(at_once(k), k), sizeof *cone->rows);
    if (jsmf_context_status(ctx) != JSMF_OK)
        goto done;
    for (size_t i = 0; i < m; i++)
        cblas_daxpy((int)k, weights[i], g + i * k, 1, s, 1);
    if (jsmf_anchorfree_lp_new(ctx, k, s, places, &cone->lp) == JSMF_OK)
        jsmf_recorded(add_groups(ctx, cone, weights, groups));
done:
    free(s);
    free(groups);
    return jsmf_context_status(ctx);
}

void jsmf_anchorfree_cone_free(jsmf_anchorfree_cone *cone)
{
    jsmf_anchorfree_lp_free(cone->lp);
    free(cone->taken);
    free(cone->slack);
    free(cone->wanted);
    free(cone->worst);
    free(cone->rows);
}

/* Adds the rows that x violates most; *added: how many. */
static jsmf_status add_violated(jsmf_context *ctx, jsmf_anchorfree_cone *cone, const double *x, size_t *added)
{
    const size_t k = cone->k;
    const double floor = least_violation * cblas_dnrm2((int)k, x, 1);
    size_t *worst = cone->worst;
    if (jsmf_dense_times(ctx, cone->m, k, 1, cone->g, x, cone->slack) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < cone->m; i++)
        cone->wanted[i] = cone->taken[i] ? 0 : -cone->slack[i];
    *added = jsmf_top(cone->m, cone->wanted, 1, floor, at_once(k), worst);
    for (size_t j = 0; j < *added; j++) {
        memcpy(cone->rows + j * k, cone->g + worst[j] * k, k * sizeof *cone->rows);
        cone->taken[worst[j]] = 1;
    }
    cone->count += *added;
    cone->rounds++;
    return jsmf_anchorfree_lp_add(ctx, cone->lp, *added, cone->rows);
}

jsmf_status jsmf_anchorfree_cone_maximise(jsmf_context *ctx, jsmf_anchorfree_cone *cone, size_t place, const double *a,
                                          double *x)
{
    size_t added;
    cone->programs++;
    do
        if (jsmf_anchorfree_lp_maximise(ctx, cone->lp, place, a, x) != JSMF_OK ||
            add_violated(ctx, cone, x, &added) != JSMF_OK)
            return jsmf_context_status(ctx);
    while (added > 0);
    return JSMF_OK;
}
