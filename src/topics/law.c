/* The low-rank anchor word algorithm (000 Algorithm 5): the rows of Y Y' in an orthonormal basis of Y's columns. */
#include "jsmf/law.h"

#include "anchors_parts.h"
#include "jsmf/linalg.h"
#include "law_negative.h"
#include "recover_parts.h"

#include <cblas.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Words of a smaller part of the mean mass are no candidates: what they have is rounding, or a small difference. */
static const double least_mass = 1e-12;

size_t jsmf_law_bytes(size_t n, size_t k)
{
    /* Q, X, products, B; the selection's L, then rows of Y and Q, then Bbar and Canchor; batches and vectors. */
    enum { MATRICES = 6, VECTORS = 145 };
    const size_t columns = jsmf_add_sat(jsmf_mul_sat(MATRICES, k), VECTORS);
    return jsmf_mul_sat(jsmf_mul_sat(n, columns), sizeof(double));
}

typedef struct law {
    size_t n, k;
    const double *y;
    const jsmf_aw_options *options;
    bool plain;
    jsmf_model *model;
    double *d;        /* n: the model's unigram */
    double *usable;   /* n: d, and 0 for words that cannot be anchors */
    double *q, *r;    /* n x k, k x k: Y = Q R */
    double *x;        /* n x k: Y R', then E Q added, then divided by d */
    double *products; /* n x k: <X_i, X_s> */
    double *css, *mass;
    size_t *index;    /* n: the anchors, then the other rows that get E */
    size_t named;
} law;

/* ---- Y in its basis ---- */

jsmf_status jsmf_law_sums(jsmf_context *ctx, size_t n, size_t k, const double *y, double *d)
{
    double *sums = jsmf_alloc_zero(ctx, k, sizeof *sums);
    jsmf_status status = jsmf_context_status(ctx);
    if (sums) {
        for (size_t i = 0; i < n; i++)
            cblas_daxpy((int)k, 1, y + i * k, 1, sums, 1);
        status = jsmf_times(ctx, n, k, 1, y, sums, d);
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
    status = jsmf_orthonormalise(ctx, n, k, w->q, w->r);
    if (status != JSMF_OK)
        return status;
    transposed = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *transposed);
    if (!transposed)
        return jsmf_context_status(ctx);
    cblas_domatcopy(CblasRowMajor, CblasTrans, (int)k, (int)k, 1, w->r, (int)k, transposed, (int)k);
    status = jsmf_times(ctx, n, k, k, w->y, transposed, w->x);
    free(transposed);
    return status;
}

/* usable (n) = d where the word has more than the least mass and its row of X can be divided by it, else 0. */
static void find_usable(const law *w, double least, double *usable)
{
    for (size_t i = 0; i < w->n; i++) {
        const double d = w->d[i];
        bool good = anchors_has_mass(d) && d > least;
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
    if (jsmf_law_sums(ctx, w->n, w->k, w->y, w->d) != JSMF_OK)
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
    const anchor_rows rows = anchor_rows_of_block(w->n, w->k, w->x);
    jsmf_model *m = w->model;
    if (!w->options->given)
        return anchors_select(ctx, &rows, w->usable, &w->options->anchors, m->s, m->residuals, NULL);
    memcpy(m->s, w->options->given, w->k * sizeof *m->s);
    return anchors_given(ctx, &rows, w->usable, w->k, m->s, m->residuals, w->products);
}

/* The rows that are made non-negative: the anchors' first, then those of negative mass. */
static void name_rows(law *w)
{
    for (size_t j = 0; j < w->k; j++)
        w->index[j] = (size_t)w->model->s[j];
    w->named = w->k;
    for (size_t i = 0; i < w->n && !w->plain; i++)
        if (!(w->d[i] > 0)) /* never an anchor */
            w->index[w->named++] = i;
}

static jsmf_status mend(jsmf_context *ctx, law *w)
{
    double before = 0, after = 0;
    for (size_t i = 0; i < w->n; i++)
        before += w->d[i];
    if (law_add_negative(ctx, w->n, w->k, w->y, w->q, w->named, w->index, w->d, w->x) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < w->n; i++)
        after += w->d[i];
    jsmf_message(ctx, JSMF_INFO, "%zu row%s made non-negative, %zu of them of words without mass: %.3g of the mass "
                 "of Y Y' added", JSMF_COUNTED(w->named), w->named - w->k, (after - before) / before);
    return JSMF_OK;
}

/* X divided by d, and its products with the anchors' rows; words without mass have zero rows. */
static jsmf_status make_products(jsmf_context *ctx, law *w)
{
    const anchor_rows rows = anchor_rows_of_block(w->n, w->k, w->x);
    find_usable(w, 0, w->d);
    for (size_t i = 0; i < w->n; i++)
        for (size_t j = 0; j < w->k; j++)
            w->x[i * w->k + j] = w->d[i] > 0 ? w->x[i * w->k + j] / w->d[i] : 0;
    return anchor_rows_products(ctx, &rows, w->k, w->index, w->products);
}

/* ---- the anchors' rows ---- */

static jsmf_status anchor_columns(jsmf_context *ctx, void *arg, size_t chunk)
{
    enum { COLUMNS = 512 };
    const law *w = arg;
    const int k = (int)w->k;
    const size_t first = chunk * COLUMNS, m = jsmf_chunk_length(w->n, COLUMNS, chunk);
    double *anchors = jsmf_alloc(ctx, jsmf_mul_sat(w->k, w->k), sizeof *anchors);
    if (!anchors)
        return jsmf_context_status(ctx);
    for (size_t j = 0; j < w->k; j++)
        memcpy(anchors + j * w->k, w->y + w->index[j] * w->k, w->k * sizeof *anchors);
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, k, (int)m, k, 1, anchors, k, w->y + first * w->k, k, 0,
                w->model->canchor + first, (int)w->n);
    free(anchors);
    return JSMF_OK;
}

