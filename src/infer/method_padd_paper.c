/* Prior-aware dual decomposition to the letter (002 Algorithm 1): least squares without weights, a dual that steps by
 * tau and is kept from being negative, of which documents see 1/M, and convex-concave rounds from Bbar h~. The dual
 * taken in and out is what documents see. (PAMI's letter is in method_pami.c.) */
#include "store.h"

#include "jsmf/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROUNDS = 10000 };
static const double tau = 0.05;      /* 002 section 4 */
static const double at_rest = 1e-12; /* the largest change of w in a round */

/* ---- one document ---- */

void jsmf_infer_paper_release(jsmf_infer_paper *p)
{
    jsmf_solve_simplex_release(&p->convex);
    free(p->g);
    *p = (jsmf_infer_paper){ .lift = 0 };
}

/* g = Q + dual + lift I, lift = -min(0, the least eigenvalue of the dual). */
static jsmf_status prepare(jsmf_context *ctx, jsmf_infer *infer, const double *dual)
{
    const size_t k = infer->k;
    jsmf_infer_paper *p = &infer->paper;
    double *vectors, *values;
    jsmf_infer_paper_release(p);
    p->g = jsmf_copy(ctx, infer->q, jsmf_mul_sat(k, k), sizeof *p->g);
    vectors = jsmf_copy(ctx, dual, jsmf_mul_sat(k, k), sizeof *vectors);
    values = jsmf_alloc(ctx, k, sizeof *values);
    if (p->g && vectors && values && jsmf_dense_eigen(ctx, k, vectors, values) == JSMF_OK) {
        p->lift = fmax(0, -values[k - 1]);
        for (size_t i = 0; i < k * k; i++)
            p->g[i] += dual[i] + (i % (k + 1) == 0 ? p->lift : 0);
    }
    free(vectors);
    free(values);
    return jsmf_context_status(ctx) == JSMF_OK
               ? jsmf_solve_simplex_prepare(ctx, JSMF_ACTIVE_SET, k, p->g, 0, 0, &p->convex)
               : jsmf_context_status(ctx);
}

/* Rounds from w: each minimises w'gw - 2 (f + lift w_before)'w. scratch: 2 k. */
static jsmf_status descend(jsmf_context *ctx, const jsmf_infer *infer, const double *f, double *w, double *scratch,
                           jsmf_document_outcome *outcome)
{
    const jsmf_infer_paper *p = &infer->paper;
    const size_t k = infer->k;
    double *before = scratch + k;
    for (size_t round = 0; round < MOST_ROUNDS; round++) {
        double change = 0;
        memcpy(before, w, k * sizeof *w);
        for (size_t j = 0; j < k; j++)
            scratch[j] = f[j] + p->lift * w[j];
        if (jsmf_infer_simplex_solve(ctx, &p->convex, scratch, false, w, outcome) != JSMF_OK)
            return jsmf_context_status(ctx);
        for (size_t j = 0; j < k; j++)
            change = fmax(change, fabs(w[j] - before[j]));
        if (p->lift == 0 || change <= at_rest)
            return JSMF_OK;
    }
    outcome->converged = false;
    return JSMF_OK;
}

static size_t scratch_size(const jsmf_infer *infer, size_t words) { return words + 3 * infer->k; }

static jsmf_status solve_document(jsmf_context *ctx, const jsmf_infer *infer, const jsmf_document_frequencies *d,
                                  double *w, double *scratch, jsmf_document_outcome *outcome)
{
    double *f = scratch + d->words;
    jsmf_infer_begin(infer, d, scratch, w);
    jsmf_infer_coefficients(infer, d, scratch, f);
    return descend(ctx, infer, f, w, f + infer->k, outcome);
}

/* ---- the dual ---- */

typedef struct fit {
    jsmf_infer *infer;
    jsmf_infer_store store;             /* its states stay where documents begin */
    size_t count;                       /* of the block in hand */
    double *dual, *seen, *moment, *sum; /* k x k: Lambda, Lambda / M, W W'/M, of a block */
} fit;

