/* From anchors to a model: p(topic | word), p(word | topic) and p(topic, topic) (001 Algorithms 4 and 5; the end of 000
 * Algorithm 5). */
#include "recovery.h"

#include "model/probability.h"
#include "anchors_inner.h"
#include "base/base_inner.h"
#include "solve/solve_inner.h"

#include <cblas.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An entry of C_SS below this part of the smaller of the two anchors' sums is rounding. */
static const double least_entry = 1e-14;

/* A topic below this part of an even share of the mass has almost none. */
static const double least_share = 1e-3;

/* Rectified corpora have a legality of 0.8 to 1.5; beyond this factor of 1 the model does not fit. */
static const double largest_legality = 2;

jsmf_status jsmf_anchors_recovery_open(jsmf_context *ctx, size_t n, jsmf_anchors_recovery *w)
{
    const size_t k = w->options->anchors.k, nk = jsmf_mul_sat(n, k), kk = jsmf_mul_sat(k, k);
    jsmf_model *m = w->model;
    *m = (jsmf_model){ .n = n, .k = k };
    m->unigram = jsmf_alloc(ctx, n, sizeof *m->unigram);
    m->b = jsmf_alloc(ctx, nk, sizeof *m->b);
    m->a = jsmf_alloc(ctx, kk, sizeof *m->a);
    m->s = jsmf_alloc(ctx, k, sizeof *m->s);
    m->residuals = jsmf_alloc(ctx, k, sizeof *m->residuals);
    w->products = jsmf_alloc(ctx, nk, sizeof *w->products);
    w->css = jsmf_alloc(ctx, kk, sizeof *w->css);
    w->mass = jsmf_alloc(ctx, k, sizeof *w->mass);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_anchors_recovery_close(jsmf_context *ctx, jsmf_anchors_recovery *w)
{
    free(w->products);
    free(w->css);
    free(w->mass);
    free(w->words);
    free(w->first);
    if (jsmf_context_status(ctx) != JSMF_OK)
        jsmf_model_free(w->model);
    return jsmf_context_status(ctx);
}

/* ---- S ---- */

/* The words of anchors that are means of several go into the model, which keeps their first ones as s. */
static jsmf_status note_groups(jsmf_context *ctx, const jsmf_anchors_groups *groups, jsmf_model *model)
{
    for (size_t j = 0; j < groups->k; j++)
        model->s[j] = groups->words[jsmf_anchors_group_first(groups, j)];
    if (groups->count == groups->k) /* one word each */
        return JSMF_OK;
    model->anchor_count = groups->count;
    model->anchor_words = jsmf_copy(ctx, groups->words, groups->count, sizeof *groups->words);
    model->anchor_topics = jsmf_alloc(ctx, groups->count, sizeof *model->anchor_topics);
    for (size_t j = 0; model->anchor_topics && j < groups->k; j++)
        for (size_t w = groups->first[j]; w < groups->first[j + 1]; w++)
            model->anchor_topics[w] = (int64_t)j;
    return jsmf_context_status(ctx);
}

/* The anchors that are not given, of which s has room; then all of them are as if they were given. */
static jsmf_status choose_rest(jsmf_context *ctx, jsmf_anchors_recovery *w, const jsmf_anchors_rows *rows,
                               const double *sums, const jsmf_anchors_options *o)
{
    jsmf_anchors_groups *g = &w->groups;
    if (jsmf_anchors_select_rest(ctx, rows, sums, o, g, w->model->s) != JSMF_OK ||
        jsmf_anchors_fill(ctx, g, w->model->s, &w->words, &w->first) != JSMF_OK)
        return jsmf_context_status(ctx);
    *g = (jsmf_anchors_groups){ .k = g->k, .count = w->first[g->k], .words = w->words, .first = w->first };
    return JSMF_OK;
}

static jsmf_status choose(jsmf_context *ctx, jsmf_anchors_recovery *w, const jsmf_anchors_rows *rows,
                          const double *sums, const jsmf_anchors_options *o)
{
    jsmf_model *m = w->model;
    if (w->options->given)
        return choose_rest(ctx, w, rows, sums, o);
    if (o->project > 0)
        return jsmf_anchors_select_projected(ctx, w->op, sums, o, m->s, m->residuals);
    if (jsmf_anchors_select_rows(ctx, rows, sums, o, m->s, m->residuals, w->products) == JSMF_OK && o->clean_up)
        jsmf_recorded(jsmf_anchors_clean_up(ctx, rows, sums, o, m->s, w->products));
    return jsmf_context_status(ctx);
}

/* Once more, among all words, where the rule's words were too few: the context's error becomes a warning. */
static jsmf_status choose_among_all(jsmf_context *ctx, jsmf_anchors_recovery *w, const jsmf_anchors_rows *rows,
                                    const double *sums, jsmf_anchors_options *o, jsmf_anchors_limit *limit)
{
    const size_t words = limit->words;
    jsmf_context_clear(ctx);
    jsmf_message(ctx, JSMF_WARNING, "the %zu most frequent word%s cannot tell %zu topic%s apart: any word may be an "
                 "anchor", JSMF_COUNTED(words), JSMF_COUNTED(o->k));
    o->min_df = 0;
    o->min_probability = 0;
    if (jsmf_anchors_find_limit(ctx, rows->n, sums, o, limit) == JSMF_OK)
        jsmf_recorded(choose(ctx, w, rows, sums, o));
    return jsmf_context_status(ctx);
}

static jsmf_status choose_within_limit(jsmf_context *ctx, jsmf_anchors_recovery *w, const jsmf_anchors_rows *rows,
                                       const double *sums)
{
    const bool automatic = w->options->anchors.min_df == JSMF_ANCHORS_AUTO;
    jsmf_anchors_options asked = w->options->anchors, o;
    jsmf_anchors_limit limit;
    if (w->options->given && !automatic) /* the limit does not depend on how many are asked for */
        asked.k = jsmf_anchors_open_groups(&w->groups);
    if (jsmf_anchors_settle(ctx, rows, sums, &asked, &o, &limit) != JSMF_OK)
        return jsmf_context_status(ctx);
    o.k = w->groups.k;
    if (choose(ctx, w, rows, sums, &o) == JSMF_ENUMERIC && automatic && (o.min_df > 0 || o.min_probability > 0))
        jsmf_recorded(choose_among_all(ctx, w, rows, sums, &o, &limit));
    w->model->candidates = limit.words;
    w->model->least_df = limit.df;
    w->model->least_probability = limit.probability;
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_anchors_recover_anchors(jsmf_context *ctx, jsmf_anchors_recovery *w, const jsmf_anchors_rows *rows,
                                         const double *sums)
{
    const jsmf_anchors_options *o = &w->options->anchors;
    const size_t *first = w->options->given ? w->options->given_first : NULL;
    jsmf_model *m = w->model;
    w->groups = (jsmf_anchors_groups){ .k = o->k,
                                       .count = first ? first[o->k] : o->k,
                                       .words = w->options->given ? w->options->given : m->s,
                                       .first = first };
    if (w->options->given) {
        if (jsmf_anchors_open_groups(&w->groups) > 0 && choose_within_limit(ctx, w, rows, sums) != JSMF_OK)
            return jsmf_context_status(ctx);
        if (jsmf_anchors_given(ctx, rows, sums, &w->groups, m->residuals, w->products) != JSMF_OK)
            return jsmf_context_status(ctx);
        return note_groups(ctx, &w->groups, m);
    }
    if (choose_within_limit(ctx, w, rows, sums) != JSMF_OK || (!o->clean_up && o->project == 0))
        return jsmf_context_status(ctx);
    return jsmf_anchors_given(ctx, rows, sums, &w->groups, m->residuals, w->products); /* residuals in the end */
}

/* ---- Cbar_S and C_SS ---- */

static jsmf_status take_anchor_rows(jsmf_context *ctx, jsmf_anchors_recovery *w)
{
    jsmf_model *m = w->model;
    const size_t count = w->groups.count;
    double *own = w->groups.first ? jsmf_alloc(ctx, jsmf_mul_sat(count, m->n), sizeof *own) : NULL, *rows;
    size_t *index = jsmf_anchors_group_index(ctx, &w->groups);
    m->canchor = jsmf_alloc(ctx, jsmf_mul_sat(m->k, m->n), sizeof *m->canchor);
    rows = own ? own : m->canchor;
    if (jsmf_context_status(ctx) != JSMF_OK || w->gather(ctx, w->self, count, index, rows) != JSMF_OK)
        goto done;
    jsmf_anchors_group_rows(&w->groups, m->unigram, m->n, rows, m->canchor, w->css);
done:
    free(own);
    free(index);
    return jsmf_context_status(ctx);
}

/* css made symmetric, and 0 where it is negative, or nothing but what rounding leaves of a difference in rows of those
 * sums (a factored C's diagonal). */
static void clip(size_t k, const double *sums, const int64_t *s, double *css)
{
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j <= i; j++) {
            double c = 0.5 * (css[i * k + j] + css[j * k + i]);
            css[i * k + j] = css[j * k + i] = c > least_entry * fmin(sums[s[i]], sums[s[j]]) ? c : 0;
        }
}

/* ---- Bbar ---- */

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
    const jsmf_solve_simplex_options o = { .solver = options->solver,
                                           .tolerance = own ? options->tolerance : 0,
                                           .iterations = own ? options->iterations : 0,
                                           .step = own ? options->step : 0 };
    double *g = gram(ctx, groups, products);
    if (!g)
        return jsmf_context_status(ctx);
    const jsmf_status status = jsmf_solve_simplex(ctx, &o, groups->k, g, n, products, x, report);
    free(g);
    return status;
}

