/* jsmf-aw: a co-occurrence to a model, by anchor words. */
#include "shared/anchors_options.h"
#include "jsmf/anchors.h"
#include "jsmf/solve.h"

typedef struct settings {
    anchors_settings anchors;
    size_t project;
} settings;

static const settings defaults = { .anchors = ANCHORS_DEFAULTS };

static const tool_option options[] = {
    TOOL_TOPICS(anchors_settings, topics,
                "the number of topics (default: columns of Y or V in the stream, or lines of --anchors)"),
    ANCHORS_OPTIONS,
    { 0, "project", TOOL_SIZE, offsetof(settings, project), 1, 1e6, "D",
      "choose anchors among rows that are projected at random to D dimensions" },
    TOOL_END
};

static jsmf_status choose_topics(tool_run *run, const anchors_job *j, size_t *k)
{
    const anchors_settings *s = run->settings;
    const bool lines = !s->topics && j->cooc.source.rectified.k == 0;
    return cooc_choose_topics(run, &j->cooc, lines ? j->seeds.lines.count : s->topics, k);
}

static jsmf_status solve(tool_run *run, anchors_job *j, const jsmf_anchors_aw_options *o,
                         jsmf_solve_simplex_report *report)
{
    const settings *s = run->settings;
    jsmf_anchors_aw_options own = *o;
    own.anchors.project = s->project;
    return jsmf_anchors_aw(run->ctx, j->cooc.source.op, &own, &j->model, report);
}

static jsmf_status check_options(tool_run *run)
{
    const settings *s = run->settings;
    if (anchors_check(run) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (s->anchors.anchors && s->project)
        return tool_usage(run, "--project is for choosing all anchors; --anchors gives some of them");
    if (s->project && s->anchors.select == JSMF_SELECT_XRAY)
        return tool_usage(run, "--select xray needs rows that are not negative, which --project does not leave");
    if (s->project && s->project < s->anchors.topics)
        return tool_usage(run, "--project %zu for %zu topics (expected as many dimensions or more)", s->project,
                          s->anchors.topics);
    return JSMF_OK;
}

static jsmf_status run_aw(tool_run *run)
{
    const anchors_settings *s = run->settings;
    anchors_job *j = run->job;
    size_t k;
    if (check_options(run) != JSMF_OK ||
        tool_read(run, 0, JSMF_COOC | JSMF_RECTIFIED | JSMF_COMPRESSED, &j->cooc.in) != JSMF_OK ||
        cooc_check_rank(run, &j->cooc, s->topics) != JSMF_OK ||
        jsmf_arrays_cooc_open(run->ctx, &j->cooc.in, &j->cooc.source) != JSMF_OK || anchors_read(run, j) != JSMF_OK ||
        choose_topics(run, j, &k) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return anchors_model(run, j, k, solve) == JSMF_OK ? tool_write(run, &j->cooc.out) : jsmf_context_status(run->ctx);
}

static const tool this_tool = {
    .name = "jsmf-aw",
    .summary = "topics and their correlations from a co-occurrence, by anchor words",
    .usage = "[STREAM]",
    .examples = "jsmf-cooc bag.npz | jsmf-rectify-ap -k 20 | jsmf-aw -o model.npz\n"
                "jsmf-aw -k 20 --min-df 200 rectified.npz -o model.npz\n"
                "jsmf-aw -k 20 --anchors words.txt rectified.npz | jsmf-topics",
    .most_operands = 1,
    .stdin_default = true,
    .options = options,
    .often = "topics min-df anchors loss",
    .defaults = &defaults,
    .settings_size = sizeof defaults,
    .job_size = sizeof(anchors_job),
    .run = run_aw,
    .release = anchors_job_free,
    .stream_output = true,
};

int main(int argc, char **argv) { return tool_main(&this_tool, argc, argv); }
