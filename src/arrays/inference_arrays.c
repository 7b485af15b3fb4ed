/* How compositions were inferred, into a stream's arrays and back. */
#include "jsmf/arrays.h"
#include "infer/infer_inner.h"
#include "npz/npz_inner.h"

#include <math.h>
#include <string.h>
#include <zlib.h>

/* Of a sampler: more than anyone waits for. */
static const double most_sweeps = 1e9;

uint32_t jsmf_arrays_model_mark(const jsmf_model *model)
{
    uLong crc = crc32_z(0, (const unsigned char *)model->b, model->n * model->k * sizeof *model->b);
    if (model->a)
        crc = crc32_z(crc, (const unsigned char *)model->a, model->k * model->k * sizeof *model->a);
    return (uint32_t)crc;
}

static jsmf_status store_dual(jsmf_context *ctx, const jsmf_infer *infer, jsmf_stream *stream)
{
    size_t shape[2];
    const double *dual = jsmf_infer_dual(infer, shape);
    double *copy;
    if (!dual)
        return JSMF_OK;
    copy = jsmf_copy(ctx, dual, jsmf_mul_sat(shape[0], shape[1]), sizeof *dual);
    return copy ? jsmf_stream_add_f64(ctx, stream, "dual", copy, 2, shape[0], shape[1]) : JSMF_ESYSTEM;
}

static jsmf_status store_tli(jsmf_context *ctx, const jsmf_infer_options *o, jsmf_stream *stream)
{
    if (jsmf_stream_add_scalar(ctx, stream, "infer.delta", o->delta) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_stream_add_count(ctx, stream, "infer.threshold", o->threshold);
}

static jsmf_status store_gibbs(jsmf_context *ctx, const jsmf_infer_options *o, jsmf_stream *stream)
{
    if (jsmf_stream_add_text(ctx, stream, "infer.gibbs_prior", jsmf_infer_gibbs_prior_names[o->gibbs_prior]) !=
            JSMF_OK ||
        jsmf_stream_add_count(ctx, stream, "infer.burn_in", o->burn_in) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_stream_add_count(ctx, stream, "infer.samples", o->samples);
}

jsmf_status jsmf_arrays_inference_store(jsmf_context *ctx, const jsmf_infer_options *o, const jsmf_infer *infer,
                                        uint32_t mark, jsmf_stream *stream)
{
    const bool loss = jsmf_infer_has_loss(o->method), squares = loss && o->loss == JSMF_LEAST_SQUARES;
    if (store_dual(ctx, infer, stream) != JSMF_OK ||
        jsmf_stream_add_text(ctx, stream, "infer.method", jsmf_infer_method_names[o->method]) != JSMF_OK ||
        (loss && jsmf_stream_add_text(ctx, stream, "infer.loss", jsmf_infer_loss_names[o->loss]) != JSMF_OK) ||
        (squares &&
         jsmf_stream_add_text(ctx, stream, "infer.weights", jsmf_infer_weights_names[o->weights]) != JSMF_OK) ||
        (jsmf_infer_has_prior(o->method) && jsmf_stream_add_scalar(ctx, stream, "infer.prior", o->prior) != JSMF_OK) ||
        (o->paper && jsmf_stream_add_count(ctx, stream, "infer.paper", 1) != JSMF_OK) ||
        (o->method == JSMF_INFER_TLI && store_tli(ctx, o, stream) != JSMF_OK) ||
        (o->method == JSMF_INFER_GIBBS && store_gibbs(ctx, o, stream) != JSMF_OK))
        return jsmf_context_status(ctx);
    return jsmf_stream_add_count(ctx, stream, "infer.model", mark);
}

/* *out: the position of the array's string among the names; it stays where the stream has none. */
static jsmf_status load_name(jsmf_context *ctx, const jsmf_stream *stream, const char *name, const char *const *names,
                             int *out)
{
    const char *text;
    if (!jsmf_stream_find(stream, name))
        return JSMF_OK;
    if (jsmf_stream_text(ctx, stream, name, &text) != JSMF_OK)
        return jsmf_context_status(ctx);
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], text) == 0) {
            *out = i;
            return JSMF_OK;
        }
    return jsmf_fail(ctx, JSMF_EDATA, "%s: array %s: is \"%.40s\", which this jsmf does not know", stream->name, name,
                     text);
}

