/* The low-rank anchor word algorithm (000 Algorithm 5): the rows of Y Y' in an orthonormal basis of Y's columns. */
#include "jsmf/anchors.h"

#include "selection.h"
#include "jsmf/dense.h"
#include "law_negative.h"
#include "recovery.h"
#include "model/probability.h"

#include <cblas.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Words of a smaller part of the mean mass are no candidates: what they have is rounding, or a small difference. */
static const double least_mass = 1e-12;

size_t jsmf_anchors_law_bytes(size_t n, size_t k)
{
    /* Q, X, products, B; the selection's L, then rows of Y and Q, then Bbar and Canchor; batches and vectors. */
    enum { MATRICES = 6, VECTORS = 145 };
    const size_t columns = jsmf_add_sat(jsmf_mul_sat(MATRICES, k), VECTORS);
    return jsmf_mul_sat(jsmf_mul_sat(n, columns), sizeof(double));
}

typedef struct law {
    size_t n, k;
    const double *y;
    const jsmf_anchors_aw_options *options;
    bool plain;
    jsmf_model *model;
    double *d;        /* n: the model's unigram */
    double *usable;   /* n: d, and 0 for words that cannot be anchors */
    double *q, *r;    /* n x k, k x k: Y = Q R */
    double *x;        /* n x k: Y R', then E Q added, then divided by d */
    double *products; /* n x k: <X_i, X_s> */
    double *css, *mass;
    jsmf_anchors_groups groups;
    size_t *index;    /* n: the anchors' words, then the other rows that get E */
    size_t named;
} law;

/* ---- Y in its basis ---- */

jsmf_status jsmf_anchors_law_sums(jsmf_context *ctx, size_t n, size_t k, const double *y, double *d)
{
    double *sums = jsmf_alloc_zero(ctx, k, sizeof *sums);
    jsmf_status status = jsmf_context_status(ctx);
    if (sums) {
        for (size_t i = 0; i < n; i++)
            cblas_daxpy((int)k, 1, y + i * k, 1, sums, 1);
        status = jsmf_dense_times(ctx, n, k, 1, y, sums, d);
    }
    free(sums);
    return status;
}

/* X = Y R' before the division. */
static jsmf_status embed(jsmf_context *ctx, law *w)
{
    const size_t n = w->n, k = w->k;
    double *transposed;
    jsmf_status status;
    memcpy(w->q, w->y, n * k * sizeof *w->q);
    status = jsmf_dense_orthonormalise(ctx, n, k, w->q, w->r);
    if (status != JSMF_OK)
        return status;
    transposed = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *transposed);
    if (!transposed)
        return jsmf_context_status(ctx);
    cblas_domatcopy(CblasRowMajor, CblasTrans, (int)k, (int)k, 1, w->r, (int)k, transposed, (int)k);
    status = jsmf_dense_times(ctx, n, k, k, w->y, transposed, w->x);
    free(transposed);
    return status;
}

/* usable (n) = d where the word has more than the least mass and its row of X can be divided by it, else 0. */
static void find_usable(const law *w, double least, double *usable)
{
    for (size_t i = 0; i < w->n; i++) {
        const double d = w->d[i];
        bool good = jsmf_model_has_mass(d) && d > least;
        if (good) {
            const double *row = w->x + i * w->k, norm = cblas_dnrm2((int)w->k, row, 1) / d;
            good = isfinite(norm * norm);
        }
        usable[i] = good ? d : 0;
    }
}

static jsmf_status measure(jsmf_context *ctx, law *w)
{
    double total = 0;
    if (jsmf_anchors_law_sums(ctx, w->n, w->k, w->y, w->d) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < w->n; i++)
        total += w->d[i];
    if (!(total > 0) || total > 1e300)
        return jsmf_fail(ctx, JSMF_EDATA, "Y Y' sums to %g (expected about 1)", total);
    if (embed(ctx, w) != JSMF_OK)
        return jsmf_context_status(ctx);
    find_usable(w, w->plain ? 0 : least_mass * total / (double)w->n, w->usable);
    return JSMF_OK;
}

