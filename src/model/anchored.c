/* What a model says of anchors once its topics have moved. */
#include "model_inner.h"

#include "dense/vector.h"

#include <cblas.h>
#include <stdlib.h>
#include <string.h>

static const double least_share = 0.5; /* p(topic | anchor): more than all other topics have together */

static bool holds(const jsmf_model *m, size_t topic, int64_t word)
{
    return word != JSMF_NO_ANCHOR && (!m->bbar || m->bbar[topic * m->n + (size_t)word] >= least_share);
}

bool jsmf_model_anchor_holds(const jsmf_model *model, size_t topic)
{
    return model->s && holds(model, topic, model->s[topic]);
}

/* The words of lists that hold; the first one of each topic is its s. */
static void keep_lists(const jsmf_model *from, jsmf_model *m)
{
    size_t kept = 0, several = 0;
    for (size_t t = 0; t < from->anchor_count; t++) {
        const int64_t word = from->anchor_words[t], topic = from->anchor_topics[t];
        if (!holds(m, (size_t)topic, word))
            continue;
        several += kept > 0 && m->anchor_topics[kept - 1] == topic;
        if (kept == 0 || m->anchor_topics[kept - 1] != topic)
            m->s[topic] = word;
        m->anchor_words[kept] = word;
        m->anchor_topics[kept++] = topic;
    }
    m->anchor_count = kept;
    if (several)
        return;
    free(m->anchor_words);
    free(m->anchor_topics);
    m->anchor_words = m->anchor_topics = NULL;
    m->anchor_count = 0;
}

jsmf_status jsmf_model_keep_anchors(jsmf_context *ctx, const jsmf_model *from, jsmf_model *model)
{
    const size_t listed = from->anchor_words ? from->anchor_count : 0;
    if (!from->s)
        return JSMF_OK;
    model->s = jsmf_alloc(ctx, model->k, sizeof *model->s);
    if (listed) {
        model->anchor_words = jsmf_alloc(ctx, listed, sizeof *model->anchor_words);
        model->anchor_topics = jsmf_alloc(ctx, listed, sizeof *model->anchor_topics);
    }
    if (jsmf_context_status(ctx) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t k = 0; k < model->k; k++)
        model->s[k] = !listed && holds(model, k, from->s[k]) ? from->s[k] : JSMF_NO_ANCHOR;
    if (listed)
        keep_lists(from, model);
    return JSMF_OK;
}

jsmf_status jsmf_model_imply_canchor(jsmf_context *ctx, jsmf_model *model)
{
    const size_t n = model->n, k = model->k;
    double *companions = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *companions); /* p(topic | a token's topic) */
    model->canchor = jsmf_alloc(ctx, jsmf_mul_sat(k, n), sizeof *model->canchor);
    for (size_t j = 0; companions && model->canchor && j < k; j++) {
        const double mass = jsmf_dense_sum(k, model->a + j * k);
        for (size_t l = 0; l < k; l++)
            companions[j * k + l] = mass > 0 ? model->a[j * k + l] / mass : 0;
    }
    if (companions && model->canchor)
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, (int)k, (int)n, (int)k, 1, companions, (int)k, model->b,
                    (int)k, 0, model->canchor, (int)n);
    free(companions);
    return jsmf_context_status(ctx);
}
