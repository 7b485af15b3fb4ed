/* The anchor word algorithm, from a co-occurrence in any representation to a model. */
#include "selection.h"
#include "jsmf/dense.h"
#include "jsmf/model.h"
#include "recovery.h"
#include "model/probability.h"

#include <stdlib.h>
#include <string.h>

/* What options add, in columns of n doubles. */
static size_t more_columns(size_t k, const jsmf_anchors_aw_options *o)
{
    enum { PROJECTION = 130 }; /* the blocks that are multiplied */
    size_t columns = 0;
    if (o->given && o->given_first) /* the words' products, then their rows */
        columns = o->given_first[k];
    else if (o->anchors.project > 0)
        columns = jsmf_add_sat(o->anchors.project, PROJECTION);
    return jsmf_greatest(columns, o->loss == JSMF_ROWS_KL || o->plain || o->least_squares_a ? k : 0);
}

size_t jsmf_anchors_aw_bytes(size_t n, size_t k, const jsmf_anchors_aw_options *options)
{
    /* Selection: the basis, L, products, B's place, batches and exact rows; recovery: products, B, Bbar, Canchor. */
    enum { MATRICES = 4, VECTORS = 210 };
    const size_t columns = jsmf_add_sat(jsmf_mul_sat(MATRICES, k), VECTORS);
    return jsmf_mul_sat(jsmf_mul_sat(n, jsmf_add_sat(columns, options ? more_columns(k, options) : 0)),
                        sizeof(double));
}

/* What lives only while a model is made. */
typedef struct work {
    jsmf_anchors_groups groups;
    double *products; /* n x k: <Cbar_i, Cbar_s> */
    double *css;      /* k x k */
    double *mass;     /* k */
} work;

static bool allocate(jsmf_context *ctx, size_t n, size_t k, jsmf_model *model, work *w)
{
    if (!jsmf_anchors_recover_allocate(ctx, n, k, model))
        return false;
    w->products = jsmf_alloc(ctx, jsmf_mul_sat(n, k), sizeof *w->products);
    w->css = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *w->css);
    w->mass = jsmf_alloc(ctx, k, sizeof *w->mass);
    return jsmf_context_status(ctx) == JSMF_OK;
}

/* The anchors' rows: C_SS into css, Cbar_S into canchor. */
static jsmf_status take_anchor_rows(jsmf_context *ctx, const jsmf_operator *op, jsmf_model *model, work *w)
{
    const size_t count = w->groups.count, rows_size = jsmf_mul_sat(count, model->n);
    double *own = w->groups.first ? jsmf_alloc(ctx, rows_size, sizeof *own) : NULL, *rows;
    size_t *index = jsmf_alloc(ctx, count, sizeof *index);
    jsmf_status status;
    model->canchor = jsmf_alloc(ctx, jsmf_mul_sat(model->k, model->n), sizeof *model->canchor);
    status = jsmf_context_status(ctx);
    rows = own ? own : model->canchor;
    for (size_t j = 0; status == JSMF_OK && j < count; j++)
        index[j] = (size_t)w->groups.words[j];
    if (status == JSMF_OK)
        status = jsmf_operator_gather(ctx, op, count, index, rows);
    if (status == JSMF_OK)
        jsmf_anchors_group_rows(&w->groups, model->unigram, model->n, rows, model->canchor, w->css);
    free(own);
    free(index);
    return status;
}

static void take_first_words(const jsmf_anchors_groups *groups, int64_t *s)
{
    for (size_t j = 0; j < groups->k; j++)
        s[j] = groups->words[jsmf_anchors_group_first(groups, j)];
}

static jsmf_status choose_anchors(jsmf_context *ctx, const jsmf_operator *op, const jsmf_anchors_rows *rows,
                                  const jsmf_anchors_options *options, jsmf_model *model, work *w)
{
    jsmf_status status;
    if (options->project > 0)
        status = jsmf_anchors_select_projected(ctx, op, model->unigram, options, model->s, model->residuals);
    else
        status = jsmf_anchors_select_rows(ctx, rows, model->unigram, options, model->s, model->residuals, w->products);
    if (status == JSMF_OK && options->clean_up && options->project == 0)
        status = jsmf_anchors_clean_up(ctx, rows, model->unigram, options, model->s, w->products);
    if (status != JSMF_OK || !(options->clean_up || options->project > 0))
        return status;
    return jsmf_anchors_given(ctx, rows, model->unigram, &w->groups, model->residuals, w->products);
}