/* ---- anchors ---- */

static jsmf_status find_anchors(jsmf_context *ctx, law *w)
{
    const jsmf_anchors_rows rows = jsmf_anchors_rows_of_block(w->n, w->k, w->x);
    jsmf_model *m = w->model;
    const jsmf_anchors_options *o = &w->options->anchors;
    jsmf_status status;
    w->groups = jsmf_anchors_recover_groups(w->options, w->options->given ? w->options->given : m->s);
    if (w->options->given) {
        status = jsmf_anchors_given(ctx, &rows, w->usable, &w->groups, m->residuals, w->products);
        for (size_t j = 0; j < w->k; j++)
            m->s[j] = w->groups.words[jsmf_anchors_group_first(&w->groups, j)];
        return status == JSMF_OK ? jsmf_anchors_recover_note_groups(ctx, &w->groups, m) : status;
    }
    status = jsmf_anchors_select_rows(ctx, &rows, w->usable, o, m->s, m->residuals, o->clean_up ? w->products : NULL);
    if (status != JSMF_OK || !o->clean_up)
        return status;
    status = jsmf_anchors_clean_up(ctx, &rows, w->usable, o, m->s, w->products);
    return status == JSMF_OK ? jsmf_anchors_given(ctx, &rows, w->usable, &w->groups, m->residuals, w->products)
                             : status;
}

/* The rows that are made non-negative: the anchors' first, then those of negative mass. */
static void name_rows(law *w)
{
    for (size_t j = 0; j < w->groups.count; j++)
        w->index[j] = (size_t)w->groups.words[j];
    w->named = w->groups.count;
    for (size_t i = 0; i < w->n && !w->plain; i++)
        if (!(w->d[i] > 0)) /* never an anchor */
            w->index[w->named++] = i;
}

static jsmf_status mend(jsmf_context *ctx, law *w)
{
    double before = 0, after = 0;
    for (size_t i = 0; i < w->n; i++)
        before += w->d[i];
    if (jsmf_anchors_law_add_negative(ctx, w->n, w->k, w->y, w->q, w->named, w->index, w->d, w->x) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < w->n; i++)
        after += w->d[i];
    jsmf_message(ctx, JSMF_INFO, "%zu row%s made non-negative, %zu of them of words without mass: %.3g of the mass "
                 "of Y Y' added", JSMF_COUNTED(w->named), w->named - w->groups.count, (after - before) / before);
    return JSMF_OK;
}

/* X divided by d, and its products with the anchors' rows; words without mass have zero rows. */
static jsmf_status make_products(jsmf_context *ctx, law *w)
{
    const jsmf_anchors_rows rows = jsmf_anchors_rows_of_block(w->n, w->k, w->x);
    const size_t count = w->groups.count;
    double *own, *all;
    jsmf_status status;
    find_usable(w, 0, w->d);
    for (size_t i = 0; i < w->n; i++)
        for (size_t j = 0; j < w->k; j++)
            w->x[i * w->k + j] = w->d[i] > 0 ? w->x[i * w->k + j] / w->d[i] : 0;
    own = w->groups.first ? jsmf_alloc(ctx, jsmf_mul_sat(w->n, count), sizeof *own) : NULL;
    all = w->groups.first ? own : w->products;
    status = all ? jsmf_anchors_rows_products(ctx, &rows, count, w->index, all) : jsmf_context_status(ctx);
    if (status == JSMF_OK)
        jsmf_anchors_group_columns(&w->groups, w->n, all, w->products);
    free(own);
    return status;
}

/* ---- the anchors' rows ---- */

typedef struct columns_job {
    const law *w;
    double *rows; /* words x n */
} columns_job;

