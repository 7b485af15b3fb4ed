/* The low-rank anchor word algorithm (000 Algorithm 5): the rows of Y Y' in an orthonormal basis of Y's columns. */
#include "recovery.h"

#include "dense/dense.h"
#include "law_negative.h"
#include "model/probability.h"
#include "anchors_inner.h"
#include "base/base_inner.h"

#include <cblas.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Words of a smaller part of the mean mass are no candidates: what they have is rounding, or a small difference. */
static const double least_mass = 1e-12;

/* Y Y' of a larger sum is refused. */
static const double largest_total = 1e300;

static size_t needed_bytes(size_t n, size_t k)
{
    /* Q, X, products, B; the selection's L, then rows of Y and Q, then Bbar and Canchor; batches and vectors. */
    enum { MATRICES = 6, VECTORS = 145 };
    const size_t columns = jsmf_add_sat(jsmf_mul_sat(MATRICES, k), VECTORS);
    return jsmf_mul_sat(jsmf_mul_sat(n, columns), sizeof(double));
}

/* C = Y Y', as the recovery sees it. */
typedef struct law {
    size_t n, k;
    const double *y;
    bool paper; /* as the paper has it, without E */
} law;

jsmf_status jsmf_anchors_law_sums(jsmf_context *ctx, size_t n, size_t k, const double *y, double *d)
{
    double *sums = jsmf_alloc_zero(ctx, k, sizeof *sums);
    if (!sums)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < n; i++)
        cblas_daxpy((int)k, 1, y + i * k, 1, sums, 1);
    const jsmf_status status = jsmf_dense_times(ctx, n, k, 1, y, sums, d);
    free(sums);
    return status;
}

static jsmf_status find_total(jsmf_context *ctx, size_t n, const double *d, double *total)
{
    *total = 0;
    for (size_t i = 0; i < n; i++)
        *total += d[i];
    if (!(*total > 0) || *total > largest_total)
        return jsmf_fail(ctx, JSMF_EDATA, "Y Y' sums to %g (expected about 1)", *total);
    return JSMF_OK;
}

/* With Y = Q R: x (n x k) = Y R', the rows of Y Y' in the basis Q. r: k x k. */
static jsmf_status embed(jsmf_context *ctx, const law *c, double *q, double *r, double *x)
{
    const size_t n = c->n, k = c->k;
    double *transposed = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *transposed);
    if (!transposed)
        return jsmf_context_status(ctx);
    memcpy(q, c->y, n * k * sizeof *q);
    if (jsmf_dense_orthonormalise(ctx, n, k, q, r) != JSMF_OK)
        goto done;
    cblas_domatcopy(CblasRowMajor, CblasTrans, (int)k, (int)k, 1, r, (int)k, transposed, (int)k);
    jsmf_recorded(jsmf_dense_times(ctx, n, k, k, c->y, transposed, x));
done:
    free(transposed);
    return jsmf_context_status(ctx);
}

/* usable (n) = d where the word has more than the least mass and its row of X can be divided by it, else 0. usable may
 * be d. */
static void find_usable(const law *c, const double *d, const double *x, double least, double *usable)
{
    for (size_t i = 0; i < c->n; i++) {
        bool good = jsmf_model_has_mass(d[i]) && d[i] > least;
        if (good) {
            const double norm = cblas_dnrm2((int)c->k, x + i * c->k, 1) / d[i];
            good = isfinite(norm * norm);
        }
        usable[i] = good ? d[i] : 0;
    }
}

static bool is_zero(size_t k, const double *row)
{
    for (size_t j = 0; j < k; j++)
        if (row[j] != 0)
            return false;
    return true;
}

/* Adds E, on the rows of the anchors' words and of those without positive sums, to d and X. index: n, scratch. Words
 * that are in no pair, of which a corpus may have many, have nothing to be mended. */
