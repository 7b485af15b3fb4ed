/* jsmf-text: documents in the files that people have to a bag of words. */
#include "shared/bags.h"
#include "shared/text_arrays.h"
#include "shared/text_source.h"
#include "shared/text_words.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

typedef struct settings {
    text_source_settings source;
    size_t keep_text;
    text_words_settings words;
} settings;

static const settings defaults = { .source = { .from = TEXT_GUESS, .invalid = -1 },
                                   .words = { .min_length = 2, .ngrams = 1, .phrase_npmi = 0.5,
                                              .phrase_length = 3 } };

static const tool_option options[] = {
    { 0, "from", TOOL_CHOICE, offsetof(settings, source.from), 0, 0, TOOL_CHOICES(JSMF_RECORDS_FORMATS),
      "the files' format, where their first bytes mislead; files: each FILE is a document" },
    { 0, "text", TOOL_LIST, offsetof(settings, source.text), 0, 0, "COLUMN",
      "the column, or field, with the text; may be given again, to join several (default: the obvious one)" },
    { 0, "id", TOOL_TEXT, offsetof(settings, source.id), 0, 0, "COLUMN", "the column with the ids of the documents" },
    { 0, "keep", TOOL_LIST, offsetof(settings, source.keep), 0, 0, "COLUMN,...",
      "columns that become arrays of the bag; NAME=COLUMN gives the array another name" },
    { 0, "keep-text", TOOL_SIZE, offsetof(settings, keep_text), 1, 1e9, "N",
      "keep the first N characters of every document in the array text" },
    { 0, "delimiter", TOOL_TEXT, offsetof(settings, source.delimiter), 0, 0, "C",
      "CSV: the character between fields, or tab (default: the one of , ; | that the first lines show)" },
    { 0, "with-ids", TOOL_FLAG, offsetof(settings, source.with_ids), 0, 0, NULL,
      "text: the part of a line before its first tab is the document's id" },
    { 0, "files-from", TOOL_TEXT, offsetof(settings, source.files_from), 0, 0, "LIST",
      "read the files that LIST names, one a line" },
    { 0, "null", TOOL_FLAG, offsetof(settings, source.null_ends), 0, 0, NULL, "the names in LIST end with a NUL" },
    { 0, "invalid", TOOL_CHOICE, offsetof(settings, source.invalid), 0, 0, "replace|skip",
      "replace bytes that are not UTF-8 by U+FFFD, or leave out these, and whole files that are not text "
      "(default: an error)" },
    { 0, "pattern", TOOL_TEXT, offsetof(settings, words.pattern), 0, 0, "REGEX",
      "take the matches of this regular expression of ICU for words" },
    { 0, "min-length", TOOL_SIZE, offsetof(settings, words.min_length), 1, 255, "N",
      "leave out words of fewer than N characters" },
    { 0, "keep-case", TOOL_FLAG, offsetof(settings, words.keep_case), 0, 0, NULL, "do not make words lower case" },
    { 0, "strip-accents", TOOL_FLAG, offsetof(settings, words.strip_accents), 0, 0, NULL,
      "remove accents and other marks from letters" },
    { 0, "nfkc", TOOL_FLAG, offsetof(settings, words.nfkc), 0, 0, NULL,
      "replace compatibility characters by what they stand for (NFKC instead of NFC)" },
    { 0, "numbers", TOOL_FLAG, offsetof(settings, words.numbers), 0, 0, NULL,
      "keep numbers: words with digits and without a letter" },
    { 0, "urls", TOOL_FLAG, offsetof(settings, words.urls), 0, 0, NULL, "keep the words of URLs and mail addresses" },
    { 0, "split-apostrophes", TOOL_FLAG, offsetof(settings, words.split_apostrophes), 0, 0, NULL,
      "divide words at apostrophes" },
    { 0, "ngrams", TOOL_SIZE, offsetof(settings, words.ngrams), 1, 8, "N",
      "count also sequences of up to N neighbouring words, joined by _" },
    { 0, "phrases", TOOL_SIZE, offsetof(settings, words.phrases), 1, 1e9, "N",
      "join words by _ that occur together at least N times, and more often than by chance" },
    { 0, "phrase-npmi", TOOL_REAL, offsetof(settings, words.phrase_npmi), -1, 1, "X",
      "the normalised pointwise mutual information above which a sequence is a phrase" },
    { 0, "phrase-length", TOOL_SIZE, offsetof(settings, words.phrase_length), 2, 8, "N",
      "the largest number of words in a phrase" },
    { 0, "match", TOOL_TEXT, offsetof(settings, words.match), 0, 0, "MODEL",
      "cut words as for MODEL, or any other stream, and count only the words that it has" },
    { 0, "stop", TOOL_LIST, offsetof(settings, words.stop), 0, 0, "english|FILE",
      "with --match: do not count English function words, or the words of FILE, as unknown" },
    TOOL_END
};

