#include "stop_words.h"

#include "jsmf/corpus.h"

#include <errno.h>
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
