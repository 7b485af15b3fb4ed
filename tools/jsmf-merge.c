/* jsmf-merge: what was made of shards to what the whole would give. */
#include "shared/merge_job.h"

#include <stddef.h>
#include <string.h>

static const merge_settings defaults = { .half_life = 0 };

enum { MOST_DAYS = 1000000 };

static const tool_option options[] = {
    { 0, "expect", TOOL_TEXT, offsetof(merge_settings, expect), 0, 0, "LIST",
      "fail unless the sums have exactly the shards that LIST names, one a line" },
    { 0, "remove", TOOL_TEXT, offsetof(merge_settings, remove), 0, 0, "PART",
      "subtract these sums, exactly: the rest is as if they had never been added" },
    { 0, "mixed", TOOL_FLAG, offsetof(merge_settings, mixed), 0, 0, NULL,
      "also add sums from other kinds of processors, whose last digits may differ" },
    { 0, "alike", TOOL_FLAG, offsetof(merge_settings, alike), 0, 0, NULL,
      "also add shards whose documents have the same counts and ids as those of another" },
    { 0, "finish", TOOL_FLAG, offsetof(merge_settings, finish), 0, 0, NULL,
      "make the final stream: a co-occurrence of sums, or a whole of bags or compositions" },
    { 0, "half-life", TOOL_REAL, offsetof(merge_settings, half_life), 0, MOST_DAYS, "DAYS",
      "--finish: halve the weight of a day for every DAYS of its age; 0: all days weigh the same" },
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
    if (s->half_life > 0 && (!s->finish || s->remove))
        return tool_usage(run, s->remove ? "--half-life goes without --remove: leave the day out"
                                         : "--half-life goes with --finish only");
    return JSMF_OK;
}

static bool has_sums(const jsmf_stream *s)
{
    return s->kind == JSMF_SUMS || (s->kind == JSMF_UNMARKED && jsmf_stream_find(s, "sums"));
}

static bool is_cooc(const jsmf_stream *s)
{
    return s->kind == JSMF_COOC || (s->kind == JSMF_UNMARKED && jsmf_stream_find(s, "unigram") &&
                                    !jsmf_stream_find(s, "H.data") && !jsmf_stream_find(s, "W"));
}

/* Sums know their shards, and co-occurrences become some; where documents come from is not known. */
static void warn_of_repeats(tool_run *run)
{
    for (size_t i = 1; i < run->operand_count; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(run->operands[i], run->operands[k]) == 0) {
                jsmf_message(run->ctx, JSMF_WARNING, "%s is named twice: its documents count twice", run->operands[i]);
                return;
            }
}

static jsmf_status merge_others(tool_run *run, job *j)
{
    const bool cooc = is_cooc(&j->first);
    if (!cooc)
        warn_of_repeats(run);
    if ((cooc ? merge_coocs : merge_rows)(run, &j->first, &j->out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    /* The shards tell what documents of shards came from. */
    return jsmf_stream_find(&j->out, "shard.ids") ? tool_write_unnoted(run, &j->out) : tool_write(run, &j->out);
}

static jsmf_status run_merge(tool_run *run)
{
    const merge_settings *s = run->settings;
    static const char *const of_sums[] = { "expect", "remove", "mixed" };
    const bool sums_only = tool_first_given(run, of_sums, sizeof of_sums / sizeof *of_sums);
    const unsigned kinds = JSMF_SUMS | (sums_only ? 0 : JSMF_BAG | JSMF_COMPOSITIONS | (s->finish ? 0 : JSMF_COOC));
    job *j = run->job;
    if (check_options(run) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (s->half_life > 0)
        return merge_days(run, &j->out) == JSMF_OK ? tool_write(run, &j->out) : jsmf_context_status(run->ctx);
    if (tool_read(run, 0, kinds, &j->first) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (!sums_only && !has_sums(&j->first))
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
    .often = "expect remove finish half-life",
    .defaults = &defaults,
    .settings_size = sizeof defaults,
    .job_size = sizeof(job),
    .run = run_merge,
    .release = job_free,
    .stream_output = true,
};

int main(int argc, char **argv) { return tool_main(&this_tool, argc, argv); }
