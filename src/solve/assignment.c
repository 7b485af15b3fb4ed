/* Least-cost assignment: rows enter one at a time, each along the shortest path of reduced costs that ends at a free
 * column (Dijkstra without a queue, as the matrix is dense). */
#include "jsmf/solve.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct search {
    size_t rows, cols;      /* rows <= cols */
    const double *cost;
    double *u, *v;          /* prices: u_i + v_j <= cost_ij, equal for pairs */
    size_t *row_of;         /* cols: a column's row, or JSMF_UNMATCHED */
    double *distance;       /* cols: of the shortest path to a column */
    size_t *before;         /* cols: the column before it on that path, JSMF_UNMATCHED at its start */
    bool *settled;          /* cols */
} search;

static void relax(search *s, size_t row, size_t from, double so_far)
{
    for (size_t j = 0; j < s->cols; j++) {
        double length = so_far + s->cost[row * s->cols + j] - s->u[row] - s->v[j];
        if (!s->settled[j] && length < s->distance[j]) {
            s->distance[j] = length;
            s->before[j] = from;
        }
    }
}

static size_t nearest(const search *s)
{
    size_t best = JSMF_UNMATCHED;
    for (size_t j = 0; j < s->cols; j++)
        if (!s->settled[j] && (best == JSMF_UNMATCHED || s->distance[j] < s->distance[best]))
            best = j;
    return best;
}

/* Prices stay feasible, and the path's edges become tight. */
static void reprice(search *s, size_t row, double length)
{
    s->u[row] += length;
    for (size_t j = 0; j < s->cols; j++)
        if (s->settled[j] && s->row_of[j] != JSMF_UNMATCHED) {
            s->u[s->row_of[j]] += length - s->distance[j];
            s->v[j] -= length - s->distance[j];
        }
}

static void augment(search *s, size_t row)
{
    size_t at = JSMF_UNMATCHED, current = row;
    double so_far = 0;
    for (size_t j = 0; j < s->cols; j++) {
        s->distance[j] = INFINITY;
        s->before[j] = JSMF_UNMATCHED;
        s->settled[j] = false;
    }
    for (;;) {
        relax(s, current, at, so_far);
        at = nearest(s);
        s->settled[at] = true;
        so_far = s->distance[at];
        if (s->row_of[at] == JSMF_UNMATCHED)
            break;
        current = s->row_of[at];
    }
    reprice(s, row, so_far);
    while (s->before[at] != JSMF_UNMATCHED) {
        s->row_of[at] = s->row_of[s->before[at]];
        at = s->before[at];
    }
    s->row_of[at] = row;
}

static jsmf_status solve(jsmf_context *ctx, search *s)
{
    s->u = jsmf_alloc_zero(ctx, s->rows, sizeof *s->u);
    s->v = jsmf_alloc_zero(ctx, s->cols, sizeof *s->v);
    s->row_of = jsmf_alloc(ctx, s->cols, sizeof *s->row_of);
    s->distance = jsmf_alloc(ctx, s->cols, sizeof *s->distance);
    s->before = jsmf_alloc(ctx, s->cols, sizeof *s->before);
    s->settled = jsmf_alloc(ctx, s->cols, sizeof *s->settled);
    if (jsmf_context_status(ctx) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t j = 0; j < s->cols; j++)
        s->row_of[j] = JSMF_UNMATCHED;
    for (size_t i = 0; i < s->rows; i++)
        augment(s, i);
    return JSMF_OK;
}

static void search_free(search *s)
{
    free(s->u);
    free(s->v);
    free(s->row_of);
    free(s->distance);
    free(s->before);
    free(s->settled);
}

static jsmf_status assign_wide(jsmf_context *ctx, size_t rows, size_t cols, const double *cost, size_t *match)
{
    search s = { .rows = rows, .cols = cols, .cost = cost };
    if (solve(ctx, &s) != JSMF_OK)
        goto done;
    for (size_t j = 0; j < cols; j++)
        if (s.row_of[j] != JSMF_UNMATCHED)
            match[s.row_of[j]] = j;
done:
    search_free(&s);
    return jsmf_context_status(ctx);
}

/* More rows than columns: the columns choose. */
static jsmf_status assign_tall(jsmf_context *ctx, size_t rows, size_t cols, const double *cost, size_t *match)
{
    double *turned = jsmf_alloc(ctx, jsmf_mul_sat(rows, cols), sizeof *turned);
    size_t *of_column = jsmf_alloc(ctx, cols, sizeof *of_column);
    for (size_t i = 0; turned && of_column && i < rows; i++) {
        match[i] = JSMF_UNMATCHED;
        for (size_t j = 0; j < cols; j++)
            turned[j * rows + i] = cost[i * cols + j];
    }
    if (turned && of_column && assign_wide(ctx, cols, rows, turned, of_column) == JSMF_OK)
        for (size_t j = 0; j < cols; j++)
            match[of_column[j]] = j;
    free(turned);
    free(of_column);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_solve_assignment(jsmf_context *ctx, size_t rows, size_t cols, const double *cost, size_t *match)
{
    const double most = 1e300 / ((double)rows + (double)cols);
    for (size_t e = 0; e < rows * cols; e++)
        if (!(fabs(cost[e]) <= most))
            return jsmf_fail(ctx, JSMF_ENUMERIC, "assignment: cost[%zu, %zu] is %g (expected at most %.3g)", e / cols,
                             e % cols, cost[e], most);
    return (rows > cols ? assign_tall : assign_wide)(ctx, rows, cols, cost, match);
}
