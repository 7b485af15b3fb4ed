/* jsmf-bow: a corpus to a bag of words, its vocabulary curated. */
#include "shared/bags.h"
#include "shared/bow_corpus.h"
#include "shared/bow_counts.h"
#include "shared/bow_documents.h"
#include "shared/bow_shards.h"
#include "shared/bow_unknown.h"
#include "shared/shard_blocks.h"

#include "jsmf/corpus.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Of base and first, SIZE_MAX: help shows no default of them. They are read where they are given. */
static const bow_settings defaults = { .from = CORPUS_GUESS, .min_df = 1, .max_df = 1, .max_unknown = 1,
                                       .block = SHARD_BLOCK, .base = SIZE_MAX, .first = SIZE_MAX };

static const tool_option options[] = {
    { 0, "vocab", TOOL_TEXT, offsetof(bow_settings, vocab), 0, 0, "FILE",
      "the words of a corpus of numbered words, one a line, in the order of their numbers" },
    { 0, "from", TOOL_CHOICE, offsetof(bow_settings, from), 0, 0, TOOL_CHOICES(JSMF_CORPUS_FORMATS),
      "the corpus's format, where its first bytes mislead; text: a document a line" },
    { 0, "base", TOOL_SIZE, offsetof(bow_settings, base), 0, 1, "0|1",
      "the number of the first word (default: 0 in lda-c, 1 in SVMlight)" },
    { 0, "transpose", TOOL_FLAG, offsetof(bow_settings, transpose), 0, 0, NULL,
      "Matrix Market, scipy: rows are words, and columns are documents" },
    { 0, "merge-duplicates", TOOL_FLAG, offsetof(bow_settings, merge), 0, 0, NULL,
      "if the vocabulary has a word more than once, add up its counts" },
    { 0, "ids", TOOL_TEXT, offsetof(bow_settings, ids), 0, 0, "FILE",
      "the names of the documents, one a line, for a corpus that has none" },
    { 0, "stop", TOOL_LIST, offsetof(bow_settings, stop), 0, 0, "english|FILE",
      "remove the words of the built-in English list, or of FILE (one a line); may be given again" },
    { 0, "keep-words", TOOL_TEXT, offsetof(bow_settings, keep_words), 0, 0, "FILE",
      "keep the words of FILE, whatever other options remove" },
    { 0, "ignore-case", TOOL_FLAG, offsetof(bow_settings, ignore_case), 0, 0, NULL,
      "compare the words of --stop and --keep-words regardless of case" },
    { 0, "drop-top", TOOL_SIZE, offsetof(bow_settings, drop_top), 1, 1e18, "N",
      "remove the N words that occur in the most documents" },
    { 0, "min-df", TOOL_SIZE, offsetof(bow_settings, min_df), 0, 1e18, "N",
      "remove words that occur in fewer than N documents; 0 keeps words that occur in none" },
    { 0, "max-df", TOOL_REAL, offsetof(bow_settings, max_df), TOOL_ABOVE_ZERO, 1, "X",
      "remove words that occur in more than this fraction of all documents" },
    { 0, "top", TOOL_SIZE, offsetof(bow_settings, top), 1, 1e18, "N",
      "keep the N words with the largest tf log(D/df)" },
    { 0, "min-words", TOOL_SIZE, offsetof(bow_settings, min_words), 0, 1e18, "N",
      "after that, empty documents of fewer than N distinct words" },
    { 0, "match", TOOL_TEXT, offsetof(bow_settings, match), 0, 0, "MODEL",
      "use the vocabulary of MODEL, or of any other stream, and leave out all other words" },
    { 0, "max-unknown", TOOL_REAL, offsetof(bow_settings, max_unknown), 0, 1, "X",
      "with --match: fail if more than this fraction of the tokens belongs to words that MODEL lacks" },
    { 0, "documents", TOOL_TEXT, offsetof(bow_settings, documents), 0, 0, "FILE",
      "keep only the documents that FILE lists, one a line, by id, or by number from 0 if they have no ids" },
    { 0, "split", TOOL_REAL, offsetof(bow_settings, split), TOOL_ABOVE_ZERO, TOOL_BELOW_ONE, "X",
      "keep a random fraction X of the documents; the others go to --rest" },
    { 0, "rest", TOOL_WRITTEN, offsetof(bow_settings, rest), 0, 0, "FILE",
      "with --split: the file for the other documents, with the same vocabulary" },
    { 0, "counts", TOOL_FLAG, offsetof(bow_settings, counts), 0, 0, NULL,
      "write only the words' document frequencies and counts, which jsmf-merge adds to those of other shards" },
    { 0, "counts-from", TOOL_TEXT, offsetof(bow_settings, counts_from), 0, 0, "SUMS",
      "read such sums instead of a corpus, and write the vocabulary that curation leaves, for --match" },
    { 0, "cut", TOOL_SIZE, offsetof(bow_settings, cut), 1, 1e6, "N",
      "cut the documents into N shards; %d in the name of -o stands for the number of a shard, from 0" },
    { 0, "block", TOOL_SIZE, offsetof(bow_settings, block), 1, INT32_MAX, "N",
      "with --cut: shards begin only at documents whose numbers are multiples of N" },
    { 0, "shard", TOOL_TEXT, offsetof(bow_settings, shard), 0, 0, "ID",
      "the name of these documents for jsmf-merge; the name of a day begins with its date" },
    { 0, "first", TOOL_SIZE, offsetof(bow_settings, first), 0, 1e18, "N",
      "with --shard: the number, from 0, of the first of these documents in the whole" },
    TOOL_END
};

