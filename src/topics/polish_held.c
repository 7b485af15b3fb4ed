/* Documents held out: their composition from one half of their tokens, scored on the other. */
#include "polish_parts.h"

#include "jsmf/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 50 };
/* Apart from the streams of other draws under the same seed. */
static const uint64_t held_stream = UINT64_C(0x706f6c6800000000);

/* Every other token of each document, the first half those of even place. */
static void keep_half(const jsmf_csr *h, int64_t parity, jsmf_csr *out)
{
    int64_t to = 0;
    out->indptr[0] = 0;
    for (size_t m = 0; m < h->rows; m++) {
        int64_t before = 0;
        for (int64_t p = h->indptr[m]; p < h->indptr[m + 1]; p++) {
            const int64_t after = before + (int64_t)llround(jsmf_csr_value(h, (size_t)p));
            const int64_t taken = (after + 1 - parity) / 2 - (before + 1 - parity) / 2;
            if (taken > 0) {
                out->indices[to] = h->indices[p];
                out->values[to++] = (double)taken;
            }
            before = after;
        }
        out->indptr[m + 1] = to;
    }
}

static jsmf_status new_half(jsmf_context *ctx, const jsmf_csr *h, int64_t parity, jsmf_csr *out)
{
    const size_t entries = jsmf_csr_nnz(h);
    *out = (jsmf_csr){ .rows = h->rows, .cols = h->cols };
    out->indptr = jsmf_alloc(ctx, h->rows + 1, sizeof *out->indptr);
    out->indices = jsmf_alloc(ctx, entries, sizeof *out->indices);
    out->values = jsmf_alloc(ctx, entries, sizeof *out->values);
    if (jsmf_context_status(ctx) == JSMF_OK)
        keep_half(h, parity, out);
    return jsmf_context_status(ctx);
}

jsmf_status polish_held_split(jsmf_context *ctx, const jsmf_csr *h, size_t k, double part, size_t *rows, size_t *count,
                              polish_held *held)
{
    size_t *others = jsmf_alloc(ctx, h->rows, sizeof *others), capacity = 0, row_capacity = 0;
    jsmf_csr documents = { 0 };
    *held = (polish_held){ 0 };
    *count = 0;
    for (size_t m = 0; others && m < h->rows; m++)
        if (part > 0 && jsmf_random_uniform(jsmf_context_seed(ctx), held_stream, m) < part)
            others[held->documents++] = m;
        else
            rows[(*count)++] = m;
    if (others && held->documents > 0 &&
        polish_gather(ctx, h, others, held->documents, &capacity, &row_capacity, &documents) == JSMF_OK &&
        new_half(ctx, &documents, 0, &held->first) == JSMF_OK)
        (void)!new_half(ctx, &documents, 1, &held->second);
    held->gamma = jsmf_alloc(ctx, jsmf_mul_sat(jsmf_least(held->documents, JSMF_DOCUMENT_BATCH), k), sizeof(double));
    jsmf_csr_free(&documents);
    free(others);
    return jsmf_context_status(ctx);
}

void polish_held_free(polish_held *held)
{
    jsmf_csr_free(&held->first);
    jsmf_csr_free(&held->second);
    free(held->gamma);
    *held = (polish_held){ 0 };
}

/* Adds the log-probability of the block's tokens under w = gamma / its sum. */
static void score_row(const polish_block *block, size_t m, const double *gamma, double *sum, double *tokens)
{
    const size_t k = block->k;
    double total = 0;
    for (size_t j = 0; j < k; j++)
        total += gamma[j];
    for (int64_t p = block->h.indptr[m]; p < block->h.indptr[m + 1]; p++) {
        const double *b = block->b + (size_t)block->indices[p] * k;
        double mix = 0;
        for (size_t j = 0; j < k; j++)
            mix += b[j] * gamma[j];
        if (mix > 0) {
            *sum += block->counts[p] * log(mix / total);
            *tokens += block->counts[p];
        }
    }
}

/* Rows first to first + rows - 1 of h, which begins elsewhere: the view's row starts go to indptr. */
static jsmf_csr view(const jsmf_csr *h, size_t first, size_t rows, int64_t *indptr)
{
    const int64_t start = h->indptr[first];
    for (size_t i = 0; i <= rows; i++)
        indptr[i] = h->indptr[first + i] - start;
    return (jsmf_csr){ .rows = rows, .cols = h->cols, .indptr = indptr, .indices = h->indices + start,
                       .values = h->values + start };
}

jsmf_status polish_held_score(jsmf_context *ctx, polish_held *held, polish_block *block, const polish_topics *topics,
                              const double *alpha, double *score)
{
    const size_t k = topics->k;
    int64_t *indptr = jsmf_alloc(ctx, JSMF_DOCUMENT_BATCH + 1, sizeof *indptr);
    double sum = 0, tokens = 0, mass = 0;
    for (size_t j = 0; j < k; j++)
        mass += alpha[j];
    for (size_t first = 0; indptr && first < held->documents; first += JSMF_DOCUMENT_BATCH) {
        const size_t rows = jsmf_least(held->documents - first, JSMF_DOCUMENT_BATCH);
        polish_sums sums = { 0 };
        jsmf_csr batch = view(&held->first, first, rows, indptr);
        for (size_t i = 0; i < rows * k; i++)
            held->gamma[i] = alpha[i % k] * (1 + 1 / mass);
        if (polish_block_load(ctx, block, &batch, topics) != JSMF_OK ||
            polish_block_compose(ctx, block, alpha, STEPS, held->gamma, &sums) != JSMF_OK)
            break;
        batch = view(&held->second, first, rows, indptr);
        if (polish_block_load(ctx, block, &batch, topics) != JSMF_OK)
            break;
        for (size_t m = 0; m < rows; m++)
            score_row(block, m, held->gamma + m * k, &sum, &tokens);
    }
    free(indptr);
    *score = tokens > 0 ? sum / tokens : NAN;
    return jsmf_context_status(ctx);
}