/* Unit vectors for anchors of one word, zero rows for words without mass, which are counted; no entry is rounding. */
static void settle(const jsmf_anchors_groups *groups, size_t n, const double *sums, double *x, size_t *massless)
{
    const size_t k = groups->k;
    *massless = 0;
    for (size_t i = 0; i < n; i++)
        if (!jsmf_model_has_mass(sums[i])) {
            memset(x + i * k, 0, k * sizeof *x);
            ++*massless;
        } else
            jsmf_model_clear_noise(k, x + i * k, 1);
    for (size_t j = 0; j < k; j++) {
        double *row = x + (size_t)groups->words[jsmf_anchors_group_first(groups, j)] * k;
        if (jsmf_anchors_group_length(groups, j) > 1)
            continue;
        memset(row, 0, k * sizeof *x);
        row[j] = 1;
    }
}

/* x (n x k) = Bbar', where row i minimises |Cbar_i - x_i' Cbar_S|^2, or the divergence; *products are freed. */
static jsmf_status find_compositions(jsmf_context *ctx, jsmf_anchors_recovery *w, double *x)
{
    const jsmf_anchors_aw_options *o = w->options;
    const bool kl = o->loss == JSMF_ROWS_KL;
    jsmf_model *m = w->model;
    if (!kl || o->solver != JSMF_EXPGRAD)
        if (solve_squares(ctx, o, &w->groups, m->n, w->products, x, w->report) != JSMF_OK)
            return jsmf_context_status(ctx);
    if (kl && jsmf_anchors_recover_kl(ctx, o, w->op, m->unigram, m->canchor, x, w->report) != JSMF_OK)
        return jsmf_context_status(ctx);
    settle(&w->groups, m->n, m->unigram, x, &m->massless_words);
    free(w->products); /* before Bbar takes their place */
    w->products = NULL;
    return JSMF_OK;
}