static jsmf_status mend(jsmf_context *ctx, const law *c, const jsmf_anchors_groups *groups, const double *q,
                        size_t *index, double *d, double *x)
{
    double before = 0, after = 0;
    size_t named = groups->count;
    for (size_t j = 0; j < groups->count; j++)
        index[j] = (size_t)groups->words[j];
    for (size_t i = 0; i < c->n; i++) {
        before += d[i];
        if (!(d[i] > 0) && !is_zero(c->k, c->y + i * c->k)) /* never an anchor */
            index[named++] = i;
    }
    if (jsmf_anchors_law_add_negative(ctx, c->n, c->k, c->y, q, named, index, d, x) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < c->n; i++)
        after += d[i];
    jsmf_message(ctx, JSMF_INFO, "%zu row%s made non-negative, %zu of them of words without mass: %.3g of the mass "
                 "of Y Y' added", JSMF_COUNTED(named), named - groups->count, (after - before) / before);
    return JSMF_OK;
}

/* X's rows divided by d; zero for words without mass, whose d becomes 0. */
static void divide_rows(const law *c, double *d, double *x)
{
    find_usable(c, d, x, 0, d);
    for (size_t i = 0; i < c->n; i++)
        for (size_t j = 0; j < c->k; j++)
            x[i * c->k + j] = d[i] > 0 ? x[i * c->k + j] / d[i] : 0;
}

/* ---- Y Y' for the recovery ---- */

enum { COLUMNS = 512 }; /* of Y Y' a chunk */

typedef struct rows_job {
    const law *c;
    size_t count;
    double *some; /* count x k: the rows of Y asked for */
    double *rows; /* count x n */
} rows_job;

static jsmf_status make_columns(jsmf_context *ctx, void *arg, size_t chunk)
{
    const rows_job *job = arg;
    const law *c = job->c;
    const int k = (int)c->k;
    const size_t first = chunk * COLUMNS, m = jsmf_chunk_length(c->n, COLUMNS, chunk);
    (void)ctx;
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, (int)job->count, (int)m, k, 1, job->some, k,
                c->y + first * c->k, k, 0, job->rows + first, (int)c->n);
    return JSMF_OK;
}

/* The anchors' rows of Y Y' + E, which are those of max(Y Y', 0); of Y Y' where the paper is followed. */
static jsmf_status gather(jsmf_context *ctx, const void *self, size_t count, const size_t *index, double *rows)
{
    const law *c = self;
    rows_job job = { .c = c, .count = count, .rows = rows };
    job.some = jsmf_alloc(ctx, jsmf_mul_sat(count, c->k), sizeof *job.some);
    if (!job.some)
        return jsmf_context_status(ctx);
    for (size_t j = 0; j < count; j++)
        memcpy(job.some + j * c->k, c->y + index[j] * c->k, c->k * sizeof *job.some);
    if (jsmf_parallel(ctx, jsmf_chunk_count(c->n, COLUMNS), make_columns, &job) == JSMF_OK && !c->paper)
        for (size_t i = 0; i < count * c->n; i++)
            rows[i] = fmax(rows[i], 0);
    free(job.some);
    return jsmf_context_status(ctx);
}

/* Of Y Y' as it is: (Q'Y)(Q'Y)'. */
static jsmf_status quadratic(jsmf_context *ctx, const void *self, size_t n, size_t k, const double *q, double *inner)
{
    const law *c = self;
    double *qy = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *qy);
    if (!qy || jsmf_dense_cross(ctx, n, k, k, q, c->y, qy) != JSMF_OK)
        goto done;
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, (int)k, (int)k, (int)k, 1, qy, (int)k, qy, (int)k, 0, inner,
                (int)k);
done:
    free(qy);
    return jsmf_context_status(ctx);
}

/* ---- the whole ---- */

