/* AnchorFree (003 Algorithm 2). The basis is U, orthonormal, and not U sqrt(L): that scales M's rows, and |det M| by
 * what does not change. B's rows are divided by their lengths, which leaves the cone that they span as it is. The
 * cofactors of M's column f are det M times the solution a of M'a = e_f, so that no determinant is formed: a column
 * x in the place of f multiplies det M by a'x. */
#include "jsmf/anchorfree.h"

#include "model/probability.h"
#include "dense/dense.h"
#include "eigen/eigen_inner.h"
#include "jsmf/model.h"
#include "eigen/eigenpairs.h"
#include "jsmf/anchors.h"
#include "cone.h"
#include "dense/lapack.h"
#include "lp.h"
#include "operator/operator_inner.h"

#include <cblas.h>
#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SWEEPS = 20 };
static const double default_tolerance = 1e-6;
/* Rows shorter than this part of the longest are what the eigenvectors' errors make them, and are not asked for. */
static const double least_length = 1e-9;
/* A column of M is changed only where |det M| grows by more than this part of it. */
static const double least_gain = 1e-9;

typedef struct anchorfree {
    size_t n, k;
    const jsmf_anchorfree_options *options;
    jsmf_model *model;
    double *u, *l;        /* n x k, k: eigenpairs */
    size_t rows;
    double *g, *weights;  /* rows x k: those of u that are asked to be positive in B, of length 1; their lengths */
    double *m;            /* k x k, by columns: M */
    double *factors;      /* k x k: its LU factors, or what stands in their place */
    lapack_int *pivots;   /* k */
    double *a, *up, *down; /* k: cofactors, the two maxima */
    double *inverse;      /* k x k, by columns: M^-1 sqrt(L) */
    jsmf_anchorfree_report report;
} anchorfree;

jsmf_status jsmf_anchorfree_available(jsmf_context *ctx) { return jsmf_anchorfree_lp_available(ctx); }

static size_t needed_bytes(size_t n, size_t k, size_t columns)
{
    enum { MATRICES = 4 }; /* U, G, B, Bbar */
    const size_t start = columns ? jsmf_mul_sat(jsmf_mul_sat(n, columns), sizeof(double))
                                 : jsmf_eigen_largest_bytes(n, k, 0);
    const size_t own = jsmf_mul_sat(jsmf_mul_sat(n, jsmf_add_sat(jsmf_mul_sat(MATRICES, k), 2)), sizeof(double));
    return jsmf_add_sat(jsmf_add_sat(start, own), jsmf_anchorfree_cone_bytes(n, k, jsmf_mul_sat(2, k)));
}

/* ---- the cone ---- */

static bool is_asked(const anchorfree *w, size_t i)
{
    const jsmf_anchorfree_options *o = w->options;
    return w->model->unigram[i] > 0 && !(o->min_df > 0 && o->df[i] < o->min_df);
}

static jsmf_status too_few_rows(jsmf_context *ctx, const anchorfree *w)
{
    if (w->options->min_df > 0)
        return jsmf_fail(ctx, JSMF_ENUMERIC, "only %zu word%s of at least %lld document%s for %zu topic%s (take a "
                         "lower document frequency, or fewer topics)", JSMF_COUNTED(w->rows),
                         (long long)w->options->min_df, jsmf_plural((size_t)w->options->min_df), JSMF_COUNTED(w->k));
    return jsmf_fail(ctx, JSMF_ENUMERIC, "only %zu word%s with mass for %zu topic%s", JSMF_COUNTED(w->rows),
                     JSMF_COUNTED(w->k));
}

