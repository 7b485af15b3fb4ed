/* jsmf-polish: a model and its documents to a model whose topics have been polished on the documents. */
#include "shared/bags.h"

#include "jsmf/arrays.h"
#include "jsmf/corpus.h"
#include "jsmf/polish.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct settings {
    size_t passes, minibatch;
    double tolerance, held_out, beta, anchor_weight;
    bool online, random;
    int prior;
} settings;

static const tool_option options[] = {
    { 'i', "passes", TOOL_SIZE, offsetof(settings, passes), 1, 1e6, "N", "passes over the documents" },
    TOOL_TOLERANCE(settings, tolerance, 0, 1, "stop when a pass raises the bound by less than this part; 0: never"),
    { 0, "held-out", TOOL_REAL, offsetof(settings, held_out), 0, 0.9, "X",
      "keep this part of the documents apart, and stop when they become no likelier" },
    { 0, "online", TOOL_FLAG, offsetof(settings, online), 0, 0, NULL,
      "one pass in minibatches over documents that are not kept in memory" },
    { 0, "minibatch", TOOL_SIZE, offsetof(settings, minibatch), 0, JSMF_BATCH_DOCUMENTS, "N",
      "documents after which topics move in all but the last passes; 0: every pass is whole (default 64, or as many as "
      "have 6000 tokens)" },
    { 0, "prior", TOOL_CHOICE, offsetof(settings, prior), 0, 0, "dirichlet|matrix",
      "of compositions: a Dirichlet, or the softmax of a normal, with the correlations of topics" },
    { 0, "beta", TOOL_REAL, offsetof(settings, beta), 0, 1e6, "X", "pseudo-count of every word in every topic" },
    { 0, "anchor-weight", TOOL_REAL, offsetof(settings, anchor_weight), 0, 1e6, "X",
      "pseudo-counts of the start's topics, 1: as many as a mean topic has tokens (default: by topic)" },
    { 0, "random", TOOL_FLAG, offsetof(settings, random), 0, 0, NULL,
      "begin with random topics, as many as MODEL has, for comparison" },
    TOOL_END
};

/* What the run holds. */
typedef struct job {
    model_input in;   /* the start */
    bag_input bag;    /* what stays of it in memory is its words and, unless all is read once, where documents begin */
    jsmf_model model; /* polished */
    jsmf_stream out;
    jsmf_polish_report report;
} job;

static void job_free(void *held)
{
    job *j = held;
    jsmf_model_free(&j->model);
    bag_free(&j->bag);
    model_free(&j->in);
    jsmf_stream_free(&j->out);
}

/* ---- options ---- */

static jsmf_status check_options(tool_run *run)
{
    static const char *const several[] = { "passes", "tol", "held-out" };
    const settings *s = run->settings;
    const char *repeated = s->online ? tool_first_given(run, several, sizeof several / sizeof *several) : NULL;
    if (tool_is_stdin(run->operands[0]) && tool_is_stdin(tool_operand(run, 1)))
        return tool_usage(run, "both the model and the bag on standard input (MODEL comes first, the bag second)");
    if (repeated)
        return tool_usage(run, "--%s with --online, which is one pass over documents that are all learned from",
                          repeated);
    if (s->online && s->minibatch == 0)
        return tool_usage(run, "--minibatch 0 with --online, which goes by minibatches");
    if (s->random && tool_given(run, "anchor-weight"))
        return tool_usage(run, "--anchor-weight with --random: there are no topics to hold on to");
    return JSMF_OK;
}

static jsmf_polish_options make_options(const tool_run *run)
{
    const settings *s = run->settings;
    const jsmf_polish_options defaults = jsmf_polish_defaults;
    const bool given = tool_given(run, "minibatch");
    return (jsmf_polish_options){ .prior = (jsmf_polish_prior_kind)s->prior,
                                  .passes = s->passes,
                                  .minibatch = given ? s->minibatch : defaults.minibatch,
                                  .minibatch_tokens = given ? 0 : defaults.minibatch_tokens,
                                  .tolerance = s->tolerance,
                                  .held_out = s->held_out,
                                  .beta = s->beta,
                                  .anchor_weight = s->anchor_weight,
                                  .anchor_by_topic = s->anchor_weight < 0,
                                  .random = s->random };
}

/* ---- inputs ---- */

