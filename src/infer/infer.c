/* Composition inference: a method made ready, its dual taken in and out, and the compositions of a batch. */
#include "live_topics.h"
#include "methods.h"
#include "store.h"

#include "dense/dense.h"
#include "document/normal_prior.h"
#include "base/base_inner.h"
#include "infer_inner.h"
#include "model/model_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const jsmf_infer_options jsmf_infer_defaults = {
    .method = JSMF_INFER_NORMAL, .loss = JSMF_LEAST_SQUARES, .weights = JSMF_WEIGHTS_MODEL,
    .prior = JSMF_INFER_DEFAULT_PRIOR, .iterations = 50, .tolerance = 1e-3, .burn_in = 100, .samples = 400,
};

const char *const jsmf_infer_loss_names[] = { "least-squares", "likelihood", NULL };
const char *const jsmf_infer_weights_names[] = { "model", "none", NULL };

struct jsmf_infer {
    const jsmf_infer_class *class;
    jsmf_infer_live live; /* what is given, where a topic of the model has no mass */
    jsmf_infer_given given;
    jsmf_infer_lambda dual;
    void *state; /* the class's, made of the dual */
    bool ready;  /* the state is made */
    /* What the documents that have been composed add up to. */
    jsmf_infer_totals totals;
    double *moment; /* k x k: the sum of w w', without the empty documents */
};

/* ---- new and free ---- */

static jsmf_status check_options(jsmf_context *ctx, const jsmf_infer_options *o)
{
    const jsmf_infer_class *class = jsmf_infer_class_of(o->method);
    if (!(o->prior >= 0 && o->prior <= 1))
        return jsmf_fail(ctx, JSMF_EUSAGE, "a prior of strength %g (expected 0 to 1)", o->prior);
    if (!(o->tolerance >= 0))
        return jsmf_fail(ctx, JSMF_EUSAGE, "a tolerance of %g (expected 0 or more)", o->tolerance);
    if (!(o->delta >= 0 && o->delta < 1))
        return jsmf_fail(ctx, JSMF_EUSAGE, "a delta of %g (expected 0 or more, below 1)", o->delta);
    if (o->paper && (!class->has_paper || o->loss != JSMF_LEAST_SQUARES || o->weights != JSMF_WEIGHTS_NONE ||
                     o->prior != 1))
        return jsmf_fail(ctx, JSMF_EUSAGE, "to the letter of the paper are padd and pami, least squares without "
                         "weights and with a prior of strength 1");
    return class->check ? class->check(ctx, o) : JSMF_OK;
}

static jsmf_status check_correlations(jsmf_context *ctx, const jsmf_model *model, const jsmf_infer_options *o,
                                      size_t *massless)
{
    *massless = 0;
    if (model->a)
        return jsmf_document_check_correlations(ctx, model->k, model->a, massless);
    if (!jsmf_infer_needs_a(o))
        return JSMF_OK;
    return jsmf_fail_remedy(ctx, JSMF_EDATA, JSMF_REMEDY_METHOD_WITHOUT_A, 0, "the model has no A, which %s needs",
                            jsmf_infer_method_names[o->method]);
}

/* Where topics have no mass, a prior that follows A is one of the others alone; without such a prior A, of which some
 * is missing, says nothing. */
static jsmf_status give(jsmf_context *ctx, const jsmf_model *model, const double *alpha, size_t massless,
                        const jsmf_infer_options *options, jsmf_infer *infer)
{
    const bool chi_square = infer->class->chi_square;
    const bool dropped = massless > 0 && jsmf_infer_needs_a(options);
    jsmf_model taken = *model;
    if (massless > 0)
        jsmf_warn_remedy(ctx, JSMF_REMEDY_MODEL_OF_FREQUENT_ANCHORS, 0,
                         massless == 1 ? "%zu topic has no mass (its row of A is zero): %s"
                                       : "%zu topics have no mass (their rows of A are zero): %s", massless,
                         !dropped ? "A is not used" : massless == 1 ? "it gets no part in any document"
                                                                    : "they get no part in any document");
    if (dropped) {
        if (jsmf_infer_live_make(ctx, model, alpha, &infer->live) != JSMF_OK)
            return jsmf_context_status(ctx);
        return jsmf_infer_given_make(ctx, &infer->live.model, infer->live.alpha, options, chi_square, &infer->given);
    }
    if (massless > 0)
        taken.a = NULL;
    return jsmf_infer_given_make(ctx, &taken, alpha, options, chi_square, &infer->given);
}

