/* Anchors that are chosen by their distance from an affine space, a hull or a cone (the baselines of 003).
 *
 * All that is asked of C is products of its rows with those chosen, one pass an anchor (XRAY: two): F, n x k. Distances
 * from the affine span come from a pivoted Cholesky factorisation of the Gram matrix of rows less the first anchor's;
 * those from hull and cone by least squares of all rows over a simplex, whose corners are the anchors and 0, for the
 * cone so far out that no row's nearest point lies beyond. */
#include "selection.h"

#include "solve/solve_inner.h"

#include <cblas.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct greedy {
    const jsmf_anchors_rows *rows;
    const double *sums;
    const jsmf_anchors_options *options;
    size_t n, k, count;
    bool *candidate;
    double *first, *u;   /* n: squared distances at the start and now */
    double *value;       /* n: what the next anchor has the largest of */
    double *f;           /* n x k: products with the anchors' rows */
    double *column;      /* n: products with one row */
    size_t *s;           /* k */
    double *l;           /* n x k, affine: the factor */
    double *gram, *right, *x; /* (k + 1) x (k + 1), n x (k + 1) twice; hull and cone */
} greedy;

static bool is_out(const greedy *g, size_t i)
{
    return !g->candidate[i] || !(g->u[i] >= jsmf_anchors_least * g->first[i]);
}

/* The lowest index among all candidates with values within the tie of the largest positive one; SIZE_MAX: none. */
static size_t best_of(const greedy *g, const double *value)
{
    double best = 0;
    for (size_t i = 0; i < g->n; i++)
        if (!is_out(g, i))
            best = fmax(best, value[i]);
    for (size_t i = 0; best > 0 && i < g->n; i++)
        if (!is_out(g, i) && value[i] >= (1 - jsmf_anchors_tie) * best)
            return i;
    return SIZE_MAX;
}

/* column (n): <Cbar_i, Cbar_j>. */
static jsmf_status multiply(jsmf_context *ctx, greedy *g, size_t j)
{
    if (jsmf_anchors_rows_products(ctx, g->rows, 1, &j, g->column) != JSMF_OK)
        return jsmf_context_status(ctx);
    jsmf_anchors_normalise(g->n, 1, &j, g->sums, g->column);
    return JSMF_OK;
}

/* ---- the affine span ---- */

/* <y_i, y_j>, y = Cbar less the first anchor's row, for j the newest anchor. */
static double shifted_product(const greedy *g, size_t i, size_t newest)
{
    const double *first = g->f + g->s[0] * g->k;
    return g->f[i * g->k + newest] - g->f[i * g->k] - first[newest] + first[0];
}

static void affine_distances(greedy *g)
{
    const size_t newest = g->count - 1, done = g->count - 2;
    const double residual = g->count > 1 ? sqrt(g->u[g->s[newest]]) : 0;
    const double *pivot = g->l + g->s[newest] * g->k, corner = g->f[g->s[0] * g->k];
    for (size_t i = 0; i < g->n; i++) {
        double *row = g->l + i * g->k;
        if (g->count == 1) {
            g->first[i] = g->u[i] = fmax(g->first[i] - 2 * g->f[i * g->k] + corner, 0);
            continue;
        }
        row[done] = (shifted_product(g, i, newest) - cblas_ddot((int)done, row, 1, pivot, 1)) / residual;
        g->u[i] = fmax(g->u[i] - row[done] * row[done], 0);
    }
}

/* ---- hull and cone ---- */

/* How far out the corners of a simplex have to be that stands for the cone: with h its nearest point's weights, no
 * product of rows is negative, and |x_i|^2 >= sum h_j^2 |x_j|^2 >= (sum h)^2 min |x_j|^2 / count. */
static double reach(const greedy *g)
{
    double longest = 0, shortest = INFINITY;
    for (size_t i = 0; i < g->n; i++)
        longest = isfinite(g->first[i]) ? fmax(longest, g->first[i]) : longest;
    for (size_t j = 0; j < g->count; j++)
        shortest = fmin(shortest, g->first[g->s[j]]);
    return sqrt((double)g->count * longest / shortest);
}

/* The last corner is 0. */
static void pose(greedy *g, double far)
{
    const size_t c = g->count, corners = c + 1;
    for (size_t i = 0; i < c; i++)
        for (size_t j = 0; j < c; j++)
            g->gram[i * corners + j] = 0.5 * far * far * (g->f[g->s[i] * g->k + j] + g->f[g->s[j] * g->k + i]);
    for (size_t j = 0; j < corners; j++)
        g->gram[c * corners + j] = g->gram[j * corners + c] = 0;
    for (size_t i = 0; i < g->n; i++) {
        for (size_t j = 0; j < c; j++)
            g->right[i * corners + j] = far * g->f[i * g->k + j];
        g->right[i * corners + c] = 0;
    }
}

