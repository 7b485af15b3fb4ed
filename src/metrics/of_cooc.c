/* Metrics against a co-occurrence: one pass over its panels, residuals in double without cancellation. */
#include "list.h"

#include "dense/dense.h"
#include "dense/vector.h"
#include "model/probability.h"
#include "base/base_inner.h"
#include "operator/operator_inner.h"

#include <cblas.h>
#include <math.h>
#include <stdlib.h>

/* A tile of a panel's rows and so many columns stays in the second-level cache; after every band of panels the
 * progress is told. */
enum { TILE_COLS = 512, BAND = 64 };

typedef struct residuals {
    const jsmf_model *m;
    const double *sums;
    double *anchors;  /* k x n: Cbar_S, or NULL where Recovery is not asked for */
    double *ba;       /* n x k: B A', or NULL where Approximation is not */
    const jsmf_operator *op;
    size_t height;    /* of a panel */
    size_t first;     /* the band's first panel */
    double *panels;   /* height x n a thread */
    double *tiles;    /* height x TILE_COLS a thread */
    double *words;    /* 5 x n, each by word: */
    double *recovery; /* |Cbar_i - ..|^2 */
    double *off, *diagonal; /* squares of the rest of C, off and on the diagonal */
    double *norm, *bar; /* |C_i|^2, |Cbar_i|^2 */
} residuals;

static void residuals_free(residuals *r)
{
    free(r->anchors);
    free(r->ba);
    free(r->panels);
    free(r->tiles);
    free(r->words);
}

/* tile (rows x w) = scale[i] times the panel's columns j0 .. */
static void copy_tile(const residuals *r, size_t i0, size_t rows, size_t j0, size_t w, const double *panel, bool divide,
                      double *tile)
{
    for (size_t i = 0; i < rows; i++) {
        const double *from = panel + i * r->m->n + j0, sum = r->sums[i0 + i];
        if (divide && !jsmf_model_has_mass(sum))
            for (size_t j = 0; j < w; j++)
                tile[i * w + j] = 0;
        else
            for (size_t j = 0; j < w; j++)
                tile[i * w + j] = divide ? from[j] / sum : from[j];
    }
}

static void recovery_tile(const residuals *r, size_t i0, size_t rows, size_t j0, size_t w, const double *panel,
                          double *tile)
{
    const size_t n = r->m->n;
    copy_tile(r, i0, rows, j0, w, panel, true, tile);
    for (size_t i = 0; i < rows; i++)
        r->bar[i0 + i] += jsmf_dense_sum_squares(w, tile + i * w);
    cblas_dgemm(CblasRowMajor, CblasTrans, CblasNoTrans, (int)rows, (int)w, (int)r->m->k, -1, r->m->bbar + i0, (int)n,
                r->anchors + j0, (int)n, 1, tile, (int)w);
    for (size_t i = 0; i < rows; i++)
        r->recovery[i0 + i] += jsmf_dense_sum_squares(w, tile + i * w);
}

static void approximation_tile(const residuals *r, size_t i0, size_t rows, size_t j0, size_t w, const double *panel,
                               double *tile)
{
    const int k = (int)r->m->k;
    copy_tile(r, i0, rows, j0, w, panel, false, tile);
    for (size_t i = 0; i < rows; i++)
        r->norm[i0 + i] += jsmf_dense_sum_squares(w, tile + i * w);
    cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasTrans, (int)rows, (int)w, k, -1, r->ba + i0 * r->m->k, k,
                r->m->b + j0 * r->m->k, k, 1, tile, (int)w);
    for (size_t i = 0; i < rows; i++) {
        if (i0 + i >= j0 && i0 + i < j0 + w) {
            double *own = tile + i * w + (i0 + i - j0);
            r->diagonal[i0 + i] = *own * *own;
            *own = 0;
        }
        r->off[i0 + i] += jsmf_dense_sum_squares(w, tile + i * w);
    }
}

static jsmf_status visit_panel(jsmf_context *ctx, void *arg, size_t chunk)
{
    const residuals *r = arg;
    const size_t n = r->m->n, thread = (size_t)jsmf_context_thread(ctx), i0 = (r->first + chunk) * r->height;
    const size_t rows = jsmf_chunk_length(n, r->height, r->first + chunk);
    double *panel = r->panels + thread * r->height * n, *tile = r->tiles + thread * r->height * TILE_COLS;
    if (jsmf_operator_panel(ctx, r->op, i0, rows, panel) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t j0 = 0; j0 < n; j0 += TILE_COLS) {
        size_t w = n - j0 < TILE_COLS ? n - j0 : TILE_COLS;
        if (r->anchors)
            recovery_tile(r, i0, rows, j0, w, panel, tile);
        if (r->ba)
            approximation_tile(r, i0, rows, j0, w, panel, tile);
    }
    return JSMF_OK;
}

