/* Compressed sparse rows in a stream: four arrays, as scipy.sparse names them. */
#include "jsmf/npz.h"

#include "stream.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct part_name {
    char text[256];
} part_name;

static part_name part(const char *name, const char *suffix)
{
    part_name p;
    snprintf(p.text, sizeof p.text, "%s.%s", name, suffix);
    return p;
}

jsmf_status jsmf_stream_csr_shape(jsmf_context *ctx, jsmf_stream *s, const char *name, size_t *rows, size_t *cols)
{
    int64_t *shape;
    if (jsmf_stream_integers(ctx, s, part(name, "shape").text, 2, &shape, NULL) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (shape[0] < 0 || shape[1] < 0 || shape[1] > INT32_MAX)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: array %s.shape: is %lld x %lld (expected at most %d columns)", s->name,
                         name, (long long)shape[0], (long long)shape[1], INT32_MAX);
    *rows = (size_t)shape[0];
    *cols = (size_t)shape[1];
    return JSMF_OK;
}

/* The row starts, rising from 0 to nnz; the memory stays the stream's. */
static jsmf_status read_indptr(jsmf_context *ctx, jsmf_stream *s, const char *name, const jsmf_csr *m, size_t nnz)
{
    int64_t *indptr;
    if (jsmf_stream_integers(ctx, s, part(name, "indptr").text, m->rows + 1, &indptr, NULL) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < m->rows; i++)
        if (indptr[i + 1] < indptr[i])
            return jsmf_fail(ctx, JSMF_EDATA, "%s: array %s.indptr: falls at row %zu", s->name, name, i);
    if (indptr[0] != 0 || (uint64_t)indptr[m->rows] != nnz)
        return jsmf_fail(ctx, JSMF_EDATA,
                         "%s: array %s.indptr: goes from %lld to %lld (expected from 0 to the %zu %s)", s->name,
                         name, (long long)indptr[0], (long long)indptr[m->rows], JSMF_ENTRIES(nnz));
    return JSMF_OK;
}

/* A vector of any length, as it lies; *a for its length and conversion. */
static jsmf_status need_flat(jsmf_context *ctx, const jsmf_stream *s, const char *name, jsmf_array **a)
{
    if (jsmf_stream_need(ctx, s, name, a) != JSMF_OK)
        return jsmf_context_status(ctx);
    if ((*a)->dims != 1 || (*a)->type == 'U')
        return jsmf_fail(ctx, JSMF_EDATA, "%s: array %s: is not a list of numbers", s->name, name);
    return JSMF_OK;
}

static jsmf_status read_indices(jsmf_context *ctx, jsmf_stream *s, const char *name, const jsmf_csr *m, size_t nnz)
{
    part_name full = part(name, "indices");
    char where[JSMF_WHERE];
    jsmf_array *a;
    const int32_t *indices;
    jsmf_stream_where(s, full.text, where);
    if (need_flat(ctx, s, full.text, &a) != JSMF_OK || jsmf_array_to_i32(ctx, where, a) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (jsmf_array_count(a) != nnz)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: has %zu %s, %s.data has %zu", where, JSMF_ENTRIES(jsmf_array_count(a)),
                         name, nnz);
    indices = a->data;
    for (size_t p = 0; p < nnz; p++)
        if (indices[p] < 0 || (size_t)indices[p] >= m->cols)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: holds %d at [%zu] (expected 0-based indices below %zu)", where,
                             indices[p], p, m->cols);
    return JSMF_OK;
}

static jsmf_status read_values(jsmf_context *ctx, jsmf_stream *s, const char *name, bool counts, size_t *nnz)
{
    part_name full = part(name, "data");
    char where[JSMF_WHERE];
    jsmf_array *a;
    const int32_t *values;
    jsmf_stream_where(s, full.text, where);
    if (need_flat(ctx, s, full.text, &a) != JSMF_OK)
        return jsmf_context_status(ctx);
    *nnz = jsmf_array_count(a);
    if (!counts)
        return jsmf_array_to_f64(ctx, where, a);
    if (jsmf_array_to_i32(ctx, where, a) != JSMF_OK)
        return jsmf_context_status(ctx);
    values = a->data;
    for (size_t p = 0; p < *nnz; p++)
        if (values[p] < 0)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: holds %d at [%zu] (expected counts)", where, values[p], p);
    return JSMF_OK;
}

typedef struct entry {
    int32_t index;
    double value; /* int32 counts are exact in it */
} entry;

static int by_index(const void *a, const void *b)
{
    int32_t x = ((const entry *)a)->index, y = ((const entry *)b)->index;
    return (x > y) - (x < y);
}

static bool row_in_order(const jsmf_csr *m, int64_t start, int64_t end)
{
    for (int64_t p = start; p < end; p++)
        if ((p > start && m->indices[p] <= m->indices[p - 1]) || jsmf_csr_value(m, (size_t)p) == 0)
            return false;
    return true;
}

/* Sums what repeats an index (in the stream's order, once sorted) and drops zeros; returns what is left. */
static size_t merge(entry *row, size_t length)
{
    size_t kept = 0;
    for (size_t i = 0; i < length; i++) {
        if (kept && row[kept - 1].index == row[i].index)
            row[kept - 1].value += row[i].value;
        else if (kept && row[kept - 1].value == 0)
            row[kept - 1] = row[i];
        else
            row[kept++] = row[i];
    }
    return kept && row[kept - 1].value == 0 ? kept - 1 : kept;
}

