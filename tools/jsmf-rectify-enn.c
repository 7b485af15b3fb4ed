/* jsmf-rectify-enn: a co-occurrence to a compressed one, by epsilon non-negative rectification. */
#include "shared/enn_job.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef struct settings {
    enn_settings enn;
    const char *rows;
} settings;

static const tool_option options[] = {
    TOOL_TOPICS(settings, enn.topics, "the number of topics, and of columns of Y; needed unless the stream has Y or V"),
    TOOL_ITERATIONS(settings, enn.iterations, 0, "the largest number of updates; 0: only the start"),
    TOOL_TOLERANCE(settings, enn.tolerance, 0, 1, "stop when the relative change of Y Y' falls below X; 0: never"),
    { 0, "rows", TOOL_TEXT, offsetof(settings, rows), 0, 0, "N|all",
      "correct negative entries in the N longest rows of Y (default: 10 K + 1000)" },
    { 0, "epsilon", TOOL_REAL, offsetof(settings, enn.epsilon), 0, 1, "X",
      "correct all rows whose squared length is above X instead; 0: use --rows" },
    TOOL_EIGEN(settings, enn.eigen),
    TOOL_END
};

/* *rows of --rows, 0 where it was not given. */
static jsmf_status parse_rows(tool_run *run, size_t *rows)
{
    const settings *s = run->settings;
    char *end;
    unsigned long long value;
    *rows = 0;
    if (!s->rows)
        return JSMF_OK;
    if (s->enn.epsilon > 0)
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

static jsmf_status open_input(tool_run *run, cooc_job *j)
{
    settings *s = run->settings;
    size_t *topics = &s->enn.topics;
    if (!jsmf_arrays_is_compressed(&j->in)) {
        if (cooc_check_rank(run, j, *topics) == JSMF_OK && cooc_choose_topics(run, j, *topics, topics) == JSMF_OK)
            jsmf_recorded(cooc_open(run, j, *topics));
        return jsmf_context_status(run->ctx);
    }
    if (cooc_check_columns(run, &j->in, s->enn.topics) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_arrays_compressed_open(run->ctx, &j->in, &j->source);
}

static jsmf_status run_rectify(tool_run *run)
{
    settings *s = run->settings;
    compress_job *j = run->job;
    if (parse_rows(run, &s->enn.rows) != JSMF_OK ||
        tool_read(run, 0, JSMF_COOC | JSMF_RECTIFIED | JSMF_COMPRESSED, &j->cooc.in) != JSMF_OK ||
        open_input(run, &j->cooc) != JSMF_OK || enn_compress(run, &s->enn, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return compress_write(run, j);
}

int main(int argc, char **argv)
{
    const settings defaults = { .enn = enn_defaults() };
    const tool this_tool = {
        .name = "jsmf-rectify-enn",
        .summary = "rectify and compress a co-occurrence to Y Y'",
        .usage = "[STREAM]",
        .examples = "jsmf-cooc bag.npz | jsmf-rectify-enn -k 20 | jsmf-law -o model.npz\n"
                    "jsmf-rectify-enn -k 50 --rows 3000 --tol 1e-4 -v c.npz -o compressed.npz\n"
                    "jsmf-rectify-enn -i 10 compressed.npz -o further.npz",
        .most_operands = 1,
        .stdin_default = true,
        .options = options,
        .often = "topics iterations tol rows",
        .defaults = &defaults,
        .settings_size = sizeof defaults,
        .job_size = sizeof(compress_job),
        .run = run_rectify,
        .release = compress_job_free,
        .stream_output = true,
    };
    return tool_main(&this_tool, argc, argv);
}
