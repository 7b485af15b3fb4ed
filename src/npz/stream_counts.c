/* Matrices of counts that are no stream's own: scipy's, and dense ones. */
#include "jsmf/npz.h"

#include "stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- as scipy's save_npz writes them ---- */

static const char *const parts[] = { "data", "indices", "indptr", "shape" };
enum { PARTS = sizeof parts / sizeof *parts };

static bool is_scipy(const jsmf_stream *s)
{
    for (int i = 0; i < PARTS; i++)
        if (!jsmf_stream_find(s, parts[i]))
            return false;
    return true;
}

/* One of the formats without row starts, coo and dia, which have the other parts and tell their names. */
static bool is_other_scipy(const jsmf_stream *s)
{
    return jsmf_stream_find(s, "format") && jsmf_stream_find(s, "data") && jsmf_stream_find(s, "shape") &&
           (jsmf_stream_find(s, "row") || jsmf_stream_find(s, "offsets"));
}

static jsmf_status name_parts(jsmf_context *ctx, jsmf_stream *s, const char *name)
{
    for (int i = 0; i < PARTS; i++) {
        jsmf_array *a = jsmf_stream_find(s, parts[i]);
        const size_t length = strlen(name) + strlen(parts[i]) + 2;
        char *full = jsmf_alloc(ctx, length, 1);
        if (!full)
            return jsmf_context_status(ctx);
        snprintf(full, length, "%s.%s", name, parts[i]);
        free(a->name);
        a->name = full;
    }
    return JSMF_OK;
}

/* By columns, it is its transpose by rows. */
static jsmf_status turn_shape(jsmf_context *ctx, jsmf_stream *s)
{
    int64_t *shape, rows;
    if (jsmf_stream_integers(ctx, s, "shape", 2, &shape, NULL) != JSMF_OK)
        return jsmf_context_status(ctx);
    rows = shape[0];
    shape[0] = shape[1];
    shape[1] = rows;
    return JSMF_OK;
}

static jsmf_status transpose(jsmf_context *ctx, jsmf_stream *s, const char *name)
{
    jsmf_csr m, turned = { 0 };
    if (jsmf_stream_csr(ctx, s, name, true, &m) != JSMF_OK)
        return jsmf_context_status(ctx);
    jsmf_status status = jsmf_csr_transpose(ctx, &m, &turned);
    jsmf_csr_free(&m);
    if (status == JSMF_OK)
        status = jsmf_stream_add_csr(ctx, s, name, &turned);
    jsmf_csr_free(&turned);
    return status;
}

jsmf_status jsmf_stream_csr_of_scipy(jsmf_context *ctx, jsmf_stream *s, const char *name, bool transposed, bool *found)
{
    const char *format = "csr";
    *found = is_scipy(s);
    if ((!*found && !is_other_scipy(s)) ||
        (jsmf_stream_find(s, "format") && jsmf_stream_text(ctx, s, "format", &format) != JSMF_OK))
        return jsmf_context_status(ctx);
    const bool by_columns = strcmp(format, "csc") == 0;
    if (!by_columns && strcmp(format, "csr") != 0)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: a sparse matrix of scipy's format %s (expected csr, as tocsr() makes "
                         "it, or csc)", s->name, format);
    jsmf_stream_remove(s, "format");
    if ((by_columns && turn_shape(ctx, s) != JSMF_OK) || name_parts(ctx, s, name) != JSMF_OK)
        return jsmf_context_status(ctx);
    return by_columns != transposed ? transpose(ctx, s, name) : JSMF_OK;
}

/* ---- dense ---- */

static jsmf_status count_entries(jsmf_context *ctx, const char *where, const jsmf_array *a, size_t *entries)
{
    const double *x = a->data;
    const size_t count = jsmf_array_count(a);
    *entries = 0;
    for (size_t i = 0; i < count; i++) {
        if (!(x[i] >= 0 && x[i] <= INT32_MAX && x[i] == (double)(int32_t)x[i]))
            return jsmf_fail(ctx, JSMF_EDATA, "%s: holds %g at [%zu, %zu] (expected counts)", where, x[i],
                             i / a->shape[1], i % a->shape[1]);
        *entries += x[i] > 0;
    }
    return JSMF_OK;
}

static void fill(const jsmf_array *a, jsmf_csr *m)
{
    const double *x = a->data;
    int64_t at = 0;
    for (size_t row = 0; row < m->rows; row++) {
        m->indptr[row] = at;
        for (size_t col = 0; col < m->cols; col++, x++)
            if (*x > 0) {
                m->indices[at] = (int32_t)col;
                m->counts[at++] = (int32_t)*x;
            }
    }
    m->indptr[m->rows] = at;
}

static jsmf_status make_sparse(jsmf_context *ctx, const char *where, const jsmf_array *a, jsmf_csr *m)
{
    size_t entries;
    *m = (jsmf_csr){ .rows = a->shape[0], .cols = a->shape[1] };
    if (a->shape[1] > INT32_MAX)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: has %zu columns (at most %d)", where, a->shape[1], INT32_MAX);
    if (count_entries(ctx, where, a, &entries) != JSMF_OK)
        return jsmf_context_status(ctx);
    m->indptr = jsmf_alloc(ctx, m->rows + 1, sizeof *m->indptr);
    m->indices = jsmf_alloc(ctx, entries, sizeof *m->indices);
    m->counts = jsmf_alloc(ctx, entries, sizeof *m->counts);
    if (jsmf_context_status(ctx) == JSMF_OK)
        fill(a, m);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_stream_csr_of_dense(jsmf_context *ctx, jsmf_stream *s, const char *name)
{
    char where[JSMF_WHERE], shape[256];
    jsmf_array *a = jsmf_stream_find(s, name);
    jsmf_csr m = { 0 };
    snprintf(shape, sizeof shape, "%s.shape", name);
    if (!a || jsmf_stream_find(s, shape))
        return JSMF_OK;
    jsmf_stream_where(s, name, where);
    if (a->dims != 2 || a->type == 'U')
        return jsmf_fail(ctx, JSMF_EDATA, "%s: is no matrix of counts", where);
    if (jsmf_array_to_f64(ctx, where, a) == JSMF_OK && jsmf_array_row_major(ctx, where, a) == JSMF_OK &&
        make_sparse(ctx, where, a, &m) == JSMF_OK) {
        jsmf_stream_remove(s, name);
        jsmf_recorded(jsmf_stream_add_csr(ctx, s, name, &m));
    }
    jsmf_csr_free(&m);
    return jsmf_context_status(ctx);
}
