/* jsmf-eval: how good a model is, one metric a line. */
#include "shared/document_labels.h"
#include "shared/metric_lines.h"
#include "shared/metric_meanings.h"
#include "shared/models.h"
#include "shared/word_labels.h"

#include "jsmf/arrays.h"
#include "jsmf/solve.h"
#include "jsmf/metrics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TSV, TEXT, JSON };

typedef struct settings {
    const char *cooc, *bag, *held_out, *truth, *compositions, *labels, *word_labels, *against,
        *split_half;
    size_t words, hulls;
    bool per_topic, euclidean;
    int format;
} settings;

static const settings defaults = { .words = 20, .hulls = SIZE_MAX, .format = TSV };

/* Random hulls where the user names no number. */
enum { HULLS = 10, HULL_WORDS = 20000 };

static const tool_option options[] = {
    { 0, "cooc", TOOL_TEXT, offsetof(settings, cooc), 0, 0, "STREAM",
      "judge against a co-occurrence, original or rectified" },
    { 0, "bag", TOOL_TEXT, offsetof(settings, bag), 0, 0, "STREAM", "judge against documents" },
    { 0, "held-out", TOOL_TEXT, offsetof(settings, held_out), 0, 0, "STREAM",
      "measure HeldOutLogProbability on these documents instead" },
    { 0, "truth", TOOL_TEXT, offsetof(settings, truth), 0, 0, "STREAM",
      "judge against the truth of jsmf-synth, or against a model that is taken for it" },
    { 0, "compositions", TOOL_TEXT, offsetof(settings, compositions), 0, 0, "STREAM",
      "the documents' compositions, for --truth and --labels" },
    { 0, "labels", TOOL_TEXT, offsetof(settings, labels), 0, 0, "FILE",
      "judge against the documents' labels, one a line" },
    { 0, "word-labels", TOOL_TEXT, offsetof(settings, word_labels), 0, 0, "FILE",
      "judge against labels of words: lines of a word, a tab and its label" },
    { 0, "euclidean", TOOL_FLAG, offsetof(settings, euclidean), 0, 0, NULL,
      "k-means on compositions as they are, instead of their square roots, for comparison with papers" },
    { 0, "against", TOOL_TEXT, offsetof(settings, against), 0, 0, "MODEL",
      "judge against another model of the same words" },
    { 0, "split-half", TOOL_TEXT, offsetof(settings, split_half), 0, 0, "MODEL",
      "judge against a model of the other half of the documents" },
    { 'n', "words", TOOL_SIZE, offsetof(settings, words), 2, 1000, "N", "leading words a topic" },
    { 0, "hulls", TOOL_SIZE, offsetof(settings, hulls), 0, 1e6, "N",
      "random hulls; 0 leaves the volume out (default 10, above 20000 words 0)" },
    { 0, "per-topic", TOOL_FLAG, offsetof(settings, per_topic), 0, 0, NULL,
      "a table of the metrics of single topics, a line for each" },
    { 0, "format", TOOL_CHOICE, offsetof(settings, format), 0, 0, "tsv|text|json",
      "lines for awk, text for people, json for jq" },
    TOOL_END
};

/* What the run holds. */
typedef struct job {
    model_input in;          /* the model that is judged */
    jsmf_metrics metrics;
    jsmf_stream cooc_stream;
    jsmf_arrays_cooc source;
    double *sums;            /* the source's row sums; they stay when it is gone */
    jsmf_stream bag_stream, held_out_stream;
    jsmf_csr bag, held_out;  /* documents x words */
    jsmf_stream truth_stream;
    jsmf_arrays_truth truth;
    size_t *match;           /* the true topic of each of the model's */
    jsmf_stream compositions_stream;
    double *w;               /* documents x topics */
    size_t documents;
    document_labels labels;
    word_labels word_labels;
    model_input against, half;
    size_t held;             /* bytes of all that was read */
} job;

static void job_free(void *held)
{
    job *j = held;
    jsmf_metrics_free(&j->metrics);
    jsmf_arrays_cooc_free(&j->source);
    free(j->sums);
    jsmf_csr_free(&j->bag);
    jsmf_csr_free(&j->held_out);
    free(j->match);
    document_labels_free(&j->labels);
    word_labels_free(&j->word_labels);
    jsmf_stream_free(&j->cooc_stream);
    jsmf_stream_free(&j->bag_stream);
    jsmf_stream_free(&j->held_out_stream);
    jsmf_stream_free(&j->truth_stream);
    jsmf_stream_free(&j->compositions_stream);
    model_free(&j->against);
    model_free(&j->half);
    model_free(&j->in);
}

