/* The anchor word algorithm, from a co-occurrence in any representation to a model. */
#include "anchors_parts.h"
#include "jsmf/topics.h"
#include "recover_parts.h"

#include <stdlib.h>
#include <string.h>

void jsmf_model_free(jsmf_model *model)
{
    if (!model)
        return;
    free(model->b);
    free(model->a);
    free(model->s);
    free(model->bbar);
    free(model->canchor);
    free(model->residuals);
    free(model->unigram);
    free(model->alpha);
    memset(model, 0, sizeof *model);
}

size_t jsmf_anchor_words_bytes(size_t n, size_t k)
{
    /* Selection: the basis, L, products, B's place, batches and exact rows; recovery: products, B, Bbar, Canchor. */
    enum { MATRICES = 4, VECTORS = 210 };
    const size_t columns = jsmf_add_sat(jsmf_mul_sat(MATRICES, k), VECTORS);
    return jsmf_mul_sat(jsmf_mul_sat(n, columns), sizeof(double));
}

/* What lives only while a model is made. */
typedef struct work {
    double *products; /* n x k: <Cbar_i, Cbar_s> */
    size_t *index;    /* k: the anchors */
    double *css;      /* k x k */
    double *mass;     /* k */
} work;

static bool allocate(jsmf_context *ctx, size_t n, size_t k, jsmf_model *model, work *w)
{
    if (!recover_allocate(ctx, n, k, model))
        return false;
    w->products = jsmf_alloc(ctx, jsmf_mul_sat(n, k), sizeof *w->products);
    w->index = jsmf_alloc(ctx, k, sizeof *w->index);
    w->css = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *w->css);
    w->mass = jsmf_alloc(ctx, k, sizeof *w->mass);
    return jsmf_context_status(ctx) == JSMF_OK;
}

/* The anchors' rows: C_SS into css, Cbar_S into canchor. */
static jsmf_status take_anchor_rows(jsmf_context *ctx, const jsmf_operator *op, jsmf_model *model, work *w)
{
    size_t n = model->n, k = model->k;
    jsmf_status status;
    for (size_t j = 0; j < k; j++)
        w->index[j] = (size_t)model->s[j];
    model->canchor = jsmf_alloc(ctx, jsmf_mul_sat(k, n), sizeof *model->canchor);
    if (!model->canchor)
        return jsmf_context_status(ctx);
    status = jsmf_operator_gather(ctx, op, k, w->index, model->canchor);
    for (size_t i = 0; status == JSMF_OK && i < k; i++) {
        double *row = model->canchor + i * n;
        for (size_t j = 0; j < k; j++)
            w->css[i * k + j] = row[w->index[j]];
        for (size_t j = 0; j < n; j++)
            row[j] /= model->unigram[w->index[i]];
    }
    return status;
}

static jsmf_status find_anchors(jsmf_context *ctx, const jsmf_operator *op, const jsmf_aw_options *options,
                                jsmf_model *model, work *w)
{
    const anchor_rows rows = anchor_rows_of_operator(op);
    jsmf_status status = jsmf_operator_row_sums(ctx, op, model->unigram);
    if (status != JSMF_OK)
        return status;
    for (size_t i = 0; i < model->n; i++) /* negative sums, of approximations, are no probabilities */
        model->unigram[i] = anchors_has_mass(model->unigram[i]) ? model->unigram[i] : 0;
    if (options->given) {
        memcpy(model->s, options->given, model->k * sizeof *model->s);
        return anchors_given(ctx, &rows, model->unigram, model->k, model->s, model->residuals, w->products);
    }
    return anchors_select(ctx, &rows, model->unigram, &options->anchors, model->s, model->residuals, w->products);
}

static jsmf_status recover(jsmf_context *ctx, const jsmf_operator *op, const jsmf_aw_options *options,
                           jsmf_model *model, work *w, jsmf_simplex_report *report)
{
    const recover_source source = options->rectified ? RECOVER_RECTIFIED : RECOVER_ORIGINAL;
    size_t k = model->k;
    jsmf_status status = recover_words(ctx, options, model, &w->products, w->mass, report);
    if (status == JSMF_OK)
        status = take_anchor_rows(ctx, op, model, w);
    if (status != JSMF_OK)
        return status;
    recover_clip(k, model->unigram, model->s, w->css);
    status = recover_correlations(ctx, k, w->css, source, model->s, model->b, model->a, &model->legality);
    if (status == JSMF_OK)
        recover_report(ctx, model, w->mass, source);
    return status;
}

static jsmf_status check(jsmf_context *ctx, size_t n, size_t k)
{
    if (jsmf_topics_check(ctx, NULL, k, n) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_memory_check(ctx, jsmf_anchor_words_bytes(n, k), "the anchor word algorithm", "fewer words or topics");
}

jsmf_status jsmf_anchor_words(jsmf_context *ctx, const jsmf_operator *op, const jsmf_aw_options *options,
                              jsmf_model *out, jsmf_simplex_report *report)
{
    size_t n = jsmf_operator_size(op), k = options->anchors.k;
    jsmf_simplex_report own;
    work w = { 0 };
    jsmf_status status = check(ctx, n, k);
    *out = (jsmf_model){ 0 };
    if (status != JSMF_OK)
        return status;
    status = allocate(ctx, n, k, out, &w) ? find_anchors(ctx, op, options, out, &w) : jsmf_context_status(ctx);
    if (status == JSMF_OK)
        status = recover(ctx, op, options, out, &w, report ? report : &own);
    free(w.products);
    free(w.index);
    free(w.css);
    free(w.mass);
    if (status != JSMF_OK)
        jsmf_model_free(out);
    return status;
}
