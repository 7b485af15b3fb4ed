/* What all ways of polishing share: the beginning, the steps of EM, and the model at the end. */
#include "coherence.h"
#include "document/halves.h"
#include "run.h"

#include "model/probability.h"

#include "infer/infer_inner.h"
#include "dense/dense.h"
#include "base/base_inner.h"
#include "dense/tall.h"
#include "model/model_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const jsmf_polish_options jsmf_polish_defaults = {
    .prior = JSMF_POLISH_MATRIX,
    .passes = 5,
    .minibatch = 64,
    .minibatch_tokens = 6000,
    .minibatch_pairs = 1.5e6,
    .beta = 0.1,
    .start_by_topic = true,
};

/* A pass has at most minibatch_pairs / D minibatches of D documents: 32,000 that were drawn from 20 topics left these
 * at 0.158 from the truth (TopicL1) with minibatches of 64, at 0.119 and 0.107 with 512 and 1024. Of what people write,
 * small minibatches do better: 8,300 articles of the New York Times left others at -7.017 a token with 64, at -7.020
 * with 256, and 15,200 of 20 newsgroups at -7.005 with 64, -7.011 with 128 and -7.018 with 512.
 * The rate of update t is (delay + t)^-forgetting (Hoffman, Blei, Bach, 2010). What is read once is forgotten slowly:
 * with 0.5 a few thousand tokens had the last word (20ng-bydate, a token held out: -7.55 for -7.41). */
static const double delay = 4, stirred_forgetting = 0.5, online_forgetting = 0.9;
/* The weight of the start's topics among those that stirring begins with, the words' frequencies having the rest: sharp
 * topics settle at once where their anchors have put them. Of 0.03, 0.1 and 0.3, 0.1 left documents likeliest
 * (20ng-bydate, ap, kos), about as likely as random topics do. */
static const double soft_start_weight = 0.1;
/* The hold on each of the start's topics where it goes by topic is hold_of_pairs / L^2 pseudo-tokens a word, for
 * documents of L tokens, and at most largest_hold of the mean topic's tokens. Of 0.1 to 2 a word, 0.5 left documents of
 * five tokens likeliest (stackoverflow, wordnet); of 0.05 to 0.2, with 0.1 tweets of eight tokens were likely and their
 * topics read well; 0.1 cost longer ones up to 0.02 a token (sotu, of 20 tokens, enron-spam, lda395). */
static const double hold_of_pairs = 10, largest_hold = 0.5;
static const double largest_asymmetry = 1e-9; /* of two entries of A, which sum to 1 */
static const double least_scale = 1e-60;      /* sums of a smaller scale are multiplied by it */
static const uint64_t random_topics_stream = UINT64_C(0x706f6c7400000000);

/* ---- the beginning ---- */

static void random_topics(const jsmf_context *ctx, size_t n, size_t k, double *b)
{
    for (size_t i = 0; i < n * k; i++)
        b[i] = 0.5 + jsmf_random_uniform(jsmf_context_seed(ctx), random_topics_stream, i);
    for (size_t j = 0; j < k; j++) {
        double sum = 0;
        for (size_t i = 0; i < n; i++)
            sum += b[i * k + j];
        for (size_t i = 0; i < n; i++)
            b[i * k + j] /= sum;
    }
}

/* The shares of A, else of alpha, else equal ones. */
static void find_mean(const jsmf_model *m, bool random, double *mean)
{
    double sum = 0;
    for (size_t j = 0; j < m->k; j++) {
        mean[j] = random || (!m->a && !m->alpha) ? 1 : m->a ? 0 : m->alpha[j];
        for (size_t l = 0; m->a && !random && l < m->k; l++)
            mean[j] += m->a[j * m->k + l];
        sum += mean[j];
    }
    for (size_t j = 0; j < m->k; j++)
        mean[j] /= sum;
}

static void find_alpha(const jsmf_model *m, bool random, double *alpha)
{
    for (size_t j = 0; j < m->k; j++)
        alpha[j] = m->alpha && !random ? m->alpha[j] : 1 / (double)m->k;
    if (m->a && !m->alpha && !random)
        jsmf_model_alpha_from_moments(m->k, m->a, alpha);
}

