/* Epsilon non-negative rectification (000 Algorithm 3): alternating projection on Y Y' + r e e' + E, in which E
 * corrects negative entries in the rows of the longest rows of Y alone. These come first in the order that all work is
 * done in, so that E is made and held in tiles of its rows and columns. */
#include "jsmf/compress.h"

#include "jsmf/top.h"
#include "jsmf/topics.h"
#include "leading.h"
#include "linalg/shifted.h"
#include "linalg/vector.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Squared norms as near as this are equal; the first words are taken. */
static const double equal = 1e-9;

/* What an entry of E takes while E is put in order, rounded up. */
enum { ENTRY_BYTES = 14 };

typedef struct enn {
    jsmf_context *ctx;
    const jsmf_enn_options *options;
    size_t n, k;
    double *y;       /* n x k: the iterate; then the next one, its rows in order */
    double *sorted;  /* n x k: the iterate, its rows in order */
    double *norms;   /* n: squared, of the rows of y */
    double *values;  /* k */
    size_t *order;   /* n: the words, first those whose rows are corrected */
    size_t rows;     /* how many these are */
    double change;
    jsmf_eigen_report eigen;
} enn;

/* ---- the index set ---- */

static size_t wanted_rows(size_t n, size_t k, size_t rows)
{
    if (rows == 0)
        rows = jsmf_mul_sat(k, 10) < SIZE_MAX - 1000 ? 10 * k + 1000 : SIZE_MAX;
    return rows < n ? rows : n;
}

static size_t count_above(const enn *e, double least)
{
    size_t count = 0;
    for (size_t i = 0; i < e->n; i++)
        count += e->norms[i] > least;
    return count;
}

/* All rows above the high mark and the first of those above the low one come first, e->rows in all; each part keeps the
 * words' order. */
static void split(enn *e, double high, double low)
{
    size_t ties = e->rows - count_above(e, high), first = 0, last = e->rows;
    for (size_t i = 0; i < e->n; i++) {
        bool in = e->norms[i] > high;
        if (!in && ties > 0 && e->norms[i] >= low) {
            in = true;
            ties--;
        }
        e->order[in ? first++ : last++] = i;
    }
}

static jsmf_status measure_rows(enn *e)
{
    for (size_t i = 0; i < e->n; i++)
        e->norms[i] = jsmf_sum_squares(e->k, e->y + i * e->k);
    if (isfinite(jsmf_sum(e->n, e->norms)))
        return JSMF_OK;
    return jsmf_fail(e->ctx, JSMF_ENUMERIC, "NaN or infinity in the norms of the rows of Y");
}

static void choose_rows(enn *e)
{
    const jsmf_enn_options *o = e->options;
    double cut;
    if (o->epsilon > 0) {
        e->rows = count_above(e, o->epsilon);
        split(e, o->epsilon, INFINITY);
    } else if (wanted_rows(e->n, e->k, o->rows) == e->n) {
        e->rows = e->n;
        split(e, -1, INFINITY);
    } else {
        e->rows = jsmf_top(e->n, e->norms, 1, -1, wanted_rows(e->n, e->k, o->rows), e->order);
        cut = e->norms[e->order[e->rows - 1]];
        split(e, (1 + equal) * cut, (1 - equal) * cut);
    }
}

/* The largest squared norm of a row that is left out: Y Y' + E >= -epsilon, by Cauchy and Schwarz. */
static double epsilon(const enn *e)
{
    double most = 0;
    for (size_t i = e->rows; i < e->n; i++)
        most = fmax(most, e->norms[e->order[i]]);
    return most;
}

/* ---- one update ---- */

/* r = (1 - |Y'e|^2 - sum of E) / n^2 */
static jsmf_status level(const enn *e, const jsmf_negative *corrections, double *r)
{
    double squares = 0;
    for (size_t j = 0; j < e->k; j++) {
        double sum = 0;
        for (size_t i = 0; i < e->n; i++)
            sum += e->sorted[i * e->k + j];
        squares += sum * sum;
    }
    *r = (1 - squares - jsmf_sum(corrections->nnz, corrections->values)) / ((double)e->n * (double)e->n);
    return isfinite(*r) ? JSMF_OK : jsmf_fail(e->ctx, JSMF_ENUMERIC, "NaN in the projection onto matrices of sum 1");
}

