/* Corpora of all formats. */
#include "bow.h"

#include "jsmf/corpus.h"

static jsmf_status read_bag(tool_run *run, jsmf_input *in, bow_corpus *c)
{
    const jsmf_strings *vocab;
    if (((const bow_settings *)run->settings)->vocab)
        return tool_usage(run, "--vocab with a bag: %s has its own vocabulary", c->name);
    if (jsmf_stream_read(run->ctx, in, &jsmf_arrays_schema, JSMF_BAG, &c->stream) != JSMF_OK ||
        jsmf_stream_csr(run->ctx, &c->stream, "H", true, &c->h) != JSMF_OK ||
        jsmf_arrays_vocab(run->ctx, &c->stream, c->h.cols, &vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    if (!vocab)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: no array vocab (a bag has one)", c->name);
    c->report.empty = jsmf_csr_empty_rows(&c->h);
    return jsmf_strings_copy(run->ctx, vocab, &c->vocab);
}

/* Words are numbers in all formats but text. */
static jsmf_status read_numbered(tool_run *run, jsmf_input *in, jsmf_corpus_format format, bow_corpus *c)
{
    const bow_settings *s = run->settings;
    jsmf_corpus_reading how = { .format = format, .transposed = s->transpose };
    if (!s->vocab)
        return tool_usage(run, "%s is %s: --vocab FILE with its words is needed", c->name,
                          jsmf_corpus_format_name(format));
    if (jsmf_corpus_words_read(run->ctx, s->vocab, true, &c->vocab) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    how.base = tool_given(run, "base") ? s->base : jsmf_corpus_format_base(format);
    how.words = c->vocab.count;
    return jsmf_corpus_read(run->ctx, in, &how, &c->h, &c->report);
}

static jsmf_status check_format(tool_run *run, const bow_corpus *c, jsmf_corpus_format format)
{
    if (tool_given(run, "base") && format != JSMF_FORMAT_LDAC && format != JSMF_FORMAT_SVMLIGHT)
        return tool_usage(run, "--base: %s is neither lda-c nor SVMlight", c->name);
    if (((const bow_settings *)run->settings)->transpose && format != JSMF_FORMAT_MARKET)
        return tool_usage(run, "--transpose: %s is not Matrix Market", c->name);
    return JSMF_OK;
}

static jsmf_status read_format(tool_run *run, jsmf_input *in, bow_corpus *c)
{
    const bow_settings *s = run->settings;
    jsmf_corpus_format format = bow_format(s->from);
    bool npz = false;
    if (format == JSMF_FORMAT_GUESS && (jsmf_corpus_is_npz(run->ctx, in, &npz) != JSMF_OK ||
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
    if (c->report.repeated)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: %zu of %zu entries repeat an earlier document and word: summed",
                     c->name, c->report.repeated, entries + c->report.repeated);
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
