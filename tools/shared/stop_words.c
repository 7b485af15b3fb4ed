#include "stop_words.h"

#include "jsmf/corpus.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static jsmf_status add_english(tool_run *run, jsmf_strings *list)
{
    for (size_t i = 0; i < jsmf_corpus_stopwords_english_count; i++)
        if (jsmf_strings_add(run->ctx, list, jsmf_corpus_stopwords_english[i],
                             strlen(jsmf_corpus_stopwords_english[i])) != JSMF_OK)
            break;
    return jsmf_context_status(run->ctx);
}

jsmf_status stop_words_add(tool_run *run, const char *path, size_t beside, jsmf_strings *list)
{
    const jsmf_corpus_list how = { .repeats = JSMF_REPEATS_LEFT_OUT, .beside = beside };
    jsmf_strings words;
    if (jsmf_corpus_list_read(run->ctx, path, &how, &words) != JSMF_OK)
        return jsmf_context_status(run->ctx);
    for (size_t i = 0; i < words.count; i++)
        if (jsmf_strings_add(run->ctx, list, jsmf_strings_get(&words, i), jsmf_strings_length(&words, i)) != JSMF_OK)
            break;
    jsmf_strings_free(&words);
    return jsmf_context_status(run->ctx);
}

/* A list that is built in, or the words of a file. A bare name without a file may be that of another language. */
static jsmf_status add_stop(tool_run *run, const char *value, size_t beside, jsmf_strings *list)
{
    if (strcmp(value, "english") == 0)
        return add_english(run, list);
    if (!tool_is_stdin(value) && !strpbrk(value, "./") && access(value, F_OK) != 0)
        return jsmf_fail(run->ctx, JSMF_ESYSTEM, "%s: %s (english is the one list of --stop that is built in; a file "
                         "of words, one a line, was expected)", value, strerror(errno));
    return stop_words_add(run, value, beside, list);
}

jsmf_status stop_words_read(tool_run *run, const tool_list *stop, size_t beside, jsmf_strings *list)
{
    for (size_t i = 0; i < stop->count; i++)
        if (add_stop(run, stop->values[i], beside, list) != JSMF_OK)
            break;
    return jsmf_context_status(run->ctx);
}

static void warn_of_case(tool_run *run, const jsmf_strings *list, const unsigned char *there, const unsigned char *any)
{
    size_t others = 0, all = 0, first = 0;
    for (size_t i = list->count; i-- > 0;) {
        all += any[i];
        if (any[i] && !there[i]) {
            others++;
            first = i;
        }
    }
    /* The list that is built in may meet a corpus that it has been taken out of before. */
    if (all == 0 && list->count > 0 && list->count != jsmf_corpus_stopwords_english_count)
        jsmf_message(run->ctx, JSMF_WARNING, "--stop: the corpus has none of the %zu word%s of the list, such as %s",
                     JSMF_COUNTED(list->count), jsmf_strings_get(list, 0));
    if (others > all / 2)
        jsmf_message(run->ctx, JSMF_WARNING, "--stop: of %zu word%s of the list that the corpus has it has %zu in "
                     "another case only, such as %s: they stay (--ignore-case leaves them out)", JSMF_COUNTED(all),
                     others, jsmf_strings_get(list, first));
}

jsmf_status stop_words_warn_of_case(tool_run *run, const jsmf_strings *vocab, const jsmf_strings *list)
{
    unsigned char *there = jsmf_alloc(run->ctx, list->count, 1), *any = jsmf_alloc(run->ctx, list->count, 1);
    if (there && any && jsmf_corpus_listed(run->ctx, list, vocab, false, there) == JSMF_OK &&
        jsmf_corpus_listed(run->ctx, list, vocab, true, any) == JSMF_OK)
        warn_of_case(run, list, there, any);
    free(there);
    free(any);
    return jsmf_context_status(run->ctx);
}
