/* The leading eigenpairs of C, straight from the documents. What this step gets wrong stays wrong, since C is not
 * seen again: so it is a Krylov method with a bound on the residuals, not the few passes of randomised sketches (000
 * Algorithm 6), whose eigenvalues are off by percents. */
#include "jsmf/cooc.h"

#include "eigen/eigenpairs.h"
#include "operator/packed.h"
#include "eigen/eigen_inner.h"
#include "operator/operator_inner.h"

#include <math.h>
#include <stdlib.h>

static size_t used_count(size_t rows, const double *weights)
{
    size_t count = 0;
    for (size_t m = 0; m < rows; m++)
        count += weights[m] > 0;
    return count;
}

/* Of fewer documents, or fewer words, than k: no more eigenvalues than that can be positive, and these are counted. */
static jsmf_status count_and_refuse(jsmf_context *ctx, const jsmf_operator *op, size_t most, size_t k)
{
    const size_t n = jsmf_operator_size(op);
    double *v = jsmf_alloc(ctx, jsmf_mul_sat(n, most), sizeof *v), *d = jsmf_alloc(ctx, most, sizeof *d);
    if (v && d && jsmf_eigen_largest(ctx, op, most, NULL, d, v, NULL) == JSMF_OK)
        jsmf_recorded(jsmf_eigen_check_positive(ctx, k, most, d));
    free(v);
    free(d);
    return jsmf_context_status(ctx);
}

static size_t needed(const jsmf_cooc_low_rank_options *o) { return o->positive ? o->positive : o->k; }

static jsmf_status solve(jsmf_context *ctx, const jsmf_operator *op, const jsmf_cooc_low_rank_options *o, double *v,
                         double *d, jsmf_eigen_report *report)
{
    const jsmf_eigen_options with = { .tolerance = o->tolerance > 0 ? o->tolerance : JSMF_LOW_RANK_TOLERANCE,
                                      .cold = o->cold };
    if (jsmf_eigen_largest(ctx, op, o->k, &with, d, v, report) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_eigen_check_positive(ctx, needed(o), o->k, d);
}

/* ---- progress ---- */

/* The documents' operator, with a count of the products. */
typedef struct watched {
    jsmf_operator *op;
    size_t products;
    double expected; /* measured: 5 k + 100 to 7 k on real corpora of 5,000 to 100,000 words, k from 10 to 100 */
} watched;

static jsmf_status watched_apply(jsmf_context *ctx, const void *self, size_t p, const double *x, double *y)
{
    watched *w = *(watched *const *)self;
    if (jsmf_operator_apply(ctx, w->op, p, x, y) != JSMF_OK)
        return jsmf_context_status(ctx);
    w->products += p;
    return jsmf_progress(ctx, "eigenpairs", fmin((double)w->products / w->expected, 1), -1);
}

static jsmf_status watched_panel(jsmf_context *ctx, const void *self, size_t i0, size_t m, double *panel)
{
    return jsmf_operator_panel(ctx, (*(watched *const *)self)->op, i0, m, panel);
}

static size_t watched_single_bytes(const void *self)
{
    return jsmf_operator_single_bytes((*(watched *const *)self)->op);
}

static const jsmf_operator_class watched_class = {
    .name = "documents",
    .apply = watched_apply,
    .panel = watched_panel,
    .single_bytes = watched_single_bytes,
    .free = free,
};

static jsmf_status watch(jsmf_context *ctx, watched *w, jsmf_operator **out)
{
    watched **self = jsmf_copy(ctx, &w, 1, sizeof w);
    *out = NULL;
    return self ? jsmf_operator_new(ctx, &watched_class, self, jsmf_operator_size(w->op), out)
                : jsmf_context_status(ctx);
}

/* Those of w->op, of which at most so many can be positive. w->op is freed. */
static jsmf_status solve_watched(jsmf_context *ctx, watched *w, size_t most, const jsmf_cooc_low_rank_options *options,
                                 double *v, double *d, jsmf_eigen_report *report)
{
    jsmf_operator *op = NULL;
    if (watch(ctx, w, &op) == JSMF_OK)
        jsmf_recorded(options->k > most ? count_and_refuse(ctx, op, most, needed(options))
                                        : solve(ctx, op, options, v, d, report));
    jsmf_operator_free(op);
    jsmf_operator_free(w->op);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_cooc_low_rank(jsmf_context *ctx, jsmf_csr *h, const double *weights, const double *hdiag,
                               const jsmf_cooc_low_rank_options *options, double *v, double *d,
                               jsmf_eigen_report *report)
{
    const size_t most = jsmf_least(h->cols, used_count(h->rows, weights));
    watched w = { .expected = 6 * (double)options->k + 100 };
    const jsmf_status made = jsmf_operator_documents(ctx, h, weights, hdiag, &w.op);
    jsmf_csr_free(h);
    return made == JSMF_OK ? solve_watched(ctx, &w, most, options, v, d, report) : made;
}

jsmf_status jsmf_cooc_low_rank_factored(jsmf_context *ctx, const jsmf_csr *hhat, const double *hdiag,
                                        const jsmf_cooc_low_rank_options *options, double *v, double *d,
                                        jsmf_eigen_report *report)
{
    size_t used = 0;
    watched w = { .expected = 6 * (double)options->k + 100 };
    if (jsmf_operator_factored(ctx, hhat, hdiag, &w.op) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t m = 0; m < hhat->rows; m++)
        used += hhat->indptr[m + 1] > hhat->indptr[m];
    return solve_watched(ctx, &w, jsmf_least(used, hhat->cols), options, v, d, report);
}

/* The factors, their transpose, and what the solver holds. */
size_t jsmf_cooc_low_rank_factored_bytes(const jsmf_csr *hhat, size_t k)
{
    const size_t pairs = jsmf_least(k, hhat->cols);
    const size_t vectors = jsmf_mul_sat(hhat->cols, jsmf_mul_sat(pairs, sizeof(double)));
    return jsmf_add_sat(jsmf_mul_sat(jsmf_csr_nnz(hhat), 24),
                        jsmf_add_sat(vectors, jsmf_eigen_largest_bytes(hhat->cols, pairs, 0)));
}

/* While packing, the counts are there twice; while solving, packed, beside what the solver and the products hold. */
size_t jsmf_cooc_low_rank_bytes(const jsmf_csr *h, size_t k)
{
    enum { COUNT = 8 };
    const size_t nnz = jsmf_csr_nnz(h), pairs = jsmf_least(k, h->cols), entries = jsmf_operator_packed_entries(h);
    const size_t packed = jsmf_operator_packed_bytes(h->cols, entries);
    const size_t vectors = jsmf_mul_sat(h->cols, jsmf_mul_sat(pairs, sizeof(double)));
    const size_t packing = jsmf_add_sat(packed, jsmf_mul_sat(nnz, COUNT));
    const size_t solving = jsmf_add_sat(jsmf_add_sat(packed, vectors), jsmf_eigen_largest_bytes(h->cols, pairs, 0));
    return packing > solving ? packing : solving;
}
