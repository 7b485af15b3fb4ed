#include "anchors_options.h"

#include "jsmf/anchors.h"
#include "jsmf/corpus.h"

#include <stdio.h>
#include <stdlib.h>

/* Beyond this optimality residual a topic's words would be wrong. */
static const double largest_usable_residual = 1e-3;

void anchors_job_free(void *job)
{
    anchors_job *j = job;
    cooc_job_free(&j->cooc);
    seeds_free(&j->seeds);
    free(j->first);
    jsmf_model_free(&j->model);
}

enum { BAYES, PLAIN };
enum { DIAGONAL, LEAST_SQUARES };

static jsmf_status check_steps(tool_run *run, const anchors_settings *s)
{
    if (s->gamma > 0 && s->solver != JSMF_ADMM)
        return tool_usage(run, "--gamma is of --solver admm");
    if (s->eta > 0 && (s->solver != JSMF_EXPGRAD || s->loss == JSMF_ROWS_KL))
        return tool_usage(run, "--eta is of --solver expgrad, with --loss l2");
    return JSMF_OK;
}

/* How topics are found from the anchors. */
static jsmf_status check_recovery(tool_run *run, const anchors_settings *s)
{
    const bool kl = s->loss == JSMF_ROWS_KL;
    if (kl && s->solver == JSMF_ADMM)
        return tool_usage(run, "--solver admm solves least squares; --loss kl has active-set and expgrad");
    if (s->recover == BAYES)
        return check_steps(run, s);
    if (kl || s->solver != JSMF_ACTIVE_SET || s->iterations || s->tolerance > 0)
        return tool_usage(run, "--recover plain compares no rows: --loss, --solver, -i and --tol go with --recover "
                          "bayes");
    if (s->correlations == LEAST_SQUARES)
        return tool_usage(run, "--recover plain finds the correlations itself; --recover-a goes with --recover bayes");
    return JSMF_OK;
}

jsmf_status anchors_check(tool_run *run)
{
    const anchors_settings *s = run->settings;
    if (s->anchors && s->clean_up)
        return tool_usage(run, "--clean-up would choose again the anchors that --anchors gives");
    if (s->anchors && s->select > JSMF_SELECT_SPA)
        return tool_usage(run, "--anchors goes with --select qr and spa, which choose what it leaves open");
    if (s->clean_up && s->select > JSMF_SELECT_SPA)
        return tool_usage(run, "--clean-up goes with --select qr and spa");
    return check_recovery(run, s);
}

/* ---- the user's anchors ---- */

/* The row sums of C, or of Y Y' where that is what was opened. */
static jsmf_status row_sums(tool_run *run, const jsmf_arrays_cooc *source, double *sums)
{
    if (source->op)
        return jsmf_operator_row_sums(run->ctx, source->op, sums);
    return jsmf_anchors_law_sums(run->ctx, source->n, source->rectified.k, source->rectified.y, sums);
}

/* Moves the line's words that have mass to their place, which may be further in front: first + *count. */
static jsmf_status keep_massive(tool_run *run, seeds *s, size_t line, const jsmf_strings *vocab, const double *sums,
                                size_t *count)
{
    const size_t begin = s->first[line], end = s->first[line + 1], before = *count;
    for (size_t w = begin; w < end; w++)
        if (jsmf_model_has_mass(sums[s->words[w]]))
            s->words[(*count)++] = s->words[w];
    if (end > begin && *count == before)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s:%zu: \"%s\"%s in no pair with another word and cannot be an anchor",
                         s->path, line + 1, jsmf_strings_get(vocab, (size_t)s->words[begin]),
                         end > begin + 1 ? " and the line's other words are" : " is");
    s->first[line] = before;
    return JSMF_OK;
}

static void warn_of_lines(tool_run *run, const seeds *s, size_t massless)
{
    if (massless)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: %zu word%s in no pair with another word: left out", s->path,
                     massless, massless == 1 ? " is" : "s are");
    for (size_t line = 0; line < s->lines.count; line++)
        if (seeds_length(s, line) == 0)
            jsmf_message(run->ctx, JSMF_WARNING, "%s:%zu: no word is known: the topic's anchor is chosen as others "
                         "are%s", s->path, line + 1, *jsmf_strings_get(&s->names, line) ? ", and it has no name" : "");
}

