/* jsmf-polish: a model and its documents to a model whose topics have been polished on the documents. */
#include "shared/polish_shards.h"
#include "shared/shard_blocks.h"

#include <stdlib.h>

static const tool_option options[] = {
    { 0, "method", TOOL_CHOICE, offsetof(polish_settings, method), 0, 0, "em|gibbs",
      "variational EM, or collapsed Gibbs sampling, the usual baseline" },
    { 'i', "passes", TOOL_SIZE, offsetof(polish_settings, passes), 1, 1e6, "N",
      "passes over the documents (default 5, gibbs: 500)" },
    TOOL_TOLERANCE(polish_settings, tolerance, 0, 1,
                   "stop when a pass raises the bound by less than this part; 0: never"),
    { 0, "held-out", TOOL_REAL, offsetof(polish_settings, held_out), 0, 0.9, "X",
      "do not learn from this part of the documents, and stop when they become no likelier" },
    { 0, "online", TOOL_FLAG, offsetof(polish_settings, online), 0, 0, NULL,
      "read the documents once, and move the topics after every minibatch" },
    { 0, "minibatch", TOOL_SIZE, offsetof(polish_settings, minibatch), 0, JSMF_BATCH_DOCUMENTS, "N",
      "move the topics after N documents in all but the last passes; 0: after all documents (default 64, or more where "
      "documents are short or many)" },
    { 0, "prior", TOOL_CHOICE, offsetof(polish_settings, prior), 0, 0, "dirichlet|matrix",
      "the prior on compositions: a Dirichlet, or the softmax of a normal, which knows the correlations of topics" },
    { 0, "beta", TOOL_REAL, offsetof(polish_settings, beta), 0, 1e6, "X", "pseudo-count of every word in every topic" },
    { 0, "anchor-weight", TOOL_REAL, offsetof(polish_settings, anchor_weight), 0, 1e6, "X",
      "hold topics near the start by pseudo-counts; 1: as many as a mean topic has tokens (default: by a rule)" },
    { 0, "guide", TOOL_TEXT, offsetof(polish_settings, guide), 0, 0, "FILE",
      "draw topics to the words of FILE, a topic a line: \"name: word word\"" },
    { 0, "guide-weight", TOOL_REAL, offsetof(polish_settings, guide_weight), 0, 1e6, "X",
      "pseudo-counts of a topic's words in FILE, 1: as many as a mean topic has tokens" },
    { 0, "random", TOOL_FLAG, offsetof(polish_settings, random), 0, 0, NULL,
      "begin with random topics, for comparison" },
    { 0, "alpha-grid", TOOL_SIZE, offsetof(polish_settings, alpha_grid), 2, 1000, "N",
      "search the sum of alpha on a grid of N, and leave all else as it is" },
    { 0, "partial", TOOL_FLAG, offsetof(polish_settings, partial), 0, 0, NULL,
      "write the sums of SHARD, a bag, for a round of polishing by shards; jsmf-merge adds sums" },
    { 0, "block", TOOL_SIZE, offsetof(polish_settings, block), 1, INT32_MAX, "N",
      "with --partial: documents of a block, whose sums are rounded together" },
    { 0, "step", TOOL_FLAG, offsetof(polish_settings, step), 0, 0, NULL,
      "write the model that follows from MODEL and SUMS, the sums of all shards" },
    { 0, "soft", TOOL_FLAG, offsetof(polish_settings, soft), 0, 0, NULL,
      "with the first --step: begin with soft topics, for online rounds" },
    { 0, "finish", TOOL_FLAG, offsetof(polish_settings, finish), 0, 0, NULL,
      "with --step: this round is the last" },
    TOOL_END
};

static void job_free(void *held) { polish_job_free(held); }

/* Topics that stay as they are take none of the options of passes, nor of rounds. */
static jsmf_status check_alpha_grid(tool_run *run)
{
    static const char *const others[] = { "method", "passes", "tol", "held-out", "online", "minibatch", "prior", "beta",
                                          "anchor-weight", "guide", "guide-weight", "random", "partial", "block",
                                          "step", "soft", "finish" };
    const char *other = tool_first_given(run, others, sizeof others / sizeof *others);
    return other ? tool_usage(run, "--%s with --alpha-grid, which leaves the topics as they are", other) : JSMF_OK;
}