typedef struct job {
    text_source source;
    text_arrays arrays;
    text_words words;
    jsmf_records_batch batch;
    jsmf_stream out;
} job;

/* ---- reading ---- */

static jsmf_status read_documents(tool_run *run)
{
    const settings *s = run->settings;
    job *j = run->job;
    do {
        if (text_source_fill(run, &s->source, &j->source, &j->batch) != JSMF_OK ||
            jsmf_tally_add(run->ctx, j->words.tally, &j->batch, j->source.texts) != JSMF_OK ||
            text_arrays_add(run, &j->source, s->keep_text, &j->batch, &j->arrays) != JSMF_OK ||
            jsmf_progress(run->ctx, "reading", text_source_part(&j->source), -1) != JSMF_OK)
            return jsmf_context_status(run->ctx);
    } while (j->batch.records);
    return JSMF_OK;
}

/* ---- what is said ---- */

static void warn_of_records(tool_run *run, const text_source *source)
{
    const settings *s = run->settings;
    const jsmf_records_report *r = &source->report;
    const char *treated = s->source.invalid ? "left out" : "replaced by U+FFFD";
    if (source->binary > 1)
        jsmf_message(run->ctx, JSMF_WARNING, "%zu of %zu files are no text and were left out (-v names each)",
                     source->binary, source->paths.count);
    if (r->invalid && source->paths.count > 1)
        jsmf_message(run->ctx, JSMF_WARNING, "%zu byte%s not of UTF-8 %s, in %zu of %zu files, such as %s",
                     JSMF_COUNTED(r->invalid), treated, source->spoilt, source->paths.count, source->spoilt_first);
    else if (r->invalid)
        jsmf_message(run->ctx, JSMF_WARNING, "%zu byte%s not of UTF-8 %s", JSMF_COUNTED(r->invalid), treated);
    if (r->lacking)
        jsmf_message(run->ctx, JSMF_WARNING, "%zu of %zu record%s lack a field of the text: it is taken for empty",
                     r->lacking, JSMF_COUNTED(r->records));
    if (r->names)
        jsmf_message(run->ctx, JSMF_WARNING, "%zu record%s the columns' names once more: files that were joined? (give "
                     "each to jsmf-text as an operand)", r->names, r->names == 1 ? " is" : "s are");
    if (source->blank_alone)
        jsmf_message(run->ctx, JSMF_WARNING, "%zu blank line%s left out, where one column is all there is (\"\" is an "
                     "empty document)", JSMF_COUNTED(source->blank_alone));
    else if (r->blank)
        jsmf_message(run->ctx, JSMF_INFO, "%zu blank line%s left out", JSMF_COUNTED(r->blank));
}

static void warn_of_counts(tool_run *run, const jsmf_tally_counts *c)
{
    if (c->too_long)
        jsmf_message(run->ctx, JSMF_WARNING, "%zu word%s of more than %d bytes left out", JSMF_COUNTED(c->too_long),
                     JSMF_WORD_BYTES);
    if (c->empty)
        jsmf_message(run->ctx, JSMF_WARNING, "%zu of %zu document%s without a word (the rows are kept)", c->empty,
                     JSMF_COUNTED(c->documents));
}

static jsmf_status report(tool_run *run, const jsmf_tally_counts *c, double seconds)
{
    const settings *s = run->settings;
    const job *j = run->job;
    const double megabytes = 1e-6 * (double)j->source.report.bytes;
    if (c->documents == 0)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no documents%s", j->source.name,
                         j->source.binary ? " (no file is text)" : j->source.format.format == JSMF_RECORDS_TEXT
                             ? "" : " (nothing stands behind the columns' names)");
    text_words_report(run, &s->words, c);
    if (c->empty == c->documents && !s->words.match)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no words (%zu document%s, none of them with a word%s)",
                         j->source.name, JSMF_COUNTED(c->documents),
                         s->words.numbers ? "" : "; --numbers and --min-length 1 take numbers and single letters for "
                                                 "words");
    jsmf_message(run->ctx, JSMF_INFO, "read %zu document%s in %.3f s: %zu word%s, %zu %s, %lld tokens; %.1f MB of "
                 "text, %.0f MB/s", JSMF_COUNTED(c->documents), seconds, JSMF_COUNTED(c->words),
                 JSMF_ENTRIES(c->entries),
                 (long long)c->tokens, megabytes, megabytes / seconds);
    warn_of_records(run, &j->source);
    warn_of_counts(run, c);
    return JSMF_OK;
}

/* ---- writing ---- */