/* The rows that are asked for, and what they are divided by, so that their sum has length 1. */
static jsmf_status take_rows(jsmf_context *ctx, anchorfree *w)
{
    const size_t k = w->k;
    double longest = 0, length;
    double *sum = w->a;
    w->g = jsmf_alloc(ctx, jsmf_mul_sat(w->n, k), sizeof *w->g);
    w->weights = jsmf_alloc(ctx, w->n, sizeof *w->weights);
    if (!w->g || !w->weights)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < w->n; i++)
        longest = fmax(longest, cblas_dnrm2((int)k, w->u + i * k, 1));
    memset(sum, 0, k * sizeof *sum);
    for (size_t i = 0; i < w->n; i++) {
        const double *row = w->u + i * k;
        length = cblas_dnrm2((int)k, row, 1);
        if (!is_asked(w, i) || !(length > least_length * longest))
            continue;
        cblas_daxpy((int)k, 1, row, 1, sum, 1);
        for (size_t j = 0; j < k; j++)
            w->g[w->rows * k + j] = row[j] / length;
        w->weights[w->rows++] = length;
    }
    if (w->rows < k)
        return too_few_rows(ctx, w);
    length = cblas_dnrm2((int)k, sum, 1);
    for (size_t i = 0; i < w->rows; i++)
        w->weights[i] /= length;
    return JSMF_OK;
}

/* ---- M ---- */

static jsmf_status factorise(jsmf_context *ctx, anchorfree *w)
{
    const lapack_int k = (lapack_int)w->k;
    memcpy(w->factors, w->m, w->k * w->k * sizeof *w->m);
    return jsmf_dense_lapack_check(ctx, LAPACKE_dgetrf(LAPACK_COL_MAJOR, k, k, w->factors, k, w->pivots),
                                   "topics' volume", w->k, w->k,
                                   "is zero: the words carry fewer topics than that");
}

/* a: the solution of M'a = e_f. */
static jsmf_status find_cofactors(jsmf_context *ctx, anchorfree *w, size_t f)
{
    const lapack_int k = (lapack_int)w->k;
    if (factorise(ctx, w) != JSMF_OK)
        return jsmf_context_status(ctx);
    memset(w->a, 0, w->k * sizeof *w->a);
    w->a[f] = 1;
    return jsmf_dense_lapack_check(ctx, LAPACKE_dgetrs(LAPACK_COL_MAJOR, 'T', k, 1, w->factors, k, w->pivots, w->a, k),
                                   "cofactors", w->k, 1, "failed");
}

/* ---- the model ---- */

/* x[0], x[stride], ... (count of them) clipped at 0; what was negative and positive is added to the sums. */
static void clip(size_t count, double *x, size_t stride, double *negative, double *positive)
{
    for (size_t i = 0; i < count; i++) {
        double *entry = &x[i * stride];
        if (*entry < 0) {
            *negative -= *entry;
            *entry = 0;
        }
        *positive += *entry;
    }
}

/* B = U M, clipped and normalised; sums (k): of the columns before. B is the paper's C. */
static jsmf_status make_b(jsmf_context *ctx, anchorfree *w, double *sums)
{
    const size_t n = w->n, k = w->k;
    double *b = w->model->b, *transposed = w->factors, negative = 0, positive = 0;
    cblas_domatcopy(CblasRowMajor, CblasTrans, (int)k, (int)k, 1, w->m, (int)k, transposed, (int)k);
    if (jsmf_dense_times(ctx, n, k, k, w->u, transposed, b) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < n; i++)
        if (!(w->model->unigram[i] > 0)) {
            memset(b + i * k, 0, k * sizeof *b);
            w->model->massless_words++;
        }
    for (size_t f = 0; f < k; f++) {
        sums[f] = 0;
        clip(n, b + f, k, &negative, &sums[f]);
        jsmf_model_clear_noise(n, b + f, k);
        positive += sums[f];
        for (size_t i = 0; i < n; i++)
            b[i * k + f] /= sums[f];
    }
    w->report.clipped_b = negative / positive;
    return JSMF_OK;
}

