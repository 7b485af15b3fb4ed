/* jsmf-anchorfree: a co-occurrence to a model, without anchor words. */
#include "shared/cooc_job.h"

#include "jsmf/anchorfree.h"
#include "jsmf/model.h"

#include <stdlib.h>

/* Beyond this part of the mass that is clipped, B A B' is not near the co-occurrence. */
static const double most_clipped_mass = 0.05;

typedef struct settings {
    size_t topics, min_df, sweeps;
    double tolerance;
    int eigen;
} settings;

static const settings defaults = { .sweeps = 20, .tolerance = 1e-6, .eigen = TOOL_EIGEN_BY_RULE };

static const tool_option options[] = {
    TOOL_TOPICS(settings, topics, "the number of topics (default: the columns of Y or V in the stream)"),
    { 0, "min-df", TOOL_SIZE, offsetof(settings, min_df), 0, 1e15, "N",
      "require B >= 0 only for words of at least N documents" },
    { 'i', "sweeps", TOOL_SIZE, offsetof(settings, sweeps), 1, 1e6, "N",
      "the largest number of sweeps over the topics" },
    TOOL_TOLERANCE(settings, tolerance, 1e-15, 1, "stop when a sweep raises log |det M| by less than X"),
    TOOL_EIGEN(settings, eigen),
    TOOL_END
};

/* What the run holds. */
typedef struct job {
    cooc_job cooc;
    jsmf_model model;
    jsmf_anchorfree_report report;
} job;

static void job_free(void *held)
{
    job *j = held;
    cooc_job_free(&j->cooc);
    jsmf_model_free(&j->model);
}

static jsmf_status open_stream(tool_run *run, job *j)
{
    if (jsmf_arrays_is_compressed(&j->cooc.in))
        return jsmf_arrays_compressed_open(run->ctx, &j->cooc.in, &j->cooc.source);
    return jsmf_arrays_cooc_open(run->ctx, &j->cooc.in, &j->cooc.source);
}

static jsmf_status make_options(tool_run *run, const job *j, jsmf_anchorfree_options *o)
{
    const settings *s = run->settings;
    const jsmf_arrays_cooc *source = &j->cooc.source;
    *o = (jsmf_anchorfree_options){ .df = source->df, .min_df = (int64_t)s->min_df, .sweeps = s->sweeps,
                                    .tolerance = s->tolerance, .cold = tool_eigen(s->eigen) };
    if (cooc_choose_topics(run, &j->cooc, s->topics, &o->k) != JSMF_OK ||
        cooc_need_df(run, &j->cooc, s->min_df) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_model_check_topics(run->ctx, j->cooc.in.name, o->k, source->n);
}

static void report(tool_run *run, const job *j, double seconds)
{
    const jsmf_anchorfree_report *r = &j->report;
    const settings *s = run->settings;
    jsmf_message(run->ctx, JSMF_INFO, "%zu topic%s of %zu word%s (%zu asked to be positive) in %zu sweep%s, %.3f s: "
                 "%zu linear programs, %zu steps; legality %.6f", JSMF_COUNTED(j->model.k), JSMF_COUNTED(j->model.n),
                 r->rows, JSMF_COUNTED(r->sweeps), seconds, r->programs, r->steps, j->model.legality);
    jsmf_message(run->ctx, JSMF_INFO, "clipped: %.3g of the mass of B, %.3g of that of A", r->clipped_b, r->clipped_a);
    if (!r->converged)
        jsmf_message(run->ctx, JSMF_WARNING, "log |det M| still rises after %zu sweep%s (-i allows more)",
                     JSMF_COUNTED(s->sweeps));
    if (r->clipped_b > most_clipped_mass || r->clipped_a > most_clipped_mass)
        jsmf_message(run->ctx, JSMF_WARNING, "negative, and clipped: %.2g of the mass of B, %.2g of that of A (fewer "
                     "topics, a rectified co-occurrence, or another --min-df may fit better)", r->clipped_b,
                     r->clipped_a);
}

static jsmf_status learn(tool_run *run, job *j)
{
    const jsmf_arrays_cooc *source = &j->cooc.source;
    const double start = jsmf_context_clock();
    jsmf_anchorfree_options o;
    if (make_options(run, j, &o) != JSMF_OK ||
        (source->op ? jsmf_anchorfree(run->ctx, source->op, &o, &j->model, &j->report)
                    : jsmf_anchorfree_compressed(run->ctx, source->n, source->rectified.k, source->rectified.y, &o,
                                                 &j->model, &j->report)) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    report(run, j, jsmf_context_clock() - start);
    return JSMF_OK;
}

static jsmf_status run_anchorfree(tool_run *run)
{
    const settings *s = run->settings;
    job *j = run->job;
    if (jsmf_anchorfree_available(run->ctx) != JSMF_OK ||
        tool_read(run, 0, JSMF_COOC | JSMF_RECTIFIED | JSMF_COMPRESSED, &j->cooc.in) != JSMF_OK ||
        cooc_check_rank(run, &j->cooc, s->topics) != JSMF_OK || open_stream(run, j) != JSMF_OK ||
        learn(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_arrays_mark(&j->cooc.out, JSMF_MODEL);
    if (jsmf_stream_pass(run->ctx, &j->cooc.in, &j->cooc.out) != JSMF_OK ||
        jsmf_arrays_model_store(run->ctx, &j->model, &j->cooc.out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return tool_write(run, &j->cooc.out);
}

static const tool this_tool = {
    .name = "jsmf-anchorfree",
    .summary = "topics and their correlations from a co-occurrence, without anchor words",
    .usage = "[STREAM]",
    .examples = "jsmf-cooc bag.npz | jsmf-anchorfree -k 20 --min-df 50 -o model.npz\n"
                "jsmf-cooc bag.npz | jsmf-rectify-enn -k 20 | jsmf-anchorfree | jsmf-topics",
    .most_operands = 1,
    .stdin_default = true,
    .options = options,
    .often = "topics min-df sweeps",
    .defaults = &defaults,
    .settings_size = sizeof defaults,
    .job_size = sizeof(job),
    .run = run_anchorfree,
    .release = job_free,
    .stream_output = true,
};

int main(int argc, char **argv) { return tool_main(&this_tool, argc, argv); }
