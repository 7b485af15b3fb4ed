/* Anchor words: pivoted QR of Cbar' without an N x N matrix (001 Algorithm 3, 004 Algorithm 4).
 *
 * The squared residuals u of all words are kept by a pivoted Cholesky factorisation of Cbar Cbar' (L is N x K; the
 * column of pivot s needs the products of all rows with row s), which in exact arithmetic is pivoted QR. The products
 * come in batches, one pass over C each, for the words of largest residual; pivots are taken from the last few batches
 * for as long as the best word of all is among them. (The next pivot is nearly always one of the few words of largest
 * residual now, so small batches, of which several are kept, need far fewer products than large ones.)
 *
 * u_i comes from cancellation: its error is a rounding error of |Cbar_i| |Cbar_s| for the longest pivot s. That is far
 * too small to matter except where words compete: those whose order or tie it leaves open are computed exactly, from
 * their rows less the projection onto an explicit orthonormal basis of the pivots' rows. So is the pivot's own
 * residual, with which the factorisation goes on. The choice is therefore that of a QR with explicit residuals. */
#include "selection.h"

#include "jsmf/model.h"
#include "model/probability.h"
#include "base/base_inner.h"

#include <cblas.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BATCH = 32,   /* products a pass */
    KEPT = 4,     /* batches kept */
    EXACT = 64,   /* rows computed exactly at a time */
    CHUNK = 2048  /* rows of L a chunk */
};
/* The bound on u's error, relative to |Cbar_i| max |Cbar|: 450 units of rounding. */
static const double largest_error = 1e-13;

typedef struct batch {
    size_t count;
    size_t index[BATCH]; /* words */
    double *products;    /* n x count: of all rows of C with theirs */
} batch;

typedef struct selection {
    jsmf_anchors_basis basis;
    size_t n, k;
    const jsmf_anchors_groups *given; /* the first pivots, or NULL */
    bool *candidate;    /* n */
    double *first, *u;  /* n: squared residuals at the start and now */
    double *error;      /* n: bound on u's, where u is not exact */
    double *wanted;     /* n: u of those who may enter the next batch */
    size_t *exact_at;   /* n: u is exact at this many pivots (never: SIZE_MAX) */
    double *l;          /* n x k */
    batch batches[KEPT]; /* the newest is number passes - 1, modulo KEPT */
    size_t passes;
    size_t *place;      /* n: batch * BATCH + column of the word's products, or SIZE_MAX */
    double *exact_rows;     /* EXACT x width */
    double *products;       /* n x k, or NULL */
    size_t exact;       /* rows computed exactly, for -v */
} selection;

/* ---- who is next ---- */

static double error_of(const selection *s, size_t i)
{
    return s->exact_at[i] == s->basis.count ? 0 : s->error[i];
}

static bool is_out(const selection *s, size_t i)
{
    return !s->candidate[i] || s->u[i] < jsmf_anchors_least * s->first[i];
}

/* The largest residual, by its lower bound. */
static double floor_of_best(const selection *s)
{
    double best = 0;
    for (size_t i = 0; i < s->n; i++)
        if (!is_out(s, i))
            best = fmax(best, s->u[i] - error_of(s, i));
    return best;
}

/* Whether i may be tied with the largest residual, or be it. */
static bool contends(const selection *s, size_t i, double best)
{
    return s->candidate[i] &&
           s->u[i] + error_of(s, i) >= fmax((1 - jsmf_anchors_tie) * best, jsmf_anchors_least * s->first[i]);
}

/* The contenders (at most limit of them) whose rank the error leaves open. None where one word stands alone, or all are
 * tied for certain. */
