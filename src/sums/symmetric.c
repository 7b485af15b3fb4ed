/* Upper halves of symmetric matrices of sums: packed, and without their zeros. */
#include "sums_inner.h"
#include "base/base_inner.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS = 64, PIECES = 256 };

size_t jsmf_sums_packed(size_t n)
{
    return n % 2 ? jsmf_mul_sat(n, n / 2 + 1) : jsmf_mul_sat(n / 2, jsmf_add_sat(n, 1));
}

void jsmf_sums_sparse_free(jsmf_sums_sparse *m)
{
    if (!m)
        return;
    free(m->indptr);
    free(m->indices);
    free(m->values);
    *m = (jsmf_sums_sparse){ 0 };
}

/* Room for as many entries as indptr says. */
static jsmf_status new_entries(jsmf_context *ctx, jsmf_sums_sparse *m)
{
    const size_t entries = (size_t)m->indptr[m->n], bytes = sizeof *m->indices + sizeof *m->values;
    if (jsmf_memory_check(ctx, jsmf_mul_sat(entries, bytes), "sparse sums", JSMF_REMEDY_MORE_MEMORY) != JSMF_OK)
        return jsmf_context_status(ctx);
    m->indices = jsmf_alloc(ctx, entries, sizeof *m->indices);
    m->values = jsmf_alloc(ctx, entries, sizeof *m->values);
    return jsmf_context_status(ctx);
}

/* Rows are counted in one loop and filled in the next. `row` writes row i, where indices is not NULL, and returns its
 * entries, or -1 where a sum is too large. */
typedef struct maker {
    const jsmf_sums_sparse *a, *b;
    const jsmf_sums_fixed *packed;
    const jsmf_csr *m;
    double factor;
    jsmf_sums_sign sign;
    int64_t (*row)(const struct maker *k, size_t i, int32_t *indices, jsmf_sums_fixed *values);
    jsmf_sums_sparse *out;
} maker;

static size_t rows_of_piece(size_t n) { return jsmf_greatest(jsmf_chunk_count(n, PIECES), 1); }

static jsmf_status count_rows(jsmf_context *ctx, void *arg, size_t chunk)
{
    const maker *k = arg;
    const size_t size = rows_of_piece(k->out->n), first = chunk * size;
    for (size_t i = first; i < first + jsmf_chunk_length(k->out->n, size, chunk); i++) {
        const int64_t entries = k->row(k, i, NULL, NULL);
        if (entries < 0)
            return jsmf_fail(ctx, JSMF_ENUMERIC, "a sum is above 2^46, or no number, which sums cannot hold");
        k->out->indptr[i + 1] = entries;
    }
    return JSMF_OK;
}

static jsmf_status fill_rows(jsmf_context *ctx, void *arg, size_t chunk)
{
    const maker *k = arg;
    const size_t size = rows_of_piece(k->out->n), first = chunk * size;
    (void)ctx;
    for (size_t i = first; i < first + jsmf_chunk_length(k->out->n, size, chunk); i++)
        k->row(k, i, k->out->indices + k->out->indptr[i], k->out->values + k->out->indptr[i]);
    return JSMF_OK;
}

static jsmf_status make(jsmf_context *ctx, size_t n, maker *k, jsmf_sums_sparse *out)
{
    const size_t pieces = jsmf_chunk_count(n, rows_of_piece(n));
    *out = (jsmf_sums_sparse){ .n = n, .indptr = jsmf_alloc_zero(ctx, n + 1, sizeof *out->indptr) };
    k->out = out;
    if (!out->indptr || jsmf_parallel(ctx, pieces, count_rows, k) != JSMF_OK)
        goto done;
    for (size_t i = 0; i < n; i++)
        out->indptr[i + 1] += out->indptr[i];
    if (new_entries(ctx, out) == JSMF_OK)
        jsmf_recorded(jsmf_parallel(ctx, pieces, fill_rows, k));
done:
    if (jsmf_context_status(ctx) != JSMF_OK)
        jsmf_sums_sparse_free(out);
    return jsmf_context_status(ctx);
}

static bool in_bounds(jsmf_sums_fixed value)
{
    const jsmf_sums_fixed most = (jsmf_sums_fixed)1 << 126;
    return value < most && value > -most;
}

static bool put(int64_t *count, int32_t *indices, jsmf_sums_fixed *values, int32_t j, jsmf_sums_fixed value)
{
    if (!in_bounds(value))
        return false;
    if (value == 0)
        return true;
    if (indices) {
        indices[*count] = j;
        values[*count] = value;
    }
    ++*count;
    return true;
}