/* ---- inputs ---- */

/* What the stream has in memory, but for the few bytes of its words. */
static void count_held(job *j, const jsmf_stream *stream)
{
    for (size_t i = 0; i < stream->count; i++)
        if (stream->arrays[i].type != 'U')
            j->held = jsmf_add_sat(j->held, jsmf_mul_sat(jsmf_array_count(stream->arrays + i), stream->arrays[i].item));
}

static jsmf_status read_beside(tool_run *run, job *j, const char *path, unsigned kinds, jsmf_stream *stream)
{
    if (tool_read_file(run, path, kinds, stream) == JSMF_OK)
        count_held(j, stream);
    return jsmf_context_status(run->ctx);
}

/* Standard input holds one thing. */
static jsmf_status check_options(tool_run *run)
{
    const settings *s = run->settings;
    const char *const named[] = { tool_operand(run, 0), s->cooc, s->bag, s->held_out,
                                  s->truth, s->compositions, s->labels, s->word_labels, s->against,
                                  s->split_half };
    const size_t from_stdin = tool_stdin_count(named, sizeof named / sizeof *named);
    if (from_stdin > 1)
        return tool_usage(run, "standard input is named %zu times", from_stdin);
    if (s->euclidean && !s->labels)
        return tool_usage(run, "--euclidean without --labels: it is for k-means");
    if (s->labels && !s->compositions)
        return tool_usage(run, "--labels needs the documents' --compositions");
    if (s->compositions && !s->labels && !s->truth)
        return tool_usage(run, "--compositions are judged against --truth or --labels");
    if (tool_given(run, "hulls") && !s->cooc)
        return tool_usage(run, "--hulls needs --cooc");
    return JSMF_OK;
}