jsmf_status jsmf_infer_new(jsmf_context *ctx, const jsmf_model *model, const double *alpha,
                           const jsmf_infer_options *options, jsmf_infer **out)
{
    size_t massless;
    *out = NULL;
    if (check_options(ctx, options) != JSMF_OK || check_correlations(ctx, model, options, &massless) != JSMF_OK ||
        jsmf_model_check_alpha(ctx, NULL, model->k, alpha) != JSMF_OK)
        return jsmf_context_status(ctx);
    jsmf_infer *infer = jsmf_alloc_zero(ctx, 1, sizeof *infer);
    if (!infer)
        return jsmf_context_status(ctx);
    infer->class = jsmf_infer_class_under(options);
    infer->moment = jsmf_alloc_zero(ctx, jsmf_mul_sat(model->k, model->k), sizeof *infer->moment);
    if (infer->moment && give(ctx, model, alpha, massless, options, infer) == JSMF_OK)
        *out = infer;
    else
        jsmf_infer_free(infer);
    return jsmf_context_status(ctx);
}

static void forget_state(jsmf_infer *infer)
{
    if (infer->class->free)
        infer->class->free(infer->state);
    infer->state = NULL;
    infer->ready = false;
}

void jsmf_infer_free(jsmf_infer *infer)
{
    if (!infer)
        return;
    forget_state(infer);
    jsmf_infer_given_release(&infer->given);
    jsmf_infer_live_release(&infer->live);
    free(infer->dual.values);
    free(infer->moment);
    free(infer);
}

size_t jsmf_infer_bytes(const jsmf_context *ctx, const jsmf_infer_options *options, const jsmf_model *model)
{
    enum { SQUARES = 64 }; /* of k x k, most of them L-BFGS's */
    const size_t n = model->n, k = model->k, square = jsmf_mul_sat(k, k), words = jsmf_mul_sat(n, k + 2);
    const size_t own = jsmf_infer_class_under(options)->bytes(k, n) / sizeof(double);
    const size_t scratch = jsmf_add_sat(own, jsmf_mul_sat(2, n));
    const size_t problem = jsmf_add_sat(jsmf_mul_sat(2, square), scratch);
    const size_t threads = jsmf_mul_sat((size_t)jsmf_context_threads(ctx), problem);
    const size_t blocks = jsmf_mul_sat(JSMF_INFER_BLOCK, 4 * k), most = jsmf_greatest(words, blocks);
    const size_t doubles = jsmf_add_sat(jsmf_add_sat(most, jsmf_mul_sat(SQUARES, square)), threads);
    const size_t live = jsmf_infer_needs_a(options) ? jsmf_infer_live_bytes(model) : 0;
    return jsmf_add_sat(jsmf_add_sat(jsmf_mul_sat(doubles, sizeof(double)), live), jsmf_document_normal_fit_bytes(k));
}

/* ---- the dual ---- */

bool jsmf_infer_needs_dual(const jsmf_infer *infer) { return infer->class->fit && infer->given.options.prior > 0; }

const double *jsmf_infer_dual(const jsmf_infer *infer, size_t shape[2])
{
    shape[0] = infer->dual.values ? infer->dual.rows : 0;
    shape[1] = infer->dual.values ? infer->given.k : 0;
    return infer->dual.values;
}

static jsmf_status check_dual(jsmf_context *ctx, const jsmf_infer *infer, size_t rows, size_t cols, const double *dual)
{
    const size_t k = infer->given.k;
    const bool symmetric = infer->class->symmetric;
    if (cols != k || rows == 0 || rows % k != 0 || (symmetric && rows != k))
        return jsmf_fail(ctx, JSMF_EDATA, "a dual of %zu x %zu (expected %zu x %zu: is it of this model?)", rows, cols,
                         k, k);
    for (size_t i = 0; i < rows * cols; i++)
        if (!isfinite(dual[i]))
            return jsmf_fail(ctx, JSMF_EDATA, "dual[%zu, %zu] is not a finite number", i / cols, i % cols);
    for (size_t i = 0; symmetric && i < rows; i++)
        for (size_t j = 0; j < i; j++)
            if (dual[i * cols + j] != dual[j * cols + i])
                return jsmf_fail(ctx, JSMF_EDATA, "the dual is not symmetric (dual[%zu, %zu] is %g, dual[%zu, %zu] is "
                                 "%g)", i, j, dual[i * cols + j], j, i, dual[j * cols + i]);
    return JSMF_OK;
}

