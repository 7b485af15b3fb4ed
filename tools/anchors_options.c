#include "anchors_options.h"

#include "jsmf/law.h"
#include "jsmf/vocab.h"

#include <stdlib.h>

/* Beyond this optimality residual a topic's words would be wrong. */
static const double hopeless = 1e-3;

void anchors_job_free(void *job)
{
    anchors_job *j = job;
    cooc_job_free(&j->cooc);
    jsmf_strings_free(&j->words);
    free(j->given);
    jsmf_model_free(&j->model);
}

jsmf_status anchors_check(tool_run *run)
{
    const anchors_settings *s = run->settings;
    if (s->anchors && s->min_df)
        return tool_usage(run, "--min-df chooses among anchors; with --anchors there is no choice");
    return JSMF_OK;
}

/* ---- the user's anchors ---- */

static jsmf_status find_words(tool_run *run, anchors_job *j, const jsmf_index *index)
{
    const anchors_settings *s = run->settings;
    for (size_t line = 0; line < j->words.count; line++) {
        const char *word = jsmf_strings_get(&j->words, line);
        size_t at = jsmf_index_find(index, word, jsmf_strings_length(&j->words, line));
        if (at == SIZE_MAX)
            return jsmf_fail(run->ctx, JSMF_EDATA, "%s:%zu: \"%s\" is not in the vocabulary of %s", s->anchors,
                             line + 1, word, j->cooc.in.name);
        j->given[line] = (int64_t)at;
    }
    return JSMF_OK;
}

static jsmf_status look_up(tool_run *run, anchors_job *j)
{
    const jsmf_strings *vocab;
    jsmf_index *index = NULL;
    jsmf_status status = jsmf_stream_vocab(run->ctx, &j->cooc.in, j->cooc.source.n, &vocab);
    if (status != JSMF_OK)
        return status;
    if (!vocab)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no array vocab, in which --anchors could be looked up",
                         j->cooc.in.name);
    j->given = jsmf_alloc(run->ctx, j->words.count, sizeof *j->given);
    if (!j->given || jsmf_index_new(run->ctx, vocab, &index, NULL) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    status = find_words(run, j, index);
    jsmf_index_free(index);
    return status;
}

/* The row sums of C, or of Y Y' where that is what was opened. */
static jsmf_status row_sums(tool_run *run, const jsmf_cooc_source *source, double *sums)
{
    if (source->op)
        return jsmf_operator_row_sums(run->ctx, source->op, sums);
    return jsmf_law_sums(run->ctx, source->n, source->rectified.k, source->rectified.y, sums);
}

static jsmf_status check_mass(tool_run *run, const anchors_job *j)
{
    const anchors_settings *s = run->settings;
    double *sums = jsmf_alloc(run->ctx, j->cooc.source.n, sizeof *sums);
    jsmf_status status = sums ? row_sums(run, &j->cooc.source, sums) : jsmf_context_status(run->ctx);
    for (size_t line = 0; status == JSMF_OK && line < j->words.count; line++)
        if (!(sums[j->given[line]] > 0))
            status = jsmf_fail(run->ctx, JSMF_EDATA, "%s:%zu: \"%s\" is in no pair with another word and cannot be an "
                               "anchor", s->anchors, line + 1, jsmf_strings_get(&j->words, line));
    free(sums);
    return status;
}

jsmf_status anchors_read(tool_run *run, anchors_job *j)
{
    const anchors_settings *s = run->settings;
    if (!s->anchors)
        return JSMF_OK;
    if (jsmf_words_read(run->ctx, s->anchors, true, &j->words) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (j->words.count == 0)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: empty (expected a word a line)", s->anchors);
    if (s->topics && s->topics != j->words.count)
        return tool_usage(run, "-k %zu, but %s has %zu anchor%s", s->topics, s->anchors, JSMF_COUNTED(j->words.count));
    return look_up(run, j) == JSMF_OK ? check_mass(run, j) : jsmf_context_status(run->ctx);
}

/* ---- the model ---- */

static jsmf_status make_options(tool_run *run, const anchors_job *j, size_t k, jsmf_aw_options *out)
{
    const anchors_settings *s = run->settings;
    *out = (jsmf_aw_options){ .given = j->given, .solver = (jsmf_solver)s->solver, .tolerance = s->tolerance,
                              .iterations = s->iterations };
    if (s->min_df > 0 && !j->cooc.source.df)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no array df, which --min-df needs (streams of jsmf-cooc have it)",
                         j->cooc.in.name);
    out->rectified = j->cooc.in.kind == JSMF_RECTIFIED || j->cooc.source.rectified.y;
    out->anchors = (jsmf_anchor_options){ .k = k, .df = j->cooc.source.df, .min_df = (int64_t)s->min_df };
    return JSMF_OK;
}

static jsmf_status report_squares(tool_run *run, const jsmf_simplex_report *report)
{
    static const char text[] = "the least squares of %zu word%s were stopped by the bound on iterations "
                               "(optimality residual up to %.1e of max |f|; -i allows more)";
    const anchors_settings *s = run->settings;
    const char *ending = jsmf_plural(report->not_converged);
    jsmf_message(run->ctx, JSMF_INFO, "least squares by %s: %.1f iterations a word, at most %zu; optimality residual "
                 "below %.1e of max |f|", s->solver == JSMF_ADMM ? "ADMM" : "active set", report->mean_iterations,
                 report->most_iterations, report->worst_kkt);
    if (report->not_converged && report->worst_kkt > hopeless)
        return jsmf_fail(run->ctx, JSMF_ENUMERIC, text, report->not_converged, ending, report->worst_kkt);
    if (report->not_converged)
        jsmf_message(run->ctx, JSMF_WARNING, text, report->not_converged, ending, report->worst_kkt);
    return JSMF_OK;
}

static void report_model(tool_run *run, const anchors_job *j, double seconds)
{
    const jsmf_model *m = &j->model;
    jsmf_message(run->ctx, JSMF_INFO, "%zu topic%s of %zu word%s from a %s co-occurrence in %.3f s; legality %.6f",
                 JSMF_COUNTED(m->k), JSMF_COUNTED(m->n),
                 j->cooc.source.op ? jsmf_operator_name(j->cooc.source.op) : "compressed", seconds, m->legality);
}

jsmf_status anchors_learn(tool_run *run, anchors_job *j, size_t k, anchors_solver *solve)
{
    jsmf_aw_options o;
    jsmf_simplex_report report;
    double start;
    if (make_options(run, j, k, &o) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    start = jsmf_clock();
    if (solve(run, j, &o, &report) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    report_model(run, j, jsmf_clock() - start);
    j->cooc.out.kind = JSMF_MODEL;
    if (report_squares(run, &report) != JSMF_OK || jsmf_stream_pass(run->ctx, &j->cooc.in, &j->cooc.out) != JSMF_OK ||
        jsmf_model_store(run->ctx, &j->model, &j->cooc.out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return tool_write(run, &j->cooc.out);
}