/* x: every row's weights; u: its squared distance. */
static jsmf_status hull_distances(jsmf_context *ctx, greedy *g, double far)
{
    const size_t corners = g->count + 1;
    jsmf_solve_simplex_report report;
    pose(g, far);
    if (jsmf_solve_simplex(ctx, &(jsmf_solve_simplex_options){ .solver = JSMF_ACTIVE_SET }, corners, g->gram, g->n,
                           g->right, g->x, &report) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (report.not_converged > 0)
        return jsmf_fail(ctx, JSMF_ENUMERIC, "the distances of %zu word%s from %zu anchor%s were not found",
                         JSMF_COUNTED(report.not_converged), JSMF_COUNTED(g->count));
    for (size_t i = 0; i < g->n; i++) {
        const double *x = g->x + i * corners;
        double square = 0, moved;
        for (size_t j = 0; j < corners; j++)
            square += x[j] * cblas_ddot((int)corners, g->gram + j * corners, 1, x, 1);
        moved = square - 2 * cblas_ddot((int)corners, x, 1, g->right + i * corners, 1);
        g->u[i] = isfinite(g->first[i]) ? fmax(g->first[i] + moved, 0) : 0;
    }
    return JSMF_OK;
}

/* value (n): <R_i, Cbar_j>, R_i = Cbar_i less its nearest point in the cone. */
static jsmf_status correlations(jsmf_context *ctx, greedy *g, size_t i, double far)
{
    const size_t c = g->count;
    const double *x = g->x + i * (c + 1);
    if (multiply(ctx, g, i) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t j = 0; j < g->n; j++)
        g->value[j] = g->column[j] - (c ? far * cblas_ddot((int)c, x, 1, g->f + j * g->k, 1) : 0);
    return JSMF_OK;
}

/* ---- the selection ---- */

/* u of all, from the anchors so far. */
static jsmf_status measure(jsmf_context *ctx, greedy *g, double *far)
{
    *far = 1;
    if (g->count == 0)
        return JSMF_OK;
    if (g->options->select == JSMF_SELECT_AFFINE) {
        affine_distances(g);
        return JSMF_OK;
    }
    if (g->options->select == JSMF_SELECT_XRAY)
        *far = reach(g);
    return hull_distances(ctx, g, *far);
}

static jsmf_status choose(jsmf_context *ctx, greedy *g, size_t *winner)
{
    double far;
    if (measure(ctx, g, &far) != JSMF_OK)
        return jsmf_context_status(ctx);
    *winner = best_of(g, g->u);
    if (*winner == SIZE_MAX)
        return jsmf_anchors_too_few(ctx, g->rows, g->options, g->count, g->first);
    if (g->options->select == JSMF_SELECT_XRAY) {
        if (correlations(ctx, g, *winner, far) != JSMF_OK)
            return jsmf_context_status(ctx);
        *winner = best_of(g, g->value);
        if (*winner == SIZE_MAX)
            return jsmf_anchors_too_few(ctx, g->rows, g->options, g->count, g->first);
    }
    return JSMF_OK;
}

static jsmf_status take(jsmf_context *ctx, greedy *g, size_t winner)
{
    if (multiply(ctx, g, winner) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < g->n; i++)
        g->f[i * g->k + g->count] = g->column[i];
    g->s[g->count++] = winner;
    g->candidate[winner] = false;
    return JSMF_OK;
}

static jsmf_status select_all(jsmf_context *ctx, greedy *g, int64_t *s, double *residuals)
{
    double longest;
    if (jsmf_anchors_candidates(ctx, g->rows, g->sums, g->options, g->first, g->candidate, &longest) != JSMF_OK)
        return jsmf_context_status(ctx);
    memcpy(g->u, g->first, g->n * sizeof *g->u);
    while (g->count < g->k) {
        const size_t j = g->count;
        size_t winner = SIZE_MAX;
        if (choose(ctx, g, &winner) != JSMF_OK)
            return jsmf_context_status(ctx);
        s[j] = (int64_t)winner;
        residuals[j] = sqrt(g->u[winner]);
        if (take(ctx, g, winner) != JSMF_OK ||
            jsmf_progress(ctx, "anchors", (double)(j + 1) / (double)g->k, residuals[j]) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    return JSMF_OK;
}

static jsmf_status allocate(jsmf_context *ctx, greedy *g, bool own_products)
{
    const size_t n = g->n, k = g->k, nk = jsmf_mul_sat(n, k), corners = k + 1;
    const bool affine = g->options->select == JSMF_SELECT_AFFINE;
    g->candidate = jsmf_alloc(ctx, n, sizeof *g->candidate);
    g->first = jsmf_alloc(ctx, n, sizeof *g->first);
    g->u = jsmf_alloc(ctx, n, sizeof *g->u);
    g->value = jsmf_alloc(ctx, n, sizeof *g->value);
    g->column = jsmf_alloc(ctx, n, sizeof *g->column);
    g->s = jsmf_alloc(ctx, k, sizeof *g->s);
    if (own_products)
        g->f = jsmf_alloc(ctx, nk, sizeof *g->f);
    if (affine)
        g->l = jsmf_alloc_zero(ctx, nk, sizeof *g->l);
    else {
        g->gram = jsmf_alloc(ctx, jsmf_mul_sat(corners, corners), sizeof *g->gram);
        g->right = jsmf_alloc(ctx, jsmf_mul_sat(n, corners), sizeof *g->right);
        g->x = jsmf_alloc(ctx, jsmf_mul_sat(n, corners), sizeof *g->x);
    }
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_anchors_select_greedily(jsmf_context *ctx, const jsmf_anchors_rows *rows, const double *sums,
                                         const jsmf_anchors_options *options, int64_t *s, double *residuals,
                                         double *products)
{
    greedy g = { .rows = rows, .sums = sums, .options = options, .n = rows->n, .k = options->k, .f = products };
    if (allocate(ctx, &g, !products) == JSMF_OK)
        jsmf_recorded(select_all(ctx, &g, s, residuals));
    free(g.candidate);
    free(g.first);
    free(g.u);
    free(g.value);
    free(g.column);
    free(g.s);
    if (!products)
        free(g.f);
    free(g.l);
    free(g.gram);
    free(g.right);
    free(g.x);
    return jsmf_context_status(ctx);
}
