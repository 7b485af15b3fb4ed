/* How compositions and the true ones serve the objective of composition inference (002 section 4, equation 1). */
#include "list.h"

#include "dense/dense.h"
#include "base/base_inner.h"

#include <cblas.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DOCUMENTS = 256 };

/* Sums over a chunk of documents. */
typedef struct fit_sums {
    double loss, likelihood, prior;
    size_t likelihoods, priors; /* documents that the last two are of */
    size_t impossible;          /* occurrences of words that have no probability under one of the two */
} fit_sums;

typedef struct fit {
    const jsmf_model *m;
    const jsmf_csr *h;           /* or NULL */
    const jsmf_metrics_compositions *c;
    double *gram;                /* k x k: B'B */
    double *a, *roots;           /* k x k: A divided by its sum, and the roots of its entries; NULL without A */
    double *scratch;             /* 3 x k a thread */
    fit_sums *partial;           /* chunks */
} fit;

static const double *own(const fit *f, size_t d) { return f->c->w + d * f->c->k; }

/* The true composition, in the model's topics. */
static void take_truth(const fit *f, size_t d, double *y)
{
    for (size_t k = 0; k < f->c->k; k++)
        y[k] = f->c->truth[d * f->c->k + f->c->match[k]];
}

/* |B y - h~|^2 - |B x - h~|^2 = (y - x)'(G (x + y) - 2 B'h~), without the cancellation of the two. */
static double loss_difference(const fit *f, size_t d, const double *x, const double *y, double *scratch)
{
    const size_t k = f->m->k;
    double *gradient = scratch, *sum = scratch + k, tokens = 0, difference = 0;
    for (int64_t p = f->h->indptr[d]; p < f->h->indptr[d + 1]; p++)
        tokens += jsmf_csr_value(f->h, (size_t)p);
    for (size_t j = 0; j < k; j++)
        sum[j] = x[j] + y[j];
    cblas_dgemv(CblasRowMajor, CblasNoTrans, (int)k, (int)k, 1, f->gram, (int)k, sum, 1, 0, gradient, 1);
    for (int64_t p = f->h->indptr[d]; p < f->h->indptr[d + 1]; p++)
        cblas_daxpy((int)k, -2 * jsmf_csr_value(f->h, (size_t)p) / tokens, f->m->b + (size_t)f->h->indices[p] * k, 1,
                    gradient, 1);
    for (size_t j = 0; j < k; j++)
        difference += (y[j] - x[j]) * gradient[j];
    return difference;
}

static void add_likelihood(const fit *f, size_t d, const double *x, const double *y, fit_sums *sums)
{
    const int k = (int)f->m->k;
    for (int64_t p = f->h->indptr[d]; p < f->h->indptr[d + 1]; p++) {
        const double *b = f->m->b + (size_t)f->h->indices[p] * f->m->k;
        double px = cblas_ddot(k, b, 1, x, 1), py = cblas_ddot(k, b, 1, y, 1);
        if (px > 0 && py > 0)
            sums->likelihood += jsmf_csr_value(f->h, (size_t)p) * log(px / py);
        else
            sums->impossible++;
    }
    sums->likelihoods++;
}

/* log(1 - HD(w w', A)), HD^2 = 1 - sum over k, l of sqrt(w_k w_l A_kl). */
static double log_prior(const fit *f, const double *w, double *scratch)
{
    const size_t k = f->m->k;
    double *root = scratch, *product = scratch + k, overlap;
    for (size_t j = 0; j < k; j++)
        root[j] = sqrt(fmax(w[j], 0));
    cblas_dgemv(CblasRowMajor, CblasNoTrans, (int)k, (int)k, 1, f->roots, (int)k, root, 1, 0, product, 1);
    overlap = cblas_ddot((int)k, root, 1, product, 1);
    return log(1 - sqrt(fmax(1 - overlap, 0)));
}

static jsmf_status sum_documents(jsmf_context *ctx, void *arg, size_t chunk)
{
    const fit *f = arg;
    const size_t k = f->m->k, first = chunk * DOCUMENTS;
    const size_t last = first + jsmf_chunk_length(f->c->documents, DOCUMENTS, chunk);
    double *y = f->scratch + 3 * (size_t)jsmf_context_thread(ctx) * k, *scratch = y + k;
    fit_sums *sums = f->partial + chunk;
    *sums = (fit_sums){ 0 };
    for (size_t d = first; d < last; d++) {
        take_truth(f, d, y);
        if (f->h && f->h->indptr[d + 1] > f->h->indptr[d]) {
            sums->loss += loss_difference(f, d, own(f, d), y, scratch);
            add_likelihood(f, d, own(f, d), y, sums);
        }
        if (f->roots) {
            double difference = log_prior(f, own(f, d), scratch) - log_prior(f, y, scratch);
            sums->prior += isfinite(difference) ? difference : 0;
            sums->priors += isfinite(difference);
        }
    }
    return JSMF_OK;
}

/* |W W' / M - A|_F of w (documents x k), whose topic k stands at match[k] (NULL: at k). */
static jsmf_status deviation(jsmf_context *ctx, const fit *f, const double *w, const size_t *match, double *out)
{
    const size_t k = f->m->k;
    double *moment = jsmf_alloc(ctx, k * k, sizeof *moment), sum = 0;
    if (moment && jsmf_dense_cross(ctx, f->c->documents, k, k, w, w, moment) == JSMF_OK)
        for (size_t i = 0; i < k; i++)
            for (size_t j = 0; j < k; j++) {
                size_t at = match ? match[i] * k + match[j] : i * k + j;
                sum += pow(moment[at] / (double)f->c->documents - f->a[i * k + j], 2);
            }
    free(moment);
    *out = sqrt(sum);
    return jsmf_context_status(ctx);
}

