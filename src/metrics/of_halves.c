/* Topics that two models, each learned from a half of the documents, have in common. */
#include "matching.h"

#include "jsmf/infer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- words ---- */

/* The shared part of the leading words that each topic and its match have, of the more where one has fewer. */
static double *share_words(jsmf_context *ctx, const jsmf_metrics_leading *leading, const jsmf_metrics_leading *others,
                           const size_t *match, const jsmf_metrics *out)
{
    double *part = jsmf_metrics_topics(ctx, out);
    for (size_t k = 0; part && k < out->k; k++) {
        size_t most;
        if (match[k] == JSMF_UNMATCHED || out->massless[k])
            continue;
        most = jsmf_greatest(leading->count[k], others->count[match[k]]);
        part[k] = most ? (double)jsmf_metrics_count_common(leading, k, others, match[k]) / (double)most : 0;
    }
    return part;
}

/* The curve: the part of the topics whose part of shared words is a tenth, two tenths, ... at least. part is taken. */
static jsmf_status add_curve(jsmf_context *ctx, double *part, size_t topics, jsmf_metrics *out)
{
    static const char *const names[] = { "SplitShared10", "SplitShared20", "SplitShared30", "SplitShared40",
                                         "SplitShared50", "SplitShared60", "SplitShared70", "SplitShared80",
                                         "SplitShared90" };
    enum { POINTS = sizeof names / sizeof *names };
    static const double rounding = 1e-12;
    double curve[POINTS] = { 0 };
    for (size_t i = 0; i < POINTS; i++)
        for (size_t k = 0; k < out->k; k++)
            curve[i] += part[k] >= (double)(i + 1) / 10 - rounding;
    if (jsmf_metrics_add_mean_of_others(ctx, out, "SplitWords", part, out->unmatched, "no match") != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < POINTS; i++)
        if (jsmf_metrics_add(ctx, out, names[i], curve[i] / (double)topics, "no topics") != JSMF_OK)
            break;
    return jsmf_context_status(ctx);
}

/* ---- documents ---- */

/* Sums over documents of a topic's shares by both models, x and y, less those in the first document, so that little
 * cancels where all shares are alike. */
typedef struct moments {
    double first_x, first_y;
    double x, y, xx, yy, xy;
} moments;

typedef struct comparison {
    const size_t *match;
    size_t k, others;
    jsmf_infer *one, *other;
    double *w, *v;          /* a batch's compositions by each */
    unsigned char *flags;   /* of the batch's documents by the first, and behind them by the other */
    moments *sums;          /* k */
    size_t documents;       /* that both know words of */
} comparison;

static void add_document(comparison *c, const double *w, const double *v)
{
    for (size_t k = 0; k < c->k; k++) {
        moments *s = c->sums + k;
        double x, y;
        if (c->match[k] == JSMF_UNMATCHED)
            continue;
        if (c->documents == 0) {
            s->first_x = w[k];
            s->first_y = v[c->match[k]];
        }
        x = w[k] - s->first_x;
        y = v[c->match[k]] - s->first_y;
        s->x += x;
        s->y += y;
        s->xx += x * x;
        s->yy += y * y;
        s->xy += x * y;
    }
    c->documents++;
}

static jsmf_status add_batch(jsmf_context *ctx, comparison *c, const jsmf_csr *batch)
{
    unsigned char *others = c->flags + batch->rows;
    if (jsmf_infer_compose(ctx, c->one, batch, c->w, c->flags) != JSMF_OK ||
        jsmf_infer_compose(ctx, c->other, batch, c->v, others) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t d = 0; d < batch->rows; d++)
        if (!((c->flags[d] | others[d]) & JSMF_DOCUMENT_EMPTY))
            add_document(c, c->w + d * c->k, c->v + d * c->others);
    return JSMF_OK;
}

static jsmf_status add_documents(jsmf_context *ctx, comparison *c, const jsmf_csr *h)
{
    jsmf_batches source;
    jsmf_csr batch;
    if (jsmf_batches_of_csr(ctx, h, &source) != JSMF_OK)
        goto done;
    for (size_t first = 0;; first += batch.rows) {
        if (source.next(ctx, source.self, &batch) != JSMF_OK || batch.rows == 0)
            break;
        if (jsmf_progress(ctx, "composing documents twice", (double)first / (double)h->rows, -1) != JSMF_OK ||
            add_batch(ctx, c, &batch) != JSMF_OK)
            break;
    }
done:
    jsmf_batches_free(&source);
    return jsmf_context_status(ctx);
}

/* Undefined where shares differ by no more than rounding. */
static double correlation(const moments *s, double n)
{
    static const double rounding = 1e-12;
    const double least = n * rounding * rounding;
    const double x = s->xx - s->x * s->x / n, y = s->yy - s->y * s->y / n, both = s->xy - s->x * s->y / n;
    return x > least && y > least ? fmax(-1, fmin(1, both / sqrt(x * y))) : NAN;
}