/* Which documents of a whole these are does not change what they give. */
static const char *const unnoted[] = { "cut", "block", "shard", "first", NULL };

typedef struct job {
    bow_corpus kept, rest;
    jsmf_stream out, rest_stream;
    jsmf_output *rest_out; /* the tool's, which commits it when the kept documents are safe */
} job;

/* ---- options ---- */

static jsmf_status check_options(tool_run *run)
{
    static const char *const curating[] = { "min-df", "max-df", "top", "drop-top", "keep-words" };
    const bow_settings *s = run->settings;
    const char *const inputs[] = { tool_operand(run, 0), s->vocab, s->match, s->documents, s->ids, s->keep_words };
    const char *curated = s->match ? tool_first_given(run, curating, sizeof curating / sizeof *curating) : NULL;
    if (tool_stdin_count(inputs, sizeof inputs / sizeof *inputs) +
        tool_stdin_count(s->stop.values, s->stop.count) > 1)
        return tool_usage(run, "more than one input on standard input");
    if (corpus_format(s->from) == JSMF_FORMAT_TEXT && s->vocab)
        return tool_usage(run, "--vocab with --from text: text makes its own vocabulary (--match takes a model's)");
    if (tool_given(run, "split") != tool_given(run, "rest"))
        return tool_usage(run, "--split and --rest go together");
    if (tool_is_stdin(s->rest))
        return tool_usage(run, "--rest -: name a file");
    if (bow_shards_check(run) != JSMF_OK || bow_counts_check(run) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (tool_given(run, "max-unknown") && !s->match)
        return tool_usage(run, "--max-unknown goes with --match");
    if (s->ignore_case && !s->stop.count && !s->keep_words)
        return tool_usage(run, "--ignore-case goes with --stop or --keep-words");
    if (curated)
        return tool_usage(run, "--%s with --match: the vocabulary is the model's as it is", curated);
    return JSMF_OK;
}

/* ---- curation ---- */

/* By the two texts behind one another. */
static void report_emptied(tool_run *run, const bow_corpus *c, size_t emptied, const char *by, const char *of)
{
    if (emptied)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: %zu of %zu document%s emptied by %s%s (the rows are kept)", c->name,
                     emptied, JSMF_COUNTED(c->h.rows), by, of);
}

static jsmf_status report_curation(tool_run *run, const bow_corpus *c, const jsmf_corpus_curated *r, size_t words)
{
    const bow_settings *s = run->settings;
    if (jsmf_csr_nnz(&c->h) == 0 && !s->match)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no words left (of %zu: %zu stop words, %zu by --drop-top, %zu "
                         "below --min-df, %zu above --max-df; %zu of %zu document%s emptied)", c->name, words,
                         r->words_stopped, r->words_dropped, r->words_rare, r->words_frequent, r->documents_emptied,
                         JSMF_COUNTED(c->h.rows));
    jsmf_message(run->ctx, JSMF_INFO, "words left out: %zu stop words, %zu by --drop-top, %zu below --min-df, %zu "
                 "above --max-df, %zu below --top, %zu of emptied documents only", r->words_stopped, r->words_dropped,
                 r->words_rare, r->words_frequent, r->words_below_top, r->words_orphaned);
    report_emptied(run, c, r->documents_emptied, "the curation", "");
    return JSMF_OK;
}

