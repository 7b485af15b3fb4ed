#include "ap_job.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void ap_job_free(ap_job *j)
{
    jsmf_operator_free(j->start);
    jsmf_rectified_free(&j->c);
    cooc_job_free(&j->cooc);
}

/* ---- what is read ---- */

/* The array `checkpoint`: what alternating projection goes on with beside Y and r. */
enum { AT_ITERATION, AT_NEGATIVE, AT_STORABLE, AT_CHANGE, CHECKPOINT_NUMBERS };

static bool is_count(double x) { return x >= 0 && x <= 9e15 && x == floor(x); }

static jsmf_status check_state(tool_run *run, const char *name, const double *numbers)
{
    if (is_count(numbers[AT_ITERATION]) && numbers[AT_ITERATION] > 0 &&
        (numbers[AT_NEGATIVE] == -1 || is_count(numbers[AT_NEGATIVE])))
        return JSMF_OK;
    return jsmf_fail(run->ctx, JSMF_EDATA, "%s: array checkpoint: iteration %g, %g entries below 0 (expected what "
                     "--checkpoint wrote; begin again from the co-occurrence)", name, numbers[AT_ITERATION],
                     numbers[AT_NEGATIVE]);
}

/* The array goes from the stream, so that it does not pass through. */
static jsmf_status open_checkpoint(tool_run *run, const ap_settings *s, ap_job *j)
{
    const jsmf_rectified *old = &j->cooc.source.rectified;
    jsmf_stream *in = &j->cooc.in;
    double *n;
    if (!old->y || !jsmf_stream_find(in, "checkpoint"))
        return JSMF_OK;
    if (jsmf_stream_vector(run->ctx, in, "checkpoint", CHECKPOINT_NUMBERS, &n, NULL) != JSMF_OK ||
        check_state(run, in->name, n) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (old->k != s->topics)
        return tool_usage(run, "-k %zu, but %s is a checkpoint of -k %zu", s->topics, in->name, old->k);
    j->state = (jsmf_rectify_ap_state){ .iteration = (size_t)n[AT_ITERATION],
                                        .y = old->y,
                                        .r = old->r,
                                        .change = n[AT_CHANGE],
                                        .negative = n[AT_NEGATIVE] < 0 ? SIZE_MAX : (size_t)n[AT_NEGATIVE],
                                        .storable = n[AT_STORABLE] != 0 };
    jsmf_stream_remove(in, "checkpoint");
    jsmf_message(run->ctx, JSMF_INFO, "%s: a checkpoint of iteration %zu", in->name, j->state.iteration);
    return JSMF_OK;
}

static jsmf_status open_start(tool_run *run, ap_job *j)
{
    const jsmf_rectified *old = &j->cooc.source.rectified;
    if (j->cooc.in.kind == JSMF_RECTIFIED && j->cooc.source.dense)
        jsmf_message(run->ctx, JSMF_WARNING, "%s has lost its scale (it was written by jsmf-rectify-ap --dense): "
                     "the iterations begin at C of sum 1", j->cooc.in.name);
    if (!old->y)
        return JSMF_OK;
    return jsmf_operator_rectified(run->ctx, old->n, old->k, old->y, old->r, 1, &j->start);
}

/* ---- checkpoints ---- */

/* Whether the file is what has been read, by its name or as standard input. */
static bool is_input(const ap_job *j, const char *path)
{
    struct stat file, input;
    return stat(path, &file) == 0 && (stat(j->cooc.in.name, &input) == 0 || fstat(STDIN_FILENO, &input) == 0) &&
           file.st_dev == input.st_dev && file.st_ino == input.st_ino;
}

/* All but the numbers, once: places for them come first, as they do without a checkpoint. */
static jsmf_status begin_checkpoints(tool_run *run, const ap_settings *s, ap_job *j)
{
    const size_t n = j->cooc.source.n, k = s->topics;
    jsmf_stream *out = &j->cooc.out;
    double *y, *numbers;
    jsmf_output *probe = NULL;
    if (!s->checkpoint)
        return JSMF_OK;
    if (j->state.iteration == 0 && is_input(j, s->checkpoint))
        return tool_usage(run, "--checkpoint %s: is what is rectified, and would be lost (name another file)",
                          s->checkpoint);
    if (jsmf_output_open(run->ctx, s->checkpoint, false, &probe) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_output_abandon(probe);
    y = jsmf_alloc_zero(run->ctx, jsmf_mul_sat(n, k), sizeof *y);
    if (!y || jsmf_stream_add_f64(run->ctx, out, "Y", y, 2, n, k) != JSMF_OK ||
        jsmf_stream_add_scalar(run->ctx, out, "r", 0) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    numbers = jsmf_alloc_zero(run->ctx, CHECKPOINT_NUMBERS, sizeof *numbers);
    if (!numbers || jsmf_stream_add_f64(run->ctx, out, "checkpoint", numbers, 1, CHECKPOINT_NUMBERS, 1) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return cooc_pass(run, &j->cooc, JSMF_RECTIFIED);
}

/* What the writing of one knows. */
typedef struct checkpoints {
    const ap_settings *s;
    ap_job *j;
} checkpoints;

static jsmf_status write_checkpoint(jsmf_context *ctx, void *arg, const jsmf_rectify_ap_state *state)
{
    const checkpoints *c = arg;
    const ap_settings *s = c->s;
    ap_job *j = c->j;
    jsmf_stream *stream = &j->cooc.out;
    double *numbers = jsmf_stream_find(stream, "checkpoint")->data;
    memcpy(jsmf_stream_find(stream, "Y")->data, state->y, j->cooc.source.n * s->topics * sizeof(double));
    numbers[AT_ITERATION] = (double)state->iteration;
    numbers[AT_NEGATIVE] = state->negative == SIZE_MAX ? -1 : (double)state->negative;
    numbers[AT_STORABLE] = state->storable;
    numbers[AT_CHANGE] = state->change;
    if (jsmf_stream_add_scalar(ctx, stream, "r", state->r) != JSMF_OK)
        return jsmf_context_status(ctx);
    return tool_write_file(ctx, s->checkpoint, stream);
}

/* ---- the work ---- */

static size_t checkpoint_bytes(const ap_settings *s, size_t n)
{
    return s->checkpoint ? jsmf_mul_sat(jsmf_mul_sat(n, s->topics), sizeof(double)) : 0;
}

static size_t matrix_bytes(size_t words) { return jsmf_mul_sat(jsmf_mul_sat(words, words), sizeof(double)); }

size_t ap_dense_bytes(const tool_run *run, size_t words, size_t topics)
{
    return jsmf_add_sat(matrix_bytes(words), jsmf_rectify_ap_bytes(run->ctx, words, topics, true));
}

/* Beside what has been read. */
static jsmf_status check_memory(tool_run *run, const ap_settings *s, const ap_job *j)
{
    const jsmf_arrays_cooc *source = &j->cooc.source;
    size_t bytes;
    if (source->dense || j->state.storable)
        bytes = ap_dense_bytes(run, source->n, s->topics);
    else
        bytes = jsmf_greatest(jsmf_rectify_ap_bytes(run->ctx, source->n, s->topics, false),
                              s->dense ? matrix_bytes(source->n) : 0);
    return cooc_check_memory(run, "rectification", source->n, s->topics,
                             jsmf_add_sat(bytes, checkpoint_bytes(s, source->n)),
                             s->dense && !source->dense ? s->lighter_dense : s->lighter);
}

static jsmf_status rectify(tool_run *run, const ap_settings *s, ap_job *j)
{
    const jsmf_arrays_cooc *source = &j->cooc.source;
    checkpoints each = { .s = s, .j = j };
    const jsmf_rectify_ap_options o = { .k = s->topics,
                                        .iterations = s->iterations,
                                        .tolerance = s->tolerance,
                                        .start = source->rectified.y,
                                        .start_columns = source->rectified.k,
                                        .cold = tool_eigen(s->eigen),
                                        .resume = j->state.iteration ? &j->state : NULL,
                                        .each = s->checkpoint ? write_checkpoint : NULL,
                                        .each_arg = &each };
    const double start = jsmf_context_clock();
    if (check_memory(run, s, j) != JSMF_OK || begin_checkpoints(run, s, j) != JSMF_OK ||
        jsmf_rectify_ap(run->ctx, j->start ? j->start : source->op, source->dense, &o, &j->c) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_message(run->ctx, JSMF_INFO, "%zu iteration%s in %.3f s; Y Y' + r, clipped, sums to %.9f",
                 JSMF_COUNTED(j->c.iterations), jsmf_context_clock() - start, j->c.total);
    return JSMF_OK;
}

/* ---- the result ---- */

static jsmf_status store_factors(tool_run *run, ap_job *j)
{
    jsmf_stream_remove(&j->cooc.out, "checkpoint");
    if (jsmf_stream_give_f64(run->ctx, &j->cooc.out, "Y", &j->c.y, 2, j->c.n, j->c.k) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_stream_add_scalar(run->ctx, &j->cooc.out, "r", j->c.r);
}

/* In the place of a C that was read dense. */
static jsmf_status store_dense(tool_run *run, ap_job *j)
{
    const size_t n = j->c.n;
    double **c = &j->cooc.source.dense;
    if (!*c)
        *c = jsmf_alloc(run->ctx, jsmf_mul_sat(n, n), sizeof **c);
    if (!*c || jsmf_rectify_dense(run->ctx, &j->c, *c) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_stream_give_f64(run->ctx, &j->cooc.out, "C", c, 2, n, n);
}

jsmf_status ap_project(tool_run *run, const ap_settings *s, ap_job *j)
{
    if (open_checkpoint(run, s, j) != JSMF_OK || open_start(run, j) != JSMF_OK || rectify(run, s, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return s->dense ? store_dense(run, j) : store_factors(run, j);
}
