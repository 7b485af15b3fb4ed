#include "live_topics.h"

#include "dense/dense.h"
#include "dense/vector.h"

#include <stdlib.h>
#include <string.h>

static bool has_mass(const jsmf_model *m, size_t topic)
{
    return jsmf_model_has_mass(jsmf_dense_sum(m->k, m->a + topic * m->k));
}

size_t jsmf_infer_live_bytes(const jsmf_model *model)
{
    size_t live = 0;
    for (size_t j = 0; model->a && j < model->k; j++)
        live += has_mass(model, j);
    if (!model->a || live == model->k)
        return 0;
    const size_t a_word = jsmf_mul_sat(live, model->bbar ? 2 : 1);
    const size_t doubles = jsmf_add_sat(jsmf_mul_sat(model->n, a_word), jsmf_mul_sat(live, live + 1));
    return jsmf_add_sat(jsmf_mul_sat(doubles, sizeof(double)), jsmf_mul_sat(model->k, sizeof(size_t)));
}

static void find(const jsmf_model *m, jsmf_infer_live *live)
{
    for (size_t j = 0; j < m->k; j++)
        if (has_mass(m, j))
            live->topics[live->model.k++] = j;
}

static void take(const jsmf_model *m, const double *alpha, jsmf_infer_live *live)
{
    const size_t k = live->model.k, *topics = live->topics;
    for (size_t i = 0; i < m->n; i++)
        for (size_t j = 0; j < k; j++)
            live->model.b[i * k + j] = m->b[i * m->k + topics[j]];
    for (size_t i = 0; i < k; i++) {
        for (size_t j = 0; j < k; j++)
            live->model.a[i * k + j] = m->a[topics[i] * m->k + topics[j]];
        if (m->bbar)
            memcpy(live->model.bbar + i * m->n, m->bbar + topics[i] * m->n, m->n * sizeof *m->bbar);
        if (alpha)
            live->alpha[i] = alpha[topics[i]];
    }
}

jsmf_status jsmf_infer_live_make(jsmf_context *ctx, const jsmf_model *model, const double *alpha, jsmf_infer_live *out)
{
    *out = (jsmf_infer_live){ .all = model->k, .model = { .n = model->n, .legality = 1 } };
    out->topics = jsmf_alloc(ctx, model->k, sizeof *out->topics);
    if (!out->topics)
        return jsmf_context_status(ctx);
    find(model, out);
    const size_t k = out->model.k, nk = jsmf_mul_sat(model->n, k);
    out->model.b = jsmf_alloc(ctx, nk, sizeof *out->model.b);
    out->model.a = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *out->model.a);
    out->model.bbar = model->bbar ? jsmf_alloc(ctx, nk, sizeof *out->model.bbar) : NULL;
    out->alpha = alpha ? jsmf_alloc(ctx, k, sizeof *out->alpha) : NULL;
    if (jsmf_context_status(ctx) == JSMF_OK)
        take(model, alpha, out);
    return jsmf_context_status(ctx);
}

void jsmf_infer_live_release(jsmf_infer_live *live)
{
    free(live->topics);
    free(live->alpha);
    jsmf_model_free(&live->model);
    *live = (jsmf_infer_live){ 0 };
}

void jsmf_infer_live_spread(const jsmf_infer_live *live, size_t rows, double *w)
{
    for (size_t i = rows; live->all > 0 && i-- > 0;) {
        size_t left = live->model.k;
        const double *from = w + i * left;
        double *to = w + i * live->all; /* never before from: from the last topic on nothing is lost */
        for (size_t j = live->all; j-- > 0;) {
            const bool there = left > 0 && live->topics[left - 1] == j;
            to[j] = there ? from[--left] : 0;
        }
    }
}
