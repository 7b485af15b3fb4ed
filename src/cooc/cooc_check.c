#include "cooc_check.h"

#include "dense/dense.h"
#include "base/base_inner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* A band of rows is compared with its columns in blocks that stay in the first cache. */
enum { BAND = 64, BLOCK = 32 };
/* Of a sparse matrix, which has as many bands as this whatever its size, each band sees rows below it as well. */
enum { SPARSE_BANDS = 32 };

/* What a part of the matrix shows. */
typedef struct finding {
    double largest;                  /* by magnitude */
    double least;
    size_t least_row, least_column;
    double apart;                    /* |c_ij - c_ji| at its largest */
    size_t apart_row, apart_column;
} finding;

/* Both numbers are finite. */
static inline void see(finding *f, size_t i, size_t j, double value, double mirrored)
{
    const double apart = fabs(value - mirrored), low = value <= mirrored ? value : mirrored;
    f->largest = fabs(value) > f->largest ? fabs(value) : f->largest;
    f->largest = fabs(mirrored) > f->largest ? fabs(mirrored) : f->largest;
    if (low < f->least) {
        f->least = low;
        f->least_row = value <= mirrored ? i : j;
        f->least_column = value <= mirrored ? j : i;
    }
    if (apart > f->apart) {
        f->apart = apart;
        f->apart_row = i;
        f->apart_column = j;
    }
}

static void join(finding *all, const finding *part)
{
    all->largest = fmax(all->largest, part->largest);
    if (part->least < all->least) {
        all->least = part->least;
        all->least_row = part->least_row;
        all->least_column = part->least_column;
    }
    if (part->apart > all->apart) {
        all->apart = part->apart;
        all->apart_row = part->apart_row;
        all->apart_column = part->apart_column;
    }
}

static jsmf_status judge_magnitude(jsmf_context *ctx, const char *where, double largest)
{
    static const double most = 1e100;
    if (!(largest > 0))
        return jsmf_fail(ctx, JSMF_EDATA, "%s: all entries are 0 (expected a co-occurrence)", where);
    if (largest > most || largest < 1 / most)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: the largest entry is %.3g by magnitude, too %s (expected a "
                         "co-occurrence, of sum 1)", where, largest, largest > 1 ? "large" : "small");
    return JSMF_OK;
}

static double largest_of(size_t count, const double *values)
{
    double largest = 0;
    for (size_t i = 0; i < count; i++)
        largest = fmax(largest, fabs(values[i]));
    return largest;
}

jsmf_status jsmf_cooc_check_magnitude(jsmf_context *ctx, const char *where, size_t count, const double *values)
{
    return judge_magnitude(ctx, where, largest_of(count, values));
}

static jsmf_status judge(jsmf_context *ctx, const char *where, const finding *f)
{
    const double slack = JSMF_COOC_SLACK * f->largest;
    if (judge_magnitude(ctx, where, f->largest) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (f->apart > slack)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: is not symmetric (entries %zu, %zu and %zu, %zu differ by %.3g)", where,
                         f->apart_row, f->apart_column, f->apart_column, f->apart_row, f->apart);
    if (f->least < -slack)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: entry %zu, %zu is %.6g (expected a co-occurrence, without negatives)",
                         where, f->least_row, f->least_column, f->least);
    return JSMF_OK;
}

typedef struct dense_pass {
    size_t n;
    const double *c;
    finding *bands;
} dense_pass;

static void see_block(const dense_pass *d, size_t i0, size_t j0, finding *f)
{
    const size_t i_end = jsmf_least(i0 + BLOCK, d->n), j_end = jsmf_least(j0 + BLOCK, d->n);
    for (size_t i = i0; i < i_end; i++)
        for (size_t j = j0; j < j_end; j++)
            see(f, i, j, d->c[i * d->n + j], d->c[j * d->n + i]);
}