static size_t open_contenders(const selection *s, double best, size_t limit, size_t *index)
{
    size_t count = 0, open = 0;
    double highest = 0;
    bool certain = true;
    for (size_t i = 0; i < s->n; i++)
        if (contends(s, i, best)) {
            highest = fmax(highest, s->u[i] + error_of(s, i));
            count++;
        }
    for (size_t i = 0; i < s->n; i++) {
        if (!contends(s, i, best))
            continue;
        double low = s->u[i] - error_of(s, i);
        certain = certain && low >= jsmf_anchors_least * s->first[i] &&
                  (count == 1 || low >= (1 - jsmf_anchors_tie) * highest);
        if (error_of(s, i) > 0 && open < limit)
            index[open++] = i;
    }
    return certain ? 0 : open;
}

static jsmf_status make_exact(jsmf_context *ctx, selection *s, size_t m, const size_t *index)
{
    double norms[EXACT];
    if (jsmf_anchors_basis_residuals(ctx, &s->basis, m, index, s->exact_rows, norms) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t j = 0; j < m; j++) {
        s->u[index[j]] = norms[j];
        s->exact_at[index[j]] = s->basis.count;
        s->candidate[index[j]] = norms[j] >= jsmf_anchors_least * s->first[index[j]];
    }
    s->exact += m;
    return JSMF_OK;
}

/* *winner = the lowest index among all with u >= (1 - 1e-9) max u; SIZE_MAX where all are out. */
static jsmf_status find_winner(jsmf_context *ctx, selection *s, size_t *winner)
{
    size_t index[EXACT], open;
    double best;
    do {
        best = floor_of_best(s);
        open = open_contenders(s, best, EXACT, index);
        if (open > 0 && make_exact(ctx, s, open, index) != JSMF_OK)
            return jsmf_context_status(ctx);
    } while (open > 0);
    *winner = SIZE_MAX;
    for (size_t i = 0; i < s->n && *winner == SIZE_MAX; i++)
        if (contends(s, i, best))
            *winner = i;
    return JSMF_OK;
}

/* ---- batches ---- */

/* The winner and the other candidates of largest residual that no batch holds. */
static void choose_batch(selection *s, size_t winner, batch *b)
{
    for (size_t i = 0; i < s->n; i++)
        s->wanted[i] = is_out(s, i) || i == winner || s->place[i] != SIZE_MAX ? -1 : s->u[i];
    b->index[0] = winner;
    b->count = 1 + jsmf_top(s->n, s->wanted, 1, 0, BATCH - 1, b->index + 1);
}

/* The new batch takes the oldest one's place. */
static jsmf_status next_batch(jsmf_context *ctx, selection *s, size_t winner)
{
    size_t slot = s->passes++ % KEPT;
    batch *b = &s->batches[slot];
    for (size_t j = 0; j < b->count; j++)
        s->place[b->index[j]] = SIZE_MAX;
    choose_batch(s, winner, b);
    for (size_t j = 0; j < b->count; j++)
        s->place[b->index[j]] = slot * BATCH + j;
    return jsmf_anchors_rows_products(ctx, &s->basis.rows, b->count, b->index, b->products);
}

/* ---- a pivot ---- */

typedef struct update {
    selection *s;
    const double *pivot_row; /* the pivot's of L */
    const double *products;  /* of all rows with the pivot's, `stride` apart */
    size_t stride;
    double sum;              /* the pivot's, where the products are those of C's rows; 0: they are those of Cbar's */
    double residual;
} update;

static jsmf_status update_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const update *t = arg;
    selection *s = t->s;
    size_t first = chunk * CHUNK, last = first + jsmf_chunk_length(s->n, CHUNK, chunk), done = s->basis.count - 1;
    const double *sums = s->basis.sums;
    (void)ctx;
    for (size_t i = first; i < last; i++) {
        double *row = s->l + i * s->k, product = 0;
        if (jsmf_model_has_mass(sums[i]))
            product = t->sum > 0 ? t->products[i * t->stride] / t->sum / sums[i] : t->products[i * t->stride];
        if (s->products)
            s->products[i * s->k + done] = product;
        row[done] = (product - cblas_ddot((int)done, row, 1, t->pivot_row, 1)) / t->residual;
        s->u[i] = fmax(s->u[i] - row[done] * row[done], 0);
    }
    return JSMF_OK;
}