static jsmf_status fit_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const fit *f = arg;
    const size_t k = f->infer->k, first = chunk * JSMF_INFER_CHUNK;
    const size_t end = first + jsmf_chunk_length(f->count, JSMF_INFER_CHUNK, chunk);
    double *scratch = jsmf_alloc(ctx, 2 * k, sizeof *scratch);
    jsmf_document_outcome outcome;
    for (size_t i = first; scratch && i < end; i++)
        if (descend(ctx, f->infer, f->store.f_block + i * k, f->store.state_block + i * k, scratch, &outcome) !=
            JSMF_OK)
            break;
    free(scratch);
    return jsmf_context_status(ctx);
}

/* All documents' compositions under the dual; moment. */
static jsmf_status fit_pass(jsmf_context *ctx, fit *f)
{
    const size_t k = f->infer->k, documents = f->store.documents;
    for (size_t i = 0; i < k * k; i++)
        f->seen[i] = f->dual[i] / (double)documents;
    memset(f->moment, 0, k * k * sizeof *f->moment);
    if (prepare(ctx, f->infer, f->seen) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t first = 0; first < documents; first += JSMF_INFER_BLOCK) {
        f->count = jsmf_least(documents - first, JSMF_INFER_BLOCK);
        if (jsmf_infer_store_read(ctx, &f->store, first, f->count) != JSMF_OK ||
            jsmf_parallel(ctx, jsmf_chunk_count(f->count, JSMF_INFER_CHUNK), fit_chunk, f) != JSMF_OK ||
            jsmf_dense_cross(ctx, f->count, k, k, f->store.state_block, f->store.state_block, f->sum) != JSMF_OK)
            return jsmf_context_status(ctx);
        for (size_t i = 0; i < k * k; i++)
            f->moment[i] += f->sum[i] / (double)documents;
    }
    return JSMF_OK;
}

/* Lambda = max(0, the symmetric part of Lambda - tau (A - W W'/M)) */
static void step(fit *f)
{
    const size_t k = f->infer->k;
    for (size_t i = 0; i < k * k; i++)
        f->dual[i] -= tau * (f->infer->a[i] - f->moment[i]);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j <= i; j++)
            f->dual[i * k + j] = f->dual[j * k + i] = fmax(0, 0.5 * (f->dual[i * k + j] + f->dual[j * k + i]));
}

static jsmf_status fit_steps(jsmf_context *ctx, fit *f, jsmf_infer_fit_report *report)
{
    const size_t most = f->infer->options.iterations;
    for (;;) {
        const double start = jsmf_context_clock();
        if (jsmf_progress(ctx, "dual", (double)report->iterations / (double)most, -1) != JSMF_OK ||
            fit_pass(ctx, f) != JSMF_OK)
            return jsmf_context_status(ctx);
        report->distance = jsmf_infer_distance(f->infer, f->moment, 1);
        jsmf_message(ctx, JSMF_INFO, "iteration %zu: |W W'/M - A| / |A| %.3g, %.3f s", ++report->iterations,
                     report->distance, jsmf_context_clock() - start);
        if (report->iterations >= most)
            return jsmf_infer_take_dual(ctx, f->infer, f->infer->k, f->infer->k, f->seen);
        step(f);
    }
}

static jsmf_status fit_dual(jsmf_context *ctx, jsmf_infer *infer, const jsmf_batches *source,
                            jsmf_infer_fit_report *report)
{
    const size_t entries = jsmf_mul_sat(infer->k, infer->k);
    fit f = { .infer = infer, .dual = jsmf_alloc_zero(ctx, entries, 4 * sizeof *f.dual) };
    jsmf_status status = f.dual ? jsmf_infer_store_make(ctx, infer, source, infer->k, &f.store)
                                : jsmf_context_status(ctx);
    if (status == JSMF_OK) {
        f.seen = f.dual + entries;
        f.moment = f.seen + entries;
        f.sum = f.moment + entries;
        report->documents = f.store.documents;
        status = fit_steps(ctx, &f, report);
    }
    jsmf_infer_store_release(&f.store);
    free(f.dual);
    return status;
}

static void dual_shape(const jsmf_infer *infer, size_t shape[2]) { shape[0] = shape[1] = infer->k; }

const jsmf_infer_class jsmf_infer_paper_class = { .prepare = prepare,
                                                  .scratch = scratch_size,
                                                  .solve = solve_document,
                                                  .fit = fit_dual,
                                                  .shape = dual_shape,
                                                  .symmetric = true };
