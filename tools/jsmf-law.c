/* jsmf-law: a compressed co-occurrence to a model, by the low-rank anchor word algorithm. */
#include "anchors_options.h"

#include "jsmf/arrays.h"
#include "jsmf/law.h"

#include <stdlib.h>

typedef struct settings {
    anchors_settings anchors;
    bool plain;
} settings;

static const settings defaults = { .anchors = { .solver = JSMF_ACTIVE_SET } };

static const tool_option options[] = {
    TOOL_TOPICS(anchors_settings, topics, "topics: the columns of Y; need not be given"),
    { 0, "plain", TOOL_FLAG, offsetof(settings, plain), 0, 0, NULL,
      "the paper's text, without the correction for negative entries of Y Y'" },
    ANCHORS_OPTIONS,
    TOOL_END
};

/* What the run holds. */
typedef struct job {
    jsmf_stream in, out;
    size_t n, k;
    double *y;   /* taken out of the stream */
    int64_t *df; /* the stream's, or NULL */
    anchors_chosen chosen;
    jsmf_model model;
} job;

static void job_free(job *j)
{
    jsmf_stream_free(&j->in);
    jsmf_stream_free(&j->out);
    free(j->y);
    anchors_chosen_free(&j->chosen);
    jsmf_model_free(&j->model);
}

/* ---- input ---- */

/* The arrays of one number a word that pass on to the model. */
static jsmf_status check_words(tool_run *run, job *j)
{
    const jsmf_strings *vocab;
    double *unigram;
    jsmf_status status = jsmf_stream_vocab(run->ctx, &j->in, j->n, &vocab);
    if (status == JSMF_OK && jsmf_stream_find(&j->in, "unigram"))
        status = jsmf_stream_vector(run->ctx, &j->in, "unigram", j->n, &unigram, NULL);
    if (status == JSMF_OK && jsmf_stream_find(&j->in, "df"))
        status = jsmf_stream_integers(run->ctx, &j->in, "df", j->n, &j->df, NULL);
    return status;
}

static jsmf_status open_y(tool_run *run, job *j)
{
    const anchors_settings *s = run->settings;
    jsmf_array *needed;
    double *y;
    size_t shape[2];
    if (jsmf_stream_need(run->ctx, &j->in, "Y", &needed) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (jsmf_stream_find(&j->in, "r"))
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: Y with r is a rectified co-occurrence (jsmf-aw reads it)",
                         j->in.name);
    if (jsmf_stream_matrix(run->ctx, &j->in, "Y", 0, 0, &y, shape) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (shape[0] == 0 || shape[1] == 0 || shape[1] > shape[0])
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: array Y: %zu x %zu (expected words x topics)", j->in.name, shape[0],
                         shape[1]);
    if (s->topics && s->topics != shape[1])
        return tool_usage(run, "-k %zu, but %s holds a Y of %zu columns, which are its topics (compress to as many)",
                          s->topics, j->in.name, shape[1]);
    j->n = shape[0];
    j->k = shape[1];
    j->y = jsmf_stream_take(&j->in, "Y");
    return check_words(run, j);
}

static jsmf_status choose_anchors(tool_run *run, job *j)
{
    const anchors_settings *s = run->settings;
    double *sums;
    jsmf_status status;
    if (anchors_read(run, &j->in, j->n, &j->chosen) != JSMF_OK || !j->chosen.given)
        return jsmf_context_status(run->ctx);
    if (j->chosen.words.count != j->k)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: %zu anchors (expected %zu, the columns of Y in %s)", s->anchors,
                         j->chosen.words.count, j->k, j->in.name);
    sums = jsmf_alloc(run->ctx, j->n, sizeof *sums);
    status = sums ? jsmf_law_sums(run->ctx, j->n, j->k, j->y, sums) : JSMF_ESYSTEM;
    if (status == JSMF_OK)
        status = anchors_check_mass(run, &j->chosen, sums);
    free(sums);
    return status;
}

/* ---- the model ---- */

static jsmf_status learn(tool_run *run, job *j)
{
    const settings *s = run->settings;
    jsmf_aw_options o;
    jsmf_simplex_report report;
    double start;
    if (choose_anchors(run, j) != JSMF_OK ||
        anchors_make(run, &j->in, &j->chosen, j->df, j->k, &o) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    start = jsmf_clock();
    if (jsmf_law(run->ctx, j->n, j->k, j->y, &o, s->plain, &j->model, &report) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_message(run->ctx, JSMF_INFO, "%zu topics of %zu words in %.3f s; legality %.6f", j->k, j->n,
                 jsmf_clock() - start, j->model.legality);
    return anchors_report(run, &report);
}

static jsmf_status work(tool_run *run, job *j)
{
    if (anchors_check(run) != JSMF_OK || tool_read(run, 0, JSMF_COMPRESSED, &j->in) != JSMF_OK ||
        open_y(run, j) != JSMF_OK || learn(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    j->out.kind = JSMF_MODEL;
    if (jsmf_stream_pass(run->ctx, &j->in, &j->out) != JSMF_OK ||
        jsmf_model_store(run->ctx, &j->model, &j->out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return tool_write(run, &j->out);
}

static jsmf_status run_law(tool_run *run)
{
    job j = { .n = 0 };
    jsmf_status status = work(run, &j);
    job_free(&j);
    return status;
}

static const tool this_tool = {
    .name = "jsmf-law",
    .summary = "topics and their correlations from a compressed co-occurrence, in linear time",
    .usage = "[STREAM]",
    .examples = "jsmf-cooc bag.npz | jsmf-rectify-enn -k 20 | jsmf-law > model.npz\n"
                "jsmf-law --min-df 50 compressed.npz -o model.npz\n"
                "jsmf-law --plain compressed.npz | jsmf-topics",
    .most_operands = 1,
    .stdin_default = true,
    .options = options,
    .defaults = &defaults,
    .settings_size = sizeof defaults,
    .run = run_law,
    .stream_output = true,
};

int main(int argc, char **argv) { return tool_main(&this_tool, argc, argv); }