/* ---- what comes of it ---- */

static fit_sums total_of(const fit *f)
{
    fit_sums total = { 0 };
    for (size_t chunk = 0; chunk < jsmf_chunk_count(f->c->documents, DOCUMENTS); chunk++) {
        const fit_sums *s = f->partial + chunk;
        total.loss += s->loss;
        total.likelihood += s->likelihood;
        total.prior += s->prior;
        total.likelihoods += s->likelihoods;
        total.priors += s->priors;
        total.impossible += s->impossible;
    }
    return total;
}

static jsmf_status regularizer_difference(jsmf_context *ctx, const fit *f, double *difference)
{
    double own_distance = NAN, true_distance = NAN;
    if (f->a && (deviation(ctx, f, f->c->w, NULL, &own_distance) != JSMF_OK ||
                 deviation(ctx, f, f->c->truth, f->c->match, &true_distance) != JSMF_OK))
        return jsmf_context_status(ctx);
    *difference = true_distance - own_distance;
    return JSMF_OK;
}

static const char no_correlations[] = "the model has no A";

static jsmf_status add_of_bag(jsmf_context *ctx, const fit_sums *s, double regularizer, jsmf_metrics *out)
{
    if (s->impossible)
        jsmf_message(ctx, JSMF_WARNING, "LogLikeliDiff: %zu word%s of documents of probability 0 under the "
                     "compositions or under the true ones: left out", JSMF_COUNTED(s->impossible));
    if (jsmf_metrics_add(ctx, out, "LossDiff", s->loss, "B is not finite") != JSMF_OK ||
        jsmf_metrics_add(ctx, out, "TotalDiff", s->loss + regularizer, no_correlations) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_metrics_add(ctx, out, "LogLikeliDiff", s->likelihood / (double)s->likelihoods,
                            "every document is empty");
}

static jsmf_status add_all(jsmf_context *ctx, const fit *f, jsmf_metrics *out)
{
    const fit_sums s = total_of(f);
    double regularizer = NAN;
    if (f->roots && s.priors < f->c->documents)
        jsmf_message(ctx, JSMF_WARNING, "LogPriorDiff: %zu of %zu document%s of prior 0 under the compositions or "
                     "under the true ones: left out", f->c->documents - s.priors, JSMF_COUNTED(f->c->documents));
    if (regularizer_difference(ctx, f, &regularizer) != JSMF_OK ||
        jsmf_metrics_add(ctx, out, "RegularizerDiff", regularizer, no_correlations) != JSMF_OK ||
        jsmf_metrics_add(ctx, out, "LogPriorDiff", f->roots ? s.prior / (double)s.priors : NAN,
                         f->roots ? "no document has a prior" : no_correlations) != JSMF_OK)
        return jsmf_context_status(ctx);
    return f->h ? add_of_bag(ctx, &s, regularizer, out) : JSMF_OK;
}

static jsmf_status prepare(jsmf_context *ctx, fit *f)
{
    const jsmf_model *m = f->m;
    const size_t squares = m->k * m->k;
    double sum = 0;
    f->gram = jsmf_alloc(ctx, squares, sizeof *f->gram);
    f->scratch = jsmf_alloc(ctx, (size_t)jsmf_context_threads(ctx), 3 * m->k * sizeof *f->scratch);
    f->partial = jsmf_alloc(ctx, jsmf_chunk_count(f->c->documents, DOCUMENTS), sizeof *f->partial);
    if (m->a) {
        f->a = jsmf_copy(ctx, m->a, squares, sizeof *f->a);
        f->roots = jsmf_alloc(ctx, squares, sizeof *f->roots);
    }
    if (jsmf_context_status(ctx) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t e = 0; m->a && e < squares; e++)
        sum += m->a[e];
    for (size_t e = 0; m->a && e < squares; e++) {
        f->a[e] /= sum;
        f->roots[e] = sqrt(fmax(f->a[e], 0));
    }
    return jsmf_dense_cross(ctx, m->n, m->k, m->k, m->b, m->b, f->gram);
}

jsmf_status jsmf_metrics_of_fit(jsmf_context *ctx, const jsmf_model *m, const jsmf_csr *h,
                                const jsmf_metrics_compositions *c, jsmf_metrics *out)
{
    static const char *const names[] = { "RegularizerDiff", "LogPriorDiff", "LossDiff", "TotalDiff", "LogLikeliDiff",
                                         NULL };
    static const char *const without_bag[] = { "RegularizerDiff", "LogPriorDiff", NULL };
    fit f = { .m = m, .h = h, .c = c };
    if (c->k != c->true_k)
        return jsmf_metrics_add_undefined(ctx, out, h ? names : without_bag, "the truth has another number of topics");
    if (prepare(ctx, &f) == JSMF_OK &&
        jsmf_parallel(ctx, jsmf_chunk_count(c->documents, DOCUMENTS), sum_documents, &f) == JSMF_OK)
        jsmf_recorded(add_all(ctx, &f, out));
    free(f.gram);
    free(f.a);
    free(f.roots);
    free(f.scratch);
    free(f.partial);
    return jsmf_context_status(ctx);
}
