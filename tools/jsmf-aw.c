/* jsmf-aw: a co-occurrence to a model, by anchor words. */
#include "tool.h"

#include "jsmf/arrays.h"
#include "jsmf/vocab.h"

#include <stdlib.h>
#include <string.h>

typedef struct settings {
    size_t topics, iterations, min_df;
    double tolerance;
    int solver;
    const char *anchors;
} settings;

static const settings defaults = { .solver = JSMF_ACTIVE_SET };

static const tool_option options[] = {
    TOOL_TOPICS(settings, topics, "topics; needed unless the stream holds Y (then its rank) or --anchors tells"),
    { 0, "min-df", TOOL_SIZE, offsetof(settings, min_df), 0, 1e15, "N",
      "only words of at least N documents may be anchors" },
    { 0, "anchors", TOOL_TEXT, offsetof(settings, anchors), 0, 0, "FILE",
      "these anchor words, one a line, instead of a selection" },
    { 0, "solver", TOOL_CHOICE, offsetof(settings, solver), 0, 0, "active-set|admm",
      "how p(topic | word) is found: exactly, or by ADMM" },
    { 'i', "iterations", TOOL_SIZE, offsetof(settings, iterations), 1, 1e9, "N",
      "bound on the solver's iterations a word (default 20 K + 100; ADMM 2000)" },
    { 0, "tol", TOOL_REAL, offsetof(settings, tolerance), 1e-15, 1, "X",
      "the solver's optimality residual, relative to max |f| (default 1e-13; ADMM 1e-8)" },
    TOOL_END
};

/* What the run holds. */
typedef struct job {
    jsmf_stream in, out;
    jsmf_cooc_source source;
    jsmf_strings words; /* of --anchors */
    int64_t *given;     /* their indices, or NULL */
    jsmf_model model;
} job;

static void job_free(job *j)
{
    jsmf_cooc_source_free(&j->source);
    jsmf_stream_free(&j->in);
    jsmf_stream_free(&j->out);
    jsmf_strings_free(&j->words);
    free(j->given);
    jsmf_model_free(&j->model);
}

/* ---- the user's anchors ---- */

static jsmf_status find_words(tool_run *run, job *j, const jsmf_index *index, const double *sums)
{
    const settings *s = run->settings;
    for (size_t line = 0; line < j->words.count; line++) {
        const char *word = jsmf_strings_get(&j->words, line);
        size_t at = jsmf_index_find(index, word, jsmf_strings_length(&j->words, line));
        if (at == SIZE_MAX)
            return jsmf_fail(run->ctx, JSMF_EDATA, "%s:%zu: \"%s\" is not in the vocabulary of %s", s->anchors,
                             line + 1, word, j->in.name);
        if (!(sums[at] > 0))
            return jsmf_fail(run->ctx, JSMF_EDATA, "%s:%zu: \"%s\" occurs with no other word and cannot be an anchor",
                             s->anchors, line + 1, word);
        j->given[line] = (int64_t)at;
    }
    return JSMF_OK;
}

static jsmf_status look_up(tool_run *run, job *j, const jsmf_strings *vocab)
{
    jsmf_index *index = NULL;
    jsmf_status status = JSMF_ESYSTEM;
    double *sums = jsmf_alloc(run->ctx, j->source.n, sizeof *sums);
    j->given = jsmf_alloc(run->ctx, j->words.count, sizeof *j->given);
    if (sums && j->given && jsmf_operator_row_sums(run->ctx, j->source.op, sums) == JSMF_OK &&
        jsmf_index_new(run->ctx, vocab, &index, NULL) == JSMF_OK)
        status = find_words(run, j, index, sums);
    jsmf_index_free(index);
    free(sums);
    return jsmf_context_status(run->ctx) != JSMF_OK ? jsmf_context_status(run->ctx) : status;
}