/* Words without mass are left out where their line has others. */
static jsmf_status check_mass(tool_run *run, anchors_job *j, const jsmf_strings *vocab)
{
    seeds *s = &j->seeds;
    size_t count = 0;
    double *sums = jsmf_alloc(run->ctx, j->cooc.source.n, sizeof *sums);
    if (!sums || row_sums(run, &j->cooc.source, sums) != JSMF_OK)
        goto done;
    for (size_t line = 0; line < s->lines.count; line++)
        if (keep_massive(run, s, line, vocab, sums, &count) != JSMF_OK)
            goto done;
    s->first[s->lines.count] = count;
    warn_of_lines(run, s, s->count - count);
    s->count = count;
done:
    free(sums);
    return jsmf_context_status(run->ctx);
}

jsmf_status anchors_read(tool_run *run, anchors_job *j)
{
    const anchors_settings *s = run->settings;
    const jsmf_strings *vocab;
    if (!s->anchors)
        return JSMF_OK;
    if (jsmf_arrays_vocab(run->ctx, &j->cooc.in, j->cooc.source.n, &vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (!vocab)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no array vocab, in which --anchors could be looked up",
                         j->cooc.in.name);
    if (seeds_read(run, s->anchors, vocab, j->cooc.in.name, false, &j->seeds) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return check_mass(run, j, vocab);
}

/* Where the words of each topic begin: those behind the last line have none. */
static jsmf_status place_words(tool_run *run, anchors_job *j, size_t k)
{
    const anchors_settings *s = run->settings;
    const size_t lines = j->seeds.lines.count;
    if (lines > k && s->topics)
        return tool_usage(run, "-k %zu, but %s has %zu lines, a topic each", k, s->anchors, lines);
    if (lines > k)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: %zu lines, a topic each (expected at most %zu, the columns of Y in "
                         "%s)", s->anchors, lines, k, j->cooc.in.name);
    j->first = jsmf_alloc(run->ctx, k + 1, sizeof *j->first);
    for (size_t t = 0; j->first && t <= k; t++)
        j->first[t] = j->seeds.first[jsmf_least(t, lines)];
    return jsmf_context_status(run->ctx);
}

/* ---- the model ---- */

/* --min-df for the library. 1 is no limit, for which a stream needs no df. */
static int64_t least_df(const anchors_settings *s)
{
    return s->min_df == TOOL_AUTOMATIC ? JSMF_ANCHORS_AUTO : s->min_df == 1 ? 0 : (int64_t)s->min_df;
}

static jsmf_status make_options(tool_run *run, const anchors_job *j, size_t k, jsmf_anchors_aw_options *out)
{
    const anchors_settings *s = run->settings;
    *out = (jsmf_anchors_aw_options){
        .given = j->seeds.words,
        .given_first = j->first,
        .loss = (jsmf_anchors_loss)s->loss,
        .solver = (jsmf_solve_method)s->solver,
        .tolerance = s->tolerance,
        .iterations = s->iterations,
        /* The paper's eta is of the gradient of |Cbar_i - x' Cbar_S|^2, twice the solver's. */
        .step = s->gamma > 0 ? s->gamma : 2 * s->eta,
        .plain = s->recover == PLAIN,
        .least_squares_a = s->correlations == LEAST_SQUARES,
    };
    const int64_t min_df = least_df(s);
    if (cooc_need_df(run, &j->cooc, min_df > 0 ? (size_t)min_df : 0) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    out->rectified = j->cooc.in.kind == JSMF_RECTIFIED || j->cooc.source.rectified.y;
    out->anchors = (jsmf_anchors_options){ .k = k,
                                           .df = j->cooc.source.df,
                                           .documents = j->cooc.source.documents,
                                           .unigram = j->cooc.source.unigram,
                                           .min_df = min_df,
                                           .clean_up = s->clean_up,
                                           .select = (jsmf_anchors_selection)s->select };
    return JSMF_OK;
}

/* What the report's numbers are. */
typedef struct solver_words {
    const char *problem, *method, *measure, *of;
} solver_words;

static solver_words words_of(const anchors_settings *s)
{
    static const char *const squares[] = { [JSMF_ACTIVE_SET] = "active set", [JSMF_ADMM] = "ADMM",
                                           [JSMF_EXPGRAD] = "exponentiated gradient" };
    const bool kl = s->loss == JSMF_ROWS_KL, gap = kl || s->solver == JSMF_EXPGRAD;
    return (solver_words){
        .problem = kl ? "divergences" : "least squares",
        .method = kl && s->solver == JSMF_ACTIVE_SET ? "Newton's method" : squares[s->solver],
        .measure = gap ? "duality gap" : "optimality residual", .of = kl ? "" : " of max |f|",
    };
}

static jsmf_status report_solver(tool_run *run, const jsmf_solve_simplex_report *report)
{
    static const char text[] = "the %s of %zu word%s were stopped by the bound on iterations (%s up to %.1e%s%s)";
    const anchors_settings *s = run->settings;
    const char *fixed = s->gamma > 0 ? "gamma" : "eta"; /* a program without these options never names them */
    char advice[64];
    const solver_words w = words_of(s);
    const char *ending = jsmf_plural(report->not_converged);
    if (s->gamma > 0 || s->eta > 0)
        snprintf(advice, sizeof advice, "; without --%s one that fits is found", fixed);
    else
        snprintf(advice, sizeof advice, "%s", tool_has(run, "iterations") ? "; -i allows more" : "");
    if (s->recover == PLAIN)
        return JSMF_OK;
    jsmf_message(run->ctx, JSMF_INFO, "%s by %s: %.1f iterations a word, at most %zu; %s below %.1e%s", w.problem,
                 w.method, report->mean_iterations, report->most_iterations, w.measure, report->worst_kkt, w.of);
    if (report->not_converged && report->worst_kkt > largest_usable_residual && s->gamma == 0 && s->eta == 0)
        return jsmf_fail(run->ctx, JSMF_ENUMERIC, text, w.problem, report->not_converged, ending, w.measure,
                         report->worst_kkt, w.of, advice);
    if (report->not_converged)
        jsmf_message(run->ctx, JSMF_WARNING, text, w.problem, report->not_converged, ending, w.measure,
                     report->worst_kkt, w.of, advice);
    return JSMF_OK;
}

static void report_model(tool_run *run, const anchors_job *j, double seconds)
{
    const jsmf_model *m = &j->model;
    jsmf_message(run->ctx, JSMF_INFO, "%zu topic%s of %zu word%s from a %s co-occurrence in %.3f s; legality %.6f",
                 JSMF_COUNTED(m->k), JSMF_COUNTED(m->n),
                 j->cooc.source.op ? jsmf_operator_name(j->cooc.source.op) : "compressed", seconds, m->legality);
}

/* Among which words the anchors were chosen, for the history. */
static jsmf_status remark(tool_run *run, const jsmf_model *m)
{
    if (m->least_df > 0)
        return tool_remark(run, "anchors among %zu word%s of at least %lld document%s", JSMF_COUNTED(m->candidates),
                           (long long)m->least_df, jsmf_plural((size_t)m->least_df));
    if (m->least_probability > 0)
        return tool_remark(run, "anchors among %zu word%s of a probability of at least %.3g",
                           JSMF_COUNTED(m->candidates), m->least_probability);
    return JSMF_OK;
}

static jsmf_status store_names(tool_run *run, anchors_job *j, size_t k)
{
    jsmf_strings names = { 0 };
    if (seeds_names(run, &j->seeds, k, &names) == JSMF_OK)
        return jsmf_stream_add_strings(run->ctx, &j->cooc.out, "names", &names);
    jsmf_strings_free(&names);
    return jsmf_context_status(run->ctx);
}

jsmf_status anchors_model(tool_run *run, anchors_job *j, size_t k, anchors_solver *solve)
{
    jsmf_anchors_aw_options o;
    jsmf_solve_simplex_report report;
    double start;
    if ((j->seeds.words && place_words(run, j, k) != JSMF_OK) || make_options(run, j, k, &o) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    start = jsmf_context_clock();
    if (solve(run, j, &o, &report) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    report_model(run, j, jsmf_context_clock() - start);
    if (remark(run, &j->model) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_arrays_mark(&j->cooc.out, JSMF_MODEL);
    if (report_solver(run, &report) != JSMF_OK || jsmf_stream_pass(run->ctx, &j->cooc.in, &j->cooc.out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (jsmf_arrays_model_store(run->ctx, &j->model, &j->cooc.out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return j->seeds.named ? store_names(run, j, k) : JSMF_OK;
}