/* The topics to begin with, of which mean are the shares; soft: less sharp, and equally frequent. */
static void begin_topics(jsmf_polish_run *run, bool soft)
{
    const size_t n = run->n, k = run->k;
    for (size_t i = 0; i < n; i++) {
        const double *b = run->start + i * k;
        double *sums = run->now.sums + i * k, frequency = 0;
        for (size_t j = 0; j < k; j++)
            frequency += run->mean[j] * b[j];
        for (size_t j = 0; j < k; j++)
            if (!soft)
                sums[j] = b[j] * run->mean[j];
            else
                sums[j] = run->start_columns[j] > 0
                              ? (soft_start_weight * b[j] + (1 - soft_start_weight) * frequency) / (double)k
                              : 0;
        for (size_t j = 0; j < k; j++)
            run->now.columns[j] += sums[j];
    }
    for (size_t j = 0; soft && j < k; j++)
        run->mean[j] = run->alpha[j] = 1 / (double)k;
}

static jsmf_status allocate(jsmf_context *ctx, bool whole, jsmf_polish_run *run)
{
    const size_t k = run->k, entries = jsmf_mul_sat(run->n, k);
    double **const vectors[] = { &run->mean,        &run->start_columns, &run->start_weights, &run->start_counts,
                                 &run->fixed,       &run->none,          &run->alpha,         &run->now.columns,
                                 &run->now.inverse, &run->next.columns,  &run->next.inverse };
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        *vectors[i] = jsmf_alloc_zero(ctx, k, sizeof(double));
    if (run->options->random)
        run->random = jsmf_alloc(ctx, entries, sizeof *run->random);
    run->now.sums = jsmf_alloc(ctx, entries, sizeof *run->now.sums);
    if (whole)
        run->next.sums = jsmf_alloc(ctx, entries, sizeof *run->next.sums);
    if (jsmf_polish_prior_new(ctx, run->options->prior, k, &run->prior) != JSMF_OK)
        return jsmf_context_status(ctx);
    run->learned = jsmf_alloc(ctx, run->prior.learned, sizeof *run->learned);
    return jsmf_polish_block_new(ctx, run->n, k, &run->block);
}

/* jsmf-law --plain may leave correlations below 0: of those no compositions are. */
static jsmf_status check_start(jsmf_context *ctx, const jsmf_model *start)
{
    for (size_t i = 0; start->a && i < start->k * start->k; i++)
        if (!(start->a[i] >= 0) || !isfinite(start->a[i]))
            return jsmf_fail_remedy(ctx, JSMF_EDATA, JSMF_REMEDY_MODEL_WITH_POSITIVE_A, 0,
                                    "A[%zu, %zu] is %g (expected a probability)", i / start->k, i % start->k,
                                    start->a[i]);
    for (size_t i = 0; start->a && i < start->k; i++)
        for (size_t j = 0; j < i; j++)
            if (fabs(start->a[i * start->k + j] - start->a[j * start->k + i]) > largest_asymmetry)
                return jsmf_fail(ctx, JSMF_EDATA, "A is not symmetric (A[%zu, %zu] is %g, A[%zu, %zu] is %g)", i, j,
                                 start->a[i * start->k + j], j, i, start->a[j * start->k + i]);
    return jsmf_model_check_alpha(ctx, NULL, start->k, start->alpha);
}

static jsmf_status check_guide(jsmf_context *ctx, const jsmf_model *start, const jsmf_csr *guide)
{
    if (guide->rows != start->n || guide->cols != start->k)
        return jsmf_fail(ctx, JSMF_EUSAGE, "a guide of %zu words and %zu topics for a model of %zu and %zu",
                         guide->rows, guide->cols, start->n, start->k);
    for (size_t p = 0; p < jsmf_csr_nnz(guide); p++)
        if (!(jsmf_csr_value(guide, p) >= 0) || !isfinite(jsmf_csr_value(guide, p)))
            return jsmf_fail(ctx, JSMF_EUSAGE, "a guide of weight %g (expected 0 or more)", jsmf_csr_value(guide, p));
    return JSMF_OK;
}