static jsmf_status find_anchors(jsmf_context *ctx, const jsmf_operator *op, const jsmf_anchors_aw_options *options,
                                jsmf_model *model, work *w)
{
    const jsmf_anchors_rows rows = jsmf_anchors_rows_of_operator(op);
    jsmf_status status = jsmf_operator_row_sums(ctx, op, model->unigram);
    if (status != JSMF_OK)
        return status;
    for (size_t i = 0; i < model->n; i++) /* negative sums, of approximations, are no probabilities */
        model->unigram[i] = jsmf_model_has_mass(model->unigram[i]) ? model->unigram[i] : 0;
    w->groups = jsmf_anchors_recover_groups(options, options->given ? options->given : model->s);
    if (!options->given)
        return choose_anchors(ctx, op, &rows, &options->anchors, model, w);
    status = jsmf_anchors_given(ctx, &rows, model->unigram, &w->groups, model->residuals, w->products);
    take_first_words(&w->groups, model->s);
    return status == JSMF_OK ? jsmf_anchors_recover_note_groups(ctx, &w->groups, model) : status;
}

/* ---- what follows from them ---- */

static jsmf_status fit_correlations(jsmf_context *ctx, const jsmf_operator *op, jsmf_anchors_source source,
                                    jsmf_model *model)
{
    const size_t n = model->n, k = model->k, size = jsmf_mul_sat(n, k);
    double *q = jsmf_copy(ctx, model->b, size, sizeof *q), *cq = jsmf_alloc(ctx, size, sizeof *cq);
    double *r = jsmf_alloc(ctx, jsmf_mul_sat(2 * k, k), sizeof *r);
    jsmf_status status = jsmf_context_status(ctx);
    if (status == JSMF_OK)
        status = jsmf_dense_orthonormalise(ctx, n, k, q, r);
    if (status == JSMF_OK)
        status = jsmf_operator_apply(ctx, op, k, q, cq);
    if (status == JSMF_OK)
        status = jsmf_dense_cross(ctx, n, k, k, q, cq, r + k * k);
    if (status == JSMF_OK)
        status = jsmf_anchors_recover_least_squares(ctx, k, r + k * k, r, source, model->a, &model->legality);
    free(q);
    free(cq);
    free(r);
    return status;
}

static jsmf_status recover_topics_of(jsmf_context *ctx, const jsmf_operator *op, const jsmf_anchors_aw_options *options,
                                     jsmf_anchors_source source, jsmf_model *model, work *w,
                                     jsmf_solve_simplex_report *report)
{
    jsmf_status status;
    if (options->plain)
        return jsmf_anchors_recover_by_inversion(ctx, w->css, source, model, w->mass);
    status = jsmf_anchors_recover_words(ctx, options, op, &w->groups, model, &w->products, w->mass, report);
    if (status != JSMF_OK || options->least_squares_a)
        return status;
    return jsmf_anchors_recover_correlations(ctx, &w->groups, model->unigram, w->css, source, model->b, model->a,
                                             &model->legality);
}

static jsmf_status recover(jsmf_context *ctx, const jsmf_operator *op, const jsmf_anchors_aw_options *options,
                           jsmf_model *model, work *w, jsmf_solve_simplex_report *report)
{
    const jsmf_anchors_source source = options->rectified ? JSMF_ANCHORS_OF_RECTIFIED : JSMF_ANCHORS_OF_ORIGINAL;
    jsmf_status status = take_anchor_rows(ctx, op, model, w);
    if (status != JSMF_OK)
        return status;
    if (!options->plain) /* which inverts it, entries of rare anchors too */
        jsmf_anchors_recover_clip(model->k, model->unigram, model->s, w->css);
    status = recover_topics_of(ctx, op, options, source, model, w, report);
    if (status == JSMF_OK && options->least_squares_a)
        status = fit_correlations(ctx, op, source, model);
    if (status == JSMF_OK)
        jsmf_anchors_recover_report(ctx, model, w->mass, source);
    return status;
}

static jsmf_status check(jsmf_context *ctx, size_t n, const jsmf_anchors_aw_options *options)
{
    const size_t k = options->anchors.k;
    if (jsmf_model_check_topics(ctx, NULL, k, n) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (options->loss == JSMF_ROWS_KL && options->solver == JSMF_ADMM)
        return jsmf_fail(ctx, JSMF_EUSAGE, "ADMM solves least squares, not divergences");
    return jsmf_memory_check(ctx, jsmf_anchors_aw_bytes(n, k, options), "the anchor word algorithm",
                             "fewer words or topics");
}

jsmf_status jsmf_anchors_aw(jsmf_context *ctx, const jsmf_operator *op, const jsmf_anchors_aw_options *options,
                            jsmf_model *out, jsmf_solve_simplex_report *report)
{
    size_t n = jsmf_operator_size(op), k = options->anchors.k;
    jsmf_solve_simplex_report own, *told = report ? report : &own;
    work w = { 0 };
    jsmf_status status = check(ctx, n, options);
    *out = (jsmf_model){ 0 };
    *told = (jsmf_solve_simplex_report){ 0 };
    if (status != JSMF_OK)
        return status;
    status = allocate(ctx, n, k, out, &w) ? find_anchors(ctx, op, options, out, &w) : jsmf_context_status(ctx);
    if (status == JSMF_OK)
        status = recover(ctx, op, options, out, &w, told);
    free(w.products);
    free(w.css);
    free(w.mass);
    if (status != JSMF_OK)
        jsmf_model_free(out);
    return status;
}
