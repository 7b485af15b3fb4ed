/* jsmf-rectify-ap: a co-occurrence to a rectified one, by alternating projection. */
#include "cooc_job.h"

#include <stdlib.h>

typedef struct settings {
    size_t topics, iterations;
    double tolerance;
    bool dense;
} settings;

static const settings defaults = { .iterations = 15 };

static const tool_option options[] = {
    TOOL_TOPICS(settings, topics, "topics: the rank of the projection; needed"),
    TOOL_ITERATIONS(settings, iterations, 1, "iterations"),
    TOOL_TOLERANCE(settings, tolerance, 0, 1, "stop when the relative change of C falls below X; 0: never"),
    { 0, "dense", TOOL_FLAG, offsetof(settings, dense), 0, 0, NULL,
      "write C = max(Y Y' + r, 0) / its sum itself, words x words, instead of Y and r" },
    TOOL_END
};

/* What the run holds. */
typedef struct job {
    cooc_job cooc;
    jsmf_operator *start; /* where the source is Y and r: max(Y Y' + r, 0) as it is; else NULL */
    jsmf_rectified c;
} job;

static void job_free(void *held)
{
    job *j = held;
    jsmf_operator_free(j->start);
    jsmf_rectified_free(&j->c);
    cooc_job_free(&j->cooc);
}

static jsmf_status open_start(tool_run *run, job *j)
{
    const jsmf_rectified *old = &j->cooc.source.rectified;
    if (j->cooc.in.kind == JSMF_RECTIFIED && j->cooc.source.dense)
        jsmf_message(run->ctx, JSMF_WARNING, "%s has lost its scale (it was written with --dense): going on from C "
                     "of sum 1", j->cooc.in.name);
    if (!old->y)
        return JSMF_OK;
    return jsmf_operator_rectified(run->ctx, old->n, old->k, old->y, old->r, 1, &j->start);
}

/* ---- the work ---- */

/* Beside what has been read. */
static jsmf_status check_memory(tool_run *run, const jsmf_cooc_source *source)
{
    const settings *s = run->settings;
    const size_t matrix = jsmf_mul_sat(jsmf_mul_sat(source->n, source->n), sizeof(double));
    size_t bytes = jsmf_rectify_ap_bytes(run->ctx, source->n, s->topics, source->dense != NULL);
    if (source->dense)
        bytes = jsmf_add_sat(bytes, matrix);
    else if (s->dense && bytes < matrix)
        bytes = matrix;
    return cooc_check_memory(run, "rectification", source->n, s->topics, bytes,
                             s->dense && !source->dense
                                 ? "leave --dense out"
                                 : "take fewer words, jsmf-bow --top, or a smaller C, jsmf-cooc --factored");
}

static jsmf_status rectify(tool_run *run, job *j)
{
    const settings *s = run->settings;
    const jsmf_cooc_source *source = &j->cooc.source;
    const jsmf_ap_options o = { .k = s->topics, .iterations = s->iterations, .tolerance = s->tolerance,
                                .start = source->rectified.y, .start_columns = source->rectified.k };
    const double start = jsmf_clock();
    if (check_memory(run, source) != JSMF_OK ||
        jsmf_rectify_ap(run->ctx, j->start ? j->start : source->op, source->dense, &o, &j->c) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_message(run->ctx, JSMF_INFO, "%zu iteration%s in %.3f s; Y Y' + r, clipped, sums to %.9f",
                 JSMF_COUNTED(j->c.iterations), jsmf_clock() - start, j->c.total);
    return JSMF_OK;
}

/* ---- output ---- */

static jsmf_status store_factors(tool_run *run, job *j)
{
    if (jsmf_stream_give_f64(run->ctx, &j->cooc.out, "Y", &j->c.y, 2, j->c.n, j->c.k) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_stream_add_scalar(run->ctx, &j->cooc.out, "r", j->c.r);
}

/* In the place of a C that was read dense. */
static jsmf_status store_dense(tool_run *run, job *j)
{
    const size_t n = j->c.n;
    double **c = &j->cooc.source.dense;
    if (!*c)
        *c = jsmf_alloc(run->ctx, jsmf_mul_sat(n, n), sizeof **c);
    if (!*c || jsmf_rectified_dense(run->ctx, &j->c, *c) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_stream_give_f64(run->ctx, &j->cooc.out, "C", c, 2, n, n);
}

static jsmf_status run_rectify(tool_run *run)
{
    const settings *s = run->settings;
    job *j = run->job;
    if (cooc_need_topics(run) != JSMF_OK || tool_read(run, 0, JSMF_COOC | JSMF_RECTIFIED, &j->cooc.in) != JSMF_OK ||
        cooc_open(run, &j->cooc, s->topics) != JSMF_OK || open_start(run, j) != JSMF_OK || rectify(run, j) != JSMF_OK ||
        (s->dense ? store_dense(run, j) : store_factors(run, j)) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return cooc_write(run, &j->cooc, JSMF_RECTIFIED);
}

static const tool this_tool = {
    .name = "jsmf-rectify-ap",
    .summary = "rectify a co-occurrence by alternating projection",
    .usage = "[STREAM]",
    .examples = "jsmf-cooc bag.npz | jsmf-rectify-ap -k 20 > rectified.npz\n"
                "jsmf-rectify-ap -k 50 -i 150 --tol 1e-5 -v c.npz -o rectified.npz\n"
                "jsmf-rectify-ap -k 20 --dense c.npz | jsmf-cat - C",
    .most_operands = 1,
    .stdin_default = true,
    .options = options,
    .defaults = &defaults,
    .settings_size = sizeof defaults,
    .job_size = sizeof(job),
    .run = run_rectify,
    .release = job_free,
    .stream_output = true,
};

int main(int argc, char **argv) { return tool_main(&this_tool, argc, argv); }