static jsmf_status check(jsmf_context *ctx, const jsmf_model *start, const jsmf_polish_options *o)
{
    if (o->passes < 1)
        return jsmf_fail(ctx, JSMF_EUSAGE, "no passes (expected at least 1)");
    if (!(o->beta >= 0) || !(o->start_by_topic || o->start_weight >= 0) || !isfinite(o->beta) ||
        !isfinite(o->start_weight))
        return jsmf_fail(ctx, JSMF_EUSAGE, "pseudo-counts of %g and %g (expected 0 or more)", o->beta,
                         o->start_weight);
    if (!(o->held_out >= 0 && o->held_out <= 0.9))
        return jsmf_fail(ctx, JSMF_EUSAGE, "%g of the documents held out (expected 0 to 0.9)", o->held_out);
    if (o->guide && check_guide(ctx, start, o->guide) != JSMF_OK)
        return jsmf_context_status(ctx);
    return check_start(ctx, start);
}

/* Whole passes alone would not leave the neighbourhood of soft topics. */
static bool begins_soft(const jsmf_polish_options *o, bool whole)
{
    return whole && o->minibatch > 0 && o->passes > 1 && !o->random;
}

/* Whether the start's moments are those of the topics to begin with. */
static bool has_moments(const jsmf_polish_options *o, bool whole) { return !begins_soft(o, whole) && !o->random; }

jsmf_status jsmf_polish_begin_prior(jsmf_context *ctx, jsmf_polish_run *run, const jsmf_model *start, size_t documents)
{
    const bool whole = run->next.sums != NULL;
    const jsmf_polish_prior_start first = { .a = has_moments(run->options, whole) ? start->a : NULL,
                                            .alpha = run->alpha,
                                            .mean = run->mean };
    if (run->state)
        return JSMF_OK;
    run->prior.documents = (double)(documents ? documents : JSMF_BATCH_DOCUMENTS);
    return run->prior.class->begin(ctx, &run->prior, &first);
}

jsmf_status jsmf_polish_begin(jsmf_context *ctx, const jsmf_model *start, const jsmf_polish_options *options,
                              bool whole, jsmf_polish_run *run)
{
    const size_t n = start->n, k = start->k;
    double mass = 0;
    *run = (jsmf_polish_run){ .options = options,
                              .n = n,
                              .k = k,
                              .now = { .n = n, .k = k, .scale = 1 },
                              .next = { .n = n, .k = k, .scale = 1 },
                              .report = { .bound = NAN, .held_out = NAN, .completed = NAN, .start_completed = NAN },
                              .forgetting = whole ? stirred_forgetting : online_forgetting };
    if (check(ctx, start, options) != JSMF_OK || allocate(ctx, whole, run) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (options->state && options->state->soft)
        run->forgetting = stirred_forgetting;
    if (options->state && has_moments(options, whole))
        return jsmf_polish_resume(ctx, start, options->state, whole, run);
    if (options->random)
        random_topics(ctx, n, k, run->random);
    run->start = options->random ? run->random : start->b;
    find_mean(start, options->random, run->mean);
    find_alpha(start, options->random, run->alpha);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++) {
            run->start_columns[j] += run->start[i * k + j];
            mass += run->start[i * k + j];
        }
    begin_topics(run, begins_soft(options, whole));
    if (!(mass > 0))
        return jsmf_fail(ctx, JSMF_EDATA, "B is 0 everywhere: no topic has a word");
    for (size_t j = 0; j < k; j++)
        run->start_weights[j] = options->start_by_topic ? 0 : options->start_weight;
    return JSMF_OK;
}

