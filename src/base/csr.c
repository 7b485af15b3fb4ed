/* Compressed sparse rows. */
#include "base_inner.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

size_t jsmf_csr_nnz(const jsmf_csr *m) { return m->indptr ? (size_t)m->indptr[m->rows] : 0; }

int64_t jsmf_csr_first(const jsmf_csr *m, size_t row, size_t column)
{
    int64_t low = m->indptr[row], high = m->indptr[row + 1];
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if ((size_t)m->indices[middle] < column)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

double jsmf_csr_value(const jsmf_csr *m, size_t p) { return m->counts ? m->counts[p] : m->values[p]; }

double jsmf_csr_row_sum(const jsmf_csr *m, size_t row)
{
    double sum = 0;
    for (int64_t p = m->indptr[row]; p < m->indptr[row + 1]; p++)
        sum += jsmf_csr_value(m, (size_t)p);
    return sum;
}

size_t jsmf_csr_empty_rows(const jsmf_csr *m)
{
    size_t empty = 0;
    for (size_t row = 0; row < m->rows; row++)
        empty += m->indptr[row] == m->indptr[row + 1];
    return empty;
}

void jsmf_csr_free(jsmf_csr *m)
{
    if (!m)
        return;
    free(m->indptr);
    free(m->indices);
    free(m->values);
    free(m->counts);
    memset(m, 0, sizeof *m);
}

static jsmf_status check_row(jsmf_context *ctx, const jsmf_csr *m, const char *name, size_t row)
{
    int64_t before = -1;
    for (int64_t p = m->indptr[row]; p < m->indptr[row + 1]; p++) {
        int32_t index = m->indices[p];
        if (index < 0 || (size_t)index >= m->cols)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: row %zu has index %d (expected 0 to %zu)", name, row, index,
                             m->cols ? m->cols - 1 : 0);
        if (index <= before)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: row %zu is not in increasing order of its indices", name, row);
        if (m->counts ? m->counts[p] < 1 : !isfinite(m->values[p]))
            return jsmf_fail(ctx, JSMF_EDATA, "%s: row %zu, index %d holds %g (expected a %s)", name, row, index,
                             jsmf_csr_value(m, (size_t)p), m->counts ? "positive count" : "finite number");
        before = index;
    }
    return JSMF_OK;
}

jsmf_status jsmf_csr_check(jsmf_context *ctx, const jsmf_csr *m, const char *name)
{
    if (m->cols > INT32_MAX)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: %zu columns (at most %d)", name, m->cols, INT32_MAX);
    if (m->indptr[0] != 0)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: indptr begins with %lld (expected 0)", name, (long long)m->indptr[0]);
    /* All of it first: only an indptr that rises to its end stays within the entries. */
    for (size_t row = 0; row < m->rows; row++)
        if (m->indptr[row + 1] < m->indptr[row])
            return jsmf_fail(ctx, JSMF_EDATA, "%s: indptr falls at row %zu", name, row);
    for (size_t row = 0; row < m->rows; row++)
        if (check_row(ctx, m, name, row) != JSMF_OK)
            return jsmf_context_status(ctx);
    return JSMF_OK;
}

static jsmf_status hold_rows(jsmf_context *ctx, bool counts, size_t rows, size_t entries, jsmf_csr_rows *picked)
{
    jsmf_csr *m = &picked->m;
    if (m->indptr && (counts ? m->counts != NULL : m->values != NULL) && rows <= picked->most_rows &&
        entries <= picked->most_entries)
        return JSMF_OK;
    jsmf_csr_free(m);
    picked->most_rows = rows;
    picked->most_entries = entries + entries / 4;
    m->indptr = jsmf_alloc(ctx, rows + 1, sizeof *m->indptr);
    m->indices = jsmf_alloc(ctx, picked->most_entries, sizeof *m->indices);
    if (counts)
        m->counts = jsmf_alloc(ctx, picked->most_entries, sizeof *m->counts);
    else
        m->values = jsmf_alloc(ctx, picked->most_entries, sizeof *m->values);
    if (jsmf_context_status(ctx) != JSMF_OK)
        jsmf_csr_free(m);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_csr_pick(jsmf_context *ctx, const jsmf_csr *h, const size_t *rows, size_t count,
                          jsmf_csr_rows *picked)
{
    jsmf_csr *m = &picked->m;
    size_t entries = 0;
    for (size_t i = 0; i < count; i++)
        entries += (size_t)(h->indptr[rows[i] + 1] - h->indptr[rows[i]]);
    if (hold_rows(ctx, h->counts != NULL, count, entries, picked) != JSMF_OK)
        return jsmf_context_status(ctx);
    m->rows = count;
    m->cols = h->cols;
    m->indptr[0] = 0;
    for (size_t i = 0; i < count; i++) {
        const int64_t from = h->indptr[rows[i]], to = m->indptr[i];
        const size_t length = (size_t)(h->indptr[rows[i] + 1] - from);
        memcpy(m->indices + to, h->indices + from, length * sizeof *m->indices);
        if (m->counts)
            memcpy(m->counts + to, h->counts + from, length * sizeof *m->counts);
        else
            memcpy(m->values + to, h->values + from, length * sizeof *m->values);
        m->indptr[i + 1] = to + (int64_t)length;
    }
    return JSMF_OK;
}

static jsmf_status allocate_like(jsmf_context *ctx, const jsmf_csr *m, jsmf_csr *out)
{
    size_t nnz = jsmf_csr_nnz(m);
    *out = (jsmf_csr){ .rows = m->cols, .cols = m->rows };
    out->indptr = jsmf_alloc_zero(ctx, m->cols + 1, sizeof *out->indptr);
    out->indices = jsmf_alloc(ctx, nnz, sizeof *out->indices);
    if (m->counts)
        out->counts = jsmf_alloc(ctx, nnz, sizeof *out->counts);
    else
        out->values = jsmf_alloc(ctx, nnz, sizeof *out->values);
    if (out->indptr && out->indices && (out->counts || out->values))
        return JSMF_OK;
    jsmf_csr_free(out);
    return JSMF_ESYSTEM;
}

static void scatter_row(const jsmf_csr *m, size_t row, jsmf_csr *out)
{
    for (int64_t p = m->indptr[row]; p < m->indptr[row + 1]; p++) {
        int64_t to = out->indptr[m->indices[p]]++;
        out->indices[to] = (int32_t)row;
        if (m->counts)
            out->counts[to] = m->counts[p];
        else
            out->values[to] = m->values[p];
    }
}

jsmf_status jsmf_csr_transpose(jsmf_context *ctx, const jsmf_csr *m, jsmf_csr *out)
{
    size_t nnz = jsmf_csr_nnz(m);
    if (m->rows > INT32_MAX)
        return jsmf_fail(ctx, JSMF_EDATA, "%zu rows (at most %d)", m->rows, INT32_MAX);
    if (allocate_like(ctx, m, out) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (size_t p = 0; p < nnz; p++)
        out->indptr[m->indices[p] + 1]++;
    for (size_t col = 0; col < m->cols; col++)
        out->indptr[col + 1] += out->indptr[col];
    for (size_t row = 0; row < m->rows; row++)
        scatter_row(m, row, out);
    /* Scattering moved every start to its end, which is the next one's start. */
    memmove(out->indptr + 1, out->indptr, m->cols * sizeof *out->indptr);
    out->indptr[0] = 0;
    return JSMF_OK;
}