static jsmf_status curate(tool_run *run, bow_corpus *c)
{
    const bow_settings *s = run->settings;
    const bool curates = s->stop.count && !s->match;
    jsmf_strings stop = { 0 }, keep = { 0 };
    jsmf_corpus_curation how = { .stop = curates ? &stop : NULL,
                                 .keep = s->keep_words ? &keep : NULL,
                                 .ignore_case = s->ignore_case,
                                 .drop_top = s->drop_top,
                                 .min_df = s->match || s->counts ? 0 : s->min_df,
                                 .max_df = s->max_df,
                                 .top = s->top,
                                 .min_words = s->min_words };
    jsmf_corpus_curated report;
    size_t words = c->h.cols;
    double start = jsmf_context_clock();
    if ((!curates || bow_read_stop(run, c, &stop) == JSMF_OK) && bow_read_kept(run, c, &keep) == JSMF_OK &&
        jsmf_corpus_curate(run->ctx, &c->h, &c->vocab, &how, &report) == JSMF_OK &&
        report_curation(run, c, &report, words) == JSMF_OK)
        jsmf_message(run->ctx, JSMF_INFO, "curated in %.3f s: %zu of %zu word%s, %zu %s", jsmf_context_clock() - start,
                     c->h.cols, JSMF_COUNTED(words), JSMF_ENTRIES(jsmf_csr_nnz(&c->h)));
    jsmf_strings_free(&stop);
    jsmf_strings_free(&keep);
    return jsmf_context_status(run->ctx);
}

/* The words of the stream at path. */
static jsmf_status read_target(tool_run *run, const bow_corpus *c, const char *path, jsmf_strings *vocab)
{
    static const char *const wanted[] = { "vocab", "text.recipe" };
    const jsmf_strings *found;
    jsmf_stream stream = { 0 };
    if (tool_scan_file(run, path, JSMF_ANY_KIND, wanted, 2, &stream) == JSMF_OK &&
        jsmf_arrays_vocab(run->ctx, &stream, 0, &found) == JSMF_OK) {
        bag_warn_of_recipe(run, &stream, &c->stream);
        jsmf_recorded(found ? jsmf_strings_copy(run->ctx, found, vocab)
                            : jsmf_fail(run->ctx, JSMF_EDATA,
                                        "%s: no array vocab (--match needs the words of a stream)", stream.name));
    }
    jsmf_stream_free(&stream);
    return jsmf_context_status(run->ctx);
}