/* ---- sums and differences ---- */

static int64_t add_row(const maker *k, size_t i, int32_t *indices, jsmf_sums_fixed *values)
{
    const jsmf_sums_sparse *a = k->a, *b = k->b;
    int64_t p = a->indptr[i], q = b->indptr[i], count = 0;
    const int64_t p_end = a->indptr[i + 1], q_end = b->indptr[i + 1];
    while (p < p_end || q < q_end) {
        const int32_t ja = p < p_end ? a->indices[p] : INT32_MAX, jb = q < q_end ? b->indices[q] : INT32_MAX;
        const int32_t j = ja < jb ? ja : jb;
        unsigned __int128 value = 0;
        if (ja == j)
            value += (unsigned __int128)a->values[p++];
        if (jb == j)
            value += k->sign > 0 ? (unsigned __int128)b->values[q++] : -(unsigned __int128)b->values[q++];
        if (!put(&count, indices, values, j, (jsmf_sums_fixed)value))
            return -1;
    }
    return count;
}

jsmf_status jsmf_sums_sparse_add(jsmf_context *ctx, const jsmf_sums_sparse *a, const jsmf_sums_sparse *b,
                                 jsmf_sums_sign sign, jsmf_sums_sparse *out)
{
    maker k = { .a = a, .b = b, .sign = sign, .row = add_row };
    return make(ctx, a->n, &k, out);
}

jsmf_status jsmf_sums_sparse_check(jsmf_context *ctx, const jsmf_sums_sparse *m, size_t entries, const char *name)
{
    if (m->indptr[0] != 0)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: begins at entry %lld (expected 0)", name, (long long)m->indptr[0]);
    for (size_t i = 0; i < m->n; i++)
        if (m->indptr[i + 1] < m->indptr[i] || (uint64_t)m->indptr[i + 1] > entries)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: row %zu ends at entry %lld (expected %lld to %zu)", name, i,
                             (long long)m->indptr[i + 1], (long long)m->indptr[i], entries);
    if ((size_t)m->indptr[m->n] != entries)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: has %zu %s, its rows have %lld", name, JSMF_ENTRIES(entries),
                         (long long)m->indptr[m->n]);
    for (size_t i = 0; i < m->n; i++)
        for (int64_t p = m->indptr[i], least = (int64_t)i; p < m->indptr[i + 1]; least = m->indices[p++] + 1)
            if (m->indices[p] < least || (size_t)m->indices[p] >= m->n)
                return jsmf_fail(ctx, JSMF_EDATA, "%s: row %zu has column %d (expected %lld to %zu)", name, i,
                                 m->indices[p], (long long)least, m->n - 1);
    for (size_t p = 0; p < entries; p++)
        if (m->values[p] == 0 || !in_bounds(m->values[p]))
            return jsmf_fail(ctx, JSMF_EDATA, "%s: entry %zu is %g (expected a sum below 2^46 that is not 0)", name, p,
                             jsmf_sums_value(m->values[p]));
    return JSMF_OK;
}

/* ---- to sums ---- */

static int64_t round_row(const maker *k, size_t i, int32_t *indices, jsmf_sums_fixed *values)
{
    const jsmf_csr *m = k->m;
    int64_t count = 0;
    for (int64_t p = jsmf_csr_first(m, i, i); p < m->indptr[i + 1]; p++) {
        jsmf_sums_fixed value;
        if (!jsmf_sums_round(m->values[p] * k->factor, &value) ||
            !put(&count, indices, values, m->indices[p], value))
            return -1;
    }
    return count;
}

jsmf_status jsmf_sums_sparse_round(jsmf_context *ctx, const jsmf_csr *m, double factor, jsmf_sums_sparse *out)
{
    maker k = { .m = m, .factor = factor, .row = round_row };
    return make(ctx, m->cols, &k, out);
}

static int64_t pick_row(const maker *k, size_t i, int32_t *indices, jsmf_sums_fixed *values)
{
    const size_t n = k->out->n;
    const jsmf_sums_fixed *row = k->packed + jsmf_sums_packed_row(n, i);
    int64_t count = 0;
    for (size_t j = i; j < n; j++)
        if (!put(&count, indices, values, (int32_t)j, row[j - i]))
            return -1;
    return count;
}

jsmf_status jsmf_sums_sparse_of_packed(jsmf_context *ctx, size_t n, const jsmf_sums_fixed *packed,
                                       jsmf_sums_sparse *out)
{
    maker k = { .packed = packed, .row = pick_row };
    return make(ctx, n, &k, out);
}

