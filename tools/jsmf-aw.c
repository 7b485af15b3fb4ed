/* jsmf-aw: a co-occurrence to a model, by anchor words. */
#include "anchors_options.h"

#include "jsmf/arrays.h"

#include <stdlib.h>

static const anchors_settings defaults = { .solver = JSMF_ACTIVE_SET };

static const tool_option options[] = {
    TOOL_TOPICS(anchors_settings, topics,
                "topics; needed unless the stream holds Y (then its rank) or --anchors tells"),
    ANCHORS_OPTIONS,
    TOOL_END
};

/* What the run holds. */
typedef struct job {
    jsmf_stream in, out;
    jsmf_cooc_source source;
    anchors_chosen chosen;
    jsmf_model model;
} job;

static void job_free(job *j)
{
    jsmf_cooc_source_free(&j->source);
    jsmf_stream_free(&j->in);
    jsmf_stream_free(&j->out);
    anchors_chosen_free(&j->chosen);
    jsmf_model_free(&j->model);
}

static jsmf_status choose_anchors(tool_run *run, job *j)
{
    double *sums;
    jsmf_status status;
    if (anchors_read(run, &j->in, j->source.n, &j->chosen) != JSMF_OK || !j->chosen.given)
        return jsmf_context_status(run->ctx);
    sums = jsmf_alloc(run->ctx, j->source.n, sizeof *sums);
    status = sums ? jsmf_operator_row_sums(run->ctx, j->source.op, sums) : JSMF_ESYSTEM;
    if (status == JSMF_OK)
        status = anchors_check_mass(run, &j->chosen, sums);
    free(sums);
    return status;
}

static jsmf_status choose_topics(tool_run *run, const job *j, size_t rank, size_t *k)
{
    const anchors_settings *s = run->settings;
    *k = j->chosen.given ? j->chosen.words.count : s->topics ? s->topics : rank;
    if (*k == 0)
        return tool_usage(run, "how many topics? Name them with -k (%s holds no Y that tells)", j->in.name);
    return JSMF_OK;
}

static jsmf_status learn(tool_run *run, job *j, size_t rank)
{
    jsmf_aw_options o;
    jsmf_simplex_report report;
    size_t k = 0;
    double start;
    if (choose_anchors(run, j) != JSMF_OK || choose_topics(run, j, rank, &k) != JSMF_OK ||
        anchors_make(run, &j->in, &j->chosen, j->source.df, k, &o) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    start = jsmf_clock();
    if (jsmf_anchor_words(run->ctx, j->source.op, &o, &j->model, &report) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_message(run->ctx, JSMF_INFO, "%zu topics of %zu words from a %s co-occurrence in %.3f s; legality %.6f",
                 j->model.k, j->model.n, jsmf_operator_name(j->source.op), jsmf_clock() - start, j->model.legality);
    return anchors_report(run, &report);
}

/* The number of columns of Y, the rank that was asked of the rectification; 0 where there is none. */
static size_t rank_of(const jsmf_stream *stream)
{
    const jsmf_array *y = jsmf_stream_find(stream, "Y");
    return y && y->dims == 2 ? y->shape[1] : 0;
}

static jsmf_status work(tool_run *run, job *j)
{
    size_t rank;
    if (anchors_check(run) != JSMF_OK ||
        tool_read(run, 0, JSMF_COOC | JSMF_RECTIFIED | JSMF_COMPRESSED, &j->in) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    rank = rank_of(&j->in);
    if (jsmf_cooc_source_open(run->ctx, &j->in, &j->source) != JSMF_OK || learn(run, j, rank) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    j->out.kind = JSMF_MODEL;
    if (jsmf_stream_pass(run->ctx, &j->in, &j->out) != JSMF_OK ||
        jsmf_model_store(run->ctx, &j->model, &j->out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return tool_write(run, &j->out);
}

static jsmf_status run_aw(tool_run *run)
{
    job j = { .source = { 0 } };
    jsmf_status status = work(run, &j);
    job_free(&j);
    return status;
}

static const tool this_tool = {
    .name = "jsmf-aw",
    .summary = "topics and their correlations from a co-occurrence, by anchor words",
    .usage = "[STREAM]",
    .examples = "jsmf-cooc bag.npz | jsmf-rectify-ap -k 20 | jsmf-aw > model.npz\n"
                "jsmf-aw -k 20 --min-df 50 rectified.npz -o model.npz\n"
                "jsmf-aw --anchors words.txt rectified.npz | jsmf-topics",
    .most_operands = 1,
    .stdin_default = true,
    .options = options,
    .defaults = &defaults,
    .settings_size = sizeof defaults,
    .run = run_aw,
    .stream_output = true,
};

int main(int argc, char **argv) { return tool_main(&this_tool, argc, argv); }