void jsmf_polish_set_tokens(jsmf_polish_run *run, double tokens, double documents)
{
    const jsmf_polish_options *o = run->options;
    jsmf_polish_topics *const both[] = { &run->now, &run->next };
    const double n = (double)run->n, length = tokens / documents;
    bool any = false;
    if (run->state)
        return;
    if (o->start_by_topic && !o->random)
        run->report.hold = fmin(hold_of_pairs / (length * length), largest_hold * tokens / (n * (double)run->k));
    for (size_t j = 0; j < run->k; j++) {
        const double least = run->report.hold * n / tokens;
        run->start_counts[j] = o->random ? 0 : least + run->start_weights[j] / (double)run->k;
        run->fixed[j] = n * o->beta / tokens + run->start_counts[j] * run->start_columns[j];
        any = any || run->start_counts[j] > 0;
    }
    for (size_t i = 0; i < 2; i++) {
        both[i]->guide = o->guide;
        both[i]->beta = o->beta / tokens;
        both[i]->start_counts = run->start_counts;
        both[i]->start = any ? run->start : NULL;
        both[i]->fixed = run->fixed;
    }
    for (size_t p = 0; o->guide && p < jsmf_csr_nnz(o->guide); p++)
        run->fixed[o->guide->indices[p]] += jsmf_polish_topics_guide(&run->now, (int64_t)p);
    jsmf_polish_topics_normalise(&run->now);
}

void jsmf_polish_end(jsmf_polish_run *run)
{
    free(run->random);
    free(run->mean);
    free(run->start_columns);
    free(run->start_weights);
    free(run->start_counts);
    free(run->fixed);
    free(run->none);
    free(run->now.sums);
    free(run->now.columns);
    free(run->now.inverse);
    free(run->next.sums);
    free(run->next.columns);
    free(run->next.inverse);
    free(run->alpha);
    free(run->learned);
    jsmf_polish_prior_free(&run->prior);
    jsmf_polish_block_free(&run->block);
    *run = (jsmf_polish_run){ 0 };
}

size_t jsmf_polish_minibatch(const jsmf_polish_options *options, size_t documents, double tokens)
{
    const double all = (double)documents, enough = ceil(options->minibatch_tokens * all / tokens);
    const double pairs = options->minibatch_pairs > 0 ? floor(all * all / options->minibatch_pairs) : 0;
    const double least = fmax((double)options->minibatch, pairs);
    return (size_t)fmin(fmax(least, enough), fmin(all, JSMF_BATCH_DOCUMENTS));
}

/* ---- the steps of EM ---- */

void jsmf_polish_clear(jsmf_polish_run *run, jsmf_polish_sums *sums)
{
    memset(run->learned, 0, run->prior.learned * sizeof *run->learned);
    *sums = (jsmf_polish_sums){ .learned = run->learned };
}

