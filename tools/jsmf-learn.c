/* jsmf-learn: a bag of words to a polished model, by what the programs of the pipeline share. */
#include "shared/anchors_options.h"
#include "shared/ap_job.h"
#include "shared/bag_cooc.h"
#include "shared/enn_job.h"
#include "shared/learn_checkpoint.h"
#include "shared/polish_job.h"

#include "jsmf/anchors.h"
#include "jsmf/model.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct settings {
    anchors_settings anchors; /* first, as anchors_options.h wants it */
    size_t passes;
    bool no_polish, print, full, low_rank;
    const char *checkpoint;
} settings;

static const tool_option options[] = {
    TOOL_TOPICS(anchors_settings, topics, "topics; needed"),
    ANCHORS_MIN_DF,
    { 'i', "passes", TOOL_SIZE, offsetof(settings, passes), 1, 1e6, "N", "passes of polishing over the documents" },
    { 0, "no-polish", TOOL_FLAG, offsetof(settings, no_polish), 0, 0, NULL,
      "the model as it comes from the co-occurrence" },
    { 0, "full", TOOL_FLAG, offsetof(settings, full), 0, 0, NULL,
      "by the whole co-occurrence; the default for up to 15000 words, where memory allows" },
    { 0, "low-rank", TOOL_FLAG, offsetof(settings, low_rank), 0, 0, NULL,
      "by its leading eigenpairs; the default for more words" },
    { 0, "checkpoint", TOOL_TEXT, offsetof(settings, checkpoint), 0, 0, "FILE",
      "keep what is done in FILE, and go on from what a run that was killed has left there" },
    { 0, "print", TOOL_FLAG, offsetof(settings, print), 0, 0, NULL,
      "print the pipeline that this stands for, and do nothing else" },
    TOOL_END
};

/* Beyond so many words the whole co-occurrence takes too long: time and memory grow with their square. */
enum { MOST_WORDS_OF_FULL = 15000 };

/* What the run holds. */
typedef struct job {
    jsmf_stream bag;    /* its large arrays are outside memory, for it is read twice */
    size_t words, entries;
    jsmf_stream stream; /* what the last stage has made; of no kind before the first */
    bool polished;
    learn_checkpoint checkpoint;
} job;

static void job_free(void *held)
{
    job *j = held;
    jsmf_stream_free(&j->stream);
    jsmf_stream_free(&j->bag);
}

/* ---- the road ---- */

/* As the stages will count: a dense C with the documents that it is made of, and with what its rectification takes. */
static bool full_fits(const tool_run *run, const job *j)
{
    const settings *s = run->settings;
    const size_t limit = jsmf_least(jsmf_context_memory_rule(run->ctx), jsmf_context_memory(run->ctx));
    const size_t rectifying = jsmf_add_sat(bag_cooc_dense_bytes(j->words, 0),
                                           jsmf_rectify_ap_bytes(run->ctx, j->words, s->anchors.topics, true));
    return j->words <= MOST_WORDS_OF_FULL && bag_cooc_dense_bytes(j->words, j->entries) <= limit &&
           rectifying <= limit;
}

/* What was chosen stands in the history, so that the model can be made again where there is other memory. */
static jsmf_status choose_road(tool_run *run, const job *j)
{
    settings *s = run->settings;
    if (!s->full && !s->low_rank) {
        s->full = full_fits(run, j);
        s->low_rank = !s->full;
        if (tool_choose(run, s->full ? "full" : "low-rank") != JSMF_OK)
            return jsmf_context_status(run->ctx);
    }
    jsmf_message(run->ctx, JSMF_INFO, "%zu word%s: %s", JSMF_COUNTED(j->words),
                 s->full ? "the whole co-occurrence" : "a co-occurrence of low rank");
    return JSMF_OK;
}

/* ---- the stages ---- */

static const char less_memory[] = "leave --full out, or take fewer words, jsmf-bow --top";

/* What a stage has made, under the bag's name. */
static jsmf_status made(tool_run *run, jsmf_stream *out)
{
    job *j = run->job;
    jsmf_stream_free(&j->stream);
    j->stream = *out;
    *out = (jsmf_stream){ 0 };
    j->stream.name = jsmf_copy(run->ctx, j->bag.name, strlen(j->bag.name) + 1, 1);
    return jsmf_context_status(run->ctx);
}

/* The last stage's stream, which is the caller's now. */
static jsmf_stream taken(job *j)
{
    const jsmf_stream stream = j->stream;
    j->stream = (jsmf_stream){ 0 };
    return stream;
}

