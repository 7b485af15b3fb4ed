/* jsmf-learn: a bag of words to a polished model, by what the programs of the pipeline share. */
#include "shared/bags.h"
#include "shared/learn_checkpoint.h"
#include "shared/learn_job.h"

#include "jsmf/model.h"
#include "jsmf/polish.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct settings {
    learn_settings learn; /* first, as learn_job.h wants it */
    bool print;
} settings;

static const tool_option options[] = {
    TOOL_TOPICS(anchors_settings, topics, "number of topics; needed"),
    LEARN_OPTIONS,
    { 0, "checkpoint", TOOL_TEXT, offsetof(learn_settings, checkpoint), 0, 0, "FILE",
      "keep what is done in FILE; after a kill, the same command goes on from there" },
    { 0, "print", TOOL_FLAG, offsetof(settings, print), 0, 0, NULL,
      "print the pipeline of programs, and do nothing else" },
    TOOL_END
};

/* What the run holds. */
typedef struct job {
    learn_job learn; /* of the bag, the large arrays are outside memory */
    size_t words, entries;
    learn_checkpoint checkpoint;
} job;

static void job_free(void *held)
{
    job *j = held;
    learn_job_free(&j->learn);
}

/* An error of the data, of numbers or of the options comes again as long as these are the same, and with others what is
 * kept is of no use. */
static jsmf_status run_stage(tool_run *run, learn_stage *stage)
{
    const settings *s = run->settings;
    job *j = run->job;
    const jsmf_status status = stage(run, &s->learn, &j->learn);
    if (status == JSMF_EDATA || status == JSMF_ENUMERIC || status == JSMF_EUSAGE)
        learn_checkpoint_remove(run, &j->checkpoint);
    return status;
}