jsmf_status jsmf_polish_e_step(jsmf_context *ctx, jsmf_polish_run *run, const jsmf_csr *documents, size_t steps,
                               double *states, jsmf_polish_sums *sums)
{
    if (jsmf_polish_block_load(ctx, &run->block, documents, &run->now) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_polish_block_compose(ctx, &run->block, &run->prior, steps, states, sums);
}

jsmf_status jsmf_polish_gather(jsmf_context *ctx, jsmf_polish_run *run, const jsmf_csr *documents, size_t steps,
                               double weight, double *states, jsmf_polish_sums *sums)
{
    if (jsmf_polish_e_step(ctx, run, documents, steps, states, sums) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_polish_block_add(ctx, &run->block, weight, &run->next);
}

void jsmf_polish_clear_next(jsmf_polish_run *run)
{
    memset(run->next.sums, 0, run->n * run->k * sizeof *run->next.sums);
    memset(run->next.columns, 0, run->k * sizeof *run->next.columns);
    run->next.scale = 1;
}

double jsmf_polish_rate(const jsmf_polish_run *run) { return pow(delay + (double)run->updates, -run->forgetting); }

/* Multiplies the tokens by `left`, through their scale. */
static void fade(jsmf_polish_topics *t, double left)
{
    t->scale *= left;
    for (size_t j = 0; j < t->k; j++)
        t->columns[j] *= left;
    if (t->scale < least_scale) {
        for (size_t i = 0; i < t->n * t->k; i++)
            t->sums[i] *= t->scale;
        t->scale = 1;
    }
}

/* tokens = (1 - rho_t) tokens + rho_t (those of the minibatch); the prior alike. */
jsmf_status jsmf_polish_m_step_stirred(jsmf_context *ctx, jsmf_polish_run *run, const jsmf_polish_sums *sums)
{
    const double rate = jsmf_polish_rate(run);
    if (sums->documents == 0)
        return JSMF_OK;
    run->updates++;
    fade(&run->now, 1 - rate);
    if (jsmf_polish_block_add(ctx, &run->block, rate / sums->tokens, &run->now) != JSMF_OK)
        return jsmf_context_status(ctx);
    jsmf_polish_topics_normalise(&run->now);
    return run->prior.class->learn(ctx, &run->prior, sums->learned, (double)sums->documents, rate);
}

jsmf_status jsmf_polish_m_step_whole(jsmf_context *ctx, jsmf_polish_run *run, const jsmf_polish_sums *sums)
{
    const jsmf_polish_topics now = run->now;
    run->now = run->next;
    run->next.sums = now.sums;
    run->next.columns = now.columns;
    run->next.inverse = now.inverse;
    jsmf_polish_topics_normalise(&run->now);
    return run->prior.class->learn(ctx, &run->prior, sums->learned, (double)sums->documents, 1);
}

/* ---- the end ---- */

jsmf_status jsmf_polish_add_moment(jsmf_context *ctx, const jsmf_polish_prior *prior, size_t documents, double weight,
                                   const double *states, double *a)
{
    const size_t k = prior->k;
    double *w = jsmf_alloc(ctx, jsmf_mul_sat(documents, k), sizeof *w);
    double *sum = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *sum);
    if (jsmf_context_status(ctx) != JSMF_OK)
        goto done;
    for (size_t m = 0; m < documents; m++) {
        const double total = prior->class->shares(prior, states + m * prior->state, w + m * k);
        for (size_t j = 0; j < k; j++)
            w[m * k + j] /= total;
    }
    if (documents == 0 || jsmf_dense_cross(ctx, documents, k, k, w, w, sum) != JSMF_OK)
        goto done;
    for (size_t i = 0; i < k * k; i++)
        a[i] += weight * sum[i];
done:
    free(w);
    free(sum);
    return jsmf_context_status(ctx);
}

/* Whatever was rounded on the way. */
void jsmf_polish_fill_topics(const jsmf_polish_run *run, double *b, double *columns)
{
    const size_t n = run->n, k = run->k;
    memset(columns, 0, k * sizeof *columns);
    for (size_t i = 0; i < n; i++) {
        jsmf_polish_topics_row(&run->now, i, b + i * k);
        for (size_t j = 0; j < k; j++)
            columns[j] += b[i * k + j];
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < k; j++)
            b[i * k + j] /= columns[j] > 0 ? columns[j] : 1;
}

/* Possible without pseudo-counts alone. */
static void warn_of_empty_topics(jsmf_context *ctx, size_t k, const double *columns)
{
    size_t empty = 0;
    for (size_t j = 0; j < k; j++)
        empty += !(columns[j] > 0);
    if (empty)
        jsmf_message(ctx, JSMF_WARNING, "%zu of %zu topics without a word: columns of 0 in B", empty, k);
}

/* Symmetric, of sum 1; mean = its row sums. */
static void close_moment(size_t k, double *a, double *mean)
{
    double sum = 0;
    for (size_t i = 0; i < k * k; i++)
        sum += a[i];
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j <= i; j++)
            a[i * k + j] = a[j * k + i] = 0.5 * (a[i * k + j] + a[j * k + i]) / sum;
    memset(mean, 0, k * sizeof *mean);
    for (size_t i = 0; i < k * k; i++)
        mean[i / k] += a[i];
}

/* B, out of what the run summed up, which is freed. */
static jsmf_status finish_topics(jsmf_context *ctx, jsmf_polish_run *run, jsmf_model *out)
{
    free(run->next.sums);
    run->next.sums = NULL;
    out->b = jsmf_alloc(ctx, jsmf_mul_sat(out->n, out->k), sizeof *out->b);
    if (!out->b)
        return jsmf_context_status(ctx);
    jsmf_polish_fill_topics(run, out->b, run->learned);
    free(run->now.sums);
    run->now.sums = NULL;
    warn_of_empty_topics(ctx, out->k, run->learned);
    return JSMF_OK;
}

