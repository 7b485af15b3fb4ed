/* jsmf-choose: models of several numbers of topics, judged: a line each. */
#include "shared/choose_documents.h"
#include "shared/choose_kept.h"
#include "shared/choose_table.h"
#include "shared/bags.h"

#include "jsmf/cooc.h"
#include "jsmf/metrics.h"
#include "jsmf/polish.h"
#include "jsmf/rectify.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Beyond so many words judging against the co-occurrence takes longer than learning: time grows with their square. */
enum { MOST_WORDS_OF_COOC = 20000 };
/* A topic is small where it has less than this part of the mean topic's weight. */
static const double small = 0.1;

typedef struct settings {
    learn_settings learn; /* first, as learn_job.h wants it */
    const char *topics, *figure, *checkpoint;
    double held_out;
    bool stability, explain, seconds;
    int format;
} settings;

static const tool_option options[] = {
    { 'k', "topics", TOOL_TEXT, offsetof(settings, topics), 0, 0, "LIST",
      "numbers of topics: 5,10,20 or FROM:TO:STEP, or both, separated by commas; needed" },
    { 0, "held-out", TOOL_REAL, offsetof(settings, held_out), 0, 0.9, "X",
      "hold out this part of the documents, to judge by; 0: judge by those learned from" },
    { 0, "stability", TOOL_FLAG, offsetof(settings, stability), 0, 0, NULL,
      "also learn from two halves of the documents, and tell the part of topics that both have" },
    LEARN_OPTIONS,
    { 0, "explain", TOOL_FLAG, offsetof(settings, explain), 0, 0, NULL,
      "say which K a rule takes, and why" },
    { 0, "figure", TOOL_WRITTEN, offsetof(settings, figure), 0, 0, "FILE", "also draw the curves, as SVG" },
    { 0, "seconds", TOOL_FLAG, offsetof(settings, seconds), 0, 0, NULL,
      "also print how long each K took" },
    { 0, "checkpoint", TOOL_TEXT, offsetof(settings, checkpoint), 0, 0, "FILE",
      "keep finished lines in FILE, and do not repeat those that are there" },
    { 0, "format", TOOL_CHOICE, offsetof(settings, format), 0, 0, "tsv|text|json",
      "lines for awk, text for people, json for jq" },
    TOOL_END
};

/* What the run holds. */
typedef struct job {
    choose_table table;
    choose_kept kept;
    char line[256];            /* what the run is known by in the checkpoint */
    choose_documents learned, held_out;
    choose_documents halves[2];
    jsmf_csr hhat;             /* the co-occurrence of the documents learned from */
    double *hdiag;
    jsmf_operator *cooc;       /* NULL where it is not judged against */
    jsmf_output *figure;
} job;

static void job_free(void *held)
{
    job *j = held;
    choose_table_free(&j->table);
    choose_kept_free(&j->kept);
    choose_documents_free(&j->learned);
    choose_documents_free(&j->held_out);
    choose_documents_free(&j->halves[0]);
    choose_documents_free(&j->halves[1]);
    jsmf_operator_free(j->cooc);
    jsmf_csr_free(&j->hhat);
    free(j->hdiag);
}

/* ---- what is needed before the first model ---- */

/* Whether the file's name promises another format than SVG. */
static bool is_of_pixels(const char *path)
{
    static const char *const endings[] = { ".png", ".jpg", ".jpeg", ".gif", ".pdf", ".eps" };
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
        if (strcasecmp(dot, endings[i]) == 0)
            return true;
    return false;
}

