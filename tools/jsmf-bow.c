/* jsmf-bow: a corpus to a bag of words, its vocabulary curated. */
#include "tool.h"

#include "jsmf/corpus.h"
#include "jsmf/vocab.h"

#include <stddef.h>
#include <string.h>

typedef struct settings {
    const char *vocab, *stop, *match;
    int from; /* position in FORMATS, or -1: guess */
    size_t base;
    bool transpose;
    size_t min_df, top, min_words;
    double max_df;
} settings;

#define FORMATS "uci|text|ldac|svmlight|mm"
enum { FROM_GUESS = -1 };
static const jsmf_format formats[] = { JSMF_FORMAT_UCI, JSMF_FORMAT_TEXT, JSMF_FORMAT_LDAC, JSMF_FORMAT_SVMLIGHT,
                                       JSMF_FORMAT_MARKET };

static const settings defaults = { .from = FROM_GUESS, .min_df = 1, .max_df = 1 };

static const tool_option options[] = {
    { 0, "vocab", TOOL_TEXT, offsetof(settings, vocab), 0, 0, "FILE",
      "the words of any format but text, one a line: the first word is the first line's" },
    { 0, "from", TOOL_CHOICE, offsetof(settings, from), 0, 0, FORMATS,
      "the corpus's format, where looking at its first bytes is not wanted; text is one document a line" },
    { 0, "base", TOOL_SIZE, offsetof(settings, base), 0, 1, "0|1",
      "the number of the first word in lda-c (0 where it is not said) and SVMlight (1)" },
    { 0, "transpose", TOOL_FLAG, offsetof(settings, transpose), 0, 0, NULL,
      "Matrix Market: rows are words, columns are documents" },
    { 0, "stop", TOOL_TEXT, offsetof(settings, stop), 0, 0, "english|FILE",
      "leave out the words of the built-in English list, or of FILE (one a line)" },
    { 0, "min-df", TOOL_SIZE, offsetof(settings, min_df), 0, 1e18, "N",
      "leave out words of fewer than N documents; 0 keeps those of none" },
    { 0, "max-df", TOOL_REAL, offsetof(settings, max_df), 1e-9, 1, "X",
      "leave out words of more than this part of all documents" },
    { 0, "top", TOOL_SIZE, offsetof(settings, top), 1, 1e18, "N",
      "keep the N words of the largest tf log(D/df)" },
    { 0, "min-words", TOOL_SIZE, offsetof(settings, min_words), 0, 1e18, "N",
      "then empty documents of fewer than N distinct words" },
    { 0, "match", TOOL_TEXT, offsetof(settings, match), 0, 0, "MODEL",
      "take the vocabulary of MODEL, or of any other stream: other words are left out" },
    TOOL_END
};

typedef struct corpus {
    const char *name;
    jsmf_csr h;
    jsmf_strings vocab;
    jsmf_stream stream; /* what a bag that is curated again passes on */
    jsmf_corpus_report report;
} corpus;

/* ---- options ---- */

static bool is_stdin(const char *path) { return path && strcmp(path, "-") == 0; }

static jsmf_status check_options(tool_run *run)
{
    static const char *const curating[] = { "stop", "min-df", "max-df", "top" };
    const settings *s = run->settings;
    int on_stdin = is_stdin(tool_operand(run, 0)) + is_stdin(s->vocab) + is_stdin(s->match) +
                   is_stdin(s->stop);
    if (on_stdin > 1)
        return tool_usage(run, "more than one input on standard input");
    if (s->from != FROM_GUESS && formats[s->from] == JSMF_FORMAT_TEXT && s->vocab)
        return tool_usage(run, "--vocab with --from text: text makes its own vocabulary (--match takes a model's)");
    for (size_t i = 0; s->match && i < sizeof curating / sizeof *curating; i++)
        if (tool_given(run, curating[i]))
            return tool_usage(run, "--%s with --match: the vocabulary is the model's as it is", curating[i]);
    return JSMF_OK;
}

/* ---- reading ---- */