/* ---- B ---- */

/* Bayes' rule: B_ik = x_ik c_i / sum_i x_ik c_i; the sums go into mass (k). b may be x. */
static void apply_bayes(size_t n, size_t k, const double *sums, const double *x, double *b, double *mass)
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

/* ---- what is said of the model ---- */

static void report_words(jsmf_context *ctx, size_t massless, jsmf_anchors_source source)
{
    static const char *const why[] = {
        [JSMF_ANCHORS_OF_ORIGINAL] = "in no pair with another word",
        [JSMF_ANCHORS_OF_RECTIFIED] = "rectification left nothing of the row of C",
        [JSMF_ANCHORS_OF_COMPRESSED] = "the row of Y Y' has no positive sum",
    };
    jsmf_message(ctx, JSMF_WARNING, "%zu word%s without mass, which no topic has (%s)", JSMF_COUNTED(massless),
                 why[source]);
}

static void report_topics(jsmf_context *ctx, const jsmf_model *model, size_t isolated, jsmf_anchors_source source)
{
    if (model->massless_topics > 0)
        jsmf_message(ctx, JSMF_WARNING, "%zu topic%s with almost no mass (below %g of an even share)",
                     JSMF_COUNTED(model->massless_topics), least_share);
    if (isolated > 0)
        jsmf_warn_remedy(ctx, jsmf_anchors_recover_remedy(source), 0,
                         "%zu topic%s whose anchor occurs with no anchor: zero row%s of A", JSMF_COUNTED(isolated),
                         jsmf_plural(isolated));
    if (model->legality > largest_legality || model->legality < 1 / largest_legality)
        jsmf_warn_remedy(ctx, jsmf_anchors_recover_remedy(source), 0,
                         "the topics' correlations sum to %.3g before they are divided by it (expected about 1)",
                         model->legality);
}

