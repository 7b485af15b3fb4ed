/* Metrics of the model alone: its correlations, and its topics as distributions. */
#include "list.h"

#include "dense/dense.h"
#include "dense/vector.h"
#include "base/base_inner.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static double smooth(double q) { return q < DBL_EPSILON ? DBL_EPSILON : q; }

/* sum of p log2 p */
static double negative_entropy(size_t n, const double *p)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        if (p[i] > 0)
            sum += p[i] * log2(p[i]);
    return sum;
}

static double smoothed_sum(size_t n, const double *q)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += smooth(q[i]);
    return sum;
}

/* In bits; q is made to sum 1, p is not. */
static double divergence(size_t n, const double *p, const double *q)
{
    double total = smoothed_sum(n, q), sum = 0;
    for (size_t i = 0; i < n; i++)
        if (p[i] > 0)
            sum += p[i] * log2(p[i] * total / smooth(q[i]));
    return sum;
}

/* ---- correlations ---- */

static double frobenius(size_t n, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

static double mean_diagonal(const jsmf_model *m)
{
    double sum = 0;
    for (size_t k = 0; k < m->k; k++)
        sum += m->a[k * m->k + k] / (double)m->k;
    return sum;
}

/* Of entries of any scale: squares may be out of range. */
static double relative_diagonal(const jsmf_model *m)
{
    double most = 0, squares = 0;
    for (size_t e = 0; e < m->k * m->k; e++)
        most = fmax(most, fabs(m->a[e]));
    for (size_t e = 0; e < m->k * m->k; e++)
        squares += m->a[e] / most * (m->a[e] / most);
    return mean_diagonal(m) / most / sqrt(squares);
}

/* p(topic), the rows of A as parts of it. */
static jsmf_status add_weights(jsmf_context *ctx, const jsmf_model *m, jsmf_metrics *out)
{
    double *topics = jsmf_metrics_topics(ctx, out), total = jsmf_dense_sum(m->k * m->k, m->a);
    for (size_t k = 0; topics && k < m->k; k++)
        topics[k] = jsmf_dense_sum(m->k, m->a + k * m->k) / total;
    return jsmf_metrics_add_column(ctx, out, "Weight", topics);
}

static jsmf_status add_correlations(jsmf_context *ctx, const jsmf_model *m, jsmf_metrics *out)
{
    static const char *const names[] = { "Legality", "DominancyCode", "Dominancy2019", "Dominancy2021", NULL };
    double *code, *diagonal, scale = m->legality;
    if (!m->a)
        return jsmf_metrics_add_undefined(ctx, out, names, "the model has no A");
    if (add_weights(ctx, m, out) != JSMF_OK ||
        jsmf_metrics_add(ctx, out, names[0], scale * jsmf_dense_sum(m->k * m->k, m->a), "A is not finite") != JSMF_OK)
        return jsmf_context_status(ctx);
    code = jsmf_metrics_topics(ctx, out);
    for (size_t k = 0; code && k < m->k; k++)
        code[k] = m->a[k * m->k + k] / jsmf_dense_sum(m->k, m->a + k * m->k);
    if (jsmf_metrics_add_mean(ctx, out, names[1], code, "rows of A that sum to 0") != JSMF_OK)
        return jsmf_context_status(ctx);
    diagonal = jsmf_metrics_topics(ctx, out);
    for (size_t k = 0; diagonal && k < m->k; k++)
        diagonal[k] = scale * m->a[k * m->k + k];
    if (jsmf_metrics_add_topics(ctx, out, names[2], scale * mean_diagonal(m), diagonal, "A is not finite") != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_metrics_add(ctx, out, names[3], relative_diagonal(m), "A is 0");
}

/* z_k = mean of Bbar_ki c_i / B_ik where that is finite; 0 for a topic without mass. */
static double mean_ratio(const jsmf_model *m, const double *topic, const double *c, size_t k)
{
    const double *bbar = m->bbar + k * m->n;
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < m->n; i++) {
        double ratio = bbar[i] * c[i] / topic[i];
        if (!isfinite(ratio))
            continue;
        sum += ratio;
        count++;
    }
    return count ? sum / (double)count : 0;
}

static jsmf_status add_validity(jsmf_context *ctx, const jsmf_model *m, const double *c, jsmf_metrics *out)
{
    static const char *const names[] = { "Validity", NULL };
    double *rows, *z, value = NAN;
    if (!m->a || !m->bbar || !c)
        return jsmf_metrics_add_undefined(ctx, out, names,
                                          !m->a      ? "the model has no A"
                                          : !m->bbar ? "the model has no Bbar"
                                                     : "the model has no unigram, and no co-occurrence is given");
    rows = jsmf_alloc(ctx, m->k, sizeof *rows);
    z = jsmf_alloc(ctx, m->k, sizeof *z);
    for (size_t k = 0; rows && z && k < m->k; k++) {
        rows[k] = m->legality * jsmf_dense_sum(m->k, m->a + k * m->k);
        z[k] = mean_ratio(m, out->bt + k * m->n, c, k);
    }
    if (rows && z)
        value = 0.5 * (divergence(m->k, rows, z) + divergence(m->k, z, rows));
    free(rows);
    free(z);
    if (jsmf_context_status(ctx) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_metrics_add(ctx, out, names[0], value, "the numbers are too large");
}

/* ---- words ---- */

static jsmf_status add_entropy(jsmf_context *ctx, const jsmf_model *m, jsmf_metrics *out)
{
    static const char *const names[] = { "Entropy", NULL };
    double sum = 0;
    if (!m->bbar || m->k == 1)
        return jsmf_metrics_add_undefined(ctx, out, names,
                                          !m->bbar ? "the model has no Bbar" : "there is one topic only");
    for (size_t k = 0; k < m->k; k++)
        sum -= negative_entropy(m->n, m->bbar + k * m->n);
    return jsmf_metrics_add(ctx, out, names[0], sum / log2((double)m->k) / (double)m->n, "Bbar is not finite");
}

/* ---- topics as distributions ---- */

static jsmf_status add_sparsity(jsmf_context *ctx, const jsmf_model *m, jsmf_metrics *out)
{
    double *topics = jsmf_metrics_topics(ctx, out), root = sqrt((double)m->n);
    for (size_t k = 0; topics && k < m->k; k++) {
        const double *b = out->bt + k * m->n;
        topics[k] = (root - jsmf_dense_sum(m->n, b) / frobenius(m->n, b)) / (root - 1);
    }
    return jsmf_metrics_add_mean(ctx, out, "Sparsity", topics, "there is one word only");
}

static jsmf_status add_specificity(jsmf_context *ctx, const jsmf_model *m, const double *c, jsmf_metrics *out)
{
    static const char *const names[] = { "Specificity", NULL };
    double *topics;
    if (!c)
        return jsmf_metrics_add_undefined(ctx, out, names, "the model has no unigram, and no co-occurrence is given");
    topics = jsmf_metrics_topics(ctx, out);
    for (size_t k = 0; topics && k < m->k; k++)
        topics[k] = divergence(m->n, out->bt + k * m->n, c);
    return jsmf_metrics_add_mean(ctx, out, names[0], topics, "B is not finite");
}

typedef struct logarithms {
    const double *b;
    double *out; /* n x k: log2 of smoothed b */
    size_t entries;
} logarithms;

enum { ENTRIES = 1 << 16 };

static jsmf_status take_logarithms(jsmf_context *ctx, void *arg, size_t chunk)
{
    const logarithms *l = arg;
    size_t first = chunk * ENTRIES, last = first + jsmf_chunk_length(l->entries, ENTRIES, chunk);
    (void)ctx;
    for (size_t e = first; e < last; e++)
        l->out[e] = log2(smooth(l->b[e]));
    return JSMF_OK;
}

/* cross (k x k): cross_kl = sum_i B_ik log2(smoothed B_il) */
static jsmf_status cross_entropies(jsmf_context *ctx, const jsmf_model *m, double *cross)
{
    logarithms l = { .b = m->b, .entries = m->n * m->k };
    l.out = jsmf_alloc(ctx, l.entries, sizeof *l.out);
    if (l.out && jsmf_parallel(ctx, jsmf_chunk_count(l.entries, ENTRIES), take_logarithms, &l) == JSMF_OK)
        jsmf_recorded(jsmf_dense_cross(ctx, m->n, m->k, m->k, m->b, l.out, cross));
    free(l.out);
    return jsmf_context_status(ctx);
}

/* cross becomes KL(b_k | b_l) = sum_i p_i log2 p_i - sum_i p_i log2 q_i + |p| log2 of the smoothed q's sum. */
static void to_divergences(const jsmf_model *m, const double *bt, double *totals, double *cross)
{
    for (size_t l = 0; l < m->k; l++)
        totals[l] = log2(smoothed_sum(m->n, bt + l * m->n));
    for (size_t k = 0; k < m->k; k++) {
        const double *b = bt + k * m->n;
        double own = negative_entropy(m->n, b), mass = jsmf_dense_sum(m->n, b);
        for (size_t l = 0; l < m->k; l++)
            cross[k * m->k + l] = own - cross[k * m->k + l] + mass * totals[l];
    }
}

static double mean_divergence(const jsmf_metrics *out, const double *divergences, size_t k)
{
    double sum = 0;
    for (size_t l = 0; l < out->k; l++)
        if (l != k && !out->massless[l])
            sum += 0.5 * (divergences[k * out->k + l] + divergences[l * out->k + k]);
    return sum / (double)(jsmf_metrics_massive(out) - 1);
}

static jsmf_status add_soft_dissimilarity(jsmf_context *ctx, const jsmf_model *m, jsmf_metrics *out)
{
    double *cross = jsmf_alloc(ctx, m->k * m->k, sizeof *cross), *totals = jsmf_alloc(ctx, m->k, sizeof *totals);
    double *topics = jsmf_metrics_topics(ctx, out);
    bool ready = cross && totals && topics && cross_entropies(ctx, m, cross) == JSMF_OK;
    if (ready && jsmf_metrics_massive(out) > 1) {
        to_divergences(m, out->bt, totals, cross);
        for (size_t k = 0; k < m->k; k++)
            topics[k] = mean_divergence(out, cross, k);
    }
    free(cross);
    free(totals);
    if (!ready) {
        free(topics);
        return jsmf_context_status(ctx);
    }
    return jsmf_metrics_add_mean(ctx, out, "SoftDissimilarity", topics, "there is no other topic");
}

jsmf_status jsmf_metrics_of_model(jsmf_context *ctx, const jsmf_model *m, const double *c, jsmf_metrics *out)
{
    if (add_correlations(ctx, m, out) != JSMF_OK || add_validity(ctx, m, c, out) != JSMF_OK ||
        add_entropy(ctx, m, out) != JSMF_OK || add_sparsity(ctx, m, out) != JSMF_OK ||
        add_specificity(ctx, m, c, out) != JSMF_OK)
        return jsmf_context_status(ctx);
    return add_soft_dissimilarity(ctx, m, out);
}
