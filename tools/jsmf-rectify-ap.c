/* jsmf-rectify-ap: a co-occurrence to a rectified one, by alternating projection or Douglas-Rachford iterations. */
#include "shared/ap_job.h"

enum method { METHOD_AP, METHOD_DR };

typedef struct settings {
    ap_settings ap;
    bool restart;
    int method; /* enum method */
} settings;

static const settings defaults = {
    .ap = { .iterations = AP_ITERATIONS, .eigen = TOOL_EIGEN_BY_RULE,
            .lighter = "take fewer words, jsmf-bow --top, or a smaller C, jsmf-cooc --factored",
            .lighter_dense = "leave --dense out" },
};

static const tool_option options[] = {
    TOOL_TOPICS(settings, ap.topics, "the number of topics, and the rank of the projection; needed"),
    { 0, "method", TOOL_CHOICE, offsetof(settings, method), 0, 0, "ap|dr",
      "alternating projection, or cyclic Douglas-Rachford iterations, which write C itself" },
    TOOL_ITERATIONS(settings, ap.iterations, 1,
                    "the number of iterations, including those before a checkpoint that is read"),
    TOOL_TOLERANCE(settings, ap.tolerance, 0, 1, "ap: stop when the relative change of C falls below X; 0: never"),
    TOOL_EIGEN(settings, ap.eigen),
    { 0, "dense", TOOL_FLAG, offsetof(settings, ap.dense), 0, 0, NULL,
      "write C = max(Y Y' + r, 0), divided by its sum, instead of Y and r" },
    { 0, "checkpoint", TOOL_TEXT, offsetof(settings, ap.checkpoint), 0, 0, "FILE",
      "ap: write the state to FILE after each iteration; give FILE as the input to continue" },
    { 0, "restart", TOOL_FLAG, offsetof(settings, restart), 0, 0, NULL,
      "dr: begin anew from the C of a rectified stream" },
    TOOL_END
};

static void job_free(void *held) { ap_job_free(held); }

static jsmf_status check_options(tool_run *run)
{
    const settings *s = run->settings;
    const bool dr = s->method == METHOD_DR;
    if (dr && (tool_given(run, "tol") || s->ap.checkpoint))
        return tool_usage(run, "--%s goes with --method ap", s->ap.checkpoint ? "checkpoint" : "tol");
    if (!dr && s->restart)
        return tool_usage(run, "--restart goes with --method dr (alternating projection goes on by itself)");
    if (s->ap.dense && s->ap.checkpoint)
        return tool_usage(run, "--checkpoint keeps Y and r: leave --dense out");
    if (tool_is_stdin(s->ap.checkpoint))
        return tool_usage(run, "--checkpoint -: expected a file");
    return cooc_need_topics(run);
}

static bool is_rectified(const cooc_job *c) { return c->in.kind == JSMF_RECTIFIED || c->source.rectified.y; }

/* What Douglas-Rachford iterations leave unclipped is what they would go on from. */
static jsmf_status check_restart(tool_run *run, const ap_job *j)
{
    const settings *s = run->settings;
    if (s->method != METHOD_DR || s->restart || !is_rectified(&j->cooc))
        return JSMF_OK;
    return tool_usage(run, "--method dr: %s is rectified, and the iterations cannot continue from it (give --restart "
                      "to begin anew from its C, or read the original C)", j->cooc.in.name);
}

/* C itself, in the place of a C that was read dense. */
static jsmf_status reflect(tool_run *run, ap_job *j)
{
    const settings *s = run->settings;
    const jsmf_rectify_dr_options o = { .k = s->ap.topics, .iterations = s->ap.iterations,
                                        .cold = tool_eigen(s->ap.eigen) };
    jsmf_arrays_cooc *source = &j->cooc.source;
    const size_t n = source->n, matrix = jsmf_mul_sat(jsmf_mul_sat(n, n), sizeof(double));
    const size_t bytes = jsmf_rectify_dr_bytes(n, s->ap.topics, source->dense != NULL);
    const double start = jsmf_context_clock();
    if (cooc_check_memory(run, "Douglas-Rachford rectification", n, s->ap.topics,
                          jsmf_add_sat(bytes, source->dense ? matrix : 0), "use --method ap, which needs no matrix of "
                          "words x words, or take fewer words, jsmf-bow --top") != JSMF_OK ||
        jsmf_rectify_dr(run->ctx, source->op, &o, &source->dense) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_message(run->ctx, JSMF_INFO, "%zu iteration%s in %.3f s", JSMF_COUNTED(s->ap.iterations),
                 jsmf_context_clock() - start);
    return jsmf_stream_give_f64(run->ctx, &j->cooc.out, "C", &source->dense, 2, n, n);
}

static jsmf_status run_rectify(tool_run *run)
{
    const settings *s = run->settings;
    ap_job *j = run->job;
    if (check_options(run) != JSMF_OK || tool_read(run, 0, JSMF_COOC | JSMF_RECTIFIED, &j->cooc.in) != JSMF_OK ||
        cooc_open(run, &j->cooc, s->ap.topics) != JSMF_OK || check_restart(run, j) != JSMF_OK ||
        (s->method == METHOD_DR ? reflect(run, j) : ap_project(run, &s->ap, j)) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return cooc_write(run, &j->cooc, JSMF_RECTIFIED);
}

static const tool this_tool = {
    .name = "jsmf-rectify-ap",
    .summary = "rectify a co-occurrence by alternating projection",
    .usage = "[STREAM]",
    .examples = "jsmf-cooc bag.npz | jsmf-rectify-ap -k 20 -o rectified.npz\n"
                "jsmf-rectify-ap -k 50 -i 150 --tol 1e-5 -v c.npz -o rectified.npz\n"
                "jsmf-rectify-ap -k 100 -i 150 --checkpoint so-far.npz c.npz -o rectified.npz\n"
                "jsmf-rectify-ap -k 20 --method dr c.npz | jsmf-aw -k 20 -o model.npz",
    .most_operands = 1,
    .stdin_default = true,
    .options = options,
    .often = "topics iterations tol checkpoint",
    .defaults = &defaults,
    .settings_size = sizeof defaults,
    .job_size = sizeof(ap_job),
    .run = run_rectify,
    .release = job_free,
    .stream_output = true,
};

int main(int argc, char **argv) { return tool_main(&this_tool, argc, argv); }