static jsmf_status count_pairs(tool_run *run)
{
    const settings *s = run->settings;
    const job *j = run->job;
    bag_cooc_settings o = bag_cooc_defaults();
    bag_cooc_job c = { .words = 0 };
    o.low_rank = s->low_rank;
    o.topics = s->anchors.topics;
    o.lighter = less_memory;
    if (jsmf_stream_copy(run->ctx, &j->bag, &c.bag.stream) == JSMF_OK && bag_cooc_open(run, &c) == JSMF_OK &&
        bag_cooc_make(run, &o, &c) == JSMF_OK)
        jsmf_recorded(made(run, &c.out));
    bag_cooc_free(&c);
    return jsmf_context_status(run->ctx);
}

static jsmf_status project(tool_run *run)
{
    const settings *s = run->settings;
    const ap_settings o = { .topics = s->anchors.topics, .iterations = AP_ITERATIONS, .eigen = TOOL_EIGEN_BY_RULE,
                            .checkpoint = s->checkpoint, .lighter = less_memory };
    ap_job a = { .cooc = { .in = taken(run->job) } };
    if (cooc_open(run, &a.cooc, o.topics) == JSMF_OK && ap_project(run, &o, &a) == JSMF_OK &&
        cooc_pass(run, &a.cooc, JSMF_RECTIFIED) == JSMF_OK)
        jsmf_recorded(made(run, &a.cooc.out));
    ap_job_free(&a);
    return jsmf_context_status(run->ctx);
}

static jsmf_status compress(tool_run *run)
{
    const settings *s = run->settings;
    enn_settings o = enn_defaults();
    compress_job c = { .cooc = { .in = taken(run->job) } };
    o.topics = s->anchors.topics;
    if (cooc_open(run, &c.cooc, o.topics) == JSMF_OK && enn_compress(run, &o, &c) == JSMF_OK &&
        compress_store(run, &c) == JSMF_OK)
        jsmf_recorded(made(run, &c.cooc.out));
    compress_job_free(&c);
    return jsmf_context_status(run->ctx);
}

static jsmf_status solve_full(tool_run *run, anchors_job *j, const jsmf_anchors_aw_options *o,
                              jsmf_solve_simplex_report *report)
{
    return jsmf_anchors_aw(run->ctx, j->cooc.source.op, o, &j->model, report);
}

static jsmf_status solve_compressed(tool_run *run, anchors_job *j, const jsmf_anchors_aw_options *o,
                                    jsmf_solve_simplex_report *report)
{
    const jsmf_rectified *y = &j->cooc.source.rectified;
    return jsmf_anchors_law(run->ctx, y->n, y->k, y->y, o, false, &j->model, report);
}

static jsmf_status recover(tool_run *run)
{
    const settings *s = run->settings;
    anchors_job a = { .cooc = { .in = taken(run->job) } };
    if ((s->full ? jsmf_arrays_cooc_open : jsmf_arrays_compressed_open)(run->ctx, &a.cooc.in, &a.cooc.source) ==
            JSMF_OK &&
        anchors_model(run, &a, s->anchors.topics, s->full ? solve_full : solve_compressed) == JSMF_OK)
        jsmf_recorded(made(run, &a.cooc.out));
    anchors_job_free(&a);
    return jsmf_context_status(run->ctx);
}

/* The bag is needed no more. */
static jsmf_status polish(tool_run *run)
{
    const settings *s = run->settings;
    job *j = run->job;
    polish_settings o = polish_defaults("--no-polish leaves it out");
    polish_job p = { .in = { .stream = taken(j) }, .bag = { .stream = j->bag } };
    j->bag = (jsmf_stream){ 0 };
    o.passes = s->passes;
    if (polish_open(run, &p) == JSMF_OK && polish_make(run, &o, &p) == JSMF_OK) {
        j->stream = p.out;
        p.out = (jsmf_stream){ 0 };
        j->polished = true;
    }
    polish_job_free(&p);
    return jsmf_context_status(run->ctx);
}

typedef jsmf_status stage_function(tool_run *run);

/* By what the last stage has made; NULL where that is the model. */
static stage_function *next_stage(const tool_run *run)
{
    const settings *s = run->settings;
    const job *j = run->job;
    switch (j->stream.kind) {
    case JSMF_COOC:
        return s->full ? project : compress;
    case JSMF_RECTIFIED:
        return jsmf_stream_find(&j->stream, "checkpoint") ? project : recover;
    case JSMF_COMPRESSED:
        return recover;
    case JSMF_MODEL:
        return s->no_polish || j->polished ? NULL : polish;
    default:
        return count_pairs;
    }
}