static jsmf_status anchor_columns(jsmf_context *ctx, void *arg, size_t chunk)
{
    enum { COLUMNS = 512 };
    const columns_job *job = arg;
    const law *w = job->w;
    const int k = (int)w->k, count = (int)w->groups.count;
    const size_t first = chunk * COLUMNS, m = jsmf_chunk_length(w->n, COLUMNS, chunk);
    double *anchors = jsmf_alloc(ctx, jsmf_mul_sat(w->groups.count, w->k), sizeof *anchors);
    if (!anchors)
        return jsmf_context_status(ctx);
    for (size_t j = 0; j < w->groups.count; j++)
        memcpy(anchors + j * w->k, w->y + w->index[j] * w->k, w->k * sizeof *anchors);
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, count, (int)m, k, 1, anchors, k, w->y + first * w->k, k, 0,
                job->rows + first, (int)w->n);
    free(anchors);
    return JSMF_OK;
}

/* C_SS into css, and canchor: the anchors' rows of Y Y' + E, divided by their sums. */
static jsmf_status take_anchor_rows(jsmf_context *ctx, law *w)
{
    enum { CHUNK = 512 };
    const size_t size = jsmf_mul_sat(w->groups.count, w->n);
    double *own = w->groups.first ? jsmf_alloc(ctx, size, sizeof *own) : NULL;
    columns_job job = { .w = w };
    jsmf_status status;
    w->model->canchor = jsmf_alloc(ctx, jsmf_mul_sat(w->k, w->n), sizeof *w->model->canchor);
    status = jsmf_context_status(ctx);
    job.rows = own ? own : w->model->canchor;
    if (status == JSMF_OK)
        status = jsmf_parallel(ctx, jsmf_chunk_count(w->n, CHUNK), anchor_columns, &job);
    for (size_t i = 0; status == JSMF_OK && !w->plain && i < size; i++)
        job.rows[i] = fmax(job.rows[i], 0);
    if (status == JSMF_OK)
        jsmf_anchors_group_rows(&w->groups, w->d, w->n, job.rows, w->model->canchor, w->css);
    free(own);
    return status;
}

/* Of Y Y' as it is: (Q'Y)(Q'Y)', B = Q R. */
static jsmf_status fit_correlations(jsmf_context *ctx, law *w)
{
    const size_t n = w->n, k = w->k, square = jsmf_mul_sat(k, k);
    jsmf_model *m = w->model;
    double *q = jsmf_copy(ctx, m->b, jsmf_mul_sat(n, k), sizeof *q);
    double *r = jsmf_alloc(ctx, jsmf_mul_sat(3, square), sizeof *r), *inner = r ? r + square : NULL;
    jsmf_status status = jsmf_context_status(ctx);
    if (status == JSMF_OK)
        status = jsmf_dense_orthonormalise(ctx, n, k, q, r);
    if (status == JSMF_OK)
        status = jsmf_dense_cross(ctx, n, k, k, q, w->y, inner);
    if (status == JSMF_OK) {
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, (int)k, (int)k, (int)k, 1, inner, (int)k, inner, (int)k, 0,
                    inner + square, (int)k);
        status = jsmf_anchors_recover_least_squares(ctx, k, inner + square, r, JSMF_ANCHORS_OF_COMPRESSED, m->a,
                                                    &m->legality);
    }
    free(q);
    free(r);
    return status;
}

/* ---- the whole ---- */

static jsmf_status recover_topics_of(jsmf_context *ctx, law *w, jsmf_solve_simplex_report *report)
{
    jsmf_model *m = w->model;
    jsmf_status status;
    if (w->options->plain)
        return jsmf_anchors_recover_by_inversion(ctx, w->css, JSMF_ANCHORS_OF_COMPRESSED, m, w->mass);
    status = jsmf_anchors_recover_words(ctx, w->options, NULL, &w->groups, m, &w->products, w->mass, report);
    if (status != JSMF_OK || w->options->least_squares_a)
        return status;
    return jsmf_anchors_recover_correlations(ctx, &w->groups, w->d, w->css, JSMF_ANCHORS_OF_COMPRESSED, m->b, m->a,
                                             &m->legality);
}

