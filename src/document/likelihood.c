/* One document by its likelihood: minimises -2 sum_i h_i log (B w)_i + w' dual w over the simplex. In the chi-square
 * metric the first term is near |D (B w - h)|^2, so that both losses have duals of one scale.
 *
 * By Newton steps: each is a quadratic problem over the simplex, restricted to the topics that w has and those that
 * would lower it, whose solution is the active set's; along the way there w goes as far as the loss falls. EM, which
 * has the same limit where the dual is 0, takes hundreds of passes over the words to come as near as ten of these. */
#include "likelihood.h"

#include "dense/vector.h"
#include "solve/backtrack.h"
#include "solve/simplex_job.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

enum { MOST_TRIALS = 40 };

static const double rounding = 1e-14;       /* of the value */
static const double least_covered = 0.1;    /* of h_i max_k B_ik, that (B w)_i must have */

typedef struct newton {
    const jsmf_document_likelihood *l;
    const jsmf_document_frequencies *d;
    const double *b;
    double *mix, *next_mix, *ratios; /* words: B w, B x, h / (B w) */
    double *w, *x, *gradient, *pull; /* k; pull = g w */
    size_t free_count;
    size_t *free_set;          /* k: the topics of the problem */
    double *rows;              /* words x free_count */
    double *hessian, *shifted; /* free_count x free_count */
    double *f, *part;          /* free_count */
} newton;

size_t jsmf_document_likelihood_scratch(size_t k, size_t words) { return words * (3 + k) + k * (6 + 2 * k); }

static void set_up(newton *n, const jsmf_document_likelihood *l, const double *b, const jsmf_document_frequencies *d,
                   double *w, double *scratch)
{
    const size_t k = l->k, words = d->words;
    *n = (newton){ .l = l, .d = d, .b = b, .w = w };
    double **const parts[] = { &n->mix, &n->next_mix, &n->ratios, &n->x, &n->gradient, &n->pull, &n->f, &n->part };
    for (size_t i = 0; i < 8; i++) {
        *parts[i] = scratch;
        scratch += i < 3 ? words : k;
    }
    n->free_set = (size_t *)(void *)scratch;
    n->rows = scratch + k;
    n->hessian = n->rows + words * k;
    n->shifted = n->hessian + k * k;
}

static double loss_of(const newton *n, const double *mix)
{
    double sum = 0;
    for (size_t i = 0; i < n->d->words; i++)
        sum -= n->d->h[i] * log(mix[i]);
    return 2 * sum;
}

/* pull = g w, w' g w + 2 offset'w */
static double dual_part(const newton *n, const double *w, double *pull)
{
    const size_t k = n->l->k;
    double sum = 0;
    memset(pull, 0, k * sizeof *pull);
    if (!n->l->g)
        return 0;
    for (size_t j = 0; j < k; j++)
        if (w[j] != 0)
            jsmf_dense_axpy(k, w[j], n->l->g + j * k, pull);
    for (size_t j = 0; j < k; j++)
        sum += w[j] * (pull[j] + 2 * n->l->offset[j]);
    return sum;
}

static void mix_words(const newton *n, const double *w, double *mix)
{
    jsmf_dense_dot_rows(n->l->k, n->d->words, n->d->indices, n->b, w, mix);
}

/* Where the likelihood is largest, (B w)_i is h_i max_k B_ik or more. Words far below that have gradients too large to
 * calculate with (infinite, where no topic of w has them): the likeliest topic of each gets its share. */
static void cover(newton *n)
{
    const size_t k = n->l->k;
    double sum = 0;
    mix_words(n, n->w, n->mix);
    for (size_t i = 0; i < n->d->words; i++) {
        const double *row = n->b + (size_t)n->d->indices[i] * k;
        size_t best = 0;
        for (size_t j = 1; j < k; j++)
            best = row[j] > row[best] ? j : best;
        if (n->mix[i] < least_covered * n->d->h[i] * row[best])
            n->w[best] += n->d->h[i];
    }
    for (size_t j = 0; j < k; j++)
        sum += n->w[j];
    for (size_t j = 0; j < k; j++)
        n->w[j] /= sum;
    mix_words(n, n->w, n->mix);
}

static void find_gradient(newton *n)
{
    const size_t k = n->l->k;
    for (size_t i = 0; i < n->d->words; i++)
        n->ratios[i] = n->d->h[i] / n->mix[i];
    jsmf_dense_combine_rows(k, n->d->words, n->d->indices, n->ratios, n->b, n->gradient);
    for (size_t j = 0; j < k; j++)
        n->gradient[j] = 2 * (n->pull[j] + (n->l->g ? n->l->offset[j] : 0) - n->gradient[j]);
}

/* The topics of w, and those whose gradient lies below the mean of theirs. */
static void choose_topics(newton *n)
{
    double mean = 0;
    for (size_t j = 0; j < n->l->k; j++)
        mean += n->w[j] * n->gradient[j];
    n->free_count = 0;
    for (size_t j = 0; j < n->l->k; j++)
        if (n->w[j] > 0 || n->gradient[j] < mean)
            n->free_set[n->free_count++] = j;
}