/* An array of whole numbers that lie in a spool. */
static jsmf_status add_spooled(tool_run *run, const char *name, const jsmf_spool *spool, size_t item, size_t count)
{
    job *j = run->job;
    jsmf_array a = { .type = 'i', .item = item, .dims = 1, .shape = { count }, .spool = spool };
    return jsmf_stream_add(run->ctx, &j->out, name, &a);
}

static jsmf_status add_counts(tool_run *run, const jsmf_tally_counts *c)
{
    job *j = run->job;
    const int64_t sizes[] = { (int64_t)c->documents, (int64_t)c->words };
    int64_t *shape;
    if (add_spooled(run, "H.data", c->counts, sizeof(int32_t), c->entries) != JSMF_OK ||
        add_spooled(run, "H.indices", c->indices, sizeof(int32_t), c->entries) != JSMF_OK ||
        add_spooled(run, "H.indptr", c->indptr, sizeof(int64_t), c->documents + 1) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    shape = jsmf_copy(run->ctx, sizes, 2, sizeof *sizes);
    return shape ? jsmf_stream_add_i64(run->ctx, &j->out, "H.shape", shape, 1, 2) : jsmf_context_status(run->ctx);
}

static jsmf_status add_words(tool_run *run, const jsmf_tally_counts *c)
{
    job *j = run->job;
    jsmf_strings vocab;
    int64_t *df = jsmf_copy(run->ctx, c->df, c->words, sizeof *df);
    if (!df || jsmf_stream_add_i64(run->ctx, &j->out, "df", df, 1, c->words) != JSMF_OK ||
        jsmf_strings_copy(run->ctx, c->vocab, &vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return jsmf_stream_add_strings(run->ctx, &j->out, "vocab", &vocab);
}

static jsmf_status write_bag(tool_run *run, const jsmf_tally_counts *c)
{
    const settings *s = run->settings;
    job *j = run->job;
    const jsmf_array *ids;
    j->out = (jsmf_stream){ .schema = &jsmf_arrays_schema, .kind = JSMF_BAG };
    j->out.name = jsmf_copy(run->ctx, j->source.name, strlen(j->source.name) + 1, 1);
    if (!j->out.name)
        return jsmf_context_status(run->ctx);
    if (add_words(run, c) != JSMF_OK ||
        text_words_give(run, &j->words, c, &j->out) != JSMF_OK ||
        (c->left_out && add_spooled(run, "text.unknown", c->left_out, sizeof(int64_t), c->documents) != JSMF_OK) ||
        text_arrays_give(run, &j->source, s->keep_text, &j->arrays, &j->out) != JSMF_OK ||
        bag_find_ids(run, &j->out, c->documents, &ids) != JSMF_OK ||
        bag_warn_of_new_ids(run, &j->out, ids) != JSMF_OK || add_counts(run, c) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return tool_write(run, &j->out);
}

static void job_free(void *held)
{
    job *j = held;
    jsmf_stream_free(&j->out);
    text_source_free(&j->source);
    text_arrays_free(&j->arrays);
    jsmf_records_batch_free(&j->batch);
    text_words_free(&j->words);
}

static jsmf_status run_text(tool_run *run)
{
    const settings *s = run->settings;
    job *j = run->job;
    const double start = jsmf_context_clock();
    jsmf_tally_counts counts;
    if (text_words_check(run, &s->words) != JSMF_OK || text_source_start(run, &s->source, &j->source) != JSMF_OK ||
        text_words_make(run, &s->words, &j->words) != JSMF_OK ||
        read_documents(run) != JSMF_OK || jsmf_tally_finish(run->ctx, j->words.tally, &counts) != JSMF_OK ||
        report(run, &counts, jsmf_context_clock() - start) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return write_bag(run, &counts);
}

static const tool this_tool = {
    .name = "jsmf-text",
    .summary = "turn documents in the files that people have into a bag of words",
    .usage = "[FILE...]",
    .examples = "jsmf-text talks.csv --text body --id id --keep date,party -o talks.npz\n"
                "jsmf-text talks.csv | jsmf-bow --stop english --max-df 0.5 --top 5000 -o bag.npz\n"
                "jsmf-text posts.jsonl.gz --text title --text body.plain -o posts.npz\n"
                "find letters -name '*.txt' | jsmf-text --from files --files-from - -o letters.npz\n",
    .most_operands = SIZE_MAX,
    .stdin_default = true,
    .options = options,
    .often = "from text id keep phrases match",
    .defaults = &defaults,
    .settings_size = sizeof defaults,
    .job_size = sizeof(job),
    .run = run_text,
    .release = job_free,
    .stream_output = true,
};

int main(int argc, char **argv) { return tool_main(&this_tool, argc, argv); }