static jsmf_status check_options(tool_run *run)
{
    static const char *const several[] = { "passes", "tol", "held-out" };
    static const char *const of_em[] = { "tol", "held-out", "online", "minibatch", "prior", "anchor-weight", "guide" };
    const polish_settings *s = run->settings;
    const char *other = s->method == POLISH_GIBBS ? tool_first_given(run, of_em, sizeof of_em / sizeof *of_em) : NULL;
    const char *repeated = s->online && !s->partial ? tool_first_given(run, several, sizeof several / sizeof *several)
                                                    : NULL;
    if (tool_is_stdin(run->operands[0]) && tool_is_stdin(tool_operand(run, 1)))
        return tool_usage(run, "both the model and the bag on standard input (MODEL comes first, the bag second)");
    if (s->alpha_grid)
        return check_alpha_grid(run);
    if (polish_shards_check(run, s) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (repeated)
        return tool_usage(run, "--%s with --online, which is one pass over documents that are all learned from",
                          repeated);
    if (s->online && s->minibatch == 0)
        return tool_usage(run, "--minibatch 0 with --online, which goes by minibatches");
    if (other)
        return tool_usage(run, "--%s with --method gibbs (it is for em)", other);
    if (s->method == POLISH_GIBBS && s->beta == 0)
        return tool_usage(run, "--beta 0 with --method gibbs, which needs more");
    if (!s->guide && tool_given(run, "guide-weight"))
        return tool_usage(run, "--guide-weight without --guide");
    if (s->random && tool_given(run, "anchor-weight"))
        return tool_usage(run, "--anchor-weight with --random: there are no topics to hold on to");
    return JSMF_OK;
}

static jsmf_status run_shards(tool_run *run)
{
    const polish_settings *s = run->settings;
    polish_job *j = run->job;
    if ((s->partial ? polish_partial : polish_step)(run, s, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    /* The line of sums stands in their record. */
    return s->partial ? tool_write_unnoted(run, &j->out) : tool_write(run, &j->out);
}

/* Everything but alpha passes through. */
static jsmf_status store_alpha(tool_run *run, const jsmf_polish_grid *grid, double **alpha)
{
    polish_job *j = run->job;
    jsmf_message(run->ctx, JSMF_INFO, "alpha sums to %.4g, and %zu document%s of %.0f tokens are at %.6f a token; it "
                 "was %.4g, and they at %.6f", grid->total, JSMF_COUNTED(grid->documents), grid->tokens, grid->bound,
                 grid->start_total, grid->start_bound);
    if (tool_remark(run, "alpha sums to %.4g, at %.6f a token, before %.4g, at %.6f", grid->total, grid->bound,
                    grid->start_total, grid->start_bound) != JSMF_OK ||
        jsmf_stream_give_f64(run->ctx, &j->in.stream, "alpha", alpha, 1, j->in.model.k, 1) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return tool_write(run, &j->in.stream);
}

static jsmf_status run_alpha_grid(tool_run *run)
{
    const polish_settings *s = run->settings;
    polish_job *j = run->job;
    jsmf_polish_grid grid;
    double *alpha = NULL;
    if (tool_read(run, 0, JSMF_MODEL, &j->in.stream) != JSMF_OK || model_open(run, &j->in) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (jsmf_stream_find(&j->in.stream, "polish.recipe"))
        return tool_usage(run, "--alpha-grid, but the polishing of %s has begun, and has a prior of its own until "
                          "--step --finish", j->in.stream.name);
    if (tool_spool(run, 1, JSMF_BAG, &j->bag.stream) != JSMF_OK || bag_open(run, &j->in, &j->bag) != JSMF_OK ||
        tool_check_memory(run, jsmf_polish_alpha_grid_bytes(run->ctx, j->in.model.n, j->in.model.k),
                          "the search for alpha", "take fewer words, jsmf-bow --top, or fewer topics") != JSMF_OK)
        return jsmf_context_status(run->ctx);
    alpha = jsmf_alloc(run->ctx, j->in.model.k, sizeof *alpha);
    if (alpha && jsmf_polish_alpha_grid(run->ctx, &j->in.model, &j->bag.source, s->alpha_grid, alpha, &grid) ==
                     JSMF_OK)
        jsmf_recorded(store_alpha(run, &grid, &alpha));
    free(alpha);
    return jsmf_context_status(run->ctx);
}

static jsmf_status run_polish(tool_run *run)
{
    const polish_settings *s = run->settings;
    polish_job *j = run->job;
    if (check_options(run) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (s->alpha_grid)
        return run_alpha_grid(run);
    if (s->partial || s->step)
        return run_shards(run);
    if (tool_read(run, 0, JSMF_MODEL, &j->in.stream) != JSMF_OK ||
        polish_open(run, j) != JSMF_OK || tool_spool(run, 1, JSMF_BAG, &j->bag.stream) != JSMF_OK ||
        polish_make(run, run->settings, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return tool_write(run, &j->out);
}

int main(int argc, char **argv)
{
    polish_settings defaults = polish_defaults("--online needs less");
    defaults.block = SHARD_BLOCK;
    const tool this_tool = {
        .name = "jsmf-polish",
        .summary = "topics polished on their documents by a few passes of variational EM",
        .usage = "MODEL [BAG|SHARD|SUMS]",
        .examples = "jsmf-polish model.npz bag.npz -o polished.npz\n"
                    "jsmf-polish -i 20 --held-out 0.1 -v model.npz bag.npz -o polished.npz\n"
                    "jsmf-polish --anchor-weight 0.5 model.npz bag.npz | jsmf-topics\n"
                    "jsmf-polish --guide words.txt model.npz bag.npz | jsmf-topics\n"
                    "jsmf-polish --prior dirichlet model.npz bag.npz -o polished.npz\n"
                    "jsmf-polish --online model.npz large-bag.npz -o polished.npz\n"
                    "jsmf-polish --alpha-grid 41 model.npz bag.npz -o sized.npz\n"
                    "jsmf-polish --partial model.npz shard0.npz -o part0.npz\n"
                    "jsmf-merge part0.npz part1.npz | jsmf-polish --step model.npz - -o next.npz",
        .least_operands = 1,
        .most_operands = 2,
        .stdin_default = true,
        .options = options,
        .often = "method passes held-out online prior guide",
        .defaults = &defaults,
        .settings_size = sizeof defaults,
        .job_size = sizeof(polish_job),
        .run = run_polish,
        .release = job_free,
        .stream_output = true,
        .seeded = true,
    };
    return tool_main(&this_tool, argc, argv);
}
