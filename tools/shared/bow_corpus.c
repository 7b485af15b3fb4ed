#include "bow_corpus.h"

#include "bags.h"
#include "stop_words.h"

#include "jsmf/arrays.h"

#include <string.h>

void bow_corpus_free(bow_corpus *c)
{
    jsmf_csr_free(&c->h);
    jsmf_strings_free(&c->vocab);
    jsmf_strings_free(&c->ids);
    jsmf_stream_free(&c->stream);
    jsmf_sums_shards_free(&c->shards);
}

static jsmf_status merge(tool_run *run, bow_corpus *c)
{
    size_t merged;
    if (jsmf_corpus_merge(run->ctx, &c->h, &c->vocab, &merged) == JSMF_OK)
        jsmf_message(run->ctx, JSMF_INFO, "%zu word%s merged with one that is alike", JSMF_COUNTED(merged));
    return jsmf_context_status(run->ctx);
}

/* ---- streams ---- */

static void take_vocab(bow_corpus *c)
{
    jsmf_array *a = jsmf_stream_find(&c->stream, "vocab");
    if (!a || a->type != 'U' || a->dims != 1)
        return;
    c->vocab = a->strings;
    a->strings = (jsmf_strings){ 0 };
    jsmf_stream_remove(&c->stream, "vocab");
}

/* A matrix of scipy, which has no words of its own, may have documents for columns. */
static jsmf_status refuse_columns(tool_run *run, const bow_corpus *c)
{
    const bow_settings *s = run->settings;
    const char *turned = s->transpose ? " (without --transpose it would fit)" : " (--transpose takes rows for words)";
    return jsmf_fail(run->ctx, JSMF_EDATA, "%s: %zu column%s, but %zu word%s in %s%s", c->name,
                     JSMF_COUNTED(c->h.cols), JSMF_COUNTED(c->vocab.count), s->vocab ? s->vocab : "its vocabulary",
                     s->vocab && c->vocab.count == c->h.rows ? turned : "");
}

