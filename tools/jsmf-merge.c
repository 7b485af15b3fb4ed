/* jsmf-merge: what was made of shards to what the whole would give. */
#include "shared/merge_job.h"

#include <stddef.h>

static const merge_settings defaults = { .half_life = 0 };

static const tool_option options[] = {
    { 0, "expect", TOOL_TEXT, offsetof(merge_settings, expect), 0, 0, "LIST",
      "the shards that there must be, one a line: no fewer, and no others" },
    { 0, "remove", TOOL_TEXT, offsetof(merge_settings, remove), 0, 0, "PART",
      "take these sums away, exactly: what is left is as if they had never been added" },
    { 0, "mixed", TOOL_FLAG, offsetof(merge_settings, mixed), 0, 0, NULL,
      "add sums of other kinds of processors, too, whose last digits may differ" },
    { 0, "finish", TOOL_FLAG, offsetof(merge_settings, finish), 0, 0, NULL,
      "make a co-occurrence of the sums" },
    TOOL_END
};

typedef struct job {
    jsmf_stream first, out;
} job;

static jsmf_status check_options(tool_run *run)
{
    const merge_settings *s = run->settings;
    const size_t named = (run->operand_count == 0) + tool_stdin_count(run->operands, run->operand_count) +
                         tool_is_stdin(s->expect) + tool_is_stdin(s->remove);
    if (named > 1)
        return tool_usage(run, "more than one input on standard input");
    return JSMF_OK;
}

static bool has_sums(const jsmf_stream *s)
{
    return s->kind == JSMF_SUMS || (s->kind == JSMF_UNMARKED && jsmf_stream_find(s, "sums"));
}

static jsmf_status merge_others(tool_run *run, job *j)
{
    static const char *const of_sums[] = { "expect", "remove", "mixed", "finish" };
    const char *given = tool_first_given(run, of_sums, sizeof of_sums / sizeof *of_sums);
    if (given)
        return tool_usage(run, "--%s goes with sums only: %s is a %s stream", given, j->first.name,
                          jsmf_stream_kind_name(&j->first));
    if (merge_rows(run, &j->first, &j->out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    /* The shards tell what documents of shards came from. */
    return jsmf_stream_find(&j->out, "shard.ids") ? tool_write_unnoted(run, &j->out) : tool_write(run, &j->out);
}

static jsmf_status run_merge(tool_run *run)
{
    const merge_settings *s = run->settings;
    job *j = run->job;
    if (check_options(run) != JSMF_OK ||
        tool_read(run, 0, JSMF_SUMS | JSMF_BAG | JSMF_COMPOSITIONS, &j->first) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (!has_sums(&j->first))
        return merge_others(run, j);
    if (merge_sums(run, &j->first, &j->out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    /* Sums are the same whichever way they were added, and so is what they tell of it. */
    return s->finish ? tool_write(run, &j->out) : tool_write_unnoted(run, &j->out);
}

static void job_free(void *held)
{
    job *j = held;
    jsmf_stream_free(&j->first);
    jsmf_stream_free(&j->out);
}

static const tool this_tool = {
    .name = "jsmf-merge",
    .summary = "add what was made of shards of a corpus",
    .usage = "[PART]...",
    .examples = "jsmf-merge --finish sums0.npz sums1.npz sums2.npz -o c.npz\n"
                "jsmf-merge run.npz day.npz -o run.npz\n",
    .most_operands = SIZE_MAX,
    .stdin_default = true,
    .options = options,
    .defaults = &defaults,
    .settings_size = sizeof defaults,
    .job_size = sizeof(job),
    .run = run_merge,
    .release = job_free,
    .stream_output = true,
};

int main(int argc, char **argv) { return tool_main(&this_tool, argc, argv); }
