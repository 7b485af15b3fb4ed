/* A model of some of its words. */
#include "jsmf/model.h"

#include "dense/vector.h"

#include <stdlib.h>
#include <string.h>

/* to (rows x count) = the columns `words` of from (rows x n). */
static void take_columns(const double *from, size_t rows, size_t n, const size_t *words, size_t count, double *to)
{
    for (size_t r = 0; r < rows; r++)
        for (size_t j = 0; j < count; j++)
            to[r * count + j] = from[r * n + words[j]];
}

static void divide(size_t n, double *x, double by)
{
    for (size_t i = 0; by > 0 && i < n; i++)
        x[i] /= by;
}

/* mass (k) = what the words have of each topic. */
static void take_b(const jsmf_model *m, const size_t *words, size_t count, double *b, double *mass)
{
    const size_t k = m->k;
    for (size_t j = 0; j < count; j++) {
        memcpy(b + j * k, m->b + words[j] * k, k * sizeof *b);
        for (size_t t = 0; t < k; t++)
            mass[t] += b[j * k + t];
    }
    for (size_t i = 0; i < count * k; i++)
        b[i] = mass[i % k] > 0 ? b[i] / mass[i % k] : 0;
}

static void take_a(const jsmf_model *m, const double *mass, double *a)
{
    const size_t k = m->k;
    for (size_t i = 0; i < k * k; i++)
        a[i] = m->a[i] * mass[i / k] * mass[i % k];
    divide(k * k, a, jsmf_dense_sum(k * k, a));
}

/* A topic of which nothing is left keeps a little, as parameters are positive. */
static void take_alpha(const jsmf_model *m, const double *mass, double *alpha)
{
    static const double least = 1e-6;
    const double sum = jsmf_dense_sum(m->k, m->alpha);
    for (size_t k = 0; k < m->k; k++)
        alpha[k] = m->alpha[k] * (mass[k] > least ? mass[k] : least);
    divide(m->k, alpha, jsmf_dense_sum(m->k, alpha) / sum);
}

/* The place of a word, which is among them. */
static int64_t place_of(const size_t *words, size_t count, int64_t word)
{
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (words[middle] < (size_t)word)
            low = middle + 1;
        else
            high = middle;
    }
    return (int64_t)low;
}

static void take_anchors(const jsmf_model *m, const size_t *words, size_t count, jsmf_model *out)
{
    for (size_t k = 0; m->s && k < m->k; k++)
        out->s[k] = m->s[k] == JSMF_NO_ANCHOR ? JSMF_NO_ANCHOR : place_of(words, count, m->s[k]);
    for (size_t t = 0; t < m->anchor_count; t++) {
        out->anchor_words[t] = place_of(words, count, m->anchor_words[t]);
        out->anchor_topics[t] = m->anchor_topics[t];
    }
    out->anchor_count = m->anchor_count;
}

static double *room(jsmf_context *ctx, const double *array, size_t rows, size_t cols)
{
    return array ? jsmf_alloc(ctx, jsmf_mul_sat(rows, cols), sizeof *array) : NULL;
}

static jsmf_status allocate(jsmf_context *ctx, const jsmf_model *m, size_t count, jsmf_model *out)
{
    out->b = room(ctx, m->b, count, m->k);
    out->a = room(ctx, m->a, m->k, m->k);
    out->bbar = room(ctx, m->bbar, m->k, count);
    out->canchor = room(ctx, m->canchor, m->k, count);
    out->unigram = room(ctx, m->unigram, count, 1);
    out->alpha = room(ctx, m->alpha, m->k, 1);
    out->s = m->s ? jsmf_alloc(ctx, m->k, sizeof *m->s) : NULL;
    if (m->anchor_words) {
        out->anchor_words = jsmf_alloc(ctx, m->anchor_count, sizeof *m->anchor_words);
        out->anchor_topics = jsmf_alloc(ctx, m->anchor_count, sizeof *m->anchor_topics);
    }
    return jsmf_context_status(ctx);
}

static void take_rows(const jsmf_model *m, const size_t *words, size_t count, jsmf_model *out)
{
    if (m->bbar)
        take_columns(m->bbar, m->k, m->n, words, count, out->bbar);
    if (m->unigram) {
        take_columns(m->unigram, 1, m->n, words, count, out->unigram);
        divide(count, out->unigram, jsmf_dense_sum(count, out->unigram));
    }
    if (!m->canchor)
        return;
    take_columns(m->canchor, m->k, m->n, words, count, out->canchor);
    for (size_t k = 0; k < m->k; k++)
        divide(count, out->canchor + k * count, jsmf_dense_sum(count, out->canchor + k * count));
}

jsmf_status jsmf_model_of_words(jsmf_context *ctx, const jsmf_model *m, const size_t *words, size_t count,
                                jsmf_model *out)
{
    double *mass = jsmf_alloc_zero(ctx, m->k, sizeof *mass);
    *out = (jsmf_model){ .n = count, .k = m->k, .legality = m->legality };
    if (mass && allocate(ctx, m, count, out) == JSMF_OK) {
        take_b(m, words, count, out->b, mass);
        if (m->a)
            take_a(m, mass, out->a);
        if (m->alpha)
            take_alpha(m, mass, out->alpha);
        take_rows(m, words, count, out);
        take_anchors(m, words, count, out);
        if (!(jsmf_dense_sum(m->k, mass) > 0))
            jsmf_fail(ctx, JSMF_EDATA, "no topic has any of these words");
    }
    free(mass);
    if (jsmf_context_status(ctx) != JSMF_OK)
        jsmf_model_free(out);
    return jsmf_context_status(ctx);
}
