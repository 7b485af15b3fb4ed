/* The volume of the anchors' convex hull against that of random hulls: as many vertices, chosen in the same way among
 * as many rows drawn uniformly from the simplex. Random rows are a function of their number, and never stored. */
#include "list.h"

#include "base/base_inner.h"
#include "dense/vector.h"
#include "model/probability.h"
#include "operator/operator_inner.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Apart from the streams of other draws under the same seed. */
static const uint64_t hull_stream = UINT64_C(0x68756c6c00000000);

/* ---- a volume ---- */

/* *volume = log of the volume of the simplex whose k vertices are the rows (k x n, destroyed), times (k - 1)!:
 * -INFINITY where they do not span one. */
static jsmf_status log_volume(jsmf_context *ctx, size_t n, size_t k, double *rows, double *volume)
{
    double *tau = jsmf_alloc(ctx, k, sizeof *tau);
    *volume = 0;
    if (!tau)
        return jsmf_context_status(ctx);
    for (size_t j = 1; j < k; j++)
        cblas_daxpy((int)n, -1, rows, 1, rows + j * n, 1);
    if (k > 1 &&
        LAPACKE_dgeqrf(LAPACK_COL_MAJOR, (lapack_int)n, (lapack_int)(k - 1), rows + n, (lapack_int)n, tau) != 0)
        jsmf_fail(ctx, JSMF_ENUMERIC, "volume of a hull: the QR factorisation failed");
    for (size_t j = 0; j + 1 < k; j++)
        *volume += log(fabs(rows[(j + 1) * n + j]));
    free(tau);
    return jsmf_context_status(ctx);
}

static jsmf_status anchor_volume(jsmf_context *ctx, const jsmf_model *m, const jsmf_operator *op, const double *sums,
                                 double *rows, double *volume)
{
    size_t *index = jsmf_alloc(ctx, m->k, sizeof *index);
    if (!index)
        return jsmf_context_status(ctx);
    for (size_t k = 0; k < m->k; k++)
        index[k] = (size_t)m->s[k];
    if (jsmf_operator_gather(ctx, op, m->k, index, rows) != JSMF_OK)
        goto done;
    for (size_t k = 0; k < m->k; k++) {
        double sum = sums[index[k]];
        cblas_dscal((int)m->n, jsmf_model_has_mass(sum) ? 1 / sum : 0, rows + k * m->n, 1);
    }
    jsmf_recorded(log_volume(ctx, m->n, m->k, rows, volume));
done:
    free(index);
    return jsmf_context_status(ctx);
}

/* ---- random rows ---- */

typedef struct hull {
    size_t n, k;
    uint64_t seed, number;
    size_t count;          /* vertices so far */
    double *basis;         /* k x n: orthonormal, of the vertices' span */
    double *square;        /* n: squared distance of a row from the span of the vertices it has met; -1: a vertex */
    size_t *met;           /* n */
    double *rows;          /* a row a thread, and its products with the basis */
} hull;

/* Row i times what is returned, its sum: exponentially distributed numbers, divided by their sum, are uniform on the
 * simplex. */
static double draw_row(const hull *h, size_t i, double *row)
{
    jsmf_dense_draw_exponentials(h->n, jsmf_random_bits(h->seed, hull_stream + h->number, i), row);
    return jsmf_dense_sum(h->n, row);
}

/* Lets row i meet the vertices that it has not; scratch: n + k. */
static void meet(hull *h, size_t i, double *scratch)
{
    const size_t fresh = h->count - h->met[i];
    double *row = scratch, *along = scratch + h->n, total = draw_row(h, i, row);
    if (h->count == 0)
        h->square[i] = jsmf_dense_sum_squares(h->n, row) / (total * total);
    else
        cblas_dgemv(CblasRowMajor, CblasNoTrans, (int)fresh, (int)h->n, 1 / total, h->basis + h->met[i] * h->n,
                    (int)h->n, row, 1, 0, along, 1);
    for (size_t j = 0; j < fresh; j++)
        h->square[i] -= along[j] * along[j];
    h->met[i] = h->count;
}

enum { HULL_ROWS = 16 };

static jsmf_status meet_all(jsmf_context *ctx, void *arg, size_t chunk)
{
    hull *h = arg;
    size_t first = chunk * HULL_ROWS, count = jsmf_chunk_length(h->n, HULL_ROWS, chunk);
    for (size_t i = first; i < first + count; i++)
        if (h->square[i] >= 0)
            meet(h, i, h->rows + (size_t)jsmf_context_thread(ctx) * (h->n + h->k));
    return JSMF_OK;
}

static size_t farthest(const hull *h)
{
    double most = h->square[0];
    size_t best = 0;
    for (size_t i = 1; i < h->n; i++)
        if (h->square[i] > most) {
            most = h->square[i];
            best = i;
        }
    return best;
}

/* Distances only fall as vertices are added: a row that is the farthest by what it has met so far, and has met all,
 * is the farthest. */