/* *size = |X'Y|_F^2 */
static jsmf_status inner_size(const enn *e, const double *x, const double *y, double *size)
{
    double *inner = jsmf_alloc(e->ctx, e->k, jsmf_mul_sat(e->k, sizeof *inner));
    jsmf_status status = inner ? jsmf_cross(e->ctx, e->n, e->k, e->k, x, y, inner) : jsmf_context_status(e->ctx);
    if (status == JSMF_OK)
        *size = jsmf_sum_squares(e->k * e->k, inner);
    free(inner);
    return status;
}

/* |Y Y' - Z Z'|_F^2 = |Y'Y|_F^2 + |Z'Z|_F^2 - 2 |Y'Z|_F^2 */
static jsmf_status measure_change(enn *e)
{
    double fresh, old, both;
    if (inner_size(e, e->y, e->y, &fresh) != JSMF_OK || inner_size(e, e->sorted, e->sorted, &old) != JSMF_OK ||
        inner_size(e, e->y, e->sorted, &both) != JSMF_OK)
        return jsmf_context_status(e->ctx);
    e->change = sqrt(fmax(fresh + old - 2 * both, 0) / fresh);
    return JSMF_OK;
}

static jsmf_status find_corrections(const enn *e, const jsmf_shifted *t, jsmf_negative *corrections)
{
    const size_t limit = jsmf_context_memory(e->ctx);
    const size_t other = jsmf_rectify_enn_bytes(e->ctx, e->n, e->k, e->rows ? e->rows : 1);
    const size_t most = limit > other ? (limit - other) / ENTRY_BYTES : 0;
    bool fits;
    size_t bytes;
    if (jsmf_negative_build(e->ctx, t, most, NULL, 0, corrections, &fits) != JSMF_OK || fits)
        return jsmf_context_status(e->ctx);
    (void)jsmf_add(other, jsmf_mul_sat(corrections->nnz, ENTRY_BYTES), &bytes);
    return jsmf_memory_check(e->ctx, bytes, "correcting the negative entries", "correct those of fewer rows");
}

static jsmf_status decompose(enn *e, jsmf_shifted *t, const jsmf_negative *corrections)
{
    jsmf_operator *op = NULL;
    jsmf_status status = level(e, corrections, &t->r);
    if (status == JSMF_OK)
        status = jsmf_operator_patched(e->ctx, t, corrections, &op);
    if (status == JSMF_OK)
        status = jsmf_leading_factor_from(e->ctx, op, e->k, e->sorted, e->k, e->values, e->y, &e->eigen);
    jsmf_operator_free(op);
    return status == JSMF_OK ? measure_change(e) : status;
}

static void report(const enn *e, size_t iteration, size_t corrections, double began)
{
    jsmf_message(e->ctx, JSMF_INFO,
                 "iteration %zu: %zu rows (epsilon %.2g), %zu entries corrected (%.2f %%), %zu products (%s), "
                 "residual %.1e, change %.2g, %.3f s", iteration, e->rows, epsilon(e), corrections,
                 100 * (double)corrections / (double)e->n / (double)e->n, e->eigen.products, e->eigen.method,
                 e->eigen.residual, e->change, jsmf_clock() - began);
}

/* sorted = the rows of y in order */
static void sort_rows(const enn *e)
{
    for (size_t i = 0; i < e->n; i++)
        memcpy(e->sorted + i * e->k, e->y + e->order[i] * e->k, e->k * sizeof *e->y);
}

/* y goes back to the order of the words, by way of sorted's memory. */
static void restore_rows(enn *e)
{
    double *ordered = e->y;
    e->y = e->sorted;
    e->sorted = ordered;
    for (size_t i = 0; i < e->n; i++)
        memcpy(e->y + e->order[i] * e->k, ordered + i * e->k, e->k * sizeof *e->y);
}

