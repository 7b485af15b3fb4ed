/* A document under a logistic-normal prior: w = softmax(x), x ~ N(mu, Sigma) of the moments A (infer_normal_prior).
 * The posterior of x is approximated by a normal of mean l and variances v, which maximise Blei and Lafferty's bound
 * (2007) with the tokens' topics summed out,
 *   F = sum_i c_i log sum_k B_ik e^l_k - n log sum_k e^(l_k + v_k / 2)
 *       - (l - mu)'P(l - mu) / 2 + sum_k (log v_k - P_kk v_k) / 2,
 * P the prior's strength times Sigma^-1; the composition is softmax(l + v / 2). By L-BFGS in l and u = log v. */
#include "infer_normal.h"
#include "infer_parts.h"

#include "jsmf/linalg.h"
#include "linalg/lbfgs.h"
#include "linalg/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS = 8, MOST_ITERATIONS = 200, MOST_TRIALS = 25, CALM = 2 };

static const double sufficient = 1e-4, shorter = 0.4; /* of the slope's promise; than the last trial */
static const double longest = 2;                      /* step of a component, a factor of e^2 */
static const double calm = 1e-3;                      /* |w - w_before|_1 of a step that changes little */
static const double least_curvature = 1e-6, rounding = 1e-12;
static const double least_precision = 0.25; /* to begin with: where v is large, w is one topic and steps are tiny */
static const double ridge = 1e-6; /* of Sigma's mean diagonal */

/* ---- the prior ---- */

/* precision = strength (Sigma + ridge)^-1 */
static jsmf_status invert(jsmf_context *ctx, size_t k, const double *sigma, double strength, double *precision)
{
    double *vectors = jsmf_copy(ctx, sigma, jsmf_mul_sat(k, k), sizeof *sigma), mean = 0;
    double *values = jsmf_alloc(ctx, k, sizeof *values);
    double *root = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *root);
    jsmf_status status = jsmf_context_status(ctx);
    if (status == JSMF_OK)
        status = jsmf_symmetric_eigen(ctx, k, vectors, values);
    if (status == JSMF_OK) {
        for (size_t j = 0; j < k; j++)
            mean += values[j] / (double)k;
        for (size_t i = 0; i < k; i++)
            for (size_t j = 0; j < k; j++)
                root[j * k + i] = vectors[i * k + j] * sqrt(strength / (fmax(values[j], 0) + ridge * mean));
        status = jsmf_cross(ctx, k, k, k, root, root, precision);
    }
    free(vectors);
    free(values);
    free(root);
    return status;
}

static jsmf_status prepare(jsmf_context *ctx, jsmf_infer *infer, const double *dual)
{
    const size_t k = infer->k;
    const double start = jsmf_clock();
    double *sigma = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *sigma), miss;
    (void)dual;
    infer->mu = jsmf_alloc(ctx, k, sizeof *infer->mu);
    infer->precision = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *infer->precision);
    if (sigma && infer->mu && infer->precision &&
        infer_normal_prior(ctx, k, infer->a, infer->mu, sigma, &miss) == JSMF_OK &&
        invert(ctx, k, sigma, infer->options.prior, infer->precision) == JSMF_OK)
        jsmf_message(ctx, JSMF_INFO, "a logistic-normal prior, its moments %.2g from A, %.3f s", miss,
                     jsmf_clock() - start);
    free(sigma);
    return jsmf_context_status(ctx);
}

/* ---- the bound ---- */

typedef struct problem {
    const jsmf_infer *infer;
    const infer_document *d;
    double *counts, *ratios; /* words */
    double *e, *v, *w, *pull, *off; /* k: e^(l - max), variances, the composition, P (l - mu), l - mu */
} problem;

/* e = exp(x - max x), its sum; *top = max x */
static double exponentials(size_t k, const double *x, double *e, double *top)
{
    double sum = 0;
    *top = -INFINITY;
    for (size_t j = 0; j < k; j++)
        *top = fmax(*top, x[j]);
    for (size_t j = 0; j < k; j++)
        sum += e[j] = exp(x[j] - *top);
    return sum;
}

/* What the words say: sum c log(B e); ratios = c / (B e), g = B' ratios. */
static double words_part(const problem *p, double *g)
{
    const infer_document *d = p->d;
    const size_t k = p->infer->k;
    double sum = 0;
    jsmf_sparse_dots(k, d->words, d->indices, p->infer->b, p->e, p->ratios);
    for (size_t i = 0; i < d->words; i++) {
        const double mix = fmax(p->ratios[i], 1e-300);
        sum += p->counts[i] * log(mix);
        p->ratios[i] = p->counts[i] / mix;
    }
    jsmf_sparse_row(k, d->words, d->indices, p->ratios, p->infer->b, g);
    return sum;
}

/* -F and its gradient g at x = (l, u); leaves p->w and p->v. */
static double bound(const problem *p, const double *x, double *g)
{
    const size_t k = p->infer->k;
    const double *l = x, *u = x + k, *precision = p->infer->precision, n = p->d->tokens;
    double top, top_w, value, sum;
    exponentials(k, l, p->e, &top);
    for (size_t j = 0; j < k; j++) {
        p->v[j] = exp(u[j]);
        p->off[j] = l[j] + 0.5 * p->v[j];
    }
    sum = exponentials(k, p->off, p->w, &top_w);
    value = words_part(p, g) - n * (log(sum) + top_w - top);
    memset(p->pull, 0, k * sizeof *p->pull);
    for (size_t j = 0; j < k; j++) {
        p->w[j] /= sum;
        p->off[j] = l[j] - p->infer->mu[j];
        jsmf_axpy(k, p->off[j], precision + j * k, p->pull);
    }
    for (size_t j = 0; j < k; j++) {
        const double own = precision[j * k + j];
        value += 0.5 * (u[j] - own * p->v[j] - p->off[j] * p->pull[j]);
        g[j] = n * p->w[j] + p->pull[j] - g[j] * p->e[j];
        g[k + j] = 0.5 * (p->v[j] * (own + n * p->w[j]) - 1);
    }
    return -value;
}

