/* p(topic | word), p(word | topic) and p(topic, topic) from the anchors (001 Algorithms 4 and 5). */
#include "selection.h"
#include "recovery.h"
#include "model/probability.h"

#include <cblas.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double noise = 1e-14;

/* A topic below this part of an even share of the mass has almost none. */
static const double almost_no_mass = 1e-3;

/* Rectified corpora have a legality of 0.8 to 1.5; beyond this factor of 1 the model does not fit. */
static const double far_from_legal = 2;

static const char *const advice[] = {
    [JSMF_ANCHORS_OF_ORIGINAL] = "rare words as anchors: try --min-df, fewer topics, or a rectified co-occurrence",
    [JSMF_ANCHORS_OF_RECTIFIED] =
        "rare words as anchors: try --min-df, fewer topics, or more iterations of the rectification",
    [JSMF_ANCHORS_OF_COMPRESSED] =
        "rare words as anchors: try --min-df, or compress again with more iterations or fewer topics",
};

bool jsmf_anchors_recover_allocate(jsmf_context *ctx, size_t n, size_t k, jsmf_model *model)
{
    *model = (jsmf_model){ .n = n, .k = k };
    model->unigram = jsmf_alloc(ctx, n, sizeof *model->unigram);
    model->b = jsmf_alloc(ctx, jsmf_mul_sat(n, k), sizeof *model->b);
    model->a = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *model->a);
    model->s = jsmf_alloc(ctx, k, sizeof *model->s);
    model->residuals = jsmf_alloc(ctx, k, sizeof *model->residuals);
    return jsmf_context_status(ctx) == JSMF_OK;
}

jsmf_anchors_groups jsmf_anchors_recover_groups(const jsmf_anchors_aw_options *options, const int64_t *s)
{
    const size_t k = options->anchors.k;
    const size_t *first = options->given ? options->given_first : NULL;
    return (jsmf_anchors_groups){
        .k = k, .count = first ? first[k] : k, .words = first ? options->given : s, .first = first
    };
}

jsmf_status jsmf_anchors_recover_note_groups(jsmf_context *ctx, const jsmf_anchors_groups *groups, jsmf_model *model)
{
    if (groups->count == groups->k)
        return JSMF_OK;
    model->anchor_count = groups->count;
    model->anchor_words = jsmf_copy(ctx, groups->words, groups->count, sizeof *groups->words);
    model->anchor_topics = jsmf_alloc(ctx, groups->count, sizeof *model->anchor_topics);
    for (size_t j = 0; model->anchor_topics && j < groups->k; j++)
        for (size_t w = groups->first[j]; w < groups->first[j + 1]; w++)
            model->anchor_topics[w] = (int64_t)j;
    return jsmf_context_status(ctx);
}

/* <mean row of Cbar over group i, anchor j> */
static double gram_entry(const jsmf_anchors_groups *groups, const double *products, size_t i, size_t j)
{
    const size_t first = jsmf_anchors_group_first(groups, i), m = jsmf_anchors_group_length(groups, i);
    double sum = 0;
    for (size_t w = first; w < first + m; w++)
        sum += products[(size_t)groups->words[w] * groups->k + j];
    return sum / (double)m;
}

/* The anchors' Gram matrix, equal to its transpose to the bit. */
static double *gram(jsmf_context *ctx, const jsmf_anchors_groups *groups, const double *products)
{
    const size_t k = groups->k;
    double *g = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *g);
    for (size_t i = 0; g && i < k; i++)
        for (size_t j = 0; j < k; j++)
            g[i * k + j] = 0.5 * (gram_entry(groups, products, i, j) + gram_entry(groups, products, j, i));
    return g;
}

/* x (n x k): p(topic | word), by least squares over the simplex from products (n x k, <Cbar_i, Cbar_s>). */
static jsmf_status solve_squares(jsmf_context *ctx, const jsmf_anchors_aw_options *options,
                                 const jsmf_anchors_groups *groups, size_t n, const double *products, double *x,
                                 jsmf_solve_simplex_report *report)
{
    const bool own = options->loss == JSMF_ROWS_L2; /* else they are where another solver starts */
    double *g = gram(ctx, groups, products);
    jsmf_status status = jsmf_context_status(ctx);
    if (g)
        status = jsmf_solve_simplex(ctx, options->solver, groups->k, g, n, products, own ? options->tolerance : 0,
                                    own ? options->iterations : 0, x, report);
    free(g);
    return status;
}