jsmf_status jsmf_infer_set_dual(jsmf_context *ctx, jsmf_infer *infer, size_t rows, size_t cols, const double *dual)
{
    const jsmf_infer_options *o = &infer->given.options;
    if (!jsmf_infer_needs_dual(infer))
        return jsmf_fail(ctx, JSMF_EUSAGE, "%s with a prior of %g has no dual", jsmf_infer_method_names[o->method],
                         o->prior);
    if (check_dual(ctx, infer, rows, cols, dual) != JSMF_OK)
        return jsmf_context_status(ctx);
    forget_state(infer);
    return jsmf_infer_lambda_set(ctx, rows, cols, dual, &infer->dual);
}

jsmf_status jsmf_infer_fit(jsmf_context *ctx, jsmf_infer *infer, const jsmf_batches *source,
                           jsmf_infer_fit_report *report)
{
    jsmf_infer_fit_report none, *r = report ? report : &none;
    const bool needed = jsmf_infer_needs_dual(infer);
    *r = (jsmf_infer_fit_report){ .converged = !needed, .dual = NAN, .distance = NAN, .gap = NAN };
    if (!needed)
        return JSMF_OK;
    forget_state(infer);
    return infer->class->fit(ctx, &infer->given, source, &infer->dual, r);
}

static jsmf_status make_ready(jsmf_context *ctx, jsmf_infer *infer)
{
    if (infer->ready)
        return JSMF_OK;
    if (jsmf_infer_needs_dual(infer) && !infer->dual.values)
        return jsmf_fail(ctx, JSMF_EUSAGE, "the dual must be learned first");
    forget_state(infer);
    if (infer->class->new && infer->class->new(ctx, &infer->given, &infer->dual, &infer->state) != JSMF_OK)
        return jsmf_context_status(ctx);
    infer->ready = true;
    return JSMF_OK;
}

/* ---- the compositions of a batch ---- */

typedef struct tally {
    size_t empty, unconverged, cut;
    double known, unknown, worst_kkt;
} tally;

typedef struct composing {
    const jsmf_infer *infer;
    const jsmf_csr *batch;
    double *w;
    unsigned char *flags;
    tally *tallies; /* one a chunk */
} composing;

typedef struct scratch {
    int32_t *indices;
    double *h, *work;
} scratch;

/* Brings w to sum 1, whatever rounding left. NaN would pass every later comparison. */
static jsmf_status normalise(jsmf_context *ctx, size_t k, size_t row, double *w)
{
    double sum = 0;
    for (size_t j = 0; j < k; j++)
        sum += w[j];
    if (!isfinite(sum) || !(sum > 0))
        return jsmf_fail(ctx, JSMF_ENUMERIC, "the composition of document %zu of a batch is not a number", row);
    for (size_t j = 0; j < k; j++)
        w[j] /= sum;
    return JSMF_OK;
}

static jsmf_status compose_one(jsmf_context *ctx, const composing *c, size_t row, const scratch *s, tally *t)
{
    const jsmf_infer *infer = c->infer;
    const jsmf_infer_given *given = &infer->given;
    const jsmf_document_frequencies d = jsmf_infer_document_of(given, c->batch, row, s->indices, s->h);
    double *w = c->w + row * given->k;
    jsmf_document_outcome outcome = { .converged = true };
    unsigned char flags = 0;
    if (d.words == 0) {
        memcpy(w, given->mean, given->k * sizeof *w);
        flags = JSMF_DOCUMENT_EMPTY;
    } else if (infer->class->compose(ctx, given, infer->state, &d, w, s->work, &outcome) != JSMF_OK ||
               normalise(ctx, given->k, row, w) != JSMF_OK) {
        return jsmf_context_status(ctx);
    }
    if (!outcome.converged)
        flags |= JSMF_DOCUMENT_UNCONVERGED;
    if (outcome.cut)
        flags |= JSMF_DOCUMENT_CUT;
    t->empty += d.words == 0;
    t->unconverged += !outcome.converged;
    t->cut += outcome.cut;
    t->known += d.tokens;
    t->unknown += jsmf_csr_row_sum(c->batch, row) - d.tokens;
    t->worst_kkt = fmax(t->worst_kkt, outcome.kkt);
    if (c->flags)
        c->flags[row] = flags;
    return JSMF_OK;
}

