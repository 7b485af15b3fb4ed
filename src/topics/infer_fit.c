/* The dual of the least squares: passes over all documents' coefficients. */
#include "infer_ascent.h"
#include "infer_store.h"

#include "jsmf/linalg.h"

#include <stdlib.h>
#include <string.h>

typedef struct pass {
    jsmf_infer *infer;
    infer_store store;
    bool warm;             /* the store's states are compositions */
    infer_squares squares;
    size_t count;          /* documents of the block */
    double *products;      /* a chunk of the block: the sum of f'w */
} pass;

static jsmf_status solve_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const pass *p = arg;
    const size_t k = p->store.k, first = chunk * INFER_CHUNK;
    const size_t end = first + jsmf_chunk_length(p->count, INFER_CHUNK, chunk);
    double *scratch = jsmf_alloc(ctx, 2 * k, sizeof *scratch), sum = 0;
    infer_outcome outcome;
    for (size_t i = first; scratch && i < end; i++) {
        const double *f = p->store.f_block + i * k;
        double *w = p->store.state_block + i * k;
        if (infer_squares_solve(ctx, &p->squares, f, p->warm, w, scratch, &outcome) != JSMF_OK)
            break;
        for (size_t j = 0; j < k; j++)
            sum += f[j] * w[j];
    }
    p->products[chunk] = sum;
    free(scratch);
    return jsmf_context_status(ctx);
}

/* The blocks' sums of w w' and f'w, added in order. */
static jsmf_status pass_blocks(jsmf_context *ctx, pass *p, double *moment, double *products)
{
    const size_t k = p->store.k, blocks = jsmf_chunks(p->store.documents, INFER_BLOCK);
    double *sum = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *sum);
    *products = 0;
    memset(moment, 0, k * k * sizeof *moment);
    for (size_t b = 0; sum && b < blocks; b++) {
        if (infer_store_read(ctx, &p->store, b, &p->count) != JSMF_OK ||
            jsmf_parallel(ctx, jsmf_chunks(p->count, INFER_CHUNK), solve_chunk, p) != JSMF_OK ||
            jsmf_cross(ctx, p->count, k, k, p->store.state_block, p->store.state_block, sum) != JSMF_OK ||
            infer_store_write(ctx, &p->store, b) != JSMF_OK)
            break;
        for (size_t i = 0; i < k * k; i++)
            moment[i] += sum[i];
        for (size_t c = 0; c < jsmf_chunks(p->count, INFER_CHUNK); c++)
            *products += p->products[c];
    }
    free(sum);
    return jsmf_context_status(ctx);
}

/* The dual function without - <dual, A>: the mean over documents of w'(Q + dual)w - 2 f'w. */
static jsmf_status evaluate(jsmf_context *ctx, void *self, const double *dual, double *value, double *moment)
{
    pass *p = self;
    const size_t k = p->store.k;
    const double documents = (double)p->store.documents;
    double products;
    infer_squares_release(&p->squares);
    if (infer_squares_prepare(ctx, k, p->infer->q, dual, &p->squares) != JSMF_OK ||
        pass_blocks(ctx, p, moment, &products) != JSMF_OK)
        return jsmf_context_status(ctx);
    p->warm = true;
    *value = -2 * products / documents;
    for (size_t i = 0; i < k * k; i++) {
        moment[i] /= documents;
        *value += (p->infer->q[i] + dual[i]) * moment[i];
    }
    return JSMF_OK;
}

jsmf_status infer_fit_squares(jsmf_context *ctx, jsmf_infer *infer, const jsmf_document_source *source,
                              jsmf_fit_report *report)
{
    pass p = { .infer = infer };
    jsmf_status status = infer_store_make(ctx, infer, source, infer->k, &p.store);
    p.products = jsmf_alloc(ctx, jsmf_chunks(INFER_BLOCK, INFER_CHUNK), sizeof *p.products);
    report->documents = p.store.documents;
    if (status == JSMF_OK && p.products)
        status = infer_ascend(ctx, infer, evaluate, &p, report);
    infer_squares_release(&p.squares);
    infer_store_release(&p.store);
    free(p.products);
    return status == JSMF_OK ? jsmf_context_status(ctx) : status;
}
