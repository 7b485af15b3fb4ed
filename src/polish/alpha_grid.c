/* alpha_0 by a search on the bound, topics fixed (004, section 4.2). */
#include "jsmf/polish.h"

#include "run.h"

#include "base/base_inner.h"
#include "document/dirichlet.h"
#include "model/model_inner.h"

#include <math.h>
#include <stdlib.h>

enum { STEPS = JSMF_POLISH_COLD_STEPS }; /* a document, of each point */
/* Of the parameters' mean, at the ends of the grid. */
static const double least_mean = 1e-3, most_mean = 10;
/* Of an even share of alpha_0, as the parameters of moments have it. */
static const double least_share = 1e-6;
/* A token, by which the start's own alpha is likelier than that of the grid. The steps leave less open: they come from
 * the point above, so that the same alpha has another bound in another grid. */
static const double least_loss = 2e-3;

typedef struct search {
    jsmf_polish_run run;
    size_t points, own; /* those of the grid and the start's own, and which of them that is */
    double *totals;     /* points: alpha_0, ascending */
    double *bounds;     /* points: sums over documents */
    double *alpha;      /* k: of the point in hand */
    double *states;     /* of a batch's documents */
    size_t seen;        /* documents, those without known words too */
} search;

static void search_end(search *s)
{
    jsmf_polish_end(&s->run);
    free(s->totals);
    free(s->bounds);
    free(s->alpha);
    free(s->states);
}

/* The grid's points, and the start's alpha where its sum is among them. */
static void fill_totals(search *s)
{
    const size_t k = s->run.k, grid = s->points - 1;
    double own = 0;
    for (size_t j = 0; j < k; j++)
        own += s->run.alpha[j];
    s->own = 0;
    for (size_t p = 0; p < grid; p++) {
        const double total = (double)k * least_mean * pow(most_mean / least_mean, (double)p / (double)(grid - 1));
        s->own += total < own;
        s->totals[p + (total >= own)] = total;
    }
    s->totals[s->own] = own;
}

/* alpha (k) of the point, as the prior has it. */
static void fill_alpha(const search *s, size_t point, double *alpha)
{
    const size_t k = s->run.k;
    for (size_t j = 0; j < k; j++) {
        const double share = fmax(s->run.mean[j], least_share / (double)k);
        alpha[j] = jsmf_document_dirichlet_bounded(point == s->own ? s->run.alpha[j] : s->totals[point] * share);
    }
}

static jsmf_status begin(jsmf_context *ctx, search *s, const jsmf_model *start, const jsmf_polish_options *options,
                         size_t points)
{
    *s = (search){ .points = points + 1 };
    if (jsmf_polish_begin(ctx, start, options, false, &s->run) != JSMF_OK)
        return jsmf_context_status(ctx);
    s->totals = jsmf_alloc(ctx, s->points, sizeof *s->totals);
    s->bounds = jsmf_alloc_zero(ctx, s->points, sizeof *s->bounds);
    s->alpha = jsmf_alloc(ctx, s->run.k, sizeof *s->alpha);
    s->states = jsmf_alloc(ctx, jsmf_mul_sat(JSMF_BATCH_DOCUMENTS, s->run.prior.state), sizeof *s->states);
    if (jsmf_context_status(ctx) != JSMF_OK)
        return jsmf_context_status(ctx);
    fill_totals(s);
    jsmf_polish_set_tokens(&s->run, 1, 1); /* without pseudo-counts their number does not matter */
    return JSMF_OK;
}

/* The prior becomes that of the point. The documents' states keep the tokens that they gave to topics, so that each
 * point begins where the one above it has ended. */
static jsmf_status move_to(jsmf_context *ctx, search *s, size_t point, const jsmf_csr *batch)
{
    jsmf_polish_prior *p = &s->run.prior;
    const size_t k = s->run.k;
    const bool first = point + 1 == s->points;
    for (size_t i = 0; !first && i < batch->rows * k; i++)
        s->states[i] = fmax(s->states[i] - s->alpha[i % k], 0);
    fill_alpha(s, point, s->alpha);
    if (p->class->begin(ctx, p, &(jsmf_polish_prior_start){ .alpha = s->alpha, .mean = s->run.mean }) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t m = 0; first && m < batch->rows; m++)
        p->class->begin_document(p, jsmf_csr_row_sum(batch, m), s->states + m * k);
    for (size_t i = 0; !first && i < batch->rows * k; i++)
        s->states[i] += s->alpha[i % k];
    return JSMF_OK;
}

