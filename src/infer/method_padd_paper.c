/* Prior-aware dual decomposition to the letter (002 Algorithm 1): least squares without weights, a dual that steps by
 * tau and is kept from being negative, of which documents see 1/M, and convex-concave rounds from Bbar h~. The dual
 * taken in and out is what documents see. (PAMI's letter is in method_pami.c.) */
#include "squares.h"
#include "store.h"
#include "method.h"

#include "dense/dense.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROUNDS = 10000 };
static const double tau = 0.05;             /* 002 section 4 */
static const double largest_change = 1e-12; /* of w in a round, where it is at rest */

/* ---- one document ---- */

typedef struct ccp {
    size_t k;
    double *g; /* k x k: B^2 + Lambda / M - lambda I */
    double lift; /* -lambda, lambda the least eigenvalue of Lambda / M, at most 0 */
    jsmf_solve_simplex_job convex; /* of g */
} ccp;

/* seen: Lambda / M. To be released in any case. */
static jsmf_status ccp_prepare(jsmf_context *ctx, const jsmf_infer_given *given, const double *seen, ccp *p)
{
    const size_t k = given->k, entries = jsmf_mul_sat(k, k);
    *p = (ccp){ .k = k, .g = jsmf_copy(ctx, given->q, entries, sizeof *p->g) };
    double *vectors = jsmf_copy(ctx, seen, entries, sizeof *vectors);
    double *values = jsmf_alloc(ctx, k, sizeof *values);
    if (jsmf_context_status(ctx) != JSMF_OK || jsmf_dense_eigen(ctx, k, vectors, values) != JSMF_OK)
        goto done;
    p->lift = fmax(0, -values[k - 1]);
    for (size_t i = 0; i < entries; i++)
        p->g[i] += seen[i] + (i % (k + 1) == 0 ? p->lift : 0);
    jsmf_recorded(jsmf_solve_simplex_prepare(ctx, &(jsmf_solve_simplex_options){ .solver = JSMF_ACTIVE_SET }, k,
                                             p->g, &p->convex));
done:
    free(vectors);
    free(values);
    return jsmf_context_status(ctx);
}

static void ccp_release(ccp *p)
{
    jsmf_solve_simplex_release(&p->convex);
    free(p->g);
    *p = (ccp){ .lift = 0 };
}

/* Convex-concave rounds from w (002 section 3.1): each minimises w'gw - 2 (f + lift w_before)'w. scratch: 2 k. */
static jsmf_status ccp_solve(jsmf_context *ctx, const ccp *p, const double *f, double *w, double *scratch,
                             jsmf_document_outcome *outcome)
{
    const size_t k = p->k;
    double *before = scratch + k;
    for (size_t round = 0; round < MOST_ROUNDS; round++) {
        double change = 0;
        memcpy(before, w, k * sizeof *w);
        for (size_t j = 0; j < k; j++)
            scratch[j] = f[j] + p->lift * w[j];
        if (jsmf_infer_squares_solve_one(ctx, &p->convex, scratch, false, w, outcome) != JSMF_OK)
            return jsmf_context_status(ctx);
        for (size_t j = 0; j < k; j++)
            change = fmax(change, fabs(w[j] - before[j]));
        if (p->lift == 0 || change <= largest_change)
            return JSMF_OK;
    }
    outcome->converged = false;
    return JSMF_OK;
}

static jsmf_status new(jsmf_context *ctx, const jsmf_infer_given *given, const jsmf_infer_lambda *dual, void **state)
{
    ccp *p = *state = jsmf_alloc_zero(ctx, 1, sizeof *p);
    return p ? ccp_prepare(ctx, given, dual->values, p) : jsmf_context_status(ctx);
}

static void free_state(void *state)
{
    if (state)
        ccp_release(state);
    free(state);
}

static size_t bytes(size_t k, size_t words) { return (words + 3 * k) * sizeof(double); }