/* An error of the data, of numbers or of the options comes again as long as these are the same, and with others what is
 * kept is of no use. */
static jsmf_status run_stage(tool_run *run, stage_function *stage)
{
    job *j = run->job;
    const jsmf_status status = stage(run);
    if (status == JSMF_EDATA || status == JSMF_ENUMERIC || status == JSMF_EUSAGE)
        learn_checkpoint_remove(run, &j->checkpoint);
    return status;
}

static jsmf_status learn(tool_run *run)
{
    job *j = run->job;
    if (learn_checkpoint_open(run, &j->checkpoint, &j->bag, &j->stream) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (stage_function *stage = next_stage(run); stage; stage = next_stage(run))
        if (run_stage(run, stage) != JSMF_OK ||
            (next_stage(run) && learn_checkpoint_write(run, &j->checkpoint, &j->stream) != JSMF_OK))
            return jsmf_context_status(run->ctx);
    learn_checkpoint_strip(&j->stream);
    if (tool_write(run, &j->stream) != JSMF_OK)
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
    const size_t k = s->anchors.topics;
    if (jsmf_output_printf(run->ctx, out, " | ") != JSMF_OK ||
        print_program(run, out, s->full ? "jsmf-rectify-ap" : "jsmf-rectify-enn") != JSMF_OK ||
        jsmf_output_printf(run->ctx, out, " -k %zu | ", k) != JSMF_OK ||
        print_program(run, out, s->full ? "jsmf-aw" : "jsmf-law") != JSMF_OK ||
        jsmf_output_printf(run->ctx, out, " -k %zu", k) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return print_given(run, out, "min-df");
}

static jsmf_status print_polishing(tool_run *run, jsmf_output *out)
{
    const settings *s = run->settings;
    if (s->no_polish)
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
        (s->full ? jsmf_output_printf(run->ctx, out, " --full")
                 : jsmf_output_printf(run->ctx, out, " --low-rank -k %zu", s->anchors.topics)) != JSMF_OK ||
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
    if (s->full && s->low_rank)
        return tool_usage(run, "only one of --full and --low-rank");
    if (s->no_polish && tool_given(run, "passes"))
        return tool_usage(run, "--passes with --no-polish: there are none");
    if (s->print && s->checkpoint)
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
    if (tool_spool(run, 0, JSMF_BAG, &j->bag) != JSMF_OK || bag_refuse_scipy(run, &j->bag) != JSMF_OK ||
        jsmf_stream_csr_of_dense(run->ctx, &j->bag, "H") != JSMF_OK ||
        jsmf_stream_csr_shape(run->ctx, &j->bag, "H", &documents, &j->words) != JSMF_OK ||
        jsmf_stream_need(run->ctx, &j->bag, "H.data", &counts) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    j->entries = jsmf_array_count(counts);
    return jsmf_model_check_topics(run->ctx, j->bag.name, s->anchors.topics, j->words);
}

static jsmf_status run_learn(tool_run *run)
{
    const settings *s = run->settings;
    job *j = run->job;
    if (check_options(run) != JSMF_OK || open_bag(run, j) != JSMF_OK || choose_road(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    j->checkpoint.path = s->checkpoint;
    return s->print ? print_pipeline(run) : learn(run);
}

int main(int argc, char **argv)
{
    const settings defaults = { .anchors = ANCHORS_DEFAULTS, .passes = jsmf_polish_defaults.passes };
    const tool this_tool = {
        .name = "jsmf-learn",
        .summary = "a polished model of a bag of words: the whole pipeline in one program",
        .usage = "[BAG]",
        .examples = "jsmf-bow --from text --stop english --max-df 0.5 docs.txt | jsmf-learn -k 20 > model.npz\n"
                    "jsmf-learn -k 100 --checkpoint so-far.npz -v bag.npz -o model.npz\n"
                    "jsmf-learn -k 20 --print bag.npz",
        .most_operands = 1,
        .stdin_default = true,
        .options = options,
        .defaults = &defaults,
        .settings_size = sizeof defaults,
        .job_size = sizeof(job),
        .run = run_learn,
        .release = job_free,
        .seeded = true,
    };
    return tool_main(&this_tool, argc, argv);
}
