/* jsmf-infer: documents and a model to the documents' compositions. */
#include "shared/bags.h"
#include "shared/corpus_file.h"
#include "shared/infer_method.h"
#include "shared/infer_text.h"

#include "jsmf/arrays.h"
#include "jsmf/corpus.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NPZ, TSV, WIDE };

/* The part of a document that its prominent topics have together. */
static const double prominent_mass = 0.8;

typedef struct settings {
    infer_settings how;
    int from, format;
    double mass;
    bool likelihood, header;
    const char *vocab;
} settings;

static const tool_option options[] = {
    INFER_OPTIONS,
    { 0, "from", TOOL_CHOICE, offsetof(settings, from), 0, 0, TOOL_CHOICES(JSMF_CORPUS_STREAMED),
      "the format of the documents (default: by their first bytes)" },
    { 0, "vocab", TOOL_TEXT, offsetof(settings, vocab), 0, 0, "FILE", "the words of documents of any format but text" },
    { 0, "format", TOOL_CHOICE, offsetof(settings, format), 0, 0, "npz|tsv|wide",
      "a stream, lines of document, topic and share, or a line for each document" },
    { 0, "mass", TOOL_REAL, offsetof(settings, mass), 0, 1, "X",
      "tsv: write the largest topics of a document until they have this share of it" },
    { 0, "likelihood", TOOL_FLAG, offsetof(settings, likelihood), 0, 0, NULL,
      "tsv, wide: add each document's log-probability a token and its share of unknown words" },
    TOOL_HEADER(settings, header, "tsv: "),
    TOOL_END
};

/* What the run holds. */
typedef struct job {
    model_input in;
    uint32_t mark;             /* of the model */
    jsmf_stream dual, out;
    jsmf_infer_options how;
    jsmf_infer *infer;
    jsmf_input *documents_in;  /* a corpus, read as it comes */
    char *name;                /* of the documents */
    bag_input bag;             /* its stream, or none where a corpus is read; the documents of either */
    jsmf_strings vocab;        /* of --vocab */
    const jsmf_array *ids;     /* of the bag, or NULL */
    jsmf_corpus_report report;
    jsmf_spool *w, *empty, *tokens; /* what has been composed */
    infer_text text;           /* its output is NULL where a stream is written */
    const int64_t *left_out;   /* of a bag of jsmf-text --match: the same by document of all, or NULL */
    int64_t *unknown;          /* of a corpus: tokens of other words, by document of the batch */
    size_t documents;          /* composed */
    double *block;             /* a batch's compositions */
    unsigned char *flags;
    int64_t *counts;           /* of its documents' tokens */
} job;

static void job_free(void *held)
{
    job *j = held;
    jsmf_stream_free(&j->out);
    bag_free(&j->bag);
    jsmf_infer_free(j->infer);
    model_free(&j->in);
    jsmf_stream_free(&j->dual);
    jsmf_input_close(j->documents_in);
    jsmf_strings_free(&j->vocab);
    jsmf_spool_free(j->w);
    jsmf_spool_free(j->empty);
    jsmf_spool_free(j->tokens);
    infer_text_free(&j->text);
    free(j->name);
    free(j->block);
    free(j->flags);
    free(j->counts);
    free(j->unknown);
}

/* ---- options ---- */

