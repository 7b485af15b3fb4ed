/* jsmf-eval: how good a model is, one metric a line. */
#include "tool.h"

#include "jsmf/arrays.h"
#include "jsmf/metrics.h"
#include "jsmf/vocab.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TSV, JSON };

typedef struct settings {
    const char *cooc;
    size_t words;
    bool per_topic;
    int format;
} settings;

static const settings defaults = { .words = 20, .format = TSV };

static const tool_option options[] = {
    { 0, "cooc", TOOL_TEXT, offsetof(settings, cooc), 0, 0, "STREAM",
      "against a co-occurrence, original or rectified" },
    { 'n', "words", TOOL_SIZE, offsetof(settings, words), 2, 1000, "N", "top words a topic" },
    { 0, "per-topic", TOOL_FLAG, offsetof(settings, per_topic), 0, 0, NULL,
      "a table of what there is by topic, a topic a line" },
    { 0, "format", TOOL_CHOICE, offsetof(settings, format), 0, 0, "tsv|json", "lines for awk, or json for jq" },
    TOOL_END
};

/* What the run holds. */
typedef struct job {
    jsmf_stream in, other; /* the model's, and the one that it is being judged against */
    const jsmf_strings *vocab;
    jsmf_model model;
    jsmf_cooc_source source;
    double *sums; /* the source's row sums */
    jsmf_metrics metrics;
} job;

/* ---- inputs ---- */