static jsmf_status open_model(tool_run *run, job *j)
{
    if (tool_read(run, 0, JSMF_MODEL, &j->in.stream) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    count_held(j, &j->in.stream);
    return model_open(run, &j->in);
}

/* "a.npz: 3 topics, but 2 in b.npz" */
static jsmf_status compare_counts(tool_run *run, const char *name, size_t count, const char *noun, size_t expected,
                                  const char *other)
{
    if (count == expected)
        return JSMF_OK;
    return jsmf_fail(run->ctx, JSMF_EDATA, "%s: %zu %s%s, but %zu in %s", name, count, noun, jsmf_plural(count),
                     expected, other);
}

/* The n words of another stream must be the model's. */
static jsmf_status compare_words(tool_run *run, const job *j, const jsmf_stream *other, size_t n)
{
    return model_check_words(run, &j->in, other, n, other->kind == JSMF_MODEL
                                 ? "learn both of bags of the same words; jsmf-bow --match makes such a bag"
                                 : "jsmf-bow --match gives a corpus the words of a model");
}

static size_t hulls_wanted(const tool_run *run, size_t n)
{
    const settings *s = run->settings;
    return tool_given(run, "hulls") ? s->hulls : n <= HULL_WORDS ? HULLS : 0;
}

static jsmf_status open_cooc(tool_run *run, job *j)
{
    const settings *s = run->settings;
    if (!s->cooc)
        return JSMF_OK;
    if (read_beside(run, j, s->cooc, JSMF_COOC | JSMF_RECTIFIED | JSMF_COMPRESSED, &j->cooc_stream) != JSMF_OK ||
        jsmf_arrays_cooc_open(run->ctx, &j->cooc_stream, &j->source) != JSMF_OK ||
        compare_words(run, j, &j->cooc_stream, j->source.n) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    j->sums = jsmf_alloc(run->ctx, j->source.n, sizeof *j->sums);
    return j->sums ? jsmf_operator_row_sums(run->ctx, j->source.op, j->sums) : jsmf_context_status(run->ctx);
}

static jsmf_status open_bag(tool_run *run, job *j, const char *path, jsmf_stream *stream, jsmf_csr *bag)
{
    const jsmf_strings *vocab;
    if (!path)
        return JSMF_OK;
    if (read_beside(run, j, path, JSMF_BAG, stream) != JSMF_OK ||
        jsmf_arrays_bag_open(run->ctx, stream, bag, &vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return compare_words(run, j, stream, bag->cols);
}

static jsmf_status open_bags(tool_run *run, job *j)
{
    const settings *s = run->settings;
    if (open_bag(run, j, s->bag, &j->bag_stream, &j->bag) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return open_bag(run, j, s->held_out, &j->held_out_stream, &j->held_out);
}

/* The documents to complete, or none. */
static const jsmf_csr *completed(const tool_run *run, const job *j)
{
    const settings *s = run->settings;
    return s->held_out ? &j->held_out : s->bag ? &j->bag : NULL;
}

static jsmf_status open_compositions(tool_run *run, job *j)
{
    const settings *s = run->settings;
    size_t k;
    if (!s->compositions)
        return JSMF_OK;
    if (read_beside(run, j, s->compositions, JSMF_COMPOSITIONS, &j->compositions_stream) != JSMF_OK ||
        jsmf_arrays_compositions_load(run->ctx, &j->compositions_stream, &j->w, &k, &j->documents) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (compare_counts(run, j->compositions_stream.name, k, "topic", j->in.model.k, j->in.stream.name) != JSMF_OK ||
        model_check_mark(run, &j->compositions_stream, j->in.stream.name, jsmf_arrays_model_mark(&j->in.model)) !=
            JSMF_OK ||
        !s->bag)
        return jsmf_context_status(run->ctx);
    return compare_counts(run, j->compositions_stream.name, j->documents, "document", j->bag.rows, j->bag_stream.name);
}

static jsmf_status check_truth(tool_run *run, const job *j)
{
    const settings *s = run->settings;
    const jsmf_arrays_truth *t = &j->truth;
    const char *name = j->truth_stream.name;
    if (t->model.b && compare_words(run, j, &j->truth_stream, t->model.n) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (!t->model.b && t->w_k != j->in.model.k)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: compositions of %zu topic%s, but %zu in %s (and no truth.B to "
                         "match them by)", name, JSMF_COUNTED(t->w_k), j->in.model.k, j->in.stream.name);
    if (t->model.b && t->w && t->w_k != t->model.k)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: compositions of %zu topic%s, but %zu true one%s", name,
                         JSMF_COUNTED(t->w_k), JSMF_COUNTED(t->model.k));
    if (s->compositions && !t->w)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: neither truth.W nor W to judge --compositions against", name);
    if (!s->compositions)
        return JSMF_OK;
    return compare_counts(run, name, t->documents, "document", j->documents, j->compositions_stream.name);
}

static jsmf_status open_truth(tool_run *run, job *j)
{
    const settings *s = run->settings;
    if (!s->truth)
        return JSMF_OK;
    if (read_beside(run, j, s->truth, JSMF_ANY_KIND, &j->truth_stream) != JSMF_OK ||
        jsmf_arrays_truth_load(run->ctx, &j->truth_stream, &j->truth) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return check_truth(run, j);
}

static jsmf_status open_labels(tool_run *run, job *j)
{
    const settings *s = run->settings;
    if (s->word_labels && word_labels_read(run, s->word_labels, &j->in, &j->word_labels) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (!s->labels)
        return JSMF_OK;
    return document_labels_read(run, s->labels, &j->compositions_stream, j->documents, &j->labels);
}

static jsmf_status open_another(tool_run *run, job *j, const char *path, model_input *another)
{
    if (!path)
        return JSMF_OK;
    if (read_beside(run, j, path, JSMF_MODEL, &another->stream) != JSMF_OK || model_open(run, another) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return model_check_words(run, &j->in, &another->stream, another->model.n,
                             "jsmf-edit --renumber compares models by the words that both have");
}

static jsmf_status open_others(tool_run *run, job *j)
{
    const settings *s = run->settings;
    if (open_another(run, j, s->against, &j->against) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return open_another(run, j, s->split_half, &j->half);
}

/* What was read, and what the greediest part of the work takes beside it. */
static jsmf_status check_memory(tool_run *run, const job *j)
{
    const settings *s = run->settings;
    const jsmf_csr *held_out = completed(run, j);
    const size_t n = j->in.model.n, k = j->in.model.k, transpose = jsmf_mul_sat(jsmf_mul_sat(n, k), sizeof(double));
    const struct {
        const char *what;
        size_t bytes;
    } parts[] = {
        { "judging a model", transpose },
        { "judging against a co-occurrence", s->cooc ? jsmf_metrics_cooc_bytes(run->ctx, j->source.op, k) : 0 },
        { "random hulls", s->cooc && hulls_wanted(run, n) ? jsmf_metrics_volume_bytes(run->ctx, n, k) : 0 },
        { "judging against documents", s->bag ? jsmf_metrics_bag_bytes(run->ctx, &j->bag, k) : 0 },
        { "completing documents", held_out ? jsmf_metrics_held_out_bytes(run->ctx, held_out, k) : 0 },
        { "composing documents by two models",
          s->bag && s->split_half ? jsmf_metrics_halves_bytes(run->ctx, &j->in.model, &j->half.model) : 0 },
        { "judging by words' labels",
          s->word_labels ? jsmf_metrics_of_word_labels_bytes(k, j->word_labels.labels.classes) : 0 },
        { "clustering", s->labels ? jsmf_metrics_of_labels_bytes(run->ctx, j->documents, k, j->labels.classes) : 0 },
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (tool_check_memory(run, jsmf_add_sat(jsmf_add_sat(j->held, transpose), parts[i].bytes), parts[i].what,
                              "fewer threads, words or topics, or one thing at a time") != JSMF_OK)
            return jsmf_context_status(run->ctx);
    return JSMF_OK;
}

/* All of them before the work, so that what is wrong is known at once. */
static jsmf_status open_inputs(tool_run *run, job *j)
{
    if (open_model(run, j) != JSMF_OK || open_bags(run, j) != JSMF_OK || open_compositions(run, j) != JSMF_OK ||
        open_truth(run, j) != JSMF_OK || open_labels(run, j) != JSMF_OK || open_others(run, j) != JSMF_OK ||
        open_cooc(run, j) != JSMF_OK || check_memory(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_metrics_start(run->ctx, &j->in.model, &j->metrics);
}

/* ---- judging ---- */

static jsmf_status judge_cooc(tool_run *run, job *j)
{
    const settings *s = run->settings;
    const size_t hulls = hulls_wanted(run, j->in.model.n);
    if (!s->cooc)
        return JSMF_OK;
    if (jsmf_metrics_of_cooc(run->ctx, &j->in.model, j->source.op, j->sums, &j->metrics) != JSMF_OK ||
        (hulls &&
         jsmf_metrics_of_volume(run->ctx, &j->in.model, j->source.op, j->sums, hulls, &j->metrics) != JSMF_OK) ||
        jsmf_metrics_of_incoherence(run->ctx, &j->in.model, j->source.op, j->sums, &j->metrics) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_arrays_cooc_free(&j->source);
    jsmf_stream_free(&j->cooc_stream);
    return JSMF_OK;
}

static jsmf_status judge_model(tool_run *run, job *j)
{
    const settings *s = run->settings;
    if (jsmf_metrics_of_model(run->ctx, &j->in.model, j->sums ? j->sums : j->in.model.unigram, &j->metrics) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (jsmf_metrics_of_words(run->ctx, &j->in.model, s->words, &j->metrics) != JSMF_OK || !s->word_labels)
        return jsmf_context_status(run->ctx);
    return jsmf_metrics_of_word_labels(run->ctx, &j->in.model, s->words, &j->word_labels.labels, &j->metrics);
}

static jsmf_status judge_bag(tool_run *run, job *j)
{
    const settings *s = run->settings;
    const jsmf_csr *held_out = completed(run, j);
    if (s->bag && jsmf_metrics_of_bag(run->ctx, &j->in.model, &j->bag, s->words, &j->metrics) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return held_out ? jsmf_metrics_of_held_out(run->ctx, &j->in.model, held_out, &j->metrics) : JSMF_OK;
}

/* Without true topics the compositions' topics are taken for the model's, in their order. */
static jsmf_status match_topics(tool_run *run, job *j)
{
    const jsmf_model *t = &j->truth.model;
    const jsmf_metrics_truth truth = { .k = t->k, .b = t->b, .a = t->a, .s = t->s };
    j->match = jsmf_alloc(run->ctx, j->in.model.k, sizeof *j->match);
    for (size_t k = 0; j->match && k < j->in.model.k; k++)
        j->match[k] = k;
    if (!j->match || !t->b)
        return jsmf_context_status(run->ctx);
    return jsmf_metrics_of_truth(run->ctx, &j->in.model, &truth, j->match, &j->metrics);
}

static jsmf_status judge_truth(tool_run *run, job *j)
{
    const settings *s = run->settings;
    jsmf_metrics_compositions c;
    if (!s->truth)
        return JSMF_OK;
    if (match_topics(run, j) != JSMF_OK || !s->compositions)
        return jsmf_context_status(run->ctx);
    c = (jsmf_metrics_compositions){ .documents = j->documents,
                                     .k = j->in.model.k,
                                     .true_k = j->truth.w_k,
                                     .w = j->w,
                                     .truth = j->truth.w,
                                     .match = j->match };
    if (jsmf_metrics_of_compositions(run->ctx, &c, &j->metrics) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_metrics_of_fit(run->ctx, &j->in.model, s->bag ? &j->bag : NULL, &c, &j->metrics);
}

/* The last to use the compositions, as those of documents that are not judged make way. */
static jsmf_status judge_labels(tool_run *run, job *j)
{
    const settings *s = run->settings;
    jsmf_metrics_labels labels;
    if (!s->labels || document_labels_keep_judged(run, &j->labels, j->in.model.k, j->w) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    labels = (jsmf_metrics_labels){ .classes = j->labels.classes, .label = j->labels.label, .euclidean = s->euclidean };
    return jsmf_metrics_of_labels(run->ctx, j->labels.documents, j->in.model.k, j->w, &labels, &j->metrics);
}

static jsmf_status judge_against(tool_run *run, job *j)
{
    const settings *s = run->settings;
    return s->against ? jsmf_metrics_against(run->ctx, &j->in.model, &j->against.model, s->words, &j->metrics)
                      : JSMF_OK;
}

static jsmf_status judge_halves(tool_run *run, job *j)
{
    const settings *s = run->settings;
    return s->split_half ? jsmf_metrics_of_halves(run->ctx, &j->in.model, &j->half.model, s->words,
                                                  s->bag ? &j->bag : NULL, &j->metrics)
                         : JSMF_OK;
}

/* ---- output ---- */

static jsmf_status write_metrics(jsmf_context *ctx, jsmf_output *out, const settings *s, const jsmf_metrics *metrics)
{
    if (s->format == JSON)
        return metrics_write_json(ctx, out, metrics, s->per_topic);
    if (s->format == TEXT)
        return s->per_topic ? metrics_write_text_table(ctx, out, metrics) : metrics_write_text(ctx, out, metrics);
    return s->per_topic ? metrics_write_table(ctx, out, metrics) : metrics_write_lines(ctx, out, metrics);
}

static jsmf_status print(tool_run *run, const jsmf_metrics *metrics)
{
    jsmf_output *out;
    if (tool_text_open(run, &out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return tool_text_close(run, out, write_metrics(run->ctx, out, run->settings, metrics));
}

/* ---- the run ---- */

static jsmf_status run_eval(tool_run *run)
{
    job *j = run->job;
    if (check_options(run) != JSMF_OK || open_inputs(run, j) != JSMF_OK || judge_cooc(run, j) != JSMF_OK ||
        judge_model(run, j) != JSMF_OK || judge_bag(run, j) != JSMF_OK || judge_truth(run, j) != JSMF_OK ||
        judge_labels(run, j) != JSMF_OK || judge_against(run, j) != JSMF_OK ||
        judge_halves(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return print(run, &j->metrics);
}

static const tool this_tool = {
    .name = "jsmf-eval",
    .summary = "how good a model is: one metric a line",
    .usage = "[MODEL]",
    .more_help = metric_meanings_help,
    .examples = "jsmf-eval --format text --cooc cooc.npz model.npz\n"
                "jsmf-eval --bag bag.npz --held-out unseen.npz model.npz\n"
                "jsmf-eval --per-topic --format text --cooc cooc.npz --bag bag.npz model.npz\n"
                "jsmf-eval --compositions w.npz --labels labels.txt model.npz\n"
                "jsmf-eval --per-topic --word-labels genres.tsv model.npz\n"
                "jsmf-eval --format json model.npz | jq .Specificity",
    .most_operands = 1,
    .stdin_default = true,
    .options = options,
    .often = "cooc bag held-out compositions labels against per-topic format",
    .defaults = &defaults,
    .settings_size = sizeof defaults,
    .job_size = sizeof(job),
    .run = run_eval,
    .release = job_free,
    .seeded = true,
};

int main(int argc, char **argv) { return tool_main(&this_tool, argc, argv); }
