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

#include "jsmf/base.h"
#include "jsmf/model.h"
#include "model/probability.h"

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
static const double noise = 1e-13;   /* 450 units of rounding: bound on u's error, relative to |Cbar_i| max |Cbar| */

typedef struct batch {
    size_t count;
    size_t index[BATCH]; /* words */
    double *products;    /* n x count: of all rows of C with theirs */
} batch;

typedef struct selection {
    jsmf_anchors_basis basis;
    size_t n, k;
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
    jsmf_status status = jsmf_anchors_basis_residuals(ctx, &s->basis, m, index, s->exact_rows, norms);
    for (size_t j = 0; status == JSMF_OK && j < m; j++) {
        s->u[index[j]] = norms[j];
        s->exact_at[index[j]] = s->basis.count;
        s->candidate[index[j]] = norms[j] >= jsmf_anchors_least * s->first[index[j]];
    }
    s->exact += m;
    return status;
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
    size_t pivot;
    double residual;
} update;

static jsmf_status update_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const update *t = arg;
    selection *s = t->s;
    size_t first = chunk * CHUNK, last = first + jsmf_chunk_length(s->n, CHUNK, chunk), done = s->basis.count - 1;
    const double *pivot_row = s->l + t->pivot * s->k, *sums = s->basis.sums;
    const batch *b = &s->batches[s->place[t->pivot] / BATCH];
    const double *products = b->products + s->place[t->pivot] % BATCH;
    (void)ctx;
    for (size_t i = first; i < last; i++) {
        double *row = s->l + i * s->k, product = 0;
        if (jsmf_model_has_mass(sums[i]))
            product = products[i * b->count] / sums[t->pivot] / sums[i];
        if (s->products)
            s->products[i * s->k + done] = product;
        row[done] = (product - cblas_ddot((int)done, row, 1, pivot_row, 1)) / t->residual;
        s->u[i] = fmax(s->u[i] - row[done] * row[done], 0);
    }
    return JSMF_OK;
}

static jsmf_status take_pivot(jsmf_context *ctx, selection *s, size_t pivot, double *residual)
{
    update t = { s, pivot, 0 };
    jsmf_status status = JSMF_OK;
    if (s->place[pivot] == SIZE_MAX)
        status = next_batch(ctx, s, pivot);
    if (status == JSMF_OK)
        status = jsmf_anchors_basis_add(ctx, &s->basis, pivot, residual);
    if (status != JSMF_OK)
        return status;
    t.residual = *residual;
    s->candidate[pivot] = false;
    return jsmf_parallel(ctx, jsmf_chunk_count(s->n, CHUNK), update_chunk, &t);
}

/* ---- the whole ---- */

jsmf_status jsmf_anchors_candidates(jsmf_context *ctx, const jsmf_anchors_rows *rows, const double *sums,
                                    const jsmf_anchors_options *options, double *first, bool *candidate,
                                    double *longest)
{
    jsmf_status status = jsmf_anchors_rows_norms(ctx, rows, first);
    *longest = 0;
    for (size_t i = 0; status == JSMF_OK && i < rows->n; i++) {
        first[i] = jsmf_model_has_mass(sums[i]) ? first[i] / sums[i] / sums[i] : 0;
        candidate[i] = first[i] > 0 && isfinite(first[i]) &&
                       !(options->min_df > 0 && options->df[i] < options->min_df);
        if (candidate[i])
            *longest = fmax(*longest, first[i]);
    }
    return status;
}

static jsmf_status first_residuals(jsmf_context *ctx, selection *s, const jsmf_anchors_options *options)
{
    double longest;
    if (jsmf_anchors_candidates(ctx, &s->basis.rows, s->basis.sums, options, s->first, s->candidate, &longest) !=
        JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < s->n; i++) {
        s->u[i] = s->first[i];
        s->exact_at[i] = s->place[i] = SIZE_MAX;
        s->error[i] = noise * sqrt(s->first[i]) * sqrt(longest);
    }
    return JSMF_OK;
}

/* Words whose rows have a norm beyond the range of numbers; they are no candidates. */
static size_t count_huge(size_t n, const double *first)
{
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        count += !isfinite(first[i]);
    return count;
}

