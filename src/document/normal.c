#include "normal.h"

#include "dense/vector.h"
#include "solve/backtrack.h"
#include "solve/lbfgs.h"

#include <math.h>
#include <string.h>

enum { PAIRS = 8, MOST_TRIALS = 25, STEPS_AT_REST = 2 };

static const double longest_step = 2;       /* of a component: a factor of e^2 */
static const double largest_change = 1e-3;  /* |w - w_before|_1 of a step at rest; so many in a row end the search */
static const double least_curvature = 1e-6; /* of a pair that L-BFGS keeps */
static const double rounding = 1e-12;       /* of the value */
static const double least_mix = 1e-300;     /* of a word that no topic has */
static const double least_precision = 0.25; /* to begin with: where v is large, w is one topic and steps are tiny */

/* ---- the bound ---- */

typedef struct problem {
    const jsmf_document_words *d;
    const jsmf_document_normal *prior;
    double *ratios;          /* words */
    double *e, *w;           /* k: e^(l - max l), the composition */
    double *v, *pull, *off;  /* k: variances, P (l - mu), l - mu */
} problem;

/* e = exp(x - max x), its sum; *top = max x */
static double exponentials(size_t k, const double *x, double *e, double *top)
{
    *top = jsmf_dense_largest(k, x);
    jsmf_dense_exp(k, -*top, x, e);
    return jsmf_dense_sum(k, e);
}

/* What the words say: sum c log(B e); ratios = c / (B e), g = B' ratios. */
static double words_part(const problem *p, double *g)
{
    const jsmf_document_words *d = p->d;
    double sum = 0;
    jsmf_dense_dot_rows(d->k, d->words, d->indices, d->b, p->e, p->ratios);
    for (size_t i = 0; i < d->words; i++) {
        const double mix = p->ratios[i] > least_mix ? p->ratios[i] : least_mix;
        sum += d->counts[i] * log(mix);
        p->ratios[i] = d->counts[i] / mix;
    }
    jsmf_dense_combine_rows(d->k, d->words, d->indices, p->ratios, d->b, g);
    return sum;
}

/* -F and its gradient g at x = (l, u); leaves p->w and p->v. */
static double bound(const problem *p, const double *x, double *g)
{
    const size_t k = p->d->k;
    const double *l = x, *u = x + k, *precision = p->prior->precision, n = p->d->tokens;
    double top, top_w, value, sum;
    exponentials(k, l, p->e, &top);
    jsmf_dense_exp(k, 0, u, p->v);
    for (size_t j = 0; j < k; j++)
        p->off[j] = l[j] + 0.5 * p->v[j];
    sum = exponentials(k, p->off, p->w, &top_w);
    value = words_part(p, g) - n * (log(sum) + top_w - top);
    for (size_t j = 0; j < k; j++) {
        p->w[j] /= sum;
        p->off[j] = l[j] - p->prior->mu[j];
    }
    jsmf_dense_combine_all(k, k, p->off, precision, p->pull);
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
    jsmf_solve_lbfgs memory;
} search;

size_t jsmf_document_normal_scratch(size_t k) { return 16 * k + jsmf_solve_lbfgs_doubles(2 * k, PAIRS); }

static void set_up(search *s, const problem *p, double *scratch)
{
    const size_t k = p->d->k;
    double **const pairs[] = { &s->x, &s->g, &s->x_next, &s->g_next, &s->direction, &s->inverse };
    double **const singles[] = { &s->p.v, &s->p.pull, &s->p.off, &s->w_before };
    s->p = *p;
    for (size_t i = 0; i < 6; i++, scratch += 2 * k)
        *pairs[i] = scratch;
    for (size_t i = 0; i < 4; i++, scratch += k)
        *singles[i] = scratch;
    jsmf_solve_lbfgs_start(&s->memory, 2 * k, PAIRS, scratch);
}