static jsmf_status recover(jsmf_context *ctx, law *w, jsmf_solve_simplex_report *report)
{
    jsmf_status status = take_anchor_rows(ctx, w);
    if (status != JSMF_OK)
        return status;
    if (!w->plain && !w->options->plain)
        jsmf_anchors_recover_clip(w->k, w->d, w->model->s, w->css);
    status = recover_topics_of(ctx, w, report);
    if (status == JSMF_OK && w->options->least_squares_a)
        status = fit_correlations(ctx, w);
    if (status == JSMF_OK)
        jsmf_anchors_recover_report(ctx, w->model, w->mass, JSMF_ANCHORS_OF_COMPRESSED);
    return status;
}

static jsmf_status learn(jsmf_context *ctx, law *w, jsmf_solve_simplex_report *report)
{
    jsmf_status status = measure(ctx, w);
    if (status == JSMF_OK)
        status = find_anchors(ctx, w);
    if (status != JSMF_OK)
        return status;
    name_rows(w);
    if (!w->plain && mend(ctx, w) != JSMF_OK)
        return jsmf_context_status(ctx);
    free(w->q);
    w->q = NULL;
    status = make_products(ctx, w);
    return status == JSMF_OK ? recover(ctx, w, report) : status;
}

static bool allocate(jsmf_context *ctx, law *w)
{
    const size_t n = w->n, k = w->k, nk = jsmf_mul_sat(n, k), kk = jsmf_mul_sat(k, k);
    if (!jsmf_anchors_recover_allocate(ctx, n, k, w->model))
        return false;
    w->d = w->model->unigram;
    w->usable = jsmf_alloc(ctx, n, sizeof *w->usable);
    w->q = jsmf_alloc(ctx, nk, sizeof *w->q);
    w->r = jsmf_alloc(ctx, kk, sizeof *w->r);
    w->x = jsmf_alloc(ctx, nk, sizeof *w->x);
    w->products = jsmf_alloc(ctx, nk, sizeof *w->products);
    w->css = jsmf_alloc(ctx, kk, sizeof *w->css);
    w->mass = jsmf_alloc(ctx, k, sizeof *w->mass);
    w->index = jsmf_alloc(ctx, n, sizeof *w->index);
    return jsmf_context_status(ctx) == JSMF_OK;
}

static void release(law *w)
{
    free(w->usable);
    free(w->q);
    free(w->r);
    free(w->x);
    free(w->products);
    free(w->css);
    free(w->mass);
    free(w->index);
}

static jsmf_status check(jsmf_context *ctx, size_t n, size_t k, const jsmf_anchors_aw_options *options)
{
    if (k == 0 || options->anchors.k != k)
        return jsmf_fail(ctx, JSMF_EUSAGE, "%zu topic%s of a Y of %zu column%s (expected as many)",
                         JSMF_COUNTED(options->anchors.k), JSMF_COUNTED(k));
    if (k > n)
        return jsmf_fail(ctx, JSMF_EDATA, "Y is %zu x %zu (expected words x topics)", n, k);
    if (options->loss == JSMF_ROWS_KL || options->anchors.project > 0)
        return jsmf_fail(ctx, JSMF_EUSAGE, "the low-rank anchor word algorithm knows no rows of C: no divergences, no "
                         "projection");
    return jsmf_memory_check(ctx, jsmf_anchors_law_bytes(n, k), "the low-rank anchor word algorithm",
                             "fewer words or topics");
}

jsmf_status jsmf_anchors_law(jsmf_context *ctx, size_t n, size_t k, const double *y,
                             const jsmf_anchors_aw_options *options, bool plain, jsmf_model *out,
                             jsmf_solve_simplex_report *report)
{
    jsmf_solve_simplex_report own, *told = report ? report : &own;
    law w = { .n = n, .k = k, .y = y, .options = options, .plain = plain, .model = out };
    jsmf_status status = check(ctx, n, k, options);
    *out = (jsmf_model){ 0 };
    *told = (jsmf_solve_simplex_report){ 0 };
    if (status != JSMF_OK)
        return status;
    status = allocate(ctx, &w) ? learn(ctx, &w, told) : jsmf_context_status(ctx);
    release(&w);
    if (status != JSMF_OK)
        jsmf_model_free(out);
    return status;
}