/* hessian = 2 (sum of h / mix^2 B_i B_i' + g) over the free topics */
static void find_hessian(newton *n)
{
    const size_t p = n->free_count, k = n->l->k;
    for (size_t i = 0; i < n->d->words; i++) {
        const double *row = n->b + (size_t)n->d->indices[i] * k, scale = sqrt(2 * n->d->h[i]) / n->mix[i];
        for (size_t j = 0; j < p; j++)
            n->rows[i * p + j] = scale * row[n->free_set[j]];
    }
    cblas_dsyrk(CblasRowMajor, CblasUpper, CblasTrans, (int)p, (int)n->d->words, 1, n->rows, (int)p, 0, n->hessian,
                (int)p);
    for (size_t i = 0; i < p; i++)
        for (size_t j = i; j < p; j++) {
            if (n->l->g)
                n->hessian[i * p + j] += 2 * n->l->g[n->free_set[i] * k + n->free_set[j]];
            n->hessian[j * p + i] = n->hessian[i * p + j];
        }
}

/* x = where the quadratic model has its minimum over the free topics; the slope of the loss on the way there. */
static jsmf_status aim(jsmf_context *ctx, newton *n, double lift, double *slope)
{
    const size_t p = n->free_count;
    jsmf_solve_simplex_outcome outcome = { 0 };
    jsmf_solve_simplex_job job;
    for (size_t i = 0; i < p; i++) {
        n->hessian[i * p + i] += lift;
        n->part[i] = n->w[n->free_set[i]];
        n->f[i] = -n->gradient[n->free_set[i]];
    }
    for (size_t i = 0; i < p; i++)
        jsmf_dense_axpy(p, n->part[i], n->hessian + i * p, n->f);
    jsmf_solve_simplex_job_of(p, n->hessian, n->l->lift > lift, n->shifted, &job);
    job.n = 1;
    job.f = n->f;
    job.x = n->part;
    if (jsmf_solve_active_set(ctx, &job, 0, 1, &outcome) != JSMF_OK)
        return jsmf_context_status(ctx);
    memset(n->x, 0, n->l->k * sizeof *n->x);
    *slope = 0;
    for (size_t i = 0; i < p; i++) {
        const size_t j = n->free_set[i];
        n->x[j] = n->part[i];
        *slope += n->gradient[j] * (n->x[j] - n->w[j]);
    }
    return JSMF_OK;
}

/* Goes from w towards x, as far as the value falls; false where it does not. */
static bool advance(newton *n, double slope, double *loss, double *value)
{
    const size_t k = n->l->k, words = n->d->words;
    double next_loss, next;
    mix_words(n, n->x, n->next_mix);
    for (size_t i = 0; i < words; i++)
        n->next_mix[i] -= n->mix[i];
    for (size_t j = 0; j < k; j++)
        n->x[j] -= n->w[j];
    jsmf_solve_backtrack line = jsmf_solve_backtrack_start(*value, slope, 1, rounding, MOST_TRIALS);
    do {
        for (size_t i = 0; i < words; i++)
            n->ratios[i] = n->mix[i] + line.length * n->next_mix[i];
        for (size_t j = 0; j < k; j++)
            n->gradient[j] = fmax(n->w[j] + line.length * n->x[j], 0);
        next_loss = loss_of(n, n->ratios);
        next = next_loss + dual_part(n, n->gradient, n->pull);
    } while (jsmf_solve_backtrack_goes_on(&line, next));
    if (!line.accepted)
        return false;
    *loss = next_loss;
    *value = next;
    memcpy(n->w, n->gradient, k * sizeof *n->w);
    memcpy(n->mix, n->ratios, words * sizeof *n->mix);
    return true;
}

static jsmf_status iterate(jsmf_context *ctx, newton *n, double *loss, jsmf_document_outcome *outcome)
{
    const size_t k = n->l->k;
    double value = loss_of(n, n->mix), slope;
    *loss = value;
    value += dual_part(n, n->w, n->pull);
    for (; outcome->steps < n->l->most_steps; outcome->steps++) {
        find_gradient(n);
        outcome->kkt = 0.5 * jsmf_solve_simplex_residual(k, n->gradient, n->w);
        if (outcome->kkt <= n->l->tolerance)
            break;
        choose_topics(n);
        find_hessian(n);
        if (aim(ctx, n, 0, &slope) != JSMF_OK)
            return jsmf_context_status(ctx);
        /* Along a direction of negative curvature the way may lead up first. */
        if (!(slope < 0) && n->l->lift > 0 && aim(ctx, n, 2 * n->l->lift, &slope) != JSMF_OK)
            return jsmf_context_status(ctx);
        if (!advance(n, slope, loss, &value))
            break;
    }
    outcome->converged = outcome->kkt <= 1e-7;
    return JSMF_OK;
}

jsmf_status jsmf_document_likelihood_solve(jsmf_context *ctx, const jsmf_document_likelihood *l, const double *b,
                                           const jsmf_document_frequencies *d, double *w, double *scratch, double *loss,
                                           jsmf_document_outcome *outcome)
{
    newton n;
    set_up(&n, l, b, d, w, scratch);
    *outcome = (jsmf_document_outcome){ .converged = false };
    cover(&n);
    return iterate(ctx, &n, loss, outcome);
}