static jsmf_status check_options(tool_run *run, job *j)
{
    settings *s = run->settings;
    choose_table *t = &j->table;
    if (!s->topics)
        return tool_usage(run, "which numbers of topics? Name them with -k, as in -k 10:100:10");
    if (tool_is_stdin(s->figure))
        return tool_usage(run, "--figure -: name a file");
    if (s->figure && is_of_pixels(s->figure))
        return tool_usage(run, "--figure %s: the figure is SVG, expected a name that says so, as f.svg", s->figure);
    if (learn_check(run, &s->learn) != JSMF_OK || choose_table_begin(run, s->topics, t) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (int c = 0; c < CHOOSE_COLUMNS; c++)
        t->shown[c] = true;
    t->shown[CHOOSE_STABLE] = s->stability;
    t->shown[CHOOSE_SECONDS] = s->seconds;
    t->polished = !s->learn.no_polish;
    return s->figure ? tool_beside_open(run, s->figure, &j->figure) : JSMF_OK;
}

static size_t most_topics(const choose_table *t) { return t->lines[t->count - 1].topics; }

/* Of what decides on a line beside its K. */
static void name_run(const tool_run *run, job *j)
{
    const settings *s = run->settings;
    const char *min_df = tool_given_text(run, "min-df");
    char passes[32] = "--no-polish";
    if (!s->learn.no_polish)
        snprintf(passes, sizeof passes, "-i %zu", s->learn.passes);
    snprintf(j->line, sizeof j->line, "%s %s --held-out %.17g%s --min-df %s %s --%s --seed %llu", run->tool->name,
             jsmf_version(), s->held_out, s->stability ? " --stability" : "", min_df ? min_df : "auto", passes,
             s->learn.full ? "full" : "low-rank", (unsigned long long)jsmf_context_seed(run->ctx));
    j->kept.file.line = j->line;
    j->kept.file.path = s->checkpoint;
}

/* The road, and the lines that are done already, are known before the matrix leaves the stream. */
static jsmf_status begin(tool_run *run, job *j, jsmf_stream *bag)
{
    settings *s = run->settings;
    jsmf_array *counts;
    size_t documents, words;
    if (bag_refuse_scipy(run, bag) != JSMF_OK || jsmf_stream_csr_of_dense(run->ctx, bag, "H") != JSMF_OK ||
        jsmf_stream_csr_shape(run->ctx, bag, "H", &documents, &words) != JSMF_OK ||
        jsmf_stream_need(run->ctx, bag, "H.data", &counts) != JSMF_OK ||
        learn_choose_road(run, &s->learn, words, jsmf_array_count(counts), most_topics(&j->table)) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    name_run(run, j);
    return choose_kept_open(run, &j->kept, bag, &j->table);
}

static jsmf_status divide(tool_run *run, job *j, jsmf_stream *bag)
{
    const settings *s = run->settings;
    const jsmf_strings *words;
    choose_documents all;
    jsmf_csr h;
    if (jsmf_arrays_bag_open(run->ctx, bag, &h, &words) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (s->held_out <= 0)
        return choose_documents_make(run, bag->name, &h, words, &j->learned);
    if (choose_documents_make(run, bag->name, &h, words, &all) == JSMF_OK)
        jsmf_recorded(choose_documents_split(run, &all, 1 - s->held_out, true, &j->learned, &j->held_out));
    choose_documents_free(&all);
    return jsmf_context_status(run->ctx);
}

static jsmf_status open_bag(tool_run *run, job *j)
{
    jsmf_stream bag = { 0 };
    if (tool_read(run, 0, JSMF_BAG, &bag) == JSMF_OK && begin(run, j, &bag) == JSMF_OK &&
        divide(run, j, &bag) == JSMF_OK)
        jsmf_recorded(learn_check_topics(run, &j->learned.bag, most_topics(&j->table), j->learned.h.cols));
    jsmf_stream_free(&bag);
    return jsmf_context_status(run->ctx);
}

static jsmf_status open_cooc(tool_run *run, job *j)
{
    size_t documents;
    if (j->learned.h.cols > MOST_WORDS_OF_COOC)
        return JSMF_OK;
    if (jsmf_cooc_factors(run->ctx, &j->learned.h, JSMF_UNBIASED, &j->hhat, &j->hdiag, &documents) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_operator_factored(run->ctx, &j->hhat, j->hdiag, &j->cooc);
}

/* What stays while the stages work, with the greediest of these. */
static jsmf_status check_memory(tool_run *run, const job *j)
{
    enum { COUNT = 8, FACTOR = 24, PARTS_OF_HALVES = 2 };
    const settings *s = run->settings;
    const size_t n = j->learned.h.cols, k = most_topics(&j->table), nnz = jsmf_csr_nnz(&j->learned.h);
    const size_t parts = 1 + (s->stability ? PARTS_OF_HALVES : 0);
    const size_t pairs = jsmf_mul_sat(jsmf_mul_sat(n, k + 1), parts * sizeof(double));
    const size_t bags = jsmf_mul_sat(nnz, FACTOR + (s->stability ? 2 * COUNT : COUNT));
    const size_t work = s->learn.full ? jsmf_rectify_ap_bytes(run->ctx, n, k, false)
                                      : jsmf_rectify_enn_bytes(run->ctx, n, k, 0);
    char what[128];
    snprintf(what, sizeof what, "learning from %zu word%s with %zu topic%s", JSMF_COUNTED(n), JSMF_COUNTED(k));
    return tool_check_memory(run, jsmf_add_sat(jsmf_add_sat(pairs, bags), work), what,
                             "take fewer words, jsmf-bow --top, or a smaller -k");
}

/* The error that stands is of one. */
static jsmf_status blame_half(tool_run *run)
{
    const jsmf_status status = jsmf_context_status(run->ctx);
    char text[1024];
    snprintf(text, sizeof text, "%s", jsmf_context_error(run->ctx));
    jsmf_context_clear(run->ctx);
    return jsmf_fail(run->ctx, status, "--stability, a half of the documents: %s", text);
}

/* What the models of all K share. */
static jsmf_status share(tool_run *run, job *j)
{
    const settings *s = run->settings;
    const size_t most = most_topics(&j->table);
    if (check_memory(run, j) != JSMF_OK || choose_documents_pairs(run, most, &j->learned) != JSMF_OK ||
        open_cooc(run, j) != JSMF_OK || !s->stability)
        return jsmf_context_status(run->ctx);
    run->quiet = true; /* words and documents that a half lacks are as they should be */
    if (choose_documents_split(run, &j->learned, 0.5, false, &j->halves[0], &j->halves[1]) == JSMF_OK &&
        choose_documents_pairs(run, most, &j->halves[0]) == JSMF_OK)
        jsmf_recorded(choose_documents_pairs(run, most, &j->halves[1]));
    run->quiet = tool_given(run, "quiet");
    return jsmf_context_status(run->ctx) == JSMF_OK ? JSMF_OK : blame_half(run);
}

/* ---- a line ---- */

static double value_of(const jsmf_metrics *metrics, const char *name)
{
    const jsmf_metric *m = jsmf_metrics_find(metrics, name);
    return m ? m->value : NAN;
}

static double count_small(const jsmf_metrics *metrics)
{
    const jsmf_metric *weight = jsmf_metrics_find(metrics, "Weight");
    double count = 0;
    if (!weight)
        return NAN;
    for (size_t k = 0; k < metrics->k; k++)
        count += !(weight->topics[k] * (double)metrics->k >= small);
    return count;
}

/* Metrics of anchors, which no column needs, are left out. */
static jsmf_status measure(tool_run *run, const job *j, const model_input *in, jsmf_metrics *metrics)
{
    const choose_documents *completed = j->held_out.h.rows ? &j->held_out : &j->learned;
    jsmf_model m = in->model;
    m.s = NULL;
    m.bbar = NULL;
    if (jsmf_metrics_start(run->ctx, &m, metrics) != JSMF_OK ||
        jsmf_metrics_of_model(run->ctx, &m, j->learned.unigram, metrics) != JSMF_OK ||
        jsmf_metrics_of_words(run->ctx, &m, CHOOSE_WORDS, metrics) != JSMF_OK ||
        jsmf_metrics_of_bag(run->ctx, &m, &j->learned.h, CHOOSE_WORDS, metrics) != JSMF_OK ||
        jsmf_metrics_of_held_out(run->ctx, &m, &completed->h, metrics) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return j->cooc ? jsmf_metrics_of_cooc(run->ctx, &m, j->cooc, j->learned.unigram, metrics) : JSMF_OK;
}

static jsmf_status judge(tool_run *run, const job *j, const model_input *in, choose_line *line)
{
    static const char *const names[] = { [CHOOSE_HELD_OUT] = "HeldOutLogProbability",
                                         [CHOOSE_NPMI] = "NPMI",
                                         [CHOOSE_UNIQUE] = "UniqueWords",
                                         [CHOOSE_SPECIFICITY] = "Specificity",
                                         [CHOOSE_APPROXIMATION] = "RelativeApproximation" };
    jsmf_metrics metrics = { .k = 0 };
    run->quiet = true; /* what is undefined, and words of no topic: the table tells */
    if (measure(run, j, in, &metrics) == JSMF_OK) {
        for (size_t c = 0; c < sizeof names / sizeof *names; c++)
            line->value[c] = value_of(&metrics, names[c]);
        line->value[CHOOSE_SMALL] = count_small(&metrics);
        line->value[CHOOSE_GAP] = choose_documents_gap(&j->learned, line->topics);
    }
    run->quiet = tool_given(run, "quiet");
    jsmf_metrics_free(&metrics);
    return jsmf_context_status(run->ctx);
}

static jsmf_status compare_halves(tool_run *run, const model_input halves[2], choose_line *line)
{
    jsmf_metrics metrics = { .k = 0 };
    if (jsmf_metrics_start(run->ctx, &halves[0].model, &metrics) == JSMF_OK &&
        jsmf_metrics_of_halves(run->ctx, &halves[0].model, &halves[1].model, CHOOSE_WORDS, NULL, &metrics) == JSMF_OK)
        line->value[CHOOSE_STABLE] = value_of(&metrics, "SplitShared50");
    jsmf_metrics_free(&metrics);
    return jsmf_context_status(run->ctx);
}

static jsmf_status find_stable(tool_run *run, const learn_settings *with, job *j, choose_line *line)
{
    model_input halves[2] = { { .words = NULL }, { .words = NULL } };
    run->quiet = true;
    if (choose_documents_learn(run, with, &j->halves[0], &halves[0]) == JSMF_OK &&
        choose_documents_learn(run, with, &j->halves[1], &halves[1]) == JSMF_OK)
        jsmf_recorded(compare_halves(run, halves, line));
    run->quiet = tool_given(run, "quiet");
    model_free(&halves[0]);
    model_free(&halves[1]);
    return jsmf_context_status(run->ctx) == JSMF_OK ? JSMF_OK : blame_half(run);
}

static jsmf_status fill_line(tool_run *run, job *j, choose_line *line)
{
    const settings *s = run->settings;
    const double start = jsmf_context_clock();
    const bool verbose = run->verbose;
    learn_settings with = s->learn;
    model_input model = { .words = NULL };
    with.anchors.topics = line->topics;
    line->value[CHOOSE_STABLE] = NAN;
    run->verbose = false; /* a line is told of, and not its stages */
    if (choose_documents_learn(run, &with, &j->learned, &model) == JSMF_OK)
        jsmf_recorded(judge(run, j, &model, line));
    model_free(&model);
    if (jsmf_context_status(run->ctx) == JSMF_OK && s->stability)
        jsmf_recorded(find_stable(run, &with, j, line));
    run->verbose = verbose;
    if (jsmf_context_status(run->ctx) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    line->value[CHOOSE_SECONDS] = jsmf_context_clock() - start;
    line->done = true;
    jsmf_message(run->ctx, JSMF_INFO, "K = %zu: held out %.4f, NPMI %.3f, unique words %.1f, in %.3f s", line->topics,
                 line->value[CHOOSE_HELD_OUT], line->value[CHOOSE_NPMI], line->value[CHOOSE_UNIQUE],
                 line->value[CHOOSE_SECONDS]);
    return JSMF_OK;
}

/* ---- all of them ---- */

static size_t count_done(const choose_table *t)
{
    size_t count = 0;
    for (size_t i = 0; i < t->count; i++)
        count += t->lines[i].done;
    return count;
}

/* The largest K comes first: where there are too many topics, or memory lacks, that is known at once. */
static jsmf_status fill(tool_run *run, job *j)
{
    choose_table *t = &j->table;
    char part[64];
    if (count_done(t) == t->count)
        return JSMF_OK;
    if (share(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t i = t->count; i-- > 0;) {
        choose_line *line = &t->lines[i];
        if (line->done)
            continue;
        snprintf(part, sizeof part, "K = %zu, %zu of %zu", line->topics, count_done(t) + 1, t->count);
        tool_progress_part(run, part);
        if (fill_line(run, j, line) != JSMF_OK || choose_kept_add(run, &j->kept, line) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    }
    return JSMF_OK;
}

static jsmf_status write_table(tool_run *run, const job *j)
{
    const settings *s = run->settings;
    jsmf_output *out;
    if (tool_text_open(run, &out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return tool_text_close(run, out, choose_table_write(run->ctx, out, &j->table, s->format, s->explain));
}

static jsmf_status run_choose(tool_run *run)
{
    job *j = run->job;
    if (check_options(run, j) != JSMF_OK || open_bag(run, j) != JSMF_OK || fill(run, j) != JSMF_OK ||
        (j->figure && choose_figure_draw(run->ctx, j->figure, &j->table) != JSMF_OK))
        return jsmf_context_status(run->ctx);
    return write_table(run, j);
}

int main(int argc, char **argv)
{
    const settings defaults = { .learn = LEARN_DEFAULTS, .held_out = 0.1, .format = CHOOSE_TSV };
    const tool this_tool = {
        .name = "jsmf-choose",
        .summary = "how many topics? Models of several numbers of topics, judged, a line each",
        .usage = "[BAG]",
        .examples = "jsmf-choose -k 10:100:10 --format text --explain bag.npz\n"
                    "jsmf-choose -k 5,10,20,50 --stability --figure choose.svg bag.npz > choose.tsv\n"
                    "jsmf-choose -k 20:200:20 --checkpoint so-far.npz -v bag.npz > choose.tsv",
        .most_operands = 1,
        .stdin_default = true,
        .options = options,
        .often = "topics stability explain figure format",
        .defaults = &defaults,
        .settings_size = sizeof defaults,
        .job_size = sizeof(job),
        .run = run_choose,
        .release = job_free,
        .seeded = true,
    };
    return tool_main(&this_tool, argc, argv);
}
