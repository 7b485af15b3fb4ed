#include "corpus_file.h"

jsmf_corpus_format corpus_format(int choice)
{
    return (jsmf_corpus_format)(choice + 1);
}

jsmf_status corpus_find_format(tool_run *run, jsmf_input *in, int choice, bool vocab, bool *npz,
                               jsmf_corpus_format *format)
{
    *npz = false;
    *format = corpus_format(choice);
    if (choice == CORPUS_GUESS && (jsmf_corpus_is_npz(run->ctx, in, npz) != JSMF_OK ||
                                   (!*npz && jsmf_corpus_guess(run->ctx, in, format) != JSMF_OK)))
        return jsmf_context_status(run->ctx);
    if (*format == JSMF_FORMAT_TEXT && vocab)
        *format = JSMF_FORMAT_UCI;
    return JSMF_OK;
}

jsmf_status corpus_read_vocab(tool_run *run, const char *name, jsmf_corpus_format format, const char *path,
                              jsmf_strings *vocab)
{
    if (!path)
        return tool_usage(run, "%s is %s: --vocab FILE with its words is needed", name,
                          jsmf_corpus_format_name(format));
    return jsmf_corpus_words_read(run->ctx, path, true, vocab);
}

jsmf_status corpus_refuse_vocab(tool_run *run, const char *name, const char *path)
{
    return path ? tool_usage(run, "--vocab with a bag: %s has its own vocabulary", name) : JSMF_OK;
}

jsmf_status corpus_refuse(tool_run *run, const jsmf_input *in, jsmf_corpus_format format, const char *expected)
{
    return jsmf_fail(run->ctx, JSMF_EDATA, "%s: this is %s (%s)", jsmf_input_name(in), jsmf_corpus_format_name(format),
                     expected);
}

void corpus_warn_of_repeated(tool_run *run, const char *name, size_t repeated, const jsmf_csr *h)
{
    if (repeated)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: %zu of %zu entries repeat an earlier document and word: summed", name,
                     repeated, jsmf_csr_nnz(h) + repeated);
}