static jsmf_status compose(jsmf_context *ctx, const jsmf_infer_given *given, const void *state,
                           const jsmf_document_frequencies *d, double *w, double *scratch,
                           jsmf_document_outcome *outcome)
{
    double *f = scratch + d->words;
    jsmf_infer_begin(given, d, scratch, w);
    jsmf_infer_coefficients(given, d, scratch, f);
    return ccp_solve(ctx, state, f, w, f + given->k, outcome);
}

/* ---- the dual ---- */

static jsmf_status ccp_document(jsmf_context *ctx, const void *self, size_t i, const double *f, double *w,
                                double *scratch, double *sum)
{
    jsmf_document_outcome outcome;
    (void)i;
    (void)sum;
    return ccp_solve(ctx, self, f, w, scratch, &outcome);
}

/* 002 Algorithm 1. */
static jsmf_status padd(jsmf_context *ctx, const jsmf_infer_given *given, const jsmf_batches *source,
                        jsmf_infer_lambda *dual, jsmf_infer_fit_report *report)
{
    const size_t k = given->k, entries = jsmf_mul_sat(k, k), most = given->options.iterations;
    jsmf_infer_store store = { .k = 0 };
    ccp subproblem = { .k = 0 };
    /* Lambda^(0) = 0 */
    double *lambda = jsmf_alloc_zero(ctx, entries, 3 * sizeof *lambda);
    if (!lambda)
        return jsmf_context_status(ctx);
    double *seen = lambda + entries, *moment = seen + entries;
    /* F = B' H~, W^0 = Bbar H~ */
    if (jsmf_infer_store_make(ctx, given, source, k, &store) != JSMF_OK)
        goto done;
    const double documents = (double)store.documents;
    jsmf_infer_pass pass = { .document = ccp_document, .self = &subproblem, .scratch = 2 * k, .keep = false,
                             .divisor = documents, .moments = moment };
    report->documents = store.documents;
    for (;;) {
        const double start = jsmf_context_clock();
        if (jsmf_progress(ctx, "dual", (double)report->iterations / (double)most, -1) != JSMF_OK)
            goto done;
        /* for each m: w_m = CCP(B^2, Lambda^(t) / M, F_m, W^0_m); moment = W W' / M */
        for (size_t i = 0; i < entries; i++)
            seen[i] = lambda[i] / documents;
        ccp_release(&subproblem);
        if (ccp_prepare(ctx, given, seen, &subproblem) != JSMF_OK ||
            jsmf_infer_store_work_all(ctx, &store, &pass) != JSMF_OK)
            goto done;
        report->distance = jsmf_infer_distance(given, moment, 1);
        jsmf_message(ctx, JSMF_INFO, "iteration %zu: |W W'/M - A| / |A| %.3g, %.3f s", ++report->iterations,
                     report->distance, jsmf_context_clock() - start);
        if (report->iterations >= most)
            break;
        /* Lambda~ = Lambda^(t) - tau (A - W W' / M) */
        for (size_t i = 0; i < entries; i++)
            lambda[i] -= tau * (given->a[i] - moment[i]);
        /* Lambda^(t+1) = max(0, (Lambda~ + Lambda~') / 2) */
        for (size_t i = 0; i < k; i++)
            for (size_t j = 0; j <= i; j++)
                lambda[i * k + j] = lambda[j * k + i] = fmax(0, 0.5 * (lambda[i * k + j] + lambda[j * k + i]));
    }
    jsmf_recorded(jsmf_infer_lambda_set(ctx, k, k, seen, dual));
done:
    ccp_release(&subproblem);
    jsmf_infer_store_release(&store);
    free(lambda);
    return jsmf_context_status(ctx);
}

const jsmf_infer_class jsmf_infer_padd_paper_class = { .symmetric = true,
                                                       .new = new,
                                                       .fit = padd,
                                                       .compose = compose,
                                                       .bytes = bytes,
                                                       .free = free_state };