static void store(jsmf_csr *m, size_t at, const entry *row, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        m->indices[at + i] = row[i].index;
        if (m->counts)
            m->counts[at + i] = (int32_t)row[i].value;
        else
            m->values[at + i] = row[i].value;
    }
}

static size_t load(const jsmf_csr *m, int64_t start, int64_t end, entry *row)
{
    for (int64_t p = start; p < end; p++)
        row[p - start] = (entry){ m->indices[p], jsmf_csr_value(m, (size_t)p) };
    return (size_t)(end - start);
}

static jsmf_status tidy_row(jsmf_context *ctx, jsmf_csr *m, const char *where, size_t row, int64_t start, int64_t end,
                            entry *scratch, size_t *at)
{
    size_t length = load(m, start, end, scratch);
    if (!row_in_order(m, start, end)) {
        qsort(scratch, length, sizeof *scratch, by_index);
        length = merge(scratch, length);
    }
    for (size_t i = 0; i < length; i++)
        if (m->counts ? scratch[i].value > INT32_MAX : !isfinite(scratch[i].value))
            return jsmf_fail(ctx, JSMF_EDATA, "%s: the entries of row %zu, column %d add up to %g", where, row,
                             scratch[i].index, scratch[i].value);
    store(m, *at, scratch, length);
    *at += length;
    return JSMF_OK;
}

static size_t longest_row(const jsmf_csr *m)
{
    int64_t longest = 0;
    for (size_t i = 0; i < m->rows; i++)
        if (m->indptr[i + 1] - m->indptr[i] > longest)
            longest = m->indptr[i + 1] - m->indptr[i];
    return (size_t)longest;
}

static bool in_order(const jsmf_csr *m)
{
    for (size_t i = 0; i < m->rows; i++)
        if (!row_in_order(m, m->indptr[i], m->indptr[i + 1]))
            return false;
    return true;
}

/* Rows in the order of their indices, without repetitions and zeros. */
static jsmf_status tidy(jsmf_context *ctx, jsmf_csr *m, const char *where)
{
    entry *scratch;
    size_t at = 0;
    int64_t start = 0;
    if (in_order(m))
        return JSMF_OK;
    scratch = jsmf_alloc(ctx, longest_row(m), sizeof *scratch);
    if (!scratch)
        return jsmf_context_status(ctx);
    for (size_t i = 0; i < m->rows; i++) {
        const int64_t end = m->indptr[i + 1];
        if (tidy_row(ctx, m, where, i, start, end, scratch, &at) != JSMF_OK)
            break;
        m->indptr[i + 1] = (int64_t)at;
        start = end;
    }
    free(scratch);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_stream_csr(jsmf_context *ctx, jsmf_stream *s, const char *name, bool counts, jsmf_csr *out)
{
    char where[JSMF_WHERE];
    size_t nnz = 0;
    *out = (jsmf_csr){ 0 };
    if (jsmf_stream_csr_shape(ctx, s, name, &out->rows, &out->cols) != JSMF_OK ||
        read_values(ctx, s, name, counts, &nnz) != JSMF_OK ||
        read_indices(ctx, s, name, out, nnz) != JSMF_OK || read_indptr(ctx, s, name, out, nnz) != JSMF_OK)
        return jsmf_context_status(ctx);
    out->indptr = jsmf_stream_take(s, part(name, "indptr").text);
    out->indices = jsmf_stream_take(s, part(name, "indices").text);
    if (counts)
        out->counts = jsmf_stream_take(s, part(name, "data").text);
    else
        out->values = jsmf_stream_take(s, part(name, "data").text);
    jsmf_stream_remove(s, part(name, "shape").text);
    jsmf_stream_where(s, name, where);
    if (tidy(ctx, out, where) == JSMF_OK && jsmf_csr_check(ctx, out, where) == JSMF_OK)
        return JSMF_OK;
    jsmf_csr_free(out);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_stream_add_csr(jsmf_context *ctx, jsmf_stream *s, const char *name, jsmf_csr *m)
{
    size_t nnz = jsmf_csr_nnz(m);
    int64_t sizes[2] = { (int64_t)m->rows, (int64_t)m->cols };
    int64_t *shape = jsmf_copy(ctx, sizes, 2, sizeof *sizes);
    jsmf_array parts[] = {
        { .type = m->counts ? 'i' : 'f', .item = m->counts ? 4 : 8, .dims = 1, .shape = { nnz } },
        { .type = 'i', .item = 4, .dims = 1, .shape = { nnz }, .data = m->indices },
        { .type = 'i', .item = 8, .dims = 1, .shape = { m->rows + 1 }, .data = m->indptr },
        { .type = 'i', .item = 8, .dims = 1, .shape = { 2 }, .data = shape },
    };
    static const char *const names[] = { "data", "indices", "indptr", "shape" };
    parts[0].data = m->counts ? (void *)m->counts : m->values;
    *m = (jsmf_csr){ 0 };
    for (size_t i = 0; shape && i < 4; i++)
        if (jsmf_stream_add(ctx, s, part(name, names[i]).text, &parts[i]) != JSMF_OK)
            break;
    for (size_t i = 0; i < 4; i++)
        jsmf_array_free(&parts[i]); /* those that were added are clear */
    return jsmf_context_status(ctx);
}