static jsmf_status visit_panels(jsmf_context *ctx, residuals *r)
{
    const size_t panels = jsmf_chunk_count(r->m->n, r->height);
    for (r->first = 0; r->first < panels; r->first += BAND) {
        size_t left = panels - r->first;
        if (jsmf_progress(ctx, "judging against the co-occurrence", (double)r->first / (double)panels, -1) != JSMF_OK ||
            jsmf_parallel(ctx, left < BAND ? left : BAND, visit_panel, r) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

/* ---- what the pass needs ---- */

static jsmf_status gather_anchors(jsmf_context *ctx, residuals *r)
{
    const jsmf_model *m = r->m;
    size_t *index = jsmf_alloc(ctx, m->k, sizeof *index);
    r->anchors = jsmf_alloc(ctx, jsmf_mul_sat(m->k, m->n), sizeof *r->anchors);
    if (jsmf_context_status(ctx) != JSMF_OK)
        goto done;
    for (size_t k = 0; k < m->k; k++)
        index[k] = (size_t)m->s[k];
    if (jsmf_operator_gather(ctx, r->op, m->k, index, r->anchors) != JSMF_OK)
        goto done;
    for (size_t k = 0; k < m->k; k++) {
        double sum = r->sums[index[k]], *row = r->anchors + k * m->n;
        for (size_t i = 0; i < m->n; i++)
            row[i] = jsmf_model_has_mass(sum) ? row[i] / sum : 0;
    }
done:
    free(index);
    return jsmf_context_status(ctx);
}

static jsmf_status multiply_correlations(jsmf_context *ctx, residuals *r)
{
    const jsmf_model *m = r->m;
    double *a = jsmf_copy(ctx, m->a, m->k * m->k, sizeof *a);
    r->ba = jsmf_alloc(ctx, jsmf_mul_sat(m->n, m->k), sizeof *r->ba);
    if (jsmf_context_status(ctx) != JSMF_OK)
        goto done;
    for (size_t i = 0; i < m->k * m->k; i++)
        a[i] *= m->legality;
    jsmf_recorded(jsmf_dense_times(ctx, m->n, m->k, m->k, m->b, a, r->ba));
done:
    free(a);
    return jsmf_context_status(ctx);
}

static jsmf_status allocate(jsmf_context *ctx, residuals *r)
{
    const size_t n = r->m->n, rows = jsmf_mul_sat(r->height, (size_t)jsmf_context_threads(ctx));
    r->panels = jsmf_alloc(ctx, rows, jsmf_mul_sat(n, sizeof *r->panels));
    r->tiles = jsmf_alloc(ctx, rows, TILE_COLS * sizeof *r->tiles);
    r->words = jsmf_alloc_zero(ctx, n, 5 * sizeof *r->words);
    if (jsmf_context_status(ctx) != JSMF_OK)
        return jsmf_context_status(ctx);
    r->recovery = r->words;
    r->off = r->words + n;
    r->diagonal = r->words + 2 * n;
    r->norm = r->words + 3 * n;
    r->bar = r->words + 4 * n;
    return JSMF_OK;
}

size_t jsmf_metrics_cooc_bytes(const jsmf_context *ctx, const jsmf_operator *op, size_t k)
{
    size_t n = jsmf_operator_size(op), threads = (size_t)jsmf_context_threads(ctx);
    size_t panels = jsmf_mul_sat(jsmf_mul_sat(jsmf_operator_panel_height(op), n + TILE_COLS), threads);
    return jsmf_mul_sat(jsmf_add_sat(panels, jsmf_mul_sat(n, 2 * k + 5)), sizeof(double));
}

/* ---- what comes of it ---- */

static const char *const recovery_names[] = { "Recovery", "RelativeRecovery", NULL };
static const char *const approximation_names[] = { "Approximation", "RelativeApproximation", "OffDiagonalApproximation",
                                                   NULL };

static const char too_large[] = "the numbers are too large";

static jsmf_status add_recovery(jsmf_context *ctx, const residuals *r, jsmf_metrics *out)
{
    const size_t n = r->m->n;
    double sum = 0, mean;
    if (!r->anchors)
        return jsmf_metrics_add_undefined(ctx, out, recovery_names,
                                          !r->m->s                          ? "the model has no S"
                                          : jsmf_metrics_all_anchored(r->m) ? "the model has no Bbar"
                                                                            : NULL);
    for (size_t i = 0; i < n; i++)
        sum += sqrt(r->recovery[i]);
    mean = sum / (double)n;
    if (jsmf_metrics_add(ctx, out, recovery_names[0], mean, too_large) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_metrics_add(ctx, out, recovery_names[1], mean / sqrt(jsmf_dense_sum(n, r->bar)),
                            isfinite(mean) ? "C is 0" : too_large);
}

static jsmf_status add_approximation(jsmf_context *ctx, const residuals *r, jsmf_metrics *out)
{
    const size_t n = r->m->n;
    double off, whole;
    if (!r->ba)
        return jsmf_metrics_add_undefined(ctx, out, approximation_names, "the model has no A");
    off = jsmf_dense_sum(n, r->off);
    whole = sqrt(off + jsmf_dense_sum(n, r->diagonal));
    if (jsmf_metrics_add(ctx, out, approximation_names[0], whole, too_large) != JSMF_OK ||
        jsmf_metrics_add(ctx, out, approximation_names[1], whole / sqrt(jsmf_dense_sum(n, r->norm)),
                         isfinite(whole) ? "C is 0" : too_large) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_metrics_add(ctx, out, approximation_names[2], sqrt(off), too_large);
}

static jsmf_status measure(jsmf_context *ctx, residuals *r, jsmf_metrics *out)
{
    const jsmf_model *m = r->m;
    const bool anchored = m->bbar && jsmf_metrics_all_anchored(m);
    if (allocate(ctx, r) != JSMF_OK || (anchored && gather_anchors(ctx, r) != JSMF_OK) ||
        (m->a && multiply_correlations(ctx, r) != JSMF_OK))
        return jsmf_context_status(ctx);
    if ((r->anchors || r->ba) && visit_panels(ctx, r) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (add_recovery(ctx, r, out) != JSMF_OK)
        return jsmf_context_status(ctx);
    return add_approximation(ctx, r, out);
}

jsmf_status jsmf_metrics_of_cooc(jsmf_context *ctx, const jsmf_model *m, const jsmf_operator *op, const double *sums,
                                 jsmf_metrics *out)
{
    residuals r = { .m = m, .op = op, .sums = sums, .height = jsmf_operator_panel_height(op) };
    jsmf_status status = measure(ctx, &r, out);
    residuals_free(&r);
    return status;
}
