/* Topics put together, left out, and in another order. */
#include "model_inner.h"

#include "dense/vector.h"
#include "probability.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What is made, and of what. */
typedef struct regrouping {
    const jsmf_model *m;
    const size_t *group;
    size_t groups;
    double *weight;     /* k: a topic's part of its group; of each group they sum to 1 */
    size_t *first;      /* groups: the topic whose anchor the group takes */
    bool merges, drops; /* whether topics are put together, or left out */
    jsmf_model *out;
} regrouping;

/* ---- weights ---- */

/* p (k) = p(topic), as far as the model says. */
static bool find_probabilities(const jsmf_model *m, double *p)
{
    for (size_t k = 0; k < m->k; k++) {
        p[k] = m->a ? jsmf_dense_sum(m->k, m->a + k * m->k) : 0;
        for (size_t i = 0; !m->a && m->bbar && m->unigram && i < m->n; i++)
            p[k] += m->bbar[k * m->n + i] * m->unigram[i];
        p[k] = fmax(p[k], 0);
    }
    return m->a || (m->bbar && m->unigram);
}

static bool has_anchor(const jsmf_model *m, size_t k) { return m->s && m->s[k] != JSMF_NO_ANCHOR; }

/* p: of each topic. The sums of groups without mass are 0, and their topics' parts are equal. */
static jsmf_status weigh(jsmf_context *ctx, regrouping *r, const double *p)
{
    const jsmf_model *m = r->m;
    double *sum = jsmf_alloc_zero(ctx, r->groups, sizeof *sum);
    size_t *count = jsmf_alloc_zero(ctx, r->groups, sizeof *count);
    if (jsmf_context_status(ctx) == JSMF_OK) {
        for (size_t g = 0; g < r->groups; g++)
            r->first[g] = JSMF_NONE;
        for (size_t k = 0; k < m->k; k++) {
            const size_t g = r->group[k], first = g == JSMF_NONE ? JSMF_NONE : r->first[g];
            if (g == JSMF_NONE)
                continue;
            sum[g] += p[k];
            count[g]++;
            if (first == JSMF_NONE || (has_anchor(m, k) && !has_anchor(m, first)) ||
                (has_anchor(m, k) == has_anchor(m, first) && p[k] > p[first]))
                r->first[g] = k;
        }
        for (size_t k = 0; k < m->k; k++)
            if (r->group[k] != JSMF_NONE)
                r->weight[k] = count[r->group[k]] == 1  ? 1
                               : sum[r->group[k]] > 0 ? p[k] / sum[r->group[k]]
                                                      : 1 / (double)count[r->group[k]];
    }
    free(sum);
    free(count);
    return jsmf_context_status(ctx);
}

static jsmf_status prepare(jsmf_context *ctx, regrouping *r)
{
    const jsmf_model *m = r->m;
    double *p = jsmf_alloc(ctx, m->k, sizeof *p);
    size_t kept = 0;
    for (size_t k = 0; k < m->k; k++)
        kept += r->group[k] != JSMF_NONE;
    r->drops = kept < m->k;
    r->merges = kept > r->groups;
    r->weight = jsmf_alloc_zero(ctx, m->k, sizeof *r->weight);
    r->first = jsmf_alloc(ctx, r->groups, sizeof *r->first);
    if (jsmf_context_status(ctx) == JSMF_OK) {
        if (!find_probabilities(m, p) && r->merges)
            jsmf_fail(ctx, JSMF_EDATA, "neither A nor Bbar and unigram, which say how probable topics are (they weigh "
                      "by it where they are put together)");
        else
            jsmf_recorded(weigh(ctx, r, p));
    }
    free(p);
    return jsmf_context_status(ctx);
}

/* ---- arrays ---- */

/* to (groups x n) = the sums of the rows of from (k x n) by group, each times its weight, or as it is. */
static void add_rows(const regrouping *r, size_t n, const double *from, const double *weight, double *to)
{
    for (size_t k = 0; k < r->m->k; k++) {
        const double a = weight ? weight[k] : 1;
        if (r->group[k] == JSMF_NONE)
            continue;
        for (size_t i = 0; i < n; i++)
            to[r->group[k] * n + i] += a * from[k * n + i];
    }
}

static void make_b(const regrouping *r)
{
    const size_t n = r->m->n, k = r->m->k;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++)
            if (r->group[j] != JSMF_NONE)
                r->out->b[i * r->groups + r->group[j]] += r->weight[j] * r->m->b[i * k + j];
}

static void make_a(const regrouping *r)
{
    const size_t k = r->m->k, groups = r->groups;
    double sum;
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++)
            if (r->group[i] != JSMF_NONE && r->group[j] != JSMF_NONE)
                r->out->a[r->group[i] * groups + r->group[j]] += r->m->a[i * k + j];
    sum = jsmf_dense_sum(groups * groups, r->out->a);
    for (size_t i = 0; r->drops && sum > 0 && i < groups * groups; i++)
        r->out->a[i] /= sum;
}

/* Columns are divided by their sums, those without mass excepted. */
static void divide_columns(size_t rows, size_t n, double *x)
{
    for (size_t i = 0; i < n; i++) {
        double sum = 0;
        for (size_t g = 0; g < rows; g++)
            sum += x[g * n + i];
        for (size_t g = 0; sum > 0 && g < rows; g++)
            x[g * n + i] /= sum;
    }
}

/* Bbar (k x n) by Bayes' rule from the model's B and A. */
static jsmf_status infer_bbar(jsmf_context *ctx, const jsmf_model *m, double *bbar)
{
    double *p = jsmf_alloc(ctx, m->k, sizeof *p);
    for (size_t k = 0; p && k < m->k; k++)
        p[k] = jsmf_dense_sum(m->k, m->a + k * m->k);
    if (p)
        jsmf_model_bbar(m->n, m->k, m->b, p, bbar);
    free(p);
    return jsmf_context_status(ctx);
}

