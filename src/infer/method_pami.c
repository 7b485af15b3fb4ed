/* Prior-aware manifold iteration (002 Algorithm 2). With A = R'R (R = A^(1/2)), Z = F R + rho (P - L) and documents in
 * rows, an iteration is
 *   Q = Z (Z'Z / M)^(-1/2),  L += Q - P,  P = the nearest to Q + L with P R on the simplex,
 * where Q, P, L are sqrt(M) times, and rho is 1 / M times, the paper's. All that couples documents is Z'Z: the factors
 * (Z'Z / M)^(-1/2) of all iterations are the dual, from which a document is inferred alone. Here q, p, l, z of one
 * document are R^-1 times those rows, so that v = q + l is the right side of its least squares, w'A^-1 w - 2 v'w, p is
 * A^-1 w, and the factor is T = R^-1 S R for S = (Z'Z / M)^(-1/2).
 *
 * To the letter, rho is the paper's, A is taken as it is, and W is R'Q' of the last turn, projected to the simplex; the
 * first block of the dual is rho I then.
 *
 * Without a prior the same iteration, with S^-1 = rho I + R Q R for the quadratic Q of the least squares, converges to
 * their solution; a strength between weighs both S^-1. */
#include "store.h"

#include "jsmf/dense.h"
#include "dense/tall.h"
#include "dense/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double least_eigenvalue = 1e-2; /* of A, as a part of its largest */
static const double least_factor = 1e-10;    /* eigenvalue of S^-1, likewise */
static const double relative_rho = 1;        /* in units of |F R|_F / sqrt(K), as A and B have it */
static const double printed_rho = 0.01;      /* 002 section 4; in units of 1 / M here */
static const double no_eigenvalue = 1e-13;   /* of the largest: a Cholesky factorisation fails */

/* ---- A ---- */

/* out = V diag(values^power) V' */
static jsmf_status power_of(jsmf_context *ctx, size_t k, const double *vectors, const double *values, double power,
                            double *scaled, double *out)
{
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++)
            scaled[j * k + i] = vectors[i * k + j] * pow(values[j], 0.5 * power);
    return jsmf_dense_cross(ctx, k, k, k, scaled, scaled, out);
}

/* Eigenvectors in place of m, values no less than `least` of the largest. */
static jsmf_status decompose(jsmf_context *ctx, size_t k, double *m, double *values, double least)
{
    if (jsmf_dense_eigen(ctx, k, m, values) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t j = 1; j < k; j++)
        values[j] = fmax(values[j], least * values[0]);
    return values[0] > 0 ? JSMF_OK : jsmf_fail(ctx, JSMF_ENUMERIC, "no positive eigenvalue in the factors of pami");
}