static jsmf_status check_options(tool_run *run)
{
    const settings *s = run->settings;
    const char *const inputs[] = { run->operands[0], tool_operand(run, 1), s->how.dual, s->vocab };
    if (tool_stdin_count(inputs, sizeof inputs / sizeof *inputs) > 1)
        return tool_usage(run, "more than one input on standard input (MODEL comes first, the documents second)");
    if (corpus_format(s->from) == JSMF_FORMAT_TEXT && s->vocab)
        return tool_usage(run, "--vocab with --from text: the words are the text's");
    if (s->format != TSV && tool_given(run, "mass"))
        return tool_usage(run, "--mass is for --format tsv");
    if (s->format != TSV && s->header)
        return tool_usage(run, "--header is for --format tsv (--format wide always has one)");
    if (s->format == NPZ && s->likelihood)
        return tool_usage(run, "--likelihood is for --format tsv or wide");
    if (s->format == NPZ && tool_refuse_terminal(run, ", or --format tsv") != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return infer_settings_check(run);
}

/* ---- the model ---- */

static jsmf_status open_model(tool_run *run, job *j)
{
    static const char *const names[] = { "B", "A", "vocab", "alpha", "names", "text.recipe", "Bbar" };
    const size_t all = sizeof names / sizeof *names;
    const bool bbar = j->how.method == JSMF_INFER_INIT || j->how.paper;
    if (model_scan(run, run->operands[0], names, bbar ? all : all - 1, &j->in) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    j->mark = jsmf_arrays_model_mark(&j->in.model);
    return JSMF_OK;
}

/* ---- an earlier run's dual ---- */

static jsmf_status read_dual(tool_run *run, job *j, double *mark)
{
    static const char *const names[] = { "dual", "infer.method", "infer.loss", "infer.weights", "infer.prior",
                                         "infer.paper", "infer.delta", "infer.threshold",
                                         "infer.gibbs_prior", "infer.burn_in", "infer.samples", "infer.model" };
    const settings *s = run->settings;
    if (tool_scan_file(run, s->how.dual, JSMF_COMPOSITIONS, names, sizeof names / sizeof *names, &j->dual) !=
        JSMF_OK)
        return jsmf_context_status(run->ctx);
    return infer_settings_load(run, &j->dual, &j->how, mark);
}

static jsmf_status give_dual(tool_run *run, job *j, double mark)
{
    if (mark >= 0 && mark != (double)j->mark)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: was made with another model than %s (another B or A: leave --dual "
                         "out)", j->dual.name, j->in.stream.name);
    if (jsmf_infer_needs_dual(j->infer) &&
        jsmf_arrays_inference_load_dual(run->ctx, &j->dual, j->infer) != JSMF_OK)
        return tool_name_error(run, j->dual.name);
    return JSMF_OK;
}

static jsmf_status check_memory(tool_run *run, const job *j)
{
    const size_t n = j->in.model.n, k = j->in.model.k;
    char what[128];
    snprintf(what, sizeof what, "inference with %zu topic%s of %zu word%s", JSMF_COUNTED(k), JSMF_COUNTED(n));
    return tool_check_memory(run, jsmf_infer_bytes(run->ctx, &j->how, &j->in.model), what,
                             "give more with --memory, or take fewer threads");
}

static jsmf_status open_inference(tool_run *run, job *j)
{
    const infer_settings *s = run->settings;
    double mark = -1;
    j->how = infer_settings_options(s);
    if ((s->dual && read_dual(run, j, &mark) != JSMF_OK) || open_model(run, j) != JSMF_OK ||
        check_memory(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (j->how.method == JSMF_INFER_GIBBS && !tool_given(run, "seed") &&
        tool_remark(run, "--seed %llu", (unsigned long long)jsmf_context_seed(run->ctx)) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (jsmf_infer_new(run->ctx, &j->in.model, j->in.model.alpha, &j->how, &j->infer) != JSMF_OK)
        return tool_name_error(run, j->in.stream.name);
    return s->dual ? give_dual(run, j, mark) : JSMF_OK;
}

/* ---- documents ---- */

static jsmf_status open_bag(tool_run *run, job *j)
{
    const settings *s = run->settings;
    if (jsmf_arrays_spool(run->ctx, j->documents_in, JSMF_BAG, &j->bag.stream) != JSMF_OK ||
        bag_refuse_scipy(run, &j->bag.stream) != JSMF_OK ||
        corpus_refuse_vocab(run, j->name, &j->bag.stream, s->vocab) != JSMF_OK ||
        bag_open(run, &j->in, &j->bag) != JSMF_OK ||
        bag_left_out(run, &j->bag.stream, j->bag.source.documents, &j->left_out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    bag_warn_of_recipe(run, &j->in.stream, &j->bag.stream);
    if (bag_find_ids(run, &j->bag.stream, j->bag.source.documents, &j->ids) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return bag_warn_of_new_ids(run, &j->bag.stream, j->ids);
}

/* White space finds other words in a text than jsmf-text has found for the model. */
static void warn_of_recipe(tool_run *run, const job *j)
{
    const char *model = j->in.stream.name;
    const bool piped = tool_is_stdin(tool_operand(run, 1));
    if (jsmf_stream_find(&j->in.stream, "text.recipe"))
        jsmf_message(run->ctx, JSMF_WARNING, "%s: its words were cut by jsmf-text, those of %s by white space alone "
                     "(jsmf-text --match %s%s%s | jsmf-infer %s cuts them alike)", model, j->name, model,
                     piped ? "" : " ", piped ? "" : j->name, model);
}

static jsmf_status open_corpus(tool_run *run, job *j, jsmf_corpus_format format)
{
    const settings *s = run->settings;
    j->unknown = jsmf_alloc_zero(run->ctx, JSMF_BATCH_DOCUMENTS, sizeof *j->unknown);
    const jsmf_corpus_options o = { .format = format,
                                    .unknown = j->unknown,
                                    .base = jsmf_corpus_format_base(format),
                                    .vocab = &j->vocab,
                                    .words = j->in.words,
                                    .again = jsmf_infer_needs_dual(j->infer) && !s->how.dual };
    if (!j->unknown)
        return jsmf_context_status(run->ctx);
    if (!j->in.words)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no array vocab (documents that are no bag need the model's words)",
                         j->in.stream.name);
    if (format == JSMF_FORMAT_TEXT)
        warn_of_recipe(run, j);
    if (format == JSMF_FORMAT_MARKET)
        return tool_usage(run, "%s is a Matrix Market file, whose documents come in any order: jsmf-bow --match %s "
                          "makes a bag of it", j->name, j->in.stream.name);
    if (format != JSMF_FORMAT_TEXT &&
        corpus_read_vocab(run, j->documents_in, format, s->vocab, false, &j->vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_corpus_batches_of_file(run->ctx, j->documents_in, &o, &j->report, &j->bag.source);
}

static jsmf_status open_documents(tool_run *run, job *j)
{
    const settings *s = run->settings;
    const char *name;
    jsmf_corpus_format format;
    bool npz;
    if (jsmf_input_open(run->ctx, tool_operand(run, 1), true, &j->documents_in) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    name = jsmf_input_name(j->documents_in);
    j->name = jsmf_copy(run->ctx, name, strlen(name) + 1, 1);
    if (!j->name || corpus_find_format(run, j->documents_in, s->from, s->vocab != NULL, &npz, &format) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return npz ? open_bag(run, j) : open_corpus(run, j, format);
}

/* ---- composing ---- */

static jsmf_status keep(tool_run *run, job *j, const jsmf_csr *batch)
{
    const size_t rows = batch->rows;
    for (size_t i = 0; i < rows; i++) {
        j->flags[i] = (j->flags[i] & JSMF_DOCUMENT_EMPTY) != 0;
        j->counts[i] = j->flags[i] ? 0 : (int64_t)jsmf_csr_row_sum(batch, i);
    }
    if (jsmf_spool_append(run->ctx, j->empty, j->flags, rows) != JSMF_OK ||
        jsmf_spool_append(run->ctx, j->tokens, j->counts, rows * sizeof *j->counts) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_spool_append(run->ctx, j->w, j->block, rows * j->in.model.k * sizeof *j->block);
}

static jsmf_status open_text(tool_run *run, job *j)
{
    const settings *s = run->settings;
    const bool bag = j->bag.stream.name != NULL;
    if (s->format == NPZ)
        return JSMF_OK;
    j->text = (infer_text){ .in = &j->in, .ids = j->ids, .wide = s->format == WIDE, .likelihood = s->likelihood,
                            .header = s->header, .mass = s->mass };
    return infer_text_open(run, bag ? &j->bag.stream : NULL, j->bag.source.documents, &j->text);
}

static jsmf_status allocate(tool_run *run, job *j)
{
    const size_t k = j->in.model.k;
    j->block = jsmf_alloc(run->ctx, jsmf_mul_sat(JSMF_BATCH_DOCUMENTS, k), sizeof *j->block);
    j->flags = jsmf_alloc(run->ctx, JSMF_BATCH_DOCUMENTS, 1);
    j->counts = jsmf_alloc(run->ctx, JSMF_BATCH_DOCUMENTS, sizeof *j->counts);
    if (jsmf_context_status(run->ctx) != JSMF_OK || jsmf_spool_new(run->ctx, "W", &j->w) != JSMF_OK ||
        jsmf_spool_new(run->ctx, "the flags of empty documents", &j->empty) != JSMF_OK ||
        jsmf_spool_new(run->ctx, "the documents' tokens", &j->tokens) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return open_text(run, j);
}

static jsmf_status compose_all(tool_run *run, job *j)
{
    const jsmf_batches *s = &j->bag.source;
    jsmf_csr batch;
    for (;;) {
        if (s->next(run->ctx, s->self, &batch) != JSMF_OK)
            return jsmf_context_status(run->ctx);
        if (batch.rows == 0)
            break;
        j->text.unknown = j->left_out ? j->left_out + j->documents : j->unknown;
        if (jsmf_infer_compose(run->ctx, j->infer, &batch, j->block, j->flags) != JSMF_OK ||
            (j->text.out ? infer_text_write(run, &j->text, &batch, j->documents, j->block)
                         : keep(run, j, &batch)) != JSMF_OK)
            return jsmf_context_status(run->ctx);
        j->documents += batch.rows;
        if (s->documents && jsmf_progress(run->ctx, "composing", (double)j->documents / (double)s->documents, -1) !=
            JSMF_OK)
            return jsmf_context_status(run->ctx);
    }
    return j->documents ? JSMF_OK : jsmf_fail(run->ctx, JSMF_EDATA, "%s: no document", j->name);
}

static void report_fit(tool_run *run, const jsmf_infer_fit_report *r, double seconds)
{
    char value[48] = "";
    if (!isnan(r->dual))
        snprintf(value, sizeof value, "dual %.10g, ", r->dual);
    if (!isnan(r->gap))
        snprintf(value, sizeof value, "|Q - P| %.3g, ", r->gap);
    jsmf_message(run->ctx, JSMF_INFO, "learned from %zu document%s in %.3f s, %zu iteration%s: %s|W W'/M - A| / |A| "
                 "%.3g, %s", JSMF_COUNTED(r->documents), seconds, JSMF_COUNTED(r->iterations), value, r->distance,
                 r->converged ? "converged" : "not converged (-i allows more)");
}

static jsmf_status learn(tool_run *run, job *j)
{
    const settings *s = run->settings;
    jsmf_infer_fit_report r;
    const double start = jsmf_context_clock();
    if (s->how.dual || !jsmf_infer_needs_dual(j->infer))
        return JSMF_OK;
    if (jsmf_infer_fit(run->ctx, j->infer, &j->bag.source, &r) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    report_fit(run, &r, jsmf_context_clock() - start);
    return j->bag.source.rewind(run->ctx, j->bag.source.self);
}

static void report(tool_run *run, const job *j, double seconds)
{
    jsmf_infer_totals t;
    jsmf_infer_count(j->infer, &t);
    const double unknown = t.unknown + (double)j->report.unknown, tokens = t.known + unknown;
    char distance[64] = "";
    if (!isnan(t.distance))
        snprintf(distance, sizeof distance, "|W W'/M - A| / |A| %.3g, ", t.distance);
    jsmf_message(run->ctx, JSMF_INFO, "composed %zu document%s in %.3f s (%.0f a second): %sKKT residual at most %.1e",
                 JSMF_COUNTED(t.documents), seconds, (double)t.documents / seconds, distance, t.worst_kkt);
    if (unknown > 0)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: %.0f of %.0f tokens (%.1f %%) are of words that the model does not "
                     "know: left out", j->name, unknown, tokens, 100 * unknown / tokens);
    if (j->report.repeated)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: %zu %s repeat an earlier document and word: summed", j->name,
                     JSMF_ENTRIES(j->report.repeated));
    if (t.empty)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: %zu of %zu document%s without a word that the model knows: the prior "
                     "mean stands for %s", j->name, t.empty, JSMF_COUNTED(t.documents), t.empty == 1 ? "it" : "them");
    if (t.cut)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: %zu of %zu document%s without a topic above the threshold: the prior "
                     "mean stands for %s", j->name, t.cut, JSMF_COUNTED(t.documents), t.cut == 1 ? "it" : "them");
    if (t.unconverged)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: %zu of %zu document%s stopped by a bound on iterations", j->name,
                     t.unconverged, JSMF_COUNTED(t.documents));
}

/* ---- the run ---- */

static jsmf_status store_list(tool_run *run, job *j, const char *name, const jsmf_strings *list)
{
    jsmf_strings copy = { 0 };
    if (jsmf_strings_copy(run->ctx, list, &copy) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_stream_add_strings(run->ctx, &j->out, name, &copy);
}

/* The topics' names, and the words where there is no bag that has them. */
static jsmf_status store_lists(tool_run *run, job *j)
{
    if (j->in.names && store_list(run, j, "infer.names", j->in.names) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return j->bag.stream.name || !j->in.words ? JSMF_OK : store_list(run, j, "vocab", j->in.words);
}

static jsmf_status write_stream(tool_run *run, job *j)
{
    jsmf_array w = { .type = 'f', .item = sizeof(double), .dims = 2, .shape = { j->in.model.k, j->documents },
                     .fortran = true, .spool = j->w };
    jsmf_array empty = { .type = 'b', .item = 1, .dims = 1, .shape = { j->documents }, .spool = j->empty };
    jsmf_array tokens = { .type = 'i', .item = sizeof(int64_t), .dims = 1, .shape = { j->documents },
                          .spool = j->tokens };
    jsmf_arrays_mark(&j->out, JSMF_COMPOSITIONS);
    if (jsmf_stream_add(run->ctx, &j->out, "W", &w) != JSMF_OK ||
        jsmf_stream_add(run->ctx, &j->out, "infer.empty", &empty) != JSMF_OK ||
        jsmf_stream_add(run->ctx, &j->out, "infer.tokens", &tokens) != JSMF_OK ||
        jsmf_arrays_inference_store(run->ctx, &j->how, j->infer, j->mark, &j->out) != JSMF_OK ||
        store_lists(run, j) != JSMF_OK || jsmf_stream_pass(run->ctx, &j->bag.stream, &j->out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return tool_write(run, &j->out);
}

static jsmf_status run_infer(tool_run *run)
{
    job *j = run->job;
    double start;
    if (check_options(run) != JSMF_OK || open_inference(run, j) != JSMF_OK || open_documents(run, j) != JSMF_OK ||
        learn(run, j) != JSMF_OK || allocate(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    start = jsmf_context_clock();
    if (compose_all(run, j) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    report(run, j, jsmf_context_clock() - start);
    return j->text.out ? infer_text_close(run, &j->text) : write_stream(run, j);
}

static bool writes_stream(const void *s) { return ((const settings *)s)->format == NPZ; }

int main(int argc, char **argv)
{
    const settings defaults = { .how = infer_settings_defaults(), .from = CORPUS_GUESS, .format = NPZ,
                                .mass = prominent_mass };
    const tool this_tool = {
        .name = "jsmf-infer",
        .summary = "what each document is about: its composition of a model's topics",
        .usage = "MODEL [BAG]",
        .examples = "jsmf-infer model.npz bag.npz -o w.npz\n"
                    "jsmf-bow new.txt.gz --vocab vocab.new.txt --match model.npz | jsmf-infer model.npz -o w.npz\n"
                    "jsmf-infer --from text --format tsv model.npz docs.txt | head\n"
                    "jsmf-infer --format wide --likelihood model.npz bag.npz > w.tsv\n"
                    "jsmf-infer --dual w.npz model.npz new-bag.npz -o new-w.npz",
        .least_operands = 1,
        .most_operands = 2,
        .stdin_default = true,
        .options = options,
        .often = "method dual from vocab format",
        .defaults = &defaults,
        .settings_size = sizeof defaults,
        .job_size = sizeof(job),
        .run = run_infer,
        .streams = writes_stream,
        .release = job_free,
    };
    return tool_main(&this_tool, argc, argv);
}
