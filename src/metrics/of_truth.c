/* Topics matched with others: with the truth that a corpus was drawn from, or with another model's. */
#include "matching.h"
#include "base/base_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- matching ---- */

static double l1_distance(size_t n, const double *x, const double *y)
{
    double lane[8] = { 0 }, total = 0;
    size_t i = 0;
    for (; i + 8 <= n; i += 8)
        for (size_t l = 0; l < 8; l++)
            lane[l] += fabs(x[i + l] - y[i + l]);
    for (; i < n; i++)
        total += fabs(x[i] - y[i]);
    for (size_t l = 0; l < 8; l++)
        total += lane[l];
    return total;
}

typedef struct distances {
    size_t n, k, others;
    const double *bt, *other; /* k x n, others x n */
    const bool *massless;
    double *l1;               /* k x others */
} distances;

/* A topic without mass is as far from every other as can be. */
static jsmf_status measure_topic(jsmf_context *ctx, void *arg, size_t k)
{
    const distances *d = arg;
    (void)ctx;
    for (size_t l = 0; l < d->others; l++)
        d->l1[k * d->others + l] = d->massless[k] ? 2 : l1_distance(d->n, d->bt + k * d->n, d->other + l * d->n);
    return JSMF_OK;
}

jsmf_status jsmf_metrics_match(jsmf_context *ctx, jsmf_metrics *out, size_t n, size_t others, const double *other_bt,
                               size_t *match, double *l1)
{
    distances d = { .n = n, .k = out->k, .others = others, .bt = out->bt, .other = other_bt,
                    .massless = out->massless };
    d.l1 = jsmf_alloc(ctx, jsmf_mul_sat(d.k, others), sizeof *d.l1);
    if (d.l1 && jsmf_parallel(ctx, d.k, measure_topic, &d) == JSMF_OK &&
        jsmf_solve_assignment(ctx, d.k, others, d.l1, match) == JSMF_OK)
        for (size_t k = 0; k < d.k; k++) {
            out->unmatched[k] = match[k] == JSMF_UNMATCHED;
            l1[k] = out->unmatched[k] ? NAN : d.l1[k * others + match[k]];
        }
    free(d.l1);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_metrics_add_matches(jsmf_context *ctx, jsmf_metrics *out, const char *name, const size_t *match)
{
    double *topics = jsmf_metrics_topics(ctx, out);
    for (size_t k = 0; topics && k < out->k; k++)
        topics[k] = match[k] == JSMF_UNMATCHED ? NAN : (double)match[k];
    return jsmf_metrics_add_column(ctx, out, name, topics);
}

void jsmf_metrics_warn_unmatched(jsmf_context *ctx, size_t k, size_t others, const char *what)
{
    if (k > others)
        jsmf_message(ctx, JSMF_WARNING, "%zu of %zu topics have no match, as there are %zu of %s", k - others, k,
                     others, what);
    else if (k < others)
        jsmf_message(ctx, JSMF_WARNING, "%zu of %zu topics of %s have no match, as there are %zu here", others - k,
                     others, what, k);
}

/* ---- the truth ---- */

static jsmf_status add_anchor_recovery(jsmf_context *ctx, const jsmf_model *m, const jsmf_metrics_truth *t,
                                       jsmf_metrics *out)
{
    static const char *const names[] = { "AnchorRecovery", NULL };
    size_t found = 0;
    if (!m->s || !t->s)
        return jsmf_metrics_add_undefined(ctx, out, names, m->s ? "the truth has no S" : "the model has no S");
    for (size_t l = 0; l < t->k; l++)
        for (size_t k = 0; k < m->k; k++)
            if (t->s[l] != JSMF_NO_ANCHOR && m->s[k] == t->s[l]) {
                found++;
                break;
            }
    return jsmf_metrics_add(ctx, out, names[0], (double)found / (double)t->k, "");
}

static double sum_of(size_t n, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i];
    return sum;
}

static jsmf_status add_correlation_error(jsmf_context *ctx, const jsmf_model *m, const jsmf_metrics_truth *t,
                                         const size_t *match, jsmf_metrics *out)
{
    static const char *const names[] = { "CorrelationError", NULL };
    const size_t k = m->k;
    double error = 0, whole = 0, own, total;
    if (!m->a || !t->a || k != t->k)
        return jsmf_metrics_add_undefined(ctx, out, names,
                                          !m->a   ? "the model has no A"
                                          : !t->a ? "the truth has no A"
                                                  : "the truth has another number of topics");
    own = sum_of(k * k, m->a);
    total = sum_of(k * k, t->a);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++) {
            double truth = t->a[match[i] * k + match[j]] / total;
            error += pow(m->a[i * k + j] / own - truth, 2);
            whole += truth * truth;
        }
    return jsmf_metrics_add(ctx, out, names[0], sqrt(error / whole), "A sums to 0");
}

