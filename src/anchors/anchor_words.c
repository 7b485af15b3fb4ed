/* The anchor word algorithm (001 Algorithms 3 to 5), from a co-occurrence in any representation to a model. */
#include "recovery.h"

#include "dense/dense.h"
#include "model/probability.h"
#include "anchors_inner.h"
#include "operator/operator_inner.h"

#include <stdlib.h>

/* What options add, in columns of n doubles. */
static size_t more_columns(size_t k, const jsmf_anchors_aw_options *o)
{
    enum { PROJECTION = 130 }; /* the blocks that are multiplied */
    size_t columns = 0;
    if (o->given && o->given_first) /* the words' products, then their rows */
        columns = jsmf_add_sat(o->given_first[k], k);
    else if (o->anchors.project > 0)
        columns = jsmf_add_sat(o->anchors.project, PROJECTION);
    return jsmf_greatest(columns, o->loss == JSMF_ROWS_KL || o->plain || o->least_squares_a ? k : 0);
}

static size_t needed_bytes(size_t n, size_t k, const jsmf_anchors_aw_options *options)
{
    /* Selection: the basis, L, products, B's place, batches and exact rows; recovery: products, B, Bbar, Canchor. */
    enum { MATRICES = 4, VECTORS = 210 };
    const size_t columns = jsmf_add_sat(jsmf_mul_sat(MATRICES, k), VECTORS);
    return jsmf_mul_sat(jsmf_mul_sat(n, jsmf_add_sat(columns, options ? more_columns(k, options) : 0)),
                        sizeof(double));
}

static jsmf_status gather(jsmf_context *ctx, const void *self, size_t count, const size_t *index, double *rows)
{
    return jsmf_operator_gather(ctx, self, count, index, rows);
}

static jsmf_status quadratic(jsmf_context *ctx, const void *self, size_t n, size_t k, const double *q, double *inner)
{
    double *cq = jsmf_alloc(ctx, jsmf_mul_sat(n, k), sizeof *cq);
    if (cq && jsmf_operator_apply(ctx, self, k, q, cq) == JSMF_OK)
        jsmf_recorded(jsmf_dense_cross(ctx, n, k, k, q, cq, inner));
    free(cq);
    return jsmf_context_status(ctx);
}

static jsmf_status check(jsmf_context *ctx, const jsmf_anchors_rows *rows, const jsmf_anchors_aw_options *options)
{
    const size_t n = rows->n, k = options->anchors.k;
    jsmf_anchors_limit limit;
    if (jsmf_model_check_topics(ctx, NULL, k, n) != JSMF_OK ||
        (!options->given && jsmf_anchors_check_limit(ctx, rows, NULL, &options->anchors, &limit) != JSMF_OK))
        return jsmf_context_status(ctx);
    if (options->loss == JSMF_ROWS_KL && options->solver == JSMF_ADMM)
        return jsmf_fail(ctx, JSMF_EUSAGE, "ADMM solves least squares, not divergences");
    return jsmf_memory_check(ctx, needed_bytes(n, k, options), "the anchor word algorithm",
                             JSMF_REMEDY_FEWER_WORDS_OR_TOPICS);
}

jsmf_status jsmf_anchors_aw(jsmf_context *ctx, const jsmf_operator *op, const jsmf_anchors_aw_options *options,
                            jsmf_model *out, jsmf_solve_simplex_report *report)
{
    const size_t n = jsmf_operator_size(op);
    const jsmf_anchors_rows rows = jsmf_anchors_rows_of_operator(op);
    jsmf_solve_simplex_report own, *told = report ? report : &own;
    jsmf_anchors_recovery w = { .options = options, .model = out, .report = told, .op = op, .self = op,
                                .gather = gather, .quadratic = quadratic };
    w.source = options->rectified ? JSMF_ANCHORS_OF_RECTIFIED : JSMF_ANCHORS_OF_ORIGINAL;
    *out = (jsmf_model){ 0 };
    *told = (jsmf_solve_simplex_report){ 0 };
    if (check(ctx, &rows, options) != JSMF_OK)
        return jsmf_context_status(ctx);
    /* c = C e */
    if (jsmf_anchors_recovery_open(ctx, n, &w) != JSMF_OK || jsmf_operator_row_sums(ctx, op, out->unigram) != JSMF_OK)
        goto done;
    for (size_t i = 0; i < n; i++) /* negative sums, of approximations, are no probabilities */
        out->unigram[i] = jsmf_model_has_mass(out->unigram[i]) ? out->unigram[i] : 0;
    /* S: pivoted QR on the rows of Cbar = diag(c)^-1 C (Algorithm 3) */
    if (jsmf_anchors_recover_anchors(ctx, &w, &rows, out->unigram) != JSMF_OK)
        goto done;
    /* Bbar and B (Algorithm 4), A (Algorithm 5) */
    jsmf_recorded(jsmf_anchors_recover(ctx, &w));
done:
    return jsmf_anchors_recovery_close(ctx, &w);
}
