/* Metrics of the topics' leading words and of the anchors among them. */
#include "list.h"

#include "base/base_inner.h"

#include <math.h>
#include <stdlib.h>

enum { DISSIMILARITY_WORDS = 20 };

/* ---- words that topics share ---- */

/* How many topics have each word among their leading ones; topics without mass have none. */
static void count_owners(const jsmf_metrics *out, const jsmf_metrics_leading *leading, size_t *owners)
{
    for (size_t k = 0; k < out->k; k++)
        for (size_t j = 0; j < leading->count[k]; j++)
            owners[leading->word[k * leading->words + j]]++;
}

/* unique[k]: leading words that are no other topic's; shared[k]: sum over the other topics of those in common. */
static jsmf_status count_shared(jsmf_context *ctx, const jsmf_model *m, const jsmf_metrics *out, size_t words,
                                double *unique, double *shared)
{
    jsmf_metrics_leading leading;
    size_t *owners = jsmf_alloc_zero(ctx, m->n, sizeof *owners);
    if (jsmf_metrics_leading_find(ctx, m->n, m->k, out->bt, words, &leading) == JSMF_OK) {
        count_owners(out, &leading, owners);
        for (size_t k = 0; k < m->k; k++) {
            unique[k] = shared[k] = 0;
            for (size_t j = 0; j < leading.count[k]; j++) {
                size_t own = owners[leading.word[k * leading.words + j]];
                unique[k] += own == 1;
                shared[k] += (double)(own - 1);
            }
        }
    }
    jsmf_metrics_leading_free(&leading);
    free(owners);
    return jsmf_context_status(ctx);
}

static double sum_defined(const jsmf_metrics *out, const double *topics)
{
    double sum = 0;
    for (size_t k = 0; k < out->k; k++)
        sum += out->massless[k] ? 0 : topics[k];
    return sum;
}

/* Takes unique and shared; names: of either, or NULL where it is not wanted. */
static jsmf_status add_counts(jsmf_context *ctx, const jsmf_model *m, size_t words, const char *unique_name,
                              const char *shared_name, jsmf_metrics *out)
{
    double *unique = jsmf_metrics_topics(ctx, out), *shared = jsmf_metrics_topics(ctx, out);
    double pairs = jsmf_metrics_massive(out) ? 0 : NAN;
    if (!unique || !shared || count_shared(ctx, m, out, words, unique, shared) != JSMF_OK) {
        free(unique);
        free(shared);
        return jsmf_context_status(ctx);
    }
    pairs += sum_defined(out, shared) / 2;
    if (!shared_name)
        free(shared);
    if (jsmf_metrics_add_mean(ctx, out, unique_name, unique, "it has no words") != JSMF_OK) {
        if (shared_name)
            free(shared);
        return jsmf_context_status(ctx);
    }
    return shared_name ? jsmf_metrics_add_topics(ctx, out, shared_name, pairs, shared, "it has no words") : JSMF_OK;
}

/* ---- anchors ---- */

static size_t count_above(size_t n, const double *x, double limit)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += x[i] > limit;
    return count;
}

static size_t count_equal(size_t n, const double *x, double value)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += x[i] == value;
    return count;
}

typedef struct ranks {
    const jsmf_model *m;
    const double *bt;
    double *rank; /* k x k: of anchor k in topic l at [l * k + k] */
} ranks;

static jsmf_status rank_anchors(jsmf_context *ctx, void *arg, size_t topic)
{
    const ranks *r = arg;
    const double *b = r->bt + topic * r->m->n;
    (void)ctx;
    for (size_t k = 0; k < r->m->k; k++) {
        const int64_t word = r->m->s[k];
        if (word == JSMF_NO_ANCHOR)
            continue;
        r->rank[topic * r->m->k + k] =
            (double)(1 + count_above(r->m->n, b, b[word]) + count_equal((size_t)word, b, b[word]));
    }
    return JSMF_OK;
}

/* Over the other topics: of the anchor's ranks and probabilities. */
static void mean_elsewhere(const ranks *r, const jsmf_metrics *out, size_t k, double *rank, double *probability)
{
    const jsmf_model *m = r->m;
    double others = (double)(jsmf_metrics_massive(out) - 1);
    *rank = *probability = 0;
    for (size_t l = 0; l < m->k; l++)
        if (l != k && !out->massless[l]) {
            *rank += r->rank[l * m->k + k];
            *probability += r->bt[l * m->n + (size_t)m->s[k]];
        }
    *rank /= others;
    *probability /= others;
}

static double largest(size_t n, const double *x)
{
    double most = x[0];
    for (size_t i = 1; i < n; i++)
        most = fmax(most, x[i]);
    return most;
}