static jsmf_status update(enn *e, size_t iteration)
{
    const double began = jsmf_clock();
    jsmf_shifted t = { .n = e->n, .k = e->k, .y = e->sorted };
    jsmf_negative corrections;
    jsmf_status status = measure_rows(e);
    if (status != JSMF_OK)
        return status;
    choose_rows(e);
    sort_rows(e);
    t.exempt = e->n - e->rows;
    status = find_corrections(e, &t, &corrections);
    if (status == JSMF_OK)
        status = decompose(e, &t, &corrections);
    if (status == JSMF_OK)
        report(e, iteration, corrections.nnz, began);
    jsmf_negative_free(&corrections);
    if (status == JSMF_OK)
        restore_rows(e);
    return status;
}

/* ---- the whole ---- */

static jsmf_status start(enn *e, const jsmf_operator *op, const double *y)
{
    const double began = jsmf_clock();
    if (!op) {
        memcpy(e->y, y, e->n * e->k * sizeof *y);
        return JSMF_OK;
    }
    if (jsmf_leading_factor(e->ctx, op, e->k, e->values, e->y, &e->eigen) != JSMF_OK)
        return jsmf_context_status(e->ctx);
    jsmf_message(e->ctx, JSMF_INFO, "start: %zu products (%s), residual %.1e, %.3f s", e->eigen.products,
                 e->eigen.method, e->eigen.residual, jsmf_clock() - began);
    return JSMF_OK;
}

static jsmf_status run(enn *e, jsmf_compressed *out)
{
    const jsmf_enn_options *o = e->options;
    size_t iteration = 0;
    bool done = o->iterations == 0;
    while (!done) {
        jsmf_status status = update(e, ++iteration);
        done = iteration == o->iterations || e->change < o->tolerance;
        if (status == JSMF_OK)
            status = jsmf_progress(e->ctx, "rectification", (double)iteration / (double)o->iterations, e->change);
        if (status != JSMF_OK)
            return status;
    }
    *out = (jsmf_compressed){ .n = e->n, .k = e->k, .y = e->y, .iterations = iteration, .change = e->change };
    e->y = NULL;
    return JSMF_OK;
}

static void release(enn *e)
{
    free(e->y);
    free(e->sorted);
    free(e->norms);
    free(e->values);
    free(e->order);
}

jsmf_status jsmf_rectify_enn(jsmf_context *ctx, const jsmf_operator *op, size_t n, const double *y,
                             const jsmf_enn_options *options, jsmf_compressed *out)
{
    enn e = { .ctx = ctx, .options = options, .n = op ? jsmf_operator_size(op) : n, .k = options->k, .change = -1 };
    const size_t size = jsmf_mul_sat(e.n, e.k), worked = options->iterations ? size : 0;
    *out = (jsmf_compressed){ 0 };
    if (jsmf_topics_check(ctx, NULL, e.k, e.n) != JSMF_OK)
        return jsmf_context_status(ctx);
    e.y = jsmf_alloc(ctx, size, sizeof *e.y);
    e.values = jsmf_alloc(ctx, e.k, sizeof *e.values);
    if (!e.y || !e.values || start(&e, op, y) != JSMF_OK) {
        release(&e);
        return jsmf_context_status(ctx);
    }
    e.sorted = jsmf_alloc(ctx, worked, sizeof *e.sorted);
    e.norms = jsmf_alloc(ctx, e.n, sizeof *e.norms);
    e.order = jsmf_alloc(ctx, e.n, sizeof *e.order);
    if (e.sorted && e.norms && e.order)
        (void)run(&e, out);
    release(&e);
    return jsmf_context_status(ctx);
}

/* Y twice and once more in the operator, the tables of E, and a tile a thread or the eigensolver's block. */
size_t jsmf_rectify_enn_bytes(const jsmf_context *ctx, size_t n, size_t k, size_t rows)
{
    const size_t tall = jsmf_mul_sat(n, 3 * k + 3), exempt = n - wanted_rows(n, k, rows);
    const size_t tiles = jsmf_mul_sat((size_t)jsmf_context_threads(ctx), JSMF_TILE * JSMF_TILE);
    size_t bytes = jsmf_eigen_largest_bytes(n, k, k);
    (void)jsmf_add(bytes, jsmf_mul_sat(tall, sizeof(double)), &bytes);
    (void)jsmf_add(bytes, jsmf_mul_sat(tiles, sizeof(double)), &bytes);
    (void)jsmf_add(bytes, jsmf_negative_table_bytes(n, exempt), &bytes);
    return bytes;
}
