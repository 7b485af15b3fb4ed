/* jsmf-law: a compressed co-occurrence to a model, by the low-rank anchor word algorithm. */
#include "shared/anchors_options.h"

#include "jsmf/anchors.h"

typedef struct settings {
    anchors_settings anchors;
    bool plain;
} settings;

static const settings defaults = { .anchors = ANCHORS_DEFAULTS };

static const tool_option options[] = {
    TOOL_TOPICS(anchors_settings, topics, "the number of topics, which is that of Y's columns; need not be given"),
    { 0, "plain", TOOL_FLAG, offsetof(settings, plain), 0, 0, NULL,
      "use the paper's algorithm, without the correction of negative entries of Y Y'" },
    ANCHORS_OPTIONS,
    TOOL_END
};

static jsmf_status solve(tool_run *run, anchors_job *j, const jsmf_anchors_aw_options *o,
                         jsmf_solve_simplex_report *report)
{
    const settings *s = run->settings;
    const jsmf_rectified *y = &j->cooc.source.rectified;
    return jsmf_anchors_law(run->ctx, y->n, y->k, y->y, o, s->plain, &j->model, report);
}

static jsmf_status run_law(tool_run *run)
{
    const settings *s = run->settings;
    anchors_job *j = run->job;
    if (s->anchors.loss == JSMF_ROWS_KL)
        return tool_usage(run, "--loss kl needs the rows of C, which may be negative in Y Y': jsmf-aw reads compressed "
                          "streams too, as max(Y Y', 0)");
    if (s->anchors.select == JSMF_SELECT_XRAY)
        return tool_usage(run, "--select xray needs rows that are not negative: jsmf-aw reads compressed streams "
                          "too, as max(Y Y', 0)");
    if (anchors_check(run) != JSMF_OK || tool_read(run, 0, JSMF_COMPRESSED, &j->cooc.in) != JSMF_OK ||
        cooc_check_columns(run, &j->cooc.in, s->anchors.topics) != JSMF_OK ||
        jsmf_arrays_compressed_open(run->ctx, &j->cooc.in, &j->cooc.source) != JSMF_OK ||
        anchors_read(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (anchors_model(run, j, j->cooc.source.rectified.k, solve) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return tool_write(run, &j->cooc.out);
}

static const tool this_tool = {
    .name = "jsmf-law",
    .summary = "topics and their correlations from a compressed co-occurrence, in linear time",
    .usage = "[STREAM]",
    .examples = "jsmf-cooc bag.npz | jsmf-rectify-enn -k 20 | jsmf-law -o model.npz\n"
                "jsmf-law --min-df 200 compressed.npz -o model.npz\n"
                "jsmf-law --plain compressed.npz | jsmf-topics",
    .most_operands = 1,
    .stdin_default = true,
    .options = options,
    .often = "topics min-df anchors",
    .defaults = &defaults,
    .settings_size = sizeof defaults,
    .job_size = sizeof(anchors_job),
    .run = run_law,
    .release = anchors_job_free,
    .stream_output = true,
};

int main(int argc, char **argv) { return tool_main(&this_tool, argc, argv); }