/* ---- one document ---- */

typedef struct search {
    problem p;
    double *x, *g, *x_next, *g_next, *direction, *inverse; /* 2 k */
    double *w_before;                                      /* k */
    double value;
    lbfgs memory;
} search;

static size_t scratch_size(const jsmf_infer *infer, size_t words)
{
    return 2 * words + 18 * infer->k + lbfgs_doubles(2 * infer->k, PAIRS);
}

static void set_up(search *s, const jsmf_infer *infer, const infer_document *d, double *scratch)
{
    const size_t k = infer->k;
    double **const pairs[] = { &s->x, &s->g, &s->x_next, &s->g_next, &s->direction, &s->inverse };
    double **const singles[] = { &s->p.e, &s->p.v, &s->p.w, &s->p.pull, &s->p.off, &s->w_before };
    s->p = (problem){ .infer = infer, .d = d, .counts = scratch, .ratios = scratch + d->words };
    scratch += 2 * d->words;
    for (size_t i = 0; i < 6; i++, scratch += 2 * k)
        *pairs[i] = scratch;
    for (size_t i = 0; i < 6; i++, scratch += k)
        *singles[i] = scratch;
    lbfgs_start(&s->memory, 2 * k, PAIRS, scratch);
    for (size_t i = 0; i < d->words; i++)
        s->p.counts[i] = d->h[i] * d->tokens;
}

/* The inverse of the Hessian's diagonal, nearly. */
static void scale(search *s)
{
    const size_t k = s->p.infer->k;
    const double n = s->p.d->tokens;
    for (size_t j = 0; j < k; j++) {
        s->inverse[j] = 1 / (s->p.infer->precision[j * k + j] + n * s->p.w[j]);
        s->inverse[k + j] = 2 / (1 + 0.5 * n * s->p.w[j] * s->p.v[j] * s->p.v[j]);
    }
}

/* From the prior's mean. */
static void begin(search *s)
{
    const size_t k = s->p.infer->k;
    const double *mu = s->p.infer->mu, n = s->p.d->tokens;
    double top, sum;
    memcpy(s->x, mu, k * sizeof *mu);
    sum = exponentials(k, mu, s->p.w, &top);
    for (size_t j = 0; j < k; j++)
        s->x[k + j] = -log(fmax(s->p.infer->precision[j * k + j] + n * s->p.w[j] / sum, least_precision));
    s->value = bound(&s->p, s->x, s->g);
    memcpy(s->w_before, s->p.w, k * sizeof *s->w_before);
}

/* To x_next, downhill; false where no step is short enough. */
static bool step(search *s, double *value)
{
    const size_t n = 2 * s->p.infer->k;
    double most = 0, length, promise;
    scale(s);
    lbfgs_direction(&s->memory, s->inverse, s->g, s->direction);
    promise = jsmf_dot(n, s->direction, s->g);
    if (!(promise > 0)) {
        s->memory.pairs = 0;
        lbfgs_direction(&s->memory, s->inverse, s->g, s->direction);
        promise = jsmf_dot(n, s->direction, s->g);
    }
    for (size_t j = 0; j < n; j++)
        most = fmax(most, fabs(s->direction[j]));
    length = most > longest ? longest / most : 1;
    for (size_t trial = 0; trial < MOST_TRIALS; trial++, length *= shorter) {
        for (size_t j = 0; j < n; j++)
            s->x_next[j] = s->x[j] - length * s->direction[j];
        *value = bound(&s->p, s->x_next, s->g_next);
        if (*value <= s->value - sufficient * length * promise + rounding * fabs(s->value))
            return true;
    }
    return false;
}

static void accept(search *s, double value)
{
    double *x = s->x, *g = s->g;
    lbfgs_remember(&s->memory, s->inverse, least_curvature, s->x, s->x_next, s->g, s->g_next);
    s->x = s->x_next;
    s->g = s->g_next;
    s->x_next = x;
    s->g_next = g;
    s->value = value;
}

/* |w - w_before|_1; w_before = w. */
static double change(search *s)
{
    double sum = 0;
    for (size_t j = 0; j < s->p.infer->k; j++) {
        sum += fabs(s->p.w[j] - s->w_before[j]);
        s->w_before[j] = s->p.w[j];
    }
    return sum;
}

static jsmf_status solve_document(jsmf_context *ctx, const jsmf_infer *infer, const infer_document *d, double *w,
                                  double *scratch, infer_outcome *outcome)
{
    search s;
    size_t quiet = 0, iteration = 0;
    double value;
    (void)ctx;
    set_up(&s, infer, d, scratch);
    begin(&s);
    while (quiet < CALM && iteration++ < MOST_ITERATIONS && step(&s, &value)) {
        accept(&s, value);
        quiet = change(&s) < calm ? quiet + 1 : 0;
    }
    memcpy(w, s.w_before, infer->k * sizeof *w);
    *outcome = (infer_outcome){ .converged = quiet == CALM };
    return JSMF_OK;
}

const infer_class infer_normal_class = { .prepare = prepare, .scratch = scratch_size, .solve = solve_document };