static jsmf_status check(jsmf_context *ctx, size_t n, size_t k, const jsmf_anchors_aw_options *options)
{
    const jsmf_anchors_rows rows = { .n = n, .width = k, .compressed = true };
    jsmf_anchors_limit limit;
    if (k == 0 || options->anchors.k != k)
        return jsmf_fail(ctx, JSMF_EUSAGE, "%zu topic%s of a Y of %zu column%s (expected as many)",
                         JSMF_COUNTED(options->anchors.k), JSMF_COUNTED(k));
    if (k > n)
        return jsmf_fail(ctx, JSMF_EDATA, "Y is %zu x %zu (expected words x topics)", n, k);
    if (options->loss == JSMF_ROWS_KL || options->anchors.project > 0)
        return jsmf_fail(ctx, JSMF_EUSAGE, "the low-rank anchor word algorithm knows no rows of C: no divergences, no "
                         "projection");
    if (!options->given && jsmf_anchors_check_limit(ctx, &rows, NULL, &options->anchors, &limit) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_memory_check(ctx, needed_bytes(n, k), "the low-rank anchor word algorithm",
                             JSMF_REMEDY_FEWER_WORDS_OR_TOPICS);
}

jsmf_status jsmf_anchors_law(jsmf_context *ctx, size_t n, size_t k, const double *y,
                             const jsmf_anchors_aw_options *options, bool paper, jsmf_model *out,
                             jsmf_solve_simplex_report *report)
{
    const law c = { .n = n, .k = k, .y = y, .paper = paper };
    jsmf_solve_simplex_report own, *told = report ? report : &own;
    jsmf_anchors_recovery w = { .options = options, .source = JSMF_ANCHORS_OF_COMPRESSED, .model = out, .report = told,
                                .keeps_negative = paper, .self = &c, .gather = gather, .quadratic = quadratic };
    const size_t nk = jsmf_mul_sat(n, k);
    double *usable = NULL, *q = NULL, *r = NULL, *x = NULL, *d, total;
    size_t *index = NULL;
    *out = (jsmf_model){ 0 };
    *told = (jsmf_solve_simplex_report){ 0 };
    if (check(ctx, n, k, options) != JSMF_OK)
        return jsmf_context_status(ctx);
    usable = jsmf_alloc(ctx, n, sizeof *usable);
    q = jsmf_alloc(ctx, nk, sizeof *q);
    r = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *r);
    x = jsmf_alloc(ctx, nk, sizeof *x);
    index = jsmf_alloc(ctx, n, sizeof *index);
    if (jsmf_anchors_recovery_open(ctx, n, &w) != JSMF_OK)
        goto done;
    const jsmf_anchors_rows rows = jsmf_anchors_rows_of_block(n, k, x);
    d = out->unigram;
    /* d = Y (Y'e) */
    if (jsmf_anchors_law_sums(ctx, n, k, y, d) != JSMF_OK || find_total(ctx, n, d, &total) != JSMF_OK)
        goto done;
    /* Y = Q R; X = Y R', which is divided by d where it is read */
    if (embed(ctx, &c, q, r, x) != JSMF_OK)
        goto done;
    find_usable(&c, d, x, paper ? 0 : least_mass * total / (double)n, usable);
    /* S: column pivoted QR on X' */
    if (jsmf_anchors_recover_anchors(ctx, &w, &rows, usable) != JSMF_OK)
        goto done;
    /* Not in the paper: d + E e, X + E Q */
    if (!paper && mend(ctx, &c, &w.groups, q, index, d, x) != JSMF_OK)
        goto done;
    free(q);
    q = NULL;
    /* Bbar = argmin |X_i - Bbar_i' X_S| over the simplex, B by Bayes' rule, A = B_S^-1 Y_S Y_S' B_S^-1 */
    divide_rows(&c, d, x);
    if (jsmf_anchors_group_products(ctx, &rows, NULL, &w.groups, w.products) == JSMF_OK)
        jsmf_recorded(jsmf_anchors_recover(ctx, &w));
done:
    free(usable);
    free(q);
    free(r);
    free(x);
    free(index);
    return jsmf_anchors_recovery_close(ctx, &w);
}
