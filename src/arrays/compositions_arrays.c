/* Compositions, and the truth that a corpus was drawn from, out of a stream's arrays. */
#include "jsmf/arrays.h"
#include "base/base_inner.h"
#include "npz/npz_inner.h"

#include <cblas.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* w: of documents first to first + count - 1. */
static jsmf_status check_columns(jsmf_context *ctx, const char *name, size_t k, size_t first, size_t count,
                                 const double *w)
{
    static const double slack = 1e-3; /* float32 passes, and what a user has rounded */
    for (size_t d = 0; d < count; d++) {
        double sum = 0;
        for (size_t j = 0; j < k; j++) {
            if (w[d * k + j] < 0)
                return jsmf_fail(ctx, JSMF_EDATA, "%s: W[%zu, %zu] is %g (expected a probability)", name, j, first + d,
                                 w[d * k + j]);
            sum += w[d * k + j];
        }
        if (fabs(sum - 1) > slack)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: W's column %zu sums to %g (expected 1: p(topic | document), topics "
                             "x documents)", name, first + d, sum);
    }
    return JSMF_OK;
}

static jsmf_status find_w(jsmf_context *ctx, const jsmf_stream *stream, jsmf_array **out)
{
    if (jsmf_stream_need(ctx, stream, "W", out) != JSMF_OK)
        return jsmf_context_status(ctx);
    if ((*out)->dims == 2 && (*out)->shape[0] > 0 && (*out)->shape[1] > 0)
        return JSMF_OK;
    return jsmf_fail(ctx, JSMF_EDATA, "%s: array W: %d dimensions, or empty (expected topics x documents)",
                     stream->name, (*out)->dims);
}

jsmf_status jsmf_arrays_compositions_load(jsmf_context *ctx, jsmf_stream *stream, double **w, size_t *k,
                                          size_t *documents)
{
    jsmf_array *a;
    size_t shape[2];
    if (find_w(ctx, stream, &a) != JSMF_OK)
        return jsmf_context_status(ctx);
    /* The transpose of a matrix by columns is one by rows, where it is. */
    shape[0] = a->shape[1];
    shape[1] = a->shape[0];
    memcpy(a->shape, shape, sizeof shape);
    a->fortran = !a->fortran;
    if (jsmf_stream_matrix(ctx, stream, "W", 0, 0, w, shape) != JSMF_OK)
        return jsmf_context_status(ctx);
    *documents = shape[0];
    *k = shape[1];
    return check_columns(ctx, stream->name, *k, 0, *documents, *w);
}

/* ---- in pieces ---- */

/* Items of an array, so many runs of them (each of length items, stride apart, from first on), as they lie. */
static jsmf_status copy_runs(jsmf_context *ctx, const jsmf_stream *s, const jsmf_array *a, size_t first, size_t runs,
                             size_t length, size_t stride, void **out)
{
    unsigned char *items;
    *out = NULL;
    if (a->type == 'U')
        return jsmf_fail(ctx, JSMF_EDATA, "%s: array %s: holds strings, expected numbers", s->name, a->name);
    items = jsmf_alloc(ctx, jsmf_mul_sat(runs, length), a->item);
    for (size_t i = 0; items && i < runs; i++)
        if (jsmf_array_read(ctx, a, first + i * stride, length, items + i * length * a->item) != JSMF_OK)
            break;
    *out = items;
    return jsmf_context_status(ctx);
}

/* A stream of one array, which is a copy of a part of a's items, with a's name; it borrows the name of s. */
static jsmf_status stream_of_part(jsmf_context *ctx, const jsmf_stream *s, const jsmf_array *a, jsmf_array *part,
                                  jsmf_stream *out)
{
    part->type = a->type;
    part->item = a->item;
    *out = (jsmf_stream){ .name = s->name };
    return jsmf_stream_add(ctx, out, a->name, part);
}

static void free_part(jsmf_stream *s)
{
    s->name = NULL;
    jsmf_stream_free(s);
}

jsmf_status jsmf_arrays_compositions_open(jsmf_context *ctx, const jsmf_stream *stream, size_t *k, size_t *documents)
{
    jsmf_array *a;
    if (find_w(ctx, stream, &a) != JSMF_OK)
        return jsmf_context_status(ctx);
    *k = a->shape[0];
    *documents = a->shape[1];
    return JSMF_OK;
}