static jsmf_status compose_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const composing *c = arg;
    const size_t first = chunk * JSMF_INFER_CHUNK, count = jsmf_chunk_length(c->batch->rows, JSMF_INFER_CHUNK, chunk);
    size_t longest = 0;
    for (size_t i = first; i < first + count; i++)
        longest = jsmf_greatest(longest, (size_t)(c->batch->indptr[i + 1] - c->batch->indptr[i]));
    const scratch s = { .indices = jsmf_alloc(ctx, longest, sizeof *s.indices),
                        .h = jsmf_alloc(ctx, longest, sizeof *s.h),
                        .work = jsmf_alloc(ctx, c->infer->class->bytes(c->infer->given.k, longest), 1) };
    for (size_t i = first; i < first + count && jsmf_context_status(ctx) == JSMF_OK; i++)
        if (compose_one(ctx, c, i, &s, &c->tallies[chunk]) != JSMF_OK)
            break;
    free(s.indices);
    free(s.h);
    free(s.work);
    return jsmf_context_status(ctx);
}

static void add_tallies(const tally *tallies, size_t chunks, jsmf_infer_totals *totals)
{
    for (size_t i = 0; i < chunks; i++) {
        totals->empty += tallies[i].empty;
        totals->unconverged += tallies[i].unconverged;
        totals->cut += tallies[i].cut;
        totals->known += tallies[i].known;
        totals->unknown += tallies[i].unknown;
        totals->worst_kkt = fmax(totals->worst_kkt, tallies[i].worst_kkt);
    }
}

jsmf_status jsmf_infer_compose(jsmf_context *ctx, jsmf_infer *infer, const jsmf_csr *batch, double *w,
                               unsigned char *flags)
{
    const jsmf_infer_given *given = &infer->given;
    const size_t k = given->k, chunks = jsmf_chunk_count(batch->rows, JSMF_INFER_CHUNK), before = infer->totals.empty;
    composing c = { .infer = infer, .batch = batch, .w = w, .flags = flags };
    double *sum = NULL;
    if (jsmf_model_check_words(ctx, given->n, batch->cols) != JSMF_OK || make_ready(ctx, infer) != JSMF_OK)
        return jsmf_context_status(ctx);
    c.tallies = jsmf_alloc_zero(ctx, chunks, sizeof *c.tallies);
    sum = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *sum);
    if (jsmf_context_status(ctx) != JSMF_OK || jsmf_parallel(ctx, chunks, compose_chunk, &c) != JSMF_OK ||
        jsmf_dense_cross(ctx, batch->rows, k, k, w, w, sum) != JSMF_OK)
        goto done;
    add_tallies(c.tallies, chunks, &infer->totals);
    infer->totals.documents += batch->rows;
    /* The moment is without the empty documents, whose w all are the mean. */
    const double empty = (double)(infer->totals.empty - before);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++)
            infer->moment[i * k + j] += sum[i * k + j] - empty * given->mean[i] * given->mean[j];
    jsmf_infer_live_spread(&infer->live, batch->rows, w);
done:
    free(c.tallies);
    free(sum);
    return jsmf_context_status(ctx);
}

void jsmf_infer_count(const jsmf_infer *infer, jsmf_infer_totals *out)
{
    const size_t composed = infer->totals.documents - infer->totals.empty;
    *out = infer->totals;
    out->distance = NAN;
    if (composed > 0 && infer->given.a)
        out->distance = jsmf_infer_distance(&infer->given, infer->moment, (double)composed);
}