static jsmf_status take_pivot(jsmf_context *ctx, selection *s, size_t pivot, double *residual)
{
    if ((s->place[pivot] == SIZE_MAX && next_batch(ctx, s, pivot) != JSMF_OK) ||
        jsmf_anchors_basis_add(ctx, &s->basis, pivot, residual) != JSMF_OK)
        return jsmf_context_status(ctx);
    const batch *b = &s->batches[s->place[pivot] / BATCH];
    update t = { .s = s, .pivot_row = s->l + pivot * s->k, .products = b->products + s->place[pivot] % BATCH,
                 .stride = b->count, .sum = s->basis.sums[pivot], .residual = *residual };
    s->candidate[pivot] = false;
    return jsmf_parallel(ctx, jsmf_chunk_count(s->n, CHUNK), update_chunk, &t);
}

/* ---- pivots that are given: the mean rows of groups of words ---- */

/* row (k): the group's of L, the mean of its words'. *norm = its squared length. */
static void find_group_row(const selection *s, size_t group, const size_t *words, const double *products, double *row,
                           double *norm)
{
    const size_t length = jsmf_anchors_group_length(s->given, group);
    memset(row, 0, s->k * sizeof *row);
    *norm = 0;
    for (size_t w = 0; w < length; w++) {
        cblas_daxpy((int)s->k, 1 / (double)length, s->l + words[w] * s->k, 1, row, 1);
        *norm += products[words[w] * s->given->k + group] / (double)length;
    }
}