/* The four metrics by topic, in their order, 4 x k. Those of topics without an anchor stay undefined. */
static void judge_anchors(const ranks *r, const jsmf_metrics *out, double *const topics[4])
{
    const jsmf_model *m = r->m;
    for (size_t k = 0; k < m->k; k++) {
        const double *b = r->bt + k * m->n;
        if (m->s[k] == JSMF_NO_ANCHOR)
            continue;
        topics[0][k] = r->rank[k * m->k + k];
        topics[1][k] = log(largest(m->n, b)) - log(b[m->s[k]]);
        mean_elsewhere(r, out, k, &topics[2][k], &topics[3][k]);
    }
}

static jsmf_status add_four(jsmf_context *ctx, jsmf_metrics *out, const char *const *names, double *topics[4])
{
    static const char *const why[] = { "B is not finite", "its anchor has probability 0", "there is no other topic",
                                       "there is no other topic" };
    for (size_t i = 0; i < 4; i++) {
        double *each = topics[i];
        topics[i] = NULL;
        if (jsmf_metrics_add_mean_of_others(ctx, out, names[i], each, out->anchorless, why[i]) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

static jsmf_status add_anchors(jsmf_context *ctx, const jsmf_model *m, jsmf_metrics *out)
{
    static const char *const names[] = { "BasisRank", "SoftBasisRank", "BasisQuality", "SoftBasisQuality", NULL };
    ranks r = { .m = m, .bt = out->bt };
    double *topics[4] = { NULL };
    if (!m->s)
        return jsmf_metrics_add_undefined(ctx, out, names, "the model has no S");
    r.rank = jsmf_alloc(ctx, m->k * m->k, sizeof *r.rank);
    for (size_t i = 0; i < 4; i++)
        topics[i] = jsmf_metrics_topics(ctx, out);
    if (jsmf_context_status(ctx) != JSMF_OK || jsmf_parallel(ctx, m->k, rank_anchors, &r) != JSMF_OK)
        goto done;
    judge_anchors(&r, out, topics);
    jsmf_recorded(add_four(ctx, out, names, topics));
done:
    for (size_t i = 0; i < 4; i++)
        free(topics[i]);
    free(r.rank);
    return jsmf_context_status(ctx);
}

/* ---- separability ---- */

/* How much of the word is outside its main topic, relative to it; NaN for a word of no topic. */
static double impurity(const jsmf_model *m, size_t word)
{
    const double *row = m->b + word * m->k;
    double most = largest(m->k, row), sum = 0;
    for (size_t k = 0; k < m->k; k++)
        sum += row[k];
    return (sum - most) / most;
}

/* The mean over the k least of the n values that are numbers. */
static jsmf_status mean_of_least(jsmf_context *ctx, size_t n, double *values, size_t k, double *mean)
{
    size_t *least = jsmf_alloc(ctx, k, sizeof *least), found;
    double sum = 0;
    if (!least)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < n; i++)
        values[i] = -values[i];
    found = jsmf_top(n, values, 1, -INFINITY, k, least);
    for (size_t j = 0; j < found; j++)
        sum -= values[least[j]];
    *mean = found ? sum / (double)found : NAN;
    free(least);
    return JSMF_OK;
}

static jsmf_status add_separability(jsmf_context *ctx, const jsmf_model *m, jsmf_metrics *out)
{
    static const char *const names[] = { "SeparabilityAnchors", NULL };
    double *all = jsmf_alloc(ctx, m->n, sizeof *all), *topics = m->s ? jsmf_metrics_topics(ctx, out) : NULL;
    double *of_anchors, best = NAN;
    if (jsmf_context_status(ctx) != JSMF_OK)
        goto done;
    for (size_t i = 0; i < m->n; i++)
        all[i] = impurity(m, i);
    for (size_t k = 0; topics && k < m->k; k++)
        topics[k] = m->s[k] == JSMF_NO_ANCHOR ? NAN : all[m->s[k]];
    of_anchors = topics;
    topics = NULL; /* the list takes it */
    if ((of_anchors ? jsmf_metrics_add_mean_of_others(ctx, out, names[0], of_anchors, out->anchorless,
                                                      "its anchor is in no topic")
                    : jsmf_metrics_add_undefined(ctx, out, names, "the model has no S")) == JSMF_OK &&
        mean_of_least(ctx, m->n, all, m->k, &best) == JSMF_OK)
        jsmf_recorded(jsmf_metrics_add(ctx, out, "SeparabilityBest", best, "no topic has mass"));
done:
    free(all);
    free(topics);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_metrics_of_unique_words(jsmf_context *ctx, const jsmf_model *m, size_t words, jsmf_metrics *out)
{
    return add_counts(ctx, m, words, "UniqueWords", NULL, out);
}

jsmf_status jsmf_metrics_of_words(jsmf_context *ctx, const jsmf_model *m, size_t words, jsmf_metrics *out)
{
    if (add_counts(ctx, m, DISSIMILARITY_WORDS, "Dissimilarity", NULL, out) != JSMF_OK ||
        add_counts(ctx, m, words, "UniqueWords", "SimCount", out) != JSMF_OK || add_anchors(ctx, m, out) != JSMF_OK)
        return jsmf_context_status(ctx);
    return add_separability(ctx, m, out);
}