static jsmf_status add_truth(jsmf_context *ctx, const jsmf_model *m, const jsmf_metrics_truth *t, const size_t *match,
                             double *l1, jsmf_metrics *out)
{
    jsmf_metrics_warn_unmatched(ctx, m->k, t->k, "the truth");
    if (jsmf_metrics_add_matches(ctx, out, "TrueTopic", match) != JSMF_OK) {
        free(l1);
        return jsmf_context_status(ctx);
    }
    if (jsmf_metrics_add_mean_of_others(ctx, out, "TopicL1", l1, out->unmatched, "no match") != JSMF_OK ||
        add_anchor_recovery(ctx, m, t, out) != JSMF_OK)
        return jsmf_context_status(ctx);
    return add_correlation_error(ctx, m, t, match, out);
}

jsmf_status jsmf_metrics_of_truth(jsmf_context *ctx, const jsmf_model *m, const jsmf_metrics_truth *truth,
                                  size_t *match, jsmf_metrics *out)
{
    double *other = jsmf_metrics_transpose(ctx, m->n, truth->k, truth->b), *l1 = jsmf_metrics_topics(ctx, out);
    if (jsmf_context_status(ctx) != JSMF_OK ||
        jsmf_metrics_match(ctx, out, m->n, truth->k, other, match, l1) != JSMF_OK) {
        free(other);
        free(l1);
        return jsmf_context_status(ctx);
    }
    free(other);
    return add_truth(ctx, m, truth, match, l1, out);
}

/* ---- another model ---- */

size_t jsmf_metrics_count_common(const jsmf_metrics_leading *one, size_t k, const jsmf_metrics_leading *other, size_t l)
{
    const size_t *a = one->word + k * one->words, *b = other->word + l * other->words;
    size_t count = 0;
    for (size_t i = 0; i < one->count[k]; i++)
        for (size_t j = 0; j < other->count[l]; j++)
            count += a[i] == b[j];
    return count;
}

static jsmf_status add_shared(jsmf_context *ctx, const jsmf_model *m, const jsmf_metrics_leading *leading,
                              const jsmf_metrics_leading *others, const size_t *match, jsmf_metrics *out)
{
    double *shared = jsmf_metrics_topics(ctx, out), *stable = jsmf_metrics_topics(ctx, out), count = 0;
    for (size_t k = 0; shared && stable && k < m->k; k++) {
        if (match[k] == JSMF_UNMATCHED || out->massless[k])
            continue;
        size_t own = leading->count[k], other = others->count[match[k]];
        shared[k] = (double)jsmf_metrics_count_common(leading, k, others, match[k]);
        stable[k] = 2 * shared[k] >= (double)(own > other ? own : other);
        count += stable[k];
    }
    if (!shared || !stable) {
        free(shared);
        free(stable);
        return jsmf_context_status(ctx);
    }
    if (jsmf_metrics_add_mean_of_others(ctx, out, "AgainstSharedWords", shared, out->unmatched, "no match") !=
        JSMF_OK) {
        free(stable);
        return jsmf_context_status(ctx);
    }
    return jsmf_metrics_add_topics_of_others(ctx, out, "StableTopics", count, stable, out->unmatched, "no match");
}

static jsmf_status compare(jsmf_context *ctx, const jsmf_model *m, const jsmf_model *other, const double *other_bt,
                           size_t words, jsmf_metrics *out)
{
    jsmf_metrics_leading leading = { 0 }, others = { 0 };
    size_t *match = jsmf_alloc(ctx, m->k, sizeof *match);
    double *l1 = jsmf_metrics_topics(ctx, out);
    double *matched_l1;
    if (jsmf_context_status(ctx) != JSMF_OK ||
        jsmf_metrics_match(ctx, out, m->n, other->k, other_bt, match, l1) != JSMF_OK)
        goto done;
    jsmf_metrics_warn_unmatched(ctx, m->k, other->k, "the other model");
    if (jsmf_metrics_leading_find(ctx, m->n, m->k, out->bt, words, &leading) != JSMF_OK ||
        jsmf_metrics_leading_find(ctx, m->n, other->k, other_bt, words, &others) != JSMF_OK ||
        jsmf_metrics_add_matches(ctx, out, "AgainstTopic", match) != JSMF_OK)
        goto done;
    matched_l1 = l1;
    l1 = NULL; /* the list takes it */
    if (jsmf_metrics_add_mean_of_others(ctx, out, "AgainstL1", matched_l1, out->unmatched, "no match") == JSMF_OK)
        jsmf_recorded(add_shared(ctx, m, &leading, &others, match, out));
done:
    free(match);
    jsmf_metrics_leading_free(&leading);
    jsmf_metrics_leading_free(&others);
    free(l1);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_metrics_against(jsmf_context *ctx, const jsmf_model *m, const jsmf_model *other, size_t words,
                                 jsmf_metrics *out)
{
    double *other_bt = jsmf_metrics_transpose(ctx, m->n, other->k, other->b);
    if (other_bt)
        jsmf_recorded(compare(ctx, m, other, other_bt, words, out));
    free(other_bt);
    return jsmf_context_status(ctx);
}
