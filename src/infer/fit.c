/* The dual, from passes over all documents: least squares know them by their coefficients alone, which are kept; the
 * likelihood reads them again, and begins at the least squares' dual and compositions. */
#include "ascent.h"
#include "method_likelihood.h"
#include "store.h"

#include "jsmf/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct pass {
    jsmf_infer *infer;
    jsmf_infer_store store;
    const jsmf_batches *source;
    jsmf_csr batch;        /* of the likelihood's documents ... */
    size_t *rows;          /* ... those with known words */
    bool warm;             /* the store's states are compositions */
    jsmf_infer_squares squares;
    jsmf_document_likelihood likelihood;
    size_t first, count;   /* the documents of the store that are in hand */
    double *losses;        /* a chunk of them: what the loss sums up */
    double *sum;           /* k x k: of w w' */
} pass;

/* ---- the documents in hand ---- */

/* The sum of f'w: that of w'Qw follows from w w'. */
static jsmf_status squares_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const pass *p = arg;
    const size_t k = p->store.k, first = chunk * JSMF_INFER_CHUNK;
    const size_t end = first + jsmf_chunk_length(p->count, JSMF_INFER_CHUNK, chunk);
    double *scratch = jsmf_alloc(ctx, 2 * k, sizeof *scratch), sum = 0;
    jsmf_document_outcome outcome;
    for (size_t i = first; scratch && i < end; i++) {
        const double *f = p->store.f_block + i * k;
        double *w = p->store.state_block + i * k;
        if (jsmf_infer_squares_solve(ctx, &p->squares, f, p->warm, w, scratch, &outcome) != JSMF_OK)
            break;
        for (size_t j = 0; j < k; j++)
            sum += f[j] * w[j];
    }
    p->losses[chunk] = sum;
    free(scratch);
    return jsmf_context_status(ctx);
}

static jsmf_status likelihood_row(jsmf_context *ctx, const pass *p, size_t i, double *loss)
{
    const size_t row = p->rows[i], k = p->store.k;
    const size_t length = (size_t)(p->batch.indptr[row + 1] - p->batch.indptr[row]);
    int32_t *indices = jsmf_alloc(ctx, length, sizeof *indices);
    double *h = jsmf_alloc(ctx, length, sizeof *h), one;
    double *scratch = jsmf_alloc(ctx, jsmf_document_likelihood_scratch(k, length), sizeof *scratch);
    jsmf_document_outcome outcome;
    if (indices && h && scratch) {
        const jsmf_document_frequencies d = jsmf_infer_document_of(p->infer, &p->batch, row, indices, h);
        if (jsmf_document_likelihood_solve(ctx, &p->likelihood, p->infer->b, &d, p->store.state_block + i * k, scratch,
                                           &one, &outcome) == JSMF_OK)
            *loss += one;
    }
    free(indices);
    free(h);
    free(scratch);
    return jsmf_context_status(ctx);
}

static jsmf_status likelihood_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const pass *p = arg;
    const size_t first = chunk * JSMF_INFER_CHUNK, end = first + jsmf_chunk_length(p->count, JSMF_INFER_CHUNK, chunk);
    p->losses[chunk] = 0;
    for (size_t i = first; i < end; i++)
        if (likelihood_row(ctx, p, i, &p->losses[chunk]) != JSMF_OK)
            return jsmf_context_status(ctx);
    return JSMF_OK;
}

/* Solves the documents in hand and adds to *loss and moment, in order. */
static jsmf_status work(jsmf_context *ctx, pass *p, jsmf_chunk_fn fn, double *loss, double *moment)
{
    const size_t k = p->store.k, chunks = jsmf_chunk_count(p->count, JSMF_INFER_CHUNK);
    if (jsmf_infer_store_read(ctx, &p->store, p->first, p->count) != JSMF_OK ||
        jsmf_parallel(ctx, chunks, fn, p) != JSMF_OK ||
        jsmf_dense_cross(ctx, p->count, k, k, p->store.state_block, p->store.state_block, p->sum) != JSMF_OK ||
        jsmf_infer_store_write(ctx, &p->store, p->first, p->count) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < k * k; i++)
        moment[i] += p->sum[i];
    for (size_t c = 0; c < chunks; c++)
        *loss += p->losses[c];
    p->first += p->count;
    return JSMF_OK;
}

/* ---- all documents ---- */

/* The mean, symmetric to the bit, which products need not be. */
static void finish(const pass *p, double *moment)
{
    const size_t k = p->store.k;
    for (size_t i = 0; i < k * k; i++)
        moment[i] /= (double)p->store.documents;
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < i; j++)
            moment[i * k + j] = moment[j * k + i] = 0.5 * (moment[i * k + j] + moment[j * k + i]);
}

static void start(pass *p, double *moment)
{
    memset(moment, 0, p->store.k * p->store.k * sizeof *moment);
    p->first = 0;
}

