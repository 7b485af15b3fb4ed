/* jsmf-rectify-enn: a co-occurrence to a compressed one, by epsilon non-negative rectification. */
#include "shared/cooc_job.h"

#include "jsmf/rectify.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct settings {
    size_t topics, iterations;
    double tolerance, epsilon;
    int eigen;
    const char *rows;
} settings;

static const settings defaults = { .iterations = 50, .tolerance = 1e-3, .eigen = TOOL_EIGEN_BY_RULE };

static const tool_option options[] = {
    TOOL_TOPICS(settings, topics, "topics: the columns of Y; needed unless the stream has Y"),
    TOOL_ITERATIONS(settings, iterations, 0, "most updates; 0: the start alone"),
    TOOL_TOLERANCE(settings, tolerance, 0, 1, "stop when the relative change of Y Y' falls below X; 0: never"),
    { 0, "rows", TOOL_TEXT, offsetof(settings, rows), 0, 0, "N|all",
      "correct negatives in the N longest rows of Y (default: 10 K + 1000)" },
    { 0, "epsilon", TOOL_REAL, offsetof(settings, epsilon), 0, 1, "X",
      "correct the rows of squared norm above X instead; 0: not so" },
    TOOL_EIGEN(settings, eigen),
    TOOL_END
};

/* ---- options ---- */

/* *rows of --rows, 0 where it was not given. */
static jsmf_status parse_rows(tool_run *run, size_t *rows)
{
    const settings *s = run->settings;
    char *end;
    unsigned long long value;
    *rows = 0;
    if (!s->rows)
        return JSMF_OK;
    if (s->epsilon > 0)
        return tool_usage(run, "only one of --rows and --epsilon");
    if (strcmp(s->rows, "all") == 0) {
        *rows = JSMF_ENN_ROWS_ALL;
        return JSMF_OK;
    }
    errno = 0;
    value = strtoull(s->rows, &end, 10);
    if (s->rows[0] < '0' || s->rows[0] > '9' || *end || errno || value < 1 || value > 1000000000)
        return tool_usage(run, "--rows %s: expected a whole number from 1 to 1000000000, or all", s->rows);
    *rows = (size_t)value;
    return JSMF_OK;
}

/* ---- input ---- */

static jsmf_status open_input(tool_run *run, cooc_job *j)
{
    const settings *s = run->settings;
    if (!jsmf_arrays_is_compressed(&j->in))
        return cooc_need_topics(run) == JSMF_OK ? cooc_open(run, j, s->topics) : jsmf_context_status(run->ctx);
    if (cooc_check_columns(run, &j->in, s->topics) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_arrays_compressed_open(run->ctx, &j->in, &j->source);
}

/* ---- the work ---- */

/* The Y to start from, in place of what was read. */
static jsmf_status start(tool_run *run, cooc_job *j, size_t k, double **y)
{
    const settings *s = run->settings;
    *y = j->source.rectified.y;
    if (!j->source.op)
        j->source.rectified.y = NULL;
    else if (jsmf_rectify_enn_start(run->ctx, j->source.op, k, tool_eigen(s->eigen), y) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_arrays_cooc_drop(&j->source);
    return JSMF_OK;
}

static jsmf_status rectify(tool_run *run, compress_job *j, size_t rows)
{
    const settings *s = run->settings;
    const jsmf_arrays_cooc *source = &j->cooc.source;
    const size_t n = source->n, k = source->op ? s->topics : source->rectified.k;
    const jsmf_rectify_enn_options o = {
        .k = k, .rows = rows, .epsilon = s->epsilon, .iterations = s->iterations, .tolerance = s->tolerance
    };
    const size_t first = source->op ? jsmf_rectify_enn_start_bytes(n, k) : 0;
    const size_t then = jsmf_rectify_enn_bytes(run->ctx, n, k, rows);
    const double began = jsmf_context_clock();
    double *y;
    if (cooc_check_memory(run, "rectification", n, k, first > then ? first : then,
                          "take fewer words, jsmf-bow --top, or fewer topics") != JSMF_OK ||
        start(run, &j->cooc, k, &y) != JSMF_OK || jsmf_rectify_enn(run->ctx, n, &y, &o, &j->c) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_message(run->ctx, JSMF_INFO, "%zu update%s in %.3f s", JSMF_COUNTED(j->c.iterations),
                 jsmf_context_clock() - began);
    return JSMF_OK;
}

static jsmf_status run_rectify(tool_run *run)
{
    compress_job *j = run->job;
    size_t rows;
    if (parse_rows(run, &rows) != JSMF_OK ||
        tool_read(run, 0, JSMF_COOC | JSMF_RECTIFIED | JSMF_COMPRESSED, &j->cooc.in) != JSMF_OK ||
        open_input(run, &j->cooc) != JSMF_OK || rectify(run, j, rows) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return compress_write(run, j);
}

static const tool this_tool = {
    .name = "jsmf-rectify-enn",
    .summary = "rectify and compress a co-occurrence to Y Y'",
    .usage = "[STREAM]",
    .examples = "jsmf-cooc bag.npz | jsmf-rectify-enn -k 20 | jsmf-law > model.npz\n"
                "jsmf-rectify-enn -k 50 --rows 3000 --tol 1e-4 -v c.npz -o compressed.npz\n"
                "jsmf-rectify-enn -i 10 compressed.npz -o further.npz",
    .most_operands = 1,
    .stdin_default = true,
    .options = options,
    .defaults = &defaults,
    .settings_size = sizeof defaults,
    .job_size = sizeof(compress_job),
    .run = run_rectify,
    .release = compress_job_free,
    .stream_output = true,
};

int main(int argc, char **argv) { return tool_main(&this_tool, argc, argv); }