/* The inverse of the Hessian's diagonal, nearly. */
static void scale(search *s)
{
    const size_t k = s->p.d->k;
    const double n = s->p.d->tokens;
    for (size_t j = 0; j < k; j++) {
        s->inverse[j] = 1 / (s->p.prior->precision[j * k + j] + n * s->p.w[j]);
        s->inverse[k + j] = 2 / (1 + 0.5 * n * s->p.w[j] * s->p.v[j] * s->p.v[j]);
    }
}

void jsmf_document_normal_begin(size_t k, const jsmf_document_normal *prior, double tokens, double *x)
{
    double *w = x + k, top;
    memcpy(x, prior->mu, k * sizeof *x);
    const double sum = exponentials(k, x, w, &top);
    for (size_t j = 0; j < k; j++)
        x[k + j] = -log(fmax(prior->precision[j * k + j] + tokens * w[j] / sum, least_precision));
}

static void begin(search *s, const double *x)
{
    const size_t k = s->p.d->k;
    memcpy(s->x, x, 2 * k * sizeof *x);
    s->value = bound(&s->p, s->x, s->g);
    memcpy(s->w_before, s->p.w, k * sizeof *s->w_before);
}

/* To x_next, downhill; false where no step is short enough. */
static bool step(search *s, double *value)
{
    const size_t n = 2 * s->p.d->k;
    double most = 0, promise;
    scale(s);
    jsmf_solve_lbfgs_direction(&s->memory, s->inverse, s->g, s->direction);
    promise = jsmf_dense_dot(n, s->direction, s->g);
    if (!(promise > 0)) {
        s->memory.pairs = 0;
        jsmf_solve_lbfgs_direction(&s->memory, s->inverse, s->g, s->direction);
        promise = jsmf_dense_dot(n, s->direction, s->g);
    }
    for (size_t j = 0; j < n; j++)
        most = fmax(most, fabs(s->direction[j]));
    const double first = most > longest_step ? longest_step / most : 1;
    jsmf_solve_backtrack line = jsmf_solve_backtrack_start(s->value, -promise, first, rounding, MOST_TRIALS);
    do {
        for (size_t j = 0; j < n; j++)
            s->x_next[j] = s->x[j] - line.length * s->direction[j];
        *value = bound(&s->p, s->x_next, s->g_next);
    } while (jsmf_solve_backtrack_goes_on(&line, *value));
    return line.accepted;
}

static void accept(search *s, double value)
{
    double *x = s->x, *g = s->g;
    jsmf_solve_lbfgs_remember(&s->memory, s->inverse, least_curvature, s->x, s->x_next, s->g, s->g_next);
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
    for (size_t j = 0; j < s->p.d->k; j++) {
        sum += fabs(s->p.w[j] - s->w_before[j]);
        s->w_before[j] = s->p.w[j];
    }
    return sum;
}

double jsmf_document_normal_shares(size_t k, const double *x, double *w)
{
    const double *l = x, *u = x + k;
    double top;
    jsmf_dense_exp(k, 0, u, w);
    for (size_t j = 0; j < k; j++)
        w[j] = l[j] + 0.5 * w[j];
    return exponentials(k, w, w, &top);
}

double jsmf_document_normal_solve(const jsmf_document_words *d, const jsmf_document_normal *prior, size_t steps,
                                  double *x, double *w, double *e, double *ratios, bool *converged, double *scratch)
{
    const problem p = { .d = d, .prior = prior, .ratios = ratios, .e = e, .w = w };
    search s;
    size_t at_rest = 0;
    double value;
    set_up(&s, &p, scratch);
    begin(&s, x);
    for (size_t i = 0; at_rest < STEPS_AT_REST && i < steps; i++) {
        if (!step(&s, &value)) {
            s.value = bound(&s.p, s.x, s.g);
            break;
        }
        accept(&s, value);
        at_rest = change(&s) < largest_change ? at_rest + 1 : 0;
    }
    memcpy(x, s.x, 2 * d->k * sizeof *x);
    *converged = at_rest == STEPS_AT_REST;
    return -s.value;
}