/* A group whose row is in the span of those before it takes a pivot's place, and adds nothing. */
static jsmf_status take_group(jsmf_context *ctx, selection *s, size_t group, const size_t *words,
                              const double *products, double *row)
{
    const size_t width = s->basis.rows.width, length = jsmf_anchors_group_length(s->given, group);
    update t = { .s = s, .pivot_row = row, .products = products + group, .stride = s->given->k };
    double norm;
    find_group_row(s, group, words, products, row, &norm);
    for (size_t w = 0; w < length; w++)
        s->candidate[words[w]] = false;
    if (jsmf_anchors_basis_add_mean(ctx, &s->basis, length, words, &t.residual) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (t.residual * t.residual >= jsmf_anchors_least * norm)
        return jsmf_parallel(ctx, jsmf_chunk_count(s->n, CHUNK), update_chunk, &t);
    memset(s->basis.q + (s->basis.count - 1) * width, 0, width * sizeof *s->basis.q);
    return JSMF_OK;
}

static jsmf_status take_groups(jsmf_context *ctx, selection *s)
{
    const size_t groups = s->given ? s->given->k : 0;
    double *products = NULL, *row = NULL;
    size_t *words = NULL;
    if (groups == 0)
        return JSMF_OK;
    products = jsmf_alloc(ctx, jsmf_mul_sat(s->n, groups), sizeof *products);
    row = jsmf_alloc(ctx, s->k, sizeof *row);
    words = jsmf_anchors_group_index(ctx, s->given);
    if (jsmf_context_status(ctx) != JSMF_OK ||
        jsmf_anchors_group_products(ctx, &s->basis.rows, s->basis.sums, s->given, products) != JSMF_OK)
        goto done;
    for (size_t j = 0; j < groups; j++)
        if (take_group(ctx, s, j, words + jsmf_anchors_group_first(s->given, j), products, row) != JSMF_OK)
            break;
done:
    free(products);
    free(row);
    free(words);
    return jsmf_context_status(ctx);
}

/* ---- the whole ---- */

static jsmf_status first_residuals(jsmf_context *ctx, selection *s, const jsmf_anchors_options *options)
{
    double longest;
    if (jsmf_anchors_candidates(ctx, &s->basis.rows, s->basis.sums, options, s->first, s->candidate, &longest) !=
        JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t w = 0; s->given && w < s->given->count; w++)
        longest = fmax(longest, s->first[s->given->words[w]]);
    for (size_t i = 0; i < s->n; i++) {
        s->u[i] = s->first[i];
        s->exact_at[i] = s->place[i] = SIZE_MAX;
        s->error[i] = largest_error * sqrt(s->first[i]) * sqrt(longest);
    }
    return JSMF_OK;
}

static jsmf_status select_all(jsmf_context *ctx, selection *s, const jsmf_anchors_options *options, int64_t *anchors,
                              double *residuals)
{
    const size_t given = s->given ? s->given->k : 0;
    if (first_residuals(ctx, s, options) != JSMF_OK || take_groups(ctx, s) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t j = 0; j < s->k - given; j++) {
        size_t winner = SIZE_MAX;
        if (find_winner(ctx, s, &winner) != JSMF_OK)
            return jsmf_context_status(ctx);
        if (winner == SIZE_MAX)
            return jsmf_anchors_too_few(ctx, &s->basis.rows, options, s->basis.count, s->first);
        if (take_pivot(ctx, s, winner, &residuals[j]) != JSMF_OK)
            return jsmf_context_status(ctx);
        anchors[j] = (int64_t)winner;
        if (jsmf_progress(ctx, "anchors", (double)(given + j + 1) / (double)s->k, residuals[j]) != JSMF_OK)
            return jsmf_context_status(ctx);
    }
    jsmf_message(ctx, JSMF_INFO, "anchors: %zu in %zu pass%s, residuals computed exactly: %zu", s->k - given,
                 s->passes, s->passes == 1 ? "" : "es", s->exact);
    return JSMF_OK;
}

static jsmf_status allocate(jsmf_context *ctx, selection *s)
{
    size_t n = s->n, k = s->k, width = s->basis.rows.width, columns = n < BATCH ? n : BATCH;
    s->basis.q = jsmf_alloc(ctx, jsmf_mul_sat(k, width), sizeof *s->basis.q);
    s->candidate = jsmf_alloc(ctx, n, sizeof *s->candidate);
    s->first = jsmf_alloc(ctx, n, sizeof *s->first);
    s->u = jsmf_alloc(ctx, n, sizeof *s->u);
    s->error = jsmf_alloc(ctx, n, sizeof *s->error);
    s->wanted = jsmf_alloc(ctx, n, sizeof *s->wanted);
    s->exact_at = jsmf_alloc(ctx, n, sizeof *s->exact_at);
    s->l = jsmf_alloc_zero(ctx, jsmf_mul_sat(n, k), sizeof *s->l);
    s->place = jsmf_alloc(ctx, n, sizeof *s->place);
    for (size_t b = 0; b < KEPT; b++)
        s->batches[b].products = jsmf_alloc(ctx, jsmf_mul_sat(n, columns), sizeof(double));
    s->exact_rows = jsmf_alloc(ctx, jsmf_mul_sat(EXACT, width), sizeof *s->exact_rows);
    return jsmf_context_status(ctx);
}

static void release(selection *s)
{
    free(s->basis.q);
    free(s->candidate);
    free(s->first);
    free(s->u);
    free(s->error);
    free(s->wanted);
    free(s->exact_at);
    free(s->l);
    free(s->place);
    for (size_t b = 0; b < KEPT; b++)
        free(s->batches[b].products);
    free(s->exact_rows);
}

jsmf_status jsmf_anchors_select_by_qr(jsmf_context *ctx, const jsmf_anchors_rows *rows, const double *sums,
                                      const jsmf_anchors_options *options, const jsmf_anchors_groups *given,
                                      int64_t *s, double *residuals, double *products)
{
    const size_t n = rows->n, k = options->k;
    selection all = { .basis = { .rows = *rows, .sums = sums }, .n = n, .k = k, .given = given, .products = products };
    if (allocate(ctx, &all) == JSMF_OK)
        jsmf_recorded(select_all(ctx, &all, options, s, residuals));
    release(&all);
    return jsmf_context_status(ctx);
}