/* Rows of the band from the diagonal on, and the columns that mirror them. */
static jsmf_status see_band(jsmf_context *ctx, void *arg, size_t band)
{
    const dense_pass *d = arg;
    const size_t end = jsmf_least((band + 1) * BAND, d->n);
    finding f = { .largest = 0 };
    (void)ctx;
    for (size_t i0 = band * BAND; i0 < end; i0 += BLOCK)
        for (size_t j0 = i0; j0 < d->n; j0 += BLOCK)
            see_block(d, i0, j0, &f);
    d->bands[band] = f;
    return JSMF_OK;
}

jsmf_status jsmf_cooc_check_dense(jsmf_context *ctx, const char *where, size_t n, const double *c)
{
    const size_t bands = jsmf_chunk_count(n, BAND);
    dense_pass d = { .n = n, .c = c, .bands = jsmf_alloc(ctx, bands, sizeof(finding)) };
    finding all = { .largest = 0 };
    if (!d.bands || jsmf_parallel(ctx, bands, see_band, &d) != JSMF_OK)
        goto done;
    for (size_t band = 0; band < bands; band++)
        join(&all, &d.bands[band]);
    jsmf_recorded(judge(ctx, where, &all));
done:
    free(d.bands);
    return jsmf_context_status(ctx);
}

/* Sees the entries of row j before column i, from its cursor on: their mirrors are not stored. */
static void see_unmatched(const jsmf_csr *c, size_t j, size_t i, int64_t *cursor, finding *f)
{
    for (; cursor[j] < c->indptr[j + 1] && (size_t)c->indices[cursor[j]] < i; cursor[j]++)
        see(f, j, (size_t)c->indices[cursor[j]], c->values[cursor[j]], 0);
}

/* Rows of a band in order: what row i has to the right of the diagonal is looked for at the cursor of the row that
 * mirrors it, which moves on with i; what is left of the diagonal behind the cursor of row i itself has no mirror. */
static void see_row(const jsmf_csr *c, size_t i, int64_t *cursor, finding *f)
{
    for (int64_t p = cursor[i]; p < c->indptr[i + 1]; p++) {
        const size_t j = (size_t)c->indices[p];
        double mirrored = j == i ? c->values[p] : 0;
        if (j > i) {
            see_unmatched(c, j, i, cursor, f);
            if (cursor[j] < c->indptr[j + 1] && (size_t)c->indices[cursor[j]] == i)
                mirrored = c->values[cursor[j]++];
        }
        see(f, i, j, c->values[p], mirrored);
    }
}

typedef struct sparse_pass {
    const jsmf_csr *c;
    size_t height;    /* of a band */
    int64_t *cursors; /* rows of c a thread */
    finding *bands;
} sparse_pass;

/* The rows of a band from its first column on, and of the rows below it the columns that mirror them. */
static jsmf_status see_rows(jsmf_context *ctx, void *arg, size_t band)
{
    const sparse_pass *s = arg;
    const size_t n = s->c->rows, first = band * s->height, end = jsmf_least(first + s->height, n);
    int64_t *cursor = s->cursors + (size_t)jsmf_context_thread(ctx) * n;
    finding f = { .largest = 0 };
    for (size_t j = first; j < n; j++)
        cursor[j] = jsmf_csr_first(s->c, j, first);
    for (size_t i = first; i < end; i++)
        see_row(s->c, i, cursor, &f);
    for (size_t j = end; j < n; j++)
        see_unmatched(s->c, j, end, cursor, &f);
    s->bands[band] = f;
    return JSMF_OK;
}

jsmf_status jsmf_cooc_check_sparse(jsmf_context *ctx, const char *where, const jsmf_csr *c)
{
    const size_t height = jsmf_greatest(jsmf_chunk_count(c->rows, SPARSE_BANDS), 1);
    const size_t bands = jsmf_chunk_count(c->rows, height);
    sparse_pass s = { .c = c, .height = height, .bands = jsmf_alloc(ctx, bands, sizeof *s.bands) };
    finding all = { .largest = 0 };
    s.cursors = jsmf_alloc(ctx, (size_t)jsmf_context_threads(ctx), jsmf_mul_sat(c->rows, sizeof *s.cursors));
    if (jsmf_context_status(ctx) != JSMF_OK || jsmf_parallel(ctx, bands, see_rows, &s) != JSMF_OK)
        goto done;
    for (size_t band = 0; band < bands; band++)
        join(&all, &s.bands[band]);
    jsmf_recorded(judge(ctx, where, &all));
done:
    free(s.bands);
    free(s.cursors);
    return jsmf_context_status(ctx);
}