/* A = D M^-1 L M^-T D with D = diag(sums), clipped and normalised: the paper's E, as C^+ P C^+' = M^-1 L M^-T. */
static jsmf_status make_a(jsmf_context *ctx, anchorfree *w, const double *sums)
{
    const size_t k = w->k;
    const lapack_int order = (lapack_int)k;
    double *a = w->model->a, negative = 0, positive = 0;
    memset(w->inverse, 0, k * k * sizeof *w->inverse);
    for (size_t f = 0; f < k; f++)
        w->inverse[f * k + f] = sqrt(w->l[f]);
    if (factorise(ctx, w) != JSMF_OK ||
        jsmf_dense_lapack_check(ctx,
                                LAPACKE_dgetrs(LAPACK_COL_MAJOR, 'N', order, order, w->factors, order, w->pivots,
                                               w->inverse, order),
                                "correlations", k, k, "failed") != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t f = 0; f < k; f++)
        cblas_dscal((int)k, sums[f], w->inverse + f, (int)k);
    cblas_dsyrk(CblasRowMajor, CblasUpper, CblasTrans, (int)k, (int)k, 1, w->inverse, (int)k, 0, a, (int)k);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < i; j++)
            a[i * k + j] = a[j * k + i];
    clip(k * k, a, 1, &negative, &positive);
    if (!(positive > 0) || !isfinite(positive))
        return jsmf_fail(ctx, JSMF_ENUMERIC, "the topics' correlations sum to %g", positive);
    cblas_dscal((int)(k * k), 1 / positive, a, 1);
    w->report.clipped_a = negative / positive;
    w->model->legality = positive;
    return JSMF_OK;
}

/* ---- the whole ---- */

static jsmf_status allocate(jsmf_context *ctx, anchorfree *w)
{
    const size_t n = w->n, k = w->k, kk = jsmf_mul_sat(k, k);
    *w->model = (jsmf_model){ .n = n, .k = k };
    w->model->unigram = jsmf_alloc(ctx, n, sizeof *w->model->unigram);
    w->u = jsmf_alloc(ctx, jsmf_mul_sat(n, k), sizeof *w->u);
    w->l = jsmf_alloc(ctx, k, sizeof *w->l);
    w->m = jsmf_alloc(ctx, kk, sizeof *w->m);
    w->factors = jsmf_alloc(ctx, kk, sizeof *w->factors);
    w->inverse = jsmf_alloc(ctx, kk, sizeof *w->inverse);
    w->pivots = jsmf_alloc(ctx, k, sizeof *w->pivots);
    w->a = jsmf_alloc(ctx, k, sizeof *w->a);
    w->up = jsmf_alloc(ctx, k, sizeof *w->up);
    w->down = jsmf_alloc(ctx, k, sizeof *w->down);
    return jsmf_context_status(ctx);
}

static void release(anchorfree *w)
{
    free(w->u);
    free(w->l);
    free(w->g);
    free(w->weights);
    free(w->m);
    free(w->factors);
    free(w->inverse);
    free(w->pivots);
    free(w->a);
    free(w->up);
    free(w->down);
}