static jsmf_status open_model(tool_run *run, job *j)
{
    if (tool_read(run, 0, JSMF_MODEL, &j->in.stream) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_stream_remove(&j->in.stream, "Bbar");
    return model_open(run, &j->in);
}

static jsmf_status check_memory(tool_run *run, const job *j, const jsmf_polish_options *o)
{
    const settings *s = run->settings;
    const size_t n = j->in.model.n, k = j->in.model.k, documents = s->online ? 0 : j->bag.source.documents;
    const size_t entries = jsmf_array_count(jsmf_stream_find(&j->bag.stream, "H.data"));
    char what[128];
    snprintf(what, sizeof what, "polishing %zu topic%s of %zu word%s", JSMF_COUNTED(k), JSMF_COUNTED(n));
    return tool_check_memory(run, jsmf_polish_bytes(n, k, documents, entries, o), what,
                             documents ? "--online needs less" : "take fewer words, jsmf-bow --top, or fewer topics");
}

/* ---- the work ---- */

static void report(tool_run *run, const job *j, double seconds)
{
    const jsmf_polish_report *r = &j->report;
    jsmf_message(run->ctx, JSMF_INFO, "%zu topic%s polished on %zu document%s of %.0f tokens in %.3f s: %zu pass%s%s",
                 JSMF_COUNTED(j->model.k), JSMF_COUNTED(r->documents), r->tokens, seconds, r->passes,
                 r->passes == 1 ? "" : "es", r->settled ? ", settled" : "");
}

/* What polishing does not touch passes through: the anchors and what belongs to them, the words, unigram. */
static jsmf_status write_model(tool_run *run, job *j)
{
    jsmf_model *m = &j->model;
    jsmf_arrays_mark(&j->out, JSMF_MODEL);
    if (jsmf_stream_give_f64(run->ctx, &j->out, "B", &m->b, 2, m->n, m->k) != JSMF_OK ||
        jsmf_stream_give_f64(run->ctx, &j->out, "A", &m->a, 2, m->k, m->k) != JSMF_OK ||
        jsmf_stream_add_scalar(run->ctx, &j->out, "legality", m->legality) != JSMF_OK ||
        jsmf_stream_give_f64(run->ctx, &j->out, "Bbar", &m->bbar, 2, m->k, m->n) != JSMF_OK ||
        jsmf_stream_give_f64(run->ctx, &j->out, "alpha", &m->alpha, 1, m->k, 1) != JSMF_OK ||
        jsmf_stream_pass(run->ctx, &j->in.stream, &j->out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return tool_write(run, &j->out);
}

static jsmf_status run_polish(tool_run *run)
{
    const settings *s = run->settings;
    const jsmf_polish_options o = make_options(run);
    const double start = jsmf_context_clock();
    job *j = run->job;
    if (check_options(run) != JSMF_OK || open_model(run, j) != JSMF_OK ||
        tool_spool(run, 1, JSMF_BAG, &j->bag.stream) != JSMF_OK || bag_open(run, &j->in, &j->bag) != JSMF_OK ||
        check_memory(run, j, &o) != JSMF_OK ||
        (s->online ? jsmf_polish_online : jsmf_polish)(run->ctx, &j->in.model, &j->bag.source, &o, &j->model,
                                                       &j->report) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    report(run, j, jsmf_context_clock() - start);
    return write_model(run, j);
}

int main(int argc, char **argv)
{
    const settings defaults = { .passes = jsmf_polish_defaults.passes, .minibatch = SIZE_MAX,
                                .beta = jsmf_polish_defaults.beta, .anchor_weight = -1 };
    const tool this_tool = {
        .name = "jsmf-polish",
        .summary = "topics polished on their documents by a few passes of variational EM",
        .usage = "MODEL [BAG]",
        .examples = "jsmf-polish model.npz bag.npz > polished.npz\n"
                    "jsmf-polish -i 20 --held-out 0.1 -v model.npz bag.npz -o polished.npz\n"
                    "jsmf-polish --anchor-weight 0.5 model.npz bag.npz | jsmf-topics\n"
                    "jsmf-polish --prior matrix model.npz bag.npz > polished.npz\n"
                    "jsmf-polish --online model.npz large-bag.npz > polished.npz",
        .least_operands = 1,
        .most_operands = 2,
        .stdin_default = true,
        .options = options,
        .defaults = &defaults,
        .settings_size = sizeof defaults,
        .job_size = sizeof(job),
        .run = run_polish,
        .release = job_free,
        .stream_output = true,
        .seeded = true,
    };
    return tool_main(&this_tool, argc, argv);
}
