/* From a stream's arrays to a bag, or to an operator over a co-occurrence in whichever representation the stream
 * has. */
#include "jsmf/arrays.h"

#include "cooc/cooc_check.h"
#include "cooc/cooc_scale.h"
#include "npz/stream.h"
#include "operator/shifted.h"
#include "unigram.h"
#include "base/base_inner.h"
#include "npz/npz_inner.h"
#include "operator/operator_inner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *of_stream(const jsmf_stream *stream, const char *what, char text[JSMF_WHERE])
{
    snprintf(text, JSMF_WHERE, "%.400s: %s", stream->name, what);
    return text;
}

static jsmf_status square(jsmf_context *ctx, const char *name, size_t rows, size_t cols)
{
    if (rows == cols && rows > 0)
        return JSMF_OK;
    return jsmf_fail(ctx, JSMF_EDATA, "%s: %zu x %zu (expected words x words)", name, rows, cols);
}

static jsmf_status open_dense(jsmf_context *ctx, jsmf_stream *stream, jsmf_arrays_cooc *out)
{
    char name[JSMF_WHERE];
    double *c;
    size_t shape[2];
    jsmf_stream_where(stream, "C", name);
    if (jsmf_stream_matrix(ctx, stream, "C", 0, 0, &c, shape) != JSMF_OK ||
        square(ctx, name, shape[0], shape[1]) != JSMF_OK ||
        jsmf_cooc_check_dense(ctx, name, shape[0], c) != JSMF_OK)
        return jsmf_context_status(ctx);
    out->n = shape[0];
    out->dense = jsmf_stream_take(stream, "C");
    if (jsmf_cooc_scale_values(ctx, name, out->n * out->n, out->dense) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_operator_dense(ctx, out->n, out->dense, &out->op);
}

static jsmf_status open_sparse(jsmf_context *ctx, jsmf_stream *stream, jsmf_arrays_cooc *out)
{
    char name[JSMF_WHERE];
    jsmf_stream_where(stream, "C", name);
    if (jsmf_stream_csr(ctx, stream, "C", false, &out->sparse) != JSMF_OK ||
        square(ctx, name, out->sparse.rows, out->sparse.cols) != JSMF_OK ||
        jsmf_cooc_check_sparse(ctx, name, &out->sparse) != JSMF_OK)
        return jsmf_context_status(ctx);
    out->n = out->sparse.rows;
    if (jsmf_cooc_scale_values(ctx, name, jsmf_csr_nnz(&out->sparse), out->sparse.values) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_operator_sparse(ctx, &out->sparse, &out->op);
}

static jsmf_status open_factored(jsmf_context *ctx, jsmf_stream *stream, jsmf_arrays_cooc *out)
{
    char name[JSMF_WHERE];
    double *hdiag;
    if (jsmf_stream_csr(ctx, stream, "Hhat", false, &out->sparse) != JSMF_OK ||
        jsmf_stream_vector(ctx, stream, "Hdiag", out->sparse.cols, &hdiag, NULL) != JSMF_OK)
        return jsmf_context_status(ctx);
    out->n = out->sparse.cols;
    out->hdiag = jsmf_stream_take(stream, "Hdiag");
    if (jsmf_cooc_check_factors(ctx, jsmf_stream_where(stream, "Hhat", name), &out->sparse, out->hdiag) != JSMF_OK ||
        jsmf_cooc_scale_factors(ctx, name, &out->sparse, out->hdiag) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_operator_factored(ctx, &out->sparse, out->hdiag, &out->op);
}

static bool has(const jsmf_stream *stream, const char *name) { return jsmf_stream_find(stream, name) != NULL; }

static jsmf_status take_y(jsmf_context *ctx, jsmf_stream *stream, jsmf_arrays_cooc *out)
{
    char name[JSMF_WHERE];
    double *y;
    size_t shape[2];
    if (jsmf_stream_matrix(ctx, stream, "Y", 0, 0, &y, shape) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (shape[0] == 0 || shape[1] == 0 || shape[1] > shape[0])
        return jsmf_fail(ctx, JSMF_EDATA, "%s: array Y: %zu x %zu (expected words x topics)", stream->name, shape[0],
                         shape[1]);
    if (jsmf_cooc_check_magnitude(ctx, jsmf_stream_where(stream, "Y", name), shape[0] * shape[1], y) != JSMF_OK)
        return jsmf_context_status(ctx);
    out->n = shape[0];
    out->rectified = (jsmf_rectified){ .n = shape[0], .k = shape[1], .change = -1 };
    out->rectified.y = jsmf_stream_take(stream, "Y");
    return JSMF_OK;
}

/* Y Y', of sum 1. */
static jsmf_status take_compressed(jsmf_context *ctx, jsmf_stream *stream, jsmf_arrays_cooc *out)
{
    char name[JSMF_WHERE];
    jsmf_rectified *c = &out->rectified;
    if (take_y(ctx, stream, out) != JSMF_OK || jsmf_arrays_unigram_open(ctx, stream, out->n, &out->unigram) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_cooc_scale_y(ctx, of_stream(stream, "Y Y'", name), c->n, c->k, c->y, out->unigram);
}

static jsmf_status take_rectified(jsmf_context *ctx, jsmf_stream *stream, jsmf_arrays_cooc *out)
{
    char name[JSMF_WHERE];
    const double *r = &out->rectified.r;
    if (take_y(ctx, stream, out) != JSMF_OK || jsmf_stream_scalar(ctx, stream, "r", &out->rectified.r) != JSMF_OK ||
        (fabs(*r) > 1 && jsmf_cooc_check_magnitude(ctx, jsmf_stream_where(stream, "r", name), 1, r) != JSMF_OK))
        return jsmf_context_status(ctx);
    jsmf_stream_remove(stream, "r");
    return JSMF_OK;
}

/* Y and r; or Y alone where the stream is not a rectified one: then r is 0. */
static jsmf_status open_rectified(jsmf_context *ctx, jsmf_stream *stream, jsmf_arrays_cooc *out)
{
    const bool compressed = !has(stream, "r") && stream->kind != JSMF_RECTIFIED;
    char name[JSMF_WHERE];
    jsmf_rectified *c = &out->rectified;
    jsmf_operator_shifted t;
    if ((compressed ? take_compressed : take_rectified)(ctx, stream, out) != JSMF_OK)
        return jsmf_context_status(ctx);
    t = (jsmf_operator_shifted){ .n = c->n, .k = c->k, .y = c->y, .r = c->r };
    if (jsmf_operator_shifted_total(ctx, &t, &c->total) != JSMF_OK ||
        (!compressed && jsmf_cooc_scale_rectified(ctx, of_stream(stream, "max(Y Y' + r, 0)", name), c->n, c->k, c->y,
                                                  &c->r, &c->total) != JSMF_OK))
        return jsmf_context_status(ctx);
    return jsmf_operator_rectified(ctx, c->n, c->k, c->y, c->r, 1 / c->total, &out->op);
}

static jsmf_status open_eigen(jsmf_context *ctx, jsmf_stream *stream, jsmf_arrays_cooc *out)
{
    char name[JSMF_WHERE];
    double *v, *d;
    size_t shape[2];
    if (jsmf_stream_matrix(ctx, stream, "V", 0, 0, &v, shape) != JSMF_OK ||
        jsmf_stream_vector(ctx, stream, "D", shape[1], &d, NULL) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (shape[0] == 0 || shape[1] == 0 || shape[1] > shape[0])
        return jsmf_fail(ctx, JSMF_EDATA, "%s: array V: %zu x %zu (expected words x eigenvectors)", stream->name,
                         shape[0], shape[1]);
    if (jsmf_cooc_check_eigen(ctx, stream->name, shape[0], shape[1], v, d) != JSMF_OK)
        return jsmf_context_status(ctx);
    out->n = shape[0];
    out->v = jsmf_stream_take(stream, "V");
    out->d = jsmf_stream_take(stream, "D");
    if (jsmf_arrays_unigram_open(ctx, stream, out->n, &out->unigram) != JSMF_OK ||
        jsmf_cooc_scale_eigen(ctx, of_stream(stream, "V diag(D) V'", name), out->n, shape[1], out->v, out->d,
                              out->unigram) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_operator_eigen(ctx, out->n, shape[1], out->v, out->d, &out->op);
}

static jsmf_status open_any(jsmf_context *ctx, jsmf_stream *stream, jsmf_arrays_cooc *out)
{
    if (has(stream, "C"))
        return open_dense(ctx, stream, out);
    if (has(stream, "C.data"))
        return open_sparse(ctx, stream, out);
    if (has(stream, "Hhat.data"))
        return open_factored(ctx, stream, out);
    if (has(stream, "V"))
        return open_eigen(ctx, stream, out);
    if (has(stream, "Y"))
        return open_rectified(ctx, stream, out);
    if (has(stream, "H.data"))
        return jsmf_fail_remedy(ctx, JSMF_EDATA, JSMF_REMEDY_COOC_OF_BAG, 0, "%s: has a bag of words, H",
                                stream->name);
    return jsmf_fail_remedy(ctx, JSMF_EDATA, JSMF_REMEDY_COOC, 0,
                            "%s: no co-occurrence: C, Hhat with Hdiag, V with D, or Y", stream->name);
}

/* unigram, df and documents stay in the stream. */
static jsmf_status open_words(jsmf_context *ctx, jsmf_stream *stream, jsmf_arrays_cooc *out)
{
    const jsmf_strings *vocab;
    if (jsmf_arrays_vocab(ctx, stream, out->n, &vocab) != JSMF_OK ||
        (!out->unigram && jsmf_arrays_unigram_open(ctx, stream, out->n, &out->unigram) != JSMF_OK) ||
        (has(stream, "df") && jsmf_stream_integers(ctx, stream, "df", out->n, &out->df, NULL) != JSMF_OK) ||
        (has(stream, "documents") && jsmf_stream_count(ctx, stream, "documents", &out->documents) != JSMF_OK))
        return jsmf_context_status(ctx);
    return JSMF_OK;
}

/* The co-occurrence by `open`, then what goes with its words; *out is clear after a failure. */
static jsmf_status open_source(jsmf_context *ctx, jsmf_stream *stream, jsmf_arrays_cooc *out,
                               jsmf_status (*open)(jsmf_context *, jsmf_stream *, jsmf_arrays_cooc *))
{
    memset(out, 0, sizeof *out);
    if (open(ctx, stream, out) == JSMF_OK && open_words(ctx, stream, out) == JSMF_OK)
        return JSMF_OK;
    jsmf_arrays_cooc_free(out);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_arrays_cooc_open(jsmf_context *ctx, jsmf_stream *stream, jsmf_arrays_cooc *out)
{
    return open_source(ctx, stream, out, open_any);
}

bool jsmf_arrays_is_compressed(const jsmf_stream *stream)
{
    return stream->kind == JSMF_COMPRESSED ||
           (stream->kind == JSMF_UNMARKED && has(stream, "Y") && !has(stream, "r"));
}

static jsmf_status open_compressed(jsmf_context *ctx, jsmf_stream *stream, jsmf_arrays_cooc *out)
{
    if (has(stream, "Y") && has(stream, "r"))
        return jsmf_fail_remedy(ctx, JSMF_EDATA, JSMF_REMEDY_READER_OF_RECTIFIED, 0,
                                "%s: Y with r is a rectified co-occurrence", stream->name);
    return take_compressed(ctx, stream, out);
}

jsmf_status jsmf_arrays_compressed_open(jsmf_context *ctx, jsmf_stream *stream, jsmf_arrays_cooc *out)
{
    return open_source(ctx, stream, out, open_compressed);
}

void jsmf_arrays_cooc_free(jsmf_arrays_cooc *source)
{
    jsmf_operator_free(source->op);
    free(source->dense);
    jsmf_csr_free(&source->sparse);
    free(source->hdiag);
    free(source->v);
    free(source->d);
    jsmf_rectified_free(&source->rectified);
    memset(source, 0, sizeof *source);
}

void jsmf_arrays_cooc_drop(jsmf_arrays_cooc *source)
{
    const jsmf_arrays_cooc rest = { .n = source->n, .unigram = source->unigram, .df = source->df,
                                    .documents = source->documents };
    jsmf_arrays_cooc_free(source);
    *source = rest;
}

jsmf_status jsmf_arrays_bag_open(jsmf_context *ctx, jsmf_stream *stream, jsmf_csr *h, const jsmf_strings **vocab)
{
    memset(h, 0, sizeof *h);
    if (jsmf_stream_csr_of_dense(ctx, stream, "H") != JSMF_OK || jsmf_stream_csr(ctx, stream, "H", true, h) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (jsmf_arrays_vocab(ctx, stream, h->cols, vocab) != JSMF_OK)
        jsmf_csr_free(h);
    return jsmf_context_status(ctx);
}