static jsmf_status read_bag(tool_run *run, jsmf_input *in, corpus *c)
{
    const jsmf_strings *vocab;
    if (((const settings *)run->settings)->vocab)
        return tool_usage(run, "--vocab with a bag: %s has its own vocabulary", c->name);
    if (jsmf_stream_read(run->ctx, in, JSMF_BAG, &c->stream) != JSMF_OK ||
        jsmf_stream_csr(run->ctx, &c->stream, "H", true, &c->h) != JSMF_OK ||
        jsmf_stream_vocab(run->ctx, &c->stream, c->h.cols, &vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (!vocab)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no array vocab (a bag has one)", c->name);
    c->report.empty = jsmf_csr_empty_rows(&c->h);
    return jsmf_strings_copy(run->ctx, vocab, &c->vocab);
}

/* Words are numbers in all formats but text. */
static jsmf_status read_numbered(tool_run *run, jsmf_input *in, jsmf_format format, corpus *c)
{
    static const char *const names[] = { [JSMF_FORMAT_UCI] = "a UCI docword file", [JSMF_FORMAT_LDAC] = "an lda-c file",
                                         [JSMF_FORMAT_SVMLIGHT] = "an SVMlight file",
                                         [JSMF_FORMAT_MARKET] = "a Matrix Market file" };
    const settings *s = run->settings;
    size_t base = tool_given(run, "base") ? s->base : format == JSMF_FORMAT_SVMLIGHT;
    if (!s->vocab)
        return tool_usage(run, "%s is %s: --vocab FILE with its words is needed", c->name, names[format]);
    if (jsmf_words_read(run->ctx, s->vocab, true, &c->vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (format == JSMF_FORMAT_UCI)
        return jsmf_corpus_read_uci(run->ctx, in, c->vocab.count, &c->h, &c->report);
    if (format == JSMF_FORMAT_MARKET)
        return jsmf_corpus_read_market(run->ctx, in, s->transpose, c->vocab.count, &c->h, &c->report);
    return jsmf_corpus_read_pairs(run->ctx, in, format, base, c->vocab.count, &c->h, &c->report);
}

static jsmf_status check_format(tool_run *run, const corpus *c, jsmf_format format)
{
    if (tool_given(run, "base") && format != JSMF_FORMAT_LDAC && format != JSMF_FORMAT_SVMLIGHT)
        return tool_usage(run, "--base: %s is neither lda-c nor SVMlight", c->name);
    if (((const settings *)run->settings)->transpose && format != JSMF_FORMAT_MARKET)
        return tool_usage(run, "--transpose: %s is not Matrix Market", c->name);
    return JSMF_OK;
}

static jsmf_status read_format(tool_run *run, jsmf_input *in, corpus *c)
{
    const settings *s = run->settings;
    jsmf_format format = s->from == FROM_GUESS ? JSMF_FORMAT_GUESS : formats[s->from];
    bool npz = false;
    if (format == JSMF_FORMAT_GUESS && (jsmf_input_is_npz(run->ctx, in, &npz) != JSMF_OK ||
                                  (!npz && jsmf_corpus_guess(run->ctx, in, &format) != JSMF_OK)))
        return jsmf_context_status(run->ctx);
    /* With a vocabulary a docword is meant, and its reader says best what is wrong with one. */
    if (format == JSMF_FORMAT_TEXT && s->vocab)
        format = JSMF_FORMAT_UCI;
    if (check_format(run, c, format) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (npz)
        return read_bag(run, in, c);
    if (format != JSMF_FORMAT_TEXT)
        return read_numbered(run, in, format, c);
    return jsmf_corpus_read_text(run->ctx, in, &c->h, &c->vocab, &c->report);
}

static void report_reading(tool_run *run, const corpus *c, double seconds)
{
    double megabytes = 1e-6 * (double)c->report.bytes;
    size_t entries = jsmf_csr_nnz(&c->h);
    jsmf_message(run->ctx, JSMF_INFO, "read %s in %.3f s: %zu document%s, %zu word%s, %zu %s", c->name, seconds,
                 JSMF_COUNTED(c->h.rows), JSMF_COUNTED(c->h.cols), JSMF_ENTRIES(entries));
    if (c->report.bytes)
        jsmf_message(run->ctx, JSMF_INFO, "%.1f MB of text, %.0f MB/s", megabytes, megabytes / seconds);
    if (c->report.repeated)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: %zu of %zu entries repeat an earlier document and word: summed",
                     c->name, c->report.repeated, entries + c->report.repeated);
    if (c->report.empty)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: %zu of %zu document%s empty (the rows are kept)", c->name,
                     c->report.empty, JSMF_COUNTED(c->h.rows));
}

static jsmf_status read_corpus(tool_run *run, jsmf_input *in, corpus *c)
{
    double start = jsmf_clock();
    if (read_format(run, in, c) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (c->report.empty == c->h.rows)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no words (%zu document%s, none of them with a word)", c->name,
                         JSMF_COUNTED(c->h.rows));
    report_reading(run, c, jsmf_clock() - start);
    return JSMF_OK;
}

/* ---- curation ---- */

static jsmf_status read_stop(tool_run *run, const char *stop, jsmf_strings *list)
{
    if (strcmp(stop, "english") != 0)
        return jsmf_words_read(run->ctx, stop, false, list);
    for (size_t i = 0; i < jsmf_stopwords_english_count; i++)
        if (jsmf_strings_add(run->ctx, list, jsmf_stopwords_english[i], strlen(jsmf_stopwords_english[i])) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    return JSMF_OK;
}

static void report_emptied(tool_run *run, const corpus *c, size_t emptied, const char *by)
{
    if (emptied)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: %zu of %zu document%s emptied by %s (the rows are kept)", c->name,
                     emptied, JSMF_COUNTED(c->h.rows), by);
}

static jsmf_status report_curation(tool_run *run, const corpus *c, const jsmf_curated *r, size_t words)
{
    if (jsmf_csr_nnz(&c->h) == 0)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no words left (of %zu: %zu stop words, %zu below --min-df, %zu "
                         "above --max-df; %zu of %zu document%s emptied)", c->name, words, r->words_stopped,
                         r->words_rare, r->words_frequent, r->documents_emptied, JSMF_COUNTED(c->h.rows));
    jsmf_message(run->ctx, JSMF_INFO, "words left out: %zu stop words, %zu below --min-df, %zu above --max-df, %zu "
                 "below --top, %zu of emptied documents only", r->words_stopped, r->words_rare, r->words_frequent,
                 r->words_below_top, r->words_orphaned);
    report_emptied(run, c, r->documents_emptied, "the curation");
    return JSMF_OK;
}

static jsmf_status curate(tool_run *run, corpus *c)
{
    const settings *s = run->settings;
    jsmf_strings stop = { 0 };
    jsmf_curation how = { .stop = s->stop ? &stop : NULL, .min_df = s->match ? 0 : s->min_df, .max_df = s->max_df,
                          .top = s->top, .min_words = s->min_words };
    jsmf_curated report;
    size_t words = c->h.cols;
    double start = jsmf_clock();
    if ((!s->stop || read_stop(run, s->stop, &stop) == JSMF_OK) &&
        jsmf_bag_curate(run->ctx, &c->h, &c->vocab, &how, &report) == JSMF_OK &&
        report_curation(run, c, &report, words) == JSMF_OK)
        jsmf_message(run->ctx, JSMF_INFO, "curated in %.3f s: %zu of %zu word%s, %zu %s", jsmf_clock() - start,
                     c->h.cols, JSMF_COUNTED(words), JSMF_ENTRIES(jsmf_csr_nnz(&c->h)));
    jsmf_strings_free(&stop);
    return jsmf_context_status(run->ctx);
}

static jsmf_status read_target(tool_run *run, const char *path, jsmf_strings *vocab)
{
    static const char *const wanted[] = { "vocab" };
    jsmf_stream stream = { 0 };
    const jsmf_strings *found = NULL;
    jsmf_input *in;
    if (jsmf_input_open(run->ctx, path, false, &in) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (jsmf_stream_scan(run->ctx, in, JSMF_ANY_KIND, wanted, 1, &stream) == JSMF_OK &&
        jsmf_stream_vocab(run->ctx, &stream, 0, &found) == JSMF_OK) {
        if (found)
            (void)!jsmf_strings_copy(run->ctx, found, vocab);
        else
            jsmf_fail(run->ctx, JSMF_EDATA, "%s: no array vocab (--match needs the words of a stream)", stream.name);
    }
    jsmf_stream_free(&stream);
    jsmf_input_close(in);
    return jsmf_context_status(run->ctx);
}

static int64_t count_tokens(const jsmf_csr *h)
{
    int64_t tokens = 0;
    size_t entries = jsmf_csr_nnz(h);
    for (size_t p = 0; p < entries; p++)
        tokens += h->counts[p];
    return tokens;
}

static void report_unknown(tool_run *run, const corpus *c, const char *path, size_t dropped, size_t words,
                           int64_t tokens)
{
    int64_t all = tokens + count_tokens(&c->h);
    if (dropped)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: %zu of %zu word%s not in %s: left out, with %lld of %lld tokens "
                     "(%.1f %%)", c->name, dropped, JSMF_COUNTED(words), path, (long long)tokens, (long long)all,
                     100.0 * (double)tokens / (double)all);
    report_emptied(run, c, jsmf_csr_empty_rows(&c->h) - c->report.empty, "this");
}

static jsmf_status match(tool_run *run, corpus *c, const char *path)
{
    jsmf_strings target = { 0 };
    size_t dropped, words = c->vocab.count;
    int64_t tokens;
    if (read_target(run, path, &target) != JSMF_OK ||
        jsmf_bag_match(run->ctx, &c->h, &c->vocab, &target, &dropped, &tokens) != JSMF_OK) {
        jsmf_strings_free(&target);
        return jsmf_context_status(run->ctx);
    }
    jsmf_strings_free(&c->vocab);
    c->vocab = target;
    if (jsmf_csr_nnz(&c->h) == 0)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: none of its %zu word%s is in %s", c->name, JSMF_COUNTED(words),
                         path);
    report_unknown(run, c, path, dropped, words, tokens);
    return JSMF_OK;
}

/* ---- writing ---- */

static jsmf_status write_bag(tool_run *run, corpus *c)
{
    jsmf_context *ctx = run->ctx;
    jsmf_stream out = { .kind = JSMF_BAG };
    int64_t *df;
    size_t words = c->h.cols;
    if (jsmf_bag_df(ctx, &c->h, &df) != JSMF_OK)
        return jsmf_context_status(ctx);
    if (jsmf_stream_add_i64(ctx, &out, "df", df, 1, words) == JSMF_OK &&
        jsmf_stream_add_strings(ctx, &out, "vocab", &c->vocab) == JSMF_OK &&
        jsmf_stream_add_csr(ctx, &out, "H", &c->h) == JSMF_OK && jsmf_stream_pass(ctx, &c->stream, &out) == JSMF_OK)
        (void)!tool_write(run, &out);
    jsmf_stream_free(&out);
    return jsmf_context_status(ctx);
}

static void corpus_free(void *held)
{
    corpus *c = held;
    jsmf_csr_free(&c->h);
    jsmf_strings_free(&c->vocab);
    jsmf_stream_free(&c->stream);
}

static jsmf_status run_bow(tool_run *run)
{
    const settings *s = run->settings;
    corpus *c = run->job;
    jsmf_input *in;
    if (check_options(run) != JSMF_OK || jsmf_input_open(run->ctx, tool_operand(run, 0), true, &in) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    c->name = jsmf_input_name(in);
    if (read_corpus(run, in, c) == JSMF_OK && (!s->match || match(run, c, s->match) == JSMF_OK) &&
        curate(run, c) == JSMF_OK)
        (void)!write_bag(run, c);
    jsmf_input_close(in);
    return jsmf_context_status(run->ctx);
}

static const tool this_tool = {
    .name = "jsmf-bow",
    .summary = "turn a corpus into a bag of words with a curated vocabulary",
    .usage = "[CORPUS]",
    .examples = "jsmf-bow docword.kos.txt.gz --vocab vocab.kos.txt --max-df 0.5 --top 5000 > kos.npz\n"
                "jsmf-bow docword.kos.txt.gz --vocab vocab.kos.txt --stop english --min-words 5 | jsmf-cooc > c.npz\n"
                "tr A-Z a-z < docs.txt | tr -cs 'a-z\\n' ' ' | jsmf-bow --min-df 5 > docs.npz\n"
                "jsmf-bow docword.new.txt --vocab vocab.new.txt --match model.npz > new.npz\n",
    .most_operands = 1,
    .stdin_default = true,
    .options = options,
    .defaults = &defaults,
    .settings_size = sizeof defaults,
    .job_size = sizeof(corpus),
    .run = run_bow,
    .release = corpus_free,
    .stream_output = true,
};

int main(int argc, char **argv) { return tool_main(&this_tool, argc, argv); }