jsmf_status jsmf_arrays_compositions_read(jsmf_context *ctx, const jsmf_stream *stream, size_t first, size_t count,
                                          double *w)
{
    jsmf_array *a, part = { .dims = 2 };
    jsmf_stream s = { 0 };
    double *numbers;
    if (find_w(ctx, stream, &a) != JSMF_OK)
        return jsmf_context_status(ctx);
    const size_t k = a->shape[0];
    part.shape[0] = count;
    part.shape[1] = k;
    part.fortran = !a->fortran;
    if ((a->fortran ? copy_runs(ctx, stream, a, first * k, 1, count * k, 0, &part.data)
                    : copy_runs(ctx, stream, a, first, k, count, a->shape[1], &part.data)) != JSMF_OK) {
        free(part.data);
        return jsmf_context_status(ctx);
    }
    if (stream_of_part(ctx, stream, a, &part, &s) == JSMF_OK &&
        jsmf_stream_matrix(ctx, &s, "W", count, k, &numbers, NULL) == JSMF_OK) {
        memcpy(w, numbers, count * k * sizeof *w);
        jsmf_recorded(check_columns(ctx, stream->name, k, first, count, w));
    }
    free_part(&s);
    return jsmf_context_status(ctx);
}

jsmf_status jsmf_arrays_documents_read(jsmf_context *ctx, const jsmf_stream *stream, const char *name, size_t documents,
                                       size_t first, size_t count, double *out)
{
    jsmf_array *a, part = { .dims = 1, .shape = { count } };
    jsmf_stream s = { 0 };
    double *numbers;
    if (jsmf_stream_need(ctx, stream, name, &a) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (a->dims != 1 || a->shape[0] != documents)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: array %s: has %d dimension%s and %zu %s (expected a number for each of "
                         "%zu document%s)", stream->name, name, a->dims, a->dims == 1 ? "" : "s",
                         JSMF_ENTRIES(jsmf_array_count(a)), JSMF_COUNTED(documents));
    if (copy_runs(ctx, stream, a, first, 1, count, 0, &part.data) != JSMF_OK) {
        free(part.data);
        return jsmf_context_status(ctx);
    }
    if (stream_of_part(ctx, stream, a, &part, &s) == JSMF_OK &&
        jsmf_stream_vector(ctx, &s, name, count, &numbers, NULL) == JSMF_OK)
        memcpy(out, numbers, count * sizeof *out);
    free_part(&s);
    return jsmf_context_status(ctx);
}

/* ---- the truth ---- */

static const char prefix[] = "truth.";

/* truth.X becomes X, in the place of an X that was learned. */
static void take_truth(jsmf_stream *stream, const char *name)
{
    char full[16];
    jsmf_array *a;
    memcpy(full, prefix, sizeof prefix);
    strcpy(full + sizeof prefix - 1, name);
    if (!jsmf_stream_find(stream, full))
        return;
    jsmf_stream_remove(stream, name);
    a = jsmf_stream_find(stream, full);
    memmove(a->name, a->name + sizeof prefix - 1, strlen(name) + 1);
}

jsmf_status jsmf_arrays_truth_load(jsmf_context *ctx, jsmf_stream *stream, jsmf_arrays_truth *out)
{
    static const char *const learned[] = { "A", "S", "anchors.words", "anchors.topics", "legality", "Bbar", "Canchor",
                                           "residuals", "unigram", "alpha" };
    *out = (jsmf_arrays_truth){ .w = NULL };
    if (jsmf_stream_find(stream, "truth.B"))
        for (size_t i = 0; i < sizeof learned / sizeof *learned; i++)
            jsmf_stream_remove(stream, learned[i]);
    take_truth(stream, "B");
    take_truth(stream, "A");
    take_truth(stream, "S");
    take_truth(stream, "W");
    if (!jsmf_stream_find(stream, "B") && !jsmf_stream_find(stream, "W"))
        return jsmf_fail_remedy(ctx, JSMF_EDATA, JSMF_REMEDY_TRUTH, 0,
                                "%s: no truth: neither truth.B nor truth.W, B nor W", stream->name);
    if (jsmf_stream_find(stream, "B") && jsmf_arrays_model_load(ctx, stream, &out->model) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (!jsmf_stream_find(stream, "W"))
        return JSMF_OK;
    return jsmf_arrays_compositions_load(ctx, stream, &out->w, &out->w_k, &out->documents);
}
