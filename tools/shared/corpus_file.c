#include "corpus_file.h"

#include <stdio.h>

jsmf_corpus_format corpus_format(int choice)
{
    return (jsmf_corpus_format)(choice + 1);
}

static void warn_of_doubt(tool_run *run, const char *name, jsmf_corpus_doubt doubt)
{
    static const char *const texts[] = {
        [JSMF_DOUBT_LDAC_OR_SVMLIGHT] = "taken for lda-c, whose lines begin with their numbers of pairs; these could "
                                        "be SVMlight's labels as well (--from says which)",
        [JSMF_DOUBT_NEARLY_LDAC] = "taken for SVMlight, though many lines begin with their numbers of pairs, as those "
                                   "of lda-c do (--from says which)",
        [JSMF_DOUBT_NUMBER_FIRST] = "the first line, a number alone, is taken for a document (tail -n +2 leaves "
                                    "it out)",
        [JSMF_DOUBT_TABLE] = "every line has the same number of tabs: a table's columns are all taken for text "
                             "(jsmf-text reads its columns)",
        [JSMF_DOUBT_NUMBERS] = "its words are all numbers: a table is taken for text (TOPICS OF OTHER PROGRAMS in "
                               "jsmf-stream(5) makes a model of topics that are a table)",
    };
    if (doubt != JSMF_DOUBT_NONE)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: %s", name, texts[doubt]);
}

/* A docword is meant where the user named a vocabulary for text; its reader says what is wrong with it. */
static jsmf_status judge(tool_run *run, const char *name, bool vocab, jsmf_corpus_guessed *g)
{
    if (g->foreign)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: looks like %s%s; --from text reads it as text", name, g->foreign,
                         !g->records ? "" : tool_has(run, "match")
                             ? " (jsmf-text makes a bag of it; an example in jsmf-bow(1) reads lines such as "
                               "user,item,number)"
                             : " (jsmf-text --match MODEL makes a bag of it, with the model's words)");
    if (g->format != JSMF_FORMAT_TEXT || !vocab) {
        warn_of_doubt(run, name, g->doubt);
        return JSMF_OK;
    }
    if (g->doubt == JSMF_DOUBT_NUMBER_FIRST)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: looks like text behind a line with the number of its documents: "
                         "tail -n +2 leaves that out, and text has its words without --vocab", name);
    g->format = JSMF_FORMAT_UCI;
    return JSMF_OK;
}

jsmf_status corpus_find_format(tool_run *run, jsmf_input *in, int choice, bool vocab, bool *npz,
                               jsmf_corpus_format *format)
{
    jsmf_corpus_guessed g;
    *npz = false;
    *format = corpus_format(choice);
    if (choice != CORPUS_GUESS || jsmf_corpus_is_npz(run->ctx, in, npz) != JSMF_OK || *npz)
        return jsmf_context_status(run->ctx);
    if (jsmf_corpus_guess(run->ctx, in, &g) != JSMF_OK || judge(run, jsmf_input_name(in), vocab, &g) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    *format = g.format;
    return JSMF_OK;
}

jsmf_status corpus_read_words(tool_run *run, const char *name, const char *what, const char *path, bool merge,
                              size_t most, jsmf_strings *vocab)
{
    char things[160];
    const jsmf_corpus_list how = { .repeats = merge ? JSMF_REPEATS_KEPT : JSMF_REPEATS_REFUSED, .most = most,
                                   .things = things };
    if (!path)
        return tool_usage(run, "%s is taken for %s: --vocab FILE with its words is needed", name, what);
    snprintf(things, sizeof things, "words in %.80s (the two files do not belong together)", name);
    return jsmf_corpus_list_read(run->ctx, path, &how, vocab);
}

jsmf_status corpus_read_vocab(tool_run *run, jsmf_input *in, jsmf_corpus_format format, const char *path, bool merge,
                              jsmf_strings *vocab)
{
    size_t most;
    if (jsmf_corpus_words_most(run->ctx, in, format, &most) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    return corpus_read_words(run, jsmf_input_name(in), jsmf_corpus_format_name(format), path, merge, most, vocab);
}

jsmf_status corpus_refuse_vocab(tool_run *run, const char *name, const jsmf_stream *stream, const char *path)
{
    const bool counts = jsmf_stream_find(stream, "H") || jsmf_stream_find(stream, "H.shape");
    return path && counts ? tool_usage(run, "--vocab with a bag: %s has its own vocabulary", name) : JSMF_OK;
}

jsmf_status corpus_refuse(tool_run *run, const jsmf_input *in, const jsmf_corpus_guessed *found, const char *expected,
                          const char *maker)
{
    const char *name = jsmf_input_name(in);
    if (found->foreign)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s: looks like %s (%s was expected%s)", name, found->foreign,
                         expected, found->records ? "; jsmf-text makes a bag of it" : "");
    return jsmf_fail(run->ctx, JSMF_EDATA, "%s: this is %s (%s was expected; %s)", name,
                     jsmf_corpus_format_name(found->format), expected, maker);
}

void corpus_warn_of_repeated(tool_run *run, const char *name, size_t repeated, const jsmf_csr *h)
{
    if (repeated)
        jsmf_message(run->ctx, JSMF_WARNING, "%s: %zu of %zu entries repeat an earlier document and word: summed", name,
                     repeated, jsmf_csr_nnz(h) + repeated);
}