static jsmf_status check(jsmf_context *ctx, size_t n, size_t columns, const jsmf_anchorfree_options *o)
{
    if (jsmf_anchorfree_lp_available(ctx) != JSMF_OK || jsmf_model_check_topics(ctx, NULL, o->k, n) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (o->min_df > 0 && !o->df)
        return jsmf_fail(ctx, JSMF_EUSAGE, "a least document frequency without the words' document frequencies");
    return jsmf_memory_check(ctx, needed_bytes(n, o->k, columns), "the search for topics without anchors",
                             JSMF_REMEDY_FEWER_WORDS_OR_TOPICS);
}

/* M: the largest |det M| with G M >= 0, columns of sum 1 over the rows asked for (003 equation 7, and Algorithm 2's
 * loop). */
static jsmf_status maximise_volume(jsmf_context *ctx, anchorfree *w)
{
    const size_t k = w->k, most = w->options->sweeps ? w->options->sweeps : SWEEPS;
    const double bound = w->options->tolerance > 0 ? w->options->tolerance : default_tolerance;
    const int order = (int)k;
    jsmf_anchorfree_report *report = &w->report;
    jsmf_anchorfree_cone cone;
    if (jsmf_anchorfree_cone_open(ctx, w->rows, k, w->g, w->weights, 2 * k, &cone) != JSMF_OK)
        goto done;
    /* M = I */
    memset(w->m, 0, k * k * sizeof *w->m);
    for (size_t f = 0; f < k; f++)
        w->m[f * k + f] = 1;
    while (!report->converged && report->sweeps < most) {
        const bool settled = report->sweeps > 0; /* then M is feasible */
        double total = 0;
        for (size_t f = 0; f < k; f++) {
            /* a_k = (-1)^(f + k) det M_kf, here divided by det M */
            if (find_cofactors(ctx, w, f) != JSMF_OK)
                goto done;
            const double length = cblas_dnrm2(order, w->a, 1);
            cblas_dscal(order, 1 / length, w->a, 1);
            /* m_max = argmax a'x, m_min = argmin a'x, over G x >= 0 and sum 1 */
            if (jsmf_anchorfree_cone_maximise(ctx, &cone, 2 * f, w->a, w->up) != JSMF_OK)
                goto done;
            cblas_dscal(order, -1, w->a, 1);
            if (jsmf_anchorfree_cone_maximise(ctx, &cone, 2 * f + 1, w->a, w->down) != JSMF_OK)
                goto done;
            /* M(:, f) = the one of larger |a'm|, by which |det M| is multiplied */
            const double up = -length * cblas_ddot(order, w->a, 1, w->up, 1);
            const double down = length * cblas_ddot(order, w->a, 1, w->down, 1);
            if (!settled || fmax(up, down) > 1 + least_gain) {
                cblas_dcopy(order, up >= down ? w->up : w->down, 1, w->m + f * k, 1);
                total += log(fmax(fmax(up, down), DBL_MIN));
            }
            if (jsmf_progress(ctx, "linear programs", ((double)report->sweeps + (double)f / (double)k) / (double)most,
                              settled ? total : -1) != JSMF_OK)
                goto done;
        }
        report->sweeps++;
        report->converged = settled && total < bound;
        jsmf_message(ctx, JSMF_INFO, "sweep %zu: log |det M| %s %.3g; %zu of %zu rows in the programs, %zu steps",
                     report->sweeps, settled ? "rises by" : "against the start's:", total, cone.count, w->rows,
                     jsmf_anchorfree_lp_steps(cone.lp));
    }
    report->rows = w->rows;
    report->programs = cone.programs;
    report->steps = jsmf_anchorfree_lp_steps(cone.lp);
done:
    jsmf_anchorfree_cone_free(&cone);
    return jsmf_context_status(ctx);
}

/* Algorithm 2 from P = U L U' and its row sums, the unigram, on. */
static jsmf_status learn(jsmf_context *ctx, anchorfree *w)
{
    const size_t n = w->n, k = w->k;
    jsmf_model *m = w->model;
    double *sums = w->up, *shares = w->down;
    if (jsmf_eigen_check_positive(ctx, k, k, w->l) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < n; i++) /* negative sums, of approximations, are no probabilities */
        m->unigram[i] = m->unigram[i] >= DBL_MIN ? m->unigram[i] : 0;
    if (take_rows(ctx, w) != JSMF_OK || maximise_volume(ctx, w) != JSMF_OK)
        return jsmf_context_status(ctx);
    free(w->g);
    w->g = NULL;
    m->b = jsmf_alloc(ctx, jsmf_mul_sat(n, k), sizeof *m->b);
    m->a = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *m->a);
    m->bbar = jsmf_alloc(ctx, jsmf_mul_sat(k, n), sizeof *m->bbar);
    if (jsmf_context_status(ctx) != JSMF_OK || make_b(ctx, w, sums) != JSMF_OK || make_a(ctx, w, sums) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t f = 0; f < k; f++)
        shares[f] = cblas_dasum((int)k, m->a + f * k, 1);
    jsmf_model_bbar(n, k, m->b, shares, m->bbar);
    return JSMF_OK;
}

