/* NPMI (Lau, Newman, Baldwin, 2014) of each topic's leading words, counted as the documents come. Polishing makes
 * documents likelier, which is not what makes topics easy to read: of corpora with labels, those whose spectral topics
 * read best lost most of it (tdt2: NPMI 0.41 to 0.35). */
#include "coherence.h"

#include "jsmf/base.h"
#include "model/probability.h"

#include <math.h>
#include <stdlib.h>

enum { LEADING = 10 };
/* Topics that cohere less are free, those that cohere more are held fast. */
static const double loose = 0.3, firm = 0.5, fast = 0.5;

void jsmf_polish_hold_free(jsmf_polish_hold *hold)
{
    free(hold->head);
    free(hold->next);
    free(hold->joint);
    free(hold->marks);
    free(hold->touched);
    *hold = (jsmf_polish_hold){ 0 };
}

size_t jsmf_polish_hold_bytes(size_t n, size_t k)
{
    const size_t topic = LEADING * (LEADING * sizeof(double) + sizeof(int32_t)) + sizeof(unsigned) + sizeof(size_t);
    return jsmf_add_sat(jsmf_mul_sat(n, sizeof(int32_t)), jsmf_mul_sat(k, topic));
}

jsmf_status jsmf_polish_hold_new(jsmf_context *ctx, size_t n, size_t k, const double *b, jsmf_polish_hold *hold)
{
    size_t top[LEADING];
    *hold = (jsmf_polish_hold){ .k = k };
    hold->head = jsmf_alloc(ctx, n, sizeof *hold->head);
    hold->next = jsmf_alloc(ctx, jsmf_mul_sat(k, LEADING), sizeof *hold->next);
    hold->joint = jsmf_alloc_zero(ctx, jsmf_mul_sat(k, LEADING * LEADING), sizeof *hold->joint);
    hold->marks = jsmf_alloc_zero(ctx, k, sizeof *hold->marks);
    hold->touched = jsmf_alloc(ctx, k, sizeof *hold->touched);
    if (jsmf_context_status(ctx) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < n; i++)
        hold->head[i] = -1;
    for (size_t j = 0; j < k; j++) {
        const size_t found = jsmf_top(n, b + j, k, 0, LEADING, top);
        for (size_t l = 0; l < found; l++) {
            const size_t place = j * LEADING + l;
            hold->next[place] = hold->head[top[l]];
            hold->head[top[l]] = (int32_t)place;
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

void jsmf_polish_hold_add(jsmf_polish_hold *hold, const jsmf_csr *h, size_t row)
{
    size_t touched = 0;
    for (int64_t p = h->indptr[row]; p < h->indptr[row + 1]; p++)
        for (int32_t place = hold->head[h->indices[p]]; place >= 0; place = hold->next[place]) {
            const size_t topic = (size_t)place / LEADING;
            if (!hold->marks[topic])
                hold->touched[touched++] = topic;
            hold->marks[topic] |= 1U << (size_t)place % LEADING;
        }
    for (size_t t = 0; t < touched; t++) {
        const size_t topic = hold->touched[t];
        count_marks(hold->marks[topic], hold->joint + topic * LEADING * LEADING);
        hold->marks[topic] = 0;
    }
    hold->documents++;
}

static double coherence(const jsmf_polish_hold *hold, size_t topic)
{
    const double *joint = hold->joint + topic * LEADING * LEADING, all = hold->documents;
    double sum = 0;
    for (size_t i = 1; i < LEADING; i++)
        for (size_t j = 0; j < i; j++)
            sum += jsmf_model_npmi(joint[i * LEADING + j] / all, joint[i * LEADING + i] / all,
                                   joint[j * LEADING + j] / all);
    return sum / (0.5 * LEADING * (LEADING - 1));
}

void jsmf_polish_hold_weights(const jsmf_polish_hold *hold, double *weights)
{
    for (size_t j = 0; j < hold->k; j++) {
        const double part = (coherence(hold, j) - loose) / (firm - loose);
        weights[j] = fast * fmin(fmax(part, 0), 1);
    }
}