/* ---- from sums ---- */

/* The rows' lengths with what the lower half adds to them. */
static void count_both(const jsmf_sums_sparse *m, int64_t *indptr)
{
    for (size_t i = 0; i < m->n; i++)
        for (int64_t p = m->indptr[i]; p < m->indptr[i + 1]; p++) {
            indptr[i + 1]++;
            if (m->indices[p] != (int32_t)i)
                indptr[m->indices[p] + 1]++;
        }
    for (size_t i = 0; i < m->n; i++)
        indptr[i + 1] += indptr[i];
}

/* Rows are passed in their order, so that the lower half of each is there, in order, before its upper half. */
static void fill_both(const jsmf_sums_sparse *m, double divisor, int64_t *next, jsmf_csr *out)
{
    for (size_t i = 0; i < m->n; i++)
        for (int64_t p = m->indptr[i]; p < m->indptr[i + 1]; p++) {
            const size_t j = (size_t)m->indices[p];
            const double value = jsmf_sums_value(m->values[p]) / divisor;
            out->indices[next[i]] = (int32_t)j;
            out->values[next[i]++] = value;
            if (j == i)
                continue;
            out->indices[next[j]] = (int32_t)i;
            out->values[next[j]++] = value;
        }
}

jsmf_status jsmf_sums_sparse_values(jsmf_context *ctx, const jsmf_sums_sparse *m, double divisor, jsmf_csr *out)
{
    int64_t *next = NULL;
    *out = (jsmf_csr){ .rows = m->n, .cols = m->n, .indptr = jsmf_alloc_zero(ctx, m->n + 1, sizeof *out->indptr) };
    if (!out->indptr)
        return jsmf_context_status(ctx);
    count_both(m, out->indptr);
    next = jsmf_copy(ctx, out->indptr, m->n + 1, sizeof *next);
    out->indices = jsmf_alloc(ctx, jsmf_csr_nnz(out), sizeof *out->indices);
    out->values = jsmf_alloc(ctx, jsmf_csr_nnz(out), sizeof *out->values);
    if (jsmf_context_status(ctx) == JSMF_OK)
        fill_both(m, divisor, next, out);
    else
        jsmf_csr_free(out);
    free(next);
    return jsmf_context_status(ctx);
}

typedef struct unpacking {
    size_t n;
    const jsmf_sums_fixed *packed;
    const jsmf_sums_sparse *sparse;
    double divisor, *c;
} unpacking;

/* Both halves are written from the upper one: the columns of the lower half by the rows that they mirror. */
static void put_both(const unpacking *u, size_t i, size_t j, jsmf_sums_fixed sum)
{
    u->c[i * u->n + j] = u->c[j * u->n + i] = jsmf_sums_value(sum) / u->divisor;
}

static jsmf_status unpack_chunk(jsmf_context *ctx, void *arg, size_t chunk)
{
    const unpacking *u = arg;
    (void)ctx;
    for (size_t i = chunk * ROWS; i < chunk * ROWS + jsmf_chunk_length(u->n, ROWS, chunk); i++) {
        if (u->packed)
            for (size_t j = i; j < u->n; j++)
                put_both(u, i, j, u->packed[jsmf_sums_packed_row(u->n, i) + (j - i)]);
        else
            for (int64_t p = u->sparse->indptr[i]; p < u->sparse->indptr[i + 1]; p++)
                put_both(u, i, (size_t)u->sparse->indices[p], u->sparse->values[p]);
    }
    return JSMF_OK;
}

static jsmf_status unpack(jsmf_context *ctx, unpacking *u, double **c)
{
    *c = u->c = jsmf_alloc_zero(ctx, jsmf_mul_sat(u->n, u->n), sizeof *u->c);
    if (!u->c || jsmf_parallel(ctx, jsmf_chunk_count(u->n, ROWS), unpack_chunk, u) == JSMF_OK)
        return jsmf_context_status(ctx);
    free(*c);
    *c = NULL;
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_sums_packed_values(jsmf_context *ctx, size_t n, const jsmf_sums_fixed *packed, double divisor,
                                    double **c)
{
    unpacking u = { .n = n, .packed = packed, .divisor = divisor };
    return unpack(ctx, &u, c);
}

jsmf_status jsmf_sums_sparse_dense(jsmf_context *ctx, const jsmf_sums_sparse *m, double divisor, double **c)
{
    unpacking u = { .n = m->n, .sparse = m, .divisor = divisor };
    return unpack(ctx, &u, c);
}