static jsmf_status finish(jsmf_context *ctx, anchorfree *w, jsmf_anchorfree_report *report)
{
    release(w);
    if (jsmf_context_status(ctx) != JSMF_OK)
        jsmf_model_free(w->model);
    if (report)
        *report = w->report;
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_anchorfree(jsmf_context *ctx, const jsmf_operator *op, const jsmf_anchorfree_options *options,
                            jsmf_model *out, jsmf_anchorfree_report *report)
{
    const jsmf_eigen_options cold = { .cold = options->cold };
    anchorfree w = { .n = jsmf_operator_size(op), .k = options->k, .options = options, .model = out };
    *out = (jsmf_model){ 0 };
    if (check(ctx, w.n, 0, options) == JSMF_OK && allocate(ctx, &w) == JSMF_OK &&
        jsmf_operator_row_sums(ctx, op, out->unigram) == JSMF_OK &&
        jsmf_eigen_largest(ctx, op, w.k, &cold, w.l, w.u, NULL) == JSMF_OK)
        jsmf_recorded(learn(ctx, &w));
    return finish(ctx, &w, report);
}

/* The k largest eigenpairs of Y Y': with Y = Q R they are Q times those of R R'. */
static jsmf_status decompose(jsmf_context *ctx, anchorfree *w, size_t columns, const double *y)
{
    const size_t n = w->n, c = columns, k = w->k;
    double *q = jsmf_copy(ctx, y, jsmf_mul_sat(n, c), sizeof *q), *r = jsmf_alloc(ctx, c * c, sizeof *r);
    double *gram = jsmf_alloc(ctx, c * c, sizeof *gram), *values = jsmf_alloc(ctx, c, sizeof *values);
    if (jsmf_context_status(ctx) != JSMF_OK || jsmf_dense_orthonormalise(ctx, n, c, q, r) != JSMF_OK)
        goto done;
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, (int)c, (int)c, (int)c, 1, r, (int)c, r, (int)c, 0, gram,
                (int)c);
    if (jsmf_dense_eigen(ctx, c, gram, values) != JSMF_OK)
        goto done;
    memcpy(w->l, values, k * sizeof *values);
    for (size_t i = 0; i < c; i++)
        memcpy(r + i * k, gram + i * c, k * sizeof *r);
    jsmf_recorded(jsmf_dense_times(ctx, n, c, k, q, r, w->u));
done:
    free(q);
    free(r);
    free(gram);
    free(values);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_anchorfree_compressed(jsmf_context *ctx, size_t n, size_t columns, const double *y,
                                       const jsmf_anchorfree_options *options, jsmf_model *out,
                                       jsmf_anchorfree_report *report)
{
    anchorfree w = { .n = n, .k = options->k, .options = options, .model = out };
    *out = (jsmf_model){ 0 };
    if (options->k > columns || columns > n)
        return jsmf_fail(ctx, JSMF_EUSAGE, "%zu topic%s of a Y of %zu word%s and %zu column%s",
                         JSMF_COUNTED(options->k), JSMF_COUNTED(n), JSMF_COUNTED(columns));
    if (check(ctx, n, columns, options) == JSMF_OK && allocate(ctx, &w) == JSMF_OK &&
        jsmf_anchors_law_sums(ctx, n, columns, y, out->unigram) == JSMF_OK &&
        decompose(ctx, &w, columns, y) == JSMF_OK)
        jsmf_recorded(learn(ctx, &w));
    return finish(ctx, &w, report);
}