static jsmf_status load_number(jsmf_context *ctx, jsmf_stream *stream, const char *name, double *out)
{
    return jsmf_stream_find(stream, name) ? jsmf_stream_scalar(ctx, stream, name, out) : JSMF_OK;
}

/* A number of sweeps, least or more; it stays where the stream has none. */
static jsmf_status load_sweeps(jsmf_context *ctx, jsmf_stream *stream, const char *name, size_t least, size_t *out)
{
    double number;
    if (!jsmf_stream_find(stream, name) || jsmf_stream_scalar(ctx, stream, name, &number) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (!(number >= (double)least && number <= most_sweeps && number == floor(number)))
        return jsmf_fail(ctx, JSMF_EDATA, "%s: array %s: is %g (expected a whole number from %zu to %g)", stream->name,
                         name, number, least, most_sweeps);
    *out = (size_t)number;
    return JSMF_OK;
}

static jsmf_status load_gibbs(jsmf_context *ctx, jsmf_stream *stream, jsmf_infer_options *o)
{
    int prior = (int)o->gibbs_prior;
    if (load_name(ctx, stream, "infer.gibbs_prior", jsmf_infer_gibbs_prior_names, &prior) != JSMF_OK ||
        load_sweeps(ctx, stream, "infer.burn_in", 0, &o->burn_in) != JSMF_OK)
        return jsmf_context_status(ctx);
    o->gibbs_prior = (jsmf_infer_gibbs_prior)prior;
    return load_sweeps(ctx, stream, "infer.samples", 1, &o->samples);
}

jsmf_status jsmf_arrays_inference_load(jsmf_context *ctx, jsmf_stream *stream, jsmf_infer_options *o, double *mark)
{
    int method = (int)o->method, loss = (int)o->loss, weights = (int)o->weights;
    double threshold = o->threshold, paper = 0;
    jsmf_array *needed;
    *mark = -1;
    if (jsmf_stream_need(ctx, stream, "infer.method", &needed) != JSMF_OK ||
        load_name(ctx, stream, "infer.method", jsmf_infer_method_names, &method) != JSMF_OK ||
        load_name(ctx, stream, "infer.loss", jsmf_infer_loss_names, &loss) != JSMF_OK ||
        load_name(ctx, stream, "infer.weights", jsmf_infer_weights_names, &weights) != JSMF_OK)
        return jsmf_context_status(ctx);
    o->method = (jsmf_infer_method)method;
    o->loss = (jsmf_infer_loss)loss;
    o->weights = (jsmf_infer_weights)weights;
    if (load_number(ctx, stream, "infer.prior", &o->prior) != JSMF_OK ||
        load_number(ctx, stream, "infer.delta", &o->delta) != JSMF_OK ||
        load_number(ctx, stream, "infer.threshold", &threshold) != JSMF_OK ||
        load_number(ctx, stream, "infer.paper", &paper) != JSMF_OK ||
        load_number(ctx, stream, "infer.model", mark) != JSMF_OK)
        return jsmf_context_status(ctx);
    o->threshold = threshold != 0;
    o->paper = paper != 0;
    if (!(o->prior >= 0 && o->prior <= 1))
        return jsmf_fail(ctx, JSMF_EDATA, "%s: array infer.prior: is %g (expected 0 to 1)", stream->name, o->prior);
    if (!(o->delta >= 0 && o->delta < 1))
        return jsmf_fail(ctx, JSMF_EDATA, "%s: array infer.delta: is %g (expected 0 or more, below 1)", stream->name,
                         o->delta);
    return load_gibbs(ctx, stream, o);
}

jsmf_status jsmf_arrays_inference_load_dual(jsmf_context *ctx, jsmf_stream *stream, jsmf_infer *infer)
{
    double *dual;
    size_t shape[2];
    if (jsmf_stream_matrix(ctx, stream, "dual", 0, 0, &dual, shape) != JSMF_OK)
        return jsmf_context_status(ctx);
    return jsmf_infer_set_dual(ctx, infer, shape[0], shape[1], dual);
}