static jsmf_status read_anchors(tool_run *run, job *j)
{
    const settings *s = run->settings;
    const jsmf_strings *vocab = NULL;
    if (jsmf_words_read(run->ctx, s->anchors, true, &j->words) != JSMF_OK ||
        jsmf_stream_vocab(run->ctx, &j->in, j->source.n, &vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (!vocab)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no array vocab, in which --anchors could be looked up", j->in.name);
    if (j->words.count == 0)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: empty (expected a word a line)", s->anchors);
    if (s->topics && s->topics != j->words.count)
        return tool_usage(run, "-k %zu, but %s has %zu anchors", s->topics, s->anchors, j->words.count);
    return look_up(run, j, vocab);
}

/* ---- the model ---- */

static jsmf_status choose_topics(tool_run *run, const job *j, size_t rank, size_t *k)
{
    const settings *s = run->settings;
    *k = j->given ? j->words.count : s->topics ? s->topics : rank;
    if (*k == 0)
        return tool_usage(run, "how many topics? Name them with -k (%s holds no Y that tells)", j->in.name);
    return JSMF_OK;
}

static jsmf_status make_options(tool_run *run, const job *j, size_t rank, jsmf_aw_options *o)
{
    const settings *s = run->settings;
    *o = (jsmf_aw_options){ .given = j->given, .solver = (jsmf_solver)s->solver, .tolerance = s->tolerance,
                            .iterations = s->iterations };
    if (s->min_df > 0 && !j->source.df)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no array df, which --min-df needs (streams of jsmf-cooc have it)",
                         j->in.name);
    o->anchors.df = j->source.df;
    o->anchors.min_df = (int64_t)s->min_df;
    return choose_topics(run, j, rank, &o->anchors.k);
}

/* Beyond this optimality residual a topic's words would be wrong. */
static const double hopeless = 1e-3;

static jsmf_status check_convergence(tool_run *run, const jsmf_simplex_report *report)
{
    static const char text[] = "the least squares of %zu words were stopped by the bound on iterations "
                               "(optimality residual up to %.1e of max |f|; -i allows more)";
    if (report->not_converged && report->worst_kkt > hopeless)
        return jsmf_fail(run->ctx, JSMF_ENUMERIC, text, report->not_converged, report->worst_kkt);
    if (report->not_converged)
        jsmf_message(run->ctx, JSMF_WARNING, text, report->not_converged, report->worst_kkt);
    return JSMF_OK;
}

static void tell(tool_run *run, const job *j, const jsmf_simplex_report *report, double seconds)
{
    const settings *s = run->settings;
    jsmf_message(run->ctx, JSMF_INFO, "least squares by %s: %.1f iterations a word, at most %zu; optimality residual "
                 "below %.1e of max |f|", s->solver == JSMF_ADMM ? "ADMM" : "active set", report->mean_iterations,
                 report->most_iterations, report->worst_kkt);
    jsmf_message(run->ctx, JSMF_INFO, "%zu topics of %zu words from a %s co-occurrence in %.3f s; legality %.6f",
                 j->model.k, j->model.n, jsmf_operator_name(j->source.op), seconds, j->model.legality);
}

static jsmf_status learn(tool_run *run, job *j, size_t rank)
{
    const settings *s = run->settings;
    jsmf_aw_options o;
    jsmf_simplex_report report;
    double start;
    if ((s->anchors && read_anchors(run, j) != JSMF_OK) || make_options(run, j, rank, &o) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    start = jsmf_clock();
    if (jsmf_anchor_words(run->ctx, j->source.op, &o, &j->model, &report) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    tell(run, j, &report, jsmf_clock() - start);
    return check_convergence(run, &report);
}

/* The number of columns of Y, the rank that was asked of the rectification; 0 where there is none. */
static size_t rank_of(const jsmf_stream *stream)
{
    const jsmf_array *y = jsmf_stream_find(stream, "Y");
    return y && y->dims == 2 ? y->shape[1] : 0;
}

static jsmf_status work(tool_run *run, job *j)
{
    const settings *s = run->settings;
    size_t rank;
    if (s->anchors && s->min_df)
        return tool_usage(run, "--min-df chooses among anchors; with --anchors there is no choice");
    if (tool_read(run, 0, JSMF_COOC | JSMF_RECTIFIED, &j->in) != JSMF_OK)
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
    job j = { .given = NULL };
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