/* Counts topics without mass. Warns of them, of the model's massless words, of topics without correlations, and of a
 * legality far from 1. */
static void report_model(jsmf_context *ctx, jsmf_model *model, const double *mass, jsmf_anchors_source source)
{
    const double even = cblas_dasum((int)model->k, mass, 1) / (double)model->k;
    size_t isolated = 0;
    model->massless_topics = 0;
    for (size_t j = 0; j < model->k; j++) {
        model->massless_topics += mass[j] < least_share * even;
        isolated += cblas_dasum((int)model->k, model->a + j * model->k, 1) == 0;
    }
    if (model->massless_words > 0)
        report_words(ctx, model->massless_words, source);
    report_topics(ctx, model, isolated, source);
}

/* ---- the whole ---- */

jsmf_status jsmf_anchors_recover(jsmf_context *ctx, jsmf_anchors_recovery *w)
{
    jsmf_model *m = w->model;
    const size_t n = m->n, k = m->k;
    /* Cbar_S and C_SS */
    if (take_anchor_rows(ctx, w) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (!w->keeps_negative && !w->options->plain) /* which inverts C_SS, entries of rare anchors too */
        clip(k, m->unigram, m->s, w->css);
    if (w->options->plain) {
        if (jsmf_anchors_recover_by_inversion(ctx, w->css, w->source, m, w->mass) != JSMF_OK)
            return jsmf_context_status(ctx);
    } else {
        /* Bbar = argmin |Cbar_i - Bbar_i' Cbar_S| over the simplex, for every word i */
        if (find_compositions(ctx, w, m->b) != JSMF_OK)
            return jsmf_context_status(ctx);
        m->bbar = jsmf_alloc(ctx, jsmf_mul_sat(k, n), sizeof *m->bbar);
        if (!m->bbar)
            return jsmf_context_status(ctx);
        cblas_domatcopy(CblasRowMajor, CblasTrans, (int)n, (int)k, 1, m->b, (int)k, m->bbar, (int)n);
        /* B_ik = Bbar_ki c_i / sum_i Bbar_ki c_i */
        apply_bayes(n, k, m->unigram, m->b, m->b, w->mass);
        /* A = D^-1 C_SS D^-1 */
        if (!w->options->least_squares_a && jsmf_anchors_recover_by_diagonal(ctx, w) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    for (size_t j = 0; j < k; j++)
        jsmf_model_clear_noise(n, m->canchor + j * n, 1);
    /* or A = B^+ C B^+' */
    if (w->options->least_squares_a && jsmf_anchors_recover_by_least_squares(ctx, w) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (!w->options->plain && /* inversion has divided A by its sum already */
        (jsmf_anchors_recover_empty(ctx, w) != JSMF_OK ||
         jsmf_anchors_recover_normalise(ctx, k, w->source, m->a, &m->legality) != JSMF_OK))
        return jsmf_context_status(ctx);
    report_model(ctx, m, w->mass, w->source);
    return JSMF_OK;
}