/* The counts of a stream whose words are in c->vocab already. */
static jsmf_status open_counts(tool_run *run, bow_corpus *c)
{
    const jsmf_strings *none;
    if (jsmf_arrays_bag_open(run->ctx, &c->stream, &c->h, &none) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (c->vocab.count != c->h.cols)
        return refuse_columns(run, c);
    for (size_t i = 0; i < c->vocab.count; i++)
        if (jsmf_strings_length(&c->vocab, i) == 0)
            return jsmf_fail(run->ctx, JSMF_EDATA, "%s: array vocab: word %zu, numbered from 0, is empty", c->name, i);
    return JSMF_OK;
}

static jsmf_status open_bag(tool_run *run, bow_corpus *c)
{
    const jsmf_strings *vocab;
    if (jsmf_arrays_bag_open(run->ctx, &c->stream, &c->h, &vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (!vocab)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no array vocab (a bag has one)", c->name);
    return jsmf_strings_copy(run->ctx, vocab, &c->vocab);
}

/* The words may stand there more than once. */
static jsmf_status merge_bag(tool_run *run, bow_corpus *c)
{
    take_vocab(c);
    return open_counts(run, c) == JSMF_OK ? merge(run, c) : jsmf_context_status(run->ctx);
}

static jsmf_status open_scipy(tool_run *run, bow_corpus *c)
{
    const bow_settings *s = run->settings;
    size_t rows, words;
    if (jsmf_stream_csr_shape(run->ctx, &c->stream, "H", &rows, &words) != JSMF_OK ||
        corpus_read_words(run, c->name, "a sparse matrix of scipy", s->vocab, s->merge, words, &c->vocab) != JSMF_OK ||
        open_counts(run, c) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return s->merge ? merge(run, c) : JSMF_OK;
}

static jsmf_status open_stream(tool_run *run, bow_corpus *c)
{
    const bow_settings *s = run->settings;
    bool scipy;
    if (jsmf_stream_csr_of_scipy(run->ctx, &c->stream, "H", s->transpose, &scipy) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (scipy)
        return open_scipy(run, c);
    if (s->transpose)
        return tool_usage(run, "--transpose: %s is neither Matrix Market nor a sparse matrix of scipy", c->name);
    if (!jsmf_stream_find(&c->stream, "H") && !jsmf_stream_find(&c->stream, "H.shape"))
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no array H.shape, and no sparse matrix of scipy (expected a bag, "
                         "or what scipy.sparse.save_npz writes of m.tocsr())", c->name);
    if (corpus_refuse_vocab(run, c->name, &c->stream, s->vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return s->merge ? merge_bag(run, c) : open_bag(run, c);
}

static jsmf_status read_stream(tool_run *run, jsmf_input *in, bow_corpus *c)
{
    const bow_settings *s = run->settings;
    const jsmf_array *ids;
    if (jsmf_arrays_read(run->ctx, in, JSMF_BAG, &c->stream) != JSMF_OK || open_stream(run, c) != JSMF_OK ||
        bag_find_ids(run, &c->stream, c->h.rows, &ids) != JSMF_OK ||
        (ids && s->documents ? bag_warn_of_ids(run, c->name, ids) : bag_warn_of_new_ids(run, &c->stream, ids)) !=
            JSMF_OK)
        return jsmf_context_status(run->ctx);
    c->report.empty = jsmf_csr_empty_rows(&c->h);
    return JSMF_OK;
}

/* ---- text ---- */

/* Words are numbers in all formats but text. */
static jsmf_status read_numbered(tool_run *run, jsmf_input *in, jsmf_corpus_format format, bow_corpus *c)
{
    const bow_settings *s = run->settings;
    jsmf_corpus_reading how = { .format = format, .transposed = s->transpose };
    if (corpus_read_vocab(run, in, format, s->vocab, s->merge, &c->vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    how.base = tool_given(run, "base") ? s->base : jsmf_corpus_format_base(format);
    how.words = c->vocab.count;
    if (jsmf_corpus_read(run->ctx, in, &how, &c->h, &c->report) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return s->merge ? merge(run, c) : JSMF_OK;
}

static jsmf_status check_options(tool_run *run, const bow_corpus *c, bool npz, jsmf_corpus_format format)
{
    const bow_settings *s = run->settings;
    if (tool_given(run, "base") && format != JSMF_FORMAT_LDAC && format != JSMF_FORMAT_SVMLIGHT)
        return tool_usage(run, "--base: %s is neither lda-c nor SVMlight", c->name);
    if (s->transpose && !npz && format != JSMF_FORMAT_MARKET)
        return tool_usage(run, "--transpose: %s is neither Matrix Market nor a sparse matrix of scipy", c->name);
    return JSMF_OK;
}

/* ---- ids ---- */

static jsmf_status take_ids(tool_run *run, bow_corpus *c, jsmf_strings *names)
{
    const bow_settings *s = run->settings;
    if (names->count != c->h.rows)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: %zu name%s, but %zu document%s in %s (a line for each expected)",
                         s->ids, JSMF_COUNTED(names->count), JSMF_COUNTED(c->h.rows), c->name);
    if (!c->stream.name && !(c->stream.name = jsmf_copy(run->ctx, s->ids, strlen(s->ids) + 1, 1)))
        return jsmf_context_status(run->ctx);
    if (jsmf_stream_add_strings(run->ctx, &c->stream, "ids", names) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return bag_warn_of_ids(run, c->stream.name, jsmf_stream_find(&c->stream, "ids"));
}

static jsmf_status read_ids(tool_run *run, bow_corpus *c)
{
    const bow_settings *s = run->settings;
    const jsmf_corpus_list how = { .label = "a document's name", .most = c->h.rows, .things = "documents" };
    jsmf_strings names;
    if (!s->ids)
        return JSMF_OK;
    if (jsmf_stream_find(&c->stream, "ids"))
        return tool_usage(run, "--ids: %s has ids already", c->name);
    if (jsmf_corpus_list_read(run->ctx, s->ids, &how, &names) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    jsmf_recorded(take_ids(run, c, &names));
    jsmf_strings_free(&names);
    return jsmf_context_status(run->ctx);
}

static jsmf_status read_format(tool_run *run, jsmf_input *in, bow_corpus *c)
{
    const bow_settings *s = run->settings;
    jsmf_corpus_format format;
    bool npz;
    if (corpus_find_format(run, in, s->from, s->vocab != NULL, &npz, &format) != JSMF_OK ||
        check_options(run, c, npz, format) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (npz)
        return read_stream(run, in, c);
    if (format != JSMF_FORMAT_TEXT)
        return read_numbered(run, in, format, c);
    return jsmf_corpus_read(run->ctx, in, &(jsmf_corpus_reading){ .format = format, .vocab = &c->vocab }, &c->h,
                            &c->report);
}

static void report_reading(tool_run *run, const bow_corpus *c, double seconds)
{
    double megabytes = 1e-6 * (double)c->report.bytes;
    size_t entries = jsmf_csr_nnz(&c->h);
    jsmf_message(run->ctx, JSMF_INFO, "read %s in %.3f s: %zu document%s, %zu word%s, %zu %s", c->name, seconds,
                 JSMF_COUNTED(c->h.rows), JSMF_COUNTED(c->h.cols), JSMF_ENTRIES(entries));
    if (c->report.bytes)
        jsmf_message(run->ctx, JSMF_INFO, "%.1f MB of text, %.0f MB/s", megabytes, megabytes / seconds);
    corpus_warn_of_repeated(run, c->name, c->report.repeated, &c->h);
    if (c->report.overlong)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: %lld token%s of more than %d bytes left out", c->name,
                     JSMF_COUNTED((long long)c->report.overlong), JSMF_WORD_BYTES);
    if (c->report.empty)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: %zu of %zu document%s empty (the rows are kept)", c->name,
                     c->report.empty, JSMF_COUNTED(c->h.rows));
}

jsmf_status bow_read(tool_run *run, jsmf_input *in, bow_corpus *c)
{
    const bow_settings *s = run->settings;
    double start = jsmf_context_clock();
    if (read_format(run, in, c) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (c->report.empty == c->h.rows && (!s->match || c->h.rows == 0))
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no words (%zu document%s, none of them with a word)", c->name,
                         JSMF_COUNTED(c->h.rows));
    report_reading(run, c, jsmf_context_clock() - start);
    return read_ids(run, c);
}

/* ---- lists of words ---- */

static size_t bytes_of(const bow_corpus *c)
{
    return c->h.rows * sizeof *c->h.indptr + jsmf_csr_nnz(&c->h) * (sizeof *c->h.indices + sizeof *c->h.counts);
}

jsmf_status bow_read_stop(tool_run *run, const bow_corpus *c, jsmf_strings *list)
{
    const bow_settings *s = run->settings;
    if (stop_words_read(run, &s->stop, bytes_of(c), list) != JSMF_OK || s->ignore_case || s->stop.count == 0)
        return jsmf_context_status(run->ctx);
    return stop_words_warn_of_case(run, &c->vocab, list);
}

jsmf_status bow_read_kept(tool_run *run, const bow_corpus *c, jsmf_strings *list)
{
    const bow_settings *s = run->settings;
    return s->keep_words ? stop_words_add(run, s->keep_words, bytes_of(c), list) : JSMF_OK;
}
