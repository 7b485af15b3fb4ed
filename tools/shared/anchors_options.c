#include "anchors_options.h"

#include "jsmf/anchors.h"
#include "jsmf/corpus.h"

#include <stdlib.h>

/* Beyond this optimality residual a topic's words would be wrong. */
static const double largest_usable_residual = 1e-3;

void anchors_job_free(void *job)
{
    anchors_job *j = job;
    cooc_job_free(&j->cooc);
    jsmf_strings_free(&j->words);
    free(j->given);
    free(j->lines);
    jsmf_model_free(&j->model);
}

enum { BAYES, PLAIN };
enum { DIAGONAL, LEAST_SQUARES };

/* How topics are found from the anchors. */
static jsmf_status check_recovery(tool_run *run, const anchors_settings *s)
{
    const bool kl = s->loss == JSMF_ROWS_KL;
    if (kl && s->solver == JSMF_ADMM)
        return tool_usage(run, "--solver admm solves least squares; --loss kl has active-set and expgrad");
    if (s->recover == BAYES)
        return JSMF_OK;
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
    if (s->anchors && tool_given(run, "min-df"))
        return tool_usage(run, "--min-df chooses among anchors; with --anchors there is no choice");
    if (s->anchors && s->clean_up)
        return tool_usage(run, "--clean-up chooses anchors again; with --anchors there is no choice");
    if (s->anchors && tool_given(run, "select"))
        return tool_usage(run, "--select selects anchors; --anchors gives them");
    if (s->clean_up && s->select > JSMF_SELECT_SPA)
        return tool_usage(run, "--clean-up goes with --select qr and spa");
    return check_recovery(run, s);
}

/* ---- the user's anchors ---- */

/* What parts the words of a line. */
static bool is_blank(char c) { return c == ' ' || c == '\t'; }

/* The next word of a line, *length bytes from the start that is returned; NULL where there is none. */
static const char *next_word(const char *at, size_t *length)
{
    while (is_blank(*at))
        at++;
    for (*length = 0; at[*length] && !is_blank(at[*length]);)
        ++*length;
    return *length ? at : NULL;
}

static size_t count_words(const jsmf_strings *lines)
{
    size_t count = 0, length;
    for (size_t line = 0; line < lines->count; line++)
        for (const char *w = next_word(jsmf_strings_get(lines, line), &length); w; w = next_word(w + length, &length))
            count++;
    return count;
}

/* Where the words of the vocabulary stand in the file, as it is read: their lines, or 0. */
typedef struct words_seen {
    const anchors_job *job;
    const char *path;
    const jsmf_index *index;
    size_t *line_of;
} words_seen;

/* Every word of the line is one of the vocabulary's, and stands in the file once. */
static jsmf_status look_at_line(jsmf_context *ctx, void *arg, size_t number, const char *line, size_t bytes)
{
    const words_seen *seen = arg;
    for (const char *w = line, *end = line + bytes, *next; w < end; w = next) {
        for (next = w; next < end && !is_blank(*next);)
            next++;
        const int length = (int)(next - w);
        const size_t at = length ? jsmf_index_find(seen->index, w, (size_t)length) : SIZE_MAX;
        next += length == 0;
        if (length == 0)
            continue;
        if (at == SIZE_MAX)
            return jsmf_fail(ctx, JSMF_EDATA, "%s:%zu: \"%.*s\" is not in the vocabulary of %s", seen->path, number,
                             length, w, seen->job->cooc.in.name);
        if (seen->line_of[at])
            return jsmf_fail(ctx, JSMF_EDATA, "%s:%zu: \"%.*s\" is on line %zu already", seen->path, number, length, w,
                             seen->line_of[at]);
        seen->line_of[at] = number;
    }
    return JSMF_OK;
}

static void find_line(anchors_job *j, const jsmf_index *index, size_t line)
{
    size_t length;
    for (const char *w = next_word(jsmf_strings_get(&j->words, line), &length); w; w = next_word(w + length, &length))
        j->given[j->given_count++] = (int64_t)jsmf_index_find(index, w, length);
    j->lines[line + 1] = j->given_count;
}

static jsmf_status find_words(tool_run *run, anchors_job *j, const jsmf_index *index)
{
    j->topics = j->words.count;
    j->given = jsmf_alloc(run->ctx, count_words(&j->words), sizeof *j->given);
    j->lines = jsmf_alloc_zero(run->ctx, j->topics + 1, sizeof *j->lines);
    if (jsmf_context_status(run->ctx) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t line = 0; line < j->topics; line++)
        find_line(j, index, line);
    return JSMF_OK;
}