static bool are_close(size_t count, const double *x, const double *y)
{
    static const double rounding = 1e-9;
    for (size_t i = 0; i < count; i++)
        if (!(fabs(x[i] - y[i]) <= rounding))
            return false;
    return true;
}

static jsmf_status make_bbar(jsmf_context *ctx, const regrouping *r)
{
    const jsmf_model *m = r->m;
    double *inferred;
    bool by_bayes = false;
    if (r->drops && m->a) {
        inferred = jsmf_alloc(ctx, jsmf_mul_sat(m->k, m->n), sizeof *inferred);
        if (inferred && infer_bbar(ctx, m, inferred) == JSMF_OK)
            by_bayes = are_close(m->k * m->n, inferred, m->bbar);
        free(inferred);
    }
    if (jsmf_context_status(ctx) != JSMF_OK || by_bayes)
        return by_bayes ? infer_bbar(ctx, r->out, r->out->bbar) : jsmf_context_status(ctx);
    add_rows(r, m->n, m->bbar, NULL, r->out->bbar);
    if (r->drops)
        divide_columns(r->groups, m->n, r->out->bbar);
    return JSMF_OK;
}

/* The words of lists, by group. */
static void make_lists(const regrouping *r)
{
    const jsmf_model *m = r->m;
    size_t count = 0;
    for (size_t g = 0; g < r->groups; g++)
        for (size_t t = 0; t < m->anchor_count; t++)
            if ((size_t)m->anchor_topics[t] == r->first[g]) {
                r->out->anchor_words[count] = m->anchor_words[t];
                r->out->anchor_topics[count++] = (int64_t)g;
            }
    r->out->anchor_count = count;
}

static void make_vectors(const regrouping *r)
{
    const jsmf_model *m = r->m;
    for (size_t g = 0; g < r->groups; g++) {
        if (m->s)
            r->out->s[g] = m->s[r->first[g]];
        if (m->residuals)
            r->out->residuals[g] = m->residuals[r->first[g]];
    }
    if (m->alpha)
        add_rows(r, 1, m->alpha, NULL, r->out->alpha);
    if (m->anchor_words)
        make_lists(r);
}

/* Zeros where the model has such an array. */
static double *like(jsmf_context *ctx, const double *array, size_t rows, size_t cols)
{
    return array ? jsmf_alloc_zero(ctx, jsmf_mul_sat(rows, cols), sizeof *array) : NULL;
}

static jsmf_status allocate(jsmf_context *ctx, const regrouping *r)
{
    const jsmf_model *m = r->m;
    jsmf_model *out = r->out;
    out->b = like(ctx, m->b, m->n, r->groups);
    out->a = like(ctx, m->a, r->groups, r->groups);
    out->bbar = like(ctx, m->bbar, r->groups, m->n);
    out->canchor = like(ctx, m->canchor, r->groups, m->n);
    out->residuals = like(ctx, m->residuals, r->groups, 1);
    out->alpha = like(ctx, m->alpha, r->groups, 1);
    out->unigram = m->unigram ? jsmf_copy(ctx, m->unigram, m->n, sizeof *m->unigram) : NULL;
    out->s = m->s ? jsmf_alloc(ctx, r->groups, sizeof *m->s) : NULL;
    if (m->anchor_words) {
        out->anchor_words = jsmf_alloc(ctx, m->anchor_count, sizeof *m->anchor_words);
        out->anchor_topics = jsmf_alloc(ctx, m->anchor_count, sizeof *m->anchor_topics);
    }
    return jsmf_context_status(ctx);
}

/* ---- Canchor ---- */

/* *implied: whether the model's Canchor is what its A and B say. */
static jsmf_status find_implied(jsmf_context *ctx, const jsmf_model *m, bool *implied)
{
    jsmf_model said = *m;
    *implied = false;
    if (!m->canchor || !m->a)
        return JSMF_OK;
    said.canchor = NULL;
    if (jsmf_model_imply_canchor(ctx, &said) == JSMF_OK)
        *implied = are_close(m->n * m->k, said.canchor, m->canchor);
    free(said.canchor);
    return jsmf_context_status(ctx);
}

static jsmf_status make_canchor(jsmf_context *ctx, const regrouping *r)
{
    bool implied = false;
    if (!r->m->canchor || ((r->merges || r->drops) && find_implied(ctx, r->m, &implied) != JSMF_OK))
        return jsmf_context_status(ctx);
    if (!implied) {
        add_rows(r, r->m->n, r->m->canchor, r->weight, r->out->canchor);
        return JSMF_OK;
    }
    free(r->out->canchor);
    r->out->canchor = NULL;
    return jsmf_model_imply_canchor(ctx, r->out);
}

jsmf_status jsmf_model_regroup(jsmf_context *ctx, const jsmf_model *m, const size_t *group, size_t groups,
                               jsmf_model *out)
{
    regrouping r = { .m = m, .group = group, .groups = groups, .out = out };
    *out = (jsmf_model){ .n = m->n, .k = groups, .legality = m->legality };
    if (prepare(ctx, &r) == JSMF_OK && allocate(ctx, &r) == JSMF_OK) {
        make_b(&r);
        if (m->a)
            make_a(&r);
        make_vectors(&r);
        if (!m->bbar || make_bbar(ctx, &r) == JSMF_OK)
            jsmf_recorded(make_canchor(ctx, &r));
    }
    free(r.weight);
    free(r.first);
    if (jsmf_context_status(ctx) != JSMF_OK)
        jsmf_model_free(out);
    return jsmf_context_status(ctx);
}