/* out = x m x, x symmetric */
static jsmf_status sandwich(jsmf_context *ctx, size_t k, const double *x, const double *m, double *scratch, double *out)
{
    if (jsmf_dense_times(ctx, k, k, k, x, m, scratch) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_dense_times(ctx, k, k, k, scratch, x, out);
}

static jsmf_status check_definite(jsmf_context *ctx, const jsmf_infer *infer, const double *values)
{
    const double least = values[infer->k - 1];
    if (!infer->options.paper || least > no_eigenvalue * values[0])
        return JSMF_OK;
    return jsmf_fail(ctx, JSMF_ENUMERIC, "A has no Cholesky factor, which pami takes to the letter (its eigenvalues "
                     "are %g to %g: leave --paper out)", least, values[0]);
}

static jsmf_status factor(jsmf_context *ctx, jsmf_infer *infer, double *vectors, double *scratch, double *values)
{
    const size_t k = infer->k;
    jsmf_infer_pami *p = &infer->pami;
    const double least = infer->options.paper ? -INFINITY : least_eigenvalue;
    memcpy(vectors, infer->a, k * k * sizeof *vectors);
    if (decompose(ctx, k, vectors, values, least) != JSMF_OK ||
        check_definite(ctx, infer, values) != JSMF_OK ||
        power_of(ctx, k, vectors, values, 0.5, scratch, p->root) != JSMF_OK ||
        power_of(ctx, k, vectors, values, -0.5, scratch, p->root_inverse) != JSMF_OK ||
        power_of(ctx, k, vectors, values, -1, scratch, p->inverse) != JSMF_OK ||
        sandwich(ctx, k, p->root, infer->q, scratch, vectors) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (!infer->options.paper)
        p->rho = relative_rho * sqrt(jsmf_dense_sum_squares(k * k, vectors) / (double)k);
    return jsmf_infer_squares_prepare(ctx, k, p->inverse, NULL, &infer->squares);
}

static jsmf_status prepare(jsmf_context *ctx, jsmf_infer *infer, const double *dual)
{
    const size_t entries = jsmf_mul_sat(infer->k, infer->k);
    jsmf_infer_pami *p = &infer->pami;
    double *scratch;
    if (infer->options.paper && dual)
        p->rho = dual[0];
    if (p->root)
        return JSMF_OK;
    p->root = jsmf_alloc(ctx, entries, sizeof *p->root);
    p->root_inverse = jsmf_alloc(ctx, entries, sizeof *p->root_inverse);
    p->inverse = jsmf_alloc(ctx, entries, sizeof *p->inverse);
    scratch = jsmf_alloc(ctx, entries, 3 * sizeof *scratch);
    if (p->root && p->root_inverse && p->inverse && scratch &&
        factor(ctx, infer, scratch, scratch + entries, scratch + 2 * entries) != JSMF_OK)
        jsmf_infer_pami_release(p);
    free(scratch);
    return jsmf_context_status(ctx);
}

void jsmf_infer_pami_release(jsmf_infer_pami *p)
{
    free(p->root);
    free(p->root_inverse);
    free(p->inverse);
    *p = (jsmf_infer_pami){ .rho = 0 };
}

/* ---- one document ---- */

typedef struct state {
    double *w, *z, *l; /* k */
} state;

/* y = m x by rows' sums, whatever stands beside the document. */
static void apply(size_t k, const double *m, const double *x, double *y)
{
    memset(y, 0, k * sizeof *y);
    for (size_t j = 0; j < k; j++)
        if (x[j] != 0)
            jsmf_dense_axpy(k, x[j], m + j * k, y);
}

/* z = f + rho (p - l), p = A^-1 w */
static void renew(const jsmf_infer *infer, const double *f, const state *s, double *p)
{
    const size_t k = infer->k;
    apply(k, infer->pami.inverse, s->w, p);
    for (size_t j = 0; j < k; j++)
        s->z[j] = f[j] + infer->pami.rho * (p[j] - s->l[j]);
}

static void begin(const jsmf_infer *infer, const double *f, const state *s, double *scratch)
{
    memset(s->l, 0, infer->k * sizeof *s->l);
    renew(infer, f, s, scratch);
}

/* turn: T', k x k. scratch: 4 k. *gap += |q - p|^2 of the rows that they stand for. */
static jsmf_status iterate(jsmf_context *ctx, const jsmf_infer *infer, const double *turn, const double *f,
                           const state *s, double *scratch, double *gap, jsmf_document_outcome *outcome)
{
    const size_t k = infer->k;
    double *q = scratch, *p = q + k, *off = p + k;
    apply(k, turn, s->z, q);
    apply(k, infer->pami.inverse, s->w, p);
    for (size_t j = 0; j < k; j++) {
        q[j] -= p[j];
        s->l[j] += q[j];
    }
    apply(k, infer->pami.root, q, off);
    *gap += jsmf_dense_sum_squares(k, off);
    for (size_t j = 0; j < k; j++)
        q[j] += p[j] + s->l[j];
    if (jsmf_infer_squares_solve(ctx, &infer->squares, q, true, s->w, scratch + k, outcome) != JSMF_OK)
        return jsmf_context_status(ctx);
    renew(infer, f, s, p);
    return JSMF_OK;
}

/* w = the projection of A q, which is R'Q' of the turn. scratch: 2 k. */
static void finish_turn(const jsmf_infer *infer, const double *turn, const state *s, double *scratch)
{
    const size_t k = infer->k;
    apply(k, turn, s->z, scratch);
    apply(k, infer->a, scratch, s->w);
    jsmf_solve_simplex_project(k, s->w, scratch);
}

static size_t scratch_size(const jsmf_infer *infer, size_t words) { return words + 7 * infer->k; }

static jsmf_status solve_document(jsmf_context *ctx, const jsmf_infer *infer, const jsmf_document_frequencies *d,
                                  double *w, double *scratch, jsmf_document_outcome *outcome)
{
    const size_t k = infer->k, blocks = infer->dual ? infer->dual_shape[0] / k : 0;
    const size_t last = infer->options.paper && blocks > 1 ? blocks - 1 : blocks;
    double *f = scratch + d->words, *rest = f + 3 * k, gap = 0;
    const state s = { .w = w, .z = f + k, .l = f + 2 * k };
    jsmf_infer_coefficients(infer, d, scratch, f);
    jsmf_infer_begin(infer, d, scratch, w);
    *outcome = (jsmf_document_outcome){ .converged = true };
    begin(infer, f, &s, rest);
    for (size_t t = infer->options.paper ? 1 : 0; t < last; t++)
        if (iterate(ctx, infer, infer->dual + t * k * k, f, &s, rest, &gap, outcome) != JSMF_OK)
            return jsmf_context_status(ctx);
    if (last < blocks)
        finish_turn(infer, infer->dual + last * k * k, &s, rest);
    return JSMF_OK;
}

/* ---- the fit ---- */

typedef struct fit {
    jsmf_infer *infer;
    jsmf_infer_store store; /* state: w, z, l */
    const double *turn; /* NULL: begin */
    size_t count;
    double *gaps;      /* a chunk of the block */
    double *sum;       /* k x k */
    double *z_moment, *w_moment; /* k x k: Z'Z, W W' */
    double gap;
    double *turns;     /* of the iterations so far, k x k each */
} fit;

static jsmf_status fit_document(jsmf_context *ctx, const fit *f, size_t i, double *scratch, double *gap)
{
    const size_t k = f->infer->k;
    double *base = f->store.state_block + i * 3 * k;
    const state s = { .w = base, .z = base + k, .l = base + 2 * k };
    jsmf_document_outcome outcome;
    if (f->turn)
        return iterate(ctx, f->infer, f->turn, f->store.f_block + i * k, &s, scratch, gap, &outcome);
    begin(f->infer, f->store.f_block + i * k, &s, scratch);
    return JSMF_OK;
}

static jsmf_status fit_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const fit *f = arg;
    const size_t first = chunk * JSMF_INFER_CHUNK, end = first + jsmf_chunk_length(f->count, JSMF_INFER_CHUNK, chunk);
    double *scratch = jsmf_alloc(ctx, 4 * f->infer->k, sizeof *scratch);
    f->gaps[chunk] = 0;
    for (size_t i = first; scratch && i < end; i++)
        if (fit_document(ctx, f, i, scratch, &f->gaps[chunk]) != JSMF_OK)
            break;
    free(scratch);
    return jsmf_context_status(ctx);
}

static jsmf_status add_cross(jsmf_context *ctx, const fit *f, const double *x, double *total)
{
    const size_t k = f->infer->k;
    if (jsmf_dense_tall_cross(ctx, f->count, k, x, 3 * k, k, x, 3 * k, f->sum) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < k * k; i++)
        total[i] += f->sum[i];
    return JSMF_OK;
}

static jsmf_status fit_block(jsmf_context *ctx, fit *f, size_t first)
{
    const size_t left = f->store.documents - first, k = f->infer->k;
    f->count = left < JSMF_INFER_BLOCK ? left : JSMF_INFER_BLOCK;
    const size_t chunks = jsmf_chunk_count(f->count, JSMF_INFER_CHUNK);
    if (jsmf_infer_store_read(ctx, &f->store, first, f->count) != JSMF_OK ||
        jsmf_parallel(ctx, chunks, fit_chunk, f) != JSMF_OK ||
        add_cross(ctx, f, f->store.state_block, f->w_moment) != JSMF_OK ||
        add_cross(ctx, f, f->store.state_block + k, f->z_moment) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t c = 0; c < chunks; c++)
        f->gap += f->gaps[c];
    return jsmf_infer_store_write(ctx, &f->store, first, f->count);
}

static jsmf_status fit_pass(jsmf_context *ctx, fit *f)
{
    const size_t entries = f->infer->k * f->infer->k;
    memset(f->w_moment, 0, entries * sizeof *f->w_moment);
    memset(f->z_moment, 0, entries * sizeof *f->z_moment);
    f->gap = 0;
    for (size_t first = 0; first < f->store.documents; first += JSMF_INFER_BLOCK)
        if (fit_block(ctx, f, first) != JSMF_OK)
            return jsmf_context_status(ctx);
    f->gap = sqrt(f->gap / ((double)f->store.documents * (double)f->infer->k));
    return JSMF_OK;
}

/* s (k x k) = S^-1, the strength's mean of (Z'Z / M)^(1/2) and rho I + R Q R; work: 3 k x k. */
static jsmf_status mix_factors(jsmf_context *ctx, const fit *f, double *s, double *work)
{
    const jsmf_infer_pami *p = &f->infer->pami;
    const size_t k = f->infer->k, entries = k * k;
    const double strength = f->infer->options.prior, documents = (double)f->store.documents;
    double *scratch = work, *other = work + entries, *values = work + 2 * entries;
    if (sandwich(ctx, k, p->root, f->z_moment, scratch, other) != JSMF_OK ||
        decompose(ctx, k, other, values, 0) != JSMF_OK || power_of(ctx, k, other, values, 0.5, scratch, s) != JSMF_OK ||
        sandwich(ctx, k, p->root, f->infer->q, scratch, other) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++)
            s[i * k + j] = strength * s[i * k + j] / sqrt(documents) +
                           (1 - strength) * (other[i * k + j] + (i == j ? p->rho : 0));
    return JSMF_OK;
}

/* turn = (R^-1 S R)'. work: 4 k x k. */
static jsmf_status find_turn(jsmf_context *ctx, const fit *f, double *turn, double *work)
{
    const jsmf_infer_pami *p = &f->infer->pami;
    const size_t k = f->infer->k, entries = k * k;
    double *s = work, *scratch = work + entries, *values = work + 2 * entries;
    if (mix_factors(ctx, f, s, work + entries) != JSMF_OK || decompose(ctx, k, s, values, least_factor) != JSMF_OK ||
        power_of(ctx, k, s, values, -1, scratch, turn) != JSMF_OK ||
        jsmf_dense_times(ctx, k, k, k, p->root, turn, scratch) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_dense_times(ctx, k, k, k, scratch, p->root_inverse, turn);
}

/* Room for one turn more. */
static double *next_turn(jsmf_context *ctx, fit *f, size_t turn)
{
    const size_t entries = f->infer->k * f->infer->k;
    double *grown = jsmf_realloc(ctx, f->turns, jsmf_mul_sat(entries, turn + 1), sizeof *grown);
    if (!grown)
        return NULL;
    f->turns = grown;
    return grown + turn * entries;
}

static jsmf_status keep_rho(jsmf_context *ctx, fit *f)
{
    const size_t k = f->infer->k;
    double *block = next_turn(ctx, f, 0);
    f->infer->pami.rho = printed_rho / (double)f->store.documents;
    for (size_t i = 0; block && i < k * k; i++)
        block[i] = i % (k + 1) == 0 ? f->infer->pami.rho : 0;
    return jsmf_context_status(ctx);
}

static jsmf_status fit_turns(jsmf_context *ctx, fit *f, double *work, jsmf_infer_fit_report *report)
{
    const jsmf_infer_options *o = &f->infer->options;
    const size_t before = o->paper ? 1 : 0;
    if ((o->paper && keep_rho(ctx, f) != JSMF_OK) || fit_pass(ctx, f) != JSMF_OK)
        return jsmf_context_status(ctx);
    while (report->iterations < o->iterations && !report->converged) {
        const double start = jsmf_context_clock();
        double *turn = next_turn(ctx, f, before + report->iterations);
        const double done = (double)report->iterations / (double)o->iterations;
        if (!turn || jsmf_progress(ctx, "dual", done, f->gap) != JSMF_OK ||
            find_turn(ctx, f, turn, work) != JSMF_OK)
            return jsmf_context_status(ctx);
        f->turn = turn;
        if (fit_pass(ctx, f) != JSMF_OK)
            return jsmf_context_status(ctx);
        report->iterations++;
        report->gap = f->gap;
        report->distance = jsmf_infer_distance(f->infer, f->w_moment, (double)f->store.documents);
        report->converged = f->gap <= o->tolerance;
        jsmf_message(ctx, JSMF_INFO, "iteration %zu: |Q - P| %.3g, |W W'/M - A| / |A| %.3g, %.3f s", report->iterations,
                     report->gap, report->distance, jsmf_context_clock() - start);
    }
    return jsmf_infer_take_dual(ctx, f->infer, (before + report->iterations) * f->infer->k, f->infer->k, f->turns);
}

static jsmf_status allocate(jsmf_context *ctx, fit *f, double **work)
{
    const size_t entries = jsmf_mul_sat(f->infer->k, f->infer->k);
    f->gaps = jsmf_alloc(ctx, jsmf_chunk_count(JSMF_INFER_BLOCK, JSMF_INFER_CHUNK), sizeof *f->gaps);
    f->sum = jsmf_alloc(ctx, entries, 3 * sizeof *f->sum);
    *work = jsmf_alloc(ctx, entries, 4 * sizeof **work);
    if (!f->gaps || !f->sum || !*work)
        return jsmf_context_status(ctx);
    f->z_moment = f->sum + entries;
    f->w_moment = f->sum + 2 * entries;
    return JSMF_OK;
}

static jsmf_status fit_dual(jsmf_context *ctx, jsmf_infer *infer, const jsmf_batches *source,
                            jsmf_infer_fit_report *report)
{
    fit f = { .infer = infer };
    double *work = NULL;
    jsmf_status status = prepare(ctx, infer, NULL);
    if (status == JSMF_OK)
        status = allocate(ctx, &f, &work);
    if (status == JSMF_OK)
        status = jsmf_infer_store_make(ctx, infer, source, 3 * infer->k, &f.store);
    report->documents = f.store.documents;
    if (status == JSMF_OK && f.store.documents < infer->k)
        status = jsmf_fail(ctx, JSMF_EDATA, "pami learns from at least as many documents as topics (%zu document%s "
                           "with known words, %zu topics; use padd, or --dual)", JSMF_COUNTED(f.store.documents),
                           infer->k);
    if (status == JSMF_OK)
        status = fit_turns(ctx, &f, work, report);
    jsmf_infer_store_release(&f.store);
    free(f.gaps);
    free(f.sum);
    free(f.turns);
    free(work);
    return status;
}

static void dual_shape(const jsmf_infer *infer, size_t shape[2]) { shape[0] = shape[1] = infer->k; }

const jsmf_infer_class jsmf_infer_pami_class = {
    .prepare = prepare, .scratch = scratch_size, .solve = solve_document, .fit = fit_dual, .shape = dual_shape
};