static jsmf_status read_lines(tool_run *run, anchors_job *j, const jsmf_index *index)
{
    const anchors_settings *s = run->settings;
    words_seen seen = { j, s->anchors, index, jsmf_alloc_zero(run->ctx, j->cooc.source.n, sizeof *seen.line_of) };
    const jsmf_corpus_list how = { .label = "one word or more", .look = look_at_line, .arg = &seen };
    if (seen.line_of)
        jsmf_recorded(jsmf_corpus_list_read(run->ctx, s->anchors, &how, &j->words));
    free(seen.line_of);
    if (jsmf_context_status(run->ctx) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (j->words.count == 0)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: empty (expected an anchor a line)", s->anchors);
    if (s->topics && s->topics != j->words.count)
        return tool_usage(run, "-k %zu, but %s has %zu anchor%s", s->topics, s->anchors, JSMF_COUNTED(j->words.count));
    return find_words(run, j, index);
}

static jsmf_status look_up(tool_run *run, anchors_job *j)
{
    const jsmf_strings *vocab;
    jsmf_index *index;
    jsmf_status status;
    if (jsmf_arrays_vocab(run->ctx, &j->cooc.in, j->cooc.source.n, &vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (!vocab)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no array vocab, in which --anchors could be looked up",
                         j->cooc.in.name);
    if (jsmf_index_new(run->ctx, vocab, &index, NULL) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    status = read_lines(run, j, index);
    jsmf_index_free(index);
    return status;
}

/* The row sums of C, or of Y Y' where that is what was opened. */
static jsmf_status row_sums(tool_run *run, const jsmf_arrays_cooc *source, double *sums)
{
    if (source->op)
        return jsmf_operator_row_sums(run->ctx, source->op, sums);
    return jsmf_anchors_law_sums(run->ctx, source->n, source->rectified.k, source->rectified.y, sums);
}

static jsmf_status check_line(tool_run *run, const anchors_job *j, size_t line, const jsmf_strings *vocab,
                              const double *sums)
{
    const anchors_settings *s = run->settings;
    for (size_t w = j->lines[line]; w < j->lines[line + 1]; w++)
        if (!(sums[j->given[w]] > 0))
            return jsmf_fail(run->ctx, JSMF_EDATA, "%s:%zu: word %zu of the line, \"%s\", is in no pair with another "
                             "word and cannot be an anchor", s->anchors, line + 1, w - j->lines[line] + 1,
                             jsmf_strings_get(vocab, (size_t)j->given[w]));
    return JSMF_OK;
}

static jsmf_status check_mass(tool_run *run, anchors_job *j)
{
    const jsmf_strings *vocab;
    double *sums = jsmf_alloc(run->ctx, j->cooc.source.n, sizeof *sums);
    if (!sums || row_sums(run, &j->cooc.source, sums) != JSMF_OK ||
        jsmf_arrays_vocab(run->ctx, &j->cooc.in, j->cooc.source.n, &vocab) != JSMF_OK)
        goto done;
    for (size_t line = 0; line < j->topics; line++)
        if (check_line(run, j, line, vocab, sums) != JSMF_OK)
            break;
done:
    free(sums);
    return jsmf_context_status(run->ctx);
}

jsmf_status anchors_read(tool_run *run, anchors_job *j)
{
    const anchors_settings *s = run->settings;
    if (!s->anchors)
        return JSMF_OK;
    return look_up(run, j) == JSMF_OK ? check_mass(run, j) : jsmf_context_status(run->ctx);
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
        .given = j->given,
        .given_first = j->given_count > j->topics ? j->lines : NULL,
        .loss = (jsmf_anchors_loss)s->loss,
        .solver = (jsmf_solve_method)s->solver,
        .tolerance = s->tolerance,
        .iterations = s->iterations,
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
    const char *advice = tool_has(run, "iterations") ? "; -i allows more" : "";
    const anchors_settings *s = run->settings;
    const solver_words w = words_of(s);
    const char *ending = jsmf_plural(report->not_converged);
    if (s->recover == PLAIN)
        return JSMF_OK;
    jsmf_message(run->ctx, JSMF_INFO, "%s by %s: %.1f iterations a word, at most %zu; %s below %.1e%s", w.problem,
                 w.method, report->mean_iterations, report->most_iterations, w.measure, report->worst_kkt, w.of);
    if (report->not_converged && report->worst_kkt > largest_usable_residual)
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

jsmf_status anchors_model(tool_run *run, anchors_job *j, size_t k, anchors_solver *solve)
{
    jsmf_anchors_aw_options o;
    jsmf_solve_simplex_report report;
    double start;
    if (make_options(run, j, k, &o) != JSMF_OK)
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
    return jsmf_arrays_model_store(run->ctx, &j->model, &j->cooc.out);
}