/* Unit vectors for anchors of one word, zero rows for words without mass, which are counted. */
static void settle(const jsmf_anchors_groups *groups, size_t n, const double *sums, double *x, size_t *massless)
{
    const size_t k = groups->k;
    *massless = 0;
    for (size_t i = 0; i < n; i++)
        if (!jsmf_model_has_mass(sums[i])) {
            memset(x + i * k, 0, k * sizeof *x);
            ++*massless;
        }
    for (size_t j = 0; j < k; j++) {
        double *row = x + (size_t)groups->words[jsmf_anchors_group_first(groups, j)] * k;
        if (jsmf_anchors_group_length(groups, j) > 1)
            continue;
        memset(row, 0, k * sizeof *x);
        row[j] = 1;
    }
}

static jsmf_status recover_composition(jsmf_context *ctx, const jsmf_anchors_aw_options *options,
                                       const jsmf_operator *op, const jsmf_anchors_groups *groups, jsmf_model *model,
                                       const double *products, jsmf_solve_simplex_report *report)
{
    const bool kl = options->loss == JSMF_ROWS_KL;
    double *x = model->b;
    jsmf_status status = JSMF_OK;
    if (!kl || options->solver != JSMF_EXPGRAD)
        status = solve_squares(ctx, options, groups, model->n, products, x, report);
    if (status == JSMF_OK && kl)
        status = jsmf_anchors_recover_kl(ctx, options, op, model->unigram, model->canchor, x, report);
    if (status == JSMF_OK)
        settle(groups, model->n, model->unigram, x, &model->massless_words);
    return status;
}

void jsmf_anchors_recover_topics(size_t n, size_t k, const double *sums, const double *x, double *b, double *mass)
{
    memset(mass, 0, k * sizeof *mass);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++) {
            b[i * k + j] = x[i * k + j] * sums[i];
            mass[j] += b[i * k + j];
        }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++)
            b[i * k + j] /= mass[j];
}

void jsmf_anchors_recover_clip(size_t k, const double *sums, const int64_t *s, double *css)
{
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j <= i; j++) {
            double c = 0.5 * (css[i * k + j] + css[j * k + i]);
            css[i * k + j] = css[j * k + i] = c > noise * fmin(sums[s[i]], sums[s[j]]) ? c : 0;
        }
}

jsmf_status jsmf_anchors_recover_normalise(jsmf_context *ctx, size_t k, jsmf_anchors_source source, double *a,
                                           double *legality)
{
    if (!(*legality > 0) || !isfinite(*legality))
        return jsmf_fail(ctx, JSMF_ENUMERIC, "the topics' correlations cannot be recovered: no anchor occurs together "
                         "with another or itself (%s)", advice[source]);
    for (size_t i = 0; i < k * k; i++)
        a[i] /= *legality;
    return JSMF_OK;
}

/* b's entry at topic j's anchor. */
static double anchor_entry(const jsmf_anchors_groups *groups, const double *sums, const double *b, size_t j)
{
    const size_t first = jsmf_anchors_group_first(groups, j);
    double sum = 0;
    for (size_t w = 0; w < jsmf_anchors_group_length(groups, j); w++)
        sum += jsmf_anchors_group_weight(groups, sums, j, w) * b[(size_t)groups->words[first + w] * groups->k + j];
    return sum;
}