static jsmf_status open_model(tool_run *run, job *j)
{
    if (tool_read(run, 0, JSMF_MODEL, &j->in) != JSMF_OK || jsmf_model_load(run->ctx, &j->in, &j->model) != JSMF_OK ||
        jsmf_stream_vocab(run->ctx, &j->in, j->model.n, &j->vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_metrics_start(run->ctx, &j->model, &j->metrics);
}

/* The words of j->other must be the model's. */
static jsmf_status compare_words(tool_run *run, job *j, size_t n)
{
    const jsmf_strings *vocab;
    if (n != j->model.n)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: %zu words, but %zu in %s (jsmf-bow --match gives a corpus the words of a "
                         "model)", j->other.name, n, j->model.n, j->in.name);
    if (jsmf_stream_vocab(run->ctx, &j->other, n, &vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_vocab_compare(run->ctx, j->other.name, vocab, j->in.name, j->vocab,
                              "jsmf-bow --match gives a corpus the words of a model");
}

static jsmf_status open_cooc(tool_run *run, job *j)
{
    const settings *s = run->settings;
    if (!s->cooc)
        return JSMF_OK;
    if (tool_read_file(run, s->cooc, JSMF_COOC | JSMF_RECTIFIED | JSMF_COMPRESSED, &j->other) != JSMF_OK ||
        jsmf_cooc_source_open(run->ctx, &j->other, &j->source) != JSMF_OK ||
        compare_words(run, j, j->source.n) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    j->sums = jsmf_alloc(run->ctx, j->source.n, sizeof *j->sums);
    return j->sums ? jsmf_operator_row_sums(run->ctx, j->source.op, j->sums) : jsmf_context_status(run->ctx);
}

/* ---- output ---- */

static jsmf_status put(tool_run *run, jsmf_output *out, const char *name, double value, const char *between)
{
    const settings *s = run->settings;
    const char *format = s->format == JSON ? "%s\"%s\": %.12g" : "%s%s\t%.12g";
    if (!isnan(value))
        return jsmf_output_printf(run->ctx, out, format, between, name, value);
    return jsmf_output_printf(run->ctx, out, s->format == JSON ? "%s\"%s\": null" : "%s%s\tnan", between, name);
}

static jsmf_status print_lines(tool_run *run, jsmf_output *out, const jsmf_metrics *metrics)
{
    for (size_t i = 0; i < metrics->count; i++)
        if (put(run, out, metrics->list[i].name, metrics->list[i].value, i ? "\n" : "") != JSMF_OK)
            return jsmf_context_status(run->ctx);
    return jsmf_output_printf(run->ctx, out, "\n");
}

/* The metrics that there are by topic, topics as lines. */
static jsmf_status print_table(tool_run *run, jsmf_output *out, const jsmf_metrics *metrics)
{
    jsmf_status status = jsmf_output_printf(run->ctx, out, "topic");
    for (size_t i = 0; i < metrics->count && status == JSMF_OK; i++)
        if (metrics->list[i].topics)
            status = jsmf_output_printf(run->ctx, out, "\t%s", metrics->list[i].name);
    for (size_t k = 0; k < metrics->k && status == JSMF_OK; k++) {
        status = jsmf_output_printf(run->ctx, out, "\n%zu", k);
        for (size_t i = 0; i < metrics->count && status == JSMF_OK; i++)
            if (metrics->list[i].topics && isnan(metrics->list[i].topics[k]))
                status = jsmf_output_printf(run->ctx, out, "\tnan");
            else if (metrics->list[i].topics)
                status = jsmf_output_printf(run->ctx, out, "\t%.12g", metrics->list[i].topics[k]);
    }
    return status == JSMF_OK ? jsmf_output_printf(run->ctx, out, "\n") : status;
}

static jsmf_status print_json(tool_run *run, jsmf_output *out, const jsmf_metrics *metrics)
{
    const settings *s = run->settings;
    jsmf_status status = jsmf_output_printf(run->ctx, out, "{");
    for (size_t i = 0; i < metrics->count && status == JSMF_OK; i++)
        status = put(run, out, metrics->list[i].name, metrics->list[i].value, i ? ",\n" : "");
    if (s->per_topic && status == JSMF_OK)
        status = jsmf_output_printf(run->ctx, out, ",\n\"topics\": [");
    for (size_t k = 0; s->per_topic && k < metrics->k && status == JSMF_OK; k++) {
        status = jsmf_output_printf(run->ctx, out, "%s{\"topic\": %zu", k ? ",\n" : "\n", k);
        for (size_t i = 0; i < metrics->count && status == JSMF_OK; i++)
            if (metrics->list[i].topics)
                status = put(run, out, metrics->list[i].name, metrics->list[i].topics[k], ", ");
        if (status == JSMF_OK)
            status = jsmf_output_printf(run->ctx, out, "}");
    }
    return status == JSMF_OK ? jsmf_output_printf(run->ctx, out, s->per_topic ? "\n]}\n" : "}\n") : status;
}

static jsmf_status print(tool_run *run, const jsmf_metrics *metrics)
{
    const settings *s = run->settings;
    jsmf_output *out;
    jsmf_status status;
    if (tool_text_open(run, &out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    status = (s->format == JSON ? print_json : s->per_topic ? print_table : print_lines)(run, out, metrics);
    if (status == JSMF_OK)
        return tool_text_close(run, out);
    jsmf_output_abandon(out);
    return status;
}

/* ---- the run ---- */

static jsmf_status judge_cooc(tool_run *run, job *j)
{
    size_t bytes;
    if (!j->source.op)
        return JSMF_OK;
    bytes = jsmf_metrics_cooc_bytes(run->ctx, j->source.op, j->model.k);
    if (jsmf_memory_check(run->ctx, bytes, "judging a model of this size", "fewer words or topics") != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_metrics_of_cooc(run->ctx, &j->model, j->source.op, j->sums, &j->metrics);
}

static jsmf_status work(tool_run *run, job *j)
{
    const settings *s = run->settings;
    if (open_model(run, j) != JSMF_OK || open_cooc(run, j) != JSMF_OK || judge_cooc(run, j) != JSMF_OK ||
        jsmf_metrics_of_model(run->ctx, &j->model, j->sums ? j->sums : j->model.unigram, &j->metrics) != JSMF_OK ||
        jsmf_metrics_of_words(run->ctx, &j->model, s->words, &j->metrics) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return print(run, &j->metrics);
}

static jsmf_status run_eval(tool_run *run)
{
    job j = { .sums = NULL };
    jsmf_status status = work(run, &j);
    jsmf_metrics_free(&j.metrics);
    jsmf_cooc_source_free(&j.source);
    free(j.sums);
    jsmf_stream_free(&j.other);
    jsmf_stream_free(&j.in);
    return status;
}

static const tool this_tool = {
    .name = "jsmf-eval",
    .summary = "how good a model is: one metric a line",
    .usage = "[MODEL]",
    .examples = "jsmf-eval --cooc cooc.npz model.npz\n"
                "jsmf-eval --per-topic --cooc cooc.npz model.npz | column -t\n"
                "jsmf-eval --format json model.npz | jq .Specificity",
    .most_operands = 1,
    .stdin_default = true,
    .options = options,
    .defaults = &defaults,
    .settings_size = sizeof defaults,
    .run = run_eval,
    .seeded = true,
};

int main(int argc, char **argv) { return tool_main(&this_tool, argc, argv); }
