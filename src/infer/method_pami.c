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
#include "method.h"
#include "squares.h"
#include "store.h"

#include "dense/tall.h"
#include "dense/vector.h"
#include "dense/dense.h"
#include "base/base_inner.h"
#include "solve/solve_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double least_eigenvalue = 1e-2;     /* of A, as a part of its largest */
static const double least_factor = 1e-10;        /* eigenvalue of S^-1, likewise */
static const double relative_rho = 1;            /* in units of |F R|_F / sqrt(K), as A and B have it */
static const double printed_rho = 0.01;          /* 002 section 4; in units of 1 / M here */
static const double singular_eigenvalue = 1e-13; /* of the largest: a Cholesky factorisation fails */

static jsmf_status check(jsmf_context *ctx, const jsmf_infer_options *o)
{
    if (o->loss == JSMF_LIKELIHOOD)
        return jsmf_fail(ctx, JSMF_EUSAGE, "pami has no likelihood (use padd with it)");
    return JSMF_OK;
}

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

typedef struct pami_state {
    double *root, *root_inverse; /* k x k, symmetric: R = A^(1/2), R^-1 */
    double *inverse;             /* k x k: A^-1 */
    double rho;
    jsmf_infer_squares squares;  /* of A^-1 */
    const double *turns;         /* k x k each: T', T = R^-1 S R; borrowed */
    size_t turn_count;
} pami_state;