/* What follows from B and A. */
static jsmf_status finish_derived(jsmf_context *ctx, jsmf_polish_run *run, const jsmf_model *start, jsmf_model *out)
{
    out->bbar = jsmf_alloc(ctx, jsmf_mul_sat(out->n, out->k), sizeof *out->bbar);
    out->unigram = jsmf_alloc(ctx, out->n, sizeof *out->unigram);
    out->alpha = jsmf_alloc(ctx, out->k, sizeof *out->alpha);
    if (jsmf_context_status(ctx) != JSMF_OK)
        return jsmf_context_status(ctx);
    jsmf_model_unigram(out->n, out->k, out->b, run->learned, out->unigram);
    jsmf_model_bbar(out->n, out->k, out->b, run->learned, out->bbar);
    run->prior.class->alpha(&run->prior, out->a, out->alpha);
    if (!run->options->random && jsmf_model_keep_anchors(ctx, start, out) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_model_imply_canchor(ctx, out);
}

jsmf_status jsmf_polish_finish(jsmf_context *ctx, jsmf_polish_run *run, const jsmf_model *start, const double *a,
                               jsmf_model *out)
{
    const size_t k = run->k;
    *out = (jsmf_model){ .n = run->n, .k = k, .legality = 1 };
    if (finish_topics(ctx, run, out) != JSMF_OK)
        goto done;
    out->a = jsmf_copy(ctx, a, jsmf_mul_sat(k, k), sizeof *out->a);
    if (!out->a)
        goto done;
    close_moment(k, out->a, run->learned);
    jsmf_recorded(finish_derived(ctx, run, start, out));
done:
    if (jsmf_context_status(ctx) != JSMF_OK)
        jsmf_model_free(out);
    return jsmf_context_status(ctx);
}

/* ---- memory ---- */

size_t jsmf_polish_bytes(const jsmf_context *ctx, size_t n, size_t k, size_t documents, size_t entries,
                         const jsmf_polish_options *options)
{
    enum { MATRICES = 4, LISTS = 5, UNEVEN = 2 }; /* of n x k: start, now, next, B; of documents: places, row starts */
    enum { SQUARES = 3 }; /* of k x k: A, what is summed up for it, and its part */
    const size_t state = jsmf_polish_prior_state(options->prior, k);
    const size_t rows = jsmf_least(documents ? documents : SIZE_MAX, JSMF_BATCH_DOCUMENTS);
    const size_t batch = documents ? jsmf_least(entries, jsmf_mul_sat(UNEVEN * rows, entries / documents + 1)) : n;
    const size_t unseen = options->held_out > 0
                            ? jsmf_add_sat(jsmf_infer_completion_bytes(ctx, n, k, batch),
                                           jsmf_add_sat(jsmf_document_halves_bytes(batch),
                                                        rows * state * sizeof(double)))
                            : 0;
    const size_t block = jsmf_add_sat(jsmf_polish_block_bytes(n, k, rows, batch),
                                      jsmf_mul_sat(batch, 2 * sizeof(int32_t)));
    const size_t coherence = documents && options->start_by_topic ? jsmf_polish_coherence_bytes(n, k) : 0;
    const size_t matrices = MATRICES + options->random + (options->held_out > 0);
    const size_t doubles = jsmf_add_sat(jsmf_mul_sat(n, jsmf_mul_sat(matrices, k)),
                                        jsmf_mul_sat(jsmf_add_sat(documents, rows), state + LISTS));
    const size_t prior = jsmf_polish_prior_bytes(options->prior, k, has_moments(options, documents > 0), rows);
    const size_t moments = jsmf_add_sat(jsmf_mul_sat(SQUARES * sizeof(double), jsmf_mul_sat(k, k)),
                                        jsmf_dense_tall_cross_bytes(rows, k, k));
    return jsmf_add_sat(jsmf_add_sat(jsmf_mul_sat(doubles, sizeof(double)), jsmf_add_sat(prior, moments)),
                        jsmf_add_sat(coherence, jsmf_add_sat(unseen, block)));
}
