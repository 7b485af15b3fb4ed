/* The anchor word algorithm, from a co-occurrence in any representation to a model. */
#include "anchors_parts.h"
#include "recover_parts.h"

#include <cblas.h>
#include <stdlib.h>
#include <string.h>

/* A topic below this part of an even share of the mass has almost none. */
static const double almost_no_mass = 1e-3;

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
    memset(model, 0, sizeof *model);
}

size_t jsmf_anchor_words_bytes(size_t n, size_t k)
{
    /* Selection: the basis, L, products, B's place, batches and exact rows; recovery: products, B, Bbar, Canchor. */
    enum { MATRICES = 4, VECTORS = 210 };
    size_t columns;
    (void)jsmf_add(jsmf_mul_sat(MATRICES, k), VECTORS, &columns);
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
    size_t nk = jsmf_mul_sat(n, k), kk = jsmf_mul_sat(k, k);
    *model = (jsmf_model){ .n = n, .k = k };
    model->unigram = jsmf_alloc(ctx, n, sizeof *model->unigram);
    model->b = jsmf_alloc(ctx, nk, sizeof *model->b);
    model->a = jsmf_alloc(ctx, kk, sizeof *model->a);
    model->s = jsmf_alloc(ctx, k, sizeof *model->s);
    model->residuals = jsmf_alloc(ctx, k, sizeof *model->residuals);
    w->products = jsmf_alloc(ctx, nk, sizeof *w->products);
    w->index = jsmf_alloc(ctx, k, sizeof *w->index);
    w->css = jsmf_alloc(ctx, kk, sizeof *w->css);
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

/* Bbar = x', blocks of columns at a time so that both sides stay in cache. */
static void transpose(size_t n, size_t k, const double *x, double *bbar)
{
    enum { BLOCK = 64 };
    for (size_t first = 0; first < n; first += BLOCK)
        for (size_t j = 0; j < k; j++)
            for (size_t i = first; i < first + BLOCK && i < n; i++)
                bbar[j * n + i] = x[i * k + j];
}

static void report_mass(jsmf_context *ctx, jsmf_model *model, const work *w)
{
    double total = cblas_dasum((int)model->k, w->mass, 1), even = total / (double)model->k;
    size_t isolated = 0;
    model->massless_topics = 0;
    for (size_t j = 0; j < model->k; j++) {
        model->massless_topics += w->mass[j] < almost_no_mass * even;
        isolated += cblas_dasum((int)model->k, model->a + j * model->k, 1) == 0;
    }
    if (model->massless_words > 0)
        jsmf_message(ctx, JSMF_WARNING, "%zu words without mass (they occur with no other word): zero rows of B",
                     model->massless_words);
    if (model->massless_topics > 0)
        jsmf_message(ctx, JSMF_WARNING, "%zu topics with almost no mass (below %g of an even share)",
                     model->massless_topics, almost_no_mass);
    if (isolated > 0)
        jsmf_message(ctx, JSMF_WARNING, "%zu topics whose anchors occur with no anchor: zero rows of A (rectify the "
                     "co-occurrence first)", isolated);
}

static jsmf_status find_anchors(jsmf_context *ctx, const jsmf_operator *op, const jsmf_aw_options *options,
                                jsmf_model *model, work *w)
{
    jsmf_status status = jsmf_operator_row_sums(ctx, op, model->unigram);
    if (status != JSMF_OK)
        return status;
    if (options->given) {
        memcpy(model->s, options->given, model->k * sizeof *model->s);
        return anchors_given(ctx, op, model->unigram, model->k, model->s, model->residuals, w->products);
    }
    return anchors_select(ctx, op, model->unigram, &options->anchors, model->s, model->residuals, w->products);
}

static jsmf_status recover(jsmf_context *ctx, const jsmf_operator *op, const jsmf_aw_options *options,
                           jsmf_model *model, work *w, jsmf_simplex_report *report)
{
    size_t n = model->n, k = model->k;
    double *x = model->b;
    jsmf_status status = recover_composition(ctx, options, n, model->unigram, model->s, w->products, x,
                                             &model->massless_words, report);
    if (status != JSMF_OK)
        return status;
    free(w->products);
    w->products = NULL;
    model->bbar = jsmf_alloc(ctx, jsmf_mul_sat(k, n), sizeof *model->bbar);
    if (!model->bbar)
        return jsmf_context_status(ctx);
    transpose(n, k, x, model->bbar);
    recover_topics(n, k, model->unigram, x, model->b, w->mass);
    status = take_anchor_rows(ctx, op, model, w);
    if (status == JSMF_OK)
        status = recover_correlations(ctx, k, w->css, model->unigram, model->s, model->b, model->a,
                                      &model->legality);
    if (status == JSMF_OK)
        report_mass(ctx, model, w);
    return status;
}

static jsmf_status check(jsmf_context *ctx, size_t n, size_t k)
{
    if (k == 0)
        return jsmf_fail(ctx, JSMF_EUSAGE, "no topics asked for");
    if (k > n)
        return jsmf_fail(ctx, JSMF_ENUMERIC, "%zu topics of %zu words (a topic needs an anchor word of its own)", k, n);
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