static jsmf_status learn(tool_run *run)
{
    const settings *s = run->settings;
    job *j = run->job;
    learn_job *l = &j->learn;
    if (learn_checkpoint_open(run, &j->checkpoint, &l->bag, &l->stream) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (learn_stage *stage = learn_next_stage(&s->learn, l); stage; stage = learn_next_stage(&s->learn, l))
        if (run_stage(run, stage) != JSMF_OK ||
            (learn_next_stage(&s->learn, l) && learn_checkpoint_write(run, &j->checkpoint, &l->stream) != JSMF_OK))
            return jsmf_context_status(run->ctx);
    learn_checkpoint_strip(&l->stream);
    if (tool_write(run, &l->stream) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    learn_checkpoint_remove(run, &j->checkpoint);
    return JSMF_OK;
}

/* ---- the pipeline that this stands for ---- */

static jsmf_status print_word(jsmf_context *ctx, jsmf_output *out, const char *word)
{
    char *quoted = tool_quote(ctx, word);
    if (quoted)
        jsmf_recorded(jsmf_output_printf(ctx, out, " %s", quoted));
    free(quoted);
    return jsmf_context_status(ctx);
}

/* An option that was given, by the name that it has with the programs, too. */
static jsmf_status print_given(tool_run *run, jsmf_output *out, const char *name)
{
    const char *text = tool_given_text(run, name);
    if (!text)
        return JSMF_OK;
    if (jsmf_output_printf(run->ctx, out, " --%s", name) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return *text ? print_word(run->ctx, out, text) : JSMF_OK;
}

/* A program with what all of them take. */
static jsmf_status print_program(tool_run *run, jsmf_output *out, const char *program)
{
    static const char *const common[] = { "threads", "seed", "memory", "quiet", "verbose", "log" };
    if (jsmf_output_printf(run->ctx, out, "%s", program) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        if (print_given(run, out, common[i]) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    return JSMF_OK;
}

/* With a name that is no option. */
static jsmf_status print_bag(tool_run *run, jsmf_output *out)
{
    char path[PATH_MAX + 3];
    const char *name = run->operands[0];
    snprintf(path, sizeof path, "%s%s", *name == '-' ? "./" : "", name);
    return print_word(run->ctx, out, path);
}

static jsmf_status print_recovery(tool_run *run, jsmf_output *out)
{
    const settings *s = run->settings;
    const size_t k = s->learn.anchors.topics;
    if (jsmf_output_printf(run->ctx, out, " | ") != JSMF_OK ||
        print_program(run, out, s->learn.full ? "jsmf-rectify-ap" : "jsmf-rectify-enn") != JSMF_OK ||
        jsmf_output_printf(run->ctx, out, " -k %zu | ", k) != JSMF_OK ||
        print_program(run, out, s->learn.full ? "jsmf-aw" : "jsmf-law") != JSMF_OK ||
        jsmf_output_printf(run->ctx, out, " -k %zu", k) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return print_given(run, out, "min-df");
}

static jsmf_status print_polishing(tool_run *run, jsmf_output *out)
{
    const settings *s = run->settings;
    if (s->learn.no_polish)
        return JSMF_OK;
    if (jsmf_output_printf(run->ctx, out, " | ") != JSMF_OK || print_program(run, out, "jsmf-polish") != JSMF_OK ||
        print_given(run, out, "passes") != JSMF_OK || jsmf_output_printf(run->ctx, out, " -") != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return print_bag(run, out);
}

static jsmf_status print_all(tool_run *run, jsmf_output *out)
{
    const settings *s = run->settings;
    if (print_program(run, out, "jsmf-cooc") != JSMF_OK ||
        (s->learn.full ? jsmf_output_printf(run->ctx, out, " --full")
                 : jsmf_output_printf(run->ctx, out, " --low-rank -k %zu", s->learn.anchors.topics)) != JSMF_OK ||
        print_bag(run, out) != JSMF_OK || print_recovery(run, out) != JSMF_OK || print_polishing(run, out) != JSMF_OK ||
        print_given(run, out, "output") != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_output_printf(run->ctx, out, "\n");
}

/* To standard output: -o says where the model is to go. */
static jsmf_status print_pipeline(tool_run *run)
{
    jsmf_output *out;
    if (jsmf_output_open(run->ctx, NULL, true, &out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return tool_text_close(run, out, print_all(run, out));
}

/* ---- all of it ---- */

static jsmf_status check_options(tool_run *run)
{
    const settings *s = run->settings;
    if (learn_check(run, &s->learn) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (s->print && s->learn.checkpoint)
        return tool_usage(run, "--print with --checkpoint: the programs of a pipeline keep none for each other");
    if (s->print && tool_is_stdin(tool_operand(run, 0)))
        return tool_usage(run, "--print: the pipeline reads the bag twice; name a file");
    if (cooc_need_topics(run) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return s->print ? JSMF_OK : tool_refuse_terminal(run, ", or --print");
}

static jsmf_status open_bag(tool_run *run, job *j)
{
    const settings *s = run->settings;
    jsmf_array *counts;
    size_t documents;
    if (tool_spool(run, 0, JSMF_BAG, &j->learn.bag) != JSMF_OK || bag_refuse_scipy(run, &j->learn.bag) != JSMF_OK ||
        jsmf_stream_csr_of_dense(run->ctx, &j->learn.bag, "H") != JSMF_OK ||
        jsmf_stream_csr_shape(run->ctx, &j->learn.bag, "H", &documents, &j->words) != JSMF_OK ||
        jsmf_stream_need(run->ctx, &j->learn.bag, "H.data", &counts) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    j->entries = jsmf_array_count(counts);
    return learn_check_topics(run, &j->learn.bag, s->learn.anchors.topics, j->words);
}

static jsmf_status run_learn(tool_run *run)
{
    settings *s = run->settings;
    job *j = run->job;
    if (check_options(run) != JSMF_OK || open_bag(run, j) != JSMF_OK ||
        learn_choose_road(run, &s->learn, j->words, j->entries, s->learn.anchors.topics) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    j->checkpoint.path = s->learn.checkpoint;
    return s->print ? print_pipeline(run) : learn(run);
}

static bool writes_stream(const void *s) { return !((const settings *)s)->print; }

static const tool_elsewhere elsewhere[] = {
    { "anchors", "jsmf-aw has it: change the pipeline that --print prints" },
    { "guide", "jsmf-polish has it: change the pipeline that --print prints" },
    { NULL, NULL }
};

int main(int argc, char **argv)
{
    const settings defaults = { .learn = LEARN_DEFAULTS };
    const tool this_tool = {
        .name = "jsmf-learn",
        .summary = "a polished model of a bag of words: the whole pipeline in one program",
        .usage = "[BAG]",
        .examples = "jsmf-bow --from text --stop english --max-df 0.5 docs.txt | jsmf-learn -k 20 -o model.npz\n"
                    "jsmf-learn -k 100 --checkpoint so-far.npz -v bag.npz -o model.npz\n"
                    "jsmf-learn -k 20 --print bag.npz",
        .most_operands = 1,
        .stdin_default = true,
        .options = options,
        .elsewhere = elsewhere,
        .often = "topics passes no-polish low-rank checkpoint print",
        .defaults = &defaults,
        .settings_size = sizeof defaults,
        .job_size = sizeof(job),
        .run = run_learn,
        .streams = writes_stream,
        .release = job_free,
        .seeded = true,
    };
    return tool_main(&this_tool, argc, argv);
}
