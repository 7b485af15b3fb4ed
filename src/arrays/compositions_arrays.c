/* Compositions, and the truth that a corpus was drawn from, out of a stream's arrays. */
#include "jsmf/arrays.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

static jsmf_status check_columns(jsmf_context *ctx, const jsmf_stream *stream, size_t k, size_t documents,
                                 const double *w)
{
    static const double slack = 1e-3; /* float32 passes, and what a user has rounded */
    for (size_t d = 0; d < documents; d++) {
        double sum = 0;
        for (size_t j = 0; j < k; j++) {
            if (w[d * k + j] < 0)
                return jsmf_fail(ctx, JSMF_EDATA, "%s: W[%zu, %zu] is %g (expected a probability)", stream->name, j, d,
                                 w[d * k + j]);
            sum += w[d * k + j];
        }
        if (fabs(sum - 1) > slack)
            return jsmf_fail(ctx, JSMF_EDATA, "%s: W's column %zu sums to %g (expected 1: p(topic | document), topics "
                             "x documents)", stream->name, d, sum);
    }
    return JSMF_OK;
}

jsmf_status jsmf_arrays_compositions_load(jsmf_context *ctx, jsmf_stream *stream, double **w, size_t *k,
                                          size_t *documents)
{
    jsmf_array *a;
    size_t shape[2];
    if (jsmf_stream_need(ctx, stream, "W", &a) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (a->dims != 2 || a->shape[0] == 0 || a->shape[1] == 0)
        return jsmf_fail(ctx, JSMF_EDATA, "%s: array W: %d dimensions, or empty (expected topics x documents)",
                         stream->name, a->dims);
    /* The transpose of a matrix by columns is one by rows, where it is. */
    shape[0] = a->shape[1];
    shape[1] = a->shape[0];
    memcpy(a->shape, shape, sizeof shape);
    a->fortran = !a->fortran;
    if (jsmf_stream_matrix(ctx, stream, "W", 0, 0, w, shape) != JSMF_OK)
        return jsmf_context_status(ctx);
    *documents = shape[0];
    *k = shape[1];
    return check_columns(ctx, stream, *k, *documents, *w);
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