/* C_SS into css, and canchor: the anchors' rows of Y Y' + E, divided by their sums. */
static jsmf_status take_anchor_rows(jsmf_context *ctx, law *w)
{
    enum { CHUNK = 512 };
    const size_t n = w->n, k = w->k;
    w->model->canchor = jsmf_alloc(ctx, jsmf_mul_sat(k, n), sizeof *w->model->canchor);
    if (!w->model->canchor || jsmf_parallel(ctx, jsmf_chunks(n, CHUNK), anchor_columns, w) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < k; i++) {
        double *row = w->model->canchor + i * n;
        for (size_t j = 0; j < n && !w->plain; j++)
            row[j] = fmax(row[j], 0);
        for (size_t j = 0; j < k; j++)
            w->css[i * k + j] = row[w->index[j]];
        cblas_dscal((int)n, 1 / w->d[w->index[i]], row, 1);
    }
    return JSMF_OK;
}

/* ---- the whole ---- */

static jsmf_status recover(jsmf_context *ctx, law *w, jsmf_simplex_report *report)
{
    jsmf_model *m = w->model;
    jsmf_status status = recover_words(ctx, w->options, m, &w->products, w->mass, report);
    if (status == JSMF_OK)
        status = take_anchor_rows(ctx, w);
    if (status != JSMF_OK)
        return status;
    if (!w->plain)
        recover_clip(w->k, w->d, m->s, w->css);
    status = recover_correlations(ctx, w->k, w->css, RECOVER_COMPRESSED, m->s, m->b, m->a, &m->legality);
    if (status == JSMF_OK)
        recover_report(ctx, m, w->mass, RECOVER_COMPRESSED);
    return status;
}

static jsmf_status learn(jsmf_context *ctx, law *w, jsmf_simplex_report *report)
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
    if (!recover_allocate(ctx, n, k, w->model))
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

static jsmf_status check(jsmf_context *ctx, size_t n, size_t k, const jsmf_aw_options *options)
{
    if (k == 0 || options->anchors.k != k)
        return jsmf_fail(ctx, JSMF_EUSAGE, "%zu topic%s of a Y of %zu column%s (expected as many)",
                         JSMF_COUNTED(options->anchors.k), JSMF_COUNTED(k));
    if (k > n)
        return jsmf_fail(ctx, JSMF_EDATA, "Y is %zu x %zu (expected words x topics)", n, k);
    return jsmf_memory_check(ctx, jsmf_law_bytes(n, k), "the low-rank anchor word algorithm", "fewer words or topics");
}

jsmf_status jsmf_law(jsmf_context *ctx, size_t n, size_t k, const double *y, const jsmf_aw_options *options, bool plain,
                     jsmf_model *out, jsmf_simplex_report *report)
{
    jsmf_simplex_report own;
    law w = { .n = n, .k = k, .y = y, .options = options, .plain = plain, .model = out };
    jsmf_status status = check(ctx, n, k, options);
    *out = (jsmf_model){ 0 };
    if (status != JSMF_OK)
        return status;
    status = allocate(ctx, &w) ? learn(ctx, &w, report ? report : &own) : jsmf_context_status(ctx);
    release(&w);
    if (status != JSMF_OK)
        jsmf_model_free(out);
    return status;
}
