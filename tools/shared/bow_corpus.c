#include "bow_corpus.h"

#include "bags.h"

#include "jsmf/arrays.h"

static jsmf_status read_bag(tool_run *run, jsmf_input *in, bow_corpus *c)
{
    const bow_settings *s = run->settings;
    const jsmf_strings *vocab;
    const jsmf_array *ids;
    if (corpus_refuse_vocab(run, c->name, s->vocab) != JSMF_OK ||
        jsmf_arrays_read(run->ctx, in, JSMF_BAG, &c->stream) != JSMF_OK ||
        jsmf_arrays_bag_open(run->ctx, &c->stream, &c->h, &vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (!vocab)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no array vocab (a bag has one)", c->name);
    if (bag_find_ids(run, &c->stream, c->h.rows, &ids) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    c->report.empty = jsmf_csr_empty_rows(&c->h);
    return jsmf_strings_copy(run->ctx, vocab, &c->vocab);
}

/* Words are numbers in all formats but text. */
static jsmf_status read_numbered(tool_run *run, jsmf_input *in, jsmf_corpus_format format, bow_corpus *c)
{
    const bow_settings *s = run->settings;
    jsmf_corpus_reading how = { .format = format, .transposed = s->transpose };
    if (corpus_read_vocab(run, c->name, format, s->vocab, &c->vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    how.base = tool_given(run, "base") ? s->base : jsmf_corpus_format_base(format);
    how.words = c->vocab.count;
    return jsmf_corpus_read(run->ctx, in, &how, &c->h, &c->report);
}

static jsmf_status check_options(tool_run *run, const bow_corpus *c, jsmf_corpus_format format)
{
    const bow_settings *s = run->settings;
    if (tool_given(run, "base") && format != JSMF_FORMAT_LDAC && format != JSMF_FORMAT_SVMLIGHT)
        return tool_usage(run, "--base: %s is neither lda-c nor SVMlight", c->name);
    if (s->transpose && format != JSMF_FORMAT_MARKET)
        return tool_usage(run, "--transpose: %s is not Matrix Market", c->name);
    return JSMF_OK;
}

static jsmf_status read_format(tool_run *run, jsmf_input *in, bow_corpus *c)
{
    const bow_settings *s = run->settings;
    jsmf_corpus_format format;
    bool npz;
    if (corpus_find_format(run, in, s->from, s->vocab != NULL, &npz, &format) != JSMF_OK ||
        check_options(run, c, format) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (npz)
        return read_bag(run, in, c);
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
    double start = jsmf_context_clock();
    if (read_format(run, in, c) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (c->report.empty == c->h.rows)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no words (%zu document%s, none of them with a word)", c->name,
                         JSMF_COUNTED(c->h.rows));
    report_reading(run, c, jsmf_context_clock() - start);
    return JSMF_OK;
}
