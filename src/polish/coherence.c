/* NPMI (Lau, Newman, Baldwin, 2014) of each topic's leading words, counted as the documents come. Polishing makes
 * documents likelier, which is not what makes topics easy to read: of corpora with labels, those whose spectral topics
 * read best lost most of it (tdt2: NPMI 0.41 to 0.35). */
#include "coherence.h"

#include "jsmf/base.h"
#include "model/probability.h"

#include <math.h>
#include <stdlib.h>

enum { LEADING = 10 };
/* A topic's weight rises from 0 to the largest as its coherence does from the lower bound to the upper one. */
static const double coherence_without_weight = 0.3, coherence_of_largest_weight = 0.5, largest_weight = 0.5;

void jsmf_polish_coherence_free(jsmf_polish_coherence *c)
{
    free(c->head);
    free(c->next);
    free(c->joint);
    free(c->marks);
    free(c->touched);
    *c = (jsmf_polish_coherence){ 0 };
}

size_t jsmf_polish_coherence_size(size_t k) { return jsmf_mul_sat(k, LEADING * LEADING); }

size_t jsmf_polish_coherence_bytes(size_t n, size_t k)
{
    const size_t topic = LEADING * (LEADING * sizeof(double) + sizeof(int32_t)) + sizeof(unsigned) + sizeof(size_t);
    return jsmf_add_sat(jsmf_mul_sat(n, sizeof(int32_t)), jsmf_mul_sat(k, topic));
}

jsmf_status jsmf_polish_coherence_new(jsmf_context *ctx, size_t n, size_t k, const double *b,
                                      jsmf_polish_coherence *c)
{
    size_t top[LEADING];
    *c = (jsmf_polish_coherence){ .k = k };
    c->head = jsmf_alloc(ctx, n, sizeof *c->head);
    c->next = jsmf_alloc(ctx, jsmf_mul_sat(k, LEADING), sizeof *c->next);
    c->joint = jsmf_alloc_zero(ctx, jsmf_polish_coherence_size(k), sizeof *c->joint);
    c->marks = jsmf_alloc_zero(ctx, k, sizeof *c->marks);
    c->touched = jsmf_alloc(ctx, k, sizeof *c->touched);
    if (jsmf_context_status(ctx) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < n; i++)
        c->head[i] = -1;
    for (size_t j = 0; j < k; j++) {
        const size_t found = jsmf_top(n, b + j, k, 0, LEADING, top);
        for (size_t l = 0; l < found; l++) {
            const size_t place = j * LEADING + l;
            c->next[place] = c->head[top[l]];
            c->head[top[l]] = (int32_t)place;
        }
    }
    return JSMF_OK;
}

static void count_marks(unsigned marks, double *joint)
{
    for (size_t i = 0; i < LEADING; i++)
        for (size_t j = 0; j <= i && marks >> i & 1; j++)
            joint[i * LEADING + j] += marks >> j & 1;
}

void jsmf_polish_coherence_add(jsmf_polish_coherence *c, const jsmf_csr *h, size_t row)
{
    size_t touched = 0;
    for (int64_t p = h->indptr[row]; p < h->indptr[row + 1]; p++)
        for (int32_t place = c->head[h->indices[p]]; place >= 0; place = c->next[place]) {
            const size_t topic = (size_t)place / LEADING;
            if (!c->marks[topic])
                c->touched[touched++] = topic;
            c->marks[topic] |= 1U << (size_t)place % LEADING;
        }
    for (size_t t = 0; t < touched; t++) {
        const size_t topic = c->touched[t];
        count_marks(c->marks[topic], c->joint + topic * LEADING * LEADING);
        c->marks[topic] = 0;
    }
    c->documents++;
}

/* Over the pairs of the topic's leading words that are in a document; -1 where there are none. */
static double mean_npmi(const jsmf_polish_coherence *c, size_t topic)
{
    const double *joint = c->joint + topic * LEADING * LEADING, all = c->documents;
    double sum = 0, pairs = 0;
    for (size_t i = 1; i < LEADING; i++)
        for (size_t j = 0; j < i; j++)
            if (joint[i * LEADING + i] > 0 && joint[j * LEADING + j] > 0) {
                sum += jsmf_model_npmi(joint[i * LEADING + j] / all, joint[i * LEADING + i] / all,
                                       joint[j * LEADING + j] / all);
                pairs++;
            }
    return pairs > 0 ? sum / pairs : -1;
}

size_t jsmf_polish_coherence_weights(const jsmf_polish_coherence *c, double *weights)
{
    size_t held = 0;
    for (size_t j = 0; j < c->k; j++) {
        const double part = (mean_npmi(c, j) - coherence_without_weight) /
                            (coherence_of_largest_weight - coherence_without_weight);
        weights[j] = largest_weight * fmin(fmax(part, 0), 1);
        held += weights[j] > 0;
    }
    return held;
}