/* A with its small eigenvalues lifted (to the letter: as it is), and what follows from it; work: 3 k x k. */
static jsmf_status factor(jsmf_context *ctx, const jsmf_infer_given *given, pami_state *p, double *work)
{
    const size_t k = given->k, entries = k * k;
    const bool paper = given->options.paper;
    double *vectors = work, *scratch = work + entries, *values = work + 2 * entries;
    memcpy(vectors, given->a, entries * sizeof *vectors);
    if (decompose(ctx, k, vectors, values, paper ? -INFINITY : least_eigenvalue) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (paper && !(values[k - 1] > singular_eigenvalue * values[0]))
        return jsmf_fail_remedy(ctx, JSMF_ENUMERIC, JSMF_REMEDY_WITHOUT_PAPER, 0,
                                "A has no Cholesky factor, which pami takes to the letter (its eigenvalues are %g to "
                                "%g)", values[k - 1], values[0]);
    if (power_of(ctx, k, vectors, values, 0.5, scratch, p->root) != JSMF_OK ||
        power_of(ctx, k, vectors, values, -0.5, scratch, p->root_inverse) != JSMF_OK ||
        power_of(ctx, k, vectors, values, -1, scratch, p->inverse) != JSMF_OK ||
        sandwich(ctx, k, p->root, given->q, scratch, vectors) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (!paper)
        p->rho = relative_rho * sqrt(jsmf_dense_sum_squares(entries, vectors) / (double)k);
    return jsmf_infer_squares_prepare(ctx, k, p->inverse, NULL, &p->squares);
}

static jsmf_status new(jsmf_context *ctx, const jsmf_infer_given *given, const jsmf_infer_lambda *dual, void **state)
{
    const size_t k = given->k, entries = jsmf_mul_sat(k, k);
    pami_state *p = *state = jsmf_alloc_zero(ctx, 1, sizeof *p);
    if (!p)
        return jsmf_context_status(ctx);
    p->root = jsmf_alloc(ctx, entries, sizeof *p->root);
    p->root_inverse = jsmf_alloc(ctx, entries, sizeof *p->root_inverse);
    p->inverse = jsmf_alloc(ctx, entries, sizeof *p->inverse);
    double *work = jsmf_alloc(ctx, entries, 3 * sizeof *work);
    if (jsmf_context_status(ctx) == JSMF_OK)
        jsmf_recorded(factor(ctx, given, p, work));
    free(work);
    if (dual->values) {
        p->turns = dual->values;
        p->turn_count = dual->rows / k;
    }
    if (dual->values && given->options.paper) { /* the first block is rho I */
        p->rho = dual->values[0];
        p->turns += entries;
        p->turn_count--;
    }
    return jsmf_context_status(ctx);
}

static void free_state(void *state)
{
    pami_state *p = state;
    if (p) {
        free(p->root);
        free(p->root_inverse);
        free(p->inverse);
        jsmf_infer_squares_release(&p->squares);
    }
    free(p);
}

/* ---- one document ---- */

typedef struct document {
    double *w, *z, *l; /* k */
} document;

/* y = m x by rows' sums, whatever stands beside the document. */
static void apply(size_t k, const double *m, const double *x, double *y)
{
    memset(y, 0, k * sizeof *y);
    for (size_t j = 0; j < k; j++)
        if (x[j] != 0)
            jsmf_dense_axpy(k, x[j], m + j * k, y);
}

/* z = f + rho (p - l), p = A^-1 w. p: k of scratch. */
static void renew(const pami_state *s, size_t k, const double *f, const document *d, double *p)
{
    apply(k, s->inverse, d->w, p);
    for (size_t j = 0; j < k; j++)
        d->z[j] = f[j] + s->rho * (p[j] - d->l[j]);
}

/* An iteration, from the document's line of Z to its next one. turn: T', k x k. scratch: 4 k. *gap += |q - p|^2 of the
 * rows of Q and P that they stand for. */
static jsmf_status iterate(jsmf_context *ctx, const pami_state *s, size_t k, const double *turn, const double *f,
                           const document *d, double *scratch, double *gap, jsmf_document_outcome *outcome)
{
    double *q = scratch, *p = q + k, *off = p + k;
    apply(k, turn, d->z, q);       /* q = T z */
    apply(k, s->inverse, d->w, p); /* p = A^-1 w */
    for (size_t j = 0; j < k; j++) {
        q[j] -= p[j];
        d->l[j] += q[j];           /* l += q - p */
    }
    apply(k, s->root, q, off);
    *gap += jsmf_dense_sum_squares(k, off);
    for (size_t j = 0; j < k; j++)
        q[j] += p[j] + d->l[j];    /* v = q + l */
    /* w = SCLS(R^-T, v): min w'A^-1 w - 2 v'w over the simplex */
    if (jsmf_infer_squares_solve(ctx, &s->squares, q, true, d->w, scratch + k, outcome) != JSMF_OK)
        return jsmf_context_status(ctx);
    renew(s, k, f, d, p);
    return JSMF_OK;
}

static size_t bytes(size_t k, size_t words) { return (words + 7 * k) * sizeof(double); }

static jsmf_status compose(jsmf_context *ctx, const jsmf_infer_given *given, const void *state,
                           const jsmf_document_frequencies *d, double *w, double *scratch,
                           jsmf_document_outcome *outcome)
{
    const pami_state *s = state;
    const size_t k = given->k, last = s->turn_count - (given->options.paper && s->turn_count > 0);
    double *f = scratch + d->words, *rest = f + 3 * k, gap = 0;
    const document own = { .w = w, .z = f + k, .l = f + 2 * k };
    jsmf_infer_coefficients(given, d, scratch, f);
    jsmf_infer_begin(given, d, scratch, w);
    *outcome = (jsmf_document_outcome){ .converged = true };
    memset(own.l, 0, k * sizeof *own.l);
    renew(s, k, f, &own, rest);
    for (size_t t = 0; t < last; t++)
        if (iterate(ctx, s, k, s->turns + t * k * k, f, &own, rest, &gap, outcome) != JSMF_OK)
            return jsmf_context_status(ctx);
    if (last < s->turn_count) {
        /* W = R'Q': w = A q for q = T z, projected to the simplex */
        apply(k, s->turns + last * k * k, own.z, rest);
        apply(k, given->a, rest, w);
        jsmf_solve_simplex_project(k, w, rest);
    }
    return JSMF_OK;
}

/* ---- the fit ---- */

typedef struct fit {
    const jsmf_infer_given *given;
    pami_state *state;
    const double *turn; /* of this iteration; NULL: begin */
} fit;

static document state_of(double *base, size_t k) { return (document){ .w = base, .z = base + k, .l = base + 2 * k }; }

static jsmf_status fit_document(jsmf_context *ctx, const void *self, size_t i, const double *f, double *base,
                                double *scratch, double *gap)
{
    const fit *t = self;
    const size_t k = t->given->k;
    const document d = state_of(base, k);
    jsmf_document_outcome outcome;
    (void)i;
    if (t->turn)
        return iterate(ctx, t->state, k, t->turn, f, &d, scratch, gap, &outcome);
    renew(t->state, k, f, &d, scratch); /* l is 0 still */
    return JSMF_OK;
}

/* turn = (R^-1 S R)', S^-1 the strength's mean of (Z'Z / M)^(1/2) and rho I + R Q R. z_moment: Z'Z of the documents.
 * work: 4 k x k. */
static jsmf_status find_turn(jsmf_context *ctx, const fit *t, const double *z_moment, double documents, double *turn,
                             double *work)
{
    const pami_state *p = t->state;
    const size_t k = t->given->k, entries = k * k;
    const double strength = t->given->options.prior;
    double *s = work, *scratch = work + entries, *other = work + 2 * entries, *values = work + 3 * entries;
    /* Z'Z of the paper's rows, and its root */
    if (sandwich(ctx, k, p->root, z_moment, scratch, other) != JSMF_OK ||
        decompose(ctx, k, other, values, 0) != JSMF_OK || power_of(ctx, k, other, values, 0.5, scratch, s) != JSMF_OK ||
        sandwich(ctx, k, p->root, t->given->q, scratch, other) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++)
            s[i * k + j] = strength * s[i * k + j] / sqrt(documents) +
                           (1 - strength) * (other[i * k + j] + (i == j ? p->rho : 0));
    if (decompose(ctx, k, s, values, least_factor) != JSMF_OK ||
        power_of(ctx, k, s, values, -1, scratch, turn) != JSMF_OK ||
        jsmf_dense_times(ctx, k, k, k, p->root, turn, scratch) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_dense_times(ctx, k, k, k, scratch, p->root_inverse, turn);
}

/* Room for one block more in the dual. */
static double *add_block(jsmf_context *ctx, size_t k, jsmf_infer_lambda *turns)
{
    double *grown = jsmf_realloc(ctx, turns->values, jsmf_mul_sat(jsmf_mul_sat(k, k), turns->rows / k + 1),
                                 sizeof *grown);
    if (!grown)
        return NULL;
    turns->values = grown;
    turns->rows += k;
    return grown + (turns->rows - k) * k;
}

/* 002 Algorithm 2: the iterations over all documents. turns: their factors; work: 6 k x k. */
static jsmf_status pami(jsmf_context *ctx, fit *t, jsmf_infer_store *store, jsmf_infer_lambda *turns, double *work,
                        jsmf_infer_fit_report *report)
{
    const jsmf_infer_options *o = &t->given->options;
    const size_t k = t->given->k, entries = k * k;
    const double documents = (double)store->documents;
    double *w_moment = work + 4 * entries, *z_moment = w_moment + entries;
    jsmf_infer_pass pass = { .document = fit_document, .self = t, .scratch = 4 * k, .keep = true, .divisor = 1,
                             .moments = w_moment, .second = z_moment };
    if (o->paper) {
        double *block = add_block(ctx, k, turns);
        if (!block)
            return jsmf_context_status(ctx);
        t->state->rho = printed_rho / documents;
        for (size_t i = 0; i < entries; i++)
            block[i] = i % (k + 1) == 0 ? t->state->rho : 0;
    }
    /* R'R = A, F = H~'B R', L^(0) = 0, Q^(0) = H~'Bbar'R^-1, so that P^(1) = Q^(0); Z = F + rho P^(1) - rho L^(0) */
    if (jsmf_infer_store_work_all(ctx, store, &pass) != JSMF_OK)
        return jsmf_context_status(ctx);
    while (report->iterations < o->iterations && !report->converged) {
        const double start = jsmf_context_clock(), done = (double)report->iterations / (double)o->iterations;
        const double gap = sqrt(pass.sum / (documents * (double)k));
        double *turn = add_block(ctx, k, turns);
        if (!turn || jsmf_progress(ctx, "dual", done, gap) != JSMF_OK)
            return jsmf_context_status(ctx);
        /* Q = U V' for the singular value decomposition U D V' of Z, which is Z (Z'Z)^(-1/2) */
        if (find_turn(ctx, t, z_moment, documents, turn, work) != JSMF_OK)
            return jsmf_context_status(ctx);
        /* L += Q - P; for each m: w_m = SCLS(R^-T, V_m), V = Q + L; P = W'R^-1; Z = F + rho P - rho L */
        t->turn = turn;
        if (jsmf_infer_store_work_all(ctx, store, &pass) != JSMF_OK)
            return jsmf_context_status(ctx);
        /* until Q converges */
        report->iterations++;
        report->gap = sqrt(pass.sum / (documents * (double)k));
        report->distance = jsmf_infer_distance(t->given, w_moment, documents);
        report->converged = report->gap <= o->tolerance;
        jsmf_message(ctx, JSMF_INFO, "iteration %zu: |Q - P| %.3g, |W W'/M - A| / |A| %.3g, %.3f s", report->iterations,
                     report->gap, report->distance, jsmf_context_clock() - start);
    }
    return JSMF_OK;
}

static jsmf_status fit_dual(jsmf_context *ctx, const jsmf_infer_given *given, const jsmf_batches *source,
                            jsmf_infer_lambda *dual, jsmf_infer_fit_report *report)
{
    const size_t k = given->k;
    const jsmf_infer_lambda none = { .rows = 0 };
    jsmf_infer_store store = { .k = 0 };
    jsmf_infer_lambda turns = { .rows = 0 };
    void *state = NULL;
    double *work = jsmf_alloc(ctx, jsmf_mul_sat(k, k), 6 * sizeof *work);
    if (!work || new(ctx, given, &none, &state) != JSMF_OK ||
        jsmf_infer_store_make(ctx, given, source, 3 * k, &store) != JSMF_OK)
        goto done;
    report->documents = store.documents;
    if (store.documents < k) {
        jsmf_fail_remedy(ctx, JSMF_EDATA, JSMF_REMEDY_PADD_OR_DUAL, 0,
                         "pami learns from at least as many documents as topics (%zu document%s with known words, %zu "
                         "topics)", JSMF_COUNTED(store.documents), k);
        goto done;
    }
    fit t = { .given = given, .state = state };
    if (pami(ctx, &t, &store, &turns, work, report) == JSMF_OK)
        jsmf_recorded(jsmf_infer_lambda_set(ctx, turns.rows, k, turns.values, dual));
done:
    jsmf_infer_store_release(&store);
    free_state(state);
    free(turns.values);
    free(work);
    return jsmf_context_status(ctx);
}

/* Without a prior PAMI converges to the least squares' solution. */
static const jsmf_infer_class *variant(const jsmf_infer_options *o)
{
    return o->prior > 0 ? &jsmf_infer_pami_class : jsmf_infer_scls_class.variant(o);
}

const jsmf_infer_class jsmf_infer_pami_class = { .has_prior = true,
                                                 .needs_a = true,
                                                 .has_loss = true,
                                                 .has_paper = true,
                                                 .own_prior = 1,
                                                 .check = check,
                                                 .variant = variant,
                                                 .new = new,
                                                 .fit = fit_dual,
                                                 .compose = compose,
                                                 .bytes = bytes,
                                                 .free = free_state };
