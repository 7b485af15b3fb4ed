/* Document completion of documents held out: they are composed from one half of their tokens, and the other half is
 * scored. */
#include "unseen.h"

#include "infer/infer_inner.h"
#include "base/base_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 50 }; /* a document */
/* Apart from the streams of other draws under the same seed. */
static const uint64_t held_out_stream = UINT64_C(0x706f6c6800000000);

bool jsmf_polish_unseen_takes(const jsmf_context *ctx, double part, size_t place)
{
    return part > 0 && jsmf_random_uniform(jsmf_context_seed(ctx), held_out_stream, place) < part;
}

jsmf_status jsmf_polish_unseen_new(jsmf_context *ctx, const jsmf_batches *source, size_t most,
                                   const jsmf_polish_prior *prior, jsmf_polish_unseen *unseen)
{
    *unseen = (jsmf_polish_unseen){ .source = source };
    unseen->places = jsmf_alloc(ctx, most, sizeof *unseen->places);
    unseen->states = jsmf_alloc(ctx, jsmf_mul_sat(jsmf_least(most, JSMF_BATCH_DOCUMENTS), prior->state),
                              sizeof *unseen->states);
    unseen->numbers = jsmf_alloc(ctx, jsmf_least(most, JSMF_BATCH_DOCUMENTS), sizeof *unseen->numbers);
    unseen->w = jsmf_alloc(ctx, prior->k, sizeof *unseen->w);
    return jsmf_context_status(ctx);
}

void jsmf_polish_unseen_free(jsmf_polish_unseen *unseen)
{
    jsmf_document_halves_free(&unseen->halves);
    free(unseen->places);
    free(unseen->numbers);
    free(unseen->states);
    free(unseen->w);
    *unseen = (jsmf_polish_unseen){ 0 };
}

/* Adds the log-probability of the block's tokens under w, whose sum is total. */
static void score_row(const jsmf_polish_block *block, size_t m, const double *w, double total, double *sum,
                      double *tokens)
{
    const size_t k = block->k;
    for (int64_t p = block->h.indptr[m]; p < block->h.indptr[m + 1]; p++) {
        const double *b = block->b + (size_t)block->indices[p] * k;
        double mix = 0;
        for (size_t j = 0; j < k; j++)
            mix += b[j] * w[j];
        if (mix > 0) {
            *sum += block->counts[p] * log(mix / total);
            *tokens += block->counts[p];
        }
    }
}

static jsmf_status score_batch(jsmf_context *ctx, jsmf_polish_unseen *unseen, const size_t *places, size_t rows,
                               jsmf_polish_block *block, const jsmf_polish_topics *topics,
                               const jsmf_polish_prior *prior)
{
    jsmf_polish_sums sums = { 0 };
    jsmf_csr batch;
    for (size_t m = 0; m < rows; m++)
        unseen->numbers[m] = unseen->first + places[m];
    if (unseen->source->pick(ctx, unseen->source->self, places, rows, &batch) != JSMF_OK ||
        jsmf_document_halves_split(ctx, &batch, unseen->numbers, 0, &unseen->halves) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t m = 0; m < rows; m++)
        prior->class->begin_document(prior, jsmf_csr_row_sum(&unseen->halves.first, m),
                                     unseen->states + m * prior->state);
    if (jsmf_polish_block_load(ctx, block, &unseen->halves.first, topics) != JSMF_OK ||
        jsmf_polish_block_compose(ctx, block, prior, STEPS, unseen->states, &sums) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_polish_block_load(ctx, block, &unseen->halves.second, topics);
}

jsmf_status jsmf_polish_unseen_sum(jsmf_context *ctx, jsmf_polish_unseen *unseen, jsmf_polish_block *block,
                                   const jsmf_polish_topics *topics, const jsmf_polish_prior *prior, double *sum,
                                   double *tokens)
{
    for (size_t first = 0; first < unseen->documents; first += JSMF_BATCH_DOCUMENTS) {
        const size_t rows = jsmf_least(unseen->documents - first, JSMF_BATCH_DOCUMENTS);
        if (score_batch(ctx, unseen, unseen->places + first, rows, block, topics, prior) != JSMF_OK)
            return jsmf_context_status(ctx);
        for (size_t m = 0; m < rows; m++) {
            const double total = prior->class->shares(prior, unseen->states + m * prior->state, unseen->w);
            score_row(block, m, unseen->w, total, sum, tokens);
        }
    }
    return JSMF_OK;
}

jsmf_status jsmf_polish_unseen_score(jsmf_context *ctx, jsmf_polish_unseen *unseen, jsmf_polish_block *block,
                                     const jsmf_polish_topics *topics, const jsmf_polish_prior *prior, double *score)
{
    double sum = 0, tokens = 0;
    if (jsmf_polish_unseen_sum(ctx, unseen, block, topics, prior, &sum, &tokens) != JSMF_OK)
        return jsmf_context_status(ctx);
    *score = tokens > 0 ? sum / tokens : NAN;
    return JSMF_OK;
}

/* ---- as jsmf-eval has it ---- */

/* a = E w w' under the Dirichlet distribution of these parameters; NULL: of 1 / k. */
static void find_moments(size_t k, const double *alpha, double *a)
{
    double total = 0;
    for (size_t j = 0; j < k; j++)
        total += alpha ? alpha[j] : 1 / (double)k;
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++) {
            const double p = alpha ? alpha[i] : 1 / (double)k, q = alpha ? alpha[j] : 1 / (double)k;
            a[i * k + j] = (p * q + (i == j ? p : 0)) / (total * (total + 1));
        }
}

static jsmf_status complete_all(jsmf_context *ctx, const jsmf_polish_unseen *unseen, jsmf_infer_completion *completion,
                                jsmf_infer_completed *total)
{
    const jsmf_batches *s = unseen->source;
    jsmf_csr batch;
    for (size_t first = 0; first < unseen->documents; first += JSMF_BATCH_DOCUMENTS) {
        const size_t *places = unseen->places + first;
        if (s->pick(ctx, s->self, places, jsmf_least(unseen->documents - first, JSMF_BATCH_DOCUMENTS), &batch) !=
                JSMF_OK ||
            jsmf_infer_completion_add(ctx, completion, &batch, places, 0, total) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

jsmf_status jsmf_polish_unseen_complete(jsmf_context *ctx, jsmf_polish_unseen *unseen, const jsmf_model *model,
                                        double *score)
{
    const size_t k = model->k;
    double *moments = model->a ? NULL : jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *moments);
    jsmf_model taken = { .n = model->n, .k = k, .b = model->b, .a = model->a ? model->a : moments };
    jsmf_infer_completed total = { 0 };
    jsmf_infer_completion *completion = NULL;
    *score = NAN;
    unseen->tokens = NAN;
    if (moments)
        find_moments(k, model->alpha, moments);
    if (!taken.a)
        return jsmf_context_status(ctx);
    const jsmf_status status = jsmf_infer_completion_new(ctx, &taken, &completion);
    if (status == JSMF_EDATA || status == JSMF_ENUMERIC) {
        jsmf_message(ctx, JSMF_INFO, "documents are not completed: %s", jsmf_context_error(ctx));
        jsmf_context_clear(ctx);
    } else if (completion && complete_all(ctx, unseen, completion, &total) == JSMF_OK) {
        unseen->tokens = total.tokens;
        *score = total.tokens > 0 ? total.log_probability / total.tokens : NAN;
    }
    jsmf_infer_completion_free(completion);
    free(moments);
    return jsmf_context_status(ctx);
}