static size_t next_vertex(hull *h)
{
    size_t i = farthest(h);
    while (h->met[i] < h->count) {
        meet(h, i, h->rows);
        i = farthest(h);
    }
    return i;
}

/* row i, for a vertex; the basis gets its part outside the span, taken off twice. */
static void add_vertex(hull *h, size_t i, double *vertex)
{
    double *q = h->basis + h->count * h->n;
    cblas_dscal((int)h->n, 1 / draw_row(h, i, vertex), vertex, 1);
    memcpy(q, vertex, h->n * sizeof *q);
    for (size_t j = 0; j < 2 * h->count; j++) {
        const double *before = h->basis + j % h->count * h->n;
        cblas_daxpy((int)h->n, -cblas_ddot((int)h->n, q, 1, before, 1), before, 1, q, 1);
    }
    cblas_dscal((int)h->n, 1 / cblas_dnrm2((int)h->n, q, 1), q, 1);
    h->square[i] = -1;
    h->count++;
}

/* vertices (k x n): the rows that pivoted QR picks, as it picks anchors. */
static jsmf_status draw_hull(jsmf_context *ctx, hull *h, double *vertices)
{
    h->count = 0;
    memset(h->met, 0, h->n * sizeof *h->met);
    memset(h->square, 0, h->n * sizeof *h->square);
    while (h->count < h->k) {
        /* The origin and the first vertex change all distances; later vertices change them little. */
        if (h->count < 2 && jsmf_parallel(ctx, jsmf_chunk_count(h->n, HULL_ROWS), meet_all, h) != JSMF_OK)
            return jsmf_context_status(ctx);
        add_vertex(h, next_vertex(h), vertices + h->count * h->n);
    }
    return JSMF_OK;
}

/* *volume = log of the mean volume of so many hulls. */
static jsmf_status mean_volume(jsmf_context *ctx, hull *h, size_t hulls, double *vertices, double *volume)
{
    double most = -INFINITY, sum = 0;
    for (size_t r = 0; r < hulls; r++) {
        double each;
        h->number = r;
        if (jsmf_progress(ctx, "random hulls", (double)r / (double)hulls, -1) != JSMF_OK ||
            draw_hull(ctx, h, vertices) != JSMF_OK || log_volume(ctx, h->n, h->k, vertices, &each) != JSMF_OK)
            return jsmf_context_status(ctx);
        sum = each > most ? sum * exp(most - each) + 1 : sum + exp(each - most);
        most = fmax(most, each);
    }
    *volume = most + log(sum / (double)hulls);
    return JSMF_OK;
}

size_t jsmf_metrics_volume_bytes(const jsmf_context *ctx, size_t n, size_t k)
{
    size_t rows = jsmf_add_sat(jsmf_mul_sat(2, k), (size_t)jsmf_context_threads(ctx) + 2);
    return jsmf_mul_sat(jsmf_mul_sat(n, rows), sizeof(double));
}

static jsmf_status compare(jsmf_context *ctx, const jsmf_model *m, const jsmf_operator *op, const double *sums,
                           size_t hulls, hull *h, jsmf_metrics *out)
{
    double *vertices = jsmf_alloc(ctx, jsmf_mul_sat(m->k, m->n), sizeof *vertices), own = NAN, random = NAN;
    h->basis = jsmf_alloc(ctx, jsmf_mul_sat(m->k, m->n), sizeof *h->basis);
    h->square = jsmf_alloc(ctx, m->n, sizeof *h->square);
    h->met = jsmf_alloc(ctx, m->n, sizeof *h->met);
    h->rows = jsmf_alloc(ctx, (size_t)jsmf_context_threads(ctx), (m->n + m->k) * sizeof *h->rows);
    if (jsmf_context_status(ctx) == JSMF_OK && anchor_volume(ctx, m, op, sums, vertices, &own) == JSMF_OK &&
        mean_volume(ctx, h, hulls, vertices, &random) == JSMF_OK)
        jsmf_recorded(jsmf_metrics_add(ctx, out, "LogRelativeVolume", own - random,
                                       "the anchors' rows do not span a hull"));
    free(vertices);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_metrics_of_volume(jsmf_context *ctx, const jsmf_model *m, const jsmf_operator *op, const double *sums,
                                   size_t hulls, jsmf_metrics *out)
{
    static const char *const names[] = { "LogRelativeVolume", NULL };
    hull h = { .n = m->n, .k = m->k, .seed = jsmf_context_seed(ctx) };
    jsmf_status status;
    if (!m->s || m->k == 1)
        return jsmf_metrics_add_undefined(ctx, out, names, m->s ? "one anchor spans no hull" : "the model has no S");
    if (!jsmf_metrics_all_anchored(m))
        return jsmf_metrics_add_undefined(ctx, out, names, NULL);
    status = compare(ctx, m, op, sums, hulls, &h, out);
    free(h.basis);
    free(h.square);
    free(h.met);
    free(h.rows);
    return status;
}