/* target becomes the corpus's; *dropped words are not in it, with *tokens tokens. */
static jsmf_status map_words(tool_run *run, bow_corpus *c, const char *path, jsmf_strings *target, size_t *dropped,
                             int64_t *tokens)
{
    if (jsmf_corpus_match(run->ctx, &c->h, &c->vocab, target, dropped, tokens) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_strings_free(&c->vocab);
    c->vocab = *target;
    *target = (jsmf_strings){ 0 };
    report_emptied(run, c, jsmf_csr_empty_rows(&c->h) - c->report.empty, "leaving out words that are not in ", path);
    return JSMF_OK;
}

static jsmf_status match_model(tool_run *run, bow_corpus *c, const char *path, jsmf_strings *target)
{
    bow_unknown unknown;
    size_t dropped;
    int64_t tokens;
    if (bow_find_unknown(run, c, path, target, &unknown) != JSMF_OK ||
        map_words(run, c, path, target, &dropped, &tokens) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    bow_report_unknown(run, c, path, &unknown);
    return JSMF_OK;
}

static jsmf_status match(tool_run *run, bow_corpus *c, const char *path)
{
    jsmf_strings target = { 0 };
    if (read_target(run, c, path, &target) == JSMF_OK)
        jsmf_recorded(match_model(run, c, path, &target));
    jsmf_strings_free(&target);
    return jsmf_context_status(run->ctx);
}

/* The rest takes the words that the kept documents were left with. */
static jsmf_status curate_rest(tool_run *run, job *j)
{
    const bow_settings *s = run->settings;
    jsmf_corpus_curation how = { .max_df = 1, .min_words = s->min_words };
    jsmf_corpus_curated report;
    jsmf_strings target = { 0 };
    bow_unknown unknown = { .of = j->rest.vocab.count, .all = bow_tokens(&j->rest.h) };
    if (jsmf_strings_copy(run->ctx, &j->kept.vocab, &target) != JSMF_OK ||
        map_words(run, &j->rest, "the documents kept", &target, &unknown.words, &unknown.tokens) != JSMF_OK)
        goto done;
    bow_report_unknown(run, &j->rest, "the documents kept", &unknown);
    if (jsmf_corpus_curate(run->ctx, &j->rest.h, &j->rest.vocab, &how, &report) == JSMF_OK)
        report_emptied(run, &j->rest, report.documents_emptied, "--min-words", "");
done:
    jsmf_strings_free(&target);
    return jsmf_context_status(run->ctx);
}

/* ---- writing ---- */

static jsmf_status make_bag(tool_run *run, bow_corpus *c, jsmf_stream *out)
{
    jsmf_context *ctx = run->ctx;
    int64_t *df;
    size_t words = c->h.cols;
    *out = (jsmf_stream){ .schema = &jsmf_arrays_schema, .kind = JSMF_BAG };
    if (jsmf_corpus_df(ctx, &c->h, &df) != JSMF_OK || jsmf_stream_add_i64(ctx, out, "df", df, 1, words) != JSMF_OK ||
        jsmf_stream_add_strings(ctx, out, "vocab", &c->vocab) != JSMF_OK ||
        (c->ids.count && jsmf_stream_add_strings(ctx, out, "ids", &c->ids) != JSMF_OK) ||
        (c->shards.count && jsmf_arrays_shards_store(ctx, &c->shards, out) != JSMF_OK))
        return jsmf_context_status(ctx);
    return jsmf_stream_add_csr(ctx, out, "H", &c->h);
}

static jsmf_status write_kept(tool_run *run, job *j)
{
    bow_corpus *c = &j->kept;
    jsmf_stream *out = &j->out;
    if (make_bag(run, c, out) != JSMF_OK || jsmf_stream_pass(run->ctx, &c->stream, out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return tool_write(run, out);
}

static jsmf_status write_rest(tool_run *run, job *j)
{
    const jsmf_strings *history = &j->kept.stream.history;
    jsmf_stream *out = &j->rest_stream;
    jsmf_status status;
    if (make_bag(run, &j->rest, out) != JSMF_OK || jsmf_stream_pass(run->ctx, &j->rest.stream, out) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t i = 0; i < history->count; i++)
        if (jsmf_stream_note(run->ctx, out, jsmf_strings_get(history, i)) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    if (jsmf_stream_note(run->ctx, out, run->command) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    status = jsmf_stream_write(run->ctx, j->rest_out, out);
    jsmf_stream_free(out);
    return status;
}

static void job_free(void *held)
{
    job *j = held;
    jsmf_stream_free(&j->out);
    jsmf_stream_free(&j->rest_stream);
    bow_corpus_free(&j->kept);
    bow_corpus_free(&j->rest);
}

static jsmf_status make_parts(tool_run *run, jsmf_input *in)
{
    const bow_settings *s = run->settings;
    job *j = run->job;
    bow_corpus *c = &j->kept;
    if (bow_read(run, in, c) != JSMF_OK || bow_shards_open(run, c) != JSMF_OK ||
        bow_choose(run, c, &j->rest) != JSMF_OK ||
        (s->match && match(run, c, s->match) != JSMF_OK) || curate(run, c) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (s->rest && (curate_rest(run, j) != JSMF_OK || write_rest(run, j) != JSMF_OK))
        return jsmf_context_status(run->ctx);
    if (s->counts)
        return bow_counts_make(run, c, &j->out);
    return s->cut ? bow_shards_cut(run, c, make_bag) : write_kept(run, j);
}

static jsmf_status run_bow(tool_run *run)
{
    const bow_settings *s = run->settings;
    job *j = run->job;
    jsmf_input *in;
    jsmf_status status;
    if (s->counts_from && bow_counts_check(run) == JSMF_OK)
        return bow_counts_curate(run, &j->out);
    if (check_options(run) != JSMF_OK ||
        (s->rest && tool_beside_open(run, s->rest, &j->rest_out) != JSMF_OK) ||
        jsmf_input_open(run->ctx, tool_operand(run, 0), true, &in) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    j->kept.name = jsmf_input_name(in);
    status = make_parts(run, in);
    jsmf_input_close(in);
    return status;
}

static const tool this_tool = {
    .name = "jsmf-bow",
    .summary = "turn a corpus into a bag of words with a curated vocabulary",
    .usage = "[CORPUS]",
    .examples = "jsmf-bow docword.kos.txt.gz --vocab vocab.kos.txt --max-df 0.5 --top 5000 -o kos.npz\n"
                "jsmf-bow docword.kos.txt.gz --vocab vocab.kos.txt --stop english --min-words 5 | jsmf-cooc -o c.npz\n"
                "jsmf-text talks.csv | jsmf-bow --stop english --min-df 5 -o talks.npz\n"
                "jsmf-bow docword.new.txt --vocab vocab.new.txt --match model.npz -o new.npz\n"
                "jsmf-bow bag.npz --split 0.9 --rest test.npz -o train.npz\n",
    .most_operands = 1,
    .stdin_default = true,
    .options = options,
    .often = "vocab stop min-df max-df top match",
    .defaults = &defaults,
    .settings_size = sizeof defaults,
    .job_size = sizeof(job),
    .run = run_bow,
    .release = job_free,
    .stream_output = true,
    .seeded_by = "split",
    .unnoted = unnoted,
    .instead = "counts-from",
};

int main(int argc, char **argv) { return tool_main(&this_tool, argc, argv); }