static jsmf_status add_batch(jsmf_context *ctx, search *s, const jsmf_batches *source, const jsmf_csr *batch)
{
    jsmf_polish_run *r = &s->run;
    jsmf_polish_sums sums = { 0 };
    if (jsmf_model_check_words(ctx, r->n, batch->cols) != JSMF_OK ||
        jsmf_polish_block_load(ctx, &r->block, batch, &r->now) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t p = s->points; p-- > 0;) {
        jsmf_polish_clear(r, &sums);
        if (move_to(ctx, s, p, batch) != JSMF_OK ||
            jsmf_polish_block_compose(ctx, &r->block, &r->prior, STEPS, s->states, &sums) != JSMF_OK)
            return jsmf_context_status(ctx);
        s->bounds[p] += sums.bound;
    }
    r->report.documents += sums.documents;
    r->report.tokens += sums.tokens;
    s->seen += batch->rows;
    return source->documents ? jsmf_progress(ctx, "searching", (double)s->seen / (double)source->documents, -1)
                             : JSMF_OK;
}

static jsmf_status add_all(jsmf_context *ctx, search *s, const jsmf_batches *source)
{
    jsmf_csr batch;
    for (;;) {
        if (source->next(ctx, source->self, &batch) != JSMF_OK)
            return jsmf_context_status(ctx);
        if (batch.rows == 0)
            break;
        if (add_batch(ctx, s, source, &batch) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return s->run.report.documents
               ? JSMF_OK
               : jsmf_fail(ctx, JSMF_EDATA, "no tokens to learn from in %zu document%s", JSMF_COUNTED(s->seen));
}

/* Tells of the points, and leaves the best in *out: the start's own alpha stays where none of the grid is likelier. */
static void judge(jsmf_context *ctx, const search *s, jsmf_polish_grid *out)
{
    const size_t last = s->own == s->points - 1 ? s->points - 2 : s->points - 1, first = s->own == 0;
    size_t best = first;
    for (size_t p = 0; p < s->points; p++) {
        jsmf_message(ctx, JSMF_INFO, "alpha sums to %.4g: bound %.9f a token%s", s->totals[p],
                     s->bounds[p] / s->run.report.tokens, p == s->own ? ", as it was" : "");
        best = p != s->own && s->bounds[p] > s->bounds[best] ? p : best;
    }
    const double loss = (s->bounds[s->own] - s->bounds[best]) / s->run.report.tokens;
    const bool stays = loss > least_loss;
    if (stays)
        jsmf_message(ctx, JSMF_WARNING, "alpha stays as it was, of sum %.4g, which is likelier than all of the grid, "
                     "by %.4f a token: a finer grid may have a better one", s->totals[s->own], loss);
    else if (s->run.k > 1 && (best == first || best == last))
        jsmf_message(ctx, JSMF_WARNING, "the likeliest alpha, of sum %.4g, is at the end of the grid: the likelihood "
                     "may rise further beyond", s->totals[best]);
    best = stays ? s->own : best;
    *out = (jsmf_polish_grid){ .total = s->totals[best],
                               .bound = s->bounds[best] / s->run.report.tokens,
                               .start_total = s->totals[s->own],
                               .start_bound = s->bounds[s->own] / s->run.report.tokens,
                               .documents = s->run.report.documents,
                               .tokens = s->run.report.tokens };
    fill_alpha(s, best, s->alpha);
}

jsmf_status jsmf_polish_alpha_grid(jsmf_context *ctx, const jsmf_model *start, const jsmf_batches *source,
                                   size_t points, double *alpha, jsmf_polish_grid *out)
{
    const jsmf_polish_options options = { .prior = JSMF_POLISH_DIRICHLET, .passes = 1 };
    search s;
    *out = (jsmf_polish_grid){ 0 };
    if (points < 2)
        return jsmf_fail(ctx, JSMF_EUSAGE, "a grid of %zu point%s (expected 2 or more)", JSMF_COUNTED(points));
    if (begin(ctx, &s, start, &options, points) == JSMF_OK && add_all(ctx, &s, source) == JSMF_OK) {
        judge(ctx, &s, out);
        for (size_t j = 0; j < start->k; j++)
            alpha[j] = s.alpha[j];
    }
    search_end(&s);
    return jsmf_context_status(ctx);
}

size_t jsmf_polish_alpha_grid_bytes(const jsmf_context *ctx, size_t n, size_t k)
{
    return jsmf_polish_bytes(ctx, n, k, 0, 0, &(jsmf_polish_options){ .prior = JSMF_POLISH_DIRICHLET });
}