static double inner(size_t n, const double *x, const double *y)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* The mean of w'(Q + dual)w - 2 f'w. */
static jsmf_status evaluate_squares(jsmf_context *ctx, void *self, const double *dual, double *value, double *moment)
{
    pass *p = self;
    const size_t k = p->store.k, documents = p->store.documents;
    double products = 0;
    jsmf_infer_squares_release(&p->squares);
    if (jsmf_infer_squares_prepare(ctx, k, p->infer->q, dual, &p->squares) != JSMF_OK)
        return jsmf_context_status(ctx);
    start(p, moment);
    while (p->first < documents) {
        p->count = documents - p->first < JSMF_INFER_BLOCK ? documents - p->first : JSMF_INFER_BLOCK;
        if (work(ctx, p, squares_chunk, &products, moment) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    finish(p, moment);
    p->warm = true;
    *value = inner(k * k, dual, moment) + inner(k * k, p->infer->q, moment) - 2 * products / (double)documents;
    return JSMF_OK;
}

/* The rows of the batch that the store has. */
static void find_rows(pass *p)
{
    p->count = 0;
    for (size_t i = 0; i < p->batch.rows; i++) {
        bool known = false;
        for (int64_t e = p->batch.indptr[i]; e < p->batch.indptr[i + 1] && !known; e++)
            known = p->infer->unigram[p->batch.indices[e]] > 0 && jsmf_csr_value(&p->batch, (size_t)e) > 0;
        if (known)
            p->rows[p->count++] = i;
    }
}

static jsmf_status next_batch(jsmf_context *ctx, pass *p)
{
    if (p->source->next(ctx, p->source->self, &p->batch) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (p->batch.rows > JSMF_BATCH_DOCUMENTS)
        return jsmf_fail(ctx, JSMF_EUSAGE, "a batch of %zu documents (at most %d)", p->batch.rows,
                         JSMF_BATCH_DOCUMENTS);
    find_rows(p);
    if (p->first + p->count > p->store.documents || (p->batch.rows == 0 && p->first < p->store.documents))
        return jsmf_fail(ctx, JSMF_EDATA, "the documents have changed while they were read");
    return JSMF_OK;
}

/* The mean of -2 sum h log (B w) + w' dual w. */
static jsmf_status evaluate_likelihood(jsmf_context *ctx, void *self, const double *dual, double *value, double *moment)
{
    pass *p = self;
    const size_t k = p->store.k;
    double loss = 0;
    jsmf_infer_likelihood_release(&p->likelihood);
    if (jsmf_infer_likelihood_prepare(ctx, k, dual, &p->likelihood) != JSMF_OK ||
        p->source->rewind(ctx, p->source->self) != JSMF_OK)
        return jsmf_context_status(ctx);
    start(p, moment);
    do {
        if (next_batch(ctx, p) != JSMF_OK || work(ctx, p, likelihood_chunk, &loss, moment) != JSMF_OK)
            return jsmf_context_status(ctx);
    } while (p->batch.rows > 0);
    finish(p, moment);
    *value = inner(k * k, dual, moment) + loss / (double)p->store.documents;
    return JSMF_OK;
}

/* ---- fits ---- */

static jsmf_status open_pass(jsmf_context *ctx, pass *p, jsmf_infer_fit_report *report)
{
    const size_t k = p->infer->k;
    if (jsmf_infer_store_make(ctx, p->infer, p->source, k, &p->store) != JSMF_OK)
        return jsmf_context_status(ctx);
    report->documents = p->store.documents;
    p->losses = jsmf_alloc(ctx, jsmf_chunk_count(JSMF_INFER_BLOCK, JSMF_INFER_CHUNK), sizeof *p->losses);
    p->rows = jsmf_alloc(ctx, JSMF_BATCH_DOCUMENTS, sizeof *p->rows);
    p->sum = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *p->sum);
    return jsmf_context_status(ctx);
}

static void close_pass(pass *p)
{
    jsmf_infer_squares_release(&p->squares);
    jsmf_infer_likelihood_release(&p->likelihood);
    jsmf_infer_store_release(&p->store);
    free(p->losses);
    free(p->rows);
    free(p->sum);
}

/* w'Qw - 2 f'w of any w on the simplex is at most this: f is not negative. */
static double most_squares(const jsmf_infer *infer)
{
    double most = 0;
    for (size_t i = 0; i < infer->k * infer->k; i++)
        most = fmax(most, infer->q[i]);
    return most;
}

jsmf_status jsmf_infer_fit_squares(jsmf_context *ctx, jsmf_infer *infer, const jsmf_batches *source,
                                   jsmf_infer_fit_report *report)
{
    pass p = { .infer = infer, .source = source };
    jsmf_status status = open_pass(ctx, &p, report);
    if (status == JSMF_OK)
        status = jsmf_infer_ascend(ctx, infer, evaluate_squares, &p, most_squares(infer), report);
    close_pass(&p);
    return status;
}

jsmf_status jsmf_infer_fit_likelihood(jsmf_context *ctx, jsmf_infer *infer, const jsmf_batches *source,
                                      jsmf_infer_fit_report *report)
{
    pass p = { .infer = infer, .source = source };
    jsmf_status status = open_pass(ctx, &p, report);
    if (status == JSMF_OK)
        status = jsmf_infer_ascend(ctx, infer, evaluate_squares, &p, most_squares(infer), report);
    if (status == JSMF_OK)
        status = jsmf_infer_ascend(ctx, infer, evaluate_likelihood, &p, INFINITY, report);
    close_pass(&p);
    return status;
}