jsmf_status jsmf_anchors_too_few(jsmf_context *ctx, const jsmf_anchors_rows *rows, const jsmf_anchors_options *options,
                                 size_t found, const double *first)
{
    const size_t huge = count_huge(rows->n, first), most = found ? found : 1;
    const char *remedy = rows->remedy;
    if (huge > 0)
        return jsmf_fail(ctx, JSMF_ENUMERIC, "only %zu anchor%s for %zu topic%s: the rows of %zu word%s are too large "
                         "to square (is the co-occurrence's sum far from 1?)", JSMF_COUNTED(found),
                         JSMF_COUNTED(options->k), JSMF_COUNTED(huge));
    if (options->min_df > 0 && found == 0)
        return jsmf_fail(ctx, JSMF_ENUMERIC, "no word of at least %lld document%s that can be an anchor (take a lower "
                         "document frequency)", (long long)options->min_df, jsmf_plural((size_t)options->min_df));
    if (options->min_df > 0)
        return jsmf_fail(ctx, JSMF_ENUMERIC, "only %zu anchor%s for %zu topic%s among the words of at least %lld "
                         "document%s (%s -k %zu or less, or take a lower document frequency)",
                         JSMF_COUNTED(found), JSMF_COUNTED(options->k), (long long)options->min_df,
                         jsmf_plural((size_t)options->min_df), remedy, most);
    return jsmf_fail(ctx, JSMF_ENUMERIC, "only %zu anchor%s for %zu topic%s: the other words' rows depend on theirs "
                     "(the co-occurrence's rank is used up; %s -k %zu or less)", JSMF_COUNTED(found),
                     JSMF_COUNTED(options->k), remedy, most);
}

static jsmf_status select_all(jsmf_context *ctx, selection *s, const jsmf_anchors_options *options, int64_t *anchors,
                              double *residuals)
{
    jsmf_status status = first_residuals(ctx, s, options);
    for (size_t j = 0; status == JSMF_OK && j < s->k; j++) {
        size_t winner = SIZE_MAX;
        status = find_winner(ctx, s, &winner);
        if (status == JSMF_OK && winner == SIZE_MAX)
            return jsmf_anchors_too_few(ctx, &s->basis.rows, options, s->basis.count, s->first);
        if (status == JSMF_OK)
            status = take_pivot(ctx, s, winner, &residuals[j]);
        if (status != JSMF_OK)
            return status;
        anchors[j] = (int64_t)winner;
        status = jsmf_progress(ctx, "anchors", (double)(j + 1) / (double)s->k, residuals[j]);
    }
    if (status == JSMF_OK)
        jsmf_message(ctx, JSMF_INFO, "anchors: %zu in %zu pass%s, residuals computed exactly: %zu", s->k, s->passes,
                     s->passes == 1 ? "" : "es", s->exact);
    return status;
}

static bool allocate(jsmf_context *ctx, selection *s)
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
    return jsmf_context_status(ctx) == JSMF_OK;
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

jsmf_status jsmf_anchors_select_rows(jsmf_context *ctx, const jsmf_anchors_rows *rows, const double *sums,
                                     const jsmf_anchors_options *options, int64_t *s, double *residuals,
                                     double *products)
{
    size_t n = rows->n, k = options->k;
    selection all = { .basis = { .rows = *rows, .sums = sums }, .n = n, .k = k, .products = products };
    jsmf_status status;
    if (jsmf_model_check_topics(ctx, NULL, k, n) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (options->min_df > 0 && !options->df)
        return jsmf_fail(ctx, JSMF_EUSAGE, "a least document frequency without the words' document frequencies");
    if (options->select != JSMF_SELECT_QR && options->select != JSMF_SELECT_SPA)
        return jsmf_anchors_greedy(ctx, rows, sums, options, s, residuals, products);
    status = allocate(ctx, &all) ? select_all(ctx, &all, options, s, residuals)
                                 : jsmf_context_status(ctx);
    release(&all);
    return status;
}

jsmf_status jsmf_anchors_select(jsmf_context *ctx, const jsmf_operator *op, const double *sums,
                                const jsmf_anchors_options *options, int64_t *s, double *residuals)
{
    const jsmf_anchors_rows rows = jsmf_anchors_rows_of_operator(op);
    return jsmf_anchors_select_rows(ctx, &rows, sums, options, s, residuals, NULL);
}