jsmf_status jsmf_anchors_recover_correlations(jsmf_context *ctx, const jsmf_anchors_groups *groups, const double *sums,
                                              const double *css, jsmf_anchors_source source, const double *b, double *a,
                                              double *legality)
{
    const size_t k = groups->k;
    *legality = 0;
    for (size_t i = 0; i < k; i++)
        if (jsmf_anchors_group_length(groups, i) > 1 && !(anchor_entry(groups, sums, b, i) > 0))
            return jsmf_fail(ctx, JSMF_ENUMERIC,
                             "topic %zu has no part in its %zu anchor words (are they words of one "
                             "topic?)",
                             i, jsmf_anchors_group_length(groups, i));
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++) {
            a[i * k + j] = css[i * k + j] / (anchor_entry(groups, sums, b, i) * anchor_entry(groups, sums, b, j));
            *legality += a[i * k + j];
        }
    return jsmf_anchors_recover_normalise(ctx, k, source, a, legality);
}

double jsmf_anchors_recover_cut(size_t n, double *values)
{
    double negative = 0, all = 0;
    for (size_t i = 0; i < n; i++) {
        all += fabs(values[i]);
        if (values[i] < 0) {
            negative -= values[i];
            values[i] = 0;
        }
    }
    return all > 0 ? negative / all : 0;
}

jsmf_status jsmf_anchors_recover_words(jsmf_context *ctx, const jsmf_anchors_aw_options *options,
                                       const jsmf_operator *op, const jsmf_anchors_groups *groups, jsmf_model *model,
                                       double **products, double *mass, jsmf_solve_simplex_report *report)
{
    size_t n = model->n, k = model->k;
    double *x = model->b;
    jsmf_status status = recover_composition(ctx, options, op, groups, model, *products, report);
    free(*products);
    *products = NULL;
    if (status != JSMF_OK)
        return status;
    model->bbar = jsmf_alloc(ctx, jsmf_mul_sat(k, n), sizeof *model->bbar);
    if (!model->bbar)
        return jsmf_context_status(ctx);
    cblas_domatcopy(CblasRowMajor, CblasTrans, (int)n, (int)k, 1, x, (int)k, model->bbar, (int)n);
    jsmf_anchors_recover_topics(n, k, model->unigram, x, model->b, mass);
    return JSMF_OK;
}

static void report_words(jsmf_context *ctx, size_t massless, jsmf_anchors_source source)
{
    static const char *const why[] = {
        [JSMF_ANCHORS_OF_ORIGINAL] = "in no pair with another word",
        [JSMF_ANCHORS_OF_RECTIFIED] = "in no pair with another word",
        [JSMF_ANCHORS_OF_COMPRESSED] = "the row of Y Y' has no positive sum",
    };
    jsmf_message(ctx, JSMF_WARNING, "%zu word%s without mass (%s): zero row%s of B", JSMF_COUNTED(massless),
                 why[source], jsmf_plural(massless));
}

static void report_topics(jsmf_context *ctx, const jsmf_model *model, size_t isolated, jsmf_anchors_source source)
{
    if (model->massless_topics > 0)
        jsmf_message(ctx, JSMF_WARNING, "%zu topic%s with almost no mass (below %g of an even share)",
                     JSMF_COUNTED(model->massless_topics), almost_no_mass);
    if (isolated > 0)
        jsmf_message(ctx, JSMF_WARNING, "%zu topic%s whose anchor occurs with no anchor: zero row%s of A (%s)",
                     JSMF_COUNTED(isolated), jsmf_plural(isolated), advice[source]);
    if (model->legality > far_from_legal || model->legality < 1 / far_from_legal)
        jsmf_message(ctx, JSMF_WARNING, "the topics' correlations sum to %.3g before they are divided by it (expected "
                     "about 1; %s)", model->legality, advice[source]);
}

void jsmf_anchors_recover_report(jsmf_context *ctx, jsmf_model *model, const double *mass, jsmf_anchors_source source)
{
    const double even = cblas_dasum((int)model->k, mass, 1) / (double)model->k;
    size_t isolated = 0;
    model->massless_topics = 0;
    for (size_t j = 0; j < model->k; j++) {
        model->massless_topics += mass[j] < almost_no_mass * even;
        isolated += cblas_dasum((int)model->k, model->a + j * model->k, 1) == 0;
    }
    if (model->massless_words > 0)
        report_words(ctx, model->massless_words, source);
    report_topics(ctx, model, isolated, source);
}
