#include "topic_names.h"

#include "jsmf/corpus.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NAME_WORDS = 3, CANDIDATES = 20 };

/* ---- a list of names ---- */

jsmf_status topic_names_set(tool_run *run, topic_names *names, size_t topic, const char *name)
{
    char *copy = jsmf_copy(run->ctx, name, strlen(name) + 1, 1);
    if (!copy)
        return jsmf_context_status(run->ctx);
    free(names->name[topic]);
    names->name[topic] = copy;
    return JSMF_OK;
}

jsmf_status topic_names_make(tool_run *run, const jsmf_strings *list, size_t count, topic_names *out)
{
    *out = (topic_names){ .name = jsmf_alloc_zero(run->ctx, count, sizeof *out->name) };
    if (!out->name)
        return jsmf_context_status(run->ctx);
    out->count = count;
    for (size_t k = 0; k < count; k++)
        if (topic_names_set(run, out, k, list ? jsmf_strings_get(list, k) : "") != JSMF_OK)
            break;
    return jsmf_context_status(run->ctx);
}

void topic_names_free(topic_names *names)
{
    for (size_t k = 0; k < names->count; k++)
        free(names->name[k]);
    free(names->name);
    *names = (topic_names){ 0 };
}

jsmf_status topic_names_regroup(tool_run *run, topic_names *names, const size_t *group, size_t groups)
{
    topic_names made;
    if (topic_names_make(run, NULL, groups, &made) == JSMF_OK)
        for (size_t k = 0; k < names->count; k++)
            if (group[k] != JSMF_NONE && !made.name[group[k]][0] &&
                topic_names_set(run, &made, group[k], names->name[k]) != JSMF_OK)
                break;
    topic_names_free(names);
    *names = made;
    return jsmf_context_status(run->ctx);
}

void topic_names_warn_of_repeated(tool_run *run, const topic_names *names, const char *model)
{
    for (size_t k = 1; k < names->count; k++)
        for (size_t first = 0; first < k; first++)
            if (names->name[k][0] && strcmp(names->name[first], names->name[k]) == 0) {
                jsmf_message(run->ctx, JSMF_WARNING, "%s: topics %zu and %zu are both named %s", model, first, k,
                             names->name[k]);
                return;
            }
}

static bool are_those_of(const topic_names *names, const jsmf_array *a)
{
    bool any = false;
    if (a && a->strings.count != names->count)
        return false;
    for (size_t k = 0; k < names->count; k++) {
        if (strcmp(a ? jsmf_strings_get(&a->strings, k) : "", names->name[k]) != 0)
            return false;
        any = any || names->name[k][0];
    }
    return any || !a;
}

jsmf_status topic_names_store(tool_run *run, const topic_names *names, jsmf_stream *stream)
{
    jsmf_strings list = { 0 };
    bool any = false;
    if (are_those_of(names, jsmf_stream_find(stream, "names")))
        return JSMF_OK;
    for (size_t k = 0; k < names->count; k++) {
        any = any || names->name[k][0];
        if (jsmf_strings_add(run->ctx, &list, names->name[k], strlen(names->name[k])) != JSMF_OK)
            break;
    }
    if (jsmf_context_status(run->ctx) == JSMF_OK && any)
        return jsmf_stream_add_strings(run->ctx, stream, "names", &list);
    jsmf_strings_free(&list);
    jsmf_stream_remove(stream, "names");
    return jsmf_context_status(run->ctx);
}

/* ---- a file ---- */

/* *topic = the number in front of the line's first colon; the name begins behind the colon and blanks. */
static const char *parse_line(const char *line, size_t *topic)
{
    char number[24];
    const size_t digits = strspn(line, "0123456789");
    if (digits == 0 || digits >= sizeof number || line[digits] != ':')
        return NULL;
    memcpy(number, line, digits);
    number[digits] = '\0';
    *topic = tool_number_named(number);
    line += digits + 1;
    return line + strspn(line, " \t");
}

static jsmf_status read_line(tool_run *run, topic_names *names, const char *path, size_t number, const char *line,
                             size_t *line_of)
{
    size_t topic;
    const char *name = parse_line(line, &topic);
    if (!name)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s:%zu: found \"%.40s\", expected a topic's number, a colon and its "
                         "name", path, number, line);
    if (topic >= names->count)
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s:%zu: there is no topic %.*s (there are 0 to %zu)", path, number,
                         (int)strcspn(line, ":"), line, names->count - 1);
    if (line_of[topic])
        return jsmf_fail(run->ctx, JSMF_EDATA, "%s:%zu: topic %zu has a name on line %zu already", path, number, topic,
                         line_of[topic]);
    line_of[topic] = number;
    return topic_names_set(run, names, topic, name);
}

jsmf_status topic_names_read(tool_run *run, topic_names *names, const char *path)
{
    const char *name = tool_is_stdin(path) ? "standard input" : path;
    const jsmf_corpus_list how = { .label = "a name", .bytes = JSMF_LINE_BYTES };
    jsmf_strings lines = { 0 };
    size_t *line_of = jsmf_alloc_zero(run->ctx, names->count, sizeof *line_of);
    if (line_of && !tool_is_stdin(path) && strchr(path, '=') && access(path, F_OK) != 0)
        jsmf_recorded(jsmf_fail(run->ctx, JSMF_ESYSTEM, "%s: %s (expected a file of lines NUMBER: NAME)", path,
                                strerror(errno)));
    else if (line_of && jsmf_corpus_list_read(run->ctx, path, &how, &lines) == JSMF_OK)
        for (size_t i = 0; i < lines.count; i++)
            if (read_line(run, names, name, i + 1, jsmf_strings_get(&lines, i), line_of) != JSMF_OK)
                break;
    free(line_of);
    jsmf_strings_free(&lines);
    return jsmf_context_status(run->ctx);
}

/* ---- words ---- */

/* Whether another topic leads with this word too. */
static bool leads_another(const size_t *top, size_t topics, size_t k, size_t word)
{
    for (size_t other = 0; other < topics; other++)
        for (size_t i = 0; other != k && i < NAME_WORDS; i++)
            if (top[other * CANDIDATES + i] == word)
                return true;
    return false;
}

static jsmf_status name_by_words(tool_run *run, topic_names *names, size_t k, const size_t *top,
                                 const jsmf_strings *vocab)
{
    char text[NAME_WORDS * (JSMF_WORD_BYTES + 1) + 1] = "";
    size_t length = 0, words = 0;
    for (size_t i = 0; i < CANDIDATES && words < NAME_WORDS; i++) {
        const size_t word = top[k * CANDIDATES + i];
        if (word == JSMF_NONE || leads_another(top, names->count, k, word))
            continue;
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%.*s", words++ ? " " : "", JSMF_WORD_BYTES,
                                   jsmf_strings_get(vocab, word));
    }
    return topic_names_set(run, names, k, text);
}

jsmf_status topic_names_of_words(tool_run *run, topic_names *names, const jsmf_model *model, const jsmf_strings *vocab)
{
    size_t *top = jsmf_alloc(run->ctx, jsmf_mul_sat(model->k, CANDIDATES), sizeof *top);
    if (top && jsmf_model_frex(run->ctx, model, CANDIDATES, top) == JSMF_OK)
        for (size_t k = 0; k < model->k; k++)
            if (!names->name[k][0] && name_by_words(run, names, k, top, vocab) != JSMF_OK)
                break;
    free(top);
    return jsmf_context_status(run->ctx);
}
