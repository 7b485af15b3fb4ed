/* jsmf-rectify-ap: a co-occurrence to a rectified one, by alternating projection. */
#include "tool.h"

#include "jsmf/arrays.h"

#include <math.h>
#include <stdio.h>
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
    TOOL_TOLERANCE(settings, tolerance, "stop when the relative change of C falls below X; 0: never"),
    { 0, "dense", TOOL_FLAG, offsetof(settings, dense), 0, 0, NULL,
      "write C = max(Y Y' + r, 0) / its sum itself, words x words, instead of Y and r" },
    TOOL_END
};

/* What the run holds. */
typedef struct job {
    jsmf_stream in, out;
    jsmf_cooc_source source;
    jsmf_operator *start; /* where the source is Y and r: max(Y Y' + r, 0) as it is; else NULL */
    jsmf_rectified c;
    double *unigram;      /* computed, where the source has none */
} job;

static void job_free(job *j)
{
    jsmf_operator_free(j->start);
    jsmf_cooc_source_free(&j->source);
    jsmf_stream_free(&j->in);
    jsmf_stream_free(&j->out);
    jsmf_rectified_free(&j->c);
    free(j->unigram);
}

/* ---- input ---- */

static jsmf_status check_topics(tool_run *run, const job *j)
{
    const settings *s = run->settings;
    if (s->topics <= j->source.n)
        return JSMF_OK;
    return jsmf_fail(run->ctx, JSMF_ENUMERIC, "%s: %zu topics of %zu words (use -k %zu or less)", j->in.name,
                     s->topics, j->source.n, j->source.n);
}

/* The row sums of the original C, before the iteration takes its place. */
static jsmf_status make_unigram(tool_run *run, job *j)
{
    if (j->source.unigram || j->source.rectified.y || j->in.kind == JSMF_RECTIFIED)
        return JSMF_OK;
    j->unigram = jsmf_alloc(run->ctx, j->source.n, sizeof *j->unigram);
    return j->unigram ? jsmf_operator_row_sums(run->ctx, j->source.op, j->unigram) : jsmf_context_status(run->ctx);
}

static jsmf_status open_source(tool_run *run, job *j)
{
    const jsmf_rectified *old = &j->source.rectified;
    if (jsmf_cooc_source_open(run->ctx, &j->in, &j->source) != JSMF_OK || check_topics(run, j) != JSMF_OK ||
        make_unigram(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (j->in.kind == JSMF_RECTIFIED && j->source.dense)
        jsmf_message(run->ctx, JSMF_WARNING, "%s has lost its scale (it was written with --dense): going on from C "
                     "of sum 1", j->in.name);
    if (!old->y)
        return JSMF_OK;
    return jsmf_operator_rectified(run->ctx, old->n, old->k, old->y, old->r, 1, &j->start);
}

/* ---- the work ---- */

/* Beside what has been read. */
static jsmf_status check_memory(tool_run *run, const job *j)
{
    const settings *s = run->settings;
    const size_t n = j->source.n, matrix = jsmf_mul_sat(jsmf_mul_sat(n, n), sizeof(double));
    size_t bytes = jsmf_rectify_ap_bytes(run->ctx, n, s->topics, j->source.dense != NULL);
    char what[96];
    if (j->source.dense)
        (void)jsmf_add(bytes, matrix, &bytes);
    else if (s->dense && bytes < matrix)
        bytes = matrix;
    snprintf(what, sizeof what, "the rectification of %zu words with %zu topics", n, s->topics);
    return jsmf_memory_check(run->ctx, bytes, what, s->dense && !j->source.dense ? "leave --dense out"
                             : "take fewer words, jsmf-bow --top, or a smaller C, jsmf-cooc --factored");
}

static jsmf_status rectify(tool_run *run, job *j)
{
    const settings *s = run->settings;
    const jsmf_ap_options o = { .k = s->topics, .iterations = s->iterations, .tolerance = s->tolerance,
                                .start = j->source.rectified.y, .start_columns = j->source.rectified.k };
    const double start = jsmf_clock();
    if (check_memory(run, j) != JSMF_OK ||
        jsmf_rectify_ap(run->ctx, j->start ? j->start : j->source.op, j->source.dense, &o, &j->c) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_message(run->ctx, JSMF_INFO, "%zu iterations in %.3f s; Y Y' + r, clipped, sums to %.9f", j->c.iterations,
                 jsmf_clock() - start, j->c.total);
    return JSMF_OK;
}

/* ---- output ---- */

static jsmf_status store_factors(tool_run *run, job *j)
{
    double *y = j->c.y;
    j->c.y = NULL;
    if (jsmf_stream_add_f64(run->ctx, &j->out, "Y", y, 2, j->c.n, j->c.k) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_stream_add_scalar(run->ctx, &j->out, "r", j->c.r);
}

/* In the place of a C that was read dense. */
static jsmf_status store_dense(tool_run *run, job *j)
{
    const size_t n = j->c.n;
    double *c = j->source.dense;
    if (!c)
        c = jsmf_alloc(run->ctx, jsmf_mul_sat(n, n), sizeof *c);
    j->source.dense = NULL;
    if (!c || jsmf_rectified_dense(run->ctx, &j->c, c) != JSMF_OK) {
        free(c);
        return jsmf_context_status(run->ctx);
    }
    return jsmf_stream_add_f64(run->ctx, &j->out, "C", c, 2, n, n);
}

static jsmf_status store(tool_run *run, job *j)
{
    const settings *s = run->settings;
    const size_t n = j->source.n;
    double *unigram = j->unigram;
    j->out.kind = JSMF_RECTIFIED;
    if ((s->dense ? store_dense(run, j) : store_factors(run, j)) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    j->unigram = NULL;
    if (unigram && jsmf_stream_add_f64(run->ctx, &j->out, "unigram", unigram, 1, n, 1) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_stream_pass(run->ctx, &j->in, &j->out);
}

static jsmf_status work(tool_run *run, job *j)
{
    if (!tool_given(run, "topics"))
        return tool_usage(run, "how many topics? Name them with -k");
    if (tool_read(run, 0, JSMF_COOC | JSMF_RECTIFIED, &j->in) != JSMF_OK || open_source(run, j) != JSMF_OK ||
        rectify(run, j) != JSMF_OK || store(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return tool_write(run, &j->out);
}

static jsmf_status run_rectify(tool_run *run)
{
    job j = { .start = NULL };
    jsmf_status status = work(run, &j);
    job_free(&j);
    return status;
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
    .run = run_rectify,
    .stream_output = true,
};

int main(int argc, char **argv) { return tool_main(&this_tool, argc, argv); }