static jsmf_status judge_diagonal(jsmf_context *ctx, const char *where, size_t n, const double *squares,
                                  const double *hdiag)
{
    double largest = 0, off = 0;
    for (size_t i = 0; i < n; i++) {
        largest = fmax(largest, squares[i]);
        off = fmax(off, fabs(squares[i] - hdiag[i]));
    }
    if (!(largest > 0))
        return jsmf_fail(ctx, JSMF_EDATA, "%s: all entries are 0 (expected a co-occurrence)", where);
    for (size_t i = 0; i < n; i++)
        if (squares[i] - hdiag[i] < -JSMF_COOC_SLACK * fmax(largest, off))
            return jsmf_fail(ctx, JSMF_EDATA, "%s: the diagonal at word %zu is %.6g - %.6g (expected no negative one)",
                             where, i, squares[i], hdiag[i]);
    return JSMF_OK;
}

jsmf_status jsmf_cooc_check_factors(jsmf_context *ctx, const char *where, const jsmf_csr *hhat, const double *hdiag)
{
    const size_t nnz = jsmf_csr_nnz(hhat);
    const double largest = fmax(largest_of(nnz, hhat->values), largest_of(hhat->cols, hdiag));
    double *squares = jsmf_alloc_zero(ctx, hhat->cols, sizeof *squares);
    if (!squares || judge_magnitude(ctx, where, largest) != JSMF_OK)
        goto done;
    for (size_t p = 0; p < nnz; p++) {
        squares[hhat->indices[p]] += hhat->values[p] * hhat->values[p];
        if (hhat->values[p] < 0) {
            jsmf_fail(ctx, JSMF_EDATA, "%s: an entry of word %d is %.6g (expected no negative one)", where,
                      hhat->indices[p], hhat->values[p]);
            goto done;
        }
    }
    jsmf_recorded(judge_diagonal(ctx, where, hhat->cols, squares, hdiag));
done:
    free(squares);
    return jsmf_context_status(ctx);
}

/* The inner products of eigenvectors are off by no more than this. */
static const double largest_error = 1e-6;

static jsmf_status judge_columns(jsmf_context *ctx, const char *where, size_t k, const double *gram)
{
    for (size_t i = 0; i < k; i++)
        for (size_t j = i; j < k; j++)
            if (!(fabs(gram[i * k + j] - (i == j)) <= largest_error))
                return jsmf_fail(ctx, JSMF_EDATA,
                                 "%s: array V: columns %zu and %zu have the inner product %.9g (expected orthonormal "
                                 "eigenvectors)", where, i, j, gram[i * k + j]);
    return JSMF_OK;
}

static jsmf_status check_named(jsmf_context *ctx, const char *stream, const char *name, size_t count,
                               const double *values)
{
    char where[512];
    snprintf(where, sizeof where, "%.400s: array %s", stream, name);
    return jsmf_cooc_check_magnitude(ctx, where, count, values);
}

jsmf_status jsmf_cooc_check_eigen(jsmf_context *ctx, const char *where, size_t n, size_t k, const double *v,
                                  const double *d)
{
    double *gram;
    if (check_named(ctx, where, "V", n * k, v) != JSMF_OK || check_named(ctx, where, "D", k, d) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t j = 0; j < k; j++)
        if (!(d[j] > 0))
            return jsmf_fail(ctx, JSMF_EDATA, "%s: array D: eigenvalue %zu is %.6g (expected positive ones)", where, j,
                             d[j]);
    gram = jsmf_alloc(ctx, jsmf_mul_sat(k, k), sizeof *gram);
    if (gram && jsmf_dense_cross(ctx, n, k, k, v, v, gram) == JSMF_OK)
        jsmf_recorded(judge_columns(ctx, where, k, gram));
    free(gram);
    return jsmf_context_status(ctx);
}