static jsmf_status correlate(jsmf_context *ctx, comparison *c, const jsmf_csr *h, jsmf_metrics *out)
{
    double *topics;
    c->w = jsmf_alloc(ctx, jsmf_mul_sat(JSMF_BATCH_DOCUMENTS, c->k), sizeof *c->w);
    c->v = jsmf_alloc(ctx, jsmf_mul_sat(JSMF_BATCH_DOCUMENTS, c->others), sizeof *c->v);
    c->flags = jsmf_alloc(ctx, 2 * (size_t)JSMF_BATCH_DOCUMENTS, 1);
    c->sums = jsmf_alloc_zero(ctx, c->k, sizeof *c->sums);
    if (jsmf_context_status(ctx) != JSMF_OK || add_documents(ctx, c, h) != JSMF_OK)
        return jsmf_context_status(ctx);
    topics = jsmf_metrics_topics(ctx, out);
    for (size_t k = 0; topics && k < c->k; k++)
        if (c->match[k] != JSMF_UNMATCHED && c->documents > 1)
            topics[k] = correlation(c->sums + k, (double)c->documents);
    return jsmf_metrics_add_mean_of_others(ctx, out, "SplitCorrelation", topics, out->unmatched,
                                           "no two documents in which the topic's shares differ");
}

/* Correlations that no documents can have are no error here. */
static jsmf_status add_correlation(jsmf_context *ctx, const jsmf_model *m, const jsmf_model *half, const jsmf_csr *h,
                                   const size_t *match, jsmf_metrics *out)
{
    static const char *const names[] = { "SplitCorrelation", NULL };
    comparison c = { .match = match, .k = m->k, .others = half->k };
    char why[512];
    jsmf_status status;
    if (!m->a || !half->a)
        return jsmf_metrics_add_undefined(ctx, out, names, "a model has no A");
    status = jsmf_infer_new(ctx, m, NULL, &jsmf_infer_defaults, &c.one);
    if (status == JSMF_OK)
        status = jsmf_infer_new(ctx, half, NULL, &jsmf_infer_defaults, &c.other);
    if (status == JSMF_EDATA || status == JSMF_ENUMERIC) {
        snprintf(why, sizeof why, "%s", jsmf_context_error(ctx));
        jsmf_context_clear(ctx);
        jsmf_recorded(jsmf_metrics_add_undefined(ctx, out, names, why));
    } else if (status == JSMF_OK) {
        jsmf_recorded(correlate(ctx, &c, h, out));
    }
    jsmf_infer_free(c.one);
    jsmf_infer_free(c.other);
    free(c.w);
    free(c.v);
    free(c.flags);
    free(c.sums);
    return jsmf_context_status(ctx);
}

size_t jsmf_metrics_halves_bytes(const jsmf_context *ctx, const jsmf_model *m, const jsmf_model *half)
{
    const size_t batch = jsmf_mul_sat(JSMF_BATCH_DOCUMENTS, (m->k + half->k) * sizeof(double));
    return jsmf_add_sat(batch, jsmf_add_sat(jsmf_infer_bytes(ctx, &jsmf_infer_defaults, m),
                                            jsmf_infer_bytes(ctx, &jsmf_infer_defaults, half)));
}

/* ---- both ---- */

static jsmf_status compare(jsmf_context *ctx, const jsmf_model *m, const jsmf_model *half, const double *half_bt,
                           size_t words, const jsmf_csr *h, jsmf_metrics *out)
{
    jsmf_metrics_leading leading = { 0 }, others = { 0 };
    size_t *match = jsmf_alloc(ctx, m->k, sizeof *match);
    double *l1 = jsmf_metrics_topics(ctx, out), *part;
    if (jsmf_context_status(ctx) != JSMF_OK ||
        jsmf_metrics_match(ctx, out, m->n, half->k, half_bt, match, l1) != JSMF_OK)
        goto done;
    jsmf_metrics_warn_unmatched(ctx, m->k, half->k, "the other half's model");
    if (jsmf_metrics_leading_find(ctx, m->n, m->k, out->bt, words, &leading) != JSMF_OK ||
        jsmf_metrics_leading_find(ctx, m->n, half->k, half_bt, words, &others) != JSMF_OK ||
        jsmf_metrics_add_matches(ctx, out, "SplitTopic", match) != JSMF_OK)
        goto done;
    part = share_words(ctx, &leading, &others, match, out);
    if (part && add_curve(ctx, part, jsmf_greatest(m->k, half->k), out) == JSMF_OK && h)
        jsmf_recorded(add_correlation(ctx, m, half, h, match, out));
done:
    free(match);
    free(l1);
    jsmf_metrics_leading_free(&leading);
    jsmf_metrics_leading_free(&others);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_metrics_of_halves(jsmf_context *ctx, const jsmf_model *m, const jsmf_model *half, size_t words,
                                   const jsmf_csr *h, jsmf_metrics *out)
{
    double *half_bt = jsmf_metrics_transpose(ctx, m->n, half->k, half->b);
    if (half_bt)
        jsmf_recorded(compare(ctx, m, half, half_bt, words, h, out));
    free(half_bt);
    return jsmf_context_status(ctx);
}
